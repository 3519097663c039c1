#pragma once

#include <atomic>

#include "sim/budget.hpp"
#include "sim/program.hpp"
#include "sim/progress.hpp"
#include "sim/solve.hpp"

namespace boxcars::sim {

/// The exact odds of a caller and its callees, if what is on its way fits the budget: probability by the caller's node and how each callee
/// rests, pushed stage by stage and lap by lap. Ends early, without odds, when `stop` becomes true.
Solution solve_calls(const Program& program, std::size_t events, std::size_t measures, const Budget& budget, const std::atomic<bool>& stop,
                     Progress* watched = nullptr);

}  // namespace boxcars::sim
