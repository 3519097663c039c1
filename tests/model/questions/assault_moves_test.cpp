#include <algorithm>
#include <cstdlib>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include <catch2/catch.hpp>

#include "model/questions/assault.hpp"
#include "model/questions/assault_fields.hpp"
#include "model/rules/ift.hpp"
#include "tests/support/agreement.hpp"
#include "tests/support/ask.hpp"
#include "tests/support/assaults.hpp"
#include "tests/support/policies.hpp"

using namespace boxcars;
using namespace boxcars::model;
using namespace boxcars::test;

namespace {

// What an attack makes of a 4-6-7, or of its half-squad, both of morale 7, which moves: it goes on, or is pinned, or broken or worse.
struct Fate {
  double squad = 0, half = 0, pinned_squad = 0, pinned_half = 0, lost = 0;
  double goes() const { return squad + half; }
  double pinned() const { return pinned_squad + pinned_half; }
  double whole() const { return squad + pinned_squad; }
};

enum class Who { squad, half };

void check_morale(Who who, int drm, double odds, Fate& fate) {
  for (int a = 1; a <= 6; ++a) {
    for (int b = 1; b <= 6; ++b) {
      const double one = odds / 36;
      const int total = a + b + drm;
      if (total > 7 || a + b == 12)
        fate.lost += one;
      else if (total == 7)
        (who == Who::squad ? fate.pinned_squad : fate.pinned_half) += one;  // the highest that passes (A7.306)
      else
        (who == Who::squad ? fate.squad : fate.half) += one;
    }
  }
}

Fate attacked(Who who, int column, int drm, bool cowers) {
  Fate fate;
  for (int a = 1; a <= 6; ++a) {
    for (int b = 1; b <= 6; ++b) {
      const double one = 1.0 / 36;
      const int on = column - (cowers && a == b ? 1 : 0);
      const IftResult result = on < 0 ? IftResult{} : ift_result(on, a + b + drm);
      const bool is_squad = who == Who::squad;
      switch (result.kind) {
        case IftResult::Kind::KIA:
          fate.lost += one;
          break;
        case IftResult::Kind::K:
          if (is_squad)
            check_morale(Who::half, result.number, one, fate);
          else
            fate.lost += one;
          break;
        case IftResult::Kind::MC:
          check_morale(who, result.number, one, fate);
          break;
        case IftResult::Kind::PTC:
          for (int dr = 2; dr <= 12; ++dr) {
            const double ways = 6 - std::abs(7 - dr);
            (dr > 7 ? is_squad ? fate.pinned_squad : fate.pinned_half : is_squad ? fate.squad : fate.half) += one * ways / 36;
          }
          break;
        case IftResult::Kind::none:
          (is_squad ? fate.squad : fate.half) += one;
      }
    }
  }
  return fate;
}

constexpr int column_of_2 = 1, column_of_4 = 2, column_of_8 = 4;
constexpr int in_the_open = -2;  // FFNAM and FFMO

// A squad goes from K5 by open ground; J7 is held by a squad that may fire at it.
AssaultInputs approach(int turns) {
  AssaultInputs in{.turns = turns};
  in.locations = {{.name = "K5", .terrain = Terrain::woods},
                  {.name = "K6", .terrain = Terrain::open},
                  {.name = "K7", .terrain = Terrain::open},
                  {.name = "J7", .terrain = Terrain::woods}};
  in.defenders = {{"4-4-7", "J7"}};
  in.attackers = {{"4-6-7", "K5"}};
  in.shots = {{.name = "answer", .target = "rush", .by = "J7"}};
  in.moves = {{.name = "rush", .by = "K5", .path = {"K6/J7=2", "K7/J7=1"}}};
  in.goal.good_order = 0;
  return in;
}

double arrives(const AssaultInputs& in, const std::string& name = "rush") { return exact_odds(Assault(in)).at(name + " arrives"); }

}  // namespace

TEST_CASE("a squad that moves is fired at once, where it is seen first, with FFNAM and FFMO") {
  AssaultInputs in = approach(1);
  CHECK(arrives(in) == Approx(attacked(Who::squad, column_of_4, in_the_open, true).goes()).margin(1e-12));
  SECTION("it stays where it is stopped") {
    const auto odds = exact_odds(Assault(in));
    const Fate fate = attacked(Who::squad, column_of_4, in_the_open, true);
    CHECK(odds.at("a1:4-6-7 unharmed") == Approx(fate.whole()).margin(1e-12));  // pins end with the turn
    CHECK(odds.at("a1:4-6-7 broken") + odds.at("a1:4-6-7 eliminated") == Approx(fate.lost).margin(1e-12));
  }
  SECTION("not where it is not seen") {
    in.moves.front().path = {"K6", "K7/J7=1"};
    CHECK(arrives(in) == Approx(attacked(Who::squad, column_of_8, in_the_open, true).goes()).margin(1e-12));
  }
  SECTION("in other terrain there is no FFMO, but TEM") {
    in.locations[1].terrain = Terrain::woods;
    CHECK(arrives(in) == Approx(attacked(Who::squad, column_of_4, -1 + 1, true).goes()).margin(1e-12));
  }
  SECTION("by Assault Movement, one Location and no FFNAM") {
    in.moves.front().assault_movement = true;
    CHECK(arrives(in) == 0);
    in.moves.front().path = {"K6/J7=2"};
    CHECK(arrives(in) == Approx(attacked(Who::squad, column_of_4, -1, true).goes()).margin(1e-12));
  }
  SECTION("by Firepower that nobody loses") {
    in.shots = {{.name = "answer", .target = "rush", .fp = "8", .cowering = Cowering::none}};
    in.moves.front().path = {"K6", "K7"};
    CHECK(arrives(in) == Approx(attacked(Who::squad, column_of_8, in_the_open, false).goes()).margin(1e-12));
  }
  SECTION("each by a DR of its own, until it is stopped; who is pinned has neither FFNAM nor FFMO") {
    in.shots.push_back({.name = "MG", .target = "rush", .fp = "4", .cowering = Cowering::none});
    const Fate first = attacked(Who::squad, column_of_4, in_the_open, true);
    const double goes = first.squad * attacked(Who::squad, column_of_4, in_the_open, false).goes() +
                        first.half * attacked(Who::half, column_of_4, in_the_open, false).goes();
    CHECK(arrives(in) == Approx(goes).margin(1e-12));
  }
}

TEST_CASE("who has fired at who moves does not fire in the DFPh, who holds his fire may") {
  AssaultInputs in = approach(1);
  in.shots.push_back({.name = "later", .target = "K7", .by = "J7", .phase = FirePhase::defensive, .range = 1});
  const Fate moved = attacked(Who::squad, column_of_4, in_the_open, true);
  CHECK(exact_odds(Assault(in)).at("a1:4-6-7 unharmed") == Approx(moved.whole()).margin(1e-12));
  in.shots.erase(in.shots.begin());
  in.moves.front().path = {"K6", "K7"};
  const Fate there = attacked(Who::squad, column_of_8, 0, true);
  CHECK(exact_odds(Assault(in)).at("a1:4-6-7 unharmed") == Approx(there.whole()).margin(1e-12));
}

TEST_CASE("who may hold his fire waits for the best shot") {
  AssaultInputs in = approach(1);
  in.goal = {.held = {"K7"}};
  in.shots.front().may_hold = true;
  const double near =
      attacked(Who::squad, column_of_8, in_the_open, true).goes() + attacked(Who::squad, column_of_8, in_the_open, true).pinned();
  const double far = attacked(Who::squad, column_of_4, in_the_open, true).goes();
  const double never = 1;
  const sim::OptimalPolicy policy = optimal_policy(in);
  CHECK(policy.odds.events[static_cast<std::size_t>(Assault(in).objective())] == Approx(std::min({near, far, never})).margin(1e-12));
  check_optimal_policy(in, 20'000);
}

TEST_CASE("fire at the first stack leaves Residual FP to the second") {
  AssaultInputs in = approach(1);
  in.locations.push_back({.name = "L5", .terrain = Terrain::woods});
  in.attackers.push_back({"4-6-7", "L5"});
  in.shots = {{.name = "MG", .target = "rush", .fp = "8"}};
  in.moves = {{.name = "rush", .by = "K5", .path = {"K6"}}, {.name = "dash", .by = "L5", .path = {"K6", "K7"}}};
  const double after = 30.0 / 36 * attacked(Who::squad, column_of_4, in_the_open, false).goes() +
                       6.0 / 36 * attacked(Who::squad, column_of_2, in_the_open, false).goes();  // it cowers on doubles, to the column of 6
  CHECK(arrives(in, "dash") == Approx(after).margin(1e-12));
  SECTION("one column less on a bridge, which is nothing to it, so that it is in the open (A8.26, B6.3)") {
    in.locations[1].terrain = Terrain::bridge;
    constexpr int column_of_1 = 0;
    const double behind = 30.0 / 36 * attacked(Who::squad, column_of_2, in_the_open, false).goes() +
                          6.0 / 36 * attacked(Who::squad, column_of_1, in_the_open, false).goes();
    CHECK(arrives(in, "dash") == Approx(behind).margin(1e-12));
  }
  SECTION("and not to those who are there") {
    in.moves = {{.name = "dash", .by = "L5", .path = {"K6"}}, {.name = "rush", .by = "K5", .path = {"K6"}}};
    const auto odds = exact_odds(Assault(in));
    CHECK(odds.at("dash arrives") == Approx(1.0));
    CHECK(odds.at("a2:4-6-7 unharmed") == Approx(1.0));
  }
  SECTION("none through which nobody has passed") {
    in.moves[1].path = {"L6", "K7"};
    in.locations.push_back({.name = "L6", .terrain = Terrain::open});
    CHECK(arrives(in, "dash") == Approx(1.0));
  }
}

TEST_CASE("a stack goes on in the next turn, as far as its MF reach") {
  AssaultInputs in = approach(1);
  in.shots.front().target = "K5", in.shots.front().range = 3, in.shots.front().from_turn = in.shots.front().until_turn = 1;
  in.moves.front().path = {"K6/mf=2", "K7/mf=3"};
  CHECK(arrives(in) == 0);
  in.turns = 2;
  CHECK(arrives(in) > 0.5);
  SECTION("a leader helps") {
    in.turns = 1;
    in.attackers.push_back({"8-0", "K5"});
    CHECK(arrives(in) > 0.4);
  }
  SECTION("MF may be given") {
    in.turns = 1;
    in.moves.front().mf = 5;
    CHECK(arrives(in) > 0.5);
  }
  SECTION("who is pinned goes on then, who is broken does not") {
    in = approach(2);
    in.shots.front().until_turn = 1;
    const Fate fate = attacked(Who::squad, column_of_4, in_the_open, true);
    CHECK(arrives(in) == Approx(fate.goes() + fate.pinned()).margin(1e-12));
  }
}

TEST_CASE("a stack moves as one, and not after it has fired in the PFPh") {
  AssaultInputs in = approach(1);
  SECTION("nobody goes on when one of them cannot") {
    in.attackers.push_back({"4-6-7,broken", "K5"});
    CHECK(arrives(in) == 0);
  }
  SECTION("Prep Fire") {
    in.shots.insert(in.shots.begin(), {.name = "prep", .target = "J7", .by = "K5", .range = 3});
    CHECK(arrives(in) == 0);
    in.shots.front().phase = FirePhase::advancing, in.shots.front().by = "K7", in.shots.front().range = 1;
    CHECK(arrives(in) == Approx(attacked(Who::squad, column_of_4, in_the_open, true).goes()).margin(1e-12));
  }
  SECTION("nobody enters an enemy's Location") {
    in.moves.front().path = {"K6", "K7", "J7/mf=1"};
    in.shots.front().target = "K7", in.shots.front().range = 1, in.shots.front().phase = FirePhase::defensive;
    CHECK(arrives(in) == 0);
  }
}

TEST_CASE("from where it has come to a stack fires, and is fired at") {
  AssaultInputs in = approach(1);
  in.shots = {{.name = "assault", .target = "J7", .by = "K7", .phase = FirePhase::advancing, .range = 1}};
  in.moves.front().path = {"K6", "K7"};
  // 4 FP, doubled by PBF and halved in the AFPh, at +1: the odds that a 4-4-7 is left in Good Order.
  const Fate fate = attacked(Who::squad, column_of_4, 1, true);
  CHECK(exact_odds(Assault(in)).at("attacker wins") == Approx(fate.lost).margin(1e-12));
  in.moves.front().from_turn = 2, in.turns = 2;
  in.shots.front().until_turn = 1;
  CHECK(exact_odds(Assault(in)).at("attacker wins") == 0);
}

TEST_CASE("moves are simulated as they are solved") {
  AssaultInputs in = approach(3);
  in.locations.push_back({.name = "L5", .terrain = Terrain::woods});
  in.attackers = {{"4-6-7", "K5"}, {"9-1", "K5"}, {"mg:5-12", "K5"}, {"4-6-7", "L5"}};
  in.rally_drm = 0;
  in.shots.push_back({.name = "prep", .target = "J7", .by = "L5", .range = 3});
  in.shots.push_back({.name = "assault", .target = "J7", .by = "K7", .phase = FirePhase::advancing, .range = 1});
  in.shots.push_back({.name = "storm", .target = "J7", .by = "K7", .advance = true});
  const Assault assault(in);
  check_agreement(assault, simulated(assault, 200'000), solved(assault).odds.value());
}

namespace {

// Each side has two squads that fire from one place to the other, in its own Player Turn, and in that of the other as Defensive Fire.
AssaultInputs exchange(int turns) {
  AssaultInputs in{.turns = turns};
  in.locations = {{.name = "K5", .terrain = Terrain::woods}, {.name = "J7", .terrain = Terrain::woods}};
  in.defenders = {{"2x4-4-7", "J7"}};
  in.attackers = {{"2x4-6-7", "K5"}, {"8-0", "K5"}};
  in.goal.good_order = 0;
  in.rally_drm = -1;
  return in;
}

AssaultShot fire(const std::string& name, const std::string& by, const std::string& target, FirePhase phase) {
  return {.name = name, .target = target, .by = by, .phase = phase, .range = 3};
}

}  // namespace

TEST_CASE("both Player Turns have their phases in order, whatever the order of the file", "[thorough]") {
  AssaultInputs both = exchange(2);
  both.player_turns = PlayerTurns::both;
  both.shots = {fire("prep", "K5", "J7", FirePhase::prep), fire("return", "J7", "K5", FirePhase::defensive),
                fire("their-prep", "J7", "K5", FirePhase::prep), fire("our-return", "K5", "J7", FirePhase::defensive)};
  AssaultInputs written = exchange(4);  // each Player Turn as a turn of its own
  written.defenders = both.defenders = {{"2x4-4-7,self-rally", "J7"}};
  written.attackers = both.attackers = {{"2x4-6-7,self-rally", "K5"}, {"8-0", "K5"}};
  for (int turn = 1; turn <= 4; ++turn) {
    for (AssaultShot shot : both.shots) {
      if ((turn % 2 == 1) != (shot.name == "prep" || shot.name == "return")) continue;
      shot.name += std::to_string(turn);
      shot.from_turn = shot.until_turn = turn;
      written.shots.push_back(shot);
    }
  }
  const auto odds = exact_odds(Assault(both)), as_written = exact_odds(Assault(written));
  CHECK(odds.at("attacker wins") == Approx(as_written.at("attacker wins")).margin(1e-12));
  CHECK(odds.at("attacker wins by turn 1") == Approx(as_written.at("attacker wins by turn 2")).margin(1e-12));
  CHECK(odds.at("attacker wins by turn 2") == Approx(as_written.at("attacker wins by turn 4")).margin(1e-12));
  std::swap(both.shots[0], both.shots[3]);
  CHECK(exact_odds(Assault(both)).at("attacker wins") == Approx(odds.at("attacker wins")).margin(1e-12));
}

TEST_CASE("any shot has its phase in both Player Turns, and is fired once in each that it belongs to") {
  AssaultInputs in = exchange(1);
  in.rally_drm.reset();
  in.player_turns = PlayerTurns::both;
  in.goal = {.eliminated = 1};
  in.defenders = {{"hs:2-3-7", "J7"}};
  const auto once = [&](FirePhase phase) {
    in.shots = {{.name = "MG", .target = "J7", .fp = "8", .phase = phase, .cowering = Cowering::none}};
    return exact_odds(Assault(in)).at("attacker wins");
  };
  double eliminated = 0;  // a half-squad: by a KIA or K, and by an Original 12 of its MC
  for (int a = 1; a <= 6; ++a) {
    for (int b = 1; b <= 6; ++b) {
      const IftResult result = ift_result(column_of_8, a + b + 1);
      eliminated += result.kind >= IftResult::Kind::K ? 1.0 / 36 : result.kind == IftResult::Kind::MC ? 1.0 / 36 / 36 : 0;
    }
  }
  for (const FirePhase phase : {FirePhase::prep, FirePhase::defensive, FirePhase::advancing})
    CHECK(once(phase) == Approx(eliminated).margin(1e-12));
  in.shots = {{.name = "Gun", .target = "J7", .phase = FirePhase::defensive, .caliber = 75}};
  CHECK(refused(in).empty());
  in.player_turns = PlayerTurns::attacker;
  CHECK(refused(in).find("phase with HE") != std::string::npos);
}

TEST_CASE("in a Player Turn only a MMC of that side rallies without a leader (A18.11)") {
  AssaultInputs in = exchange(2);
  in.player_turns = PlayerTurns::both;
  in.rally_drm = 0;
  in.attackers = {{"4-6-7,broken", "K5"}};
  in.defenders = {{"4-4-7", "J7"}};
  in.shots = {fire("never", "J7", "K5", FirePhase::prep)};
  in.shots.front().from_turn = in.shots.front().until_turn = 2;  // the last Player Turn
  // It is desperate until the first RPh, that of the defender's Player Turn, in which it may not try. Then it needs 6 with its +1 alone,
  // and an Original 12 reduces it. What J7 does then is to who has rallied or not.
  double rallies = 0;
  for (int a = 1; a <= 6; ++a) {
    for (int b = 1; b <= 6; ++b) rallies += a + b + 1 <= 7 ? 1.0 / 36 : 0;
  }
  in.shots.front().target = "K5";
  const Fate hit = attacked(Who::squad, column_of_4, 1, true);
  const auto odds = exact_odds(Assault(in));
  CHECK(odds.at("a1:4-6-7 unharmed") == Approx(rallies * hit.whole()).margin(1e-12));
}

TEST_CASE("each side moves in its own Player Turn, under the fire of the other") {
  AssaultInputs in = approach(1);
  in.player_turns = PlayerTurns::both;
  const double goes = attacked(Who::squad, column_of_4, in_the_open, true).goes();
  CHECK(arrives(in) == Approx(goes).margin(1e-12));
  in.shots.push_back({.name = "later", .target = "K7", .by = "J7", .phase = FirePhase::prep, .range = 1});
  in.locations.push_back({.name = "J6", .terrain = Terrain::open});
  in.moves.push_back({.name = "back", .by = "J7", .path = {"J6/K7=1"}});
  in.shots.push_back({.name = "from-K7", .target = "back", .by = "K7"});
  // Who has come to K7 is fired at in the PFPh of J7, which then stays; if he has not, J7 goes back unharmed.
  CHECK(arrives(in) == Approx(goes).margin(1e-12));
  CHECK(arrives(in, "back") == Approx(1 - goes).margin(1e-12));
  in.moves.back().before = "later";
  CHECK(refused(in).find("before with player_turns") != std::string::npos);
}

TEST_CASE("who is broken routs as the file says, with a NMC under Interdiction (A10.5, A10.53)") {
  using Rout = GarrisonCall::Rout;
  AssaultInputs in = exchange(1);
  in.rally_drm.reset();
  in.shots = {{.name = "far", .target = "J7", .fp = "1", .drm = 9}};  // it has no effect
  in.goal = {.eliminated = 1};
  const auto ends = [&](const std::string& unit, Rout how) {
    in.defenders = {{unit, "J7"}};
    in.locations[1].rout = how;
    return exact_odds(Assault(in));
  };
  double fails = 0, fails_8 = 0;
  for (int a = 1; a <= 6; ++a) {
    for (int b = 1; b <= 6; ++b) fails += a + b > 7 ? 1.0 / 36 : 0, fails_8 += a + b > 8 ? 1.0 / 36 : 0;
  }
  CHECK(ends("4-4-7,broken", Rout::away).at("attacker wins") == 0);
  CHECK(exact_measures(Assault(in)).at("defenders driven out").at(1) == Approx(1.0));
  CHECK(exact_measures(Assault(in)).at("defenders broken").at(0) == Approx(1.0));
  CHECK(ends("4-4-7", Rout::away).at("1:4-4-7 unharmed") == Approx(1.0));
  CHECK(exact_measures(Assault(in)).at("defenders driven out").at(0) == Approx(1.0));
  CHECK(ends("4-4-7,broken", Rout::eliminated).at("attacker wins") == Approx(1.0));
  const double twelve = 1.0 / 36;  // it eliminates who is broken (A10.31)
  CHECK(ends("4-4-7,broken", Rout::interdicted).at("1:4-4-7 reduced") == Approx(fails - twelve));
  CHECK(ends("4-4-7,broken", Rout::interdicted).at("1:4-4-7 eliminated") == Approx(twelve));
  CHECK(ends("hs:2-3-7,broken", Rout::interdicted).at("1:hs:2-3-7 eliminated") == Approx(fails));
  const double dies = (fails_8 - twelve) * 2 / 6 + twelve;  // by a wound of 5 or 6 (A17.11)
  CHECK(ends("8-0,broken", Rout::interdicted).at("1:8-0 eliminated") == Approx(dies));
  CHECK(ends("2x4-4-7,broken", Rout::interdicted).at("attacker wins") == Approx(1 - (1 - twelve) * (1 - twelve)));
  const std::map<int, double> reduced = exact_measures(Assault(in)).at("1:2x4-4-7 reduced");
  CHECK(reduced.at(2) == Approx((fails - twelve) * (fails - twelve)));
  SECTION("before anybody advances") {
    in.locations = {{.name = "K5", .terrain = Terrain::woods}, {.name = "K6", .terrain = Terrain::open}};
    in.locations[1].rout = Rout::away;
    in.attackers = {{"4-6-7", "K5"}};
    in.defenders = {{"4-4-7,broken", "K6"}};
    in.shots = {{.name = "storm", .target = "K6", .by = "K5", .advance = true}};
    CHECK(exact_odds(Assault(in)).at("1:4-4-7 eliminated") == 0);
    in.locations[1].rout.reset();
    CHECK(exact_odds(Assault(in)).at("1:4-4-7 eliminated") > 0);
  }
}

TEST_CASE("what cannot move is told in one line") {
  const auto why = [](auto change) {
    AssaultInputs in = approach(2);
    change(in);
    return refused(in);
  };
  const auto says = [](const std::string& text, const std::string& part) {
    INFO(text);
    CHECK(text.find(part) != std::string::npos);
  };
  says(why([](AssaultInputs& in) { in.moves.front().path = {"K7"}; }), "K7 is 2 hexes from K5");
  says(why([](AssaultInputs& in) { in.moves.front().path = {"K6", "K5"}; }), "K5 is entered twice");
  says(why([](AssaultInputs& in) { in.moves.front().path = {}; }), "no path given");
  says(why([](AssaultInputs& in) { in.moves.front().path = {"K6/mf=5"}; }), "K6 costs 5 MF, and they have 4");
  says(why([](AssaultInputs& in) { in.moves.front().path = {"K6/mf=x"}; }), "are no MF");
  says(why([](AssaultInputs& in) { in.moves.front().path = {"K6/K9=2"}; }), "nobody fires at rush from 'K9'");
  says(why([](AssaultInputs& in) { in.moves.front().path = {"K66"}; }), "Location");
  says(why([](AssaultInputs& in) { in.moves.front().by = "K7"; }), "nobody is at K7");
  says(why([](AssaultInputs& in) { in.moves.front().before = "none"; }), "no shot is called 'none'");
  says(why([](AssaultInputs& in) { in.moves.front().before = "answer"; }), "is fired at who moves");
  says(why([](AssaultInputs& in) { in.moves.push_back(in.moves.front()); }), "two moves are called");
  says(why([](AssaultInputs& in) { in.moves.push_back(in.moves.front()), in.moves.back().name = "again"; }), "move twice");
  says(why([](AssaultInputs& in) { in.moves.front().name = "answer"; }), "a move and something else");
  says(why([](AssaultInputs& in) { in.shots.front().by = "K5", in.moves.front().path = {"K6/K5=1"}; }), "same side");
  says(why([](AssaultInputs& in) { in.shots.front().caliber = 75; }), "with caliber");
  says(why([](AssaultInputs& in) { in.shots.front().target = "ruhs"; }), "unknown Location or move 'ruhs'");
  says(why([](AssaultInputs& in) { in.shots.front().or_at = {"K5"}; }), "as targets of one shot");
  says(why([](AssaultInputs& in) { in.attackers.push_back({"4-6-7", "K5", 2}); }), "come later than others");
  says(why([](AssaultInputs& in) { in.goal.held = {"J7"}; }), "nobody of the attacker ever comes to 'J7'");
}
