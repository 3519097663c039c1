#pragma once

#include <atomic>
#include <optional>
#include <stdexcept>
#include <vector>

#include "sim/budget.hpp"
#include "sim/chain.hpp"
#include "sim/progress.hpp"
#include "sim/tally.hpp"

namespace boxcars::sim {

/// The odds are given as exact if no more than this much probability was left unexpanded.
inline constexpr double max_neglected = 1e-12;

/// A loop of the process that its trials can enter and never leave.
struct NeverEnds : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// The exact odds, if the states fit the budget, and how much probability was left unexpanded.
struct Solution {
  std::optional<Odds> odds{};
  double neglected = 0;
  std::vector<double> least{};    ///< without odds: with what probability each event was seen to happen; `neglected` more is possible
  bool is_beyond_budget = false;  ///< given up on the way; of a caller only
};

/// What was settled, if so much probability was not: the odds, or what each event's are at least.
Solution solution_of(Odds settled, double neglected);

/// Pushes the probability 1 through the process, stage by stage and lap by lap, growing the chain on the way; loops inside a stage are
/// solved as a linear system. Ends early, without odds, when `stop` becomes true. Throws NeverEnds for a loop without a way out.
Solution solve(Chain& chain, const Budget& budget, const std::atomic<bool>& stop, Progress* watched = nullptr);

}  // namespace boxcars::sim
