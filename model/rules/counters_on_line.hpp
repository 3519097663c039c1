#pragma once

#include <string>
#include <vector>

#include "model/rules/map_input.hpp"
#include "model/rules/pieces.hpp"
#include "model/rules/sight.hpp"

namespace boxcars::model {

/// Adds to a line of sight what counters have to do with it: SMOKE, Blazes, vehicles and wrecks in the hexes that it crosses (A24.2, B25.2,
/// D9.4), Wall Advantage of those who are adjacent (B9.32), and where it may cross ground that is not known. Six Hindrances block (A6.7).
class CountersOnLine {
 public:
  CountersOnLine(const Sights& sights, const MapInput& input);
  void add_to(Sight& sight, SightPlace from, SightPlace to) const;
  /// The line of sight between two Locations, with what counters have to do with it; throws as Sights::between().
  Sight between(SightPlace from, SightPlace to) const;

 private:
  struct Hinders {
    int hex = 0;
    HinderingPiece is{};
    std::string name{};
  };
  struct Unknown {
    int hex = 0;
    UnknownGround ground{};
  };
  void add_hindrance(Sight& sight, const Hinders& there, int range, bool out_of_it) const;

  const Sights& sights_;
  std::vector<Hinders> hindering_{};
  std::vector<Unknown> unknown_{};
  std::vector<Hex> with_wall_advantage_{};
};

/// The hexes that a line between two centers crosses, both ends too, in order; where it runs along a hexside those on both sides.
std::vector<int> hexes_on_line(const Battlefield& field, int from, int to);

}  // namespace boxcars::model
