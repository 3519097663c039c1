#include <algorithm>

#include "model/core/numbers.hpp"
#include "model/questions/assault_reading.hpp"
#include "model/rules/ift.hpp"

// Shots by those who are at a Location.
namespace boxcars::model {
namespace {

// All who are ever at a Location, neither broken nor pinned, and what they fire.
std::vector<Firer> firers_at(const AssaultPlan& plan, int location) {
  std::vector<Firer> there;
  const Deployment::Troops& troops = plan.forces.units[plan.forces.side_of[index(location)]];
  for (std::size_t i = 0; i < troops.entries.size(); ++i) {
    const UnitEntry& entry = troops.entries[i];
    if (troops.location_of[i] != location) continue;
    Condition whole = entry.unit.start;
    whole.broken = whole.pinned = 0;
    there.push_back(firer_of(entry.name, entry.unit, whole));
    there.back().count = entry.count.value_or(1);
  }
  const auto& weapons = plan.forces.weapons[index(location)];
  there.insert(there.end(), weapons.begin(), weapons.end());
  return there;
}

// As given, or on the map; from another level of the same hex it is 1.
std::optional<int> range_of(const AssaultInputs& in, const AssaultPlan& plan, const AssaultShot& shot, int from, int to) {
  const auto at = hex_at(plan, from).coordinate, target = hex_at(plan, to).coordinate;
  if (shot.range || in.map.file.empty() || !at || !target) return shot.range;
  return std::max(1, distance(*at, *target));
}

void require_lawful_muster(const AssaultShot& shot, const std::string& path, const AssaultFire& fire) {
  const std::string by = " with by = \"" + shot.by + "\"";
  refuse_any(path, {{shot.enter, "enter"}, {!shot.fp.empty(), "fp"}, {shot.weapon == Weapon::mol, "weapon"}}, "",
             by + " (the Firepower of those who are there is computed, A7.2); leave one out");
  if (!fire.musters) return;
  refuse_any(path, {{shot.leadership.has_value(), "leadership"}}, "", by + " (their best leader directs them, A7.53); leave it out");
  refuse_any(path, {{shot.repair.has_value(), "repair"}, {shot.limit.has_value(), "limit"}}, "",
             by + " (nobody repairs their MG, and they fire once a turn); leave it out");
  require_one_attack(shot, path);
}

bool is_unit(const Firer& firer) { return !directs(firer) && !is_mg(firer); }

// A unit, or, of leaders alone, a MG.
const Firer& who_fires(const std::vector<Firer>& there) {
  const auto unit = std::find_if(there.begin(), there.end(), is_unit);
  return unit != there.end() ? *unit : *std::find_if(there.begin(), there.end(), is_mg);
}

// Who fires at first; later it is who is left.
void muster(const AssaultShot& shot, const std::string& path, const FireConditions& conditions, const std::vector<Firer>& there,
            AssaultFire& fire) {
  if (!conditions.range)
    refuse_at(path + ".range", "no range from " + shot.by + " to " + shot.target +
                                   " (neither the file nor a map says it); give range = 3, or map = \"FILE\" at the top");
  constexpr int longest_range = 60, most_area_fire = 3;
  require_at(path, "range", *conditions.range, 1, longest_range, "in hexes, to another Location");
  require_at(path, "area_fire", shot.area_fire, 0, most_area_fire, "causes of Area Fire");
  const std::vector<Firer> firers = taking_part(there, conditions);
  if (shot.part == AssaultShot::Part::first_fire && (firers.empty() || total_firepower(firers, conditions) < 1)) {
    fire.kind = AssaultFire::Kind::at_move;  // it is not fired there
    return;
  }
  const Firepower firepower = at_path(path, [&] {
    if (!firers.empty()) return firepower_of(firers, conditions);
    std::vector<Firer> some{who_fires(there)};
    const auto mg = std::find_if(there.begin(), there.end(), is_mg);
    if (is_unit(some.front()) && mg != there.end()) some.push_back(*mg);
    return firepower_of(some, conditions);  // throws: it is out of range, or nobody directs it
  });
  if (firepower.total < 1)
    refuse_at(path + ".by", "those at " + shot.by + " have " + without_zeros(firepower.total) +
                                " FP (below 1 there is no attack, A7.3); give another, or a shorter range");
  const int leadership = leadership_of(firers).value_or(0);
  fire.worked_out = firepower.lines;
  const Heroism heroism = heroism_of(firers, conditions);
  const Hardship hardship = hardship_of(firers);
  fire.at_first = {*column_for_firepower(firepower.total, conditions.table),
                   fire.aim.attack.drm + leadership + heroism.drm() + hardship.drm(),
                   can_cower(firers) ? cowering_columns(shot.cowering, 1) : 0};
  if (leadership != 0) fire.worked_out.push_back("directed with " + with_sign(leadership) + " (A7.53)");
  for (const auto& rows : {heroism.rows(), hardship.rows()}) {
    for (const Modifier& row : rows)
      fire.worked_out.push_back(row.reason + ": " + with_sign(row.amount) + " (" + std::string(row.rule) + ")");
  }
}

// A shot as it is aimed: what who fires it is at the time is left open.
AssaultShot without_firers(const AssaultShot& shot, const AssaultFire& fire, const FireConditions& conditions) {
  AssaultShot open = shot;
  open.by.clear();
  if (fire.musters) {
    open.fp = "1";
    open.range.reset();
    open.phase = FirePhase::prep;
    open.concealed = false;
    open.area_fire = 0;
    open.cowering = Cowering::none;
  } else if (!shot.smoke && !shot.to_hit && shot.weapon != Weapon::dc && !is_oba(shot.fire)) {
    open.range = conditions.range;
  }
  return open;
}

}  // namespace

int fired_from(const AssaultInputs& in, const AssaultShot& shot, const std::string& path) {
  const auto named = std::find_if(in.locations.begin(), in.locations.end(), [&](const AssaultLocation& l) { return l.name == shot.by; });
  if (named != in.locations.end()) return static_cast<int>(named - in.locations.begin());
  const bool may_be_units = shot.by.empty() || shot.by.find_first_of("-:+ ") != std::string::npos;
  return may_be_units ? no_location : find_location(in, path + ".by", shot.by);
}

void require_enemies(const AssaultInputs& in, const AssaultShot& shot, const std::string& path, const AssaultFire& fire) {
  if (fire.by != no_location && !side_ever_at(in, shot.by))
    refuse_at(path + ".by", "nobody is at " + shot.by + " (who fires?); give it [[attacker]] or [[defender]], or another Location");
  for (const std::string& target : targets_of(shot)) {
    if (!shot.smoke && side_at(in, target) == fire.side && !is_entered_by(in, enemy_of(fire.side), target))
      refuse_at(path + ".target", target + " is held by the same side as " + (fire.by == no_location ? "whoever fires" : shot.by) +
                                      " (nobody fires at his own men); give another");
  }
}

void aim_from(const AssaultInputs& in, AssaultPlan& plan, const AssaultShot& shot, const std::string& path, AssaultFire& fire) {
  fire.musters = !shot.smoke && !shot.caliber && shot.weapon == Weapon::small_arms && has_caliber(shot.ammo);
  require_lawful_muster(shot, path, fire);
  const std::vector<Firer> there = firers_at(plan, fire.who);
  if (std::none_of(there.begin(), there.end(), is_unit) && std::none_of(there.begin(), there.end(), is_mg))
    refuse_at(path + ".by",
              "nobody at " + shot.by + " can fire (leaders alone do not, but with a MG, A7.53, A9.12); add a unit, or give another");
  const FireConditions conditions{.range = range_of(in, plan, shot, fire.by, fire.target),
                                  .phase = shot.phase,
                                  .concealed = shot.concealed,
                                  .area_fire = shot.area_fire,
                                  .in_pillbox = terrain_at(in, plan, fire.target) == Terrain::pillbox,
                                  .table = table_if(in.iift)};
  aim_shot(in, plan, without_firers(shot, fire, conditions), path, fire);
  if (!fire.musters) return;
  muster(shot, path, conditions, there, fire);
  plan.forces.attacks.back() = conditions;
  if (is_hut(terrain_at(in, plan, fire.target))) {  // G5.6: MG, and all at PBF
    fire.flame_on = hut_flame_on;
    fire.flame_on_without_mg = *conditions.range <= 1 ? hut_flame_on : 0;
  }
}

}  // namespace boxcars::model
