#pragma once

#include <atomic>
#include <cstdint>
#include <utility>
#include <vector>

#include "sim/state_space/chain.hpp"
#include "sim/statistics/batches.hpp"
#include "sim/trials/counts.hpp"
#include "sim/trials/dice_stream.hpp"
#include "sim/trials/trial.hpp"

namespace boxcars::sim {

/// Throws whole batches of trials through a frozen chain. Trials in the same state are exchangeable, so one count for each state is all
/// that is kept, and every die is thrown. Each thread has its own.
class Simulator {
 public:
  explicit Simulator(const Chain& chain, InstructionSet with = best_instruction_set());

  /// Counts what one batch of `trials` trials gives, 1 <= trials <= batch_trials. When `stop` becomes true the batch is given up, the
  /// result is false, and the simulator is of no more use.
  bool batch(const StreamKey& key, std::uint32_t trials, Counts& counts, const std::atomic<bool>& stop);

 private:
  void arrive(std::uint32_t id, std::uint32_t count);
  void push(std::uint32_t id, std::uint32_t count);
  void follow(const Transition& transition, std::uint32_t count);
  void end(std::uint32_t id, std::uint32_t count);
  void tally_walked(const TransitionLabel& label, int lap);
  void walk();

  DiceStream dice_;
  const Chain* chain_;
  std::vector<std::uint32_t> trials_at_;             // by state
  std::vector<std::vector<std::uint32_t>> waiting_;  // by stage: states with trials, in the order in which the batch reached them
  std::vector<std::pair<std::uint32_t, std::uint32_t>> next_lap_;  // states, and the trials that enter them in the next lap
  int lap_ = 1;
  Counts* counts_ = nullptr;  // of the batch under way
  Trial alone_;               // takes trials that have left the chain
};

}  // namespace boxcars::sim
