#include "model/rules/other_terrain.hpp"

#include <algorithm>
#include <array>
#include <string>

#include "model/core/choices.hpp"
#include "model/core/modifier.hpp"
#include "model/rules/terrain.hpp"

namespace boxcars::model {
namespace {

constexpr std::string_view hindrance = "a Hindrance, and no Open Ground";
constexpr std::string_view hexside = "only of fire that crosses that hexside, B9.3";
constexpr std::string_view on_its_counter = "on its counter";
constexpr std::string_view in_the_ground = "+4 against OBA, B27.3";

constexpr std::array<OtherTerrain, 8> other_terrains{{
    {"pine-woods", +1},
    {"jungle", std::nullopt, "+1 if light, +2 if dense"},
    {"cactus", +1},
    {"cactus-patch", +1},
    {"palm", 0, hindrance},
    {"palm-tree", 0, hindrance},
    {"entrenchment", +2, in_the_ground},
    {"bunker", std::nullopt, on_its_counter},
}};

bool is_named(std::string_view name, const std::string& typed) {
  return typed == name || typed + "s" == name || typed == std::string(name) + "s" || typed == std::string(name) + "es";
}

// What attacks know, and other questions do not.
std::optional<OtherTerrain> natural_terrain(const std::string& typed) {
  for (const auto& choice : terrain_choices) {
    if (!is_natural(choice.value) || !is_named(choice.name, typed)) continue;
    OtherTerrain found{.name = choice.name, .tem = tem(choice.value).amount};
    if (*found.tem == 0) found.depends_on = hindrance;
    if (choice.value == Terrain::pillbox) found.tem.reset(), found.depends_on = on_its_counter;
    if (is_hexside(choice.value)) found.depends_on = hexside;
    if (choice.value == Terrain::foxhole || choice.value == Terrain::trench) found.depends_on = in_the_ground;
    return found;
  }
  return std::nullopt;
}

}  // namespace

std::optional<OtherTerrain> other_terrain(std::string_view name) {
  std::string typed = in_small_letters(name);
  std::replace_if(
      typed.begin(), typed.end(), [](char c) { return c == '_' || c == ' '; }, '-');
  if (find_choice(typed, built_terrain_choices)) return std::nullopt;
  if (const auto natural = natural_terrain(typed)) return natural;
  const auto found = std::find_if(other_terrains.begin(), other_terrains.end(),
                                  [&](const OtherTerrain& terrain) { return is_named(terrain.name, typed); });
  return found == other_terrains.end() ? std::nullopt : std::optional(*found);
}

std::string tem_in_words(const OtherTerrain& terrain) {
  if (!terrain.tem) return "its TEM is " + std::string(terrain.depends_on);
  return "its TEM is " + with_sign(*terrain.tem) + (terrain.depends_on.empty() ? "" : ", ") + std::string(terrain.depends_on);
}

std::string drm_of(const OtherTerrain& terrain) { return "{drm " + (terrain.tem ? std::to_string(*terrain.tem) : "N") + "}"; }

}  // namespace boxcars::model
