#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "sim/resources/worker_pool.hpp"
#include "sim/run/chain_selection.hpp"
#include "sim/statistics/batches.hpp"
#include "sim/statistics/tally.hpp"
#include "sim/trials/counts.hpp"
#include "sim/trials/dice_stream.hpp"
#include "sim/trials/simulate.hpp"
#include "sim/trials/simulate_calls.hpp"

namespace boxcars::sim {

/// A question compiled for the engine: its chains are grown and solved, and any thread can throw any of its batches.
class CompiledModel {
 public:
  /// `question` is the hash of the question's canonical text. Throws NeverEnds. When `stop` becomes true, the model is of no use.
  CompiledModel(std::shared_ptr<const Rules> rules, std::uint64_t question, const Budget& budget, Wanted wanted, InstructionSet with,
                const std::atomic<bool>& stop, Progress* watched = nullptr);

  /// Grows the chain that a batch is thrown through; otherwise the first thread that throws the batch will.
  void prepare_for(std::uint64_t batch, const std::atomic<bool>& stop, Progress* watched = nullptr);

  /// Clears the tally, and adds what the batches give in a run of `trials` (whose last batch may be short). False if `stop` became true
  /// before they were done; then the tally is of no use. Threads for which there is no memory wait for the others.
  bool throw_batches(BatchRange batches, std::uint64_t trials, std::uint64_t seed, const std::atomic<bool>& stop, Tally& tally);

  /// An empty tally of the question.
  Tally no_trials() const { return {rules_->event_count(), rules_->measure_count()}; }

  std::uint64_t states = 0;       ///< of the chain of the first batches, or of a caller's graph
  std::uint64_t fingerprint = 0;  ///< of that chain, whatever chains later batches are thrown through; for a caller, of a few of its trials
  double truncated_mass = 0;      ///< probability that the exact odds leave out; 1 if that is not known
  std::optional<Odds> odds{};     ///< exact odds
  std::vector<double> lower_bounds{};  ///< without odds: lower bounds of the events' odds; each is at most truncated_mass too low
  NoOdds why = NoOdds::not_wanted;

 private:
  struct Worker {
    const Chain* chain;
    Simulator simulator;
    Counts counts;
    Counts sum;
    std::size_t size() const { return chain->size(); }
  };
  WorkerPool<Worker>::Taken take_worker(const Chain& chain);
  WorkerPool<CallSimulator>::Taken take_caller();
  // The chain that a batch is thrown through; null if it is thrown as a caller's.
  const Chain* chain_at(std::uint64_t batch, const std::atomic<bool>& stop, Progress* watched = nullptr);
  bool throw_calls(BatchRange batches, std::uint64_t trials, std::uint64_t seed, const std::atomic<bool>& stop, Tally& tally);
  bool throw_through(const Chain& chain, BatchRange batches, std::uint64_t trials, std::uint64_t seed, const std::atomic<bool>& stop,
                     Tally& tally);

  std::shared_ptr<const Rules> rules_;
  std::uint64_t question_;
  InstructionSet with_;
  ChainSelection selection_;
  bool calls_ = false;  // whether trials are thrown as a caller's
  WorkerPool<Worker> workers_;
  WorkerPool<CallSimulator> callers_;
};

}  // namespace boxcars::sim
