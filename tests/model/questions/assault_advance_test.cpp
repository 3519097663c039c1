#include <algorithm>
#include <array>
#include <functional>
#include <set>
#include <string>
#include <vector>

#include <catch2/catch.hpp>

#include "ask/plan.hpp"
#include "model/core/bad_input.hpp"
#include "model/core/field.hpp"
#include "model/questions/assault.hpp"
#include "model/questions/assault_fields.hpp"
#include "model/questions/close_combat.hpp"
#include "model/rules/ift.hpp"
#include "tests/support/agreement.hpp"
#include "tests/support/ask.hpp"
#include "tests/support/assaults.hpp"
#include "tests/support/policies.hpp"

using namespace boxcars;
using namespace boxcars::model;
using namespace boxcars::test;

namespace {

// Of 36 DR those of at most `highest`.
double odds_to(int highest) {
  double odds = 0;
  for (int a = 1; a <= 6; ++a) {
    for (int b = 1; b <= 6; ++b) odds += a + b <= highest ? 1.0 / 36 : 0;
  }
  return odds;
}

// A half-squad that is attacked in Close Combat is eliminated below the Kill Number, and by it: 1-1 is 5, 1-2 is 4 (A11.11).
constexpr int at_1_1 = 5, at_1_2 = 4;

// A half-squad a side: the attacker's advances at once, and they fight until one is gone, both at once.
double wins_in(int turns) {
  const double hit = odds_to(at_1_1);
  double odds = 0, both_left = 1;
  for (int turn = 1; turn <= turns; ++turn) {
    odds += both_left * hit;
    both_left *= (1 - hit) * (1 - hit);
  }
  return odds;
}

AssaultInputs rush(int turns) {
  AssaultInputs in{.turns = turns};
  in.locations = {{.name = "J8", .terrain = Terrain::open}, {.name = "K8", .terrain = Terrain::woods}};
  in.defenders = {{"hs:2-4-7", "J8"}};
  in.attackers = {{"hs:2-4-7", "K8"}};
  in.shots = {{.name = "rush", .target = "J8", .by = "K8", .advance = true}};
  in.goal.good_order = 0;
  return in;
}

double wins(const AssaultInputs& in) { return exact_odds(Assault(in)).at("attacker wins"); }

// What an attack does to a half-squad of morale 7 alone: pinned, or out of it (broken or eliminated).
struct Fate {
  double pinned = 0, out = 0;
};
Fate attacked(int column, int drm, bool cowers) {
  using Kind = IftResult::Kind;
  Fate all;
  for (int a = 1; a <= 6; ++a) {
    for (int b = 1; b <= 6; ++b) {
      const int column_of_dr = column - (cowers && a == b ? 1 : 0);
      if (column_of_dr < 0) continue;
      const IftResult result = ift_result(column_of_dr, a + b + drm);
      if (result.kind == Kind::KIA || result.kind == Kind::K) all.out += 1.0 / 36;
      if (result.kind == Kind::PTC) all.pinned += (1 - odds_to(7)) / 36;
      if (result.kind != Kind::MC) continue;
      const int holds_to = 7 - result.number;
      all.pinned += (odds_to(holds_to) - odds_to(holds_to - 1)) / 36;
      all.out += (1 - odds_to(holds_to)) / 36;
    }
  }
  return all;
}

}  // namespace

TEST_CASE("who advances fights in Close Combat at the end of every turn, until one side is gone") {
  for (const int turns : {1, 2, 5}) CHECK(wins(rush(turns)) == Approx(wins_in(turns)).margin(1e-14));
  const double hit = odds_to(at_1_1);
  const auto odds = exact_odds(Assault(rush(1)));
  CHECK(odds.at("a1:hs:2-4-7 eliminated") == Approx(hit).margin(1e-14));  // also who is eliminated has attacked
  AssaultInputs in = rush(1);
  in.goal.attackers_left = 1;
  CHECK(wins(in) == Approx(hit * (1 - hit)).margin(1e-14));
  in = rush(4);
  in.shots[0].from_turn = 3;
  CHECK(wins(in) == Approx(wins_in(2)).margin(1e-14));
  in = rush(3);
  in.attackers = {{"hs:2-4-7,pinned", "K8"}};  // A7.8: only from the second turn on
  CHECK(wins(in) == Approx(wins_in(2)).margin(1e-14));
  in.attackers = {{"hs:2-4-7,broken", "K8"}};
  in.loss.good_order.reset();
  CHECK(wins(in) == 0);
}

TEST_CASE("in woods both throw for Ambush, when they meet") {
  AssaultInputs in = rush(2);
  in.locations[0].terrain = Terrain::woods;
  for (const int drm : {0, -2}) {
    in.shots[0].ambush_drm = std::to_string(drm) + ",0";
    double odds = 0;
    const double hit = odds_to(at_1_1), later = hit;  // in a Melee nobody ambushes
    for (int a = 1; a <= 6; ++a) {
      for (int d = 1; d <= 6; ++d) {
        const int lead = d - (a + drm);
        double won = hit, both_left = (1 - hit) * (1 - hit);
        if (lead >= 3) {  // -1 on his attack, +1 on the other's, who attacks only if he is left
          won = odds_to(at_1_1 + 1);
          both_left = (1 - won) * (1 - odds_to(at_1_1 - 1));
        } else if (lead <= -3) {
          const double lost = odds_to(at_1_1 + 1);
          won = (1 - lost) * odds_to(at_1_1 - 1);
          both_left = 1 - lost - won;
        }
        odds += (won + both_left * later) / 36;
      }
    }
    CHECK(wins(in) == Approx(odds).margin(1e-14));
  }
  in.shots[0].ambush_drm.clear();
  in.shots[0].ambush = Ambush::none;
  CHECK(wins(in) == Approx(wins_in(2)).margin(1e-14));
}

TEST_CASE("a CC Phase of an assault is that of cc: every unit of both sides") {
  struct Fight {
    std::vector<std::string> attackers, defenders;
  };
  const std::vector<Fight> fights{{{"9-1", "2x4-6-7"}, {"4-4-7", "8-0"}},
                                  {{"4-6-7", "hero:1-4-9"}, {"4-4-7,broken", "hs:2-4-7"}},
                                  {{"3x4-6-7", "8-1"}, {"2x4-4-7", "9-1,pinned"}},
                                  {{"6-6-6"}, {"9-2", "9-1,wounded", "crew:2-2-8"}}};
  for (const Fight& fight : fights) {
    for (const bool rolls : {false, true}) {
      const CloseCombat cc({.attackers = fight.attackers,
                            .defenders = fight.defenders,
                            .ambush = rolls ? Ambush::roll : Ambush::none,
                            .ambush_drm = rolls ? "-1,1" : ""});
      AssaultInputs in = rush(1);
      in.attackers.clear(), in.defenders.clear();
      for (const auto& unit : fight.attackers) in.attackers.push_back({unit, "K8"});
      for (const auto& unit : fight.defenders) in.defenders.push_back({unit, "J8"});
      in.goal = {.eliminated = 1};
      if (rolls) in.shots[0].ambush = Ambush::roll, in.shots[0].ambush_drm = "-1,1";
      const Assault assault(in);
      const auto alone = exact_odds(cc), odds = exact_odds(assault);
      const auto measures_alone = exact_measures(cc), measures = exact_measures(assault);
      int compared = 0;
      for (const auto& [name, value] : alone) {
        const auto there = odds.find(name.front() == 'd' ? name.substr(1) : name);
        if (there == odds.end()) continue;
        ++compared;
        CHECK(there->second == Approx(value).margin(1e-13));
      }
      for (const auto& [name, values] : measures_alone) {
        const auto there = measures.find(name.front() == 'd' ? name.substr(1) : name);
        if (there == measures.end()) continue;
        ++compared;
        for (const auto& [n, value] : values) CHECK(there->second.at(n) == Approx(value).margin(1e-13));
      }
      CHECK(compared == 2 * static_cast<int>(fight.attackers.size() + fight.defenders.size()));
    }
  }
}

TEST_CASE("who is pinned by the answer does not advance, and who is in Melee neither fires nor is fired at") {
  // A half-squad answers on the 4 column, PBF, at one in the woods; then who can advances.
  const int turns = 4;
  AssaultInputs in = rush(turns);
  in.shots.insert(in.shots.begin(), {.name = "answer", .target = "K8", .by = "J8", .phase = FirePhase::defensive, .range = 1});
  in.shots.push_back({.name = "Guns", .target = "J8", .fp = "36", .drm = -10});  // KIA, but not at one's own men
  in.shots.back().from_turn = 1;
  in.loss.good_order = 0;
  const Fate answer = attacked(*column_for_firepower(4), +1, true);
  const double hit = odds_to(at_1_1);
  const std::function<double(int)> melee = [&](int turn) { return turn > turns ? 0.0 : hit + (1 - hit) * (1 - hit) * melee(turn + 1); };
  // Whoever is pinned stays outside, and the Guns do it.
  const double outside = answer.pinned + (1 - answer.pinned - answer.out) * melee(1);
  CHECK(wins(in) == Approx(outside).margin(1e-14));
  // Without them there is another turn.
  in.shots.pop_back();
  const std::function<double(int)> begin = [&](int turn) {
    return turn > turns ? 0.0 : answer.pinned * begin(turn + 1) + (1 - answer.pinned - answer.out) * melee(turn);
  };
  CHECK(wins(in) == Approx(begin(1)).margin(1e-14));
}

TEST_CASE("who has won a Melee is fired at where he is") {
  AssaultInputs in = rush(3);
  in.locations.push_back({.name = "J5", .terrain = Terrain::woods});
  in.defenders.push_back({"hs:2-4-7", "J5"});
  in.shots.push_back({.name = "MG", .target = "J8", .by = "J5", .range = 3});
  in.goal = {.eliminated = 2};  // not to be had: the game goes on
  const Fate fire = attacked(*column_for_firepower(2), 0, true);
  const double hit = odds_to(at_1_1);
  // By turn: both left, or the attacker alone. He is fired at in each turn after that in which he was alone, and never comes back.
  std::array<double, 4> melee{1}, alone{0}, good{0};
  double out = 0;
  for (std::size_t turn = 1; turn <= 3; ++turn) {
    alone[turn] = good[turn] = 0;
    out += alone[turn - 1] * fire.out;
    alone[turn] = alone[turn - 1] * (1 - fire.out) + melee[turn - 1] * hit * (1 - hit);
    melee[turn] = melee[turn - 1] * (1 - hit) * (1 - hit);
    out += melee[turn - 1] * hit;  // killed in it
  }
  const auto left = exact_measures(Assault(in)).at("attackers in good order");
  CHECK(left.at(0) == Approx(out).margin(1e-14));
}

TEST_CASE("a squad keeps everybody out of a Fortified Building, until it is pinned, broken, or half of it is left") {
  const auto with = [](std::vector<std::string> units, int turns) {
    AssaultInputs in = rush(turns);
    in.locations[0] = {.name = "J8", .building = Construction::stone, .levels = 1, .level = 0, .fortified = true};
    in.shots[0].ambush = Ambush::none;
    in.defenders.clear();
    for (auto& unit : units) in.defenders.push_back({std::move(unit), "J8"});
    in.goal = {.eliminated = 1};
    return exact_odds(Assault(in)).at("a1:hs:2-4-7 eliminated");
  };
  CHECK(with({"4-4-7"}, 3) == 0);
  CHECK(with({"hs:2-4-7", "hs:2-4-7"}, 3) == 0);
  CHECK(with({"hs:2-4-7"}, 1) == Approx(odds_to(at_1_1)).margin(1e-14));
  CHECK(with({"hs:2-4-7", "9-1"}, 1) > 0);
  CHECK(with({"4-4-7,pinned"}, 1) > 0);
  CHECK(with({"4-4-7,broken"}, 1) == 0);  // who is broken does not attack
}

TEST_CASE("whether to advance is a choice, and the best play is what can be counted") {
  const int turns = 4;
  AssaultInputs in = rush(turns);
  in.shots.insert(in.shots.begin(), {.name = "fire", .target = "J8", .by = "K8", .range = 2});
  in.shots[0].cowering = Cowering::none;
  in.shots[1].may_hold = true;
  in.loss.good_order = 0;
  const Fate fire = attacked(*column_for_firepower(2), 0, false);
  const double hit = odds_to(at_1_1);
  const std::function<double(int, bool)> fight = [&](int turn, bool pinned) {
    if (turn > turns) return 0.0;
    const double lost = odds_to(pinned ? at_1_2 : at_1_1);  // A7.8: a pin halves his attack
    return hit + (1 - hit) * (1 - lost) * fight(turn + 1, false);
  };
  const std::function<double(int)> best = [&](int turn) {
    if (turn > turns) return 0.0;
    const double wait = best(turn + 1);
    return fire.out + fire.pinned * std::max(wait, fight(turn, true)) + (1 - fire.out - fire.pinned) * std::max(wait, fight(turn, false));
  };
  CHECK(optimal_policy(in).odds.events[0] == Approx(best(1)).margin(1e-13));
  AssaultInputs always = in;
  always.shots[1].may_hold = false;
  CHECK(optimal_policy(in).odds.events[0] > wins(always) + 1e-3);
}

TEST_CASE("with leaders, groups, answers, rubble and fires, advances by calls, flat and simulated are one", "[thorough]") {
  const auto agree = [](const AssaultInputs& in) {
    const Assault assault(in);
    const sim::Odds odds = solved(assault).odds.value();  // in both ways
    const sim::Tally tally = simulated(assault, 300'000);
    for (std::size_t event = 0; event < odds.events.size(); ++event)
      CHECK(tail(tally.events[event], tally.trials, odds.events[event]) > false_alarm);
    CHECK(odds.events[0] > 0.05);
  };
  AssaultInputs in{.turns = 2};
  in.locations = {{.name = "J8.0", .building = Construction::wood, .levels = 1, .level = 0},
                  {.name = "J8.1", .building = Construction::wood, .levels = 1, .level = 1},
                  {.name = "K8", .building = Construction::wood, .levels = 0}};
  in.defenders = {{"2xhs:2-4-7", "J8.0"}, {"hs:2-3-7", "J8.1"}};
  in.attackers = {{"8-0", "K8"}, {"2xhs:2-4-7,elr=2", "K8"}};
  in.shots = {{.name = "answer", .target = "K8", .by = "J8.0", .range = 1},
              {.name = "rush", .target = "J8.0", .by = "K8", .advance = true},
              {.name = "above", .target = "J8.0", .by = "J8.1", .range = 1}};
  in.rally_drm = 0;
  in.goal = {.eliminated = 2, .attackers_left = 1};
  agree(in);
  in.defenders = {{"hs:2-4-7", "J8.0"}, {"hs:2-3-7", "J8.1"}};
  in.attackers = {{"hs:2-4-7", "K8"}};
  in.shots = {{.name = "rush", .target = "J8.0", .by = "K8", .advance = true},
              {.name = "Gun", .target = "J8.1", .caliber = 150, .fire = Fire::area, .to_hit = 7}};
  in.fires_drm = 1;
  in.goal = {.good_order = 0, .own_buried = 0};
  agree(in);
}

TEST_CASE("what fires at a Location that the enemy may yet enter is kept, and nobody keeps out his own") {
  // A Gun that arrives one time in ten has one try, in the turn in which the enemy is alone there.
  AssaultInputs in = rush(3);
  in.locations.push_back({.name = "J5", .terrain = Terrain::woods});
  in.attackers = {{"8-3-8", "K8"}};
  in.defenders = {{"hs:2-4-7,broken", "J8"}, {"hs:2-4-7", "J5"}};
  in.shots[0].from_turn = 2;
  in.shots.push_back({.name = "Gun", .target = "J8", .by = "J5", .caliber = 150, .drm = -20, .to_hit = 11, .from_turn = 3});
  in.goal = {.eliminated = 2};
  const auto lost = [&] { return 1 - exact_measures(Assault(in)).at("attackers eliminated")[0]; };
  const double always = lost();
  in.shots[1].arrives = 10;
  CHECK(always > 0.5);
  CHECK(lost() == Approx(always / 10).margin(1e-12));

  in = rush(2);
  in.locations[0] = {.name = "J8", .building = Construction::stone, .levels = 0, .fortified = true};
  in.shots[0].ambush = Ambush::none;
  in.defenders = {{"2x4-4-7,broken", "J8"}};
  in.attackers = {{"4-6-7", "K8"}, {.unit = "2x4-6-7", .location = "K8", .from_turn = 2}};
  in.goal = {.eliminated = 2};
  const double fortified = wins(in);
  in.locations[0].fortified = false;
  CHECK(fortified == Approx(wins(in)).margin(1e-14));
}

TEST_CASE("rubble buries both sides of a Melee") {
  AssaultInputs in = rush(1);
  in.locations[0] = {.name = "J8", .building = Construction::wood, .levels = 1, .level = 0};
  in.locations.push_back({.name = "J8.1", .building = Construction::wood, .levels = 1, .level = 1});
  in.defenders.push_back({"9-1", "J8.1"});
  in.shots[0].ambush = Ambush::none;
  in.shots.push_back({.name = "Gun", .target = "J8.1", .caliber = 300, .fire = Fire::oba, .drm = -20});
  in.goal = {.eliminated = 2};
  const auto odds = exact_odds(Assault(in));  // a KIA of -17 hits everybody, and may take all of it down
  CHECK(odds.at("a1:hs:2-4-7 eliminated") == Approx(1));
  CHECK(odds.at("attacker wins") == Approx(1));
  const double down = odds.at("J8 rubbled");
  CHECK(down > 0.1);
  in.goal.own_buried = 0;
  CHECK(exact_odds(Assault(in)).at("attacker wins") == Approx(1 - down).margin(1e-14));
}

TEST_CASE("who advances, drives in or lays SMOKE says nothing of any other attack, whatever a shot may say") {
  const std::vector<InputValue> values{
      true, 1., 2., -1., .5, 75., std::string("1"), std::string("0,1"), std::string("J8 holds"), std::string("K")};
  const std::set<std::string> of_any{"name", "target", "may_hold", "available", "arrives", "from_turn", "until_turn", "while"};
  struct Kind {
    std::string verb;
    AssaultShot shot;
    std::set<std::string> own;
  };
  const std::vector<Kind> kinds{{"advance", rush(1).shots[0], {"advance", "by", "ambush", "ambush_drm"}},
                                {"enter", {.name = "x", .target = "J8", .enter = true}, {"enter", "ground_pressure", "hexes", "drm"}},
                                {"smoke", {.name = "x", .target = "J8", .smoke = 2}, {"smoke", "by", "to_hit"}},
                                {"smoke",
                                 {.name = "x", .target = "J8", .smoke = 2, .to_hit = 7},
                                 {"smoke", "by", "to_hit", "breakdown", "repair", "rate_of_fire", "limit"}}};
  int refusals = 0;
  for (const Kind& kind : kinds) {
    for (const AnyField& field : shot_fields()) {
      const std::string key(field.info.key);
      INFO(kind.verb << " with " << key);
      std::vector<InputValue> tried = values;
      for (const std::string& choice : field.info.choices) tried.insert(tried.begin(), choice);
      const AssaultShot fresh{};
      bool is_said = false;
      for (const InputValue& value : tried) {
        AssaultInputs in = rush(1);
        in.shots[0] = kind.shot;
        try {
          field.read(&in.shots[0], value, field.info);
        } catch (const BadInput&) {
          continue;
        }
        if (!said(field, &in.shots[0], &fresh)) continue;
        is_said = true;
        const std::string why = refused(in);
        const bool is_foreign = !of_any.contains(key) && !kind.own.contains(key);
        if (is_foreign) CHECK(why != "");
        if (!is_foreign) CHECK_THAT(why, !Catch::Contains(kind.verb + " with " + key + " ("));
        refusals += is_foreign ? 1 : 0;
        break;
      }
      CHECK(is_said);
    }
  }
  CHECK(refusals > 100);
}

TEST_CASE("an advance that cannot be is refused with its place and the rule") {
  const auto with = [](auto change) {
    AssaultInputs in = rush(1);
    change(in);
    return refused(in);
  };
  CHECK(refused(rush(1)).empty());
  CHECK(with([](auto& in) { in.shots[0].fp = "4"; }).find("advance with fp (who advances does not fire, A4.7)") != std::string::npos);
  CHECK(with([](auto& in) { in.shots[0].by.clear(); }).find("no Location given to advance from") != std::string::npos);
  CHECK(with([](auto& in) { in.shots[0].by = "2x4-6-7"; }).find("'2x4-6-7' is no Location") != std::string::npos);
  CHECK(with([](auto& in) { in.shots[0].target = "K8"; }).find("no enemy has K8") != std::string::npos);
  CHECK(with([](auto& in) { in.locations.push_back({.name = "J9"}), in.shots[0].target = "J9"; }).find("no enemy has J9") !=
        std::string::npos);
  CHECK(with([](auto& in) {
          in.locations[0].name = in.defenders[0].location = in.shots[0].target = "J5";
        }).find("hexes from K8 (an advance is one hex") != std::string::npos);
  CHECK(with([](auto& in) {
          in.locations = {{.name = "J8.2", .building = Construction::stone, .levels = 2},
                          {.name = "J8.0", .building = Construction::stone, .levels = 2}};
          in.defenders[0].location = in.shots[0].target = "J8.2";
          in.attackers[0].location = in.shots[0].by = "J8.0";
        }).find("B23.422") != std::string::npos);
  CHECK(with([](auto& in) {
          in.locations.push_back({.name = "J9"}), in.attackers.push_back({"4-6-7", "J9"});
          in.shots.push_back({.name = "too", .target = "J8", .by = "J9", .advance = true});
        }).find("J8 is entered from K8 already") != std::string::npos);
  CHECK(with([](auto& in) {
          in.locations[0] = {.name = "J8.1", .building = Construction::stone, .levels = 1, .level = 1};
          in.defenders[0].location = in.shots[0].target = "J8.1";
        }).find("another hex and on another level") != std::string::npos);
  CHECK(with([](auto& in) {
          in.shots[0].advance = false, in.shots[0].range = 1, in.shots[0].ambush = Ambush::roll;
        }).find("ambush without advance") != std::string::npos);
  CHECK(with([](auto& in) { in.shots[0].ambush_drm = "1,0"; }).find("ambush_drm without an Ambush") != std::string::npos);
  CHECK(with([](auto& in) {
          in.shots[0].ambush = Ambush::roll, in.shots[0].ambush_drm = "1";
        }).find("the attacker's drm and the defender's") != std::string::npos);
  CHECK(with([](auto& in) {
          in.shots.push_back(in.shots[0]), in.shots[1].name = "again", in.shots[1].ambush = Ambush::roll;
        }).find("another Ambush") != std::string::npos);
  CHECK(with([](auto& in) { in.locations[0].terrain = Terrain::pillbox, in.locations[0].tem = 3; }).find("B30.6") != std::string::npos);
}
