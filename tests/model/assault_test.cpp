#include "model/assault.hpp"

#include <catch2/catch.hpp>

#include "model/attack.hpp"
#include "model/bad_input.hpp"
#include "model/he.hpp"
#include "tests/support/agreement.hpp"
#include "tests/support/ask.hpp"
#include "tests/support/naive_assault.hpp"
#include "tests/support/scripted.hpp"

using namespace boxcars;
using namespace boxcars::model;
using namespace boxcars::test;
using Catch::Matchers::Contains;

static_assert(sim::EndsByLaps<Assault>);

namespace {

// A stone building with two levels above ground, asked about in two ways: as boxcars is, and as a player writes it down.
struct Asked {
  AssaultInputs in{.turns = 1};
  NaiveAssault naive{.turns = 1, .levels = 2};

  explicit Asked(int turns, std::vector<int> levels = {1}) {
    in.turns = naive.turns = turns;
    for (const int level : levels) in.locations.push_back({.name = place(level), .level = level});
    in.locations.front().building = Construction::stone;
    in.locations.front().levels = 2;
    in.goal.good_order = naive.good_order = 0;
  }
  static std::string place(int level) { return "J8." + std::to_string(level); }

  Asked& unit(const std::string& text, const NaiveUnit& naive_unit, int level = 1) {
    in.defenders.push_back({text, place(level)});
    naive.defenders.emplace_back(level, naive_unit);
    return *this;
  }
  Asked& squad() { return unit("4-6-7", {}); }
  Asked& leader() { return unit("9-1", {.kind = 'l', .morale = 9, .broken_morale = 9, .leadership = -1}); }
  // On a column, with this DRM besides the TEM.
  Asked& mg(int column, int drm, int level = 1) {
    in.shots.push_back({.name = "MG" + std::to_string(in.shots.size() + 1),
                        .target = place(level),
                        .fp = std::to_string(column),
                        .drm = drm,
                        .cowering = Cowering::none});
    naive.shots.push_back({.level = level, .column = column, .drm = drm + 3});
    return *this;
  }
  Asked& gun(int caliber, int column, int to_hit, int level = 1) {
    in.shots.push_back({.name = "Gun" + std::to_string(in.shots.size() + 1), .target = place(level), .caliber = caliber, .to_hit = to_hit});
    naive.shots.push_back({.level = level, .column = column, .he = true, .firepower = column, .to_hit = to_hit});
    return *this;
  }
  Asked& rally(int drm) {
    in.rally_drm = naive.rally = drm;
    return *this;
  }
};

// Units that are equal are asked about together: who of them tries to rally is not said.
void check_against_enumeration(const Asked& asked) {
  const Assault assault(asked.in);
  const auto odds = exact_odds(assault);
  auto measures = exact_measures(assault);
  auto naive = naive_assault_odds(asked.naive);
  CHECK(odds.at("attacker wins") == Approx(naive["attacker wins"]).epsilon(0).margin(1e-12));
  for (int turn = 1; turn <= asked.in.turns; ++turn) {
    const std::string by = "by turn " + std::to_string(turn);
    CHECK(odds.at("attacker wins " + by) == Approx(naive["wins " + by]).epsilon(0).margin(1e-12));
  }
  std::map<std::string, std::pair<double, double>> sums;
  for (std::size_t i = 0; i < asked.in.defenders.size(); ++i) {
    const std::string text = asked.in.defenders[i].unit, number = std::to_string(i + 1);
    for (const std::string fate : {" eliminated", " reduced", " broken", " pinned", " replaced", " unharmed"}) {
      auto& sum = sums[text + " " + asked.in.defenders[i].location + fate];
      sum.first += odds.at(number + ":" + text.substr(0, text.find(',')) + fate);
      sum.second += naive[number + fate];
    }
  }
  for (const auto& [event, both] : sums) {
    INFO(event);
    CHECK(both.first == Approx(both.second).epsilon(0).margin(1e-12));
  }
  for (int n = 0; n <= static_cast<int>(asked.in.defenders.size()); ++n) {
    CHECK(measures["defenders in good order"][n] == Approx(naive[std::to_string(n) + " in good order"]).epsilon(0).margin(1e-12));
    CHECK(measures["defenders eliminated"][n] == Approx(naive[std::to_string(n) + " are eliminated"]).epsilon(0).margin(1e-12));
  }
  for (const AssaultLocation& location : asked.in.locations) {
    INFO(location.name);
    const double rubbled = naive["level " + std::to_string(location.level) + " rubbled"];
    CHECK(odds.at(location.name + " rubbled") == Approx(rubbled).epsilon(0).margin(1e-12));
  }
}

}  // namespace

TEST_CASE("assaults against the naive enumeration: one and two squads, several turns and shots") {
  check_against_enumeration(Asked(1).squad().mg(8, 0));
  check_against_enumeration(Asked(3).squad().mg(8, 0));
  check_against_enumeration(Asked(2).squad().mg(8, -1).mg(4, 0));
  check_against_enumeration(Asked(2).squad().squad().mg(12, -2).mg(8, -1));
  check_against_enumeration(Asked(4).squad().mg(8, -2).rally(-1));
  check_against_enumeration(Asked(3).squad().squad().mg(8, -2).rally(0));
  check_against_enumeration(Asked(2).squad().unit("4-4-7,elr=2,bml=8", {.broken_morale = 8, .elr = 2}).mg(16, -2).mg(6, -2).rally(-2));
}

TEST_CASE("assaults against the naive enumeration: leaders and rally") {
  check_against_enumeration(Asked(2).leader().squad().mg(8, -2).rally(-1));
  check_against_enumeration(Asked(3).leader().unit("hs:2-4-7,elr=1", {.kind = 'h', .elr = 1}).mg(12, -1).rally(0));
  check_against_enumeration(Asked(3).leader().unit("8-0", {.kind = 'l', .morale = 8, .broken_morale = 8}).mg(8, 0).rally(-1));
}

TEST_CASE("assaults against the naive enumeration: a leader and two squads, and who rallies alone") {
  check_against_enumeration(Asked(2).leader().squad().squad().mg(8, 0).rally(-1));  // Morale Checks at worst
  check_against_enumeration(Asked(3, {1, 2})
                                .unit("4-4-8,broken", {.morale = 8, .broken_morale = 8, .broken = true})
                                .unit("4-6-7,broken,bml=8", {.broken_morale = 8, .broken = true})
                                .unit("crew:2-2-8,broken", {.kind = 'c', .morale = 8, .broken_morale = 8, .broken = true}, 2)
                                .unit("hs:2-4-7", {.kind = 'h'}, 2)
                                .mg(4, 0)
                                .mg(8, 0, 2)
                                .rally(-1));
}

TEST_CASE("assaults against the naive enumeration: HE, rubble and other goals") {
  check_against_enumeration(Asked(3).squad().gun(150, 30, 7));
  check_against_enumeration(Asked(2).squad().squad().gun(152, 30, 9).mg(8, -2).rally(-1));
  Asked both(2, {0, 1, 2});
  both.squad().unit("4-4-7", {}, 2).unit("crew:2-2-9", {.kind = 'c', .morale = 9, .broken_morale = 9}, 0);
  both.gun(200, 36, 8, 1).gun(120, 24, 7, 0).rally(-1);
  SECTION("nobody left") { check_against_enumeration(both); }
  SECTION("a Location rubbled, whoever is there") {
    both.in.goal = {.rubbled = {"J8.1"}};
    both.naive.good_order = 99, both.naive.rubbled = {1};
    check_against_enumeration(both);
  }
  SECTION("two eliminated, and one in Good Order at most") {
    both.in.goal = {.good_order = 1, .eliminated = 2};
    both.naive.good_order = 1, both.naive.eliminated = 2;
    check_against_enumeration(both);
  }
}

TEST_CASE("assaults against the naive enumeration: rate of fire, breakdown and repair, turns") {
  Asked asked(3);
  asked.squad().mg(8, -2).mg(4, -1).gun(75, 12, 8).rally(-1);
  for (std::size_t i : {0U, 2U}) {
    asked.in.shots[i].rate_of_fire = asked.naive.shots[i].rate_of_fire = 2;
    asked.in.shots[i].limit = asked.naive.shots[i].limit = 2;
    asked.in.shots[i].breakdown = asked.naive.shots[i].breakdown = 10;
  }
  SECTION("out for good") { check_against_enumeration(asked); }
  SECTION("repaired") {
    asked.in.shots[0].repair = asked.naive.shots[0].repair = 3;
    check_against_enumeration(asked);
  }
  SECTION("not in every turn") {
    asked.in.shots[0].from_turn = asked.naive.shots[0].from = 3;
    asked.in.shots[2].until_turn = asked.naive.shots[2].until = 2;
    check_against_enumeration(asked);
  }
  SECTION("nobody fires in the first turns") {
    for (std::size_t i = 0; i < 3; ++i) asked.in.shots[i].from_turn = asked.naive.shots[i].from = 3;
    check_against_enumeration(asked);
  }
}
