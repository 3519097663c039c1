#include "bench/naive.hpp"

#include <cstdlib>

#include <catch2/catch.hpp>

#include "model/questions/assault.hpp"
#include "model/questions/attack.hpp"
#include "model/questions/he.hpp"
#include "tests/support/ask.hpp"
#include "tests/support/binomial.hpp"

using namespace boxcars;
using namespace boxcars::test;

// What the engine is compared with must do the same work: its answers are right, too.
TEST_CASE("the programs that a user would write give the exact odds", "[thorough]") {
  constexpr std::uint64_t many = 1'000'000;
  SECTION("DR") {
    const bench::Sums sums = bench::naive_dr(many);
    for (int sum = 2; sum <= 12; ++sum)
      CHECK(tail(sums[static_cast<std::size_t>(sum)], many, (6 - std::abs(sum - 7)) / 36.0) > false_alarm);
    for (const std::uint64_t face : bench::naive_dr_pcg(many)) CHECK(tail(face, many, 1.0 / 36) > false_alarm);
  }
  SECTION("a lone squad") {
    model::AttackInputs in;
    in.fp = "8";
    in.targets = {"4-4-7"};
    in.cowering = model::Cowering::none;
    auto odds = exact_odds(model::Attack(in));
    const bench::LoneSquad seen = bench::naive_attack(many);
    CHECK(tail(seen.eliminated, many, odds.at("1:4-4-7 eliminated")) > false_alarm);
    CHECK(tail(seen.broken, many, odds.at("1:4-4-7 broken")) > false_alarm);
    CHECK(tail(seen.pinned, many, odds.at("1:4-4-7 pinned")) > false_alarm);
    CHECK(tail(seen.reduced, many, odds.at("1:4-4-7 reduced")) > false_alarm);
  }
  SECTION("HE at a building") {
    const model::He question({.caliber = 150, .building = model::Construction::stone, .levels = 2, .level = "1"});
    auto odds = exact_odds(question);
    auto levels = exact_measures(question).at("levels rubbled");
    const bench::RubbledBuilding seen = bench::naive_he(many);
    CHECK(tail(seen.structural_damage, many, odds.at("structural damage")) > false_alarm);
    CHECK(tail(seen.rubble, many, odds.at("rubble")) > false_alarm);
    CHECK(tail(seen.whole_hex_rubbled, many, odds.at("whole hex rubbled")) > false_alarm);
    CHECK(tail(seen.rubble_falls, many, odds.at("rubble falls")) > false_alarm);
    CHECK(tail(seen.levels_rubbled - 2 * seen.rubble, many, levels.at(3)) > false_alarm);
  }
  SECTION("turns of attacks on a position") {
    model::AssaultInputs in{.turns = 6};
    in.locations.push_back({.name = "J8.1", .building = model::Construction::stone, .levels = 2, .level = 1});
    in.defenders = {{"9-1", "J8.1"}, {"4-6-7", "J8.1"}, {"4-6-7", "J8.1"}};
    in.shots.push_back({.name = "MG1", .target = "J8.1", .fp = "12", .drm = -2, .cowering = model::Cowering::none});
    in.shots.push_back({.name = "MG2", .target = "J8.1", .fp = "8", .drm = -2, .cowering = model::Cowering::none});
    in.rally_drm = -1;
    in.goal.good_order = 0;
    const model::Assault question(in);
    auto odds = exact_odds(question);
    const bench::Position seen = bench::naive_small_assault(many);
    CHECK(tail(seen.won, many, odds.at("attacker wins")) > false_alarm);
    CHECK(tail(seen.leader_eliminated, many, odds.at("1:9-1 eliminated")) > false_alarm);
    CHECK(tail(seen.first_reduced, many, odds.at("2:4-6-7 reduced")) > false_alarm);
  }
  SECTION("turns of shells and fire at several Locations") {
    constexpr std::uint64_t fewer = many / 4;
    const bench::Position seen = bench::naive_big_assault(fewer);
    CHECK(tail(seen.won, fewer, .792347498241) > false_alarm);  // its exact odds, of which growing takes long
    CHECK(tail(seen.leader_eliminated, fewer, .420552313928) > false_alarm);
    CHECK(tail(seen.house_rubbled, fewer, .00352893014404) > false_alarm);
  }
}
