#include "io/formats/atlas.hpp"

#include <algorithm>
#include <map>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "io/formats/board_view.hpp"
#include "io/formats/json.hpp"
#include "io/formats/json_values.hpp"
#include "io/formats/lines.hpp"
#include "io/formats/tables.hpp"

namespace boxcars::io {
namespace {

std::string percent(double odds) { return fmt::format("{:.3g}%", 100 * odds); }

std::string map_of(const Atlas& atlas, const Style& style) {
  std::map<model::Hex, double> danger;
  double most = 0;
  for (const AtlasEntry& entry : atlas.entries) danger[entry.hex] = entry.hexes, most = std::max(most, entry.hexes);
  constexpr const char* legend = "0 to 9: hexes buried, 9 the most; o a building without upper levels";
  return drawn(atlas.board.map, style, legend, [&](model::Hex hex) -> Drawn {
    const auto found = danger.find(hex);
    if (found == danger.end()) return {atlas.board.map.at(hex).building ? " o" : " ."};
    const double share = most > 0 ? found->second / most : 0;
    return {fmt::format("{:>2}", std::min(9, static_cast<int>(10 * share))), share};
  });
}

}  // namespace

std::string to_text(const std::vector<Atlas>& atlases, const Style& style) {
  std::string text;
  for (const Atlas& atlas : atlases) {
    text += (text.empty() ? "" : "\n") + bold("board " + atlas.board.name, style) + "\n";
    text += wrapped(fmt::format("{} building hexes with upper levels, if one came down", atlas.entries.size()), columns_of(style));
    if (atlases.size() == 1) text += "\n" + map_of(atlas, style) + "\n";
    const bool wide = columns_of(style) >= 60;
    text += fmt::format("{:<5}{:<6}{:>6}{:>9}{:>9}{}\n", "hex", "", "levels", "falls", "hexes", wide ? "  buildings  worst" : "");
    for (const AtlasEntry& entry : atlas.entries) {
      text += fmt::format("{:<5}{:<6}{:>6}{:>9}{:>9.4f}", to_string(entry.hex), made_of(entry.building), entry.levels, percent(entry.falls),
                          entry.hexes);
      if (wide)
        text +=
            fmt::format("{:>11.4f}", entry.buildings) + (entry.worst.empty() ? "" : "  " + entry.worst + " " + percent(entry.worst_odds));
      text += "\n";
    }
    for (const std::string& note : atlas.board.notes) text += wrapped("note: " + note, columns_of(style));
  }
  return text;
}

std::string to_json(const std::vector<Atlas>& atlases) {
  nlohmann::ordered_json root, boards = nlohmann::ordered_json::array();
  const auto rounded = [](double value) { return std::stod(fmt::format("{:.12g}", value)); };
  root["schema"] = "boxcars/1";
  root["version"] = version;
  for (const Atlas& atlas : atlases) {
    nlohmann::ordered_json hexes = nlohmann::ordered_json::array();
    for (const AtlasEntry& entry : atlas.entries) {
      hexes.push_back({{"hex", to_string(entry.hex)},
                       {"building", made_of(entry.building)},
                       {"levels", entry.levels},
                       {"rubble_falls", rounded(entry.falls)},
                       {"mean_hexes", rounded(entry.hexes)},
                       {"mean_building_hexes", rounded(entry.buildings)},
                       {"worst_hex", entry.worst},
                       {"worst_odds", rounded(entry.worst_odds)}});
    }
    boards.push_back({{"board", atlas.board.name}, {"hexes", std::move(hexes)}, {"notes", atlas.board.notes}});
  }
  root["boards"] = std::move(boards);
  return printed(root);
}

std::string to_csv(const std::vector<Atlas>& atlases) {
  std::string text = "board,hex,building,levels,rubble_falls,mean_hexes,mean_building_hexes,worst_hex,worst_odds\n";
  for (const Atlas& atlas : atlases) {
    for (const AtlasEntry& entry : atlas.entries) {
      text += fmt::format("{},{},{},{},{:.12g},{:.12g},{:.12g},{},{:.12g}\n", csv_field(atlas.board.name), to_string(entry.hex),
                          made_of(entry.building), entry.levels, entry.falls, entry.hexes, entry.buildings, entry.worst, entry.worst_odds);
    }
  }
  return text;
}

std::string to_markdown(const std::vector<Atlas>& atlases) {
  std::string text;
  for (const Atlas& atlas : atlases) {
    text += (text.empty() ? "" : "\n") + fmt::format(
                                             "## Board {}\n\n| hex | building | levels | rubble falls | hexes | building hexes | worst |\n"
                                             "|---|---|---:|---:|---:|---:|---|\n",
                                             atlas.board.name);
    for (const AtlasEntry& entry : atlas.entries) {
      text += fmt::format("| {} | {} | {} | {} | {:.4f} | {:.4f} | {} {} |\n", to_string(entry.hex), made_of(entry.building), entry.levels,
                          percent(entry.falls), entry.hexes, entry.buildings, entry.worst,
                          entry.worst.empty() ? "" : percent(entry.worst_odds));
    }
    for (const std::string& note : atlas.board.notes) text += "\nnote: " + note + "\n";
  }
  return text;
}

}  // namespace boxcars::io
