#include <algorithm>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include <catch2/catch.hpp>

#include "model/questions/assault.hpp"
#include "model/questions/attack.hpp"
#include "model/questions/he.hpp"
#include "tests/support/agreement.hpp"
#include "tests/support/ask.hpp"
#include "tests/support/dr.hpp"
#include "tests/support/effort.hpp"
#include "tests/support/naive_attack.hpp"
#include "tests/support/naive_to_hit.hpp"
#include "tests/support/scripted.hpp"

using namespace boxcars;
using namespace boxcars::model;
using namespace boxcars::test;

namespace {

using Odds = std::map<std::string, double>;

const NaiveUnit squad{}, broken_squad{.broken = true}, leader{.kind = 'l', .morale = 8, .broken_morale = 8, .leadership = -1};

// What an IFT DR does to a stack: on a column with a DRM, and on whom a critical hit strikes on another one.
Odds shelled(const std::vector<NaiveUnit>& units, double p, int column, int drm, std::optional<std::pair<int, int>> critical) {
  Odds odds;
  each_dr([&](int colored, int white) {
    NaiveCells cells(printed_cell(column, 0, colored + white + drm));
    if (critical) cells.on_struck = printed_cell(critical->first, 0, colored + white + critical->second);
    for (const auto& [events, odds_of] : naive_result(units, cells)) {
      for (const std::string& event : events) odds[event] += p * odds_of / 36;
    }
  });
  return odds;
}

void add(Odds& odds, const Odds& more) {
  for (const auto& [event, p] : more) odds[event] += p;
}

// The events of single units, "2 broken" for "2:8-1 broken", and of all.
void check(const Odds& ours, const Odds& naive) {
  int compared = 0;
  for (const auto& [event, p] : ours) {
    const auto colon = event.find(':');
    const std::string name = colon == std::string::npos ? event : event.substr(0, colon) + event.substr(event.rfind(' '));
    const bool is_unit = colon != std::string::npos && event.find(' ') != std::string::npos;
    const bool is_of_all = event.ends_with("eliminated") && (event.starts_with("any ") || event.starts_with("all "));
    if (!is_unit && !is_of_all) continue;
    INFO(event);
    const auto found = naive.find(name);
    CHECK(p == Approx(found == naive.end() ? 0 : found->second).margin(1e-12));
    ++compared;
  }
  CHECK(compared > 3);
}

}  // namespace

// 105mm OBA: 20 FP; on an Original 2 the 36 column (of 40 FP, no whole 8 more), and the TEM turned round.
TEST_CASE("a critical hit of OBA strikes one target of a Location, the others take the normal attack (C3.74)", "[critical hit]") {
  struct Place {
    Terrain terrain;
    int tem;
  };
  struct Men {
    std::vector<std::string> targets;
    std::vector<NaiveUnit> units;
  };
  OneOf some(2);
  for (const Men& men : {Men{{"4-4-7", "4-4-7"}, {squad, squad}}, Men{{"8-1", "4-4-7", "4-4-7"}, {leader, squad, squad}},
                         Men{{"8-1", "4-4-7", "4-4-7,broken"}, {leader, squad, broken_squad}}}) {
    for (const Place& place : {Place{Terrain::open, 0}, Place{Terrain::stone, 3}}) {
      if (!some.takes_next()) continue;
      AttackInputs in{.caliber = 105, .fire = Fire::oba, .targets = men.targets, .terrain = place.terrain};
      Odds naive;
      each_dr([&](int colored, int white) {
        const int dr = colored + white;
        NaiveCells cells(printed_cell(20, 0, dr + place.tem));
        if (dr == 2) cells.on_struck = printed_cell(36, 0, dr - place.tem);
        for (const auto& [events, p] : naive_result(men.units, cells)) {
          for (const std::string& event : events) naive[event] += p / 36;
        }
      });
      const Attack attack(in);
      check(exact_odds(attack), naive);
      check_agreement(attack, simulated(attack, 100'000, 7), solved(attack).odds.value());
    }
  }
}

// 120mm: 24 FP, a critical hit on the 36 column with -1 for 8 FP more.
TEST_CASE("so does that of a Gun, in an assault, too", "[critical hit][thorough]") {
  const std::vector<NaiveUnit> units{leader, squad, squad};
  AttackInputs in{.caliber = 120, .targets = {"8-1", "4-4-7", "4-4-7"}, .terrain = Terrain::woods};
  in.to_hit = 7, in.th_number = 8;
  const Chances to_hit = chances(8, 1, true);
  Odds naive = shelled(units, 1 - to_hit.hit, 1, 20, {});
  add(naive, shelled(units, to_hit.hit - to_hit.critical, 24, 0, {}));
  add(naive, shelled(units, to_hit.critical, 24, 0, std::pair(36, -2)));
  check(exact_odds(Attack(in)), naive);
  AssaultInputs assault{.turns = 1};
  assault.locations = {{.name = "K5", .terrain = Terrain::woods}, {.name = "K9"}};
  assault.defenders = {{"8-1", "K5"}, {"4-4-7", "K5"}, {"4-4-7", "K5"}, {"4-4-7", "K9"}};
  assault.shots = {{.name = "Gun", .target = "K5", .caliber = 120, .to_hit = 7, .th_number = 8}};
  assault.goal.eliminated = 4;
  const auto theirs = exact_odds(Assault(assault));
  for (const char* event : {"1:8-1 eliminated", "1:8-1 broken", "1:8-1 reduced", "2:4-4-7 eliminated", "3:4-4-7 broken"}) {
    INFO(event);
    CHECK(theirs.at(event) ==
          Approx(naive.at(std::string(1, event[0]) + std::string(event).substr(std::string(event).rfind(' ')))).margin(1e-12));
  }
}

TEST_CASE("with one target no dr is thrown for it, with two it is told whom it strikes", "[critical hit]") {
  AttackInputs in{.caliber = 105, .fire = Fire::oba, .targets = {"4-4-7"}, .terrain = Terrain::trench};  // +4 against OBA
  CHECK(play(Attack(in), {{1, 1}}).throws == std::vector<std::string>{"IFT DR"});
  in.targets = {"4-4-7", "5-4-8"};
  const auto two = play(Attack(in), {{1, 1}, {2}, {5}, {5, 5}});  // 7KIA on the 5-4-8, a MC of the 4-4-7
  CHECK(two.throws == std::vector<std::string>{"IFT DR", "Random Selection dr", "Random Selection dr", "MC DR"});
  CHECK(two.happened("2:5-4-8 eliminated"));
  CHECK(two.happened("1:4-4-7 broken"));
}

// B30.92, B30.113.
TEST_CASE("a pillbox is eliminated with all in it", "[critical hit]") {
  const auto in_pillbox = [](int tem) { return AttackInputs{.targets = {"8-1", "3x4-4-7"}, .terrain = Terrain::pillbox, .tem = tem}; };
  const auto pillbox_goes = [](const AttackInputs& in) {
    const auto odds = exact_odds(Attack(in));
    const auto found = odds.find("pillbox eliminated");
    if (found == odds.end()) return 0.;  // no DR does it
    CHECK(odds.at("all eliminated") >= found->second - 1e-12);
    return 36 * found->second;
  };
  for (int tem = 1; tem <= 7; ++tem) {
    INFO(tem);
    int by_dc = 0, by_gun = 0;
    each_dr([&](int colored, int white) {
      const std::string dc = printed_cell(30, 0, colored + white), gun = printed_cell(16, 0, colored + white);
      by_dc += dc.ends_with("KIA") && dc[0] - '0' + 2 >= tem;
      by_gun += gun.ends_with("KIA") && gun[0] - '0' >= tem;
    });
    AttackInputs dc = in_pillbox(tem);
    dc.weapon = Weapon::dc;
    CHECK(pillbox_goes(dc) == Approx(by_dc).margin(1e-12));
    AttackInputs gun = in_pillbox(tem);
    gun.caliber = 88;  // 16 FP, once it has hit
    CHECK(pillbox_goes(gun) == Approx(by_gun).margin(1e-12));
    AttackInputs oba = in_pillbox(tem);
    oba.caliber = 80, oba.fire = Fire::oba;
    CHECK(pillbox_goes(oba) == Approx(1).margin(1e-12));
    oba.caliber = 60;
    CHECK_FALSE(exact_odds(Attack(oba)).contains("pillbox eliminated"));
    AttackInputs area = in_pillbox(tem);
    area.caliber = 120, area.fire = Fire::area;
    CHECK_FALSE(exact_odds(Attack(area)).contains("pillbox eliminated"));
  }
  AttackInputs oba = in_pillbox(5);  // the other TEM counts 0 then: 2 on the 24 column
  oba.caliber = 75, oba.fire = Fire::oba, oba.targets = {"4-4-7"};
  const auto odds = exact_odds(Attack(oba));
  CHECK(odds.at("IFT 3KIA") == Approx(1. / 36).margin(1e-12));
}

// A DC has 30 FP, and does nothing by an Original 12.
TEST_CASE("a DC at a pillbox, thrown by hand: in an attack, and in an assault", "[critical hit]") {
  const std::vector<NaiveUnit> units{leader, squad};
  Odds naive;
  each_dr([&](int colored, int white) {
    const int dr = colored + white;
    const std::string original = printed_cell(30, 0, dr);
    const bool goes = original.ends_with("KIA") && original[0] - '0' + 2 >= 3;
    const std::string cell = dr == 12 ? "-" : goes ? "gone" : printed_cell(30, 0, dr + 3);
    for (const auto& [events, p] : naive_result(units, cell)) {
      for (const std::string& event : events) naive[event] += p / 36;
    }
  });
  check(exact_odds(Attack({.targets = {"8-1", "4-4-7"}, .terrain = Terrain::pillbox, .weapon = Weapon::dc, .tem = 3})), naive);
  AssaultInputs in{.turns = 1};
  in.locations = {{.name = "K5", .terrain = Terrain::pillbox, .tem = 3}, {.name = "K9"}};
  in.defenders = {{"8-1", "K5"}, {"4-4-7", "K5"}, {"4-4-7", "K9"}};
  in.shots = {{.name = "DC", .target = "K5", .weapon = Weapon::dc}};
  in.goal.eliminated = 3;
  const auto odds = exact_odds(Assault(in));
  for (const auto& [event, name] : {std::pair("1:8-1 eliminated", "1 eliminated"),
                                    {"2:4-4-7 eliminated", "2 eliminated"},
                                    {"2:4-4-7 broken", "2 broken"},
                                    {"2:4-4-7 reduced", "2 reduced"}}) {
    INFO(event);
    CHECK(odds.at(event) == Approx(naive.at(name)).margin(1e-12));
  }
}

// A 50mm mortar has 6 FP, so 3 on the 2 column; on an Original 2, 12 FP and the TEM turned round. It makes no rubble.
TEST_CASE("who is singled out by one shot need not be by the next", "[critical hit]") {
  const auto shot_at = [](const std::vector<NaiveUnit>& units) {
    std::map<std::vector<NaiveUnit>, double> after{{units, 15. / 36}};  // a miss
    const auto add = [&](double odds, NaiveCells cells) {
      for (const auto& [then, p] : naive_units_after(units, cells)) {
        std::vector<NaiveUnit> alive;
        for (const NaiveUnit& unit : then) {
          if (unit.kind != 'x') alive.push_back(unit);
        }
        after[alive] += odds * p;
      }
    };
    each_dr([&](int colored, int white) {
      NaiveCells cells(printed_cell(2, 0, colored + white + 3));
      add(20. / 36 / 36, cells);
      cells.on_struck = printed_cell(12, 0, colored + white - 3);
      add(1. / 36 / 36, cells);
    });
    return after;
  };
  double none_left = 0, one_left = 0;
  for (const auto& [units, p] : shot_at({squad, squad})) {
    if (units.empty()) none_left += p;
    if (units.empty()) continue;
    for (const auto& [then, p_then] : shot_at(units)) (then.empty() ? none_left : one_left) += then.size() < 2 ? p * p_then : 0;
  }
  HeInputs in{.caliber = 50, .building = Construction::stone, .levels = 0, .occupants = {"0=4-4-7", "0=4-4-7"}};
  in.fire = Fire::mortar, in.to_hit = 7, in.shots = "2";
  const He he(in);
  const auto odds = exact_odds(he);
  CHECK(odds.at("all eliminated") == Approx(none_left).margin(1e-12));
  CHECK(odds.at("any eliminated") == Approx(none_left + one_left).margin(1e-12));
  check_agreement(he, simulated(he, 100'000, 7), solved(he).odds.value());
}

TEST_CASE("a group under a critical hit, and Heat of Battle with a sniper", "[critical hit][thorough]") {
  AttackInputs in{.caliber = 120, .targets = {"8-1", "2x4-4-7"}, .terrain = Terrain::woods};
  in.to_hit = 7, in.th_number = 8;
  const std::vector<NaiveUnit> units{leader, squad, squad};
  const Chances to_hit = chances(8, 1, true);
  Odds naive = shelled(units, 1 - to_hit.hit, 1, 20, {});
  add(naive, shelled(units, to_hit.hit - to_hit.critical, 24, 0, {}));
  add(naive, shelled(units, to_hit.critical, 24, 0, std::pair(36, -2)));
  check(exact_odds(Attack(in)), naive);
  in.heat_of_battle = 0, in.attackers_san = 4, in.targets = {"8-1", "4-4-7"};
  check_agreement(Attack(in), simulated(Attack(in), 50'000, 3), solved(Attack(in)).odds.value());
}

TEST_CASE("how a target moves is on a critical hit in every question, and no acquisition beside Bore Sighting", "[critical hit]") {
  const auto on_critical_hit = [](const std::vector<Modifier>& rows) {
    int sum = 0;
    for (const Modifier& row : rows) sum += row.rule == "C3.71" ? row.amount : 0;
    return sum;
  };
  HeInputs he{.caliber = 75, .building = Construction::wood, .levels = 0, .occupants = {"0=4-4-7"}};
  he.aim.range = 6, he.aim.cases = {"J3"};
  CHECK(on_critical_hit(He(he).description().modifiers) == -1);
  he.aim.cases = {"M"};
  const auto aimed = exact_odds(He(he));
  he.shots = "3,acquire";
  const auto three = exact_odds(He(he));
  he.shots = "3";
  CHECK(three == exact_odds(He(he)));
  CHECK(three.at("hit") > aimed.at("hit"));
  AssaultInputs assault{.turns = 1};
  assault.locations = {{.name = "K5", .terrain = Terrain::woods}};
  assault.defenders = {{"4-4-7", "K5"}};
  assault.shots = {{.name = "Gun", .target = "K5", .range = 6, .cases = {"O", "J3"}, .caliber = 75}};
  assault.goal.eliminated = 1;
  AttackInputs attack{.caliber = 75, .targets = {"4-4-7"}, .terrain = Terrain::woods};
  attack.range = 6, attack.gun.cases = {"O", "J3"};
  CHECK(on_critical_hit(Attack(attack).description().modifiers) == -2);
  CHECK(exact_odds(Assault(assault)).at("1:4-4-7 eliminated") == Approx(exact_odds(Attack(attack)).at("1:4-4-7 eliminated")).margin(1e-12));
}
