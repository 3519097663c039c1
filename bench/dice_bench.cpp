#include <algorithm>
#include <array>
#include <iterator>
#include <numeric>

#include <benchmark/benchmark.h>

#include "bench/naive.hpp"
#include "bench/work.hpp"
#include "sim/trials/dice_stream.hpp"
#include "sim/trials/simulate.hpp"

namespace {

using namespace boxcars;

// DR thrown and counted by three classes of their sums, so many at a time.
class Dice {
 public:
  Dice(sim::InstructionSet with, std::uint32_t throws) : dice_({}, with), throws_(throws) {
    for (std::uint8_t face = 0; face < 36; ++face) class_of_face_[face] = face / 6 + face % 6 > 6 ? 2 : face / 6 + face % 6 > 3 ? 1 : 0;
  }
  void next() {
    counts_.fill(0);
    dice_.count(throws_, class_of_face_, counts_);
    benchmark::DoNotOptimize(counts_);
  }
  auto work() {
    return bench::Work{throws_, [this] { next(); }};
  }

 private:
  sim::DiceStream dice_;
  std::uint32_t throws_;
  std::array<std::uint8_t, 36> class_of_face_{};
  std::array<std::uint32_t, 3> counts_{};
};

void dr(benchmark::State& state, sim::InstructionSet with) {
  if (!sim::is_supported(with)) return state.SkipWithError("not on this machine");
  Dice dice(with, static_cast<std::uint32_t>(state.range(0)));
  bench::measure(state, dice.work());
}

template <class Counts>
void faster_than(benchmark::State& state, Counts count(std::uint64_t)) {
  Dice dice(sim::best_instruction_set(), sim::batch_trials);
  bench::in_turn(state, dice.work(), bench::naive_work(count));
}

void fill(benchmark::State& state, sim::InstructionSet with) {
  if (!sim::is_supported(with)) return state.SkipWithError("not on this machine");
  sim::Lanes lanes{};
  std::iota(std::begin(lanes.state), std::end(lanes.state), 1);
  std::fill(std::begin(lanes.increment), std::end(lanes.increment), 1);
  alignas(64) std::array<sim::Handful, sim::block_handfuls> block;
  bench::measure(state, bench::Work{2 * block.size(), [&] {
                                      sim::kernels_of(with).fill(lanes, block.data());
                                      benchmark::DoNotOptimize(block);
                                    }});
}

template <class Counts>
void naive(benchmark::State& state, Counts count(std::uint64_t)) {
  bench::measure(state, bench::naive_work(count));
}

BENCHMARK_CAPTURE(dr, scalar, sim::InstructionSet::scalar)->Arg(sim::batch_trials);
BENCHMARK_CAPTURE(dr, x86_64, sim::InstructionSet::x86_64)->Arg(sim::batch_trials);
BENCHMARK_CAPTURE(dr, avx2, sim::InstructionSet::avx2)->Arg(sim::batch_trials);
BENCHMARK_CAPTURE(dr, avx512, sim::InstructionSet::avx512)->Arg(sim::batch_trials);
BENCHMARK_CAPTURE(dr, best, sim::best_instruction_set())->RangeMultiplier(8)->Range(1, sim::batch_trials);
BENCHMARK_CAPTURE(faster_than, mt19937, bench::naive_dr);
BENCHMARK_CAPTURE(faster_than, pcg32, bench::naive_dr_pcg);
BENCHMARK_CAPTURE(fill, scalar, sim::InstructionSet::scalar);
BENCHMARK_CAPTURE(fill, x86_64, sim::InstructionSet::x86_64);
BENCHMARK_CAPTURE(fill, avx2, sim::InstructionSet::avx2);
BENCHMARK_CAPTURE(fill, avx512, sim::InstructionSet::avx512);
BENCHMARK_CAPTURE(naive, dr_mt19937, bench::naive_dr);
BENCHMARK_CAPTURE(naive, dr_pcg32, bench::naive_dr_pcg);

}  // namespace
