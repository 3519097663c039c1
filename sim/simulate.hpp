#pragma once

#include <atomic>
#include <cstdint>
#include <utility>
#include <vector>

#include "sim/chain.hpp"
#include "sim/counts.hpp"
#include "sim/dice_stream.hpp"
#include "sim/trial.hpp"

namespace boxcars::sim {

/// Trials in a batch: the only unit of seeding, scheduling, stopping and resuming.
inline constexpr std::uint32_t batch_trials = 524'288;

/// Throws whole batches of trials through a frozen chain: trials in the same state are exchangeable, so a count a state is all that
/// is kept, and every die is thrown. One per thread.
class Simulator {
 public:
  explicit Simulator(const Chain& chain, InstructionSet with = best_instruction_set());

  /// Counts what one batch of `trials` trials gives, 1 <= trials <= batch_trials. When `stop` becomes true it is given up, false is the
  /// result, and the simulator is of no more use.
  bool batch(const StreamKey& key, std::uint32_t trials, Counts& counts, const std::atomic<bool>& stop);

 private:
  void arrive(std::uint32_t id, std::uint32_t count);
  void push(std::uint32_t id, std::uint32_t count);
  void follow(const Branch& branch, std::uint32_t count);
  void end(std::uint32_t id, std::uint32_t count);
  void tally_walked(const Settled& settled, int lap);
  void walk();

  DiceStream dice_;
  const Chain* chain_;
  std::vector<std::uint32_t> trials_at_;             // by state
  std::vector<std::vector<std::uint32_t>> waiting_;  // by stage: states with trials, in the order in which the batch reached them
  std::vector<std::pair<std::uint32_t, std::uint32_t>> next_lap_;  // states and trials that enter them in the next lap
  int lap_ = 1;
  Counts* counts_ = nullptr;  // of the batch under way
  Trial alone_;               // a trial that has left the chain
};

}  // namespace boxcars::sim
