#include "sim/ask.hpp"

#include <algorithm>
#include <utility>
#include <vector>

#include "sim/chain.hpp"
#include "sim/counts.hpp"
#include "sim/dice_stream.hpp"
#include "sim/grown.hpp"
#include "sim/prepared.hpp"
#include "sim/runner.hpp"
#include "sim/simulate.hpp"

namespace boxcars::sim {
namespace {

// Counts of trials that all threads together hold at most (4 bytes each), unless one thread needs more.
constexpr std::size_t most_counts = std::size_t{1} << 27;

struct Run {
  std::uint64_t question;
  const Settings* settings;
  const std::atomic<bool>* stop;
  Progress* progress;
};

// What batches of one level give, in a run of so many trials: all of them, or those before the first that was given up.
Tally thrown(Grown& grown, BatchRange batches, std::uint64_t trials, const Run& run) {
  const Chain& chain = grown.chain_of(batches.first, *run.stop);
  const Counts none(Tally(chain.rules().event_count(), chain.rules().measure_count()));
  // Every thread has a count a state; a large chain is for few threads, lest memory grow with both.
  const int threads = std::clamp(static_cast<int>(most_counts / chain.size()), 1, run.settings->threads);
  struct Worker {
    Simulator simulator;
    Counts counts;
  };
  std::vector<std::optional<Worker>> workers(static_cast<std::size_t>(threads));
  BatchSum done(batches.first, none);
  run_batches(batches.first, batches.last, threads, *run.stop, [&](int number, std::uint64_t batch) {
    auto& worker = workers[static_cast<std::size_t>(number)];
    if (!worker) worker.emplace(Worker{Simulator(chain, run.settings->instruction_set), none});
    const auto here = static_cast<std::uint32_t>(std::min<std::uint64_t>(batch_trials, trials - batch * batch_trials));
    if (!worker->simulator.batch({run.question, run.settings->seed, batch}, here, worker->counts, *run.stop)) return;
    done.add(batch, worker->counts);
    run.progress->trials.fetch_add(here, std::memory_order_relaxed);
  });
  return tally_of(std::move(done).sum(), chain);
}

}  // namespace

Wanted wanted(Method method) {
  switch (method) {
    case Method::both:
      return Wanted::odds_and_trials;
    case Method::simulate:
      return Wanted::trials;
    case Method::exact:
      break;
  }
  return Wanted::odds;
}

Findings ask(const Rules& rules, std::string_view canonical, const Settings& settings, const std::atomic<bool>& stop, Progress* watched) {
  Progress unwatched;
  Progress& progress = watched ? *watched : unwatched;
  Findings findings;
  Grown grown(rules, settings.budget, wanted(settings.method), stop, &progress);
  findings.states = grown.states();
  findings.short_of_memory = grown.short_of_memory();
  findings.neglected = grown.solution().neglected;
  if (settings.method != Method::simulate) findings.odds = grown.solution().odds;
  if (settings.method == Method::exact) {
    findings.interrupted = stop.load(std::memory_order_relaxed) && !findings.odds;
    return findings;
  }
  const Run run{.question = question_hash(canonical), .settings = &settings, .stop = &stop, .progress = &progress};
  Tally tally(rules.event_count(), rules.measure_count());
  for (;;) {
    const std::uint64_t goal = next_checkpoint(settings.stop_rule, tally);
    if (goal <= tally.trials) break;
    progress.goal_is_end.store(std::holds_alternative<AfterTrials>(settings.stop_rule), std::memory_order_relaxed);
    progress.goal.store(goal, std::memory_order_relaxed);
    // Every checkpoint but the last is a whole number of batches.
    const std::uint64_t last = batches_of(goal);
    for (std::uint64_t first = tally.trials / batch_trials; first < last && !findings.interrupted; first = end_of_level(first, last)) {
      if (!stop.load(std::memory_order_relaxed)) tally += thrown(grown, {first, end_of_level(first, last)}, goal, run);
      findings.interrupted = tally.trials < std::min(goal, end_of_level(first, last) * batch_trials);
    }
    if (findings.interrupted) break;
  }
  findings.tally = std::move(tally);
  return findings;
}

}  // namespace boxcars::sim
