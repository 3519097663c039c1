#pragma once

#include <array>
#include <cstdint>
#include <string_view>

namespace boxcars::model {

enum class TerrainKind : std::uint8_t {
  open,
  water,
  other,
  woods,
  building,
  factory,
  marketplace,
  depression,
  hexside,
  road,
  bridge,
  entrenchment
};

/// A type of terrain as lines of sight meet it. `height` is in full levels above its ground; one that has half a level more is `half`.
struct LosTerrain {
  std::uint8_t code = 0;
  std::string_view name = "open ground";  ///< as VASL calls it, in small letters
  TerrainKind kind = TerrainKind::open;
  int height = 0;
  unsigned is = 0;  ///< of those below

  static constexpr unsigned half = 1, obstacle = 2, hindrance = 4;
  static constexpr unsigned inherent = 8;  ///< fills its hex, whatever is drawn
  static constexpr unsigned split = 16;    ///< another thing at its own level than higher up: orchards, factories
  static constexpr unsigned lower_obstacle = 32, lower_hindrance = 64;

  constexpr bool has(unsigned what) const { return (is & what) != 0; }
};

/// Those of VASL's terrain codes; a code that it gives to no terrain is open ground.
const std::array<LosTerrain, 256>& los_terrains();
inline const LosTerrain& los_terrain(std::uint8_t code) { return los_terrains()[code]; }

/// Whether a building stands there: one of several hexes or levels, a factory's or rowhouse's wall, or a marketplace.
bool is_built(const LosTerrain& terrain);
/// The black bar of Rowhouses (B23.71), and a Factory's inner or outer wall (O5.31).
bool is_rowhouse_wall(const LosTerrain& terrain);
bool is_wall_of_factory(const LosTerrain& terrain);
/// What stands on hexsides, Rowhouse walls, too.
bool is_hexside_terrain(const LosTerrain& terrain);

namespace los_codes {
inline constexpr std::uint8_t open_ground = 0, rooftop = 2, water = 8, plain_stone = 40, plain_wood = 50, orchard = 63,
                              orchard_out_of_season = 64, sunken_road = 68, wall = 72, hedge = 73, bocage = 74, cliff = 75, hillock = 105,
                              hillock_summit = 106, dense_jungle = 127, bamboo = 128, huts = 130, light_woods = 175, cellar = 174;
}  // namespace los_codes

}  // namespace boxcars::model
