#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "model/rules/hex_map.hpp"

namespace boxcars::io {

/// A board as VASL players have it on disk: its name, what its hexes hold, and what is to be said about how it was read.
struct Board {
  std::string name;
  model::HexMap map;
  std::vector<std::string> notes{};
};

/// A board that is laid on the table, and what it is called there: "20", turned by 180 degrees "20r".
struct PlacedFile {
  Board board;
  std::string name;
  bool reversed = false;
};

/// Boards as they lie: rows of them, side by side, one row above the other. Throws BadInput if they do not fit, or if one does not tell
/// where its hexes are.
Board placed_boards(const std::vector<std::vector<PlacedFile>>& rows);

/// Reads the bytes of a VASL board archive: buildings by the pixels of LOSData, or without it by the list of BoardMetadata.xml. A hex
/// holds the building that has most pixels in it, be its centre dot inside or not (B23.1). Its ground is that of the centre dot, or where
/// a road or what is on a hexside runs over that, what has most of the other pixels; without LOSData it is not known. Throws BadInput
/// naming `file` if the archive holds no board, or one that cannot be; what an archive claims about sizes is not believed.
Board parse_vasl_board(std::span<const std::byte> archive, const std::string& file);

}  // namespace boxcars::io
