#include <chrono>
#include <numeric>
#include <thread>

#include <benchmark/benchmark.h>

#include "bench/naive.hpp"
#include "bench/questions.hpp"
#include "sim/ask.hpp"

namespace {

using namespace boxcars;
using namespace boxcars::bench;

const std::atomic<bool> never_stop{false};

void per_trial(benchmark::State& state, std::uint64_t trials) {
  state.SetItemsProcessed(static_cast<std::int64_t>(state.iterations()) * static_cast<std::int64_t>(trials));
}

template <class Seen>
void naive(benchmark::State& state, Seen throw_trials(std::uint64_t)) {
  for (auto _ : state) benchmark::DoNotOptimize(throw_trials(sim::batch_trials));
  per_trial(state, sim::batch_trials);
}

// Throws batch after batch of a question.
template <class Question>
class Batches {
 public:
  explicit Batches(const sim::Chain<Question>& chain)
      : simulator_(chain), counts_(sim::Tally(chain.process().event_count(), chain.process().measure_count())) {}
  void next(std::uint32_t trials) { simulator_.batch({1, 1, batch_++}, trials, counts_, never_stop); }

 private:
  sim::Simulator<Question> simulator_;
  sim::Counts counts_;
  std::uint64_t batch_ = 0;
};

// Of so many trials, on as many threads as Google Benchmark runs.
template <class Question>
void batch(benchmark::State& state, Question make()) {
  const Question question = make();
  sim::Chain<Question> chain(question);
  sim::solve(chain, {}, never_stop);
  chain.freeze();
  Batches batches(chain);
  const auto trials = static_cast<std::uint32_t>(state.range(0));
  for (auto _ : state) batches.next(trials);
  per_trial(state, trials);
  state.counters["states"] = static_cast<double>(chain.size());
}

// The same rule text, one trial at a time: the chain has its first state only.
template <class Question>
void walk(benchmark::State& state, Question make()) {
  const Question question = make();
  sim::Chain<Question> chain(question);
  chain.freeze();
  Batches batches(chain);
  constexpr std::uint32_t trials = sim::batch_trials / 16;
  for (auto _ : state) batches.next(trials);
  per_trial(state, trials);
}

// The least that must be done for a batch: as many dice, thrown and counted at once.
class BareDice {
 public:
  template <class Question>
  explicit BareDice(const Question& question) {
    constexpr std::uint32_t sample = 1 << 16;
    std::uint64_t dr = 0, DR = 0;
    model::Settled settled;
    for (std::uint32_t trial = 0; trial < sample; ++trial) {
      settled.clear();
      auto at = question.start(settled);
      for (auto thrown = question.next_throw(at); thrown.faces() > 0; thrown = question.next_throw(at)) {
        ++(thrown.faces() == 36 ? DR : dr);
        at = question.next(at, thrown.roll(static_cast<int>(dice_.face(static_cast<std::uint32_t>(thrown.faces())))), settled);
      }
    }
    DR_ = static_cast<std::uint32_t>(DR * sim::batch_trials / sample);
    dr_ = static_cast<std::uint32_t>(dr * sim::batch_trials / sample);
    std::iota(every_face_.begin(), every_face_.end(), 0);
  }
  void next() {
    counts_.fill(0);
    dice_.count(DR_, every_face_, counts_);
    dice_.count(dr_, std::span(every_face_).first(6), std::span(counts_).first(6));
    benchmark::DoNotOptimize(counts_);
  }

 private:
  sim::DiceStream dice_{{1, 1, 0}, sim::best_instruction_set()};
  std::array<std::uint8_t, 36> every_face_{};
  std::array<std::uint32_t, 36> counts_{};
  std::uint32_t DR_ = 0;
  std::uint32_t dr_ = 0;
};

double seconds_of(const auto& work) {
  const auto start = std::chrono::steady_clock::now();
  work();
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

// How many times as long as bare dice a batch takes, measured in turn.
template <class Question>
void against_bare(benchmark::State& state, Question make()) {
  const Question question = make();
  sim::Chain<Question> chain(question);
  sim::solve(chain, {}, never_stop);
  chain.freeze();
  Batches batches(chain);
  BareDice bare(question);
  double simulated = 0, thrown = 0;
  for (auto _ : state) {
    simulated += seconds_of([&] { batches.next(sim::batch_trials); });
    thrown += seconds_of([&] { bare.next(); });
  }
  state.counters["ratio"] = simulated / thrown;
}

// How many times as fast two threads are as one, measured in turn: of a question, and of what two threads can be at most on this
// machine, where its cores may share more than a name.
template <class Work>
void two_threads(benchmark::State& state, Work work) {
  double one = 0, two = 0;
  for (auto _ : state) {
    one += seconds_of([&] { work(1); });
    two += seconds_of([&] { work(2); });
  }
  state.counters["ratio"] = one / two;
}

void simulate_on(int threads) {
  static const auto question = leader_and_four_squads();
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
  const Question question = make();
  for (auto _ : state) {
    sim::Chain<Question> chain(question);
    benchmark::DoNotOptimize(sim::solve(chain, {}, never_stop));
  }
}

// The whole program, from its start to its end.
void program(benchmark::State& state) {
  for (auto _ : state) {
    if (std::system(BOXCARS_PROGRAM " attack 8 --target 4-4-7 > /dev/null") != 0) return state.SkipWithError("it failed");
  }
}

#define FOR_EVERY_QUESTION(measure, settings)                               \
  BENCHMARK_CAPTURE(measure, lone_squad, lone_squad) settings;              \
  BENCHMARK_CAPTURE(measure, four_squads, leader_and_four_squads) settings; \
  BENCHMARK_CAPTURE(measure, six_squads, leader_and_six_squads) settings;   \
  BENCHMARK_CAPTURE(measure, he, he_at_level_1) settings;                   \
  BENCHMARK_CAPTURE(measure, he_on_board_6, he_on_board_6) settings;        \
  BENCHMARK_CAPTURE(measure, chain_two_wide, chain_two_wide) settings;      \
  BENCHMARK_CAPTURE(measure, chain_three_wide, chain_three_wide) settings

BENCHMARK_CAPTURE(naive, lone_squad, naive_attack);
BENCHMARK_CAPTURE(naive, he, naive_he);
FOR_EVERY_QUESTION(walk, );
FOR_EVERY_QUESTION(batch, ->Arg(sim::batch_trials));
FOR_EVERY_QUESTION(against_bare, );
FOR_EVERY_QUESTION(solve, );
// How many trials make a good batch, on one thread and on two.
BENCHMARK_CAPTURE(batch, size, leader_and_four_squads)->RangeMultiplier(2)->Range(1 << 16, 1 << 20)->ThreadRange(1, 2)->UseRealTime();
BENCHMARK_CAPTURE(two_threads, simulate, simulate_on)->UseRealTime();
BENCHMARK_CAPTURE(two_threads, count, count_on)->UseRealTime();
BENCHMARK(program)->UseRealTime();

}  // namespace
