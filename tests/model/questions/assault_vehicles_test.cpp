#include <map>
#include <string>
#include <utility>

#include <catch2/catch.hpp>

#include "model/core/bad_input.hpp"
#include "model/questions/assault.hpp"
#include "model/questions/duel.hpp"
#include "model/questions/kill.hpp"
#include "tests/support/agreement.hpp"
#include "tests/support/ask.hpp"

using namespace boxcars;
using namespace boxcars::model;
using namespace boxcars::test;
using Catch::Matchers::Contains;

namespace {

AssaultInputs against_vehicle(std::string vehicle, AssaultShot shot, int turns = 1) {
  AssaultInputs in{.turns = turns};
  in.locations = {{.name = "J8", .terrain = Terrain::open}};
  in.vehicles = {{.name = "tank", .vehicle = std::move(vehicle)}};
  shot.target = "tank";
  shot.name = "AT";
  in.shots = {std::move(shot)};
  in.goal.vehicles = 1;
  return in;
}

AssaultShot shot_of(std::string gun, int range) {
  AssaultShot shot;
  shot.gun = std::move(gun);
  shot.range = range;
  return shot;
}

KillInputs kill_by(const std::string& gun, const std::string& target, int range) {
  KillInputs in{.gun = gun, .target = target};
  in.shot.aim.range = range;
  return in;
}

constexpr double fails_on_8 = 10.0 / 36;  // a TC of a crew with a Morale Level of 8

}  // namespace

TEST_CASE("a shot of an assault at a vehicle does what kill says of it") {
  for (const auto& [gun, target] : {std::pair("75L", "M4A1"), std::pair("88L", "T-34 M43"), std::pair("57L", "Panther G"),
                                    std::pair("37L", "unarmored,size=0"), std::pair("105", "armor=8/4,ot")}) {
    for (const int range : {3, 10}) {
      INFO(gun << " at " << target << ", " << range << " hexes");
      const auto odds = exact_odds(Assault(against_vehicle(target, shot_of(gun, range))));
      const auto once = exact_odds(Kill(kill_by(gun, target, range)));
      for (const auto& [here, there] :
           {std::pair("eliminated", "kills"), std::pair("burns", "burns"), std::pair("immobilized", "immobilized"),
            std::pair("shocked", "shocked"), std::pair("crew abandons", "crew abandons"), std::pair("crew survives", "crew survives")})
        CHECK(odds.at("tank " + std::string(here)) == Approx(once.at(there)).margin(1e-12));
      CHECK(odds.at("attacker wins") == Approx(once.at("kills") + once.at("crew abandons")).margin(1e-12));
    }
  }
}

TEST_CASE("shots of several turns at a truck: immobile once, and no more a target when its crew has left it") {
  const auto once = exact_odds(Kill(kill_by("75L", "unarmored,size=0", 12)));
  const double kills = once.at("kills"), immobilizes = once.at("immobilized");
  double mobile = 1, immobile = 0, eliminated = 0;
  for (int turn = 0; turn < 3; ++turn) {
    eliminated += (mobile + immobile) * kills;
    immobile = immobile * (1 - kills) + mobile * immobilizes * (1 - fails_on_8);
    mobile *= 1 - kills - immobilizes;
  }
  const Assault question(against_vehicle("unarmored,size=0", shot_of("75L", 12), 3));
  CHECK(exact_odds(question).at("tank eliminated") == Approx(eliminated).margin(1e-12));
  CHECK(exact_odds(question).at("attacker wins") == Approx(1 - mobile - immobile).margin(1e-12));
  check_agreement(question, simulated(question, 20'000), solved(question).odds.value());
}

TEST_CASE("a vehicle in Shock does not fire, and may be a wreck two turns later (C7.42)") {
  // The first shot of the first turn, and then what follows of it: in the second turn dr 3 to 6, in the third 4 to 6.
  AssaultInputs in = against_vehicle("M4A1", shot_of("75L", 10), 3);
  in.shots.front().until_turn = 1;
  const auto once = exact_odds(Kill(kill_by("75L", "M4A1", 10)));
  CHECK(exact_odds(Assault(in)).at("tank eliminated") ==
        Approx(once.at("kills") + once.at("shocked") * (4.0 / 6) * (3.0 / 6)).margin(1e-12));
}

TEST_CASE("two vehicles of an assault that acquire each other are a duel, Shock included (C6.5, C7.42)") {
  AssaultInputs in = against_vehicle("T-34 M43", shot_of("PzKpfw IVH", 10), 3);
  in.vehicles.push_back({.name = "other", .vehicle = "PzKpfw IVH", .side = Side::attacker});
  AssaultShot& first = in.shots.front();
  first.by = "other", first.shell = Shell::ap;
  AssaultShot back = shot_of("T-34 M43", 10);
  back.name = "back", back.target = "other", back.by = "tank", back.shell = Shell::ap;
  in.shots.push_back(back);
  for (AssaultShot& shot : in.shots) shot.acquire = true, shot.rate_of_fire = 1, shot.breakdown = 12, shot.repair = 1;
  const DuelInputs duel{
      .a = {.name = "PzKpfw IVH", .ammo = Shell::ap}, .b = {.name = "T-34 M43", .ammo = Shell::ap}, .range = 10, .turns = "3"};
  const auto here = exact_odds(Assault(in)), there = exact_odds(Duel(duel));
  CHECK(here.at("attacker wins") == Approx(there.at("B is out by turn 3")).margin(1e-12));
  CHECK(here.at("other eliminated") + here.at("other crew abandons") == Approx(there.at("A is out by turn 3")).margin(1e-12));
}

TEST_CASE("a vehicle that is lost fires no more, at a vehicle or on the IFT") {
  const std::string truck = "unarmored,size=0";
  AssaultInputs in = against_vehicle(truck, shot_of("75L", 12));
  in.vehicles.push_back({.name = "other", .vehicle = truck, .side = Side::attacker});
  in.shots.front().by = "other";
  AssaultShot back = shot_of("75L", 12);
  back.name = "back", back.target = "other", back.by = "tank";
  in.shots.push_back(back);
  const auto once = exact_odds(Kill(kill_by("75L", truck, 12)));
  const double out = once.at("kills") + once.at("immobilized") * fails_on_8;
  const auto odds = exact_odds(Assault(in));
  CHECK(odds.at("tank eliminated") == Approx(once.at("kills")).margin(1e-12));
  CHECK(odds.at("other eliminated") == Approx((1 - out) * once.at("kills")).margin(1e-12));

  // Its MG at men: 8 FP, which break nobody who is shot at by a wreck.
  AssaultInputs men = against_vehicle(truck, shot_of("75L", 12));
  men.attackers = {{.unit = "4-4-7", .location = "J8"}};
  AssaultShot guns;
  guns.name = "MG", guns.target = "J8", guns.fp = "8", guns.by = "tank";
  men.shots.push_back(guns);
  AssaultInputs alone = men;
  alone.shots.erase(alone.shots.begin());
  alone.shots.front().by.clear(), alone.shots.front().cowering = Cowering::none;  // a vehicle's MG does not cower (A7.9)
  CHECK(exact_odds(Assault(men)).at("a1:4-4-7 broken") ==
        Approx((1 - out) * exact_odds(Assault(alone)).at("a1:4-4-7 broken")).margin(1e-12));
}

TEST_CASE("HE of a vehicle whose turret fires buttoned up has Case I (D1.321)") {
  const auto broken_by = [](const std::string& vehicle, std::vector<std::string> cases) {
    AssaultInputs in = against_vehicle("M4A1", {}, 1);
    in.goal = {.good_order = 0};
    in.locations = {{.name = "J8", .terrain = Terrain::woods}};
    in.defenders = {{.unit = "4-4-7", .location = "J8"}};
    in.vehicles = {{.name = "tank", .vehicle = vehicle, .side = Side::attacker}};
    AssaultShot& shot = in.shots.front();
    shot.target = "J8", shot.by = "tank", shot.caliber = 76, shot.range = 8, shot.cases = std::move(cases);
    return exact_odds(Assault(in)).at("1:4-4-7 broken");
  };
  CHECK(broken_by("T-34 M43", {}) == Approx(broken_by("M4A1", {"I"})).margin(1e-14));
  CHECK(broken_by("T-34 M43", {"I"}) == Approx(broken_by("M4A1", {"I"})).margin(1e-14));
  CHECK(broken_by("T-34 M43", {}) < broken_by("M4A1", {}) - 0.01);
}

TEST_CASE("a vehicle of an assault in Motion fires with its Case C4, or is refused (C5.35)") {
  AssaultInputs in = against_vehicle("M4A1", {}, 1);
  in.goal = {.good_order = 0};
  in.locations = {{.name = "J8", .terrain = Terrain::woods}};
  in.defenders = {{.unit = "4-4-7", .location = "J8"}};
  in.vehicles = {{.name = "tank", .vehicle = "M4A1", .side = Side::attacker, .motion = true}};
  AssaultShot& shot = in.shots.front();
  shot.target = "J8", shot.by = "tank", shot.caliber = 75, shot.range = 8;
  CHECK_THROWS_WITH(Assault(in), Contains("Case C4 (C5.35)"));
  shot.cases = {"C4=2"};
  CHECK_NOTHROW(Assault(in));
}

TEST_CASE("what vehicles of an assault refuse, with its reason") {
  const auto refused = [](const AssaultInputs& in, const char* why) { CHECK_THROWS_WITH(Assault(in), Contains(why)); };
  refused(against_vehicle("Pantherr", shot_of("75L", 10)), "the nearest are");
  refused(against_vehicle("Panther", shot_of("", 10)), "no gun given");
  AssaultShot no_range = shot_of("75L", 10);
  no_range.range.reset();
  refused(against_vehicle("Panther", no_range), "no range given");
  AssaultShot with_fp = shot_of("75L", 10);
  with_fp.fp = "8";
  refused(against_vehicle("Panther", with_fp), "fp");
  AssaultInputs in = against_vehicle("Panther", shot_of("75L", 10));
  in.vehicles.push_back(in.vehicles.front());
  refused(in, "two vehicles are called");
  in = against_vehicle("Panther", shot_of("75L", 10));
  in.goal.vehicles = 2;
  refused(in, "there are no more vehicles");
  in = against_vehicle("Panther", shot_of("75L", 10));
  in.vehicles.front().side = Side::attacker;
  refused(in, "the defender has no vehicles");
}
