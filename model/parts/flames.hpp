#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "model/core/dice.hpp"
#include "model/core/settled.hpp"
#include "model/parts/part.hpp"

namespace boxcars::model {

/// Flames and Blazes in the Locations of a position, Player Turn by Player Turn (B25.15, B25.6), as a part of a process.
class Flames {
 public:
  static constexpr int most_locations = 8;
  struct State {
    std::uint16_t burning = 0;  ///< two bits a Location
    std::uint8_t at = 0;        ///< 1 + the DR that is next, at the end of a turn
    std::uint8_t unused = 0;
    bool operator==(const State&) const = default;
  };
  /// A Location: what the DR of a Flame there must reach to become a Blaze, and that by which fire spreads to it.
  struct Place {
    std::string name;
    bool burnable = false;
    int spread_number = 0;
    int drm = 0;           ///< on every such DR,
    int standing_drm = 0;  ///< and on top of it unless it is rubble (B23.94, B24.1)
  };
  /// From a Blaze to a Location next to it.
  struct Way {
    int from;
    int to;
    int drm;                                                              ///< on the Spread DR
    enum class Kind : std::uint8_t { upright, attached, detached } kind;  ///< as the buildings stood
  };
  /// The Locations that there are, one bit each, and those that are rubble.
  struct Scene {
    unsigned standing = 0;
    unsigned rubble = 0;
  };

  /// Nothing burns.
  Flames() = default;
  /// At most most_locations places.
  Flames(std::vector<Place> places, std::vector<Way> ways);

  /// Whether anything, or a Location, can burn.
  bool can_be() const { return !places_.empty(); }
  bool can_be(int location) const { return can_be() && places_[static_cast<std::size_t>(location)].burnable; }
  bool burns(const State& s, int location) const { return of(s, location) != none; }
  bool blazes(const State& s, int location) const { return of(s, location) == blaze; }
  unsigned ablaze(const State& s) const;  ///< the Locations that are, one bit each

  /// A Flame begins (B25.13); its first DR is in the next turn.
  void kindle(State& s, int location) const;
  void set_ablaze(State& s, int location) const { set(s, location, blaze); }
  void put_out(State& s, int location) const { set(s, location, none); }

  /// A turn ends: Blazes spread, then Flames become Blazes or go out.
  void end_turn(State& s, Scene scene) const;
  bool busy(const State& s) const { return s.at != 0; }
  Throw next_throw(const State& s) const;
  /// The Location that is now ablaze, if one is.
  std::optional<int> next(State& s, Roll roll, Scene scene, Settled& settled) const;

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
