#include "sim/calls.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <map>

#include <catch2/catch.hpp>

#include "sim/prepared.hpp"
#include "sim/simulate_calls.hpp"
#include "tests/support/agreement.hpp"
#include "tests/support/ask.hpp"
#include "tests/support/binomial.hpp"
#include "tests/support/flock.hpp"
#include "tests/support/siege.hpp"

using namespace boxcars;
using namespace boxcars::test;

namespace {

// The odds of a Siege, told without any engine: turn by turn over what is left of both walls.
struct Told {
  double falls = 0, breach = 0;
  std::array<double, 2> ruined{};
  std::map<int, double> turn, left;

  // What one battering by so many rams does to a wall, and whether it was heard: on a 6 the dr is thrown again.
  static std::map<std::pair<int, bool>, double> battered(int stones, int rams) {
    std::map<std::pair<int, bool>, double> after;
    if (stones == 0) return {{{0, false}, 1.0}};
    for (int dr = 1; dr <= 5; ++dr) after[{dr <= rams ? stones - 1 : stones, dr == 1}] += 1.0 / 5;
    return after;
  }
  void over(int a, int b, double p, int at_turn) {
    turn[at_turn] += p;
    left[a + b] += p;
    ruined[0] += a == 0 ? p : 0;
    ruined[1] += b == 0 ? p : 0;
  }
  void play(int lap, int a, int b, double p) {
    if (lap > Siege::turns) return over(a, b, p, 0);
    for (int dr = 1; dr <= 6; ++dr) {
      const double q = p / 6;
      const int at_a = dr <= 3 ? dr : dr == 6 ? 3 : 0, at_b = dr == 4 || dr == 5 ? 2 : dr == 6 ? 3 : 0;
      const auto after_a = at_a ? battered(a, at_a) : std::map<std::pair<int, bool>, double>{{{a, false}, 1.0}};
      const auto after_b = at_b ? battered(b, at_b) : std::map<std::pair<int, bool>, double>{{{b, false}, 1.0}};
      for (const auto& [x, px] : after_a) {
        for (const auto& [y, py] : after_b) {
          const double here = q * px * py;
          const double breached = x.second || y.second ? here / 6 : 0;  // one more dr, for a 6
          breach_once(lap, x.first, y.first, here, breached);
        }
      }
    }
  }
  void breach_once(int lap, int a, int b, double p, double breached) {
    breaches[lap] += breached;
    if (a + b <= 1) {
      falls += p;
      over(a, b, p, lap);
    } else {
      play(lap + 1, a, b, p);
    }
  }
  std::map<int, double> breaches{};  // how many there are, lap by lap: expected
};

}  // namespace

TEST_CASE("a caller has the odds that can be counted, as one process and by calls") {
  Told told;
  told.play(1, 3, 2, 1.0);
  const sim::Odds odds = solved(Siege{}).odds.value();  // in both ways
  CHECK(odds.events[0] == Approx(told.falls).margin(1e-13));
  CHECK(odds.events[1] == Approx(told.ruined[0]).margin(1e-13));
  CHECK(odds.events[2] == Approx(told.ruined[1]).margin(1e-13));
  for (const auto& [turn, p] : told.turn) CHECK(odds.measures[0].at(turn) == Approx(p).margin(1e-13));
  for (const auto& [left, p] : told.left) CHECK(odds.measures[1].at(left) == Approx(p).margin(1e-13));
  double breaches = 0, expected = 0;
  for (const auto& [count, p] : odds.measures[2]) breaches += count * p;
  for (const auto& [lap, p] : told.breaches) expected += p;
  CHECK(breaches == Approx(expected).margin(1e-13));
}

TEST_CASE("trials of a caller are thrown alike whatever was thrown before, and come to its odds") {
  const auto rules = sim::rules_of(Siege{});
  const sim::Odds odds = solved(Siege{}).odds.value();
  const auto thrown = [&](sim::CallSimulator& simulator, std::uint64_t batch) {
    sim::Tally tally(rules->event_count(), rules->measure_count());
    REQUIRE(simulator.batch({1, 2, batch}, 200'000, tally, never_stop));
    return tally;
  };
  sim::CallSimulator keeps(*rules->program(), 1U << 20, sim::best_instruction_set()),
      forgets(*rules->program(), 0, sim::InstructionSet::scalar);
  const sim::Tally first = thrown(keeps, 0), second = thrown(keeps, 1);
  CHECK(first.trials == 200'000);
  CHECK_FALSE(first == second);
  CHECK(thrown(forgets, 1) == second);
  CHECK(thrown(forgets, 0) == first);
  CHECK(thrown(keeps, 0) == first);
  for (std::size_t event = 0; event < odds.events.size(); ++event)
    CHECK(tail(first.events[event], first.trials, odds.events[event]) > false_alarm);
  for (std::size_t measure = 0; measure < odds.measures.size(); ++measure) {
    for (const auto& [value, p] : odds.measures[measure]) {
      const auto count = first.measures[measure].find(value);
      CHECK(tail(count == first.measures[measure].end() ? 0 : count->second, first.trials, p) > false_alarm);
    }
  }
}

TEST_CASE("calls that are made together are dealt out to trials without a favourite") {
  const auto rules = sim::rules_of(Siege{});
  const sim::Odds odds = solved(Siege{}).odds.value();
  sim::CallSimulator simulator(*rules->program(), 1U << 20, sim::best_instruction_set());
  sim::Tally all(rules->event_count(), rules->measure_count());
  for (std::uint64_t batch = 0; batch < 10'000; ++batch) REQUIRE(simulator.batch({1, 2, batch}, 30, all, never_stop));  // few in a state
  CHECK(all.trials == 300'000);
  CHECK(worst_tail(all, odds) > false_alarm);
}

TEST_CASE("a caller beyond the budget has no odds but bounds, and a stop is heard") {
  const auto rules = sim::rules_of(Siege{});
  const auto solve = [&](const sim::Budget& budget, const std::atomic<bool>& stop) {
    return sim::solve_calls(*rules->program(), rules->event_count(), rules->measure_count(), budget, stop);
  };
  CHECK(solve({}, never_stop).odds);
  const sim::Odds odds = solved(Siege{}).odds.value();
  CHECK(holds(solve({.entries = 4}, never_stop), odds));
  CHECK(solve({.multiplications = 10}, never_stop).neglected == 1);
  double before = 1;
  for (std::uint64_t multiplications = 10;; multiplications += 50) {
    const sim::Solution solution = solve({.multiplications = multiplications}, never_stop);
    if (solution.odds) break;
    CHECK(solution.is_beyond_budget);
    CHECK(holds(solution, odds));
    CHECK(solution.neglected <= before);
    before = solution.neglected;
  }
  CHECK(before < 1);
  const std::atomic<bool> stop{true};
  CHECK_FALSE(solve({}, stop).odds);
  sim::Tally tally(rules->event_count(), rules->measure_count());
  sim::CallSimulator simulator(*rules->program(), 1U << 20, sim::best_instruction_set());
  CHECK_FALSE(simulator.batch({}, 1000, tally, stop));
}

TEST_CASE("a callee that unravels has the odds that can be counted, as one process and taken apart") {
  static_assert(sim::Unravels<Flock, model::Settled> && !sim::Unravels<Wall, model::Settled>);
  // Of each sheep, after storms of 0 to 3 with odds of 1, 2, 2 and 1 in 6: it is lost with odds of so many in 5.
  std::array<double, Flock::sheep + 1> left{};
  std::array<double, 4> worst{};
  const std::array<double, 4> storm{1.0 / 6, 2.0 / 6, 2.0 / 6, 1.0 / 6};
  double lost = 0;
  for (int first = 0; first < 4; ++first) {
    for (int second = 0; second < 4; ++second) {
      const double p = storm[static_cast<std::size_t>(first)] * storm[static_cast<std::size_t>(second)];
      const double stays = (1 - first / 5.0) * (1 - second / 5.0);
      worst[static_cast<std::size_t>(std::max(first, second))] += p;
      lost += p * (1 - stays);
      for (unsigned there = 0; there < 1U << Flock::sheep; ++there) {
        double odds = p;
        for (int sheep = 0; sheep < Flock::sheep; ++sheep) odds *= there >> sheep & 1U ? stays : 1 - stays;
        left[static_cast<std::size_t>(std::popcount(there))] += odds;
      }
    }
  }
  const sim::Odds odds = solved(Shepherd{}).odds.value();  // in both ways
  for (const double event : odds.events) CHECK(event == Approx(lost).margin(1e-13));
  for (std::size_t i = 0; i < left.size(); ++i) CHECK(odds.measures[0].at(static_cast<int>(i)) == Approx(left[i]).margin(1e-13));
  for (std::size_t i = 0; i < worst.size(); ++i) CHECK(odds.measures[1].at(static_cast<int>(i)) == Approx(worst[i]).margin(1e-13));
}

TEST_CASE("trials of what unravels are thrown alike whatever was thrown before, and come to its odds") {
  const auto rules = sim::rules_of(Shepherd{});
  const sim::Odds odds = solved(Shepherd{}).odds.value();
  for (const std::uint32_t trials : {200'000U, 12U}) {  // at once, and one by one
    const auto thrown = [&](sim::CallSimulator& simulator, std::uint64_t batch) {
      sim::Tally tally(rules->event_count(), rules->measure_count());
      REQUIRE(simulator.batch({1, 2, batch}, trials, tally, never_stop));
      return tally;
    };
    sim::CallSimulator keeps(*rules->program(), 1U << 20, sim::best_instruction_set()),
        forgets(*rules->program(), 0, sim::InstructionSet::scalar);
    const sim::Tally first = thrown(keeps, 0), second = thrown(keeps, 1);
    CHECK(first.trials == trials);
    CHECK_FALSE(first == second);
    CHECK(thrown(forgets, 1) == second);
    CHECK(thrown(forgets, 0) == first);
    CHECK(thrown(keeps, 0) == first);
    CHECK(worst_tail(first, odds) > false_alarm);
  }
}
