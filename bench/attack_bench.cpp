#include <benchmark/benchmark.h>

#include "bench/naive_attack.hpp"
#include "model/attack.hpp"
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

const std::vector<std::string> lone_squad{"4-4-7"};
const std::vector<std::string> four_squads{"9-1", "4-6-7", "4-6-7", "4-6-7", "4-6-7"};
const std::vector<std::string> six_squads{"9-1", "4-6-7", "4-6-7", "4-6-7", "4-6-7", "4-6-7", "4-6-7"};

void naive_lone_squad(benchmark::State& state) {
  std::mt19937 engine(1);
  for (auto _ : state) benchmark::DoNotOptimize(bench::naive_attack(engine, sim::batch_trials));
  state.SetItemsProcessed(static_cast<std::int64_t>(state.iterations()) * sim::batch_trials);
}

void simulate(benchmark::State& state, const std::string& fp, int drm, const std::vector<std::string>& targets) {
  const model::Attack question = attack(fp, drm, targets);
  sim::Chain<model::Attack> chain(question);
  sim::solve(chain, {}, never_stop);
  chain.freeze();
  sim::Simulator<model::Attack> simulator(chain);
  std::uint64_t batch = 0;
  for (auto _ : state) simulator.batch(sim::DiceStream(1, 1, batch++), sim::batch_trials);
  state.SetItemsProcessed(static_cast<std::int64_t>(batch) * sim::batch_trials);
  state.counters["states"] = static_cast<double>(chain.size());
}

// The same rule text, one trial at a time: the chain has its first state only.
void walk(benchmark::State& state, const std::string& fp, int drm, const std::vector<std::string>& targets) {
  const model::Attack question = attack(fp, drm, targets);
  sim::Chain<model::Attack> chain(question);
  chain.freeze();
  sim::Simulator<model::Attack> simulator(chain);
  std::uint64_t batch = 0;
  for (auto _ : state) simulator.batch(sim::DiceStream(1, 1, batch++), sim::batch_trials / 16);
  state.SetItemsProcessed(static_cast<std::int64_t>(batch) * sim::batch_trials / 16);
}

void solve(benchmark::State& state, const std::string& fp, int drm, const std::vector<std::string>& targets) {
  const model::Attack question = attack(fp, drm, targets);
  for (auto _ : state) {
    sim::Chain<model::Attack> chain(question);
    benchmark::DoNotOptimize(sim::solve(chain, {}, never_stop));
  }
}

BENCHMARK(naive_lone_squad)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(simulate, lone_squad, "8", 0, lone_squad)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(simulate, leader_and_four_squads, "12", -1, four_squads)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(simulate, leader_and_six_squads, "12", -1, six_squads)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(walk, leader_and_four_squads, "12", -1, four_squads)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(solve, lone_squad, "8", 0, lone_squad)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(solve, leader_and_four_squads, "12", -1, four_squads)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(solve, leader_and_six_squads, "12", -1, six_squads)->Unit(benchmark::kMillisecond);

}  // namespace
