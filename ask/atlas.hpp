#pragma once

#include <atomic>
#include <cstddef>
#include <string>
#include <vector>

#include "ask/answers.hpp"
#include "ask/common.hpp"
#include "model/rules/hex_map.hpp"
#include "model/rules/map_input.hpp"

namespace boxcars::ask {

/// What it would mean if a building hex came down (B24.12): exact odds and means, or nothing where the states do not fit the budget.
struct AtlasEntry {
  model::Hex hex;
  model::Construction building;
  int levels = 0;        ///< above ground
  double falls = 0;      ///< the odds that rubble falls from it
  double hexes = 0;      ///< mean number of hexes that falling rubble rubbles,
  double buildings = 0;  ///< and of building hexes among them
  std::string worst{};   ///< the hex most likely to be hit, empty if none can be
  double worst_odds = 0;
};

/// Every building hex of a map with upper levels, the most dangerous first.
struct Atlas {
  std::vector<AtlasEntry> entries{};
  std::vector<std::string> notes{};
};

/// How many building hexes they have to ask about.
std::size_t atlas_hexes(const std::vector<model::MapInput>& maps);

/// An atlas of each map. When `stop` becomes true, what was known by then, with a note that says so.
std::vector<Atlas> atlases(const std::vector<model::MapInput>& maps, const Machine& machine, const std::atomic<bool>& stop,
                           AnswersProgress* watched = nullptr);

}  // namespace boxcars::ask
