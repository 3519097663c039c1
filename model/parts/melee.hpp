#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <utility>

#include "model/core/dice.hpp"
#include "model/core/outcomes.hpp"
#include "model/parts/close_combat_round.hpp"
#include "model/parts/garrison.hpp"
#include "model/parts/part.hpp"
#include "model/rules/side.hpp"

namespace boxcars::model {

/// A CC Phase in one Location (A11) of an assault: all units of a side attack all units of the other. It is a part that calls the garrisons
/// of both sides there. One call asks for a side's strength, and another one gives it the effect of an attack.
class Melee {
 public:
  struct State {
    BySide<std::uint32_t> stands{};  ///< by side: a packed CloseCombatStand
    CloseCombatRound round{};
    std::uint8_t asked = 0;  ///< how often a side was asked for its strength
    std::array<std::uint8_t, 2> unused{};
    bool operator==(const State&) const = default;
  };

  /// Whether Ambush dr are thrown.
  enum class MayAmbush : bool { no, yes };
  void begin(State& s, MayAmbush may_ambush) const;
  bool busy(const State& s) const { return !s.round.is_over(); }
  /// The next call, to a side's garrison; none: a throw is next.
  std::optional<std::pair<Side, GarrisonCall>> call(const State& s) const;
  /// Takes what the call gave back. True if the call was the effect of an attack.
  bool resume(State& s, std::uint32_t value) const;
  Throw next_throw(const State& s) const { return s.round.next_throw(); }
  /// The drm on Ambush dr.
  using Scene = BySide<int>;
  void next(State& s, Roll roll, Scene ambush_drm, Outcomes& outcomes) const;

  int stage(const State& s) const { return s.round.stage() + s.asked; }
  static constexpr int stages() { return CloseCombatRound::acts + 4; }
};
static_assert(CallingPart<Melee>);

}  // namespace boxcars::model
