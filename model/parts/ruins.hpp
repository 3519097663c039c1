#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "model/core/dice.hpp"
#include "model/core/outcomes.hpp"
#include "model/parts/part.hpp"
#include "model/parts/position.hpp"

namespace boxcars::model {

/// What still stands in the hexes of a position, and the rubble that falls from one hex onto another (B24.11-.121), as a part of a process.
/// Rubble that can hit none of these hexes is not followed.
class Ruins {
 public:
  struct State {
    std::array<std::uint8_t, most_assault_locations> intact{};  ///< by hex: the levels that stand, the ground included
    std::uint8_t falls_from = 0;                                ///< 1 + the number of the hex whose rubble falls; 0: none
    std::uint8_t falling = 0;                                   ///< the number of levels that fall
    std::uint8_t ablaze = 0;                                    ///< whether one of them was ablaze
    std::uint8_t unused = 0;
    bool operator==(const State&) const = default;
  };

  /// Locations, one bit each: those that have become rubble, and those where everybody is buried.
  struct Change {
    unsigned rubbled = 0;
    unsigned buried = 0;
    HexNumber hex = no_hex;  ///< the hex that came down, or that was fallen on
    bool ablaze = false;     ///< whether a Blaze falls on it (B24.6)
  };
  /// What the part must know of the rest of the position.
  struct Scene {
    unsigned manned = 0;  ///< Locations with somebody alive, one bit each
    unsigned ablaze = 0;
  };

  explicit Ruins(AssaultHexes hexes) : hexes_(std::move(hexes)) {}

  State start() const;
  int intact(const State& s, HexNumber hex) const { return s.intact[static_cast<std::size_t>(hex)]; }
  /// standing() gives the Locations that exist, one bit each: levels that stand, and the rubble on top of them, or the rooftop. The
  /// function after it gives those that are such rubble.
  unsigned standing(const State& s) const;
  unsigned rubble(const State& s) const;

  /// Brings a hex down to the levels that stay, with everybody in the others. Levels above ground may fall.
  Change bring_down(State& s, HexNumber hex, int stays, Scene scene) const;

  bool busy(const State& s) const { return s.falling > 0; }
  Throw next_throw(const State& s) const;
  Change next(State& s, Roll roll, Scene scene, Outcomes& outcomes) const;

  /// The stage of a fall; only what has just come down falls.
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
