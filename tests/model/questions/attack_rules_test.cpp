// Rules of fire that are easily lost: who does not fire again, heroes, Fanatics, leaders with a MG, far MG, pillboxes, Flames of MOL, OBA.
#include <algorithm>
#include <map>

#include <catch2/catch.hpp>

#include "model/core/bad_input.hpp"
#include "model/questions/attack.hpp"
#include "model/questions/he.hpp"
#include "model/questions/hut.hpp"
#include "model/questions/kindling.hpp"
#include "tests/support/ask.hpp"
#include "tests/support/naive_attack.hpp"

using namespace boxcars;
using namespace boxcars::model;
using namespace boxcars::test;
using Catch::Matchers::Contains;

namespace {

AttackInputs fire_by(std::vector<std::string> by, std::optional<int> range = {}) {
  AttackInputs in;
  in.by = std::move(by);
  in.range = range;
  in.targets = {"4-4-7"};
  return in;
}

AttackInputs fire(const std::string& fp, int drm = 0) {
  AttackInputs in;
  in.fp = fp;
  in.drm = drm;
  in.targets = {"4-4-7"};
  return in;
}

AttackInputs weapon(Weapon weapon, Terrain terrain = Terrain::open) {
  AttackInputs in;
  in.weapon = weapon;
  in.terrain = terrain;
  in.targets = {"4-4-7"};
  return in;
}

AttackInputs shell(int caliber, Fire kind, Terrain terrain = Terrain::open) {
  AttackInputs in;
  in.caliber = caliber;
  in.fire = kind;
  in.terrain = terrain;
  in.targets = {"4-4-7"};
  return in;
}

double odds_of(const AttackInputs& in, const std::string& event) { return exact_odds(Attack(in)).at(event); }

// Of the only target; what else the attack tells is left out.
std::map<std::string, double> fates(const AttackInputs& in) {
  std::map<std::string, double> all;
  for (const auto& [name, odds] : exact_odds(Attack(in))) {
    if (name.starts_with("1:")) all[name.substr(name.find(' '))] = odds;
  }
  return all;
}

// Where they are asked for other events, too, the last bits differ.
void check_same_fates(const std::map<std::string, double>& fates, const std::map<std::string, double>& same) {
  CHECK(fates.size() == same.size());
  for (const auto& [name, odds] : same) {
    INFO(name);
    CHECK(fates.at(name) == Approx(odds).margin(1e-12));
  }
}

void check_refused(const AttackInputs& in, const std::string& field, const char* why) {
  try {
    Attack{in};
    FAIL_CHECK(why);
  } catch (const BadInput& bad) {
    CHECK(bad.fault().field == field);
    CHECK_THAT(bad.what(), Contains(why));
  }
}

using Units = std::vector<NaiveUnit>;

// An attack that is made again by every throw: crews of MG, each with its FP, and others who can cower as well; who cowers is drawn by
// every dr of all of them.
struct NaiveGroup {
  int column = 0;               // of all of them
  std::vector<double> crews{};  // their FP when they fire again
  int others = 0;
  int rate_of_fire = 3;
  int cowering_columns = 1;
};

int column_of(double firepower) {
  int column = 0;
  for (const int head : {1, 2, 4, 6, 8, 12, 16, 20, 24, 30, 36}) column = head <= firepower ? head : column;
  return column;
}

// Of each set of crews that fire no more the odds after one Random Selection among those who can cower.
std::map<unsigned, double> who_cowers(const NaiveGroup& group, unsigned before, bool is_first) {
  std::vector<int> who;  // a crew, or -1
  for (int i = 0; i < static_cast<int>(group.crews.size()); ++i) {
    if (!(before >> i & 1U)) who.push_back(i);
  }
  if (is_first) who.insert(who.end(), static_cast<std::size_t>(group.others), -1);
  std::map<unsigned, double> odds;
  std::vector<int> dice(who.size(), 1);
  double ways = 0;
  for (;;) {
    const int highest = *std::max_element(dice.begin(), dice.end());
    unsigned after = before;
    for (std::size_t i = 0; i < who.size(); ++i) {
      if (dice[i] == highest && who[i] >= 0) after |= 1U << who[i];
    }
    ++odds[after], ++ways;
    std::size_t i = 0;
    while (i < dice.size() && ++dice[i] > 6) dice[i++] = 1;
    if (i == dice.size()) break;
  }
  for (auto& [after, p] : odds) p /= ways;
  return odds;
}

// How often the target, a 4-4-7, is eliminated, and the first attack is the last.
std::pair<double, double> naive_group(const NaiveGroup& group) {
  struct Situation {
    Units units;
    unsigned cowered = 0;
    auto operator<=>(const Situation&) const = default;
  };
  std::map<Situation, double> kept{{{{NaiveUnit{}}, 0}, 1.0}};
  double eliminated = 0, first_is_last = 0;
  for (int shot = 0; shot < 40; ++shot) {
    std::map<Situation, double> next;
    for (const auto& [now, p] : kept) {
      double firepower = 0;
      for (std::size_t i = 0; i < group.crews.size(); ++i) firepower += now.cowered >> i & 1U ? 0 : group.crews[i];
      const int column = shot == 0 ? group.column : column_of(firepower);
      for (int colored = 1; colored <= 6; ++colored) {
        for (int white = 1; white <= 6; ++white) {
          const bool doubles = colored == white, keeps = colored <= group.rate_of_fire && colored + white < 12;
          const auto after = naive_units_after(now.units, printed_cell(column, doubles ? group.cowering_columns : 0, colored + white));
          std::map<unsigned, double> cowered{{now.cowered, 1.0}};
          if (doubles && group.cowering_columns > 0) cowered = who_cowers(group, now.cowered, shot == 0);
          for (const auto& [units, q] : after) {
            for (const auto& [silent, r] : cowered) {
              double left = 0;
              for (std::size_t i = 0; i < group.crews.size(); ++i) left += silent >> i & 1U ? 0 : group.crews[i];
              const bool again = keeps && left >= 1 && units.front().kind != 'x';
              const double odds = p * q * r / 36;
              if (again) {
                next[{units, silent}] += odds;
                continue;
              }
              if (units.front().kind == 'x') eliminated += odds;
              if (shot == 0) first_is_last += odds;
            }
          }
        }
      }
    }
    kept = std::move(next);
  }
  return {eliminated, first_is_last};
}

void check_group(const AttackInputs& in, const NaiveGroup& group) {
  const Attack attack(in);
  const auto [eliminated, first_is_last] = naive_group(group);
  CHECK(exact_odds(attack).at("1:4-4-7 eliminated") == Approx(eliminated).margin(1e-10));
  CHECK(exact_measures(attack).at("shots fired").at(1) == Approx(first_is_last).margin(1e-10));
}

}  // namespace

TEST_CASE("who cowers does not fire again, of a group by Random Selection whose MG (A7.9) - naive enumeration", "[thorough]") {
  const auto group = [](std::vector<std::string> by, int rate_of_fire = 3) {
    AttackInputs in = fire_by(std::move(by));
    in.rate_of_fire = rate_of_fire;
    return in;
  };
  check_group(group({"4-6-7,mg-only", "mg:5-12"}), {4, {5}});
  check_group(group({"4-6-7", "mg:5-12"}), {8, {5}});
  check_group(group({"2x4-6-7", "mg:5-12"}), {12, {5}, 1});
  check_group(group({"2x4-6-7,mg-only", "mg:3-8", "mg:7-16"}, 2), {8, {3, 7}, 0, 2});
  check_group(group({"3x4-6-7", "2xmg:2-7"}, 1), {16, {2, 2}, 1, 1});
  check_group(group({"4-6-7", "mg:5-12", "/", "hs:2-4-7", "/", "4-6-7", "mg:2-7"}), {16, {5, 2}, 1});
  check_group(group({"hero:1-4-9,mg-only", "mg:5-12"}), {4, {5}, 0, 3, 0});  // nobody cowers
  check_group(group({"4-6-7,fanatic", "mg:5-12"}), {8, {5}, 0, 3, 0});
  check_group(group({"4-6-7", "mg:5-12", "8-0"}), {8, {5}, 0, 3, 0});
  AttackInputs alone = fire("8");
  alone.rate_of_fire = 3;
  check_group(alone, {8, {8}});
  alone.cowering = Cowering::none;
  check_group(alone, {8, {8}, 0, 3, 0});
  AttackInputs told = group({"hero:1-4-9,mg-only", "mg:5-12"});
  told.cowering = Cowering::normal;
  check_group(told, {4, {5}});
}

TEST_CASE("the rate of fire of a lone MG, as public sources have it") {
  AttackInputs in = fire_by({"4-6-7,mg-only", "mg:5-12"});
  in.rate_of_fire = 3;
  CHECK(odds_of(in, "1:4-4-7 eliminated") == Approx(.0220).margin(5e-5));
  CHECK(exact_measures(Attack(in)).at("shots fired").at(1) == Approx(21.0 / 36).margin(1e-3));
}

TEST_CASE("in the AFPh only Opportunity Fire keeps a rate of fire (A9.2, C2.24)") {
  AttackInputs in = fire_by({"4-6-7,mg-only", "mg:5-12"});
  in.rate_of_fire = 3;
  in.phase = FirePhase::opportunity;
  CHECK_NOTHROW(Attack(in));
  in.phase = FirePhase::advancing;
  check_refused(in, "rate_of_fire", "A9.2");
  AttackInputs gun = shell(75, Fire::direct);
  gun.range = 6, gun.rate_of_fire = 2, gun.gun.cases = {"B"};
  check_refused(gun, "rate_of_fire", "C5.2");
  HeInputs he{.caliber = 75, .building = Construction::wood, .levels = 0};
  he.aim.range = 6, he.aim.cases = {"B"}, he.rate_of_fire = 2;
  CHECK_THROWS_WITH(He(he), Contains("C5.2"));
  AttackInputs many = fire_by({"7x4-6-7", "7xmg:2-7"});
  many.rate_of_fire = 1;
  check_refused(many, "rate_of_fire", "A7.9");
}

TEST_CASE("a hero lowers the DR within his Normal Range, with a MG a +1 cancels it (A15.23, A15.24)") {
  const auto same = [](const AttackInputs& in, const AttackInputs& as) {
    INFO(in.by.front());
    check_same_fates(fates(in), fates(as));
  };
  const auto uncowed = [](AttackInputs in) {
    in.cowering = Cowering::none;
    return in;
  };
  same(fire_by({"hero:1-4-9"}), uncowed(fire("1", -1)));
  same(fire_by({"hero:1-4-9"}, 4), uncowed(fire("1", -1)));
  same(fire_by({"2xhero:1-4-9"}), uncowed(fire("2", -2)));
  same(fire_by({"2xhero:1-4-9"}, 5), uncowed(fire("1")));  // Long Range
  same(fire_by({"4-6-7", "hero:1-4-9"}, 3), fire("5", -1));
  same(fire_by({"4-6-7", "hero:1-4-9"}, 1), fire("10", -1));
  same(fire_by({"4-6-7", "hero:1-4-9", "9-1"}, 3), uncowed(fire("5", -2)));
  same(fire_by({"hero:1-4-9", "mg:5-12"}, 3), uncowed(fire("5")));
  same(fire_by({"hero:1-4-9", "mg:5-12"}, 13), uncowed(fire("2.5", +1)));
  same(fire_by({"4-6-7", "/", "hero:1-4-9", "mg:5-12"}, 6), fire("9"));
  same(fire_by({"4-6-7", "hero:1-4-9", "mg:5-12"}, 3), fire("10", -1));  // the squad fires it
  AttackInputs then = fire_by({"4-6-7", "hero:1-4-9"}, 3), as = fire("5", -1);
  then.then = {"4"}, as.then = {"4"};
  same(then, as);
  AttackInputs again = fire_by({"hero:1-4-9", "mg:5-12"}, 3), mg = uncowed(fire("5"));
  again.rate_of_fire = mg.rate_of_fire = 2;
  same(again, mg);
  AttackInputs mol = fire_by({"hero:1-4-9"});
  mol.weapon = Weapon::mol;
  CHECK(attack_situation(mol).attacks.front()[TargetStatus::unpinned] == IftAttack{*column_for_firepower(6), -1, 0});  // 2 at PBF, and 4
  CHECK(odds_of(fire_by({"hero:1-4-9"}), "1:4-4-7 unharmed") == Approx(.7492).margin(5e-5));
  CHECK(odds_of(fire_by({"4-6-7", "hero:1-4-9"}, 3), "1:4-4-7 unharmed") == Approx(.5301).margin(5e-5));
}

TEST_CASE("the Incremental table: its own columns, and who cowers on those of the IFT (A7.37, A7.371)") {
  for (const std::string fp : {"1", "2", "4", "6", "8", "12", "16", "20", "24", "30", "36"}) {  // both tables have them
    AttackInputs standard = fire(fp, -1), incremental = standard;
    incremental.iift = true;
    CHECK(exact_odds(Attack(incremental)) == exact_odds(Attack(standard)));
  }
  // 7 FP, DRM +1, by the printed column, and for doubles by the 4 column: 6 is the nearest of the IFT, and one to its left.
  const std::map<int, std::string> on_7{{3, "K/2"}, {4, "2MC"}, {5, "2MC"}, {6, "1MC"}, {7, "NMC"}, {8, "PTC"}, {9, "PTC"}};
  const std::map<int, std::string> on_4{{3, "2MC"}, {4, "1MC"}, {5, "1MC"}, {6, "NMC"}, {7, "PTC"}};
  std::map<std::string, double> expected;
  for (int colored = 1; colored <= 6; ++colored) {
    for (int white = 1; white <= 6; ++white) {
      const auto& column = colored == white ? on_4 : on_7;
      const auto cell = column.find(colored + white + 1);
      expected["IFT " + (cell == column.end() ? "-" : cell->second)] += 1 / 36.0;
    }
  }
  AttackInputs in = fire("7", 1);
  in.iift = true;
  double all = 0;
  for (const auto& [event, odds] : expected) {
    INFO(event);
    CHECK(odds_of(in, event) == Approx(odds));
    all += odds;
  }
  CHECK(all == Approx(1));
  in.weapon = Weapon::wp;
  in.fp.clear();
  check_refused(in, "iift", "without the IFT");
}

TEST_CASE("a Fanatic is one higher in morale on both sides, and never cowers (A10.8)") {
  const auto at = [](const char* fp, const char* target) {
    AttackInputs in = fire(fp);
    in.targets = {target};
    return fates(in);
  };
  for (const char* fp : {"2", "8", "20", "36"}) {
    CHECK(at(fp, "4-4-7,fanatic") == at(fp, "4-4-8"));
    CHECK(at(fp, "4-4-7,bml=5,hs_bml=4,fanatic") == at(fp, "4-4-8,bml=6,hs_bml=5"));
    CHECK(at(fp, "4-4-7,broken,fanatic") == at(fp, "4-4-8,broken"));
    CHECK(at(fp, "9-1,fanatic") == at(fp, "10-1"));
    CHECK(at(fp, "4-4-7,encircled,fanatic") == at(fp, "4-4-7"));
  }
  AttackInputs uncowed = fire("8");
  uncowed.cowering = Cowering::none;
  check_same_fates(fates(fire_by({"2x4-6-7,fanatic"})), fates(uncowed));
  check_same_fates(fates(fire_by({"4-6-7,fanatic", "4-6-7"})), fates(fire("8")));
}

TEST_CASE("leaders without anybody else fire a MG: one as Area Fire, two with all of it (A9.12)") {
  AttackInputs uncowed = fire("2.5");
  uncowed.cowering = Cowering::none;
  check_same_fates(fates(fire_by({"9-1", "mg:5-12"})), fates(uncowed));
  CHECK(odds_of(fire_by({"9-1", "mg:5-12"}), "some effect") == Approx(.2508).margin(5e-5));
  uncowed.fp = "5";
  check_same_fates(fates(fire_by({"9-1", "8-0", "mg:5-12"})), fates(uncowed));
  check_same_fates(fates(fire_by({"9-1", "8-0", "2xmg:5-12"})), fates(uncowed));
  check_same_fates(fates(fire_by({"9-1", "mg:5-12"}, 1)), fates(uncowed));
  AttackInputs group = fire("6.5");  // he directs nobody, so that the squad cowers
  check_same_fates(fates(fire_by({"9-1", "mg:5-12", "/", "4-6-7"})), fates(group));
  CHECK_THROWS_WITH(Attack(fire_by({"9-1", "2xmg:5-12"})), Contains("A7.35"));
  CHECK_THROWS_WITH(Attack(fire_by({"9-1", "8-0", "7-0", "mg:5-12"})), Contains("A7.53"));
  CHECK_THROWS_WITH(Attack(fire_by({"9-1"})), Contains("A7.53"));
}

TEST_CASE("beyond 16 hexes a MG fires only under a leader's direction, and then as at concealed men (A9.4)") {
  const auto firepower = [](const AttackInputs& in) { return computed_firepower(in).total; };
  AttackInputs in = fire_by({"hs:2-4-7", "mg:7-16"}, 16);
  CHECK(firepower(in) == 7);
  in.range = 17;
  CHECK_THROWS_WITH(Attack(in), Contains("A9.4"));
  in.leader = "8-0";
  CHECK(firepower(in) == 1.75);  // Long Range, too
  in.concealed = true;
  CHECK(firepower(in) == 1.75);  // once
  CHECK(firepower(fire_by({"hs:2-4-7", "mg:7-16", "8-0"}, 24)) == 1.75);
  CHECK_THROWS_WITH(Attack(fire_by({"hs:2-4-7", "mg:7-16", "8-0", "/", "hs:2-4-7", "mg:7-16"}, 24)), Contains("A9.4"));
  CHECK(firepower(fire_by({"hs:2-4-7", "mg:8-20", "9-1"}, 18)) == 4);
  CHECK_THROWS_WITH(Attack(fire_by({"9-1", "mg:7-16"}, 17)), Contains("A9.4"));  // who fires it directs nobody
}

TEST_CASE("beyond 16 hexes who is broken is no concealed target: the same DR, on another column (A9.4, A.5)") {
  const auto figure = [](const AttackInputs& in) { return Attack(in).description().figures.front().number; };
  AttackInputs in = fire_by({"4-4-7,mg-only", "mg:7-16", "8-0"}, 18);
  CHECK(figure(in) == 1.75);
  in.targets = {"4-4-7,broken"};
  CHECK(figure(in) == 3.5);
  AttackInputs known = fire("3.5");
  known.leader = "8-0", known.targets = {"4-4-7,broken"};
  check_same_fates(fates(in), fates(known));
  // Both: 1 FP at the one, 2 at the other, by the same DR.
  in.targets = {"4-4-7", "4-4-7,broken"};
  std::map<std::string, double> expected;
  for (int colored = 1; colored <= 6; ++colored) {
    for (int white = 1; white <= 6; ++white) {
      for (const auto& [unit, column] : {std::pair("1", 1), std::pair("2", 2)}) {
        const std::string result = printed_cell(column, 0, colored + white);
        const std::vector<NaiveUnit> alone{{.broken = column == 2}};
        for (const auto& [events, p] : naive_result(alone, result)) {
          for (const std::string& event : events) {
            if (event.starts_with("1 ")) expected[unit + (":4-4-7" + event.substr(1))] += p / 36;
          }
        }
      }
    }
  }
  const auto odds = exact_odds(Attack(in));
  for (const auto& expected_odds : expected) {
    INFO(expected_odds.first);
    CHECK(odds.at(expected_odds.first) == Approx(expected_odds.second).margin(1e-12));
  }
}

TEST_CASE("HE in marsh has half its Firepower, a critical hit twice the whole (B16.31)") {
  const auto first = [](const AttackInputs& in) { return attack_situation(in); };
  const auto column = [&](int caliber, Fire kind) {
    return column_firepower(first(shell(caliber, kind, Terrain::marsh)).attacks.front()[TargetStatus::unpinned].column);
  };
  CHECK(column(105, Fire::oba) == 8);        // 20
  CHECK(column(105, Fire::area) == 4);       // 10, of which 5
  CHECK(column(75, Fire::direct) == 6);      // 12
  CHECK(column(150, Fire::harassing) == 4);  // 30, 10, 5
  CHECK(column(105, Fire::barrage) == 6);    // 10, one column less than 8
  const auto oba = first(shell(105, Fire::oba, Terrain::marsh)), open = first(shell(105, Fire::oba));
  CHECK((*oba.critical_hit)[TargetStatus::unpinned] == (*open.critical_hit)[TargetStatus::unpinned]);
  CHECK(odds_of(shell(105, Fire::oba, Terrain::marsh), "IFT -") == Approx(6.0 / 36));
}

TEST_CASE("Indirect Fire has one less TEM of a wall or hedge (B9.34)") {
  const auto drm = [](int caliber, Fire kind, Terrain terrain) {
    return attack_situation(shell(caliber, kind, terrain)).attacks.front()[TargetStatus::unpinned].drm;
  };
  for (const Fire kind : {Fire::mortar, Fire::oba}) {
    CHECK(drm(81, kind, Terrain::wall) == 1);
    CHECK(drm(81, kind, Terrain::hedge) == 0);
  }
  CHECK(drm(81, Fire::area, Terrain::wall) == 2);
}

TEST_CASE("under Interdiction the highest DR that passes ends the rout, and pins nobody who is broken (A10.53)") {
  AttackInputs in = weapon(Weapon::interdiction);
  in.targets = {"4-6-7,broken"};
  CHECK(odds_of(in, "1:4-6-7 stopped") == Approx(6.0 / 36));
  CHECK(odds_of(in, "1:4-6-7 pinned") == 0);
  in.targets = {"4-6-7"};
  CHECK(odds_of(in, "1:4-6-7 stopped") == Approx(6.0 / 36));
  CHECK(odds_of(in, "1:4-6-7 pinned") == Approx(6.0 / 36));
  // The leader checks first: by 7 or less he helps, so that 8 stops; by an 8 he is pinned; else he dies, and his LLMC kills by a 12.
  in.targets = {"8-1", "4-6-7,broken"};
  CHECK(odds_of(in, "2:4-6-7 stopped") == Approx(21.0 / 36 * 5 / 36 + 5.0 / 36 * 6 / 36 + 10.0 / 36 * 6 / 36 * 35 / 36));
  CHECK(odds_of(in, "1:8-1 eliminated") == Approx(10.0 / 36));
  CHECK(odds_of(in, "1:8-1 broken") == 0);
  in.heat_of_battle = 0;
  CHECK(odds_of(in, "2:4-6-7 stopped") > 0);
  CHECK_FALSE(exact_odds(Attack(fire("4"))).contains("1:4-4-7 stopped"));
}

TEST_CASE("a hero's Original 12, his Morale under encirclement, and his wounded side (A10.31, A7.7, A15.2)") {
  const auto dies = [](const std::string& hero) {
    AttackInputs in = fire("8");
    in.targets = {hero};
    return odds_of(in, "1:" + hero.substr(0, hero.find(',')) + " eliminated");
  };
  // 1KIA kills; a K/2 wounds, then no MC; a failed MC wounds, an Original 12 with +1.
  double expected = 0;
  for (int colored = 1; colored <= 6; ++colored) {
    for (int white = 1; white <= 6; ++white) {
      const std::string cell = printed_cell(8, colored == white ? 1 : 0, colored + white);
      if (cell.find("KIA") != std::string::npos) expected += 1.0 / 36;
      if (cell[0] == 'K') expected += 2.0 / 6 / 36;
      if (cell.find("MC") == std::string::npos) continue;
      const int number = cell == "NMC" ? 0 : cell[0] - '0';
      for (int dr = 2; dr <= 12; ++dr) {
        const double ways = dr <= 7 ? dr - 1 : 13 - dr;
        if (dr + number > 9) expected += ways / 36 * (dr == 12 ? 3.0 : 2.0) / 6 / 36;
      }
    }
  }
  CHECK(dies("hero:1-4-9") == Approx(expected));
  CHECK(dies("hero:1-4-9") == Approx(.1106).margin(5e-5));
  CHECK(dies("hero:1-4-9,encircled") == Approx(expected));
  CHECK(dies("hero:1-3-8") == Approx(dies("hero:1-4-9,wounded")));
  CHECK(dies("hero:1-3-8") == Approx(.327).margin(5e-4));
}

TEST_CASE("a MG far away that has Firepower enough at broken men only fires at them (A9.4)") {
  AttackInputs in = fire_by({"hs:2-4-7,mg-only", "mg:3-10", "8-0"}, 18);
  CHECK_THROWS_WITH(Attack(in), Contains("A7.3"));  // 0.75
  in.targets = {"4-4-7,broken"};
  CHECK(Attack(in).description().figures.front().number == 1.5);
  in = fire_by({"hs:2-4-7,mg-only", "mg:6-12", "8-0"}, 18);
  in.targets = {"4-4-7,broken"}, in.rate_of_fire = 2;
  CHECK_THAT(Attack(in).description().summary.back(), Contains("(A9.2): 3 FP"));
}

TEST_CASE("a group whose units stand differently has the odds of its units typed one by one (A.5)") {
  AttackInputs group = fire("16"), single = fire("16");
  group.moving = single.moving = Movement::normal;
  group.then = single.then = {"16", "8"};
  group.targets = {"3x4-4-7"}, single.targets = {"4-4-7", "4-4-7", "4-4-7"};
  const auto of_group = exact_measures(Attack(group)), of_single = exact_measures(Attack(single));
  for (const char* measure : {"units broken or eliminated", "units eliminated"}) {
    for (const auto& value : of_single.at(measure)) CHECK(of_group.at(measure).at(value.first) == Approx(value.second).margin(1e-12));
  }
}

TEST_CASE("Residual FP ignores Height Advantage, and who throws a MOL fires no MG (A8.26, A22.6)") {
  AttackInputs in = fire("8");
  in.moving = Movement::normal, in.height_advantage = true, in.then = {"residual"};
  CHECK(attack_situation(in).attacks.at(1)[TargetStatus::unpinned] == IftAttack{*column_for_firepower(4), -2, 0});
  AttackInputs mol = fire_by({"hs:2-4-7", "mg:5-12"}, 1);
  mol.weapon = Weapon::mol;
  check_refused(mol, "by", "A22.6");
  mol.by = {"4-4-7", "4-4-7", "2xmg:3-8"};  // the other squad fires both
  CHECK_NOTHROW(Attack(mol));
  mol.by = {"hero:1-4-9", "4-4-7,encircled", "9-1"}, mol.terrain = Terrain::woods;  // the hero throws: his -1 goes, too
  const auto situation = attack_situation(mol);
  CHECK(situation.attacks.front()[TargetStatus::unpinned] == IftAttack{*column_for_firepower(14), 0, 0});
  CHECK(situation.mol->without_thrower[TargetStatus::unpinned] == IftAttack{*column_for_firepower(8), 1, 0});
  mol.by = {"4-4-7", "/", "4-4-7", "9-1"};  // nobody is left in his Location, and the leader directs all others
  CHECK(attack_situation(mol).mol->without_thrower[TargetStatus::unpinned] == IftAttack{*column_for_firepower(8), 0, 0});
}

TEST_CASE("concealed men in a pillbox are fired at with all Firepower (B30.7)") {
  AttackInputs in = fire_by({"2x4-6-7", "mg:5-12"}, 3);
  in.terrain = Terrain::pillbox, in.tem = 5;
  AttackInputs seen = in;
  in.concealed = true;
  check_same_fates(fates(in), fates(seen));
  CHECK(computed_firepower(in).total == 13);
  in.area_fire = 1;
  CHECK(computed_firepower(in).total == 6.5);
  AttackInputs known = fire("8");
  known.terrain = Terrain::pillbox, known.tem = 3;
  AttackInputs hidden = known;
  hidden.concealed = true;
  check_same_fates(fates(known), fates(hidden));
}

TEST_CASE("an Infantry Flamethrower cowers (A22.1)") {
  const AttackInputs in = weapon(Weapon::ft, Terrain::stone);
  AttackInputs as = fire("24");
  check_same_fates(fates(in), fates(as));
  CHECK(odds_of(in, "1:4-4-7 eliminated") == Approx(.1427).margin(5e-5));
  CHECK(odds_of(in, "1:4-4-7 broken") == Approx(.6489).margin(5e-5));
  AttackInputs vehicle = in;
  vehicle.cowering = as.cowering = Cowering::none;
  check_same_fates(fates(vehicle), fates(as));
  HutInputs hut{.cause = HutCause::ft};
  hut.targets = {"4-4-7"};
  HutInputs uncowed = hut;
  uncowed.cowering = Cowering::none;
  CHECK(exact_odds(Hut(hut)).at("1:4-4-7 eliminated") == Approx(.1427).margin(5e-5));
  CHECK(exact_odds(Hut(uncowed)).at("1:4-4-7 eliminated") == Approx(odds_of(vehicle, "1:4-4-7 eliminated")).margin(1e-12));
}

TEST_CASE("a MOL burns what its colored 1 hits: huts at any time, a Fortified Building nobody knows (A22.6111, B23.94, G5.6, G5.61)") {
  for (const Terrain terrain : {Terrain::wood, Terrain::stone, Terrain::wood_rubble, Terrain::hut, Terrain::collapsed_hut})
    CHECK(odds_of(weapon(Weapon::mol, terrain), "flame") == Approx(1.0 / 6));
  CHECK_FALSE(exact_odds(Attack(weapon(Weapon::mol))).contains("flame"));
  AttackInputs fortified = weapon(Weapon::mol, Terrain::stone);
  fortified.fortified = true;
  CHECK_FALSE(exact_odds(Attack(fortified)).contains("flame"));
  const auto notes = Attack(fortified).description().notes;
  CHECK(std::any_of(notes.begin(), notes.end(), [](const std::string& note) { return note.find("B23.94") != std::string::npos; }));
  for (const bool pbf : {false, true}) {
    for (const bool collapsed : {false, true}) {
      for (const bool rain : {false, true}) {
        if (rain && !collapsed) continue;
        HutInputs hut{.cause = HutCause::mol, .fp = "8"};
        hut.pbf = pbf, hut.collapsed = collapsed, hut.rain = rain;
        CHECK(exact_odds(Hut(hut)).at("flame") == Approx(1.0 / 6));
        hut.cause = HutCause::small_arms;
        CHECK(exact_odds(Hut(hut)).at("flame") == Approx(pbf && !rain ? 1.0 / 6 : 0).margin(1e-12));
        hut.cause = HutCause::mg;
        CHECK(exact_odds(Hut(hut)).at("flame") == Approx(rain ? 0 : 1.0 / 6).margin(1e-12));
      }
    }
  }
}

TEST_CASE("OBA's Original 2 is told as a critical hit, wherever it is asked for (C1.53)") {
  for (const Fire kind : {Fire::oba, Fire::harassing, Fire::barrage}) {
    CHECK(odds_of(shell(100, kind, Terrain::stone), "critical hit") == Approx(1.0 / 36));
    HeInputs he{.caliber = 100, .building = Construction::stone, .levels = 0, .fire = kind};
    he.occupants = {"4-4-7"};
    CHECK(exact_odds(He(he)).at("critical hit") == Approx(1.0 / 36));
  }
  AttackInputs gun = shell(75, Fire::direct);
  CHECK_FALSE(exact_odds(Attack(gun)).contains("critical hit"));
  gun.range = 2;
  CHECK(exact_odds(Attack(gun)).contains("critical hit"));
}

TEST_CASE("the columns of OBA's chart, with nothing spread from 250mm on") {
  struct Row {
    int caliber, he, harassing, barrage, critical, critical_drm;
  };
  const std::vector<Row> chart{{70, 12, 4, 8, 24, 0},    {80, 16, 4, 12, 30, 0},    {100, 20, 6, 16, 36, 0}, {120, 24, 8, 20, 36, -1},
                               {150, 30, 8, 24, 36, -3}, {200, 36, 12, 30, 36, -4}, {250, 36, 0, 0, 36, -5}, {300, 36, 0, 0, 36, -6},
                               {350, 36, 0, 0, 36, -7},  {400, 36, 0, 0, 36, -8}};
  for (const Row& row : chart) {
    INFO(row.caliber);
    const AttackSituation oba = attack_situation(shell(row.caliber, Fire::oba));
    CHECK(column_firepower(oba.attacks.front()[TargetStatus::unpinned].column) == row.he);
    CHECK(oba.attacks.front()[TargetStatus::unpinned].drm == -std::max(0, row.caliber - 200) / 50);
    CHECK(column_firepower((*oba.critical_hit)[TargetStatus::unpinned].column) == row.critical);
    CHECK((*oba.critical_hit)[TargetStatus::unpinned].drm == row.critical_drm);
    for (const auto& [kind, column] : {std::pair(Fire::harassing, row.harassing), std::pair(Fire::barrage, row.barrage)}) {
      if (column > 0) {
        CHECK(column_firepower(attack_situation(shell(row.caliber, kind)).attacks.front()[TargetStatus::unpinned].column) == column);
        continue;
      }
      check_refused(shell(row.caliber, kind), "caliber", "neither Harassing Fire nor a Barrage");
      CHECK_THROWS_WITH(He({.caliber = row.caliber, .building = Construction::stone, .levels = 0, .fire = kind}),
                        Contains("Harassing Fire"));
    }
  }
}

TEST_CASE("how bad all attacks together are, by every throw", "[thorough]") {
  const auto at_least = [](const std::string& cell) {
    return cell == "-" ? 0 : cell == "PTC" ? 1 : cell[0] == 'K' || cell[1] == 'K' ? 3 : 2;
  };
  for (const int first : {1, 8, 16}) {
    std::map<std::string, double> expected{{"PTC or worse", 0}, {"NMC or worse", 0}, {"KIA or K", 0}};
    AttackInputs in = fire(std::to_string(first));
    in.then = {"4,drm=-1"};
    in.targets = {"4-4-7", "4-4-7", "4-4-7"};  // nobody is left for the second by a KIA only
    for (int face = 0; face < 36 * 36; ++face) {
      const int a = face % 6 + 1, b = face / 6 % 6 + 1, c = face / 36 % 6 + 1, d = face / 216 + 1;
      const int worst =
          std::max(at_least(printed_cell(first, a == b ? 1 : 0, a + b)), at_least(printed_cell(4, c == d ? 1 : 0, c + d - 1)));
      if (worst >= 1) expected["PTC or worse"] += 1.0 / 1296;
      if (worst >= 2) expected["NMC or worse"] += 1.0 / 1296;
      if (worst >= 3) expected["KIA or K"] += 1.0 / 1296;
    }
    const auto odds = exact_odds(Attack(in));
    for (const char* name : {"PTC or worse", "NMC or worse", "KIA or K"}) {
      INFO(first << " " << name);
      CHECK(odds.at(name) == Approx(expected.at(name)).margin(1e-10));
    }
    AttackInputs one = fire(std::to_string(first));
    double sum = 0;
    for (const auto& [name, p] : exact_odds(Attack(one))) sum += name.starts_with("IFT ") && name.find('K') != std::string::npos ? p : 0;
    CHECK(odds_of(one, "KIA or K") == Approx(sum).margin(1e-12));
  }
  CHECK_FALSE(exact_odds(Attack(weapon(Weapon::wp))).contains("NMC or worse"));
}

TEST_CASE("how a target moves is on the To Hit DR, of mortars too, and on the IFT DR of a critical hit alone (C3.71)") {
  AttackInputs in = shell(81, Fire::mortar);
  in.range = 8;
  const auto standing = exact_odds(Attack(in));
  CHECK(standing.at("hit") == Approx(21.0 / 36));
  in.gun.cases = {"J3", "J4"};
  CHECK(exact_odds(Attack(in)).at("hit") == Approx(30.0 / 36));
  const auto rows = Attack(in).description().modifiers;
  for (const Modifier& row : rows) {
    const bool is_of_movement = row.reason.find("FFNAM") != std::string::npos || row.reason.find("FFMO") != std::string::npos;
    INFO(row.reason);
    CHECK((!is_of_movement || row.reason.ends_with("To Hit DR") || row.reason.ends_with("on a critical hit")));
  }
  for (const Fire fire : {Fire::direct, Fire::area, Fire::mortar}) {
    AttackInputs gun = shell(75, fire);
    gun.range = 8, gun.moving = Movement::normal;
    check_refused(gun, "moving", "C6.1");
  }
}

TEST_CASE("To Hit Cases that exclude each other are refused") {
  const auto refused = [](Fire fire, const std::vector<std::string>& cases, const char* rule) {
    AttackInputs gun = shell(75, fire);
    gun.range = 8, gun.gun.cases = cases;
    check_refused(gun, "case", rule);
  };
  refused(Fire::direct, {"F", "D"}, "C5.6");
  refused(Fire::area, {"B", "F"}, "C5.6");
  refused(Fire::direct, {"J", "J3"}, "C6.1");
  refused(Fire::direct, {"J4", "J2"}, "C6.1");
  refused(Fire::direct, {"K", "N=-2"}, "C6.57");
  AttackInputs mortar = shell(81, Fire::mortar);  // which acquires a hex
  mortar.range = 8, mortar.gun.cases = {"K", "N=-2"};
  CHECK(exact_odds(Attack(mortar)).at("hit") == Approx(21.0 / 36));
}

TEST_CASE("who is overstacked is noted, and has his DRM if that is asked for (A5.13)") {
  AttackInputs in = fire("8");
  in.targets = {"3x4-4-7", "hs:2-4-7", "hs:2-4-7", "9-1"};
  const auto noted = [](const AttackInputs& in) {
    const auto notes = Attack(in).description().notes;
    return std::any_of(notes.begin(), notes.end(), [](const std::string& note) { return note.find("A5.13") != std::string::npos; });
  };
  CHECK(noted(in));
  AttackInputs asked = in, by_drm = in;
  asked.overstacked = true, by_drm.drm = -1;
  CHECK_FALSE(noted(asked));
  CHECK(exact_odds(Attack(asked)) == exact_odds(Attack(by_drm)));
  in.targets = {"3x4-4-7", "hs:2-4-7"};
  CHECK_FALSE(noted(in));
  in.overstacked = true;
  check_refused(in, "overstacked", "A5.1");
  CHECK(noted(fire_by({"4x4-6-7"})));
  CHECK_FALSE(noted(fire_by({"3x4-6-7", "/", "2x4-6-7"})));
}

TEST_CASE("where rubble is not part of it, what asks for it is told as one can type it") {
  AttackInputs dc = weapon(Weapon::dc, Terrain::wood);
  dc.drm = 1;
  const auto notes = Attack(dc).description().notes;
  CHECK(std::any_of(notes.begin(), notes.end(), [](const std::string& note) {
    return note.find("boxcars he --ammo dc wood 0 --drm 1 --occupant 4-4-7") != std::string::npos;
  }));
}

TEST_CASE("EC of a lumberyard or collapsed hut, and rain") {
  const auto kindled = [](Terrain terrain, int ec, auto change) {
    KindlingInputs in{.terrain = terrain};
    in.ec = ec;
    change(in);
    return exact_odds(Kindling(in));
  };
  const auto nothing = [](KindlingInputs&) {};
  const auto at_least = [](int number) {
    double odds = 0;
    for (int face = 0; face < 36; ++face) odds += face % 6 + face / 6 + 2 >= number ? 1.0 / 36 : 0;
    return odds;
  };
  for (const int ec : {-3, 0, 2}) {
    const auto yard = kindled(Terrain::lumberyard, ec, nothing), hut = kindled(Terrain::collapsed_hut, ec, nothing);
    CHECK(yard.at("kindled") == Approx(at_least(7 - ec)));
    CHECK(yard.at("blaze") == Approx(at_least(7 - ec) * at_least(8 - ec)));
    CHECK(hut.at("kindled") == Approx(at_least(6 - ec)));
    CHECK(hut.at("blaze") == Approx(at_least(6 - ec) * at_least(7 - ec)));
    const auto by_wp = kindled(Terrain::collapsed_hut, ec, [](KindlingInputs& in) { in.by = KindlingBy::wp, in.very_dry = true; });
    CHECK(by_wp.at("kindled") == Approx(at_least(6)));  // not on that DR (A24.32)
    const auto spread = kindled(Terrain::wood, ec, [&](KindlingInputs& in) {
      in.turns = "2";
      if (ec != 0) in.neighbors = {"lumberyard", "stone"};
      if (ec == 0) in.neighbors = {"lumberyard"};
    });
    CHECK(spread.at("flame in 1:lumberyard") == Approx(at_least(7) * at_least(8) * at_least(8 - ec)));
    if (ec != 0) CHECK(spread.at("flame in 2:stone") == Approx(at_least(7) * at_least(8) * at_least(9)));
  }
  CHECK_THROWS_WITH(kindled(Terrain::wood, 1, nothing), Contains("B25.5"));
  CHECK_THROWS_WITH(kindled(Terrain::wood, 1, [](KindlingInputs& in) { in.neighbors = {"stone"}; }), Contains("B25.5"));
  CHECK_THROWS_WITH(kindled(Terrain::hut, 0, [](KindlingInputs& in) { in.rain = true; }), Contains("G5.61"));
  const auto wp_after_rain = [](KindlingInputs& in) { in.by = KindlingBy::wp, in.rain = true; };
  CHECK_THROWS_WITH(kindled(Terrain::collapsed_hut, 0, wp_after_rain), Contains("G5.61"));
  CHECK(kindled(Terrain::collapsed_hut, 0, [](KindlingInputs& in) { in.by = KindlingBy::wp, in.rain = in.dry = true; }).at("kindled") ==
        Approx(at_least(7)));
  CHECK(kindled(Terrain::collapsed_hut, 0, [](KindlingInputs& in) { in.rain = true; }).at("kindled") == Approx(at_least(6)));  // B25.11
}
