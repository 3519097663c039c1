#include <cmath>
#include <string>
#include <vector>

#include <catch2/catch.hpp>

#include "model/core/bad_input.hpp"
#include "model/questions/assault.hpp"
#include "model/questions/entry.hpp"
#include "model/questions/hut.hpp"
#include "tests/support/agreement.hpp"
#include "tests/support/ask.hpp"
#include "tests/support/dr.hpp"
#include "tests/support/naive_attack.hpp"
#include "tests/support/scripted.hpp"

using namespace boxcars;
using namespace boxcars::model;
using namespace boxcars::test;
using Catch::Matchers::Contains;

namespace {

AssaultShot tank(const std::string& at) { return {.name = "Tank", .target = at, .enter = true}; }

// A gun that harms nobody but by rubble, and kindles on an Original KIA.
AssaultInputs set_on_fire(int turns) {
  AssaultInputs in{.turns = turns};
  in.locations = {{.name = "J8.0", .building = Construction::stone, .levels = 1}};
  in.defenders = {{"4-6-7", "J8.0"}};
  in.shots = {{.name = "Gun", .target = "J8.0", .caliber = 105, .drm = 20}};
  in.fires_drm = 0;
  in.goal.good_order = 0;
  return in;
}

// Stone burns on a Kindling DR of 8, blazes on 9 (B23.6). The Original KIA of the 20 column are 2 and 3: a 2KIA and a 1KIA, and a dr of 1
// with the +1 of stone makes the former rubble.
constexpr double rubble_a_shot = 1.0 / 36 / 6;
double flame_a_shot() { return (1.0 / 36 * 5 / 6 + 2.0 / 36) * at_least(8); }

}  // namespace

TEST_CASE("an AFV that enters in an assault checks as it does alone, once") {
  for (const Construction construction : {Construction::wood, Construction::stone}) {
    for (const int levels : {0, 1}) {
      AssaultInputs in{.turns = 3};
      in.locations = {{.name = "J8.0", .building = construction, .levels = levels}};
      if (levels > 0) in.locations.push_back({.name = "J8.1", .level = 1});
      in.defenders = {{"4-6-7", in.locations.back().name}};
      in.shots = {tank("J8.0")};
      in.goal.good_order = 0;
      for (const GroundPressure pressure : {GroundPressure::low, GroundPressure::high}) {
        in.shots[0].ground_pressure = pressure;
        in.shots[0].drm = 1;
        const auto odds = exact_odds(Assault(in));
        const auto alone = exact_odds(Entry({.building = construction, .levels = levels, .ground_pressure = pressure, .drm = 1}));
        for (const char* event : {"bogs", "falls into cellar", "enters unharmed"}) {
          INFO(event << " " << levels);
          CHECK(odds.at(std::string("Tank ") + event) == Approx(alone.at(event)).epsilon(0).margin(1e-12));
        }
        CHECK(odds.at("J8.0 rubbled") == Approx(alone.at("building rubbled")).epsilon(0).margin(1e-12));
        // The colored dr of 1 brings down wood, or a single story house, of 1 or 2 both; only upper levels bury (B23.41).
        const int colored = (construction == Construction::wood ? 1 : 0) + (levels == 0 ? 1 : 0);
        CHECK(odds.at("J8.0 rubbled") == Approx(colored / 6.0).epsilon(0).margin(1e-12));
        CHECK(odds.at("attacker wins") == Approx(levels > 0 ? colored / 6.0 : 0).epsilon(0).margin(1e-12));
      }
    }
  }
}

TEST_CASE("an AFV enters when its turn has come, into what is left") {
  AssaultInputs in{.turns = 2};
  in.locations = {{.name = "J8.0", .building = Construction::wood, .levels = 2},
                  {.name = "K9.0", .building = Construction::wood, .levels = 0}};
  in.defenders = {{"4-6-7", "J8.0"}, {"4-4-7", "K9.0"}};
  in.shots = {{.name = "Gun", .target = "J8.0", .caliber = 200, .drm = 20}, tank("J8.0")};
  in.shots[1].from_turn = 2;
  in.goal.good_order = 0;
  const Assault assault(in);
  SECTION("two levels fall on K9 in direction 3, though the tank bogs in the rubble") {
    const auto told = play(assault, {{6, 6}, {6, 6}, {1, 1}, {6, 4}, {5, 3}});
    CHECK(told.throws == std::vector<std::string>{"IFT DR", "IFT DR", "Bog Check DR", "second Bog Check DR", "Falling Rubble DR"});
    for (const char* event : {"J8.0 rubbled", "Tank bogs", "K9.0 rubbled", "1:4-6-7 eliminated", "attacker wins by turn 2"}) {
      INFO(event);
      CHECK(told.happened(event));
    }
    CHECK_FALSE(told.happened("attacker wins by turn 1"));
  }
  SECTION("what a shell has brought down has no cellar") {
    // Original 2, a rubble dr of 1: whole hex, nothing falls; then nobody is left there to fire at.
    const auto told = play(assault, {{1, 1}, {1}, {1, 1}, {6, 1}});
    CHECK(told.throws == std::vector<std::string>{"IFT DR", "rubble dr", "Falling Rubble DR", "Bog Check DR"});
    CHECK(told.happened("Tank enters unharmed"));
    CHECK_FALSE(told.happened("Tank falls into cellar"));
  }
}

TEST_CASE("an AFV that drives into a hut brings it down, and checks for nothing") {
  AssaultInputs in{.turns = 1};
  in.locations = {{.name = "C3", .terrain = Terrain::hut}};
  in.defenders = {{"4-4-7", "C3"}};
  in.shots = {{.name = "MG", .target = "C3", .fp = "8", .cowering = Cowering::none}, tank("C3")};
  in.goal.eliminated = 1;
  const auto eliminated = [&] { return exact_odds(Assault(in)).at("attacker wins"); };
  const double before = eliminated();
  std::swap(in.shots[0], in.shots[1]);
  const double after = eliminated();
  double with_tem = 0, without = 0;
  each_dr([&](int colored, int white) {
    for (const auto& [tem, sum] : {std::pair(1, &with_tem), std::pair(0, &without)}) {
      for (const auto& [units, odds] : naive_units_after({NaiveUnit{}}, printed_cell(8, 0, colored + white + tem)))
        *sum += units[0].kind == 'x' ? odds / 36 : 0;
    }
  });
  CHECK(before == Approx(with_tem).epsilon(0).margin(1e-12));
  CHECK(after == Approx(without).epsilon(0).margin(1e-12));
  const auto odds = exact_odds(Assault(in));
  CHECK(odds.at("C3 collapsed") == 1);
  CHECK(odds.at("Tank enters unharmed") == 1);
  in.locations[0].terrain = Terrain::collapsed_hut;
  in.shots.resize(1);  // it has been entered, and nothing happens any more
  CHECK(exact_odds(Assault(in)).at("Tank enters unharmed") == 1);
}

// G5.5: of Morale 8, so on a DR of 9 or more. A squad that is pinned answers with half its Firepower.
TEST_CASE("who is in a hut that collapses takes a PTC, and answers as he then can") {
  AssaultInputs in{.turns = 1};
  in.locations = {{.name = "C3", .terrain = Terrain::hut}, {.name = "K9"}};
  in.defenders = {{"4-4-7", "C3"}};
  in.attackers = {{"4-6-7", "K9"}};
  in.shots = {tank("C3"), {.name = "answer", .target = "K9", .by = "C3", .range = 3, .cowering = Cowering::none}};
  in.goal.good_order = 0;
  const double pinned = at_least(9);
  double expected = 0;
  each_dr([&](int colored, int white) {
    for (const auto& [firepower, odds_of_it] : {std::pair(4, 1 - pinned), std::pair(2, pinned)}) {
      for (const auto& [units, odds] : naive_units_after({NaiveUnit{}}, printed_cell(firepower, 0, colored + white)))
        expected += units[0].kind == 'x' || units[0].broken ? odds_of_it * odds / 36 : 0;
    }
  });
  const auto lost = [&] { return exact_measures(Assault(in))["attackers in good order"][0]; };
  CHECK(lost() == Approx(expected).epsilon(0).margin(1e-12));
  check_agreement(Assault(in), simulated(Assault(in), 200'000, 7), solved(Assault(in)).odds.value());

  // Two of three who are in it: of equal ones as often one as the other, a broken one stays what he is.
  in.defenders = {{"4-4-7", "C3"}, {"4-4-7", "C3"}, {"4-4-7,broken", "C3"}};
  in.shots = {tank("C3")};
  in.loss.good_order = 0;
  const auto told = play(Assault(in), {{4, 4}, {4, 5}});
  CHECK(told.throws == std::vector<std::string>{"Collapse PTC DR", "Collapse PTC DR"});

  // A DC's KIA, and then their checks are over.
  in.defenders = {{"4-4-7", "C3"}, {"4-4-7", "C3"}};
  in.shots = {{.name = "DC", .target = "C3", .weapon = Weapon::dc}, {.name = "answer", .target = "K9", .by = "C3", .range = 3}};
  check_agreement(Assault(in), simulated(Assault(in), 200'000, 7), solved(Assault(in)).odds.value());
}

TEST_CASE("a Flame in an assault blazes, and drives out who is there: turn by turn, by hand") {
  const int turns = 5;
  AssaultInputs in = set_on_fire(turns);
  const auto odds = exact_odds(Assault(in));
  auto measures = exact_measures(Assault(in));
  // What may be: nothing, kindled in this turn, a Flame.
  double none = 1, flame = 0, blaze = 0, rubbled = 0;
  for (int turn = 1; turn <= turns; ++turn) {
    const double kindled = none * flame_a_shot();
    // Rubble puts out the Flame, and buries all: the game is won.
    const double rubble = (none + flame) * rubble_a_shot;
    rubbled += rubble;
    const double still_flame = flame * (1 - rubble_a_shot);
    none = none * (1 - flame_a_shot() - rubble_a_shot) + still_flame * at_least(2) - still_flame * at_least(3);
    blaze += still_flame * at_least(9);
    flame = kindled + still_flame * (at_least(3) - at_least(9));
    INFO("turn " << turn);
    CHECK(odds.at("attacker wins by turn " + std::to_string(turn)) == Approx(blaze + rubbled).epsilon(0).margin(1e-12));
  }
  CHECK(odds.at("J8.0 ablaze") == Approx(blaze).epsilon(0).margin(1e-12));
  CHECK(measures["defenders driven out"][1] == Approx(blaze).epsilon(0).margin(1e-12));
  CHECK(odds.at("1:4-6-7 unharmed") == Approx(1 - rubbled).epsilon(0).margin(1e-12));
  // Who does not ask for fires has none.
  in.fires_drm.reset();
  CHECK(exact_odds(Assault(in)).at("attacker wins") == Approx(1 - std::pow(1 - rubble_a_shot, turns)).epsilon(0).margin(1e-12));
}

TEST_CASE("a Blaze spreads up, down and next door, at the turn after it began") {
  AssaultInputs in = set_on_fire(4);
  in.locations.push_back({.name = "J8.1", .level = 1});
  in.locations.push_back({.name = "J9.0", .building = Construction::wood, .levels = 0});
  in.locations.push_back({.name = "J10.0", .building = Construction::wood, .levels = 0, .fortified = true});
  in.defenders.push_back({"4-4-7", "J8.1"});
  in.defenders.push_back({"4-4-7", "J10.0"});
  in.goal = {.good_order = 0};
  const Assault assault(in);
  // Kindled, a Blaze in turn 2; in turn 3 it spreads to level 1 on 8 (9, +1 higher), and to detached wood on 10 (8, -2). In turn 4 nobody
  // is left to be shelled, and what burns goes on.
  const auto told = play(assault, {{1, 2}, {4, 4}, {6, 6}, {4, 5}, {4, 4}, {5, 5}, {4, 5}, {4, 4}});
  CHECK(told.throws ==
        std::vector<std::string>{"IFT DR", "Kindling DR", "IFT DR", "Flame DR", "Spread DR", "Spread DR", "Flame DR", "Flame DR"});
  for (const char* event : {"J8.0 ablaze", "J8.1 ablaze", "J9.0 ablaze"}) {
    INFO(event);
    CHECK(told.happened(event));
  }
  CHECK_FALSE(told.happened("J10.0 ablaze"));
  CHECK_FALSE(told.happened("attacker wins"));
  const auto held = play(assault, {{1, 2}, {4, 4}, {6, 6}, {4, 5}, {3, 4}, {5, 4}, {3, 4}, {5, 4}});
  CHECK(held.throws ==
        std::vector<std::string>{"IFT DR", "Kindling DR", "IFT DR", "Flame DR", "Spread DR", "Spread DR", "Spread DR", "Spread DR"});
  CHECK_FALSE(held.happened("J8.1 ablaze"));
}

TEST_CASE("who survives in a single story house that an AFV brings down is fired at and buried as anybody") {
  AssaultInputs in{.turns = 2};
  in.locations = {{.name = "J8.0", .building = Construction::wood, .levels = 0}};
  in.defenders = {{"4-4-7", "J8.0"}};
  in.shots = {tank("J8.0"), {.name = "Gun", .target = "J8.0", .caliber = 150, .from_turn = 2}};
  in.shots[0].until_turn = 1;
  in.goal.good_order = 0;
  const auto told = play(Assault(in), {{1, 1}, {1, 1}});
  CHECK(told.throws == std::vector<std::string>{"Bog Check DR", "IFT DR"});
  CHECK(told.happened("J8.0 rubbled"));
  CHECK(told.happened("1:4-4-7 eliminated"));

  // A neighbor of two levels falls on it, whichever comes down first: colored 1, then 5 or 6, and the direction.
  in = AssaultInputs{.turns = 1};
  in.locations = {{.name = "J8.0", .building = Construction::wood, .levels = 2},
                  {.name = "J9.0", .building = Construction::wood, .levels = 0}};
  in.defenders = {{"4-4-7", "J8.0"}, {"4-4-7", "J9.0"}};
  in.shots = {tank("J9.0"), tank("J8.0")};
  in.shots[1].name = "T8";
  in.goal.good_order = 0;
  CHECK(exact_odds(Assault(in)).at("2:4-4-7 eliminated") == Approx(1.0 / 6 * 2 / 6 / 6).epsilon(0).margin(1e-12));
}

namespace {

// The odds that an attack on a column breaks a squad.
double breaks(int column, int drm) {
  double odds = 0;
  for (int dr = 2; dr <= 12; ++dr) {
    for (const auto& [events, p] : naive_result({{}}, printed_cell(column, 0, dr + drm))) {
      for (const std::string& event : events) odds += event == "1 broken" ? (at_least(dr) - at_least(dr + 1)) * p : 0;
    }
  }
  return odds;
}

AssaultInputs fortified_house(Construction construction) {
  AssaultInputs in{.turns = 1};
  in.locations = {{.name = "J8.0", .building = construction, .levels = 0, .fortified = true}};
  in.defenders = {{"4-4-7", "J8.0"}};
  in.shots = {tank("J8.0")};
  in.goal.eliminated = 1;
  return in;
}

}  // namespace

TEST_CASE("the rubble of a Fortified Building is fortified no more - by hand") {
  AssaultInputs in = fortified_house(Construction::wood);
  in.shots.push_back({.name = "MG", .target = "J8.0", .fp = "12", .cowering = Cowering::none});
  // A colored dr of 1 or 2 brings down a wooden single story house, a 1 one of stone.
  CHECK(exact_odds(Assault(in)).at("1:4-4-7 broken") == Approx(breaks(12, 2) / 3 + breaks(12, 3) * 2 / 3).epsilon(0).margin(1e-12));
  in.locations[0].building = Construction::stone;
  CHECK(exact_odds(Assault(in)).at("1:4-4-7 broken") == Approx(breaks(12, 3) / 6 + breaks(12, 4) * 5 / 6).epsilon(0).margin(1e-12));
  // Of direct fire it was on the To Hit DR. 5 or less hits, of a number of 9; in the rubble 6 or less does: an Original 2 is a 6 there, or
  // a 5, and a critical hit by the dr that follows, of 4 or less. 60mm brings nothing down.
  in.shots[1] = {.name = "Gun", .target = "J8.0", .caliber = 60, .to_hit = 5};
  const double critical = 1.0 / 36 * 4 / 6;
  const auto hit = [&](int needed, int tem) { return critical * breaks(16, -tem) + (1 - at_least(needed + 1) - critical) * breaks(8, 0); };
  CHECK(exact_odds(Assault(in)).at("1:4-4-7 broken") == Approx(hit(6, 3) / 6 + hit(5, 4) * 5 / 6).epsilon(0).margin(1e-12));
}

TEST_CASE("rubble burns as a building, and without the -1 of its fortification") {
  // 75mm: a 1KIA on an Original 2. A Flame on 8 or more in stone, 7 in wood; a Blaze in the second turn on 9, or 8.
  for (const auto& [terrain, kindles, blazes] : {std::tuple(Terrain::stone_rubble, 8, 9), {Terrain::wood_rubble, 7, 8}}) {
    AssaultInputs in{.turns = 2};
    in.locations = {{.name = "J9", .terrain = terrain}};
    in.defenders = {{"4-4-7", "J9"}};
    in.shots = {{.name = "Gun", .target = "J9", .caliber = 75, .drm = 20, .until_turn = 1}};
    in.fires_drm = 0;
    in.goal.good_order = 0;
    const double flame = 1.0 / 36 * at_least(kindles);
    CHECK(exact_odds(Assault(in)).at("J9 ablaze") == Approx(flame * at_least(blazes)).epsilon(0).margin(1e-12));
    CHECK(exact_odds(Assault(in)).at("attacker wins") == Approx(flame * at_least(blazes)).epsilon(0).margin(1e-12));
    // Small arms kindle nothing.
    in.shots = {{.name = "MG", .target = "J9", .fp = "36", .drm = 20, .cowering = Cowering::none}};
    CHECK(exact_odds(Assault(in)).at("J9 ablaze") == 0);
  }
  AssaultInputs in = fortified_house(Construction::wood);
  in.turns = 2;
  in.shots.push_back({.name = "Gun", .target = "J8.0", .caliber = 75, .drm = 20, .until_turn = 1});
  in.shots[0].until_turn = 1;
  in.fires_drm = 0;
  // Where it stands a dr of 1 is rubble; else a Flame on 7 + 1, and a Blaze on 8 + 1. In the rubble that the AFV makes on 7, and on 8.
  const double stands = 1.0 / 36 * 5 / 6 * at_least(8) * at_least(9), rubble = 1.0 / 36 * at_least(7) * at_least(8);
  CHECK(exact_odds(Assault(in)).at("J8.0 ablaze") == Approx(rubble / 3 + stands * 2 / 3).epsilon(0).margin(1e-12));
}

TEST_CASE("a Flame that an AFV's rubble puts out is kindled anew without the -1, and spreads so") {
  // A Blaze next door, of another construction; it spreads on 8 - -2, one more to what is fortified and stands.
  AssaultInputs in{.turns = 3};
  in.locations = {{.name = "J8.0", .terrain = Terrain::hut},
                  {.name = "J9.0", .building = Construction::wood, .levels = 0, .fortified = true}};
  in.defenders = {{"4-4-7", "J8.0"}, {"4-4-7", "J9.0"}};
  in.shots = {{.name = "Gun", .target = "J8.0", .caliber = 60, .drm = 20, .until_turn = 1}, tank("J9.0")};
  in.fires_drm = 0;
  in.goal = {.good_order = 0};
  const sim::Flattened<Assault> assault{Assault(in)};
  // A colored 1 sets the hut on fire. The AFV brings the house down, or not. A Blaze in turn 2, and what spreads in turn 3 is a Flame only.
  const auto told = [&](std::initializer_list<int> entry) {
    std::string text;
    Outcomes outcomes(text);
    auto s = assault.start(outcomes);
    for (const Roll roll : {Roll{1, 6}, Roll{entry.begin()[0], entry.begin()[1]}, Roll{6, 6}, Roll{5, 5}})
      text.clear(), s = assault.next(s, roll, outcomes);
    return text;
  };
  CHECK_THAT(told({1, 3}), Contains("a Flame"));
  CHECK_THAT(told({3, 3}), Contains("it does not spread"));
}

TEST_CASE("only what comes down carries its Blaze, to what can burn, and what is gone burns no more") {
  AssaultInputs in = set_on_fire(4);
  in.locations[0].building = Construction::wood;
  in.locations[0].levels = 2;
  in.locations.push_back({.name = "J8.2", .level = 2});
  in.locations.push_back({.name = "J9", .terrain = Terrain::hut});
  in.defenders = {{"4-6-7", "J8.2"}, {"4-4-7", "J9"}};
  in.shots = {{.name = "Gun", .target = "J8.0", .caliber = 105, .drm = 20},
              {.name = "Heavy", .target = "J8.2", .caliber = 200, .drm = 20, .from_turn = 4}};
  in.shots[0].until_turn = 1;
  in.defenders.push_back({"4-4-7", "J8.0"});
  in.goal = {.rubbled = {"J8.2", "J8.0"}};
  // Kindled on the ground, a Blaze in turn 2; level 2 alone comes down in turn 4, and falls on the hut in direction 4. That never catches.
  const auto told = play(Assault(in), {{1, 2}, {2}, {4, 4}, {4, 4}, {1, 2}, {1, 1}, {1}, {1}, {6, 4}, {1, 2}});
  CHECK(told.throws == std::vector<std::string>{"IFT DR", "rubble dr", "Kindling DR", "Flame DR", "Spread DR", "IFT DR", "rubble dr",
                                                "whole hex dr", "Falling Rubble DR", "Spread DR"});
  CHECK(told.happened("J8.0 ablaze"));
  CHECK(told.happened("J8.2 rubbled"));
  CHECK(told.happened("2:4-4-7 eliminated"));
  CHECK_FALSE(told.happened("J9 ablaze"));
}

TEST_CASE("what is rubble or has collapsed from the start") {
  AssaultInputs in{.turns = 4};
  in.locations = {{.name = "C3", .terrain = Terrain::collapsed_hut}, {.name = "K9"}};
  in.defenders = {{"4-4-7", "C3"}, {"4-4-7", "K9"}};
  in.shots = {{.name = "Gun", .target = "C3", .caliber = 150, .drm = 12}};
  in.fires_drm = 0;
  in.goal.good_order = 0;
  const auto odds = exact_odds(Assault(in));
  CHECK(odds.at("C3 ablaze") > 0.2);
  CHECK_FALSE(odds.contains("C3 collapsed"));
  // Rubble can get no worse, but buries.
  in = AssaultInputs{.turns = 1};
  in.locations = {{.name = "J8.0", .building = Construction::wood, .levels = 2}, {.name = "J9", .terrain = Terrain::stone_rubble}};
  in.defenders = {{"4-4-7", "J9"}};
  in.shots = {tank("J8.0")};
  in.goal.good_order = 0;
  const Assault assault(in);
  CHECK(exact_odds(assault).at("attacker wins") == Approx(1.0 / 6 * 2 / 6 / 6).epsilon(0).margin(1e-12));
  CHECK(exact_odds(assault).at("J9 rubbled") == 0);
  CHECK(exact_measures(assault)["locations rubbled"].size() <= 2);
}

TEST_CASE("HE at a hut in an assault brings it down and sets it on fire as it does alone") {
  for (const int caliber : {81, 150}) {
    AssaultInputs in{.turns = 1};
    in.locations = {{.name = "C3", .terrain = Terrain::hut}, {.name = "K9"}};
    in.defenders = {{"4-4-7", "C3"}, {"4-4-7", "K9"}};
    in.shots = {{.name = "Gun", .target = "C3", .caliber = caliber, .drm = 1}};
    in.fires_drm = 0;
    in.goal.good_order = 0;
    const auto alone = exact_odds(Hut({.cause = HutCause::he, .caliber = caliber, .drm = 1, .targets = {"4-4-7"}}));
    INFO(caliber);
    REQUIRE(alone.at("flame") > 0.1);
    CHECK(exact_odds(Assault(in)).at("C3 collapsed") == Approx(alone.at("collapses")).epsilon(0).margin(1e-12));
    CHECK(exact_odds(Assault(in)).at("C3 ablaze") == 0);
    // What was kindled in the first turn blazes in the second on 7 or more.
    in.turns = 2;
    in.shots[0].until_turn = 1;
    const auto odds = exact_odds(Assault(in));
    CHECK(odds.at("C3 ablaze") == Approx(alone.at("flame") * at_least(7)).epsilon(0).margin(1e-12));
    // A Blaze brings it down, too.
    CHECK(odds.at("C3 collapsed") > alone.at("collapses"));
  }
}

TEST_CASE("other fire at a hut in an assault brings it down and sets it on fire as it does alone") {
  struct Case {
    AssaultShot shot;
    HutInputs alone;
  };
  const auto shot = [](auto change) {
    AssaultShot shot{.name = "Fire", .target = "C3", .cowering = Cowering::none};
    change(shot);
    return shot;
  };
  const auto hut = [](HutCause cause, const char* fp, bool pbf = false) {
    return HutInputs{.cause = cause, .fp = fp, .drm = 1, .pbf = pbf, .cowering = Cowering::none, .targets = {"4-4-7"}};
  };
  const HutInputs dc{.cause = HutCause::dc, .drm = 1, .targets = {"4-4-7"}}, ft{.cause = HutCause::ft, .targets = {"4-4-7"}};
  const auto charge = [&](AssaultShot& s) { s.weapon = Weapon::dc, s.cowering = Cowering::automatic; };
  const auto flamethrower = [](AssaultShot& s) { s.weapon = Weapon::ft, s.cowering = Cowering::automatic; };
  HutInputs dc_of_others = dc;
  dc_of_others.non_elite = true;
  HutInputs dc_at_concealed = dc;
  dc_at_concealed.concealed = true;
  for (const auto& [fired, alone_in] :
       {Case{shot(charge), dc}, Case{shot([&](AssaultShot& s) { s.ammo = Ammo::dc, s.cowering = Cowering::automatic; }), dc},
        Case{shot([&](AssaultShot& s) { charge(s), s.non_elite = true; }), dc_of_others}, Case{shot(flamethrower), ft},
        Case{shot([](AssaultShot& s) { s.fp = "8", s.breakdown = 12; }), hut(HutCause::mg, "8")},
        Case{shot([](AssaultShot& s) { s.by = "4-6-7 mg:5-12"; }), hut(HutCause::mg, "9")},
        Case{shot([](AssaultShot& s) { s.by = "4-6-7", s.range = 1; }), hut(HutCause::small_arms, "8", true)},
        Case{shot([](AssaultShot& s) { s.by = "2x4-6-7", s.range = 2; }), hut(HutCause::small_arms, "8")},
        Case{shot([&](AssaultShot& s) { charge(s), s.concealed = true; }), dc_at_concealed},
        Case{shot([](AssaultShot& s) { s.fp = "8"; }), hut(HutCause::small_arms, "8")}}) {
    AssaultInputs in{.turns = 2};
    in.locations = {{.name = "C3", .terrain = Terrain::hut}, {.name = "K9"}};
    in.defenders = {{"4-4-7", "C3"}, {"4-4-7", "K9"}};
    in.shots = {fired};
    in.shots[0].until_turn = 1;
    in.fires_drm = 0;
    in.goal.good_order = 0;
    const auto alone = exact_odds(Hut(alone_in));
    INFO(fired.by << fired.fp << static_cast<int>(*alone_in.cause));
    const auto odds = exact_odds(Assault(in));
    CHECK(odds.at("C3 ablaze") == Approx(alone.at("flame") * at_least(7)).epsilon(0).margin(1e-12));
    in.turns = 1;
    CHECK(exact_odds(Assault(in)).at("C3 collapsed") == Approx(alone.at("collapses")).epsilon(0).margin(1e-12));
  }
}

// A NMC with the TEM as a negative DRM (A24.31); at a hut a Flame DR of 6 or more after -3 (A24.32, G5.6).
TEST_CASE("WP in an assault is a NMC of all, and a Flame DR at a hut") {
  AssaultInputs in{.turns = 2};
  in.locations = {{.name = "C3", .terrain = Terrain::hut}, {.name = "K9"}};
  in.defenders = {{"4-4-7", "C3"}, {"4-4-7", "K9"}};
  in.shots = {{.name = "WP", .target = "C3", .until_turn = 1, .weapon = Weapon::wp}};
  in.fires_drm = 0;
  in.goal.good_order = 0;
  CHECK(exact_odds(Assault(in)).at("C3 ablaze") == Approx(at_least(9) * at_least(7)).epsilon(0).margin(1e-12));
  in.turns = 1;
  in.goal.good_order = 1;
  CHECK(exact_odds(Assault(in)).at("attacker wins") == Approx(at_least(8 + 1)).epsilon(0).margin(1e-12));
  in.locations[0] = {.name = "C3", .building = Construction::stone, .levels = 0};
  CHECK(exact_odds(Assault(in)).at("attacker wins") == Approx(at_least(8 + 3)).epsilon(0).margin(1e-12));
  check_agreement(Assault(in), simulated(Assault(in), 200'000, 7), solved(Assault(in)).odds.value());
  in.turns = 3;  // nobody is left who would throw, once he is gone
  in.shots[0].until_turn = 3;
  in.goal.good_order = 0;
  check_agreement(Assault(in), simulated(Assault(in), 200'000, 7), solved(Assault(in)).odds.value());
  in.shots[0].fp = "8";
  CHECK_THROWS_WITH(Assault(in), Contains("A24.31"));
  in.shots[0].fp.clear();
  in.locations[0] = {.name = "C3", .terrain = Terrain::collapsed_hut};  // no building any more: no -2 (G5.51)
  in.turns = 2;
  in.shots[0].until_turn = 1;
  CHECK(exact_odds(Assault(in)).at("C3 ablaze") == Approx(at_least(7) * at_least(7)).epsilon(0).margin(1e-12));
}

// With a MG that breaks on 8 or more, at 3 hexes: only while it works a colored 1 is a Flame (G5.6), the shot that breaks it included.
TEST_CASE("who fires on without his MG burns no hut but at PBF") {
  for (const int range : {1, 3}) {
    AssaultInputs in{.turns = 3};
    in.locations = {{.name = "C3", .terrain = Terrain::hut}, {.name = "K9"}};
    in.defenders = {{"4-4-7", "C3"}, {"4-4-7", "K9"}};
    in.shots = {{.name = "MG", .target = "C3", .by = "4-6-7 mg:5-12,b=8", .range = range, .drm = 20, .until_turn = 2}};  // nobody is hit
    in.fires_drm = 0;
    in.goal.good_order = 0;
    double flame = 0, no_flame_and_works = 0;
    each_dr([&](int colored, int white) {
      flame += colored == 1 ? 1 / 36. : 0;
      no_flame_and_works += colored != 1 && colored + white < 8 ? 1 / 36. : 0;
    });
    // Kindled in the first turn it has a DR at the end of the second and of the third, in the second one.
    const double goes_on = 1 - at_least(7) - 1 / 36.;
    const double second = range == 1 ? (1 - flame) * flame : no_flame_and_works * flame;
    const double ablaze = flame * (at_least(7) + goes_on * at_least(7)) + second * at_least(7);
    INFO(range);
    CHECK(exact_odds(Assault(in)).at("C3 ablaze") == Approx(ablaze).epsilon(0).margin(1e-12));
  }
}

// Of a Flamethrower's Original K and KIA on the 24 column a Kindling DR follows in a building (B25.12), with -1 if it is fortified
// (B23.94).
TEST_CASE("a Flamethrower in an assault kindles a building by an Original K or KIA") {
  for (const bool fortified : {false, true}) {
    AssaultInputs in{.turns = 2};
    in.locations = {{.name = "J8", .building = Construction::stone, .levels = 0, .fortified = fortified}, {.name = "K9"}};
    in.defenders = {{"4-4-7", "J8"}, {"4-4-7", "K9"}};
    in.shots = {{.name = "FT", .target = "J8", .until_turn = 1, .weapon = Weapon::ft}};
    in.fires_drm = 0;
    in.goal.good_order = 0;
    double kindles = 0;
    each_dr([&](int colored, int white) {
      const std::string cell = printed_cell(24, 0, colored + white);
      kindles += cell.find('K') != std::string::npos ? 1 / 36. : 0;
    });
    const double ablaze = kindles * at_least(8 + fortified) * at_least(9 + fortified);
    CHECK(exact_odds(Assault(in)).at("J8 ablaze") == Approx(ablaze).epsilon(0).margin(1e-12));
  }
}

TEST_CASE("a hut that has collapsed in an assault has no TEM") {
  AssaultInputs in{.turns = 2};
  in.locations = {{.name = "C3", .terrain = Terrain::hut}};
  in.defenders = {{"2x4-4-7", "C3"}};
  in.shots = {{.name = "Gun", .target = "C3", .caliber = 75, .to_hit = 6},
              {.name = "MG", .target = "C3", .fp = "8", .cowering = Cowering::none}};
  in.goal.eliminated = 2;
  const sim::Flattened<Assault> assault{Assault(in)};
  std::string told;
  Outcomes outcomes(told);
  auto s = assault.start(outcomes);
  const auto roll = [&](Roll dice) {
    told.clear();
    s = assault.next(s, dice, outcomes);
    return told;
  };
  CHECK_THAT(roll({3, 4}), Contains("misses"));
  CHECK_THAT(roll({4, 6}), Contains("Final 11 at C3"));
  CHECK_THAT(roll({3, 3}), Contains("hits"));
  CHECK_THAT(roll({1, 1}), Contains("KIA") && Contains("C3 collapses"));
  for (int high = 6; assault.next_throw(s).name != std::string_view("IFT DR"); --high)
    roll({high, 1});  // one is selected, the other passes
  CHECK_THAT(roll({4, 6}), Contains("Final 10 at C3"));
}

TEST_CASE("OBA in an assault has critical hits on an Original 2, in the open, too") {
  AssaultInputs in{.turns = 1};
  in.locations = {{.name = "C3", .terrain = Terrain::hut}};
  in.defenders = {{"4-4-7", "C3"}};
  in.shots = {{.name = "OBA", .target = "C3", .caliber = 81, .fire = Fire::oba}};
  in.goal.good_order = 0;
  const auto odds = exact_odds(Assault(in));
  const auto alone = exact_odds(Hut({.cause = HutCause::oba, .caliber = 81, .drm = 1, .targets = {"4-4-7"}}));
  CHECK(odds.at("C3 collapsed") == Approx(alone.at("collapses")).epsilon(0).margin(1e-12));
  CHECK(odds.at("1:4-4-7 eliminated") == Approx(alone.at("1:4-4-7 eliminated")).epsilon(0).margin(1e-12));
}

TEST_CASE("assaults with entry and fires: the simulated odds agree with the exact ones, one by one", "[thorough]") {
  AssaultInputs in{.turns = 3};
  in.locations = {{.name = "J8.0", .building = Construction::wood, .levels = 1},
                  {.name = "J8.1", .level = 1},
                  {.name = "J9.0", .building = Construction::wood, .levels = 1}};
  in.locations.push_back({.name = "J10", .terrain = Terrain::hut});
  in.defenders = {{"4-4-7", "J8.0"}, {"4-6-7", "J8.1"}, {"9-1", "J9.0"}, {"hs:2-2-6", "J10"}};
  in.shots = {{.name = "Gun", .target = "J8.1", .caliber = 150},
              tank("J8.0"),
              {.name = "MG", .target = "J9.0", .fp = "8"},
              {.name = "Mortar", .target = "J10", .caliber = 81, .fire = Fire::mortar, .to_hit = 7}};
  in.shots[1].condition = "J8.0 fallen";
  in.rally_drm = 0;
  in.fires_drm = 1;
  in.goal.good_order = 0;
  const Assault assault(in);
  const sim::Odds odds = solved(assault).odds.value();
  check_agreement(assault, simulated(assault, 1 << 18), odds);
  check_agreement(assault, simulated(assault, 1 << 15, 1, 3, {.states = 1}), odds);
}

TEST_CASE("assaults: an entry that cannot be is refused at its place, with the rule") {
  AssaultInputs in{.turns = 2};
  in.locations = {{.name = "J8.0", .building = Construction::wood, .levels = 1},
                  {.name = "J8.1", .level = 1},
                  {.name = "K9", .terrain = Terrain::open}};
  in.defenders = {{"4-4-7", "J8.0"}};
  in.shots = {tank("J8.0")};
  in.goal.good_order = 0;
  const auto refused = [&](auto change, const std::string& path, const std::string& why) {
    AssaultInputs changed = in;
    change(changed);
    try {
      const Assault assault(changed);
      FAIL("not refused: " << path);
    } catch (const BadInputAt& error) {
      CHECK(error.fault().field == path);
      CHECK_THAT(error.what(), Contains(why));
    }
  };
  refused([](auto& c) { c.shots[0].target = "J8.1"; }, "shot.Tank.target", "B23.4");
  refused([](auto& c) { c.shots[0].target = "K9"; }, "shot.Tank.target", "B23.41");
  refused([](auto& c) { c.shots[0].fp = "8"; }, "shot.Tank.fp", "enter");
  refused([](auto& c) { c.shots[0].breakdown = 12; }, "shot.Tank.breakdown", "enter");
  refused([](auto& c) { c.shots[0].enter = false, c.shots[0].fp = "8", c.shots[0].ground_pressure = GroundPressure::high; },
          "shot.Tank.ground_pressure", "enter");
  refused([](auto& c) { c.fires_drm = 11; }, "fires.drm", "-10");
  refused([](auto& c) { c.locations[0].marketplace = true; }, "shot.Tank.target", "B23.73");
  refused([](auto& c) { c.shots[0].fire_inside = true; }, "shot.Tank.fire_inside", "enter");
}
