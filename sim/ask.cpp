#include "sim/ask.hpp"

#include <algorithm>
#include <utility>
#include <vector>

#include "sim/counts.hpp"
#include "sim/dice_stream.hpp"
#include "sim/prepared.hpp"
#include "sim/runner.hpp"

namespace boxcars::sim {

Wanted wanted(Method method) { return method == Method::simulate ? Wanted::trials : Wanted::odds; }

namespace {

// A run of batches, by as many threads as the settings have.
class Run {
 public:
  Run(Prepared& prepared, const Settings& settings, const std::atomic<bool>& stop, Progress& progress)
      : prepared_(prepared),
        settings_(settings),
        stop_(stop),
        progress_(progress),
        tallies_(static_cast<std::size_t>(settings.threads), prepared.no_trials()) {}

  /// What they give in a run of so many trials: all of them, or those before the first that was given up.
  Tally thrown(BatchRange batches, std::uint64_t trials) {
    BatchSum done(batches.first, prepared_.no_trials());
    run_batches(batches.first, batches.last, settings_.threads, stop_, [&](int worker, std::uint64_t batch) {
      Tally& tally = tallies_[static_cast<std::size_t>(worker)];
      if (!prepared_.throw_batches({batch, batch + 1}, trials, settings_.seed, stop_, tally)) return;
      progress_.trials.fetch_add(tally.trials, std::memory_order_relaxed);
      progress_.look();
      done.add(batch, tally);
    });
    return std::move(done).sum();
  }

 private:
  Prepared& prepared_;
  const Settings& settings_;
  const std::atomic<bool>& stop_;
  Progress& progress_;
  std::vector<Tally> tallies_;  // of each worker
};

}  // namespace

Findings ask(std::shared_ptr<const Rules> rules, std::string_view canonical, const Settings& settings, const std::atomic<bool>& stop,
             Progress* watched) {
  Progress unwatched;
  Progress& progress = watched ? *watched : unwatched;
  if (settings.method == Method::exact) {
    const Grown grown(*rules, settings.budget, Wanted::odds, stop, &progress);
    return {.odds = grown.odds(),
            .why = grown.why(),
            .neglected = grown.neglected(),
            .least = grown.least(),
            .interrupted = grown.why() == NoOdds::interrupted};
  }
  Prepared prepared(std::move(rules), question_hash(canonical), settings.budget, wanted(settings.method), settings.instruction_set, stop,
                    &progress);
  Findings findings{.why = prepared.why, .neglected = prepared.neglected};
  if (settings.method == Method::both) {
    findings.odds = std::move(prepared.odds);
    findings.least = std::move(prepared.least);
  }
  Tally tally = prepared.no_trials();
  Run run(prepared, settings, stop, progress);
  for (;;) {
    const std::uint64_t goal = next_checkpoint(settings.stop_rule, tally);
    if (goal <= tally.trials) break;
    progress.goal_is_end.store(std::holds_alternative<AfterTrials>(settings.stop_rule), std::memory_order_relaxed);
    progress.goal.store(goal, std::memory_order_relaxed);
    if (tally.trials > 0) progress.foreseen.store(foreseen_end(settings.stop_rule, tally), std::memory_order_relaxed);
    // Every checkpoint but the last is a whole number of batches.
    const std::uint64_t last = batches_of(goal);
    for (std::uint64_t first = tally.trials / batch_trials; first < last && !findings.interrupted; first = end_of_level(first, last)) {
      const std::uint64_t end = end_of_level(first, last);
      progress.growing.store(true, std::memory_order_relaxed);
      prepared.prepare_for(first, stop, &progress);
      progress.growing.store(false, std::memory_order_relaxed);
      if (!stop.load(std::memory_order_relaxed)) tally += run.thrown({first, end}, goal);
      findings.interrupted = tally.trials < std::min(goal, end * batch_trials);
    }
    if (findings.interrupted) break;
  }
  findings.tally = std::move(tally);
  return findings;
}

}  // namespace boxcars::sim
