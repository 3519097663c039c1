#include "model/parts/defenders.hpp"

#include <algorithm>
#include <bit>
#include <cassert>
#include <utility>

#include "model/core/bad_input.hpp"
#include "model/core/modifier.hpp"
#include "model/core/numbers.hpp"

namespace boxcars::model {
namespace {

constexpr int desperation_drm = +4;  // A10.62
constexpr int lone_drm = +1;         // A10.63

using Resting = Defenders::Resting;

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

std::uint8_t order_of(Resting r) { return std::bit_cast<std::uint8_t>(r); }

}  // namespace

Defenders::Defenders(const std::vector<UnitEntry>& entries, const std::vector<int>& location_of, int locations, std::vector<int> rally_drm,
                     Facts& facts)
    : rally_drm_(std::move(rally_drm)), fates_(entries, MoreFates::none, facts) {
  for (int location = 0; location < locations; ++location) {
    const int first_unit = size();
    const std::size_t first_equals = equals_.size();
    find_equals(entries, location_of, location);
    locations_.push_back({std::nullopt, first_unit, stages_});
    if (size() == first_unit) continue;
    std::vector<UnitEntry> stacked;
    std::vector<int> here;
    std::vector<std::string> labels;
    for (std::size_t i = first_equals; i < equals_.size(); ++i) {
      here.push_back(static_cast<int>(stacked.size()));
      stacked.push_back({.name = equals_[i].label, .unit = equals_[i].unit, .count = equals_[i].size});
      labels.push_back(equals_[i].label);
    }
    locations_.back().stack.emplace(stacked, here, CheckOptions{}, fates_, labels);
    stages_ += locations_.back().stack->stages();
  }
  if (size() > max_units) {
    throw BadInput({}, std::to_string(size()) + " defenders are too many", "at most " + std::to_string(max_units) + " in all",
                   "ask for less");
  }
  for (int i = 0; i < size(); ++i) rally_order_.push_back(i);
  std::stable_partition(rally_order_.begin(), rally_order_.end(), [&](int i) { return is_leader(unit(i)); });
  stages_ = std::max(stages_, 2 * size());
}

// Leaders stand first, as in the Stack, and each for himself: they have a rank.
void Defenders::find_equals(const std::vector<UnitEntry>& entries, const std::vector<int>& location_of, int location) {
  std::vector<int> here;
  for (std::size_t entry = 0; entry < entries.size(); ++entry) {
    if (location_of[entry] == location) here.push_back(static_cast<int>(entry));
  }
  std::vector<Equals> found = model::equals_of(entries, here, EqualLeaders::are_ranked);
  std::stable_partition(found.begin(), found.end(), [](const Equals& equals) { return is_leader(equals.unit); });
  for (Equals& equals : found) {
    equals.location = location;
    equals.first = size();
    units_.insert(units_.end(), index(equals.size), static_cast<int>(equals_.size()));
    equals_.push_back(std::move(equals));
  }
}

Defenders::State Defenders::start() const {
  State s;
  for (int i = 0; i < size(); ++i) s.units[index(i)] = rested(unit(i).start, rallies());
  return s;
}

bool Defenders::any_alive(const State& s, int location) const {
  for (int i = 0; i < size(); ++i) {
    if (equals_of(i).location == location && is_there(s.units[index(i)])) return true;
  }
  return false;
}

bool Defenders::holds(const State& s, int location) const {
  for (int i = 0; i < size(); ++i) {
    if (equals_of(i).location == location && in_good_order(s.units[index(i)])) return true;
  }
  return false;
}

int Defenders::good_order(const State& s) const {
  return static_cast<int>(std::count_if(s.units.begin(), s.units.begin() + size(), in_good_order));
}

int Defenders::eliminated(const State& s) const {
  return static_cast<int>(std::count_if(s.units.begin(), s.units.begin() + size(), [](Resting r) -> bool { return r.eliminated; }));
}

int Defenders::broken(const State& s) const {
  return static_cast<int>(std::count_if(s.units.begin(), s.units.begin() + size(), [](Resting r) { return is_there(r) && r.broken; }));
}

int Defenders::driven_out(const State& s) const {
  return static_cast<int>(std::count_if(s.units.begin(), s.units.begin() + size(), [](Resting r) -> bool { return r.gone; }));
}

std::string Defenders::units_at(const State& s, int location) const {
  std::string names;
  for (const Equals& equals : equals_) {
    if (equals.location != location) continue;
    const auto first = s.units.begin() + equals.first;
    if (std::none_of(first, first + equals.size, is_there)) continue;
    names += (names.empty() ? "" : ", ") + equals.label;
  }
  return names;
}

void Defenders::sort(State& s, const Equals& equals, int end) const {
  const auto first = s.units.begin() + equals.first;
  std::sort(first, s.units.begin() + end, [](Resting a, Resting b) { return order_of(a) < order_of(b); });
}

void Defenders::eliminate(State& s, int location) const {
  for (int i = 0; i < size(); ++i) {
    if (equals_of(i).location == location && is_there(s.units[index(i)])) s.units[index(i)] = {.eliminated = 1};
  }
}

void Defenders::drive_out(State& s, int location) const {
  for (int i = 0; i < size(); ++i) {
    Resting& r = s.units[index(i)];
    if (equals_of(i).location != location || !is_there(r)) continue;
    r.gone = 1;
    r.pinned = r.desperate = 0;
  }
  for (const Equals& equals : equals_) {
    if (equals.location == location) sort(s, equals, equals.first + equals.size);
  }
}

void Defenders::attack(State& s, const Results& results, PinsEnd pins_end, Settled& settled) const {
  assert(!busy(s));
  for (int i = 0; i < size(); ++i) {  // A10.62, whatever the result
    Resting& r = s.units[index(i)];
    if (results[index(equals_of(i).location)] && r.broken) r.desperate = rallies();
  }
  for (std::size_t location = 0; location < locations_.size(); ++location) {
    if (results[location]) s.result[location] = packed(*results[location]);
  }
  s.at = 1;
  proceed(s, pins_end, settled);
}

// Goes on to the next Location that needs a throw, or to the end of the attack.
void Defenders::proceed(State& s, PinsEnd pins_end, Settled& settled) const {
  for (; s.at <= locations_.size(); ++s.at) {
    const int location = s.at - 1;
    const IftResult result = unpacked(s.result[index(location)]);
    s.result[index(location)] = 0;
    const bool pins_end_here = pins_end >> location & 1U;
    const bool matters = result.kind > IftResult::Kind::PTC || (result.kind == IftResult::Kind::PTC && !pins_end_here);
    if (!matters || !any_alive(s, location)) continue;
    awake(s, location);
    stack(s).begin(s.active, result, pins_end_here ? LastAttack::of_turn : LastAttack::no, settled);
    if (stack(s).busy(s.active)) return;
    rest(s);
  }
  s.at = 0;
}

void Defenders::awake(State& s, int location) const {
  const Location& here = locations_[index(location)];
  std::array<Condition, max_units> conditions{};
  const auto units = std::span(s.units).subspan(index(here.first_unit), index(here.stack->size()));
  std::transform(units.begin(), units.end(), conditions.begin(), awakened);
  std::fill(units.begin(), units.end(), Resting{});
  s.active = here.stack->awake(std::span(conditions).first(units.size()));
}

// The Location's units rest again, as they are now.
void Defenders::rest(State& s) const {
  const Location& here = locations_[s.at - 1U];
  std::array<Condition, max_units> conditions{};
  const auto units = std::span(s.units).subspan(index(here.first_unit), index(here.stack->size()));
  here.stack->rest(s.active, std::span(conditions).first(units.size()));
  std::transform(conditions.begin(), conditions.begin() + static_cast<std::ptrdiff_t>(units.size()), units.begin(),
                 [&](Condition c) { return rested(c, rallies()); });
  for (const Equals& equals : equals_) {
    if (equals.location == s.at - 1) sort(s, equals, equals.first + equals.size);
  }
  s.active = {};
}

void Defenders::end_turn(State& s) const {
  for (Resting& r : s.units) r.pinned = 0;
  for (const Equals& equals : equals_) sort(s, equals, equals.first + equals.size);
}

void Defenders::rally(State& s) const {
  assert(!busy(s));
  s.rally = 1;
  seek_rally(s);
}

// The leadership DRM for who rallies: of the best unbroken leader in his Location, never his own.
std::optional<int> Defenders::help(const State& s, int i) const {
  std::optional<int> best;
  for (int j = 0; j < size(); ++j) {
    if (j == i || !is_leader(unit(j)) || equals_of(j).location != equals_of(i).location || !in_good_order(s.units[index(j)])) continue;
    const int drm = leadership(unit(j), awakened(s.units[index(j)]));
    best = std::min(best.value_or(drm), drm);
  }
  return best;
}

// All DRM of a unit's Rally DR.
int Defenders::rally_total(const State& s, int i) const {
  return rally_drm_[index(equals_of(i).location)] + help(s, i).value_or(lone_drm) + (s.units[index(i)].desperate ? desperation_drm : 0);
}

// Whether the unit at a place of the order tries. Of those without a leader one unit a turn does: the first leader, else whoever has the
// best chance. Those before him in the order have had their turn.
bool Defenders::tries(const State& s, int place) const {
  const int i = rally_order_[index(place)];
  const auto stays_broken = [&](int j) { return s.units[index(j)].broken && !s.units[index(j)].gone; };
  if (!stays_broken(i)) return false;
  if (help(s, i)) return true;
  if (s.lone_try) return false;
  if (is_leader(unit(i))) return true;
  const auto chance = [&](int j) { return morale_level(unit(j), awakened(s.units[index(j)])) - rally_total(s, j); };
  for (int later = place + 1; later < size(); ++later) {
    const int j = rally_order_[index(later)];
    if (stays_broken(j) && !help(s, j) && chance(j) > chance(i)) return false;
  }
  return true;
}

void Defenders::seek_rally(State& s) const {
  while (s.rally <= size() && !tries(s, s.rally - 1)) ++s.rally;
  if (s.rally > size()) s.rally = s.lone_try = 0;
}

// A10.6-.64.
void Defenders::try_rally(State& s, int original_dr, Settled& settled) const {
  const int i = rally_order_[s.rally - 1U];
  Resting& r = s.units[index(i)];
  const int level = morale_level(unit(i), awakened(r));
  const int total = rally_total(s, i);
  if (!help(s, i)) s.lone_try = 1;
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

Throw Defenders::next_throw(const State& s) const {
  assert(busy(s));
  if (s.at) return stack(s).next_throw(s.active);
  if (s.rally) {
    const Equals& who = equals_of(rally_order_[s.rally - 1U]);
    if (s.wounds) return {Dice::dr, "Wound Severity dr", "A17.11", who.label};
    return {Dice::DR, "Rally DR", "A10.6", who.label, Reads::sum};
  }
  return lot_of(equals_[s.lot - 1U]);
}

void Defenders::next(State& s, Roll roll, PinsEnd pins_end, Settled& settled) const {
  assert(busy(s));
  if (s.at) {
    stack(s).next(s.active, roll, pins_end >> (s.at - 1) & 1U ? LastAttack::of_turn : LastAttack::no, settled);
    if (stack(s).busy(s.active)) return;
    rest(s);
    ++s.at;
    proceed(s, pins_end, settled);
  } else if (s.rally) {
    const int i = rally_order_[s.rally - 1U];
    if (s.wounds) {
      Resting& r = s.units[index(i)];
      s.wounds = 0;
      r = rested(wounded(awakened(r), roll.colored), false);
      settled.tell([&] { return equals_of(i).label + (r.eliminated ? " is eliminated" : " is wounded"); });
    } else {
      try_rally(s, roll.sum(), settled);
      if (s.wounds) return;
    }
    sort(s, equals_of(i), i + 1);  // of equal units those that have had their turn
    ++s.rally;
    seek_rally(s);
  } else {
    const Equals& equals = equals_[s.lot - 1U];
    const auto shift = shift_of(equals, roll);
    if (!shift) return;  // again
    settle(s, equals, *shift, settled);
    seek_lot(s);
  }
}

void Defenders::conclude(State& s, Settled& settled) const {
  assert(!busy(s));
  for (int i = 0; i < size(); ++i) s.units[index(i)] = rested(fate(unit(i), awakened(s.units[index(i)])), false);
  for (const Equals& equals : equals_) {
    sort(s, equals, equals.first + equals.size);
    if (equals.group || s.units[index(equals.first)] == s.units[index(equals.first + equals.size - 1)]) settle(s, equals, 0, settled);
  }
  seek_lot(s);
}

// Settles the fates of equal units, each with that of the one so many places on: every unit has every fate with the same odds, if every
// shift has.
void Defenders::settle(State& s, const Equals& equals, int shift, Settled& settled) const {
  std::array<Condition, max_units> fates{};
  for (int i = 0; i < equals.size; ++i) fates[index(i)] = awakened(s.units[index(equals.first + (i + shift) % equals.size)]);
  Seen seen;
  const auto all = std::span(fates).first(index(equals.size));
  for (std::size_t i = 0; i < equals.entries.size(); ++i)
    fates_.settle(equals.entries[i], equals.group ? all : all.subspan(i, 1), seen, settled);
  std::fill_n(s.units.begin() + equals.first, equals.size, Resting{});
}

// The next of whom not all have the same fate; of the others it is settled, and forgotten.
void Defenders::seek_lot(State& s) const {
  while (s.lot < equals_.size()) {
    const Equals& equals = equals_[s.lot++];
    if (s.units[index(equals.first)] != s.units[index(equals.first + equals.size - 1)]) return;
  }
  s.lot = 0;
}

int Defenders::stage(const State& s) const {
  if (s.at) return locations_[s.at - 1U].first_stage + stack(s).stage(s.active);
  if (s.rally) return 2 * (s.rally - 1) + s.wounds;
  return s.lot;
}

}  // namespace boxcars::model
