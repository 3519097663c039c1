#include <catch2/catch.hpp>

#include "model/core/bad_input.hpp"
#include "model/questions/assault.hpp"
#include "model/questions/attack.hpp"
#include "model/questions/breach.hpp"
#include "model/questions/he.hpp"
#include "tests/support/agreement.hpp"
#include "tests/support/ask.hpp"
#include "tests/support/naive_attack.hpp"
#include "tests/support/scripted.hpp"

using namespace boxcars;
using namespace boxcars::model;
using namespace boxcars::test;
using Catch::Matchers::Contains;

namespace {

const std::vector<NaiveUnit> leader_and_squad{{.kind = 'l', .morale = 9, .broken_morale = 9, .leadership = -1}, {}};

AttackInputs by_weapon(Weapon weapon) {
  AttackInputs in;
  in.weapon = weapon;
  in.targets = {"9-1", "4-4-7"};
  return in;
}

// Of an attack on them by its firepower, where a DR of `dud_from` or more does nothing; a colored 6 has the column `on_six`, or none.
std::map<std::string, double> expected_odds(int column, int drm, int dud_from = 13, bool cowers = false, std::optional<int> on_six = {}) {
  std::map<std::string, double> expected;
  for (int colored = 1; colored <= 6; ++colored) {
    for (int white = 1; white <= 6; ++white) {
      const int dr = colored + white;
      if (dr >= dud_from) {
        for (const char* event : {"no effect", "1 unharmed", "2 unharmed"}) expected[event] += 1 / 36.0;
        continue;
      }
      const int firepower = colored == 6 ? on_six.value_or(column) : column;
      const std::string cell = firepower == 0 ? "-" : printed_cell(firepower, cowers && colored == white ? 1 : 0, dr + drm);
      expected["IFT " + cell] += 1 / 36.0;
      for (const auto& [events, p] : naive_result(leader_and_squad, cell)) {
        for (const std::string& event : events) expected[event] += p / 36;
      }
    }
  }
  return expected;
}

void check_odds(const AttackInputs& in, const std::map<std::string, double>& expected) {
  const auto odds = exact_odds(Attack(in));
  for (const auto& cell : expected) {
    const std::string& name = cell.first;
    INFO(name);
    const std::string ours = name.starts_with("1 ") ? "1:9-1" + name.substr(1) : name.starts_with("2 ") ? "2:4-4-7" + name.substr(1) : name;
    REQUIRE(odds.contains(ours));
    CHECK(odds.at(ours) == Approx(cell.second).margin(1e-12));
  }
}

double odds_of(const AttackInputs& in, const std::string& event) { return exact_odds(Attack(in)).at(event); }

}  // namespace

TEST_CASE("a Flamethrower by its range, halved at concealed men, runs out at its X number", "[thorough]") {
  AttackInputs in = by_weapon(Weapon::ft);
  in.terrain = Terrain::stone;
  check_odds(in, expected_odds(24, 0, 13, true));
  in.range = 1;
  check_odds(in, expected_odds(24, 0, 13, true));
  in.range = 2;
  check_odds(in, expected_odds(12, 0, 13, true));
  in.concealed = true;
  check_odds(in, expected_odds(6, 0, 13, true));
  in.cowering = Cowering::none;
  check_odds(in, expected_odds(6, 0));
  in.concealed = false, in.cowering = Cowering::normal, in.drm = -1;
  check_odds(in, expected_odds(12, -1, 13, true));

  const auto empty = [&](std::optional<int> x_number, bool non_elite) {
    in.x_number = x_number, in.non_elite = non_elite;
    return odds_of(in, "empty");
  };
  CHECK(empty({}, false) == Approx(6.0 / 36));
  CHECK(empty({}, true) == Approx(15.0 / 36));
  CHECK(empty(9, false) == Approx(10.0 / 36));
  CHECK(empty(12, false) == Approx(1.0 / 36));
  // The attack that empties it counts.
  in = by_weapon(Weapon::ft);
  const Told told = play(Attack(in), {{5, 5}, {3, 3}, {6, 5}});
  CHECK(told.happened("empty"));
  CHECK(told.happened("2:4-4-7 broken"));
}

TEST_CASE("a DC in any terrain: TEM, halved at concealed men, and malfunctions by which nothing happens", "[thorough]") {
  AttackInputs in = by_weapon(Weapon::dc);
  check_odds(in, expected_odds(30, 0, 12));
  in.terrain = Terrain::woods;
  check_odds(in, expected_odds(30, 1, 12));
  in.non_elite = true, in.concealed = true;
  check_odds(in, expected_odds(12, 1, 10));
  CHECK(odds_of(in, "malfunctions") == Approx(6.0 / 36));
  in.terrain = Terrain::pillbox, in.tem = 5;  // not halved there (B30.7); a DR of 3 or less eliminates it (B30.92)
  const auto odds = exact_odds(Attack(in));
  for (const char* cell : {"IFT 4MC", "IFT NMC"}) CHECK(odds.at(cell) == Approx(expected_odds(30, 5, 10).at(cell)));
  // Cells of a DR that malfunctions cannot occur: a 9 with +5 is the last one.
  const Told told = play(Attack(in), {{6, 6}});
  CHECK(told.happened("malfunctions"));
  CHECK(told.happened("no effect"));
  const Attack attack(in);
  check_agreement(attack, simulated(attack, 20'000), solved(attack).odds.value());
}

TEST_CASE("a DC at a building is that of he, and of breach, its Flame too") {
  for (const Construction building : {Construction::wood, Construction::stone}) {
    for (const bool fortified : {false, true}) {
      for (const bool concealed : {false, true}) {
        AttackInputs in = by_weapon(Weapon::dc);
        in.terrain = terrain_of(building), in.fortified = fortified, in.concealed = in.non_elite = concealed;
        in.targets = {"4-4-7"};
        HeInputs he{.building = building, .levels = 0, .ammo = Ammo::dc, .fortified = fortified, .concealed = concealed};
        he.non_elite = concealed;
        he.occupants = {"0=4-4-7"};
        const auto ours = exact_odds(Attack(in)), theirs = exact_odds(He(he));
        CHECK(ours.at("malfunctions") == Approx(theirs.at("malfunctions")));
        CHECK(ours.at("flame") == Approx(theirs.at("flame")));
        BreachInputs wall{.building = building, .fortified = fortified, .non_elite = concealed};
        CHECK(ours.at("malfunctions") == Approx(exact_odds(Breach(wall)).at("malfunctions")));
      }
    }
  }
  // 30 FP kindles by an Original KIA, 2 to 5, halved at concealed men or not (A23.1); in rubble no rubble dr comes first.
  AttackInputs in = by_weapon(Weapon::dc);
  in.terrain = Terrain::wood_rubble, in.concealed = true;
  CHECK(odds_of(in, "flame") == Approx(10.0 / 36 * 21 / 36));
}

TEST_CASE("a MOL: 4 FP more, a Flame by a colored 1, its thrower by a colored 6, and what he fires with him (A22.6111)", "[thorough]") {
  AttackInputs in = by_weapon(Weapon::mol);
  check_odds(in, expected_odds(4, 0, 13, true, 0));
  CHECK_FALSE(exact_odds(Attack(in)).contains("flame"));
  CHECK(odds_of(in, "thrower breaks") == Approx(1.0 / 6));
  in.terrain = Terrain::wood;
  check_odds(in, expected_odds(4, 2, 13, true, 0));
  CHECK(odds_of(in, "flame") == Approx(1.0 / 6));
  in.by = {"4-4-7"};  // at 1 hex: twice 4, and 4
  check_odds(in, expected_odds(12, 2, 13, true, 0));
  in.range = 0;  // three times 4, and 4
  check_odds(in, expected_odds(16, 2, 13, true, 0));
  in.concealed = true;  // half of both
  check_odds(in, expected_odds(8, 2, 13, true, 0));
  in.concealed = false, in.range = 1, in.phase = FirePhase::advancing, in.leader = "9-1";  // 4 and 4, nobody cowers
  check_odds(in, expected_odds(8, 1, 13, false, 0));
  in.by = {"hs:2-4-7", "4-4-7", "mg:5-12"}, in.phase = FirePhase::prep;  // 22 FP and 4; without the half-squad's own 18
  check_odds(in, expected_odds(24, 1, 13, false, 16));
  in.by = {"4-4-7,pinned", "4-4-7"}, in.leader.clear();  // 4, 8 and 4; the one who is not pinned throws
  check_odds(in, expected_odds(16, 2, 13, true, 4));
  in.by = {"4-4-7"}, in.phase = FirePhase::advancing, in.leader = "9-1";
  CHECK(exact_odds(Attack(in)).at("flame") == Approx(1.0 / 6));
  const Told told = play(Attack(in), {{6, 1}});
  CHECK(told.happened("thrower breaks"));
  CHECK(told.happened("no effect"));
  CHECK_FALSE(told.happened("flame"));
  CHECK(Attack(in).description().figures.front().number == 8);
  CHECK_THAT(Attack(in).description().worked_out.back(), Contains("A22.611"));
  const Attack attack(in);
  check_agreement(attack, simulated(attack, 20'000), solved(attack).odds.value());
}

TEST_CASE("WP is a NMC with the TEM as a negative DRM, and more of it above, but a critical hit's", "[thorough]") {
  struct Case {
    Terrain terrain;
    bool fortified;
    int levels_above;
    bool critical_hit;
    int drm, mc;
  };
  for (const Case& c : std::vector<Case>{{Terrain::open, false, 0, false, 0, 0},
                                         {Terrain::wood, false, 0, false, 0, -2},
                                         {Terrain::stone, true, 0, false, 1, -3},
                                         {Terrain::stone, false, 2, false, 0, -5},
                                         {Terrain::stone, false, 0, true, 0, 3},
                                         {Terrain::wood, false, 1, true, -1, 0},
                                         {Terrain::woods, false, 0, true, 0, 1}}) {
    AttackInputs in = by_weapon(Weapon::wp);
    in.targets = {"4-4-7,bml=6"};
    in.terrain = c.terrain, in.fortified = c.fortified, in.levels_above = c.levels_above, in.critical_hit = c.critical_hit, in.drm = c.drm;
    int passes = 0, pins = 0;
    for (int colored = 1; colored <= 6; ++colored) {
      for (int white = 1; white <= 6; ++white) {
        const int dr = colored + white, highest = std::min(11, 7 - c.mc);
        passes += dr <= highest;
        pins += dr == highest;
      }
    }
    INFO(name_of(c.terrain, terrain_choices) << " " << c.mc);
    const auto odds = exact_odds(Attack(in));
    CHECK(odds.at("1:4-4-7 unharmed") == Approx((passes - pins) / 36.0));
    CHECK(odds.at("1:4-4-7 pinned") == Approx(pins / 36.0));
    CHECK(odds.at("1:4-4-7 broken") == Approx((36 - passes) / 36.0));
    CHECK(odds.at("1:4-4-7 reduced") == Approx(1 / 36.0));
    for (const auto& event : odds) CHECK_FALSE(event.first.starts_with("IFT"));
  }
  AttackInputs in = by_weapon(Weapon::wp);
  in.terrain = Terrain::stone, in.critical_hit = true, in.drm = 5;
  CHECK_THROWS_WITH(Attack(in), Contains("A24.31"));
}

TEST_CASE("levels above shield from Indirect Fire, a critical hit's too") {
  AttackInputs in{.caliber = 100, .fire = Fire::oba, .targets = {"9-1", "4-4-7"}, .terrain = Terrain::wood};
  in.levels_above = 1;
  std::map<std::string, double> expected;
  for (int dr = 2; dr <= 12; ++dr) {
    const double ways = (6 - std::abs(7 - dr)) / 36.0;
    expected["IFT " + (dr == 2 ? printed_cell(36, 0, dr - 2 + 1) : printed_cell(20, 0, dr + 3))] += ways;
  }
  check_odds(in, expected);
}

TEST_CASE("a pillbox has the TEM of its counter") {
  AttackInputs in = by_weapon(Weapon::small_arms);
  in.fp = "8", in.cowering = Cowering::none, in.terrain = Terrain::pillbox, in.tem = 3;
  check_odds(in, expected_odds(8, 3));
  in.moving = Movement::normal;  // no Open Ground
  check_odds(in, expected_odds(8, 2));
}

TEST_CASE("what a weapon has not is refused") {
  const auto refused = [](AttackInputs in, const std::string& rule) {
    in.targets = {"4-4-7"};
    INFO(rule);
    CHECK_THROWS_WITH(Attack(in), Contains(rule));
  };
  refused({.fp = "30", .weapon = Weapon::dc}, "A23");
  refused({.caliber = 75, .weapon = Weapon::mol}, "one or the other");
  refused({.leadership = -1, .weapon = Weapon::dc}, "no leader");
  refused({.cowering = Cowering::normal, .weapon = Weapon::dc}, "A7.9");
  refused({.hindrance = 1, .weapon = Weapon::wp}, "A24.3");
  refused({.fp = "8", .weapon = Weapon::wp}, "A24.31");
  refused({.then = {"8"}, .weapon = Weapon::mol}, "one attack");
  refused({.fp = "8", .then = {"30,weapon=dc"}}, "the first attack only");
  refused({.weapon = Weapon::ft, .range = 3}, "A22.1");
  refused({.fp = "24", .weapon = Weapon::ft, .range = 2}, "A7.2");
  refused({.weapon = Weapon::mol, .by = {"4-4-7"}, .range = 2}, "A22.61");
  refused({.fp = "8", .x_number = 9}, "A22.1");
  refused({.fp = "8", .non_elite = true}, "A23.2");
  refused({.fp = "8", .tem = 3}, "pillbox");
  refused({.fp = "8", .terrain = Terrain::pillbox}, "B30.3");
  refused({.fp = "8", .critical_hit = true}, "A24.31");
  refused({.fp = "8", .terrain = Terrain::wood, .levels_above = 1}, "B23.32");
  refused({.caliber = 80, .fire = Fire::oba, .terrain = Terrain::woods, .levels_above = 1}, "B23.32");
}

namespace {

AssaultInputs assault_by(const AssaultShot& shot, const AssaultLocation& location, int turns) {
  AssaultInputs in{.turns = turns, .locations = {location}, .defenders = {{"4-4-7", location.name}}, .shots = {shot}};
  in.goal.eliminated = 1;
  return in;
}

double won(const AssaultInputs& in) { return exact_odds(Assault(in)).at("attacker wins"); }

}  // namespace

TEST_CASE("shots of an assault by a Flamethrower, DC and MOL are those attacks") {
  const AssaultLocation woods{.name = "A1", .terrain = Terrain::woods}, stone{.name = "A1", .building = Construction::stone, .levels = 0};
  const AssaultLocation pillbox{.name = "A1", .terrain = Terrain::pillbox, .tem = 3};
  const auto killed = [](Weapon weapon, const AssaultLocation& location, bool non_elite) {
    AttackInputs in = by_weapon(weapon);
    in.targets = {"4-4-7"}, in.non_elite = non_elite, in.tem = location.tem;
    in.terrain = location.building ? terrain_of(*location.building) : *location.terrain;
    return odds_of(in, "1:4-4-7 eliminated");
  };
  for (const Weapon weapon : {Weapon::ft, Weapon::dc, Weapon::mol}) {
    for (const AssaultLocation& location : {woods, pillbox}) {
      const bool non_elite = weapon != Weapon::mol;
      CHECK(won(assault_by({.name = "it", .target = "A1", .weapon = weapon, .non_elite = non_elite}, location, 1)) ==
            Approx(killed(weapon, location, non_elite)));
    }
  }
  // At a building a DC is HE's kin: it may bring it down, too.
  CHECK(won(assault_by({.name = "it", .target = "A1", .weapon = Weapon::dc}, stone, 1)) ==
        Approx(won(assault_by({.name = "it", .target = "A1", .ammo = Ammo::dc}, stone, 1))));
  // What was left of the fuel after the first turn: 9 or less.
  const double once = won(assault_by({.name = "it", .target = "A1", .weapon = Weapon::ft, .x_number = 2}, woods, 2));
  CHECK(once == Approx(killed(Weapon::ft, woods, false)));
  CHECK(won(assault_by({.name = "it", .target = "A1", .weapon = Weapon::ft}, woods, 2)) > once);

  AssaultInputs burning = assault_by({.name = "it", .target = "A1", .drm = 15, .weapon = Weapon::mol}, stone, 2);
  burning.fires_drm = 10;  // a Flame of the first turn is a Blaze after the second
  CHECK(exact_odds(Assault(burning)).at("A1 ablaze") == Approx(1.0 / 6));
}

TEST_CASE("what a weapon of an assault has not is refused") {
  const AssaultLocation stone{.name = "A1", .building = Construction::stone, .levels = 0};
  const auto refused = [&](const AssaultShot& shot, const std::string& why) {
    CHECK_THROWS_WITH(Assault(assault_by(shot, stone, 1)), Contains(why));
  };
  refused({.name = "it", .target = "A1", .fp = "8", .x_number = 9}, "A22.1");
  refused({.name = "it", .target = "A1", .fp = "8", .non_elite = true}, "A23.2");
  refused({.name = "it", .target = "A1", .leadership = -1, .weapon = Weapon::dc}, "A23");
  refused({.name = "it", .target = "A1", .caliber = 75, .weapon = Weapon::ft}, "either on the IFT or of HE");
  refused({.name = "it", .target = "A1", .breakdown = 12, .weapon = Weapon::ft}, "its DR decides");
  refused({.name = "it", .target = "A1", .enter = true, .weapon = Weapon::ft}, "weapon");
  refused({.name = "it", .target = "A1", .leadership = -1, .weapon = Weapon::ft}, "no leader");
}

TEST_CASE("small arms behind HE have the TEM and cower (C6.8, A7.9), a minefield has nobody's DRM (B28.41)") {
  const AttackInputs in{.caliber = 75, .targets = {"4-4-7"}, .terrain = Terrain::stone, .then = {"8,weapon=small-arms"}};
  double lost = 0, eliminated = 0;
  for (int first = 0; first < 36; ++first) {
    for (const auto& [units, p] : naive_units_after({{}}, printed_cell(12, 0, first / 6 + first % 6 + 2))) {
      const bool is_dead = units.front().kind == 'x';
      for (int second = 0; second < 36; ++second) {
        const int colored = second / 6 + 1, white = second % 6 + 1;
        const double share = p / 36 / 36;
        if (is_dead) {
          lost += share, eliminated += share;
          continue;
        }
        for (const auto& [losses, q] : naive_losses(units, printed_cell(8, colored == white ? 1 : 0, colored + white + 3))) {
          lost += share * q * losses.broken_or_eliminated;
          eliminated += share * q * losses.eliminated;
        }
      }
    }
  }
  const auto odds = exact_odds(Attack(in));
  CHECK(odds.at("any broken or eliminated") == Approx(lost).epsilon(1e-12));
  CHECK(odds.at("any eliminated") == Approx(eliminated).epsilon(1e-12));

  const AttackInputs tired{.targets = {"4-4-7"}, .then = {"4,weapon=residual"}, .by = {"4-6-7,cx"}, .range = 3};
  AttackInputs rested = tired;
  rested.by = {"4-6-7"}, rested.drm = 1, rested.then = {"4,weapon=residual,drm=0"};
  CHECK(exact_odds(Attack(tired)).at("any eliminated") == Approx(exact_odds(Attack(rested)).at("any eliminated")).epsilon(1e-12));
  const AttackInputs mines{.targets = {"4-4-7"}, .then = {"6,weapon=mines"}, .by = {"4-6-7,cx", "4-6-7"}, .range = 3};
  AttackInputs fresh = mines;
  fresh.by = {"4-6-7", "4-6-7"}, fresh.drm = 1, fresh.then = {"6,weapon=mines,drm=0"};
  CHECK(exact_odds(Attack(mines)).at("any eliminated") == Approx(exact_odds(Attack(fresh)).at("any eliminated")).epsilon(1e-12));
}

TEST_CASE("only what is fired from below meets Height Advantage, and a critical hit does not reverse it (B10.31, C3.71)") {
  const AttackInputs residual{
      .fp = "4", .targets = {"4-4-7"}, .weapon = Weapon::residual, .moving = Movement::normal, .height_advantage = true};
  AttackInputs level = residual;
  level.height_advantage = false;
  CHECK(exact_odds(Attack(residual)) == exact_odds(Attack(level)));

  const AttackInputs shell{.caliber = 75, .targets = {"4-4-7"}, .range = 9, .height_advantage = true};
  const AttackSituation situation = attack_situation(shell);
  CHECK((*situation.critical_hit)[TargetStatus::unpinned].drm == 0);
}

TEST_CASE("who is broken or berserk is not concealed (A12.14), and some fire leaves no Residual FP (A8.2)") {
  for (const char* unit : {"4-4-7,broken", "4-4-7,berserk", "4-4-7,disrupted"})
    CHECK_THROWS_WITH(Attack({.fp = "8", .targets = {unit}, .concealed = true}), Contains("A12.14"));
  CHECK_NOTHROW(Attack({.fp = "8", .targets = {"4-4-7"}, .then = {"residual"}, .concealed = true}));
  for (const FirePhase phase : {FirePhase::advancing, FirePhase::opportunity}) {
    for (const std::vector<std::string>& then : {std::vector<std::string>{"residual"}, {"4", "residual"}})
      CHECK_THROWS_WITH(Attack({.targets = {"4-4-7"}, .then = then, .by = {"4-6-7"}, .range = 3, .phase = phase}), Contains("A8.2"));
  }
  CHECK_THROWS_WITH(He({.building = Construction::wood, .levels = 1, .ammo = Ammo::dc, .concealed = true, .occupants = {"4-4-7,broken"}}),
                    Contains("A12.14"));
}
