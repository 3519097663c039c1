#include "model/questions/clearance.hpp"

#include <cmath>
#include <map>

#include <catch2/catch.hpp>

#include "model/core/bad_input.hpp"
#include "tests/support/agreement.hpp"
#include "tests/support/ask.hpp"
#include "tests/support/faults.hpp"
#include "tests/support/scripted.hpp"

using namespace boxcars;
using namespace boxcars::model;
using namespace boxcars::test;
using Catch::Matchers::Contains;

static_assert(sim::Process<Clearance>);

namespace {

using Task = ClearanceTask;

template <class Each>
void for_both_dice(Each each) {
  for (int colored = 1; colored <= 6; ++colored) {
    for (int white = 1; white <= 6; ++white) each(colored + white);
  }
}

// Attempt by attempt and roll by roll, as B24.7 has it, with everybody counted anew each time.
class ByHand {
 public:
  struct People {
    int squads, half_squads, heroes, sapper_squads, sapper_half_squads, bulldozers;
    bool leader;
    int leadership;
  };

  explicit ByHand(const ClearanceInputs& in)
      : in_(in), turns(in.turns.empty() ? 1 : std::stoi(in.turns)), cleared_on(static_cast<std::size_t>(turns) + 1) {
    attempt({in.squads, in.half_squads, in.heroes, in.sapper_squads, in.sapper_half_squads, in.bulldozers, in.leadership.has_value(),
             in.leadership.value_or(0)},
            in.labor, 1, false, false, 1, 1);
  }

 private:
  int drm(const People& who, int labor) const {
    int sum = -labor + (who.leader ? who.leadership : 0) - 5 * who.bulldozers;
    const bool marked = in_.task == Task::mines || in_.task == Task::wire || in_.task == Task::set_dc;
    if (in_.task == Task::flame) sum += in_.ec;
    if (marked) sum -= who.heroes + 2 * who.sapper_squads + who.sapper_half_squads;
    bool one_is_required = who.bulldozers == 0;
    for (int i = 0; i < who.squads + who.sapper_squads; ++i) sum -= i == 0 ? 1 : 2, one_is_required = false;
    for (int i = 0; i < who.half_squads + who.sapper_half_squads; ++i) {
      if (!one_is_required) sum -= 1;
      one_is_required = false;
    }
    return sum;
  }

  void attempt(const People& who, int labor, int turn, bool was_hampered, bool had_casualties, double p, int break_number) {
    if (turn > turns || who.squads + who.half_squads + who.sapper_squads + who.sapper_half_squads + who.bulldozers == 0) {
      cleared_on[0] += p;
      hampered += was_hampered * p;
      casualties += had_casualties * p;
      return;
    }
    const int labor_then = std::min(2, labor + 1);
    for (int colored = 1; colored <= 6; ++colored) {
      for (int white = 1; white <= 6; ++white) {
        const int original = colored + white, final_dr = original + drm(who, labor);
        if (in_.task == Task::mines && (original == 12 || (original == 11 && in_.inexperienced))) {
          People left = who;
          left.half_squads = who.squads;
          left.sapper_half_squads = who.sapper_squads;
          left.squads = left.sapper_squads = 0;
          // Each SMC is wounded, and dies of a 5 or 6.
          for (int dead = 0; dead <= who.heroes; ++dead) {
            double ways = 1;
            for (int i = 0; i < dead; ++i) ways = ways * (who.heroes - i) / (i + 1);
            const double q = p / 36 * ways * std::pow(1.0 / 3, dead) * std::pow(2.0 / 3, who.heroes - dead);
            left.heroes = who.heroes - dead;
            if (!who.leader) {
              attempt(left, labor_then, turn + 1, was_hampered, true, q, break_number);
              continue;
            }
            left.leader = false;
            attempt(left, labor_then, turn + 1, was_hampered, true, q / 3, break_number);
            left.leader = true;
            left.leadership = who.leadership + 1;
            attempt(left, labor_then, turn + 1, was_hampered, true, q * 2 / 3, break_number);
          }
        } else if (final_dr <= 2 && break_number < in_.trail_breaks.value_or(1)) {
          attempt(who, 0, turn + 1, was_hampered, had_casualties, p / 36, break_number + 1);
        } else if (final_dr <= 2) {
          cleared_on[static_cast<std::size_t>(turn)] += p / 36;
          hampered += was_hampered * p / 36;
          casualties += had_casualties * p / 36;
        } else {
          attempt(who, labor_then, turn + 1, was_hampered || (in_.task == Task::flame && final_dr <= 6), had_casualties, p / 36,
                  break_number);
        }
      }
    }
  }

  ClearanceInputs in_;

 public:
  int turns;
  double hampered = 0;
  double casualties = 0;
  std::vector<double> cleared_on;  // 0: never
};

void check(const ClearanceInputs& in) {
  const ByHand expected(in);
  const Clearance question(in);
  auto odds = exact_odds(question);
  CHECK(odds.at("cleared") == Approx(1 - expected.cleared_on[0]).margin(1e-12));
  CHECK(odds.at("hampered") == Approx(expected.hampered).margin(1e-12));
  CHECK(odds.at("casualty reduction") == Approx(expected.casualties).margin(1e-12));
  auto turns = exact_measures(question).at("turn cleared");
  for (int turn = 0; turn <= expected.turns; ++turn)
    CHECK(turns[turn] == Approx(expected.cleared_on[static_cast<std::size_t>(turn)]).margin(1e-12));
}

// A Flame against those who clear it, attempt by attempt: what happens, in how many of the 36^n ways (B24.7, B24.72, B25.15).
struct Race {
  double cleared = 0, blaze = 0, out = 0, hampered = 0;
};
Race race(int drm, int spread, int flame_drm, int turns) {
  struct Where {
    int labor;
    bool hampered;
    auto operator<=>(const Where&) const = default;
  };
  Race odds;
  std::map<Where, double> now{{{0, false}, 1.0}};
  for (int turn = 1; turn <= turns; ++turn) {
    std::map<Where, double> then;
    for (const auto& [where_now, p_now] : now) {
      for_both_dice([&, where = where_now, p = p_now](int original) {
        const int final_dr = original + drm - where.labor;
        const bool hampers = final_dr >= 3 && final_dr <= 6;
        if (final_dr <= 2) odds.cleared += p / 36;
        if (hampers && !where.hampered) odds.hampered += p / 36;
        const Where next{std::min(2, where.labor + 1), where.hampered || hampers};
        if (hampers) then[next] += p / 36;
        if (final_dr <= 6) return;
        for_both_dice([&](int of_flame) {
          const int final_flame = of_flame + flame_drm;
          if (final_flame >= spread)
            odds.blaze += p / 36 / 36;
          else if (final_flame <= 2)
            odds.out += p / 36 / 36;
          else
            then[next] += p / 36 / 36;
        });
      });
    }
    now = then;
  }
  return odds;
}

void check_race(const ClearanceInputs& in, const Race& expected) {
  const auto odds = exact_odds(Clearance(in));
  CHECK(odds.at("cleared") == Approx(expected.cleared).margin(1e-12));
  CHECK(odds.at("blaze") == Approx(expected.blaze).margin(1e-12));
  CHECK(odds.at("out") == Approx(expected.out).margin(1e-12));
  CHECK(odds.at("hampered") == Approx(expected.hampered).margin(1e-12));
}

}  // namespace

TEST_CASE("a Flame races those who clear it (B24.72)") {
  const ClearanceInputs squad{.task = Task::flame, .squads = 1, .turns = "8", .terrain = Terrain::wood};
  CHECK(exact_odds(Clearance(squad)).at("cleared") == Approx(0.5847975).epsilon(1e-6));
  check_race(squad, race(-1, 8, 0, 8));
  for (const int turns : {1, 2, 3, 5}) {
    INFO(turns);
    const std::string t = std::to_string(turns);
    check_race({.task = Task::flame, .squads = 1, .turns = t, .terrain = Terrain::wood}, race(-1, 8, 0, turns));
    check_race({.task = Task::flame, .squads = 2, .leadership = -1, .turns = t, .terrain = Terrain::stone, .fortified = true},
               race(-4, 9, -1, turns));
    check_race({.task = Task::flame, .bulldozers = 1, .turns = t, .terrain = Terrain::stone_rubble, .spread_drm = 1},
               race(-5, 9, 1, turns));
    // EC are on the Clearance DR of every Flame, on the Flame's own but where it burns in a building or in rubble (B25.15, B23.211).
    check_race({.task = Task::flame, .squads = 1, .ec = 1, .turns = t, .terrain = Terrain::wood_rubble}, race(0, 8, 0, turns));
    check_race({.task = Task::flame, .squads = 1, .ec = 1, .turns = t, .terrain = Terrain::lumberyard}, race(0, 8, 1, turns));
    check_race({.task = Task::flame, .squads = 1, .ec = -2, .turns = t, .terrain = Terrain::collapsed_hut}, race(-3, 7, -2, turns));
  }
  const ClearanceInputs until{.task = Task::flame, .squads = 1, .turns = "until", .terrain = Terrain::wood};
  check_race(until, race(-1, 8, 0, 400));
  const auto odds = exact_odds(Clearance(until));
  CHECK(odds.at("cleared") + odds.at("blaze") + odds.at("out") == Approx(1));
}

TEST_CASE("a Flame that races, told") {
  using Throws = std::vector<std::string>;
  const Clearance question({.task = Task::flame, .squads = 1, .turns = "3", .terrain = Terrain::wood});
  const auto blazes = play(question, {{4, 4}, {4, 4}});
  CHECK(blazes.throws == Throws{"Clearance DR", "Flame DR"});
  CHECK(blazes.events == std::vector<std::string>{"blaze"});
  CHECK(blazes.measures == std::vector<std::pair<std::string, int>>{{"turn cleared", 0}});
  // Hampered, it makes no DR; with Labor a 5 is cleared.
  const auto cleared = play(question, {{4, 3}, {6, 6}, {3, 3}, {3, 2}});
  CHECK(cleared.throws == Throws{"Clearance DR", "Clearance DR", "Flame DR", "Clearance DR"});
  CHECK(cleared.events == std::vector<std::string>{"hampered", "cleared"});
  CHECK(play(question, {{6, 6}, {1, 1}}).events == std::vector<std::string>{"out"});
  // Without a terrain it is as if the Flame waited, and a note says so.
  const Clearance waits({.task = Task::flame, .squads = 1, .turns = "3"});
  CHECK(exact_odds(waits).at("cleared") == Approx(1 - 33.0 / 36 * 30 / 36 * 26 / 36));
  REQUIRE(waits.description().notes.size() == 1);
  CHECK_THAT(waits.description().notes[0], Contains("the Flame's own DR") && Contains("--terrain"));
  CHECK(question.description().notes.empty());
}

TEST_CASE("Clearance agrees with a naive enumeration of every attempt", "[thorough]") {
  for (const auto& choice : clearance_task_choices) {
    INFO(choice.name);
    const bool marked = choice.value == Task::mines || choice.value == Task::wire || choice.value == Task::set_dc;
    check({.task = choice.value, .squads = 1});
    check({.task = choice.value, .half_squads = 1, .turns = "3"});
    check({.task = choice.value, .squads = 2, .half_squads = 1, .heroes = 1, .leadership = -1, .turns = "3"});
    check({.task = choice.value, .squads = 1, .half_squads = 2, .heroes = 2, .sapper_squads = 1, .sapper_half_squads = 1, .turns = "2"});
    check({.task = choice.value, .sapper_half_squads = 2, .leadership = 1, .labor = 1, .turns = "3"});
    if (!marked) check({.task = choice.value, .bulldozers = 1});
    if (!marked) check({.task = choice.value, .squads = 1, .half_squads = 1, .bulldozers = 2, .turns = "2"});
    if (!marked) check({.task = choice.value, .half_squads = 1, .bulldozers = 1, .turns = "2"});
  }
  check({.task = Task::flame, .squads = 2, .ec = 2, .turns = "3"});
  check({.task = Task::mines, .squads = 1, .heroes = 1, .leadership = -1, .turns = "4", .inexperienced = true});
}

TEST_CASE("B24.71's example: a bulldozer, a squad and a 9-1 clear rubble on 9 or less") {
  const Clearance question({.task = Task::rubble, .squads = 1, .bulldozers = 1, .leadership = -1});
  CHECK(exact_odds(question).at("cleared") == Approx(30.0 / 36));
  CHECK(play(question, {{6, 3}}).happened("cleared"));
  CHECK_FALSE(play(question, {{6, 4}}).happened("cleared"));
}

TEST_CASE("casualties in mines: squads go on as half-squads, half-squads do not") {
  const ClearanceInputs in{.task = Task::mines, .squads = 1, .heroes = 1, .leadership = -1, .turns = "until"};
  const auto told = play(Clearance(in), {{6, 6}, {5}, {2}, {6, 6}});
  CHECK(told.throws == std::vector<std::string>{"Clearance DR", "Wound Severity dr", "Wound Severity dr", "Clearance DR"});
  CHECK(told.events == std::vector<std::string>{"casualty reduction"});
  CHECK(told.measures == std::vector<std::pair<std::string, int>>{{"turn cleared", 0}});
}

TEST_CASE("until it is cleared: the closed form") {
  // A half-squad without a DRM, then with a Labor counter, then with its other side: 1/36, 3/36, and 6/36 again and again.
  const auto turns = exact_measures(Clearance({.task = Task::wire, .half_squads = 1, .turns = "until"})).at("turn cleared");
  CHECK(turns.at(1) == Approx(1.0 / 36));
  CHECK(turns.at(2) == Approx(35.0 / 36 * 3 / 36));
  for (int turn = 3; turn < 40; ++turn)
    CHECK(turns.at(turn) == Approx(35.0 / 36 * 33 / 36 * std::pow(30.0 / 36, turn - 3) * 6 / 36).epsilon(1e-11));
}

TEST_CASE("Clearance, simulated and exact, agrees") {
  const Clearance question({.task = Task::mines, .squads = 2, .heroes = 1, .leadership = -1, .turns = "4"});
  check_agreement(question, simulated(question, 1'000'000), solved(question).odds.value());
}

TEST_CASE("Clearance that the rules forbid is refused with its rule") {
  const auto refused = [](const ClearanceInputs& in, const char* why) {
    CHECK_THROWS_WITH(Clearance(in), Contains(why));
    check_at_a_field(clearance_questionnaire(), [&] { Clearance question(in); });
    CHECK_THROWS_AS(Clearance(in), BadInput);
  };
  refused({.squads = 1}, "no task given");
  refused({.task = Task::rubble}, "no unit clears");
  refused({.task = Task::mines, .heroes = 2}, "B24.7");
  refused({.task = Task::wire, .squads = 1, .bulldozers = 1}, "B24.73");
  refused({.task = Task::wire, .squads = 1, .ec = 1}, "B24.7");
  refused({.task = Task::wire, .squads = 1, .inexperienced = true}, "B24.74");
  refused({.task = Task::wire, .squads = 1, .labor = 3}, "0 to 2");
  refused({.task = Task::wire, .squads = 1, .turns = "0"}, "or until");
  refused({.task = Task::wire, .squads = 1, .terrain = Terrain::wood}, "B25.15");
  refused({.task = Task::flame, .squads = 1, .fortified = true}, "without --terrain");
  refused({.task = Task::flame, .squads = 1, .spread_drm = 1}, "without --terrain");
  refused({.task = Task::flame, .squads = 1, .terrain = Terrain::open}, "B25.11");
  refused({.task = Task::flame, .squads = 1, .terrain = Terrain::hut, .fortified = true}, "G5.3");
  refused({.task = Task::flame, .squads = 1, .terrain = Terrain::wood, .spread_drm = 31}, "no DRM is that large");
}

// B24.71, B24.74, B24.8: a TB crosses two of the six hexsides, and Labor is of one TB only.
TEST_CASE("trail breaks through a whole hex, one after the other, with Labor anew for each") {
  ClearanceInputs in{.task = Task::rubble, .squads = 2, .bulldozers = 1, .turns = "4", .trail_breaks = 3};
  check(in);
  in.trail_breaks = 2, in.labor = 2, in.bulldozers = 0;
  check(in);
  ClearanceInputs mines{.task = Task::mines, .heroes = 1, .sapper_squads = 2, .leadership = -1, .turns = "4", .trail_breaks = 3};
  check(mines);
  ClearanceInputs one{.task = Task::rubble, .squads = 1, .trail_breaks = 1};
  CHECK(Clearance(one).description().inputs.size() == 2);  // as without it
  in.turns = "until";
  CHECK(exact_odds(Clearance(in)).at("cleared") == Approx(1));
  in.task = Task::wire;
  CHECK_THROWS_WITH(Clearance(in), Contains("--trail-breaks without --task rubble"));
}
