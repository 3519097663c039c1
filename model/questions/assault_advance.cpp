#include <algorithm>
#include <array>
#include <cstdlib>

#include "model/core/numbers.hpp"
#include "model/questions/assault_reading.hpp"

// Those at a Location who advance into another, for Close Combat.
namespace boxcars::model {
namespace {

void require_lawful_advance(const AssaultInputs& in, const AssaultPlan& plan, const AssaultShot& shot, const std::string& path,
                            const AssaultFire& fire) {
  refuse_all_but(path, shot, {"advance", "by", "ambush", "ambush_drm"}, "advance with ",
                 " (who advances does not fire, A4.7); leave one out");
  if (fire.by == no_location)
    refuse_at(path + ".by", (shot.by.empty() ? "no Location given to advance from" : shown(shot.by) + " is no Location") +
                                " (whoever can goes along, A4.7); give one next door");
  if (!side_ever_at(in, shot.by))
    refuse_at(path + ".by", "nobody is at " + shot.by + " (who advances?); give it [[attacker]] or [[defender]], or another Location");
  if (side_at(in, shot.target) != enemy_of(fire.side))
    refuse_at(path + ".target",
              "no enemy has " + shot.target + " as his location (who advances fights those in whose place he comes, A11); give another");
  if (terrain_at(in, plan, fire.target) == Terrain::pillbox || terrain_at(in, plan, fire.by) == Terrain::pillbox)
    refuse_at(path + ".target", "an advance into or out of a pillbox (it has its own rules, B30.6, which are not played); give another");
}

// One hex, or one level (A4.7, B23.422).
void require_next_door(const AssaultPlan& plan, const AssaultShot& shot, const std::string& path, const AssaultFire& fire) {
  const AssaultHex &from = hex_at(plan, fire.by), &to = hex_at(plan, fire.target);
  const int levels = std::abs(plan.level_of[index(fire.by)] - plan.level_of[index(fire.target)]);
  if (&from == &to && levels > 1)
    refuse_at(path + ".target", shot.target + " is " + std::to_string(levels) + " levels from " + shot.by +
                                    " (an advance is one level, B23.422); give a Location between them");
  if (&from != &to && levels > 0)
    refuse_at(path + ".target",
              shot.target + " is in another hex and on another level than " + shot.by + " (nobody advances both, B23.422); give another");
  if (&from == &to || !from.coordinate || !to.coordinate) return;
  if (const int hexes = distance(*from.coordinate, *to.coordinate); hexes > 1)
    refuse_at(path + ".target", shot.target + " is " + std::to_string(hexes) + " hexes from " + shot.by +
                                    " (an advance is one hex, A4.7); give a Location next door");
}

// Where both sides may ambush (A11.4): in woods, and jungle is woods (G2); in buildings, and a lumberyard is one but for what B23.211
// names. Rubble is neither (B24.1).
bool may_be_ambushed(const AssaultInputs& in, const AssaultPlan& plan, int location) {
  const Terrain terrain = terrain_at(in, plan, location);
  constexpr std::array ambushed{Terrain::woods, Terrain::forest,  Terrain::light_jungle, Terrain::dense_jungle, Terrain::wood,
                                Terrain::stone, Terrain::factory, Terrain::lumberyard,   Terrain::hut};
  return std::find(ambushed.begin(), ambushed.end(), terrain) != ambushed.end();
}

std::optional<BySide<int>> ambush_of(const AssaultInputs& in, const AssaultPlan& plan, const AssaultShot& shot, const std::string& path,
                                     const AssaultFire& fire) {
  const bool rolls = shot.ambush ? shot.ambush == Ambush::roll : may_be_ambushed(in, plan, fire.target);
  if (!rolls && !shot.ambush_drm.empty())
    refuse_at(path + ".ambush_drm",
              "ambush_drm without an Ambush (it is thrown for in woods, jungle and buildings, A11.4); give ambush = \"roll\"");
  if (!rolls) return std::nullopt;
  return at_path(path, [&] { return parse_ambush_drm(shot.ambush_drm); });
}

// Those at a Location, as they stand at first but for pins and breaks.
CloseCombatStand stand_at(const AssaultPlan& plan, int location) {
  const Deployment::Troops& troops = plan.forces.units[plan.forces.side_of[index(location)]];
  CloseCombatForce force;
  for (std::size_t i = 0; i < troops.entries.size(); ++i) {
    Condition whole = troops.entries[i].unit.start;
    whole.broken = whole.pinned = 0;
    for (int n = troops.entries[i].count.value_or(1); troops.location_of[i] == location && n > 0; --n)
      force.add(troops.entries[i].unit, whole);
  }
  return force.stand();
}

}  // namespace

void aim_advance(const AssaultInputs& in, AssaultPlan& plan, const AssaultShot& shot, const std::string& path, AssaultFire& fire) {
  require_lawful_advance(in, plan, shot, path, fire);
  require_next_door(plan, shot, path, fire);
  fire.kind = AssaultFire::Kind::advance;
  fire.reach = 1U << fire.target;
  if (in.locations[index(fire.target)].fortified) plan.forces.kept_out_of |= 1U << fire.target;
  const std::optional<BySide<int>> ambush = ambush_of(in, plan, shot, path, fire);
  auto& parties = plan.forces.parties;
  const auto there = std::find_if(parties.begin(), parties.end(), [&](auto party) { return party.to == fire.target; });
  fire.party = static_cast<int>(there - parties.begin());
  if (there == parties.end()) {
    if (in.locations.size() + parties.size() + 1 > Forces::max_locations)
      refuse_at(path + ".target", "too many Locations to advance into (with all others at most " + std::to_string(Forces::max_locations) +
                                      " are followed); leave some out");
    parties.push_back({.from = fire.who, .to = fire.target});
    plan.ambushes.push_back(ambush);
    return;
  }
  if (there->from != fire.who)
    refuse_at(path + ".by", shot.target + " is entered from " + in.locations[index(there->from)].name +
                                " already (those who fight there come from one Location); put both in one Location, or give another");
  if (plan.ambushes[index(fire.party)] != ambush)
    refuse_at(path + ".target", "another Ambush than in the other advance into " + shot.target + " (it is one place); make them alike");
}

std::string odds_of_advance(const AssaultPlan& plan, const AssaultFire& fire) {
  const CloseCombatStand own = stand_at(plan, fire.who), enemy = stand_at(plan, fire.target);
  const auto odds = [](const CloseCombatStand& by, const CloseCombatStand& on) {
    return std::string(close_combat_column(by.attack, on.defense).odds) + (by.drm == 0 ? "" : ", DRM " + with_sign(by.drm));
  };
  return "Close Combat " + odds(own, enemy) + "; the enemy " + odds(enemy, own);
}

}  // namespace boxcars::model
