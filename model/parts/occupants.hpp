#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "model/core/dice.hpp"
#include "model/core/outcomes.hpp"
#include "model/parts/part.hpp"
#include "model/parts/stack.hpp"
#include "model/rules/fates.hpp"
#include "model/rules/ift.hpp"
#include "model/rules/units.hpp"

namespace boxcars::model {

/// Units in several Locations that are attacked by one Original DR, as a part of a process: the stack of each Location takes its own IFT
/// result, one after the other. Of a critical hit, one target of all that are attacked is singled out, by Random Selection (C3.74).
class Occupants {
 public:
  using Scene = LastAttack;
  static constexpr int max_locations = 8;
  static constexpr int max_units = Stack::max_units;  ///< in all Locations together

  /// What an attack does in a Location, and if it is a critical hit there, to whom it singles out.
  struct Result {
    IftResult normal{};
    std::optional<IftResult> critical{};
  };
  /// By Location.
  using Results = std::array<Result, max_locations>;

  struct State {
    Stack::State active{};                               ///< of the stack under attack
    std::array<Condition, max_units> resting{};          ///< of all other units, Location by Location
    std::array<std::uint8_t, max_locations> result{};    ///< by Location: the result that is still to be put on it,
    std::array<std::uint8_t, max_locations> critical{};  ///< and on who is singled out there
    std::uint8_t attacked = 0;   ///< by a critical hit that is still to single out somebody: the Locations, one bit each,
    std::uint8_t selecting = 0;  ///< and 1 + the unit whose dr is next
    std::uint8_t location = 0;
    std::uint8_t busy = 0;
    std::array<std::uint8_t, 2> unused{};
    Seen seen{};
    bool operator==(const State&) const = default;
  };

  /// `location_of` gives the Location of each entry, 0 <= location < max_locations. Throws BadInput if there are too many units. Its events
  /// and measures are those of each unit, then those of all units together.
  Occupants(const std::vector<UnitEntry>& entries, const std::vector<int>& location_of, Facts& facts);

  State start() const;
  bool any_alive(const State& s, int location) const;
  /// The Location is gone, and so is everybody in it (B24.11).
  void eliminate(State& s, int location) const;

  /// Puts a result on every Location. In the last attack all fates are recorded, and the state forgets them.
  void begin(State& s, const Results& results, LastAttack last, Outcomes& outcomes) const;
  bool busy(const State& s) const { return s.busy != 0; }
  bool is_selecting(const State& s) const { return s.selecting != 0; }
  Throw next_throw(const State& s) const;
  void next(State& s, Roll roll, LastAttack last, Outcomes& outcomes) const;

  /// Goes on when the stack under attack has come to its next throw or its end by another way than next().
  void after_stack(State& s, LastAttack last, Outcomes& outcomes) const;
  const Stack& stack(const State& s) const { return locations_[s.location].stack; }
  /// Whether any of the stacks forks (see Stack::forks()).
  bool forks() const;

  int stage(const State& s) const;
  int stages() const;

 private:
  struct Location {
    Stack stack;
    int first_stage = 0;
    int first_unit = 0;
  };

  std::span<const Condition> units(const State& s, std::size_t location) const;
  std::span<Condition> units(State& s, std::size_t location) const;
  std::size_t location_of(std::size_t unit) const;
  std::uint8_t next_to_select(const State& s, std::size_t from) const;
  void begin_selection(State& s) const;
  void select(State& s, int dr) const;
  void proceed(State& s, LastAttack last, Outcomes& outcomes) const;
  void leave(State& s, LastAttack last) const;

  Fates fates_;
  OverallFates overall_;
  std::vector<Location> locations_;
};
static_assert(Part<Occupants>);

}  // namespace boxcars::model
