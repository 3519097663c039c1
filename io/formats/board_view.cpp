#include "io/formats/board_view.hpp"

#include <algorithm>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "io/formats/json_values.hpp"
#include "io/formats/lines.hpp"
#include "io/formats/tables.hpp"

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

std::string to_text(const Board& board, const Style& style) {
  const auto hexes = building_hexes(board.map);
  const auto tall = std::count_if(hexes.begin(), hexes.end(), [](const auto& hex) { return hex.second.levels > 0; });
  std::string text = bold("board " + board.name, style) + "\n";
  text += wrapped(fmt::format("{} columns, {} rows, {} building hexes, {} of them with upper levels", board.map.grid.columns,
                              board.map.grid.rows, hexes.size(), tall),
                  columns_of(style));
  text += "\n" + drawn(board.map, style, "s stone, w wooden, with the levels above ground; :: rubble, h hut, ~~ water",
                       [&](Hex hex) { return Drawn{symbol(board.map.at(hex))}; });
  text += "\n";
  for (const auto& [hex, what] : hexes) {
    const std::string more = joined(features_and_rubble(what), ", ");
    text += fmt::format("{:<5}{:<6}{}{}{}\n", to_string(hex), made_of(*what.building), what.levels, more.empty() ? "" : "  ", more);
  }
  for (const std::string& note : board.notes) text += wrapped("note: " + note, columns_of(style));
  return text;
}

std::string to_json(const Board& board) {
  nlohmann::ordered_json root, list = nlohmann::ordered_json::array();
  root["board"] = board.name;
  root["columns"] = board.map.grid.columns;
  root["rows"] = board.map.grid.rows;
  for (const auto& [hex, what] : building_hexes(board.map)) {
    nlohmann::ordered_json object;
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

std::string to_csv(const Board& board) {
  std::string text = "hex,building,levels,features\n";
  for (const auto& [hex, what] : building_hexes(board.map))
    text += fmt::format("{},{},{},{}\n", to_string(hex), made_of(*what.building), what.levels,
                        csv_field(joined(features_and_rubble(what), " ")));
  return text;
}

std::string to_markdown(const Board& board) {
  std::string text = fmt::format("## Board {}\n\n| hex | building | levels | |\n|---|---|---:|---|\n", board.name);
  for (const auto& [hex, what] : building_hexes(board.map))
    text += fmt::format("| {} | {} | {} | {} |\n", to_string(hex), made_of(*what.building), what.levels,
                        joined(features_and_rubble(what), ", "));
  for (const std::string& note : board.notes) text += "\nnote: " + note + "\n";
  return text;
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
