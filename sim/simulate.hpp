#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <cstdint>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "sim/chain.hpp"
#include "sim/dice_stream.hpp"
#include "sim/tally.hpp"

namespace boxcars::sim {

/// Trials in a batch: the only unit of seeding, scheduling, stopping and resuming.
inline constexpr std::uint32_t batch_trials = 262'144;

/// Throws whole batches of trials through a frozen chain: trials in the same state are exchangeable, so a count a state is all that
/// is kept, and every die is thrown. One per thread.
template <Process P>
class Simulator {
 public:
  explicit Simulator(const Chain<P>& chain)
      : chain_(&chain), trials_at_(chain.size()), waiting_(static_cast<std::size_t>(chain.stages())) {}

  /// Throws one batch of `trials` trials, 1 <= trials <= batch_trials. When `stop` becomes true it is given up, and so is the simulator.
  std::optional<Tally> batch(DiceStream dice, std::uint32_t trials, const std::atomic<bool>& stop) {
    walked_ = Tally(chain_->process().event_count(), chain_->process().measure_count());
    walked_.trials = trials;
    settled_counts_.clear();
    lap_ = 1;
    settled_counts_.add(*chain_, chain_->start_settlement(), lap_, trials);
    arrive(Chain<P>::start, trials);
    for (;; ++lap_) {
      if (stop.load(std::memory_order_relaxed)) return std::nullopt;
      for (auto& stage : waiting_) {
        // A loop appends to its own stage, until nobody is left in it.
        for (std::size_t i = 0; i < stage.size(); ++i) {
          const std::uint32_t id = stage[i];
          const std::uint32_t count = std::exchange(trials_at_[id], 0);
          if (chain_->expanded(id)) {
            push(dice, id, count);
          } else {
            for (std::uint32_t trial = 0; trial < count; ++trial) {
              if (stop.load(std::memory_order_relaxed)) return std::nullopt;
              walk(dice, chain_->state(id));
            }
          }
        }
        stage.clear();
      }
      if (next_lap_.empty()) break;
      for (const auto& [id, count] : next_lap_) arrive(id, count);
      next_lap_.clear();
    }
    settled_counts_.add_to(walked_, *chain_);
    return std::move(walked_);
  }

 private:
  void arrive(std::uint32_t id, std::uint32_t count) {
    if (chain_->faces(id) == 0) return;
    if (trials_at_[id] == 0) waiting_[static_cast<std::size_t>(chain_->stage(id))].push_back(id);
    trials_at_[id] += count;
  }

  void push(DiceStream& dice, std::uint32_t id, std::uint32_t count) {
    const auto branches = chain_->branches(id);
    const auto branch_of_face = chain_->branch_of_face(id);
    const auto faces = static_cast<std::uint32_t>(branch_of_face.size());
    std::array<std::uint32_t, max_faces> by_branch;
    std::fill_n(by_branch.begin(), branches.size(), 0U);
    if (count < faces) {
      for (std::uint32_t trial = 0; trial < count; ++trial) ++by_branch[branch_of_face[dice.face(faces)]];
    } else {
      std::array<std::uint32_t, max_faces> by_face{};
      dice.count(count, std::span(by_face.data(), faces));
      for (std::uint32_t face = 0; face < faces; ++face) by_branch[branch_of_face[face]] += by_face[face];
    }
    for (std::size_t i = 0; i < branches.size(); ++i) {
      if (by_branch[i] == 0) continue;
      settled_counts_.add(*chain_, branches[i].settlement, lap_, by_branch[i]);
      if (branches[i].lap_begins)
        next_lap_.emplace_back(branches[i].next, by_branch[i]);
      else
        arrive(branches[i].next, by_branch[i]);
    }
  }

  /// A single trial from a state that was not expanded to its end: the same rules and dice, without the chain.
  void walk(DiceStream& dice, typename P::State state) {
    const P& process = chain_->process();
    for (int lap = lap_;;) {
      const auto next_throw = process.next_throw(state);
      const int faces = next_throw.faces();
      if (faces == 0) return;
      settled_.clear();
      state = process.next(state, next_throw.roll(static_cast<int>(dice.face(static_cast<std::uint32_t>(faces)))), settled_);
      for (const auto event : settled_.events()) ++walked_.events[static_cast<std::size_t>(event)];
      for (const auto& [measure, value] : settled_.measures()) ++walked_.measures[static_cast<std::size_t>(measure)][value];
      for (const auto measure : settled_.lap_measures()) ++walked_.measures[static_cast<std::size_t>(measure)][lap];
      if (settled_.lap_begins()) ++lap;
    }
  }

  const Chain<P>* chain_;
  std::vector<std::uint32_t> trials_at_;             // by state
  std::vector<std::vector<std::uint32_t>> waiting_;  // by stage: states with trials, in the order in which the batch reached them
  std::vector<std::pair<std::uint32_t, std::uint32_t>> next_lap_;  // states and trials that enter them in the next lap
  int lap_ = 1;
  Settlements<std::uint64_t> settled_counts_;
  Tally walked_;  // of the batch: trials, and the facts of those that left the chain
  typename P::Settled settled_;
};

}  // namespace boxcars::sim
