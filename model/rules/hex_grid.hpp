#pragma once

#include <compare>
#include <optional>
#include <string>
#include <string_view>

namespace boxcars::model {

/// A hex of a map by its coordinate: column 0 is A, 25 is Z, 26 is AA, 27 is BB; the row as printed.
struct Hex {
  int column = 0;
  int row = 0;
  auto operator<=>(const Hex&) const = default;
};

/// "J8", "GG10".
std::string to_string(Hex hex);

/// Reads a coordinate ("J8", "gg10"); none if it is not one.
std::optional<Hex> read_hex(std::string_view text);

/// Reads a direction, 1 to 6; none if it is not one.
std::optional<int> read_direction(std::string_view text);

/// The neighbour in a direction (B.8): 1 is the hexside with the coordinate, then clockwise to 6. It may lie off the map.
Hex neighbor(Hex hex, int direction);

/// The range from one hex to another, in hexes, that of the target counted: 0 to itself.
int distance(Hex from, Hex to);

/// The size of a map: rows 1 to `rows` in the columns A, C, ..., rows 0 to `rows` in B, D, ...
struct Grid {
  int columns = 0;
  int rows = 0;
  bool has(Hex hex) const;
};

/// The largest map that is read.
inline constexpr int most_columns = 104;  ///< A to ZZZZ
inline constexpr int most_rows = 200;

}  // namespace boxcars::model
