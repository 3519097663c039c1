#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "model/core/dice.hpp"
#include "model/core/outcomes.hpp"
#include "model/rules/ift.hpp"
#include "model/rules/terrain.hpp"

namespace boxcars::model {

inline constexpr int flame_out_at = 2;  ///< the highest Final DR that puts a Flame out (B25.15)

/// What becomes of a Flame by its own Final DR, where it blazes on the Spread number (B25.15).
enum class FlameFate : std::uint8_t { goes_on, blazes, goes_out };
constexpr FlameFate flame_fate(int final_dr, int spread_number) {
  if (final_dr >= spread_number) return FlameFate::blazes;
  return final_dr <= flame_out_at ? FlameFate::goes_out : FlameFate::goes_on;
}
constexpr std::string_view in_words(FlameFate fate) {
  return fate == FlameFate::blazes ? "a Blaze" : fate == FlameFate::goes_out ? "it goes out" : "it goes on";
}

/// What the Original DR of an attack must give for a Kindling DR: a KIA (B25.13), by a Flamethrower a K, too (B25.12).
enum class KindledBy : std::uint8_t { explosion, flamethrower };
constexpr IftResult::Kind least_kindling_result(KindledBy by) {
  return by == KindledBy::flamethrower ? IftResult::Kind::K : IftResult::Kind::KIA;
}

/// The Kindling DR of an attack (B25.13), and whether it starts a Flame, which is told; with its DRM apart, the Final DR is, too.
constexpr Throw kindling_throw(std::string_view subject = {}) { return {Dice::DR, "Kindling DR", "B25.13", subject, Reads::sum}; }
inline bool starts_flame(int original_dr, int kindled_from, Outcomes& outcomes) {
  const bool burns = original_dr >= kindled_from;
  outcomes.tell([&] { return burns ? "a Flame" : "no Flame"; });
  return burns;
}

inline bool starts_flame(int original_dr, int drm, int kindling_number, Outcomes& outcomes) {
  const bool burns = original_dr + drm >= kindling_number;
  outcomes.tell([&] { return "Final " + std::to_string(original_dr + drm) + (burns ? ": a Flame" : ": no Flame"); });
  return burns;
}

inline constexpr int fire_collapse_at = 12;  ///< the Original Wind Change DR by which a burning building falls (B25.66)

/// Whether the EC DRM is on the DR of fires there: in a lumberyard (B23.211) and in what is neither a building nor rubble of one.
constexpr bool ec_drm_counts(Terrain terrain) { return terrain == Terrain::lumberyard || terrain == Terrain::collapsed_hut; }

/// On the Spread DR (B25.6) to what is not directly attached, higher, or lower.
inline constexpr int detached_spread_drm = -2;
inline constexpr int higher_spread_drm = +1;
inline constexpr int lower_spread_drm = -1;

}  // namespace boxcars::model
