#include "sim/runner.hpp"

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
// So many more threads that do this, or as many of them as the machine has.
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

// What a thread takes of a machine's memory to work, beside its stack: glibc sets a heap of 64 MiB aside for each, for a moment twice that.
#if defined(BOXCARS_SANITIZED)  // there it is more, and written to
constexpr std::size_t room = 1;
#else
constexpr std::size_t room = std::size_t{128} << 20;
#endif

// How many of so many more threads the machine has, each with its room: TBB ends the program if it cannot make one, and by then others are
// at work.
int startable(int wanted) {
  std::vector<std::unique_ptr<std::byte[]>> rooms;  // none of it is touched
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

// This thread and so many more; it does what is left by those that could not be made. Throws what the first of the workers that failed
// threw.
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
