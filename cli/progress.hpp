#pragma once

#include <chrono>
#include <condition_variable>
#include <functional>
#include <mutex>
#include <optional>
#include <string>
#include <thread>

#include "cli/boxcars.hpp"
#include "cli/messages.hpp"
#include "sim/resources/progress.hpp"

namespace boxcars::cli {

/// Tells on the environment's standard error how far something is, as long as this lives: nothing in the first second; then on a
/// terminal one line that is drawn anew and goes in the end, elsewhere a line now, after ten seconds more, and ever more rarely. A run
/// that will take more than an hour is warned of, once. Who watches, if the environment has one, is told instead, more often.
class ProgressTeller {
 public:
  /// `text` says how far it is, `warning` what is to be told once, if anything; they are called from another thread.
  ProgressTeller(std::function<HowFar()> text, const Environment& environment, std::function<std::string()> warning = {});
  /// Tells it in words, after `before`.
  ProgressTeller(sim::Progress& progress, const Environment& environment, const std::string& before = "");
  /// Tells `text` of work that has this progress.
  ProgressTeller(sim::Progress& progress, std::function<HowFar()> text, const Environment& environment);
  ~ProgressTeller();
  ProgressTeller(const ProgressTeller&) = delete;
  ProgressTeller& operator=(const ProgressTeller&) = delete;

 private:
  std::function<HowFar()> text_;
  std::function<std::string()> warning_;
  const Environment* environment_;
  sim::Progress* watched_ = nullptr;  // for who watches
  std::chrono::steady_clock::time_point told_{};

  void watch(sim::Progress& progress);
#if !defined(BOXCARS_NO_THREADS)
  void tell(const std::stop_token& done);

  std::mutex mutex_;
  std::condition_variable_any woken_;
  std::jthread thread_;  // last, so that it ends first
#endif
};

/// "7 s", "90 min", "30 h", "11 days", "3 years".
std::string in_words(std::chrono::duration<double> time);

/// How long the trials will still take; nothing before the first ones, or if it is not known when they end.
std::optional<std::chrono::duration<double>> time_left(const sim::Progress& progress, std::chrono::duration<double> simulating);

/// "12,345,678 of 100,000,000 trials (12%), 7 s left"; `simulating` is the time since the first trial.
HowFar how_far(const sim::Progress& progress, std::chrono::duration<double> simulating);

}  // namespace boxcars::cli
