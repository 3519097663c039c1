#pragma once

#include <cstdint>
#include <string_view>

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

/// What a Final DR does to those at whom it was thrown (A11.11): to none, to one by Random Selection a Casualty Reduction, or to all.
enum class CloseCombatResult : std::uint8_t { none, one_reduced, all_eliminated };
constexpr CloseCombatResult close_combat_result(int final_dr, int kill_number) {
  return final_dr < kill_number    ? CloseCombatResult::all_eliminated
         : final_dr == kill_number ? CloseCombatResult::one_reduced
                                   : CloseCombatResult::none;
}

}  // namespace boxcars::model
