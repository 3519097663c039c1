#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>

#include "model/core/table.hpp"
#include "model/rules/hex_map.hpp"
#include "model/rules/terrain.hpp"

namespace boxcars::model {

inline constexpr int most_assault_locations = 8;
inline constexpr int no_location = -1;  ///< of a level that is no Location of the position

/// The number of a hex of the position; Locations have numbers of their own.
enum class HexNumber : std::uint8_t {};
inline constexpr HexNumber no_hex{255};

/// A hex of the position, prepared for the odds.
struct AssaultHex {
  std::string name;
  std::optional<Hex> coordinate{};
  std::optional<Construction> building{};
  int levels = 0;
  bool interior = false;
  bool factory = false;
  bool marketplace = false;
  bool lumberyard = false;
  bool rubble = false;  ///< whether it is rubble from the start
  bool water = false;
  bool may_be_interior = false;                    ///< as far as the map says
  Terrain terrain = Terrain::open;                 ///< on a map, if no building stands there
  std::array<int, most_levels + 2> location_at{};  ///< by level, with the rooftop above the last: the Location, or no_location
  std::array<HexNumber, 6> neighbor{};             ///< by direction: another hex of the position, or no_hex

  /// The number of the rooftop as a level, and whether the rooftop is in play (B23.8).
  int rooftop() const { return levels + 1; }
  bool has_rooftop() const { return location_at[static_cast<std::size_t>(rooftop())] != no_location; }
};
using AssaultHexes = Table<HexNumber, AssaultHex>;

}  // namespace boxcars::model
