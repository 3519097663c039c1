#pragma once

#include <atomic>
#include <map>
#include <string>

#include "sim/ask.hpp"
#include "sim/chain.hpp"
#include "sim/counts.hpp"
#include "sim/simulate.hpp"
#include "sim/solve.hpp"

namespace boxcars::test {

inline const std::atomic<bool> never_stop{false};

/// The solution of a process of its own chain.
template <class P>
sim::Solution solved(const P& process, sim::Budget budget = {}) {
  const auto rules = sim::rules_of(process);
  sim::Chain chain(*rules);
  return sim::solve(chain, budget, never_stop);
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
