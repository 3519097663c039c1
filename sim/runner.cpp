#include "sim/runner.hpp"

#include <algorithm>
#include <cassert>
#include <exception>
#include <latch>
#include <mutex>
#include <system_error>
#include <thread>
#include <vector>

// ThreadSanitizer cannot see through Debian's TBB library, so the tsan preset runs the same workers on std::jthread.
#if !defined(BOXCARS_USE_JTHREAD)
#include <tbb/global_control.h>
#include <tbb/parallel_for.h>
#include <tbb/task_arena.h>
#endif

namespace boxcars::sim {
namespace {

// So many more threads that do this, or as many of them as the machine has.
std::vector<std::jthread> started(int wanted, const std::function<void(int number)>& work) {
  std::vector<std::jthread> team;
  team.reserve(static_cast<std::size_t>(wanted));
  try {
    for (int i = 0; i < wanted; ++i) team.emplace_back(work, i);
  } catch (const std::system_error&) {
  }
  return team;
}

// This thread does what is left by those that could not be made. Throws what the first of the workers that failed threw.
void run_on_own_threads(int threads, const std::function<void(int worker)>& work) {
  std::mutex mutex;
  std::exception_ptr failure;
  const std::function<void(int)> guarded = [&](int worker) {
    try {
      work(worker);
    } catch (...) {
      const std::scoped_lock lock(mutex);
      if (!failure) failure = std::current_exception();
    }
  };
  {
    const auto team = started(threads - 1, [&guarded](int number) { guarded(number + 1); });
    guarded(0);
    for (int worker = static_cast<int>(team.size()) + 1; worker < threads; ++worker) guarded(worker);
  }
  if (failure) std::rethrow_exception(failure);
}

#if !defined(BOXCARS_USE_JTHREAD)
// TBB ends the program if it cannot make a thread, so it is tried before.
bool can_start(int threads) {
  std::latch tried(1);
  const auto team = started(threads, [&tried](int) { tried.wait(); });
  tried.count_down();
  return static_cast<int>(team.size()) == threads;
}

void run_on_tbb(int threads, const std::function<void(int worker)>& work) {
  const tbb::global_control allowed(tbb::global_control::max_allowed_parallelism, static_cast<std::size_t>(threads));
  tbb::task_arena arena(threads);
  arena.execute([&] { tbb::parallel_for(0, threads, work, tbb::simple_partitioner{}); });
}
#endif

}  // namespace

void run_workers(int threads, const std::function<void(int worker)>& work) {
  if (threads == 1) return work(0);
#if !defined(BOXCARS_USE_JTHREAD)
  if (can_start(threads)) return run_on_tbb(threads, work);
#endif
  run_on_own_threads(threads, work);
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
