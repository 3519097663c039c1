#pragma once

#include <functional>
#include <string>

#include "io/files/vasl_board.hpp"
#include "io/formats/page.hpp"

namespace boxcars::io {

/// What a building or rubble is made of, in the words of map files.
std::string made_of(model::Construction construction);

/// How a hex looks on a drawn map: two columns of text, and how much it stands out, 0 (not at all) to 1.
struct Drawn {
  std::string text;
  double weight = 0;
};

/// The hexes of a map drawn for a terminal, half a row lower in every second column, and what the signs mean; one line that says how
/// many columns it needs if those are more than there are.
std::string drawn(const model::HexMap& map, const Style& style, const std::string& legend, const std::function<Drawn(model::Hex)>& look);

/// Which hexes of a board are told.
enum class HexesTold : bool { with_buildings, all };

/// A board, drawn, and its hexes, by column and row: { "board": "20", "columns": 33, "rows": 10, "hexes": [ { "hex", "building",
/// "levels", "stairwell", ... } ], "notes": [] }, or rows of hex, building, levels, features. If all are told, each with its "terrain" and
/// "elevation", which are left out where the board does not tell them.
Page page_of(const Board& board, HexesTold told = HexesTold::with_buildings);

/// The board with all of its hexes, as JSON on one line.
std::string board_on_one_line(const Board& board);

/// The board as a map file, which parse_map() reads as the same map.
std::string to_toml(const model::HexMap& map);

}  // namespace boxcars::io
