#include "model/parts/occupants.hpp"

#include <algorithm>
#include <cassert>

#include "model/core/bad_input.hpp"
#include "model/core/numbers.hpp"
#include "model/rules/random_selection.hpp"

namespace boxcars::model {

Occupants::Occupants(const std::vector<UnitEntry>& entries, const std::vector<int>& location_of, Facts& facts)
    : fates_(entries, {FatesOf::attacks, FatesOf::disruption}, facts), overall_(entries, facts) {
  if (entries.empty()) return;
  int units = 0;
  int stages = 0;
  const int locations = *std::max_element(location_of.begin(), location_of.end()) + 1;
  for (int location = 0; location < locations; ++location) {
    std::vector<int> here;
    for (std::size_t entry = 0; entry < entries.size(); ++entry) {
      if (location_of[entry] == location) here.push_back(static_cast<int>(entry));
    }
    locations_.push_back({Stack(entries, here, {}, fates_), stages, units});
    units += locations_.back().stack.size();
    stages += locations_.back().stack.stages();
  }
  if (units > max_units) {
    throw BadInput({}, std::to_string(units) + " occupants are too many", "at most " + std::to_string(max_units) + " in all",
                   "ask for less");
  }
}

std::span<Condition> Occupants::units(State& s, std::size_t location) const {
  const Location& here = locations_[location];
  return std::span(s.resting).subspan(index(here.first_unit), index(here.stack.size()));
}

std::span<const Condition> Occupants::units(const State& s, std::size_t location) const {
  const Location& here = locations_[location];
  return std::span(s.resting).subspan(index(here.first_unit), index(here.stack.size()));
}

Occupants::State Occupants::start() const {
  State s;
  for (std::size_t location = 0; location < locations_.size(); ++location) {
    const Stack& stack = locations_[location].stack;
    stack.conditions(stack.start(), units(s, location));
  }
  return s;
}

bool Occupants::any_alive(const State& s, int location) const {
  if (location >= static_cast<int>(locations_.size())) return false;
  const auto here = units(s, index(location));
  return std::any_of(here.begin(), here.end(), [](Condition c) { return !c.eliminated; });
}

void Occupants::eliminate(State& s, int location) const {
  if (location >= static_cast<int>(locations_.size())) return;
  for (Condition& c : units(s, index(location))) c = eliminated(c);
}

void Occupants::begin(State& s, const Results& results, LastAttack last, Outcomes& outcomes) const {
  assert(!busy(s));
  if (locations_.empty()) return;
  for (std::size_t location = 0; location < locations_.size(); ++location) {
    const auto& [normal, critical] = results[location];
    s.result[location] = packed(normal);
    if (!critical) continue;
    s.critical[location] = packed(*critical);
    s.attacked = static_cast<std::uint8_t>(s.attacked | 1U << location);
  }
  s.location = 0;
  s.busy = 1;
  if (s.attacked) begin_selection(s);
  if (!is_selecting(s)) proceed(s, last, outcomes);
}

// Where all targets are in one Location, its stack selects among them.
void Occupants::begin_selection(State& s) const {
  const auto is_target_in = [&](std::size_t location) { return (s.attacked >> location & 1U) && any_alive(s, static_cast<int>(location)); };
  int locations = 0;
  for (std::size_t location = 0; location < locations_.size(); ++location) locations += is_target_in(location);
  if (locations > 1) s.selecting = next_to_select(s, 0);
}

std::size_t Occupants::location_of(std::size_t unit) const {
  std::size_t location = locations_.size() - 1;
  while (static_cast<int>(unit) < locations_[location].first_unit) --location;
  return location;
}

// 1 + the first unit from there on that it can be; 0: none.
std::uint8_t Occupants::next_to_select(const State& s, std::size_t from) const {
  const auto end = index(locations_.back().first_unit + locations_.back().stack.size());
  while (from < end && (s.resting[from].eliminated || !(s.attacked >> location_of(from) & 1U))) ++from;
  return from < end ? static_cast<std::uint8_t>(1 + from) : std::uint8_t{0};
}

// Whoever has thrown highest, when all have, is singled out.
void Occupants::select(State& s, int dr) const {
  const auto unit = s.selecting - std::size_t{1};
  note_selection(s.resting, unit, dr, 1);
  const Location& here = locations_[location_of(unit)];
  here.stack.sort_group(units(s, location_of(unit)), unit - index(here.first_unit));
  s.selecting = next_to_select(s, unit + 1);
  if (is_selecting(s)) return;
  single_out_selected(s.resting);
  s.attacked = 0;
  for (std::size_t location = 0; location < locations_.size(); ++location) {
    const auto there = units(s, location);
    for (std::size_t i = 0; i < there.size(); ++i) locations_[location].stack.sort_group(there, i);
    if (std::none_of(there.begin(), there.end(), [](Condition c) { return c.singled_out != 0; })) s.critical[location] = 0;
  }
}

Throw Occupants::next_throw(const State& s) const {
  if (!is_selecting(s)) return stack(s).next_throw(s.active);
  const auto unit = s.selecting - std::size_t{1};
  const Location& here = locations_[location_of(unit)];
  return {Dice::dr, "Random Selection dr", "C3.74", here.stack.idle_name(static_cast<int>(unit) - here.first_unit)};
}

// Goes on to the next Location that needs a throw, or to the end of the attack.
void Occupants::proceed(State& s, LastAttack last, Outcomes& outcomes) const {
  for (; s.location < locations_.size(); ++s.location) {
    const IftResult result = unpacked(s.result[s.location]), critical = unpacked(s.critical[s.location]);
    s.result[s.location] = s.critical[s.location] = 0;
    const auto here = units(s, s.location);
    const bool is_critical =
        (s.attacked >> s.location & 1U) || std::any_of(here.begin(), here.end(), [](Condition c) { return c.singled_out != 0; });
    s.attacked = static_cast<std::uint8_t>(s.attacked & ~(1U << s.location));
    if (!is_critical && result == IftResult{} && last == LastAttack::no) continue;
    s.active = stack(s).awake(here);
    s.active.seen = s.seen;
    s.seen = {};
    std::fill(here.begin(), here.end(), Condition{});
    StackResults results{result};
    if (is_critical) results.critical = critical;
    if (!here.empty()) stack(s).begin(s.active, results, last, outcomes);
    if (stack(s).busy(s.active)) return;
    leave(s, last);
  }
  if (last == LastAttack::yes) {
    overall_.record(s.seen, outcomes);
    s.seen = {};
  }
  s.location = 0;
  s.busy = 0;
}

void Occupants::next(State& s, Roll roll, LastAttack last, Outcomes& outcomes) const {
  if (is_selecting(s)) {
    select(s, roll.colored);
    if (!is_selecting(s)) proceed(s, last, outcomes);
    return;
  }
  stack(s).next(s.active, roll, last, outcomes);
  if (!Stack::ended(s.active)) after_stack(s, last, outcomes);
}

void Occupants::after_stack(State& s, LastAttack last, Outcomes& outcomes) const {
  if (stack(s).busy(s.active)) return;
  leave(s, last);
  ++s.location;
  proceed(s, last, outcomes);
}

bool Occupants::forks() const {
  return std::any_of(locations_.begin(), locations_.end(), [](const Location& here) { return here.stack.forks(); });
}

// Keeps the conditions of the Location's units, unless their fates are recorded.
void Occupants::leave(State& s, LastAttack last) const {
  s.seen = s.active.seen;
  if (last == LastAttack::no) stack(s).conditions(s.active, units(s, s.location));
  s.active = {};
}

int Occupants::stage(const State& s) const {
  if (is_selecting(s)) return s.selecting - 1;
  return max_units + locations_[s.location].first_stage + stack(s).stage(s.active);
}

int Occupants::stages() const {
  return locations_.empty() ? 0 : max_units + locations_.back().first_stage + locations_.back().stack.stages();
}

}  // namespace boxcars::model
