#include "sim/trials/simulate.hpp"

#include <algorithm>
#include <cstring>

#include <catch2/catch.hpp>

#include "model/questions/attack.hpp"
#include "tests/support/agreement.hpp"
#include "tests/support/ask.hpp"
#include "tests/support/toys.hpp"

using namespace boxcars;
using namespace boxcars::test;

namespace {

model::Attack attack(const std::string& fp, int drm, std::vector<std::string> targets) {
  model::AttackInputs in;
  in.fp = fp;
  in.drm = drm;
  in.targets = std::move(targets);
  return model::Attack(in);
}

}  // namespace

// At 1e-9 and 1 000 000 trials an event of probability 0.5 that is off by 0.4 points is seen with 97% power: 6.1 standard errors
// of 0.05 points for the alarm, 2 for the power.
constexpr std::uint64_t many = 1'000'000;

TEST_CASE("simulated and exact odds agree over a grid of stacks") {
  const std::vector<std::vector<std::string>> stacks{{"4-4-7"},
                                                     {"hero:1-4-9"},
                                                     {"9-1", "4-6-7,elr=2"},
                                                     {"8-0", "9-2", "4-4-7", "crew:2-2-8"},
                                                     {"6+1", "3x4-4-7"},
                                                     {"4-4-7,broken", "hs:2-4-7,pinned"}};
  for (const auto& stack : stacks) {
    for (const auto& [fp, drm] : std::vector<std::pair<std::string, int>>{{"2", 0}, {"8", 1}, {"16", -2}, {"36", 0}}) {
      const model::Attack question = attack(fp, drm, stack);
      INFO(fp << " FP, DRM " << drm << " at " << stack.front());
      CHECK(worst_tail(simulated(question, many), solved(question).odds.value()) > false_alarm);
    }
  }
}

TEST_CASE("simulated and exact odds agree with every option on", "[thorough]") {
  for (const auto& stack :
       std::vector<std::vector<std::string>>{{"4-4-7,elr=2,hs_bml=6"}, {"9-1", "4-6-7"}, {"8-0", "hs:2-4-7"}, {"2x4-4-7"}}) {
    model::AttackInputs in;
    in.fp = "12";
    in.targets = stack;
    in.then = {"8"};
    in.heat_of_battle = -1;
    in.attackers_san = 5;
    in.defenders_san = 3;
    const model::Attack question(in);
    INFO(stack.front());
    CHECK(worst_tail(simulated(question, many), solved(question).odds.value()) > false_alarm);
  }
}

TEST_CASE("faces that are called twins lead to the same state with the same outcomes") {
  model::AttackInputs in;
  in.fp = "12";
  in.targets = {"9-1", "4-6-7,elr=2"};
  in.then = {"8"};
  in.heat_of_battle = 0;
  in.attackers_san = 4;
  const model::Attack question(in);
  const auto rules = sim::rules_of(question);
  sim::Chain chain(*rules);
  sim::solve(chain, {}, never_stop);
  int twins = 0;
  bool alike = true;
  for (std::uint32_t id = 0; id < chain.size(); ++id) {
    model::Attack::State state;
    std::memcpy(&state, chain.state(id), sizeof state);
    const auto dice = question.next_throw(state);
    for (int face = 0; face < dice.faces(); ++face) {
      const int twin = dice.twin(face);
      alike &= twin <= face && dice.twin(twin) == twin;
      if (twin == face) continue;
      ++twins;
      model::Outcomes one, other;
      alike &= question.next(state, dice.roll(face), one) == question.next(state, dice.roll(twin), other);
      alike &= one.events() == other.events() && one.measures() == other.measures();
    }
  }
  CHECK(twins > 1000);
  CHECK(alike);
}

TEST_CASE("a wrong model is seen: one of 36 rolls misread") {
  const model::Attack right = attack("8", 0, {"4-4-7"});
  CHECK(worst_tail(simulated(Loaded(right), many), solved(right).odds.value()) < false_alarm);
}

TEST_CASE("the power is what is stated: an event off by 0.4 points is seen") {
  const auto half = many / 2;
  CHECK(tail(half + 4000, many, 0.5) < false_alarm);
  CHECK(tail(half + 2000, many, 0.5) > false_alarm);
}

TEST_CASE("a stop that comes with the last batch leaves a whole answer") {
  const model::Attack question = attack("8", 0, {"4-4-7"});
  // The checkpoint is reached with the one batch under way.
  const std::atomic<bool> stop{true};
  const sim::Settings nothing_left{.method = sim::Method::simulate, .stop_rule = sim::AfterTrials{0}};
  CHECK_FALSE(sim::ask(sim::rules_of(question), "test", nothing_left, stop).interrupted);
  const sim::Settings more{.method = sim::Method::simulate, .stop_rule = sim::AfterTrials{1}};
  CHECK(sim::ask(sim::rules_of(question), "test", more, stop).interrupted);
}

TEST_CASE("the same counts from 1, 2 and 7 threads", "[threads]") {
  const model::Attack question = attack("12", -1, {"9-1", "4-4-7", "2x4-6-7"});
  const sim::Tally one = simulated(question, 2'000'001, 1);
  CHECK(one.trials == 2'000'001);
  CHECK(simulated(question, 2'000'001, 2) == one);
  CHECK(simulated(question, 2'000'001, 7) == one);
  CHECK_FALSE(simulated(question, 2'000'001, 1, 2) == one);
}

TEST_CASE("trials that leave the chain give the same counts from any number of threads, too", "[threads]") {
  const model::Attack question = attack("12", -1, {"9-1", "4-4-7", "4-4-7"});
  const sim::Tally one = simulated(question, 600'000, 1, 1, {.states = 20});
  CHECK(simulated(question, 600'000, 7, 1, {.states = 20}) == one);
}

TEST_CASE("whole batches of a longer run are those of a shorter one") {
  const model::Attack question = attack("8", 0, {"4-4-7"});
  const auto rules = sim::rules_of(question);
  sim::Chain chain(*rules);
  sim::solve(chain, {}, never_stop);
  chain.freeze();
  sim::Tally parts(question.event_count(), question.measure_count());
  for (const std::uint64_t batch : {2U, 0U, 1U}) parts += batch_of(chain, {sim::question_hash("test"), 1, batch}, sim::batch_trials);
  CHECK(parts == simulated(question, 3 * sim::batch_trials));
}

TEST_CASE("exclusive events add up to every trial") {
  const model::Attack question = attack("8", 0, {"4-4-7", "4-4-7"});
  const sim::Tally tally = simulated(question, 123'456);
  const auto count = [&](const std::string& name) {
    const auto& names = question.event_names();
    return tally.events[static_cast<std::size_t>(std::find(names.begin(), names.end(), name) - names.begin())];
  };
  CHECK(count("some effect") + count("no effect") == 123'456);
  std::uint64_t results = 0;
  for (const auto& name : question.event_names()) {
    if (name.starts_with("IFT ")) results += count(name);
  }
  CHECK(results == 123'456);
}

TEST_CASE("batches done in any order add up, to the first that is missing", "[threads]") {
  const sim::Tally none(1, 1);
  std::vector<std::uint64_t> order{7, 8, 9, 10, 11, 12};
  do {
    sim::BatchSum sum(7, none);
    sim::Tally tally = none;
    for (const std::uint64_t batch : order) {
      if (batch == 11) continue;
      tally.clear();
      tally.trials = std::uint64_t{1} << batch;
      tally.events[0] = batch;
      tally.measures[0][static_cast<int>(batch)] = 1;
      sum.add(batch, tally);
    }
    const sim::Tally found = std::move(sum).sum();
    REQUIRE(found.trials == 0b111'1000'0000);
    REQUIRE(found.events[0] == 7 + 8 + 9 + 10);
    REQUIRE(found.measures[0] == std::map<int, std::uint64_t>{{7, 1}, {8, 1}, {9, 1}, {10, 1}});
  } while (std::next_permutation(order.begin(), order.end()));
  sim::BatchSum first_missing(7, none);
  sim::Tally tally = none;
  tally.trials = 1;
  first_missing.add(8, tally);
  CHECK(std::move(first_missing).sum().trials == 0);
}

TEST_CASE("a batch's counts owe nothing to the batch before") {
  model::AttackInputs in;
  in.fp = "8";
  in.targets = {"6x4-4-7"};
  const model::Attack question(in);
  const auto rules = sim::rules_of(question);
  sim::Chain chain(*rules);
  chain.freeze();  // its first state only: trials walk alone
  sim::Simulator simulator(chain);
  sim::Counts counts(sim::Tally(question.event_count(), question.measure_count()));
  simulator.batch({1, 1, 0}, 20'000, counts, never_stop);
  simulator.batch({1, 1, 1}, 10, counts, never_stop);
  sim::Tally second(question.event_count(), question.measure_count());
  counts.add_to(second, chain);
  CHECK(second == batch_of(chain, {1, 1, 1}, 10));
}

TEST_CASE("a question's answer is the same with every instruction set") {
  const model::Attack question = attack("12", -1, {"9-1", "4-4-7,elr=2", "2x4-6-7"});
  const auto tally = [&](sim::InstructionSet set, sim::Budget budget) {
    const sim::Settings settings{
        .method = sim::Method::simulate, .stop_rule = sim::AfterTrials{sim::batch_trials + 1234}, .instruction_set = set, .budget = budget};
    return sim::ask(sim::rules_of(question), "test", settings, never_stop).tally.value();
  };
  for (const sim::Budget& budget : {sim::Budget{}, sim::Budget{.states = 50}}) {
    const sim::Tally expected = tally(sim::InstructionSet::scalar, budget);
    for (const sim::InstructionSet set : sim::instruction_sets) {
      if (is_supported(set)) CHECK(tally(set, budget) == expected);
    }
  }
}

TEST_CASE("a batch is given up when it is stopped", "[threads]") {
  const model::Attack question = attack("8", 0, {"4-4-7"});
  const auto rules = sim::rules_of(question);
  sim::Chain chain(*rules);
  chain.freeze();  // its first state only: trials walk alone
  const std::atomic<bool> stop{true};
  sim::Simulator simulator(chain);
  sim::Counts counts(sim::Tally(question.event_count(), question.measure_count()));
  CHECK_FALSE(simulator.batch({1, 1, 0}, 1000, counts, stop));
}
