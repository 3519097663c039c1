#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>

#include "model/rules/battlefield.hpp"
#include "model/rules/los.hpp"

namespace boxcars::test {

// A picture of open ground, painted hex by hex.
struct Picture {
  model::Raster raster{.columns = 9, .rows = 6, .width = 450, .height = 387};
  Picture() {
    raster.pixels.resize(450 * 387);
    raster.stairwells.resize(raster.hex_count());
  }
  void put(int x, int y, std::uint8_t code, int elevation) {
    if (x < 0 || y < 0 || x >= raster.width || y >= raster.height) return;
    raster.pixels[static_cast<std::size_t>(x * raster.height + y)] = {code, static_cast<std::int8_t>(elevation)};
  }
  // A square of so many pixels to each side of the center of that column and row, moved by (dx, dy).
  Picture& paint(int column, int row, int reach, std::uint8_t code, int elevation = 0, int dx = 0, int dy = 0) {
    const int cx = static_cast<int>(56.25 * column) + dx, cy = static_cast<int>(32.25 + 64.5 * row - (column % 2 == 1 ? 32.25 : 0)) + dy;
    for (int x = cx - reach; x <= cx + reach; ++x) {
      for (int y = cy - reach; y <= cy + reach; ++y) put(x, y, code, elevation);
    }
    return *this;
  }
  model::LineOfSight los(std::pair<int, int> from, std::pair<int, int> to, int from_level = 0, int to_level = 0) const {
    const model::Battlefield field(raster);
    return model::line_of_sight(field, {field.index_of(from.first, from.second), from_level},
                                {field.index_of(to.first, to.second), to_level});
  }
};

}  // namespace boxcars::test
