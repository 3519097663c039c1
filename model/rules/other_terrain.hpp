#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace boxcars::model {

/// Terrain that a question does not know: its TEM is for users to give. One that depends on more than the terrain is said so.
struct OtherTerrain {
  std::string_view name;
  std::optional<int> tem{};       ///< for direct fire
  std::string_view depends_on{};  ///< what else it depends on
};

/// The terrain of that name, in any case, in the singular or the plural.
std::optional<OtherTerrain> other_terrain(std::string_view name);

/// "its TEM is +1".
std::string tem_in_words(const OtherTerrain& terrain);
/// What gives it to an attack: "{drm 1}".
std::string drm_of(const OtherTerrain& terrain);

}  // namespace boxcars::model
