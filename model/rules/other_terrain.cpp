#include "model/rules/other_terrain.hpp"

#include <algorithm>
#include <array>
#include <string>

#include "model/core/choices.hpp"
#include "model/core/modifier.hpp"

namespace boxcars::model {
namespace {

constexpr std::string_view hindrance = "a Hindrance, and no Open Ground";
constexpr std::string_view hexside = "only of fire that crosses that hexside, B9.3";
constexpr std::string_view in_the_ground = "+4 against OBA, B27.3";

constexpr std::array<OtherTerrain, 28> table{{
    {"woods", +1},
    {"pine-woods", +1},
    {"forest", +2},
    {"light-jungle", +1},
    {"dense-jungle", +2},
    {"jungle", std::nullopt, "+1 if light, +2 if dense"},
    {"olive-grove", +1},
    {"cactus", +1},
    {"cactus-patch", +1},
    {"crag", +1},
    {"graveyard", +1},
    {"shellhole", +1},
    {"wreck", +1},
    {"brush", 0, hindrance},
    {"grain", 0, hindrance},
    {"orchard", 0, hindrance},
    {"marsh", 0, hindrance},
    {"palm", 0, hindrance},
    {"palm-tree", 0, hindrance},
    {"wall", +2, hexside},
    {"hedge", +1, hexside},
    {"foxhole", +2, in_the_ground},
    {"trench", +2, in_the_ground},
    {"trenches", +2, in_the_ground},
    {"entrenchment", +2, in_the_ground},
    {"pillbox", std::nullopt, "on its counter"},
    {"pillboxes", std::nullopt, "on its counter"},
    {"bunker", std::nullopt, "on its counter"},
}};

}  // namespace

std::optional<OtherTerrain> other_terrain(std::string_view name) {
  std::string typed = in_small_letters(name);
  std::replace_if(
      typed.begin(), typed.end(), [](char c) { return c == '_' || c == ' '; }, '-');
  const auto found = std::find_if(table.begin(), table.end(), [&](const OtherTerrain& terrain) {
    return typed == terrain.name || typed == std::string(terrain.name) + "s";
  });
  return found == table.end() ? std::nullopt : std::optional(*found);
}

std::string tem_in_words(const OtherTerrain& terrain) {
  if (!terrain.tem) return "its TEM is " + std::string(terrain.depends_on);
  return "its TEM is " + with_sign(*terrain.tem) + (terrain.depends_on.empty() ? "" : ", ") + std::string(terrain.depends_on);
}

std::string drm_of(const OtherTerrain& terrain) { return "{drm " + (terrain.tem ? std::to_string(*terrain.tem) : "N") + "}"; }

}  // namespace boxcars::model
