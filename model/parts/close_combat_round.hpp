#pragma once

#include <cstdint>
#include <optional>

#include "model/core/dice.hpp"
#include "model/core/facts.hpp"
#include "model/core/outcomes.hpp"
#include "model/rules/close_combat.hpp"
#include "model/rules/side.hpp"

namespace boxcars::model {

/// What was asked of a Close Combat, beside the units.
struct CloseCombatTerms {
  BySide<int> drm{};                ///< more on a side's attack
  std::optional<Side> concealed{};  ///< the side that is concealed in the first round, until it attacks or is ambushed (A11.19, A11.4)
  bool holds = false;               ///< that side does not attack, to stay concealed (A11.41)
  bool hand_to_hand = false;
  Ambush ambush = Ambush::none;
  BySide<int> ambush_drm{};
  std::optional<int> rounds{};  ///< none: until one side is gone
};

/// Which sides have units that begin pinned, or broken: nobody becomes so in Close Combat.
struct SidesAffected {
  BySide<bool> pinned{};
  BySide<bool> broken{};
};

/// What is recorded of it, beside the fates of units.
struct CloseCombatFacts {
  explicit CloseCombatFacts(Facts& facts);
  void record_end(const BySide<CloseCombatStand>& stands, Outcomes& outcomes) const;
  BySide<EventId> eliminated;
  EventId both_eliminated;
  EventId melee;
  BySide<EventId> ambushes;
  MeasureId rounds;
};

/// How far a CC Phase in a Location has come (A11): the Ambush dr, both attacks, and the effect of each. Without Ambush both attacks come
/// before their effects, since who is eliminated has attacked (A11.1); with it the ambusher's attack has taken effect before the other
/// side's (A11.4).
///
/// It is in the state of each process of Close Combat. These differ in how they keep the units' conditions: those of both sides in one
/// state (CloseCombat), or those of each side in a component (CloseCombatByCalls, Melee).
struct CloseCombatRound {
  struct Act {
    enum class What : std::uint8_t { ambush_dr, attack, effect };
    What what;
    Side by;
    bool operator==(const Act&) const = default;
  };
  using Stands = BySide<CloseCombatStand>;

  BySide<CloseCombatHits> hits{};  ///< that wait to take effect
  std::uint8_t act = 0;            ///< 1 + the act that is next; 0: the round is over
  std::uint8_t ambusher = 0;       ///< 1: the attacker, 2: the defender
  std::uint8_t ambush_dr = 0;      ///< the attacker's

  static constexpr int acts = 6;
  static CloseCombatRound begun(Ambush ambush = Ambush::none);
  bool is_over() const { return act == 0; }
  Act next() const;
  std::optional<Side> who_ambushes() const;
  /// The dr or the DR of the act that is next, if it is no effect.
  Throw next_throw() const;
  int stage() const { return act - 1; }

  /// Goes on to the next act.
  void advance();
  /// Goes on to the next one that is not the effect of an attack without any.
  void advance_past_misses();
  void take_ambush_dr(int dr, BySide<int> drm, Outcomes& outcomes);
  /// Whether a side attacks at all: not if all are broken (A11.16), nor to stay concealed.
  bool attacks(Side by, const Stands& stands, const CloseCombatTerms& terms, bool is_first_round) const;
  /// Before the first attack: those of whom all are broken ambush nobody.
  void confirm_ambush(const Stands& stands, const CloseCombatFacts& facts, Outcomes& outcomes);
  /// The attack of a side as it stands.
  CloseCombatAttack attack(Side by, const Stands& stands, const CloseCombatTerms& terms, bool is_first_round) const;
  bool operator==(const CloseCombatRound&) const = default;

 private:
  bool stays_concealed(Side side, const CloseCombatTerms& terms, bool is_first_round) const;
};

}  // namespace boxcars::model
