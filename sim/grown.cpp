#include "sim/grown.hpp"

#include <algorithm>
#include <new>
#include <utility>

#include "sim/solve_calls.hpp"

namespace boxcars::sim {
namespace {

std::size_t level_of(std::uint64_t batch) {
  const auto above =
      std::upper_bound(levels.begin(), levels.end(), batch, [](std::uint64_t b, const Level& level) { return b < level.first; });
  return static_cast<std::size_t>(above - levels.begin()) - 1;
}

// A chain as far as it was grown, and what was solved on the way.
struct Growth {
  std::shared_ptr<Chain> chain{};
  Solution solution{.neglected = 1};
  NoOdds why = NoOdds::not_wanted;
  bool is_whole() const { return chain && (solution.odds || why == NoOdds::too_much_neglected); }
};

// For trials; nothing if it is not whole.
std::shared_ptr<Chain> frozen(const Growth& growth) {
  if (!growth.is_whole()) return nullptr;
  growth.chain->freeze();
  return growth.chain;
}

void solve_on(Growth& growth, const Budget& budget, const std::atomic<bool>& stop, Progress* watched) {
  growth.solution = solve(*growth.chain, budget, stop, watched);
  growth.why = stop.load(std::memory_order_relaxed)    ? NoOdds::interrupted
               : growth.chain->size() >= budget.states ? NoOdds::too_many_states
                                                       : NoOdds::too_much_neglected;
}

// The states in the order of the throws.
Growth grow_in_order(const Rules& rules, const Budget& budget, const std::atomic<bool>& stop, Progress* watched) {
  Growth growth{.chain = std::make_shared<Chain>(rules)};
  solve_on(growth, budget, stop, watched);
  return growth;
}

enum class Judge : bool { no, yes };

// The likely states first, then those ten times less likely, and so on: else the budget would go to unlikely states of the first throws.
//
// Judged, it is given up if what is neglected falls too slowly for so many states more. Of chains that fit, each such round divides it by
// more than the states grow; where it does not, all of the budget would be gone for nothing. The more of it is gone, the more is asked.
Growth grow_by_likelihood(const Rules& rules, const Budget& budget, Judge judge, const std::atomic<bool>& stop, Progress* watched) {
  constexpr double first_cut = 1e-3, last_cut = 1e-7;
  constexpr double nothing_gained = 0.99;
  Growth growth{.chain = std::make_shared<Chain>(rules)};
  double states_before = 0, neglected_before = 1;
  for (double cut = first_cut; cut > last_cut / 2; cut /= 10) {
    Budget part = budget;
    part.cut = std::max(cut, budget.cut);
    solve_on(growth, part, stop, watched);
    if (growth.why != NoOdds::too_much_neglected) return growth;
    const auto states = static_cast<double>(growth.chain->size());
    const double neglected = growth.solution.neglected, used = states / budget.states;
    if (judge == Judge::yes && used >= 1.0 / 8 && neglected_before < nothing_gained &&
        neglected_before < neglected * (1 + 4 * used * (states / states_before - 1))) {
      growth.solution.odds.reset();
      growth.why = NoOdds::would_not_fit;
      return growth;
    }
    states_before = states, neglected_before = neglected;
  }
  solve_on(growth, budget, stop, watched);
  return growth;
}

}  // namespace

Grown::Grown(const Rules& rules, const Budget& budget, Wanted wanted, const std::atomic<bool>& stop, Progress* watched)
    : rules_(&rules), budget_(budget) {
  Budget small = budget;
  const Program* program = rules.program();
  const bool may_call = program && program->changing_callees() > 0;
  small.states = std::min(budget.states, may_call ? few_states_of_caller : levels.front().states);
  Growth growth = grow_in_order(rules, small, stop, watched);
  calls_ = may_call && growth.why == NoOdds::too_many_states && !growth.solution.odds;
  if (calls_ && wanted == Wanted::odds) solve_callers(stop, watched);
  // One callee alone that does not fit may have bounds as one process.
  if (calls_ && !(program->changing_callees() == 1 && why_ == NoOdds::too_many_states)) return;
  if (growth.why == NoOdds::too_many_states && !growth.solution.odds) {
    if (wanted == Wanted::trials) {
      growth = {};
    } else if (small.states < budget.states) {
      try {
        growth = grow_by_likelihood(rules, budget, Judge::yes, stop, watched);
      } catch (const std::bad_alloc&) {
        growth = {.why = NoOdds::too_little_memory};
      }
    }
  }
  why_ = wanted == Wanted::trials || growth.solution.odds ? NoOdds::not_wanted : growth.why;
  if (growth.chain && growth.chain->size() < levels[1].states) whole_ = frozen(growth);
  solution_ = std::move(growth.solution);
}

void Grown::solve_callers(const std::atomic<bool>& stop, Progress* watched) {
  solution_.neglected = 1;
  try {
    solution_ = solve_calls(*rules_->program(), rules_->event_count(), rules_->measure_count(), budget_, stop, watched);
  } catch (const std::bad_alloc&) {
    why_ = NoOdds::too_little_memory;
    return;
  }
  why_ = solution_.odds                         ? NoOdds::not_wanted
         : stop.load(std::memory_order_relaxed) ? NoOdds::interrupted
         : solution_.is_beyond_budget           ? NoOdds::too_many_states
                                                : NoOdds::too_much_neglected;
}

const Chain& Grown::chain_of(std::uint64_t batch, const std::atomic<bool>& stop, Progress* watched) {
  const std::size_t level = level_of(batch);
  const std::uint32_t most = std::min(budget_.states, levels[level].states);
  if (whole_ && whole_->size() < most) return *whole_;
  const std::scoped_lock lock(mutex_);
  std::shared_ptr<Chain>& chain = chains_[level];
  if (!chain) {
    Budget part = budget_;
    part.states = most;
    chain = grow_by_likelihood(*rules_, part, Judge::no, stop, watched).chain;
    chain->freeze();
  }
  return *chain;
}

const Chain* Grown::whole_chain(const std::atomic<bool>& stop, Progress* watched) {
  const std::scoped_lock lock(mutex_);
  if (!whole_ && may_be_small_) {
    Budget part = budget_;
    part.states = std::min(budget_.states, most_states_of_caller);
    whole_ = frozen(grow_in_order(*rules_, part, stop, watched));
    may_be_small_ = whole_ != nullptr;
  }
  return whole_.get();
}

std::uint64_t end_of_level(std::uint64_t first, std::uint64_t last) {
  const std::size_t next = level_of(first) + 1;
  return next < levels.size() ? std::min(last, levels[next].first) : last;
}

}  // namespace boxcars::sim
