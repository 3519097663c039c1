#pragma once

#include <algorithm>
#include <cmath>
#include <compare>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace boxcars::model {

/// A hex of a map by its coordinate: column 0 is A, 25 is Z, 26 is AA, 27 is BB; the row as printed.
struct Hex {
  int column = 0;
  int row = 0;
  auto operator<=>(const Hex&) const = default;
};

/// The size of a hex on VASL's boards, in pixels, where a board says nothing else.
inline constexpr double standard_hex_width = 56.25, standard_hex_height = 64.5;

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

/// A hex of a map by its column and its row from the top of that, both from 0.
struct Cell {
  int column = 0;
  int row = 0;
};

/// The size of a map, and where its names begin: rows 1 to `rows` in the columns A, C, ..., rows 0 to `rows` in B, D, ...; or with
/// `first_column` 16 and `first_row` 10 columns Q, R, ... of rows 11 and 10 on.
struct Grid {
  int columns = 0;
  int rows = 0;
  int first_column = 0;  ///< even: its hexes stand half a hex lower than their neighbours', as A's do
  int first_row = 0;     ///< of the columns B, D, ...; that of A, C, ... is one more
  bool has(Hex hex) const;
  Cell cell(Hex hex) const;
  Hex hex(Cell cell) const;
  /// Those of all its hexes, the last column and row but one behind the last.
  int end_column() const { return first_column + columns; }
  int end_row() const { return first_row + rows + 1; }
  bool operator==(const Grid&) const = default;
};

/// Where the hexes of a map are on its pixels: flat tops, the first column's centres at the left edge; `left` and `top` are the centre of
/// its first hex.
class HexLayout {
 public:
  HexLayout(Grid grid, double hex_width, double hex_height, double left, double top)
      : grid_(grid), width_(hex_width), height_(hex_height), left_(left), top_(top) {}

  int columns() const { return grid_.columns; }
  int rows_in(int column) const { return grid_.rows + column % 2; }
  /// The name of the hex in that column, and from the top of it in that row.
  Hex hex(int column, int row) const { return grid_.hex({column, row}); }

  double center_x(int column) const { return left_ + width_ * column; }
  double center_y(int column, int row) const { return top_ + height_ * row - (column % 2 == 1 ? height_ / 2 : 0); }

  /// The hex that a pixel is in, as column and row; the nearest one at the edges.
  std::pair<int, int> at(int x, int y) const {
    const double from_left = x + 0.5 - left_;
    const int column = std::clamp(static_cast<int>(std::floor(from_left / width_)), 0, grid_.columns - 1);
    const double across = from_left - width_ * column;
    const auto row_of = [&](int c) {
      const double from_top = y + 0.5 - center_y(c, 0) + height_ / 2;
      return std::clamp(static_cast<int>(std::floor(from_top / height_)), 0, rows_in(c) - 1);
    };
    const int row = row_of(column);
    if (across <= width_ / 3 || column + 1 >= grid_.columns) return {column, row};
    const double half_height = height_ / 2 * (2 * width_ / 3 - across) / (width_ / 3);  // of this column's hex, so far from its centre
    if (std::abs(y + 0.5 - center_y(column, row)) <= half_height) return {column, row};
    return {column + 1, row_of(column + 1)};
  }

 private:
  Grid grid_;
  double width_, height_, left_, top_;
};

/// "Q", of Q5.
std::string column_name(int column);

/// The largest map that is read.
inline constexpr int most_columns = 104;  ///< A to ZZZZ
inline constexpr int most_rows = 200;

}  // namespace boxcars::model
