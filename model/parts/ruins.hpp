#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "model/core/dice.hpp"
#include "model/core/settled.hpp"
#include "model/parts/part.hpp"
#include "model/parts/position.hpp"

namespace boxcars::model {

/// What stands of the hexes of a position, and the rubble that falls from one onto another (B24.11-.121), as a part of a process. Rubble
/// that can hit none of these hexes is not followed.
class Ruins {
 public:
  struct State {
    std::array<std::uint8_t, most_assault_locations> intact{};  ///< levels that stand in every hex, with the ground
    std::uint8_t falls_from = 0;                                ///< 1 + the number of the hex whose rubble falls
    std::uint8_t falling = 0;                                   ///< levels of it,
    std::uint8_t ablaze = 0;                                    ///< and whether one of them was ablaze
    std::uint8_t unused = 0;
    bool operator==(const State&) const = default;
  };

  /// Locations, one bit each: those that are rubble now, and those where everybody is buried.
  struct Change {
    unsigned rubbled = 0;
    unsigned buried = 0;
    HexNumber hex = no_hex;  ///< that came down, or that was fallen on
    bool ablaze = false;     ///< a Blaze falls on it (B24.6)
  };
  /// What the rest of the position knows of it, Locations by a bit each.
  struct Scene {
    unsigned manned = 0;  ///< with somebody alive
    unsigned ablaze = 0;
  };

  explicit Ruins(AssaultHexes hexes) : hexes_(std::move(hexes)) {}

  State start() const;
  int intact(const State& s, HexNumber hex) const { return s.intact[static_cast<std::size_t>(hex)]; }
  /// The Locations that there are, one bit each: levels that stand, and the rubble on top of them, or the rooftop; and those that are such
  /// rubble.
  unsigned standing(const State& s) const;
  unsigned rubble(const State& s) const;

  /// A hex comes down to the levels that stay, with everybody in the others; what was above the ground may fall.
  Change bring_down(State& s, HexNumber hex, int stays, Scene scene) const;

  bool busy(const State& s) const { return s.falling > 0; }
  Throw next_throw(const State& s) const;
  Change next(State& s, Roll roll, Scene scene, Settled& settled) const;

  /// Only what has just come down falls.
  int stage(const State& s) const;
  int stages() const { return static_cast<int>(hexes_.size()) + 1; }

 private:
  unsigned locations(HexNumber hex, int from_level, int to_level) const;
  unsigned up_to_the_top(HexNumber hex, int from_level) const { return locations(hex, from_level, hexes_[hex].rooftop() + 1); }
  void let_fall(State& s, HexNumber hex, int levels, bool ablaze, Scene scene) const;

  AssaultHexes hexes_;
};
static_assert(Part<Ruins>);

}  // namespace boxcars::model
