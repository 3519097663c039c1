#include <cstdint>
#include <memory>
#include <string>

#include <catch2/catch.hpp>

#include "model/core/bad_input.hpp"
#include "model/questions/assault.hpp"
#include "model/questions/attack.hpp"
#include "model/rules/ift.hpp"
#include "tests/support/ask.hpp"
#include "tests/support/assaults.hpp"
#include "tests/support/picture.hpp"

using namespace boxcars;
using namespace boxcars::model;
using namespace boxcars::test;
using Catch::Matchers::Contains;

namespace {

constexpr std::uint8_t woods = 60, grain = 24, orchard = 63, wall = 72, stone = 40, stone_two_levels = 42, stone_rubble = 90;

// One turn of fire from E1 at E5: those at E1, or a shot that says where it is from.
AssaultInputs fire_down_the_column(const Picture& picture) {
  AssaultInputs in{.turns = 1};
  in.locations = {{.name = "E1"}, {.name = "E5"}};
  in.attackers = {{"4-6-7", "E1"}};
  in.defenders = {{"hs:2-4-7", "E5"}};
  in.shots = {{.name = "fire", .target = "E5", .by = "E1"}};
  in.goal.good_order = 0;
  in.map.file = "drawn";
  in.map.map.grid = {.columns = 9, .rows = 6};
  in.map.map.raster = std::make_shared<const Raster>(picture.raster);
  return in;
}

double of_attack(const AttackInputs& in) { return exact_odds(Attack(in)).at("any broken or eliminated"); }
double of_assault(const AssaultInputs& in) { return exact_odds(Assault(in)).at("attacker wins"); }

// HE of 150mm that hits a stone building on the ground brings it down by a KIA, if a dr with +1 is at most its number (B24.11).
double comes_down() {
  int ways = 0;
  for (int red = 1; red <= 6; ++red) {
    for (int white = 1; white <= 6; ++white) {
      const IftResult result = ift_result(*column_for_firepower(30), red + white);
      for (int dr = 1; dr <= 6; ++dr) ways += result.kind == IftResult::Kind::KIA && dr + 1 <= result.number ? 1 : 0;
    }
  }
  return ways / 216.;
}

// A Gun that always hits E3, where nobody is, before those at E1 fire at E5.
AssaultInputs after_a_gun(const Picture& picture, int levels) {
  AssaultInputs in = fire_down_the_column(picture);
  in.locations.push_back({.name = "E3"});
  in.map.map.hexes[*read_hex("E3")] = {.building = Construction::stone, .levels = levels};
  in.shots.insert(in.shots.begin(), {.name = "gun", .target = "E3", .caliber = 150});
  return in;
}

}  // namespace

TEST_CASE("a building that comes down opens a line of sight, and rubble shuts one") {
  AttackInputs attack{.targets = {"hs:2-4-7"}};
  attack.by = {"4-6-7"};
  attack.range = 4;
  const double breaks = of_attack(attack), down = comes_down();
  REQUIRE(down > 0.04);

  // From level 2 to the ground the house is too high, its rubble is not.
  Picture high;
  high.paint(4, 0, 12, stone_two_levels).paint(4, 2, 12, stone_two_levels);
  CHECK(high.los({4, 0}, {4, 4}, 2).blocked());
  CHECK_FALSE(Picture(high).paint(4, 2, 12, stone_rubble).los({4, 0}, {4, 4}, 2).blocked());
  AssaultInputs over = after_a_gun(high, 2);
  over.map.map.hexes[*read_hex("E1")] = {.building = Construction::stone, .levels = 2};
  over.locations[0] = {.name = "E1.2", .hex = "E1"};
  over.attackers[0].location = over.shots[1].by = "E1.2";
  CHECK(of_assault(over) == Approx(down * breaks).margin(1e-12));
  // An orchard before the target blocks it whatever comes down.
  AssaultInputs shut = over;
  shut.map.map.raster = std::make_shared<const Raster>(Picture(high).paint(4, 3, 12, orchard).raster);
  CHECK(Picture(high).paint(4, 2, 12, stone_rubble).paint(4, 3, 12, orchard).los({4, 0}, {4, 4}, 2).blocked());
  CHECK_THAT(refused(shut), Contains("E1.2 does not see E5"));
  // What makes no rubble opens nothing: the shot is refused as ever.
  over.shots[0].caliber = 60;
  CHECK_THAT(refused(over), Contains("E1.2 does not see E5"));

  // On the ground a house beside the line does not block, rubble fills its hex (B.6).
  Picture beside;
  beside.paint(4, 2, 8, stone, 0, 18, 0);
  CHECK_FALSE(beside.los({4, 0}, {4, 4}).blocked());
  CHECK(Picture(beside).paint(4, 2, 30, stone_rubble).los({4, 0}, {4, 4}).blocked());
  CHECK(of_assault(after_a_gun(beside, 0)) == Approx((1 - down) * breaks).margin(1e-12));
  AssaultInputs all_the_same = after_a_gun(beside, 0);
  all_the_same.shots[1].no_los = true;
  CHECK(of_assault(all_the_same) == Approx(breaks).margin(1e-12));
  // Off the line nothing changes.
  AssaultInputs aside = after_a_gun(Picture().paint(6, 2, 8, stone), 0);
  aside.map.map.hexes.clear();
  aside.map.map.hexes[*read_hex("G3")] = {.building = Construction::stone};
  aside.locations[2] = {.name = "G3"};
  aside.shots[0].target = "G3";
  CHECK(of_assault(aside) == Approx(breaks).margin(1e-12));
}

TEST_CASE("a shot of an assault takes range, Hindrance and hexside from the board") {
  AttackInputs attack{.targets = {"hs:2-4-7"}};
  attack.by = {"4-6-7"};
  attack.range = 4;
  Picture open;
  CHECK(of_assault(fire_down_the_column(open)) == Approx(of_attack(attack)).margin(1e-12));

  attack.hindrance = 2;
  Picture field;
  field.paint(4, 1, 12, grain).paint(4, 2, 12, grain);
  CHECK(of_assault(fire_down_the_column(field)) == Approx(of_attack(attack)).margin(1e-12));
  AssaultInputs typed = fire_down_the_column(field);
  typed.shots[0].hindrance = attack.hindrance = 1;  // what is typed goes first
  CHECK(of_assault(typed) == Approx(of_attack(attack)).margin(1e-12));

  attack.hindrance = 0;
  attack.terrain = Terrain::wall;  // the north side of E5 (B9.3)
  Picture walled;
  for (int dx = -18; dx <= 18; dx += 3) walled.paint(4, 4, 2, wall, 0, dx, -32);
  CHECK(of_assault(fire_down_the_column(walled)) == Approx(of_attack(attack)).margin(1e-12));
}

TEST_CASE("a shot without LOS is refused, unless it is made all the same") {
  Picture picture;
  picture.paint(4, 2, 12, stone);
  AssaultInputs in = fire_down_the_column(picture);
  in.map.map.hexes[*read_hex("E3")] = {.building = Construction::stone};
  CHECK_THAT(refused(in), Contains("E1 does not see E5") && Contains("E3") && Contains("no_los = true"));
  in.shots[0].no_los = true;
  AttackInputs attack{.targets = {"hs:2-4-7"}};
  attack.by = {"4-6-7"};
  attack.range = 4;
  CHECK(of_assault(in) == Approx(of_attack(attack)).margin(1e-12));
}

TEST_CASE("a shot says from which hex it is") {
  Picture picture;
  picture.paint(4, 2, 12, woods);
  AssaultInputs in = fire_down_the_column(picture);
  in.attackers.clear();
  in.shots[0].by.clear();
  in.shots[0].fp = "8";
  CHECK(refused(in) == "");
  in.shots[0].from = "E1";
  CHECK_THAT(refused(in), Contains("E1 does not see E5"));
  in.shots[0].from = "G2";  // past the woods
  CHECK(refused(in) == "");
  in.shots[0].from = "Z9";
  CHECK_THAT(refused(in), Contains("Z9"));
  in.shots[0].from = "G2";
  in.shots[0].by = "E1";
  in.shots[0].fp.clear();
  in.attackers = {{"4-6-7", "E1"}};
  CHECK_THAT(refused(in), Contains("from with by"));
  // A Gun's range, and the Hindrance on its To Hit DR.
  AssaultInputs gun = fire_down_the_column(Picture().paint(4, 1, 12, grain));
  gun.attackers.clear();
  gun.shots = {{.name = "gun", .target = "E5", .from = "E1", .caliber = 75}};
  AssaultInputs same = gun;
  same.shots[0].from.clear();
  same.shots[0].range = 4;
  same.shots[0].hindrance = 1;
  CHECK(of_assault(gun) == Approx(of_assault(same)).margin(1e-12));
  gun.map = {};
  CHECK_THAT(refused(gun), Contains("from without a map"));
}
