#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace boxcars::test {

/// A zip archive with these entries, as bytes.
std::vector<std::byte> zipped(const std::vector<std::pair<std::string, std::string>>& entries);

/// An entry of the zip archive in that file; empty if it has none.
std::string entry_of(const std::string& file, const char* name);

/// A small VASL board that is painted hex by hex, with the layout of real ones (56.25 by 64.5 pixels a hex).
class PaintedBoard {
 public:
  PaintedBoard(int columns, int rows);

  /// Where a hex has its centre: column and row from 0, as boards count.
  static double center_x(int column) { return 56.25 * column; }
  static double center_y(int column, int row) { return 32.25 + 64.5 * row - (column % 2 == 1 ? 32.25 : 0); }

  /// Paints a square of so many pixels to every side of a hex's centre, moved by (dx, dy).
  void paint(int column, int row, int reach, int code, int dx = 0, int dy = 0);
  void pixel(int x, int y, int code);
  /// Raises such a square to an elevation.
  void raise(int column, int row, int reach, int elevation);
  void stairwell(int column, int row);

  /// The gzip of the Java object stream, cut into records of the given size.
  std::string los_data(std::size_t record = 1024) const;
  /// Without gzip.
  std::string stream(std::size_t record = 1024) const;

 private:
  int columns_, rows_, width_, height_;
  std::vector<std::uint8_t> codes_;  // by x, then y
  std::vector<std::int8_t> elevations_;
  std::vector<std::uint8_t> stairs_;  // by column, then row; B, D, ... have one more
};

std::string gzipped(const std::string& text);

}  // namespace boxcars::test
