#pragma once

#include <memory>

#include "model/rules/battlefield.hpp"
#include "model/rules/hex_grid.hpp"
#include "model/rules/hex_map.hpp"
#include "tests/support/picture.hpp"

namespace boxcars::test {

/// A board of 9 x 6 hexes of open ground, with what is painted on it: woods in E4, grain in E5, a wall south of D3, C2 one level up.
inline model::HexMap painted_board() {
  Picture picture;
  picture.paint(4, 3, 18, 60).paint(4, 4, 18, 24).paint(2, 1, 18, 0, 1);
  for (int dx = -10; dx <= 10; dx += 2) picture.paint(3, 3, 2, 72, 0, dx, 32);
  model::HexMap map;
  map.grid = {9, 6};
  map.raster = std::make_shared<const model::Raster>(picture.raster);
  map.ground[*model::read_hex("E4")] = {"woods", 0};
  map.ground[*model::read_hex("E5")] = {"grain", 0};
  map.ground[*model::read_hex("C2")] = {"open", 1};
  return map;
}

}  // namespace boxcars::test
