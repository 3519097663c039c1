#include "model/parts/close_combat_losses.hpp"

#include <algorithm>
#include <cassert>
#include <utility>

#include "model/core/numbers.hpp"
#include "model/rules/random_selection.hpp"

namespace boxcars::model {
namespace {

enum LossStep : std::uint8_t { nobody_lost, selecting, wounding };

// Pinned, he does not withdraw.
Condition kept_by_wound(CloseCombatHits hits, Condition c) {
  if (hits.withdrawing && c.broken) c.pinned = 1;
  return c;
}

}  // namespace

CloseCombatLosses::CloseCombatLosses(std::vector<Equals> equals) : equals_(std::move(equals)) {
  for (std::size_t i = 0; i < equals_.size(); ++i) units_.insert(units_.end(), index(equals_[i].size), static_cast<int>(i));
}

const Equals& CloseCombatLosses::equals_of(int unit) const { return equals_[index(units_[index(unit)])]; }

void CloseCombatLosses::sort(Scene units, int end) const {
  for (const Equals& equals : equals_) {
    if (equals.first >= end) return;
    const auto first = units.begin() + equals.first;
    std::sort(first, first + std::min(equals.size, end - equals.first), [](Condition a, Condition b) { return order_of(a) < order_of(b); });
  }
}

void CloseCombatLosses::begin(State& s, CloseCombatHits hits, Scene units, Outcomes& outcomes) const {
  for (Condition& c : units) {
    if (!c.eliminated && result_on(hits, c) == CloseCombatResult::all_eliminated) c = eliminated(c);
  }
  sort(units, size());
  s = {.hits = hits, .step = selecting};
  int drawn = 0, last = 0;
  for (int i = 0; i < size(); ++i) {
    if (is_drawn(s, units, i)) ++drawn, last = i;
  }
  if (drawn <= 1) {
    s.unit = static_cast<std::uint8_t>(size());  // all are selected: no Random Selection is needed
    if (drawn == 1) units[index(last)].selection = 1;
  }
  proceed(s, units, outcomes);
}

// Whether a unit takes part in the Random Selection.
bool CloseCombatLosses::is_drawn(const State& s, Scene units, int unit) const {
  const Condition c = units[index(unit)];
  return !c.eliminated && result_on(s.hits, c) == CloseCombatResult::one_reduced;
}

void CloseCombatLosses::proceed(State& s, Scene units, Outcomes& outcomes) const {
  if (s.step == selecting) {
    while (s.unit < size() && !is_drawn(s, units, s.unit)) ++s.unit;
    if (s.unit < size()) return;
    reduce_selected(s, units, outcomes);
    s.step = wounding, s.unit = 0;
  }
  while (s.unit < size() && units[s.unit].selection == 0) ++s.unit;
  if (s.unit == size()) s = {};
}

// Casualty Reduction (A7.302) of the selected units; an SMC is wounded, and its Wound Severity dr follows.
void CloseCombatLosses::reduce_selected(const State& s, Scene units, Outcomes& outcomes) const {
  for (int i = 0; i < size(); ++i) {
    Condition& c = units[index(i)];
    if (c.selection == 0) continue;
    const Equals& equals = equals_of(i);
    c.selection = is_smc(equals.unit) ? 1 : 0;
    if (c.selection == 0) c = kept_by_wound(s.hits, reduced(equals.unit, c));
    outcomes.tell([&] { return equals.label + (c.selection ? " takes a wound" : c.eliminated ? " is eliminated" : " is reduced"); });
  }
  sort(units, size());
}

Throw CloseCombatLosses::next_throw(const State& s) const {
  assert(busy(s));
  const std::string_view who = equals_of(s.unit).label;
  return s.step == selecting ? Throw{Dice::dr, "Random Selection dr", "A.9", who} : Throw{Dice::dr, "Wound Severity dr", "A17.11", who};
}

void CloseCombatLosses::next(State& s, Roll roll, Scene units, Outcomes& outcomes) const {
  assert(busy(s));
  if (s.step == selecting) {
    note_selection(units, s.unit, roll.colored, 1);
  } else {
    Condition& c = units[s.unit];
    c.selection = 0;
    c = kept_by_wound(s.hits, wounded(c, roll.colored));
    outcomes.tell([&] { return equals_of(s.unit).label + (c.eliminated ? " is eliminated" : " is wounded"); });
  }
  sort(units, s.unit + 1);
  ++s.unit;
  proceed(s, units, outcomes);
}

int CloseCombatLosses::stage(const State& s) const { return (s.step == wounding ? Stack::max_units : 0) + s.unit; }

}  // namespace boxcars::model
