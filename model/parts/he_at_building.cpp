#include "model/parts/he_at_building.hpp"

#include "model/core/numbers.hpp"
#include "model/rules/rubble.hpp"

namespace boxcars::model {

bool is_hit(const HeSituation& situation, int location, int intact, Effect effect) {
  const Building& building = situation.building;
  const bool rooftop = location == building.rooftop_location();
  if (rooftop ? !building.rooftop || intact <= building.levels : location >= intact) return false;
  const HeShot& shot = situation.shot;
  const bool is_open = building.marketplace && location == 0;  // nothing there can be rubbled or burn
  if (is_open && effect == Effect::rubble) return false;
  if (rooftop && effect == Effect::rubble && situation.edition == Edition::v1) return false;
  if (shot.hits_one_location()) return location == shot.target;
  // B23.32 spares the lower levels of an Interior Building Hex the Indirect Fire; rubble begins at its top in any case.
  const bool top = location == intact - 1;
  if (situation.interior && effect == Effect::rubble && !top) return false;
  if (situation.interior && is_indirect(shot.fire)) return rooftop || top;
  return shot.fire != Fire::area || shot.los[index(location)];
}

bool can_breach(const HeSituation& situation) {
  const HeShot& shot = situation.shot;
  return is_fortified(situation, shot.target) && shot.hits_one_location() && shot.is_gunfire && shot.target <= situation.building.levels &&
         !(situation.building.marketplace && shot.target == 0);
}

bool is_target_spared(const HeSituation& situation) {
  const HeShot& shot = situation.shot;
  return shot.hits_one_location() && !is_hit(situation, shot.target, situation.building.levels + 1, Effect::rubble);
}

bool makes_rubble(const HeSituation& situation) {
  const HeShot& shot = situation.shot;
  return shot.can_rubble && !is_target_spared(situation) && kia_number(situation, 2) >= least_rubbling_kia(situation);
}

bool is_fortified(const HeSituation& situation, int level) { return situation.fortified && level <= situation.fortified_to; }
bool is_all_fortified(const HeSituation& situation) { return is_fortified(situation, situation.building.levels); }

// The fortification of a Factory does not count against Indirect Fire (B23.741).
std::vector<Modifier> tem_of(const HeSituation& situation, int level, HitIs hit) {
  const Terrain terrain = situation.building.fire_inside ? Terrain::factory : terrain_of(situation.building.construction);
  const bool fortified = is_fortified(situation, level) && !(situation.building.factory && is_indirect(situation.shot.fire));
  return hit == HitIs::critical ? reversed_tem_of(terrain, fortified) : tem_of(terrain, fortified);
}

int drm_of_kia(const HeSituation& situation) {
  return situation.sheet.on({HeRoll::original_dr}) + (situation.shot.final_kia_rubbles ? situation.sheet.on({HeRoll::ift_dr}) : 0);
}

int kia_number(const HeSituation& situation, int original_dr) {
  const IftResult result = ift_result(situation.shot.column, original_dr + drm_of_kia(situation));
  return is_kia(result) ? result.number : 0;
}

int least_rubbling_kia(const HeSituation& situation) {
  return least_rubbling_kia(situation.shot.final_kia_rubbles ? 0 : rubble_drm(situation.building.construction));
}

IftAttack attack_at(const HeSituation& situation, int location, HitIs hit) {
  const HeShot& shot = situation.shot;
  const auto kind = hit == HitIs::critical ? HeRoll::critical_hit : HeRoll::ift_dr;
  int drm = situation.sheet.on({kind}) + situation.sheet.on({kind, location});
  if (situation.building.is_indoors(location)) drm += situation.sheet.on({kind, HeRoll::indoors});
  if (hit == HitIs::critical) return {shot.column_of_critical_hit, drm};
  return {shot.column_at_units, drm + situation.sheet.on({HeRoll::original_dr})};
}

int kindled_from(const HeSituation& situation) {
  return fire_numbers(terrain_of(situation.building.construction))->kindling - situation.sheet.on({HeRoll::kindling_dr});
}

std::string in_words(const IftAttack& attack, int original_dr, std::string_view place) {
  const int final_dr = original_dr + attack.drm;
  const std::string sum = attack.drm == 0 ? "" : with_sign(attack.drm) + ", Final " + std::to_string(final_dr) + " ";
  return std::string(place) + ": " + sum + "on the " + column_head(attack.column) + " column, " +
         to_string(ift_result(attack.column, final_dr));
}

std::string_view place_name(const Building& building, int location) {
  static constexpr std::array<std::string_view, most_levels + 1> levels{"the ground level", "level 1", "level 2", "level 3", "level 4"};
  return location == building.rooftop_location() ? "the rooftop" : levels[index(location)];
}

std::string units_at(const HeSituation& situation, int location) {
  std::string units;
  for (std::size_t i = 0; i < situation.units.size(); ++i) {
    if (situation.location_of[i] == location) units += (units.empty() ? "" : ", ") + label(situation.units, i);
  }
  return units;
}

}  // namespace boxcars::model
