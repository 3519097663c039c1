#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <exception>
#include <functional>
#include <mutex>
#include <optional>
#include <thread>

#include "ask/work.hpp"

namespace boxcars::ask {

/// A group of workers at work beside the thread that made it; if the machine has no other thread to spare, they work on that one alone.
class WorkersAtWork {
 public:
  WorkersAtWork(Questions questions, const WorkerGroup& group, Exchange exchange, const std::atomic<bool>& stop);
  ~WorkersAtWork() { halt(); }
  WorkersAtWork(const WorkersAtWork&) = delete;
  WorkersAtWork& operator=(const WorkersAtWork&) = delete;

  void halt() { halt_ = true; }
  bool halted() const { return halt_; }

  /// Calls beside(whether it works) after every pause, or between two tasks, until that gives false. Throws what went wrong in it.
  void run(std::chrono::microseconds pause, const std::function<bool(bool working)>& beside);

 private:
  void work();
  void work_here(const std::function<bool(bool working)>& beside);
  bool wait(std::chrono::microseconds at_most);

  Questions questions_;
  WorkerGroup group_;
  Exchange exchange_;
  const std::atomic<bool>* stop_;
  std::atomic<bool> halt_{false};
  std::mutex mutex_;
  std::condition_variable ended_;
  bool working_ = true;
  std::exception_ptr failure_;
  std::jthread thread_;  // last, so that it ends first
};

}  // namespace boxcars::ask
