#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <utility>

#include "model/core/dice.hpp"
#include "model/core/settled.hpp"
#include "model/parts/garrison.hpp"
#include "model/parts/part.hpp"
#include "model/rules/close_combat.hpp"
#include "model/rules/side.hpp"

namespace boxcars::model {

/// A CC Phase in one Location (A11): all units of a side attack all of the other's, at once, or after an Ambush one side before the other
/// (A11.4).
///
/// It is a part that calls, the garrisons of both sides there. What it reads of a side is asked by such a call, and what its attack does
/// is another.
class Melee {
 public:
  struct State {
    BySide<std::uint32_t> stands{};  ///< of each side: a GarrisonStand, packed
    BySide<CloseCombatHits> hits{};  ///< that wait to be taken
    std::uint8_t act = 0;            ///< 1 + of the phase, in their order; 0: it is over
    std::uint8_t ambusher = 0;       ///< 1: the attacker, 2: the defender
    std::uint8_t ambush_dr = 0;      ///< the attacker's
    std::array<std::uint8_t, 3> unused{};
    bool operator==(const State&) const = default;
  };

  /// Whether Ambush dr are thrown for.
  enum class MayAmbush : bool { no, yes };
  void begin(State& s, MayAmbush may_ambush) const;
  bool busy(const State& s) const { return s.act != 0; }
  /// The call that is next: to whose garrison, and what; none: a throw is.
  std::optional<std::pair<Side, GarrisonCall>> call(const State& s) const;
  /// What it gave back. Says whether it was the effect of an attack.
  bool resume(State& s, std::uint32_t value) const;
  Throw next_throw(const State& s) const;
  /// The drm on Ambush dr.
  using Scene = BySide<int>;
  void next(State& s, Roll roll, Scene ambush_drm, Settled& settled) const;

  int stage(const State& s) const { return s.act - 1; }
  static constexpr int stages() { return 10; }
};
static_assert(CallingPart<Melee>);

}  // namespace boxcars::model
