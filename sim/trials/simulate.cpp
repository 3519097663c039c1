#include "sim/trials/simulate.hpp"

#include <algorithm>
#include <array>
#include <cassert>
#include <span>

namespace boxcars::sim {
namespace {

constexpr std::size_t states_per_check = 4096;  // states between two checks of the stop

}  // namespace

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
  counts.outcomes.add(chain_->labels(), chain_->start_label(), lap_, trials);
  arrive(Chain::start, trials);
  for (;; ++lap_) {
    if (stop.load(std::memory_order_relaxed)) return false;
    for (auto& stage : waiting_) {
      // A loop appends to its own stage, until no trial is left in it.
      for (std::size_t i = 0; i < stage.size(); ++i) {
        if (i % states_per_check == states_per_check - 1 && stop.load(std::memory_order_relaxed)) return false;
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
  const auto transitions = chain_->transitions(id);
  const auto transition_of_face = chain_->transition_of_face(id);
  if (count == 1) {  // face() throws the same die as count() would
    follow(transitions[transition_of_face[dice_.face(static_cast<std::uint32_t>(transition_of_face.size()))]], 1);
    return;
  }
  std::array<std::uint32_t, max_faces> by_transition;
  std::fill_n(by_transition.begin(), transitions.size(), 0U);
  dice_.count(count, transition_of_face, std::span(by_transition).first(transitions.size()));
  for (std::size_t i = 0; i < transitions.size(); ++i) {
    if (by_transition[i] > 0) follow(transitions[i], by_transition[i]);
  }
}

void Simulator::follow(const Transition& transition, std::uint32_t count) {
  if (transition.label != 0) counts_->outcomes.add(chain_->labels(), transition.label, lap_, count);
  if (transition.lap_begins)
    next_lap_.emplace_back(transition.next, count);
  else
    arrive(transition.next, count);
}

// After the last lap, what would have begun another one ends instead.
void Simulator::end(std::uint32_t id, std::uint32_t count) {
  if (const auto* known = chain_->end_of(id)) {
    counts_->outcomes.add(chain_->labels(), known->label, lap_, count);
    arrive(known->state, count);
    return;
  }
  for (std::uint32_t trial = 0; trial < count; ++trial) {
    alone_.begin(chain_->state(id), lap_);
    alone_.end([this](const TransitionLabel& label, int lap) { tally_walked(label, lap); });
    walk();
  }
}

void Simulator::tally_walked(const TransitionLabel& label, int lap) {
  for_each_outcome(label, [&](const Outcome& outcome) { add_outcome(counts_->walked, outcome, lap, std::uint64_t{1}); });
}

// Takes a single trial to its end: the same rules and dice, without the chain.
void Simulator::walk() {
  while (alone_.faces() > 0) {
    const auto face = static_cast<int>(dice_.face(static_cast<std::uint32_t>(alone_.faces())));
    alone_.step(face, [this](const TransitionLabel& label, int lap) { tally_walked(label, lap); });
  }
}

}  // namespace boxcars::sim
