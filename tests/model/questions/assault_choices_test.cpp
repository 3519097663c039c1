#include <algorithm>
#include <array>
#include <atomic>
#include <map>
#include <optional>
#include <string>

#include <catch2/catch.hpp>

#include "ask/plan.hpp"
#include "model/questions/assault.hpp"
#include "model/questions/attack.hpp"
#include "tests/support/ask.hpp"
#include "tests/support/policies.hpp"

using namespace boxcars;
using namespace boxcars::model;
using namespace boxcars::test;

namespace {

// Half-squads, who are whole or out of it: with what odds a shot takes one out of the fight.
double falls(int fp, int drm, Terrain terrain) {
  AttackInputs in;
  in.fp = std::to_string(fp);
  in.drm = drm;
  in.terrain = terrain;
  in.cowering = Cowering::none;
  in.targets = {"hs:2-4-7"};
  return exact_odds(Attack(in)).at("any broken or eliminated");
}

// A half-squad in the woods and one in the open; a weapon that is better at each.
AssaultInputs two_hexes(int turns) {
  AssaultInputs in{.turns = turns};
  in.locations = {{.name = "A1", .terrain = Terrain::woods}, {.name = "B1", .terrain = Terrain::open}};
  in.defenders = {{"hs:2-4-7", "A1"}, {"hs:2-4-7", "B1"}};
  in.shots = {{.name = "MG", .target = "A1", .or_at = {"B1"}, .fp = "8", .cowering = Cowering::none},
              {.name = "squad", .target = "A1", .or_at = {"B1"}, .fp = "4", .drm = -1, .cowering = Cowering::none}};
  in.goal.good_order = 0;
  return in;
}

double odds(const AssaultInputs& in) { return optimal_policy(in).odds.events[static_cast<std::size_t>(Assault(in).objective())]; }

std::optional<ask::RuleOfThumb> rule_of_thumb(const AssaultInputs& in, const std::atomic<bool>& stop) {
  const ask::Position position{Assault(in)};
  sim::MdpSolver chain = sim::mdp_solver(position, {}, stop);
  return ask::rule_of_thumb(position, in, chain, stop);
}

// The best odds from who is left (bit 0: A1, bit 1: B1), turn by turn and shot by shot, with what each does.
struct Told {
  std::array<std::array<double, 2>, 2> p;  // by shot, by hex
  int turns;
  bool may_hold = false;
  double best(int turn, std::size_t shot, unsigned left) const {
    if (left == 0) return 1;
    if (turn == turns) return 0;
    const auto on = [&](unsigned then) { return shot == 0 ? best(turn, 1, then) : best(turn + 1, 0, then); };
    double most = 0;
    for (unsigned hex = 0; hex < 2; ++hex) {
      if (left >> hex & 1U) most = std::max(most, p[shot][hex] * on(left & ~(1U << hex)) + (1 - p[shot][hex]) * on(left));
    }
    return may_hold ? std::max(most, on(left)) : most;
  }
};

}  // namespace

TEST_CASE("who chooses his target at every shot has the odds that can be counted") {
  Told told{{{{falls(8, 0, Terrain::woods), falls(8, 0, Terrain::open)}, {falls(4, -1, Terrain::woods), falls(4, -1, Terrain::open)}}}, 0};
  for (const int turns : {1, 2, 4}) {
    told.turns = turns;
    AssaultInputs in = two_hexes(turns);
    CHECK(odds(in) == Approx(told.best(0, 0, 3)).margin(1e-13));
    for (auto& shot : in.shots) shot.may_hold = true;  // nobody is the worse for firing here
    CHECK(odds(in) == Approx(told.best(0, 0, 3)).margin(1e-13));
  }
}

TEST_CASE("no order of targets is better than the best play, nor the best one worse than any", "[thorough]") {
  for (const bool rally : {false, true}) {
    AssaultInputs in = two_hexes(3);
    if (rally) in.rally_drm = 1;
    in.shots[0].rate_of_fire = 2;
    in.shots[1].breakdown = 10;
    in.defenders.push_back({"8-0", "B1"});
    const double best = odds(in);
    const auto orders = ask::orders_of(in);
    REQUIRE(orders.size() == 4);
    CHECK(orders.front().words == "MG at A1, squad at A1");
    for (const ask::Order& order : orders) CHECK(exact_odds(Assault(order.inputs)).at("attacker wins") < best);
    in.shots[0].or_at.clear();
    CHECK(odds(in) < best);
    in.shots[1].or_at.clear();
    CHECK(odds(in) == Approx(exact_odds(Assault(in)).at("attacker wins")).margin(1e-13));  // nobody chooses
  }
}

TEST_CASE("shots only in some turns, and a goal of rubble, are played for the best, too, and simulated games agree", "[thorough]") {
  AssaultInputs in{.turns = 3};
  in.locations = {{.name = "J8.0", .building = Construction::stone, .levels = 1, .level = 0},
                  {.name = "J8.1", .building = Construction::stone, .levels = 1, .level = 1},
                  {.name = "K8", .terrain = Terrain::open}};
  in.defenders = {{"4-4-7", "J8.0"}, {"9-1", "J8.1"}, {"4-4-7", "K8"}};
  in.shots = {{.name = "Gun", .target = "J8.0", .or_at = {"J8.1"}, .may_hold = true, .caliber = 150, .to_hit = 7, .breakdown = 12},
              {.name = "MG", .target = "K8", .or_at = {"J8.1", "J8.0"}, .fp = "12", .rate_of_fire = 2, .until_turn = 2}};
  in.rally_drm = 0;
  in.goal = {.good_order = 1, .eliminated = 1};
  check_optimal_policy(in, 300'000);
}

TEST_CASE("decisions are told by what can be seen, those most often met first") {
  const AssaultInputs in = two_hexes(2);
  const sim::OptimalPolicy play = optimal_policy(in);
  const auto decisions = ask::decisions_of(ask::Position(Assault(in)), play);
  REQUIRE_FALSE(decisions.empty());
  CHECK(decisions.front().turn == 1);
  CHECK(decisions.front().shot == "MG");
  CHECK(decisions.front().situation == "A1 holds, B1 holds");
  CHECK(decisions.front().probability == Approx(1));
  CHECK(decisions.front().choices.size() == 2);
  const auto& first = decisions.front();
  const auto best =
      std::find_if(first.choices.begin(), first.choices.end(), [&](const auto& choice) { return choice.target == first.best; });
  CHECK(best->exact == Approx(odds(in)));
  double before = 1.1;
  std::map<std::pair<int, std::string>, double> met;
  for (const ask::Decision& decision : decisions) {
    CHECK(decision.probability <= before + 1e-12);
    before = decision.probability;
    met[{decision.turn, decision.shot}] += decision.probability;
    for (const auto& choice : decision.choices) CHECK(choice.exact <= 1);
  }
  for (const auto& [when, probability] : met) CHECK(probability <= Approx(1));
}

TEST_CASE("a rule of thumb is never above the best play, and comes to what its plain orders do or more") {
  for (const bool rally : {false, true}) {
    AssaultInputs in = two_hexes(3);
    in.defenders.push_back({"8-0", "B1"});
    if (rally) in.rally_drm = 1;
    const auto rule = rule_of_thumb(in, never_stop);
    REQUIRE(rule);
    CHECK(rule->wins <= odds(in) + 1e-13);
    CHECK(rule->wins > 0.9 * odds(in));
    for (const ask::Order& order : ask::orders_of(in)) CHECK(rule->wins >= exact_odds(Assault(order.inputs)).at("attacker wins"));
    CHECK(rule->words.find("MG at") == 0);
    CHECK(rule->words.find("; squad at") != std::string::npos);
  }
  CHECK_FALSE(rule_of_thumb(two_hexes(1), std::atomic<bool>{true}));
}

TEST_CASE("what a Gun has acquired is lost at another target, and who chooses knows it") {
  AssaultInputs in{.turns = 4};
  in.locations = {{.name = "A1", .terrain = Terrain::open}, {.name = "B1", .terrain = Terrain::open}};
  in.defenders = {{"hs:2-4-7", "A1"}, {"hs:2-4-7", "B1"}};
  in.shots = {{.name = "Gun", .target = "A1", .or_at = {"B1"}, .caliber = 57, .to_hit = 4, .th_number = 8, .acquire = true}};
  in.goal.good_order = 0;
  const auto falls_to = [](int to_hit) {
    AssaultInputs one{.turns = 1};
    one.locations = {{.name = "A1", .terrain = Terrain::open}};
    one.defenders = {{"hs:2-4-7", "A1"}};
    one.shots = {{.name = "Gun", .target = "A1", .caliber = 57, .to_hit = to_hit, .th_number = 8}};
    one.goal.good_order = 0;
    return exact_odds(Assault(one)).at("attacker wins");
  };
  const std::array<double, 3> p{falls_to(4), falls_to(5), falls_to(6)};
  const auto value = [&](const auto& self, int turn, unsigned left, int at, int acquired) -> double {
    if (left == 0) return 1;
    if (turn > in.turns) return 0;
    double most = 0;
    for (int target = 0; target < 2; ++target) {  // who is out of it may be fired at, too, for what it is worth
      const int now = target == at ? acquired : 0, then = std::min(now + 1, 2);
      const double hits = left >> target & 1U ? p[static_cast<std::size_t>(now)] : 0;
      most = std::max(
          most, hits * self(self, turn + 1, left & ~(1U << target), target, then) + (1 - hits) * self(self, turn + 1, left, target, then));
    }
    return most;
  };
  CHECK(odds(in) == Approx(value(value, 1, 3, 0, 0)).margin(1e-13));
  in.shots[0].acquire = false;
  CHECK(odds(in) < value(value, 1, 3, 0, 0));
}
