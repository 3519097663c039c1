#include "model/rules/close_combat.hpp"

#include <array>
#include <cassert>

namespace boxcars::model {
namespace {

constexpr std::array<CloseCombatColumn, 14> odds_columns{{{"less than 1-8", 0, 1, 0, 2},
                                                          {"1-8", 1, 8, 1, 3},
                                                          {"1-6", 1, 6, 2, 4},
                                                          {"1-4", 1, 4, 3, 5},
                                                          {"1-2", 1, 2, 4, 6},
                                                          {"1-1", 1, 1, 5, 7},
                                                          {"3-2", 3, 2, 6, 8},
                                                          {"2-1", 2, 1, 7, 9},
                                                          {"3-1", 3, 1, 8, 10},
                                                          {"4-1", 4, 1, 9, 11},
                                                          {"6-1", 6, 1, 10, 12},
                                                          {"8-1", 8, 1, 11, 13},
                                                          {"10-1", 10, 1, 12, 14},
                                                          {"more than 10-1", 10, 1, 13, 15}}};

}  // namespace

const CloseCombatColumn& close_combat_column(int attack, int defense) {
  assert(attack >= 0 && defense > 0);
  const CloseCombatColumn& highest = odds_columns.back();
  if (attack * highest.defense > highest.attack * defense) return highest;
  std::size_t at = odds_columns.size() - 2;
  while (attack * odds_columns[at].defense < odds_columns[at].attack * defense) --at;
  return odds_columns[at];
}

int close_combat_firepower(const Unit& unit, Condition c) { return is_smc(unit) ? 1 : printed_firepower(unit, c); }

}  // namespace boxcars::model
