#include "model/kindling.hpp"

#include <cmath>

#include <catch2/catch.hpp>

#include "model/bad_input.hpp"
#include "tests/support/agreement.hpp"
#include "tests/support/ask.hpp"
#include "tests/support/scripted.hpp"

using namespace boxcars;
using namespace boxcars::model;
using namespace boxcars::test;
using Catch::Matchers::Contains;

static_assert(sim::Process<Kindling>);

namespace {

// The printed numbers (B23.6, G5.6), written out once more.
struct Printed {
  Terrain terrain;
  int kindling, spread;
  bool can_be_fortified;
};
const std::vector<Printed> printed{{Terrain::wood, 7, 8, true},          {Terrain::stone, 8, 9, true},
                                   {Terrain::lumberyard, 7, 8, true},    {Terrain::wood_rubble, 7, 8, false},
                                   {Terrain::stone_rubble, 8, 9, false}, {Terrain::hut, 6, 7, false},
                                   {Terrain::collapsed_hut, 6, 7, false}};

// The odds of a sum from `low` to `high`.
double odds_of_sum(int low, int high) {
  int ways = 0;
  for (int colored = 1; colored <= 6; ++colored) {
    for (int white = 1; white <= 6; ++white) ways += colored + white >= low && colored + white <= high;
  }
  return ways / 36.0;
}

}  // namespace

TEST_CASE("fire agrees with its closed form over all terrain, DRM and turns") {
  for (const Printed& what : printed) {
    for (const bool fortified : {false, true}) {
      if (fortified && !what.can_be_fortified) continue;
      for (const int drm : {-3, 0, 2}) {
        for (const int spread_drm : {-2, 0, 1}) {
          for (const bool hampered : {false, true}) {
            for (const int turns : {1, 2, 5}) {
              INFO(static_cast<int>(what.terrain) << " " << fortified << drm << spread_drm << hampered << turns);
              const Kindling question({.terrain = what.terrain,
                                       .fortified = fortified,
                                       .drm = drm,
                                       .spread_drm = spread_drm,
                                       .turns = std::to_string(turns),
                                       .hampered = hampered});
              const int penalty = fortified ? 1 : 0;
              const double kindled = odds_of_sum(what.kindling - drm + penalty, 12);
              const double blazes = odds_of_sum(what.spread - spread_drm + penalty, 12);
              const double out = odds_of_sum(2, 2 - spread_drm + penalty);
              double burning = kindled, all_blazes = 0, all_out = 0;
              auto turn_of_blaze = exact_measures(question).at("turn of blaze");
              for (int turn = hampered ? 2 : 1; turn <= turns; ++turn) {
                CHECK(turn_of_blaze[turn] == Approx(burning * blazes).margin(1e-14));
                all_blazes += burning * blazes;
                all_out += burning * out;
                burning *= 1 - blazes - out;
              }
              auto odds = exact_odds(question);
              CHECK(odds.at("kindled") == Approx(kindled).margin(1e-14));
              CHECK(odds.at("blaze") == Approx(all_blazes).margin(1e-14));
              CHECK(odds.at("out") == Approx(all_out).margin(1e-14));
              CHECK(turn_of_blaze[0] == Approx(1 - all_blazes).margin(1e-14));
              CHECK((odds.count("collapses") == 1) == (what.terrain == Terrain::hut));
              if (what.terrain == Terrain::hut) CHECK(odds.at("collapses") == odds.at("blaze"));
            }
          }
        }
      }
    }
  }
}

TEST_CASE("a fire until it blazes or is out") {
  for (const bool hampered : {false, true}) {
    const Kindling question({.terrain = Terrain::wood, .turns = "until", .hampered = hampered});
    const double kindled = 21.0 / 36, blazes = 15.0 / 36, out = 1.0 / 36;
    auto odds = exact_odds(question);
    CHECK(odds.at("blaze") == Approx(kindled * blazes / (blazes + out)));
    CHECK(odds.at("out") == Approx(kindled * out / (blazes + out)));
    auto turns = exact_measures(question).at("turn of blaze");
    const int first = hampered ? 2 : 1;
    CHECK(turns.count(first - 1) == (hampered ? 0 : 1));  // turn 0 is: never
    for (int turn = first; turn < 20; ++turn)
      CHECK(turns.at(turn) == Approx(kindled * blazes * std::pow(20.0 / 36, turn - first)).epsilon(1e-11));
  }
}

TEST_CASE("fire, simulated and exact, agrees") {
  const Kindling question({.terrain = Terrain::hut, .turns = "until", .hampered = true});
  check_agreement(question, simulated(question, 1'000'000), solved(question).odds.value());
}

TEST_CASE("a fire is told") {
  const Kindling question({.terrain = Terrain::hut, .turns = "3"});
  const auto told = play(question, {{3, 3}, {1, 4}, {6, 1}});
  CHECK(told.throws == std::vector<std::string>{"Kindling DR", "Flame DR", "Flame DR"});
  CHECK(told.events == std::vector<std::string>{"kindled", "blaze", "collapses"});
  CHECK(told.measures == std::vector<std::pair<std::string, int>>{{"turn of blaze", 2}});
  CHECK(play(question, {{3, 3}, {1, 1}}).events == std::vector<std::string>{"kindled", "out"});
}

TEST_CASE("what does not burn is refused") {
  const auto refused = [](const KindlingInputs& in, const char* why) {
    CHECK_THROWS_WITH(Kindling(in), Contains(why));
    CHECK_THROWS_AS(Kindling(in), BadInput);
  };
  refused({}, "no terrain given");
  refused({.terrain = Terrain::open}, "B25.11");
  refused({.terrain = Terrain::hut, .fortified = true}, "G5.3");
  refused({.terrain = Terrain::wood_rubble, .fortified = true}, "B24.5");
  refused({.terrain = Terrain::wood, .turns = "0"}, "or until");
}
