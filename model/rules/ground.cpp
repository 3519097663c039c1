#include "model/rules/ground.hpp"

#include <algorithm>
#include <array>

namespace boxcars::model {
namespace {

// What a board names otherwise than an attack does, and what has no TEM of its own there.
struct NoTem {
  std::string_view word;
  std::string_view rule;
};
constexpr std::array<NoTem, 17> no_tem{{
    {"plowed field", "B15"},
    {"snow", "E3"},
    {"deep snow", "E3"},
    {"mud", "E3"},
    {"gully", "B19"},
    {"dry stream", "B20"},
    {"shallow stream", "B20"},
    {"deep stream", "B20"},
    {"flooded stream", "B20"},
    {"water", "B21"},
    {"shallow water", "B21"},
    {"river", "B21"},
    {"shallow river", "B21"},
    {"canal", "B21"},
    {"ford", "B21"},
    {"ocean", "B21"},
    {"shallow ocean", "B21"},
}};

const NoTem* find_no_tem(std::string_view word) {
  const auto found = std::find_if(no_tem.begin(), no_tem.end(), [&](const NoTem& row) { return row.word == word; });
  return found == no_tem.end() ? nullptr : &*found;
}

}  // namespace

std::optional<Terrain> built_terrain(const MapHex& hex) {
  if (hex.rubble) return rubble_of(*hex.rubble);
  if (hex.lumberyard) return Terrain::lumberyard;
  if (hex.marketplace) return Terrain::marketplace;
  if (hex.hut) return Terrain::hut;
  return hex.building ? std::optional(terrain_of(*hex.building)) : std::nullopt;
}

bool is_burnable(const MapHex& hex, const std::optional<Ground>& ground) {
  if (hex.building || hex.rubble || hex.hut || hex.factory) return true;
  const auto terrain = ground && !hex.water ? terrain_of_word(ground->terrain) : std::nullopt;
  constexpr std::array burn{Terrain::woods,       Terrain::forest,       Terrain::brush,        Terrain::grain,        Terrain::orchard,
                            Terrain::olive_grove, Terrain::light_jungle, Terrain::dense_jungle, Terrain::collapsed_hut};
  return terrain && std::find(burn.begin(), burn.end(), *terrain) != burn.end();
}

std::optional<std::string> terrain_word(const MapHex& hex, const std::optional<Ground>& ground) {
  if (const auto built = built_terrain(hex)) return std::string(name_of(*built, terrain_choices));
  if (hex.water && (!ground || ground->terrain == Ground{}.terrain)) return "water";
  return ground ? std::optional(ground->terrain) : std::nullopt;
}

std::optional<Terrain> terrain_of_word(std::string_view word) {
  if (const auto terrain = find_choice(word, terrain_choices)) return terrain;
  return find_no_tem(word) ? std::optional(Terrain::open) : std::nullopt;
}

std::string why_open(std::string_view word) {
  const NoTem* row = find_no_tem(word);
  return row ? "no TEM, " + std::string(row->rule) : "";
}

bool is_ground(Terrain terrain) {
  if (is_hexside(terrain)) return false;
  return is_natural(terrain) || terrain == Terrain::open || terrain == Terrain::debris || terrain == Terrain::collapsed_hut;
}

}  // namespace boxcars::model
