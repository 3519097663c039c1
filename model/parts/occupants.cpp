#include "model/parts/occupants.hpp"

#include <algorithm>
#include <cassert>

#include "model/core/bad_input.hpp"
#include "model/core/numbers.hpp"

namespace boxcars::model {

Occupants::Occupants(const std::vector<UnitEntry>& entries, const std::vector<int>& location_of, Facts& facts)
    : fates_(entries, MoreFates::none, facts), overall_(entries, facts) {
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
  for (std::size_t location = 0; location < locations_.size(); ++location) s.result[location] = packed(results[location]);
  s.location = 0;
  s.busy = 1;
  proceed(s, last, outcomes);
}

// Goes on to the next Location that needs a throw, or to the end of the attack.
void Occupants::proceed(State& s, LastAttack last, Outcomes& outcomes) const {
  for (; s.location < locations_.size(); ++s.location) {
    const IftResult result = unpacked(s.result[s.location]);
    s.result[s.location] = 0;
    if (result == IftResult{} && last == LastAttack::no) continue;
    const auto here = units(s, s.location);
    s.active = stack(s).awake(here);
    s.active.seen = s.seen;
    s.seen = {};
    std::fill(here.begin(), here.end(), Condition{});
    if (!here.empty()) stack(s).begin(s.active, result, last, outcomes);
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

int Occupants::stage(const State& s) const { return locations_[s.location].first_stage + stack(s).stage(s.active); }

int Occupants::stages() const { return locations_.empty() ? 0 : locations_.back().first_stage + locations_.back().stack.stages(); }

}  // namespace boxcars::model
