#pragma once

#include <atomic>
#include <optional>
#include <string>
#include <vector>

#include "model/questions/attack_inputs.hpp"
#include "model/rules/map_input.hpp"
#include "sim/run/ask.hpp"

namespace boxcars::ask {

/// Where is it safe: a unit, how it moves, and those of another side on a map that has a picture.
struct DangerInputs {
  std::string unit{};  ///< as it is typed: "4-6-7"
  model::Movement moving = model::Movement::none;
  bool iift = false;   ///< the Incremental table is read (A7.37)
  std::string side{};  ///< its own; empty: all pieces are of the other
  model::MapInput map{};
  std::vector<std::string> defenders{};  ///< as they are typed, of a board
};

/// What somebody fires at a hex, once.
struct DangerFrom {
  std::string from{};    ///< their Location
  bool fires = false;    ///< they are in range
  double firepower = 0;  ///< what theirs comes to there,
  int drm = 0;           ///< and all DRM
};

/// A hex, at its ground level.
struct DangerHex {
  model::Hex hex{};
  std::string name{};
  std::vector<DangerFrom> seen_by{};
  std::optional<double> odds{};  ///< that the unit is broken or worse there, if each of them fires once; nothing: it is not known
  std::string unknown{};         ///< why
};

/// Every hex of the map, by column and row.
struct Danger {
  DangerInputs inputs{};
  std::vector<DangerHex> hexes{};
  std::vector<std::string> firers{};  ///< Locations from which somebody fires, with who
  std::vector<std::string> notes{};
};

/// Until `stop` becomes true. Everybody of a Location fires as one group, as in an attack by those of a save; one Location after the other.
/// Throws BadInput for a unit that there is none of, a map without a picture, and if nobody of another side can fire.
Danger danger(const DangerInputs& inputs, const sim::Settings& settings, const std::atomic<bool>& stop);

}  // namespace boxcars::ask
