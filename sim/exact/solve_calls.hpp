#pragma once

#include <atomic>

#include "sim/exact/solve.hpp"
#include "sim/process/program.hpp"
#include "sim/resources/budget.hpp"
#include "sim/resources/progress.hpp"

namespace boxcars::sim {

/// The exact odds of a caller and its components, if they fit the budget. Probability by the caller's node and all component states is
/// pushed stage by stage and lap by lap. Ends early, without odds, when `stop` becomes true.
Solution solve_calls(const Program& program, std::size_t events, std::size_t measures, const Budget& budget, const std::atomic<bool>& stop,
                     Progress* watched = nullptr);

}  // namespace boxcars::sim
