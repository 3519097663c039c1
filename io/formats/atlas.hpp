#pragma once

#include <optional>
#include <string>
#include <vector>

#include "io/files/vasl_board.hpp"
#include "io/formats/style.hpp"

namespace boxcars::io {

/// What it would mean if a building hex came down (B24.12): exact odds and means, or nothing where the states do not fit the budget.
struct AtlasEntry {
  model::Hex hex;
  model::Construction building;
  int levels = 0;        ///< above ground
  double falls = 0;      ///< the odds that rubble falls from it
  double hexes = 0;      ///< mean number of hexes that falling rubble rubbles,
  double buildings = 0;  ///< and of building hexes among them
  std::string worst{};   ///< the hex most likely to be hit, empty if none can be
  double worst_odds = 0;
};

/// A board with its building hexes that have upper levels, the most dangerous first.
struct Atlas {
  Board board;
  std::vector<AtlasEntry> entries{};
};

/// Tables of all boards for people; of one alone its map, too, shaded by danger.
std::string to_text(const std::vector<Atlas>& atlases, const Style& style);
/// { "schema", "version", "boards": [ { "board", "hexes": [ { "hex", "rubble_falls", "mean_hexes", ... } ], "notes" } ] }.
std::string to_json(const std::vector<Atlas>& atlases);
/// board,hex,building,levels,rubble_falls,mean_hexes,mean_building_hexes,worst_hex,worst_odds
std::string to_csv(const std::vector<Atlas>& atlases);
/// A heading and a table for every board, with its notes.
std::string to_markdown(const std::vector<Atlas>& atlases);

}  // namespace boxcars::io
