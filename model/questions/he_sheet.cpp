#include "model/questions/he_sheet.hpp"

#include <algorithm>
#include <utility>

#include "model/rules/to_kill.hpp"

namespace boxcars::model {
namespace {

// Whether some shot can attack a Location: the first, or if there are more, one at what is left of the building.
bool is_ever_attacked(const HeSituation& situation, int location, bool more_shots) {
  const int all = situation.building.levels + 1;
  for (int intact = more_shots ? 1 : all; intact <= all; ++intact) {
    if (is_hit(situation, location, intact, Effect::attack)) return true;
  }
  return false;
}

// Where the highest of the levels attacked is not fortified: what those below it have that are (B23.912).
template <class Add>
void add_fortified_below(const HeSituation& situation, const std::vector<int>& attacked, HitIs hit, Add add) {
  for (const int location : attacked) {
    const auto rows = tem_of(situation, location, hit);
    if (!situation.building.is_indoors(location) || !is_fortified(situation, location) || rows.size() < 2) continue;
    Modifier row = rows.back();
    row.reason += ", level " + std::to_string(location);
    add(location, std::move(row));
  }
}

// Whether the Location that its Flame would be in is fortified: that fired at, of several all.
bool burns_as_fortified(const HeSituation& situation) {
  const HeShot& shot = situation.shot;
  return shot.hits_one_location() ? is_fortified(situation, std::min(shot.target, situation.building.levels)) : is_all_fortified(situation);
}

// The rows of the IFT DR that are about the Locations with somebody in them.
void add_locations(const HeSituation& situation, const std::vector<int>& attacked, HitIs hit, Sheet<HeRoll>& sheet) {
  const Building& building = situation.building;
  const auto kind = hit == HitIs::critical ? HeRoll::critical_hit : HeRoll::ift_dr;
  const auto add = [&](int at, Modifier modifier) {
    sheet.add({kind, at}, hit == HitIs::critical ? on_critical_hit(std::move(modifier)) : std::move(modifier));
  };
  const bool in_building = std::any_of(attacked.begin(), attacked.end(), [&](int location) { return building.is_indoors(location); });
  if (in_building && (hit == HitIs::critical || situation.shot.tem_counts)) {
    int highest = 0;
    for (const int location : attacked) highest = building.is_indoors(location) ? location : highest;
    for (Modifier& row : tem_of(situation, highest, hit)) {
      if (attacked.back() == building.rooftop_location())
        row.reason += ", not on the rooftop";
      else if (!building.is_indoors(attacked.front()))
        row.reason += ", not on the ground";
      add(HeRoll::indoors, std::move(row));
    }
    if (!is_fortified(situation, highest)) add_fortified_below(situation, attacked, hit, add);
  }
  if (!is_indirect(situation.shot.fire)) return;
  for (const int location : attacked) {
    if (location < building.levels) add(location, {building.levels - location, "levels above level " + std::to_string(location), "B23.32"});
  }
}

// With To Hit numbers of its own; a bazooka as it was in most of the war.
const Latw* latw_of(Ammo ammo) {
  switch (ammo) {
    case Ammo::baz:
      return find_latw("baz44");
    case Ammo::psk:
      return find_latw("psk");
    case Ammo::pf:
      return find_latw("pf");
    default:
      return nullptr;
  }
}

// Those that are about whoever is attacked.
void add_charge_and_drm(const HeInputs& in, HitIs hit, Sheet<HeRoll>& sheet) {
  const auto kind = hit == HitIs::critical ? HeRoll::critical_hit : HeRoll::ift_dr;
  for (Modifier row : {Modifier{in.ammo == Ammo::thrown_dc ? +2 : 0, "Thrown DC", "A23.6"},
                       {in.ammo == Ammo::set_dc ? -3 : 0, "Set DC", "A23.7"},
                       {in.drm, "other DRM, as given", "A7.3"}})
    sheet.add({kind}, hit == HitIs::critical ? on_critical_hit(std::move(row)) : std::move(row));
}

}  // namespace

ToHit add_to_hit(const HeInputs& in, HeSituation& situation) {
  FiredAt at{.fire = in.fire, .caliber = in.caliber.value_or(0), .latw = latw_of(in.ammo)};
  if (situation.shot.hits_one_location() && situation.building.is_indoors(situation.shot.target))
    at.tem = tem_of(situation, situation.shot.target, HitIs::normal);
  ToHitRows rows = to_hit_rows(in.aim, at);
  ToHit to_hit = to_hit_of(rows, in.fire);
  if (at.latw) to_hit.critical_hits = CriticalHits::area;  // by an Original 2, as with a number that is given
  for (Modifier& row : rows.number) situation.sheet.add({HeRoll::to_hit_number}, std::move(row));
  for (Modifier& row : rows.drm) situation.sheet.add({HeRoll::to_hit_dr}, std::move(row));
  return to_hit;
}

void fill_sheet(const HeInputs& in, const HeScene& scene, HeSituation& situation) {
  const Building& building = situation.building;
  const HeShot& shot = situation.shot;
  Sheet<HeRoll>& sheet = situation.sheet;
  std::vector<int> attacked;
  for (int location = 0; location <= building.rooftop_location(); ++location) {
    if ((scene.manned >> location & 1U) && is_ever_attacked(situation, location, scene.more_shots)) attacked.push_back(location);
  }
  if (in.ammo == Ammo::he) sheet.add({HeRoll::original_dr}, heavy_payload(*in.caliber, in.fire));
  add_locations(situation, attacked, HitIs::normal, sheet);
  if (!attacked.empty() || can_breach(situation) || shot.final_kia_rubbles) add_charge_and_drm(in, HitIs::normal, sheet);
  if (shot.can_be_critical() && !attacked.empty()) {
    add_locations(situation, attacked, HitIs::critical, sheet);
    const auto millimetres = in.ammo == Ammo::he ? in.caliber : std::nullopt;
    for (Modifier& strength : strength_on_critical_hit(critical_hit_of(firepower_of(in), table_if(in.iift)), millimetres))
      sheet.add({HeRoll::critical_hit}, std::move(strength));
    add_charge_and_drm(in, HitIs::critical, sheet);
    for (Modifier& row : rows_of_critical_hit(in.aim)) sheet.add({HeRoll::critical_hit}, on_critical_hit(std::move(row)));
  }
  if (shot.can_rubble && !shot.final_kia_rubbles) sheet.add({HeRoll::rubble_dr}, on_rubble_dr(building.construction));
  if (!scene.can_burn || kia_number(situation, 2) == 0) return;
  if (burns_as_fortified(situation)) sheet.add({HeRoll::kindling_dr}, fortified_on("Kindling DR"));
  sheet.add({HeRoll::kindling_dr}, ec_on_kindling_dr(in.ec));
}

}  // namespace boxcars::model
