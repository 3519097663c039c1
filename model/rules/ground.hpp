#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "model/rules/hex_map.hpp"
#include "model/rules/terrain.hpp"

namespace boxcars::model {

/// The terrain of what is built in a hex, on its ground level; nothing if nothing is.
std::optional<Terrain> built_terrain(const MapHex& hex);

/// The terrain of a hex in one word: what is built there, be the center dot in it or not (B23.1), or else its ground; nothing if the map
/// does not tell.
std::optional<std::string> terrain_word(const MapHex& hex, const std::optional<Ground>& ground);

/// Whether it is Burnable Terrain (B25.1): what is built of anything that burns, and natural terrain of wood, brush or grain.
bool is_burnable(const MapHex& hex, const std::optional<Ground>& ground);

/// What fire at such a hex is at: the terrain of that name, or open ground where that has no TEM. Nothing if its TEM is not known.
std::optional<Terrain> terrain_of_word(std::string_view word);

/// Why a word that is no terrain's name is taken as open ground, with the rule's number: "no TEM, B19"; empty if it is not.
std::string why_open(std::string_view word);

/// Whether a hex can be of it with nothing built there: neither a building, rubble or a hut, nor what is on its hexsides.
bool is_ground(Terrain terrain);

}  // namespace boxcars::model
