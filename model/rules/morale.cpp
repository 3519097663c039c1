#include "model/rules/morale.hpp"

#include <algorithm>

namespace boxcars::model {
namespace {

constexpr int most_replacements = 3;  // that a Condition counts; it takes as many rallies to be Replaced again

Checked casualty_reduced(const Unit& unit, Condition c) {
  if (is_smc(unit)) return {c, Wound::normal};
  return {reduced(unit, c), Wound::none};
}

// A19.1: crews, heroes and units that are broken already are immune.
bool is_beyond_elr(const Unit& unit, Condition c, int failed_by) {
  return unit.elr && failed_by > *unit.elr && !c.broken && unit.kind != UnitKind::crew && unit.kind != UnitKind::hero;
}

}  // namespace

int highest_passing_dr(int morale_level, int drm) { return std::min(morale_level - drm, 11); }

Checked morale_check(const Unit& unit, Condition c, int original_dr, int drm, PinOnPass pin) {
  const int level = morale_level(unit, c);
  const int highest = highest_passing_dr(level, drm);
  if (original_dr <= highest) {
    const bool can = pin != PinOnPass::no && (can_pin(unit, c) || (pin == PinOnPass::also_broken && c.broken));
    if (can && original_dr == highest) c.pinned = 1;
    return {c};
  }
  const bool casualty = original_dr == 12;
  const Wound wound = casualty ? Wound::by_original_12 : Wound::normal;
  if (is_heroic(unit, c)) {  // A15.2: the first failure wounds, the second kills
    if (c.reduced) return {eliminated(c)};
    return {c, wound};
  }
  if (c.berserk && is_smc(unit)) return {c, wound};
  if ((c.broken || c.berserk) && casualty) return {eliminated(c)};  // A10.31
  if (c.broken || c.berserk) return casualty_reduced(unit, c);      // A10.3, A15.42
  if (is_beyond_elr(unit, c, original_dr + drm - level)) {          // A19.13, first
    if (is_of_lowest_grade(unit, c))
      c.disrupted = !unit.fanatic;  // A19.12, A10.8
    else if (c.replaced < most_replacements)
      ++c.replaced;
  }
  c = broken(c);
  if (casualty) return casualty_reduced(unit, c);  // A10.31
  return {c};
}

Condition pin_task_check(const Unit& unit, Condition c, int original_dr, int drm) {
  if (original_dr + drm > morale_level(unit, c)) c.pinned = 1;
  return c;
}

Condition broken(Condition c) {
  c.broken = 1;
  c.pinned = 0;
  return c;
}

}  // namespace boxcars::model
