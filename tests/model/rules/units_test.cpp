#include "model/rules/units.hpp"

#include <catch2/catch.hpp>

#include "model/core/bad_input.hpp"

using namespace boxcars::model;
using Catch::Matchers::Contains;

TEST_CASE("counters are read") {
  CHECK(parse_unit("4-4-7").unit == Unit{.kind = UnitKind::squad,
                                         .morale = 7,
                                         .broken_morale = 7,
                                         .half_squad_broken_morale = 7,
                                         .firepower = 4,
                                         .half_squad_firepower = 2,
                                         .range = 4});
  CHECK(parse_unit("hs:2-4-8").unit.kind == UnitKind::half_squad);
  CHECK(parse_unit("crew:2-2-8").unit.kind == UnitKind::crew);
  CHECK(parse_unit("squad:3-4-6").unit.kind == UnitKind::squad);
  CHECK(parse_unit("hero:1-4-9").unit.kind == UnitKind::hero);
  const Unit leader = parse_unit("9-1").unit;
  CHECK((leader.kind == UnitKind::leader && leader.morale == 9 && leader.leadership == -1));
  CHECK(parse_unit("6+1").unit.leadership == +1);
  CHECK(parse_unit("8-0").unit.leadership == 0);
  CHECK(parse_leadership("10-2") == -2);
}

TEST_CASE("names are as typed, up to the first comma") {
  CHECK(parse_unit("crew:2-2-8,broken,bml=6").name == "crew:2-2-8");
  CHECK(parse_unit("3x4-4-7,elr=3").name == "3x4-4-7");
  CHECK(parse_unit("3x4-4-7").count == 3);
  CHECK_FALSE(parse_unit("4-4-7").count);
}

TEST_CASE("attributes") {
  const Unit squad = parse_unit("4-6-7,broken,bml=6,elr=3").unit;
  CHECK(squad.start.broken);
  CHECK(squad.broken_morale == 6);
  CHECK(squad.half_squad_broken_morale == 6);
  CHECK(squad.elr == 3);
  const Unit both_orders = parse_unit("4-6-7,hs_bml=5,bml=8").unit;
  CHECK((both_orders.broken_morale == 8 && both_orders.half_squad_broken_morale == 5));
  CHECK(parse_unit("9-1,wounded").unit.start.reduced);
  CHECK(parse_unit("4-4-7,pinned").unit.start.pinned);
  CHECK(parse_unit("crew:2-2-8,gun=105art-large").gun == Gun{105, GunKind::art, TargetSize::large});
  CHECK(parse_unit("crew:2-2-8,gun=105ART").name == "crew:2-2-8");
  CHECK_FALSE(parse_unit("crew:2-2-8").gun);
}

TEST_CASE("what no counter has is refused, with what to type") {
  const std::vector<std::pair<std::string, std::string>> bad{{"4-4-14", "no squad has morale 14"},
                                                             {"4-4", "leaders have morale"},
                                                             {"2-4-7", "more than one kind"},
                                                             {"4-4-7-8", "firepower-range-morale"},
                                                             {"", "firepower-range-morale"},
                                                             {"x", "firepower-range-morale"},
                                                             {"0x4-4-7", "1 to 24"},
                                                             {"99x4-4-7", "1 to 24"},
                                                             {"hq:4-4-7", "did you mean hs?"},
                                                             {"hs:9-4-7", "no half-squad has firepower 9"},
                                                             {"9-7", "leaders have morale"},
                                                             {"12-1", "leaders have morale"},
                                                             {"9+3", "leaders have morale"},
                                                             {"4-4-7,foo", "did you mean"},
                                                             {"4-4-7,brokn", "did you mean broken"},
                                                             {"4-4-7,elr=9", "elr is a number from 0 to 5"},
                                                             {"4-4-7,wounded", "only leaders and heroes"},
                                                             {"hero:1-4-9,broken", "never break"},
                                                             {"4-4-7,broken,pinned", "never pinned"},
                                                             {"4-4-7,berserk", "only where they are attacked"},
                                                             {"4-4-7,disrupted", "only where they are attacked"},
                                                             {"4-4-7,berserk,pinned", "neither broken nor pinned"},
                                                             {"4-4-7,berserk,disrupted", "neither broken nor pinned"},
                                                             {"4-4-7,fanatic,disrupted", "never Disrupted"},
                                                             {"hero:1-4-9,disrupted", "never break"},
                                                             {"9-1,hs_bml=6", "only a squad"},
                                                             {"4--4-7", "firepower-range-morale"},
                                                             {"99999999999-4-7", "firepower-range-morale"},
                                                             {"4-4-7,bml=", "bml is a number"},
                                                             {"9-1,gun=75AT", "only crews, half-squads and squads man Guns"},
                                                             {"hero:1-4-9,gun=75AT", "only crews, half-squads and squads man Guns"},
                                                             {"crew:2-2-8,gun", "its calibre and its kind"},
                                                             {"crew:2-2-8,gun=75AT,gun=50MTR", "given twice"}};
  for (const auto& [text, message] : bad) {
    INFO(text);
    if (text == "4-4-7,foo")
      CHECK_THROWS_WITH(parse_unit(text), Contains("known: broken, pinned, wounded"));
    else
      CHECK_THROWS_WITH(parse_unit(text), Contains(message));
  }
}

TEST_CASE("Morale Levels now") {
  const Unit squad = parse_unit("4-6-7,bml=6,hs_bml=5").unit;
  CHECK(morale_level(squad, {}) == 7);
  CHECK(morale_level(squad, {.reduced = 1}) == 7);
  CHECK(morale_level(squad, {.broken = 1}) == 6);
  CHECK(morale_level(squad, {.broken = 1, .reduced = 1}) == 5);
  CHECK(morale_level(squad, {.broken = 1, .replaced = 1}) == 5);
  CHECK(morale_level(squad, {.hardened = 1}) == 8);
  CHECK(morale_level(squad, {.berserk = 1}) == 10);
  const Unit leader = parse_unit("9-1").unit;
  CHECK(morale_level(leader, {.reduced = 1}) == 8);
  CHECK(leadership(leader, {.reduced = 1}) == 0);
}

TEST_CASE("Battle Hardening and Replacement exchange leaders by the next grade (A15.3, A19.13), which is at most a 10-3") {
  const std::vector<std::string> grades{"6+1", "7-0", "8-0", "8-1", "9-1", "9-2", "10-2", "10-3"};
  for (std::size_t i = 0; i < grades.size(); ++i) {
    const Unit leader = parse_unit(grades[i]).unit;
    const auto is = [&](Condition c, std::size_t grade) {
      const Unit now = parse_unit(grades[grade]).unit;
      CHECK(morale_level(leader, c) == now.morale);
      CHECK(leadership(leader, c) == now.leadership);
    };
    INFO(grades[i]);
    is({.hardened = 1}, std::min<std::size_t>(i + 1, 7));
    is({.replaced = 1}, i == 0 ? 0 : i - 1);
    is({.replaced = 1, .hardened = 1}, i);
    CHECK(is_of_lowest_grade(leader, {}) == (i == 0));
    CHECK(is_of_lowest_grade(leader, {.replaced = 1}) == (i <= 1));
  }
  const Unit bad_broken = parse_unit("9-1,bml=8").unit;
  CHECK(morale_level(bad_broken, {.broken = 1, .replaced = 1}) == 7);
  // A Finnish leader, of no such grade, has one more or less.
  CHECK(morale_level(parse_unit("9-0").unit, {.hardened = 1}) == 10);
  CHECK(leadership(parse_unit("9-0").unit, {.replaced = 1}) == 0);
}

TEST_CASE("MMC are hardened to the next class, some of which have the same morale, up to 10 (A15.3, A.18)") {
  CHECK(morale_level(parse_unit("4-4-7").unit, {.hardened = 1}) == 7);
  CHECK(morale_level(parse_unit("4-4-7").unit, {.hardened = 2}) == 8);
  CHECK(morale_level(parse_unit("4-4-7").unit, {.replaced = 1, .hardened = 1}) == 7);
  CHECK(morale_level(parse_unit("4-4-7").unit, {.replaced = 1, .hardened = 2}) == 7);
  CHECK(morale_level(parse_unit("5-4-6").unit, {.hardened = 1}) == 6);
  CHECK(morale_level(parse_unit("hs:2-3-7").unit, {.hardened = 1}) == 7);
  CHECK(morale_level(parse_unit("hs:2-4-7").unit, {.hardened = 1}) == 8);
  CHECK(morale_level(parse_unit("4-6-8,fanatic").unit, {.hardened = 3}) == 10);
  CHECK(morale_level(parse_unit("10-2,fanatic").unit, {}) == 10);
  CHECK_THROWS_WITH(parse_unit("4-4-7,bml=11"), Contains("1 to 10"));
}

TEST_CASE("Casualty Reduction and wounds") {
  CHECK(reduced(parse_unit("4-4-7").unit, {.pinned = 1}) == Condition{.pinned = 1, .reduced = 1});
  CHECK(reduced(parse_unit("4-4-7").unit, {.reduced = 1}).eliminated);
  CHECK(reduced(parse_unit("hs:2-4-7").unit, {}).eliminated);
  CHECK(reduced(parse_unit("crew:2-2-8").unit, {}).eliminated);
  for (int dr = 1; dr <= 6; ++dr) {
    CHECK(wounded({}, dr).eliminated == (dr >= 5));
    CHECK(wounded({.reduced = 1}, dr).eliminated == (dr >= 4));
  }
}
