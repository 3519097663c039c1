#include "model/parts/heat_of_battle.hpp"

#include <catch2/catch.hpp>

using namespace boxcars::model;

TEST_CASE("Heat of Battle comes on an Original 2, and not to everybody") {
  const Unit squad = parse_unit("4-4-7").unit;
  CHECK(has_heat_of_battle(squad, {}, 2));
  CHECK(has_heat_of_battle(squad, {.broken = 1}, 2));
  CHECK(has_heat_of_battle(parse_unit("9-1").unit, {}, 2));
  CHECK_FALSE(has_heat_of_battle(squad, {}, 3));
  CHECK_FALSE(has_heat_of_battle(squad, {.berserk = 1}, 2));
  CHECK_FALSE(has_heat_of_battle(parse_unit("crew:2-2-8").unit, {}, 2));
  CHECK_FALSE(has_heat_of_battle(parse_unit("hero:1-4-9").unit, {}, 2));
}

TEST_CASE("its table, with +1 for a broken unit") {
  using enum HeatOfBattle;
  const std::vector<std::pair<int, HeatOfBattle>> rows{
      {2, hero},      {4, hero},    {5, hero_and_hardening}, {6, hero_and_hardening}, {7, hardening},
      {8, hardening}, {9, berserk}, {11, berserk},           {12, surrender}};
  for (const auto& [dr, result] : rows) {
    CHECK(heat_of_battle({}, {}, dr, 0) == result);
    CHECK(heat_of_battle({}, {}, dr - 2, +2) == result);
    CHECK(heat_of_battle({}, {.broken = 1}, dr - 1, 0) == result);
    CHECK(heat_of_battle({.fanatic = true}, {}, dr, 0) == (dr == 12 ? berserk : result));
  }
}

TEST_CASE("what becomes of the unit") {
  const Unit squad = parse_unit("4-4-7").unit;
  const Unit leader = parse_unit("8-0").unit;
  CHECK(heated(squad, {}, HeatOfBattle::hero) == Condition{.made_hero = 1});
  CHECK(heated(squad, {}, HeatOfBattle::hero_and_hardening) == Condition{.hardened = 1, .made_hero = 1});
  CHECK(heated(leader, {.broken = 1}, HeatOfBattle::hero) == Condition{.made_hero = 1});
  CHECK(heated(squad, {.broken = 1}, HeatOfBattle::hardening) == Condition{.hardened = 1});
  CHECK(heated(squad, {.pinned = 1}, HeatOfBattle::hardening) == Condition{.hardened = 1});
  CHECK(heated(squad, {.pinned = 1}, HeatOfBattle::hero) == Condition{.pinned = 1, .made_hero = 1});
  CHECK(heated(squad, {.broken = 1}, HeatOfBattle::berserk) == Condition{.berserk = 1});
  CHECK(heated(squad, {.pinned = 1}, HeatOfBattle::surrender) == Condition{.broken = 1, .disrupted = 1});
}

TEST_CASE("who is rallied or hardened is not disrupted any more (A15.3)") {
  const Unit squad = parse_unit("4-4-7").unit;
  const Unit leader = parse_unit("8-0").unit;
  const Condition disrupted{.broken = 1, .disrupted = 1};
  CHECK(heated(squad, disrupted, HeatOfBattle::berserk) == Condition{.berserk = 1});
  CHECK(heated(leader, disrupted, HeatOfBattle::hero) == Condition{.made_hero = 1});
  CHECK(heated(leader, disrupted, HeatOfBattle::hero_and_hardening) == Condition{.hardened = 1, .made_hero = 1});
  CHECK(heated(squad, disrupted, HeatOfBattle::hardening) == Condition{.hardened = 1});
  CHECK(heated(squad, disrupted, HeatOfBattle::hero) == Condition{.broken = 1, .disrupted = 1, .made_hero = 1});
}
