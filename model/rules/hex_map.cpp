#include "model/rules/hex_map.hpp"

#include "model/core/bad_input.hpp"
#include "model/rules/ground.hpp"
#include "model/rules/other_terrain.hpp"
#include "model/rules/terrain.hpp"

namespace boxcars::model {

void refuse_word(std::string_view what, std::string_view typed, const std::vector<std::string>& known, Construction) {
  const auto other = other_terrain(typed);
  if (!other) throw_unknown(what, typed, known);
  throw BadInput({}, "unknown " + std::string(what) + " " + shown(typed), "no building is made of it: " + listed(known),
                 "boxcars attack takes it by its TEM, " + drm_of(*other));
}

std::string building_in_words(Construction construction, int levels) {
  const std::string made_of = construction == Construction::stone ? "stone" : "wooden";
  if (levels == 0) return made_of + " single story house";
  return made_of + " building with " + std::to_string(levels) + (levels == 1 ? " level" : " levels") + " above ground";
}

Need need_of_levels() {
  return {.one_of = {"levels"},
          .problem = "no levels given",
          .why = "how many above ground? 0 is a single story house",
          .instead = "give them like {levels 2}"};
}

Clash factory_with_levels() {
  return {{"factory"}, Clash::Is::with, {"levels", {}, Numbers{.low = 1}}, "a Factory has no upper levels, B23.74"};
}

int require_levels(std::optional<int> levels) {
  if (!levels) throw BadInput(fault_of(need_of_levels()));
  require_range("levels", *levels, levels_above_ground.low, levels_above_ground.high, std::string(levels_above_ground.why));
  return *levels;
}

Clash rooftop_without_levels() {
  return {{"rooftop"},
          Clash::Is::with,
          {"levels", {}, Numbers{0, 0}},
          "nobody can be on that of a single story house, B23.8",
          "leave it out, or give more {levels}"};
}

void require_rooftop_possible(int levels) {
  if (levels == 0) refuse(rooftop_without_levels(), {}, {as_value(levels)});
}

std::optional<std::string> contradiction(const MapHex& hex) {
  if (hex.water && (hex.building || hex.rubble || hex.hut)) return "a Water Obstacle holds no building, rubble or hut";
  if (hex.hut && hex.building) return "a hut is no building, G5.1";
  if (hex.lumberyard && (hex.building != Construction::wood || hex.levels > 0)) {
    return "a lumberyard is as a wooden single story house, B23.211";
  }
  if (hex.levels > 0 && !hex.building) return "levels are those of a building";
  return std::nullopt;
}

MapHex HexMap::at(Hex hex) const {
  const auto found = hexes.find(hex);
  return found == hexes.end() ? MapHex{} : found->second;
}

std::optional<Ground> HexMap::ground_at(Hex hex) const {
  const auto found = ground.find(hex);
  if (found != ground.end()) return found->second;
  return tells_ground ? std::optional<Ground>(Ground{}) : std::nullopt;
}

bool may_be_interior(const HexMap& map, Hex hex) {
  for (int direction = 1; direction <= 6; ++direction) {
    if (!map.at(hex).building || map.at(neighbor(hex, direction)).building != map.at(hex).building) return false;
  }
  return true;
}

Hex parse_hex(const HexMap& map, std::string_view what, std::string_view text) {
  const auto hex = read_hex(text);
  if (!hex) throw BadInput({}, std::string(what) + " " + shown(text) + " is no hex", "letters, then a number", "give it like J8");
  if (!map.grid.has(*hex)) {
    const Hex last{map.grid.columns - 1, map.grid.rows};
    throw BadInput({}, std::string(what) + " " + to_string(*hex) + " is not on the map", "it has A1 to " + to_string(last),
                   "give a hex of it");
  }
  return *hex;
}

void throw_no_direction(const std::string& field, std::string_view typed, const std::string& instead) {
  throw BadInput(field, "{" + field + "} " + shown(typed) + " is no direction",
                 "without a map they are 1, the hexside with the coordinate, then clockwise to 6", "give it like " + instead);
}

Hex set_hex(HexMap& map, std::string_view setting) {
  const auto refuse = [&](const std::string& why) {
    throw BadInput({}, "{set} " + shown(setting) + " cannot be used", why, "give it like K9=stone:3, K9=open or K9=stone-rubble");
  };
  const auto equals = setting.find('=');
  if (equals == std::string_view::npos) refuse("it has no =");
  const Hex hex = parse_hex(map, "{set}", setting.substr(0, equals));
  const std::string_view what = setting.substr(equals + 1);
  MapHex changed;
  std::string ground = "open";
  const auto colon = what.find(':');
  if (what == "water") {
    changed.water = true, ground = what;
  } else if (what == "wood-rubble" || what == "stone-rubble") {
    changed.rubble = what == "wood-rubble" ? Construction::wood : Construction::stone;
  } else if (const auto terrain = terrain_of_word(what); terrain && is_ground(*terrain)) {
    ground = what;
  } else {
    if (colon == std::string_view::npos) refuse("a building is wood or stone with its levels above ground");
    // What else the building is, a factory or a rowhouse, it stays.
    if (map.at(hex).building) changed = map.at(hex);
    changed.building = parse_choice("building of {set}", what.substr(0, colon), construction_choices);
    const std::string_view levels = what.substr(colon + 1);
    if (levels.size() != 1 || levels[0] < '0' || levels[0] > '0' + most_levels)
      refuse("a building has 0 to " + std::to_string(most_levels) + " levels above ground");
    changed.levels = levels[0] - '0';
    changed.rubble.reset();
  }
  if (const auto why = contradiction(changed)) refuse(*why);
  if (changed == MapHex{})
    map.hexes.erase(hex);
  else
    map.hexes[hex] = changed;
  map.ground[hex].terrain = ground;
  return hex;
}

std::string in_one_line(const HexMap& map) {
  std::string text = std::to_string(map.grid.columns) + "x" + std::to_string(map.grid.rows);
  for (const auto& [hex, what] : map.hexes) {
    text += " " + to_string(hex) + "=";
    if (what.building) text += std::string(name_of(*what.building, construction_choices)) + ":" + std::to_string(what.levels);
    if (what.rubble) text += "," + std::string(name_of(*what.rubble, construction_choices)) + "-rubble";
    struct Word {
      bool holds;
      const char* word;
    };
    for (const auto& [holds, word] :
         {Word{what.stairwell, ",stairwell"}, Word{what.water, ",water"}, Word{what.factory, ",factory"}, Word{what.rowhouse, ",rowhouse"},
          Word{what.lumberyard, ",lumberyard"}, Word{what.marketplace, ",marketplace"}, Word{what.hut, ",hut"}}) {
      if (holds) text += word;
    }
  }
  return text;
}

}  // namespace boxcars::model
