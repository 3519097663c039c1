#pragma once

#include <array>
#include <cstdint>
#include <optional>

#include "model/choices.hpp"
#include "model/hex_map.hpp"
#include "model/modifier.hpp"

namespace boxcars::model {

/// The terrain of a target Location, as far as its TEM goes.
enum class Terrain : std::uint8_t { open, wood, stone, wood_rubble, stone_rubble, lumberyard, hut, collapsed_hut, factory, rooftop };

inline constexpr std::array<Choice<Terrain>, 10> terrain_choices{{
    {"open", Terrain::open},
    {"wood", Terrain::wood},
    {"stone", Terrain::stone},
    {"wood-rubble", Terrain::wood_rubble},
    {"stone-rubble", Terrain::stone_rubble},
    {"lumberyard", Terrain::lumberyard},
    {"hut", Terrain::hut},
    {"collapsed-hut", Terrain::collapsed_hut},
    {"factory", Terrain::factory},
    {"rooftop", Terrain::rooftop},
}};

/// A building of it, as terrain.
constexpr Terrain terrain_of(Construction construction) { return construction == Construction::stone ? Terrain::stone : Terrain::wood; }

/// The TEM of the terrain with its rule. `factory` is for fire wholly inside it (B23.741).
Modifier tem(Terrain terrain);

/// The Fortified Building TEM on top of tem() (B23.921). Throws BadInput with the rule where nothing can be fortified.
Modifier fortified_tem(Terrain terrain);

/// What a DR must reach for a Flame, and for a Flame to become a Blaze (B25.11, B25.15).
struct FireNumbers {
  int kindling;
  int spread;
};

/// Those of the terrain (B23.6, B24.6, G5.6); none if it does not burn, or if what it is made of is not known.
std::optional<FireNumbers> fire_numbers(Terrain terrain);

}  // namespace boxcars::model
