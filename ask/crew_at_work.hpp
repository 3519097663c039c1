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

/// A crew of threads at work beside the thread that made it; if the machine has no other to spare, on that one alone.
class CrewAtWork {
 public:
  CrewAtWork(Questions questions, const Crew& crew, Exchange exchange, const std::atomic<bool>& stop);
  ~CrewAtWork() { halt(); }
  CrewAtWork(const CrewAtWork&) = delete;
  CrewAtWork& operator=(const CrewAtWork&) = delete;

  void halt() { halt_ = true; }
  bool halted() const { return halt_; }

  /// Calls beside(whether it works) after every pause, or between two orders, until that gives false. Throws what went wrong in it.
  void run(std::chrono::microseconds pause, const std::function<bool(bool working)>& beside);

 private:
  void work();
  void work_here(const std::function<bool(bool working)>& beside);
  bool wait(std::chrono::microseconds at_most);

  Questions questions_;
  Crew crew_;
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
