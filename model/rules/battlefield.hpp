#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "model/rules/hex_grid.hpp"
#include "model/rules/los_terrain.hpp"

namespace boxcars::model {

struct HexMap;

/// A pixel of a board: terrain by its code, and elevation.
struct Pixel {
  std::uint8_t terrain = 0;
  std::int8_t elevation = 0;
};

/// What is drawn on a board, and where its hexes are: column A's centers at the left edge, B's half a hex higher and one more.
struct Raster {
  int columns = 0, rows = 0;  ///< of hexes
  double hex_width = standard_hex_width, hex_height = standard_hex_height;
  int width = 0, height = 0;               ///< in pixels
  std::vector<Pixel> pixels{};             ///< by x, then y
  std::vector<std::uint8_t> stairwells{};  ///< by column, then row from the top of it

  Pixel at(int x, int y) const {
    return pixels[static_cast<std::size_t>(x) * static_cast<std::size_t>(height) + static_cast<std::size_t>(y)];
  }
  int rows_in(int column) const { return rows + column % 2; }
  std::size_t hex_count() const { return static_cast<std::size_t>(columns * rows + columns / 2); }
  /// Hexes are numbered by column, then row.
  std::size_t index(int column, int row) const { return static_cast<std::size_t>(column * rows + column / 2 + row); }
};

/// Whether the hexes lie on the picture as lines of sight ask for: from its edges, and all over it.
bool fills_its_hexes(const Raster& raster);

/// The board turned by 180 degrees.
Raster turned(const Raster& raster);

/// What is cut out of it: columns and rows of hexes, the first column an even one. Where it is cut half hexes are left.
Raster cut_out(const Raster& raster, int first_column, int first_row, int columns, int rows);

/// Boards that lie side by side, and one above the other, as one: row by row. Those of one row are equally high, all rows equally wide.
/// Where they meet they share a column or half hexes. Throws BadInput if they do not fit; `names` are what it calls them.
Raster joined(const std::vector<std::vector<Raster>>& boards, const std::vector<std::vector<std::string>>& names);

/// A Location of a hex that lines of sight can begin and end at.
struct SightLocation {
  int level = 0;
  std::uint8_t terrain = 0;
  bool in_depression = false;
};

/// What lines of sight know of a hex.
struct FieldHex {
  struct Point {
    std::int16_t x = 0, y = 0;
  };
  std::int16_t column = 0, row = 0;
  std::int8_t base = 0;  ///< its elevation at the center dot
  std::uint8_t terrain = 0;
  std::uint8_t depression = 0;  ///< its terrain code; 0: it is none
  bool stairwell = false;
  bool has_bridge = false;
  Point center{};
  std::array<Point, 6> side_points{};  ///< just within the middle of each side, 0 north, clockwise
  std::array<bool, 6> on_map{};        ///< those points
  std::array<std::int16_t, 6> neighbors{-1, -1, -1, -1, -1, -1};
  std::array<std::uint8_t, 6> edges{};     ///< hexside terrain; 0: none
  std::array<std::uint8_t, 6> at_sides{};  ///< terrain at the side points
  std::array<bool, 6> depression_sides{};
  std::vector<SightLocation> locations{};  ///< from the lowest to the highest

  const SightLocation* at_level(int level) const;
};

/// A map on which lines of sight are drawn: what is painted on it, and what each hex is by that. It is its own identity: nothing in it
/// depends on where it came from.
class Battlefield {
 public:
  explicit Battlefield(Raster raster);

  /// The places in the raster of the pixels that are in a hex.
  std::vector<std::size_t> pixels_of(int hex) const;
  /// Paints these pixels of a hex, by their places in the raster; it is then what it would be if they had always been so.
  void paint(int hex, const std::vector<std::size_t>& pixels, std::uint8_t terrain, bool stairwell);
  /// Makes a hex what it is on another battlefield, which has the same hexes.
  void restore(int hex, const Battlefield& from);

  const Raster& raster() const { return raster_; }
  const std::vector<FieldHex>& hexes() const { return hexes_; }
  const FieldHex& hex(int index) const { return hexes_[static_cast<std::size_t>(index)]; }
  /// By column and row from the top; -1 if there is none.
  int index_of(int column, int row) const;
  /// The hex that a pixel is in; -1: none.
  int hex_at(int x, int y) const {
    return hex_of_[static_cast<std::size_t>(x) * static_cast<std::size_t>(raster_.height) + static_cast<std::size_t>(y)];
  }
  /// Whether the hex, widened by a pixel, holds that pixel.
  bool widely_holds(int hex, int x, int y) const { return wide_[static_cast<std::size_t>(hex)].holds(x, y); }
  /// The side of a hex that is nearest to a pixel, 0 to 5; -1 if its center is nearer.
  int nearest_side(int hex, int x, int y) const;
  bool is_on_map(int x, int y) const { return x >= 0 && y >= 0 && x < raster_.width && y < raster_.height; }
  /// In hexes.
  static int range(const FieldHex& from, const FieldHex& to);
  int range(int from, int to) const { return range(hex(from), hex(to)); }

  /// The pixels of a hex within its border, column by column.
  class Outline {
   public:
    Outline() = default;
    Outline(const std::array<std::pair<int, int>, 6>& corners);
    bool holds(int x, int y) const {
      const int column = x - left_;
      if (column < 0 || column >= static_cast<int>(spans_.size())) return false;
      const auto& [low, high] = spans_[static_cast<std::size_t>(column)];
      return low <= y && y < high;
    }
    int left() const { return left_; }
    int right() const { return left_ + static_cast<int>(spans_.size()); }
    std::pair<int, int> span(int x) const { return spans_[static_cast<std::size_t>(x - left_)]; }

   private:
    int left_ = 0;
    std::vector<std::pair<std::int16_t, std::int16_t>> spans_{};
  };

 private:
  void place_hexes();
  void find_hexes_of_pixels();
  int find_hex(int x, int y) const;
  void derive();
  void derive(int hex);
  void derive_anew(int hex);
  void derive_center(FieldHex& hex) const;
  void derive_building(FieldHex& hex, int index) const;
  void derive_sides(FieldHex& hex) const;
  void derive_inherent(FieldHex& hex, int index) const;
  void derive_bridge(FieldHex& hex) const;
  std::uint8_t code_at(int x, int y) const { return raster_.at(x, y).terrain; }

  Raster raster_;
  std::vector<FieldHex> hexes_{};
  std::vector<Outline> borders_{}, wide_{};
  std::vector<std::int16_t> hex_of_{};
};

/// The battlefield on a raster, derived when it is first asked for, and kept: copies of a map share it. Several threads may ask.
class SharedBattlefield {
 public:
  explicit SharedBattlefield(std::shared_ptr<const Raster> raster) : raster_(std::move(raster)) {}
  std::shared_ptr<const Battlefield> get() const {
    std::call_once(once_, [this] { field_ = std::make_shared<const Battlefield>(*raster_); });
    return field_;
  }

 private:
  std::shared_ptr<const Raster> raster_;
  mutable std::once_flag once_;
  mutable std::shared_ptr<const Battlefield> field_;
};

/// Gives the map its picture, with a battlefield that copies of the map share.
void draw(HexMap& map, std::shared_ptr<const Raster> raster);

}  // namespace boxcars::model
