#pragma once

#include <atomic>
#include <cstdint>
#include <functional>

namespace boxcars::sim {

/// How far an answer is, for who watches it from another thread, or between two pieces of the work.
struct Progress {
  std::atomic<std::uint64_t> states{0};    ///< of the chain so far
  std::atomic<std::uint64_t> trials{0};    ///< thrown so far
  std::atomic<std::uint64_t> goal{0};      ///< trials at the next checkpoint; 0 before the first trial
  std::atomic<bool> goal_is_end{false};    ///< nothing comes after that checkpoint
  std::atomic<std::uint64_t> foreseen{0};  ///< trials at the end, as the last checkpoint makes them likely; 0 before it
  std::atomic<bool> growing{false};        ///< a larger chain, for the trials to come
  std::function<void()> between{};         ///< called between two pieces of the work, where there is no other thread to watch it

  void look() const {
    if (between) between();
  }
};

}  // namespace boxcars::sim
