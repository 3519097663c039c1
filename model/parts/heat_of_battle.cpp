#include "model/parts/heat_of_battle.hpp"

#include "model/rules/morale.hpp"

namespace boxcars::model {

bool has_heat_of_battle(const Unit& unit, Condition c, int original_dr) {
  const bool exempt = unit.kind == UnitKind::crew || is_heroic(unit, c) || c.berserk || c.eliminated;
  return original_dr == 2 && !exempt;
}

HeatOfBattle heat_of_battle(const Unit& unit, Condition c, int original_dr, int nationality_drm, int surrenders_from) {
  const int final_dr = original_dr + nationality_drm + (c.broken ? 1 : 0);
  if (final_dr <= 4) return HeatOfBattle::hero;
  if (final_dr <= 6) return HeatOfBattle::hero_and_hardening;
  if (final_dr <= 8) return HeatOfBattle::hardening;
  return final_dr >= surrenders_from && !unit.fanatic ? HeatOfBattle::surrender : HeatOfBattle::berserk;
}

Condition heated(const Unit& unit, Condition c, HeatOfBattle result) {
  const auto rally = [&] { c.broken = c.disrupted = c.pinned = 0; };
  const auto make_hero = [&] {
    c.made_hero = 1;
    if (is_leader(unit)) rally();
  };
  const auto harden = [&] {
    if (c.hardened < 3) ++c.hardened;
    rally();
  };
  switch (result) {
    case HeatOfBattle::hero:
      make_hero();
      break;
    case HeatOfBattle::hero_and_hardening:
      make_hero(), harden();
      break;
    case HeatOfBattle::hardening:
      harden();
      break;
    case HeatOfBattle::berserk:
      c.berserk = 1, rally();
      break;
    case HeatOfBattle::surrender:
      c = broken(c), c.disrupted = 1;
      break;
  }
  return c;
}

}  // namespace boxcars::model
