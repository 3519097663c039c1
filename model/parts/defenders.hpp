#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "model/core/dice.hpp"
#include "model/core/settled.hpp"
#include "model/parts/equals.hpp"
#include "model/parts/part.hpp"
#include "model/parts/stack.hpp"
#include "model/rules/fates.hpp"
#include "model/rules/units.hpp"

namespace boxcars::model {

/// The defenders of a position in several Locations over many attacks and turns, as a part of a process: IFT results on Locations, Rally
/// (A10.6), and at the end their fates.
///
/// Equal units of a Location are interchangeable: who of them is how is not kept, and drawn by lot at the end, which has the same odds.
class Defenders {
 public:
  static constexpr int max_locations = 8;
  static constexpr int max_units = Stack::max_units;  ///< in all Locations together

  /// A unit to which nothing happens right now.
  struct Resting {
    std::uint8_t eliminated : 1 = 0;
    std::uint8_t broken : 1 = 0;
    std::uint8_t desperate : 1 = 0;  ///< Desperation Morale (A10.62): broken or attacked since its last try to rally
    std::uint8_t pinned : 1 = 0;
    std::uint8_t reduced : 1 = 0;
    std::uint8_t replaced : 2 = 0;
    std::uint8_t gone : 1 = 0;  ///< driven out of the position: alive, but no part of it any more
    bool operator==(const Resting&) const = default;
  };

  struct State {
    Stack::State active{};                             ///< of the Location under attack
    std::array<Resting, max_units> units{};            ///< of all others, Location by Location
    std::array<std::uint8_t, max_locations> result{};  ///< still to be put on each Location
    std::uint8_t at = 0;                               ///< 1 + the Location under attack
    std::uint8_t rally = 0;                            ///< 1 + the place in the order of Rally
    std::uint8_t lone_try = 0;                         ///< the unit without a leader has tried
    std::uint8_t wounds = 0;                           ///< the Wound Severity dr of who rallies is next
    std::uint8_t lot = 0;                              ///< 1 + the equal units whose fates are drawn next
    std::uint8_t unused = 0;
    bool operator==(const State&) const = default;
  };

  /// `location_of` says where each entry is. Throws BadInput if there are too many units. `rally_drm` is that of each Location; without any
  /// nobody rallies.
  Defenders(const std::vector<UnitEntry>& entries, const std::vector<int>& location_of, int locations, std::vector<int> rally_drm,
            Facts& facts);

  State start() const;
  bool any_alive(const State& s, int location) const;  ///< who is gone is not there
  bool holds(const State& s, int location) const;      ///< a unit there is in Good Order
  int size() const { return static_cast<int>(units_.size()); }
  int good_order(const State& s) const;
  int eliminated(const State& s) const;
  int broken(const State& s) const;
  int driven_out(const State& s) const;
  /// How a story names who is there.
  std::string units_at(const State& s, int location) const;

  /// The Location is gone, and so is everybody in it (B24.11).
  void eliminate(State& s, int location) const;
  /// The Location blazes, and everybody leaves it.
  void drive_out(State& s, int location) const;

  /// What happens to each Location, if it is attacked.
  using Results = std::array<std::optional<IftResult>, max_locations>;
  /// The Locations, one bit each, where nobody is attacked again in the turn, so that pins come to nothing.
  using PinsEnd = unsigned;
  using Scene = PinsEnd;
  void attack(State& s, const Results& results, PinsEnd pins_end, Settled& settled) const;
  void end_turn(State& s) const;

  bool rallies() const { return !rally_drm_.empty(); }
  void rally(State& s) const;

  /// No attack comes any more: settles all fates, or begins to draw lots for them.
  void conclude(State& s, Settled& settled) const;

  bool busy(const State& s) const { return s.at || s.rally || s.lot; }
  Throw next_throw(const State& s) const;
  void next(State& s, Roll roll, PinsEnd pins_end, Settled& settled) const;

  /// Within an attack, a Rally, or the drawing of lots.
  int stage(const State& s) const;
  int stages() const { return stages_; }

 private:
  struct Location {
    std::optional<Stack> stack;
    int first_unit = 0;
    int first_stage = 0;
  };

  void find_equals(const std::vector<UnitEntry>& entries, const std::vector<int>& location_of, int location);
  const Unit& unit(int i) const { return equals_[static_cast<std::size_t>(units_[static_cast<std::size_t>(i)])].unit; }
  const Equals& equals_of(int i) const { return equals_[static_cast<std::size_t>(units_[static_cast<std::size_t>(i)])]; }
  const Stack& stack(const State& s) const { return *locations_[s.at - 1U].stack; }
  void sort(State& s, const Equals& equals, int end) const;
  void awake(State& s, int location) const;
  void rest(State& s) const;
  void proceed(State& s, PinsEnd pins_end, Settled& settled) const;

  std::optional<int> help(const State& s, int i) const;
  int rally_total(const State& s, int i) const;
  bool tries(const State& s, int place) const;
  void seek_rally(State& s) const;
  void try_rally(State& s, int original_dr, Settled& settled) const;

  void settle(State& s, const Equals& equals, int shift, Settled& settled) const;
  void seek_lot(State& s) const;

  std::vector<int> rally_drm_;  // by Location
  Fates fates_;
  std::vector<Location> locations_;
  std::vector<Equals> equals_;
  std::vector<int> units_;        // by unit: its equals
  std::vector<int> rally_order_;  // leaders first
  int stages_ = 0;
};
static_assert(Part<Defenders>);

}  // namespace boxcars::model
