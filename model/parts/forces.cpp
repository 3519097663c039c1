#include "model/parts/forces.hpp"

#include <algorithm>
#include <bit>
#include <cassert>
#include <string>
#include <utility>

#include "model/core/bad_input.hpp"
#include "model/core/numbers.hpp"

namespace boxcars::model {
namespace {

constexpr int stages_of_move = 2 * ((Forces::max_units + GarrisonCall::move_together - 1) / GarrisonCall::move_together + 1);

}  // namespace

Forces::Forces(const Deployment& deployment, Facts& facts)
    : rallies_(!deployment.rally_drm.empty()),
      rally_drm_(deployment.rally_drm),
      watched_(deployment.watched),
      reach_(deployment.reach),
      rout_(deployment.rout),
      locations_(static_cast<int>(deployment.side_of.size())),
      parties_(deployment.parties),
      stops_at_losses_(deployment.stops_at_losses),
      most_buried_(deployment.most_buried) {
  const unsigned of_interest = deployment.watched | deployment.held;
  watched_ |= deployment.held;
  for (std::size_t home = 0; home < reach_.size(); ++home) watched_ |= (reach_[home] & of_interest) != 0 ? 1U << home : 0U;
  for (int i = 0; i < parties(); ++i) watched_ |= (deployment.held >> party(i).to & 1U) << (locations_ + i);
  const Deployment::Troops &attackers = deployment.units[Side::attacker], &defenders = deployment.units[Side::defender];
  const Fates of_defenders(defenders.entries, {FatesOf::attacks}, facts), of_attackers(attackers.entries, {FatesOf::attacks}, facts, "a");
  std::size_t units = 0;
  const auto add_garrison = [&](int home, int location, bool comes_later) {
    const Side side = deployment.side_of[index(home)];
    const int number = static_cast<int>(garrisons_.size());
    attackers_ |= side == Side::attacker ? 1U << number : 0U;
    at_[index(location)] = with(at_[index(location)], number, true);
    const Deployment::Troops& troops = deployment.units[side];
    std::vector<int> here;
    for (std::size_t entry = 0; entry < troops.entries.size(); ++entry) {
      if (troops.location_of[entry] != home) continue;
      here.push_back(static_cast<int>(entry));
      const int turn = troops.entries[entry].unit.from_turn;
      if (turn > 1 && !comes_later) arriving_[turn] = with(arriving_[turn], location, true);
    }
    const bool fires = !comes_later && deployment.firing >> location & 1U;
    const Moves moves{
        .advance = !comes_later && std::any_of(parties_.begin(), parties_.end(), [&](auto party) { return party.from == home; }),
        .keep_out = !comes_later && (deployment.kept_out_of >> location & 1U) != 0,
        .come_later = comes_later,
        .march = !comes_later && !reach_.empty() && reach_[index(home)] != 0};
    garrisons_.emplace_back(troops.entries, here, rallies_ ? std::optional(deployment.rally_drm[index(location)]) : std::nullopt,
                            side == Side::attacker ? of_attackers : of_defenders, side,
                            Arms{comes_later ? std::vector<Firer>{} : deployment.weapons[index(location)],
                                 fires ? deployment.attacks : std::vector<FireConditions>{}},
                            moves);
    units += garrisons_.back().component_state_size();
    if (rallies_) rally_order_.push_back(deployment.rally_order[index(location)]);
  };
  for (int location = 0; location < locations_; ++location) add_garrison(location, location, false);
  for (const Deployment::Party& party : parties_) add_garrison(party.from, party.to, true);
  if (units > max_units) {
    throw BadInput({}, std::to_string(units) + (attackers_ == 0 ? " defenders are too many" : " units and weapons are too many"),
                   "at most " + std::to_string(max_units) + " in all" + (parties_.empty() ? "" : ", who advances counted twice"),
                   "ask for less");
  }
}

std::uint8_t Forces::with(std::uint8_t bits, int location, bool set) {
  return static_cast<std::uint8_t>((bits & ~(1U << location)) | (set ? 1U << location : 0U));
}

Forces::State Forces::start() const {
  State s;
  for (std::size_t location = 0; location < garrisons_.size(); ++location) {
    see(s, static_cast<int>(location), garrisons_[location].observation(garrisons_[location].start()));
  }
  return s;
}

void Forces::see(State& s, int garrison, unsigned observation) const {
  s.alive = with(s.alive, garrison, observation & Garrison::alive);
  s.holding = with(s.holding, garrison, (observation & Garrison::held) && (watched_ >> garrison & 1U));
  s.able = with(s.able, garrison, observation & Garrison::fires);
  s.ready = with(s.ready, garrison, observation & Garrison::advances);
  s.keeping_out = with(s.keeping_out, garrison, observation & Garrison::keeps_out);
  s.going = with(s.going, garrison, observation & Garrison::goes_on);
  s.unpinned_there = with(s.unpinned_there, garrison, observation & Garrison::unpinned);
  if (!(observation & Garrison::alive)) s.place[index(garrison)] = 0;
}

int Forces::place_of(const State& s, int garrison) const {
  if (garrison >= locations_) return party(garrison - locations_).to;
  const int place = s.place[index(garrison)];
  return place == 0 ? garrison : place - 1;
}

void Forces::move_to(State& s, int garrison, int location) const {
  s.place[index(garrison)] = static_cast<std::uint8_t>(location == garrison ? 0 : 1 + location);
}

// Garrisons, those of parties among them, one bit each.
unsigned Forces::at(const State& s, int location) const {
  unsigned there = at_[index(location)];
  for (int i = 0; i < static_cast<int>(reach_.size()); ++i) {
    if (s.place[index(i)] == 0) continue;
    there &= ~(1U << i);
    if (place_of(s, i) == location) there |= 1U << i;
  }
  return there;
}

bool Forces::any_in_good_order(const State& s, int location, Side side) const {
  return (s.holding & at(s, location) & (side == Side::attacker ? attackers_ : ~attackers_)) != 0;
}

unsigned Forces::moved_into_by(const State& s, Side side, unsigned to_come) const {
  unsigned entered = 0;
  for (int i = 0; i < static_cast<int>(reach_.size()); ++i) {
    if (side_of(i) == side && ((s.alive | to_come) >> i & 1U)) entered |= reach_[index(i)];
  }
  return entered;
}

unsigned Forces::manned_by(const State& s, Side side) const {
  unsigned manned = s.alive & held_by(side);
  for (int i = 0; i < static_cast<int>(reach_.size()); ++i) {
    if (s.place[index(i)] != 0) manned &= ~(1U << i);
  }
  for (int i = 0; i < static_cast<int>(reach_.size()); ++i) {
    if (s.place[index(i)] != 0 && side_of(i) == side) manned |= 1U << place_of(s, i);
  }
  for (int i = 0; i < parties(); ++i) {
    const int garrison = locations_ + i;
    if ((s.alive >> garrison & 1U) && side_of(garrison) == side) manned |= 1U << party(i).to;
  }
  return manned;
}

unsigned Forces::entered_by(const State& s, Side side, unsigned to_come) const {
  unsigned entered = 0;
  for (const Deployment::Party& party : parties_) {
    if (side_of(party.from) == side && ((s.alive | to_come) >> party.from & 1U)) entered |= 1U << party.to;
  }
  return entered;
}

bool Forces::in_melee(const State& s, int location) const {
  const unsigned there = parties() > 0 ? s.alive & at(s, location) : 0U;
  return (there & attackers_) != 0 && (there & ~attackers_) != 0;
}

int Forces::garrison_of(int party, Side side) const {
  const int garrison = locations_ + party;
  return side_of(garrison) == side ? garrison : this->party(party).to;
}

unsigned Forces::coming(int turn) const {
  const auto found = arriving_.find(turn);
  return found == arriving_.end() ? 0 : found->second;
}

void Forces::empty(State& s, int garrison) const { see(s, garrison, 0); }

unsigned Forces::to_come(int turn) const {
  unsigned locations = 0;
  for (auto later = arriving_.upper_bound(turn); later != arriving_.end(); ++later) locations |= later->second;
  return locations;
}

void Forces::ask(State& s, int garrison, const GarrisonCall& what) const {
  s.asked = static_cast<std::uint8_t>(garrison + 1);
  s.argument = std::bit_cast<std::array<std::uint8_t, 4>>(what.packed());
}

void Forces::muster(State& s, int garrison, int attack) const {
  ask(s, garrison, {.order = GarrisonCall::Order::muster, .fired = static_cast<std::uint8_t>(attack)});
}

void Forces::break_down(State& s, int garrison, int attack, int original_dr) const {
  ask(s, garrison,
      {.order = GarrisonCall::Order::break_down,
       .fired = static_cast<std::uint8_t>(attack),
       .original_dr = static_cast<std::uint8_t>(original_dr)});
}

void Forces::advance(State& s, int party) const { s.moving = static_cast<std::uint8_t>(party + 1); }

// Units leave a few at a time and join the others, until all have been asked.
Call Forces::take_move(State& s) const {
  const int number = s.moving - 1, home = party(number).from, away = locations_ + number;
  s.at = static_cast<std::uint8_t>(1 + (s.homewards ? number * stages_of_move : 0) + 2 * s.moved_from / GarrisonCall::move_together);
  if (const auto moved = std::bit_cast<std::uint16_t>(std::exchange(s.moved, {})); moved != 0) {
    s.move = 2;
    ++s.at;
    return {s.homewards ? home : away, GarrisonCall{.order = GarrisonCall::Order::join, .from = s.moved_from, .moved = moved}.packed()};
  }
  s.move = 1;
  const auto who = s.homewards ? GarrisonCall::Leaves::everybody : GarrisonCall::Leaves::who_can_advance;
  return {s.homewards ? away : home, GarrisonCall{.order = GarrisonCall::Order::leave, .from = s.moved_from, .leaves = who}.packed()};
}

void Forces::resume_move(State& s, std::uint32_t moved) const {
  if (std::exchange(s.move, std::uint8_t{0}) == 1 && moved != 0) {
    s.moved = std::bit_cast<std::array<std::uint8_t, 2>>(static_cast<std::uint16_t>(moved));
    return;
  }
  s.moved_from = static_cast<std::uint8_t>(s.moved_from + GarrisonCall::move_together);
  if (s.moved_from >= garrisons_[index(party(s.moving - 1).from)].size()) s.moving = s.homewards = s.moved_from = 0;
}

void Forces::eliminate(State& s, int location, GoneBy by) const {
  const unsigned there = s.alive & at(s, location);
  for (int i = 0; i < static_cast<int>(garrisons_.size()); ++i) {
    if (!(there >> i & 1U)) continue;
    empty(s, i);
    s.buried = with(s.buried, i, true);
    s.in_pillbox = with(s.in_pillbox, i, by == GoneBy::pillbox);
  }
}

void Forces::drive_out(State& s, int location) const {
  const unsigned there = s.alive & at(s, location);
  for (int i = 0; i < static_cast<int>(garrisons_.size()); ++i) {
    if (!(there >> i & 1U)) continue;
    empty(s, i);
    s.left = with(s.left, i, true);
  }
}

// An attack without effect is no call, unless somebody rallies, because who is attacked becomes desperate (A10.62).
void Forces::attack(State& s, const Results& results, const Results& critical, PinsEnd pins_end, Only only) const {
  for (int i = 0; i < static_cast<int>(garrisons_.size()); ++i) {
    const int location = place_of(s, i);
    const auto& result = results[index(location)];
    if (!result || !(s.alive & only & 1U << i)) continue;
    const bool end_here = pins_end >> location & 1U;
    const auto does_anything = [&](const std::optional<IftResult>& effect) {
      return effect && (effect->kind > IftResult::Kind::PTC || (effect->kind == IftResult::Kind::PTC && !end_here));
    };
    const auto& on_singled_out = critical[index(location)];
    const bool matters = does_anything(result) || does_anything(on_singled_out);
    if (!matters && !rallies_) continue;
    s.attacked = with(s.attacked, i, true);
    s.result[index(i)] = matters ? packed(*result) : std::uint8_t{0};
    s.critical[index(i)] = matters && on_singled_out ? packed(*on_singled_out) : std::uint8_t{0};
    s.pins_end = with(s.pins_end, i, matters && end_here);
  }
}

void Forces::collapse(State& s, int location) const {
  s.collapsing = static_cast<std::uint8_t>(s.collapsing | (s.alive & at(s, location)));
}

unsigned Forces::may_rout(const State& s) const {
  unsigned garrisons = 0;
  for (int i = 0; i < static_cast<int>(garrisons_.size()) && !rout_.empty(); ++i) {
    const int location = place_of(s, i);
    const bool routs = rout_[index(location)] != GarrisonCall::Rout::none && !in_melee(s, location);
    garrisons |= routs ? s.alive & 1U << i : 0U;
  }
  return garrisons;
}

void Forces::rally(State& s, std::optional<Side> turn_of) const {
  s.rally = 1;
  s.lone_side = !turn_of ? 0 : *turn_of == Side::attacker ? 1 : 2;
  s.unpinned = 0;
  s.others = 0;
  seek_rally(s);
}

// Beyond what is on a Rally DR where the garrison was at first.
int Forces::rally_drm_there(const State& s, int garrison) const {
  const int place = place_of(s, garrison);
  return garrison >= locations_ || place == garrison ? 0 : rally_drm_[index(place)] - rally_drm_[index(garrison)];
}

// Goes on to the next Location where somebody may try to rally: all of the defenders' Locations, then the attackers'. Nobody rallies in a
// Melee (A10.6).
void Forces::seek_rally(State& s) const {
  const int locations = static_cast<int>(garrisons_.size());
  for (;; ++s.rally) {
    if (s.rally == locations + 1) s.best = {};  // the best MMC without a leader is known by then
    if (s.rally > 2 * locations) {
      s.best_at = s.others = 0;
      if (s.attackers_rally || attackers_ == 0) break;
      s.attackers_rally = 1;
      s.rally = 1;
    }
    const int location = (s.rally - 1) % locations;
    if (static_cast<bool>(attackers_ >> location & 1U) != (s.attackers_rally != 0)) continue;
    if (in_melee(s, place_of(s, location))) continue;
    if ((s.rally <= locations ? s.alive : s.others) >> location & 1U) return;
  }
  s.rally = s.attackers_rally = s.lone_side = 0;
}

void Forces::conclude(State& s) const {
  s = {};
  for (int location = 0; location < locations_; ++location) s.fates = with(s.fates, location, garrisons_[index(location)].size() > 0);
  s.returning = static_cast<std::uint8_t>((1U << parties()) - 1);
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
  if (s.routing) {
    const int garrison = first_of(s.routing);
    return call(garrison, {.order = Order::rout, .rout = rout_[index(place_of(s, garrison))]});
  }
  if (s.asked) return {std::exchange(s.asked, std::uint8_t{0}) - 1, std::bit_cast<std::uint32_t>(std::exchange(s.argument, {}))};
  if (s.moving) return take_move(s);
  if (s.buried) {
    const int location = first_of(s.buried);
    s.burying = most_buried_ && (attackers_ >> location & 1U) && !(s.in_pillbox >> location & 1U);
    s.in_pillbox = with(s.in_pillbox, location, false);
    return call(location, {.order = Order::bury});
  }
  if (s.left) return call(first_of(s.left), {.order = Order::drive_out});
  if (s.attacked) {
    const int location = first_of(s.attacked, max_locations + 1);
    const bool pins_end = s.pins_end >> location & 1U;
    s.pins_end = with(s.pins_end, location, false);
    return call(location, {.order = Order::attack,
                           .result = std::exchange(s.result[index(location)], std::uint8_t{0}),
                           .critical = std::exchange(s.critical[index(location)], std::uint8_t{0}),
                           .pins_end = pins_end});
  }
  if (s.collapsing) return call(first_of(s.collapsing, 2 * max_locations + 1), {.order = Order::collapse});
  if (s.unpinned) return call(first_of(s.unpinned), {.order = Order::end_turn});
  if (s.returning) {
    s.moving = static_cast<std::uint8_t>(1 + std::countr_zero(s.returning));
    s.returning = with(s.returning, s.moving - 1, false);
    s.homewards = 1;
    return take_move(s);
  }
  if (s.fates) return call(first_of(s.fates, 1 + parties() * stages_of_move), {.order = Order::conclude});
  assert(s.rally);
  const int locations = static_cast<int>(garrisons_.size());
  const bool leaders = s.rally <= locations;
  const int location = (s.rally - 1) % locations;
  if (!leaders) s.others = with(s.others, location, false);
  const bool is_over = !leaders && s.best_at != location + 1;
  return call(location, {.order = leaders ? Order::rally_leaders : Order::rally_others,
                         .lone_try_is_over = is_over,
                         .stops_at_losses = stops_at_losses_,
                         .from = std::exchange(s.from, std::uint8_t{0}),
                         .rally_drm = rally_drm_there(s, location)});
}

void Forces::resume(State& s, int location, Returned back) const {
  see(s, location, back.observation);
  if (std::exchange(s.burying, std::uint8_t{0})) {
    const int all = s.buried_attackers + GarrisonReturn::unpacked(back.value).buried;
    s.buried_attackers = static_cast<std::uint8_t>(std::min(all, *most_buried_ + 1));
  }
  if (s.move) resume_move(s, back.value);
  if (!s.rally) {
    if (!calls(s)) s.at = 0;
    return;
  }
  const GarrisonReturn rallied = GarrisonReturn::unpacked(back.value);
  const bool leaders = s.rally <= static_cast<int>(garrisons_.size());
  if (!leaders && rallied.lone_try && s.best_at == location + 1) s.best_at = 0;
  if (rallied.go_on_from) {
    s.from = rallied.go_on_from;
    s.lost = 1;
    return;
  }
  if (leaders) {
    s.others = with(s.others, location, rallied.others);
    const auto best = std::bit_cast<std::uint16_t>(s.best);
    const bool may_be_alone = s.lone_side == 0 || (s.lone_side == 1) == (s.attackers_rally != 0);
    const bool goes_before = s.best_at != 0 && rally_order_[index(location)] < rally_order_[index(s.best_at - 1)];
    if (may_be_alone && (rallied.best > best || (rallied.best > 0 && rallied.best == best && goes_before))) {
      s.best = std::bit_cast<std::array<std::uint8_t, 2>>(rallied.best);
      s.best_at = static_cast<std::uint8_t>(location + 1);
    }
  } else if (s.best_at == location + 1) {
    s.best_at = 0;
  }
  ++s.rally;
  seek_rally(s);
}

}  // namespace boxcars::model
