#include "io/formats/board_view.hpp"

#include <algorithm>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "io/formats/json_values.hpp"
#include "io/formats/lines.hpp"

namespace boxcars::io {
namespace {

using model::Construction;
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

std::string column_name(int column) {
  std::string name = to_string(Hex{column, 1});
  name.pop_back();
  return name;
}

std::vector<std::pair<Hex, MapHex>> building_hexes(const HexMap& map) {
  std::vector<std::pair<Hex, MapHex>> hexes;
  for (const auto& [hex, what] : map.hexes) {
    if (what.building) hexes.emplace_back(hex, what);
  }
  return hexes;
}

std::string joined(const std::vector<std::string>& words, const char* between) {
  std::string text;
  for (const std::string& word : words) text += (text.empty() ? "" : between) + word;
  return text;
}

}  // namespace

std::string made_of(Construction construction) { return std::string(name_of(construction, model::construction_choices)); }

std::string drawn(const HexMap& map, const Style& style, const std::string& legend, const std::function<Drawn(Hex)>& look) {
  constexpr int cell = 2;
  if (const int needed = map.grid.columns * cell + 3; needed > columns_of(style))
    return wrapped(fmt::format("the map is drawn where there are {} columns", needed), columns_of(style));
  std::string text = "   ";
  for (int column = 0; column < map.grid.columns; ++column) text += fmt::format("{:<{}.{}}", column_name(column), cell, cell);
  text.erase(text.find_last_not_of(' ') + 1);
  text += "\n";
  for (int half = 0; half <= 2 * map.grid.rows; ++half) {  // columns B, D, ... stand on the even ones, half a row higher
    const int row = (half + 1) / 2;
    std::string line = half % 2 == 1 ? fmt::format("{:>2} ", row) : "   ";
    for (int column = 0; column < map.grid.columns; ++column) {
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

Document document_of(const Board& board) {
  const auto hexes = building_hexes(board.map);
  const auto tall = std::count_if(hexes.begin(), hexes.end(), [](const auto& hex) { return hex.second.levels > 0; });
  Document document{Said{"board " + board.name, Said::As::title}};
  document.emplace_back(Said{fmt::format("{} columns, {} rows, {} building hexes, {} of them with upper levels", board.map.grid.columns,
                                         board.map.grid.rows, hexes.size(), tall)});
  document.emplace_back(Drawing{[&board](const Style& style) {
    return "\n" + drawn(board.map, style, "s stone, w wooden, with the levels above ground; :: rubble, h hut, ~~ water",
                        [&](Hex hex) { return Drawn{symbol(board.map.at(hex))}; });
  }});
  constexpr auto left = Table::Column::Align::left;
  Table table{.columns = {{"hex", left}, {"building", left}, {"levels"}, {"", left}}, .instead = "--format csv"};
  for (const auto& [hex, what] : hexes)
    table.rows.push_back(
        {.cells = {to_string(hex), made_of(*what.building), std::to_string(what.levels), joined(features_and_rubble(what), ", ")}});
  document.emplace_back(Gap{});
  document.emplace_back(std::move(table));
  for (const std::string& note : board.notes) document.emplace_back(Remark{"note: " + note});
  return document;
}

std::string json_of(const Board& board) {
  Json root, list = Json::array();
  root["board"] = board.name;
  root["columns"] = board.map.grid.columns;
  root["rows"] = board.map.grid.rows;
  for (const auto& [hex, what] : building_hexes(board.map)) {
    Json object;
    object["hex"] = to_string(hex);
    object["building"] = made_of(*what.building);
    object["levels"] = what.levels;
    object["stairwell"] = what.stairwell;
    for (const std::string& word : features(what)) {
      if (word != "stairwell") object[word] = true;
    }
    if (what.rubble) object["rubble"] = made_of(*what.rubble);
    list.push_back(std::move(object));
  }
  root["hexes"] = std::move(list);
  root["notes"] = board.notes;
  return printed(root);
}

Records records_of(const Board& board) {
  Records records{.head = {"hex", "building", "levels", "features"}};
  for (const auto& [hex, what] : building_hexes(board.map))
    records.rows.push_back({to_string(hex), made_of(*what.building), std::to_string(what.levels), joined(features_and_rubble(what), " ")});
  return records;
}

}  // namespace

Page page_of(const Board& board) {
  return {.document = [&board] { return document_of(board); },
          .records = [&board] { return records_of(board); },
          .json = [&board] { return json_of(board); },
          .toml = [&board] { return to_toml(board.map); }};
}

std::string to_toml(const HexMap& map) {
  std::string text = fmt::format("columns = {}\nrows = {}\n", map.grid.columns, map.grid.rows);
  for (const auto& [hex, what] : map.hexes) {
    text += fmt::format("\n[[hex]]\nname = \"{}\"\n", to_string(hex));
    if (what.building) text += fmt::format("building = \"{}\"\nlevels = {}\n", made_of(*what.building), what.levels);
    if (what.rubble) text += fmt::format("rubble = \"{}\"\n", made_of(*what.rubble));
    for (const std::string& word : features(what)) text += word + " = true\n";
  }
  return text;
}

}  // namespace boxcars::io
