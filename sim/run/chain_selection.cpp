#include "sim/run/chain_selection.hpp"

#include <algorithm>
#include <new>
#include <utility>

#include "sim/exact/solve_calls.hpp"

namespace boxcars::sim {
namespace {

std::size_t level_of(std::uint64_t batch) {
  const auto above =
      std::upper_bound(levels.begin(), levels.end(), batch, [](std::uint64_t b, const Level& level) { return b < level.first; });
  return static_cast<std::size_t>(above - levels.begin()) - 1;
}

// A chain as far as it was grown, and its solution.
struct Growth {
  std::shared_ptr<Chain> chain{};
  Solution solution{.truncated_mass = 1};
  NoOdds why = NoOdds::not_wanted;
  bool is_whole() const { return chain && (solution.odds || why == NoOdds::too_much_truncated); }
};

// Freezes the chain for trials; null if it is not whole.
std::shared_ptr<Chain> frozen(const Growth& growth) {
  if (!growth.is_whole()) return nullptr;
  growth.chain->freeze();
  return growth.chain;
}

void solve_on(Growth& growth, const Budget& budget, const std::atomic<bool>& stop, Progress* watched) {
  growth.solution = solve(*growth.chain, budget, stop, watched);
  growth.why = stop.load(std::memory_order_relaxed)    ? NoOdds::interrupted
               : growth.chain->size() >= budget.states ? NoOdds::too_many_states
                                                       : NoOdds::too_much_truncated;
}

// Expands states in the order of their throws.
Growth grow_in_order(const Rules& rules, const Budget& budget, const std::atomic<bool>& stop, Progress* watched) {
  Growth growth{.chain = std::make_shared<Chain>(rules)};
  solve_on(growth, budget, stop, watched);
  return growth;
}

enum class Judge : bool { no, yes };

// Expands the likely states first, then those ten times less likely, and so on; otherwise the budget would go to unlikely states of the
// first throws. With a judge it is given up early if the truncated mass falls too slowly for the states that it costs. In chains that fit,
// each round divides the truncated mass by more than the factor by which the states grow. Where it does not, the whole budget would be
// spent for nothing. The more of the budget is gone, the more is asked.
Growth grow_by_likelihood(const Rules& rules, const Budget& budget, Judge judge, const std::atomic<bool>& stop, Progress* watched) {
  constexpr double first_threshold = 1e-3, last_threshold = 1e-7;
  constexpr double nothing_gained = 0.99;
  Growth growth{.chain = std::make_shared<Chain>(rules)};
  double states_before = 0, truncated_before = 1;
  for (double threshold = first_threshold; threshold > last_threshold / 2; threshold /= 10) {
    Budget part = budget;
    part.threshold = std::max(threshold, budget.threshold);
    solve_on(growth, part, stop, watched);
    if (growth.why != NoOdds::too_much_truncated) return growth;
    const auto states = static_cast<double>(growth.chain->size());
    const double truncated_mass = growth.solution.truncated_mass, used = states / budget.states;
    if (judge == Judge::yes && used >= 1.0 / 8 && truncated_before < nothing_gained &&
        truncated_before < truncated_mass * (1 + 4 * used * (states / states_before - 1))) {
      growth.solution.odds.reset();
      growth.why = NoOdds::would_not_fit;
      return growth;
    }
    states_before = states, truncated_before = truncated_mass;
  }
  solve_on(growth, budget, stop, watched);
  return growth;
}

// A second model for the odds that is not solved in a second is not worth more: the question is one for trials.
Budget of_a_double(Budget budget) {
  budget.entries = std::min(budget.entries, std::size_t{1} << 24);
  budget.multiplications = std::min(budget.multiplications, std::uint64_t{1} << 29);
  budget.laps = std::uint64_t{1} << 12;
  return budget;
}

}  // namespace

ChainSelection::ChainSelection(const Rules& rules, const Budget& budget, Wanted wanted, const std::atomic<bool>& stop, Progress* watched)
    : rules_(&rules), budget_(budget) {
  Budget small = budget;
  const Program* program = rules.program();
  const bool may_call = program && program->changing_components() > 0;
  small.states = std::min(budget.states, may_call ? few_states_of_caller : levels.front().states);
  Growth growth = grow_in_order(rules, small, stop, watched);
  calls_ = may_call && growth.why == NoOdds::too_many_states && !growth.solution.odds;
  if (calls_ && wanted == Wanted::odds) solve_callers(*program, budget, stop, watched);
  // A single component that does not fit may have bounds as one process.
  if (calls_ && !(program->changing_components() == 1 && why_ == NoOdds::too_many_states)) return;
  if (growth.why == NoOdds::too_many_states && !growth.solution.odds && rules.double_for_odds()) {
    growth = {};
    if (wanted == Wanted::odds) solve_callers(*rules.double_for_odds(), of_a_double(budget), stop, watched);
    return;
  }
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

void ChainSelection::solve_callers(const Program& program, const Budget& budget, const std::atomic<bool>& stop, Progress* watched) {
  solution_.truncated_mass = 1;
  try {
    solution_ = solve_calls(program, rules_->event_count(), rules_->measure_count(), budget, stop, watched);
  } catch (const std::bad_alloc&) {
    why_ = NoOdds::too_little_memory;
    return;
  }
  why_ = solution_.odds                         ? NoOdds::not_wanted
         : stop.load(std::memory_order_relaxed) ? NoOdds::interrupted
         : solution_.is_beyond_budget           ? NoOdds::too_many_states
                                                : NoOdds::too_much_truncated;
}

const Chain& ChainSelection::chain_of(std::uint64_t batch, const std::atomic<bool>& stop, Progress* watched) {
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

const Chain* ChainSelection::whole_chain(const std::atomic<bool>& stop, Progress* watched) {
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
