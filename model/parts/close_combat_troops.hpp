#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "model/core/calls.hpp"
#include "model/core/dice.hpp"
#include "model/core/outcomes.hpp"
#include "model/parts/close_combat_losses.hpp"
#include "model/parts/equals.hpp"
#include "model/parts/part.hpp"
#include "model/parts/stack.hpp"
#include "model/rules/close_combat.hpp"
#include "model/rules/fates.hpp"
#include "model/rules/side.hpp"

namespace boxcars::model {

/// An order to a side's troops: to take the effect of an attack, to forget their pins (A7.8), to withdraw if broken (A11.16), or to record
/// their fates.
struct CloseCombatOrder {
  enum class What : std::uint8_t { take, forget_pins, withdraw, conclude } what = What::take;
  CloseCombatHits hits{};
  std::uint32_t packed() const;
  static CloseCombatOrder unpacked(std::uint32_t argument);
};

/// A side of a Close Combat: what their conditions come to, what they lose, and their fates. It is a part of CloseCombat, which has the
/// conditions in its own state, and of CloseCombatByCalls a component (sim/process/components.hpp), which has them as its component state;
/// the caller knows them by the aggregate.
class CloseCombatTroops {
 public:
  static constexpr std::size_t max_units = Stack::max_units;
  using ComponentState = std::array<Condition, max_units>;
  struct State {
    ComponentState units{};
    CloseCombatLosses::State losses{};
    std::uint8_t lot = 0;  ///< 1 + the equal units whose lot is drawn next; 0: none
    std::uint8_t unused = 0;
    bool operator==(const State&) const = default;
  };

  using Scene = CloseCombatLosses::Scene;

  CloseCombatTroops(Side side, std::vector<Equals> equals, Fates fates);

  int size() const { return losses_.size(); }
  const CloseCombatLosses& losses() const { return losses_; }
  CloseCombatForce force(std::span<const Condition> units) const;

  /// At the end of a CC Phase: the pins of the first one end, and in later ones the broken leave who were not hurt.
  static void forget_pins(Scene units);
  void withdraw(Scene units, Outcomes& outcomes) const;

  /// Records all fates that need no lot, and leaves the units that need one.
  void conclude(Scene units, Outcomes& outcomes) const;
  /// The lots that are drawn then: the first of them from a number on, lots() if there is none; its throw; and the fates by a throw, false
  /// if it is thrown again.
  int lots() const { return static_cast<int>(equals_.size()); }
  int next_lot(std::span<const Condition> units, int from) const;
  Throw lot_throw(int lot) const { return lot_of(equals_[static_cast<std::size_t>(lot)]); }
  bool draw(Scene units, int lot, Roll roll, Outcomes& outcomes) const;

  ComponentState start() const;
  std::size_t component_state_size() const { return static_cast<std::size_t>(size()) * sizeof(Condition); }
  std::uint8_t observation(const ComponentState&) const { return 0; }
  /// The attacker's strength is in the low half, the defender's in the high half.
  Aggregate aggregate(const ComponentState& component_state) const;
  static CloseCombatStand stand_in(Aggregate aggregate, Side side);

  State begin(const ComponentState& component_state, std::uint32_t order, Outcomes& outcomes) const;
  bool busy(const State& s) const { return s.lot != 0 || losses_.busy(s.losses); }
  Throw next_throw(const State& s) const;
  void next(State& s, Roll roll, Outcomes& outcomes) const;
  int stage(const State& s) const { return s.lot != 0 ? s.lot - 1 : losses_.stage(s.losses); }
  static constexpr int stages() { return CloseCombatLosses::stages(); }
  ComponentState component_state(const State& s) const;
  std::uint32_t returned(const State&) const { return 0; }

 private:
  Scene units_of(ComponentState& component_state) const { return std::span(component_state).first(static_cast<std::size_t>(size())); }
  static bool needs_lot(std::span<const Condition> units, const Equals& equals);
  void record(Scene units, const Equals& equals, int shift, Outcomes& outcomes) const;
  void seek_lot(State& s) const;

  Side side_;
  std::vector<Equals> equals_;
  Fates fates_;
  CloseCombatLosses losses_;
};
static_assert(CalledPart<CloseCombatTroops>);

}  // namespace boxcars::model
