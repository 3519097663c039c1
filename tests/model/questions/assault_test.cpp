#include "model/questions/assault.hpp"

#include <algorithm>
#include <cmath>

#include <catch2/catch.hpp>

#include "model/core/bad_input.hpp"
#include "model/questions/attack.hpp"
#include "model/questions/he.hpp"
#include "sim/run/compiled_model.hpp"
#include "tests/support/agreement.hpp"
#include "tests/support/ask.hpp"
#include "tests/support/dr.hpp"
#include "tests/support/naive_assault.hpp"
#include "tests/support/scripted.hpp"

using namespace boxcars;
using namespace boxcars::model;
using namespace boxcars::test;
using Catch::Matchers::Contains;

static_assert(sim::Caller<Assault> && sim::EndsByLaps<sim::Flattened<Assault>>);

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
    const double rubbled = naive["level " + std::to_string(location.level.value_or(0)) + " rubbled"];
    CHECK(odds.at(location.name + " rubbled") == Approx(rubbled).epsilon(0).margin(1e-12));
  }
}

}  // namespace

TEST_CASE("assaults against the naive enumeration: one and two squads, several turns and shots", "[thorough]") {
  check_against_enumeration(Asked(1).squad().mg(8, 0));
  check_against_enumeration(Asked(3).squad().mg(8, 0));
  check_against_enumeration(Asked(2).squad().mg(8, -1).mg(4, 0));
  check_against_enumeration(Asked(2).squad().squad().mg(12, -2).mg(8, -1));
  check_against_enumeration(Asked(4).squad().mg(8, -2).rally(-1));
  check_against_enumeration(Asked(3).squad().squad().mg(8, -2).rally(0));
  check_against_enumeration(Asked(2).squad().unit("4-4-7,elr=2,bml=8", {.broken_morale = 8, .elr = 2}).mg(16, -2).mg(6, -2).rally(-2));
}

// Two squads of 4 and a MG of 5 at PBF are 26 FP, 16 without the MG; a pinned squad of 4 with a MG of 6 is 2 + 3 FP.
TEST_CASE("assaults against the naive enumeration: who fires, and MG that break down", "[thorough]") {
  const auto fires = [](const std::string& by, std::optional<int> range, int column, int without_mg, int breakdown, int drm) {
    Asked asked(3);
    asked.squad().squad().mg(1, 0).rally(-1);
    AssaultShot& shot = asked.in.shots.back();
    shot.fp.clear();
    shot.by = by, shot.range = range, shot.cowering = Cowering::automatic;
    NaiveAssault::Shot& naive = asked.naive.shots.back();
    naive.column = column, naive.column_after_breakdown = without_mg, naive.breakdown = breakdown;
    naive.drm = 3 + drm;
    return asked;
  };
  check_against_enumeration(fires("2x4-6-7 mg:5-12 9-1", 1, 24, 16, 12, -1));
  Asked cowers = fires("4-6-7,pinned mg:6-6,b=11", 5, 4, 2, 11, 0);
  cowers.naive.shots.back().cowering_columns = 1;
  check_against_enumeration(cowers);
  cowers.in.shots.back().repair = cowers.naive.shots.back().repair = 2;
  check_against_enumeration(cowers);
  // At 13 hexes a squad only fires its MG, and does nothing without it.
  Asked far = fires("4-6-7 mg:7-16", 13, 6, 0, 12, 0);
  far.naive.shots.back().cowering_columns = 1;
  check_against_enumeration(far);
  // Of two Locations the one fires on that is near enough: 4 FP of the squad at 6 hexes, the other is 13 away with its MG of 7.
  Asked two = fires("4-6-7,range=6 / 4-6-7 mg:7-16,range=13", std::nullopt, 8, 4, 12, 0);
  two.naive.shots.back().cowering_columns = 1;
  check_against_enumeration(two);
}

TEST_CASE("assaults against the naive enumeration: Rally DRM of a Location", "[thorough]") {
  Asked asked(3, {1, 2});
  asked.squad().unit("4-6-7", {}, 2).mg(8, -2).mg(8, -2, 2).rally(-1);
  asked.in.locations.front().rally_drm = 2;
  asked.naive.rally_at[1] = 2;
  check_against_enumeration(asked);
}

// The number of 75L at 8 hexes is 7, Case N -1, Case Q +3; 37mm has two hits on doubles where no building stands.
TEST_CASE("assaults against the naive enumeration: To Hit numbers that are computed", "[thorough]") {
  Asked asked(2);
  asked.squad().squad().gun(150, 30, 5).rally(-1);
  AssaultShot& shot = asked.in.shots.back();
  shot.to_hit.reset();
  shot.range = 8, shot.barrel = Barrel::L, shot.cases = {"N=-1"};
  asked.naive.shots.back().to_hit_number = 7;
  check_against_enumeration(asked);
}

// 37mm at 8 hexes hits with a 7, critically with less than half of that; where no building stands doubles are two hits, of which the lower
// DR counts (C3.7, C3.8).
TEST_CASE("assaults: a shell of a small Gun in the open has two hits on doubles") {
  AssaultInputs in{.turns = 1};
  in.locations = {{.name = "J8", .terrain = Terrain::open}};
  in.defenders = {{"4-6-7", "J8"}};
  in.shots = {{.name = "Gun", .target = "J8", .range = 8, .caliber = 37}};
  in.goal.good_order = 0;
  const auto falls_to = [](int column, int dr) {
    double p = 0;
    const std::string cell = printed_cell(column, 0, dr);
    if (cell == "-") return p;
    for (const auto& [units, odds] : naive_units_after({NaiveUnit{}}, cell)) p += units[0].kind == 'x' || units[0].broken ? odds : 0;
    return p;
  };
  double wins = 0;
  each_dr([&](int colored, int white) {
    const int to_hit = colored + white;
    if (to_hit > 7) return;
    each_dr([&](int c1, int w1) {
      if (2 * to_hit < 7) {
        wins += falls_to(8, c1 + w1) / 1296;
      } else if (colored != white) {
        wins += falls_to(4, c1 + w1) / 1296;
      } else {
        each_dr([&](int c2, int w2) { wins += falls_to(4, std::min(c1 + w1, c2 + w2)) / 46656; });
      }
    });
  });
  CHECK(exact_odds(Assault(in)).at("attacker wins") == Approx(wins).epsilon(0).margin(1e-12));
}

TEST_CASE("assaults against the naive enumeration: leaders and rally", "[thorough]") {
  check_against_enumeration(Asked(2).leader().squad().mg(8, -2).rally(-1));
  check_against_enumeration(Asked(3).leader().unit("hs:2-4-7,elr=1", {.kind = 'h', .elr = 1}).mg(12, -1).rally(0));
  check_against_enumeration(Asked(3).leader().unit("8-0", {.kind = 'l', .morale = 8, .broken_morale = 8}).mg(8, 0).rally(-1));
}

TEST_CASE("assaults against the naive enumeration: a leader and two squads, and who rallies alone", "[thorough]") {
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

TEST_CASE("assaults against the naive enumeration: HE, rubble and other goals", "[thorough]") {
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

TEST_CASE("assaults against the naive enumeration: rate of fire, breakdown and repair, turns", "[thorough]") {
  Asked asked(3);
  asked.squad().mg(8, -2).mg(4, -1).gun(75, 12, 8).rally(-1);
  for (std::size_t i : {0U, 2U}) {
    asked.in.shots[i].rate_of_fire = asked.naive.shots[i].rate_of_fire = 2;
    asked.in.shots[i].limit = asked.naive.shots[i].limit = 2;
    asked.in.shots[i].breakdown = asked.naive.shots[i].breakdown = 10;
  }
  SECTION("out for good") { check_against_enumeration(asked); }
  SECTION("who cowers does not fire again") {
    asked.in.shots[0].cowering = Cowering::normal, asked.naive.shots[0].cowering_columns = 1;
    check_against_enumeration(asked);
  }
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

TEST_CASE("an assault of one shot is that attack, or that HE") {
  Asked one(1);
  one.leader().squad().mg(12, -1);
  one.in.shots[0].breakdown = 12;
  one.in.goal = {.eliminated = 2};  // pins stand when it is won, and end with the turn
  const auto odds = exact_odds(Assault(one.in));
  AttackInputs attack{.fp = "12", .targets = {"9-1", "4-6-7"}, .drm = -1, .terrain = Terrain::stone, .cowering = Cowering::none};
  const auto attacked = exact_odds(Attack(attack));
  for (const std::string event :
       {"1:9-1 eliminated", "1:9-1 broken", "1:9-1 reduced", "2:4-6-7 eliminated", "2:4-6-7 broken", "2:4-6-7 reduced"}) {
    INFO(event);
    CHECK(odds.at(event) == Approx(attacked.at(event)).epsilon(0).margin(1e-12));
  }
  CHECK(odds.at("attacker wins") == Approx(attacked.at("all eliminated")).epsilon(0).margin(1e-12));
  CHECK(odds.at("2:4-6-7 pinned") == 0);
  one.in.shots[0].fp = attack.fp = "14";
  one.in.iift = attack.iift = true;
  CHECK(exact_odds(Assault(one.in)).at("attacker wins") ==
        Approx(exact_odds(Attack(attack)).at("all eliminated")).epsilon(0).margin(1e-12));
  CHECK(exact_odds(Attack(attack)).at("all eliminated") > attacked.at("all eliminated"));

  Asked shell(1, {0, 1, 2});
  for (const int level : {0, 1, 2}) shell.unit("4-4-7", {}, level);
  for (const Fire fire : {Fire::direct, Fire::area, Fire::mortar, Fire::oba}) {
    AssaultShot shot{.name = "Gun", .target = "J8.1", .caliber = 200, .fire = fire};
    if (!is_oba(fire)) shot.to_hit = 8;
    shell.in.shots = {shot};
    shell.in.goal = {.eliminated = 3};
    const auto assault = exact_odds(Assault(shell.in));
    const HeInputs he{.caliber = 200,
                      .building = Construction::stone,
                      .levels = 2,
                      .level = "1",
                      .fire = fire,
                      .to_hit = shot.to_hit,
                      .occupants = {"0=4-4-7", "1=4-4-7", "2=4-4-7"}};
    const auto shelled = exact_odds(He(he));
    for (const std::string event : {"eliminated", "broken", "reduced"}) {
      for (const std::string unit : {"1:4-4-7 ", "2:4-4-7 ", "3:4-4-7 "}) {
        INFO(unit << event);
        CHECK(assault.at(unit + event) == Approx(shelled.at(unit + event)).epsilon(0).margin(1e-12));
      }
    }
    CHECK(assault.at("J8.2 rubbled") == Approx(shelled.at("rubble")).epsilon(0).margin(1e-12));
    CHECK(assault.at("J8.0 rubbled") == Approx(shelled.at("whole hex rubbled")).epsilon(0).margin(1e-12));
  }
}

namespace {

// Of an assault of one shot, and of HE alone, what becomes of the units.
void check_as_alone(const AssaultInputs& in, const HeInputs& he) {
  const auto odds = exact_odds(Assault(in)), alone = exact_odds(He(he));
  for (std::size_t i = 0; i < in.defenders.size(); ++i) {
    for (const char* fate : {" eliminated", " broken", " reduced"}) {
      const std::string event = std::to_string(i + 1) + ":" + in.defenders[i].unit + fate;
      INFO(event);
      CHECK(odds.at(event) == Approx(alone.at(event)).epsilon(0).margin(1e-12));
    }
  }
}

}  // namespace

TEST_CASE("a hex that is fortified in part, and a Set or Thrown DC, are in an assault as alone") {
  AssaultInputs in{.turns = 1};
  in.locations = {{.name = "J8.0", .building = Construction::stone, .levels = 2}, {.name = "J8.1"}, {.name = "J8.2"}};
  in.defenders = {{"4-4-7", "J8.0"}, {"4-6-7", "J8.1"}, {"5-4-8", "J8.2"}};
  in.goal.eliminated = 3;
  const std::vector<std::string> occupants{"0=4-4-7", "1=4-6-7", "2=5-4-8"};
  for (int to = 0; to < 2; ++to) {
    in.locations[static_cast<std::size_t>(to)].fortified = true;
    for (const Fire fire : {Fire::area, Fire::mortar, Fire::oba}) {
      INFO(to << static_cast<int>(fire));
      in.shots = {{.name = "Gun", .target = "J8.0", .caliber = 150, .fire = fire}};
      check_as_alone(
          in, {.caliber = 150, .building = Construction::stone, .levels = 2, .fire = fire, .occupants = occupants, .fortified_to = to});
    }
  }
  for (const Ammo ammo : {Ammo::set_dc, Ammo::thrown_dc}) {
    in.shots = {{.name = "DC", .target = "J8.1", .ammo = ammo}};
    HeInputs alone{.building = Construction::stone, .levels = 2, .level = "1", .ammo = ammo, .occupants = occupants, .fortified_to = 1};
    if (ammo == Ammo::set_dc) in.shots[0].enemy_units = alone.enemy_units = 3;
    check_as_alone(in, alone);
  }
}

TEST_CASE("who fires inside a Factory has its TEM, and outside the building's") {
  AssaultInputs in{.turns = 1};
  in.locations = {{.name = "N20", .building = Construction::stone, .factory = true}};
  in.defenders = {{"4-6-7", "N20"}, {"9-1", "N20"}};
  in.goal.eliminated = 2;
  for (const bool fortified : {false, true}) {
    in.locations[0].fortified = fortified;
    in.shots = {{.name = "MG", .target = "N20", .fp = "8", .cowering = Cowering::none, .fire_inside = true}};
    const auto odds = exact_odds(Assault(in));
    const auto alone = exact_odds(Attack({.fp = "8", .targets = {"4-6-7", "9-1"}, .drm = fortified ? 2 : 1, .cowering = Cowering::none}));
    for (const char* event : {"1:4-6-7 eliminated", "1:4-6-7 broken", "2:9-1 eliminated", "2:9-1 broken"})
      CHECK(odds.at(event) == Approx(alone.at(event)).epsilon(0).margin(1e-12));
    in.shots = {{.name = "DC", .target = "N20", .ammo = Ammo::dc, .fire_inside = true}};
    check_as_alone(in, {.building = Construction::stone,
                        .ammo = Ammo::dc,
                        .fortified = fortified,
                        .occupants = {"0=4-6-7", "0=9-1"},
                        .factory = true,
                        .fire_inside = true});
  }
}

TEST_CASE("an assault on a map takes its buildings from there") {
  Asked said(2, {1});
  said.squad().gun(150, 30, 8).mg(8, -1);
  AssaultInputs on_map = said.in;
  on_map.locations[0].building = std::nullopt;
  on_map.locations[0].levels = std::nullopt;
  on_map.map = {.file = "map.toml", .map = {.grid = {20, 10}, .hexes = {{{9, 8}, {.building = Construction::stone, .levels = 2}}}}};
  CHECK(exact_odds(Assault(on_map)) == exact_odds(Assault(said.in)));
  // The Location may have a name of its own.
  on_map.locations[0].hex = "J8";
  on_map.locations[0].level = 1;
  on_map.locations[0].name = on_map.defenders[0].location = on_map.shots[0].target = on_map.shots[1].target = "upstairs";
  CHECK(exact_odds(Assault(on_map)).at("attacker wins") == exact_odds(Assault(said.in)).at("attacker wins"));
  CHECK(exact_odds(Assault(on_map)).contains("upstairs rubbled"));
  on_map.locations[0].hex.clear();
  on_map.locations[0].name = on_map.defenders[0].location = on_map.shots[0].target = on_map.shots[1].target = "ZZ8.1";
  CHECK_THROWS_AS(Assault(on_map), BadInputAt);
}

TEST_CASE("a Location's name may say its level, and the map what it holds") {
  AssaultInputs in{.turns = 1};
  in.locations = {{.name = "J8.0", .building = Construction::stone, .levels = 2}, {.name = "J8.2"}};
  in.defenders = {{"4-6-7", "J8.2"}};
  in.shots = {{.name = "Tank", .target = "J8.2", .enter = true}};
  in.goal.good_order = 0;
  CHECK_THROWS_WITH(Assault(in), Contains("upper level"));
  in.shots[0].target = "J8.0";
  CHECK_NOTHROW(Assault(in));
  in.locations.push_back({.name = "J8.3"});
  CHECK_THROWS_WITH(Assault(in), Contains("level 3 is none of hex J8"));
  // What the file says goes before the map, with a note.
  in.locations.pop_back();
  in.map = {.file = "map.toml", .map = {.grid = {20, 10}, .hexes = {{{9, 8}, {.building = Construction::wood, .levels = 2}}}}};
  const auto notes = Assault(in).description().notes;
  CHECK(
      std::any_of(notes.begin(), notes.end(), [](const std::string& note) { return note.find("not as on the map") != std::string::npos; }));
}

TEST_CASE("an assault explains every shot's modifiers, and tells them") {
  Asked asked(1);
  asked.squad().mg(8, -1).gun(75, 12, 7);
  asked.in.shots[1].fire = Fire::area;
  const sim::Flattened<Assault> assault{Assault(asked.in)};
  const auto& modifiers = assault.caller().description().modifiers;
  const auto said = [&](int amount, const std::string& reason) {
    return std::any_of(modifiers.begin(), modifiers.end(), [&](const Modifier& m) { return m.amount == amount && m.reason == reason; });
  };
  CHECK(said(3, "MG1: stone building"));
  CHECK(said(-1, "MG1: other DRM, as given"));
  CHECK(said(3, "Gun2: stone building"));
  std::string told;
  Outcomes outcomes(told);
  auto s = assault.start(outcomes);
  for (const Roll roll : {Roll{6, 5}, Roll{2, 2}, Roll{3, 4}}) told.clear(), s = assault.next(s, roll, outcomes);
  CHECK_THAT(told, Contains("J8.1: +3, Final 10 on the 6 column"));
}

TEST_CASE("an assault says which To Hit number it takes, and what may be an Interior Building Hex") {
  const auto notes_have = [](const AssaultInputs& in, const std::string& words) {
    const auto notes = Assault(in).description().notes;
    return std::any_of(notes.begin(), notes.end(), [&](const std::string& note) { return note.find(words) != std::string::npos; });
  };
  AssaultInputs in = Asked(1).squad().gun(75, 12, 7).in;
  CHECK(notes_have(in, "Gun1, critical hits: the Modified To Hit number is taken as 10"));
  in.shots[0].th_number = 7;
  CHECK_FALSE(notes_have(in, "Modified To Hit number"));
  CHECK(Assault(in).description().inputs != Assault(Asked(1).squad().gun(75, 12, 7).in).description().inputs);
  in.shots[0].th_number = 10;  // as it would be taken
  CHECK(Assault(in).description().inputs == Assault(Asked(1).squad().gun(75, 12, 7).in).description().inputs);
  in.shots[0] = {.name = "OBA", .target = "J8.1", .caliber = 75, .fire = Fire::oba};
  in.map = {.file = "map.toml", .map = {.grid = {20, 10}}};
  const Hex center = *read_hex("J8");
  in.map.map.hexes[center] = {.building = Construction::stone, .levels = 2};
  for (int direction = 1; direction <= 6; ++direction) {
    CHECK_FALSE(notes_have(in, "Interior"));
    in.map.map.hexes[neighbor(center, direction)] = {.building = Construction::stone};
  }
  CHECK(notes_have(in, "J8 has buildings on all six sides: interior = true"));
  in.locations[0].interior = true;
  CHECK_FALSE(notes_have(in, "Interior"));
}

TEST_CASE("rally in closed form: a broken half-squad that nobody fires at") {
  // +4 in the first try and +1 alone: 2 of 36; then +1: 7 - 1 = 6 or less, 15 of 36; an Original 12 kills it.
  constexpr double first = 1.0 / 36, later = 15.0 / 36, dies = 1.0 / 36;
  AssaultInputs in{.turns = 5};
  in.locations = {{.name = "A1.0"}, {.name = "A2.0"}};
  in.defenders = {{"hs:2-4-7,broken", "A1.0"}, {"4-4-7", "A2.0"}};
  in.shots = {{.name = "MG", .target = "A2.0", .fp = "1", .drm = 12, .cowering = Cowering::none}};  // no effect, ever
  in.rally_drm = 0;
  in.goal.good_order = 0;
  double broken = 1 - first - dies, well = first;
  for (int turn = 3; turn <= 5; ++turn) well += broken * later, broken *= 1 - later - dies;
  auto odds = exact_odds(Assault(in));
  CHECK(odds.at("1:hs:2-4-7 broken") == Approx(broken).epsilon(0).margin(1e-12));
  CHECK(odds.at("1:hs:2-4-7 unharmed") == Approx(well).epsilon(0).margin(1e-12));
  CHECK(odds.at("1:hs:2-4-7 eliminated") == Approx(1 - well - broken).epsilon(0).margin(1e-12));
  CHECK(odds.at("2:4-4-7 unharmed") == 1);
  CHECK(odds.at("attacker wins") == 0);
  // Fired at, even without effect, it has the +4 again in every turn.
  in.shots[0].target = "A1.0";
  odds = exact_odds(Assault(in));
  const double stays = 1 - first - dies;
  CHECK(odds.at("1:hs:2-4-7 broken") == Approx(std::pow(stays, 4)).epsilon(0).margin(1e-12));
}

namespace {

// Everything at once.
AssaultInputs everything() {
  AssaultInputs in{.turns = 2};
  in.locations = {{.name = "J8.0", .building = Construction::stone, .levels = 2, .fortified = true},
                  {.name = "K9.0", .building = Construction::wood, .levels = 1},
                  {.name = "L8.0", .terrain = Terrain::hut}};
  in.defenders = {{"9-1", "J8.0"}, {"hs:2-4-7,elr=2", "J8.0"}, {"hs:2-4-7,broken", "K9.0"}, {"8+1", "L8.0"}};
  in.shots = {{.name = "MG",
               .target = "J8.0",
               .fp = "8",
               .drm = -1,
               .cowering = Cowering::normal,
               .breakdown = 12,
               .repair = 2,
               .rate_of_fire = 2,
               .limit = 2},
              {.name = "SU-152", .target = "J8.0", .caliber = 152, .to_hit = 7, .breakdown = 11},
              {.name = "Mortar", .target = "K9.0", .caliber = 80, .fire = Fire::mortar, .to_hit = 8},
              {.name = "Tank", .target = "L8.0", .caliber = 76, .to_hit = 6, .from_turn = 2, .condition = "L8.0 holds"},
              {.name = "Late", .target = "K9.0", .fp = "6", .leadership = -1, .until_turn = 1, .condition = "L8.0 fallen"}};
  in.rally_drm = -1;
  in.goal = {.good_order = 1, .eliminated = 2};
  return in;
}

}  // namespace

TEST_CASE("assaults: the simulated odds agree with the exact ones, with everything on, one by one", "[thorough]") {
  const Assault uneven(everything());
  CHECK(uneven.laps() == 0);
  AssaultInputs in = everything();
  for (AssaultShot& shot : in.shots) shot.from_turn = shot.until_turn = std::nullopt;
  in.locations.pop_back();
  in.defenders.pop_back();
  in.shots.erase(in.shots.begin() + 3, in.shots.end());
  const Assault even(in);
  CHECK(even.laps() == 2);
  for (const Assault* question : {&uneven, &even}) {
    const sim::Odds odds = solved(*question).odds.value();
    check_agreement(*question, simulated(*question, 1 << 18), odds);
    // Of a chain that is cut off, the trials that leave it walk alone; those that nothing is grown for, too.
    check_agreement(*question, simulated(*question, 1 << 17, 1, 2, {.states = 3000}), odds);
    check_agreement(*question, simulated(*question, 1 << 15, 1, 3, {.states = 1}), odds);
  }
}

TEST_CASE("assaults: the sum over turns is the whole, one by one, whether turns are laps or counted", "[thorough]") {
  AssaultInputs in{.turns = 6};
  in.locations = {{.name = "J8.1", .building = Construction::stone, .levels = 2, .level = 1}};
  in.defenders = {{"9-1", "J8.1"}, {"4-6-7", "J8.1"}, {"4-6-7", "J8.1"}};
  in.shots = {{.name = "MG", .target = "J8.1", .fp = "12", .drm = -2},
              {.name = "Gun", .target = "J8.1", .caliber = 105, .to_hit = 7, .breakdown = 11}};
  in.rally_drm = -1;
  in.goal.good_order = 0;
  const Assault laps(in);
  REQUIRE(laps.laps() == 6);
  const auto odds = exact_odds(laps);
  auto measures = exact_measures(laps);
  double sum = 0;
  for (int turn = 1; turn <= 6; ++turn) {
    sum += measures["turn won"][turn];
    CHECK(odds.at("attacker wins by turn " + std::to_string(turn)) == Approx(sum).epsilon(0).margin(1e-12));
  }
  CHECK(odds.at("attacker wins") == Approx(sum).epsilon(0).margin(1e-12));
  CHECK(measures["turn won"][0] == Approx(1 - sum).epsilon(0).margin(1e-12));
  // A shot that is made in the last turn only, and never hits, makes every turn count.
  AssaultInputs counted_in = in;
  counted_in.shots.push_back({.name = "Never", .target = "J8.1", .fp = "1", .drm = 12, .cowering = Cowering::none, .from_turn = 6});
  const Assault counted(counted_in);
  REQUIRE(counted.laps() == 0);
  const auto same = exact_odds(counted);
  for (const auto& [event, p] : odds) {
    INFO(event);
    CHECK(same.at(event) == Approx(p).epsilon(0).margin(1e-12));
  }
  // A goal by turn 3 is a game of three turns.
  in.goal.by_turn = 3;
  const auto three = exact_odds(Assault(in));
  CHECK(three.at("attacker wins") == Approx(odds.at("attacker wins by turn 3")).epsilon(0).margin(1e-12));
  CHECK(three.at("attacker wins by turn 6") == Approx(three.at("attacker wins")).epsilon(0).margin(1e-12));
}

TEST_CASE("an assault's rubble falls on its neighbors, and buries them") {
  AssaultInputs in{.turns = 1};
  in.locations = {{.name = "J8.0", .building = Construction::wood, .levels = 2},
                  {.name = "K9.0", .building = Construction::wood, .levels = 1},
                  {.name = "K9.1", .level = 1},
                  {.name = "L9.0"}};
  in.defenders = {{"4-4-7", "J8.0"}, {"9-1", "K9.1"}, {"hs:2-4-7", "L9.0"}};
  in.shots = {{.name = "Gun", .target = "J8.0", .caliber = 200}};
  in.goal.good_order = 0;
  const Assault assault(in);
  // Original 2 and a rubble dr of 1; two levels fall in direction 3 with a 5, K9 in direction 3 onto L9 with a 6.
  const auto told = play(assault, {{1, 1}, {1}, {5, 3}, {6, 3}});
  CHECK(told.throws == std::vector<std::string>{"IFT DR", "rubble dr", "Falling Rubble DR", "Falling Rubble DR"});
  for (const char* event :
       {"J8.0 rubbled", "K9.0 rubbled", "K9.1 rubbled", "1:4-4-7 eliminated", "2:9-1 eliminated", "attacker wins by turn 1"}) {
    INFO(event);
    CHECK(told.happened(event));
  }
  CHECK(told.happened("L9.0 rubbled"));
  CHECK(told.happened("3:hs:2-4-7 eliminated"));
  const auto held = play(assault, {{1, 1}, {1}, {4, 3}});
  CHECK(held.happened("1:4-4-7 eliminated"));
  CHECK(held.happened("2:9-1 unharmed"));
}

TEST_CASE("assaults: where nothing is built a Location is what the map says, unless it says so itself") {
  const auto odds = [](std::optional<Terrain> terrain, const std::string& ground) {
    AssaultInputs in{.turns = 2};
    in.locations = {{.name = "B2", .terrain = terrain}};
    in.defenders = {{"4-6-7", "B2"}};
    in.shots = {{.name = "MG", .target = "B2", .fp = "8"}};
    in.goal.good_order = 0;
    if (!ground.empty()) {
      in.map.file = "a map";
      in.map.map.grid = {.columns = 4, .rows = 4};
      in.map.map.ground[*read_hex("B2")] = {ground};
    }
    return exact_odds(Assault(in)).at("attacker wins");
  };
  CHECK(odds({}, "woods") == odds(Terrain::woods, ""));
  CHECK(odds({}, "forest") == odds(Terrain::forest, ""));
  CHECK(odds({}, "gully") == odds(Terrain::open, ""));
  CHECK(odds({}, "bamboo") == odds(Terrain::open, ""));
  CHECK(odds(Terrain::crags, "forest") == odds(Terrain::crags, ""));
  CHECK(odds({}, "woods") < odds({}, "open"));
}

TEST_CASE("assaults: what cannot be asked is refused at its place, with the rule") {
  const auto base = [] {
    AssaultInputs in{.turns = 3};
    in.locations = {{.name = "J8.1", .building = Construction::stone, .levels = 2, .level = 1}};
    in.defenders = {{"4-6-7", "J8.1"}};
    in.shots = {{.name = "MG", .target = "J8.1", .fp = "8"}};
    in.goal.good_order = 0;
    return in;
  };
  const auto refused = [&](auto change, const std::string& path, const std::string& words) {
    AssaultInputs in = base();
    change(in);
    try {
      Assault assault(in);
      FAIL_CHECK("not refused: " << path);
    } catch (const BadInputAt& bad) {
      CHECK(bad.fault().field == path);
      CHECK_THAT(in_words(bad.fault(), as_key), Contains(words));
      CHECK_THAT(in_words(bad.fault(), as_key), !Contains("--"));
    }
  };
  using In = AssaultInputs;
  CHECK_NOTHROW(Assault(base()));
  refused([](In& in) { in.turns = 0; }, "turns", "no turns given");
  refused([](In& in) { in.turns = 1000; }, "turns", "out of range");
  refused([](In& in) { in.locations.clear(); }, "location", "no Location");
  refused([](In& in) { in.locations.push_back(in.locations[0]); }, "location.J8.1", "two Locations");
  refused([](In& in) { in.locations.push_back({.name = "J8.x", .level = 1}); }, "location.J8.x.level", "two Locations at level 1");
  refused([](In& in) { in.locations.push_back({.name = "J8.0", .building = Construction::wood}); }, "location.J8.0.building", "contradict");
  refused([](In& in) { in.locations[0].level = 3; }, "location.J8.1.level", "level 3");
  refused([](In& in) { in.locations[0].levels = 9; }, "location.J8.1.levels", "");
  refused([](In& in) { in.locations[0].terrain = Terrain::hut; }, "location.J8.1.terrain", "leave one out");
  refused([](In& in) { in.locations.push_back({.name = "K1", .fortified = true}); }, "location.K1.fortified", "B23.91");
  refused([](In& in) { in.defenders[0].location = "J8.2"; }, "defender.1.location", "J8.1");
  refused([](In& in) { in.defenders[0].unit = "4-4"; }, "defender.1.unit", "4-4");
  refused([](In& in) { in.defenders[0].unit = "crew:2-2-8,gun=105ART"; }, "defender.1.unit", "B23.423");
  refused([](In& in) { in.defenders.assign(25, in.defenders[0]); }, "defender", "too many");
  refused([](In& in) { in.shots.clear(); }, "shot", "no shot");
  // Of too many targets no copies are made: each would have all of them.
  const auto with_targets = [](In& in) { in.shots[0].or_at.assign(20'000, "J8.1"); };
  refused(with_targets, "shot", "20001 shots are too many (at most 24");
  refused([](In& in) { in.shots[0].or_at.assign(24, "J8.1"); }, "shot", "25 shots are too many");
  AssaultInputs many = base();
  with_targets(many);
  CHECK(one_target_each(many).shots.size() == 1);
  for (const std::string& name : {std::string("M\xc2\x9bG"), std::string("M\x7fG"), std::string("M\xe2\x80\xaeG"), std::string(101, 'x')}) {
    refused([&](In& in) { in.shots[0].name = name; }, "shot." + name, "give a");
    refused([&](In& in) { in.locations[0].name = name; }, "location." + name, "give a");
  }
  refused([](In& in) { in.shots.push_back(in.shots[0]); }, "shot.MG", "two shots");
  refused([](In& in) { in.shots[0].name = "M.G"; }, "shot.M.G", "dots");
  refused([](In& in) { in.shots[0].target = "J9.1"; }, "shot.MG.target", "J9.1");
  refused([](In& in) { in.shots[0].drm = 99; }, "shot.MG.drm", "drm 99");
  refused([](In& in) { in.shots[0].fp.clear(); }, "shot.MG", "no attack given");
  refused([](In& in) { in.shots[0].caliber = 75; }, "shot.MG.caliber", "leave one out");
  refused([](In& in) { in.shots[0].fp.clear(), in.shots[0].caliber = 10; }, "shot.MG.caliber", "out of range");
  refused([](In& in) { in.shots[0].fp.clear(), in.shots[0].caliber = 75, in.shots[0].to_hit = 99; }, "shot.MG.to_hit", "to_hit 99");
  refused([](In& in) { in.shots[0].breakdown = 13; }, "shot.MG.breakdown", "A9.7");
  refused([](In& in) { in.shots[0].repair = 2; }, "shot.MG.repair", "breakdown");
  refused([](In& in) { in.shots[0].rate_of_fire = 6; }, "shot.MG.rate_of_fire", "A9.2");
  refused([](In& in) { in.shots[0].from_turn = 4; }, "shot.MG.from_turn", "");
  refused([](In& in) { in.shots[0].from_turn = 3, in.shots[0].until_turn = 2; }, "shot.MG.until_turn", "begins");
  refused(
      [](In& in) {
        in.locations.push_back({.name = "J8.0"});
        in.locations[0].fortified = true;
        in.shots[0] = {.name = "MG", .target = "J8.1", .caliber = 80, .fire = Fire::mortar};
      },
      "shot.MG.fire", "B23.912");
  const auto charge = [](In& in, Ammo ammo) { in.shots[0] = {.name = "DC", .target = "J8.1", .ammo = ammo}; };
  refused([&](In& in) { charge(in, Ammo::set_dc), in.shots[0].enemy_units = 10; }, "shot.DC.enemy_units", "A5.1");
  refused([&](In& in) { charge(in, Ammo::thrown_dc), in.shots[0].enemy_units = 1; }, "shot.DC.enemy_units", "A23.7");
  refused([](In& in) { in.shots[0].fire_inside = true; }, "shot.MG.fire_inside", "B23.741");
  refused([&](In& in) { charge(in, Ammo::set_dc), in.locations[0] = {.name = "J8.1"}; }, "shot.DC.ammo", "A23.7");
  refused([&](In& in) { charge(in, Ammo::thrown_dc), in.locations[0] = {.name = "J8.1"}; }, "shot.DC.ammo", "A23.6");
  refused([](In& in) { in.shots[0].condition = "J8.1 sleeps"; }, "shot.MG.while", "holds");
  refused([](In& in) { in.shots[0].condition = "J9 holds"; }, "shot.MG.while", "J9");
  refused([](In& in) { in.locations[0].tem = 3; }, "location.J8.1.tem", "without a pillbox");
  refused([](In& in) { in.locations[0] = {.name = "J8.1", .terrain = Terrain::pillbox}; }, "location.J8.1.terrain", "B30.3");
  refused([](In& in) { in.locations[0] = {.name = "J8.1", .terrain = Terrain::pillbox, .tem = 9}; }, "location.J8.1.tem", "B30.3");
  refused([](In& in) { in.shots[0].fp.clear(), in.shots[0].by = "4-6-7 mg:5-12", in.shots[0].rate_of_fire = 3; }, "shot.MG.rate_of_fire",
          "a shot of its own");
  refused([](In& in) { in.rally_drm = 40; }, "rally.drm", "");
  refused([](In& in) { in.locations[0].rally_drm = 0; }, "location.J8.1.rally_drm", "without [rally]");
  refused([](In& in) { in.rally_drm = 0, in.locations[0].rally_drm = 40; }, "location.J8.1.rally_drm", "");
  refused([](In& in) { in.shots[0].by = "4-6-7"; }, "shot.MG.by", "by with fp");
  refused([](In& in) { in.shots[0].range = 3; }, "shot.MG.range", "");
  const auto by = [](In& in, const std::string& who) { in.shots[0].fp.clear(), in.shots[0].by = who; };
  refused([&](In& in) { by(in, "mg:5-12"); }, "shot.MG.by", "a MG alone");
  refused([&](In& in) { by(in, "4-6-7,broken"); }, "shot.MG.by", "broken");
  refused([&](In& in) { by(in, "4-6-7"), in.shots[0].range = 13; }, "shot.MG.range", "twice its Normal Range");
  refused([&](In& in) { by(in, "4-6-7"), in.shots[0].breakdown = 12; }, "shot.MG.breakdown", "a MG has its own");
  refused([&](In& in) { by(in, "4-6-7"), in.shots[0].repair = 1; }, "shot.MG.repair", "without breakdown");
  refused([&](In& in) { by(in, "4-6-7"), in.shots[0].cases = {"K"}; }, "shot.MG.case", "by with case");
  const auto gun = [](In& in) { in.shots[0].fp.clear(), in.shots[0].caliber = 75; };
  refused([&](In& in) { gun(in), in.shots[0].cases = {"K"}; }, "shot.MG.case", "range");
  refused([&](In& in) { gun(in), in.shots[0].range = 8, in.shots[0].to_hit = 7; }, "shot.MG.range", "to_hit");
  refused([&](In& in) { gun(in), in.shots[0].range = 8, in.shots[0].cases = {"Z"}; }, "shot.MG.case", "Z");
  refused([&](In& in) { gun(in), in.shots[0].hindrance = 2; }, "shot.MG.hindrance", "give range");
  refused([&](In& in) { gun(in), in.shots[0].phase = FirePhase::defensive; }, "shot.MG.phase", "small arms");
  refused([&](In& in) { gun(in), in.shots[0].non_elite = true; }, "shot.MG.non_elite", "A23.2");
  refused([](In& in) { in.goal = {}; }, "goal", "no goal");
  refused([](In& in) { in.goal.good_order = 1; }, "goal.good_order", "before the first shot");
  refused([](In& in) { in.goal.eliminated = 2; }, "goal.eliminated", "");
  refused([](In& in) { in.goal.by_turn = 4; }, "goal.by_turn", "");
  refused([](In& in) { in.goal.rubbled = {"J8.1"}; }, "goal.rubbled", "B24.11");
  refused([](In& in) { in.goal.rubbled = {"J9"}; }, "goal.rubbled", "J9");
  refused([](In& in) { in.locations[0].hex = "J8", in.locations.push_back({.name = "J8.2", .hex = "K9", .level = 2}); },
          "location.J8.2.hex", "J8");
}

TEST_CASE("an assault tells its story") {
  Asked asked(2);
  asked.squad().squad().mg(8, -1).gun(75, 12, 7).rally(-1);
  asked.in.shots[0].breakdown = 12;
  const sim::Flattened<Assault> assault{Assault(asked.in)};
  std::string told;
  Outcomes outcomes(told);
  auto s = assault.start(outcomes);
  CHECK(assault.next_throw(s).subject == "MG1");
  s = assault.next(s, {6, 6}, outcomes);
  CHECK_THAT(told, Contains("MG1 breaks down"));
  told.clear();
  s = assault.next(s, {6, 6}, outcomes);
  CHECK_THAT(told, Contains("misses") && Contains("the turn ends"));
  CHECK_FALSE(assault.caller().description().inputs.empty());
}

TEST_CASE("HE at a building with a rooftop does in an assault of one turn what it does alone", "[thorough]") {
  for (const Fire fire : {Fire::direct, Fire::area, Fire::oba}) {
    for (const Edition edition : {Edition::v1, Edition::v2}) {
      for (const bool at_rooftop : {false, true}) {
        INFO(static_cast<int>(fire) << static_cast<int>(edition) << at_rooftop);
        AssaultInputs in{.turns = 1};
        in.locations = {{.name = "J8.0", .building = Construction::wood, .levels = 1}, {.name = "J8.1"}, {.name = "J8.rooftop"}};
        in.defenders = {{"4-6-7", "J8.0"}, {"4-4-7", "J8.rooftop"}};
        in.shots = {{.name = "Gun", .target = at_rooftop ? "J8.rooftop" : "J8.0", .caliber = 150, .fire = fire}};
        in.edition = edition;
        in.goal.eliminated = 2;
        HeInputs alone{.caliber = 150,
                       .building = Construction::wood,
                       .levels = 1,
                       .level = at_rooftop ? "rooftop" : "0",
                       .fire = fire,
                       .rooftop = true,
                       .occupants = {"0=4-6-7", "rooftop=4-4-7"},
                       .edition = edition};
        if (fire == Fire::area) in.shots[0].los = alone.los = {"0,rooftop"};
        const auto expected = exact_odds(He(alone)), odds = exact_odds(Assault(in));
        for (const char* event : {"1:4-6-7 eliminated", "1:4-6-7 broken", "2:4-4-7 eliminated", "2:4-4-7 broken"}) {
          INFO(event);
          CHECK(odds.at(event) == Approx(expected.at(event)).epsilon(0).margin(1e-12));
        }
      }
    }
  }
}

TEST_CASE("a rooftop in an assault is as open ground, and comes down with its building") {
  AssaultInputs in{.turns = 1};
  in.locations = {{.name = "J8.0", .building = Construction::stone, .levels = 1}, {.name = "J8", .hex = "J8", .rooftop = true}};
  in.locations[1].name = "J8.top";
  in.defenders = {{"4-4-7", "J8.top"}};
  in.shots = {{.name = "MG", .target = "J8.top", .fp = "8", .cowering = Cowering::none}};
  in.goal.good_order = 0;
  double falls = 0;
  each_dr([&](int colored, int white) {
    for (const auto& [units, odds] : naive_units_after({NaiveUnit{}}, printed_cell(8, 0, colored + white)))
      falls += units[0].kind == 'x' || units[0].broken ? odds / 36 : 0;
  });
  CHECK(exact_odds(Assault(in)).at("attacker wins") == Approx(falls).epsilon(0).margin(1e-12));
  // An AFV brings the building down on an Original 12 (B23.41) but with who is on it.
  in.shots = {{.name = "Tank", .target = "J8.0", .enter = true}};
  in.locations[0].building = Construction::wood;
  in.defenders.push_back({"4-4-7", "J8.0"});
  const auto odds = exact_odds(Assault(in));
  CHECK(odds.at("J8.0 rubbled") > 0);
  CHECK(odds.at("J8.top rubbled") == Approx(odds.at("J8.0 rubbled")));
  CHECK(odds.at("1:4-4-7 eliminated") == Approx(odds.at("J8.0 rubbled")));
  const auto refused = [&](const std::string& with) { CHECK_THROWS_WITH(Assault(in), Contains(with)); };
  in.locations[0].levels = 0;
  refused("B23.8");
  in.locations[0].levels = 1;
  in.locations[1].fortified = true;
  refused("B23.81");
  in.locations[1].fortified = false;
  in.shots = {{.name = "Gun", .target = "J8.0", .caliber = 105, .los = {"0"}}};
  refused("C3.33");
}

TEST_CASE("a Gun acquires its target from shot to shot and turn to turn, and loses it at another") {
  // What takes a half-squad out, by what hits: woods, a 75mm HE shell.
  const auto wins = [](int to_hit) {
    AssaultInputs in{.turns = 1};
    in.locations = {{.name = "J8", .terrain = Terrain::open}};
    in.defenders = {{"hs:2-4-7", "J8"}};
    in.shots = {{.name = "Gun", .target = "J8", .caliber = 75, .to_hit = to_hit, .th_number = 9}};
    in.goal.good_order = 0;
    return exact_odds(Assault(in)).at("attacker wins");
  };
  AssaultInputs in{.turns = 4};
  in.locations = {{.name = "J8", .terrain = Terrain::open}};
  in.defenders = {{"hs:2-4-7", "J8"}};
  in.shots = {{.name = "Gun", .target = "J8", .caliber = 75, .to_hit = 5, .th_number = 9, .acquire = true}};
  in.goal.good_order = 0;
  for (const int to_hit : {-1, 0, 1, 2, 3}) {  // C3.6: an Original 2 and a dr; the first shot has acquired nothing
    AssaultInputs once = in;
    once.turns = 1;
    once.shots[0].to_hit = to_hit;
    CHECK(exact_odds(Assault(once)).at("attacker wins") == Approx(wins(to_hit)).margin(1e-15));
  }
  double left = 1;
  for (const int to_hit : {5, 6, 7, 7}) left *= 1 - wins(to_hit);
  CHECK(exact_odds(Assault(in)).at("attacker wins") == Approx(1 - left).margin(1e-14));

  // At a building it is the same.
  in.locations = {{.name = "J8", .building = Construction::stone, .levels = 1}};
  in.shots[0].caliber = 57;  // too small for rubble
  in.turns = 2;
  const auto at_building = [&](int to_hit) {
    AssaultInputs one = in;
    one.turns = 1;
    one.shots[0].to_hit = to_hit;
    one.shots[0].acquire = false;
    return exact_odds(Assault(one)).at("attacker wins");
  };
  left = (1 - at_building(5)) * (1 - at_building(6));
  CHECK(exact_odds(Assault(in)).at("attacker wins") == Approx(1 - left).margin(1e-14));

  in.shots = {{.name = "mortar", .target = "J8", .fp = "4", .acquire = true}};
  CHECK_THROWS_WITH(Assault(in), Catch::Matchers::Contains("acquire without a To Hit DR"));
}

TEST_CASE("a long run of an assault is thrown as calls, then through its whole chain, and is the same however it is cut") {
  const auto rules = sim::rules_of(Assault(Asked(6).squad().leader().mg(12, -1).gun(150, 30, 7).rally(-1).in));
  const std::uint64_t trials = (sim::levels[1].first + 1) * sim::batch_trials + 1000;
  sim::CompiledModel compiled(rules, sim::question_hash("test"), {}, sim::Wanted::odds, sim::best_instruction_set(), never_stop);
  REQUIRE(compiled.odds);
  sim::ChainSelection selection(*rules, {}, sim::Wanted::trials, never_stop);
  CHECK(selection.calls());
  const sim::Chain* whole = selection.whole_chain(never_stop);
  REQUIRE(whole);
  CHECK(whole->size() >= sim::few_states_of_caller);
  CHECK(whole->size() < sim::most_states_of_caller);

  const sim::Settings settings{.method = sim::Method::simulate, .stop_rule = sim::AfterTrials{trials}, .threads = 2};
  const sim::Tally all = sim::ask(rules, "test", settings, never_stop).tally.value();
  CHECK(all.trials == trials);
  CHECK(worst_tail(all, *compiled.odds) > false_alarm);
  sim::Tally sum = compiled.no_trials(), part = sum;
  for (const sim::BatchRange range : {sim::BatchRange{3, 6}, {0, 2}, {2, 3}}) {
    REQUIRE(compiled.throw_batches(range, trials, 1, never_stop, part));
    CHECK(worst_tail(part, *compiled.odds) > false_alarm);
    sum += part;
  }
  CHECK(sum == all);

  const auto larger = sim::rules_of(Assault(Asked(6, {0, 1}).squad().leader().squad().mg(12, -1).mg(8, 0, 0).gun(150, 30, 7).rally(-1).in));
  sim::ChainSelection large(*larger, {.states = 1000}, sim::Wanted::trials, never_stop);
  CHECK(large.calls());
  CHECK_FALSE(large.whole_chain(never_stop));  // more than the budget has
}
