#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include <catch2/catch.hpp>

#include "ask/plan.hpp"
#include "model/core/bad_input.hpp"
#include "model/questions/assault.hpp"
#include "model/questions/he.hpp"
#include "model/rules/ift.hpp"
#include "tests/support/agreement.hpp"
#include "tests/support/ask.hpp"
#include "tests/support/assaults.hpp"
#include "tests/support/policies.hpp"

using namespace boxcars;
using namespace boxcars::model;
using namespace boxcars::test;

namespace {

// What becomes of a half-squad of morale 7 that is not broken: in the fight, pinned, or out of it (broken or eliminated).
struct Fate {
  double pinned = 0, out = 0;
  double unharmed() const { return 1 - pinned - out; }
};

Fate fate_of(const IftResult& result) {
  using Kind = IftResult::Kind;
  Fate fate;
  if (result.kind == Kind::none) return fate;
  if (result.kind == Kind::KIA || result.kind == Kind::K) return {0, 1};  // alone it is always selected
  for (int a = 1; a <= 6; ++a) {
    for (int b = 1; b <= 6; ++b) {
      const int dr = a + b, final_dr = dr + result.number;
      if (result.kind == Kind::PTC)
        fate.pinned += dr > 7 ? 1.0 / 36 : 0;
      else if (final_dr > 7 || dr == 12)
        fate.out += 1.0 / 36;
      else if (final_dr == 7)
        fate.pinned += 1.0 / 36;
    }
  }
  return fate;
}

// An attack with so much Firepower: of its 36 DR those from `dr_from` to `dr_to`; doubles cower.
Fate attacked(double firepower, int drm, bool cowers, int dr_from = 2, int dr_to = 12) {
  Fate all;
  if (firepower < 1) return all;
  for (int a = 1; a <= 6; ++a) {
    for (int b = 1; b <= 6; ++b) {
      const int column = *column_for_firepower(firepower) - (cowers && a == b ? 1 : 0);
      if (column < 0 || a + b < dr_from || a + b > dr_to) continue;
      const Fate fate = fate_of(ift_result(column, a + b + drm));
      all.pinned += fate.pinned / 36, all.out += fate.out / 36;
    }
  }
  return all;
}

// A half-squad a side; each turn the attacker's fires first. Firepower of each when whole; woods for the attacker, the open for the other.
struct Duel {
  double attacker = 2, defender = 2;
  int turns = 1;
  bool cowers = true;
  // {attacker wins, defender loses all his men}
  std::array<double, 2> from(int turn) const {
    if (turn > turns) return {0, 0};
    const auto on = from(turn + 1);
    const Fate first = attacked(attacker, 0, cowers);
    std::array<double, 2> odds{first.out, 0};
    for (const bool pinned : {false, true}) {
      const Fate answer = attacked(pinned ? defender / 2 : defender, +1, cowers);
      const double p = pinned ? first.pinned : first.unharmed();
      odds[1] += p * answer.out;
      for (std::size_t i = 0; i < 2; ++i) odds[i] += p * (1 - answer.out) * on[i];
    }
    return odds;
  }
};

AssaultInputs duel(int turns) {
  AssaultInputs in{.turns = turns};
  in.locations = {{.name = "J8", .terrain = Terrain::open}, {.name = "K5", .terrain = Terrain::woods}};
  in.defenders = {{"hs:2-4-7", "J8"}};
  in.attackers = {{"hs:2-4-7", "K5"}};
  in.shots = {{.name = "attack", .target = "J8", .by = "K5", .range = 1},
              {.name = "answer", .target = "K5", .by = "J8", .phase = FirePhase::defensive, .range = 1}};
  in.goal.good_order = 0;
  in.loss.good_order = 0;
  return in;
}

double best(const AssaultInputs& in) { return optimal_policy(in).odds.events[0]; }

}  // namespace

TEST_CASE("a half-squad a side, which shoot at each other: who is pinned answers with half his Firepower") {
  for (const int turns : {1, 2, 5}) {
    const auto told = Duel{.attacker = 4, .defender = 4, .turns = turns}.from(1);  // PBF
    const auto odds = exact_odds(Assault(duel(turns)));
    CHECK(odds.at("attacker wins") == Approx(told[0]).margin(1e-14));
    CHECK(odds.at("defender wins") == Approx(1 - told[0]).margin(1e-14));
    const auto left = exact_measures(Assault(duel(turns))).at("attackers in good order");
    CHECK(left.at(0) == Approx(told[1]).margin(1e-14));
  }
  // At Long Range half of it, in the AFPh as well: half a FP is no attack, and the turns go by.
  AssaultInputs in = duel(3);
  in.shots[1].range = 8;
  in.shots[1].phase = FirePhase::advancing;
  CHECK(refused(in).find("0.5 FP") != std::string::npos);
  in.shots[1].phase = FirePhase::defensive;
  const auto told = Duel{.attacker = 4, .defender = 1, .turns = 3}.from(1);  // pinned it has half a FP
  CHECK(exact_odds(Assault(in)).at("attacker wins") == Approx(told[0]).margin(1e-14));
}

TEST_CASE("a MG fires until its DR breaks it, and then who manned it fires himself") {
  const int turns = 3;
  AssaultInputs in = duel(turns);
  in.attackers.push_back({"mg:5-12,b=10", "K5"});
  in.shots.pop_back();
  in.shots[0].range = 2;
  in.shots[0].cowering = Cowering::none;
  const auto wins = [&](const auto& self, int turn, bool works) -> double {
    if (turn > turns) return 0;
    if (!works) {
      const double out = attacked(2, 0, false).out;
      return out + (1 - out) * self(self, turn + 1, false);
    }
    double odds = 0;
    for (const bool breaks : {false, true}) {
      const double out = breaks ? attacked(5, 0, false, 10, 12).out : attacked(5, 0, false, 2, 9).out;
      odds += out + ((breaks ? 6.0 : 30.0) / 36 - out) * self(self, turn + 1, !breaks);
    }
    return odds;
  };
  CHECK(exact_odds(Assault(in)).at("attacker wins") == Approx(wins(wins, 1, true)).margin(1e-14));
}

TEST_CASE("in an assault, too: heroes, a leader alone with a MG, far MG, who cowers does not fire again, Flamethrowers cower") {
  const auto wins = [](std::vector<AssaultUnit> attackers, int range) {
    AssaultInputs in = duel(1);
    in.attackers = std::move(attackers);
    in.shots.pop_back();
    in.shots[0].range = range;
    return exact_odds(Assault(in)).at("attacker wins");
  };
  const auto is = [](double odds, const Fate& fate) { CHECK(odds == Approx(fate.out).margin(1e-14)); };
  is(wins({{"hero:1-4-9", "K5"}}, 4), attacked(1, -1, false));
  is(wins({{"hero:1-4-9", "K5"}, {"4-6-7", "K5"}}, 2), attacked(5, -1, true));
  is(wins({{"hero:1-4-9", "K5"}, {"mg:5-12", "K5"}}, 2), attacked(5, 0, false));
  is(wins({{"9-1", "K5"}, {"mg:5-12", "K5"}}, 3), attacked(2.5, 0, false));
  is(wins({{"9-1", "K5"}, {"8-0", "K5"}, {"mg:5-12", "K5"}}, 3), attacked(5, 0, false));
  CHECK_THROWS_WITH(wins({{"hs:2-4-7", "K5"}, {"mg:7-16", "K5"}}, 24), Catch::Matchers::Contains("A9.4"));
  is(wins({{"hs:2-4-7", "K5"}, {"9-1", "K5"}, {"mg:7-16", "K5"}}, 24), attacked(1.75, -1, false));
  is(wins({{"4-6-7,fanatic", "K5"}}, 3), attacked(4, 0, false));

  AssaultInputs in = duel(1);
  in.attackers.clear(), in.loss.good_order.reset();
  in.shots = {{.name = "FT", .target = "J8", .weapon = Weapon::ft}};
  is(exact_odds(Assault(in)).at("attacker wins"), attacked(24, 0, true));
  in.shots[0].cowering = Cowering::none;
  is(exact_odds(Assault(in)).at("attacker wins"), attacked(24, 0, false));
  in.shots = {{.name = "MG", .target = "J8", .fp = "8", .rate_of_fire = 3, .limit = 3}};
  const auto fires = [](const auto& self, int shots) -> double {
    double odds = 0;
    for (int a = 1; a <= 6 && shots > 0; ++a) {
      for (int b = 1; b <= 6; ++b) {
        const double out = fate_of(ift_result(*column_for_firepower(8) - (a == b ? 1 : 0), a + b)).out;
        odds += (out + (a <= 3 && a != b ? (1 - out) * self(self, shots - 1) : 0)) / 36;
      }
    }
    return odds;
  };
  CHECK(exact_odds(Assault(in)).at("attacker wins") == Approx(fires(fires, 3)).margin(1e-14));
}

TEST_CASE("of two MG that differ in nothing but their breakdown numbers each breaks on its own") {
  AssaultInputs in = duel(3);
  in.defenders = {{"4-4-7", "J8"}};
  in.attackers = {{"4-6-7", "K5"}, {"mg:4-10", "K5"}, {"mg:4-10,b=9", "K5"}};
  in.shots.pop_back();
  in.shots[0].range = 3;
  const double one_way = exact_odds(Assault(in)).at("attacker wins");
  std::swap(in.attackers[1], in.attackers[2]);
  CHECK(exact_odds(Assault(in)).at("attacker wins") == Approx(one_way).margin(1e-14));
}

TEST_CASE("who is broken at first fires when he has rallied, and an inexperienced squad does not cower under its leader") {
  AssaultInputs in = duel(2);
  in.attackers = {{"4-6-7,broken", "K5"}, {"9-1", "K5"}};
  in.shots.pop_back();
  in.rally_drm = 0;
  in.goal.attackers_left = 1;
  in.loss.good_order.reset();
  in.shots[0].cowering = Cowering::inexperienced;
  const auto odds = exact_odds(Assault(in));
  CHECK(odds.at("attacker wins by turn 1") == 0);
  const double rallies = 6.0 / 36;  // 4 or less: 7, less 4 for Desperation Morale, and 1 more for the leader
  CHECK(odds.at("attacker wins") == Approx(rallies * attacked(8, -1, false).out).margin(1e-14));
}

TEST_CASE("the defender chooses what is worst for the attacker, and both know it") {
  // He may answer before the attack or keep quiet; two attackers, of whom he chooses one.
  AssaultInputs in = duel(2);
  std::swap(in.shots[0], in.shots[1]);
  in.locations.push_back({.name = "K7", .terrain = Terrain::open});
  in.attackers.push_back({"hs:2-4-7", "K7"});
  in.shots[0].or_at = {"K7"};
  in.shots[0].may_hold = true;
  in.shots.push_back({.name = "second", .target = "J8", .by = "K7", .range = 2});
  in.loss.good_order.reset();
  // State: which of the two is left, and pinned; backwards over every choice.
  const auto value = [&](const auto& self, int turn, std::array<int, 2> men) -> double {  // 0 whole, 1 pinned, 2 out
    if (turn > in.turns) return 0;
    const auto fire = [&](std::array<int, 2> now) {
      std::array<double, 2> misses{};
      for (std::size_t i = 0; i < 2; ++i) {
        const double fp = i == 0 ? 4 : 2;
        misses[i] = now[i] == 2 ? 1 : 1 - attacked(now[i] == 1 ? fp / 2 : fp, 0, true).out;
      }
      const double p = misses[0] * misses[1];
      std::array<int, 2> after = now;
      for (int& man : after) man = man == 1 ? 0 : man;
      return 1 - p + (p > 0 ? p * self(self, turn + 1, after) : 0);
    };
    double least = fire(men);  // he holds his fire
    for (std::size_t i = 0; i < 2; ++i) {
      if (men[i] == 2) continue;
      const Fate fate = attacked(4, i == 0 ? 1 : 0, true);
      double odds = fate.unharmed() * fire(men);
      for (const int hurt : {1, 2}) {
        std::array<int, 2> then = men;
        then[i] = hurt;
        odds += (hurt == 1 ? fate.pinned : fate.out) * fire(then);
      }
      least = std::min(least, odds);
    }
    return least;
  };
  // In the program his own fire is halved when he is pinned; but pins end before he fires again.
  CHECK(best(in) == Approx(value(value, 1, {0, 0})).margin(1e-13));
  const auto fixed = [&](const std::string& target) {
    AssaultInputs order = in;
    fire_only_at(order.shots[0], target);
    return exact_odds(Assault(order)).at("attacker wins");
  };
  CHECK(best(in) < std::min(fixed("K5"), fixed("K7")));
}

TEST_CASE("both sides choose, and what comes of it is between what either could do alone, and simulated games agree") {
  AssaultInputs in{.turns = 2};
  in.locations = {{.name = "J8", .terrain = Terrain::woods},
                  {.name = "J9", .terrain = Terrain::open},
                  {.name = "K5", .terrain = Terrain::woods},
                  {.name = "K6", .terrain = Terrain::open}};
  in.defenders = {{"4-4-7", "J8"}, {"hs:2-4-7", "J9"}};
  in.attackers = {{"4-6-7", "K5"}, {"mg:5-12", "K5"}, {"hs:2-4-7", "K6"}};
  in.shots = {{.name = "attack", .target = "J8", .or_at = {"J9"}, .by = "K5", .range = 3},
              {.name = "answer", .target = "K5", .or_at = {"K6"}, .may_hold = true, .by = "J8", .range = 2},
              {.name = "other", .target = "K6", .or_at = {"K5"}, .by = "J9", .range = 2}};
  in.rally_drm = 0;
  in.goal = {.good_order = 0, .attackers_left = 1};
  in.loss.good_order = 0;
  const double both = best(in);
  AssaultInputs one = in;
  one.shots[0].or_at.clear();  // the attacker chooses no more
  CHECK(best(one) <= both + 1e-13);
  one = in;
  for (const std::size_t i : {1U, 2U}) one.shots[i].or_at.clear(), one.shots[i].may_hold = false;
  CHECK(best(one) >= both - 1e-13);
  CHECK(ask::decisions_of(ask::Position(Assault(in)), optimal_policy(in)).front().situation == "J8 holds, J9 holds, K5 holds, K6 holds");
  check_optimal_policy(in, 200'000);
}

TEST_CASE("own men under the rubble do not win, where none may be") {
  AssaultInputs in{.turns = 1};
  in.locations = {{.name = "J8.0", .building = Construction::wood, .levels = 1, .level = 0},
                  {.name = "J9", .building = Construction::stone, .levels = 0, .level = 0}};
  in.defenders = {{"4-4-7", "J8.0"}};
  in.attackers = {{"4-6-7", "J9"}};
  in.shots = {{.name = "Gun", .target = "J8.0", .caliber = 200}};
  in.goal.rubbled = {"J8.0"};
  const auto plain = exact_odds(Assault(in));
  const double buried = plain.at("a1:4-6-7 eliminated");  // nothing else happens to them
  REQUIRE(buried > 0.001);
  in.goal.own_buried = 0;
  const auto careful = exact_odds(Assault(in));
  CHECK(careful.at("attacker wins") == Approx(plain.at("attacker wins") - buried).margin(1e-14));
  CHECK(careful.at("defender wins") + careful.at("attacker wins") == Approx(1).margin(1e-14));
  in.goal.own_buried = 1;
  CHECK(exact_odds(Assault(in)).at("attacker wins") == Approx(plain.at("attacker wins")).margin(1e-14));
}

TEST_CASE("both sides rally, one without a leader each, and who comes back in time wins") {
  AssaultInputs in{.turns = 2};
  in.locations = {{.name = "J8", .terrain = Terrain::open}, {.name = "K5", .terrain = Terrain::open}};
  in.defenders = {{"hs:2-4-7", "J8"}};
  in.attackers = {{"hs:2-4-7,broken", "K5"}, {"hs:2-4-7,broken", "K5"}};
  in.shots = {{.name = "Gun", .target = "J8", .fp = "36", .drm = -10, .until_turn = 1}};
  in.rally_drm = 0;
  in.goal = {.good_order = 0, .attackers_left = 1};
  // The first shot is a KIA whatever is thrown. Then one of the two tries: DR + 1 + 4 for Desperation Morale, against 7.
  const double rallies = 1.0 / 36;
  CHECK(exact_odds(Assault(in)).at("attacker wins") == Approx(rallies).margin(1e-15));
  in.attackers.push_back({"8-0", "K5"});  // helps both, who then need a 3
  in.goal.attackers_left = 2;
  const double either = 1 - (1 - 3.0 / 36) * (1 - 3.0 / 36);
  CHECK(exact_odds(Assault(in)).at("attacker wins") == Approx(either).margin(1e-14));
}

TEST_CASE("SMOKE is on fire at the hex and from it, until the turn ends") {
  for (const int drm : {2, 3}) {
    AssaultInputs in = duel(2);
    in.loss.good_order.reset();
    in.shots.insert(in.shots.begin(), {.name = "mortar", .target = "K5", .smoke = drm, .until_turn = 1});
    // Between the two sides, so both suffer in the first turn.
    const auto from = [&](const auto& self, int turn) -> double {
      if (turn > 2) return 0;
      const int smoke = turn == 1 ? drm : 0;
      const Fate first = attacked(4, smoke > 0 ? smoke + 1 : 0, true);  // out of it (A24.8)
      double odds = first.out;
      for (const bool pinned : {false, true})
        odds += (pinned ? first.pinned : first.unharmed()) * (1 - attacked(pinned ? 2 : 4, 1 + smoke, true).out) * self(self, turn + 1);
      return odds;
    };
    CHECK(exact_odds(Assault(in)).at("attacker wins") == Approx(from(from, 1)).margin(1e-14));
    in.shots[0].to_hit = 1;  // which no DR is, but for an improbable hit: an Original 2, and then a dr of 1 to 3 of 6 (C3.6)
    const double never = Duel{.attacker = 4, .defender = 4, .turns = 2}.from(1)[0];
    const double misses = exact_odds(Assault(in)).at("attacker wins");
    CHECK(std::abs(misses - never) < std::abs(from(from, 1) - never));
    in.shots[0].to_hit = 12;
    CHECK(exact_odds(Assault(in)).at("attacker wins") == Approx(from(from, 1)).margin(1e-14));
  }
  // A Gun has it on its To Hit DR, in the open and at a building.
  for (const bool building : {false, true}) {
    AssaultInputs in{.turns = 1};
    in.locations = {{.name = "J8.0", .terrain = Terrain::open}};
    if (building) in.locations[0] = {.name = "J8.0", .building = Construction::stone, .levels = 1, .level = 0};
    in.defenders = {{"4-4-7", "J8.0"}};
    in.shots = {{.name = "mortar", .target = "J8.0", .smoke = 3}, {.name = "Gun", .target = "J8.0", .caliber = 75, .to_hit = 9}};
    in.goal.good_order = 0;
    const double smoked = exact_odds(Assault(in)).at("attacker wins");
    in.shots.erase(in.shots.begin());
    const double clear = exact_odds(Assault(in)).at("attacker wins");
    in.shots[0].to_hit = 6;
    in.shots[0].th_number = building ? 12 : 9;  // that of 9: the TEM of 3 is on the DR
    CHECK(smoked == Approx(exact_odds(Assault(in)).at("attacker wins")).margin(1e-14));
    CHECK(smoked < clear);
  }
  AssaultInputs in = duel(1);
  in.shots[0] = {.name = "mortar", .target = "K5", .fp = "4", .smoke = 3};
  CHECK(refused(in).find("smoke with fp") != std::string::npos);
}

TEST_CASE("SMOKE is thrown for in a collapsed hut, too") {
  AssaultInputs in = duel(1);
  in.locations[0].terrain = Terrain::collapsed_hut;
  in.shots.pop_back();
  const double clear = exact_odds(Assault(in)).at("attacker wins");
  in.shots.insert(in.shots.begin(), {.name = "mortar", .target = "J8", .smoke = 3, .to_hit = 7});
  const double mostly = exact_odds(Assault(in)).at("attacker wins");
  in.shots[0].to_hit.reset();
  const double smoked = exact_odds(Assault(in)).at("attacker wins");
  CHECK(mostly == Approx(21.0 / 36 * smoked + 15.0 / 36 * clear).margin(1e-14));
}

TEST_CASE("a turn in which nobody has enough Firepower is one, too") {
  AssaultInputs in = duel(1);
  in.attackers = {{"hs:2-4-7,pinned", "K5"}};
  in.shots.pop_back();
  in.shots[0].range = 8;  // half a FP in the first turn, and one then
  CHECK(exact_odds(Assault(in)).at("attacker wins") == 0);
  in.turns = 3;
  const double once = attacked(1, 0, true).out;
  const auto odds = exact_odds(Assault(in));
  CHECK(odds.at("attacker wins by turn 1") == 0);
  CHECK(odds.at("attacker wins") == Approx(1 - (1 - once) * (1 - once)).margin(1e-14));
}

TEST_CASE("what has broken down stays so until somebody comes to repair it, and who comes may bring the goal") {
  AssaultInputs in{.turns = 3};
  in.locations = {{.name = "J8", .terrain = Terrain::open}, {.name = "K5", .terrain = Terrain::open}};
  in.defenders = {{"hs:2-4-7", "J8"}, {.unit = "hs:2-4-7", .location = "J8", .from_turn = 2}};
  in.shots = {{.name = "Gun", .target = "J8", .fp = "36", .drm = -10, .breakdown = 2}};  // a KIA and a breakdown, whatever is thrown
  in.goal.eliminated = 2;
  CHECK(exact_odds(Assault(in)).at("attacker wins") == 0);
  in.shots[0].repair = 5;
  CHECK(exact_odds(Assault(in)).at("attacker wins by turn 2") == Approx(5.0 / 6).margin(1e-14));

  // Served by a crew that is gone it is repaired by nobody.
  in.attackers = {{"hs:2-4-7", "K5"}};
  in.shots = {{.name = "Gun", .target = "J8", .by = "K5", .caliber = 200, .to_hit = 12, .breakdown = 2, .repair = 5},
              {.name = "answer", .target = "K5", .fp = "36", .drm = -10}};
  in.goal = {.eliminated = 2};
  in.defenders = {{"hs:2-4-7", "J8"}, {"hs:2-4-7", "J8"}};
  const auto crew = exact_measures(Assault(in)).at("turn won");
  CHECK(crew.count(2) == 0);
  CHECK(crew.count(3) == 0);

  // The defender falls in the first turn; the second man comes in the second.
  in.defenders = {{"hs:2-4-7", "J8"}};
  in.attackers = {{"hs:2-4-7", "K5"}, {.unit = "hs:2-4-7", .location = "K5", .from_turn = 2}};
  in.shots = {{.name = "Gun", .target = "J8", .fp = "36", .drm = -10}};
  in.goal = {.good_order = 0, .attackers_left = 2};
  const auto odds = exact_odds(Assault(in));
  CHECK(odds.at("attacker wins by turn 1") == 0);
  CHECK(odds.at("attacker wins by turn 2") == Approx(1).margin(1e-14));
}

TEST_CASE("a shot is made for enemies, though one's own men beside them are hit") {
  AssaultInputs in{.turns = 2};
  in.locations = {{.name = "J8.0", .building = Construction::wood, .levels = 1, .level = 0},
                  {.name = "J8.1", .level = 1},
                  {.name = "L9", .terrain = Terrain::open}};
  in.defenders = {{"hs:2-4-7", "J8.1"}, {"hs:2-4-7", "L9"}};
  in.attackers = {{"4-6-7", "J8.0"}};
  in.shots = {{.name = "MG", .target = "J8.1", .fp = "36", .drm = -10},  // leaves nobody there
              {.name = "OBA", .target = "J8.1", .caliber = 60, .fire = Fire::oba}};
  in.goal.eliminated = 2;  // nobody fires at the second one
  CHECK(exact_odds(Assault(in)).at("a1:4-6-7 unharmed") == Approx(1).margin(1e-14));
  std::swap(in.shots[0], in.shots[1]);
  CHECK(exact_odds(Assault(in)).at("a1:4-6-7 unharmed") < 0.99);
}

TEST_CASE("who has been driven out is not there when others come") {
  using Order = GarrisonCall::Order;
  std::vector<UnitEntry> entries{parse_unit("hs:2-4-7"), parse_unit("hs:2-4-7")};
  entries[1].unit.from_turn = 2;
  Facts facts;
  const Garrison garrison(entries, {0, 1}, std::nullopt, Fates(entries, {FatesOf::attacks}, facts), Side::defender, {});
  Outcomes outcomes;
  Garrison::ComponentState component_state = garrison.start();
  const auto is_called = [&](GarrisonCall call) {
    Garrison::State s = garrison.begin(component_state, call.packed(), outcomes);
    while (garrison.busy(s)) garrison.next(s, {1, 1}, outcomes);
    component_state = garrison.component_state(s);
  };
  const auto fates = [&] {
    return std::array{component_state[0].eliminated + 0, component_state[0].gone + 0, component_state[1].eliminated + 0,
                      component_state[1].gone + 0};
  };
  CHECK(fates() == std::array{0, 0, 1, 1});  // yet to come
  is_called({.order = Order::drive_out});
  CHECK(garrison.observation(component_state) == 0);
  is_called({.order = Order::arrive, .turn = 2});
  CHECK(fates() == std::array{0, 1, 0, 0});
  is_called({.order = Order::attack, .result = packed(IftResult{IftResult::Kind::KIA, 3})});
  CHECK(fates() == std::array{0, 1, 1, 0});
  CHECK(garrison.aggregate(component_state) == (1U << 8 | 1U << 24));
}

TEST_CASE("who carries a FT or a DC must be able to use it") {
  for (const Weapon weapon : {Weapon::ft, Weapon::dc}) {
    AssaultInputs in = duel(1);
    in.shots.pop_back();
    in.shots[0].range = weapon == Weapon::ft ? std::optional(1) : std::nullopt;
    in.shots[0].weapon = weapon;
    const double carried = exact_odds(Assault(in)).at("attacker wins");
    AssaultInputs given = in;
    given.shots[0].by.clear();
    if (weapon == Weapon::dc) given.shots[0].range.reset();
    CHECK(carried == Approx(exact_odds(Assault(given)).at("attacker wins")).margin(1e-14));
    CHECK(carried > 0.3);
    in.attackers = {{"hs:2-4-7,broken", "K5"}};
    in.loss.good_order.reset();
    CHECK(exact_odds(Assault(in)).at("attacker wins") == 0);
  }
}

TEST_CASE("who comes later is not there before, and nothing happens to him until then") {
  AssaultInputs in{.turns = 3};
  in.locations = {{.name = "J8", .terrain = Terrain::open}, {.name = "K5", .terrain = Terrain::open}};
  in.defenders = {{"hs:2-4-7", "J8"}, {.unit = "hs:2-4-7", .location = "J8", .from_turn = 2}};
  in.shots = {{.name = "Gun", .target = "J8", .fp = "36", .drm = -10}};  // a KIA, whatever is thrown
  in.goal.eliminated = 2;
  auto odds = exact_odds(Assault(in));
  CHECK(odds.at("attacker wins by turn 1") == 0);
  CHECK(odds.at("attacker wins by turn 2") == Approx(1).margin(1e-14));
  in.shots[0].until_turn = 1;
  odds = exact_odds(Assault(in));
  CHECK(odds.at("2:hs:2-4-7 unharmed") == Approx(1).margin(1e-14));  // he is not the one who was there
  CHECK(odds.at("1:hs:2-4-7 eliminated") == Approx(1).margin(1e-14));
  in.goal = {.good_order = 0};  // who is yet to come is nobody there
  CHECK(exact_odds(Assault(in)).at("attacker wins by turn 1") == Approx(1).margin(1e-14));

  AssaultInputs late = duel(3);
  late.attackers[0].from_turn = 2;
  CHECK(refused(late).find("lost before the first shot") != std::string::npos);
  late.loss.good_order.reset();
  const auto told = Duel{.attacker = 4, .defender = 4, .turns = 2}.from(1);
  CHECK(exact_odds(Assault(late)).at("attacker wins") == Approx(told[0]).margin(1e-14));
  CHECK(exact_odds(Assault(late)).at("attacker wins by turn 1") == 0);
  late.attackers[0].from_turn = 4;  // he never comes
  odds = exact_odds(Assault(late));
  CHECK(odds.at("attacker wins") == 0);
  CHECK(odds.at("a1:hs:2-4-7 unharmed") == Approx(1).margin(1e-14));
  late.attackers[0].unit = "hs:2-4-7,broken";
  CHECK(exact_odds(Assault(late)).at("a1:hs:2-4-7 broken") == 0);
  late.attackers[0].unit = "hs:2-4-7,pinned";
  CHECK(refused(late).find("pins end") != std::string::npos);
}

TEST_CASE("a Gun that may be there fires in some turns, and one that arrives in all that follow") {
  const int turns = 4;
  AssaultInputs in{.turns = turns};
  in.locations = {{.name = "J8", .terrain = Terrain::open}};
  in.defenders = {{"hs:2-4-7", "J8"}};
  in.shots = {{.name = "Gun", .target = "J8", .fp = "4", .cowering = Cowering::none}};
  in.goal.good_order = 0;
  const double hit = attacked(4, 0, false).out;
  const auto odds = [&] { return exact_odds(Assault(in)).at("attacker wins"); };
  for (const int chance : {5, 70, 75, 99}) {
    const double p = chance / 100.0;
    in.shots[0].available = chance;
    CHECK(odds() == Approx(1 - std::pow(1 - p * hit, turns)).margin(1e-13));
    std::swap(in.shots[0].available, in.shots[0].arrives);
    double absent = 1, told = 0;
    for (int turn = 1; turn <= turns; ++turn) {
      told += absent * p * (1 - std::pow(1 - hit, turns - turn + 1));
      absent *= 1 - p;
    }
    CHECK(odds() == Approx(told).margin(1e-13));
    in.shots[0].arrives.reset();
  }
  in.shots[0].available = 100;
  CHECK(odds() == Approx(1 - std::pow(1 - hit, turns)).margin(1e-13));

  // It is known whether it is there before anybody chooses, and its rate of fire does not ask again.
  in.locations.push_back({.name = "J9", .terrain = Terrain::open});
  in.defenders.push_back({"hs:2-4-7", "J9"});
  in.shots[0].available = 50;
  in.shots[0].or_at = {"J9"};
  in.shots[0].rate_of_fire = 5;
  in.shots[0].limit = 2;
  in.turns = 1;
  const AssaultInputs always = [&] {
    AssaultInputs same = in;
    same.shots[0].available.reset();
    return same;
  }();
  CHECK(best(in) == Approx(best(always) / 2).margin(1e-13));
  in.shots[0].arrives = 50;
  CHECK(refused(in).find("arrives with available") != std::string::npos);

  // What one shot knows the next one does not, when there is nobody left for the first one's rate of fire.
  in.shots = {{.name = "A", .target = "J8", .fp = "36", .drm = -20, .rate_of_fire = 5, .limit = 2, .available = 50},
              {.name = "B", .target = "J9", .fp = "36", .drm = -20, .available = 50}};
  in.goal = {.eliminated = 2};
  CHECK(exact_odds(Assault(in)).at("attacker wins") == Approx(0.25).margin(1e-14));
}

TEST_CASE("with leaders, HE, fire, MG and rubble on both sides, flat, by calls and simulated are one", "[thorough]") {
  AssaultInputs in{.turns = 3};
  in.locations = {{.name = "J8.0", .building = Construction::stone, .levels = 1, .level = 0},
                  {.name = "J8.1", .building = Construction::stone, .levels = 1, .level = 1},
                  {.name = "K8", .building = Construction::wood, .levels = 0}};
  in.defenders = {{"4-4-7,elr=2", "J8.1"}, {"mg:3-8", "J8.1"}};
  in.attackers = {{"9-1", "K8"}, {.unit = "4-6-7", .location = "K8", .from_turn = 2}, {"2xmg:2-6,b=11", "K8"}, {"hs:2-4-7", "K8"}};
  in.shots = {{.name = "Gun", .target = "J8.1", .caliber = 150, .to_hit = 7},
              {.name = "platoon", .target = "J8.1", .by = "K8", .phase = FirePhase::advancing, .range = 1},
              {.name = "answer", .target = "K8", .by = "J8.1", .range = 1}};
  in.rally_drm = -1;
  in.fires_drm = 0;
  in.goal = {.good_order = 0, .attackers_left = 1, .own_buried = 0};
  in.loss.good_order = 0;
  const Assault assault(in);
  const sim::Odds odds = solved(assault).odds.value();  // in both ways
  const sim::Tally tally = simulated(assault, 300'000);
  for (std::size_t event = 0; event < odds.events.size(); ++event)
    CHECK(tail(tally.events[event], tally.trials, odds.events[event]) > false_alarm);
  CHECK(odds.events[0] > 0.1);
}

TEST_CASE("what both sides cannot do is refused with its place") {
  const auto with = [](auto change) {
    AssaultInputs in = duel(1);
    change(in);
    return refused(in);
  };
  CHECK(refused(duel(1)).empty());
  CHECK(with([](auto& in) { in.attackers = {{"4-6-7", "J8"}}; }).find("both sides are in 'J8'") != std::string::npos);
  CHECK(with([](auto& in) { in.shots[0].range.reset(); }).find("no range from K5 to J8") != std::string::npos);
  CHECK(with([](auto& in) { in.shots[0].range = 9; }).find("A7.22") != std::string::npos);
  CHECK(with([](auto& in) { in.shots[0].target = "K5"; }).find("same side") != std::string::npos);
  CHECK(with([](auto& in) { in.shots[0].or_at = {"K5"}; }).find("own men") != std::string::npos);
  CHECK(with([](auto& in) { in.attackers.push_back({"mg:5-12", "J8"}); }).find("both sides are in 'J8'") != std::string::npos);
  CHECK(with([](auto& in) {
          in.locations.push_back({.name = "L1"}), in.attackers.push_back({"mg:5-12", "L1"});
        }).find("a MG alone") != std::string::npos);
  CHECK(with([](auto& in) { in.attackers.push_back({"mg:5-12,pinned", "K5"}); }).find("how it fires") != std::string::npos);
  CHECK(with([](auto& in) { in.attackers = {{"9-1", "K5"}}; }).find("A7.53") != std::string::npos);
  CHECK(with([](auto& in) { in.shots[0].leadership = -1; }).find("A7.53") != std::string::npos);
  CHECK(with([](auto& in) { in.locations.push_back({.name = "L1"}), in.shots[0].by = "L1"; }).find("nobody is at L1") != std::string::npos);
  CHECK(with([](auto& in) { in.shots[0].by = "k5"; }).find("unknown Location 'k5'") != std::string::npos);
  CHECK(with([](auto& in) { in.shots[0].range = 0; }).find("out of range") != std::string::npos);
  CHECK(with([](auto& in) { in.shots[0].fp = "4"; }).find("fp with by = \"K5\"") != std::string::npos);
  CHECK(with([](auto& in) { in.shots[0].repair = 1; }).find("nobody repairs") != std::string::npos);
  CHECK(with([](auto& in) { in.shots[0].to_hit = 7; }).find("by with to_hit") != std::string::npos);
  CHECK(with([](auto& in) { in.attackers[0].location = ""; }).find("no Location given") != std::string::npos);
  CHECK(with([](auto& in) { in.loss.good_order = 1; }).find("before the first shot") != std::string::npos);
  CHECK(with([](auto& in) { in.goal.attackers_left = 0; }).find("defender has won") != std::string::npos);
  CHECK(with([](auto& in) { in.goal.attackers_left = 2; }).find("out of range") != std::string::npos);
  CHECK(with([](auto& in) {
          in.attackers.clear();
          in.shots = {{.name = "MG", .target = "J8", .fp = "4"}};
        }).find("[[attacker]]") != std::string::npos);
}
