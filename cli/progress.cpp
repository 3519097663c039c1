#include "cli/progress.hpp"

#include <algorithm>
#include <cmath>
#include <optional>
#include <ostream>
#include <utility>

#include <fmt/format.h>

#include "io/percent.hpp"

namespace boxcars::cli {
namespace {

using Clock = std::chrono::steady_clock;
using namespace std::chrono_literals;

constexpr auto silent_for = 1s;
constexpr auto wakes_every = 200ms;

}  // namespace

std::string in_words(const sim::Progress& progress, std::chrono::duration<double> simulating) {
  const auto goal = progress.goal.load(std::memory_order_relaxed);
  if (goal == 0) return "solving: " + io::grouped(progress.states.load(std::memory_order_relaxed)) + " states";
  const auto trials = progress.trials.load(std::memory_order_relaxed);
  if (!progress.goal_is_end.load(std::memory_order_relaxed)) {
    return io::grouped(trials) + " trials, precise enough at " + io::grouped(goal) + " or later";
  }
  const double share = static_cast<double>(trials) / static_cast<double>(goal);
  std::string text = fmt::format("{} of {} trials ({:.0f}%)", io::grouped(trials), io::grouped(goal), std::floor(100 * share));
  if (trials > 0) text += fmt::format(", {:.0f} s left", std::ceil(simulating.count() * (1 - share) / share));
  return text;
}

ProgressTeller::ProgressTeller(const sim::Progress& progress, const Environment& environment, const std::string& before)
    : ProgressTeller(
          [&progress, before, first_trial = std::optional<Clock::time_point>()]() mutable {
            const auto now = Clock::now();
            if (!first_trial && progress.goal.load(std::memory_order_relaxed) > 0) first_trial = now;
            return before + in_words(progress, now - first_trial.value_or(now));
          },
          environment) {}

ProgressTeller::ProgressTeller(std::function<std::string()> text, const Environment& environment)
    : text_(std::move(text)), environment_(&environment) {
  if (environment.progress != ShowProgress::never) thread_ = std::jthread([this](std::stop_token done) { tell(done); });
}

ProgressTeller::~ProgressTeller() = default;

void ProgressTeller::tell(std::stop_token done) {
  const bool one_line = environment_->progress == ShowProgress::on_one_line;
  auto next = Clock::now() + silent_for;
  bool drawn = false;
  std::unique_lock lock(mutex_);
  for (;;) {
    woken_.wait_for(lock, done, wakes_every, [] { return false; });
    if (done.stop_requested()) break;
    const auto now = Clock::now();
    const std::string text = text_();
    if (now < next) continue;
    if (one_line) {
      const auto width = static_cast<std::size_t>(std::max(environment_->style.width - 1, 1));
      environment_->err << '\r' << text.substr(0, width) << "\x1b[K" << std::flush;
      drawn = true;
    } else {
      environment_->err << "boxcars: " << text << std::endl;
      next = now + 10s;
    }
  }
  if (drawn) environment_->err << "\r\x1b[K" << std::flush;
}

}  // namespace boxcars::cli
