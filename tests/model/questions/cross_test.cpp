#include "model/questions/cross.hpp"

#include <algorithm>
#include <array>
#include <compare>
#include <cstddef>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <catch2/catch.hpp>

#include "model/core/bad_input.hpp"
#include "model/questions/attack.hpp"
#include "model/rules/ift.hpp"
#include "model/rules/movement.hpp"
#include "model/rules/units.hpp"
#include "sim/decisions/decision_process.hpp"
#include "sim/decisions/value_iteration.hpp"
#include "tests/support/agreement.hpp"
#include "tests/support/ask.hpp"
#include "tests/support/naive_attack.hpp"
#include "tests/support/painted_board.hpp"

using namespace boxcars;
using namespace boxcars::model;
using namespace boxcars::test;
using Catch::Matchers::Contains;

static_assert(sim::Process<Cross>);
static_assert(sim::DecisionProcess<Cross>);

namespace {

// One unit that moves, and who fires at it, as a player keeps the books: nothing of it is the program's.
struct Foe {
  double fp = 4;
  int range = 4, morale = 7;
  double gun = 0;
  int gun_range = 0, rate_of_fire = 0, breaks_from = 12;
  bool led = false;
  int leadership = 0;
  int cowers = 1;  // columns, if nobody leads
  int lane = 0;    // the FP of its Fire Lane; 0: it lays none
};
struct Sighted {
  int range = 0;
  int drm = 0;  // but FFNAM and FFMO
  bool open = true;
  bool lane = false;
  int lane_drm = 0;
};
struct Way {
  int mf = 1;
  std::vector<std::optional<Sighted>> seen{};
  bool dash = false;
};

struct Book {
  int unit = 0, gun = 0;  // 0, 1, 2: no counter, First Fire, Final Fire
  int unit_shots = 0, gun_shots = 0;
  bool unit_out = false, gun_out = false, pinned = false, lane = false;
  bool is_settled = false, has_unit = false, has_gun = false;  // who has fired first at this expenditure
  auto operator<=>(const Book&) const = default;
};
struct Table {
  std::size_t step = 0;
  std::vector<NaiveUnit> movers{};
  std::vector<Book> foes{};
  auto operator<=>(const Table&) const = default;
};
using Ends = std::map<std::string, double>;

enum class Policy { first, best, greedy };

class Crossing {
 public:
  Crossing(std::vector<Way> ways, std::vector<Foe> foes, Policy policy, bool ffnam = true)
      : ways_(std::move(ways)), foes_(std::move(foes)), policy_(policy), ffnam_(ffnam) {}

  Ends of(const NaiveUnit& unit) {
    Table table;
    table.movers = {unit};
    table.foes.resize(foes_.size());
    return entered(table);
  }

 private:
  struct Shot {
    std::size_t foe = 0;
    int kind = 0;  // First Fire, Subsequent First Fire, Final Protective Fire
    bool unit = false, gun = false, lane = false;
  };

  // Who is pinned moves no more; a break ends Assault Movement.
  int on(const NaiveUnit& unit, bool open) const {
    if (unit.pinned) return 0;
    return (ffnam_ || unit.broken ? -1 : 0) + (open ? -1 : 0);
  }

  static bool stopped(const NaiveUnit& unit) { return unit.kind == 'x' || unit.broken || unit.pinned; }

  double fp_of(double fp, int normal, int range, bool area, bool pinned) const {
    if (range > 2 * normal || (area && range > normal)) return 0;
    if (range == 1) fp *= 2;
    if (range > normal) fp /= 2;
    if (area) fp /= 2;
    if (pinned) fp /= 2;
    return fp;
  }
  double fp_of(const Table& table, const Shot& shot) const {
    const Foe& foe = foes_[shot.foe];
    const int range = ways_[table.step].seen[shot.foe]->range;
    const bool pinned = table.foes[shot.foe].pinned, area = shot.kind > 0;
    const double fp = (shot.unit ? fp_of(foe.fp, foe.range, range, area, pinned) : 0) +
                      (shot.gun ? fp_of(foe.gun, foe.gun_range, range, area, pinned) : 0);
    return ways_[table.step].dash ? fp / 2 : fp;
  }

  std::vector<Shot> shots(const Table& table) const {
    std::vector<Shot> all;
    for (std::size_t f = 0; f < foes_.size(); ++f) {
      const auto& seen = ways_[table.step].seen[f];
      const Book& book = table.foes[f];
      if (!seen || book.unit_out) continue;
      const int most = ways_[table.step].mf;
      const bool unit = book.unit_shots < most;
      const bool gun = foes_[f].gun > 0 && !book.gun_out && book.gun_shots < most;
      const auto add = [&](int kind, bool by_unit, bool by_gun) {
        Shot shot{f, kind, by_unit, by_gun};
        if (book.is_settled && ((by_unit && !book.has_unit) || (by_gun && !book.has_gun))) return;  // A7.55
        if (fp_of(table, shot) < 1) return;
        shot.lane = kind == 0 && by_gun && foes_[f].lane > 0 && seen->lane && !book.pinned && seen->range <= foes_[f].gun_range;
        all.push_back(shot);
        if (shot.lane && policy_ != Policy::first) shot.lane = false, all.push_back(shot);
      };
      const auto reach = [&](double fp, int normal, bool area) { return fp_of(fp, normal, seen->range, area, false) > 0; };
      const bool fires = unit && book.unit == 0 && reach(foes_[f].fp, foes_[f].range, false);
      const bool shoots = gun && book.gun == 0 && reach(foes_[f].gun, foes_[f].gun_range, false);
      const bool all_fire = fires && (!book.is_settled || book.has_unit), all_shoot = shoots && (!book.is_settled || book.has_gun);
      if (all_fire || all_shoot) add(0, all_fire, all_shoot);
      if (policy_ != Policy::first && fires && shoots) add(0, true, false), add(0, false, true);
      const bool has_gun = foes_[f].gun > 0 && !book.gun_out;
      const bool by_unit = reach(foes_[f].fp, foes_[f].range, true), by_gun = has_gun && reach(foes_[f].gun, foes_[f].gun_range, true);
      // At best it may leave its MG out of Subsequent First Fire.
      if (policy_ == Policy::best && unit && has_gun && book.unit == 1 && by_unit) add(1, true, false);
      if (!unit || (has_gun && !gun)) continue;
      // By rule of thumb, all that the unit has joins, or it waits.
      const bool is_in_reach = policy_ == Policy::best ? by_unit || by_gun : by_unit && (by_gun || !has_gun);
      if (book.unit == 1 && is_in_reach) add(1, true, has_gun);
      if (book.unit == 2 && seen->range <= 1) add(2, true, has_gun);
    }
    return all;
  }

  Ends entered(Table table) {
    for (Book& book : table.foes) book.unit_shots = book.gun_shots = 0, book.is_settled = book.has_unit = book.has_gun = false;
    return raked(table, 0);
  }

  // By the Fire Lanes of all from that one on; each Location is one hex here.
  Ends raked(const Table& table, std::size_t from) {
    std::size_t f = from;
    const bool dead = table.movers.front().kind == 'x';
    while (f < foes_.size() && (dead || !table.foes[f].lane || !ways_[table.step].seen[f] || !ways_[table.step].seen[f]->lane)) ++f;
    if (f == foes_.size()) return fired_at(table);
    const Sighted& seen = *ways_[table.step].seen[f];
    int drm = seen.lane_drm;
    drm += on(table.movers.front(), seen.open);
    Ends ends;
    for (int colored = 1; colored <= 6; ++colored) {
      for (int white = 1; white <= 6; ++white) {
        Table after = table;
        if (colored + white >= foes_[f].breaks_from) after.foes[f].gun_out = true, after.foes[f].lane = false;
        const std::string cell = printed_cell(foes_[f].lane * (seen.range == 1 ? 2 : 1), 0, colored + white + drm);
        for (const auto& [units, odds] : naive_units_after(table.movers, cell)) {
          after.movers = units;
          for (const auto& [name, value] : raked(after, f + 1)) ends[name] += odds / 36 * value;
        }
      }
    }
    return ends;
  }

  Ends fired_at(const Table& table) {
    const auto known = known_.find(table);
    if (known != known_.end()) return known->second;
    const bool can_go_on = std::none_of(table.movers.begin(), table.movers.end(), stopped);
    const bool dead = table.movers.front().kind == 'x';
    Ends ends;
    const auto all = dead || (policy_ != Policy::first && !can_go_on) ? std::vector<Shot>{} : shots(table);
    if (all.empty()) {
      ends = over(table);
    } else if (policy_ == Policy::first) {
      ends = shot(table, all.front());
    } else if (policy_ == Policy::greedy) {
      const Shot* best = nullptr;
      double most = 0;
      for (const Shot& one : all) {
        const double now = stops(table, one);
        double later = 0;
        Table then = table;
        for (then.step = table.step + 1; then.step < ways_.size(); ++then.step) {
          if (ways_[then.step].seen[one.foe]) later = std::max(later, stops(then, one));
        }
        if (now > most + 1e-12 && later <= now + 1e-12) best = &one, most = now;
      }
      ends = best ? shot(table, *best) : over(table);
    } else {
      ends = over(table);
      for (const Shot& one : all) {
        Ends by_shot = shot(table, one);
        if (by_shot["arrives"] < ends["arrives"] - 1e-13) ends = by_shot;
      }
    }
    return known_[table] = ends;
  }

  // How often it stops the unit.
  double stops(const Table& table, const Shot& shot) {
    const double fp = fp_of(table, shot);
    if (fp < 1) return 0;
    double odds = 0;
    for (int colored = 1; colored <= 6; ++colored) {
      for (int white = 1; white <= 6; ++white) {
        for (const auto& [units, of_units] : naive_units_after(table.movers, cell_of(table, shot, colored, white)))
          odds += stopped(units.front()) ? of_units / 36 : 0;
      }
    }
    return odds;
  }

  std::string cell_of(const Table& table, const Shot& shot, int colored, int white) const {
    constexpr std::array<int, 11> columns{1, 2, 4, 6, 8, 12, 16, 20, 24, 30, 36};
    const Foe& foe = foes_[shot.foe];
    const double fp = fp_of(table, shot);
    int column = 0;
    for (const int one : columns) column = one <= fp ? one : column;
    const auto& seen = *ways_[table.step].seen[shot.foe];
    int drm = seen.drm + (foe.led ? foe.leadership : 0);
    drm += on(table.movers.front(), seen.open);
    return printed_cell(column, colored == white && !foe.led ? foe.cowers : 0, colored + white + drm);
  }

  Ends over(Table table) {
    const NaiveUnit& unit = table.movers.front();
    if (!stopped(unit) && table.step + 1 < ways_.size()) {
      ++table.step;
      return entered(table);
    }
    Ends ends;
    const bool last = table.step + 1 == ways_.size();
    if (!stopped(unit)) ends["arrives"] = 1;
    if (last && unit.kind != 'x' && !unit.broken) ends["arrives or pinned there"] = 1;
    if (stopped(unit)) ends["stopped at " + std::to_string(table.step)] = 1;
    if (unit.kind == 'x') ends["eliminated"] = 1;
    if (unit.kind != 'x' && unit.broken) ends["broken"] = 1;
    if (unit.kind != 'x' && unit.pinned) ends["pinned"] = 1;
    // What each carries then, one of these at most: leaders count as typed, but carry nothing.
    int number = 1;
    const auto carries = [&](int counter, bool works) {
      const std::string label = "d" + std::to_string(number++);
      if (!works)
        ends[label + " malfunctions"] = 1;
      else if (counter > 0)
        ends[label + (counter == 1 ? " First Fire" : " Final Fire")] = 1;
    };
    for (std::size_t f = 0; f < foes_.size(); ++f) {
      carries(table.foes[f].unit, true);
      if (foes_[f].gun > 0) carries(table.foes[f].gun, !table.foes[f].gun_out);
      if (foes_[f].led) ++number;
    }
    return ends;
  }

  Ends shot(const Table& table, const Shot& shot) {
    const Foe& foe = foes_[shot.foe];
    Ends ends;
    for (int colored = 1; colored <= 6; ++colored) {
      for (int white = 1; white <= 6; ++white) {
        const bool cowers = colored == white && !foe.led && foe.cowers > 0;
        const std::string cell = cell_of(table, shot, colored, white);
        Table after = table;
        Book& book = after.foes[shot.foe];
        if (!book.is_settled) book.is_settled = true, book.has_unit = shot.unit, book.has_gun = shot.gun;
        const auto raise = [](int& counter, int to) { counter = std::max(counter, to); };
        if (shot.unit) ++book.unit_shots, raise(book.unit, shot.kind == 0 ? 1 : 2);
        if (shot.gun) {
          ++book.gun_shots;
          if (shot.kind > 0 || colored > foe.rate_of_fire || book.pinned || shot.lane) raise(book.gun, shot.kind == 0 ? 1 : 2);
          if (colored + white >= foe.breaks_from - (shot.kind > 0 ? 2 : 0)) book.gun_out = true;
        }
        if (cowers) book.unit = book.gun = 2;
        if (shot.kind == 1) book.gun = 2, book.lane = false;  // used or not (A8.3)
        if (shot.kind == 2) {
          const int dr = colored + white;
          if (dr > foe.morale || dr == 12) book.unit_out = true;
          if (dr == foe.morale) book.pinned = true;
        }
        if (shot.lane) book.lane = true;
        // It ends with the MG, and when who fires it does so again, cowers, breaks or is pinned.
        if (book.gun_out || cowers || book.unit_out || book.pinned || (shot.unit && shot.kind > 0)) book.lane = false;
        for (const auto& [units, odds] : naive_units_after(after.movers, cell)) {
          after.movers = units;
          for (const auto& [name, value] : fired_at(after)) ends[name] += odds / 36 * value;
        }
      }
    }
    return ends;
  }

  std::vector<Way> ways_;
  std::vector<Foe> foes_;
  Policy policy_;
  bool ffnam_;
  std::map<Table, Ends> known_{};
};

template <class Odds>
void check_same(const Odds& odds, Ends ends, const std::vector<std::string>& hexes) {
  for (const char* name : {"arrives", "arrives or pinned there"}) CHECK(odds.at(name) == Approx(ends[name]).margin(1e-12));
  for (std::size_t i = 0; i < hexes.size(); ++i)
    CHECK(odds.at("stopped at " + hexes[i]) == Approx(ends["stopped at " + std::to_string(i)]).margin(1e-12));
  for (const char* name : {"eliminated", "broken", "pinned"})
    CHECK(odds.at(std::string("1:4-6-7 ") + name) == Approx(ends[name]).margin(1e-12));
  for (const auto& [name, odds_of_it] : odds) {
    const auto colon = name.find(':');
    if (name[0] != 'd' || colon == std::string::npos || name.find("Lane") != std::string::npos) continue;
    INFO(name);
    CHECK(odds_of_it == Approx(ends[name.substr(0, colon) + name.substr(name.find(' '))]).margin(1e-12));
  }
}

std::map<std::string, double> best_odds(const Cross& question) {
  const auto play = sim::mdp_solver(question, {}, never_stop).optimal_policy(question.objective());
  std::map<std::string, double> odds;
  for (std::size_t i = 0; i < question.event_names().size(); ++i) odds[question.event_names()[i]] = play.odds.events[i];
  return odds;
}

const NaiveUnit squad{};

}  // namespace

TEST_CASE("a squad over three hexes against a squad, by a player's books (A8.1-.31)") {
  const std::vector<std::string> steps{"G4,J6=3", "H4,mf=2,woods,J6=2", "H5,J6=1"};
  const std::vector<Way> ways{{1, {Sighted{3}}}, {2, {Sighted{2, 1, false}}}, {1, {Sighted{1}}}};
  const std::map<int, std::string> cowering{{0, ",cowering=none"}, {1, ""}, {2, ",cowering=inexperienced"}};  // A7.9
  for (const bool first : {true, false}) {
    for (const auto& [columns, word] : cowering) {
      INFO(first << word);
      const Cross question(
          {.units = {"4-6-7"}, .steps = steps, .defenders = {"J6=4-4-7" + word}, .fire = first ? CrossFire::first : CrossFire::best});
      Crossing naive(ways, {{.fp = 4, .range = 4, .cowers = columns}}, first ? Policy::first : Policy::best);
      check_same(first ? exact_odds(question) : best_odds(question), naive.of(squad), {"G4", "H4", "H5"});
    }
  }
}

TEST_CASE("the same with a MG: rate of fire, Sustained Fire, breakdown (A9.2, A9.3, A9.7)") {
  const std::vector<std::string> steps{"G4,mf=2,J6=5", "H4,J6=3/hindrance=1", "H5,mf=3,stone,J6=1"};
  const std::vector<Way> ways{{2, {Sighted{5}}}, {1, {Sighted{3, 1, false}}}, {3, {Sighted{1, 3, false}}}};
  const Foe foe{.fp = 4, .range = 4, .gun = 5, .gun_range = 12, .rate_of_fire = 2, .breaks_from = 11};
  for (const bool first : {true, false}) {
    INFO(first);
    const Cross question({.units = {"4-6-7"},
                          .steps = steps,
                          .defenders = {"J6=4-4-7", "J6=mg:5-12,b=11"},
                          .fire = first ? CrossFire::first : CrossFire::best,
                          .double_time = true});
    check_same(first ? exact_odds(question) : best_odds(question), Crossing(ways, {foe}, first ? Policy::first : Policy::best).of(squad),
               {"G4", "H4", "H5"});
  }
}

TEST_CASE("at the end each carries one counter, however often it has fired, or has malfunctioned (A8.1, A8.31)") {
  CrossInputs in{.units = {"4-6-7"}, .steps = {"G5,mf=3,J6=1"}, .defenders = {"J6=4-4-7", "J6=mg:5-12"}, .fire = CrossFire::first};
  const Foe foe{.fp = 4, .range = 4, .gun = 5, .gun_range = 12, .rate_of_fire = 2, .breaks_from = 12};
  check_same(exact_odds(Cross(in)), Crossing({{3, {Sighted{1}}}}, {foe}, Policy::first).of(squad), {"G5"});
  // Of a 2-6 all counters say 11 (A9.7).
  in.defenders.back() = "J6=mg:2-6";
  const Foe light{.fp = 4, .range = 4, .gun = 2, .gun_range = 6, .rate_of_fire = 1, .breaks_from = 11};
  check_same(exact_odds(Cross(in)), Crossing({{3, {Sighted{1}}}}, {light}, Policy::first).of(squad), {"G5"});
  in.defenders.back() = "J6=mg:2-6,breakdown=12";
  const auto odds = exact_odds(Cross(in));
  in.defenders.back() = "J6=mg:2-6,b=12,rof=1";
  CHECK(exact_odds(Cross(in)) == odds);
}

TEST_CASE("movement under fire by number: the answers of two separate enumerations") {
  struct Row {
    std::vector<std::string> units, then, steps, defenders;
    std::map<std::string, double> odds;
  };
  const std::vector<Row> rows{
      {{"4-6-7"},
       {},
       {"C4,C6=2"},
       {"C6=8-3-8"},
       {{"arrives", .238426},
        {"arrives or pinned there", .363426},
        {"1:4-6-7 eliminated", .169753},
        {"1:4-6-7 reduced", .125},
        {"1:4-6-7 broken", .466821},
        {"d1:8-3-8 First Fire", .833333},
        {"d1:8-3-8 Final Fire", .166667}}},
      {{"4-6-7"},
       {},
       {"C3,C8=5", "C4,C8=4", "C5,C8=3"},
       {"C8=6-6-6"},
       {{"arrives", .212428},
        {"1:4-6-7 eliminated", .165064},
        {"1:4-6-7 reduced", .162921},
        {"1:4-6-7 broken", .476040},
        {"1:4-6-7 pinned", .146468},
        {"d1:6-6-6 First Fire", .584877}}},
      {{"5-4-8"},
       {},
       {"C4,wood,C6=2"},
       {"C6=4-6-7", "C6=mg:7-16"},
       {{"arrives", .531789},
        {"1:5-4-8 broken", .306587},
        {"1:5-4-8 reduced", .071008},
        {"d1:4-6-7 Final Fire", .652778},
        {"d2:mg:7-16 First Fire", .173611},
        {"d2:mg:7-16 Final Fire", .543981},
        {"d2:mg:7-16 malfunctions", .108796}}},
      {{"4-6-7"},
       {},
       {"C5,C6=1", "D5,C6=1"},
       {"C6=4-6-7", "C6=8-1"},
       {{"arrives", .050604},
        {"1:4-6-7 eliminated", .312917},
        {"1:4-6-7 reduced", .161489},
        {"1:4-6-7 broken", .518872},
        {"d1:4-6-7 First Fire", .832562}}},
      {{"4-6-7", "8-1"},
       {},
       {"C3,C5=2"},
       {"C5=5-4-8"},
       {{"arrives", .348939},
        {"1:4-6-7 eliminated", .064645},
        {"1:4-6-7 broken", .347923},
        {"1:4-6-7 pinned", .164302},
        {"2:8-1 eliminated", .081597},
        {"2:8-1 reduced", .042824},
        {"2:8-1 broken", .259259}}},
      {{"4-6-7"},
       {"4-6-7"},
       {"C4,C7=3"},
       {"C7=8-3-8"},
       {{"arrives", .238426},
        {"group 2 arrives", .227018},
        {"2:4-6-7 eliminated", .183648},
        {"2:4-6-7 broken", .432494},
        {"d1:8-3-8 First Fire", .071373}}},
      {{"5-4-8"}, {}, {"C3,stone,C6=3", "C4,C6=2"}, {"C6=4-6-8"}, {{"arrives", .852200}}},
      {{"5-4-8"}, {}, {"C3,wood,C7=4", "C4,C7=3"}, {"C7=4-6-7", "C7=mg:7-16"}, {{"arrives", .467470}}},
      // Residual FP is less for what is at the hexside, and has no TEM of it (A8.26).
      {{"4-4-7"}, {"4-4-7"}, {"G4,mf=1,wall,J6=3"}, {"J6=6-6-6"}, {{"group 2 arrives", .874614}}},
      {{"4-4-7"}, {"4-4-7"}, {"G4,mf=1,bridge,J6=3"}, {"J6=6-6-6"}, {{"group 2 arrives", .519577}}},
  };
  const auto inputs = [](const Row& row, CrossFire fire) {
    return CrossInputs{.units = row.units, .then_units = row.then, .steps = row.steps, .defenders = row.defenders, .fire = fire};
  };
  for (const Row& row : rows) {
    const auto odds = exact_odds(Cross(inputs(row, CrossFire::first)));
    for (const auto& [name, expected] : row.odds) {
      INFO(row.steps.front() << " " << name);
      CHECK(odds.at(name) == Approx(expected).margin(6e-7));
    }
  }
  CHECK(best_odds(Cross(inputs(rows[6], CrossFire::best))).at("arrives") == Approx(.516975).margin(6e-7));
  CHECK(best_odds(Cross(inputs(rows[7], CrossFire::best))).at("arrives") == Approx(.340278).margin(6e-7));
}

TEST_CASE("two Locations fire, one under a leader, at Assault Movement (A4.61, A7.53)") {
  const std::vector<std::string> steps{"G4,mf=2,J6=1,K3=4/drm=1"};
  const std::vector<Way> ways{{2, {Sighted{1}, Sighted{4, 1, true}}}};
  const std::vector<Foe> foes{{.fp = 4, .range = 4, .led = true, .leadership = -1}, {.fp = 6, .range = 6, .morale = 6}};
  for (const bool first : {true, false}) {
    INFO(first);
    const Cross question({.units = {"4-6-7"},
                          .steps = steps,
                          .defenders = {"J6=4-4-7", "J6=9-1", "K3=6-6-6"},
                          .fire = first ? CrossFire::first : CrossFire::best,
                          .assault_movement = true});
    check_same(first ? exact_odds(question) : best_odds(question),
               Crossing(ways, foes, first ? Policy::first : Policy::best, false).of(squad), {"G4"});
  }
}

TEST_CASE("best fire is the least that any policy of the defender lets arrive") {
  const Cross question({.units = {"4-6-7"}, .steps = {"G4,J6=5", "H4,J6=3"}, .defenders = {"J6=4-4-7"}});
  sim::MdpSolver chain = sim::mdp_solver(question, {}, never_stop);
  const auto best = chain.optimal_policy(question.objective());
  std::map<std::vector<std::byte>, std::size_t> number;
  const auto bytes = [](const std::byte* state) { return std::vector<std::byte>(state, state + sizeof(Cross::State)); };
  std::vector<int> alternatives;
  for (const auto& decision : best.decisions()) {
    number.emplace(bytes(decision.state), number.size());
    alternatives.push_back(static_cast<int>(decision.odds.size()));
  }
  REQUIRE(number.size() <= 12);
  std::vector<std::size_t> policy(number.size());
  double least = 1;
  std::size_t policies = 0;
  const std::function<void(std::size_t)> each = [&](std::size_t i) {
    if (i == policy.size()) {
      ++policies;
      const auto odds = chain.evaluate([&](const std::byte* state, int) { return policy[number.at(bytes(state))]; });
      least = std::min(least, odds.events[static_cast<std::size_t>(question.objective())]);
      return;
    }
    for (int k = 0; k < alternatives[i]; ++k) policy[i] = static_cast<std::size_t>(k), each(i + 1);
  };
  each(0);
  CHECK(policies > 2);
  CHECK(best.odds.events[static_cast<std::size_t>(question.objective())] == Approx(least).epsilon(1e-12));
}

TEST_CASE("Residual FP stays for who comes after (A8.2-.26)") {
  // Only the first stack is fired at; the second one meets what is left, at the end.
  const Cross question(
      {.units = {"4-6-7"}, .then_units = {"hs:2-4-7"}, .steps = {"G4,J6=3"}, .defenders = {"J6=8-3-8"}, .fire = CrossFire::first});
  const auto odds = exact_odds(question);
  // 8 FP, -2; cowering leaves the column 6, hence 2 FP, else 4. It has fired, and SFF at the second is 4 FP; if it cowered there is none.
  double arrives = 0;
  for (const bool cowered : {true, false}) {
    const double odds_of_it = cowered ? 6.0 / 36 : 30.0 / 36;
    double through = 0;
    for (int colored = 1; colored <= 6; ++colored) {
      for (int white = 1; white <= 6; ++white) {
        const NaiveUnit half_squad{.kind = 'h'};
        for (const auto& [after, odds_of_residual] :
             naive_units_after({half_squad}, printed_cell(cowered ? 2 : 4, 0, colored + white - 2))) {
          const NaiveUnit& unit = after.front();
          if (unit.kind == 'x' || unit.broken || unit.pinned) continue;
          if (cowered) {
            through += odds_of_residual / 36;
            continue;
          }
          for (int c = 1; c <= 6; ++c) {
            for (int w = 1; w <= 6; ++w) {
              for (const auto& [then, odds_of_fire] : naive_units_after(after, printed_cell(4, c == w ? 1 : 0, c + w - 2))) {
                const NaiveUnit& last = then.front();
                if (last.kind != 'x' && !last.broken && !last.pinned) through += odds_of_residual / 36 * odds_of_fire / 36;
              }
            }
          }
        }
      }
    }
    arrives += odds_of_it * through;
  }
  CHECK(odds.at("group 2 arrives") == Approx(arrives).epsilon(1e-12));
}

TEST_CASE("a runway is -1 beside FFNAM and FFMO (B7.3)") {
  double arrives = 0;
  for (int colored = 1; colored <= 6; ++colored) {
    for (int white = 1; white <= 6; ++white) {
      const int column = colored == white ? 1 : 2;  // 4 FP, or 2 if they cower
      for (const auto& [after, odds_of_it] :
           naive_units_after({NaiveUnit{}}, printed_cell(column_firepower(column), 0, colored + white - 3))) {
        const NaiveUnit& unit = after.front();
        if (unit.kind != 'x' && !unit.broken && !unit.pinned) arrives += odds_of_it / 36;
      }
    }
  }
  const Cross question({.units = {"4-6-7"}, .steps = {"G4,runway,J6=3"}, .defenders = {"J6=4-4-7"}, .fire = CrossFire::first});
  CHECK(exact_odds(question).at("arrives") == Approx(arrives).epsilon(1e-12));
}

TEST_CASE("what Residual FP a column leaves (A8.2-.26)") {
  const std::vector<int> fp{1, 2, 4, 6, 8, 12, 16, 20, 24, 30, 36};
  const std::vector<int> left{0, 1, 2, 2, 4, 6, 8, 8, 12, 12, 12}, after_one{0, 0, 1, 1, 2, 4, 6, 6, 8, 8, 12};
  for (std::size_t i = 0; i < fp.size(); ++i) {
    const auto counter = [&](int drm) {
      const auto column = residual_column(static_cast<int>(i), drm);
      return column ? column_firepower(*column) : 0;
    };
    CHECK(counter(0) == left[i]);
    CHECK(counter(1) == after_one[i]);
  }
}

TEST_CASE("a stack: who is stopped stays, and a leader's bonus with him (A4.12, A8.1)") {
  const auto asked = [](Others others) {
    return Cross({.units = {"4-6-7", "9-1"},
                  .steps = {"G4,J6=3", "H4,mf=2,woods,J6=2", "H5,mf=2,woods"},
                  .defenders = {"J6=4-4-7"},
                  .fire = CrossFire::first,
                  .others = others});
  };
  auto on = exact_odds(asked(Others::go_on)), stay = exact_odds(asked(Others::stay));
  CHECK(on.at("arrives") == Approx(stay.at("arrives")));
  CHECK(on.at("stopped at H5") == 0);  // without him 4 MF are too few, and they stay in the woods before it
  CHECK(stay.at("arrives") + stay.at("stopped at G4") + stay.at("stopped at H4") == Approx(1));
  const auto hexes = exact_measures(asked(Others::go_on)).at("hexes entered");
  CHECK(hexes.at(3) >= on.at("arrives"));
  // If nobody gets through: where the farthest of them was.
  CHECK(hexes.at(1) == Approx(on.at("stopped at G4")));
  CHECK(hexes.at(2) == Approx(on.at("stopped at H4")));
}

TEST_CASE("movement under fire is simulated as it is solved") {
  const Cross question({.units = {"4-6-7", "9-1"},
                        .steps = {"G4,J6=3", "H4,mf=2,woods,J6=2"},
                        .defenders = {"J6=4-4-7", "J6=mg:5-12"},
                        .fire = CrossFire::first});
  const sim::Odds odds = solved(question).odds.value();
  const sim::Tally tally = simulated(question, 20000);
  for (std::size_t event = 0; event < odds.events.size(); ++event)
    CHECK(tail(tally.events[event], tally.trials, odds.events[event]) > false_alarm);
}

TEST_CASE("movement that cannot be is refused in one line") {
  const auto refused = [](const CrossInputs& in) -> std::string {
    try {
      Cross question(in);
    } catch (const BadInput& bad) {
      return bad.what();
    }
    return "";
  };
  const CrossInputs good{.units = {"4-6-7"}, .steps = {"G4,J6=3"}, .defenders = {"J6=4-4-7"}};
  const auto with = [&](auto change) {
    CrossInputs in = good;
    change(in);
    return refused(in);
  };
  CHECK(refused(good).empty());
  CHECK_THAT(with([](CrossInputs& in) { in.units = {"4-6-7,broken"}; }), Contains("may not move") && Contains("A10.4"));
  CHECK_THAT(with([](CrossInputs& in) { in.steps = {"G4,mf=5,J6=3"}; }), Contains("costs 5 MF"));
  CHECK_THAT(with([](CrossInputs& in) { in.units = {"4x4-6-7"}; }), Contains("A5.1"));
  CHECK_THAT(with([](CrossInputs& in) { in.steps = {"G4,K6=3"}; }), Contains("'K6'"));
  CHECK_THAT(with([](CrossInputs& in) { in.steps = {"G4,marsh,J6=3"}; }), Contains("mf="));
  CHECK_THAT(with([](CrossInputs& in) { in.defenders = {"J6=4-4-7,broken"}; }), Contains("do not fire"));
  CHECK_THAT(with([](CrossInputs& in) { in.assault_movement = true, in.steps = {"G4,J6=3", "H4,J6=2"}; }), Contains("A4.61"));
  CHECK_THAT(with([](CrossInputs& in) { in.steps = {"G4"}; }), Contains("nothing but its name"));
  CHECK_THAT(with([](CrossInputs& in) { in.units.clear(); }), Contains("nobody moves"));
  CHECK_THAT(with([](CrossInputs& in) { in.steps = {"F3,smoke=G4,J6=3"}; }), Contains("SMOKE exponent") && Contains("smoke=1"));
  CHECK_THAT(with([](CrossInputs& in) { in.units = {"9-1,smoke=2"}; }), Contains("squads only"));
  CHECK_THAT(with([](CrossInputs& in) { in.units = {"2x4-6-7,smoke=2"}; }), Contains("one by one"));
  CHECK_THAT(with([](CrossInputs& in) { in.units = {"9-1,pp=3"}; }), Contains("2 at most, A4.42"));
  CHECK_THAT(with([](CrossInputs& in) { in.units = {"9-1,green"}; }), Contains("only MMC are"));
  CHECK_THAT(with([](CrossInputs& in) { in.units = {"4-6-7,smoke=9"}; }), Contains("no SMOKE exponent"));
  CHECK_THAT(with([](CrossInputs& in) {
               in.units = {"4-6-7,smoke=2"}, in.steps = {"F3,mf=1,J6=3", "G4,smoke=H4,J6=2"};
             }),
             Contains("before anybody is there"));
  CHECK_THAT(with([](CrossInputs& in) {
               in.units = {"4-6-7,smoke=2"}, in.steps = {"F3,smoke=G4,J6=3", "G4,woods,J6=2"};
             }),
             Contains("costs 5 MF with its SMOKE"));
  CHECK_THAT(with([](CrossInputs& in) { in.units = {"4-6-7,smoke=2"}, in.steps = {"F3,smoke=G4,J6=3"}, in.minimum_move = true; }),
             Contains("with SMOKE"));
  CHECK_THAT(with([](CrossInputs& in) { in.steps = {"F3,uphill,J6=3"}; }), Contains("uphill"));
  CHECK_THAT(with([](CrossInputs& in) { in.steps = {"G4,bypass,J6=3"}; }), Contains("nobody ends his move"));
  CHECK_THAT(with([](CrossInputs& in) { in.steps = {"G4,bypass,woods,J6=3", "H4"}; }), Contains("is not entered"));
  CHECK(with([](CrossInputs& in) { in.steps = {"G4,bypass,J6=3", "H4,J6=2"}; }).empty());
  CHECK_THAT(with([](CrossInputs& in) { in.units = {"4-6-7,cx"}, in.double_time = true; }), Contains("CX") && Contains("A4.5"));
  CHECK_THAT(with([](CrossInputs& in) { in.units = {"9-1,wounded"}, in.double_time_later = true; }), Contains("wounded"));
  CHECK_THAT(with([](CrossInputs& in) { in.minimum_move = true; }), Contains("has as many"));
  CHECK_THAT(with([](CrossInputs& in) { in.minimum_move = true, in.steps = {"G4,mf=5,J6=3", "G5,J6=2"}; }), Contains("A4.134"));
  CHECK_THAT(with([](CrossInputs& in) { in.dash = true; }), Contains("into two hexes"));
  CHECK_THAT(with([](CrossInputs& in) { in.dash = true, in.steps = {"G4,J6=3", "G5,J6=2"}; }), Contains("other than Open Ground"));
  CHECK_THAT(with([](CrossInputs& in) { in.dash = true, in.assault_movement = true; }), Contains("A4.63"));
  CHECK_THAT(with([](CrossInputs& in) { in.steps = {"F3,J6=3/smoke="}; }), Contains("is no SMOKE"));
  const Cross blind({.units = {"4-6-7"}, .steps = {"G4,J6=3"}, .defenders = {"J6=4-4-7", "K9=4-4-7"}, .fire = CrossFire::first});
  CHECK(std::any_of(blind.description().notes.begin(), blind.description().notes.end(),
                    [](const std::string& note) { return note.find("K9 has no LOS to it that is known") != std::string::npos; }));
}

namespace {

const std::vector<Foe> squad_and_mg{{.fp = 4, .range = 4, .gun = 5, .gun_range = 12, .rate_of_fire = 2, .breaks_from = 11}};

// What comes of the dr of a squad with the exponent that throws SMOKE before it goes on (A24.1): SMOKE, none, or none and its move ends.
Ends after_throwing(int exponent, const std::vector<Way>& in_smoke, const std::vector<Way>& clear, const std::vector<Foe>& foes) {
  Ends all;
  for (int dr = 1; dr <= 6; ++dr) {
    const std::vector<Way> stays{clear.front()};
    Ends ends = Crossing(dr <= exponent ? in_smoke : dr == 6 ? stays : clear, foes, Policy::first).of(squad);
    if (dr == 6) ends["stopped at 0"] += std::exchange(ends["arrives"], 0), ends["arrives or pinned there"] = 0;
    for (const auto& [name, odds] : ends) all[name] += odds / 6;
    if (dr <= exponent) all["SMOKE in G4"] += 1.0 / 6;
  }
  return all;
}

}  // namespace

TEST_CASE("SMOKE grenades: the dr, the MF, and what they hinder (A24.1-.2, A24.7)") {
  // From F3 into G4, through which J6 sees F3; then G4, and H4, which J6 sees without the SMOKE.
  const std::vector<std::string> steps{"F3,smoke=G4,J6=4/smoke=G4", "G4,J6=3", "H4,J6=2"};
  const std::vector<Way> clear{{2, {Sighted{4}}}, {1, {Sighted{3}}}, {1, {Sighted{2}}}};
  // The hex with SMOKE costs 2 MF, so who fires may do so twice; +2, and no FFMO.
  const std::vector<Way> in_smoke{{2, {Sighted{4, 2, false}}}, {2, {Sighted{3, 2, false}}}, {1, {Sighted{2}}}};
  for (const int exponent : {2, 3, 5}) {
    const Cross question({.units = {"4-6-7,smoke=" + std::to_string(exponent), "9-1"},
                          .steps = steps,
                          .defenders = {"J6=4-4-7", "J6=mg:5-12,b=11"},
                          .fire = CrossFire::first});
    const Cross alone({.units = {"4-6-7,smoke=" + std::to_string(exponent)},
                       .steps = {steps[0], steps[1]},
                       .defenders = {"J6=4-4-7", "J6=mg:5-12,b=11"},
                       .fire = CrossFire::first,
                       .double_time = true});
    Ends ends = after_throwing(exponent - 1, {in_smoke[0], in_smoke[1]}, {clear[0], clear[1]}, squad_and_mg);  // CX: +1 to its dr
    const auto odds = exact_odds(alone);
    check_same(odds, ends, {"F3", "G4"});
    CHECK(odds.at("SMOKE in G4") == Approx((exponent - 1) / 6.0));
    CHECK(exact_odds(question).at("SMOKE in G4") == Approx(exponent / 6.0));
  }
}

TEST_CASE("SMOKE that does not get over a crest lands in the own hex, and hinders what leaves it by one more (A24.1-.2)") {
  const CrossInputs in{.units = {"4-6-7,smoke=3"},
                       .steps = {"F3,smoke=G4,uphill,J6=4", "F3,mf=1,J6=4"},
                       .defenders = {"J6=4-4-7"},
                       .fire = CrossFire::first};
  const auto odds = exact_odds(Cross(in));
  CHECK(odds.at("SMOKE in G4") == Approx(0.25));
  CHECK(odds.at("SMOKE in F3") == Approx(0.25));
  CrossInputs at_firer{.units = {"4-6-7,smoke=3"}, .steps = {"F3,smoke=G4,G4=1"}, .defenders = {"G4=4-4-7"}, .fire = CrossFire::first};
  CHECK(Cross(at_firer).description().summary.front() == "F3, 2 MF for SMOKE in G4; G4 at range 1: 8 FP, -2 (in SMOKE +2)");
  at_firer.steps = {"F3,smoke=G4,G4=1/hindrance=3"};
  CHECK_THAT(Cross(at_firer).description().summary.front(), Contains("(not through SMOKE)"));
}

TEST_CASE("MF by who moves, and how (A4.1, A4.4, A4.5, A19.2)") {
  const Unit squad_unit = parse_unit("4-6-7").unit, leader = parse_unit("9-1").unit, hurt = parse_unit("9-1,wounded").unit;
  const auto mf = [](const Walker& walker, const March& march, bool led) { return allotment(walker, march, led) / halves_of_mf; };
  const March walks{}, runs{.double_time = true}, runs_later{.later = true};
  CHECK(mf({squad_unit}, walks, false) == 4);
  CHECK(mf({squad_unit}, walks, true) == 6);
  CHECK(mf({squad_unit}, runs, true) == 8);
  CHECK(mf({squad_unit}, runs_later, false) == 5);
  CHECK(mf({leader}, walks, true) == 6);
  CHECK(mf({leader}, runs, true) == 8);
  CHECK(mf({hurt}, walks, false) == 3);
  CHECK(mf({squad_unit, 0, Training::green}, walks, false) == 3);
  CHECK(mf({squad_unit, 0, Training::green}, walks, true) == 6);
  CHECK(mf({squad_unit, 0, Training::conscript}, walks, true) == 5);
  CHECK(mf({squad_unit, 0, Training::conscript}, runs, true) == 7);
  // By PP: of a MMC, of one that is CX, of a SMC.
  constexpr std::array<int, 8> of_mmc{4, 4, 4, 4, 3, 2, 1, 0};
  for (int pp = 0; pp < 8; ++pp) CHECK(mf({squad_unit, pp}, walks, false) == of_mmc[static_cast<std::size_t>(pp)]);
  CHECK(mf({.unit = squad_unit, .portage = 3, .cx = true}, walks, false) == 3);
  CHECK(mf({leader, 2}, walks, false) == 5);
}

TEST_CASE("a leader or a hero takes a PP of who moves with him (A4.42)") {
  const auto moves = [](std::vector<std::string> units, int mf) {
    std::vector<std::string> steps;
    for (int k = 0; k < mf; ++k) steps.push_back(std::string(1, static_cast<char>('A' + k)) + "4,mf=1");
    const CrossInputs in{.units = std::move(units), .steps = std::move(steps), .defenders = {"J6=4-4-7"}, .fire = CrossFire::first};
    try {
      Cross question(in);
      return true;
    } catch (const BadInput&) {
      return false;
    }
  };
  const auto most = [&](const std::vector<std::string>& units) {
    int mf = 0;
    while (mf < 8 && moves(units, mf + 1)) ++mf;
    return mf;
  };
  // By PP, with a leader: facts of A4.42 as a table.
  constexpr std::array<int, 8> with_leader{6, 6, 6, 6, 6, 5, 4, 3};
  for (int pp = 0; pp < 8; ++pp) CHECK(most({"4-6-7,pp=" + std::to_string(pp), "9-1"}) == with_leader[static_cast<std::size_t>(pp)]);
  CHECK(most({"4-6-7,pp=4", "hero:1-4-9"}) == 4);
  CHECK(most({"4-6-7,pp=4", "9-1,pp=1"}) == 5);  // his own
  CHECK(most({"2x4-6-7,pp=4", "9-1"}) == 5);     // of one of them
  CHECK(most({"4-6-7,pp=4", "9-1,wounded"}) <= 3);
}

TEST_CASE("a Minimum Move draws fire by what the hex costs (A4.134)") {
  const CrossInputs in{.units = {"4-6-7"},
                       .steps = {"G4,mf=5,woods,J6=3"},
                       .defenders = {"J6=4-4-7", "J6=mg:5-12,b=11"},
                       .fire = CrossFire::first,
                       .minimum_move = true};
  // Whoever is left unbroken is pinned then.
  const auto pinned = [](Ends ends) {
    const double arrives = std::exchange(ends["arrives"], 0.0);
    ends["pinned"] += arrives, ends["stopped at 0"] += arrives;
    return ends;
  };
  check_same(exact_odds(Cross(in)), pinned(Crossing({{5, {Sighted{3, 1, false}}}}, squad_and_mg, Policy::first).of(squad)), {"G4"});
  CrossInputs with_hero = in;
  with_hero.units = {"hero:1-4-9"};
  with_hero.steps = {"G4,mf=7,woods,J6=3"};
  CHECK(exact_odds(Cross(with_hero)).at("arrives") == 0);
}

TEST_CASE("units of a moving stack have a Final DR each, as they stand (A7.83, A4.61)") {
  // First Fire and then Subsequent First Fire under a leader, so that nobody cowers: an attack, and another behind it.
  for (const bool assault : {false, true}) {
    INFO(assault);
    const auto crossed = exact_odds(Cross({.units = {"4-6-7", "5-4-8", "8-0"},
                                           .steps = {"G4,mf=2,J6=3"},
                                           .defenders = {"J6=8-3-8", "J6=8-0"},
                                           .fire = CrossFire::first,
                                           .assault_movement = assault}));
    AttackInputs attack;
    attack.fp = "8", attack.then = {"4"}, attack.leadership = 0;
    attack.moving = assault ? Movement::assault : Movement::normal;
    attack.targets = {"4-6-7", "5-4-8", "8-0"};
    const auto attacked = exact_odds(Attack(attack));
    for (const char* event : {"1:4-6-7 eliminated", "1:4-6-7 broken", "1:4-6-7 pinned", "1:4-6-7 reduced", "2:5-4-8 eliminated",
                              "2:5-4-8 broken", "2:5-4-8 pinned", "3:8-0 eliminated", "3:8-0 broken", "3:8-0 pinned"}) {
      INFO(event);
      CHECK(crossed.at(event) == Approx(attacked.at(event)).margin(1e-12));
    }
  }
}

TEST_CASE("a Dash halves the fire at the road (A4.63)") {
  for (const bool first : {true, false}) {
    const Cross question({.units = {"4-6-7"},
                          .steps = {"G4,J6=2", "G5,stone,mf=2,J6=1"},
                          .defenders = {"J6=4-4-7", "J6=mg:5-12,b=11"},
                          .fire = first ? CrossFire::first : CrossFire::best,
                          .dash = true});
    const std::vector<Way> ways{{1, {Sighted{2}}, true}, {2, {Sighted{1, 3, false}}}};
    check_same(first ? exact_odds(question) : best_odds(question),
               Crossing(ways, squad_and_mg, first ? Policy::first : Policy::best).of(squad), {"G4", "G5"});
  }
}

TEST_CASE("a Fire Lane attacks who comes into it, before other fire (A9.22)") {
  // Along the lane from 3 hexes to 1, then out of it; over a bridge, which is a DRM of it, and through grain, which only takes FFMO away.
  const std::vector<std::string> steps{"G4,J6=3/lane", "H4,J6=2/lane/hindrance=2/soft=1", "H5,J6=1/lane", "H6,J6=1"};
  for (const bool only_mg : {true, false}) {
    for (const bool first : {true, false}) {
      INFO(only_mg << first);
      const std::string mg = only_mg ? "J6=mg:7-16,b=11,rof=3" : "J6=mg:5-12,b=11";
      const Cross question({.units = {"4-6-7"},
                            .steps = steps,
                            .defenders = {"J6=4-4-7", mg + ",lane"},
                            .fire = first ? CrossFire::first : CrossFire::best,
                            .double_time = true});
      const Foe foe{.fp = 4,
                    .range = 4,
                    .gun = only_mg ? 7.0 : 5.0,
                    .gun_range = only_mg ? 16 : 12,
                    .rate_of_fire = only_mg ? 3 : 2,
                    .breaks_from = 11,
                    .lane = only_mg ? 4 : 2};
      const std::vector<Way> ways{
          {1, {Sighted{3, 0, true, true}}}, {1, {Sighted{2, 2, false, true, 1}}}, {1, {Sighted{1, 0, true, true}}}, {1, {Sighted{1}}}};
      check_same(first ? exact_odds(question) : best_odds(question), Crossing(ways, {foe}, first ? Policy::first : Policy::best).of(squad),
                 {"G4", "H4", "H5", "H6"});
    }
  }
}

TEST_CASE("a Fire Lane has a column less than its MG, and who may not lay one is refused (A9.22)") {
  const auto lane = [](const std::string& defender, const std::string& step) {
    return cross_situation({.units = {"4-6-7"}, .steps = {step}, .defenders = {"J6=4-4-7", defender}});
  };
  constexpr std::array<std::pair<const char*, int>, 7> of_mg{
      {{"2-7", 1}, {"3-8", 1}, {"4-10", 2}, {"5-12", 2}, {"6-12", 4}, {"7-16", 4}, {"8-16", 6}}};
  for (const auto& [mg, fp] : of_mg)
    CHECK(column_firepower(lane(std::string("J6=mg:") + mg + ",lane", "G4,J6=3/lane").firers[1].lane_column) == fp);
  CHECK_THROWS_WITH(lane("J6=mg:1-12,lane", "G4,J6=3/lane"), Contains("A9.22"));
  CHECK_THROWS_WITH(lane("J6=4-4-7,lane", "G4,J6=3/lane"), Contains("a MG of 2 FP"));
  CHECK_THROWS_WITH(lane("J6=mg:5-12,lane=K9", "G4,J6=3/lane"), Contains("through K9"));
  CHECK_THAT(lane("J6=mg:5-12,lane", "G4,J6=3").notes.front(), Contains("no Fire Lane"));
}

TEST_CASE("a Fire Lane lasts for who comes after, and ends with a crew that fires again (A9.22)") {
  CrossInputs in{.units = {"hs:2-4-7"},
                 .then_units = {"4-6-7"},
                 .steps = {"G4,J6=6/lane"},
                 .defenders = {"J6=hs:2-4-7", "J6=mg:3-8,lane,b=12"},
                 .fire = CrossFire::first};
  const auto with = exact_odds(Cross(in));
  in.defenders.back() = "J6=mg:3-8,b=12";
  const auto without = exact_odds(Cross(in));
  CHECK(with.at("arrives") == Approx(without.at("arrives")));
  CHECK(with.at("group 2 arrives") < without.at("group 2 arrives") + 1e-12);
  CHECK(with.at("d2:mg:3-8 Fire Lane") > 0.8);
}

TEST_CASE("by the rule of thumb each fires where it is likeliest to stop them, and never better than at best", "[thorough]") {
  const std::vector<std::string> steps{"G4,woods,J6=5,K3=4", "H4,J6=3,K3=3/hindrance=1", "H5,J6=1,K3=4"};
  const std::vector<Way> ways{
      {2, {Sighted{5, 1, false}, Sighted{4, 1, false}}}, {1, {Sighted{3}, Sighted{3, 1, false}}}, {1, {Sighted{1}, Sighted{4}}}};
  std::vector<Foe> foes = squad_and_mg;
  foes.push_back({.fp = 6, .range = 6, .morale = 6});
  std::map<CrossFire, double> arrive;
  for (const auto& [fire, policy] : {std::pair(CrossFire::first, Policy::first), std::pair(CrossFire::greedy, Policy::greedy)}) {
    const Cross question({.units = {"4-6-7"}, .steps = steps, .defenders = {"J6=4-4-7", "J6=mg:5-12,b=11", "K3=6-6-6"}, .fire = fire});
    const auto odds = exact_odds(question);
    check_same(odds, Crossing(ways, foes, policy).of(squad), {"G4", "H4", "H5"});
    arrive[fire] = odds.at("arrives");
  }
  const Cross best({.units = {"4-6-7"}, .steps = steps, .defenders = {"J6=4-4-7", "J6=mg:5-12,b=11", "K3=6-6-6"}});
  const double least = best_odds(best).at("arrives");
  CHECK(least <= arrive.at(CrossFire::greedy) + 1e-12);
  CHECK(arrive.at(CrossFire::greedy) < arrive.at(CrossFire::first));
  // Of a stack nobody is fired at less than at best, either.
  CrossInputs stack{.units = {"2x4-6-7", "9-1"}, .steps = {"G4,J6=3", "H4,woods,mf=2,J6=2"}, .defenders = {"J6=4-4-7", "J6=mg:5-12"}};
  const double best_of_stack = best_odds(Cross(stack)).at("arrives");
  stack.fire = CrossFire::greedy;
  CHECK(exact_odds(Cross(stack)).at("arrives") >= best_of_stack - 1e-12);
}

TEST_CASE("in Bypass they are in the terrain beside the obstacle (A4.3)") {
  const std::vector<std::string> beside{"G4,bypass,J6=3", "H4,J6=2"};
  const Cross question({.units = {"4-6-7"}, .steps = beside, .defenders = {"J6=4-4-7"}, .fire = CrossFire::first});
  const std::vector<Way> ways{{1, {Sighted{3}}}, {1, {Sighted{2}}}};
  check_same(exact_odds(question), Crossing(ways, {{.fp = 4, .range = 4}}, Policy::first).of(squad), {"G4", "H4"});
}

TEST_CASE("who comes after goes through the SMOKE of who went before, and does not throw again (A24.1)") {
  const CrossInputs in{.units = {"4-6-7,smoke=5"},
                       .then_units = {"hs:2-4-7"},
                       .steps = {"F3,smoke=G4", "G4,mf=1,J6=3"},
                       .defenders = {"J6=4-4-7"},
                       .fire = CrossFire::first};
  const Cross question(in);
  const auto measures = exact_measures(question);
  CHECK(measures.at("group 2 hexes entered").at(1) == Approx(1));
  CHECK(exact_odds(question).at("SMOKE in G4") == Approx(5.0 / 6));
}

namespace {

CrossInputs on_board(const std::string& path, const std::vector<std::string>& defenders) {
  CrossInputs in{.units = {"4-6-7"}, .defenders = defenders};
  in.map = {.option = "board", .file = "painted"};
  in.path = path;
  cross_on_map(in, {"unit", "defender", "board", "path"}, [](MapInput& input) { input.map = painted_board(); });
  return in;
}

}  // namespace

TEST_CASE("on a board a path has MF, ranges, Hindrance and TEM of the map (A4.1, A6, B9.3, B10.4)") {
  const CrossInputs in = on_board("D3,E4", {"E6=4-4-7", "A1=4-4-7"});
  REQUIRE(in.steps.size() == 1);
  CHECK_THAT(in.steps[0], Contains("E4,mf=2,woods,E6=2/hindrance=1"));
  CHECK(on_board("D3,D4", {"D6=4-4-7"}).steps == std::vector<std::string>{"D4,mf=2,open,D6=2"});            // over the wall: 1 + 1
  CHECK(on_board("D4,D3", {"D6=4-4-7"}).steps == std::vector<std::string>{"D3,mf=2,open,D6=3/hexside=2"});  // behind it
  CHECK(on_board("C3,C2", {"C6=4-4-7"}).steps == std::vector<std::string>{"C2,mf=2,open,C6=4/height"});     // uphill: twice 1
  CHECK(on_board("C2,C3", {"C6=4-4-7"}).steps == std::vector<std::string>{"C3,mf=1,open,C6=3"});
  const Cross question(on_board("C2,C3", {"C6=4-4-7"}));
  CHECK(question.description().inputs ==
        Cross({.units = {"4-6-7"}, .steps = {"C3,mf=1,open,C6=3"}, .defenders = {"C6=4-4-7"}}).description().inputs);
}

TEST_CASE("on a board SMOKE is thrown from the hex before, and hinders the lines that it lies on (A24.1-.2)") {
  const auto thrown = [](const std::string& smoke, const std::string& path) {
    CrossInputs in{.units = {"4-6-7,smoke=2"}, .defenders = {"C6=4-4-7"}};
    in.map = {.option = "board", .file = "painted"};
    in.path = path, in.smoke = {smoke};
    cross_on_map(in, {"unit", "defender", "board", "path", "smoke"}, [](MapInput& input) { input.map = painted_board(); });
    return in.steps;
  };
  CHECK(thrown("C4", "C3,C4") == std::vector<std::string>{"C3,smoke=C4,open,C6=3/smoke=C4:2", "C4,mf=1,open,C6=2/smoke=C4:2"});
  CHECK(thrown("C5,from=C4", "C3,C4").back() == "C4,smoke=C5,open,C6=2/smoke=C5:2");
  CHECK(thrown("C3,from=C3", "C3,D3").front() == "C3,smoke=C3,open,C6=3/smoke=C3:2");
  CHECK_THAT(thrown("C2", "C3,C2").front(), Contains("C3,smoke=C2,open,uphill,C6=3/smoke=C3:2"));
  CHECK_THROWS_WITH(thrown("C6", "C3,C4"), Contains("own hex or one beside it"));
  CHECK_THROWS_WITH(thrown("C4,from=E4", "C3,C4"), Contains("not on the path"));
  CHECK_THROWS_WITH(thrown("C4,from=", "C3,C4"), Contains("is no hex"));
}

TEST_CASE("on a board a Fire Lane lies along a hex grain, at the level of its MG (A9.22)") {
  const auto lanes = [](const std::string& path) { return on_board(path, {"C6=4-4-7", "C6=mg:5-12,lane"}).steps.front(); };
  CHECK(lanes("C3,C4") == "C4,mf=1,open,C6=2/lane=1");
  CHECK(lanes("C4,D4") == "D4,mf=1,open,C6=2");
  CHECK(lanes("C3,C2") == "C2,mf=2,open,C6=4/height");  // one level up, but no slope all the way
  CHECK(on_board("D4,E4", {"E6=4-4-7", "E6=mg:5-12,lane"}).steps.front() == "E4,mf=2,woods,E6=2/hindrance=1/lane=1/soft=1");
}

TEST_CASE("a path that cannot be is refused in one line") {
  CHECK_THROWS_WITH(on_board("C3,E4", {"E6=4-4-7"}), Contains("E4 is not beside C3"));
  CHECK_THROWS_WITH(on_board("E5,E6", {"E6=4-4-7"}), Contains("Known enemy"));
  CHECK_THROWS_WITH(on_board("C3", {"E6=4-4-7"}), Contains("goes nowhere"));
  CHECK_THROWS_WITH(on_board("C3,C4/bypass,C5", {"E6=4-4-7"}), Contains("Bypass of C4") && Contains("C4,bypass"));
  CHECK_THROWS_WITH(on_board("C3,Z9", {"E6=4-4-7"}), Contains("Z9"));
  CHECK_THROWS_WITH(on_board("C3,C2", {"4-4-7"}), Contains("has no hex"));
}
