#include "io/formats/board_view.hpp"

#include <algorithm>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "io/formats/json_values.hpp"
#include "io/formats/lines.hpp"
#include "io/formats/pictured.hpp"
#include "model/core/choices.hpp"
#include "model/rules/ground.hpp"

namespace boxcars::io {
namespace {

using model::Construction;
using model::Ground;
using model::Hex;
using model::HexMap;
using model::MapHex;

// What else a hex is, in the order and the words of map files.
std::vector<std::string> features(const MapHex& hex) {
  std::vector<std::string> words;
  for (const auto& [holds, word] : {std::pair(hex.stairwell, "stairwell"), std::pair(hex.water, "water"), std::pair(hex.factory, "factory"),
                                    std::pair(hex.rowhouse, "rowhouse"), std::pair(hex.lumberyard, "lumberyard"),
                                    std::pair(hex.marketplace, "marketplace"), std::pair(hex.hut, "hut")}) {
    if (holds) words.emplace_back(word);
  }
  return words;
}

// "s2" is stone with two levels above ground.
std::string symbol(const MapHex& hex) {
  if (hex.rubble) return "::";
  if (hex.building) return (*hex.building == Construction::stone ? "s" : "w") + std::to_string(hex.levels);
  if (hex.hut) return "h ";
  return hex.water ? "~~" : " .";
}

// All that is told of a hex beside its building.
std::vector<std::string> features_and_rubble(const MapHex& hex) {
  std::vector<std::string> words = features(hex);
  if (hex.rubble) words.push_back(made_of(*hex.rubble) + " rubble");
  return words;
}

// The first hex of the first column, where it is not A1.
std::optional<std::string> first_of(const model::Grid& grid) {
  if (grid.first_column == 0 && grid.first_row == 0) return std::nullopt;
  return to_string(Hex{grid.first_column, grid.first_row + 1});
}

// A hex that is told, and what is told of it.
struct HexTold {
  std::string name;
  MapHex holds;
  std::optional<std::string> terrain{};  // if all are told
  std::optional<int> elevation{};
};

std::vector<HexTold> hexes_of(const HexMap& map, HexesTold told) {
  std::vector<HexTold> hexes;
  if (told == HexesTold::with_buildings) {
    for (const auto& [hex, what] : map.hexes) {
      if (what.building) hexes.push_back({map.name(hex), what});
    }
    return hexes;
  }
  for (int column = map.grid.first_column; column < map.grid.end_column(); ++column) {
    for (int row = map.grid.first_row; row < map.grid.end_row(); ++row) {
      const Hex hex{column, row};
      if (!map.grid.has(hex)) continue;
      const auto ground = map.ground_at(hex);
      hexes.push_back(
          {map.name(hex), map.at(hex), model::terrain_word(map.at(hex), ground), ground ? std::optional(ground->elevation) : std::nullopt});
    }
  }
  return hexes;
}

}  // namespace

std::string made_of(Construction construction) { return std::string(name_of(construction, model::construction_choices)); }

namespace {

// The letters and digits of what a hex is called on its board: of "20-AA7" "AA" and "7".
struct Called {
  std::string letters, digits;
};

Called called(const HexMap& map, Hex hex) {
  std::string name = map.name(hex);
  name.erase(0, name.find('-') + 1);  // npos + 1 is 0
  const auto digits = std::min(name.find_first_of("0123456789"), name.size());
  return {name.substr(0, digits), name.substr(digits)};
}

// Those of all its hexes; none if they have several, as where boards lie one above the other.
std::string letters_of_column(const HexMap& map, int column) {
  std::optional<std::string> letters;
  for (int row = map.grid.first_row; row < map.grid.end_row(); ++row) {
    if (!map.grid.has({column, row})) continue;
    const std::string here = called(map, {column, row}).letters;
    if (letters.value_or(here) != here) return "";
    letters = here;
  }
  return letters.value_or("");
}

}  // namespace

std::string drawn(const HexMap& map, const Style& style, const std::string& legend, const std::function<Drawn(Hex)>& look) {
  constexpr int cell = 2;
  if (const int needed = map.grid.columns * cell + 3; needed > columns_of(style))
    return wrapped(fmt::format("the map is drawn where there are {} columns", needed), columns_of(style));
  std::string text = "   ";
  for (int column = map.grid.first_column; column < map.grid.end_column(); ++column)
    text += fmt::format("{:<{}.{}}", letters_of_column(map, column), cell, cell);
  text.erase(text.find_last_not_of(' ') + 1);
  text += "\n";
  for (int half = 0; half <= 2 * map.grid.rows; ++half) {  // columns B, D, ... stand on the even ones, half a row higher
    const int row = map.grid.first_row + (half + 1) / 2;
    const Hex first{map.grid.first_column + map.grid.first_column % 2, row};
    std::string line = half % 2 == 1 && map.grid.has(first) ? fmt::format("{:>2} ", called(map, first).digits) : "   ";
    for (int column = map.grid.first_column; column < map.grid.end_column(); ++column) {
      const bool here = column % 2 == 1 ? half % 2 == 0 : half % 2 == 1;
      if (!here) {
        line += std::string(cell, ' ');
        continue;
      }
      const Drawn cell_drawn = look({column, row});
      if (style.color == Color::on && cell_drawn.weight > 0) {
        const int red = 95 + static_cast<int>(160 * std::min(1.0, cell_drawn.weight));
        line += fmt::format("\x1b[38;2;{};{};{}m{}\x1b[0m", red, 255 - red + 60, 60, cell_drawn.text);
      } else {
        line += cell_drawn.text;
      }
    }
    line.erase(line.find_last_not_of(' ') + 1);
    text += line + "\n";
  }
  return text + wrapped(legend, columns_of(style));
}

namespace {

// A hex of a table, by its columns: all of them, or those of building hexes.
std::vector<std::string> cells_of(const HexTold& told, HexesTold which, const char* between) {
  const MapHex& holds = told.holds;
  const std::string building = holds.building ? made_of(*holds.building) : "";
  const std::string levels = holds.building ? std::to_string(holds.levels) : "";
  const std::string features = model::with_between(features_and_rubble(holds), between);
  if (which == HexesTold::with_buildings) return {told.name, building, levels, features};
  const std::string elevation = told.elevation ? std::to_string(*told.elevation) : "";
  return {told.name, told.terrain.value_or(""), elevation, building, levels, features};
}

Table table_of(const Board& board, HexesTold which) {
  constexpr auto left = Table::Column::Align::left;
  Table table{.columns = {{"hex", left}, {"building", left}, {"levels"}, {"", left}},
              .wraps = Table::Wraps::if_too_wide,
              .instead = "--format csv"};
  if (which == HexesTold::all)
    table.columns = {{"hex", left}, {"terrain", left}, {"elevation"}, {"building", left}, {"levels"}, {"", left}};
  for (const HexTold& told : hexes_of(board.map, which)) table.rows.push_back({.cells = cells_of(told, which, ", ")});
  return table;
}

Document document_of(const Board& board, HexesTold which) {
  const auto hexes = hexes_of(board.map, HexesTold::with_buildings);
  const auto tall = std::count_if(hexes.begin(), hexes.end(), [](const HexTold& told) { return told.holds.levels > 0; });
  Document document{Said{"board " + board.name, Said::As::title}};
  document.emplace_back(Said{fmt::format("{} columns, {} rows, {} building hexes, {} of them with upper levels", board.map.grid.columns,
                                         board.map.grid.rows, hexes.size(), tall)});
  document.emplace_back(Drawing{[&board](const Style& style) {
    return "\n" + drawn(board.map, style, "s stone, w wooden, with the levels above ground; :: rubble, h hut, ~~ water",
                        [&](Hex hex) { return Drawn{symbol(board.map.at(hex))}; });
  }});
  document.emplace_back(Gap{});
  document.emplace_back(table_of(board, which));
  for (const std::string& note : board.notes) document.emplace_back(Remark{"note: " + note});
  return document;
}

Json json_of(const HexTold& told) {
  Json object;
  object["hex"] = told.name;
  if (told.terrain) object["terrain"] = *told.terrain;
  if (told.elevation) object["elevation"] = *told.elevation;
  if (told.holds.building) {
    object["building"] = made_of(*told.holds.building);
    object["levels"] = told.holds.levels;
    object["stairwell"] = told.holds.stairwell;
  }
  for (const std::string& word : features(told.holds)) {
    if (word != "stairwell") object[word] = true;
  }
  if (told.holds.rubble) object["rubble"] = made_of(*told.holds.rubble);
  return object;
}

Json json_of(const Board& board, HexesTold which, Json root = {}) {
  Json list = Json::array();
  root["board"] = board.name;
  root["columns"] = board.map.grid.columns;
  root["rows"] = board.map.grid.rows;
  if (const auto first = first_of(board.map.grid)) root["first"] = *first;
  for (const HexTold& told : hexes_of(board.map, which)) list.push_back(json_of(told));
  root["hexes"] = std::move(list);
  root["notes"] = board.notes;
  return root;
}

Records records_of(const Board& board, HexesTold which) {
  Records records{.head = {"hex", "building", "levels", "features"}};
  if (which == HexesTold::all) records.head = {"hex", "terrain", "elevation", "building", "levels", "features"};
  for (const HexTold& told : hexes_of(board.map, which)) records.rows.push_back(cells_of(told, which, " "));
  return records;
}

}  // namespace

Page page_of(const Board& board, HexesTold told) {
  return {.document = [&board, told] { return document_of(board, told); },
          .records = [&board, told] { return records_of(board, told); },
          .json = [&board, told] { return printed(json_of(board, told, begun(""))); },
          .toml = [&board] { return to_toml(board.map); },
          .pictured = [&board] { return pictured("", {{.title = "board " + board.name, .board = board}}); }};
}

std::string board_on_one_line(const Board& board) { return on_one_line(json_of(board, HexesTold::all)); }

std::string to_toml(const HexMap& map) {
  std::string text = fmt::format("columns = {}\nrows = {}\n", map.grid.columns, map.grid.rows);
  if (const auto first = first_of(map.grid)) text += fmt::format("first = \"{}\"\n", *first);
  std::set<Hex> named;
  for (const auto& [hex, what] : map.hexes) named.insert(hex);
  for (const auto& [hex, ground] : map.ground) {
    if (ground != Ground{}) named.insert(hex);
  }
  for (const Hex hex : named) {
    const MapHex what = map.at(hex);
    text += fmt::format("\n[[hex]]\nname = \"{}\"\n", to_string(hex));
    if (what.building) text += fmt::format("building = \"{}\"\nlevels = {}\n", made_of(*what.building), what.levels);
    if (what.rubble) text += fmt::format("rubble = \"{}\"\n", made_of(*what.rubble));
    for (const std::string& word : features(what)) text += word + " = true\n";
    const Ground ground = map.ground_at(hex).value_or(Ground{});
    if (!model::built_terrain(what) && ground.terrain != Ground{}.terrain) text += fmt::format("terrain = \"{}\"\n", ground.terrain);
    if (ground.elevation != 0) text += fmt::format("elevation = {}\n", ground.elevation);
  }
  return text;
}

}  // namespace boxcars::io
