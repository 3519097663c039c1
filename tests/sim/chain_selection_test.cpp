#include "sim/run/chain_selection.hpp"

#include <atomic>
#include <cmath>

#include <catch2/catch.hpp>

#include "model/core/dice.hpp"
#include "model/core/outcomes.hpp"
#include "sim/run/ask.hpp"
#include "sim/run/compiled_model.hpp"
#include "tests/support/agreement.hpp"
#include "tests/support/ask.hpp"
#include "tests/support/effort.hpp"

using namespace boxcars;
using namespace boxcars::test;

namespace {

/// A number that every dr changes, below `numbers`, so many times: in the end that many states a throw, all as likely as the others. Event
/// 0: it is even at last. `asked` counts the rolls that are asked for, and `stop` becomes true at that of number `stop_at`.
struct Scrambled {
  using Outcomes = model::Outcomes;
  struct State {
    std::uint64_t number = 1;
    std::uint64_t thrown = 0;
    bool operator==(const State&) const = default;
  };
  std::uint64_t numbers = 10'007;
  std::uint64_t throws = 20;
  std::atomic<std::uint64_t>* asked = nullptr;
  std::atomic<bool>* stop = nullptr;
  std::uint64_t stop_at = 0;

  State start(Outcomes&) const { return {}; }
  model::Throw next_throw(const State& s) const { return {s.thrown == throws ? model::Dice::none : model::Dice::dr, "dr", "A.2"}; }
  State next(const State& s, model::Roll roll, Outcomes& outcomes) const {
    if (asked && ++*asked == stop_at) *stop = true;
    const State to{(s.number * 7 + static_cast<std::uint64_t>(roll.colored)) % numbers, s.thrown + 1};
    if (to.thrown < throws) return to;
    if (to.number % 2 == 0) outcomes.happened(model::EventId{0});
    return {0, throws};
  }
  int stage(const State& s) const { return static_cast<int>(s.thrown); }
  std::size_t event_count() const { return 1; }
  std::size_t measure_count() const { return 0; }
};

/// How many of so many dr are a 6 (the measure): of the states most are unlikely.
struct Sixes {
  using Outcomes = model::Outcomes;
  struct State {
    std::uint32_t sixes = 0;
    std::uint32_t thrown = 0;
    bool operator==(const State&) const = default;
  };
  std::uint32_t throws = 1500;

  State start(Outcomes&) const { return {}; }
  model::Throw next_throw(const State& s) const { return {s.thrown == throws ? model::Dice::none : model::Dice::dr, "dr", "A.2"}; }
  State next(const State& s, model::Roll roll, Outcomes& outcomes) const {
    const State to{s.sixes + (roll.colored == 6), s.thrown + 1};
    if (to.thrown < throws) return to;
    outcomes.measured(model::MeasureId{0}, static_cast<int>(to.sixes));
    return {0, throws};
  }
  int stage(const State& s) const { return static_cast<int>(s.thrown); }
  std::size_t event_count() const { return 0; }
  std::size_t measure_count() const { return 1; }
};

constexpr std::uint64_t trials_of_two_levels = sim::levels[1].first * sim::batch_trials + 1000;

/// A throw more for every branch, and none that meet again: 6^throws states in all, all alike in odds. Event 0: the last dr is even.
struct Tree {
  using Outcomes = model::Outcomes;
  struct State {
    std::uint32_t path = 1;
    std::uint32_t thrown = 0;
    bool operator==(const State&) const = default;
  };
  std::uint32_t throws = 8;

  State start(Outcomes&) const { return {}; }
  model::Throw next_throw(const State& s) const { return {s.thrown == throws ? model::Dice::none : model::Dice::dr, "dr", "A.2"}; }
  State next(const State& s, model::Roll roll, Outcomes& outcomes) const {
    const State to{s.path * 6 + static_cast<std::uint32_t>(roll.colored), s.thrown + 1};
    if (to.thrown < throws) return to;
    if (roll.colored % 2 == 0) outcomes.happened(model::EventId{0});
    return {0, throws};
  }
  int stage(const State& s) const { return static_cast<int>(s.thrown); }
  std::size_t event_count() const { return 1; }
  std::size_t measure_count() const { return 0; }
};

/// Remembers by which of so many DR a 12 came: most trials have few of them, but that may be any.
struct Twelves {
  using Outcomes = model::Outcomes;
  struct State {
    std::uint64_t came = 0;
    std::uint64_t thrown = 0;
    bool operator==(const State&) const = default;
  };
  std::uint64_t throws = 60;
  std::atomic<std::uint64_t>* asked = nullptr;

  State start(Outcomes&) const { return {}; }
  model::Throw next_throw(const State& s) const { return {s.thrown == throws ? model::Dice::none : model::Dice::DR, "DR", "A.2"}; }
  State next(const State& s, model::Roll roll, Outcomes& outcomes) const {
    ++*asked;
    const State to{s.came | (roll.sum() == 12 ? std::uint64_t{1} << s.thrown : 0), s.thrown + 1};
    if (to.thrown < throws) return to;
    if (to.came == 0) outcomes.happened(model::EventId{0});
    return {0, throws};
  }
  int stage(const State& s) const { return static_cast<int>(s.thrown); }
  std::size_t event_count() const { return 1; }
  std::size_t measure_count() const { return 0; }
};

sim::Findings asked(const std::shared_ptr<const sim::Rules>& rules, sim::Method method, std::uint64_t trials, int threads = 1) {
  return sim::ask(rules, "test", {.method = method, .stop_rule = sim::AfterTrials{trials}, .threads = threads}, never_stop);
}

}  // namespace

TEST_CASE("a question of many states gives the same counts however it is asked", "[thorough]") {
  const auto rules = sim::rules_of(Scrambled{});
  const sim::Findings both = asked(rules, sim::Method::both, trials_of_two_levels);
  REQUIRE(both.odds);
  CHECK(worst_tail(*both.tally, *both.odds) > false_alarm);
  const sim::Findings simulated = asked(rules, sim::Method::simulate, trials_of_two_levels, 2);
  CHECK_FALSE(simulated.odds);
  CHECK(simulated.tally == both.tally);
  CHECK(asked(rules, sim::Method::exact, 0).odds->events == both.odds->events);

  // By parts, in any order, as studies throw them.
  sim::CompiledModel compiled(rules, sim::question_hash("test"), {}, sim::Wanted::trials, sim::best_instruction_set(), never_stop);
  REQUIRE(compiled.states >= sim::levels.front().states);
  sim::Tally sum = compiled.no_trials(), part = sum;
  for (const sim::BatchRange range : {sim::BatchRange{3, 5}, {0, 1}, {1, 3}}) {
    REQUIRE(compiled.throw_batches(range, trials_of_two_levels, 1, never_stop, part));
    sum += part;
  }
  CHECK(sum == both.tally);
}

TEST_CASE("batches of every level are the same, solved before or not, and have the odds", "[thorough]") {
  // More states than the second level has: there trials leave the chain, too.
  const auto rules = sim::rules_of(Scrambled{.numbers = 40'009});
  const auto compiled = [&](sim::Wanted wanted) {
    return std::make_unique<sim::CompiledModel>(rules, 1, sim::Budget{}, wanted, sim::best_instruction_set(), never_stop);
  };
  const auto solved = compiled(sim::Wanted::odds), not_solved = compiled(sim::Wanted::trials);
  REQUIRE(solved->odds);
  CHECK_FALSE(not_solved->odds);
  CHECK(not_solved->why == sim::NoOdds::not_wanted);
  CHECK(not_solved->truncated_mass == 1);
  CHECK(solved->fingerprint == not_solved->fingerprint);
  for (const sim::Level& level : sim::levels) {
    const std::uint64_t trials = level.first * sim::batch_trials + 20'000;
    sim::Tally one = solved->no_trials(), other = one;
    REQUIRE(solved->throw_batches({level.first, level.first + 1}, trials, 1, never_stop, one));
    REQUIRE(not_solved->throw_batches({level.first, level.first + 1}, trials, 1, never_stop, other));
    CHECK(one == other);
    CHECK(worst_tail(one, *solved->odds) > false_alarm);
  }
}

TEST_CASE("to simulate is not to solve: what is grown before the first trial is bounded, whatever is asked") {
  std::atomic<std::uint64_t> rolls{0};
  const auto rules = sim::rules_of(Scrambled{.numbers = 1'000'003, .throws = 60, .asked = &rolls});
  const sim::Findings findings = asked(rules, sim::Method::simulate, 100);
  CHECK(findings.tally->trials == 100);
  // At most two chains of the first level, each state with all of its faces.
  CHECK(rolls < 2 * 6 * sim::levels.front().states + 100 * 60);
}

TEST_CASE("a question that will not fit the budget is seen to early", "[thorough]") {
  std::atomic<std::uint64_t> rolls{0};
  const sim::Findings findings = asked(sim::rules_of(Twelves{.asked = &rolls}), sim::Method::exact, 0);
  CHECK_FALSE(findings.odds);
  CHECK(findings.why == sim::NoOdds::would_not_fit);
  CHECK(rolls < 36 * sim::Budget{}.states / 3);
}

TEST_CASE("one that fits is not given up, however near the budget it is", "[thorough]") {
  const auto rules = sim::rules_of(Sixes{});
  sim::Chain chain(*rules);
  sim::solve(chain, {}, never_stop);
  REQUIRE(chain.size() > sim::levels.front().states);
  sim::Budget just_enough;
  just_enough.states = static_cast<std::uint32_t>(chain.size() + 1);
  const sim::ChainSelection selection(*rules, just_enough, sim::Wanted::odds, never_stop);
  REQUIRE(selection.odds());
  double binomial = std::pow(5.0 / 6, 1500);
  for (int sixes = 0; sixes <= 300; ++sixes) {
    if (sixes >= 200) CHECK(selection.odds()->measures[0].at(sixes) == Approx(binomial).epsilon(1e-9));
    binomial *= (1500.0 - sixes) / (sixes + 1) / 5;
  }

  // Nothing is gained here until nearly all of it is there.
  const auto tree = sim::rules_of(Tree{});
  just_enough.states = 1 + 6 + 36 + 216 + 1296 + 7776 + 46'656 + 279'936 + 2;
  const sim::ChainSelection whole(*tree, just_enough, sim::Wanted::odds, never_stop);
  REQUIRE(whole.odds());
  CHECK(whole.odds()->events[0] == Approx(0.5).epsilon(1e-9));
  --just_enough.states;
  CHECK(sim::ChainSelection(*tree, just_enough, sim::Wanted::odds, never_stop).why() == sim::NoOdds::too_many_states);
}

TEST_CASE("a stop is heard while a chain grows, whatever it is grown for") {
  for (const sim::Method method : {sim::Method::both, sim::Method::simulate, sim::Method::exact}) {
    std::atomic<std::uint64_t> rolls{0}, all{0};
    std::atomic<bool> stop{false};
    Scrambled process{.numbers = effort<std::uint64_t>(100'003, 5'003), .throws = 40, .asked = &all};
    const sim::Settings settings{.method = method, .stop_rule = sim::AfterTrials{1}, .budget = {.states = effort(1U << 18, 1U << 16)}};
    sim::ask(sim::rules_of(process), "test", settings, stop);
    OneOf some(3);
    for (const double share : {0.1, 0.3, 0.5, 0.7, 0.9}) {
      if (!some.takes_next()) continue;
      process.asked = &rolls;
      process.stop = &stop;
      process.stop_at = static_cast<std::uint64_t>(share * static_cast<double>(all));
      rolls = 0;
      stop = false;
      const sim::Findings findings = sim::ask(sim::rules_of(process), "test", settings, stop);
      INFO(share << " of " << all << ": " << rolls);
      CHECK(findings.interrupted);
      CHECK(rolls < process.stop_at + 100);
    }
  }
}
