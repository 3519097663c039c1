#include "sim/run/ask.hpp"

#include <algorithm>
#include <atomic>
#include <new>
#include <utility>
#include <vector>

#include "sim/resources/runner.hpp"
#include "sim/run/compiled_model.hpp"
#include "sim/trials/counts.hpp"
#include "sim/trials/dice_stream.hpp"

namespace boxcars::sim {

Wanted wanted(Method method) { return method == Method::simulate ? Wanted::trials : Wanted::odds; }

namespace {

// A run of batches on as many threads as the settings say.
class Run {
 public:
  Run(CompiledModel& compiled, const Settings& settings, const std::atomic<bool>& stop, Progress& progress)
      : compiled_(compiled),
        settings_(settings),
        stop_(stop),
        progress_(progress),
        tallies_(static_cast<std::size_t>(settings.threads), compiled.no_trials()) {}

  /// The tally of these batches in a run of `trials`: of all of them, or of those before the first that was given up.
  Tally thrown(BatchRange batches, std::uint64_t trials) {
    BatchSum done(batches.first, compiled_.no_trials());
    std::atomic<bool> halted{false};
    run_batches(batches.first, batches.last, settings_.threads, halted, [&](int worker, std::uint64_t batch) {
      Tally& tally = tallies_[static_cast<std::size_t>(worker)];
      if (!throw_batch(batch, trials, tally)) {
        halted = true;
        return;
      }
      progress_.trials.fetch_add(tally.trials, std::memory_order_relaxed);
      progress_.poll();
      done.add(batch, tally);
    });
    return std::move(done).sum();
  }

  /// False if there is too little memory for it.
  bool prepare_for(std::uint64_t batch) {
    try {
      progress_.growing.store(true, std::memory_order_relaxed);
      compiled_.prepare_for(batch, stop_, &progress_);
      progress_.growing.store(false, std::memory_order_relaxed);
    } catch (const std::bad_alloc&) {
      is_out_of_memory_ = true;
    }
    return !is_out_of_memory_;
  }

  bool is_out_of_memory() const { return is_out_of_memory_; }

 private:
  bool throw_batch(std::uint64_t batch, std::uint64_t trials, Tally& tally) {
    try {
      return !stop_.load(std::memory_order_relaxed) && compiled_.throw_batches({batch, batch + 1}, trials, settings_.seed, stop_, tally);
    } catch (const std::bad_alloc&) {
      is_out_of_memory_ = true;
      return false;
    }
  }

  CompiledModel& compiled_;
  const Settings& settings_;
  const std::atomic<bool>& stop_;
  Progress& progress_;
  std::vector<Tally> tallies_;  // by worker
  std::atomic<bool> is_out_of_memory_{false};
};

}  // namespace

Findings ask(std::shared_ptr<const Rules> rules, std::string_view canonical, const Settings& settings, const std::atomic<bool>& stop,
             Progress* watched) {
  Progress unwatched;
  Progress& progress = watched ? *watched : unwatched;
  if (settings.method == Method::exact) {
    const ChainSelection selection(*rules, settings.budget, Wanted::odds, stop, &progress);
    return {.odds = selection.odds(),
            .why = selection.why(),
            .truncated_mass = selection.truncated_mass(),
            .lower_bounds = selection.lower_bounds(),
            .interrupted = selection.why() == NoOdds::interrupted};
  }
  CompiledModel compiled(std::move(rules), question_hash(canonical), settings.budget, wanted(settings.method), settings.instruction_set,
                         stop, &progress);
  Findings findings{.why = compiled.why, .truncated_mass = compiled.truncated_mass};
  if (settings.method == Method::both) {
    findings.odds = std::move(compiled.odds);
    findings.lower_bounds = std::move(compiled.lower_bounds);
  }
  Tally tally = compiled.no_trials();
  Run run(compiled, settings, stop, progress);
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
      if (run.prepare_for(first) && !stop.load(std::memory_order_relaxed)) tally += run.thrown({first, end}, goal);
      findings.interrupted = tally.trials < std::min(goal, end * batch_trials);
    }
    findings.out_of_memory = run.is_out_of_memory();
    findings.interrupted = findings.interrupted && !findings.out_of_memory;
    if (findings.interrupted || findings.out_of_memory) break;
  }
  if (findings.out_of_memory && tally.trials == 0 && !findings.odds) throw std::bad_alloc();
  findings.tally = std::move(tally);
  return findings;
}

}  // namespace boxcars::sim
