#include "sim/runner.hpp"

#include <algorithm>
#include <cassert>
#include <thread>
#include <vector>

// ThreadSanitizer cannot see through Debian's TBB library, so the tsan preset runs the same workers on std::jthread.
#if !defined(BOXCARS_USE_JTHREAD)
#include <tbb/global_control.h>
#include <tbb/parallel_for.h>
#include <tbb/task_arena.h>
#endif

namespace boxcars::sim {

void run_workers(int threads, const std::function<void(int worker)>& work) {
  if (threads == 1) return work(0);
#if defined(BOXCARS_USE_JTHREAD)
  std::vector<std::jthread> team;
  for (int i = 0; i < threads; ++i) team.emplace_back([&work, i] { work(i); });
#else
  const tbb::global_control allowed(tbb::global_control::max_allowed_parallelism, static_cast<std::size_t>(threads));
  tbb::task_arena arena(threads);
  arena.execute([&] { tbb::parallel_for(0, threads, work, tbb::simple_partitioner{}); });
#endif
}

int hardware_threads() { return std::max(1, static_cast<int>(std::thread::hardware_concurrency())); }

std::uint64_t run_batches(std::uint64_t first, std::uint64_t last, int threads, const std::atomic<bool>& stop,
                          const std::function<void(int worker, std::uint64_t batch)>& work) {
  assert(threads >= 1 && first <= last);
  std::atomic<std::uint64_t> next{first};
  const auto workers =
      static_cast<int>(std::min<std::uint64_t>(static_cast<std::uint64_t>(threads), std::max<std::uint64_t>(last - first, 1)));
  run_workers(workers, [&](int worker) {
    while (!stop.load(std::memory_order_relaxed)) {
      const std::uint64_t batch = next.fetch_add(1, std::memory_order_relaxed);
      if (batch >= last) return;
      work(worker, batch);
    }
  });
  return std::min(next.load(), last);
}

}  // namespace boxcars::sim
