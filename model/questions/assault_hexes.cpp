#include <algorithm>
#include <utility>

#include "model/core/numbers.hpp"
#include "model/questions/assault_reading.hpp"
#include "model/questions/kindling_inputs.hpp"
#include "model/rules/ground.hpp"
#include "model/rules/map_input.hpp"

namespace boxcars::model {
namespace {

// The hex of a Location: what one with the same name before the dot says, else that itself.
std::string hex_name(const AssaultInputs& in, const AssaultLocation& location) {
  const auto before_dot = [](const std::string& name) { return name.substr(0, name.find('.')); };
  std::string hex = location.hex;
  for (const AssaultLocation& other : in.locations) {
    if (other.hex.empty() || before_dot(other.name) != before_dot(location.name)) continue;
    if (!hex.empty() && other.hex != hex)
      refuse_at("location." + other.name + ".hex", "hexes " + shown(hex) + " and " + shown(other.hex) + " for " +
                                                       shown(before_dot(location.name)) + " (it is one hex); give one of them");
    hex = other.hex;
  }
  return hex.empty() ? before_dot(location.name) : hex;
}

// What the Locations of a hex, and the map, say of its building; each of them may be silent, and none may contradict.
class HexReader {
 public:
  // `there`: what the map holds; without a map open ground.
  HexReader(const AssaultInputs& in, const MapHex& there, AssaultHex& hex) : in_(in), there_(there), hex_(hex) {}

  void read(int location) {
    const AssaultLocation& l = in_.locations[index(location)];
    const std::string path = "location." + l.name;
    if (l.building && hex_.building && l.building != hex_.building) refuse_other(path + ".building");
    if (l.building) hex_.building = l.building;
    hex_.interior |= l.interior;
    hex_.factory |= l.factory;
    hex_.marketplace |= l.marketplace;
    if (!l.levels) return;
    at_path(path, [&] { return require_levels(l.levels); });
    if (levels_ != unknown && levels_ != *l.levels) refuse_other(path + ".levels");
    levels_ = *l.levels;
  }

  void finish(int location) {
    if (there_.building &&
        (hex_.building.value_or(*there_.building) != *there_.building || (levels_ != unknown && levels_ != there_.levels)))
      contradicts_ = true;
    if (!hex_.building) hex_.building = there_.building;
    hex_.factory |= there_.factory;
    hex_.marketplace |= there_.marketplace;
    hex_.lumberyard = there_.lumberyard && there_.building;
    hex_.water = there_.water;
    if (there_.hut) hex_.terrain = Terrain::hut;
    if (there_.rubble) hex_.terrain = rubble_of(*there_.rubble);
    if (levels_ == unknown && there_.building) levels_ = there_.levels;
    const AssaultLocation& l = in_.locations[index(location)];
    const std::string path = "location." + l.name;
    if (!hex_.building && levels_ != unknown) refuse_at(path + ".levels", "levels without a building (wood or stone?); give building, too");
    if (hex_.building && levels_ == unknown && !hex_.factory)
      refuse_at(path + ".building", "no levels given (how many above ground? 0 is a single story house)");
    hex_.levels = std::max(levels_, 0);
  }

  /// Whether the file says something else than the map.
  bool contradicts_map() const { return contradicts_; }

 private:
  static constexpr int unknown = -1;
  bool contradicts_ = false;

  [[noreturn]] void refuse_other(const std::string& path) const {
    refuse_at(path, "the Locations of hex " + hex_.name + " contradict each other (they are one building); give the same");
  }

  const AssaultInputs& in_;
  const MapHex& there_;
  AssaultHex& hex_;
  int levels_ = unknown;
};

bool is_rooftop(const AssaultLocation& location, const AssaultHex& hex) {
  const auto dot = location.name.find('.');
  return location.rooftop || (dot != std::string::npos && hex.building && same_word(location.name.substr(dot + 1), rooftop_word));
}

// The level of a Location: as given, or of a building with upper levels the number behind the dot of its name; or its rooftop.
int level_named(const AssaultLocation& location, const AssaultHex& hex) {
  if (is_rooftop(location, hex)) return hex.rooftop();
  const auto dot = location.name.find('.');
  if (location.level || dot == std::string::npos || hex.levels == 0) return location.level.value_or(0);
  return whole_number(location.name.substr(dot + 1)).value_or(0);
}

void place(const AssaultInputs& in, AssaultPlan& plan, AssaultHex& hex, int location) {
  const AssaultLocation& l = in.locations[index(location)];
  const std::string path = "location." + l.name;
  if (l.terrain && hex.building) refuse_at(path + ".terrain", "terrain with a building (its TEM is the building's); leave one out");
  const int level = level_named(l, hex);
  const bool on_top = is_rooftop(l, hex);
  const std::string behind_dot = l.name.substr(std::min(l.name.find('.'), l.name.size() - 1) + 1);
  if (on_top && (l.level || whole_number(behind_dot)))
    refuse_at(path + ".level",
              "a level and the rooftop (it is one or the other, B23.8); give level = \"rooftop\", and another name or level");
  if (on_top && !hex.building) refuse_at(path + ".level", "a rooftop without a building (wood or stone?); give building, too");
  if (on_top && !hex.factory) at_path(path, [&] { return require_rooftop_possible(hex.levels); });
  if (!on_top && (level < 0 || level > hex.levels)) {
    refuse_at(path + (l.level ? ".level" : ""),
              "level " + std::to_string(level) + " is none of hex " + hex.name + " (it has the ground level 0" +
                  (hex.levels > 0 ? " to " + std::to_string(hex.levels) : " only") + "); give one of them");
  }
  const bool is_pillbox = !hex.building && l.terrain.value_or(hex.terrain) == Terrain::pillbox;
  if (l.tem && !is_pillbox)
    refuse_at(path + ".tem", "tem without a pillbox (that of other terrain is known); leave it out, or give terrain = \"pillbox\"");
  if (l.tem) require_at(path, "tem", *l.tem, 1, 7, "what is on a pillbox's counter, B30.3");
  if (is_pillbox && !l.tem) refuse_at(path + ".terrain", "a pillbox without tem (its TEM is on its counter, B30.3); give tem = 5");
  int& there = hex.location_at[index(level)];
  if (there != no_location)
    refuse_at(path + ".level", "hex " + hex.name + " has two Locations at level " + std::to_string(level) + "; give each its own");
  there = location;
  plan.level_of[index(location)] = level;
  if (l.fortified) at_path(path, [&] { return fortified_tem(terrain_at(in, plan, location)); });
}

// Which Location is in which hex.
void number_hexes(const AssaultInputs& in, const std::optional<HexMap>& map, AssaultPlan& plan) {
  for (const AssaultLocation& location : in.locations) {
    const std::string name = hex_name(in, location);
    const auto coordinate =  // J8 and j8 are one
        map ? at_path("location." + location.name, [&] { return std::optional(parse_hex(*map, "location", name)); }) : read_hex(name);
    const auto known =
        plan.hexes.find([&](const AssaultHex& hex) { return hex.name == name || (coordinate && hex.coordinate == coordinate); });
    plan.hex_of.push_back(known ? *known : plan.hexes.add({.name = name, .coordinate = coordinate}));
  }
}

// Where nothing is built a hex is what the map says, unless its Location says it.
void read_ground(const AssaultLocation& location, const MapHex& there, const std::optional<Ground>& ground, AssaultHex& hex,
                 AssaultPlan& plan) {
  if (hex.building || built_terrain(there) || location.terrain) return;
  const auto word = terrain_word(there, ground);
  if (!word || *word == Ground{}.terrain) return;
  const auto terrain = terrain_of_word(*word);
  hex.terrain = terrain.value_or(Terrain::open);
  plan.notes.push_back(hex.name + " is " + *word + " on the map" +
                       (terrain ? "" : ", whose TEM is not known: taken as open ground; terrain of its Location says otherwise"));
}

// What stands in a hex, and its Locations by level.
void read_building(const AssaultInputs& in, const std::optional<HexMap>& map, HexNumber number, AssaultPlan& plan) {
  AssaultHex& hex = plan.hexes[number];
  hex.location_at.fill(no_location);
  std::vector<int> here;
  for (std::size_t i = 0; i < in.locations.size(); ++i) {
    if (plan.hex_of[i] == number) here.push_back(static_cast<int>(i));
  }
  const MapHex there = map ? map->at(*hex.coordinate) : MapHex{};
  HexReader reader(in, there, hex);
  for (const int location : here) reader.read(location);
  for (const int location : here) reader.finish(location);
  if (map) read_ground(in.locations[index(here.front())], there, map->ground_at(*hex.coordinate), hex, plan);
  hex.may_be_interior = map && may_be_interior(*map, *hex.coordinate);
  if (reader.contradicts_map()) plan.notes.push_back("the building of " + hex.name + " is as the Location says, not as on the map");
  for (const int location : here) {
    place(in, plan, hex, location);
    hex.rubble |= is_rubble(terrain_at(in, plan, location));
  }
}

void find_neighbors(const std::optional<HexMap>& map, AssaultPlan& plan) {
  for (const HexNumber number : plan.hexes.numbers()) {
    AssaultHex& hex = plan.hexes[number];
    hex.neighbor.fill(no_hex);
    for (int direction = 1; hex.coordinate && direction <= 6; ++direction) {
      const Hex to = map ? map->beside(*hex.coordinate, direction) : neighbor(*hex.coordinate, direction);
      const auto found = plan.hexes.find([&](const AssaultHex& other) { return other.coordinate == to; });
      if (found) hex.neighbor[index(direction - 1)] = *found;
    }
  }
}

}  // namespace

std::vector<std::string> hexes_of(const AssaultInputs& in, Side side) {
  std::vector<std::string> hexes;
  for (const AssaultUnit& unit : side == Side::attacker ? in.attackers : in.defenders) {
    const auto at =
        std::find_if(in.locations.begin(), in.locations.end(), [&](const AssaultLocation& l) { return l.name == unit.location; });
    if (at == in.locations.end()) continue;
    const std::string hex = hex_name(in, *at);
    if (std::find(hexes.begin(), hexes.end(), hex) == hexes.end()) hexes.push_back(hex);
  }
  return hexes;
}

std::vector<std::string> in_blast_of(const AssaultInputs& in, const AssaultShot& shot, const std::string& target) {
  std::vector<std::string> beside;
  const int radius = shot.caliber ? blast_radius(shot.fire) : 0;
  const auto aimed = std::find_if(in.locations.begin(), in.locations.end(), [&](const AssaultLocation& l) { return l.name == target; });
  const auto center = radius == 0 || aimed == in.locations.end() ? std::nullopt : read_hex(hex_name(in, *aimed));
  if (!center) return beside;
  std::vector<Hex> hit{*center};
  for (const AssaultLocation& location : in.locations) {
    const auto hex = read_hex(hex_name(in, location));
    if (!hex || std::find(hit.begin(), hit.end(), *hex) != hit.end() || distance(*center, *hex) > radius) continue;
    hit.push_back(*hex);
    beside.push_back(location.name);
  }
  return beside;
}

void read_hexes(const AssaultInputs& in, AssaultPlan& plan) {
  std::optional<HexMap> map;
  if (!in.map.file.empty()) map = at_path("map", [&] { return changed_map(in.map); });
  plan.level_of.resize(in.locations.size());
  number_hexes(in, map, plan);
  for (const HexNumber hex : plan.hexes.numbers()) read_building(in, map, hex, plan);
  find_neighbors(map, plan);
}

const AssaultHex& hex_at(const AssaultPlan& plan, int location) { return plan.hexes[plan.hex_of[index(location)]]; }

// The terrain that its TEM is of.
Terrain terrain_at(const AssaultInputs& in, const AssaultPlan& plan, int location) {
  const AssaultLocation& l = in.locations[index(location)];
  const AssaultHex& hex = hex_at(plan, location);
  if (!hex.building) return l.terrain.value_or(hex.terrain);
  if (plan.level_of[index(location)] == hex.rooftop()) return Terrain::rooftop;
  return hex.marketplace && plan.level_of[index(location)] == 0 ? Terrain::marketplace : terrain_of(*hex.building);
}

void read_flames(const AssaultInputs& in, AssaultPlan& plan) {
  if (!in.fires_drm) return;
  require_drm_of_table("fires", *in.fires_drm);
  std::vector<Flames::Place> places;
  std::vector<Flames::Way> ways;
  for (std::size_t to = 0; to < in.locations.size(); ++to) {
    const AssaultHex& hex = plan.hexes[plan.hex_of[to]];
    places.push_back({in.locations[to].name});
    const int level = plan.level_of[to];
    if (hex.marketplace && level == 0) continue;  // B23.73
    const Terrain terrain = burns_as(terrain_at(in, plan, static_cast<int>(to)), hex.building.value_or(Construction::stone));
    const auto numbers = hex.building || is_hut(terrain) || is_rubble(terrain) ? fire_numbers(terrain) : std::nullopt;
    if (!numbers) continue;
    places.back() = {places.back().name, true, numbers->spread, *in.fires_drm, in.locations[to].fortified ? fortified_fire_drm : 0};
    const auto spread_from = [&](int location, Flames::Way::Kind kind, int spread_drm) {
      if (location != no_location) ways.push_back({location, static_cast<int>(to), spread_drm, kind});
    };
    if (level > 0) spread_from(hex.location_at[index(level - 1)], Flames::Way::Kind::upright, higher_spread_drm);
    if (level <= most_levels) spread_from(hex.location_at[index(level + 1)], Flames::Way::Kind::upright, lower_spread_drm);
    for (const HexNumber other : hex.neighbor) {
      if (other == no_hex) continue;
      const bool attached = hex.building && plan.hexes[other].building == hex.building;
      spread_from(plan.hexes[other].location_at[index(level)], attached ? Flames::Way::Kind::attached : Flames::Way::Kind::detached, 0);
    }
  }
  if (std::any_of(places.begin(), places.end(), [](const Flames::Place& place) { return place.burnable; }))
    plan.flames = Flames(std::move(places), std::move(ways));
}

}  // namespace boxcars::model
