#include "sim/grown.hpp"

#include <algorithm>
#include <cmath>
#include <new>
#include <utility>

namespace boxcars::sim {
namespace {

std::size_t level_of(std::uint64_t batch) {
  const auto above =
      std::upper_bound(levels.begin(), levels.end(), batch, [](std::uint64_t b, const Level& level) { return b < level.first; });
  return static_cast<std::size_t>(above - levels.begin()) - 1;
}

struct Grows {
  std::shared_ptr<Chain> chain{};
  Solution solution{};
  bool whole = false;  // it has all states that the budget's other bounds leave
};

// All states at once, those of the first throws first.
Grows grow_all(const Rules& rules, const Budget& budget, const std::atomic<bool>& stop, Progress* watched) {
  Grows grows{.chain = std::make_shared<Chain>(rules)};
  grows.solution = solve(*grows.chain, budget, stop, watched);
  grows.whole = grows.solution.odds || grows.chain->size() < budget.states;
  return grows;
}

enum class If : bool { whatever, it_may_fit };

// The likely states first, then those ten times less likely, and so on: else the budget would go to unlikely states of the first throws.
// What is neglected must fall faster the more of the budget is gone, or else all of it would not be enough: a chain that just fits
// neglects a 20th at a third of its states, one that does not as good as all.
Grows grow_likely(const Rules& rules, const Budget& budget, If wanted, const std::atomic<bool>& stop, Progress* watched) {
  constexpr double likeliest = 1e-3, likely = 1e-7;
  const double least_judged = budget.states / 8.0;
  Grows grows{.chain = std::make_shared<Chain>(rules)};
  double states_before = 0, neglected_before = 1;
  for (double cut = likeliest; cut > likely / 2 && !stop.load(std::memory_order_relaxed); cut /= 10) {
    Budget pass = budget;
    pass.cut = cut;
    grows.solution = solve(*grows.chain, pass, stop, watched);
    const auto states = static_cast<double>(grows.chain->size());
    if (grows.chain->size() >= budget.states) return grows;
    if (wanted == If::it_may_fit && states_before > 0 && states >= least_judged && grows.solution.neglected > 0) {
      const double fall = std::log(neglected_before / grows.solution.neglected) / std::log(states / states_before);
      if (fall < 4 * states / budget.states) return grows;
    }
    states_before = states, neglected_before = grows.solution.neglected;
  }
  grows.solution = solve(*grows.chain, budget, stop, watched);
  grows.whole = grows.solution.odds || grows.chain->size() < budget.states;
  return grows;
}

}  // namespace

Grown::Grown(const Rules& rules, const Budget& budget, Wanted wanted, const std::atomic<bool>& stop, Progress* watched)
    : rules_(&rules), budget_(budget) {
  Budget small = budget;
  small.states = std::min(budget.states, levels.front().states);
  Grows grows = grow_all(rules, small, stop, watched);
  if (!grows.whole && wanted != Wanted::trials && budget.states > small.states) {
    try {
      grows = grow_likely(rules, budget, If::it_may_fit, stop, watched);
    } catch (const std::bad_alloc&) {
      grows = {};
      short_of_memory_ = true;
    }
  }
  solution_ = std::move(grows.solution);
  states_ = grows.whole ? grows.chain->size() : budget.states;
  if (!grows.whole) return;
  grows.chain->freeze();
  whole_ = std::move(grows.chain);
}

const Chain& Grown::chain_of(std::uint64_t batch, const std::atomic<bool>& stop) {
  const std::size_t level = level_of(batch);
  const std::uint32_t most = std::min(budget_.states, levels[level].states);
  if (whole_ && whole_->size() < most) return *whole_;
  const std::scoped_lock lock(mutex_);
  std::shared_ptr<Chain>& chain = chains_[level];
  if (!chain) {
    Budget part = budget_;
    part.states = most;
    chain = grow_likely(*rules_, part, If::whatever, stop, nullptr).chain;
    chain->freeze();
  }
  return *chain;
}

std::uint64_t end_of_level(std::uint64_t first, std::uint64_t last) {
  const std::size_t next = level_of(first) + 1;
  return next < levels.size() ? std::min(last, levels[next].first) : last;
}

}  // namespace boxcars::sim
