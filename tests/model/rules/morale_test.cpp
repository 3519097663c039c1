#include "model/rules/morale.hpp"

#include <catch2/catch.hpp>

using namespace boxcars::model;

namespace {

const Unit squad = parse_unit("4-6-7,bml=6").unit;
const Unit squad_elr2 = parse_unit("4-6-7,elr=2").unit;
const Unit crew_elr0 = parse_unit("crew:2-2-7,elr=0").unit;
const Unit leader = parse_unit("9-1").unit;
const Unit hero = parse_unit("hero:1-4-9").unit;

Condition check(const Unit& unit, Condition c, int dr, int drm, PinOnPass pin = PinOnPass::yes) {
  return morale_check(unit, c, dr, drm, pin).condition;
}

}  // namespace

TEST_CASE("a Morale Check is passed at the Morale Level or below, and the highest passing DR pins") {
  CHECK(check(squad, {}, 5, 1) == Condition{});
  CHECK(check(squad, {}, 6, 1) == Condition{.pinned = 1});
  CHECK(check(squad, {}, 7, 1) == Condition{.broken = 1});
  CHECK(check(squad, {}, 6, 1, PinOnPass::no) == Condition{});
}

TEST_CASE("an Original 12 never passes, so 11 is the highest DR that does") {
  CHECK(check(squad, {}, 11, -6) == Condition{.pinned = 1});
  CHECK(check(squad, {}, 10, -6) == Condition{});
  CHECK(check(squad, {}, 12, -6) == Condition{.broken = 1, .reduced = 1});
  CHECK(check(squad, {}, 11, -4) == Condition{.pinned = 1});
}

TEST_CASE("broken units check against their broken side, are never pinned, and lose men when they fail") {
  CHECK(check(squad, {.broken = 1}, 6, 0) == Condition{.broken = 1});
  CHECK(check(squad, {.broken = 1}, 7, 0) == Condition{.broken = 1, .reduced = 1});
  CHECK(check(squad, {.broken = 1, .reduced = 1}, 7, 0).eliminated);
  CHECK(check(squad, {.broken = 1}, 12, 0).eliminated);
}

TEST_CASE("breaking ends a pin") { CHECK(check(squad, {.pinned = 1}, 8, 0) == Condition{.broken = 1}); }

TEST_CASE("Replacement: failing by more than the ELR") {
  CHECK(check(squad_elr2, {}, 9, 0) == Condition{.broken = 1});
  CHECK(check(squad_elr2, {}, 10, 0) == Condition{.broken = 1, .replaced = 1});
  CHECK(check(squad_elr2, {}, 12, 0) == Condition{.broken = 1, .reduced = 1, .replaced = 1});
  CHECK(check(squad_elr2, {.broken = 1}, 11, 0) == Condition{.broken = 1, .reduced = 1});
  CHECK(check(squad, {}, 11, 4).replaced == 0);
  CHECK(check(crew_elr0, {}, 11, 4) == Condition{.broken = 1});
}

TEST_CASE("leaders are wounded by a casualty Morale Check") {
  CHECK(morale_check(leader, {}, 12, 0, PinOnPass::yes) == Checked{{.broken = 1}, Wound::normal});
  CHECK(morale_check(leader, {}, 10, 0, PinOnPass::yes) == Checked{{.broken = 1}, Wound::none});
  CHECK(morale_check(leader, {.broken = 1}, 10, 0, PinOnPass::yes) == Checked{{.broken = 1}, Wound::normal});
  CHECK(morale_check(leader, {.broken = 1}, 12, 0, PinOnPass::yes).condition.eliminated);
}

TEST_CASE("heroes do not break or pin: the first failure wounds, the second kills") {
  CHECK(check(hero, {}, 9, 0) == Condition{});
  CHECK(morale_check(hero, {}, 10, 0, PinOnPass::yes) == Checked{{}, Wound::normal});
  CHECK(morale_check(hero, {}, 12, -9, PinOnPass::yes) == Checked{{}, Wound::by_original_12});
  CHECK(check(hero, {.reduced = 1}, 9, 0).eliminated);  // wounded: morale 8
  CHECK(check(hero, {.reduced = 1}, 8, 0) == Condition{.reduced = 1});
}

TEST_CASE("berserk units: morale 10, no pin, failing costs men") {
  CHECK(check(squad, {.berserk = 1}, 10, 0) == Condition{.berserk = 1});
  CHECK(check(squad, {.berserk = 1}, 11, 0) == Condition{.reduced = 1, .berserk = 1});
  CHECK(check(squad, {.berserk = 1}, 12, -4).eliminated);  // A10.31: who cannot break
  CHECK(morale_check(leader, {.berserk = 1}, 11, 0, PinOnPass::yes) == Checked{{.berserk = 1}, Wound::normal});
  CHECK(morale_check(leader, {.berserk = 1}, 12, 0, PinOnPass::yes) == Checked{{.berserk = 1}, Wound::by_original_12});
}

TEST_CASE("a wound of who cannot break, by an Original 12, is as if he were wounded (A10.31)") {
  CHECK(wounded({}, 4) == Condition{.reduced = 1});
  CHECK(wounded({}, 4, Wound::by_original_12).eliminated);
  CHECK(wounded({}, 3, Wound::by_original_12) == Condition{.reduced = 1});
  CHECK(wounded({.reduced = 1}, 3, Wound::by_original_12) == Condition{.reduced = 1});  // +1, once
}

TEST_CASE("who routs under Interdiction is pinned by the highest DR that passes (A10.53)") {
  const auto rout = [](Condition c, int dr) { return morale_check(squad, c, dr, 0, PinOnPass::also_broken).condition; };
  CHECK(rout({.broken = 1}, 6) == Condition{.broken = 1, .pinned = 1});
  CHECK(rout({.broken = 1}, 5) == Condition{.broken = 1});
  CHECK(rout({.broken = 1}, 7) == Condition{.broken = 1, .reduced = 1});
  CHECK(rout({}, 7) == Condition{.pinned = 1});
  CHECK(check(squad, {.broken = 1}, 6, 0) == Condition{.broken = 1});
}

TEST_CASE("a Pin Task Check passed exactly is no pin") {
  CHECK(pin_task_check(squad, {}, 7, 0) == Condition{});
  CHECK(pin_task_check(squad, {}, 8, 0) == Condition{.pinned = 1});
  CHECK(pin_task_check(squad, {}, 8, -1) == Condition{});
}
