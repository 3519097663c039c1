#include <algorithm>
#include <cmath>
#include <string>

#include <catch2/catch.hpp>

#include "model/core/bad_input.hpp"
#include "model/questions/assault.hpp"
#include "model/questions/attack.hpp"
#include "model/questions/he.hpp"
#include "tests/support/agreement.hpp"
#include "tests/support/ask.hpp"
#include "tests/support/dr.hpp"
#include "tests/support/effort.hpp"
#include "tests/support/naive_attack.hpp"
#include "tests/support/naive_to_hit.hpp"
#include "tests/support/scripted.hpp"

using namespace boxcars;
using namespace boxcars::model;
using namespace boxcars::test;
using Catch::Matchers::Contains;

namespace {

AttackInputs gun(int caliber, Terrain terrain) { return {.caliber = caliber, .targets = {"4-4-7"}, .terrain = terrain}; }

// What an IFT DR with so much Firepower and DRM eliminates and breaks of a squad.
struct Losses {
  double eliminated = 0, broken = 0;
};
Losses losses(int firepower, int drm) {
  Losses sum;
  each_dr([&](int colored, int white) {
    for (const auto& [units, odds] : naive_units_after({NaiveUnit{}}, printed_cell(firepower, 0, colored + white + drm))) {
      sum.eliminated += units[0].kind == 'x' ? odds / 36 : 0;
      sum.broken += units[0].kind != 'x' && units[0].broken ? odds / 36 : 0;
    }
  });
  return sum;
}

// Of one shot: what hits, and how it attacks then.
void check_shot(const AttackInputs& in, Chances to_hit, Losses normal, Losses critical) {
  const auto odds = exact_odds(Attack(in));
  CHECK(odds.at("hit") == Approx(to_hit.hit).margin(1e-12));
  CHECK(odds.at("critical hit") == Approx(to_hit.critical).margin(1e-12));
  const double hit = to_hit.hit - to_hit.critical;
  CHECK(odds.at("1:4-4-7 eliminated") == Approx(hit * normal.eliminated + to_hit.critical * critical.eliminated).margin(1e-12));
  CHECK(odds.at("1:4-4-7 broken") == Approx(hit * normal.broken + to_hit.critical * critical.broken).margin(1e-12));
}

}  // namespace

// A 75mm HE shell has 12 FP, 24 as a critical hit, when the TEM turns round (C3.7); on the Area Target Type half of it.
TEST_CASE("a Gun has to hit who it attacks, where no building needs to stand", "[to hit]") {
  for (int needed = -2; needed <= 12; ++needed) {
    INFO(needed);
    AttackInputs in = gun(75, Terrain::woods);
    in.to_hit = needed;
    check_shot(in, chances(needed + 1, 1, true), losses(12, 0), losses(24, -1));
    in.th_number = needed + 3;
    check_shot(in, chances(needed + 3, 3, true), losses(12, 0), losses(24, -1));
    in.th_number.reset(), in.terrain = Terrain::open;
    check_shot(in, chances(needed, 0, true), losses(12, 0), losses(24, 0));
    in.fire = Fire::area, in.terrain = Terrain::woods;
    check_shot(in, chances(needed, 0, false), losses(6, 1), losses(24, -1));
  }
}

// At 10 hexes a black 75L needs 7 (tohit.csv, C4): woods +1, Hindrance +2, a leader -1.
TEST_CASE("its To Hit number is computed, with who hinders and who directs it", "[to hit]") {
  AttackInputs in = gun(75, Terrain::woods);
  in.range = 10;
  in.gun.barrel = Barrel::L;
  check_shot(in, chances(7, 1, true), losses(12, 0), losses(24, -1));
  in.hindrance = 2;
  check_shot(in, chances(7, 3, true), losses(12, 0), losses(24, -1));
  in.leader = "9-1";
  check_shot(in, chances(7, 2, true), losses(12, 0), losses(24, -1));
  in.gun.cases = {"K"};
  check_shot(in, chances(7, 4, true), losses(12, 0), losses(24, -1));
  in.hindrance = 0, in.leader.clear(), in.gun.cases = {"J3"};  // FFNAM is on a critical hit, too (C3.71)
  check_shot(in, chances(7, 0, true), losses(12, 0), losses(24, -2));
  in.terrain = Terrain::open, in.gun.cases = {"J3", "J4"};  // FFNAM and FFMO
  check_shot(in, chances(7, -2, true), losses(12, 0), losses(24, -2));
  in.gun.cases = {"J3", "O", "J4"};  // Hazardous Movement instead of both (C6.6)
  check_shot(in, chances(7, -2, true), losses(12, 0), losses(24, -2));
  in.gun.cases = {"N=-1", "M"};  // Bore Sighting instead of acquisition (C6.4)
  check_shot(in, chances(7, -2, true), losses(12, 0), losses(24, 0));
  in.gun.cases = {"J3", "J4"};
  for (const Terrain terrain : {Terrain::woods, Terrain::stone, Terrain::orchard, Terrain::grain}) {
    in.terrain = terrain;
    CHECK_THROWS_WITH(Attack(in), Contains("FFMO is of Open Ground"));
  }
}

TEST_CASE("it is the shot of an assault, and of a small Gun that of he, with its rate of fire", "[to hit]") {
  OneOf some(4);
  for (const Fire fire : {Fire::direct, Fire::area, Fire::mortar}) {
    for (const int caliber : {37, 81, 150}) {
      if (!some.takes_next()) continue;
      INFO(static_cast<int>(fire) << " " << caliber);
      AttackInputs in = gun(caliber, Terrain::woods);
      in.range = 6, in.fire = fire;
      AssaultInputs assault{.turns = 1};
      assault.locations = {{.name = "K5", .terrain = Terrain::woods}, {.name = "K9"}};
      assault.defenders = {{"4-4-7", "K5"}, {"4-4-7", "K9"}};
      assault.shots = {{.name = "Gun", .target = "K5", .range = 6, .caliber = caliber, .fire = fire}};
      assault.goal.eliminated = 2;
      const auto ours = exact_odds(Attack(in)), theirs = exact_odds(Assault(assault));
      for (const char* event : {"1:4-4-7 eliminated", "1:4-4-7 broken", "1:4-4-7 reduced"})
        CHECK(ours.at(event) == Approx(theirs.at(event)).margin(1e-12));
    }
  }
  for (const int rate_of_fire : {1, 2, 3}) {
    if (!some.takes_next()) continue;
    AttackInputs in = gun(37, Terrain::wood);
    in.targets = {"9-1", "4-4-7"};
    in.range = 6, in.rate_of_fire = rate_of_fire;
    HeInputs he{.caliber = 37, .building = Construction::wood, .levels = 0, .occupants = {"0=9-1", "0=4-4-7"}};
    he.aim.range = 6, he.rate_of_fire = rate_of_fire;
    const auto ours = exact_odds(Attack(in)), theirs = exact_odds(He(he));
    for (const char* event : {"hit", "1:9-1 eliminated", "1:9-1 broken", "1:9-1 reduced", "2:4-4-7 eliminated", "2:4-4-7 broken",
                              "2:4-4-7 pinned", "2:4-4-7 reduced", "all eliminated"}) {
      INFO(event);
      CHECK(ours.at(event) == Approx(theirs.at(event)).margin(1e-12));
    }
  }
}

TEST_CASE("the defender's sniper waits for the To Hit DR, too", "[to hit]") {
  AttackInputs in = gun(75, Terrain::open);
  in.to_hit = 7;
  in.defenders_san = 4;
  double quiet = 0;
  each_dr([&](int a, int b) {
    const double after_to_hit = a + b == 4 ? 4. / 6 : 1;
    each_dr([&](int c, int d) { quiet += after_to_hit * (a + b <= 7 && c + d == 4 ? 4. / 6 : 1) / 1296; });
  });
  CHECK(exact_odds(Attack(in)).at("defender's sniper attacks") == Approx(1 - quiet).margin(1e-12));

  // A 20mm Gun at 8 hexes hits on 8 or less; doubles but an Original 2 that is critical are two hits, each with an IFT DR of its own.
  in = gun(20, Terrain::open);
  in.range = 8;
  in.defenders_san = 4;
  const int needed = static_cast<int>(Attack(in).description().figures.front().number);
  double asleep = 0;
  each_dr([&](int a, int b) {
    const double four = 3. / 36 * 2 / 6;  // that an IFT DR is one, and wakes it
    for (int dr = 1; dr <= 6; ++dr) {
      const bool hits = a + b <= needed, critical = hits && (a + b < needed / 2.0 || (a + b == 2 && dr <= needed / 2.0));
      const int shots = !hits ? 0 : !critical && a == b ? 2 : 1;
      asleep += (a + b == 4 ? 4. / 6 : 1) * std::pow(1 - four, shots) / 216;
    }
  });
  CHECK(exact_odds(Attack(in)).at("defender's sniper attacks") == Approx(1 - asleep).margin(1e-12));
  check_agreement(Attack(in), simulated(Attack(in), 200'000, 5), solved(Attack(in)).odds.value());
}

TEST_CASE("shots are counted until the rate of fire is lost, and simulated they have the exact odds", "[to hit][thorough]") {
  AttackInputs in = gun(75, Terrain::woods);
  in.to_hit = 1, in.rate_of_fire = 2;  // but for an Original 2 it misses
  in.targets = {"9-1", "2x4-4-7"};
  const auto told = play(Attack(in), {{1, 6}, {2, 5}, {1, 1}, {6}, {3, 4}});
  CHECK(told.throws == std::vector<std::string>{"To Hit DR", "To Hit DR", "To Hit DR", "subsequent dr", "To Hit DR"});
  CHECK(std::count(told.measures.begin(), told.measures.end(), std::pair<std::string, int>{"shots fired", 4}) == 1);
  for (const int needed : {1, 6, 9}) {
    for (const std::optional<int> san : {std::optional<int>{}, std::optional(5)}) {
      in.to_hit = needed;
      in.attackers_san = in.defenders_san = san;
      const Attack attack(in);
      check_agreement(attack, simulated(attack, 200'000, 3), solved(attack).odds.value());
    }
  }
}

TEST_CASE("what is about a To Hit DR is refused where there is none", "[to hit]") {
  const auto refused = [](auto change, const std::string& field, const std::string& words) {
    AttackInputs in = gun(75, Terrain::woods);
    change(in);
    try {
      const Attack attack(in);
      FAIL_CHECK("not refused: " << words);
    } catch (const BadInput& bad) {
      CHECK(bad.fault().field == field);
      CHECK_THAT(bad.what(), Contains(words));
    }
  };
  refused([](AttackInputs& in) { in.gun.barrel = Barrel::L; }, "barrel", "give --range");
  refused([](AttackInputs& in) { in.gun.cases = {"K"}; }, "case", "give --range");
  refused([](AttackInputs& in) { in.hindrance = 2; }, "hindrance", "C6.7");
  refused([](AttackInputs& in) { in.leadership = -1; }, "leadership", "A7.53");
  refused([](AttackInputs& in) { in.rate_of_fire = 2; }, "rate_of_fire", "C2.24");
  refused([](AttackInputs& in) { in.range = 6, in.fire = Fire::area, in.rate_of_fire = 2; }, "rate_of_fire", "C3.33");
  refused([](AttackInputs& in) { in.range = 6, in.fire = Fire::oba; }, "range", "C1.53");
  refused([](AttackInputs& in) { in.to_hit = 6, in.fire = Fire::oba; }, "to_hit", "C1.53");
  refused([](AttackInputs& in) { in.range = 6, in.to_hit = 6; }, "range", "C3.3");
  refused([](AttackInputs& in) { in.th_number = 6; }, "th_number", "give --to-hit");
  refused([](AttackInputs& in) { in.to_hit = 6, in.hindrance = 1; }, "hindrance", "C6.7");
  refused([](AttackInputs& in) { in.to_hit = 6, in.then = {"4"}; }, "then", "each shot has its own");
  refused([](AttackInputs& in) { in.range = 6, in.gun.cases = {"Z"}; }, "case", "Z");
  refused([](AttackInputs& in) { in.caliber.reset(), in.fp = "8", in.to_hit = 6; }, "to_hit", "only Guns");
  refused([](AttackInputs& in) { in.caliber.reset(), in.by = {"4-6-7"}, in.range = 3, in.gun.barrel = Barrel::L; }, "barrel", "only Guns");
}

TEST_CASE("at a target that moves, or by a firer who does, there is no Case L (C6.3)") {
  const auto drm = [](std::vector<std::string> cases, int range = 1) {
    AttackInputs in{.caliber = 75, .targets = {"4-4-7"}, .range = range};
    in.gun.cases = std::move(cases);
    const ToHit to_hit = *attack_situation(in).to_hit;
    return to_hit.number - to_hit.needed;
  };
  CHECK(drm({}) == -2);
  CHECK(drm({}, 2) == -1);
  CHECK(drm({}, 3) == 0);
  CHECK(drm({"K"}) == 0);
  CHECK(drm({"J3"}) == -1);
  CHECK(drm({"J3", "J4"}) == -2);
  CHECK(drm({"O"}, 2) == -2);
  CHECK(drm({"B", "C=2"}) == 4);
}
