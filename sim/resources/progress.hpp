#pragma once

#include <atomic>
#include <cstdint>
#include <functional>

namespace boxcars::sim {

/// How far an answer has come. It is watched from another thread, or polled between two pieces of the work.
struct Progress {
  std::atomic<std::uint64_t> states{0};    ///< of the chain so far
  std::atomic<std::uint64_t> trials{0};    ///< thrown so far
  std::atomic<std::uint64_t> goal{0};      ///< trials at the next checkpoint; 0 before the first trial
  std::atomic<bool> goal_is_end{false};    ///< whether the next checkpoint is the last
  std::atomic<std::uint64_t> foreseen{0};  ///< estimated trials at the end, by the last checkpoint; 0 before it
  std::atomic<bool> growing{false};        ///< whether a larger chain is being grown for later trials
  std::function<void()> between{};         ///< called by poll() where no other thread can watch

  void poll() const {
    if (between) between();
  }
};

}  // namespace boxcars::sim
