#include <array>
#include <cmath>
#include <string>
#include <vector>

#include <catch2/catch.hpp>

#include "model/core/bad_input.hpp"
#include "model/questions/assault.hpp"
#include "model/questions/assault_words.hpp"
#include "model/questions/attack.hpp"
#include "model/questions/entry.hpp"
#include "model/questions/he.hpp"
#include "tests/support/agreement.hpp"
#include "tests/support/ask.hpp"
#include "tests/support/dr.hpp"
#include "tests/support/naive_attack.hpp"
#include "tests/support/scripted.hpp"

using namespace boxcars;
using namespace boxcars::model;
using namespace boxcars::test;
using Catch::Matchers::Contains;

namespace {

// Whether one result leaves nobody of a half-squad in Good Order.
double falls(const std::string& cell) {
  double p = 0;
  if (cell == "-") return p;
  for (const auto& [units, odds] : naive_units_after({NaiveUnit{.kind = 'h'}}, cell))
    p += units[0].kind == 'x' || units[0].broken ? odds : 0;
  return p;
}

AssaultInputs at_a_half_squad(int turns, const AssaultShot& shot) {
  AssaultInputs in{.turns = turns};
  in.locations = {{.name = "J8", .terrain = Terrain::open}};
  in.defenders = {{"hs:2-4-7", "J8"}};
  in.shots = {shot};
  in.goal.good_order = 0;
  return in;
}

double wins(const AssaultInputs& in) { return exact_odds(Assault(in)).at("attacker wins"); }

bool says(const AssaultInputs& in, const std::string& words) {
  const Description description = Assault(in).description();
  for (const auto* lines : {&description.notes, &description.summary}) {
    for (const std::string& line : *lines) {
      if (line.find(words) != std::string::npos) return true;
    }
  }
  return false;
}

}  // namespace

TEST_CASE("a Repair dr of 6 is the end of a weapon (A9.72)") {
  double good = 0, good_and_breaks = 0, breaks = 0;
  each_dr([&](int colored, int white) {
    const double p = falls(printed_cell(4, 0, colored + white)) / 36, stays = 1.0 / 36 - p;
    good += p;
    if (colored + white >= 9) good_and_breaks += p, breaks += stays;
  });
  CHECK(good_and_breaks < good);
  double works = 1, broken = 0, won = 0;
  for (int turn = 1; turn <= 6; ++turn) {
    if (turn > 1) works += broken / 6, broken *= 4.0 / 6;  // 1 repairs it, 6 disables it
    won += works * good;
    broken += works * breaks;
    works *= 1 - good - breaks;
  }
  AssaultInputs in = at_a_half_squad(6, {.name = "MG", .target = "J8", .fp = "4", .cowering = Cowering::none, .breakdown = 9, .repair = 1});
  CHECK(wins(in) == Approx(won).margin(1e-14));
  // With other targets, where nobody is, it is one weapon and has one dr a turn.
  in.locations.insert(in.locations.end(), {{.name = "J9", .terrain = Terrain::open}, {.name = "J10", .terrain = Terrain::open}});
  in.shots[0].or_at = {"J9", "J10"};
  CHECK(wins(in) == Approx(won).margin(1e-14));
}

TEST_CASE("a DC is used up (A23)") {
  const AssaultShot dc{.name = "DC", .target = "J8", .weapon = Weapon::dc};
  CHECK(wins(at_a_half_squad(3, dc)) == Approx(wins(at_a_half_squad(1, dc))).margin(1e-14));
  AssaultInputs in = at_a_half_squad(3, dc);
  in.locations[0] = {.name = "J8", .building = Construction::stone, .levels = 1};
  for (const Ammo ammo : {Ammo::dc, Ammo::set_dc, Ammo::thrown_dc}) {
    in.shots[0] = {.name = "DC", .target = "J8", .ammo = ammo};
    AssaultInputs once = in;
    once.turns = 1;
    CHECK(wins(in) == Approx(wins(once)).margin(1e-14));
  }
  const double one = wins(in);
  in.shots.push_back(in.shots[0]);
  in.shots.back().name = "another";
  CHECK(wins(in) > one);
}

TEST_CASE("fire out of SMOKE, or within it, has one more (A24.8)") {
  AssaultInputs in{.turns = 1};
  in.locations = {{.name = "K8", .terrain = Terrain::open}, {.name = "K5", .terrain = Terrain::open}};
  in.defenders = {{"hs:2-4-7", "K5"}};
  in.attackers = {{"2x6-6-6", "K8"}};
  in.goal.good_order = 0;
  const auto with = [&](const char* smoked, int drm) {
    in.shots = {{.name = "mortar", .target = smoked, .smoke = 3},
                {.name = "fire", .target = "K5", .by = "K8", .range = 3, .cowering = Cowering::none}};
    double expected = 0;
    each_dr([&](int colored, int white) { expected += falls(printed_cell(12, 0, colored + white + drm)) / 36; });
    CHECK(wins(in) == Approx(expected).margin(1e-14));
  };
  with("K8", 4);
  with("K5", 3);
}

TEST_CASE("both sides throw for Ambush where terrain is woods or a building, and only there (A11.4)") {
  const auto odds = [](Terrain terrain, std::optional<Ambush> ambush) {
    AssaultInputs in{.turns = 1};
    in.locations = {{.name = "J8", .terrain = terrain}, {.name = "K8", .terrain = Terrain::open}};
    in.defenders = {{"4-4-7", "J8"}};
    in.attackers = {{"4-6-7", "K8"}};
    in.shots = {{.name = "rush", .target = "J8", .by = "K8", .advance = true, .ambush = ambush}};
    in.goal.eliminated = 1;
    return wins(in);
  };
  REQUIRE(odds(Terrain::open, Ambush::none) != odds(Terrain::open, Ambush::roll));
  for (const auto& [name, terrain] : terrain_choices) {
    if (terrain == Terrain::pillbox) continue;
    INFO(name);
    bool may = false;
    for (const char* word : {"woods", "forest", "light-jungle", "dense-jungle", "wood", "stone", "factory", "lumberyard", "hut"})
      may |= name == word;
    CHECK(odds(terrain, {}) == odds(terrain, may ? Ambush::roll : Ambush::none));
  }
}

TEST_CASE("OBA hits its hex and the six around it, each by a DR of its own, one's own men too (C1.51)") {
  AssaultInputs in{.turns = 1};
  in.locations = {{.name = "J8.0", .terrain = Terrain::open},
                  {.name = "K8", .terrain = Terrain::open},
                  {.name = "J9", .terrain = Terrain::woods},
                  {.name = "J10", .terrain = Terrain::open}};
  in.defenders = {{"4-4-7", "J8.0"}, {"4-4-7", "J9"}, {"4-4-7", "J10"}};
  in.attackers = {{"4-4-7", "K8"}};
  in.shots = {{.name = "OBA", .target = "J8.0", .caliber = 100, .fire = Fire::oba}};
  in.goal.eliminated = 3;
  const auto eliminated = [](int drm) {
    double p = 0;
    each_dr([&](int colored, int white) {
      const int dr = colored + white;
      const std::string cell = dr == 2 ? printed_cell(36, 0, dr + drm) : printed_cell(20, 0, dr + drm);
      if (cell == "-") return;
      for (const auto& [units, odds] : naive_units_after({NaiveUnit{}}, cell)) p += units[0].kind == 'x' ? odds / 36 : 0;
    });
    return p;
  };
  const auto odds = exact_odds(Assault(in));
  CHECK(odds.at("1:4-4-7 eliminated") == Approx(eliminated(0)).margin(1e-14));
  CHECK(odds.at("a1:4-4-7 eliminated") == Approx(eliminated(0)).margin(1e-14));
  CHECK(odds.at("2:4-4-7 eliminated") == Approx(eliminated(-1)).margin(1e-14));  // Air Bursts
  CHECK(odds.at("3:4-4-7 unharmed") == Approx(1).margin(1e-14));
  CHECK(says(in, "OBA hits its own men at K8"));
  CHECK(says(in, "each hex beside it by a DR of its own: K8, J9"));
  in.goal.eliminated = 2;
  CHECK(wins(in) == Approx(eliminated(0) * eliminated(-1)).margin(1e-14));
  check_agreement(Assault(in), simulated(Assault(in), 1 << 18), solved(Assault(in)).odds.value());
  // Harassing Fire reaches two hexes, with a third of the Firepower.
  AssaultInputs harassing = in;
  harassing.shots[0].fire = Fire::harassing;
  CHECK(exact_odds(Assault(harassing)).at("3:4-4-7 unharmed") < 1);
  // Nobody is at the hex aimed at: those beside it are hit.
  AssaultInputs beside = in;
  beside.shots[0].target = "J8.0";
  beside.defenders.erase(beside.defenders.begin());
  beside.goal.eliminated = 1;
  CHECK(exact_odds(Assault(beside)).at("1:4-4-7 eliminated") == Approx(eliminated(-1)).margin(1e-14));
  // Where hexes have no names of a board there is nothing beside.
  AssaultInputs unnamed = in;
  unnamed.locations[0].name = unnamed.defenders[0].location = unnamed.shots[0].target = "barn";
  CHECK(exact_odds(Assault(unnamed)).at("a1:4-4-7 unharmed") == Approx(1).margin(1e-14));
  CHECK(says(unnamed, "OBA hits only barn"));
  // A choice between two hexes is one of all that is hit there.
  AssaultInputs choice = in;
  choice.shots[0].or_at = {"J9"};
  choice.goal.eliminated = 3;
  const Assault two(choice);
  CHECK(two.has_choices());
  choice.shots[0].rate_of_fire = 2;
  CHECK_THROWS_WITH(Assault(choice), Contains("C2.24"));
}

TEST_CASE("OBA brings down buildings in every hex that it hits, on whoever is there", "[thorough]") {
  AssaultInputs in{.turns = 2};
  in.locations = {{.name = "J8.0", .building = Construction::wood, .levels = 1},
                  {.name = "J8.1"},
                  {.name = "J9.0", .building = Construction::stone, .levels = 0}};
  in.defenders = {{"4-4-7", "J8.0"}, {"hs:2-4-7", "J8.1"}};
  in.attackers = {{"hs:2-4-7", "J9.0"}};
  in.shots = {{.name = "OBA", .target = "J8.0", .caliber = 150, .fire = Fire::oba}};
  in.rally_drm = 0;
  in.goal.good_order = 0;
  const Assault assault(in);
  const auto odds = exact_odds(assault);
  CHECK(odds.at("J9.0 rubbled") > odds.at("J8.0 rubbled") / 8);
  check_agreement(assault, simulated(assault, 1 << 18), solved(assault).odds.value());
  AssaultInputs one = in;
  one.turns = 1;
  const auto alone = exact_odds(He({.caliber = 150,
                                    .building = Construction::wood,
                                    .levels = 1,
                                    .level = "0",
                                    .fire = Fire::oba,
                                    .occupants = {"0=4-4-7", "1=hs:2-4-7"}}));
  CHECK(exact_odds(Assault(one)).at("1:4-4-7 eliminated") >= alone.at("1:4-4-7 eliminated") - 1e-12);
}

TEST_CASE("WP by Indirect Fire has the levels above against it (B23.32)") {
  AssaultInputs in{.turns = 1};
  in.locations = {{.name = "J8.0", .building = Construction::stone, .levels = 2}, {.name = "J8.1"}};
  in.defenders = {{"4-4-7", "J8.0"}};
  in.goal.good_order = 0;
  const auto with = [&](Fire fire, std::optional<int> levels) {
    in.shots = {{.name = "WP", .target = "J8.0", .fire = fire, .weapon = Weapon::wp, .levels_above = levels}};
    return exact_odds(Assault(in)).at("1:4-4-7 broken");
  };
  const auto alone = [](int levels) {
    return exact_odds(Attack({.targets = {"4-4-7"}, .terrain = Terrain::stone, .weapon = Weapon::wp, .levels_above = levels}))
        .at("1:4-4-7 broken");
  };
  CHECK(with(Fire::direct, {}) == Approx(alone(0)).margin(1e-14));
  for (const Fire fire : {Fire::mortar, Fire::oba}) CHECK(with(fire, {}) == Approx(alone(2)).margin(1e-14));
  CHECK(with(Fire::direct, 1) == Approx(alone(1)).margin(1e-14));
  CHECK(with(Fire::mortar, 0) == Approx(alone(0)).margin(1e-14));
}

TEST_CASE("WP by Indirect Fire bursts in the trees, whose TEM does not help then (A24.31, B13.3)") {
  AssaultInputs in{.turns = 1};
  in.defenders = {{"4-4-7", "J8"}};
  in.goal.good_order = 0;
  const auto breaks = [&](Terrain terrain, Fire fire) {
    in.locations = {{.name = "J8", .terrain = terrain}};
    in.shots = {{.name = "WP", .target = "J8", .fire = fire, .weapon = Weapon::wp}};
    return exact_odds(Assault(in)).at("1:4-4-7 broken");
  };
  // A NMC of a 7 at +1 fails on 7 and more, at -1 on 9 and more, at -3 on 11 and more.
  for (const Fire fire : {Fire::mortar, Fire::oba}) CHECK(breaks(Terrain::woods, fire) == Approx(21.0 / 36));
  CHECK(breaks(Terrain::woods, Fire::direct) == Approx(10.0 / 36));
  CHECK(breaks(Terrain::stone, Fire::oba) == Approx(3.0 / 36));
}

TEST_CASE("who keeps the enemy out of a Fortified Building does not when HE has breached it (B23.9221, B23.922)") {
  AssaultInputs in{.turns = 3};
  in.locations = {{.name = "J8", .building = Construction::stone, .levels = 0, .fortified = true},
                  {.name = "K8", .terrain = Terrain::open}};
  in.defenders = {{"hs:2-4-7", "J8"}, {"4-4-7,broken,bml=9", "J8"}, {"4-4-7", "J8"}};
  in.defenders[2].from_turn = 2;
  in.attackers = {{"4-6-7", "K8"}};
  in.shots = {{.name = "Gun", .target = "J8", .caliber = 75, .to_hit = 12, .th_number = 1, .until_turn = 1},
              {.name = "rush", .target = "J8", .by = "K8", .advance = true, .ambush = Ambush::none, .from_turn = 2}};
  in.goal.eliminated = 3;
  CHECK(says(in, "unless HE has breached it"));
  AssaultInputs never = in;
  never.shots.erase(never.shots.begin());
  CHECK(exact_odds(Assault(never)).at("a1:4-6-7 unharmed") == Approx(1).margin(1e-14));  // kept out
  // A KIA, on the 12 column an Original 2, breaches it; the squad that comes then keeps nobody out.
  CHECK(exact_odds(Assault(in)).at("a1:4-6-7 unharmed") < 1 - 1e-6);
  in.shots[0] = {.name = "MG", .target = "J8", .fp = "12", .until_turn = 1};
  CHECK(exact_odds(Assault(in)).at("a1:4-6-7 unharmed") == Approx(1).margin(1e-14));
}

TEST_CASE("an AFV that drives through several hexes of a Factory has a Bog Check in each (B23.742)") {
  AssaultInputs in{.turns = 1};
  in.locations = {{.name = "N20", .building = Construction::stone, .factory = true}};
  in.defenders = {{"hs:2-4-7", "N20"}};
  in.shots = {{.name = "tank", .target = "N20", .enter = true}};
  in.goal.good_order = 0;
  const double first = exact_odds(Assault(in)).at("tank bogs"), cellar = exact_odds(Assault(in)).at("tank falls into cellar");
  const double inside = exact_odds(Entry({.factory = true})).at("bogs");
  in.shots[0].hexes = 4;
  const auto odds = exact_odds(Assault(in));
  const double through = (1 - first - cellar) * std::pow(1 - inside, 3);
  CHECK(odds.at("tank enters unharmed") == Approx(through).margin(1e-13));
  CHECK(odds.at("tank bogs") == Approx(1 - cellar - through).margin(1e-13));
  in.locations[0].factory = false;
  in.locations[0].levels = 0;
  CHECK_THROWS_WITH(Assault(in), Contains("B23.742"));
}

TEST_CASE("a goal that nothing can bring about is said to be one, at once") {
  AssaultInputs in{.turns = 3};
  in.locations = {{.name = "M4", .terrain = Terrain::open}, {.name = "N5", .terrain = Terrain::open}};
  in.defenders = {{"4-4-7", "M4"}, {"4-4-7", "N5"}};
  in.shots = {{.name = "MG", .target = "M4", .fp = "8"}};
  in.goal.good_order = 0;
  CHECK_THAT(why_never_won(in), Contains("the attacker cannot win: nobody fires at N5"));
  CHECK(wins(in) == 0);
  CHECK(says(in, "nobody fires at N5"));
  in.goal.good_order = 1;
  CHECK(why_never_won(in).empty());
  in.goal = {.eliminated = 2};
  CHECK_THAT(why_never_won(in), Contains("at most 1 defender is eliminated"));
  in.defenders[1].unit = "4-4-7,broken";
  in.rally_drm = 0;
  CHECK(why_never_won(in).empty());  // by an Original 12
  CHECK(wins(in) > 0);
  in.rally_drm.reset();
  CHECK_FALSE(why_never_won(in).empty());
  in.shots.push_back({.name = "useless", .target = "N5", .fp = "1", .drm = 10, .cowering = Cowering::none});
  CHECK_THAT(why_never_won(in), Contains("nothing that is fired at N5"));
  in.shots.back().drm = 0;
  CHECK(why_never_won(in).empty());
  in.shots.back().from_turn = 3;
  in.goal.by_turn = 2;
  CHECK_FALSE(why_never_won(in).empty());
  in.goal.by_turn.reset();
  in.shots.back().condition = "N5 fallen";
  in.defenders[1].unit = "4-4-7";
  CHECK_FALSE(why_never_won(in).empty());  // it has to fall first
  in.shots.back().condition = "M4 fallen";
  in.shots.back().fp = "16";
  CHECK(why_never_won(in).empty());
  CHECK(wins(in) > 0);
}
