#pragma once

#include <cstdint>

#include "model/rules/terrain.hpp"

namespace boxcars::model {

inline constexpr int flame_out_at = 2;  ///< the highest Final DR that puts a Flame out (B25.15)

/// What becomes of a Flame by its own Final DR, where it blazes on the Spread number (B25.15).
enum class FlameFate : std::uint8_t { goes_on, blazes, goes_out };
constexpr FlameFate flame_fate(int final_dr, int spread_number) {
  if (final_dr >= spread_number) return FlameFate::blazes;
  return final_dr <= flame_out_at ? FlameFate::goes_out : FlameFate::goes_on;
}

inline constexpr int fire_collapse_at = 12;  ///< the Original Wind Change DR by which a burning building falls (B25.66)

/// Whether the EC DRM is on the DR of fires there: in a lumberyard (B23.211) and in what is neither a building nor rubble of one.
constexpr bool ec_drm_counts(Terrain terrain) { return terrain == Terrain::lumberyard || terrain == Terrain::collapsed_hut; }

/// On the Spread DR (B25.6) to what is not directly attached, higher, or lower.
inline constexpr int detached_spread_drm = -2;
inline constexpr int higher_spread_drm = +1;
inline constexpr int lower_spread_drm = -1;

}  // namespace boxcars::model
