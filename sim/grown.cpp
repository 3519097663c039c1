#include "sim/grown.hpp"

namespace boxcars::sim {

Grown::Grown(const Rules& rules, const Budget& budget, Wanted wanted, const std::atomic<bool>& stop, Progress* watched)
    : chain_(std::in_place, rules), solution(solve(*chain_, budget, stop, watched)), states(chain_->size()) {
  if (!solution.odds && states >= budget.states && wanted == Wanted::odds_and_trials) keep_likely_states(rules, budget, stop);
  chain_->freeze();
}

void Grown::keep_likely_states(const Rules& rules, const Budget& budget, const std::atomic<bool>& stop) {
  constexpr double likeliest = 1e-3;
  for (double cut = budget.likely; cut <= likeliest; cut *= 10) {
    chain_.emplace(rules);
    Budget likely = budget;
    likely.cut = cut;
    solve(*chain_, likely, stop);
    if (chain_->size() < budget.states) return;
  }
}

}  // namespace boxcars::sim
