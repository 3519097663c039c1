#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "model/core/dice.hpp"
#include "model/core/outcomes.hpp"
#include "model/parts/equals.hpp"
#include "model/parts/part.hpp"
#include "model/parts/stack.hpp"
#include "model/rules/close_combat.hpp"
#include "model/rules/units.hpp"

namespace boxcars::model {

/// The losses of a side by an attack in Close Combat (A11.11): all of its units are lost, or one takes Casualty Reduction, selected by
/// Random Selection (A.9; of tied units all do). Of the broken who withdraw, those who are hurt are pinned then: they do not get away.
class CloseCombatLosses {
 public:
  using Scene = std::span<Condition>;  ///< the units, with equal ones side by side; the attack changes them there

  struct State {
    CloseCombatHits hits{};
    std::uint8_t step = 0;
    std::uint8_t unit = 0;  ///< the unit whose dr is next
    std::uint8_t unused = 0;
    bool operator==(const State&) const = default;
  };

  explicit CloseCombatLosses(std::vector<Equals> equals);

  int size() const { return static_cast<int>(units_.size()); }
  void begin(State& s, CloseCombatHits hits, Scene units, Outcomes& outcomes) const;
  bool busy(const State& s) const { return s.step != 0; }
  Throw next_throw(const State& s) const;
  void next(State& s, Roll roll, Scene units, Outcomes& outcomes) const;
  int stage(const State& s) const;
  static constexpr int stages() { return 2 * Stack::max_units; }

  /// Forgets the order of equal units up to `end`, because those that have been treated alike are interchangeable.
  void sort(Scene units, int end) const;

 private:
  const Equals& equals_of(int unit) const;
  bool is_drawn(const State& s, Scene units, int unit) const;
  void proceed(State& s, Scene units, Outcomes& outcomes) const;
  void reduce_selected(const State& s, Scene units, Outcomes& outcomes) const;

  std::vector<Equals> equals_;
  std::vector<int> units_;  // by unit: its equals
};
static_assert(Part<CloseCombatLosses>);

}  // namespace boxcars::model
