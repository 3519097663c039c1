#include "model/rules/hex_map.hpp"

#include <algorithm>
#include <cstdlib>

#include "model/core/bad_input.hpp"
#include "model/core/choices.hpp"
#include "model/rules/ground.hpp"
#include "model/rules/other_terrain.hpp"
#include "model/rules/terrain.hpp"

namespace boxcars::model {

void refuse_word(std::string_view what, std::string_view typed, const std::vector<std::string>& known, Construction) {
  const auto other = other_terrain(typed);
  if (!other) throw_unknown(what, typed, known);
  const bool has_bog = find_choice(other->name, bog_terrain_choices).has_value();
  throw BadInput({}, "unknown " + std::string(what) + " " + shown(typed), "no building is made of it: " + listed(known),
                 "boxcars attack takes it by its TEM, " + drm_of(*other) +
                     (has_bog ? "; for the Bog Check of an AFV: {terrain " + std::string(other->name) + "} of enter" : ""));
}

std::string building_in_words(Construction construction, int levels, bool factory) {
  const std::string made_of = construction == Construction::stone ? "stone" : "wooden";
  if (factory) return made_of + " Factory";  // it is no single story house (B23.41)
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

namespace {

// A hex of a placed board where it lies, or the other way round.
Cell turned_on(const PlacedBoard& board, Cell cell) {
  if (!board.reversed) return cell;
  return {board.grid.columns - 1 - cell.column, board.grid.rows + std::abs(cell.column) % 2 - 1 - cell.row};
}

}  // namespace

std::optional<Hex> on_table(const PlacedBoard& board, const Grid& table, Hex printed) {
  if (!board.grid.has(printed)) return std::nullopt;
  const Cell there = turned_on(board, board.grid.cell(printed));
  return table.hex({board.column + there.column, board.row + there.row});
}

namespace {

std::optional<Hex> printed_name(const PlacedBoard& board, const Grid& table, Hex hex) {
  const Cell cell = table.cell(hex);
  const Hex printed = board.grid.hex(turned_on(board, {cell.column - board.column, cell.row - board.row}));
  return board.grid.has(printed) ? std::optional(printed) : std::nullopt;
}

std::string with_board(const PlacedBoard& board, const std::string& hex) { return board.name + "-" + hex; }

// 06 is 6.
bool is_called(std::string_view board, std::string_view name) {
  return same_word(name.substr(std::min(name.find_first_not_of('0'), name.size() - 1)), board);
}

Hex parse_hex_on_table(const HexMap& map, std::string_view what, std::string_view text) {
  const auto refuse = [&](const std::string& problem, const std::string& why, const std::string& instead) {
    throw BadInput({}, std::string(what) + " " + problem, why, instead);
  };
  const auto dash = text.rfind('-');
  const std::string_view of_board = dash == std::string_view::npos ? std::string_view() : text.substr(0, dash);
  const auto printed = read_hex(dash == std::string_view::npos ? text : text.substr(dash + 1));
  const std::string example = with_board(map.boards.front(), "H5");
  if (!printed) refuse(shown(text) + " is no hex", "a board, a dash, letters, a number", "give it like " + example);
  std::vector<std::string> names, with_it;
  std::vector<Hex> found;
  for (const PlacedBoard& board : map.boards) {
    names.push_back(board.name);
    if (!of_board.empty() && !is_called(board.name, of_board)) continue;
    const auto hex = on_table(board, map.grid, *printed);
    if (!hex) continue;
    if (std::find(found.begin(), found.end(), *hex) == found.end())
      found.push_back(*hex), with_it.push_back(with_board(board, to_string(*printed)));
  }
  if (found.size() > 1) refuse(to_string(*printed) + " is on several boards", "", "give " + listed(with_it));
  if (found.empty() && !of_board.empty() &&
      std::none_of(map.boards.begin(), map.boards.end(), [&](const PlacedBoard& board) { return is_called(board.name, of_board); }))
    refuse(shown(text) + " is on no board of these", "known: " + listed(names), "give it like " + example);
  if (found.empty()) refuse(shown(text) + " is not on the map", "none of " + listed(names) + " has it", "give a hex of it");
  return found.front();
}

}  // namespace

std::string files_of_boards(const std::vector<std::string>& boards) {
  const bool is_one = boards.size() == 1;
  const std::vector<std::string> others(boards.begin(), boards.end() - 1);
  return std::string(is_one ? "the file of board " : "the files of boards ") + with_between(others, ", ") + (is_one ? "" : " and ") +
         boards.back();
}

void require_lines_of_sight(const HexMap& map, const std::string& field, const std::string& instead) {
  if (map.raster) return;
  if (map.missing_boards.empty())
    throw BadInput(field, "no line of sight is known there", "only LOSData of a VASL board tells what is drawn between hexes", instead);
  throw BadInput(field, files_of_boards(map.missing_boards) + (map.missing_boards.size() == 1 ? " is" : " are") + " not here",
                 "no line of sight is known without; VASL keeps them in its boards folder", "give that folder like --boards DIR");
}

std::string HexMap::name(Hex hex) const {
  for (auto board = boards.rbegin(); board != boards.rend(); ++board) {  // where two meet it is the right or lower one's, as VASL has it
    const auto printed = printed_name(*board, grid, hex);
    if (printed) return boards.size() == 1 ? to_string(*printed) : with_board(*board, to_string(*printed));
  }
  return to_string(hex);
}

Hex HexMap::beside(Hex hex, int direction) const {
  const auto here =
      std::find_if(boards.rbegin(), boards.rend(), [&](const PlacedBoard& board) { return printed_name(board, grid, hex).has_value(); });
  const bool is_turned = here != boards.rend() && here->reversed;
  return neighbor(hex, is_turned ? (direction + 2) % 6 + 1 : direction);
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

// "6-H9" of board 6 is H9, as on a table of several.
Hex parse_hex(const HexMap& map, std::string_view what, std::string_view text) {
  if (!map.boards.empty()) return parse_hex_on_table(map, what, text);
  const auto dash = text.rfind('-');
  const bool names_board =
      dash != std::string_view::npos && dash > 0 && !map.only_board.empty() && is_called(map.only_board, text.substr(0, dash));
  const auto hex = read_hex(names_board ? text.substr(dash + 1) : text);
  if (!hex && !map.only_board.empty() && dash != std::string_view::npos && read_hex(text.substr(dash + 1)))
    throw BadInput({}, std::string(what) + " " + shown(text) + " is on another board", "this is board " + map.only_board,
                   "give it like " + map.only_board + "-H5, or H5");
  if (!hex) throw BadInput({}, std::string(what) + " " + shown(text) + " is no hex", "letters, then a number", "give it like J8");
  if (!map.grid.has(*hex)) {
    const Hex first{map.grid.first_column, map.grid.first_row + 1}, last{map.grid.end_column() - 1, map.grid.end_row() - 1};
    throw BadInput({}, std::string(what) + " " + to_string(*hex) + " is not on the map",
                   "it has " + to_string(first) + " to " + to_string(last), "give a hex of it");
  }
  return *hex;
}

void throw_no_direction(const std::string& field, std::string_view typed, const std::string& instead) {
  throw BadInput(field, "{" + field + "} " + shown(typed) + " is no direction",
                 "without a map they are 1, the hexside with the coordinate, then clockwise to 6", "give it like " + instead);
}

namespace {

[[noreturn]] void refuse_setting(std::string_view setting, const std::string& why) {
  throw BadInput({}, "{set} " + shown(setting) + " cannot be used", why, "give it like K9=stone:3, K9=factory, K9=open or all=wood");
}

constexpr std::string_view all_buildings = "all";

// What a word makes of the building that is there.
std::optional<unsigned> parts_of_building(std::string_view what) {
  if (what == "factory") return MapChange::kind | MapChange::levels;
  if (what == "single-story") return MapChange::levels;
  if (what == "wood" || what == "stone") return MapChange::material;
  return std::nullopt;
}

bool holds_building(const MapHex& hex) { return hex.building || hex.factory; }

// B23.74: a Factory has no upper levels; nor has a single story house (B23.21), which needs no stairwell.
MapHex as_building(MapHex hex, std::string_view what) {
  if (what == "wood" || what == "stone") {
    hex.building = what == "wood" ? Construction::wood : Construction::stone;
    return hex;
  }
  hex.levels = 0;
  if (what == "factory")
    hex.factory = true, hex.lumberyard = false, hex.rowhouse = false;
  else
    hex.stairwell = false, hex.rowhouse = false;
  return hex;
}

// Lumberyards and marketplaces are what they are: the change is one of buildings of the common kind.
void set_all(HexMap& map, std::string_view setting, std::string_view what) {
  const auto parts = parts_of_building(what);
  if (!parts || *parts == (MapChange::kind | MapChange::levels)) refuse_setting(setting, "all buildings are wood, stone or single-story");
  for (auto& [hex, holds] : map.hexes) {
    if (holds_building(holds) && !holds.lumberyard && !holds.marketplace) holds = as_building(holds, what);
  }
}

MapHex set_building(const MapHex& holds, Hex hex, std::string_view setting, std::string_view what) {
  if (!holds_building(holds))
    throw BadInput({}, "{set} " + shown(setting) + " cannot be used", to_string(hex) + " holds no building that it could change",
                   "give it like " + to_string(hex) + "=" + (what == "stone" ? "stone" : "wood") + ":1");
  return as_building(holds, what);
}

// "stone:3": what else the building is, a factory or a rowhouse, it stays.
MapHex with_levels(const MapHex& holds, std::string_view setting, std::string_view what) {
  const auto colon = what.find(':');
  if (colon == std::string_view::npos) refuse_setting(setting, "it is no building, no terrain and no change of what is there");
  MapHex changed = holds.building ? holds : MapHex{};
  changed.building = parse_choice("building of {set}", what.substr(0, colon), construction_choices);
  const std::string_view levels = what.substr(colon + 1);
  if (levels.size() != 1 || levels[0] < '0' || levels[0] > '0' + most_levels)
    refuse_setting(setting, "a building has 0 to " + std::to_string(most_levels) + " levels above ground");
  changed.levels = levels[0] - '0';
  changed.rubble.reset();
  return changed;
}

}  // namespace

bool is_of_all_buildings(std::string_view setting) { return setting.substr(0, setting.find('=')) == all_buildings; }

MapChange set_hex(HexMap& map, std::string_view setting) {
  const auto equals = setting.find('=');
  if (equals == std::string_view::npos) refuse_setting(setting, "it has no =");
  const std::string_view what = setting.substr(equals + 1);
  const auto parts = parts_of_building(what);
  if (is_of_all_buildings(setting)) return set_all(map, setting, what), MapChange{.parts = *parts};
  const Hex hex = parse_hex(map, "{set}", setting.substr(0, equals));
  MapHex changed;
  std::optional<std::string> ground = "open";
  if (what == "water") {
    changed.water = true, ground = what;
  } else if (what == "wood-rubble" || what == "stone-rubble") {
    changed.rubble = what == "wood-rubble" ? Construction::wood : Construction::stone;
  } else if (parts) {
    changed = set_building(map.at(hex), hex, setting, what);
    ground.reset();
  } else if (const auto terrain = terrain_of_word(what); terrain && is_ground(*terrain)) {
    ground = what;
  } else {
    changed = with_levels(map.at(hex), setting, what);
  }
  if (const auto why = contradiction(changed)) refuse_setting(setting, *why);
  if (changed == MapHex{})
    map.hexes.erase(hex);
  else
    map.hexes[hex] = changed;
  if (ground) map.ground[hex].terrain = *ground;
  return {.hex = hex, .parts = parts.value_or(MapChange::everything)};
}

std::string in_one_line(const HexMap& map) {
  std::string text = std::to_string(map.grid.columns) + "x" + std::to_string(map.grid.rows);
  if (map.grid.first_column != 0 || map.grid.first_row != 0)
    text += " from " + to_string(Hex{map.grid.first_column, map.grid.first_row + 1});
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
