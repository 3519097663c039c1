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
template <Process P>
class Grown {
 public:
  /// Throws NeverEnds. When `stop` becomes true, what is there is of no use.
  Grown(const P& process, const Budget& budget, Wanted wanted, const std::atomic<bool>& stop, Progress* watched = nullptr)
      : chain_(std::in_place, process), solution(solve(*chain_, budget, stop, watched)), states(chain_->size()) {
    if (!solution.odds && states >= budget.states && wanted == Wanted::odds_and_trials) keep_likely_states(process, budget, stop);
    chain_->freeze();
  }

  const Chain<P>& chain() const { return *chain_; }

 private:
  void keep_likely_states(const P& process, const Budget& budget, const std::atomic<bool>& stop) {
    constexpr double likeliest = 1e-3;
    for (double cut = budget.likely; cut <= likeliest; cut *= 10) {
      chain_.emplace(process);
      Budget likely = budget;
      likely.cut = cut;
      solve(*chain_, likely, stop);
      if (chain_->size() < budget.states) return;
    }
  }

  std::optional<Chain<P>> chain_;

 public:
  Solution solution;
  std::uint64_t states;  ///< that were there when it was solved
};

}  // namespace boxcars::sim
