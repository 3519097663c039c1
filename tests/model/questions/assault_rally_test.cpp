#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <string>
#include <vector>

#include <catch2/catch.hpp>

#include "model/questions/assault.hpp"
#include "tests/support/agreement.hpp"
#include "tests/support/ask.hpp"

using namespace boxcars;
using namespace boxcars::model;
using namespace boxcars::test;

namespace {

// A place that nobody fires at, and one beside it that is fired at without effect, so that the turns are played.
AssaultInputs quiet(int turns, const std::vector<AssaultUnit>& defenders) {
  AssaultInputs in{.turns = turns};
  in.locations = {
      {.name = "K5", .terrain = Terrain::open}, {.name = "K7", .terrain = Terrain::open}, {.name = "Z9", .terrain = Terrain::open}};
  in.defenders = defenders;
  in.defenders.push_back({"hero:1-4-9", "Z9"});
  in.shots = {{.name = "MG", .target = "Z9", .fp = "1", .drm = 10, .cowering = Cowering::none}};
  in.rally_drm = 0;
  in.goal.good_order = 0;
  return in;
}

double odds_of_at_most(int sum) {
  int ways = 0;
  for (int a = 1; a <= 6; ++a) {
    for (int b = 1; b <= 6; ++b) ways += a + b <= sum;
  }
  return ways / 36.0;
}

// Two broken units of ML 7 without a leader, who are whole squads (2), half-squads (1), dead (0), or in Good Order (3). One of them tries a
// turn: a squad before a half-squad. In the first Rally DM is +4, for both.
double still_broken(int turns) {
  std::map<std::array<int, 2>, double> now{{{2, 2}, 1}};
  for (int turn = 2; turn <= turns; ++turn) {
    const double rallies = odds_of_at_most(7 - 1 - (turn == 2 ? 4 : 0)), dies = 1.0 / 36;
    std::map<std::array<int, 2>, double> next;
    for (const auto& before : now) {
      const std::array<int, 2>& units = before.first;
      const double p = before.second;
      const auto tries = [&](int i) { return units[static_cast<std::size_t>(i)] == 1 || units[static_cast<std::size_t>(i)] == 2; };
      std::vector<int> who;
      for (const int i : {0, 1}) {
        if (tries(i) && (!tries(1 - i) || units[static_cast<std::size_t>(i)] >= units[static_cast<std::size_t>(1 - i)])) who.push_back(i);
      }
      if (who.empty()) next[units] += p;
      for (const int i : who) {
        const double share = p / static_cast<double>(who.size());
        auto well = units, worse = units;
        well[static_cast<std::size_t>(i)] = 3;
        --worse[static_cast<std::size_t>(i)];
        next[well] += share * rallies;
        next[worse] += share * dies;
        next[units] += share * (1 - rallies - dies);
      }
    }
    now = next;
  }
  double broken = 0;
  for (const auto& [units, p] : now) broken += p * ((units[0] == 1 || units[0] == 2) + (units[1] == 1 || units[1] == 2)) / 2;
  return broken;
}

}  // namespace

TEST_CASE("Desperation Morale ends with the Rally of the next turn, whoever has tried (A10.62)") {
  for (const int turns : {2, 3, 4, 5}) {
    const auto odds = exact_odds(Assault(quiet(turns, {{"4-6-7,broken", "K5"}, {"4-6-7,broken", "K5"}})));
    for (const char* event : {"1:4-6-7 broken", "2:4-6-7 broken"}) CHECK(odds.at(event) == Approx(still_broken(turns)).margin(1e-13));
  }
  CHECK(still_broken(4) == Approx(.5717).margin(5e-5));
  CHECK(still_broken(5) == Approx(.4019).margin(5e-5));
  // An attack, without effect too, brings it back: on the Rally after it, and on no other.
  AssaultInputs in = quiet(4, {{"hs:2-4-7,broken", "K5"}});
  in.shots.push_back({.name = "late", .target = "K5", .fp = "1", .drm = 10, .cowering = Cowering::none, .from_turn = 2, .until_turn = 2});
  const double hard = odds_of_at_most(2), easy = odds_of_at_most(6), dies = 1.0 / 36;
  const double stays = (1 - hard - dies) * (1 - hard - dies) * (1 - easy - dies);
  CHECK(exact_odds(Assault(in)).at("1:hs:2-4-7 broken") == Approx(stays).margin(1e-13));
}

TEST_CASE("every leader and every crew rallies by himself, and one MMC besides (A10.63, A18.11)") {
  // With DM: a wounded or dead leader by an Original 12 is not broken in the latter case only.
  const auto odds = exact_odds(Assault(quiet(2, {{"8-1,broken", "K5"},
                                                 {"9-1,broken", "K7"},
                                                 {"crew:2-2-8,broken", "K5"},
                                                 {"4-4-8,self-rally,broken", "K5"},
                                                 {"4-4-8,self-rally,broken", "K7"}})));
  const auto broken = [](int level, double lost) { return 1 - odds_of_at_most(level - 1 - 4) - lost; };
  CHECK(odds.at("2:9-1 broken") == Approx(broken(9, 1.0 / 108)).margin(1e-13));
  CHECK(odds.at("2:9-1 broken") == Approx(.8241).margin(5e-5));
  CHECK(odds.at("1:8-1 broken") == Approx(broken(8, 1.0 / 108)).margin(1e-13));
  // Where the 8-1 has rallied he helps, instead of the +1.
  const double helped = odds_of_at_most(8 - 1 - 4);
  CHECK(odds.at("3:crew:2-2-8 broken") ==
        Approx(1 - 1.0 / 36 - helped * odds_of_at_most(8 + 1 - 4) - (1 - helped) * odds_of_at_most(8 - 1 - 4)).margin(1e-13));
  // A wounded leader has ML 8 and no leadership; his odds are another matter, so of K7 only bounds.
  CHECK(odds.at("5:4-4-8 broken") < 1 - odds_of_at_most(8 - 1 - 4));

  const auto two = exact_odds(Assault(quiet(2, {{"crew:2-2-7,broken", "K5"}, {"4-6-7,broken", "K5"}, {"4-4-7,broken", "K7"}})));
  CHECK(two.at("1:crew:2-2-7 broken") == Approx(1 - 2.0 / 36).margin(1e-13));
  CHECK(two.at("2:4-6-7 broken") == Approx(1 - 1.0 / 36).margin(1e-13));  // and not the 4-4-7, whose range is less
  CHECK(two.at("3:4-4-7 broken") == Approx(1).margin(1e-13));
}

namespace {

double wins(const std::vector<AssaultUnit>& defenders, const std::vector<std::string>& locations = {"J8"}) {
  AssaultInputs in{.turns = 4};
  for (const std::string& name : locations) {
    in.locations.push_back({.name = name, .terrain = Terrain::open});
    in.shots.push_back({.name = "MG" + name, .target = name, .fp = "16", .drm = 2, .cowering = Cowering::none});
  }
  std::sort(in.shots.begin(), in.shots.end(), [](const AssaultShot& a, const AssaultShot& b) { return a.name < b.name; });
  in.defenders = defenders;
  in.rally_drm = 0;
  in.goal.eliminated = 2;
  return exact_odds(Assault(in)).at("attacker wins");
}

}  // namespace

TEST_CASE("who tries to rally depends on what units are, not on how they are written, nor where", "[thorough]") {
  const double three = wins({{"3x4-6-7", "J8"}});
  for (const std::vector<std::string>& units : std::vector<std::vector<std::string>>{
           {"4-6-7", "2x4-6-7"}, {"2x4-6-7", "4-6-7"}, {"4-6-7", "4-6-7", "4-6-7"}, {"1x4-6-7", "1x4-6-7", "1x4-6-7"}}) {
    std::vector<AssaultUnit> defenders;
    for (const std::string& unit : units) defenders.push_back({unit, "J8"});
    CHECK(wins(defenders) == Approx(three).epsilon(0).margin(1e-12));
  }
  // Of different units, in one place and in two, in every order.
  std::vector<AssaultUnit> different{{"4-6-7", "J8"}, {"5-2-7", "J8"}, {"hs:2-4-7", "J8"}};
  const auto by_name = [](const AssaultUnit& a, const AssaultUnit& b) { return a.unit < b.unit; };
  std::sort(different.begin(), different.end(), by_name);
  const double once = wins(different);
  while (std::next_permutation(different.begin(), different.end(), by_name))
    CHECK(wins(different) == Approx(once).epsilon(0).margin(1e-12));
  const std::vector<AssaultUnit> apart{{"4-6-7", "J8"}, {"4-6-7", "K9"}, {"5-4-7", "K9"}};
  const double in_two = wins(apart, {"J8", "K9"});
  CHECK(wins({apart[2], apart[1], apart[0]}, {"J8", "K9"}) == Approx(in_two).epsilon(0).margin(1e-12));
  CHECK(wins({apart[1], apart[0], apart[2]}, {"K9", "J8"}) == Approx(in_two).epsilon(0).margin(1e-12));
  const std::vector<AssaultUnit> leaders{{"8-0", "J8"}, {"9-1", "J8"}, {"4-6-7", "J8"}};
  CHECK(wins({leaders[1], leaders[2], leaders[0]}) == Approx(wins(leaders)).epsilon(0).margin(1e-12));
}
