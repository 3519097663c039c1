#include "sim/ask.hpp"

#include <algorithm>
#include <utility>
#include <vector>

#include "sim/chain.hpp"
#include "sim/counts.hpp"
#include "sim/dice_stream.hpp"
#include "sim/grown.hpp"
#include "sim/runner.hpp"
#include "sim/simulate.hpp"

namespace boxcars::sim {
namespace {

// Counts of trials that all threads together hold at most (4 bytes each), unless one thread needs more.
constexpr std::size_t most_counts = std::size_t{1} << 27;

}  // namespace

Findings ask(const Rules& rules, std::string_view canonical, const Settings& settings, const std::atomic<bool>& stop, Progress* watched) {
  Progress unwatched;
  Progress& progress = watched ? *watched : unwatched;
  Findings findings;
  Grown grown(rules, settings.budget, settings.method == Method::exact ? Wanted::odds : Wanted::odds_and_trials, stop, &progress);
  const Chain& chain = grown.chain();
  findings.states = grown.states;
  findings.neglected = grown.solution.neglected;
  if (settings.method == Method::exact) findings.interrupted = stop.load(std::memory_order_relaxed) && !grown.solution.odds;
  if (settings.method != Method::simulate) findings.odds = std::move(grown.solution.odds);
  if (settings.method != Method::exact) {
    const std::uint64_t question = question_hash(canonical);
    // Every thread has a count a state; a large chain is for few threads, lest memory grow with both.
    const int threads = std::clamp(static_cast<int>(most_counts / chain.size()), 1, settings.threads);
    struct Worker {
      Simulator simulator;
      Counts counts;
    };
    std::vector<std::optional<Worker>> workers(static_cast<std::size_t>(threads));
    Tally tally(rules.event_count(), rules.measure_count());
    const Counts none(tally);
    for (;;) {
      const std::uint64_t goal = next_checkpoint(settings.stop_rule, tally);
      if (goal <= tally.trials) break;
      if (stop.load(std::memory_order_relaxed)) {
        findings.interrupted = true;
        break;
      }
      progress.goal_is_end.store(std::holds_alternative<AfterTrials>(settings.stop_rule), std::memory_order_relaxed);
      progress.goal.store(goal, std::memory_order_relaxed);
      // Every checkpoint but the last is a whole number of batches.
      const std::uint64_t first = tally.trials / batch_trials;
      const std::uint64_t last = (goal + batch_trials - 1) / batch_trials;
      BatchSum done(first, none);
      run_batches(first, last, threads, stop, [&](int number, std::uint64_t batch) {
        auto& worker = workers[static_cast<std::size_t>(number)];
        if (!worker) worker.emplace(Worker{Simulator(chain, settings.instruction_set), none});
        const auto trials = static_cast<std::uint32_t>(std::min<std::uint64_t>(batch_trials, goal - batch * batch_trials));
        if (!worker->simulator.batch({question, settings.seed, batch}, trials, worker->counts, stop)) return;
        done.add(batch, worker->counts);
        progress.trials.fetch_add(trials, std::memory_order_relaxed);
      });
      tally += tally_of(std::move(done).sum(), chain);
    }
    findings.tally = std::move(tally);
  }
  return findings;
}

}  // namespace boxcars::sim
