#include "sim/process/components.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <bit>
#include <cmath>
#include <map>
#include <memory>
#include <thread>
#include <vector>

#include <catch2/catch.hpp>

#include "sim/resources/memory.hpp"
#include "sim/run/compiled_model.hpp"
#include "sim/trials/simulate_calls.hpp"
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
    REQUIRE(simulator.batch({1, 2, batch}, 200'000, tally, never_stop) == sim::CallSimulator::Done::all);
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

TEST_CASE("a batch for which there is no room beside others is thrown again when they are done, alike", "[threads]") {
  const auto rules = sim::rules_of(Siege{});
  const auto thrown = [&](sim::CallSimulator& simulator, sim::Tally& tally) {
    return simulator.batch({1, 2, 0}, 200'000, tally, never_stop);
  };
  const sim::Tally none(rules->event_count(), rules->measure_count());
  sim::Tally expected = none, again = none;
  sim::CallSimulator alone(*rules->program(), 1U << 20, sim::best_instruction_set());
  REQUIRE(thrown(alone, expected) == sim::CallSimulator::Done::all);

  sim::Memory memory(1000, 500);
  sim::CallSimulator simulator(*rules->program(), 1U << 20, sim::best_instruction_set(), memory, 1);
  REQUIRE(thrown(simulator, again) == sim::CallSimulator::Done::all);  // alone it may have more
  CHECK(again == expected);
  auto other = std::make_unique<sim::Memory::Part>(memory);
  CHECK(other->fits(900));
  again = none;
  CHECK(thrown(simulator, again) == sim::CallSimulator::Done::no_room);
  CHECK(again == none);
  auto done = sim::CallSimulator::Done::no_room;
  std::thread waits([&] {
    simulator.wait_for_room(never_stop);
    done = thrown(simulator, again);
  });
  other.reset();
  waits.join();
  CHECK(done == sim::CallSimulator::Done::all);
  CHECK(again == expected);
}

TEST_CASE("who needs much memory waits until it is the only one, and nobody waits for ever", "[threads]") {
  constexpr std::size_t mebibyte = std::size_t{1} << 20;
  sim::Memory memory(100 * mebibyte, 80 * mebibyte);
  constexpr int workers = 6;
  std::atomic<int> with_much{0}, most_with_much{0}, stopped{0};
  std::vector<std::thread> threads;
  for (int i = 0; i < workers; ++i) {
    threads.emplace_back([&] {
      for (int round = 0; round < 20; ++round) {
        sim::Memory::Part part(memory);
        for (std::size_t bytes = 0; bytes <= 70 * mebibyte; bytes += 5 * mebibyte) {
          stopped += part.grow(bytes, sim::Memory::Beside::little, never_stop) ? 0 : 1;
          if (bytes == 25 * mebibyte && ++with_much > most_with_much) most_with_much = with_much.load();
        }
        --with_much;
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  CHECK(most_with_much == 1);
  CHECK(stopped == 0);

  sim::Memory::Part first(memory), second(memory);
  CHECK(first.grow(50 * mebibyte, sim::Memory::Beside::little, never_stop));
  std::atomic<bool> stop{false};
  bool has_grown = true;
  std::thread waits([&] { has_grown = second.grow(50 * mebibyte, sim::Memory::Beside::little, stop); });
  stop = true;
  waits.join();
  CHECK_FALSE(has_grown);
  CHECK(second.may_keep(0));
  sim::Memory::Part throws(memory);
  CHECK(throws.fits(15 * mebibyte));
  CHECK_FALSE(throws.fits(70 * mebibyte));
}

TEST_CASE("calls that are made together are dealt out to trials without a favourite") {
  const auto rules = sim::rules_of(Siege{});
  const sim::Odds odds = solved(Siege{}).odds.value();
  sim::CallSimulator simulator(*rules->program(), 1U << 20, sim::best_instruction_set());
  sim::Tally all(rules->event_count(), rules->measure_count());
  for (std::uint64_t batch = 0; batch < 10'000; ++batch)  // few in a state
    REQUIRE(simulator.batch({1, 2, batch}, 30, all, never_stop) == sim::CallSimulator::Done::all);
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
  CHECK(solve({.multiplications = 10}, never_stop).truncated_mass == 1);
  double before = 1;
  for (std::uint64_t multiplications = 10;; multiplications += 50) {
    const sim::Solution solution = solve({.multiplications = multiplications}, never_stop);
    if (solution.odds) break;
    CHECK(solution.is_beyond_budget);
    CHECK(holds(solution, odds));
    CHECK(solution.truncated_mass <= before);
    before = solution.truncated_mass;
  }
  CHECK(before < 1);
  const std::atomic<bool> stop{true};
  CHECK_FALSE(solve({}, stop).odds);
  sim::Tally tally(rules->event_count(), rules->measure_count());
  sim::CallSimulator simulator(*rules->program(), 1U << 20, sim::best_instruction_set());
  CHECK(simulator.batch({}, 1000, tally, stop) == sim::CallSimulator::Done::stopped);
}

TEST_CASE("a component that forks has the odds that can be counted, as one process and taken apart") {
  static_assert(sim::Forks<Flock, model::Outcomes> && !sim::Forks<Wall, model::Outcomes>);
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

TEST_CASE("trials of what forks are thrown alike whatever was thrown before, and come to its odds") {
  const auto rules = sim::rules_of(Shepherd{});
  const sim::Odds odds = solved(Shepherd{}).odds.value();
  for (const std::uint32_t trials : {200'000U, 12U}) {  // at once, and one by one
    const auto thrown = [&](sim::CallSimulator& simulator, std::uint64_t batch) {
      sim::Tally tally(rules->event_count(), rules->measure_count());
      REQUIRE(simulator.batch({1, 2, batch}, trials, tally, never_stop) == sim::CallSimulator::Done::all);
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
