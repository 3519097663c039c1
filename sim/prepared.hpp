#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "sim/counts.hpp"
#include "sim/dice_stream.hpp"
#include "sim/grown.hpp"
#include "sim/simulate.hpp"
#include "sim/simulate_calls.hpp"
#include "sim/tally.hpp"
#include "sim/workers.hpp"

namespace boxcars::sim {

/// Batches of a run, `first` to `last` - 1.
struct BatchRange {
  std::uint64_t first = 0;
  std::uint64_t last = 0;
  bool operator==(const BatchRange&) const = default;
};

/// The batches of a run of so many trials.
inline std::uint64_t batches_of(std::uint64_t trials) { return (trials + batch_trials - 1) / batch_trials; }

/// A question whose chains are grown and solved: any thread can throw any of its batches.
class Prepared {
 public:
  /// `question` is the hash of its canonical text. Throws NeverEnds. When `stop` becomes true, what is prepared is of no use.
  Prepared(std::shared_ptr<const Rules> rules, std::uint64_t question, const Budget& budget, Wanted wanted, InstructionSet with,
           const std::atomic<bool>& stop, Progress* watched = nullptr);

  /// Grows the chain that a batch is thrown through, before it is thrown: else the first thread that does will.
  void prepare_for(std::uint64_t batch, const std::atomic<bool>& stop, Progress* watched = nullptr);

  /// Clears the tally, and adds what batches give in a run of `trials` (whose last batch may be short). False if `stop` became true
  /// before they were done; then it is of no use. Threads beyond those that there is memory for wait for each other.
  bool throw_batches(BatchRange batches, std::uint64_t trials, std::uint64_t seed, const std::atomic<bool>& stop, Tally& tally);

  /// An empty tally of the question.
  Tally no_trials() const { return {rules_->event_count(), rules_->measure_count()}; }

  std::uint64_t states = 0;       ///< of the chain of the first batches, or a caller's
  std::uint64_t fingerprint = 0;  ///< of that chain, whatever chains later batches are thrown through; of a caller, of a few of its trials
  double neglected = 0;           ///< probability that the exact odds leave out; 1 if that is not known
  std::optional<Odds> odds{};     ///< exact
  std::vector<double> least{};    ///< without them: what each event's are at least; at most `neglected` more
  NoOdds why = NoOdds::not_wanted;

 private:
  struct Worker {
    const Chain* chain;
    Simulator simulator;
    Counts counts;
    Counts sum;
    std::size_t size() const { return chain->size(); }
  };
  Workers<Worker>::Taken take_worker(const Chain& chain);
  Workers<CallSimulator>::Taken take_caller();
  // Through which a batch is thrown; nothing: as calls.
  const Chain* chain_at(std::uint64_t batch, const std::atomic<bool>& stop, Progress* watched = nullptr);
  bool throw_calls(BatchRange batches, std::uint64_t trials, std::uint64_t seed, const std::atomic<bool>& stop, Tally& tally);
  bool throw_through(const Chain& chain, BatchRange batches, std::uint64_t trials, std::uint64_t seed, const std::atomic<bool>& stop,
                     Tally& tally);

  std::shared_ptr<const Rules> rules_;
  std::uint64_t question_;
  InstructionSet with_;
  Grown grown_;
  bool calls_ = false;  // trials are thrown as a caller's
  Workers<Worker> workers_;
  Workers<CallSimulator> callers_;
};

}  // namespace boxcars::sim
