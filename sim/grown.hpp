#pragma once

#include <atomic>
#include <cstdint>
#include <optional>

#include "sim/chain.hpp"
#include "sim/progress.hpp"
#include "sim/solve.hpp"

namespace boxcars::sim {

/// What a chain is grown for.
enum class Wanted : std::uint8_t { odds, odds_and_trials };

/// A question's chain, grown, solved and frozen.
///
/// A question with more states than the budget has no exact odds. Then its chain is grown anew from the likely states only: else the
/// budget goes to unlikely ones of the first throws, and all trials leave it.
class Grown {
 public:
  /// Throws NeverEnds. When `stop` becomes true, what is there is of no use.
  Grown(const Rules& rules, const Budget& budget, Wanted wanted, const std::atomic<bool>& stop, Progress* watched = nullptr);

  const Chain& chain() const { return *chain_; }

 private:
  void keep_likely_states(const Rules& rules, const Budget& budget, const std::atomic<bool>& stop);

  std::optional<Chain> chain_;

 public:
  Solution solution;
  std::uint64_t states;  ///< that were there when it was solved
};

}  // namespace boxcars::sim
