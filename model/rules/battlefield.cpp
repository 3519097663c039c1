#include "model/rules/battlefield.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdlib>
#include <limits>

#include "model/core/bad_input.hpp"
#include "model/rules/hex_map.hpp"

namespace boxcars::model {
namespace {

constexpr double most_pixels_of_all = 60e6;
constexpr int longest_side = 30'000;  // pixels
constexpr std::size_t most_hexes_of_all = 30'000;

struct Dot {
  double x = 0, y = 0;
};

// Where the center and corners of a hex are, before they are cut to pixels.
class Frame {
 public:
  explicit Frame(const Raster& raster) : raster_(raster) {}

  Dot center(int column, int row) const {
    const double up = column % 2 == 1 ? raster_.hex_height / 2 : 0;
    return {column * raster_.hex_width, raster_.hex_height / 2 + row * raster_.hex_height - up};
  }
  // From the upper left one clockwise; side s runs from corner s to s + 1.
  std::array<Dot, 6> corners(Dot center) const {
    const double third = raster_.hex_width / 3, half_height = raster_.hex_height / 2;
    return {{{center.x - third, center.y - half_height},
             {center.x + third, center.y - half_height},
             {center.x + 2 * third, center.y},
             {center.x + third, center.y + half_height},
             {center.x - third, center.y + half_height},
             {center.x - 2 * third, center.y}}};
  }
  // One pixel within the middle of each side.
  std::array<Dot, 6> side_points(Dot center) const {
    const double half_height = raster_.hex_height / 2, across = half_height * std::sqrt(3.) / 2 - 1, up = half_height / 2 - 1;
    return {{{center.x, center.y - half_height + 1},
             {center.x + across, center.y - up},
             {center.x + across, center.y + up},
             {center.x, center.y + half_height - 1},
             {center.x - across, center.y + up},
             {center.x - across, center.y - up}}};
  }
  // What lies just off the map is on its edge.
  Dot kept(Dot point) const { return {kept(point.x, raster_.width), kept(point.y, raster_.height)}; }

 private:
  static double kept(double value, int size) {
    if (value == -1) return 0;
    const int whole = static_cast<int>(value);
    return whole == size || whole == size + 1 ? size - 1 : value;
  }
  const Raster& raster_;
};

FieldHex::Point cut(Dot point) { return {static_cast<std::int16_t>(point.x), static_cast<std::int16_t>(point.y)}; }

// A pixel on the upper or left border belongs to a hex, one on the lower or right border does not.
bool is_within(const std::array<std::pair<int, int>, 6>& corners, int x, int y) {
  bool inside = false;
  for (std::size_t i = 0, j = 5; i < 6; j = i++) {
    const auto& [ax, ay] = corners[i];
    const auto& [bx, by] = corners[j];
    if ((ay <= y) == (by <= y)) continue;
    const double crossing = ax + static_cast<double>(y - ay) / (by - ay) * (bx - ax);
    if (x < crossing) inside = !inside;
  }
  return inside;
}

}  // namespace

Raster turned(const Raster& raster) {
  Raster result = raster;
  std::reverse(result.pixels.begin(), result.pixels.end());
  // The last column becomes the first: it has as many hexes, as there is an odd number of columns.
  std::reverse(result.stairwells.begin(), result.stairwells.end());
  return result;
}

Raster cut_out(const Raster& raster, int first_column, int first_row, int columns, int rows) {
  const auto pixels = [](double hexes, double size, int most) { return std::min(static_cast<int>(std::lround(hexes * size)), most); };
  const int left = pixels(first_column, raster.hex_width, raster.width), top = pixels(first_row, raster.hex_height, raster.height);
  Raster part{.columns = columns,
              .rows = rows,
              .hex_width = raster.hex_width,
              .hex_height = raster.hex_height,
              .width = pixels(first_column + columns - 1, raster.hex_width, raster.width) - left,
              .height = pixels(first_row + rows, raster.hex_height, raster.height) - top};
  for (int x = left; x < left + part.width; ++x) {
    const auto from = raster.pixels.begin() + static_cast<std::ptrdiff_t>(x) * raster.height + top;
    part.pixels.insert(part.pixels.end(), from, from + part.height);
  }
  for (int column = 0; column < columns; ++column) {
    for (int row = 0; row < part.rows_in(column); ++row)
      part.stairwells.push_back(raster.stairwells[raster.index(first_column + column, first_row + row)]);
  }
  return part;
}

Raster joined(const std::vector<std::vector<Raster>>& boards, const std::vector<std::vector<std::string>>& names) {
  const Raster& first = boards.front().front();
  Raster all{.hex_width = first.hex_width, .hex_height = first.hex_height};
  const auto refuse = [&](const std::string& name, const char* why) {
    throw BadInput("boards " + names.front().front() + " and " + name + " do not fit (" + why + "); give boards of one kind");
  };
  for (std::size_t down = 0; down < boards.size(); ++down) {
    int columns = 1, width = 0;
    for (std::size_t across = 0; across < boards[down].size(); ++across) {
      const Raster& board = boards[down][across];
      const std::string& name = names[down][across];
      if (board.hex_width != first.hex_width || board.hex_height != first.hex_height) refuse(name, "their hexes are not of one size");
      if (board.height != boards[down].front().height) refuse(name, "side by side they are not equally high");
      columns += board.columns - 1;
      width += board.width;
    }
    if (down > 0 && (columns != all.columns || width != all.width))
      refuse(names[down].front(), "one above the other they are not equally wide");
    all.columns = columns, all.width = width;
    all.rows += boards[down].front().rows;
    all.height += boards[down].front().height;
    if (all.width > longest_side || all.height > longest_side || all.hex_count() > most_hexes_of_all ||
        static_cast<double>(all.width) * all.height > most_pixels_of_all)
      refuse(names[down].back(), "together they are larger than any map");
  }
  all.pixels.resize(static_cast<std::size_t>(all.width) * static_cast<std::size_t>(all.height));
  all.stairwells.resize(all.hex_count());
  int top = 0, first_row = 0;
  for (const auto& row : boards) {
    int left = 0, first_column = 0;
    for (const Raster& board : row) {
      for (int x = 0; x < board.width; ++x) {
        const auto from = board.pixels.begin() + static_cast<std::ptrdiff_t>(x) * board.height;
        std::copy(from, from + board.height, all.pixels.begin() + static_cast<std::ptrdiff_t>(left + x) * all.height + top);
      }
      for (int column = 0; column < board.columns; ++column) {
        for (int r = 0; r < board.rows_in(column); ++r) {
          std::uint8_t& there = all.stairwells[all.index(first_column + column, first_row + r)];
          there = there | board.stairwells[board.index(column, r)];
        }
      }
      left += board.width;
      first_column += board.columns - 1;
    }
    top += row.front().height;
    first_row += row.front().rows;
  }
  return all;
}

bool fills_its_hexes(const Raster& raster) {
  const double width = (raster.columns - 1) * raster.hex_width, height = raster.rows * raster.hex_height;
  return raster.columns > 0 && raster.rows > 0 && raster.width > 0 && raster.height > 0 && raster.width <= longest_side &&
         raster.height <= longest_side && raster.hex_count() <= most_hexes_of_all &&
         std::abs(width - raster.width) < raster.hex_width / 2 && std::abs(height - raster.height) < raster.hex_height / 2;
}

const SightLocation* FieldHex::at_level(int level) const {
  const auto found =
      std::find_if(locations.begin(), locations.end(), [&](const SightLocation& location) { return location.level == level; });
  return found == locations.end() ? nullptr : &*found;
}

Battlefield::Outline::Outline(const std::array<std::pair<int, int>, 6>& corners) {
  int left = corners[0].first, right = left, top = corners[0].second, bottom = top;
  for (const auto& [x, y] : corners)
    left = std::min(left, x), right = std::max(right, x), top = std::min(top, y), bottom = std::max(bottom, y);
  left_ = left;
  for (int x = left; x < right; ++x) {
    int low = 0, high = 0;
    for (int y = top; y < bottom; ++y) {
      if (!is_within(corners, x, y)) continue;
      if (low == high) low = y;
      high = y + 1;
    }
    spans_.emplace_back(static_cast<std::int16_t>(low), static_cast<std::int16_t>(high));
  }
}

Battlefield::Battlefield(Raster raster) : raster_(std::move(raster)) {
  place_hexes();
  find_hexes_of_pixels();
  derive();  // what a hex takes from its neighbors
  derive();  // they have only now
}

int Battlefield::index_of(int column, int row) const {
  if (column < 0 || column >= raster_.columns || row < 0 || row >= raster_.rows_in(column)) return -1;
  return static_cast<int>(raster_.index(column, row));
}

int Battlefield::range(const FieldHex& from, const FieldHex& to) {
  const int columns = std::abs(from.column - to.column);
  // Rows in half hexes: a step to another column is half a row up or down, too.
  const int rows = std::abs((2 * from.row - from.column % 2) - (2 * to.row - to.column % 2));
  return columns + std::max(0, (rows - columns) / 2);
}

void Battlefield::place_hexes() {
  const Frame frame(raster_);
  for (int column = 0; column < raster_.columns; ++column) {
    for (int row = 0; row < raster_.rows_in(column); ++row) {
      FieldHex hex{.column = static_cast<std::int16_t>(column), .row = static_cast<std::int16_t>(row)};
      const Dot center = frame.center(column, row);
      hex.center = cut(frame.kept(center));
      hex.center.x = std::clamp<std::int16_t>(hex.center.x, 0, static_cast<std::int16_t>(raster_.width - 1));
      hex.center.y = std::clamp<std::int16_t>(hex.center.y, 0, static_cast<std::int16_t>(raster_.height - 1));
      const auto sides = frame.side_points(center);
      const int up = column % 2 == 1 ? 1 : 0;  // rows of the columns beside it begin half a hex lower
      const std::array<std::pair<int, int>, 6> beside{{{column, row - 1},
                                                       {column + 1, row - up},
                                                       {column + 1, row + 1 - up},
                                                       {column, row + 1},
                                                       {column - 1, row + 1 - up},
                                                       {column - 1, row - up}}};
      for (std::size_t s = 0; s < 6; ++s) {
        hex.side_points[s] = cut(frame.kept(sides[s]));
        hex.on_map[s] = sides[s].x >= 0 && sides[s].y >= 0 && is_on_map(hex.side_points[s].x, hex.side_points[s].y);
        hex.neighbors[s] = static_cast<std::int16_t>(index_of(beside[s].first, beside[s].second));
      }
      std::array<std::pair<int, int>, 6> border{}, wide{};
      constexpr std::array<std::pair<int, int>, 6> outwards{{{-1, -1}, {+1, -1}, {+1, 0}, {+1, +1}, {-1, +1}, {-1, 0}}};
      const auto corners = frame.corners(center);
      for (std::size_t s = 0; s < 6; ++s) {
        const Dot corner = frame.kept(corners[s]);
        border[s] = {static_cast<int>(std::floor(corner.x + 0.5)), static_cast<int>(std::floor(corner.y + 0.5))};
        wide[s] = {static_cast<int>(corner.x) + outwards[s].first, static_cast<int>(corner.y) + outwards[s].second};
      }
      borders_.emplace_back(border);
      wide_.emplace_back(wide);
      hexes_.push_back(std::move(hex));
    }
  }
}

int Battlefield::find_hex(int x, int y) const {
  const int z = static_cast<int>(x / (raster_.hex_width / 3));
  const bool is_sure = (z - 1) % 3 != 0;
  const int column = is_sure ? (z + 2) / 3 : (z + 1) / 3;
  const double down = column % 2 == 1 ? y + raster_.hex_height / 2 : y;
  const int row = static_cast<int>(down / raster_.hex_height);
  if (is_sure) return index_of(column, row);
  constexpr std::array<std::pair<int, int>, 9> tried{{{0, 0}, {0, -1}, {0, +1}, {+1, 0}, {+1, -1}, {+1, +1}, {-1, 0}, {-1, -1}, {-1, +1}}};
  for (const auto& [c, r] : tried) {
    const int hex = index_of(column + c, row + r);
    if (hex >= 0 && borders_[static_cast<std::size_t>(hex)].holds(x, y)) return hex;
  }
  const int hex = index_of(column, row);
  return hex >= 0 && widely_holds(hex, x, y) ? hex : -1;
}

void Battlefield::find_hexes_of_pixels() {
  hex_of_.resize(raster_.pixels.size());
  std::size_t i = 0;
  for (int x = 0; x < raster_.width; ++x) {
    for (int y = 0; y < raster_.height; ++y, ++i) {
      const int hex = find_hex(x, y);
      hex_of_[i] = static_cast<std::int16_t>(hex);
      if (hex >= 0 && los_terrain(raster_.pixels[i].terrain).kind == TerrainKind::bridge)
        hexes_[static_cast<std::size_t>(hex)].has_bridge = true;
    }
  }
}

int Battlefield::nearest_side(int hex, int x, int y) const {
  const FieldHex& there = hexes_[static_cast<std::size_t>(hex)];
  const auto away = [&](FieldHex::Point point) { return (point.x - x) * (point.x - x) + (point.y - y) * (point.y - y); };
  int best = -1, nearest = away(there.center);
  for (int s = 0; s < 6; ++s) {
    const auto i = static_cast<std::size_t>(s);
    if (!there.on_map[i]) continue;
    if (const int distance = away(there.side_points[i]); distance < nearest) nearest = distance, best = s;
  }
  return best;
}

void Battlefield::derive() {
  for (int hex = 0; hex < static_cast<int>(hexes_.size()); ++hex) derive(hex);
}

void Battlefield::derive(int index) {
  FieldHex& hex = hexes_[static_cast<std::size_t>(index)];
  derive_center(hex);
  hex.base = raster_.at(hex.center.x, hex.center.y).elevation;
  derive_building(hex, index);
  derive_sides(hex);
  derive_inherent(hex, index);
  derive_bridge(hex);
  for (std::size_t s = 0; s < 6; ++s) {  // of two that differ the first hex's is both's
    if (hex.neighbors[s] < 0) continue;
    const std::uint8_t other = hexes_[static_cast<std::size_t>(hex.neighbors[s])].edges[(s + 3) % 6];
    if (other != 0) hex.edges[s] = other;
  }
}

// A hex and its neighbors: no other takes anything from it. Twice, in the order of all, and as if they had no hexsides before.
void Battlefield::derive_anew(int hex) {
  const FieldHex& there = hexes_[static_cast<std::size_t>(hex)];
  std::vector<int> changed{hex};
  for (const std::int16_t neighbor : there.neighbors) {
    if (neighbor >= 0) changed.push_back(neighbor);
  }
  std::sort(changed.begin(), changed.end());
  for (std::size_t s = 0; s < 6; ++s) {
    hexes_[static_cast<std::size_t>(hex)].edges[s] = 0;
    if (there.neighbors[s] >= 0) hexes_[static_cast<std::size_t>(there.neighbors[s])].edges[(s + 3) % 6] = 0;
  }
  for (int pass = 0; pass < 2; ++pass) {
    for (const int other : changed) derive(other);
  }
}

std::vector<std::size_t> Battlefield::pixels_of(int hex) const {
  std::vector<std::size_t> pixels;
  const FieldHex& there = hexes_[static_cast<std::size_t>(hex)];
  const int wide = static_cast<int>(raster_.hex_width), high = static_cast<int>(raster_.hex_height);
  for (int x = std::max(0, there.center.x - wide); x < std::min(raster_.width, there.center.x + wide); ++x) {
    for (int y = std::max(0, there.center.y - high); y < std::min(raster_.height, there.center.y + high); ++y) {
      if (hex_at(x, y) == hex)
        pixels.push_back(static_cast<std::size_t>(x) * static_cast<std::size_t>(raster_.height) + static_cast<std::size_t>(y));
    }
  }
  return pixels;
}

void Battlefield::paint(int hex, const std::vector<std::size_t>& pixels, std::uint8_t terrain, bool stairwell) {
  for (const std::size_t i : pixels) raster_.pixels[i].terrain = terrain;
  raster_.stairwells[static_cast<std::size_t>(hex)] = stairwell ? 1 : 0;
  FieldHex& there = hexes_[static_cast<std::size_t>(hex)];
  const auto all = pixels_of(hex);
  there.has_bridge = std::any_of(all.begin(), all.end(),
                                 [&](std::size_t i) { return los_terrain(raster_.pixels[i].terrain).kind == TerrainKind::bridge; });
  derive_anew(hex);
}

void Battlefield::restore(int hex, const Battlefield& from) {
  for (const std::size_t i : pixels_of(hex)) raster_.pixels[i] = from.raster_.pixels[i];
  raster_.stairwells[static_cast<std::size_t>(hex)] = from.raster_.stairwells[static_cast<std::size_t>(hex)];
  hexes_[static_cast<std::size_t>(hex)].has_bridge = from.hex(hex).has_bridge;
  derive_anew(hex);
}

// Of the center dot; but a building counts, be the dot in it or not (B23.1).
void Battlefield::derive_center(FieldHex& hex) const {
  const auto is_building = [](std::uint8_t code) { return is_built(los_terrain(code)); };
  hex.terrain = code_at(hex.center.x, hex.center.y);
  if (is_building(hex.terrain)) return;
  for (std::size_t s = 0; s < 6; ++s) {
    if (!hex.on_map[s]) continue;
    const std::uint8_t code = code_at(hex.side_points[s].x, hex.side_points[s].y);
    if (is_building(code) && !is_rowhouse_wall(los_terrain(code))) {
      hex.terrain = code;
      break;
    }
  }
  constexpr std::array<std::pair<int, int>, 4> probes{{{+5, 0}, {-5, 0}, {0, +5}, {0, -5}}};
  for (const auto& [dx, dy] : probes) {
    const int x = hex.center.x + dx, y = hex.center.y + dy;
    if (is_on_map(x, y) && is_building(code_at(x, y))) hex.terrain = code_at(x, y);
  }
}

void Battlefield::derive_building(FieldHex& hex, int index) const {
  const LosTerrain& terrain = los_terrain(hex.terrain);
  const bool has_stairs = raster_.stairwells[static_cast<std::size_t>(index)] == 1;
  hex.stairwell = has_stairs;
  hex.locations = {{0, hex.terrain, false}};
  hex.depression = 0;
  if (terrain.kind == TerrainKind::depression) {
    hex.depression = hex.terrain;
    hex.locations.front().in_depression = true;
  }
  if (!is_built(terrain) || terrain.height == 0 || !terrain.has(LosTerrain::half)) return;
  if (terrain.height == 1 && terrain.kind == TerrainKind::building) hex.stairwell = true;
  if (terrain.kind == TerrainKind::factory && !has_stairs) return;
  for (int level = 1; level <= terrain.height; ++level) hex.locations.push_back({level, hex.terrain, false});
  const bool goes_to_a_side = std::any_of(hex.side_points.begin(), hex.side_points.end(), [&](FieldHex::Point point) {
    return is_on_map(point.x, point.y) && is_built(los_terrain(code_at(point.x, point.y)));
  });
  const int top = terrain.height;
  if (terrain.kind == TerrainKind::marketplace) hex.terrain = hex.locations.front().terrain = los_codes::open_ground;
  if (!goes_to_a_side) return;
  hex.locations.insert(hex.locations.begin(), {-1, los_codes::cellar, false});
  hex.locations.push_back({top + 1, los_codes::rooftop, false});
}

void Battlefield::derive_sides(FieldHex& hex) const {
  for (std::size_t s = 0; s < 6; ++s) {
    hex.edges[s] = 0, hex.at_sides[s] = 0, hex.depression_sides[s] = false;
    if (!hex.on_map[s]) continue;
    std::uint8_t code = code_at(hex.side_points[s].x, hex.side_points[s].y);
    hex.depression_sides[s] = los_terrain(code).kind == TerrainKind::depression;
    if (!is_hexside_terrain(los_terrain(code)) && hex.neighbors[s] >= 0) {
      const FieldHex::Point other = hexes_[static_cast<std::size_t>(hex.neighbors[s])].side_points[(s + 3) % 6];
      if (is_on_map(other.x, other.y) && is_hexside_terrain(los_terrain(code_at(other.x, other.y)))) code = code_at(other.x, other.y);
    }
    hex.at_sides[s] = code;
    if (is_hexside_terrain(los_terrain(code))) hex.edges[s] = code;
  }
}

// The first of it whose nearest point is the center.
void Battlefield::derive_inherent(FieldHex& hex, int index) const {
  const Outline& border = borders_[static_cast<std::size_t>(index)];
  for (int x = std::max(0, border.left()); x < std::min(raster_.width, border.right()); ++x) {
    const auto [low, high] = border.span(x);
    for (int y = std::max(0, low); y < std::min(raster_.height, high); ++y) {
      const std::uint8_t code = code_at(x, y);
      if (!los_terrain(code).has(LosTerrain::inherent) || nearest_side(index, x, y) != -1) continue;
      hex.terrain = code;
      hex.locations.front().terrain = code;
      return;
    }
  }
}

void Battlefield::derive_bridge(FieldHex& hex) const {
  if (los_terrain(hex.terrain).kind == TerrainKind::bridge) {
    const auto side = std::find(hex.depression_sides.begin(), hex.depression_sides.end(), true);
    if (side == hex.depression_sides.end()) return;
    const auto s = static_cast<std::size_t>(side - hex.depression_sides.begin());
    hex.locations.insert(hex.locations.begin(), {-1, hex.at_sides[s], true});
  }
}

void draw(HexMap& map, std::shared_ptr<const Raster> raster) {
  map.field = std::make_shared<const SharedBattlefield>(raster);
  map.raster = std::move(raster);
}

}  // namespace boxcars::model
