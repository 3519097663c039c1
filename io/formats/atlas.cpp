#include "io/formats/atlas.hpp"

#include <algorithm>
#include <map>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "io/formats/board_view.hpp"
#include "io/formats/json.hpp"
#include "io/formats/json_values.hpp"
#include "io/formats/lines.hpp"
#include "io/formats/pictured.hpp"
#include "io/formats/records.hpp"

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

Table table_of(const Atlas& atlas) {
  constexpr auto left = Table::Column::Align::left;
  Table table{.columns = {{"hex", left}, {"building", left}, {"levels"}, {"rubble falls"}, {"hexes"}, {"building hexes"}, {"worst", left}},
              .instead = "--format csv"};
  for (const AtlasEntry& entry : atlas.entries) {
    table.rows.push_back({.cells = {to_string(entry.hex), made_of(entry.building), std::to_string(entry.levels), percent(entry.falls),
                                    fmt::format("{:.4f}", entry.hexes), fmt::format("{:.4f}", entry.buildings),
                                    entry.worst.empty() ? "" : entry.worst + " " + percent(entry.worst_odds)}});
  }
  return table;
}

Document document_of(const std::vector<Atlas>& atlases) {
  Document document;
  for (const Atlas& atlas : atlases) {
    if (!document.empty()) document.emplace_back(Gap{});
    document.emplace_back(Said{"board " + atlas.board.name, Said::As::title});
    document.emplace_back(Said{fmt::format("{} building hexes with upper levels, if one came down", atlas.entries.size())});
    if (atlases.size() == 1) document.emplace_back(Drawing{[&atlas](const Style& style) { return "\n" + map_of(atlas, style) + "\n"; }});
    document.emplace_back(table_of(atlas));
    for (const std::string& note : atlas.board.notes) document.emplace_back(Remark{"note: " + note});
  }
  return document;
}

std::string json_of(const std::vector<Atlas>& atlases) {
  Json root = begun(""), boards = Json::array();
  const auto rounded = [](double value) { return std::stod(fmt::format("{:.12g}", value)); };
  for (const Atlas& atlas : atlases) {
    Json hexes = Json::array();
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

Records records_of(const std::vector<Atlas>& atlases) {
  Records records{
      .head = {"board", "hex", "building", "levels", "rubble_falls", "mean_hexes", "mean_building_hexes", "worst_hex", "worst_odds"}};
  for (const Atlas& atlas : atlases) {
    for (const AtlasEntry& entry : atlas.entries) {
      records.rows.push_back({atlas.board.name, to_string(entry.hex), made_of(entry.building), std::to_string(entry.levels),
                              plain(entry.falls), plain(entry.hexes), plain(entry.buildings), entry.worst, plain(entry.worst_odds)});
    }
  }
  return records;
}

std::vector<PicturedMap> maps_of(const std::vector<Atlas>& atlases) {
  std::vector<PicturedMap> maps;
  for (const Atlas& atlas : atlases) {
    PicturedMap map{.title = "board " + atlas.board.name + ": hexes that falling rubble buries if it comes down, on average",
                    .board = atlas.board};
    for (const AtlasEntry& entry : atlas.entries) map.heat[entry.hex] = entry.hexes;
    maps.push_back(std::move(map));
  }
  return maps;
}

}  // namespace

Page page_of(const std::vector<Atlas>& atlases) {
  return {.document = [&atlases] { return document_of(atlases); },
          .records = [&atlases] { return records_of(atlases); },
          .json = [&atlases] { return json_of(atlases); },
          .pictured = [&atlases] { return pictured("", maps_of(atlases)); }};
}

}  // namespace boxcars::io
