#include "model/rules/random_selection.hpp"

#include <algorithm>
#include <array>

#include <catch2/catch.hpp>

using namespace boxcars::model;

TEST_CASE("Random Selection picks the highest, and all who tie with the last one: every roll of up to five units") {
  for (int units = 1; units <= 5; ++units) {
    int ways = 1;
    for (int i = 0; i < units; ++i) ways *= 6;
    for (int wanted = 1; wanted <= units; ++wanted) {
      bool right = true;
      for (int way = 0; way < ways; ++way) {
        std::array<int, 5> rolls{};
        std::array<Condition, 5> conditions{};
        for (int i = 0, rest = way; i < units; ++i, rest /= 6) rolls[static_cast<std::size_t>(i)] = rest % 6 + 1;
        const auto stack = std::span(conditions).first(static_cast<std::size_t>(units));
        for (std::size_t i = 0; i < stack.size(); ++i) note_selection(stack, i, rolls[i], wanted);
        for (std::size_t i = 0; i < stack.size(); ++i) {
          const auto higher = std::count_if(rolls.begin(), rolls.begin() + units, [&](int roll) { return roll > rolls[i]; });
          right &= (stack[i].selection > 0) == (higher < wanted);
        }
      }
      INFO(units << " units, " << wanted << " wanted");
      CHECK(right);
    }
  }
}
