#include <numeric>

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

template <class Question>
void throw_batches(benchmark::State& state, const sim::Chain<Question>& chain, std::uint32_t trials) {
  sim::Simulator<Question> simulator(chain);
  sim::Counts counts(sim::Tally(chain.process().event_count(), chain.process().measure_count()));
  std::uint64_t batch = 0;
  for (auto _ : state) simulator.batch({1, 1, batch++}, trials, counts, never_stop);
  per_trial(state, trials);
}

template <class Question>
void simulate(benchmark::State& state, Question make()) {
  const Question question = make();
  sim::Chain<Question> chain(question);
  sim::solve(chain, {}, never_stop);
  chain.freeze();
  throw_batches(state, chain, sim::batch_trials);
  state.counters["states"] = static_cast<double>(chain.size());
}

// The same rule text, one trial at a time: the chain has its first state only.
template <class Question>
void walk(benchmark::State& state, Question make()) {
  const Question question = make();
  sim::Chain<Question> chain(question);
  chain.freeze();
  throw_batches(state, chain, sim::batch_trials / 16);
}

// The least that simulate must do: as many dice, thrown and counted at once.
template <class Question>
void bare(benchmark::State& state, Question make()) {
  const Question question = make();
  constexpr std::uint32_t sample = 1 << 16;
  sim::DiceStream dice({1, 1, 0}, sim::best_instruction_set());
  std::uint64_t dr = 0, DR = 0;
  model::Settled settled;
  for (std::uint32_t trial = 0; trial < sample; ++trial) {
    settled.clear();
    auto at = question.start(settled);
    for (auto thrown = question.next_throw(at); thrown.faces() > 0; thrown = question.next_throw(at)) {
      ++(thrown.faces() == 36 ? DR : dr);
      at = question.next(at, thrown.roll(static_cast<int>(dice.face(static_cast<std::uint32_t>(thrown.faces())))), settled);
    }
  }
  std::array<std::uint8_t, 36> every_face;
  std::iota(every_face.begin(), every_face.end(), 0);
  std::array<std::uint32_t, 36> counts{};
  for (auto _ : state) {
    counts.fill(0);
    dice.count(static_cast<std::uint32_t>(DR * sim::batch_trials / sample), every_face, counts);
    dice.count(static_cast<std::uint32_t>(dr * sim::batch_trials / sample), std::span(every_face).first(6), counts);
    benchmark::DoNotOptimize(counts);
  }
  per_trial(state, sim::batch_trials);
  state.counters["throws"] = static_cast<double>(DR + dr) / sample;
}

void threads(benchmark::State& state) {
  const auto question = leader_and_four_squads();
  constexpr std::uint64_t trials = 64 * sim::batch_trials;
  const sim::Settings settings{
      .method = sim::Method::simulate, .stop_rule = sim::AfterTrials{trials}, .threads = static_cast<int>(state.range(0))};
  for (auto _ : state) benchmark::DoNotOptimize(sim::ask(question, "threads", settings, never_stop));
  per_trial(state, trials);
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

#define FOR_EVERY_QUESTION(measure)                                \
  BENCHMARK_CAPTURE(measure, lone_squad, lone_squad);              \
  BENCHMARK_CAPTURE(measure, four_squads, leader_and_four_squads); \
  BENCHMARK_CAPTURE(measure, six_squads, leader_and_six_squads);   \
  BENCHMARK_CAPTURE(measure, he, he_at_level_1);                   \
  BENCHMARK_CAPTURE(measure, he_on_board_6, he_on_board_6);        \
  BENCHMARK_CAPTURE(measure, chain_two_wide, chain_two_wide);      \
  BENCHMARK_CAPTURE(measure, chain_three_wide, chain_three_wide)

BENCHMARK_CAPTURE(naive, lone_squad, naive_attack);
BENCHMARK_CAPTURE(naive, he, naive_he);
FOR_EVERY_QUESTION(walk);
FOR_EVERY_QUESTION(simulate);
FOR_EVERY_QUESTION(bare);
FOR_EVERY_QUESTION(solve);
BENCHMARK(threads)->Arg(1)->Arg(2)->UseRealTime();
BENCHMARK(program)->UseRealTime();

}  // namespace
