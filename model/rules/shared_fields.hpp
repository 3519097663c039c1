#pragma once

#include <algorithm>
#include <string_view>
#include <vector>

#include "model/core/field.hpp"
#include "model/rules/terrain.hpp"

// What fields of several questions share.
namespace boxcars::model {

inline constexpr Range any_drm{-30, 30, "no DRM is that large"};
inline constexpr Range hindrance_drm{0, 5, "none is 0, and +6 or more blocks the LOS, A6.7"};
inline constexpr Range leaders_drm{-3, +1, "leaders have -3 to +1"};
inline constexpr Range ec_drm{-3, 2, "EC DRM, B25.5"};
inline constexpr Range he_calibers{20, 800, "HE begins at 20mm, C.7, and no shell is larger"};  ///< in mm

/// The words of the choices for which `is` holds.
template <class Choices, class Is>
std::vector<std::string_view> words_for(const Choices& choices, Is is) {
  std::vector<std::string_view> words;
  for (const auto& choice : choices) {
    if (is(choice.value)) words.push_back(choice.name);
  }
  return words;
}

/// With the clashes of the field `fortified` with those values of `terrain` that cannot be.
template <class Choices>
std::vector<Clash> with_those_of_fortified(std::vector<Clash> clashes, const Choices& choices) {
  std::vector<std::string_view> told;
  for (const auto& choice : choices) {
    const std::string_view why = why_not_fortified(choice.value);
    if (why.empty() || std::find(told.begin(), told.end(), why) != told.end()) continue;
    told.push_back(why);
    const auto alike = words_for(choices, [&](Terrain terrain) { return why_not_fortified(terrain) == why; });
    clashes.push_back({{"fortified"}, Clash::Is::with, {"terrain", alike}, why, "give {terrain wood} or {terrain stone}"});
  }
  return clashes;
}

}  // namespace boxcars::model
