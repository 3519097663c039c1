#pragma once

#include <chrono>
#include <cstdint>

#include <benchmark/benchmark.h>

#include "sim/trials/simulate.hpp"

namespace boxcars::bench {

/// Some work that is measured: `next` does `items` of it.
template <class Next>
struct Work {
  std::uint64_t items;
  Next next;
};
template <class Next>
Work(std::uint64_t, Next) -> Work<Next>;

/// The same work again and again, by its items.
void measure(benchmark::State& state, const auto& work) {
  for (auto _ : state) work.next();
  state.SetItemsProcessed(static_cast<std::int64_t>(state.iterations()) * static_cast<std::int64_t>(work.items));
}

/// A naive program's throws or trials, so many of them that it takes no longer than ours.
template <class Seen>
auto naive_work(Seen program(std::uint64_t)) {
  constexpr std::uint64_t items = sim::batch_trials / 16;
  return Work{items, [program] { benchmark::DoNotOptimize(program(items)); }};
}

/// How many times as long `slow` takes for an item as `fast`. They are measured in turn, so that a machine that is slow for a while is so
/// for both.
template <class Fast, class Slow>
void in_turn(benchmark::State& state, const Fast& fast, const Slow& slow) {
  using Clock = std::chrono::steady_clock;
  Clock::duration of_fast{}, of_slow{};
  for (auto _ : state) {
    const auto begin = Clock::now();
    fast.next();
    const auto between = Clock::now();
    slow.next();
    of_slow += Clock::now() - between;
    of_fast += between - begin;
  }
  const double slow_item = static_cast<double>(of_slow.count()) / static_cast<double>(slow.items);
  const double fast_item = static_cast<double>(of_fast.count()) / static_cast<double>(fast.items);
  state.counters["ratio"] = slow_item / fast_item;
}

}  // namespace boxcars::bench
