#pragma once

#include <atomic>
#include <optional>
#include <stdexcept>
#include <vector>

#include "sim/resources/budget.hpp"
#include "sim/resources/progress.hpp"
#include "sim/state_space/chain.hpp"
#include "sim/statistics/tally.hpp"

namespace boxcars::sim {

/// The odds count as exact if no more than this much probability was truncated.
inline constexpr double max_truncated_mass = 1e-12;

/// Thrown for a process with a loop that its trials can enter and never leave.
struct NeverEnds : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// The exact odds, if the states fit the budget, and the truncated mass: the probability that was left unexpanded.
struct Solution {
  std::optional<Odds> odds{};
  double truncated_mass = 0;
  std::vector<double> lower_bounds{};  ///< without odds: lower bounds of the events' odds; each is at most truncated_mass too low
  bool is_beyond_budget = false;       ///< whether a caller's solution was given up on the way
};

/// The recorded odds as a solution: exact odds if the truncated mass is small enough, else lower bounds for the events.
Solution solution_of(Odds odds, double truncated_mass);

/// Pushes the probability 1 through the process, stage by stage and lap by lap, growing the chain on the way; loops inside a stage are
/// solved as a linear system. Ends early, without odds, when `stop` becomes true. Throws NeverEnds for a loop without a way out.
Solution solve(Chain& chain, const Budget& budget, const std::atomic<bool>& stop, Progress* watched = nullptr);

}  // namespace boxcars::sim
