#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "model/core/dice.hpp"
#include "model/core/outcomes.hpp"
#include "model/parts/part.hpp"

namespace boxcars::model {

/// Flames and Blazes in the Locations of a position, Player Turn by Player Turn (B25.15, B25.6), as a part of a process.
class Flames {
 public:
  static constexpr int most_locations = 8;
  struct State {
    std::uint16_t burning = 0;  ///< two bits for each Location
    std::uint8_t at = 0;        ///< 1 + the DR that is next, at the end of a turn
    std::uint8_t unused = 0;
    bool operator==(const State&) const = default;
  };
  /// A Location: what the DR of a Flame there must reach to become a Blaze, and what the Spread DR must reach for fire to spread to it.
  struct Place {
    std::string name;
    bool burnable = false;
    int spread_number = 0;
    int drm = 0;           ///< on each of these DR
    int standing_drm = 0;  ///< on each of these DR unless the Location is rubble (B23.94, B24.1)
  };
  /// A way by which a Blaze spreads to a Location next to it.
  struct Way {
    int from;
    int to;
    int drm;                                                              ///< on the Spread DR
    enum class Kind : std::uint8_t { upright, attached, detached } kind;  ///< by how the buildings stood
  };
  /// The Locations that exist, one bit each, and those that are rubble.
  struct Scene {
    unsigned standing = 0;
    unsigned rubble = 0;
  };

  /// Flames in a position where nothing burns.
  Flames() = default;
  /// Flames in at most most_locations places.
  Flames(std::vector<Place> places, std::vector<Way> ways);

  /// Whether anything in the position, or a Location of it, can burn.
  bool can_be() const { return !places_.empty(); }
  bool can_be(int location) const { return can_be() && places_[static_cast<std::size_t>(location)].burnable; }
  bool burns(const State& s, int location) const { return of(s, location) != none; }
  bool blazes(const State& s, int location) const { return of(s, location) == blaze; }
  unsigned ablaze(const State& s) const;  ///< the Locations that are ablaze, one bit each

  /// A Flame begins (B25.13); its first DR is in the next turn.
  void kindle(State& s, int location) const;
  void set_ablaze(State& s, int location) const { set(s, location, blaze); }
  void put_out(State& s, int location) const { set(s, location, none); }

  /// Ends a turn: Blazes spread, then Flames become Blazes or go out.
  void end_turn(State& s, Scene scene) const;
  bool busy(const State& s) const { return s.at != 0; }
  Throw next_throw(const State& s) const;
  /// Takes the throw, and gives the Location that is ablaze by it, if one is.
  std::optional<int> next(State& s, Roll roll, Scene scene, Outcomes& outcomes) const;

  int stage(const State& s) const { return s.at - 1; }
  int stages() const { return static_cast<int>(ways_.size() + places_.size()); }

 private:
  enum Burning : std::uint8_t { none, kindled_now, flame, blaze };
  static Burning of(const State& s, int location) { return static_cast<Burning>(s.burning >> 2 * location & 3); }
  static void set(State& s, int location, Burning burning);
  bool is_way(const State& s) const { return s.at <= ways_.size(); }
  const Way& way(const State& s) const { return ways_[s.at - 1U]; }
  int flame_at(const State& s) const { return s.at - 1 - static_cast<int>(ways_.size()); }
  int drm(int location, Scene scene) const;
  int spreads_from(const State& s, Scene scene) const;
  bool throws(const State& s, Scene scene) const;
  void seek(State& s, Scene scene) const;

  std::vector<Place> places_;  // by Location
  std::vector<Way> ways_;
};
static_assert(Part<Flames>);

}  // namespace boxcars::model
