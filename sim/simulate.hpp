#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <cassert>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "sim/chain.hpp"
#include "sim/counts.hpp"
#include "sim/dice_stream.hpp"
#include "sim/tally.hpp"

namespace boxcars::sim {

/// Trials in a batch: the only unit of seeding, scheduling, stopping and resuming.
inline constexpr std::uint32_t batch_trials = 524'288;

/// Throws whole batches of trials through a frozen chain: trials in the same state are exchangeable, so a count a state is all that
/// is kept, and every die is thrown. One per thread.
template <Process P>
class Simulator {
 public:
  explicit Simulator(const Chain<P>& chain, InstructionSet with = best_instruction_set())
      : dice_({}, with), chain_(&chain), trials_at_(chain.size()), waiting_(static_cast<std::size_t>(chain.stages())) {}

  /// Counts what one batch of `trials` trials gives, 1 <= trials <= batch_trials. When `stop` becomes true it is given up, false is the
  /// result, and the simulator is of no more use.
  bool batch(const StreamKey& key, std::uint32_t trials, Counts& counts, const std::atomic<bool>& stop) {
    assert(counts.walked.events.size() == chain_->process().event_count());
    counts.clear();
    counts.trials = trials;
    counts_ = &counts;
    dice_.begin(key);
    lap_ = 1;
    counts.settled.add(*chain_, chain_->start_settlement(), lap_, trials);
    arrive(Chain<P>::start, trials);
    for (;; ++lap_) {
      if (stop.load(std::memory_order_relaxed)) return false;
      for (auto& stage : waiting_) {
        // A loop appends to its own stage, until nobody is left in it.
        for (std::size_t i = 0; i < stage.size(); ++i) {
          const std::uint32_t id = stage[i];
          const std::uint32_t count = std::exchange(trials_at_[id], 0);
          if (chain_->expanded(id)) {
            push(id, count);
          } else {
            for (std::uint32_t trial = 0; trial < count; ++trial) {
              if (stop.load(std::memory_order_relaxed)) return false;
              walk(chain_->state(id), lap_);
            }
          }
        }
        stage.clear();
      }
      if (next_lap_.empty()) break;
      const bool ends = is_last_lap(chain_->process(), lap_);
      for (const auto& [id, count] : next_lap_) {
        if (ends)
          end(id, count);
        else
          arrive(id, count);
      }
      next_lap_.clear();
    }
    return true;
  }

 private:
  void arrive(std::uint32_t id, std::uint32_t count) {
    if (chain_->faces(id) == 0) return;
    if (trials_at_[id] == 0) waiting_[static_cast<std::size_t>(chain_->stage(id))].push_back(id);
    trials_at_[id] += count;
  }

  void push(std::uint32_t id, std::uint32_t count) {
    const auto branches = chain_->branches(id);
    const auto branch_of_face = chain_->branch_of_face(id);
    if (count == 1) {  // the same die that count() would throw
      follow(branches[branch_of_face[dice_.face(static_cast<std::uint32_t>(branch_of_face.size()))]], 1);
      return;
    }
    std::array<std::uint32_t, max_faces> by_branch;
    std::fill_n(by_branch.begin(), branches.size(), 0U);
    dice_.count(count, branch_of_face, std::span(by_branch).first(branches.size()));
    for (std::size_t i = 0; i < branches.size(); ++i) {
      if (by_branch[i] > 0) follow(branches[i], by_branch[i]);
    }
  }

  void follow(const Branch& branch, std::uint32_t count) {
    if (branch.settlement != 0) counts_->settled.add(*chain_, branch.settlement, lap_, count);
    if (branch.lap_begins)
      next_lap_.emplace_back(branch.next, count);
    else
      arrive(branch.next, count);
  }

  // What would begin another lap after the last one ends instead.
  void end(std::uint32_t id, std::uint32_t count) {
    if (const auto* known = chain_->end_of(id)) {
      counts_->settled.add(*chain_, known->settlement, lap_, count);
      arrive(known->state, count);
      return;
    }
    if constexpr (EndsByLaps<P>) {
      for (std::uint32_t trial = 0; trial < count; ++trial) {
        settled_.clear();
        const auto state = chain_->process().end(chain_->state(id), settled_);
        tally_walked(lap_);
        walk(state, lap_ + 1);
      }
    }
  }

  void tally_walked(int lap) {
    Tally& walked = counts_->walked;
    for (const auto event : settled_.events()) ++walked.events[static_cast<std::size_t>(event)];
    for (const auto& [measure, value] : settled_.measures()) ++walked.measures[static_cast<std::size_t>(measure)][value];
    for (const auto measure : settled_.lap_measures()) ++walked.measures[static_cast<std::size_t>(measure)][lap];
    for (const auto& [first, count] : settled_.lap_events()) {
      for (int event = lap; event <= count; ++event) ++walked.events[static_cast<std::size_t>(first + event - 1)];
    }
  }

  /// A single trial from a state that was not expanded to its end: the same rules and dice, without the chain.
  void walk(typename P::State state, int lap) {
    const P& process = chain_->process();
    for (;;) {
      const auto next_throw = process.next_throw(state);
      const int faces = next_throw.faces();
      if (faces == 0) return;
      settled_.clear();
      state = process.next(state, next_throw.roll(static_cast<int>(dice_.face(static_cast<std::uint32_t>(faces)))), settled_);
      tally_walked(lap);
      if (!settled_.lap_begins()) continue;
      if constexpr (EndsByLaps<P>) {
        if (is_last_lap(process, lap)) {
          settled_.clear();
          state = process.end(state, settled_);
          tally_walked(lap);
        }
      }
      ++lap;
    }
  }

  DiceStream dice_;
  const Chain<P>* chain_;
  std::vector<std::uint32_t> trials_at_;             // by state
  std::vector<std::vector<std::uint32_t>> waiting_;  // by stage: states with trials, in the order in which the batch reached them
  std::vector<std::pair<std::uint32_t, std::uint32_t>> next_lap_;  // states and trials that enter them in the next lap
  int lap_ = 1;
  Counts* counts_ = nullptr;  // of the batch under way
  typename P::Settled settled_;
};

}  // namespace boxcars::sim
