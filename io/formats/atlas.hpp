#pragma once

#include <string>
#include <vector>

#include "ask/atlas.hpp"
#include "io/files/vasl_board.hpp"
#include "io/formats/page.hpp"

namespace boxcars::io {

using ask::AtlasEntry;

/// A board with its building hexes that have upper levels, the most dangerous first.
struct Atlas {
  Board board;
  std::vector<AtlasEntry> entries{};
};

/// Tables of all boards; of one alone its map, too, shaded by danger.
/// JSON: { "schema", "version", "boards": [ { "board", "hexes": [ { "hex", "rubble_falls", "mean_hexes", ... } ], "notes" } ] }.
Page page_of(const std::vector<Atlas>& atlases);

}  // namespace boxcars::io
