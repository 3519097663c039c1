#include <numeric>

#include <benchmark/benchmark.h>

#include "bench/naive.hpp"
#include "sim/dice_stream.hpp"
#include "sim/simulate.hpp"

namespace {

using namespace boxcars;

void per_item(benchmark::State& state, std::uint64_t items) {
  state.SetItemsProcessed(static_cast<std::int64_t>(state.iterations()) * static_cast<std::int64_t>(items));
}

// DR thrown and counted, as many at a time as the argument says.
void dr(benchmark::State& state, sim::InstructionSet with) {
  if (!sim::is_supported(with)) return state.SkipWithError("not on this machine");
  sim::DiceStream dice({}, with);
  std::array<std::uint8_t, 36> class_of_face;  // high, middle and low sums
  for (std::uint8_t face = 0; face < 36; ++face) class_of_face[face] = face / 6 + face % 6 > 6 ? 2 : face / 6 + face % 6 > 3 ? 1 : 0;
  std::array<std::uint32_t, 3> counts{};
  const auto throws = static_cast<std::uint32_t>(state.range(0));
  for (auto _ : state) {
    counts.fill(0);
    dice.count(throws, class_of_face, counts);
    benchmark::DoNotOptimize(counts);
  }
  per_item(state, throws);
}

void fill(benchmark::State& state, sim::Fill* fill, sim::InstructionSet with) {
  if (!sim::is_supported(with)) return state.SkipWithError("not on this machine");
  sim::Lanes lanes{};
  std::iota(std::begin(lanes.state), std::end(lanes.state), 1);
  std::fill(std::begin(lanes.increment), std::end(lanes.increment), 1);
  alignas(64) std::array<sim::Handful, sim::block_handfuls> block;
  for (auto _ : state) {
    fill(lanes, block.data());
    benchmark::DoNotOptimize(block);
  }
  per_item(state, 2 * block.size());
}

void naive(benchmark::State& state, std::uint64_t count(std::uint64_t)) {
  for (auto _ : state) benchmark::DoNotOptimize(count(sim::batch_trials));
  per_item(state, sim::batch_trials);
}

BENCHMARK_CAPTURE(dr, scalar, sim::InstructionSet::scalar)->Arg(sim::batch_trials);
BENCHMARK_CAPTURE(dr, x86_64, sim::InstructionSet::x86_64)->Arg(sim::batch_trials);
BENCHMARK_CAPTURE(dr, avx2, sim::InstructionSet::avx2)->Arg(sim::batch_trials);
BENCHMARK_CAPTURE(dr, avx512, sim::InstructionSet::avx512)->Arg(sim::batch_trials);
BENCHMARK_CAPTURE(dr, best, sim::best_instruction_set())->RangeMultiplier(8)->Range(1, sim::batch_trials);
BENCHMARK_CAPTURE(fill, scalar, sim::fill_scalar, sim::InstructionSet::scalar);
BENCHMARK_CAPTURE(fill, x86_64, sim::fill_x86_64, sim::InstructionSet::x86_64);
BENCHMARK_CAPTURE(fill, avx2, sim::fill_avx2, sim::InstructionSet::avx2);
BENCHMARK_CAPTURE(fill, avx512, sim::fill_avx512, sim::InstructionSet::avx512);
BENCHMARK_CAPTURE(naive, dr_mt19937, bench::naive_dr);
BENCHMARK_CAPTURE(naive, dr_pcg32, bench::naive_dr_pcg);

}  // namespace
