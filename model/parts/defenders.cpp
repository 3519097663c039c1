#include "model/parts/defenders.hpp"

#include <bit>
#include <cassert>
#include <string>
#include <utility>

#include "model/core/bad_input.hpp"
#include "model/core/numbers.hpp"

namespace boxcars::model {

Defenders::Defenders(const std::vector<UnitEntry>& entries, const std::vector<int>& location_of, int locations,
                     const std::vector<int>& rally_drm, unsigned watched, AtLosses at_losses, Facts& facts)
    : rallies_(!rally_drm.empty()), watched_(watched), at_losses_(at_losses) {
  const Fates fates(entries, MoreFates::none, facts);
  int units = 0;
  for (int location = 0; location < locations; ++location) {
    std::vector<int> here;
    for (std::size_t entry = 0; entry < entries.size(); ++entry) {
      if (location_of[entry] == location) here.push_back(static_cast<int>(entry));
    }
    garrisons_.emplace_back(entries, here, rallies_ ? std::optional(rally_drm[index(location)]) : std::nullopt, fates);
    units += garrisons_.back().size();
  }
  if (units > max_units) {
    throw BadInput({}, std::to_string(units) + " defenders are too many", "at most " + std::to_string(max_units) + " in all",
                   "ask for less");
  }
}

std::uint8_t Defenders::with(std::uint8_t bits, int location, bool set) {
  return static_cast<std::uint8_t>((bits & ~(1U << location)) | (set ? 1U << location : 0U));
}

Defenders::State Defenders::start() const {
  State s;
  for (std::size_t location = 0; location < garrisons_.size(); ++location) {
    const unsigned view = garrisons_[location].view(garrisons_[location].start());
    s.alive = with(s.alive, static_cast<int>(location), view & Garrison::alive);
    s.holding = with(s.holding, static_cast<int>(location), (view & Garrison::holds) && (watched_ >> location & 1U));
  }
  return s;
}

void Defenders::eliminate(State& s, int location) const {
  if (!any_alive(s, location)) return;
  s.alive = with(s.alive, location, false);
  s.holding = with(s.holding, location, false);
  s.buried = with(s.buried, location, true);
}

void Defenders::drive_out(State& s, int location) const {
  if (!any_alive(s, location)) return;
  s.alive = with(s.alive, location, false);
  s.holding = with(s.holding, location, false);
  s.left = with(s.left, location, true);
}

// An attack without effect is none, unless somebody rallies: he is desperate after that, too (A10.62).
void Defenders::attack(State& s, const Results& results, PinsEnd pins_end) const {
  for (std::size_t i = 0; i < garrisons_.size(); ++i) {
    const int location = static_cast<int>(i);
    if (!results[i] || !any_alive(s, location)) continue;
    const bool end_here = pins_end >> i & 1U;
    const bool matters = results[i]->kind > IftResult::Kind::PTC || (results[i]->kind == IftResult::Kind::PTC && !end_here);
    if (!matters && !rallies_) continue;
    s.attacked = with(s.attacked, location, true);
    s.result[i] = matters ? packed(*results[i]) : std::uint8_t{0};
    s.pins_end = with(s.pins_end, location, matters && end_here);
  }
}

void Defenders::rally(State& s) const {
  s.rally = 1;
  s.unpinned = 0;
  s.others = 0;
  seek_rally(s);
}

// On to the next Location where somebody may try.
void Defenders::seek_rally(State& s) const {
  const int locations = static_cast<int>(garrisons_.size());
  for (;; ++s.rally) {
    if (s.rally == locations + 1) {  // those without a leader are known
      if (s.lone_try) s.best_at = 0;
      s.best = s.lone_try = 0;
    }
    if (s.rally > 2 * locations) break;
    if (s.rally <= locations ? any_alive(s, s.rally - 1) : (s.others >> (s.rally - 1 - locations) & 1U) != 0) return;
  }
  s.rally = s.lone_try = s.best_at = s.others = 0;
}

void Defenders::conclude(State& s) const {
  s = {};
  for (std::size_t location = 0; location < garrisons_.size(); ++location)
    s.fates = with(s.fates, static_cast<int>(location), garrisons_[location].size() > 0);
}

Call Defenders::take_call(State& s) const {
  using Order = GarrisonCall::Order;
  const auto first_of = [&](std::uint8_t& bits, int stage = 1) {
    const int location = std::countr_zero(bits);
    bits = with(bits, location, false);
    s.at = static_cast<std::uint8_t>(stage + location);
    return location;
  };
  const auto call = [](int location, GarrisonCall what) { return Call{location, what.packed()}; };
  if (s.buried) return call(first_of(s.buried), {.order = Order::bury});
  if (s.left) return call(first_of(s.left), {.order = Order::drive_out});
  if (s.attacked) {
    const int location = first_of(s.attacked, max_locations + 1);
    const bool pins_end = s.pins_end >> location & 1U;
    s.pins_end = with(s.pins_end, location, false);
    return call(location,
                {.order = Order::attack, .result = std::exchange(s.result[index(location)], std::uint8_t{0}), .pins_end = pins_end});
  }
  if (s.unpinned) return call(first_of(s.unpinned), {.order = Order::end_turn});
  if (s.fates) return call(first_of(s.fates), {.order = Order::conclude});
  assert(s.rally);
  const int locations = static_cast<int>(garrisons_.size());
  const bool leaders = s.rally <= locations;
  const int location = (s.rally - 1) % locations;
  if (!leaders) s.others = with(s.others, location, false);
  const bool is_over = leaders ? s.lone_try != 0 : s.best_at != location + 1;
  return call(location, {.order = leaders ? Order::rally_leaders : Order::rally_others,
                         .lone_try_is_over = is_over,
                         .stops_at_losses = at_losses_ == AtLosses::stops,
                         .from = std::exchange(s.from, std::uint8_t{0})});
}

void Defenders::resume(State& s, int location, Returned back) const {
  s.alive = with(s.alive, location, back.view & Garrison::alive);
  s.holding = with(s.holding, location, (back.view & Garrison::holds) && (watched_ >> location & 1U));
  if (!s.rally) {
    if (!calls(s)) s.at = 0;
    return;
  }
  const GarrisonReturn rallied = GarrisonReturn::unpacked(back.value);
  const bool leaders = s.rally <= static_cast<int>(garrisons_.size());
  if (leaders && rallied.lone_try) s.lone_try = 1;
  if (!leaders && rallied.lone_try && s.best_at == location + 1) s.best_at = 0;
  if (rallied.go_on_from) {
    s.from = rallied.go_on_from;
    s.lost = 1;
    return;
  }
  if (leaders) {
    s.others = with(s.others, location, rallied.others);
    if (rallied.best > s.best) s.best = rallied.best, s.best_at = static_cast<std::uint8_t>(location + 1);
  } else if (s.best_at == location + 1) {
    s.best_at = 0;
  }
  ++s.rally;
  seek_rally(s);
}

}  // namespace boxcars::model
