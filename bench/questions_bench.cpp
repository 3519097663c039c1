#include <array>
#include <cstdlib>
#include <memory>
#include <optional>
#include <sstream>
#include <string>
#include <thread>
#include <vector>

#include <benchmark/benchmark.h>

#include "bench/naive.hpp"
#include "bench/questions.hpp"
#include "bench/work.hpp"
#include "cli/boxcars.hpp"
#include "sim/decisions/decision_process.hpp"
#include "sim/decisions/value_iteration.hpp"
#include "sim/run/ask.hpp"
#include "sim/run/chain_selection.hpp"
#include "sim/run/compiled_model.hpp"
#include "sim/trials/simulate.hpp"
#include "tests/support/places.hpp"

namespace {

using namespace boxcars;
using namespace boxcars::bench;

const std::atomic<bool> never_stop{false};

enum class Grow : std::uint8_t { whole, not_at_all };

constexpr std::uint64_t of_long_runs = sim::levels.back().first;  // whose chain is the largest

// A question's batches of so many trials. Of a chain that does not grow, each trial walks alone, by the same rule text.
template <class Question>
class Batches {
 public:
  Batches(Question make(), Grow grow, std::uint32_t trials)
      : question_(make()),
        rules_(sim::rules_of(question_)),
        counts_(sim::Tally(question_.event_count(), question_.measure_count())),
        trials_(trials) {
    if (grow == Grow::whole)
      chain_.emplace(*rules_, sim::Budget{}, sim::Wanted::odds, never_stop);
    else
      chain_.emplace(*rules_, sim::Budget{.states = 1}, sim::Wanted::trials, never_stop);
    simulator_.emplace(chain_->chain_of(of_long_runs, never_stop));
  }
  Batches(const Batches&) = delete;

  const Question& question() const { return question_; }
  void next() { simulator_->batch({1, 1, batch_++}, trials_, counts_, never_stop); }
  auto work() {
    return Work{trials_, [this] { next(); }};
  }

 private:
  Question question_;
  std::shared_ptr<const sim::Rules> rules_;
  std::optional<sim::ChainSelection> chain_;
  std::optional<sim::Simulator> simulator_;
  sim::Counts counts_;
  std::uint32_t trials_;
  std::uint64_t batch_ = 0;
};

// Batches as an answer throws them, whichever way that is: through a chain, or as a caller's.
template <class Question>
class Run {
 public:
  explicit Run(Question make())
      : compiled_(sim::rules_of(make()), 1, sim::Budget{}, sim::Wanted::trials, sim::best_instruction_set(), never_stop),
        tally_(compiled_.no_trials()) {
    compiled_.prepare_for(batch_, never_stop);
    next();  // what is grown on the way is there
  }
  Run(const Run&) = delete;

  void next() {
    compiled_.throw_batches({batch_, batch_ + 1}, (batch_ + 1) * sim::batch_trials, 1, never_stop, tally_);
    ++batch_;
  }
  auto work() {
    return Work{sim::batch_trials, [this] { next(); }};
  }

 private:
  sim::CompiledModel compiled_;
  sim::Tally tally_;
  std::uint64_t batch_ = of_long_runs;
};

constexpr std::uint32_t trials_that_walk = sim::batch_trials / 16;

template <class Question>
void batch(benchmark::State& state, Question make()) {
  Batches<Question> batches(make, Grow::whole, static_cast<std::uint32_t>(state.range(0)));
  measure(state, batches.work());
}

template <class Question>
void walk(benchmark::State& state, Question make()) {
  Batches<Question> batches(make, Grow::not_at_all, trials_that_walk);
  measure(state, batches.work());
}

template <class Question>
void run(benchmark::State& state, Question make()) {
  Run<Question> run(make);
  measure(state, run.work());
}

template <class Seen>
void naive(benchmark::State& state, Seen throw_trials(std::uint64_t)) {
  measure(state, naive_work(throw_trials));
}

// The least that must be done for a batch: as many dice, thrown and counted by three classes at once.
class BareDice {
 public:
  template <class Question>
  explicit BareDice(const Question& question) {
    constexpr std::uint32_t sample = 1 << 16;
    std::uint64_t dr = 0, DR = 0;
    model::Outcomes outcomes;
    for (std::uint32_t trial = 0; trial < sample; ++trial) {
      outcomes.clear();
      auto at = question.start(outcomes);
      for (auto thrown = question.next_throw(at); thrown.faces() > 0; thrown = question.next_throw(at)) {
        ++(thrown.faces() == 36 ? DR : dr);
        at = question.next(at, thrown.roll(static_cast<int>(dice_.face(static_cast<std::uint32_t>(thrown.faces())))), outcomes);
      }
    }
    DR_ = static_cast<std::uint32_t>(DR * sim::batch_trials / sample);
    dr_ = static_cast<std::uint32_t>(dr * sim::batch_trials / sample);
    for (std::uint8_t face = 0; face < 36; ++face) class_of_face_[face] = face % 3;
  }
  void next() {
    counts_.fill(0);
    dice_.count(DR_, class_of_face_, counts_);
    dice_.count(dr_, std::span(class_of_face_).first(6), counts_);
    benchmark::DoNotOptimize(counts_);
  }

 private:
  sim::DiceStream dice_{{1, 1, 0}, sim::best_instruction_set()};
  std::array<std::uint8_t, 36> class_of_face_{};
  std::array<std::uint32_t, 3> counts_{};
  std::uint32_t DR_ = 0;
  std::uint32_t dr_ = 0;
};

template <class Question>
void faster_than_walk(benchmark::State& state, Question make()) {
  Batches<Question> batches(make, Grow::whole, sim::batch_trials), walked(make, Grow::not_at_all, trials_that_walk);
  in_turn(state, batches.work(), walked.work());
}

template <class Question, class Seen>
void faster_than_naive(benchmark::State& state, Question make(), Seen throw_trials(std::uint64_t)) {
  Run<Question> run(make);
  in_turn(state, run.work(), naive_work(throw_trials));
}

template <class Question>
void slower_than_bare_dice(benchmark::State& state, Question make()) {
  Batches<Question> batches(make, Grow::whole, sim::batch_trials);
  BareDice bare(batches.question());
  in_turn(state, Work{sim::batch_trials, [&] { bare.next(); }}, batches.work());
}

// How many times as fast two threads are as one.
void two_threads(benchmark::State& state, void work(int threads)) {
  in_turn(state, Work{1, [work] { work(2); }}, Work{1, [work] { work(1); }});
}

void simulate_on(int threads) {
  static const auto question = sim::rules_of(leader_and_four_squads());
  const sim::Settings settings{.method = sim::Method::simulate, .stop_rule = sim::AfterTrials{32 * sim::batch_trials}, .threads = threads};
  benchmark::DoNotOptimize(sim::ask(question, "threads", settings, never_stop));
}

// The same amount of the plainest work, with nothing shared.
void count_on(int threads) {
  std::vector<std::jthread> team;
  for (int i = 0; i < threads; ++i) {
    team.emplace_back([threads] {
      std::array<std::uint64_t, 4> counts{};
      for (int n = 0; n < 24'000'000 / threads; ++n) {
        for (auto& count : counts) benchmark::DoNotOptimize(++count);
      }
    });
  }
}

template <class Question>
void solve(benchmark::State& state, Question make()) {
  const auto rules = sim::rules_of(make());
  for (auto _ : state) {
    sim::Chain chain(*rules);
    benchmark::DoNotOptimize(sim::solve(chain, {}, never_stop));
  }
}

// From its start to the exact odds, whichever way they are found.
template <class Question>
void exact_odds(benchmark::State& state, Question make()) {
  const auto rules = sim::rules_of(make());
  for (auto _ : state) {
    sim::ChainSelection selection(*rules, sim::Budget{}, sim::Wanted::odds, never_stop);
    if (!selection.odds()) return state.SkipWithError("it has no exact odds");
  }
}

// From its start to a million trials.
// Of who chooses as is best for him.
void best_play(benchmark::State& state, model::Cross make()) {
  const model::Cross question = make();
  for (auto _ : state)
    benchmark::DoNotOptimize(sim::mdp_solver(question, {}, never_stop).optimal_policy(question.objective()).odds.events.front());
}

template <class Question>
void first_million(benchmark::State& state, Question make()) {
  const auto rules = sim::rules_of(make());
  const sim::Settings settings{.method = sim::Method::simulate, .stop_rule = sim::AfterTrials{1'000'000}};
  for (auto _ : state) benchmark::DoNotOptimize(sim::ask(rules, "a million", settings, never_stop));
}

// The whole program, from its start to its end.
void program(benchmark::State& state) {
  for (auto _ : state) {
    if (std::system((test::program_path() + " attack 8 --target 4-4-7 > /dev/null").c_str()) != 0) return state.SkipWithError("it failed");
  }
}

// Small exact questions, each another one, asked as lines of JSON: read, asked, solved and written on one thread.
void ask_lines(benchmark::State& state) {
  std::string lines;
  std::int64_t count = 0;
  for (const char* terrain : {"open", "wood", "stone"}) {
    for (const char* target : {"4-4-7", "4-6-7", "9-1"}) {
      for (int fp = 1; fp <= 36; ++fp) {
        for (int drm = -2; drm <= 2; ++drm, ++count) {
          lines += R"({"question": "attack", "inputs": {"fp": )" + std::to_string(fp) + R"(, "drm": )" + std::to_string(drm) +
                   R"(, "terrain": ")" + terrain + R"(", "target": [")" + target + "\"]}, \"method\": \"exact\", \"threads\": 1}\n";
        }
      }
    }
  }
  for (auto _ : state) {
    std::istringstream in(lines);
    std::ostringstream out, err;
    if (cli::run({"ask", "-"}, {.out = out, .err = err, .style = {}, .stop = never_stop, .in = &in}) != 0)
      return state.SkipWithError("it failed");
  }
  state.SetItemsProcessed(state.iterations() * count);
  state.counters["lines"] = static_cast<double>(count);
}

#define FOR_EVERY_QUESTION(measure, settings)                               \
  BENCHMARK_CAPTURE(measure, lone_squad, lone_squad) settings;              \
  BENCHMARK_CAPTURE(measure, four_squads, leader_and_four_squads) settings; \
  BENCHMARK_CAPTURE(measure, six_squads, leader_and_six_squads) settings;   \
  BENCHMARK_CAPTURE(measure, he, he_at_level_1) settings;                   \
  BENCHMARK_CAPTURE(measure, he_on_board_6, he_on_board_6) settings;        \
  BENCHMARK_CAPTURE(measure, he_over_34_hexes, he_over_34_hexes) settings;  \
  BENCHMARK_CAPTURE(measure, chain_two_wide, chain_two_wide) settings;      \
  BENCHMARK_CAPTURE(measure, chain_three_wide, chain_three_wide) settings

BENCHMARK_CAPTURE(naive, lone_squad, naive_attack);
BENCHMARK_CAPTURE(naive, he, naive_he);
BENCHMARK_CAPTURE(naive, small_assault, naive_small_assault);
BENCHMARK_CAPTURE(naive, large_assault, naive_large_assault);
BENCHMARK_CAPTURE(naive, big_assault, naive_big_assault);
BENCHMARK_CAPTURE(run, small_assault, small_assault);
BENCHMARK_CAPTURE(run, large_assault, large_assault);
BENCHMARK_CAPTURE(run, big_assault, big_assault);
BENCHMARK_CAPTURE(first_million, large_assault, large_assault)->Iterations(1);
BENCHMARK_CAPTURE(first_million, big_assault, big_assault)->Iterations(1);
BENCHMARK_CAPTURE(exact_odds, large_assault, large_assault)->Iterations(1);
BENCHMARK_CAPTURE(exact_odds, big_assault, big_assault)->Iterations(1);
BENCHMARK_CAPTURE(best_play, across_six_hexes, across_six_hexes)->Iterations(1);
BENCHMARK_CAPTURE(walk, small_assault, small_assault);
BENCHMARK_CAPTURE(walk, large_assault, large_assault);
BENCHMARK_CAPTURE(solve, small_assault, small_assault);
BENCHMARK_CAPTURE(faster_than_naive, small_assault, small_assault, naive_small_assault);
BENCHMARK_CAPTURE(faster_than_naive, large_assault, large_assault, naive_large_assault);
BENCHMARK_CAPTURE(faster_than_naive, big_assault, big_assault, naive_big_assault);
FOR_EVERY_QUESTION(batch, ->Arg(sim::batch_trials));
FOR_EVERY_QUESTION(walk, );
FOR_EVERY_QUESTION(solve, );
FOR_EVERY_QUESTION(faster_than_walk, );
FOR_EVERY_QUESTION(slower_than_bare_dice, );
BENCHMARK_CAPTURE(faster_than_naive, lone_squad, lone_squad, naive_attack);
BENCHMARK_CAPTURE(faster_than_naive, he, he_at_level_1, naive_he);
// How many trials make a good batch, on one thread and on two.
BENCHMARK_CAPTURE(batch, size, leader_and_four_squads)->RangeMultiplier(2)->Range(1 << 16, 1 << 20)->ThreadRange(1, 2)->UseRealTime();
BENCHMARK_CAPTURE(two_threads, simulate, simulate_on)->UseRealTime();
BENCHMARK_CAPTURE(two_threads, count, count_on)->UseRealTime();
BENCHMARK(program)->UseRealTime();
BENCHMARK(ask_lines);

}  // namespace
