#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <vector>

#include "sim/counts.hpp"
#include "sim/dice_stream.hpp"
#include "sim/grown.hpp"
#include "sim/simulate.hpp"
#include "sim/tally.hpp"

namespace boxcars::sim {

/// Batches of a run, `first` to `last` - 1.
struct BatchRange {
  std::uint64_t first = 0;
  std::uint64_t last = 0;
  bool operator==(const BatchRange&) const = default;
};

/// The batches of a run of so many trials.
inline std::uint64_t batches_of(std::uint64_t trials) { return (trials + batch_trials - 1) / batch_trials; }

/// A question whose chain is grown, solved and frozen: any thread can throw any of its batches.
class Prepared {
 public:
  /// `question` is the hash of its canonical text. Throws NeverEnds. When `stop` becomes true, what is prepared is of no use.
  Prepared(std::shared_ptr<const Rules> rules, std::uint64_t question, const Budget& budget, Wanted wanted, InstructionSet with,
           const std::atomic<bool>& stop);

  /// What its batches give in a run of `trials` (whose last batch may be short); nothing if `stop` became true before they were done.
  std::optional<Tally> throw_batches(BatchRange batches, std::uint64_t trials, std::uint64_t seed, const std::atomic<bool>& stop);

  std::uint64_t states = 0;       ///< of the question; the budget's if they are more, or would be
  std::uint64_t fingerprint = 0;  ///< of the rules over the chain of the first batches
  double neglected = 0;           ///< probability that the states which were grown do not cover
  std::optional<Odds> odds{};     ///< exact, if the states fit the budget

 private:
  struct Worker {
    const Chain* chain;
    Simulator simulator;
    Counts counts;
    Counts sum;
  };
  std::unique_ptr<Worker> take_worker(const Chain& chain);
  std::optional<Tally> throw_level(BatchRange batches, std::uint64_t trials, std::uint64_t seed, const std::atomic<bool>& stop);

  std::shared_ptr<const Rules> rules_;
  std::uint64_t question_;
  InstructionSet with_;
  Grown grown_;
  std::mutex mutex_;
  std::vector<std::unique_ptr<Worker>> idle_;
};

}  // namespace boxcars::sim
