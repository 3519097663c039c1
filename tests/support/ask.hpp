#pragma once

#include <algorithm>
#include <atomic>
#include <cmath>
#include <map>
#include <stdexcept>
#include <string>

#include "sim/exact/solve.hpp"
#include "sim/exact/solve_calls.hpp"
#include "sim/run/ask.hpp"
#include "sim/state_space/chain.hpp"
#include "sim/trials/counts.hpp"
#include "sim/trials/simulate.hpp"

namespace boxcars::test {

inline const std::atomic<bool> never_stop{false};

/// How far two solutions are from each other, at most.
inline double difference(const sim::Odds& a, const sim::Odds& b) {
  double most = 0;
  for (std::size_t i = 0; i < a.events.size(); ++i) most = std::max(most, std::abs(a.events[i] - b.events[i]));
  for (std::size_t i = 0; i < a.measures.size(); ++i) {
    std::map<int, double> differences = a.measures[i];
    for (const auto& [value, odds] : b.measures[i]) differences[value] -= odds;
    for (const auto& [value, odds] : differences) most = std::max(most, std::abs(odds));
  }
  return most;
}

/// Whether a solution without odds has bounds that hold the odds, as far as sums of numbers do.
inline bool holds(const sim::Solution& solution, const sim::Odds& odds) {
  constexpr double rounding = 1e-13;
  if (solution.odds || solution.lower_bounds.size() != odds.events.size()) return false;
  for (std::size_t i = 0; i < odds.events.size(); ++i) {
    const double least = solution.lower_bounds[i];
    if (!(least <= odds.events[i] + rounding && odds.events[i] <= least + solution.truncated_mass + rounding)) return false;
  }
  return true;
}

/// The solution of a process of its own chain. A caller is solved in both ways; throws if they differ.
template <class P>
sim::Solution solved(const P& process, sim::Budget budget = {}) {
  const auto rules = sim::rules_of(process);
  sim::Chain chain(*rules);
  sim::Solution solution = sim::solve(chain, budget, never_stop);
  if (const sim::Program* program = rules->program() ? rules->program() : rules->double_for_odds(); program && solution.odds) {
    const auto by_calls = sim::solve_calls(*program, rules->event_count(), rules->measure_count(), {}, never_stop);
    if (!by_calls.odds || !(difference(*solution.odds, *by_calls.odds) < 1e-12)) throw std::runtime_error("by calls the odds are others");
  }
  return solution;
}

/// Exact odds of a question's events by name.
template <class Question>
std::map<std::string, double> exact_odds(const Question& question) {
  const sim::Odds solution = solved(question).odds.value();
  std::map<std::string, double> odds;
  for (std::size_t i = 0; i < question.event_names().size(); ++i) odds[question.event_names()[i]] = solution.events[i];
  return odds;
}

/// Exact distributions of a question's measures by name.
template <class Question>
std::map<std::string, std::map<int, double>> exact_measures(const Question& question) {
  const sim::Odds solution = solved(question).odds.value();
  std::map<std::string, std::map<int, double>> measures;
  for (std::size_t i = 0; i < question.measure_names().size(); ++i) measures[question.measure_names()[i]] = solution.measures[i];
  return measures;
}

/// A simulated tally.
template <class Question>
sim::Tally simulated(const Question& question, std::uint64_t trials, int threads = 1, std::uint64_t seed = 1, sim::Budget budget = {}) {
  sim::Settings settings{
      .method = sim::Method::simulate, .stop_rule = sim::AfterTrials{trials}, .seed = seed, .threads = threads, .budget = budget};
  return sim::ask(sim::rules_of(question), "test", settings, never_stop).tally.value();
}

/// The tally of one batch on a frozen chain.
inline sim::Tally batch_of(const sim::Chain& chain, const sim::StreamKey& key, std::uint32_t trials) {
  sim::Simulator simulator(chain);
  sim::Tally tally(chain.rules().event_count(), chain.rules().measure_count());
  sim::Counts counts(tally);
  simulator.batch(key, trials, counts, never_stop);
  counts.add_to(tally, chain);
  return tally;
}

}  // namespace boxcars::test
