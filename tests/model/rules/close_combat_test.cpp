#include "model/rules/close_combat.hpp"

#include <string_view>
#include <tuple>
#include <vector>

#include <catch2/catch.hpp>

using namespace boxcars::model;

namespace {

struct Row {
  std::string_view odds;
  int kill_number;
  int hand_to_hand;
};
const std::vector<Row> table{{"less than 1-8", 0, 2}, {"1-8", 1, 3},
                             {"1-6", 2, 4},           {"1-4", 3, 5},
                             {"1-2", 4, 6},           {"1-1", 5, 7},
                             {"3-2", 6, 8},           {"2-1", 7, 9},
                             {"3-1", 8, 10},          {"4-1", 9, 11},
                             {"6-1", 10, 12},         {"8-1", 11, 13},
                             {"10-1", 12, 14},        {"more than 10-1", 13, 15}};

std::string_view odds(int attack, int defense) { return close_combat_column(attack, defense).odds; }

}  // namespace

TEST_CASE("the odds of CC are rounded down to a column (A11.11)") {
  CHECK(odds(12, 4) == "3-1");
  CHECK(odds(7, 4) == "3-2");
  CHECK(odds(11, 2) == "4-1");
  CHECK(odds(4, 15) == "1-4");
  // Halved once and twice, in quarters: 3.5 to 4, 2.25 to 9.
  CHECK(odds(14, 16) == "1-2");
  CHECK(odds(9, 36) == "1-4");
  CHECK(odds(0, 4) == "less than 1-8");
  CHECK(odds(1, 9) == "less than 1-8");
  CHECK(odds(10, 1) == "10-1");
  CHECK(odds(21, 2) == "more than 10-1");
}

TEST_CASE("the Close Combat Table, cell by cell") {
  // The highest column of which a multiple, in 24ths, is not above the odds.
  const std::vector<int> in_24ths{0, 3, 4, 6, 12, 24, 36, 48, 72, 96, 144, 192, 240};
  for (int attack = 0; attack <= 120; ++attack) {
    for (int defense = 1; defense <= 60; ++defense) {
      std::size_t row = 0;
      for (std::size_t i = 0; i < in_24ths.size(); ++i) {
        if (24 * attack >= in_24ths[i] * defense) row = i;
      }
      if (attack > 10 * defense) row = table.size() - 1;
      const CloseCombatColumn& column = close_combat_column(attack, defense);
      if (std::tuple(column.odds, column.kill_number, column.hand_to_hand) !=
          std::tuple(table[row].odds, table[row].kill_number, table[row].hand_to_hand)) {
        INFO(attack << " to " << defense);
        CHECK(column.odds == table[row].odds);
        CHECK(column.kill_number == table[row].kill_number);
        CHECK(column.hand_to_hand == table[row].hand_to_hand);
      }
    }
  }
}

TEST_CASE("a Final DR below the Kill Number eliminates all, the Kill Number reduces one (A11.11)") {
  CHECK(close_combat_result(4, 5) == CloseCombatResult::all_eliminated);
  CHECK(close_combat_result(5, 5) == CloseCombatResult::one_reduced);
  CHECK(close_combat_result(6, 5) == CloseCombatResult::none);
}

TEST_CASE("FP in CC: what is printed, of a reduced squad its half-squad's, of an SMC 1 (A11.14)") {
  const auto firepower = [](const char* text, Condition c = {}) { return close_combat_firepower(parse_unit(text).unit, c); };
  const Condition reduced{.reduced = 1};
  CHECK(firepower("4-6-7") == 4);
  CHECK(firepower("4-6-7", reduced) == 2);
  CHECK(firepower("5-3-8", reduced) == 2);
  CHECK(firepower("6-6-6", reduced) == 3);
  CHECK(firepower("8-3-8", reduced) == 3);
  CHECK(firepower("hs:2-4-7") == 2);
  CHECK(firepower("crew:1-2-7") == 1);
  CHECK(firepower("9-1") == 1);
  CHECK(firepower("hero:2-4-9") == 1);
  CHECK(firepower("9-2", reduced) == 1);
}
