#include "sim/decisions/value_iteration.hpp"
#include "sim/decisions/decision_process.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <string>
#include <vector>

#include <catch2/catch.hpp>

#include "model/core/dice.hpp"
#include "model/core/outcomes.hpp"
#include "tests/support/ask.hpp"

using namespace boxcars;
using namespace boxcars::test;

namespace {

// Turns in which a climber chooses: a careful step (up one on a dr of 4 or less), a bold one (up two on a dr of 5 or more, down one on a 1;
// a 3 is thrown again), or to rest. He has won when he is up there. Who hinders him chooses for him where he is two up.
class Climb {
 public:
  using Outcomes = model::Outcomes;
  struct State {
    std::uint8_t lap = 0;  // if they are in the state
    std::uint8_t height = 0;
    std::uint8_t step = 0;
    std::uint8_t unused = 0;
    bool operator==(const State&) const = default;
  };
  enum Step : std::uint8_t { choosing, careful, bold, over };
  static constexpr int top = 3;

  enum class Hindered : bool { no, yes };
  explicit Climb(int turns, Hindered hindered = Hindered::no, bool laps_in_state = false)
      : turns_(turns), hindered_(hindered), laps_in_state_(laps_in_state) {}

  std::size_t event_count() const { return 1; }
  std::size_t measure_count() const { return 1; }
  int laps() const { return laps_in_state_ ? 0 : turns_; }
  State start(Outcomes&) const { return {.lap = static_cast<std::uint8_t>(laps_in_state_ ? 1 : 0)}; }
  int choices(const State& s) const { return s.step == choosing ? 3 : 0; }
  bool opposes(const State& s) const { return hindered_ == Hindered::yes && s.height == 2; }
  State choose(State s, int alternative, Outcomes& outcomes) const {
    if (alternative < 2) return s.step = alternative == 0 ? careful : bold, s;
    return turn_ends(s, outcomes);
  }
  model::Throw next_throw(const State& s) const {
    if (s.step == over) return {};
    return {model::Dice::dr, "dr", "A.2"};
  }
  State next(State s, model::Roll roll, Outcomes& outcomes) const {
    if (s.step == bold && roll.colored == 3) return s;
    if (s.step == careful && roll.colored <= 4) ++s.height;
    if (s.step == bold && roll.colored >= 5) s.height = static_cast<std::uint8_t>(std::min(top, s.height + 2));
    if (s.step == bold && roll.colored == 1 && s.height > 0) --s.height;
    if (s.height < top) return turn_ends(s, outcomes);
    outcomes.happened(model::EventId{0});
    outcomes.measured(model::MeasureId{0}, top);
    return {.step = over};
  }
  State end(const State& s, Outcomes& outcomes) const {
    outcomes.measured(model::MeasureId{0}, s.height);
    return {.step = over};
  }
  int stage(const State& s) const { return s.lap * 4 + s.step; }

  Climb unrolled() const { return Climb(turns_, hindered_, true); }
  int lap(const State& s) const { return laps_in_state_ ? s.lap : 1; }
  State without_lap(State s) const { return s.lap = 0, s; }

 private:
  State turn_ends(State s, Outcomes& outcomes) const {
    s.step = choosing;
    if (!laps_in_state_) return outcomes.begin_lap(), s;
    return s.lap++ == turns_ ? end(s, outcomes) : s;
  }
  int turns_;
  Hindered hindered_;
  bool laps_in_state_;
};

// Where each choice leads from a height, told without any engine: a bold step has five equal faces.
std::map<int, double> after(int height, int choice) {
  const auto up = [&](int by) { return std::min(Climb::top, height + by); };
  if (choice == 2) return {{height, 1.0}};
  std::map<int, double> to;
  if (choice == 0) {
    to[up(1)] += 4.0 / 6, to[height] += 2.0 / 6;
  } else {
    to[up(2)] += 2.0 / 5, to[std::max(0, height - 1)] += 1.0 / 5, to[height] += 2.0 / 5;
  }
  return to;
}

// The odds by what is chosen at each height in each turn.
double odds_of(const std::vector<int>& policy, int turn, int turns, int height) {
  if (height == Climb::top) return 1;
  if (turn == turns) return 0;
  double odds = 0;
  for (const auto& [to, p] : after(height, policy[static_cast<std::size_t>(turn * Climb::top + height)]))
    odds += p * odds_of(policy, turn + 1, turns, to);
  return odds;
}

}  // namespace

static_assert(sim::DecisionProcess<Climb>);

TEST_CASE("the optimal policy is that of all policies with the best odds, and thrown by it a process comes to them") {
  for (const int turns : {1, 2, 3}) {
    const Climb climb(turns);
    const auto play = std::make_shared<const sim::OptimalPolicy>(sim::mdp_solver(climb, {}, never_stop).optimal_policy(0));
    const int decisions = turns * Climb::top;
    double best = 0;
    std::vector<int> policy(static_cast<std::size_t>(decisions));
    const auto combinations = static_cast<int>(std::pow(3, decisions));
    for (int number = 0; number < combinations; ++number) {
      for (int i = 0, rest = number; i < decisions; ++i, rest /= 3) policy[static_cast<std::size_t>(i)] = rest % 3;
      best = std::max(best, odds_of(policy, 0, turns, 0));
    }
    INFO(turns << " turns");
    CHECK(play->odds.events[0] == Approx(best).margin(1e-14));
    const sim::UnderPolicy<Climb> played(climb, play);
    const sim::Odds odds = solved(played).odds.value();
    CHECK(difference(odds, play->odds) < 1e-13);
  }
}

TEST_CASE("every decision has the odds of its alternatives, and how often it comes to it, where another hinders, too") {
  const auto hindered = GENERATE(Climb::Hindered::no, Climb::Hindered::yes);
  const int turns = 3;
  const Climb climb(turns, hindered);
  const auto known = std::make_shared<const sim::OptimalPolicy>(sim::mdp_solver(climb, {}, never_stop).optimal_policy(0));
  const sim::OptimalPolicy& play = *known;
  // Backwards by hand.
  std::map<std::pair<int, int>, double> value;
  const auto from = [&](int turn, int height) { return height == Climb::top ? 1.0 : turn > turns ? 0.0 : value[{turn, height}]; };
  const auto odds_of_choice = [&](int turn, int height, int choice) {
    double odds = 0;
    for (const auto& [to, p] : after(height, choice)) odds += p * from(turn + 1, to);
    return odds;
  };
  for (int turn = turns; turn >= 1; --turn) {
    for (int height = 0; height < Climb::top; ++height) {
      const bool opposes = hindered == Climb::Hindered::yes && height == 2;
      double best = opposes ? 1 : 0;
      for (int choice = 0; choice < 3; ++choice) {
        const double odds = odds_of_choice(turn, height, choice);
        best = opposes ? std::min(best, odds) : std::max(best, odds);
      }
      value[{turn, height}] = best;
    }
  }
  std::map<int, double> met;
  for (const auto& decision : play.decisions()) {
    Climb::State s;
    std::memcpy(&s, decision.state, sizeof s);
    REQUIRE(decision.odds.size() == 3);
    for (int choice = 0; choice < 3; ++choice)
      CHECK(decision.odds[static_cast<std::size_t>(choice)] == Approx(odds_of_choice(decision.lap, s.height, choice)).margin(1e-15));
    CHECK(decision.odds[decision.best] == Approx(value[{decision.lap, s.height}]).margin(1e-15));
    CHECK(play.alternative(decision.state, decision.lap) == static_cast<int>(decision.best));
    met[decision.lap] += decision.probability;
  }
  CHECK(met[1] == Approx(1));
  CHECK(met[2] == Approx(1));
  CHECK(met[3] < 1);  // he may be up there
  CHECK(play.odds.events[0] == Approx(from(1, 0)));
  if (hindered == Climb::Hindered::yes) CHECK(from(1, 0) < sim::mdp_solver(Climb(turns), {}, never_stop).optimal_policy(0).odds.events[0]);
  CHECK(difference(solved(sim::UnderPolicy<Climb>(climb, known)).odds.value(), play.odds) < 1e-13);
  const auto in_vain = sim::mdp_solver(Climb(1), {}, never_stop).optimal_policy(0).decisions();  // three steps in one turn: nothing helps
  CHECK(in_vain.front().best == 0);
}

TEST_CASE("positions with too many states for their policy are refused, and a stop is heard") {
  CHECK_THROWS_AS(sim::mdp_solver(Climb(3), {.states = 5}, never_stop).optimal_policy(0), sim::TooManyStates);
  const std::atomic<bool> stop{true};
  CHECK(sim::mdp_solver(Climb(3), {}, stop).optimal_policy(0).decisions().empty());
}
