#include <benchmark/benchmark.h>

#include "bench/naive_attack.hpp"
#include "model/attack.hpp"
#include "model/he.hpp"
#include "model/rubble_chain.hpp"
#include "sim/ask.hpp"

namespace {

using namespace boxcars;

const std::atomic<bool> never_stop{false};

model::Attack attack(const std::string& fp, int drm, std::vector<std::string> targets) {
  model::AttackInputs in;
  in.fp = fp;
  in.drm = drm;
  in.targets = std::move(targets);
  in.cowering = model::Cowering::none;
  return model::Attack(in);
}

model::Attack lone_squad() { return attack("8", 0, {"4-4-7"}); }
model::Attack leader_and_four_squads() { return attack("12", -1, {"9-1", "4-6-7", "4-6-7", "4-6-7", "4-6-7"}); }
model::Attack leader_and_six_squads() { return attack("12", -1, {"9-1", "4-6-7", "4-6-7", "4-6-7", "4-6-7", "4-6-7", "4-6-7"}); }

// Buildings of three levels side by side, in columns of `rows` from C1 on: 34 of them.
model::MapInput block(int rows) {
  model::MapInput input{.file = "block.toml", .map = {.grid = {40, 10}}};
  for (int i = 0; i < 34; ++i) input.map.hexes[{2 + i / rows, 1 + i % rows}] = {.building = model::Construction::stone, .levels = 3};
  return input;
}

model::He he_at_level_1() { return model::He({.caliber = 150, .building = model::Construction::stone, .levels = 2, .level = "1"}); }
model::He he_with_occupant_on_a_map() {
  return model::He({.caliber = 150, .level = "1", .occupants = {"1=4-4-7"}, .own = {"K3"}, .map = block(2), .hex = "K2"});
}
model::RubbleChain chain_two_wide() { return model::RubbleChain({.map = block(2), .hex = "K2"}); }
model::RubbleChain chain_three_wide() { return model::RubbleChain({.map = block(3), .hex = "H2"}); }

void naive_lone_squad(benchmark::State& state) {
  std::mt19937 engine(1);
  for (auto _ : state) benchmark::DoNotOptimize(bench::naive_attack(engine, sim::batch_trials));
  state.SetItemsProcessed(static_cast<std::int64_t>(state.iterations()) * sim::batch_trials);
}

template <class Question>
void simulate(benchmark::State& state, Question make()) {
  const Question question = make();
  sim::Chain<Question> chain(question);
  sim::solve(chain, {}, never_stop);
  chain.freeze();
  sim::Simulator<Question> simulator(chain);
  std::uint64_t batch = 0;
  for (auto _ : state) simulator.batch(sim::DiceStream(1, 1, batch++), sim::batch_trials, never_stop);
  state.SetItemsProcessed(static_cast<std::int64_t>(batch) * sim::batch_trials);
  state.counters["states"] = static_cast<double>(chain.size());
}

// The same rule text, one trial at a time: the chain has its first state only.
template <class Question>
void walk(benchmark::State& state, Question make()) {
  const Question question = make();
  sim::Chain<Question> chain(question);
  chain.freeze();
  sim::Simulator<Question> simulator(chain);
  std::uint64_t batch = 0;
  for (auto _ : state) simulator.batch(sim::DiceStream(1, 1, batch++), sim::batch_trials / 16, never_stop);
  state.SetItemsProcessed(static_cast<std::int64_t>(batch) * sim::batch_trials / 16);
}

template <class Question>
void solve(benchmark::State& state, Question make()) {
  const Question question = make();
  for (auto _ : state) {
    sim::Chain<Question> chain(question);
    benchmark::DoNotOptimize(sim::solve(chain, {}, never_stop));
  }
}

BENCHMARK(naive_lone_squad)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(simulate, lone_squad, lone_squad)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(simulate, leader_and_four_squads, leader_and_four_squads)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(simulate, leader_and_six_squads, leader_and_six_squads)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(simulate, he_at_level_1, he_at_level_1)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(simulate, he_with_occupant_on_a_map, he_with_occupant_on_a_map)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(simulate, chain_two_wide, chain_two_wide)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(simulate, chain_three_wide, chain_three_wide)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(walk, leader_and_four_squads, leader_and_four_squads)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(walk, he_with_occupant_on_a_map, he_with_occupant_on_a_map)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(walk, chain_two_wide, chain_two_wide)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(solve, lone_squad, lone_squad)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(solve, leader_and_four_squads, leader_and_four_squads)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(solve, leader_and_six_squads, leader_and_six_squads)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(solve, he_at_level_1, he_at_level_1)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(solve, he_with_occupant_on_a_map, he_with_occupant_on_a_map)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(solve, chain_two_wide, chain_two_wide)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(solve, chain_three_wide, chain_three_wide)->Unit(benchmark::kMillisecond);

}  // namespace
