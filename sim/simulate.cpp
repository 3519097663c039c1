#include "sim/simulate.hpp"

#include <algorithm>
#include <array>
#include <cassert>
#include <span>

namespace boxcars::sim {

Simulator::Simulator(const Chain& chain, InstructionSet with)
    : dice_({}, with),
      chain_(&chain),
      trials_at_(chain.size()),
      waiting_(static_cast<std::size_t>(chain.stages())),
      alone_(chain.rules()) {}

bool Simulator::batch(const StreamKey& key, std::uint32_t trials, Counts& counts, const std::atomic<bool>& stop) {
  assert(counts.walked.events.size() == chain_->rules().event_count());
  counts.clear();
  counts.trials = trials;
  counts_ = &counts;
  dice_.begin(key);
  lap_ = 1;
  counts.settled.add(chain_->book(), chain_->start_settlement(), lap_, trials);
  arrive(Chain::start, trials);
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
            alone_.begin(chain_->state(id), lap_);
            walk();
          }
        }
      }
      stage.clear();
    }
    if (next_lap_.empty()) break;
    const bool ends = chain_->rules().is_last_lap(lap_);
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

void Simulator::arrive(std::uint32_t id, std::uint32_t count) {
  if (chain_->faces(id) == 0) return;
  if (trials_at_[id] == 0) waiting_[static_cast<std::size_t>(chain_->stage(id))].push_back(id);
  trials_at_[id] += count;
}

void Simulator::push(std::uint32_t id, std::uint32_t count) {
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

void Simulator::follow(const Branch& branch, std::uint32_t count) {
  if (branch.settlement != 0) counts_->settled.add(chain_->book(), branch.settlement, lap_, count);
  if (branch.lap_begins)
    next_lap_.emplace_back(branch.next, count);
  else
    arrive(branch.next, count);
}

// What would begin another lap after the last one ends instead.
void Simulator::end(std::uint32_t id, std::uint32_t count) {
  if (const auto* known = chain_->end_of(id)) {
    counts_->settled.add(chain_->book(), known->settlement, lap_, count);
    arrive(known->state, count);
    return;
  }
  for (std::uint32_t trial = 0; trial < count; ++trial) {
    alone_.begin(chain_->state(id), lap_);
    alone_.end([this](const Settled& settled, int lap) { tally_walked(settled, lap); });
    walk();
  }
}

void Simulator::tally_walked(const Settled& settled, int lap) {
  for_each_fact(settled, [&](const Fact& fact) { tell(counts_->walked, fact, lap, std::uint64_t{1}); });
}

// A single trial to its end: the same rules and dice, without the chain.
void Simulator::walk() {
  while (alone_.faces() > 0) {
    const auto face = static_cast<int>(dice_.face(static_cast<std::uint32_t>(alone_.faces())));
    alone_.step(face, [this](const Settled& settled, int lap) { tally_walked(settled, lap); });
  }
}

}  // namespace boxcars::sim
