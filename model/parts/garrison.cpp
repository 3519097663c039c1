#include "model/parts/garrison.hpp"

#include <algorithm>
#include <bit>
#include <cassert>
#include <span>
#include <tuple>
#include <utility>

#include "model/core/modifier.hpp"
#include "model/core/numbers.hpp"
#include "model/rules/ift.hpp"
#include "model/rules/movement.hpp"
#include "model/rules/rally.hpp"
#include "model/rules/terrain.hpp"

namespace boxcars::model {
namespace {

constexpr int chance_offset = 33;     // makes every chance a positive number
constexpr int conditions_ranked = 8;  // reduced or not, times how often it was Replaced
constexpr int fire_drm_offset = 16;

using UnitStatus = Garrison::UnitStatus;

Condition awakened(UnitStatus r) {
  Condition c;
  c.eliminated = r.eliminated, c.broken = r.broken, c.pinned = r.pinned, c.reduced = r.reduced, c.replaced = r.replaced;
  return c;
}

UnitStatus status_of(Condition c, bool desperate) {
  UnitStatus r;
  r.eliminated = c.eliminated, r.broken = c.broken, r.pinned = c.pinned, r.reduced = c.reduced, r.replaced = c.replaced;
  r.desperate = desperate && c.broken;
  return r;
}

bool is_there(UnitStatus r) { return !r.eliminated && !r.gone; }
bool in_good_order(UnitStatus r) { return is_there(r) && !r.broken; }
bool is_broken(UnitStatus r) { return is_there(r) && r.broken; }
bool is_lost(UnitStatus r) { return r.eliminated && !r.gone; }
bool is_gone(UnitStatus r) { return r.gone && !r.eliminated; }
bool is_to_come(UnitStatus r) { return r.eliminated && r.gone && !r.reduced; }
bool is_elsewhere(UnitStatus r) { return r.eliminated && r.gone && r.reduced; }
bool can_advance(UnitStatus r) { return in_good_order(r) && !r.pinned; }  // A7.8
bool is_stopped(UnitStatus r) { return is_there(r) && !can_advance(r); }
bool is_unpinned(UnitStatus r) { return is_there(r) && !r.pinned; }

UnitStatus elsewhere() {
  UnitStatus r;
  r.eliminated = r.gone = r.reduced = 1;
  return r;
}

// It has left the position.
UnitStatus routed(UnitStatus r) {
  r.gone = 1;
  r.pinned = r.desperate = 0;
  return r;
}

// A unit that moves, packed in this number of bits: 0 is nobody, 1 is an eliminated unit.
constexpr int bits_of_mover = 5;
std::uint32_t packed_mover(UnitStatus r) {
  if (r.eliminated) return 1;
  return 2U + r.broken + 2U * r.reduced + 4U * r.replaced;
}
UnitStatus unpacked_mover(std::uint32_t mover) {
  UnitStatus r;
  r.eliminated = mover == 1;
  if (mover < 2) return r;
  const std::uint32_t bits = mover - 2;
  r.broken = bits & 1U;
  r.reduced = bits >> 1 & 1U;
  r.replaced = bits >> 2 & 3U;
  return r;
}

std::uint8_t order_of(UnitStatus r) { return std::bit_cast<std::uint8_t>(r); }

// The condition of a broken unit, as an index into ranks.
constexpr std::size_t condition_ranked(UnitStatus r) { return r.reduced + std::size_t{2} * r.replaced; }

// Decides between units without a leader that have the same chance to rally: squads come before smaller units, then Firepower counts, then
// the Morale Level; the remaining members only tell different units apart. Neither names nor places in the file have any influence.
auto standing(const Unit& unit, Condition c) {
  const bool squad = unit.kind == UnitKind::squad && !c.reduced;
  return std::tuple(squad, printed_firepower(unit, c), morale_level(unit, c), unit.range, unit.broken_morale, unit.half_squad_broken_morale,
                    unit.elr.value_or(-1), unit.morale, unit.firepower, unit.half_squad_firepower, unit.assault_fire, unit.encircled,
                    static_cast<int>(unit.kind), 3 - c.replaced);
}

// By unit and condition: a number that is higher for units that go first, among all units of a side.
std::vector<std::uint8_t> ranks_of(const std::vector<Equals>& here, const std::vector<UnitEntry>& side) {
  using Standing = decltype(standing(Unit{}, Condition{}));
  const auto standings = [](const Unit& unit) {
    std::array<Standing, conditions_ranked> all{};
    for (int replaced = 0; replaced < conditions_ranked / 2; ++replaced) {
      for (int reduced = 0; reduced < 2; ++reduced) {
        UnitStatus r;
        r.reduced = static_cast<std::uint8_t>(reduced & 1), r.replaced = static_cast<std::uint8_t>(replaced & 3);
        all[condition_ranked(r)] = standing(unit, awakened(r));
      }
    }
    return all;
  };
  std::vector<Standing> known;
  for (const UnitEntry& entry : side) {
    const auto all = standings(entry.unit);
    known.insert(known.end(), all.begin(), all.end());
  }
  std::sort(known.begin(), known.end());
  known.erase(std::unique(known.begin(), known.end()), known.end());
  std::vector<std::uint8_t> ranks;
  for (const Equals& equals : here) {
    for (const Standing& one : standings(equals.unit))
      ranks.push_back(static_cast<std::uint8_t>(std::lower_bound(known.begin(), known.end(), one) - known.begin()));
  }
  return ranks;
}

// The better leader rallies first (A10.6), since he may help the others then.
bool rallies_before(const Equals& a, const Equals& b) {
  const auto merit = [](const Equals& equals) {
    return std::tuple(is_leader(equals.unit), equals.unit.morale, -equals.unit.leadership, equals.unit.broken_morale);
  };
  return is_leader(a.unit) && merit(a) > merit(b);
}

template <class Given>
void give(Garrison::State& s, const Given& given) {
  s.gives = std::bit_cast<std::array<std::uint8_t, 4>>(given.packed());
}

}  // namespace

// A call needs a result, an attack or a turn, and one of a place, a DR and the result of a critical hit, so these share bits.
std::uint32_t GarrisonCall::packed() const {
  const unsigned struck = std::bit_cast<std::uint8_t>(hits);
  const auto on_rally = static_cast<std::uint8_t>(rally_drm);
  const auto routing = static_cast<unsigned>(rout);
  assert((routing > 0) + (result > 0) + (fired > 0) + (turn > 0) + (moved > 0) + (struck > 0) + (on_rally > 0) <= 1 &&
         (from > 0) + (original_dr > 0) + (critical > 0) <= 1);
  const unsigned flags = (pins_end ? 1U : 0U) | (lone_try_is_over ? 2U : 0U) | (stops_at_losses ? 4U : 0U);
  return static_cast<unsigned>(order) | unsigned{result} << 8 | unsigned{fired} << 8 | unsigned{turn} << 8 | unsigned{moved} << 8 |
         static_cast<unsigned>(leaves) << 8 | struck << 8 | unsigned{on_rally} << 8 | routing << 8 | flags << 16 | unsigned{from} << 24 |
         unsigned{original_dr} << 24 | unsigned{critical} << 24;
}

GarrisonCall GarrisonCall::unpacked(std::uint32_t argument) {
  const auto byte = [&](int i) { return static_cast<std::uint8_t>(argument >> 8 * i); };
  return {.order = static_cast<Order>(byte(0)),
          .result = byte(1),
          .critical = byte(3),
          .fired = byte(1),
          .turn = byte(1),
          .pins_end = (byte(2) & 1) != 0,
          .lone_try_is_over = (byte(2) & 2) != 0,
          .stops_at_losses = (byte(2) & 4) != 0,
          .from = byte(3),
          .original_dr = byte(3),
          .leaves = static_cast<Leaves>(byte(1) & 1),
          .rout = static_cast<Rout>(byte(1) & 3),
          .moved = static_cast<std::uint16_t>(argument >> 8),
          .rally_drm = static_cast<std::int8_t>(byte(1)),
          .hits = std::bit_cast<CloseCombatHits>(byte(1))};
}

std::uint32_t GarrisonFire::packed() const {
  if (!column) return 0;
  return static_cast<unsigned>(*column + 1) | static_cast<unsigned>(drm + fire_drm_offset) << 8 |
         static_cast<unsigned>(breaks_down_from) << 16 | (can_cower ? 1U << 24 : 0U) | (has_mg ? 1U << 25 : 0U) |
         static_cast<unsigned>(outside_drm) << 26;
}

GarrisonFire GarrisonFire::unpacked(std::uint32_t value) {
  if (value == 0) return {};
  const auto byte = [&](int i) { return static_cast<int>(value >> 8 * i & 255); };
  return {byte(0) - 1, byte(1) - fire_drm_offset, byte(3) >> 2, (byte(3) & 1) != 0, (byte(3) & 2) != 0, byte(2)};
}

std::uint32_t GarrisonReturn::packed() const {
  assert(best == 0 || buried == 0);
  return (lone_try ? 1U : 0U) | (others ? 2U : 0U) | unsigned{go_on_from} << 8 | unsigned{best} << 16 | unsigned{buried} << 24;
}

GarrisonReturn GarrisonReturn::unpacked(std::uint32_t value) {
  return {(value & 1) != 0, static_cast<std::uint16_t>(value >> 16), (value & 2) != 0, static_cast<std::uint8_t>(value >> 8),
          static_cast<std::uint8_t>(value >> 24)};
}

Garrison::Garrison(const std::vector<UnitEntry>& entries, const std::vector<int>& here, std::optional<int> rally_drm, const Fates& fates,
                   Side side, Arms arms, Moves moves)
    : rally_drm_(rally_drm),
      fates_(fates),
      side_(side),
      arms_(std::move(arms)),
      moves_(moves),
      equals_(model::equals_of(entries, here, EqualLeaders::are_ranked, side == Side::attacker ? "a" : "")) {
  std::stable_sort(equals_.begin(), equals_.end(), rallies_before);
  if (rallies()) ranks_ = ranks_of(equals_, entries);
  std::vector<UnitEntry> stacked;
  std::vector<int> all;
  std::vector<std::string> labels;
  for (Equals& equals : equals_) {
    equals.first = size();
    leaders_ += is_leader(equals.unit) ? equals.size : 0;
    units_.insert(units_.end(), index(equals.size), static_cast<int>(all.size()));
    all.push_back(static_cast<int>(all.size()));
    stacked.push_back({.name = equals.label, .unit = equals.unit, .count = equals.size});
    labels.push_back(equals.label);
  }
  if (units_.empty()) return;
  stack_.emplace(stacked, all, CheckOptions{}, fates_, labels);
  losses_.emplace(equals_);
  stages_ = std::max(stack_->stages(), losses_->stages());
}

Garrison::ComponentState Garrison::start() const {
  ComponentState units{};
  for (int i = 0; i < size(); ++i) {
    units[index(i)] = moves_.come_later ? elsewhere() : unit(i).from_turn > 1 ? UnitStatus{.eliminated = 1, .gone = 1} : whole(i);
  }
  return units;
}

Garrison::UnitStatus Garrison::whole(int i) const { return status_of(unit(i).start, rallies()); }

void Garrison::arrive(ComponentState& units, int turn, Outcomes& outcomes) const {
  for (int i = 0; i < size(); ++i) {
    if (unit(i).from_turn != turn || !is_to_come(units[index(i)])) continue;
    units[index(i)] = whole(i);
    outcomes.tell([&] { return equals_of(i).label + " comes"; });
  }
}

std::uint8_t Garrison::observation(const ComponentState& units) const {
  // Leaders stand first and have no Firepower of their own. If nobody else is there, they fire a MG unless they are pinned (A9.12).
  const auto end = units.begin() + size();
  bool any_mg = false;
  for (std::size_t i = 0; i < arms_.weapons.size(); ++i) any_mg = any_mg || works(units, i);
  const bool any_can_fire = !arms_.attacks.empty() && (std::any_of(units.begin() + leaders_, end, in_good_order) ||
                                                       (any_mg && std::any_of(units.begin(), units.begin() + leaders_, can_advance)));
  return static_cast<std::uint8_t>(
      (std::any_of(units.begin(), end, is_there) ? alive : 0) | (std::any_of(units.begin(), end, in_good_order) ? held : 0) |
      (any_can_fire ? fires : 0) | (moves_.advance && std::any_of(units.begin(), end, can_advance) ? advances : 0) |
      (moves_.keep_out && keep_out(units) ? keeps_out : 0) |
      (moves_.march && std::any_of(units.begin(), end, is_there) && std::none_of(units.begin(), end, is_stopped) ? goes_on : 0) |
      (moves_.march && std::any_of(units.begin(), end, is_unpinned) ? unpinned : 0));
}

// Of who has the least of them (A4.1), with a leader's help if one goes along (A4.12).
std::uint32_t Garrison::march(const ComponentState& units) const {
  const bool led = std::any_of(units.begin(), units.begin() + leaders_, is_there);
  std::optional<int> halves;
  for (int i = 0; i < size(); ++i) {
    if (!is_there(units[index(i)])) continue;
    Walker walker{.unit = unit(i)};
    walker.unit.start = awakened(units[index(i)]);
    const int own = allotment(walker, {}, led);
    halves = std::min(halves.value_or(own), own);
  }
  return static_cast<std::uint32_t>(halves.value_or(0));
}

// B23.922: an unpinned squad in Good Order keeps the enemy out, and so do two half-squads or crews.
bool Garrison::keep_out(const ComponentState& units) const {
  int half_squads = 0;
  for (int i = 0; i < size(); ++i) {
    const UnitStatus r = units[index(i)];
    if (can_advance(r) && !is_smc(unit(i))) half_squads += unit(i).kind == UnitKind::squad && !r.reduced ? 2 : 1;
  }
  return half_squads >= 2;
}

// Units leave for another garrison of the same units; of equal units it does not matter which.
std::uint32_t Garrison::leave(ComponentState& units, GarrisonCall call, Outcomes& outcomes) const {
  const bool all = call.leaves == GarrisonCall::Leaves::everybody;
  const int end = std::min<int>(size(), call.from + GarrisonCall::move_together);
  std::uint32_t moved = 0;
  for (int i = call.from; i < end; ++i) {
    UnitStatus& r = units[index(i)];
    if (all ? is_elsewhere(r) : !can_advance(r)) continue;
    if (!all) outcomes.tell([&] { return equals_of(i).label + " advances"; });
    moved |= packed_mover(r) << bits_of_mover * (i - call.from);
    r = elsewhere();
  }
  if (end == size()) sort(units);
  return moved;
}

void Garrison::take_in(ComponentState& units, GarrisonCall call) const {
  for (int i = 0; i < GarrisonCall::move_together; ++i) {
    const std::uint32_t mover = unsigned{call.moved} >> bits_of_mover * i & ((1U << bits_of_mover) - 1);
    if (mover == 0) continue;
    const Equals& equals = equals_of(call.from + i);
    const auto first = units.begin() + equals.first, end = first + equals.size;
    const auto place = std::find_if(first, end, is_elsewhere);
    assert(place != end);
    *place = unpacked_mover(mover);
  }
  sort(units);
}

CloseCombatStand Garrison::stand(const ComponentState& units) const {
  CloseCombatForce force;
  for (int i = 0; i < size(); ++i) {
    if (is_there(units[index(i)])) force.add(unit(i), awakened(units[index(i)]));
  }
  return force.stand();
}

std::vector<Firer> Garrison::taking_part(const ComponentState& units, int attack) const {
  std::vector<Firer> there;
  for (int i = 0; i < size(); ++i) {
    if (in_good_order(units[index(i)])) there.push_back(firer_of(equals_of(i).label, unit(i), awakened(units[index(i)])));
  }
  for (std::size_t i = 0; i < arms_.weapons.size(); ++i) {
    if (works(units, i)) there.push_back(arms_.weapons[i]);
  }
  return model::taking_part(there, arms_.attacks[index(attack)]);
}

GarrisonFire Garrison::fire(const ComponentState& units, int attack) const {
  const std::vector<Firer> firers = taking_part(units, attack);
  if (firers.empty()) return {};
  const double firepower = total_firepower(firers, arms_.attacks[index(attack)]);
  const auto breakdown = breakdown_of(firers);
  const int leadership = leadership_of(firers).value_or(0), hardship = hardship_of(firers).drm();
  return {.column = firepower < 1 ? std::nullopt : column_for_firepower(firepower, arms_.attacks[index(attack)].table),
          .drm = leadership + hardship + heroism_of(firers, arms_.attacks[index(attack)]).drm(),
          .outside_drm = std::max(0, leadership) + hardship,
          .can_cower = model::can_cower(firers),
          .has_mg = breakdown.has_value(),
          .breaks_down_from = breakdown.value_or(GarrisonFire{}.breaks_down_from)};
}

// A9.7, for each MG that was fired; of equal MG the first ones were.
void Garrison::break_down(ComponentState& units, int attack, int original_dr, Outcomes& outcomes) const {
  for (const Firer& fired : taking_part(units, attack)) {
    if (fired.breakdown.value_or(GarrisonFire{}.breaks_down_from) > original_dr) continue;
    for (std::size_t i = 0, left = index(fired.count); i < arms_.weapons.size() && left > 0; ++i) {
      if (!works(units, i) || arms_.weapons[i].name != fired.name || arms_.weapons[i].breakdown != fired.breakdown) continue;
      weapon(units, i).eliminated = 1;
      --left;
      outcomes.tell([&] { return fired.name + " breaks down"; });
    }
  }
}

std::uint64_t Garrison::aggregate(const ComponentState& units) const {
  const auto count = [&](bool is(UnitStatus)) {
    return static_cast<std::uint64_t>(std::count_if(units.begin(), units.begin() + size(), is));
  };
  const std::uint64_t counts = count(in_good_order) | count(is_lost) << 8 | count(is_broken) << 16 | count(is_gone) << 24;
  return counts << aggregate_shift(side_);
}

std::string Garrison::in_words(const ComponentState& units) const {
  std::string words;
  for (int i = 0; i < size(); ++i) {
    const UnitStatus r = units[index(i)];
    if (!is_there(r)) continue;
    words += (words.empty() ? "" : ", ") + equals_of(i).label;
    for (const auto& [is, word] :
         {std::pair(r.reduced != 0, is_smc(unit(i)) ? " wounded" : " reduced"), std::pair(r.replaced != 0, " replaced"),
          std::pair(r.broken != 0, " broken"), std::pair(r.desperate != 0, " (desperate)"), std::pair(r.pinned != 0, " pinned")})
      if (is) words += word;
  }
  for (std::size_t i = 0; i < arms_.weapons.size() && !words.empty(); ++i) {
    if (!works(units, i)) words += ", " + arms_.weapons[i].name + " broken down";
  }
  return words;
}

std::string Garrison::units_there(const ComponentState& units) const {
  std::string names;
  for (const Equals& equals : equals_) {
    const auto first = units.begin() + equals.first;
    if (std::none_of(first, first + equals.size, is_there)) continue;
    names += (names.empty() ? "" : ", ") + equals.label;
  }
  return names;
}

void Garrison::sort(ComponentState& units) const {
  for (const Equals& equals : equals_) sort(units, equals, equals.first + equals.size);
}

void Garrison::sort(ComponentState& units, const Equals& equals, int end) const {
  std::sort(units.begin() + equals.first, units.begin() + end, [](UnitStatus a, UnitStatus b) { return order_of(a) < order_of(b); });
}

Garrison::State Garrison::begin(const ComponentState& component_state, std::uint32_t argument, Outcomes& outcomes) const {
  using Order = GarrisonCall::Order;
  const GarrisonCall call = GarrisonCall::unpacked(argument);
  State s{.units = component_state};
  switch (call.order) {
    case Order::attack:
      attack(s, call, outcomes);
      break;
    case Order::collapse:
      s.ptc = 1;
      seek_ptc(s);
      break;
    case Order::arrive:
      arrive(s.units, call.turn, outcomes);
      break;
    case Order::muster:
      give(s, fire(s.units, call.fired));
      break;
    case Order::break_down:
      break_down(s.units, call.fired, call.original_dr, outcomes);
      break;
    case Order::end_turn:
      unpin(s.units);
      break;
    case Order::rally_leaders:
    case Order::rally_others: {
      const bool leaders = call.order == Order::rally_leaders;
      if (leaders) unpin(s.units);
      s.lone_try = call.lone_try_is_over;
      s.stops = call.stops_at_losses;
      s.rally_drm = static_cast<std::int8_t>(call.rally_drm);
      s.half = leaders ? 1 : 2;
      s.rally = static_cast<std::uint8_t>(1 + std::max<int>(call.from, leaders ? 0 : leaders_));
      seek_rally(s);
      break;
    }
    case Order::bury:
      outcomes.tell([&] { return "buries " + units_there(s.units); });
      give(s, GarrisonReturn{.buried = static_cast<std::uint8_t>(std::count_if(s.units.begin(), s.units.begin() + size(), is_there))});
      for (int i = 0; i < size(); ++i) {
        if (is_there(s.units[index(i)])) s.units[index(i)] = {.eliminated = 1};
      }
      sort(s.units);
      break;
    case Order::drive_out:
      outcomes.tell([&] { return "drives out " + units_there(s.units); });
      for (int i = 0; i < size(); ++i) {
        UnitStatus& r = s.units[index(i)];
        if (!is_there(r)) continue;
        r.gone = 1;
        r.pinned = r.desperate = 0;
      }
      sort(s.units);
      break;
    case Order::leave:
      s.gives = std::bit_cast<std::array<std::uint8_t, 4>>(leave(s.units, call, outcomes));
      break;
    case Order::join:
      take_in(s.units, call);
      break;
    case Order::rout:
      rout(s, call.rout, outcomes);
      break;
    case Order::march:
      s.gives = std::bit_cast<std::array<std::uint8_t, 4>>(march(s.units));
      break;
    case Order::stand:
      give(s, stand(s.units));
      break;
    case Order::strike:
      strike(s, call.hits, outcomes);
      break;
    case Order::conclude:
      conclude(s, outcomes);
      break;
  }
  return s;
}

void Garrison::unpin(ComponentState& units) const {
  for (UnitStatus& r : units) r.pinned = 0;
  sort(units);
}

// A10.62: a unit that is attacked becomes desperate, whatever the result.
void Garrison::attack(State& s, GarrisonCall call, Outcomes& outcomes) const {
  for (int i = 0; i < size(); ++i) {
    UnitStatus& r = s.units[index(i)];
    if (is_broken(r)) r.desperate = rallies();
  }
  if (call.result == 0 && call.critical == 0) return;
  s.attacked = 1;
  s.pins_end = call.pins_end;
  s.active = stack_->awake(awaken(s));
  StackResults results{unpacked(call.result)};
  if (call.critical != 0) results.critical = unpacked(call.critical);
  stack_->begin(s.active, results, last_attack(s), outcomes);
  end_if_over(s);
}

// Makes conditions, for the call, of the units' status between calls. Units that are not here are eliminated in them.
std::span<Condition> Garrison::awaken(State& s) const {
  const auto conditions = std::span(s.active.units).first(index(size()));
  for (int i = 0; i < size(); ++i) {
    UnitStatus& r = s.units[index(i)];
    conditions[index(i)] = r.gone ? Condition{.eliminated = 1} : awakened(r);
    if (!r.gone) r = {};
  }
  return conditions;
}

void Garrison::rout(State& s, GarrisonCall::Rout how, Outcomes& outcomes) const {
  if (how == GarrisonCall::Rout::interdicted) {
    s.routs = 1;
    return seek_rout(s);
  }
  for (int i = 0; i < size(); ++i) {
    UnitStatus& r = s.units[index(i)];
    if (!is_broken(r)) continue;
    const bool stays = how == GarrisonCall::Rout::eliminated;
    outcomes.tell([&] { return equals_of(i).label + (stays ? " cannot rout and is eliminated" : " routs"); });
    r = stays ? UnitStatus{.eliminated = 1} : routed(r);
  }
  sort(s.units);
}

void Garrison::seek_rout(State& s) const {
  while (s.routs <= size() && !is_broken(s.units[index(s.routs - 1)])) ++s.routs;
  if (s.routs > size()) s.routs = 0;
}

// A10.53: a NMC, by which who is broken loses men; then he is gone.
void Garrison::rout_under_fire(State& s, Roll roll, Outcomes& outcomes) const {
  const int i = s.routs - 1;
  UnitStatus& r = s.units[index(i)];
  const int level = morale_level(unit(i), awakened(r));
  const auto wound = static_cast<Wound>(std::exchange(s.wounds, std::uint8_t{0}));
  const bool is_wound = wound != Wound::none;
  const bool is_casualty = roll.sum() == 12;  // A10.31
  if (is_wound) {
    r = status_of(wounded(awakened(r), roll.colored, wound), false);
  } else if (roll.sum() > level) {
    if (is_smc(unit(i)) && !is_casualty) {
      s.wounds = static_cast<std::uint8_t>(Wound::normal);
      outcomes.tell([&] { return "against " + std::to_string(level) + "; " + equals_of(i).label + " takes a wound"; });
      return;
    }
    r = status_of(is_casualty ? eliminated(awakened(r)) : reduced(unit(i), awakened(r)), false);
  }
  outcomes.tell([&] {
    return (is_wound ? "" : "against " + std::to_string(level) + "; ") + equals_of(i).label + (r.eliminated ? " is eliminated" : " routs");
  });
  if (!r.eliminated) r = routed(r);
  sort(s.units, equals_of(i), i + 1);  // the equal units that have had their turn
  ++s.routs;
  seek_rout(s);
}

// Goes on to the next unit that a pin would change.
void Garrison::seek_ptc(State& s) const {
  while (s.ptc <= size() && !can_advance(s.units[index(s.ptc - 1)])) ++s.ptc;
  if (s.ptc > size()) s.ptc = 0;
}

void Garrison::take_ptc(State& s, int original_dr, Outcomes& outcomes) const {
  const int i = s.ptc - 1;
  const bool fails = original_dr > collapse_ptc_morale;
  s.units[index(i)].pinned = fails;
  outcomes.tell([&] { return equals_of(i).label + (fails ? " is pinned" : " passes"); });
  sort(s.units, equals_of(i), i + 1);  // the equal units that have had their turn
  ++s.ptc;
  seek_ptc(s);
}

void Garrison::strike(State& s, CloseCombatHits hits, Outcomes& outcomes) const {
  s.attacked = 2;
  constexpr auto one = static_cast<std::uint8_t>(CloseCombatResult::one_reduced);
  if (hits.unbroken == one || hits.broken == one)
    outcomes.tell([&] { return std::string(side_ == Side::defender ? "by the attacker's DR" : "by the defender's DR"); });
  losses_->begin(s.struck, hits, awaken(s), outcomes);
  end_if_over(s);
}

void Garrison::end_if_over(State& s) const {
  if (!stack_->busy(s.active) && !losses_->busy(s.struck)) s = {.units = component_state(s)};
}

Garrison::ComponentState Garrison::component_state(const State& s) const {
  ComponentState units = s.attacked ? component_state_of_attacked(s) : s.units;
  if (arms_.weapons.empty()) return units;
  // Weapons that nobody is left to fire are all alike.
  const bool any_left = std::any_of(units.begin(), units.begin() + size(), [](UnitStatus r) { return is_there(r) || is_to_come(r); });
  if (!any_left) std::fill_n(units.begin() + size(), arms_.weapons.size(), UnitStatus{});
  return units;
}

Garrison::ComponentState Garrison::component_state_of_attacked(const State& s) const {
  std::array<Condition, max_units> conditions = s.active.units;
  if (s.attacked == 1) {
    Stack::State active = s.active;
    active.pass = 0;
    stack_->conditions(active, std::span(conditions).first(index(size())));
  }
  ComponentState units = s.units;
  for (const Equals& equals : equals_) {  // units that are not here have stood among the eliminated ones
    const auto first = units.begin() + equals.first, end = first + equals.size;
    auto gone = std::count_if(first, end, [](UnitStatus r) { return r.gone != 0; });
    auto condition = conditions.begin() + equals.first;
    for (auto r = first; r != end; ++r) {
      if (r->gone) continue;
      for (; gone > 0 && condition->eliminated; --gone) ++condition;
      *r = status_of(*condition++, rallies());
    }
  }
  sort(units);
  return units;
}

// The leadership DRM for a unit that rallies: that of the best unbroken leader there, other than itself.
std::optional<int> Garrison::help(const ComponentState& units, int i) const {
  std::optional<int> best;
  for (int j = 0; j < leaders_; ++j) {
    if (j == i || !in_good_order(units[index(j)])) continue;
    const int drm = leadership(unit(j), awakened(units[index(j)]));
    best = std::min(best.value_or(drm), drm);
  }
  return best;
}

// All DRM of a unit's Rally DR.
int Garrison::rally_total(const State& s, int i) const {
  return *rally_drm_ + s.rally_drm + help(s.units, i).value_or(self_rally_drm) + (s.units[index(i)].desperate ? dm_drm : 0);
}

int Garrison::chance(const State& s, int i) const { return morale_level(unit(i), awakened(s.units[index(i)])) - rally_total(s, i); }

// Whether the unit may not rally by itself.
bool Garrison::waits_alone(const ComponentState& units, int i) const {
  return is_broken(units[index(i)]) && !may_self_rally(unit(i)) && !help(units, i);
}

// The claim of a MMC without a leader: its chance, then what it is.
int Garrison::claim(const State& s, int i) const {
  const std::size_t equals = index(units_[index(i)]);
  return (chance_offset + chance(s, i)) << 8 | ranks_[conditions_ranked * equals + condition_ranked(s.units[index(i)])];
}

// Whether a unit tries to rally. Of the MMC without a leader the one with the best claim tries, once a turn; see Forces. Units before it in
// the order have had their turn.
bool Garrison::tries(const State& s, int i) const {
  if (!is_broken(s.units[index(i)])) return false;
  if (may_self_rally(unit(i)) || help(s.units, i)) return true;
  if (s.lone_try) return false;
  for (int other = leaders_; other < size(); ++other) {
    if (waits_alone(s.units, other) && claim(s, other) > claim(s, i)) return false;
  }
  return true;
}

// Desperation Morale ends with the RPh, for those who have not tried, too (A10.62).
void Garrison::end_desperation(State& s) const {
  const int end = s.half == 1 ? leaders_ : size();
  for (int i = 0; i < end; ++i) s.units[index(i)].desperate = 0;
  sort(s.units);
}

void Garrison::seek_rally(State& s) const {
  const int end = s.half == 1 ? leaders_ : size();
  while (s.rally <= end && !tries(s, s.rally - 1)) ++s.rally;
  if (s.rally <= end) return;
  s.rally = 0;
  end_desperation(s);
}

// A10.6-.64.
void Garrison::try_rally(State& s, int original_dr, Outcomes& outcomes) const {
  const int i = s.rally - 1;
  UnitStatus& r = s.units[index(i)];
  const int level = morale_level(unit(i), awakened(r));
  const int total = rally_total(s, i);
  if (waits_alone(s.units, i)) s.lone_try = 1;
  r.desperate = 0;
  outcomes.tell([&] {
    return (total == 0 ? "" : with_sign(total) + ", Final " + std::to_string(original_dr + total) + " ") + "against " +
           std::to_string(level);
  });
  if (original_dr == 12 && is_smc(unit(i))) {
    s.wounds = 1;
    outcomes.tell([&] { return equals_of(i).label + " takes a wound"; });
    return;
  }
  if (original_dr == 12)
    r = status_of(reduced(unit(i), awakened(r)), false);
  else if (original_dr + total <= level)
    r.broken = 0;
  outcomes.tell([&] {
    return equals_of(i).label + (r.eliminated        ? " is eliminated"
                                 : original_dr == 12 ? " is reduced"
                                 : r.broken          ? " stays broken"
                                                     : " rallies");
  });
}

void Garrison::rally(State& s, Roll roll, Outcomes& outcomes) const {
  const int i = s.rally - 1;
  if (s.wounds) {
    UnitStatus& r = s.units[index(i)];
    s.wounds = 0;
    r = status_of(wounded(awakened(r), roll.colored), false);
    outcomes.tell([&] { return equals_of(i).label + (r.eliminated ? " is eliminated" : " is wounded"); });
  } else {
    try_rally(s, roll.sum(), outcomes);
    if (s.wounds) return;
  }
  const bool stops = s.stops && s.units[index(i)].eliminated;
  sort(s.units, equals_of(i), i + 1);  // the equal units that have had their turn
  if (stops) {
    s.go_on_from = s.rally;  // the unit that is next
    s.rally = 0;
  } else {
    ++s.rally;
    seek_rally(s);
  }
}

Throw Garrison::next_throw(const State& s) const {
  assert(busy(s));
  if (s.attacked == 2) return losses_->next_throw(s.struck);
  if (s.attacked) return stack_->next_throw(s.active);
  if (s.ptc) return {Dice::DR, "Collapse PTC DR", "G5.5", equals_of(s.ptc - 1).label, Reads::sum};
  if (s.routs) {
    const Equals& who = equals_of(s.routs - 1);
    if (s.wounds) return {Dice::dr, "Wound Severity dr", "A17.11", who.label};
    return {Dice::DR, "Interdiction NMC DR", "A10.53", who.label, Reads::sum};
  }
  if (s.rally) {
    const Equals& who = equals_of(s.rally - 1);
    if (s.wounds) return {Dice::dr, "Wound Severity dr", "A17.11", who.label};
    return {Dice::DR, "Rally DR", "A10.6", who.label, Reads::sum};
  }
  return lot_of(equals_[s.lot - 1U]);
}

void Garrison::next(State& s, Roll roll, Outcomes& outcomes) const {
  assert(busy(s));
  if (s.attacked == 2) {
    losses_->next(s.struck, roll, std::span(s.active.units).first(index(size())), outcomes);
    end_if_over(s);
  } else if (s.attacked) {
    stack_->next(s.active, roll, last_attack(s), outcomes);
    if (!ended(s)) end_if_over(s);
  } else if (s.ptc) {
    take_ptc(s, roll.sum(), outcomes);
  } else if (s.routs) {
    rout_under_fire(s, roll, outcomes);
  } else if (s.rally) {
    rally(s, roll, outcomes);
  } else {
    const Equals& equals = equals_[s.lot - 1U];
    const auto shift = shift_of(equals, roll);
    if (!shift) return;  // the lot is thrown again
    record(s, equals, *shift, outcomes);
    seek_lot(s);
  }
}

std::uint32_t Garrison::returned(const State& s) const {
  assert(!busy(s));
  if (s.half == 0) return std::bit_cast<std::uint32_t>(s.gives);
  GarrisonReturn back{.lone_try = s.lone_try != 0, .go_on_from = s.go_on_from};
  if (s.half == 1 && !s.go_on_from) {
    for (int i = leaders_; i < size(); ++i) {
      back.others |= is_broken(s.units[index(i)]);
      if (!s.lone_try && waits_alone(s.units, i)) back.best = std::max(back.best, static_cast<std::uint16_t>(claim(s, i)));
    }
  }
  return back.packed();
}

void Garrison::conclude(State& s, Outcomes& outcomes) const {
  for (int i = 0; i < size(); ++i) {
    UnitStatus& r = s.units[index(i)];
    if (is_to_come(r)) r = whole(i), r.broken = 0;  // nothing is told of a unit that never came
    r = status_of(fate(unit(i), awakened(r)), false);
  }
  std::fill_n(s.units.begin() + size(), arms_.weapons.size(), UnitStatus{});
  sort(s.units);
  for (const Equals& equals : equals_) {
    if (equals.group || s.units[index(equals.first)] == s.units[index(equals.first + equals.size - 1)]) record(s, equals, 0, outcomes);
  }
  seek_lot(s);
}

// Records the fates of equal units, each with that of the one `shift` places on. If all shifts are equally likely, every unit has every
// fate with the same odds.
void Garrison::record(State& s, const Equals& equals, int shift, Outcomes& outcomes) const {
  std::array<Condition, max_units> fates{};
  for (int i = 0; i < equals.size; ++i) fates[index(i)] = awakened(s.units[index(equals.first + (i + shift) % equals.size)]);
  Seen seen;
  const auto all = std::span(fates).first(index(equals.size));
  for (std::size_t i = 0; i < equals.entries.size(); ++i)
    fates_.record(equals.entries[i], equals.group ? all : all.subspan(i, 1), seen, outcomes);
  std::fill_n(s.units.begin() + equals.first, equals.size, UnitStatus{});
}

// Goes on to the next equal units that do not all have the same fate. The fates of the others are recorded, and forgotten.
void Garrison::seek_lot(State& s) const {
  while (s.lot < equals_.size()) {
    const Equals& equals = equals_[s.lot++];
    if (s.units[index(equals.first)] != s.units[index(equals.first + equals.size - 1)]) return;
  }
  s.lot = 0;
}

int Garrison::stage(const State& s) const {
  if (s.attacked == 2) return losses_->stage(s.struck);
  if (s.attacked) return stack_->stage(s.active);
  if (s.ptc) return s.ptc - 1;
  if (s.routs) return 2 * (s.routs - 1) + (s.wounds != 0 ? 1 : 0);
  if (s.rally) return 2 * (s.rally - 1) + s.wounds;
  return s.lot;
}

}  // namespace boxcars::model
