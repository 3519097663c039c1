#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "model/assault_inputs.hpp"
#include "model/dice.hpp"
#include "model/settled.hpp"

namespace boxcars::model {

/// What stands of the hexes of a position, and the rubble that falls from one onto another (B24.11-.121), as a part of a process. Rubble
/// that can hit none of these hexes is not followed.
class Ruins {
 public:
  struct State {
    std::array<std::uint8_t, most_assault_locations> intact{};  ///< levels that stand in every hex, with the ground
    std::uint8_t falls_from = 0;                                ///< 1 + the hex whose rubble falls
    std::uint8_t falling = 0;                                   ///< levels of it
    bool operator==(const State&) const = default;
  };

  /// Locations, one bit each: those that are rubble now, and those where everybody is buried; and where rubble has fallen.
  struct Change {
    unsigned rubbled = 0;
    unsigned buried = 0;
    int from = AssaultPlan::no_location;  ///< hex
    int onto = AssaultPlan::no_location;
  };

  explicit Ruins(std::vector<AssaultHex> hexes) : hexes_(std::move(hexes)) {}

  State start() const;
  int intact(const State& s, int hex) const { return s.intact[static_cast<std::size_t>(hex)]; }

  /// A hex comes down to the levels that stay, with everybody in the others; what was above the ground may fall.
  Change bring_down(State& s, int hex, int stays) const;

  bool falls(const State& s) const { return s.falling > 0; }
  Throw next_throw(const State& s) const;
  Change fall(State& s, Roll roll, Settled& settled) const;

  /// The place of what falls in the order of throws, 0 <= stage < stages(): only what has just come down falls.
  int stage(const State& s) const;
  int stages() const { return static_cast<int>(hexes_.size()) + 1; }

 private:
  unsigned locations(int hex, int from_level, int to_level) const;
  void let_fall(State& s, int hex, int levels) const;

  std::vector<AssaultHex> hexes_;
};

}  // namespace boxcars::model
