#include "sim/web.hpp"

#include <algorithm>

namespace boxcars::sim {
namespace {

constexpr std::byte all_joined{255};

}  // namespace

Web::Web(CalleePlayer& player, FactBook& book, std::size_t state_size)
    : player_(&player), book_(&book), ends_(state_size), states_(state_size + 1), to_(state_size + 1) {}

std::uint32_t Web::waiting(const std::byte* state, int strands, int stage) {
  std::copy_n(state, to_.size() - 1, to_.begin() + 1);
  return waiting_here(0, strands, stage);
}

std::uint32_t Web::waiting_here(int next, int strands, int stage) {
  to_[0] = next == strands ? all_joined : static_cast<std::byte>(next);
  const auto [id, added] = states_.id_of(to_.data());
  if (added) {
    const auto [slot, is_new] = slot_of_.try_emplace({stage, next}, static_cast<std::uint32_t>(slots_.size()));
    if (is_new) slots_.emplace_back(), stage_of_slot_.push_back(stage);
    waits_.push_back({slot->second, static_cast<std::uint8_t>(next), static_cast<std::uint8_t>(strands)});
  }
  return id;
}

Web::Joined Web::find_joined(std::uint32_t wait, std::uint32_t end) {
  const Wait here = {waits_[wait].slot, waits_[wait].next, waits_[wait].strands};
  player_->join(state(wait), here.next, ends_[end], to_.data() + 1);
  const std::uint32_t settlement = book_->settlement_id(player_->settled());
  const Joined joined{waiting_here(here.next + 1, here.strands, stage_of_slot_[here.slot]), settlement};
  Slot& slot = slots_[here.slot];
  if (end >= slot.number_of_end.size()) slot.number_of_end.resize(end + 1, unknown);
  if (slot.number_of_end[end] == unknown) slot.number_of_end[end] = slot.ends++;
  auto& known = waits_[wait].joined;
  if (slot.number_of_end[end] >= known.size()) known.resize(slot.number_of_end[end] + 1);
  return known[slot.number_of_end[end]] = joined;
}

}  // namespace boxcars::sim
