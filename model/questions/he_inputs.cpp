#include "model/questions/he_inputs.hpp"

#include <algorithm>

#include "model/core/bad_input.hpp"
#include "model/core/numbers.hpp"
#include "model/core/times.hpp"
#include "model/questions/he_sheet.hpp"
#include "model/rules/ift.hpp"
#include "model/rules/map_fields.hpp"

namespace boxcars::model {
namespace {

// "2" or "rooftop" as a Location of the building.
int parse_location(const std::string& field, std::string_view text, const Building& building) {
  if (text == "rooftop") {
    if (building.levels == 0 && !building.factory)
      throw BadInput(field, "{" + field + "} rooftop of a single story house", "nobody can be on it, B23.8", "give another level");
    return building.rooftop_location();
  }
  const auto level = whole_number(text);
  if (!level || *level < 0 || *level > building.levels || text != std::to_string(*level)) {
    throw BadInput(field, "{" + field + "} " + shown(text) + " is no level of the building",
                   building.levels == 0 ? "it has the ground level 0 only" : "it has 0, the ground, to " + std::to_string(building.levels),
                   std::string("give one of them") + (building.levels > 0 ? ", or rooftop" : ""));
  }
  return *level;
}

// What the rules forbid before the building is known, with the rule.
void require_lawful_he(const HeInputs& in) {
  require_needs(he_questionnaire(), in);
  require_lawful(he_questionnaire(), in);
}

// What the hex holds, if it is one of a map.
std::optional<MapHex> on_map(const HeInputs& in) {
  if (in.map.file.empty()) return std::nullopt;
  const HexMap map = changed_map(in.map);
  return map.at(at_field("hex", [&] { return parse_hex(map, "{hex}", in.hex); }));
}

// Whether the rooftop is in play: asked for, or because something is there.
bool has_rooftop(const HeInputs& in) {
  const auto mentions = [](const std::vector<std::string>& words, std::string_view with) {
    return std::any_of(words.begin(), words.end(), [&](const std::string& word) { return word.find(with) != std::string::npos; });
  };
  return in.rooftop || in.level == "rooftop" || mentions(in.los, "rooftop") || mentions(in.occupants, "rooftop=");
}

// The building: from the options, or from the map where those say nothing.
Building building_of(const HeInputs& in, const std::optional<MapHex>& hex) {
  Building building{.rooftop = has_rooftop(in),
                    .factory = in.factory || (hex && hex->factory),
                    .marketplace = in.marketplace || (hex && hex->marketplace),
                    .lumberyard = hex && hex->lumberyard};
  const auto construction = in.building ? in.building : hex ? hex->building : std::nullopt;
  if (!construction) {
    const std::string there = "{hex " + in.hex + "}";
    if (hex && hex->hut) throw BadInput("hex", there + " holds a hut", "it collapses by rules of its own, G5", "give a building's hex");
    throw BadInput("hex", there + " holds no building", "", "give a building's hex, or {building} and {levels}");
  }
  building.construction = *construction;
  if (!in.levels && !(hex && hex->building) && !building.factory) throw BadInput(fault_of(need_of_levels()));
  building.levels = in.levels ? *in.levels : hex && hex->building && !in.factory ? hex->levels : 0;  // a Factory has none (B23.74)
  const Given levels{as_value(building.levels)};
  if (building.marketplace && building.levels == 0) refuse(marketplace_without_levels(), {}, levels);
  if (in.factory && building.levels > 0) refuse(factory_with_levels(), {}, levels);
  if (building.rooftop && !building.factory) require_rooftop_possible(building.levels);
  return building;
}

std::array<bool, most_levels + 2> los_of(const HeInputs& in, const Building& building) {
  std::array<bool, most_levels + 2> los{};
  if (in.los.empty()) los.fill(true);
  for (const std::string& word : in.los) {
    for (std::string_view rest = word;;) {
      const auto comma = rest.find(',');
      los[index(parse_location("los", rest.substr(0, comma), building))] = true;
      if (comma == std::string_view::npos) break;
      rest.remove_prefix(comma + 1);
    }
  }
  return los;
}

HeShot shot_of(const HeInputs& in, const Building& building) {
  const IftTable table = table_if(in.iift);
  HeShot shot{.fire = in.fire, .is_gunfire = !is_dc(in.ammo), .final_kia_rubbles = in.ammo == Ammo::set_dc};
  shot.tem_counts = shot.is_gunfire ? !shot.hits_one_location() : in.ammo != Ammo::set_dc;
  if (in.ammo == Ammo::he) {
    shot.column = require_he_column(*in.caliber, in.fire, table);
  } else if (in.ammo == Ammo::heat) {
    shot.column = require_heat_column(*in.caliber, table);
  } else {
    shot.column = *column_for_firepower(firepower_of(in), table);
  }
  shot.column_at_units = in.concealed ? *column_for_firepower(firepower_of(in) / 2.0, table) : shot.column;
  shot.column_of_critical_hit = critical_hit_of(firepower_of(in), table).column;
  shot.hits_one_unit = in.ammo == Ammo::pf;
  shot.can_rubble = in.ammo != Ammo::he || *in.caliber >= smallest_rubbling_caliber;
  if (is_dc(in.ammo)) shot.malfunctions_from = dc_malfunctions_from(in.non_elite) - in.enemy_units;
  shot.target = in.level.empty() ? 0 : parse_location("level", in.level, building);
  shot.los = los_of(in, building);
  return shot;
}

bool is_by_gun_at_infantry(const HeInputs& in) { return has_caliber(in.ammo) && in.fire == Fire::direct; }

GunPlace gun_place_at(const HeSituation& situation, int location) {
  const Building& building = situation.building;
  const auto level = building.marketplace && location == 0     ? GunPlace::Level::open
                     : location == building.rooftop_location() ? GunPlace::Level::rooftop
                     : location > 0                            ? GunPlace::Level::upper
                                                               : GunPlace::Level::ground;
  return {level, building.construction, is_fortified(situation, location)};
}

// "1=4-4-7", or a unit alone at the level of the one before it; the first at `level`, else on the ground.
void read_occupants(const HeInputs& in, HeSituation& situation) {
  int location = situation.shot.target;
  for (const std::string& word : in.occupants) {
    const auto equals = word.find('=');
    const auto comma = word.find(',');
    const bool names_level = equals != std::string::npos && (comma == std::string::npos || equals < comma);
    if (names_level) location = parse_location("occupant", std::string_view(word).substr(0, equals), situation.building);
    at_field("occupant", [&] {
      situation.units.push_back(parse_unit(names_level ? std::string_view(word).substr(equals + 1) : word, Spirits::any));
      if (const auto& gun = situation.units.back().gun)
        require_allowed(*gun, gun_place_at(situation, location), "{occupant} " + shown(word));
    });
    situation.location_of.push_back(location);
  }
}

void read_shots(const HeInputs& in, HeSituation& situation) {
  if (in.shots.empty()) return;
  situation.counts_shots = true;
  situation.most_shots = parse_times("shots", shots_typed(in).times);
}

// What a Gun's shots have to do with each other: acquisition (C6.5) and rate of fire (C2.24).
void read_sequence(const HeInputs& in, HeSituation& situation) {
  HeShot& shot = situation.shot;
  const auto require_gun = [&](const char* field, const std::string& given, const std::string& on_to_hit_dr, const std::string& of_guns) {
    if (!shot.to_hit) throw BadInput(field, given + " without a To Hit DR", on_to_hit_dr, "give {range} or {to_hit}, too");
    if (has_caliber(in.ammo)) return;
    throw BadInput(field, given + " with {ammo " + std::string(name_of(in.ammo, ammo_choices)) + "}", of_guns, "leave one out");
  };
  if (shots_typed(in).acquire) {
    require_gun("shots", "{shots " + in.shots + "}", "acquisition is a DRM of it, C6.5", "only Guns acquire, C6.5");
    shot.more_acquired = most_acquired - acquired_before(in.aim);
  }
  if (!in.rate_of_fire) return;
  require_gun("rate_of_fire", "{rate_of_fire}", "its colored dr decides, C2.24", "only Guns have one, C2.24");
  require_rate_of_fire_kept(in.aim, in.fire);
  if (!situation.most_shots)
    throw BadInput("rate_of_fire", "{rate_of_fire} with {shots " + in.shots + "}", "all shots until it is rubble count in any case",
                   "leave one out");
  shot.rate_of_fire = *in.rate_of_fire;
  situation.counts_shots = true;
}

// Throws if they may have no end.
void require_end_of_shots(const HeSituation& situation) {
  if (situation.most_shots) return;
  if (!makes_rubble(situation)) {
    throw BadInput("shots", "{shots until} without end", "this fire never makes rubble, B24.11", "give a number of shots");
  }
  for (int level = 0; level <= (situation.interior ? situation.building.levels : 0); ++level) {
    if (situation.shot.los[index(level)]) continue;
    throw BadInput("shots", "{shots until} without end",
                   "level " + std::to_string(level) + " is not in {los}, so the hex may never be rubbled whole", "add it");
  }
}

// The To Hit number as it is given, or computed.
void read_to_hit(const HeInputs& in, HeSituation& situation) {
  HeShot& shot = situation.shot;
  if (in.aim.range) {
    shot.to_hit = add_to_hit(in, situation);
    shot.has_multiple_hits = in.caliber && has_multiple_hits(*in.caliber, in.fire);
  } else if (in.to_hit) {
    shot.to_hit = ToHit{*in.to_hit, in.th_number.value_or(default_th_number(in, situation)),
                        has_caliber(in.ammo) ? critical_hits_of(in.fire) : CriticalHits::area};
  }
}

// The Locations of the occupants, one bit each.
unsigned occupied(const HeSituation& situation) {
  unsigned locations = 0;
  for (const int location : situation.location_of) locations |= 1U << location;
  return locations;
}

// What is about some of the building only.
void require_lawful_parts(const HeInputs& in, const Building& building) {
  if (in.fortified_to && *in.fortified_to > building.levels)
    throw BadInput("fortified_to", "{fortified_to " + std::to_string(*in.fortified_to) + "} is no level of the building",
                   building.levels == 0 ? "it has the ground level 0 only" : "its highest is " + std::to_string(building.levels),
                   "give another level, or {fortified}");
  if (in.fire_inside) require_factory_of_fire_inside(building.factory);
}

void require_lawful_ec(const HeInputs& in, const Building& building) {
  if (in.ec != 0 && !building.lumberyard)
    throw BadInput("ec", "{ec} but for a lumberyard on a map", "no other building has EC DRM on its Kindling DR, B25.5", "leave it out");
}

}  // namespace

ShotsTyped shots_typed(const HeInputs& in) {
  const std::string_view text = in.shots;
  const auto comma = text.find(',');
  if (comma == std::string_view::npos) return {text};
  if (text.substr(comma + 1) != "acquire")
    throw BadInput("shots", "{shots} " + shown(text) + " cannot be used", "after the comma only acquire, C6.5",
                   "give them like {shots 4,acquire}");
  return {text.substr(0, comma), true};
}

double firepower_of(const HeInputs& in) {
  switch (in.ammo) {
    case Ammo::he:
      return firepower_at(*column_for_caliber(*in.caliber, table_if(in.iift)));
    case Ammo::heat:
      return firepower_at(require_heat_column(*in.caliber, table_if(in.iift)));
    case Ammo::dc:
    case Ammo::thrown_dc:
      return dc_firepower;
    case Ammo::set_dc:
      return set_dc_firepower;
    case Ammo::baz:
      return 8;  // C8.31
    case Ammo::psk:
      return 12;
    case Ammo::pf:
      return 16;
  }
  return 0;
}

int default_th_number(const HeInputs& in, const HeSituation& situation) {
  if (!is_by_gun_at_infantry(in) || !situation.building.is_indoors(situation.shot.target)) return *in.to_hit;
  return *in.to_hit + sum_of(tem_of(situation, situation.shot.target, HitIs::normal));
}

namespace {

// C8.31: at Infantry HEAT needs the TEM of a building. Who is on a rooftop, or in an open marketplace, has none.
void require_tem_for_heat(const HeInputs& in, const HeSituation& situation) {
  const int target = situation.shot.target;
  const auto& occupied = situation.location_of;
  if (!is_heat(in.ammo) || situation.building.is_indoors(target) || std::find(occupied.begin(), occupied.end(), target) == occupied.end())
    return;
  throw BadInput("ammo",
                 "{ammo " + std::string(name_of(in.ammo, ammo_choices)) + "} at men " + (target == 0 ? "in a marketplace" : "on a rooftop"),
                 "HEAT is fired at Infantry with the TEM of a building only, C8.31", "give another {level}");
}

}  // namespace

HeSituation he_situation(const HeInputs& in, std::optional<HeScene> scene) {
  require_lawful_he(in);
  HeSituation situation{.fortified = in.fortified || in.fortified_to, .interior = in.interior, .edition = in.edition};
  situation.building = building_of(in, on_map(in));
  if (in.fortified_to) situation.fortified_to = *in.fortified_to;
  require_lawful_parts(in, situation.building);
  situation.building.fire_inside = in.fire_inside;
  situation.shot = shot_of(in, situation.building);
  require_lawful_ec(in, situation.building);
  read_to_hit(in, situation);
  read_occupants(in, situation);
  require_tem_for_heat(in, situation);
  if (in.concealed) require_concealable(situation.units);
  read_shots(in, situation);
  read_sequence(in, situation);
  fill_sheet(in, scene.value_or(HeScene{occupied(situation), situation.most_shots != 1 || situation.shot.rate_of_fire > 0}), situation);
  require_end_of_shots(situation);
  situation.fall = fall_scene(fall_inputs(in), situation.building.construction, situation.building.levels);
  return situation;
}

}  // namespace boxcars::model
