#include "model/questions/check.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <string>
#include <tuple>

#include <catch2/catch.hpp>

#include "model/core/bad_input.hpp"
#include "tests/support/agreement.hpp"
#include "tests/support/ask.hpp"

using namespace boxcars;
using namespace boxcars::model;
using namespace boxcars::test;
using Catch::Matchers::Contains;

static_assert(sim::Process<Check>);

namespace {

// Of the 36 faces, those that `is` is true of, by colored and white.
template <class Is>
double of_36(Is is) {
  int faces = 0;
  for (int colored = 1; colored <= 6; ++colored) {
    for (int white = 1; white <= 6; ++white) faces += is(colored, white) ? 1 : 0;
  }
  return faces / 36.0;
}
double at_most(int number) {
  return of_36([&](int c, int w) { return c + w <= number; });
}

}  // namespace

TEST_CASE("a Morale Check, of 36 faces (A10.3, A7.8, A10.31)") {
  for (int number = 0; number <= 4; ++number) {
    for (const int drm : {-2, 0, 1}) {
      const std::string kind = number == 0 ? "NMC" : std::to_string(number) + "mc";
      INFO(kind << " " << drm);
      auto odds = exact_odds(Check({.kind = kind, .who = {"4-6-7"}, .drm = drm}));
      const int highest = std::min(11, 7 - number - drm);
      CHECK(odds.at("passes") == Approx(at_most(highest)));
      CHECK(odds.at("pins") == Approx(at_most(highest) - at_most(highest - 1)));
      CHECK(odds.at("breaks") == Approx(1 - at_most(highest)));
      CHECK(odds.at("reduced") == Approx(1.0 / 36));
      CHECK(odds.at("eliminated") == 0);
    }
  }
  CHECK(exact_odds(Check({.kind = "2MC", .who = {"4-6-7"}})).at("passes") == Approx(10.0 / 36));
  CHECK(exact_odds(Check({.kind = "2MC", .who = {"4-6-7"}, .leader = "9-1"})).at("passes") == Approx(15.0 / 36));
  CHECK(exact_odds(Check({.kind = "2MC", .who = {"4-6-7"}, .leadership = -1})).at("passes") == Approx(15.0 / 36));
  const Check by_counter({.kind = "2MC", .who = {"4-6-7"}, .leader = "9-1"}), by_drm({.kind = "2MC", .who = {"4-6-7"}, .leadership = -1});
  CHECK(by_counter.description().inputs.size() == 3);
  CHECK(by_counter.description().modifiers.size() == 2);
  CHECK(by_drm.description().inputs.size() == 3);
  // A Morale Level alone is a squad's.
  for (int level = 5; level <= 9; ++level) {
    const auto odds = exact_odds(Check({.kind = "2MC", .who = {std::to_string(level)}, .drm = -1}));
    CHECK(odds.at("passes") == Approx(at_most(level - 1)));
    CHECK(odds.at("breaks") == Approx(1 - at_most(level - 1)));
    CHECK(exact_odds(Check({.kind = "rally", .who = {std::to_string(level)}, .dm = true})).at("rallies") == Approx(at_most(level - 4)));
  }
  CHECK_THROWS_WITH(Check({.kind = "2MC", .who = {"12"}}), Contains("Morale Levels"));
  CHECK(exact_odds(Check({.kind = "NMC", .who = {"8-0"}, .leader = "9-1"})).at("passes") == Approx(at_most(9)));
  // A half-squad is eliminated by an Original 12; a leader breaks, and dies of 5 or 6.
  CHECK(exact_odds(Check({.kind = "NMC", .who = {"hs:2-4-7"}})).at("eliminated") == Approx(1.0 / 36));
  CHECK(exact_odds(Check({.kind = "NMC", .who = {"9-1"}})).at("eliminated") == Approx(2.0 / 6 / 36));
  CHECK(exact_odds(Check({.kind = "NMC", .who = {"9-1"}})).at("wounded") == Approx(4.0 / 6 / 36));
  CHECK(exact_odds(Check({.kind = "NMC", .who = {"9-1"}})).at("reduced") == Approx(4.0 / 6 / 36));
  CHECK(exact_odds(Check({.kind = "NMC", .who = {"9-1,elr=2"}})).at("replaced") == Approx(4.0 / 6 / 36));  // of a 12, who lives
  CHECK(exact_odds(Check({.kind = "2MC", .who = {"hero:1-4-9"}})).at("reduced") ==
        Approx((14.0 / 36 * 4 + 1.0 / 36 * 3) / 6));  // an 8 to 11, and a 12 with +1
  CHECK(exact_odds(Check({.kind = "NMC", .who = {"9-1"}})).at("breaks") == Approx(6.0 / 36 - 2.0 / 6 / 36));  // who dies does not
  // By more than his ELR: from a DR of 9 on (A19.13).
  CHECK(exact_odds(Check({.kind = "1MC", .who = {"4-6-7,elr=2"}})).at("replaced") == Approx(10.0 / 36));
  CHECK(exact_odds(Check({.kind = "1MC", .who = {"4-6-7"}})).at("replaced") == 0);
  CHECK(exact_odds(Check({.kind = "PTC", .who = {"4-6-7"}})).at("pins") == Approx(1 - 21.0 / 36));
  CHECK(exact_odds(Check({.kind = "TC", .who = {"4-6-7"}, .drm = 1})).at("passes") == Approx(15.0 / 36));
  CHECK(exact_odds(Check({.kind = "1TC", .who = {"4-6-7"}})).at("passes") == Approx(15.0 / 36));
  CHECK(exact_odds(Check({.kind = "PAATC", .who = {"4-6-7"}, .drm = 1})).at("pins") == Approx(21.0 / 36));
}

TEST_CASE("a Rally over some RPh, of 36 faces each (A10.6, A10.61, A10.62)") {
  for (const bool dm : {false, true}) {
    for (int turns = 1; turns <= 4; ++turns) {
      const Check question(
          {.kind = "rally", .who = {"4-6-7"}, .leadership = -1, .turns = std::to_string(turns), .dm = dm, .terrain = Terrain::woods});
      auto odds = exact_odds(question);
      // By hand: a squad, a half-squad since an Original 12, or nobody. Both have a broken side of 7.
      double squad = 1, half = 0, rallied = 0, rallied_half = 0, eliminated = 0;
      for (int turn = 1; turn <= turns; ++turn) {
        const double rallies = at_most(7 + 2 - (dm && turn == 1 ? 4 : 0)), twelve = 1.0 / 36;
        rallied += (squad + half) * rallies;
        rallied_half += half * rallies;
        eliminated += half * twelve;
        half = half * (1 - rallies - twelve) + squad * twelve;
        squad *= 1 - rallies - twelve;
        if (turns > 1) CHECK(odds.at("by turn " + std::to_string(turn)) == Approx(rallied));
      }
      CHECK(odds.at("rallies") == Approx(rallied));
      CHECK(odds.at("reduced") == Approx(half + rallied_half));  // of those who are left
      CHECK(odds.at("eliminated") == Approx(eliminated).margin(1e-15));
      check_agreement(question, simulated(question, 200'000), solved(question).odds.value());
    }
  }
  CHECK(exact_odds(Check({.kind = "self-rally", .who = {"8-0"}})).at("rallies") == Approx(at_most(8 - 1)));
  CHECK(exact_odds(Check({.kind = "rally", .who = {"7"}, .terrain = Terrain::hut})).at("rallies") == Approx(at_most(7 + 1)));  // G5.1
  CHECK(exact_odds(Check({.kind = "rally", .who = {"7"}, .terrain = Terrain::collapsed_hut})).at("rallies") == Approx(at_most(7)));
  // A leader in two RPh: a wound takes one off his Morale Level, and the next one kills on 4.
  double fresh = 1, wounded = 0, left_wounded = 0, dead = 0;
  for (int turn = 1; turn <= 2; ++turn) {
    const double again_fresh = fresh * (1 - at_most(8) - 1.0 / 36), again_wounded = wounded * (1 - at_most(7) - 1.0 / 36);
    left_wounded += wounded * at_most(7);
    dead += (fresh * 2 / 6 + wounded * 3 / 6) / 36;
    wounded = again_wounded + (fresh * 4 / 6 + wounded * 3 / 6) / 36;
    fresh = again_fresh;
  }
  const auto two_turns = exact_odds(Check({.kind = "rally", .who = {"8-0"}, .turns = "2"}));
  CHECK(two_turns.at("eliminated") == Approx(dead));
  CHECK(two_turns.at("reduced") == Approx(left_wounded + wounded));
  CHECK(two_turns.at("wounded") == Approx(left_wounded + wounded));
  CHECK(exact_odds(Check({.kind = "Self-Rally", .who = {"8-0"}, .dm = true})).at("rallies") == Approx(at_most(8 - 5)));
}

TEST_CASE("snipers, rates of fire and the small dice, of 36 and of 6 faces") {
  for (int san = 2; san <= 7; ++san) {
    auto odds = exact_odds(Check({.kind = "sniper", .who = {std::to_string(san)}}));
    const double activated = of_36([&](int c, int w) { return c + w == san; });
    CHECK(odds.at("sniper attacks") == Approx(activated / 3));
    CHECK(odds.at("activated") == Approx(activated));
    CHECK(odds.at("attacks on a dr of 1") == Approx(activated / 6));
    CHECK(odds.at("attacks on a dr of 2") == Approx(activated / 6));
  }
  for (int rate = 1; rate <= 3; ++rate) {
    for (const int breaks_from : {13, 12, 11}) {
      const Check question(
          {.kind = "rof", .who = {std::to_string(rate)}, .breakdown = breaks_from > 12 ? std::nullopt : std::optional(breaks_from)});
      const double again = of_36([&](int c, int w) { return c <= rate && c + w < breaks_from; });
      const double breaks = of_36([&](int c, int w) { return c + w >= breaks_from; });
      auto odds = exact_odds(question);
      CHECK(odds.at("keeps rate of fire") == Approx(again));
      CHECK(odds.at("keeps it 2 times") == Approx(std::pow(again, 2)));
      CHECK(odds.at("keeps it 3 times") == Approx(std::pow(again, 3)));
      CHECK(odds.at("malfunctions") == Approx(breaks / (1 - again)).margin(1e-15));
      auto shots = exact_measures(question).at("shots fired");
      for (int n = 1; n <= 5; ++n) CHECK(shots.at(n) == Approx(std::pow(again, n - 1) * (1 - again)));
    }
  }
  CHECK(exact_measures(Check({.kind = "rof", .who = {"3"}, .turns = "2"})).at("shots fired").at(2) == Approx(0.5));
  CHECK(exact_odds(Check({.kind = "rof", .who = {"3"}, .turns = "4"})).at("keeps it 2 times") == Approx(0.25));
  // The numbers of weapons: by their sort, a nation before it, by FP and range, and of Guns.
  for (const auto& [weapon, rate, repair] : std::vector<std::tuple<std::vector<std::string>, int, int>>{{{"LMG"}, 1, 1},
                                                                                                        {{"mmg"}, 2, 2},
                                                                                                        {{"HMG"}, 3, 3},
                                                                                                        {{"German", "HMG"}, 3, 3},
                                                                                                        {{".50"}, 3, 2},
                                                                                                        {{"Japanese", ".50"}, 2, 2},
                                                                                                        {{"mg:5-12"}, 2, 2},
                                                                                                        {{"mg:8-16"}, 3, 2},
                                                                                                        {{"Russian ATR"}, 0, 1},
                                                                                                        {{"PaK 38"}, 3, 0},
                                                                                                        {{"Panther"}, 1, 1}}) {
    INFO(weapon.back());
    if (rate > 0)
      CHECK(exact_odds(Check({.kind = "rof", .who = weapon})).at("keeps rate of fire") == Approx(rate / 6.0));
    else
      CHECK_THROWS_WITH(Check({.kind = "rof", .who = weapon}), Contains("it has no rate of fire"));
    if (repair > 0)
      CHECK(exact_odds(Check({.kind = "repair", .who = weapon})).at("repaired") == Approx(repair / 6.0));
    else
      CHECK_THROWS_WITH(Check({.kind = "repair", .who = weapon}), Contains("stands on its counter"));
  }
  const auto small = [](const CheckInputs& in, const char* event) { return exact_odds(Check(in)).at(event); };
  CHECK(small({.kind = "smoke", .who = {"3"}}, "smoke placed") == Approx(3.0 / 6));
  CHECK(small({.kind = "smoke", .who = {"1"}, .drm = 1}, "smoke placed") == 0);
  CHECK(small({.kind = "smoke", .who = {"1"}}, "move ends") == Approx(1.0 / 6));
  CHECK(small({.kind = "recovery", .drm = 1}, "recovered") == Approx(4.0 / 6));
  CHECK(small({.kind = "concealment", .who = {"4-6-7"}}, "gains concealment") == Approx(2.0 / 6));
  CHECK(small({.kind = "concealment", .who = {"hs:2-4-7"}}, "gains concealment") == Approx(3.0 / 6));
  CHECK(small({.kind = "concealment", .who = {"9-1"}}, "gains concealment") == Approx(4.0 / 6));
  CHECK(small({.kind = "concealment", .who = {"hero:1-4-9"}}, "gains concealment") == Approx(5.0 / 6));  // Stealthy
  CHECK(small({.kind = "concealment", .who = {"hero:1-4-9"}, .leader = "8-1"}, "gains concealment") == Approx(1));
  CHECK(small({.kind = "search-casualties", .who = {"4-6-7"}, .drm = -2}, "casualties") == Approx(3.0 / 6));
  CHECK(small({.kind = "manhandling", .drm = 7}, "passes") == Approx(at_most(5)));
  CHECK(small({.kind = "manhandling", .who = {"10"}}, "passes") == Approx(at_most(10)));
  CHECK(small({.kind = "climbing"}, "passes") == Approx(at_most(9)));
  CHECK(small({.kind = "climbing", .drm = 1}, "falls") == Approx(1 - at_most(9)));
  CHECK(small({.kind = "wound"}, "eliminated") == Approx(2.0 / 6));
  CHECK(small({.kind = "wound"}, "wounded") == Approx(4.0 / 6));
  CHECK(small({.kind = "wound", .who = {"9-1,wounded"}}, "eliminated") == Approx(3.0 / 6));
  CHECK(small({.kind = "search-casualties", .drm = -1}, "casualties") == Approx(2.0 / 6));
  CHECK(small({.kind = "search", .drm = -2}, "all are searched") == Approx(2.0 / 6));
  auto not_searched = exact_measures(Check({.kind = "search", .leadership = -1})).at("hexes not searched");
  for (int left = 0; left <= 5; ++left) CHECK(not_searched.at(left) == Approx(1.0 / 6));
  CHECK(small({.kind = "ambush"}, "attacker ambushes") == Approx(6.0 / 36));  // 1 to 4, 5, 6; 2 to 5, 6; 3 to 6
  auto repair = exact_odds(Check({.kind = "repair", .who = {"1"}, .turns = "3"}));
  CHECK(repair.at("repaired") == Approx(1.0 / 6 * (1 + 4.0 / 6 + 16.0 / 36)));
  CHECK(repair.at("by turn 2") == Approx(1.0 / 6 * (1 + 4.0 / 6)));
  CHECK(repair.at("disabled") == Approx(repair.at("repaired")));
  CHECK(small({.kind = "radio", .who = {"8"}}, "contact") == Approx(26.0 / 36));
}

TEST_CASE("what one number decides, of 36 and of 6 faces") {
  const auto odds_of = [](const CheckInputs& in) { return exact_odds(Check(in)); };
  const auto of_6 = [](auto is) {
    int faces = 0;
    for (int dr = 1; dr <= 6; ++dr) faces += is(dr) ? 1 : 0;
    return faces / 6.0;
  };
  // An Entrenching DR of at most 5; PF, MOL and ATMM by a dr of at most 3: of half-squads and crews one more, of a SMC two.
  const std::vector<std::pair<std::vector<std::string>, int>> sizes{
      {{}, 0}, {{"4-6-7"}, 0}, {{"hs:2-4-7"}, 1}, {{"crew:2-2-8"}, 1}, {{"9-1"}, 2}};
  for (const auto& [who, of_size] : sizes) {
    const int size = of_size;
    for (int drm = -2; drm <= 1; ++drm) {
      INFO((who.empty() ? "nobody" : who.front()) << " " << drm);
      if (size < 2) CHECK(odds_of({.kind = "entrench", .who = who, .drm = drm}).at("entrenches") == Approx(at_most(5 - drm - size)));
      for (const std::string kind : {"PF", "mol", "ATMM"})
        CHECK(odds_of({.kind = kind, .who = who, .drm = drm}).at(kind == "PF" ? "has a shot" : "passes") ==
              Approx(of_6([&](int dr) { return dr + drm + size <= 3; })));
      for (const std::string kind : {"panzerfaust", "ATMM"})
        CHECK(odds_of({.kind = kind, .who = who, .drm = drm}).at("pins") == Approx(1 / 6.0));
    }
  }
  CHECK(odds_of({.kind = "PF", .who = {"4-6-7,pinned"}}).at("breaks") == Approx(1 / 6.0));
  CHECK(odds_of({.kind = "PF", .who = {"4-6-7,pinned"}}).at("pins") == 0);
  CHECK(odds_of({.kind = "PF", .who = {"hero:1-4-9"}}).at("pins") == 0);  // who is never pinned
  CHECK_THROWS_WITH(Check({.kind = "entrench", .who = {"9-1"}}), Contains("MMC entrench"));
  // Who fails has Labor Status on the next try: -1, then -2 (B24.8).
  const auto digs = odds_of({.kind = "entrench", .turns = "4"});
  CHECK(digs.at("by turn 2") == Approx(1 - (1 - at_most(5)) * (1 - at_most(6))));
  CHECK(digs.at("by turn 3") == Approx(1 - (1 - at_most(5)) * (1 - at_most(6)) * (1 - at_most(7))));
  CHECK(digs.at("by turn 4") == Approx(1 - (1 - at_most(5)) * (1 - at_most(6)) * std::pow(1 - at_most(7), 2)));
  // A Sniper Check: a squad -2, a half-squad -1, a hero -1.
  for (const auto& [who, drm] : std::vector<std::pair<std::string, int>>{{"4-6-7", -2}, {"hs:2-4-7", -1}, {"hero:1-4-9", -1}, {"8-0", 0}}) {
    auto odds = odds_of({.kind = "sniper-check", .who = {who}, .leader = "9-1"});
    CHECK(odds.at("eliminates the sniper") == Approx(at_most(2 - drm + 1)));
    CHECK(odds.at("pins the sniper") == Approx(at_most(3 - drm + 1) - at_most(2 - drm + 1)));
  }
  for (int drm = -1; drm <= 4; ++drm) {
    auto heat = odds_of({.kind = "HoB", .drm = drm});
    const auto between = [&](int low, int high) { return of_36([&](int c, int w) { return c + w + drm >= low && c + w + drm <= high; }); };
    CHECK(heat.at("hero") == Approx(between(0, 6)));
    CHECK(heat.at("battle hardening") == Approx(between(5, 8)));
    CHECK(heat.at("berserk") == Approx(between(9, 11)));
    CHECK(heat.at("surrenders") == Approx(between(12, 16)));
  }
  CHECK(odds_of({.kind = "heat-of-battle", .who = {"4-6-7,broken"}}).at("surrenders") == Approx(3 / 36.0));
  CHECK(odds_of({.kind = "heat-of-battle", .who = {"4-6-7,fanatic"}}).at("surrenders") == 0);
  CHECK(odds_of({.kind = "heat-of-battle", .who = {"4-6-7,fanatic"}}).at("berserk") == Approx(10 / 36.0));
  // Of morale 8 a leader is one better, of morale 6 and of who was broken one worse.
  for (const auto& [who, of_unit] :
       std::vector<std::pair<std::string, int>>{{"4-4-7", 0}, {"5-4-8", -1}, {"4-3-6", +1}, {"4-3-6,broken", +2}}) {
    const int drm = of_unit;
    auto odds = odds_of({.kind = "leader-creation", .who = {who}});
    const auto between = [&](int low, int high) { return of_6([&](int dr) { return dr + drm >= low && dr + drm <= high; }); };
    CHECK(odds.at("8-1") == Approx(between(-9, 1)));
    CHECK(odds.at("8-0") == Approx(between(2, 3)));
    CHECK(odds.at("7-0") == Approx(between(4, 5)));
    CHECK(odds.at("6+1") == Approx(between(6, 6)));
    CHECK(odds.at("creates a leader") == Approx(between(-9, 6)));
  }
  // Interdiction of who routs: a NMC at the broken Morale Level, Casualty Reduction if it fails.
  auto routs = odds_of({.kind = "interdiction", .who = {"4-6-7,bml=8"}, .drm = 1});
  CHECK(routs.at("passes") == Approx(at_most(7)));
  CHECK(routs.at("pins") == Approx(6 / 36.0));
  CHECK(routs.at("reduced") == Approx(35 / 36.0 - at_most(7)));  // a 12 is the end of who is broken (A10.31)
  CHECK(routs.at("eliminated") == Approx(1 / 36.0));
  CHECK(odds_of({.kind = "interdiction", .who = {"hs:2-4-7"}}).at("eliminated") == Approx(1 - at_most(7)));
  CHECK(odds_of({.kind = "interdiction", .who = {"8-0"}}).at("eliminated") == Approx((35 / 36.0 - at_most(8)) * 2 / 6 + 1 / 36.0));
  CHECK(odds_of({.kind = "interdiction", .who = {"8-0"}}).at("wounded") == Approx((35 / 36.0 - at_most(8)) * 4 / 6));
  auto depleted = odds_of({.kind = "depletion", .who = {"5"}});
  CHECK(depleted.at("may fire it") == Approx(at_most(4)));
  CHECK(depleted.at("the last round") == Approx(4 / 36.0));
  CHECK(depleted.at("has none left") == Approx(1 - at_most(5)));
  CHECK(odds_of({.kind = "crew-survival", .who = {"6"}, .drm = 1}).at("crew survives") == Approx(at_most(5)));
  CHECK(odds_of({.kind = "hidden-gun", .who = {"5"}}).at("revealed") == Approx(2 / 6.0));
  CHECK(odds_of({.kind = "A-T-mines", .who = {"3"}}).at("sets off the mines") == Approx(3 / 6.0));
  auto position = odds_of({.kind = "DC", .drm = 2});
  CHECK(position.at("against the Aerial AF") == Approx(at_most(3)));
  CHECK(position.at("against the AF") == Approx(at_most(6) - at_most(3)));
  CHECK(position.at("no effect on an AFV") == Approx(1 - at_most(6)));
  // Shock: gone on 2; else an Unconfirmed Kill, gone on 3 in the next RPh.
  auto shock = odds_of({.kind = "shock", .turns = "2"});
  CHECK(shock.at("by turn 1") == Approx(2 / 6.0));
  CHECK(shock.at("recovers") == Approx(2 / 6.0 + 4 / 6.0 * 3 / 6));
  CHECK(shock.at("Unconfirmed Kill") == Approx(4 / 6.0));
  CHECK(shock.at("eliminated") == Approx(4 / 6.0 * 3 / 6));
  CHECK(odds_of({.kind = "shock"}).at("eliminated") == 0);
  auto wind = odds_of({.kind = "wind", .drm = 2});
  CHECK(wind.at("gusts") == Approx(1 - at_most(9)));
  CHECK(wind.at("another direction") == Approx(1 / 36.0 * 4 / 6));
  CHECK(wind.at("another force") == Approx(1 / 36.0 * 2 / 6));
  const Check fire({.kind = "accuracy", .who = {"2"}, .drm = 1});
  CHECK(exact_odds(fire).at("accurate") == Approx(1 / 6.0));
  for (int hexes = 1; hexes <= 6; ++hexes) CHECK(exact_measures(fire).at("hexes off").at(hexes) == Approx(5 / 36.0));
  check_agreement(fire, simulated(fire, 100'000), solved(fire).odds.value());
  // Other names of the same.
  CHECK(odds_of({.kind = "NTC", .who = {"4-6-7"}}).at("passes") == Approx(at_most(7)));
  CHECK(odds_of({.kind = "PAATC", .who = {"4-6-7"}, .drm = 1}).at("passes") == Approx(at_most(6)));
  CHECK(odds_of({.kind = "FPF", .who = {"4-6-7"}}).at("breaks") == Approx(1 - at_most(7)));
}

TEST_CASE("whose a unit is and how good, of 36 and of 6 faces (A11.17, A15.1, A18.11, A19.3)") {
  using enum UnitClass;
  const auto odds_of = [](const CheckInputs& in) { return exact_odds(Check(in)); };
  const auto of_6 = [](auto is) {
    int faces = 0;
    for (int dr = 1; dr <= 6; ++dr) faces += is(dr) ? 1 : 0;
    return faces / 6.0;
  };
  // Heat of Battle: DRM, and the Final DR of surrender, of those who are not Elite.
  constexpr int never = 99;
  struct Row {
    Nation nation;
    int drm, surrenders;
  };
  const std::vector<Row> rows{{Nation::german, 0, 12},      {Nation::russian, 2, 12},    {Nation::american, 0, 12},
                              {Nation::british, -1, 12},    {Nation::italian, 3, 10},    {Nation::french, 1, 12},
                              {Nation::japanese, 4, never}, {Nation::finnish, -1, 12},   {Nation::partisan, 1, never},
                              {Nation::chinese, 0, 12},     {Nation::axis_minor, 3, 10}, {Nation::allied_minor, 2, 12}};
  CHECK(rows.size() == nation_choices.size());
  const std::vector<std::pair<UnitClass, int>> classes{{elite, -1}, {first_line, 0}, {second_line, 0}, {green, 1}, {conscript, 1}};
  for (const Row& row : rows) {
    for (const auto& [of, of_class] : classes) {
      for (const bool broken : {false, true}) {
        INFO(name_of(row.nation, nation_choices) << " " << name_of(of, class_choices) << " " << broken);
        const int drm = row.drm + of_class + (broken ? 1 : 0);
        const int surrenders = of == elite && row.surrenders == 10 ? 12 : row.surrenders;
        auto heat = odds_of({.kind = "HoB", .who = {broken ? "4-6-7,broken" : "4-6-7"}, .nation = row.nation, .of = of});
        const auto between = [&](int low, int high) {
          return of_36([&](int c, int w) { return c + w + drm >= low && c + w + drm <= high; });
        };
        CHECK(heat.at("hero") == Approx(between(-9, 6)));
        CHECK(heat.at("battle hardening") == Approx(between(5, 8)));
        CHECK(heat.at("berserk") == Approx(between(9, std::min(surrenders - 1, 30))));
        CHECK(heat.at("surrenders") == Approx(surrenders == never ? 0 : between(surrenders, 30)));
      }
    }
  }
  // Leader creation: none of Finns and Japanese.
  const std::vector<std::pair<Nation, int>> creation{{Nation::german, -1}, {Nation::british, -1}, {Nation::american, -1},
                                                     {Nation::russian, 1}, {Nation::italian, 1},  {Nation::chinese, 1},
                                                     {Nation::french, 0}};
  for (const auto& [nation, drm] : creation) {
    const int of_nation = drm;
    CHECK(odds_of({.kind = "leader-creation", .who = {"4-4-7"}, .nation = nation}).at("creates a leader") ==
          Approx(of_6([&](int dr) { return dr + of_nation <= 6; })));
  }
  // A Concealment dr of a squad is +3; less of who is Stealthy or in a terrain with TEM, more of who is Lax.
  struct Hidden {
    Nation nation;
    UnitClass of;
    int drm;
  };
  for (const Hidden& row : std::vector<Hidden>{{Nation::german, first_line, 0},
                                               {Nation::japanese, first_line, -2},
                                               {Nation::finnish, first_line, -1},
                                               {Nation::finnish, elite, -1},
                                               {Nation::finnish, green, 1},
                                               {Nation::partisan, first_line, -1},
                                               {Nation::italian, first_line, 1},
                                               {Nation::italian, elite, 0},
                                               {Nation::japanese, conscript, -1}}) {
    for (const auto& [terrain, tem] :
         std::vector<std::pair<std::optional<Terrain>, int>>{{{}, 0}, {Terrain::woods, 1}, {Terrain::stone, 3}}) {
      const int drm = 3 + row.drm - tem;
      CHECK(odds_of({.kind = "concealment", .who = {"4-4-7"}, .nation = row.nation, .of = row.of, .terrain = terrain})
                .at("gains concealment") == Approx(of_6([&](int dr) { return dr + drm <= 5; })));
    }
  }
  // A Stealthy hero is Stealthy once.
  for (const auto& [nation, of] : std::vector<std::pair<Nation, UnitClass>>{{Nation::finnish, elite}, {Nation::german, first_line}})
    CHECK(odds_of({.kind = "concealment", .who = {"hero:1-4-9"}, .nation = nation, .of = of}).at("gains concealment") == Approx(5 / 6.0));
  // Green units that a leader is with are not Inexperienced, Conscripts always are.
  CHECK(odds_of({.kind = "PAATC", .who = {"4-6-7"}, .of = green}).at("passes") == Approx(at_most(6)));
  CHECK(odds_of({.kind = "PAATC", .who = {"4-6-7"}, .leadership = 0, .of = green}).at("passes") == Approx(at_most(7)));
  CHECK(odds_of({.kind = "PAATC", .who = {"4-6-7"}, .leadership = 0, .of = conscript}).at("passes") == Approx(at_most(6)));
  CHECK(odds_of({.kind = "PAATC", .who = {"4-6-7"}, .nation = Nation::axis_minor}).at("passes") == Approx(at_most(6)));
  CHECK(odds_of({.kind = "PAATC", .who = {"4-6-7"}, .nation = Nation::german}).at("passes") == Approx(at_most(7)));
  CHECK(odds_of({.kind = "PF", .who = {"4-6-7"}, .nation = Nation::finnish}).at("has a shot") == Approx(2 / 6.0));
  CHECK(odds_of({.kind = "PF", .who = {"4-6-7"}, .nation = Nation::german, .of = conscript}).at("has a shot") == Approx(2 / 6.0));
  CHECK(odds_of({.kind = "entrench", .nation = Nation::russian}).at("entrenches") == Approx(at_most(6)));
  // Numbers that a nation has.
  CHECK(odds_of({.kind = "radio", .nation = Nation::french}).at("contact") == Approx(at_most(7)));
  CHECK(odds_of({.kind = "accuracy", .nation = Nation::british}).at("accurate") == Approx(2 / 6.0));
  CHECK(odds_of({.kind = "accuracy", .nation = Nation::russian}).at("accurate") == Approx(1 / 6.0));
  CHECK(odds_of({.kind = "battery-access", .nation = Nation::american}).at("access") == Approx(10 / 13.0));
  CHECK(odds_of({.kind = "crew-survival", .who = {"Panther"}}).at("crew survives") == Approx(at_most(6)));
  for (const auto& [in, why] : std::vector<std::pair<CheckInputs, std::string>>{
           {{.kind = "NMC", .who = {"4-6-7"}, .nation = Nation::german}, "the same for all nations"},
           {{.kind = "rally", .who = {"4-6-7"}, .of = elite}, "the same for all classes"},
           {{.kind = "leader-creation", .nation = Nation::japanese}, "they create none"},
           {{.kind = "radio", .nation = Nation::russian}, "depends on the year"},
           {{.kind = "battery-access", .nation = Nation::german}, "of several kinds"},
           {{.kind = "crew-survival", .who = {"Panthre"}}, "in no list"}}) {
    INFO(why);
    CHECK_THROWS_WITH(Check(in), Contains(why));
  }
}

TEST_CASE("Battery Access is drawn without putting back (C1.21)") {
  for (const auto& [black, red] : {std::pair(8, 3), {5, 2}, {1, 1}}) {
    const Check question({.kind = "battery-access", .who = {std::to_string(black) + "/" + std::to_string(red)}, .turns = "3"});
    auto odds = exact_odds(question);
    const double first = static_cast<double>(black) / (black + red),
                 second = static_cast<double>(red) / (black + red) * black / (black + red - 1);
    CHECK(odds.at("by turn 1") == Approx(first));
    CHECK(odds.at("access") == Approx(first + second));
    CHECK(odds.at("battery lost") == Approx(1 - first - second).margin(1e-12));
    check_agreement(question, simulated(question, 100'000), solved(question).odds.value());
  }
}

TEST_CASE("what is no check is refused") {
  for (const auto& [in, why] : std::vector<std::pair<CheckInputs, std::string>>{
           {{.kind = ""}, "no kind of check given"},
           {{.kind = "moral"}, "unknown check 'moral'"},
           {{.kind = "2MC"}, "nothing to check 2MC with (it is a check of one unit); give it like boxcars check 2MC 4-6-7"},
           {{.kind = "NMC", .who = {"2x4-6-7"}}, "leave the number out"},
           {{.kind = "NMC", .who = {"4-6-7", "9-1"}}, "it is a check of one unit"},
           {{.kind = "sniper"}, "it is rolled against the SAN"},
           {{.kind = "sniper", .who = {"9"}}, "A14.1"},
           {{.kind = "battery-access", .who = {"8"}}, "black and of red chits"},
           {{.kind = "NMC", .who = {"4-6-7"}, .turns = "3"}, "thrown once"},
           {{.kind = "NMC", .who = {"4-6-7"}, .dm = true}, "A10.62"},
           {{.kind = "rally", .who = {"4-6-7"}, .turns = "until"}, "give a number"},
           {{.kind = "repair", .who = {"2"}, .leadership = -1}, "no leader helps"},
           {{.kind = "wound", .who = {"4-6-7"}}, "only SMC"},
           {{.kind = "MOL", .who = {"4-4-7,pinned"}}, "A7.8"},
           {{.kind = "rally", .who = {"4-4-7,pinned"}}, "a broken unit is never pinned"},
           {{.kind = "NMC", .who = {"9-1"}, .leader = "8-1"}, "his own Morale Level is not higher, A10.7"},
           {{.kind = "rally", .who = {"9-1"}, .leader = "9-2"}, "his own Morale Level is not higher, A10.7"},
           {{.kind = "wound", .who = {"9-1"}, .leader = "9-2"}, "no leader helps"},
           {{.kind = "PF", .who = {"4-6-7"}, .leadership = -1}, "no leader helps"},
           {{.kind = "heat-of-battle", .who = {"4-6-7"}, .leader = "9-2"}, "no leader helps"},
           {{.kind = "self-rally", .who = {"8-0"}, .leadership = -1}, "it is a rally, A10.63"},
           {{.kind = "sniper", .who = {"4"}, .drm = 1}, "an Original number that counts"},
           {{.kind = "rof", .who = {"2"}, .drm = 1}, "an Original number that counts"},
           {{.kind = "battery-access", .who = {"8/3"}, .drm = 1}, "an Original number that counts"},
           {{.kind = "rally", .who = {"hero:1-4-9"}}, "it never breaks"},
           {{.kind = "heat-of-battle", .who = {"hero:1-4-9"}}, "A15.1"},
           {{.kind = "heat-of-battle", .who = {"crew:2-2-8"}}, "A15.1"},
           {{.kind = "leader-creation", .who = {"9-1"}}, "A18.11"},
           {{.kind = "concealment", .who = {"4-4-7,broken"}}, "Good Order"},
           {{.kind = "sniper-check", .who = {"4-4-7,pinned"}}, "A14.4"},
           {{.kind = "entrench", .who = {"4-4-7,broken"}}, "A10.4"},
           {{.kind = "PAATC", .who = {"9-1"}}, "only MMC that are not Fanatic"},
           {{.kind = "PAATC", .who = {"4-6-7,fanatic"}}, "A11.6"},
           {{.kind = "rof", .who = {"Panthre"}}, "in no list"},
           {{.kind = "repair", .who = {"7"}}, "A9.72"}}) {
    INFO(why);
    CHECK_THROWS_WITH(Check(in), Contains(why));
  }
}
