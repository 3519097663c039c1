#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "model/core/calls.hpp"
#include "model/core/dice.hpp"
#include "model/core/outcomes.hpp"
#include "model/parts/close_combat_round.hpp"
#include "model/parts/close_combat_troops.hpp"
#include "model/rules/close_combat.hpp"
#include "model/rules/side.hpp"

namespace boxcars::model {

/// A Close Combat as a caller of both sides' troops (sim/process/components.hpp), for its exact odds: full stacks have a hundred conditions
/// each, and a chain of both together, with every die of a Random Selection, would be millions of states.
///
/// Of the troops it keeps what the next attack needs: the Original DR up to which it eliminates. It looks at them before each attack, not
/// at all of them at once: what comes to each pair of needs would be 144 tensors.
class CloseCombatByCalls {
 public:
  using Outcomes = model::Outcomes;
  using Component = CloseCombatTroops;
  static constexpr std::size_t component_state_bytes = 2 * sizeof(Component::ComponentState);

  /// The Original DR that reduces one unit, with all lower ones eliminating all; 0: the attack does nothing.
  struct Needs {
    std::uint8_t unbroken = 0;
    std::uint8_t broken = 0;
    bool operator==(const Needs&) const = default;
  };
  enum class Phase : std::uint8_t {
    looking,
    acting,                ///< the round's next act is a throw or a call
    recovering_attackers,  ///< at the end of a round pins end, or the broken withdraw
    recovering_defenders,
    looking_at_the_end,
    concluding_attackers,
    concluding_defenders,
    over
  };
  struct State {
    Needs needs{};  ///< of the attack that is next
    CloseCombatRound round{};
    Phase phase = Phase::looking;
    std::uint8_t first = 1;  ///< whether it is the first round
    bool operator==(const State&) const = default;
  };

  CloseCombatByCalls(const CloseCombatTerms& terms, const SidesAffected& affected, const CloseCombatFacts& facts,
                     std::vector<CloseCombatTroops> troops)
      : terms_(terms), affected_(affected), recorded_(facts), troops_(std::move(troops)) {}

  const std::vector<CloseCombatTroops>& components() const { return troops_; }
  State start(Outcomes& outcomes) const;
  Throw next_throw(const State& s) const;
  State next(const State& from, Roll roll, Outcomes& outcomes) const;
  bool calls(const State& s) const;
  Call take_call(State& s) const;
  State resume(const State& from, int component, Returned back, Outcomes& outcomes) const;
  bool queries(const State& s) const { return s.phase == Phase::looking || s.phase == Phase::looking_at_the_end; }
  State query(const State& from, Aggregate aggregate, Outcomes& outcomes) const;
  int laps() const { return terms_.rounds.value_or(0); }
  State end(const State& from, Outcomes& outcomes) const;
  int stage(const State& s) const;

 private:
  Needs needs_of(const State& s, Side by, const CloseCombatRound::Stands& stands) const;
  void look_at_attack(State& s, const CloseCombatRound::Stands& stands, Outcomes& outcomes) const;
  void go_on(State& s) const;
  void go_to(State& s, Phase phase) const;

  CloseCombatTerms terms_;
  SidesAffected affected_;
  CloseCombatFacts recorded_;
  std::vector<CloseCombatTroops> troops_;  // the attacker's, the defender's
};

}  // namespace boxcars::model
