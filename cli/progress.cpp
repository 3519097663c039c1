#include "cli/progress.hpp"

#include <algorithm>
#include <cmath>
#include <exception>
#include <optional>
#include <ostream>
#include <utility>

#include <fmt/format.h>

#include "io/formats/percent.hpp"

namespace boxcars::cli {
namespace {

using Clock = std::chrono::steady_clock;
using namespace std::chrono_literals;

constexpr auto silent_for = 1s;
constexpr auto wakes_every = 200ms;
constexpr Clock::duration first_pause = 10s, longest_pause = 5min;  // between two lines
constexpr auto very_long = 1h;

// How long the trials of a question have been thrown, from one look at them to the next.
class Simulating {
 public:
  std::chrono::duration<double> operator()(const sim::Progress& progress) {
    const auto now = Clock::now();
    if (!first_trial_ && progress.goal.load(std::memory_order_relaxed) > 0) first_trial_ = now;
    return now - first_trial_.value_or(now);
  }

 private:
  std::optional<Clock::time_point> first_trial_;
};

// The trials at the end, if that is known, or can be foreseen.
std::optional<std::uint64_t> end_of(const sim::Progress& progress) {
  const auto foreseen = progress.foreseen.load(std::memory_order_relaxed);
  if (progress.goal_is_end.load(std::memory_order_relaxed)) return progress.goal.load(std::memory_order_relaxed);
  return foreseen > 0 ? std::optional(foreseen) : std::nullopt;
}

// "this takes about 11 days; ..." if it takes very long, and that can be said by now.
std::string warning_on(const sim::Progress& progress, std::chrono::duration<double> simulating) {
  const auto left = time_left(progress, simulating);
  if (!left || simulating < silent_for || *left < very_long) return "";
  return fmt::format("{} trials take about {}; Ctrl-C ends them, and prints what is done", io::grouped(end_of(progress).value_or(0)),
                     in_words(*left + simulating));
}

}  // namespace

std::string in_words(std::chrono::duration<double> time) {
  struct Unit {
    double seconds;
    double most;  // of it
    const char* name;
  };
  for (const Unit& unit : {Unit{1, 120, "s"}, Unit{60, 120, "min"}, Unit{3600, 48, "h"}, Unit{86400, 730, "days"}}) {
    const double count = std::ceil(time.count() / unit.seconds);
    if (count <= unit.most) return fmt::format("{:.0f} {}", count, unit.name);
  }
  return fmt::format("{:.0f} years", std::ceil(time.count() / (365.25 * 86400)));
}

std::optional<std::chrono::duration<double>> time_left(const sim::Progress& progress, std::chrono::duration<double> simulating) {
  const auto trials = static_cast<double>(progress.trials.load(std::memory_order_relaxed));
  const auto end = end_of(progress);
  if (!end || trials == 0) return std::nullopt;
  return simulating * std::max(static_cast<double>(*end) - trials, 0.0) / trials;
}

HowFar how_far(const sim::Progress& progress, std::chrono::duration<double> simulating) {
  const auto goal = progress.goal.load(std::memory_order_relaxed);
  if (goal == 0 || progress.growing.load(std::memory_order_relaxed))
    return {"solving: " + io::grouped(progress.states.load(std::memory_order_relaxed)) + " states"};
  const auto trials = progress.trials.load(std::memory_order_relaxed);
  const auto end = end_of(progress);
  if (!end) return {io::grouped(trials) + " trials, precise enough at " + io::grouped(goal) + " or later"};
  const bool is_known = progress.goal_is_end.load(std::memory_order_relaxed);
  const double share = std::min(static_cast<double>(trials) / static_cast<double>(*end), 1.0);
  std::string text =
      fmt::format("{} of {}{} trials ({:.0f}%)", io::grouped(trials), is_known ? "" : "about ", io::grouped(*end), std::floor(100 * share));
  if (const auto left = time_left(progress, simulating)) text += ", " + in_words(*left) + " left";
  return {text, share};
}

ProgressTeller::ProgressTeller(sim::Progress& progress, const Environment& environment, const std::string& before)
    : ProgressTeller(
          [&progress, before, simulating = Simulating()]() mutable {
            HowFar told = how_far(progress, simulating(progress));
            told.text.insert(0, before);
            return told;
          },
          environment,
          [&progress, before, simulating = Simulating()]() mutable {
            const std::string warning = warning_on(progress, simulating(progress));
            return warning.empty() ? "" : before + warning;
          }) {
  watch(progress);
}

ProgressTeller::ProgressTeller(sim::Progress& progress, std::function<HowFar()> text, const Environment& environment)
    : ProgressTeller(std::move(text), environment) {
  watch(progress);
}

ProgressTeller::ProgressTeller(std::function<HowFar()> text, const Environment& environment, std::function<std::string()> warning)
    : text_(std::move(text)), warning_(std::move(warning)), environment_(&environment) {
#if !defined(BOXCARS_NO_THREADS)
  if (environment.progress == ShowProgress::never) return;
  try {
    thread_ = std::jthread([this](const std::stop_token& done) { tell(done); });
  } catch (const std::system_error&) {  // the machine has no more threads: nobody is told
  }
#endif
}

ProgressTeller::~ProgressTeller() {
  if (watched_) watched_->between = {};
}

void ProgressTeller::watch(sim::Progress& progress) {
  if (!environment_->watcher) return;
  watched_ = &progress;
  told_ = Clock::now();
  progress.between = [this] {
    if (Clock::now() < told_ + wakes_every) return;
    environment_->watcher(message_of(text_(), environment_->messages));
    told_ = Clock::now();
  };
}

#if !defined(BOXCARS_NO_THREADS)
void ProgressTeller::tell(const std::stop_token& done) {
  const bool one_line = environment_->progress == ShowProgress::on_one_line && environment_->messages == Messages::in_words;
  auto next = Clock::now() + silent_for;
  Clock::duration pause = first_pause;
  bool drawn = false;
  const auto tell_once = [&] {
    const auto now = Clock::now();
    const HowFar now_at = text_();
    const std::string warning = warning_ ? warning_() : "";
    if (!warning.empty()) {
      if (drawn) environment_->err << "\r\x1b[K";
      cli::tell(*environment_, MessageKind::note, warning);
      environment_->err << std::flush;
      warning_ = {};
    }
    if (now < next) return;
    if (one_line) {
      const auto width = static_cast<std::size_t>(std::max(environment_->style.width - 1, 1));
      environment_->err << '\r' << now_at.text.substr(0, width) << "\x1b[K" << std::flush;
      drawn = true;
    } else {
      cli::tell(*environment_, now_at);
      next = now + pause;
      pause = std::min(2 * pause, longest_pause);
    }
  };
  std::unique_lock lock(mutex_);
  for (;;) {
    woken_.wait_for(lock, done, wakes_every, [] { return false; });
    if (done.stop_requested()) break;
    try {
      tell_once();
    } catch (const std::exception&) {  // too little memory, say: what is worked on goes on untold
    }
  }
  if (drawn) environment_->err << "\r\x1b[K" << std::flush;
}
#endif

}  // namespace boxcars::cli
