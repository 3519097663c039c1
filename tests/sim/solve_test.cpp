#include "sim/exact/solve.hpp"

#include <cmath>

#include <catch2/catch.hpp>

#include "model/questions/attack.hpp"
#include "tests/support/agreement.hpp"
#include "tests/support/ask.hpp"
#include "tests/support/binomial.hpp"
#include "tests/support/toys.hpp"

using namespace boxcars;
using namespace boxcars::test;

TEST_CASE("loops in closed form") {
  CHECK(solved(UntilASix{}).odds->events[0] == Approx(1).epsilon(1e-14));
  CHECK(solved(UntilASix{.lost_on_one = true}).odds->events[0] == Approx(0.5).epsilon(1e-14));
  // From the second room: out by 6 with 1/6, by 5 with 1/6; from the first always to the second in the end.
  CHECK(solved(TwoRooms{}).odds->events[0] == Approx(0.5).epsilon(1e-14));
  CHECK(solved(TwoRooms{}).odds->events[1] == Approx(0.5).epsilon(1e-14));
}

TEST_CASE("a state of a loop that is hardly ever entered is followed from within the loop") {
  const sim::Solution solution = solved(RareDoor{});  // entered with 6^-22, less than the threshold
  REQUIRE(solution.odds);
  CHECK(solution.odds->events[0] == Approx(0.5).epsilon(1e-14));
  CHECK(solution.odds->events[1] == Approx(0.5).epsilon(1e-14));
  CHECK(solution.truncated_mass < 1e-14);
}

TEST_CASE("a loop is thrown until nobody is left in it") {
  const sim::Tally tally = simulated(UntilASix{.lost_on_one = true}, 500'000);
  CHECK(tally.trials == 500'000);
  CHECK(tail(tally.events[0], tally.trials, 0.5) > false_alarm);
  CHECK(simulated(UntilASix{}, 300'000).events[0] == 300'000);
}

TEST_CASE("a loop that cannot be left is no question") { CHECK_THROWS_AS(solved(UntilASix{.can_end = false}), sim::NeverEnds); }

TEST_CASE("a measure without an upper end: geometric, and its tail is cut below 1e-12") {
  const sim::Solution solution = solved(ThrowsUntilTen{});
  REQUIRE(solution.odds);
  CHECK(solution.truncated_mass > 0);
  CHECK(solution.truncated_mass < 1e-12);
  for (const int throws : {1, 2, 10, 50}) {
    CHECK(solution.odds->measures[0].at(throws) == Approx(std::pow(5.0 / 6, throws - 1) / 6).epsilon(1e-12));
  }
}

TEST_CASE("laps count themselves: a few states, and the same geometric law") {
  const LapsUntilTen process;
  const auto rules = sim::rules_of(process);
  sim::Chain chain(*rules);
  const sim::Solution solution = sim::solve(chain, {}, never_stop);
  REQUIRE(solution.odds);
  CHECK(chain.size() == 4);
  CHECK(solution.truncated_mass < 1e-12);
  double sum = 0;
  for (const auto& value : solution.odds->measures[0]) {
    CHECK(value.second == Approx(std::pow(5.0 / 6, value.first - 1) / 6).epsilon(1e-12));
    sum += value.second;
  }
  CHECK(sum == Approx(1).epsilon(1e-12));
  CHECK(solution.odds->events[0] == Approx(1.0 / 36));

  chain.freeze();
  const sim::Tally tally = batch_of(chain, {1, 1, 0}, 200'000);
  std::uint64_t trials = 0;
  for (const auto& value : tally.measures[0]) {
    trials += value.second;
    CHECK(tail(value.second, 200'000, std::pow(5.0 / 6, value.first - 1) / 6) > false_alarm);
  }
  CHECK(trials == 200'000);
  // Walked alone, every trial counts its own laps.
  const sim::Tally walked = simulated(process, 200'000, 1, 1, {.states = 1});
  for (const auto& value : walked.measures[0]) CHECK(tail(value.second, 200'000, std::pow(5.0 / 6, value.first - 1) / 6) > false_alarm);
}

TEST_CASE("laps that come to an end: the odds by every lap, and what is thrown for behind the last") {
  static_assert(sim::EndsByLaps<ASixInTime>);
  for (const int laps : {1, 4, 30}) {
    const ASixInTime process{.most = laps};
    const sim::Solution solution = solved(process);
    REQUIRE(solution.odds);
    CHECK(solution.truncated_mass == 0);
    const auto lost_after = [](int dr) { return std::pow(5.0 / 6, dr); };
    const auto index = [](int i) { return static_cast<std::size_t>(i); };
    for (int lap = 1; lap <= laps; ++lap) {
      INFO(lap << " of " << laps);
      CHECK(solution.odds->events[index(lap - 1)] == Approx(1 - lost_after(lap)).epsilon(1e-12));
      CHECK(solution.odds->measures[0].at(lap) == Approx(lost_after(lap - 1) / 6).epsilon(1e-12));
    }
    CHECK(solution.odds->measures[0].at(0) == Approx(lost_after(laps)).epsilon(1e-12));
    CHECK(solution.odds->events[index(laps)] == Approx(lost_after(laps)).epsilon(1e-12));
    CHECK(solution.odds->events[index(laps + 1)] == Approx(lost_after(laps) / 3).epsilon(1e-12));
    // From the chain, and walked alone.
    for (const std::uint32_t states : {1U << 20, 1U})
      CHECK(worst_tail(simulated(process, 200'000, 1, 1, {.states = states}), *solution.odds) > false_alarm);
  }
}

TEST_CASE("laps without an end are no question, and too many laps have no exact odds") {
  CHECK_THROWS_AS(solved(LapsUntilTen{.can_end = false}), sim::NeverEnds);
  const sim::Solution few = solved(LapsUntilTen{}, {.visits = 18});
  CHECK_FALSE(few.odds);
  CHECK(few.truncated_mass == Approx(std::pow(5.0 / 6, 10)));
  CHECK(holds(few, solved(LapsUntilTen{}).odds.value()));
}

TEST_CASE("beyond the budget there are no exact odds, and the simulation agrees with them all the same") {
  model::AttackInputs in;
  in.fp = "12";
  in.targets = {"9-1", "4-4-7", "4-4-7"};
  in.drm = -1;
  const model::Attack attack(in);
  const auto exact = solved(attack).odds.value();
  for (const std::uint32_t states : {1U, 10U, 100U}) {
    CHECK(holds(solved(attack, {.states = states}), exact));
    const sim::Tally tally = simulated(attack, 300'000, 2, 1, {.states = states});
    for (std::size_t event = 0; event < exact.events.size(); ++event) {
      INFO(states << " states, " << attack.event_names()[event]);
      CHECK(tail(tally.events[event], tally.trials, exact.events[event]) > false_alarm);
    }
  }
}

TEST_CASE("a threshold truncates mass, and that is what is missing") {
  model::AttackInputs in;
  in.fp = "12";
  in.targets = {"4-4-7", "4-4-7"};
  const model::Attack attack(in);
  const auto rules = sim::rules_of(attack);
  sim::Chain chain(*rules);
  const auto solution = sim::solve(chain, {.threshold = 0.01}, never_stop);
  CHECK_FALSE(solution.odds);
  CHECK(solution.truncated_mass > 0.001);
  CHECK(solution.truncated_mass < 0.5);
  CHECK(holds(solution, solved(attack).odds.value()));
}

TEST_CASE("a stop ends the growth without odds") {
  const std::atomic<bool> stop{true};
  const UntilASix process;
  const auto rules = sim::rules_of(process);
  sim::Chain chain(*rules);
  CHECK_FALSE(sim::solve(chain, {}, stop).odds);
}
