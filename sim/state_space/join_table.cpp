#include "sim/state_space/join_table.hpp"

#include <algorithm>

#include "sim/resources/memory.hpp"

namespace boxcars::sim {
namespace {

constexpr std::byte all_joined{255};

}  // namespace

JoinTable::JoinTable(ComponentPlayer& player, LabelTable& labels, std::size_t state_size)
    : player_(&player), labels_(&labels), ends_(state_size), states_(state_size + 1), to_(state_size + 1) {}

std::size_t JoinTable::bytes() const { return ends_.bytes() + states_.bytes() + bytes_of(waits_) + joined_bytes_; }

std::uint32_t JoinTable::waiting(const std::byte* state, int branches, int stage) {
  std::copy_n(state, to_.size() - 1, to_.begin() + 1);
  return waiting_here(0, branches, stage);
}

std::uint32_t JoinTable::waiting_here(int next, int branches, int stage) {
  to_[0] = next == branches ? all_joined : static_cast<std::byte>(next);
  const auto [id, added] = states_.id_of(to_.data());
  if (added) {
    const auto [slot, is_new] = slot_of_.try_emplace({stage, next}, static_cast<std::uint32_t>(slots_.size()));
    if (is_new) slots_.emplace_back(), stage_of_slot_.push_back(stage);
    waits_.push_back({slot->second, static_cast<std::uint8_t>(next), static_cast<std::uint8_t>(branches)});
  }
  return id;
}

JoinTable::Joined JoinTable::find_joined(std::uint32_t wait, std::uint32_t end) {
  const Wait here = {waits_[wait].slot, waits_[wait].next, waits_[wait].branches};
  player_->join(state(wait), here.next, ends_[end], to_.data() + 1);
  const std::uint32_t label = labels_->label_id(player_->label());
  const Joined joined{waiting_here(here.next + 1, here.branches, stage_of_slot_[here.slot]), label};
  Slot& slot = slots_[here.slot];
  if (end >= slot.number_of_end.size()) slot.number_of_end.resize(end + 1, unknown);
  if (slot.number_of_end[end] == unknown) slot.number_of_end[end] = slot.ends++;
  auto& known = waits_[wait].joined;
  if (slot.number_of_end[end] >= known.size()) {
    joined_bytes_ -= bytes_of(known);
    known.resize(slot.number_of_end[end] + 1);
    joined_bytes_ += bytes_of(known);
  }
  return known[slot.number_of_end[end]] = joined;
}

}  // namespace boxcars::sim
