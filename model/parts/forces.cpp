#include "model/parts/forces.hpp"

#include <algorithm>
#include <bit>
#include <cassert>
#include <string>
#include <utility>

#include "model/core/bad_input.hpp"
#include "model/core/numbers.hpp"

namespace boxcars::model {

Forces::Forces(const Deployment& deployment, Facts& facts)
    : rallies_(!deployment.rally_drm.empty()),
      watched_(deployment.watched),
      stops_at_losses_(deployment.stops_at_losses),
      most_buried_(deployment.most_buried) {
  const Deployment::Troops &attackers = deployment.units[Side::attacker], &defenders = deployment.units[Side::defender];
  const Fates of_defenders(defenders.entries, MoreFates::none, facts), of_attackers(attackers.entries, MoreFates::none, facts, "a");
  std::size_t units = 0;
  for (int location = 0; location < static_cast<int>(deployment.side_of.size()); ++location) {
    const Side side = deployment.side_of[index(location)];
    attackers_ |= side == Side::attacker ? 1U << location : 0U;
    const Deployment::Troops& troops = deployment.units[side];
    std::vector<int> here;
    for (std::size_t entry = 0; entry < troops.entries.size(); ++entry) {
      if (troops.location_of[entry] != location) continue;
      here.push_back(static_cast<int>(entry));
      if (const int turn = troops.entries[entry].unit.from_turn; turn > 1) arriving_[turn] = with(arriving_[turn], location, true);
    }
    const bool fires = deployment.firing >> location & 1U;
    garrisons_.emplace_back(troops.entries, here, rallies_ ? std::optional(deployment.rally_drm[index(location)]) : std::nullopt,
                            side == Side::attacker ? of_attackers : of_defenders, side,
                            Arms{deployment.weapons[index(location)], fires ? deployment.attacks : std::vector<FireConditions>{}});
    units += garrisons_.back().rest_size();
  }
  if (units > max_units) {
    throw BadInput({}, std::to_string(units) + (attackers_ == 0 ? " defenders are too many" : " units and weapons are too many"),
                   "at most " + std::to_string(max_units) + " in all", "ask for less");
  }
}

std::uint8_t Forces::with(std::uint8_t bits, int location, bool set) {
  return static_cast<std::uint8_t>((bits & ~(1U << location)) | (set ? 1U << location : 0U));
}

Forces::State Forces::start() const {
  State s;
  for (std::size_t location = 0; location < garrisons_.size(); ++location) {
    see(s, static_cast<int>(location), garrisons_[location].view(garrisons_[location].start()));
  }
  return s;
}

void Forces::see(State& s, int location, unsigned view) const {
  s.alive = with(s.alive, location, view & Garrison::alive);
  s.holding = with(s.holding, location, (view & Garrison::holds) && (watched_ >> location & 1U));
  s.able = with(s.able, location, view & Garrison::fires);
}

unsigned Forces::coming(int turn) const {
  const auto found = arriving_.find(turn);
  return found == arriving_.end() ? 0 : found->second;
}

void Forces::empty(State& s, int location) const { see(s, location, 0); }

unsigned Forces::to_come(int turn) const {
  unsigned locations = 0;
  for (auto later = arriving_.upper_bound(turn); later != arriving_.end(); ++later) locations |= later->second;
  return locations;
}

void Forces::muster(State& s, int location, int attack) const {
  s.fires_from = static_cast<std::uint8_t>(location + 1);
  s.fired = static_cast<std::uint8_t>(attack);
}

void Forces::break_down(State& s, int location, int attack, int original_dr) const {
  muster(s, location, attack);
  s.original_dr = static_cast<std::uint8_t>(original_dr);
}

void Forces::eliminate(State& s, int location) const {
  if (!any_alive(s, location)) return;
  empty(s, location);
  s.buried = with(s.buried, location, true);
}

void Forces::drive_out(State& s, int location) const {
  if (!any_alive(s, location)) return;
  empty(s, location);
  s.left = with(s.left, location, true);
}

// An attack without effect is none, unless somebody rallies: he is desperate after that, too (A10.62).
void Forces::attack(State& s, const Results& results, PinsEnd pins_end) const {
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

void Forces::rally(State& s) const {
  s.rally = 1;
  s.unpinned = 0;
  s.others = 0;
  seek_rally(s);
}

// On to the next Location where somebody may try: all of the defenders', then of the attackers'.
void Forces::seek_rally(State& s) const {
  const int locations = static_cast<int>(garrisons_.size());
  for (;; ++s.rally) {
    if (s.rally == locations + 1) {  // those without a leader are known
      if (s.lone_try) s.best_at = 0;
      s.best = s.lone_try = 0;
    }
    if (s.rally > 2 * locations) {
      s.lone_try = s.best_at = s.others = 0;
      if (s.attackers_rally || attackers_ == 0) break;
      s.attackers_rally = 1;
      s.rally = 1;
    }
    const int location = (s.rally - 1) % locations;
    if (static_cast<bool>(attackers_ >> location & 1U) != (s.attackers_rally != 0)) continue;
    if (s.rally <= locations ? any_alive(s, location) : (s.others >> location & 1U) != 0) return;
  }
  s.rally = s.attackers_rally = 0;
}

void Forces::conclude(State& s) const {
  s = {};
  for (std::size_t location = 0; location < garrisons_.size(); ++location)
    s.fates = with(s.fates, static_cast<int>(location), garrisons_[location].size() > 0);
}

Call Forces::take_call(State& s, int turn) const {
  using Order = GarrisonCall::Order;
  const auto first_of = [&](std::uint8_t& bits, int stage = 1) {
    const int location = std::countr_zero(bits);
    bits = with(bits, location, false);
    s.at = static_cast<std::uint8_t>(stage + location);
    return location;
  };
  const auto call = [](int location, GarrisonCall what) { return Call{location, what.packed()}; };
  if (s.arriving) return call(first_of(s.arriving), {.order = Order::arrive, .turn = static_cast<std::uint8_t>(turn)});
  if (s.fires_from) {
    const int location = std::exchange(s.fires_from, std::uint8_t{0}) - 1;
    const std::uint8_t fired = std::exchange(s.fired, std::uint8_t{0}), original_dr = std::exchange(s.original_dr, std::uint8_t{0});
    return call(location, {.order = original_dr > 0 ? Order::break_down : Order::muster, .fired = fired, .original_dr = original_dr});
  }
  if (s.buried) {
    const int location = first_of(s.buried);
    s.burying = most_buried_ && (attackers_ >> location & 1U);
    return call(location, {.order = Order::bury});
  }
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
                         .stops_at_losses = stops_at_losses_,
                         .from = std::exchange(s.from, std::uint8_t{0})});
}

void Forces::resume(State& s, int location, Returned back) const {
  see(s, location, back.view);
  if (std::exchange(s.burying, std::uint8_t{0})) {
    const int all = s.buried_attackers + GarrisonReturn::unpacked(back.value).buried;
    s.buried_attackers = static_cast<std::uint8_t>(std::min(all, *most_buried_ + 1));
  }
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
