#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>

#include "model/rules/battlefield.hpp"

namespace boxcars::model {

/// Why nothing is seen.
enum class Unseen : std::uint8_t {
  levels_of_a_building,
  leaves_depression,
  enters_depression,
  crest_of_depression,
  within_building,
  wall_of_building,
  hexside,
  cellar,
  ground,
  half_level,
  higher,
  as_high,
  blind_hex,
  blind_ground,
  hindrances,
};

/// "terrain higher than both", and its rule.
std::string_view words_of(Unseen why);
std::string_view rule_of(Unseen why);

/// Six Hindrances or more block (A6.7).
inline constexpr int most_hindrance = 6;

/// What hinders a line of sight at one range: the most of what does there.
struct HindranceAt {
  int range = 0;
  int drm = 0;
  int hex = -1;
  std::uint8_t terrain = 0;
};

/// An end of a line of sight: a hex, and a level of it.
struct SightEnd {
  int hex = 0;
  int level = 0;
};

/// What is seen along a line, from center dot to center dot.
struct LineOfSight {
  int range = 0;
  std::optional<Unseen> unseen{};
  bool may_be_hidden = false;  ///< by a hillock, whose rule (F6.4) is not computed, or by what covers a hex
  int at_x = -1, at_y = -1;    ///< the pixel that blocks
  int at_hex = -1;
  std::uint8_t at_terrain = 0;
  int hindrances = 0;  ///< so many ranges have one
  std::array<HindranceAt, most_hindrance> at_ranges{};
  int hindrance = 0;  ///< their sum, where it is blocked what was met so far
  bool along_hexside = false;
  std::array<int, 2> leaves{-1, -1};  ///< the sides of the source that it crosses; two where it runs along a hexside

  bool blocked() const { return unseen.has_value(); }
  bool known() const { return blocked() || !may_be_hidden; }
  bool clear() const { return !blocked() && !may_be_hidden; }
};

/// The line of sight between two Locations of a map (A6), as VASL finds it; docs/los.md says of which version, and where it differs.
LineOfSight line_of_sight(const Battlefield& field, SightEnd from, SightEnd to);

}  // namespace boxcars::model
