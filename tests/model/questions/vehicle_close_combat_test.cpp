#include "model/questions/vehicle_close_combat.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include <catch2/catch.hpp>

#include "ask/question_kinds.hpp"
#include "model/core/bad_input.hpp"
#include "sim/run/chain_selection.hpp"
#include "tests/support/agreement.hpp"
#include "tests/support/ask.hpp"
#include "tests/support/paths.hpp"
#include "tests/support/scripted.hpp"

using namespace boxcars;
using namespace boxcars::model;
using namespace boxcars::test;
using Catch::Matchers::Contains;

static_assert(sim::Process<VehicleCloseCombat>);
static_assert(sim::EndsByLaps<VehicleCloseCombat>);

namespace {

using Typed = std::vector<std::string>;

// A11.5-.8 by hand, with units, tables and throws of its own.
struct Soldier {
  std::string kind;  // squad, hs, crew, leader, hero
  int firepower = 0, half = 0, morale = 7, leadership = 0;
  bool broken = false, pinned = false, wounded = false, fanatic = false;
  bool dead = false, lost = false, outside = false, has_attacked = false;
  bool smc() const { return kind == "leader" || kind == "hero"; }
  bool there() const { return !dead && !outside; }
  bool able() const { return there() && !broken; }
  bool checks() const { return !smc() && !fanatic && !broken && !pinned; }  // before it advances
};

Soldier soldier(const std::string& typed) {
  static const std::map<std::string, Soldier> known{
      {"4-6-7", {"squad", 4, 2, 7}},    {"6-6-6", {"squad", 6, 3, 6}},   {"hs:2-4-7", {"hs", 2, 0, 7}},   {"crew:2-2-8", {"crew", 2, 0, 8}},
      {"9-1", {"leader", 1, 0, 9, -1}}, {"8-0", {"leader", 1, 0, 8, 0}}, {"6+1", {"leader", 1, 0, 6, 1}}, {"hero:1-4-9", {"hero", 1, 0, 9}},
  };
  const auto comma = typed.find(',');
  Soldier s = known.at(typed.substr(0, comma));
  const std::string state = comma == std::string::npos ? "" : typed.substr(comma + 1);
  s.broken = state == "broken", s.pinned = state == "pinned", s.wounded = state == "wounded", s.fanatic = state == "fanatic";
  return s;
}

// What the test knows of a vehicle: its FP in CC, the DRM of what it is, whether it is immobile, how its crew is.
struct Tank {
  std::string typed;
  std::string name;
  int firepower = 0;
  int drm = 0;
  bool immobile = false;
  bool manned = true, active = true, armored = true;
  int morale = 8;
};
const std::vector<Tank>& tanks() {
  static const std::vector<Tank> all{
      {"Panther G", "Panther G", 5, 0},
      {"Panther G,motion", "Panther G", 5, 2},
      {"vehicle:Panther,ce,immobile", "Panther", 7, -1, true},
      {"vehicle,mg=8,morale=7,escort=2", "vehicle", 8, 2, false, true, true, true, 7},
      {"armor=3/1,ot,mg=2", "armor=3/1", 2, -2},
      {"vehicle,unarmored,mg=0", "vehicle", 0, -4, false, true, true, false},
      {"Panther,abandoned,immobile", "Panther", 5, -2, true, false},  // nobody mans its MG
      {"vehicle,mg=4,armor=8/4,ot,abandoned", "vehicle", 4, -3, false, false},
      {"Panther,stunned", "Panther", 5, 0, false, true, false},
  };
  return all;
}

struct Fight {
  std::vector<Soldier> men;
  bool immobile = false, made_immobile = false, wreck = false, burnt = false, abandoned = false;
  int ambusher = 0, rounds = 0;
  bool nobody = false;
};

struct Setting {
  Tank tank;
  Typed infantry;
  bool infantry_attacks = true;
  int infantry_drm = 0, vehicle_drm = 0;
  std::string first = "attacker";  // or defender, both
  int ambush = 0;                  // 1: attacker, 2: defender, 3: rolled
  int concealed = 0;               // 1: attacker, 2: defender
  bool street = false;
  int ccv = 0;
  int rounds = 1;
  int paatc = 0;  // -1: none

  // Before a Known, manned AFV.
  bool has_paatc() const {
    const bool checks = std::any_of(infantry.begin(), infantry.end(), [](const std::string& typed) { return soldier(typed).checks(); });
    return infantry_attacks && paatc >= 0 && tank.manned && tank.armored && concealed != 2 && checks;
  }
};

// Who has been immobilized is in Motion no more (D2.4).
bool was_in_motion(const Setting& in) { return in.tank.typed.find("motion") != std::string::npos; }
bool has_stopped(const Setting& in, const Fight& f) { return was_in_motion(in) && f.immobile; }

bool is_over(const Fight& f) { return f.wreck || f.abandoned; }

void lose_one(Paths& paths, Soldier& m) {
  if (m.smc()) {
    const bool dies = paths.dr([&](int dr) { return dr + (m.wounded ? 1 : 0) >= 5; });
    if (dies)
      m.dead = true;
    else
      m.lost = m.lost || !m.wounded, m.wounded = true;
  } else if (m.kind == "squad") {
    m.kind = "hs", m.firepower = m.half, m.lost = true;
  } else {
    m.dead = true;
  }
}

void infantry_strikes(Paths& paths, Fight& f, const Setting& in, int ambush_drm, bool at_concealed) {
  for (Soldier& m : f.men) m.has_attacked = false;
  while (!is_over(f)) {
    Soldier *main = nullptr, *with = nullptr;
    for (Soldier& m : f.men) {
      if (!m.able() || m.has_attacked) continue;
      if (!m.smc() && !main) main = &m;
      if (m.smc() && !with) with = &m;
    }
    if (!main) std::swap(main, with);
    if (!main) return;
    main->has_attacked = true;
    if (with) with->has_attacked = true;
    int value = main->kind == "squad" ? 5 : main->kind == "crew" ? 4 : main->kind == "hs" ? 3 : 2;
    value += (with ? 1 : 0) + in.ccv;
    if (main->pinned || (with && with->pinned)) value -= 1;
    if (at_concealed) value -= 1;
    int drm = in.tank.drm + in.infantry_drm + ambush_drm - (in.street ? 1 : 0) - (f.immobile ? 1 : 0) - (has_stopped(in, f) ? 2 : 0);
    if (with && with->kind == "leader" && !with->pinned) drm += std::min(0, with->leadership + (with->wounded ? 1 : 0));
    if (main->kind == "hero" || (with && with->kind == "hero")) drm -= 1;
    // What it does, and whether it is an Original 2 or 12.
    const auto [done, special] = paths.DR([&](int original) {
      const double final_dr = original + drm;
      const int loss = final_dr <= value / 2.0 ? 3 : final_dr < value ? 2 : final_dr == value ? 1 : 0;
      return std::pair(loss, original == 2 || original == 12 ? original : 0);
    });
    int loss = done;
    if (special == 12 && in.tank.manned && in.tank.active) {
      const int who = with ? paths.one_of(std::map<int, int>{{0, 15}, {1, 15}, {2, 6}}) : 0;
      if (who != 1) lose_one(paths, *main);
      if (who != 0) lose_one(paths, *with);
    }
    if (special == 2) loss = std::max(loss, paths.dr([](int dr) { return dr <= 3 ? 4 - dr : 0; }));
    if (loss >= 2) f.wreck = true, f.burnt = loss == 3;
    if (loss == 1 && !f.immobile) {
      f.immobile = f.made_immobile = true;
      if (in.tank.manned) f.abandoned = paths.DR([&](int dr) { return dr > in.tank.morale; });
    }
  }
}

int kill_number(double attack, double defense) {
  const std::vector<std::pair<double, int>> columns{{1.0 / 8, 1}, {1.0 / 6, 2}, {1.0 / 4, 3}, {1.0 / 2, 4}, {1, 5},  {3.0 / 2, 6},
                                                    {2, 7},       {3, 8},       {4, 9},       {6, 10},      {8, 11}, {10, 12}};
  int number = 0;
  for (const auto& [odds, kill] : columns) {
    if (attack >= odds * defense - 1e-9) number = kill;
  }
  return attack > 10 * defense + 1e-9 ? 13 : number;
}

bool vehicle_fires(const Fight& f, const Setting& in) {
  const bool any = std::any_of(f.men.begin(), f.men.end(), [](const Soldier& m) { return m.there(); });
  return any && !is_over(f) && in.tank.firepower > 0 && in.tank.manned && in.tank.active;
}

// 0: nothing, 1: one is reduced, 2: all are eliminated; of unbroken and broken ones.
std::pair<int, int> vehicle_strikes(Paths& paths, const Fight& f, const Setting& in, int ambush_drm, bool at_concealed) {
  double attack = in.tank.firepower, defense = 0;
  // By Close Combat Values: squad 5, crew 4, half-squad 3, a SMC beside one of these 1, otherwise 2.
  int mmc = 0, smc = 0;
  for (const Soldier& m : f.men) {
    if (!m.there()) continue;
    ++(m.smc() ? smc : mmc);
    if (!m.smc()) defense += (m.kind == "crew" ? 4 : m.kind == "hs" || m.lost ? 3 : 5) + in.ccv;
  }
  defense += std::min(mmc, smc) + std::max(0, smc - mmc) * (2 + in.ccv);
  defense = std::max(1.0, defense);
  if (at_concealed) attack /= 2;
  if (was_in_motion(in) && !f.immobile) attack /= 2;
  const int number = kill_number(attack, defense);
  const int drm = in.vehicle_drm + ambush_drm + (in.street ? 1 : 0);
  const auto effect = [&](int final_dr) { return final_dr < number ? 2 : final_dr == number ? 1 : 0; };
  return paths.DR([&](int dr) { return std::pair(effect(dr + drm), effect(dr + drm - 2)); });
}

void infantry_suffers(Paths& paths, Fight& f, std::pair<int, int> blow) {
  std::vector<Soldier*> drawn;
  for (Soldier& m : f.men) {
    const int effect = m.broken ? blow.second : blow.first;
    if (!m.there() || effect == 0) continue;
    if (effect == 2)
      m.dead = true;
    else
      drawn.push_back(&m);
  }
  if (drawn.empty()) return;
  // There are two at most.
  const int who = drawn.size() > 1 ? paths.one_of(std::map<int, int>{{0, 15}, {1, 15}, {2, 6}}) : 0;
  if (who != 1) lose_one(paths, *drawn[0]);
  if (who != 0) lose_one(paths, *drawn[1]);
}

Fight fight(Paths& paths, const Setting& in) {
  Fight f;
  for (const std::string& typed : in.infantry) f.men.push_back(soldier(typed));
  f.immobile = in.tank.immobile;
  if (in.has_paatc()) {
    int helps = 99;
    for (const Soldier& m : f.men) {
      if (m.kind == "leader" && !m.broken && !m.pinned) helps = std::min(helps, m.leadership + (m.wounded ? 1 : 0));
    }
    for (Soldier& m : f.men) {
      if (!m.checks()) continue;
      const int drm = in.paatc + (helps < 99 ? helps : 0);
      m.outside = paths.DR([&](int dr) { return dr + drm > m.morale; });
    }
    f.nobody = std::none_of(f.men.begin(), f.men.end(), [](const Soldier& m) { return m.there(); });
    if (f.nobody) return f;
  }
  const auto able = [&] { return std::any_of(f.men.begin(), f.men.end(), [](const Soldier& m) { return m.able(); }); };
  f.ambusher = in.ambush;
  if (in.ambush == 3) f.ambusher = paths.one_of(std::map<int, int>{{0, 24}, {1, 6}, {2, 6}});  // lower by three: 1-4, 1-5, 1-6, 2-5, ...
  if (f.ambusher && ((f.ambusher == 1) == in.infantry_attacks ? !able() : !vehicle_fires(f, in))) f.ambusher = 0;
  int ambusher = f.ambusher;
  while (true) {
    ++f.rounds;
    const int of_attacker = ambusher == 1 ? -1 : ambusher == 2 ? 1 : 0;
    const int of_infantry = in.infantry_attacks ? of_attacker : -of_attacker, of_vehicle = -of_infantry;
    const std::string first = ambusher == 1 ? "attacker" : ambusher == 2 ? "defender" : in.first;
    const bool infantry_first = (first == "attacker") == in.infantry_attacks;
    // Who has attacked, does so at once or is ambushed is not concealed.
    const int hidden = f.rounds == 1 && ambusher == 0 && first == (in.concealed == 1 ? "defender" : "attacker") ? in.concealed : 0;
    const bool infantry_hidden = hidden == (in.infantry_attacks ? 1 : 2), vehicle_hidden = hidden == (in.infantry_attacks ? 2 : 1);
    if (first == "both") {
      std::pair<int, int> blow{0, 0};
      if (vehicle_fires(f, in)) blow = vehicle_strikes(paths, f, in, of_vehicle, infantry_hidden);
      infantry_strikes(paths, f, in, of_infantry, vehicle_hidden);
      infantry_suffers(paths, f, blow);
    } else {
      if (infantry_first) infantry_strikes(paths, f, in, of_infantry, vehicle_hidden);
      if (vehicle_fires(f, in)) infantry_suffers(paths, f, vehicle_strikes(paths, f, in, of_vehicle, infantry_hidden));
      if (!infantry_first) infantry_strikes(paths, f, in, of_infantry, vehicle_hidden);
    }
    ambusher = 0;
    for (Soldier& m : f.men) m.pinned = false;
    if (is_over(f) || (!able() && !vehicle_fires(f, in)) || f.rounds == in.rounds) return f;
  }
}

CloseCombatInputs inputs(const Setting& in) {
  CloseCombatInputs asked;
  (in.infantry_attacks ? asked.attackers : asked.defenders) = in.infantry;
  (in.infantry_attacks ? asked.defenders : asked.attackers) = {in.tank.typed};
  asked.attacker_drm = in.infantry_attacks ? in.infantry_drm : in.vehicle_drm;
  asked.defender_drm = in.infantry_attacks ? in.vehicle_drm : in.infantry_drm;
  if (in.first != "attacker") asked.first = in.first == "both" ? AttacksFirst::both : AttacksFirst::defender;
  asked.ambush = in.ambush == 1 ? Ambush::attacker : in.ambush == 2 ? Ambush::defender : in.ambush == 3 ? Ambush::roll : Ambush::none;
  if (in.concealed) asked.concealed = in.concealed == 1 ? Side::attacker : Side::defender;
  asked.street_fighting = in.street;
  asked.close_combat_value = in.ccv;
  asked.rounds = std::to_string(in.rounds);
  if (in.paatc != 0) asked.paatc = in.paatc < 0 ? Paatc::none : Paatc::one_tc;
  return asked;
}

void check(const Setting& in) {
  std::map<std::string, double> events;
  std::map<int, double> rounds;
  const std::string side = in.infantry_attacks ? "a" : "d";
  const std::string vehicle = (in.infantry_attacks ? "d1:" : "a1:") + in.tank.name;
  const std::string men = in.infantry_attacks ? "attacker" : "defender", other = in.infantry_attacks ? "defender" : "attacker";
  Paths::enumerate([&](Paths& paths) { return fight(paths, in); },
                   [&](const Fight& f, double p) {
                     const bool dead = std::all_of(f.men.begin(), f.men.end(), [](const Soldier& m) { return m.dead; });
                     const bool there = std::any_of(f.men.begin(), f.men.end(), [](const Soldier& m) { return m.there(); });
                     events[men + " eliminated"] += dead * p;
                     events[other + " eliminated"] += f.wreck * p;
                     events["both eliminated"] += (dead && f.wreck) * p;
                     events["melee goes on"] += (there && !is_over(f)) * p;
                     events["attacker ambushes"] += (f.ambusher == 1) * p;
                     events["defender ambushes"] += (f.ambusher == 2) * p;
                     events[vehicle + " eliminated"] += f.wreck * p;
                     events[vehicle + " burns"] += f.burnt * p;
                     events[vehicle + " immobilized"] += (f.made_immobile && !f.wreck) * p;
                     events[vehicle + " crew abandons"] += f.abandoned * p;
                     if (in.has_paatc()) events["nobody advances"] += f.nobody * p;
                     for (std::size_t i = 0; i < f.men.size(); ++i) {
                       const std::string name = side + std::to_string(i + 1) + ":" + in.infantry[i].substr(0, in.infantry[i].find(','));
                       events[name + " eliminated"] += f.men[i].dead * p;
                       events[name + " reduced"] += (f.men[i].lost && !f.men[i].dead) * p;
                       if (in.has_paatc() && soldier(in.infantry[i]).checks()) events[name + " fails PAATC"] += f.men[i].outside * p;
                     }
                     rounds[f.rounds] += p;
                   });
  const VehicleCloseCombat question(inputs(in));
  const auto odds = exact_odds(question);
  CHECK(odds.size() == events.size());
  for (const auto& [name, expected] : events) {
    INFO(name);
    REQUIRE(odds.contains(name));
    CHECK(odds.at(name) == Approx(expected).margin(1e-12));
  }
  auto measures = exact_measures(question);
  for (const auto& [value, p] : rounds) {
    INFO(value << " rounds");
    CHECK(measures["rounds fought"][value] == Approx(p).margin(1e-12));
  }
}

void refused_vehicle(const CloseCombatInputs& in, const std::string& why) { CHECK_THROWS_WITH(VehicleCloseCombat(in), Contains(why)); }

}  // namespace

TEST_CASE("Infantry against a vehicle agrees with a naive enumeration of every throw: each vehicle, each unit, either side") {
  const std::vector<Typed> sides{{"4-6-7"}, {"hs:2-4-7", "hero:1-4-9"}, {"9-1"}, {"4-6-7,pinned", "crew:2-2-8"}, {"6-6-6,broken", "4-6-7"}};
  for (const Tank& tank : tanks()) {
    for (const Typed& infantry : sides) {
      for (const bool attacks : {true, false}) {
        INFO(tank.typed << " and " << infantry.back() << " of " << infantry.size() << (attacks ? ", attacking" : ", defending"));
        check({.tank = tank, .infantry = infantry, .infantry_attacks = attacks});
      }
    }
  }
}

TEST_CASE("Infantry against a vehicle with every option agrees with a naive enumeration") {
  const Tank panther = tanks()[0], open = tanks()[4];
  const Setting usual{.tank = panther, .infantry = {"4-6-7", "9-1"}};
  check(usual);
  for (const char* first : {"defender", "both"}) {
    for (const bool attacks : {true, false}) {
      auto in = usual;
      in.first = first, in.infantry_attacks = attacks;
      check(in);
    }
  }
  for (const int ambush : {1, 2, 3}) {
    for (const bool attacks : {true, false}) {
      check({.tank = open, .infantry = {"4-6-7"}, .infantry_attacks = attacks, .ambush = ambush, .rounds = 2});
    }
  }
  for (const int concealed : {1, 2}) {
    for (const char* first : {"attacker", "defender", "both"})
      check({.tank = open, .infantry = {"hs:2-4-7"}, .first = first, .concealed = concealed, .street = true, .rounds = 2});
    for (const int ambush : {1, 2}) check({.tank = open, .infantry = {"hs:2-4-7"}, .ambush = ambush, .concealed = concealed});
  }
  check({.tank = panther, .infantry = {"4-6-7,fanatic", "6-6-6"}});
  check({.tank = panther, .infantry = {"4-6-7,fanatic", "9-1"}});
  check({.tank = panther, .infantry = {"4-6-7"}, .concealed = 2});
  check({.tank = panther, .infantry = {"8-0", "4-6-7"}, .infantry_drm = -2, .vehicle_drm = 1, .ccv = 1, .paatc = 1});
  check({.tank = panther, .infantry = {"6+1", "hs:2-4-7"}, .ccv = -1, .paatc = -1});
  check({.tank = panther, .infantry = {"4-6-7"}, .infantry_drm = -8});
  check({.tank = panther, .infantry = {"9-1,wounded", "4-6-7,broken"}, .infantry_attacks = false, .rounds = 2});
  check({.tank = open, .infantry = {"hs:2-4-7", "hs:2-4-7"}, .rounds = 2, .paatc = -1});
}

TEST_CASE("a group fights a vehicle as so many units do") {
  const auto measures = exact_measures(VehicleCloseCombat({.attackers = {"2x4-6-7"}, .defenders = {"Panther"}}));
  const auto odds = exact_odds(VehicleCloseCombat({.attackers = {"4-6-7", "4-6-7"}, .defenders = {"Panther"}}));
  const auto mean = [&](const std::string& name) {
    double sum = 0;
    for (const auto& [value, p] : measures.at(name)) sum += value * p;
    return sum;
  };
  for (const std::string what : {"eliminated", "reduced"})
    CHECK(mean("a1:2x4-6-7 " + what) == Approx(odds.at("a1:4-6-7 " + what) + odds.at("a2:4-6-7 " + what)).margin(1e-12));
  CHECK(mean("a1:2x4-6-7 fail PAATC") == Approx(2 * 15.0 / 36).margin(1e-12));
}

TEST_CASE("the Close Combat Values, and what a Final DR does to a vehicle (A11.5)") {
  const auto value = [](const char* typed, Condition c = {}) { return close_combat_value(parse_unit(typed).unit, c); };
  CHECK(value("4-6-7") == 5);
  CHECK(value("4-6-7", {.reduced = 1}) == 3);
  CHECK(value("crew:2-2-8") == 4);
  CHECK(value("hs:2-4-7") == 3);
  CHECK(value("9-1") == 2);
  CHECK(value("hero:1-4-9") == 2);
  for (int ccv = -2; ccv <= 8; ++ccv) {
    for (int dr = -6; dr <= 14; ++dr) {
      const VehicleLoss expected = dr <= ccv / 2.0 ? VehicleLoss::burns
                                   : dr < ccv      ? VehicleLoss::eliminated
                                   : dr == ccv     ? VehicleLoss::immobilized
                                                   : VehicleLoss::none;
      CHECK((vehicle_loss(dr, ccv) == expected));
    }
  }
  // By hand: a squad that need not check, at a Panther: 2 and 3 burn, an Original 2 anyhow; 4 eliminates; 5 immobilizes.
  const auto odds = exact_odds(VehicleCloseCombat({.attackers = {"4-6-7"}, .defenders = {"Panther G"}, .paatc = Paatc::none}));
  CHECK(odds.at("d1:Panther G eliminated") == Approx(6.0 / 36).margin(1e-12));
  CHECK(odds.at("d1:Panther G burns") == Approx(1.0 / 36).margin(1e-12));
  CHECK(odds.at("d1:Panther G immobilized") == Approx(4.0 / 36).margin(1e-12));
  CHECK(odds.at("d1:Panther G crew abandons") == Approx(4.0 / 36 * 10 / 36).margin(1e-12));
}

TEST_CASE("a vehicle's MG in Close Combat, and the DRM at it, are those of its counter (A11.5)") {
  struct Row {
    const char* typed;
    int firepower;
    int drm;
  };
  // CMG, AAMG of an exposed crew, rear MG; no BMG.
  const std::vector<Row> rows{{"Panther G", 5, 0},     {"Panther G,ce", 7, -1},    {"PzKpfw IIIN", 5, 0},     {"StuG IIIB", 0, -1},
                              {"PzKpfw IIA", 5, 0},    {"Panther G,motion", 5, 2}, {"Panther,bogged", 5, -1}, {"Panther,mg=0", 0, -1},
                              {"M4A1,escort=3", 4, 3}, {"M10 GMC", 4, -2},         {"M10 GMC,bu", 0, -3}};
  for (const Row& row : rows) {
    INFO(row.typed);
    const CloseCombatVehicle vehicle = parse_close_combat_vehicle("defender", row.typed);
    int drm = 0;
    for (const VehicleDrm& one : drm_on_vehicle(vehicle, vehicle.is_immobile)) drm += one.amount;
    CHECK(vehicle.firepower == row.firepower);
    CHECK(drm == row.drm);
  }
}

TEST_CASE("a vehicle among units: its name may have blanks, and stands for it in the events") {
  using Words = std::vector<std::string>;
  CHECK(close_combat_units_in("4-6-7 Panther G,motion 9-1") == Words{"4-6-7", "Panther G,motion", "9-1"});
  CHECK(close_combat_units_in("vehicle:\"T-34 M43\",ce") == Words{"vehicle:\"T-34 M43\",ce"});
  CHECK(close_combat_units_in("2x4-6-7 hero:1-4-9") == Words{"2x4-6-7", "hero:1-4-9"});
  CHECK(parse_close_combat_vehicle("defender", "vehicle:\"T-34 M43\",ce").name == "T-34 M43");
  for (const char* unit : {"4-6-7", "3x4-6-7", "hs:2-4-7", "9-1,wounded", "6+1", "467", "crew:2-2-8", "squad", "leader", ""}) {
    INFO(unit);
    CHECK_FALSE(is_close_combat_vehicle(unit));
  }
  for (const char* vehicle : {"Panther", "t-34/85,motion", "vehicle", "vehicle,mg=5", "armor=8/4", "vehicle:nobody's", "38H 735(f)"})
    CHECK(is_close_combat_vehicle(vehicle));
  const auto& kind = ask::question_named("cc");
  const auto asked = kind.ask({{"attacker", std::string("4-6-7 9-1")}, {"defender", std::string("Panther G")}}, {});
  CHECK_THAT(asked.event_names(), Catch::Matchers::VectorContains(std::string("d1:Panther G eliminated")));
}

TEST_CASE("Close Combat with a vehicle, told throw by throw") {
  const VehicleCloseCombat question({.attackers = {"4-6-7", "9-1"}, .defenders = {"Panther G"}});
  // The squad passes with the leader's help; a 6 with him is a Final 5 to 6: eliminated, so that it does not attack.
  const auto killed = play(question, {{4, 4}, {3, 3}});
  CHECK(killed.throws == std::vector<std::string>{"PAATC DR", "Close Combat DR"});
  CHECK(killed.events == std::vector<std::string>{"defender eliminated", "d1:Panther G eliminated"});
  // The squad stays outside, and the leader fights alone; an Original 2 has a dr by which it may burn.
  const auto burnt = play(question, {{5, 5}, {1, 1}, {1}});
  CHECK(burnt.throws == std::vector<std::string>{"PAATC DR", "Close Combat DR", "Original 2 dr"});
  CHECK(burnt.events ==
        std::vector<std::string>{"defender eliminated", "d1:Panther G eliminated", "d1:Panther G burns", "a1:4-6-7 fails PAATC"});
  // A 12 costs both of those who tie; then the vehicle has 5 FP to a Close Combat Value of 4, a 1-1.
  const auto lost = play(question, {{1, 1}, {6, 6}, {4, 4}, {2}, {1, 3}});
  CHECK(lost.throws ==
        std::vector<std::string>{"PAATC DR", "Close Combat DR", "Random Selection DR", "Wound Severity dr", "Close Combat DR"});
  CHECK(lost.events == std::vector<std::string>{"attacker eliminated", "a1:4-6-7 eliminated", "a2:9-1 eliminated"});
}

TEST_CASE("what Close Combat with a vehicle refuses, with its reason") {
  const Typed squad{"4-6-7"}, panther{"Panther"};
  refused_vehicle({.attackers = {"M4A1"}, .defenders = panther}, "vehicles of both sides");
  refused_vehicle({.attackers = squad, .defenders = {"Panther", "4-4-7"}}, "escort=2");
  refused_vehicle({.attackers = squad, .defenders = {"Panther", "Panther"}}, "more than one vehicle");
  refused_vehicle({.attackers = squad, .defenders = {"vehicle:Pantherr"}}, "the nearest are");
  refused_vehicle({.attackers = squad, .defenders = {"Panther,flying"}}, "unknown attribute");
  refused_vehicle({.attackers = squad, .defenders = {"Panther,motion,immobile"}}, "not in Motion");
  refused_vehicle({.attackers = squad, .defenders = {"Panther,ce,bu"}}, "not both");
  refused_vehicle({.attackers = squad, .defenders = {"Panther,escort=9"}}, "0 to 6");
  refused_vehicle({.attackers = squad, .defenders = {"vehicle,ot"}}, "mg=5");
  refused_vehicle({.attackers = squad, .defenders = panther, .hand_to_hand = true}, "J2.31");
  refused_vehicle({.attackers = panther, .defenders = squad, .paatc = Paatc::ntc}, "who advances takes it");
  refused_vehicle({.attackers = squad, .defenders = {"Panther,abandoned"}, .paatc = Paatc::ntc}, "manned AFV");
  refused_vehicle({.attackers = {"4-6-7,broken"}, .defenders = {"Panther,mg=0"}}, "nobody attacks");
  refused_vehicle({.attackers = squad, .defenders = panther, .ambush = Ambush::attacker, .first = AttacksFirst::both}, "A11.4");
  refused_vehicle({.attackers = squad, .defenders = {"Panther,stunned"}, .ambush = Ambush::defender}, "ambushes nobody");
  CHECK_THROWS_WITH(CloseCombat({.attackers = squad, .defenders = squad, .street_fighting = true}), Contains("without a vehicle"));
}

TEST_CASE("Infantry and a vehicle until one is gone: simulated as exact") {
  const VehicleCloseCombat question({.attackers = {"4-6-7", "4-6-7", "8-0"}, .defenders = {"Panther"}, .rounds = "until"});
  const auto rules = sim::rules_of(question);
  const sim::ChainSelection selection(*rules, {}, sim::Wanted::odds, never_stop);
  REQUIRE(selection.odds());
  check_agreement(question, simulated(question, 20'000), *selection.odds());
}
