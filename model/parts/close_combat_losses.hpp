#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "model/core/dice.hpp"
#include "model/core/settled.hpp"
#include "model/parts/equals.hpp"
#include "model/parts/part.hpp"
#include "model/parts/stack.hpp"
#include "model/rules/close_combat.hpp"
#include "model/rules/units.hpp"

namespace boxcars::model {

/// Who of a side's units is lost by an attack in Close Combat (A11.11): all, or one by Random Selection (A.9; ties: all of them) takes
/// Casualty Reduction.
class CloseCombatLosses {
 public:
  using Scene = std::span<Condition>;  ///< the units, equal ones side by side; what is done to them is done there

  struct State {
    CloseCombatHits hits{};
    std::uint8_t step = 0;
    std::uint8_t unit = 0;  ///< whose dr is next
    std::uint8_t unused = 0;
    bool operator==(const State&) const = default;
  };

  explicit CloseCombatLosses(std::vector<Equals> equals);

  int size() const { return static_cast<int>(units_.size()); }
  void begin(State& s, CloseCombatHits hits, Scene units, Settled& settled) const;
  bool busy(const State& s) const { return s.step != 0; }
  Throw next_throw(const State& s) const;
  void next(State& s, Roll roll, Scene units, Settled& settled) const;
  int stage(const State& s) const;
  static constexpr int stages() { return 2 * Stack::max_units; }

  /// Equal units are interchangeable: their order, up to the end of those that have been treated alike, is forgotten.
  void sort(Scene units, int end) const;

 private:
  const Equals& equals_of(int unit) const;
  bool is_drawn(const State& s, Scene units, int unit) const;
  void proceed(State& s, Scene units, Settled& settled) const;
  void reduce_selected(Scene units, Settled& settled) const;

  std::vector<Equals> equals_;
  std::vector<int> units_;  // by unit: its equals
};
static_assert(Part<CloseCombatLosses>);

}  // namespace boxcars::model
