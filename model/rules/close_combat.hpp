#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "model/core/choices.hpp"
#include "model/core/dice.hpp"
#include "model/core/outcomes.hpp"
#include "model/rules/side.hpp"
#include "model/rules/units.hpp"

namespace boxcars::model {

/// A column of the Close Combat Table (A11.11): its odds, and the Kill Numbers of normal and of Hand-to-Hand CC (J2.31).
struct CloseCombatColumn {
  std::string_view odds;
  int attack;
  int defense;
  int kill_number;
  int hand_to_hand;
};

/// The rightmost column that is not above the odds of these FP, which may both be multiples of themselves, so that no fraction is lost.
const CloseCombatColumn& close_combat_column(int attack, int defense);

/// What a unit attacks and defends with in CC: its printed FP, an SMC with 1 (A11.14).
int close_combat_firepower(const Unit& unit, Condition c);

/// The strength of a side's units in CC: all that an attack by them or at them depends on.
struct CloseCombatStand {
  int attack = 0;  ///< FP in quarters
  int defense = 0;
  int drm = 0;       ///< of a leader and of heroes, on their attack
  int unbroken = 0;  ///< units
  bool any_broken = false;
  bool any_withdrawn = false;  ///< no longer there

  bool any_there() const { return unbroken > 0 || any_broken; }
  bool is_eliminated() const { return !any_there() && !any_withdrawn; }
  std::uint32_t packed() const;
  static CloseCombatStand unpacked(std::uint32_t value);
};

inline constexpr int hero_drm = -1;  ///< each, on the attack (A15.24)

/// What Close Combat reads of the units of a side in a Location. FP is in quarters, as pins and concealment may halve it twice (A7.8,
/// A11.19).
struct CloseCombatForce {
  static constexpr int quarters = 4;
  int attack = 0;                    ///< FP of who attacks: a pin halves it
  int defense = 0;                   ///< FP of everybody: nothing halves it
  int attackers = 0;                 ///< units; broken ones are none (A11.16)
  int broken = 0;                    ///< units
  int withdrawn = 0;                 ///< units that are no longer there (A11.2)
  int heroes = 0;                    ///< of the attackers
  std::optional<int> best_leader{};  ///< DRM of the best of those who may direct

  /// A unit that is neither eliminated nor withdrawn.
  void add(const Unit& unit, Condition c);
  /// The DRM of the leader who directs the attack; none directs one that is his alone, nor has to direct (A11.141).
  int leadership() const { return attackers > 1 ? std::min(best_leader.value_or(0), 0) : 0; }
  int drm_of_heroes() const { return hero_drm * heroes; }
  CloseCombatStand stand() const;
};

inline constexpr int against_broken_drm = -2;  ///< on the fate of the broken only (A11.16)
/// On the fate of those who withdraw, as the broken must from the second CC Phase on: by the units that stay (A11.2).
constexpr int against_withdrawing_drm(int who_stay) { return -2 + who_stay; }

/// Who ambushes (A11.4), or that it is thrown for.
enum class Ambush : std::uint8_t { none, attacker, defender, roll };
/// Who does by both Final Ambush dr, if one does.
std::optional<Side> ambusher_of(BySide<int> final_dr);
/// The DRM on a side's attack: -1 on the ambusher's, +1 on that at him.
constexpr int drm_by_ambush(Side ambusher, Side by) { return by == ambusher ? -1 : +1; }
Throw ambush_throw(Side by);
/// The drm of both sides on them, as typed: "-1,0"; empty: none. Throws BadInput of the field ambush_drm.
BySide<int> parse_ambush_drm(const std::string& typed);

/// What a Final DR does to those at whom it was thrown (A11.11): to none, to one by Random Selection a Casualty Reduction, or to all.
enum class CloseCombatResult : std::uint8_t { none, one_reduced, all_eliminated };
constexpr CloseCombatResult close_combat_result(int final_dr, int kill_number) {
  return final_dr < kill_number    ? CloseCombatResult::all_eliminated
         : final_dr == kill_number ? CloseCombatResult::one_reduced
                                   : CloseCombatResult::none;
}

/// What waits to be done to a side's units, those in good order and those broken: the -2 against broken ones is on their fate only.
struct CloseCombatHits {
  std::uint8_t unbroken : 2 = 0;  ///< a CloseCombatResult
  std::uint8_t broken : 2 = 0;
  std::uint8_t withdrawing : 1 = 0;  ///< the broken are: who is hurt does not get away
  std::uint8_t unused : 3 = 0;
  bool operator==(const CloseCombatHits&) const = default;
};
/// These results; who withdraws is marked only where he may be hurt, so that a miss is a value of its own.
constexpr CloseCombatHits hits_of(CloseCombatResult unbroken, CloseCombatResult broken, bool broken_withdraw) {
  CloseCombatHits hits;
  hits.unbroken = static_cast<std::uint8_t>(unbroken) & 3U;
  hits.broken = static_cast<std::uint8_t>(broken) & 3U;
  hits.withdrawing = broken_withdraw && broken == CloseCombatResult::one_reduced;
  return hits;
}
constexpr CloseCombatResult result_on(CloseCombatHits hits, Condition c) {
  if (c.apart) return CloseCombatResult::none;  // he is not there (A11.6, A11.2)
  return static_cast<CloseCombatResult>(c.broken ? hits.broken : hits.unbroken);
}

/// An attack by all units of a side on all of the other.
struct CloseCombatAttack {
  int attack = 0;  ///< FP in quarters
  int defense = 0;
  bool hand_to_hand = false;
  int drm = 0;            ///< of those in good order,
  int drm_on_broken = 0;  ///< and of the broken
  bool any_unbroken = false;
  bool any_broken = false;
  bool broken_withdraw = false;

  /// What is on it beside the units.
  struct Circumstances {
    int drm = 0;  ///< beside that of its own leader and heroes
    bool is_at_concealed = false;
    bool hand_to_hand = false;
    bool broken_withdraw = false;
  };
  static CloseCombatAttack of(const CloseCombatStand& own, const CloseCombatStand& enemies, Circumstances at);

  int kill_number() const;
  /// "8 FP to 4, 2-1, Kill Number 7".
  std::string in_words() const;
};
CloseCombatHits resolve(const CloseCombatAttack& attack, int original_dr, Outcomes& outcomes);

}  // namespace boxcars::model
