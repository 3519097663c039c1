#include <algorithm>
#include <array>
#include <string_view>
#include <utility>
#include <vector>

#include "model/core/field.hpp"
#include "model/core/numbers.hpp"
#include "model/questions/assault_fields.hpp"
#include "model/questions/assault_reading.hpp"
#include "model/questions/he_sheet.hpp"
#include "model/rules/fire.hpp"
#include "model/rules/ift.hpp"
#include "model/rules/to_hit_cases.hpp"

namespace boxcars::model {
namespace {

constexpr std::string_view ffnam_rule = "A4.61", ffmo_rule = "A4.6";

// What a result can have, packed into a byte.
constexpr int least_drm_of_wp = -8, most_drm_of_wp = +7;

// The TEM that is on the To Hit DR of direct fire, and on no other (C6.8).
int drm_of_tem(const AttackInputs& attack) { return attack.fire == Fire::direct ? sum_of(model::tem_on_to_hit_dr(attack)) : 0; }

// On the IFT, or by a shell where no building stands.
AssaultFire::Aim aim_of(const AttackSituation& situation, std::optional<ToHit> to_hit) {
  return {.attack = situation.attacks.front()[situation.status()],
          .critical_hit = situation.critical_hit ? (*situation.critical_hit)[situation.status()] : IftAttack{},
          .to_hit = to_hit,
          .without_dr = situation.without_dr,
          .without_thrower = situation.mol ? std::optional(situation.mol->without_thrower[situation.status()]) : std::nullopt};
}

// Whether it has Firepower on the IFT: given, of who fires, or a weapon's own.
bool is_on_the_ift(const AssaultShot& shot) { return !shot.fp.empty() || !shot.by.empty() || shot.weapon != Weapon::small_arms; }

HitDetermination hits_of(const AssaultShot& shot) {
  return {.range = shot.range,
          .barrel = shot.barrel,
          .gun_color = shot.gun_color,
          .cases = shot.cases,
          .hindrance = shot.hindrance,
          .leadership = shot.leadership};
}

// As less TEM is on the To Hit DR than was.
std::optional<ToHit> without_tem(std::optional<ToHit> to_hit, int lost_tem) {
  if (to_hit) to_hit->needed += lost_tem;
  return to_hit;
}

// What is left of a hut that collapses, and of a building that comes down.
Terrain ruins_of(Terrain terrain, const AssaultHex& hex) {
  return terrain == Terrain::hut ? Terrain::collapsed_hut : hex.building ? rubble_of(*hex.building) : terrain;
}

// Where no building stands: as it is given, or computed; what is on it then is told.
std::optional<ToHit> to_hit_of(const AssaultShot& shot, const AttackInputs& attack, int tem, const std::string& path, AssaultFire& fire) {
  if (is_on_the_ift(shot)) return std::nullopt;
  if (shot.to_hit) {
    fire.th_number = *shot.to_hit + tem;
    return ToHit{*shot.to_hit, shot.th_number.value_or(fire.th_number), critical_hits_of(shot.fire)};
  }
  if (!shot.range) return std::nullopt;
  const FiredAt at{.fire = shot.fire,
                   .caliber = *shot.caliber,
                   .tem = model::tem_on_to_hit_dr(attack),
                   .doubles_own_hex = doubles_own_hex(attack.terrain),
                   .may_be_open = is_open_ground(attack.terrain)};
  fire.has_multiple_hits = has_multiple_hits(*shot.caliber, shot.fire);
  const ToHitRows rows = at_path(path, [&] { return to_hit_rows(hits_of(shot), at); });
  for (const auto* of : {&rows.number, &rows.drm}) fire.modifiers.insert(fire.modifiers.end(), of->begin(), of->end());
  return to_hit_of(rows, shot.fire);
}

// When their MG have broken down, the others fire on, if they come to any column (A7.3).
void aim_without_mg(AttackInputs attack, AttackInputs in_ruins, AssaultFire& fire) {
  attack.by = in_ruins.by = without_mg(attack.by, conditions_of(attack));
  if (attack.by.empty() || computed_firepower(attack).total < 1) return;
  fire.aim_without_mg = aim_of(shot_situation(attack, HasToHitDr::no), std::nullopt);
  fire.aim_in_ruins_without_mg = aim_of(shot_situation(in_ruins, HasToHitDr::no), std::nullopt);
}

void aim_at_terrain(const AssaultHex& hex, const AssaultShot& shot, AttackInputs attack, const std::string& path, AssaultFire& fire) {
  const HasToHitDr has_to_hit_dr = shot.to_hit || (shot.range && shot.caliber) ? HasToHitDr::yes : HasToHitDr::no;
  const AttackSituation situation = at_path(path, [&] { return shot_situation(attack, has_to_hit_dr); });
  if (!attack.by.empty()) fire.worked_out = at_path(path, [&] { return computed_firepower(attack).lines; });
  const int tem = drm_of_tem(attack);
  const std::optional<ToHit> to_hit = to_hit_of(shot, attack, tem, path, fire);
  fire.aim = aim_of(situation, to_hit);
  fire.pillbox = situation.pillbox;
  const std::vector<Modifier> rows = situation.sheet.modifiers();
  for (const Modifier& row : rows) {
    if (row.rule == ffnam_rule) fire.ffnam += row.amount;
    if (row.rule == ffmo_rule) fire.ffmo += row.amount;
  }
  fire.modifiers.insert(fire.modifiers.end(), rows.begin(), rows.end());
  fire.original = {fire.aim.attack.column, situation.sheet.on(AttackRoll::original_dr)};
  AttackInputs in_ruins = attack;
  in_ruins.terrain = ruins_of(attack.terrain, hex);
  in_ruins.fortified = false;
  in_ruins.levels_above = 0;
  fire.aim_in_ruins = aim_of(shot_situation(in_ruins, has_to_hit_dr), without_tem(to_hit, tem - drm_of_tem(in_ruins)));
  if (!situation.malfunctions_from) return;
  fire.breaks_down_from = *situation.malfunctions_from;
  aim_without_mg(attack, in_ruins, fire);
}

void aim_at_building(const AssaultHex& hex, const HeInputs& in, const HeScene& scene, const std::string& path, AssaultFire& fire) {
  fire.he = at_path(path, [&] { return he_situation(in, scene); });
  fire.modifiers = fire.he->sheet.modifiers();
  fire.rubbles = makes_rubble(*fire.he);
  fire.malfunctions_from = fire.he->shot.malfunctions_from;
  if (in.to_hit) fire.th_number = default_th_number(in, *fire.he);
  // At who has survived in the rubble of a single story house, which is fortified no more (B24.3).
  HeInputs in_ruins = in;
  in_ruins.fortified = false;
  const HeSituation ruins = he_situation(in_ruins, scene);
  const int lost_tem = in.to_hit ? fire.th_number - default_th_number(in_ruins, ruins) : 0;
  fire.aim_in_ruins = {.attack = attack_at(ruins, ruins.shot.target, HitIs::normal),
                       .critical_hit = attack_at(ruins, ruins.shot.target, HitIs::critical),
                       .to_hit = in.aim.range ? ruins.shot.to_hit : without_tem(fire.he->shot.to_hit, lost_tem)};
  fire.original = {ruins.shot.column, drm_of_kia(ruins)};
  fire.kindles_from = least_kindling_result(KindledBy::explosion);
  fire.kindled_from = fire_numbers(rubble_of(*hex.building))->kindling;
}

// The levels of a hex with somebody in them, one bit each.
unsigned manned_levels(const AssaultInputs& in, const AssaultHex& hex) {
  unsigned levels = 0;
  for (std::size_t level = 0; level < hex.location_at.size(); ++level) {
    const int location = hex.location_at[level];
    if (location != no_location && side_ever_at(in, in.locations[index(location)].name)) levels |= 1U << level;
  }
  return levels;
}

// Of small arms that fire: who, and how.
Keys keys_of_firers(const AssaultShot& shot) {
  return {{!shot.fp.empty(), "fp"},
          {!shot.by.empty(), "by"},
          {shot.range.has_value(), "range"},
          {shot.phase != FirePhase::prep, "phase"},
          {shot.area_fire != 0, "area_fire"}};
}

// Of a To Hit DR that is computed.
Keys keys_of_gun(const AssaultShot& shot) {
  return {{shot.barrel != Barrel::normal, "barrel"}, {shot.gun_color != GunColor::black, "gun_color"}, {!shot.cases.empty(), "case"}};
}

Keys both(Keys keys, const Keys& more) {
  keys.insert(keys.end(), more.begin(), more.end());
  return keys;
}

// What the rules forbid of an AFV that drives in, with the rule.
void require_lawful_entry(const AssaultInputs& in, const AssaultPlan& plan, const AssaultShot& shot, const std::string& path, int target) {
  refuse_all_but(path, shot, {"enter", "ground_pressure", "hexes", "drm"}, "enter with ",
                 " (an AFV that drives in does not fire here); leave one out");
  const std::string& name = in.locations[index(target)].name;
  const AssaultHex& hex = hex_at(plan, target);
  const auto refuse = [&](const char* why) { refuse_at(path + ".target", name + why); };
  if (plan.level_of[index(target)] != 0)
    refuse(" is an upper level (no vehicle is ever there, B23.4); give the Location at the ground level");
  if (hex.marketplace) refuse(" is a marketplace (its ground level is open, nothing is entered, B23.73); leave enter out");
  if (hex.lumberyard) refuse(" is a lumberyard (vehicles enter it in Bypass only, B23.211); leave enter out");
}

// An AFV drives in (B23.41, G5.4): the hex as it stands, and as rubble.
void aim_entry(const AssaultInputs& in, const AssaultPlan& plan, const AssaultShot& shot, const std::string& path, AssaultFire& fire) {
  require_lawful_entry(in, plan, shot, path, fire.target);
  const AssaultHex& hex = hex_at(plan, fire.target);
  const GroundPressure pressure = shot.ground_pressure.value_or(GroundPressure::normal);
  const EntryInputs rubble{.rubble = true, .ground_pressure = pressure, .drm = shot.drm};
  fire.kind = AssaultFire::Kind::entry;
  fire.entry_of_rubble = at_path(path, [&] { return entry_situation(rubble); });
  if (shot.hexes) {
    constexpr int most_hexes = 20;
    if (!hex.factory)
      refuse_at(path + ".hexes", "hexes of what is no Factory (of other buildings each is a shot of its own, B23.742); leave it out");
    require_at(path, "hexes", *shot.hexes, 1, most_hexes, "of one Factory, B23.742");
    fire.limit = *shot.hexes;
    fire.entry_inside = at_path(path, [&] { return entry_situation({.factory = true, .ground_pressure = pressure, .drm = shot.drm}); });
  }
  if (hex.building) {
    EntryInputs building = rubble;
    building.rubble = false;
    building.building = hex.building;
    building.levels = hex.levels;
    building.factory = hex.factory;
    fire.entry = at_path(path, [&] { return entry_situation(building); });
    fire.modifiers = description_of(building, fire.entry).modifiers;
    fire.rubbles = fire.entry.rubble_drm < 0;
  } else if (hex.rubble) {
    fire.entry = fire.entry_of_rubble;
    fire.modifiers = description_of(rubble, fire.entry).modifiers;
  } else if (is_hut(terrain_at(in, plan, fire.target))) {
    fire.enters_hut = true;
  } else {
    refuse_at(path + ".target", in.locations[index(fire.target)].name +
                                    " is no building, rubble or hut (nothing is entered, B23.41, B24.4, G5.4); leave enter out");
  }
}

// SMOKE (A24): on fire at the hex, and at others from there.
void aim_smoke(const AssaultShot& shot, const std::string& path, AssaultFire& fire) {
  std::vector<std::string_view> own{"smoke", "by", "to_hit"};
  if (shot.to_hit) own.insert(own.end(), {"breakdown", "repair", "rate_of_fire", "limit"});
  refuse_all_but(path, shot, own, "smoke with ", " (it is laid by a To Hit DR, or always); leave one out");
  fire.kind = AssaultFire::Kind::smoke;
  fire.smoke = *shot.smoke;
  require_at(path, "smoke", fire.smoke, 1, 3, "SMOKE is +1 to +3, A24");
  if (shot.to_hit) fire.aim_in_ruins.to_hit = fire.aim.to_hit = ToHit{*shot.to_hit, *shot.to_hit, CriticalHits::area};
}

// What belongs to one weapon only.
void require_lawful_weapon(const AssaultShot& shot, const std::string& path) {
  if (shot.x_number && shot.weapon != Weapon::ft)
    refuse_at(path + ".x_number", "x_number without weapon = \"ft\" (it is on the counter of a Flamethrower, A22.1); leave it out");
  if (shot.non_elite && shot.weapon != Weapon::ft && shot.weapon != Weapon::dc && !is_dc(shot.ammo))
    refuse_at(path + ".non_elite", "non_elite without a DC or Flamethrower (it is about who uses one, A23.2, A22.3); leave it out");
  if (shot.levels_above && shot.weapon != Weapon::wp)
    refuse_at(path + ".levels_above", "levels_above without weapon = \"wp\" (of HE they are counted as they stand, B23.32); leave it out");
  if (shot.levels_above) require_at(path, "levels_above", *shot.levels_above, 0, most_levels, "no building is higher, B23.24");
  if (shot.weapon != Weapon::dc) return;
  refuse_any(path,
             both(keys_of_firers(shot), {{shot.hindrance != 0, "hindrance"},
                                         {shot.leadership.has_value(), "leadership"},
                                         {shot.cowering != Cowering::automatic, "cowering"}}),
             "", " with a DC (it has 30 FP, and nobody directs it, A23); leave it out");
}

// A shell where no building stands.
void require_lawful_shell(const AssaultShot& shot, const std::string& path) {
  if (is_oba(shot.fire))
    refuse_any(path, {{shot.to_hit.has_value(), "to_hit"}, {shot.range.has_value(), "range"}}, "",
               " with OBA (it has no To Hit DR, C1.53); leave one out");
  if (shot.concealed)
    refuse_at(path + ".concealed", "concealed with a Gun (ordnance is not halved, A7.23, C.3; Case K says it); leave it out");
  if (shot.range)
    return refuse_any(path, {{shot.to_hit.has_value(), "to_hit"}, {shot.th_number.has_value(), "th_number"}}, "range with ",
                      " (it computes what the other gives, C3.3); leave one out");
  refuse_any(path, keys_of_gun(shot), "", " without range (it is part of a To Hit DR that is computed, C3 to C6); give range, too");
}

// What else its DR does: a Flamethrower runs out (A22.1), a DC does nothing (A23.2).
void aim_weapon(const AssaultShot& shot, AssaultFire& fire) {
  if (shot.weapon == Weapon::ft) fire.breaks_down_from = flamethrower_empty_from(shot.x_number, shot.non_elite);
  if (shot.weapon == Weapon::dc) fire.malfunctions_from = dc_malfunctions_from(shot.non_elite);
}

// Whether any of them burns a hut by the colored dr (G5.6): MG, and all at PBF.
bool any_burns_huts(const std::vector<std::string>& by, std::optional<int> range) {
  const auto firers = by.empty() ? std::vector<Firer>{} : parse_firers(by);
  return std::any_of(firers.begin(), firers.end(),
                     [&](const Firer& firer) { return is_mg(firer) || (firer.hexes ? firer.hexes : range).value_or(2) <= 1; });
}

// The same of a shot: what explodes, MOL, who fires, and where only Firepower is known what alone breaks down or fires again.
bool burns_huts(const AssaultShot& shot) {
  if (shot.weapon != Weapon::small_arms) return shot.weapon == Weapon::dc || shot.weapon == Weapon::mol;
  if (!shot.by.empty()) return any_burns_huts(words_in(shot.by), shot.range);
  return shot.caliber || shot.breakdown || shot.rate_of_fire || shot.range.value_or(2) <= 1;
}

// By what it starts a Flame (A22.6111, B25.12, B25.13, G5.5, G5.6).
void aim_flames(const AssaultShot& shot, const AttackInputs& attack, AssaultFire& fire) {
  const bool at_hut = is_hut(attack.terrain);
  const bool explodes = shot.caliber || shot.weapon == Weapon::dc;
  fire.collapses_hut = at_hut && explodes;
  if (explodes) fire.kindles_from = least_kindling_result(KindledBy::explosion);
  if (shot.weapon == Weapon::ft) fire.kindles_from = least_kindling_result(KindledBy::flamethrower);
  if (shot.weapon == Weapon::ft && at_hut) fire.flame_below = fire.breaks_down_from;
  if (shot.weapon == Weapon::mol && !attack.fortified) fire.flame_on = mol_flame_on;  // see docs/assumptions.md, B23.94
  if (at_hut && burns_huts(shot)) fire.flame_on = hut_flame_on;
  if (at_hut && any_burns_huts(without_mg(attack.by, conditions_of(attack)), attack.range)) fire.flame_on_without_mg = hut_flame_on;
  if (shot.weapon == Weapon::dc) fire.original.column = *column_for_firepower(dc_firepower, table_if(attack.iift));
  fire.flame_by_wp = at_hut && shot.weapon == Weapon::wp;
}

// On the IFT, or by a shell where no building stands.
void aim_at_location(const AssaultInputs& in, const AssaultPlan& plan, const AssaultShot& shot, const std::string& path,
                     AssaultFire& fire) {
  const bool on_the_ift = is_on_the_ift(shot);
  const AssaultHex& hex = hex_at(plan, fire.target);
  if (shot.fire_inside) at_path(path, [&] { require_factory_of_fire_inside(hex.building && hex.factory); });
  AttackInputs attack{.fp = shot.fp,
                      .caliber = shot.caliber,
                      .drm = shot.drm,
                      .terrain = shot.fire_inside ? Terrain::factory : terrain_at(in, plan, fire.target),
                      .fortified = in.locations[index(fire.target)].fortified && !(hex.factory && is_indirect(shot.fire)),  // B23.741
                      .cowering = shot.cowering,
                      .weapon = shot.weapon,
                      .x_number = shot.x_number,
                      .non_elite = shot.non_elite,
                      .tem = in.locations[index(fire.target)].tem,
                      .iift = in.iift};
  if (fire.by_vehicle >= 0 && shot.cowering == Cowering::automatic) attack.cowering = Cowering::none;  // A7.9
  attack.by = words_in(shot.by);
  attack.levels_above = shot.levels_above.value_or(0);
  fire.is_shielded = shot.weapon == Weapon::wp && is_indirect(shot.fire) && !shot.levels_above && hex.building.has_value();
  if (on_the_ift) {
    attack.hindrance = shot.hindrance;
    attack.leadership = shot.leadership;
    attack.range = shot.range;
    attack.phase = shot.phase;
    attack.concealed = shot.concealed;
    attack.area_fire = shot.area_fire;
  }
  if (shot.caliber) attack.fire = shot.fire;
  if (shot.caliber && shot.range) attack.range = shot.range, attack.gun.cases = shot.cases;
  if (fire.hexside) attack.terrain = *fire.hexside;
  if (fire.is_residual) attack.terrain = without_outside(attack.terrain);
  if (shot.weapon == Weapon::wp && is_indirect(shot.fire)) attack.critical_hit = has_air_bursts(attack.terrain);  // A24.31
  attack.height_advantage = fire.height_advantage;
  attack.moving = shot.moving;
  fire.outside_drm = attack.hindrance + std::max(0, shot.leadership.value_or(0)) + tem_from_outside(attack);
  if (is_dc(shot.ammo))
    refuse_at(path + ".ammo", std::string(name_of(shot.ammo, ammo_choices)) + " where no building stands (" +
                                  (shot.ammo == Ammo::thrown_dc && attack.terrain == Terrain::pillbox
                                       ? "at a pillbox it is not played, B30.92); give another weapon"
                                   : shot.ammo == Ammo::thrown_dc ? "it is a DC at +2, A23.6); give weapon = \"dc\" and drm = 2"
                                                                  : "its KIA brings one down, A23.7); give weapon = \"dc\""));
  if (!on_the_ift && shot.ammo != Ammo::he)
    refuse_at(path + ".ammo", is_hut(attack.terrain)
                                  ? "only HE and DC here at a hut (it is no building to HEAT, G5.31, C8.31); give ammo = \"he\""
                                  : "only guns, mortars and OBA with HE fire at a Location that is no building here; give fp");
  if (!shot.los.empty()) refuse_at(path + ".los", "los where no building stands (it is about levels of one, C3.33); leave it out");
  if (attack.terrain == Terrain::pillbox && is_given(at_path(path, [&] { return parse_cases(shot.cases); }), "K"))
    refuse_at(path + ".case", "Case K at a pillbox (concealment in it is no DRM, B30.7); leave it out");
  if (!on_the_ift) require_lawful_shell(shot, path);
  fire.kind = on_the_ift ? AssaultFire::Kind::small_arms : AssaultFire::Kind::shell;
  aim_at_terrain(hex, shot, attack, path, fire);
  for (const auto& check : {fire.aim.without_dr, fire.aim_in_ruins.without_dr}) {
    if (!check || (check->number >= least_drm_of_wp + (fire.is_shielded ? hex.levels : 0) && check->number <= most_drm_of_wp)) continue;
    refuse_at(path + ".drm", "a NMC with a DRM of " + with_sign(check->number) + " (here it is " + std::to_string(least_drm_of_wp) +
                                 " to " + with_sign(most_drm_of_wp) + ", with TEM and levels above); give a smaller drm");
  }
  const Terrain burning = burns_as(terrain_at(in, plan, fire.target), hex.building.value_or(Construction::stone));
  if (const auto numbers = fire_numbers(burning)) fire.kindled_from = numbers->kindling;
  fire.reach = 1U << fire.target;
  fire.is_hindered = on_the_ift && shot.weapon != Weapon::dc;
  if (on_the_ift) aim_weapon(shot, fire);
  fire.is_oba = !on_the_ift && is_oba(shot.fire);
  aim_flames(shot, attack, fire);
}

// Up to which level a hex is fortified (B23.912), as far as anybody is there; nothing: not at all.
std::optional<int> fortified_to(const AssaultInputs& in, const AssaultHex& hex, const std::string& path) {
  std::optional<int> highest, open;
  for (int level = hex.marketplace ? 1 : 0; level <= hex.levels; ++level) {
    const int location = hex.location_at[index(level)];
    if (location == no_location) continue;
    const bool fortified = in.locations[index(location)].fortified;
    if (fortified && open)
      refuse_at(path + ".fire", "such fire hits all levels of hex " + hex.name + ", of which level " + std::to_string(level) +
                                    " is fortified and level " + std::to_string(*open) +
                                    " is not (they are from the ground up, B23.912); fortify that, too");
    if (fortified) highest = level;
    if (!fortified && !open) open = level;
  }
  return open ? highest : highest ? std::optional(hex.levels) : std::nullopt;
}

// HE and its kin at one level of a building, or at all of them.
void aim_at_levels(const AssaultInputs& in, const AssaultPlan& plan, const AssaultShot& shot, const std::string& path, AssaultFire& fire) {
  const AssaultHex& hex = hex_at(plan, fire.target);
  const int level = plan.level_of[index(fire.target)];
  HeInputs he{.caliber = shot.caliber,
              .building = hex.building,
              .levels = hex.levels,
              .level = level == hex.rooftop() ? std::string(rooftop_word) : std::to_string(level),
              .fire = shot.fire,
              .ammo = shot.weapon == Weapon::dc ? Ammo::dc : shot.ammo,
              .interior = hex.interior,
              .rooftop = hex.has_rooftop(),
              .concealed = shot.concealed,
              .non_elite = shot.non_elite,
              .drm = shot.drm,
              .to_hit = shot.to_hit,
              .th_number = shot.th_number,
              .los = shot.los,
              .factory = hex.factory && hex.levels == 0,
              .marketplace = hex.marketplace,
              .edition = in.edition};
  he.iift = in.iift;
  he.fire_inside = shot.fire_inside;
  he.enemy_units = shot.enemy_units;
  const int below = level == hex.rooftop() ? hex.location_at[0] : fire.target;  // a rooftop is never fortified, B23.81
  he.fortified = below != no_location && in.locations[index(below)].fortified;
  if (shot.fire != Fire::direct) {
    const auto to = fortified_to(in, hex, path);
    he.fortified = to == hex.levels;
    if (to && !he.fortified) he.fortified_to = to;
  }
  he.aim = hits_of(shot);
  fire.kind = AssaultFire::Kind::shell_at_building;
  aim_at_building(hex, he, {.manned = manned_levels(in, hex), .more_shots = true, .can_burn = in.fires_drm.has_value()}, path, fire);
  fire.is_oba = is_oba(shot.fire);
  for (const int location : hex.location_at) {
    if (location == no_location || (location != fire.target && fire.he->shot.hits_one_location())) continue;
    fire.reach |= 1U << location;
  }
}

void read_condition(const AssaultInputs& in, const AssaultShot& shot, const std::string& path, AssaultFire& fire) {
  if (shot.condition.empty()) return;
  const auto space = shot.condition.find(' ');
  const std::string word = space == std::string::npos ? "" : shot.condition.substr(space + 1);
  if (word != "holds" && word != "fallen")
    refuse_at(path + ".while", "while " + shown(shot.condition) + " cannot be read (a Location, and holds or fallen); give it like \"" +
                                   in.locations.front().name + " holds\"");
  fire.condition = word == "holds" ? AssaultFire::While::holds : AssaultFire::While::fallen;
  fire.condition_at = find_location(in, path + ".while", shot.condition.substr(0, space));
}

// No rule limits how often a rate of fire is kept in a turn: so many shots are as good as any number.
int most_shots_a_turn(int rate_of_fire) {
  constexpr double hardly_ever = 1e-8;
  int shots = 1;
  for (double more = rate_of_fire / 6.0; more > hardly_ever; more *= rate_of_fire / 6.0) ++shots;
  return shots;
}

// Whether it breaks down, and how often it fires.
void read_weapon(const AssaultShot& shot, const std::string& path, AssaultFire& fire) {
  const bool by_units = !shot.by.empty() && (fire.by == no_location || fire.musters);
  const bool has_mg = by_units && fire.breaks_down_from <= 12;
  if (shot.breakdown && by_units) refuse_at(path + ".breakdown", "breakdown with by (a MG has its own: mg:5-12,b=11); leave it out");
  if (shot.rate_of_fire && by_units)
    refuse_at(path + ".rate_of_fire",
              "rate_of_fire with by (only a MG fires again, those beside it do not, A9.2); give the MG a shot of its own, with fp");
  if (shot.breakdown) {
    require_at(path, "breakdown", *shot.breakdown, 2, 12, "an Original DR, A9.7");
    fire.breaks_down_from = *shot.breakdown;
  }
  if (shot.repair) {
    if (!shot.breakdown && !has_mg) refuse_at(path + ".repair", "repair without breakdown (it never breaks down); give breakdown, too");
    require_at(path, "repair", *shot.repair, 1, 5, "a dr, A9.72");
    fire.repaired_to = *shot.repair;
  }
  const bool has_to_hit_dr = fire.he ? fire.he->shot.to_hit.has_value() : fire.aim.to_hit.has_value();
  if (shot.acquire && !has_to_hit_dr)
    refuse_at(path + ".acquire", "acquire without a To Hit DR (it is on that, C6.5); give range or to_hit, too, or leave it out");
  if (shot.acquire) fire.more_acquired = most_acquired - acquired_before(hits_of(shot));
  if (shot.rate_of_fire && is_oba(shot.fire)) refuse_at(path + ".rate_of_fire", "rate_of_fire with OBA (it has none, C2.24); leave it out");
  if (shot.rate_of_fire) {
    require_at(path, "rate_of_fire", *shot.rate_of_fire, 1, 5, "a colored dr, A9.2");
    if (shot.caliber && has_to_hit_dr) at_path(path, [&] { require_rate_of_fire_kept(hits_of(shot), shot.fire); });
    fire.limit = shot.limit.value_or(most_shots_a_turn(*shot.rate_of_fire));
    require_at(path, "limit", fire.limit, 1, most_shots_a_turn(*shot.rate_of_fire), "shots a turn; more hardly ever come");
    fire.rate_of_fire = *shot.rate_of_fire;
  } else if (shot.limit) {
    refuse_at(path + ".limit", "limit without rate_of_fire (it is made once a turn); give rate_of_fire, too");
  }
}

void read_turns(const AssaultInputs& in, const AssaultShot& shot, const std::string& path, AssaultFire& fire) {
  if (shot.available && shot.arrives)
    refuse_at(path + ".arrives", "arrives with available (it comes once and stays, or is there or not each turn anew); leave one out");
  fire.stays = shot.arrives.has_value();
  fire.chance = shot.arrives.value_or(shot.available.value_or(fire.chance));
  if (shot.from_turn)
    require_at(path, "from_turn", *shot.from_turn, 1, in.turns, "a turn that is played"), fire.from_turn = *shot.from_turn;
  if (shot.until_turn)
    require_at(path, "until_turn", *shot.until_turn, 1, in.turns, "a turn that is played"), fire.until_turn = *shot.until_turn;
  if (fire.from_turn > fire.until_turn) refuse_at(path + ".until_turn", "it ends before it begins (from_turn is later); give a later turn");
}

void require_targets(const AssaultShot& shot, const std::string& path) {
  if (shot.target.empty()) refuse_at(path + ".target", "no target given (at which Location?); give target = \"J8.1\"");
  if (shot.may_hold && (same_word(shot.target, word_for_no_target)))
    refuse_at(path + ".may_hold", "may_hold, and a target called hold (so not to fire is called); give the Location another name");
  if (shot.or_at.empty() || shot.alternative > 0) return;
  if (shot.enter) refuse_at(path + ".target", "an AFV with several targets (it drives into one building, once); give one of them");
  std::vector<std::string> names = targets_of(shot);
  std::sort(names.begin(), names.end());
  if (const auto twice = std::adjacent_find(names.begin(), names.end()); twice != names.end())
    refuse_at(path + ".target", "Location " + shown(*twice) + " stands there twice; leave one out");
}

// Which of the shots are what OBA hits beside its target.
void number_blasts(const AssaultInputs& in, AssaultPlan& plan) {
  const int fires = static_cast<int>(plan.fires.size());
  for (int i = 0; i < fires; ++i) {
    AssaultFire& fire = plan.fires[index(i)];
    fire.over = fire.end;
    while (fire.over < fires && plan.fires[index(fire.over)].first == fire.first) ++fire.over;
    const AssaultShot& shot = in.shots[index(i)];
    const std::string& aimed = fire.is_blast ? shot.blast_of : shot.target;
    fire.blast = fire.end;
    while (fire.blast < fire.over && in.shots[index(fire.blast)].blast_of != aimed) ++fire.blast;
    fire.blast_end = fire.blast;
    while (fire.blast_end < fire.over && in.shots[index(fire.blast_end)].blast_of == aimed) ++fire.blast_end;
  }
}

// How it is aimed, and when it is fired.
void read_shot(const AssaultInputs& in, AssaultPlan& plan, const AssaultShot& shot, const std::string& path, AssaultFire& fire) {
  const bool at_vehicle = fire.at_vehicle >= 0;
  if (at_vehicle)
    aim_at_vehicle(in, plan, shot, path, fire);
  else if (shot.advance)
    aim_advance(in, plan, shot, path, fire);
  else if (fire.by == no_location)
    aim_shot(in, plan, shot, path, fire);
  else
    aim_from(in, plan, shot, path, fire);
  if (fire.is_blast) return;
  if (!at_vehicle) read_weapon(shot, path, fire);
  read_turns(in, shot, path, fire);
  read_condition(in, shot, path, fire);
  fire.may_hold = shot.may_hold;
}

// Of fire at nobody, whether it brings down what another line goes past.
bool opens_los(const AssaultInputs& in, const AssaultPlan& plan, const AssaultFire& fire) {
  if (!fire.rubbles) return false;
  const Side enemy = enemy_of(fire.side);
  for (std::size_t i = 0; i < in.locations.size(); ++i) {
    const std::string& name = in.locations[i].name;
    if ((fire.reach >> i & 1U) && (side_ever_at(in, name) == enemy || is_entered_by(in, enemy, name))) return false;
  }
  return std::any_of(plan.fires.begin(), plan.fires.end(), [&](const AssaultFire& other) {
    return std::find(other.past.begin(), other.past.end(), plan.hex_of[index(fire.target)]) != other.past.end();
  });
}

// Who fires at those who move, and at whom.
void read_part(const AssaultInputs& in, const AssaultPlan& plan, const AssaultShot& shot, const std::string& path, AssaultFire& fire) {
  fire.move = shot.move;
  fire.mover = plan.moves[index(shot.move)].by;
  const Side enemy = enemy_of(plan.forces.side_of[index(fire.mover)]);
  fire.is_residual = shot.part == AssaultShot::Part::residual;
  if (!fire.is_residual && fire.by != no_location && fire.side != enemy)
    refuse_at(path + ".by",
              shot.by + " is of the same side as " + in.moves[index(shot.move)].name + " (nobody fires at his own men); give another");
  fire.side = enemy;
  fire.in_turn_of = enemy_of(enemy);
  const auto is_typed = [&](const AssaultShot& other) { return other.part == AssaultShot::Part::none && other.name == shot.name; };
  const auto typed = std::find_if(in.shots.begin(), in.shots.end(), is_typed);
  const auto before = std::count_if(in.shots.begin(), typed, [&](const AssaultShot& other) { return is_at_moves(in, other); });
  fire.firing_as = fire.who != no_location ? fire.who : Forces::max_locations + static_cast<int>(before);
}

// Where it is, others are in its way.
void require_set_dc(const AssaultShot& shot, const std::string& path) {
  require_at(path, "enemy_units", shot.enemy_units, units_in_the_way.low, units_in_the_way.high, std::string(units_in_the_way.why));
  if (shot.enemy_units != 0 && shot.ammo != Ammo::set_dc)
    refuse_at(path + ".enemy_units", "enemy_units without ammo = \"set-dc\" (they are in the way of a Set DC only, A23.7); leave it out");
}

}  // namespace

void refuse_any(const std::string& path, const Keys& keys, const std::string& before, const std::string& after) {
  for (const auto& [given, key] : keys) {
    if (given) refuse_at(path + "." + key, std::string(before).append(key).append(after));
  }
}

void refuse_all_but(const std::string& path, const AssaultShot& shot, const std::vector<std::string_view>& own, const std::string& before,
                    const std::string& after) {
  constexpr std::array<std::string_view, 8> any{"name", "target", "may_hold", "available", "arrives", "from_turn", "until_turn", "while"};
  const auto is_in = [](const auto& keys, std::string_view key) { return std::find(keys.begin(), keys.end(), key) != keys.end(); };
  const AssaultShot fresh{};
  for (const AnyField& field : shot_fields()) {
    const std::string key(field.info.key);
    if (!is_in(any, key) && !is_in(own, key) && said(field, &shot, &fresh))
      refuse_at(std::string(path).append(".").append(key), std::string(before).append(key).append(after));
  }
}

void require_one_attack(const AssaultShot& shot, const std::string& path) {
  if (shot.ground_pressure)
    refuse_at(path + ".ground_pressure", "ground_pressure without enter (it is an AFV's that drives in); leave it out");
  if (shot.hexes) refuse_at(path + ".hexes", "hexes without enter (an AFV drives through them, B23.742); leave it out");
  if (!shot.fp.empty() && !shot.by.empty())
    refuse_at(path + ".by", "by with fp (the Firepower of who fires is computed, A7.2); leave one out");
  require_lawful_weapon(shot, path);
  if (shot.weapon != Weapon::small_arms && shot.rate_of_fire)
    refuse_at(path + ".rate_of_fire", "rate_of_fire with a weapon that has none (only MG and Guns fire again, A9.2, C2.24); leave it out");
  if (shot.weapon != Weapon::small_arms && shot.breakdown)
    refuse_at(path + ".breakdown", "breakdown with a weapon of its own (its DR decides, A22.1, A23.2); leave it out");
  if (is_on_the_ift(shot))
    return refuse_any(path,
                      both({{shot.caliber.has_value(), "caliber"},
                            {shot.ammo != Ammo::he, "ammo"},
                            {shot.to_hit.has_value(), "to_hit"},
                            {shot.th_number.has_value(), "th_number"},
                            {shot.fire != Fire::direct && shot.weapon != Weapon::wp, "fire"}},
                           keys_of_gun(shot)),
                      std::string(!shot.by.empty()   ? "by"
                                  : !shot.fp.empty() ? "fp"
                                                     : "weapon") +
                          " with ",
                      " (an attack is either on the IFT or of HE); leave one out");
  refuse_any(
      path,
      {{shot.phase != FirePhase::prep, "phase"}, {shot.area_fire != 0, "area_fire"}, {shot.cowering != Cowering::automatic, "cowering"}},
      "", " with HE (it is about small arms, A7); leave it out");
  if (!shot.range)
    refuse_any(path, {{shot.hindrance != 0, "hindrance"}, {shot.leadership.has_value(), "leadership"}}, "",
               " with HE (it is on the To Hit DR, C3); leave it out, or give range, which computes that");
  if (has_caliber(shot.ammo) && !shot.caliber)
    refuse_at(path, "no attack given (neither fp, by nor caliber); give one of them, or enter = true");
}

void aim_shot(const AssaultInputs& in, const AssaultPlan& plan, const AssaultShot& shot, const std::string& path, AssaultFire& fire) {
  fire.is_used_up = shot.weapon == Weapon::dc || is_dc(shot.ammo);
  if (shot.smoke) return aim_smoke(shot, path, fire);
  if (shot.enter) return aim_entry(in, plan, shot, path, fire);
  require_one_attack(shot, path);
  const bool is_charge = shot.weapon == Weapon::dc;
  if (shot.ammo == Ammo::dc && !hex_at(plan, fire.target).building) {  // the same there
    AssaultShot charge = shot;
    charge.weapon = Weapon::dc;
    charge.ammo = Ammo::he;
    return aim_shot(in, plan, charge, path, fire);
  }
  if ((is_on_the_ift(shot) && !is_charge) || !hex_at(plan, fire.target).building)
    aim_at_location(in, plan, shot, path, fire);
  else
    aim_at_levels(in, plan, shot, path, fire);
}

std::vector<HexNumber> brought_down(const AssaultInputs& in, const AssaultPlan& plan) {
  std::vector<HexNumber> hexes;
  for (const AssaultShot& shot : in.shots) {
    if (!shot.caliber && !shot.enter && shot.weapon != Weapon::dc && has_caliber(shot.ammo)) continue;
    const auto at = std::find_if(in.locations.begin(), in.locations.end(), [&](const AssaultLocation& l) { return l.name == shot.target; });
    if (at == in.locations.end()) continue;
    AssaultFire fire{.target = static_cast<int>(at - in.locations.begin())};
    const HexNumber hex = plan.hex_of[index(fire.target)];
    if (!plan.hexes[hex].building) continue;
    AssaultShot bare{.name = shot.name, .target = shot.target};  // what of it does not say how it hits
    bare.caliber = shot.caliber, bare.fire = shot.fire, bare.ammo = shot.ammo, bare.weapon = shot.weapon, bare.los = shot.los;
    bare.enter = shot.enter, bare.ground_pressure = shot.ground_pressure, bare.hexes = shot.hexes, bare.drm = shot.drm;
    bare.concealed = shot.concealed, bare.fire_inside = shot.fire_inside, bare.enemy_units = shot.enemy_units;
    try {
      aim_shot(in, plan, bare, "shot." + shot.name, fire);
    } catch (const BadInput&) {
      continue;  // read_shots() says why
    }
    if (fire.rubbles) hexes.push_back(hex);
  }
  return hexes;
}

void read_ways(const AssaultInputs& in, AssaultPlan& plan) {
  for (AssaultFire& fire : plan.fires) {
    fire.opens_los = opens_los(in, plan, fire);
    for (AssaultFire& other : fire.otherwise) {
      other.over = fire.over, other.blast = fire.blast, other.blast_end = fire.blast_end;
      other.leaves_residual = fire.leaves_residual;
      other.opens_los = fire.opens_los;
    }
  }
}

// HE of a vehicle whose turret fires buttoned up (D1.321-.322); at vehicles its Gun says so.
void add_buttoned_up(const AssaultVehicle& vehicle, const std::string& path, AssaultShot& shot) {
  const bool is_computed = shot.caliber && shot.range && !is_oba(shot.fire);
  if (!is_computed || !fires_buttoned_up(vehicle.vehicle.empty() ? vehicle.name : vehicle.vehicle)) return;
  const auto cases = at_path(path, [&] { return parse_cases(shot.cases); });
  if (!is_given(cases, "I")) shot.cases.emplace_back("I");
}

// C5.35: how much it is depends on the Gun and its mount.
void require_motion_fire(const AssaultVehicle& vehicle, bool at_vehicle, const std::string& path, const AssaultShot& shot) {
  const bool is_computed = shot.range && (at_vehicle || shot.caliber) && !is_oba(shot.fire);
  if (!vehicle.motion || !is_computed) return;
  if (!is_given(at_path(path, [&] { return parse_cases(shot.cases); }), "C4"))
    refuse_at(path + ".case", vehicle.name + " fires in Motion without its Case C4 (C5.35); give it like case = [\"C4=2\"]");
}

void read_shots(const AssaultInputs& in, AssaultPlan& plan) {
  std::optional<SeenMap> seen = seen_map(in, plan);
  for (AssaultShot shot : in.shots) {
    const std::string path = (shot.part == AssaultShot::Part::march ? "move." : "shot.") + shot.name;
    require_targets(shot, path);
    require_set_dc(shot, path);
    const auto at_vehicle = vehicle_named(in, shot.target), by_vehicle = vehicle_named(in, shot.by);
    const bool at_move = is_at_moves(in, shot), no_target = at_vehicle.has_value() || at_move;
    AssaultFire fire{.target = no_target ? 0 : find_location(in, path + ".target", shot.target), .until_turn = in.turns};
    fire.at_vehicle = at_vehicle.value_or(-1);
    fire.by_vehicle = by_vehicle.value_or(-1);
    fire.first = static_cast<int>(plan.fires.size()) - shot.alternative;
    fire.end = fire.first + 1 + static_cast<int>(shot.or_at.size());
    fire.by = by_vehicle ? no_location : fired_from(in, shot, path);
    fire.is_blast = !shot.blast_of.empty();
    if (fire.by != no_location) fire.who = stack_firing_from(in, plan, path, fire.by);
    fire.side = fire.is_blast ? plan.fires[index(fire.first)].side : side_of(in, shot);
    if (by_vehicle) {
      shot.by.clear();
      add_buttoned_up(in.vehicles[index(*by_vehicle)], path, shot);
      require_motion_fire(in.vehicles[index(*by_vehicle)], at_vehicle.has_value(), path, shot);
    }
    fire.in_turn_of = shot.phase == FirePhase::defensive ? enemy_of(fire.side) : fire.side;
    const bool is_by_units = !shot.by.empty() && !shot.caliber && !shot.smoke && shot.weapon == Weapon::small_arms;
    if (in.player_turns == PlayerTurns::both && !is_by_units) shot.phase = FirePhase::prep;  // it says when, and halves nothing
    if (shot.part == AssaultShot::Part::rout) {
      fire.kind = AssaultFire::Kind::rout;
      plan.forces.attacks.emplace_back();
      plan.fires.push_back(std::move(fire));
      continue;
    }
    if (at_move || shot.part == AssaultShot::Part::march) {
      if (at_move)
        read_shot_at_move(in, shot, path, fire);
      else
        read_march(in, plan, shot, fire);
      plan.forces.attacks.emplace_back();
      read_turns(in, shot, path, fire);
      read_condition(in, shot, path, fire);
      fire.may_hold = shot.may_hold && !at_move;
      plan.fires.push_back(std::move(fire));
      continue;
    }
    if (shot.part != AssaultShot::Part::none) read_part(in, plan, shot, path, fire);
    if (!at_vehicle) {
      if (std::any_of(shot.or_at.begin(), shot.or_at.end(), [&](const std::string& other) { return vehicle_named(in, other).has_value(); }))
        refuse_at(path + ".target", "Locations and vehicles as targets of one shot (each is fired at in its own way); give each a shot");
      refuse_any(path,
                 {{!shot.gun.empty(), "gun"},
                  {shot.shell.has_value(), "shell"},
                  {shot.facing.has_value(), "facing"},
                  {shot.turret.has_value(), "turret"},
                  {shot.hull_down, "hull_down"}},
                 "", " at a Location (it is of a shot at a vehicle; at men a Gun is caliber = 75 and range); leave it out");
    } else if (in.vehicles[index(*at_vehicle)].side == fire.side) {
      refuse_at(path + ".target", shot.target + " is of the same side as who fires (nobody fires at his own men); give another");
    }
    if (!shot.advance && !at_vehicle) {
      if (!fire.is_blast) require_enemies(in, shot, path, fire);
      refuse_any(path, {{shot.ambush.has_value(), "ambush"}, {!shot.ambush_drm.empty(), "ambush_drm"}}, "",
                 " without advance (it is thrown for when somebody enters, A11.4); leave it out");
    }
    const std::vector<SeenTarget> otherwise = at_vehicle ? std::vector<SeenTarget>{} : take_sight(in, seen, path, shot, fire, plan);
    plan.forces.attacks.emplace_back();
    if (fire.kind == AssaultFire::Kind::at_move) {  // who fires never sees the Location
      plan.fires.push_back(std::move(fire));
      continue;
    }
    AssaultFire unaimed = fire;
    unaimed.past.clear();
    unaimed.aimed_as.clear();
    read_shot(in, plan, shot, path, fire);
    for (const SeenTarget& other : otherwise) {
      AssaultShot other_shot = shot;
      AssaultFire& other_fire = fire.otherwise.emplace_back(unaimed);
      other.give(other_shot, other_fire);
      read_shot(in, plan, other_shot, path, other_fire);
    }
    plan.fires.push_back(std::move(fire));
  }
  number_blasts(in, plan);
}

}  // namespace boxcars::model
