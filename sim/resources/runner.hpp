#pragma once

#include <atomic>
#include <cstdint>
#include <functional>

namespace boxcars::sim {

/// The number of threads of this machine, at least 1.
int hardware_threads();

/// Calls work(worker) for worker = 0 .. threads - 1, each on a thread of its own, and waits for all of them. If the machine has fewer
/// threads to spare, the calls follow one another.
void run_workers(int threads, const std::function<void(int worker)>& work);

/// Calls work(worker, batch) for batch = first, first + 1, ... below last on `threads` threads (workers 0 .. threads - 1; the calls of one
/// worker never overlap). Batches start in order, and none starts when `stop` has become true. The batches from `first` to before the
/// result have been started.
std::uint64_t run_batches(std::uint64_t first, std::uint64_t last, int threads, const std::atomic<bool>& stop,
                          const std::function<void(int worker, std::uint64_t batch)>& work);

}  // namespace boxcars::sim
