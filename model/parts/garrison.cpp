#include "model/parts/garrison.hpp"

#include <algorithm>
#include <bit>
#include <cassert>
#include <span>
#include <utility>

#include "model/core/modifier.hpp"
#include "model/core/numbers.hpp"
#include "model/rules/ift.hpp"
#include "model/rules/terrain.hpp"

namespace boxcars::model {
namespace {

constexpr int desperation_drm = +4;  // A10.62
constexpr int lone_drm = +1;         // A10.63
constexpr int chance_offset = 33;    // so that a chance is a positive number
constexpr int fire_drm_offset = 16;
constexpr int drm_offset = 64;

using Resting = Garrison::Resting;

Condition awakened(Resting r) {
  Condition c;
  c.eliminated = r.eliminated, c.broken = r.broken, c.pinned = r.pinned, c.reduced = r.reduced, c.replaced = r.replaced;
  return c;
}

Resting rested(Condition c, bool desperate) {
  Resting r;
  r.eliminated = c.eliminated, r.broken = c.broken, r.pinned = c.pinned, r.reduced = c.reduced, r.replaced = c.replaced;
  r.desperate = desperate && c.broken;
  return r;
}

bool is_there(Resting r) { return !r.eliminated && !r.gone; }
bool in_good_order(Resting r) { return is_there(r) && !r.broken; }
bool is_broken(Resting r) { return is_there(r) && r.broken; }
bool is_lost(Resting r) { return r.eliminated && !r.gone; }
bool is_gone(Resting r) { return r.gone && !r.eliminated; }
bool is_to_come(Resting r) { return r.eliminated && r.gone && !r.reduced; }
bool is_elsewhere(Resting r) { return r.eliminated && r.gone && r.reduced; }
bool can_advance(Resting r) { return in_good_order(r) && !r.pinned; }  // A7.8

Resting elsewhere() {
  Resting r;
  r.eliminated = r.gone = r.reduced = 1;
  return r;
}

// A unit that moves, in so many bits: 0 is nobody, 1 who is eliminated.
constexpr int bits_of_mover = 5;
std::uint32_t packed_mover(Resting r) {
  if (r.eliminated) return 1;
  return 2U + r.broken + 2U * r.reduced + 4U * r.replaced;
}
Resting unpacked_mover(std::uint32_t mover) {
  Resting r;
  r.eliminated = mover == 1;
  if (mover < 2) return r;
  const std::uint32_t bits = mover - 2;
  r.broken = bits & 1U;
  r.reduced = bits >> 1 & 1U;
  r.replaced = bits >> 2 & 3U;
  return r;
}

std::uint8_t order_of(Resting r) { return std::bit_cast<std::uint8_t>(r); }

template <class Given>
void give(Garrison::State& s, const Given& given) {
  s.gives = std::bit_cast<std::array<std::uint8_t, 4>>(given.packed());
}

}  // namespace

// An order needs a result, an attack or a turn, and either a place or a DR.
std::uint32_t GarrisonCall::packed() const {
  const unsigned struck = std::bit_cast<std::uint8_t>(hits);
  assert((result > 0) + (fired > 0) + (turn > 0) + (moved > 0) + (struck > 0) <= 1 && (from == 0 || original_dr == 0));
  const unsigned flags = (pins_end ? 1U : 0U) | (lone_try_is_over ? 2U : 0U) | (stops_at_losses ? 4U : 0U);
  return static_cast<unsigned>(order) | unsigned{result} << 8 | unsigned{fired} << 8 | unsigned{turn} << 8 | unsigned{moved} << 8 |
         static_cast<unsigned>(leaves) << 8 | struck << 8 | flags << 16 | unsigned{from} << 24 | unsigned{original_dr} << 24;
}

GarrisonCall GarrisonCall::unpacked(std::uint32_t argument) {
  const auto byte = [&](int i) { return static_cast<std::uint8_t>(argument >> 8 * i); };
  return {.order = static_cast<Order>(byte(0)),
          .result = byte(1),
          .fired = byte(1),
          .turn = byte(1),
          .pins_end = (byte(2) & 1) != 0,
          .lone_try_is_over = (byte(2) & 2) != 0,
          .stops_at_losses = (byte(2) & 4) != 0,
          .from = byte(3),
          .original_dr = byte(3),
          .leaves = static_cast<Leaves>(byte(1) & 1),
          .moved = static_cast<std::uint16_t>(argument >> 8),
          .hits = std::bit_cast<CloseCombatHits>(byte(1))};
}

std::uint32_t GarrisonFire::packed() const {
  if (!column) return 0;
  return static_cast<unsigned>(*column + 1) | static_cast<unsigned>(drm + fire_drm_offset) << 8 |
         static_cast<unsigned>(breaks_down_from) << 16 | (can_cower ? 1U << 24 : 0U) | (has_mg ? 1U << 25 : 0U);
}

GarrisonFire GarrisonFire::unpacked(std::uint32_t value) {
  if (value == 0) return {};
  const auto byte = [&](int i) { return static_cast<int>(value >> 8 * i & 255); };
  return {byte(0) - 1, byte(1) - fire_drm_offset, (byte(3) & 1) != 0, (byte(3) & 2) != 0, byte(2)};
}

std::uint32_t GarrisonReturn::packed() const {
  return (lone_try ? 1U : 0U) | (others ? 2U : 0U) | unsigned{best} << 8 | unsigned{go_on_from} << 16 | unsigned{buried} << 24;
}

GarrisonReturn GarrisonReturn::unpacked(std::uint32_t value) {
  const auto byte = [&](int i) { return static_cast<std::uint8_t>(value >> 8 * i); };
  return {(value & 1) != 0, byte(1), (value & 2) != 0, byte(2), byte(3)};
}

std::uint32_t GarrisonStand::packed() const {
  return static_cast<unsigned>(attack) | static_cast<unsigned>(defense) << 10 | static_cast<unsigned>(drm + drm_offset) << 20 |
         (any_unbroken ? 1U << 28 : 0U) | (any_broken ? 1U << 29 : 0U);
}

GarrisonStand GarrisonStand::unpacked(std::uint32_t value) {
  return {.attack = static_cast<int>(value & 1023),
          .defense = static_cast<int>(value >> 10 & 1023),
          .drm = static_cast<int>(value >> 20 & 255) - drm_offset,
          .any_unbroken = (value >> 28 & 1) != 0,
          .any_broken = (value >> 29 & 1) != 0};
}

Garrison::Garrison(const std::vector<UnitEntry>& entries, const std::vector<int>& here, std::optional<int> rally_drm, const Fates& fates,
                   Side side, Arms arms, Moves moves)
    : rally_drm_(rally_drm),
      fates_(fates),
      side_(side),
      arms_(std::move(arms)),
      moves_(moves),
      equals_(model::equals_of(entries, here, EqualLeaders::are_ranked, side == Side::attacker ? "a" : "")) {
  std::stable_partition(equals_.begin(), equals_.end(), [](const Equals& equals) { return is_leader(equals.unit); });
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

Garrison::Rest Garrison::start() const {
  Rest units{};
  for (int i = 0; i < size(); ++i) {
    units[index(i)] = moves_.come_later ? elsewhere() : unit(i).from_turn > 1 ? Resting{.eliminated = 1, .gone = 1} : whole(i);
  }
  return units;
}

Garrison::Resting Garrison::whole(int i) const { return rested(unit(i).start, rallies()); }

void Garrison::arrive(Rest& units, int turn, Settled& settled) const {
  for (int i = 0; i < size(); ++i) {
    if (unit(i).from_turn != turn || !is_to_come(units[index(i)])) continue;
    units[index(i)] = whole(i);
    settled.tell([&] { return equals_of(i).label + " comes"; });
  }
}

std::uint8_t Garrison::view(const Rest& units) const {
  // Leaders, who stand first, have no Firepower of their own.
  const auto end = units.begin() + size();
  const bool any_can_fire = !arms_.attacks.empty() && std::any_of(units.begin() + leaders_, end, in_good_order);
  return static_cast<std::uint8_t>((std::any_of(units.begin(), end, is_there) ? alive : 0) |
                                   (std::any_of(units.begin(), end, in_good_order) ? held : 0) | (any_can_fire ? fires : 0) |
                                   (moves_.advance && std::any_of(units.begin(), end, can_advance) ? advances : 0) |
                                   (moves_.keep_out && keep_out(units) ? keeps_out : 0));
}

// B23.922: an unpinned squad in Good Order does, and so do two half-squads or crews.
bool Garrison::keep_out(const Rest& units) const {
  int half_squads = 0;
  for (int i = 0; i < size(); ++i) {
    const Resting r = units[index(i)];
    if (can_advance(r) && !is_smc(unit(i))) half_squads += unit(i).kind == UnitKind::squad && !r.reduced ? 2 : 1;
  }
  return half_squads >= 2;
}

// To another garrison of the same units: of equal ones it does not matter who.
std::uint32_t Garrison::leave(Rest& units, GarrisonCall call, Settled& settled) const {
  const bool all = call.leaves == GarrisonCall::Leaves::everybody;
  const int end = std::min<int>(size(), call.from + GarrisonCall::move_together);
  std::uint32_t moved = 0;
  for (int i = call.from; i < end; ++i) {
    Resting& r = units[index(i)];
    if (all ? is_elsewhere(r) : !can_advance(r)) continue;
    if (!all) settled.tell([&] { return equals_of(i).label + " advances"; });
    moved |= packed_mover(r) << bits_of_mover * (i - call.from);
    r = elsewhere();
  }
  if (end == size()) sort(units);
  return moved;
}

void Garrison::take_in(Rest& units, GarrisonCall call) const {
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

GarrisonStand Garrison::stand(const Rest& units) const {
  CloseCombatForce force;
  for (int i = 0; i < size(); ++i) {
    if (is_there(units[index(i)])) force.add(unit(i), awakened(units[index(i)]));
  }
  return {force.attack, force.defense, force.leadership() + hero_drm * force.heroes, force.attackers > 0, force.broken > 0};
}

std::vector<Firer> Garrison::taking_part(const Rest& units, int attack) const {
  std::vector<Firer> there;
  for (int i = 0; i < size(); ++i) {
    if (in_good_order(units[index(i)])) there.push_back(firer_of(equals_of(i).label, unit(i), awakened(units[index(i)])));
  }
  for (std::size_t i = 0; i < arms_.weapons.size(); ++i) {
    if (works(units, i)) there.push_back(arms_.weapons[i]);
  }
  return model::taking_part(there, arms_.attacks[index(attack)]);
}

GarrisonFire Garrison::fire(const Rest& units, int attack) const {
  const std::vector<Firer> firers = taking_part(units, attack);
  if (firers.empty()) return {};
  const double firepower = total_firepower(firers, arms_.attacks[index(attack)]);
  const auto breakdown = breakdown_of(firers);
  return {.column = firepower < 1 ? std::nullopt : column_for_firepower(firepower),
          .drm = leadership_of(firers).value_or(0) + encircled_drm(firers),
          .can_cower = model::can_cower(firers),
          .has_mg = breakdown.has_value(),
          .breaks_down_from = breakdown.value_or(GarrisonFire{}.breaks_down_from)};
}

// A9.7, of each that was fired; of equal ones the first are.
void Garrison::break_down(Rest& units, int attack, int original_dr, Settled& settled) const {
  for (const Firer& fired : taking_part(units, attack)) {
    if (fired.breakdown.value_or(GarrisonFire{}.breaks_down_from) > original_dr) continue;
    for (std::size_t i = 0, left = index(fired.count); i < arms_.weapons.size() && left > 0; ++i) {
      if (!works(units, i) || arms_.weapons[i].name != fired.name || arms_.weapons[i].breakdown != fired.breakdown) continue;
      weapon(units, i).eliminated = 1;
      --left;
      settled.tell([&] { return fired.name + " breaks down"; });
    }
  }
}

std::uint64_t Garrison::totals(const Rest& units) const {
  const auto count = [&](bool is(Resting)) { return static_cast<std::uint64_t>(std::count_if(units.begin(), units.begin() + size(), is)); };
  const std::uint64_t counts = count(in_good_order) | count(is_lost) << 8 | count(is_broken) << 16 | count(is_gone) << 24;
  return counts << totals_shift(side_);
}

std::string Garrison::in_words(const Rest& units) const {
  std::string words;
  for (int i = 0; i < size(); ++i) {
    const Resting r = units[index(i)];
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

std::string Garrison::units_there(const Rest& units) const {
  std::string names;
  for (const Equals& equals : equals_) {
    const auto first = units.begin() + equals.first;
    if (std::none_of(first, first + equals.size, is_there)) continue;
    names += (names.empty() ? "" : ", ") + equals.label;
  }
  return names;
}

void Garrison::sort(Rest& units) const {
  for (const Equals& equals : equals_) sort(units, equals, equals.first + equals.size);
}

void Garrison::sort(Rest& units, const Equals& equals, int end) const {
  std::sort(units.begin() + equals.first, units.begin() + end, [](Resting a, Resting b) { return order_of(a) < order_of(b); });
}

Garrison::State Garrison::begin(const Rest& rest, std::uint32_t argument, Settled& settled) const {
  using Order = GarrisonCall::Order;
  const GarrisonCall call = GarrisonCall::unpacked(argument);
  State s{.units = rest};
  switch (call.order) {
    case Order::attack:
      attack(s, call, settled);
      break;
    case Order::collapse:
      s.ptc = 1;
      seek_ptc(s);
      break;
    case Order::arrive:
      arrive(s.units, call.turn, settled);
      break;
    case Order::muster:
      give(s, fire(s.units, call.fired));
      break;
    case Order::break_down:
      break_down(s.units, call.fired, call.original_dr, settled);
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
      s.half = leaders ? 1 : 2;
      s.rally = static_cast<std::uint8_t>(1 + std::max<int>(call.from, leaders ? 0 : leaders_));
      seek_rally(s);
      break;
    }
    case Order::bury:
      settled.tell([&] { return "buries " + units_there(s.units); });
      give(s, GarrisonReturn{.buried = static_cast<std::uint8_t>(std::count_if(s.units.begin(), s.units.begin() + size(), is_there))});
      for (int i = 0; i < size(); ++i) {
        if (is_there(s.units[index(i)])) s.units[index(i)] = {.eliminated = 1};
      }
      sort(s.units);
      break;
    case Order::drive_out:
      settled.tell([&] { return "drives out " + units_there(s.units); });
      for (int i = 0; i < size(); ++i) {
        Resting& r = s.units[index(i)];
        if (!is_there(r)) continue;
        r.gone = 1;
        r.pinned = r.desperate = 0;
      }
      sort(s.units);
      break;
    case Order::leave:
      s.gives = std::bit_cast<std::array<std::uint8_t, 4>>(leave(s.units, call, settled));
      break;
    case Order::join:
      take_in(s.units, call);
      break;
    case Order::stand:
      give(s, stand(s.units));
      break;
    case Order::strike:
      strike(s, call.hits, settled);
      break;
    case Order::conclude:
      conclude(s, settled);
      break;
  }
  return s;
}

void Garrison::unpin(Rest& units) const {
  for (Resting& r : units) r.pinned = 0;
  sort(units);
}

// A10.62: who is attacked becomes desperate, whatever the result.
void Garrison::attack(State& s, GarrisonCall call, Settled& settled) const {
  for (int i = 0; i < size(); ++i) {
    Resting& r = s.units[index(i)];
    if (is_broken(r)) r.desperate = rallies();
  }
  if (call.result == 0) return;
  s.attacked = 1;
  s.pins_end = call.pins_end;
  s.active = stack_->awake(awaken(s));
  stack_->begin(s.active, unpacked(call.result), last_attack(s), settled);
  rest_if_over(s);
}

// Their conditions, which are kept instead of how they rest: of who is not here those of somebody eliminated.
std::span<Condition> Garrison::awaken(State& s) const {
  const auto conditions = std::span(s.active.units).first(index(size()));
  for (int i = 0; i < size(); ++i) {
    Resting& r = s.units[index(i)];
    conditions[index(i)] = r.gone ? Condition{.eliminated = 1} : awakened(r);
    if (!r.gone) r = {};
  }
  return conditions;
}

// The next whom a pin would change.
void Garrison::seek_ptc(State& s) const {
  while (s.ptc <= size() && !can_advance(s.units[index(s.ptc - 1)])) ++s.ptc;
  if (s.ptc > size()) s.ptc = 0;
}

void Garrison::take_ptc(State& s, int original_dr, Settled& settled) const {
  const int i = s.ptc - 1;
  const bool fails = original_dr > collapse_ptc_morale;
  s.units[index(i)].pinned = fails;
  settled.tell([&] { return equals_of(i).label + (fails ? " is pinned" : " passes"); });
  sort(s.units, equals_of(i), i + 1);  // of equal units those that have had their turn
  ++s.ptc;
  seek_ptc(s);
}

void Garrison::strike(State& s, CloseCombatHits hits, Settled& settled) const {
  s.attacked = 2;
  constexpr auto one = static_cast<std::uint8_t>(CloseCombatResult::one_reduced);
  if (hits.unbroken == one || hits.broken == one)
    settled.tell([&] { return std::string(side_ == Side::defender ? "by the attacker's DR" : "by the defender's DR"); });
  losses_->begin(s.struck, hits, awaken(s), settled);
  rest_if_over(s);
}

void Garrison::rest_if_over(State& s) const {
  if (!stack_->busy(s.active) && !losses_->busy(s.struck)) s = {.units = rest(s)};
}

Garrison::Rest Garrison::rest(const State& s) const {
  Rest units = s.attacked ? rest_of_attacked(s) : s.units;
  if (arms_.weapons.empty()) return units;
  // Weapons that nobody is left to fire are all the same.
  const bool any_left =
      std::any_of(units.begin() + leaders_, units.begin() + size(), [](Resting r) { return is_there(r) || is_to_come(r); });
  if (!any_left) std::fill_n(units.begin() + size(), arms_.weapons.size(), Resting{});
  return units;
}

Garrison::Rest Garrison::rest_of_attacked(const State& s) const {
  std::array<Condition, max_units> conditions = s.active.units;
  if (s.attacked == 1) {
    Stack::State active = s.active;
    active.pass = 0;
    stack_->rest(active, std::span(conditions).first(index(size())));
  }
  Rest units = s.units;
  for (const Equals& equals : equals_) {  // who is not here has stood among them
    const auto first = units.begin() + equals.first, end = first + equals.size;
    auto gone = std::count_if(first, end, [](Resting r) { return r.gone != 0; });
    auto condition = conditions.begin() + equals.first;
    for (auto r = first; r != end; ++r) {
      if (r->gone) continue;
      for (; gone > 0 && condition->eliminated; --gone) ++condition;
      *r = rested(*condition++, rallies());
    }
  }
  sort(units);
  return units;
}

// The leadership DRM for who rallies: of the best unbroken leader there, never his own.
std::optional<int> Garrison::help(const Rest& units, int i) const {
  std::optional<int> best;
  for (int j = 0; j < leaders_; ++j) {
    if (j == i || !in_good_order(units[index(j)])) continue;
    const int drm = leadership(unit(j), awakened(units[index(j)]));
    best = std::min(best.value_or(drm), drm);
  }
  return best;
}

// All DRM of a unit's Rally DR.
int Garrison::rally_total(const Rest& units, int i) const {
  return *rally_drm_ + help(units, i).value_or(lone_drm) + (units[index(i)].desperate ? desperation_drm : 0);
}

int Garrison::chance(const Rest& units, int i) const { return morale_level(unit(i), awakened(units[index(i)])) - rally_total(units, i); }

bool Garrison::waits_alone(const Rest& units, int i) const { return is_broken(units[index(i)]) && !help(units, i); }

// Whether a unit tries. Of those without a leader one unit a turn does: the first leader, else whoever has the best chance; see
// Forces. Those before him in the order have had their turn.
bool Garrison::tries(const State& s, int i) const {
  if (!is_broken(s.units[index(i)])) return false;
  if (help(s.units, i)) return true;
  if (s.lone_try) return false;
  if (i < leaders_) return true;
  for (int later = i + 1; later < size(); ++later) {
    if (waits_alone(s.units, later) && chance(s.units, later) > chance(s.units, i)) return false;
  }
  return true;
}

void Garrison::seek_rally(State& s) const {
  const int end = s.half == 1 ? leaders_ : size();
  while (s.rally <= end && !tries(s, s.rally - 1)) ++s.rally;
  if (s.rally > end) s.rally = 0;
}

// A10.6-.64.
void Garrison::try_rally(State& s, int original_dr, Settled& settled) const {
  const int i = s.rally - 1;
  Resting& r = s.units[index(i)];
  const int level = morale_level(unit(i), awakened(r));
  const int total = rally_total(s.units, i);
  if (!help(s.units, i)) s.lone_try = 1;
  r.desperate = 0;
  settled.tell([&] {
    return (total == 0 ? "" : with_sign(total) + ", Final " + std::to_string(original_dr + total) + " ") + "against " +
           std::to_string(level);
  });
  if (original_dr == 12 && is_smc(unit(i))) {
    s.wounds = 1;
    settled.tell([&] { return equals_of(i).label + " takes a wound"; });
    return;
  }
  if (original_dr == 12)
    r = rested(reduced(unit(i), awakened(r)), false);
  else if (original_dr + total <= level)
    r.broken = 0;
  settled.tell([&] {
    return equals_of(i).label + (r.eliminated        ? " is eliminated"
                                 : original_dr == 12 ? " is reduced"
                                 : r.broken          ? " stays broken"
                                                     : " rallies");
  });
}

void Garrison::rally(State& s, Roll roll, Settled& settled) const {
  const int i = s.rally - 1;
  if (s.wounds) {
    Resting& r = s.units[index(i)];
    s.wounds = 0;
    r = rested(wounded(awakened(r), roll.colored), false);
    settled.tell([&] { return equals_of(i).label + (r.eliminated ? " is eliminated" : " is wounded"); });
  } else {
    try_rally(s, roll.sum(), settled);
    if (s.wounds) return;
  }
  const bool stops = s.stops && s.units[index(i)].eliminated;
  sort(s.units, equals_of(i), i + 1);  // of equal units those that have had their turn
  if (stops) {
    s.go_on_from = s.rally;  // who is next
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
  if (s.rally) {
    const Equals& who = equals_of(s.rally - 1);
    if (s.wounds) return {Dice::dr, "Wound Severity dr", "A17.11", who.label};
    return {Dice::DR, "Rally DR", "A10.6", who.label, Reads::sum};
  }
  return lot_of(equals_[s.lot - 1U]);
}

void Garrison::next(State& s, Roll roll, Settled& settled) const {
  assert(busy(s));
  if (s.attacked == 2) {
    losses_->next(s.struck, roll, std::span(s.active.units).first(index(size())), settled);
    rest_if_over(s);
  } else if (s.attacked) {
    stack_->next(s.active, roll, last_attack(s), settled);
    if (!ended(s)) rest_if_over(s);
  } else if (s.ptc) {
    take_ptc(s, roll.sum(), settled);
  } else if (s.rally) {
    rally(s, roll, settled);
  } else {
    const Equals& equals = equals_[s.lot - 1U];
    const auto shift = shift_of(equals, roll);
    if (!shift) return;  // again
    settle(s, equals, *shift, settled);
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
      if (!s.lone_try && waits_alone(s.units, i))
        back.best = std::max(back.best, static_cast<std::uint8_t>(chance_offset + chance(s.units, i)));
    }
  }
  return back.packed();
}

void Garrison::conclude(State& s, Settled& settled) const {
  for (int i = 0; i < size(); ++i) {
    Resting& r = s.units[index(i)];
    if (is_to_come(r)) r = whole(i), r.broken = 0;  // nothing is told of him
    r = rested(fate(unit(i), awakened(r)), false);
  }
  std::fill_n(s.units.begin() + size(), arms_.weapons.size(), Resting{});
  sort(s.units);
  for (const Equals& equals : equals_) {
    if (equals.group || s.units[index(equals.first)] == s.units[index(equals.first + equals.size - 1)]) settle(s, equals, 0, settled);
  }
  seek_lot(s);
}

// Settles the fates of equal units, each with that of the one so many places on: every unit has every fate with the same odds, if every
// shift has.
void Garrison::settle(State& s, const Equals& equals, int shift, Settled& settled) const {
  std::array<Condition, max_units> fates{};
  for (int i = 0; i < equals.size; ++i) fates[index(i)] = awakened(s.units[index(equals.first + (i + shift) % equals.size)]);
  Seen seen;
  const auto all = std::span(fates).first(index(equals.size));
  for (std::size_t i = 0; i < equals.entries.size(); ++i)
    fates_.settle(equals.entries[i], equals.group ? all : all.subspan(i, 1), seen, settled);
  std::fill_n(s.units.begin() + equals.first, equals.size, Resting{});
}

// The next of whom not all have the same fate; of the others it is settled, and forgotten.
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
  if (s.rally) return 2 * (s.rally - 1) + s.wounds;
  return s.lot;
}

}  // namespace boxcars::model
