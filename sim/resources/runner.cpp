#include "sim/resources/runner.hpp"

#include <algorithm>
#include <cassert>
#include <cstddef>
#include <exception>
#include <latch>
#include <memory>
#include <mutex>
#include <new>
#include <system_error>
#include <thread>
#include <utility>
#include <vector>

#if defined(BOXCARS_TBB)
#include <tbb/global_control.h>
#include <tbb/parallel_for.h>
#include <tbb/task_arena.h>
#endif

namespace boxcars::sim {
namespace {

#if !defined(BOXCARS_NO_THREADS)
// Starts this number of threads, or as many of them as the machine has.
std::vector<std::jthread> started(int wanted, const std::function<void(int number)>& work) {
  std::vector<std::jthread> team;
  team.reserve(static_cast<std::size_t>(wanted));
  try {
    for (int i = 0; i < wanted; ++i) team.emplace_back(work, i);
  } catch (const std::system_error&) {
  } catch (const std::bad_alloc&) {
  }
  return team;
}

// The memory that a thread takes beside its stack: glibc sets a heap of 64 MiB aside for each thread, and for a moment twice that.
#if defined(BOXCARS_SANITIZED)  // a sanitized program takes more, and writes to it
constexpr std::size_t room = 1;
#else
constexpr std::size_t room = std::size_t{128} << 20;
#endif

// The number of threads, up to `wanted`, that the machine can start, each with its room. TBB ends the program if it cannot start a thread
// when others are already at work.
int startable(int wanted) {
  std::vector<std::unique_ptr<std::byte[]>> rooms;  // reserved only: no page of it is touched
  rooms.reserve(static_cast<std::size_t>(wanted));
  std::latch tried(1);
  const auto team = started(wanted, [&tried](int) { tried.wait(); });
  while (rooms.size() < team.size()) {
    std::unique_ptr<std::byte[]> one(new (std::nothrow) std::byte[room]);
    if (!one) break;
    rooms.push_back(std::move(one));
  }
  tried.count_down();
  return static_cast<int>(rooms.size());
}

// Works on this thread and `more` others. This thread does the work of those that could not be started. Throws the first exception of a
// worker.
void run_on_own_threads(int threads, int more, const std::function<void(int worker)>& work) {
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
    const auto team = started(more, [&guarded](int number) { guarded(number + 1); });
    guarded(0);
    for (int worker = static_cast<int>(team.size()) + 1; worker < threads; ++worker) guarded(worker);
  }
  if (failure) std::rethrow_exception(failure);
}
#endif

#if defined(BOXCARS_TBB)
// ThreadSanitizer cannot see through Debian's TBB library, so the tsan preset is built without.
void run_on_tbb(int threads, const std::function<void(int worker)>& work) {
  const tbb::global_control allowed(tbb::global_control::max_allowed_parallelism, static_cast<std::size_t>(threads));
  tbb::task_arena arena(threads);
  arena.execute([&] { tbb::parallel_for(0, threads, work, tbb::simple_partitioner{}); });
}
#endif

}  // namespace

void run_workers(int threads, const std::function<void(int worker)>& work) {
  if (threads == 1) return work(0);
#if defined(BOXCARS_NO_THREADS)
  for (int worker = 0; worker < threads; ++worker) work(worker);
#else
  const int more = startable(threads - 1);
#if defined(BOXCARS_TBB)
  if (more == threads - 1) return run_on_tbb(threads, work);
#endif
  run_on_own_threads(threads, more, work);
#endif
}

int hardware_threads() {
#if defined(BOXCARS_NO_THREADS)
  return 1;
#else
  return std::max(1, static_cast<int>(std::thread::hardware_concurrency()));
#endif
}

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
