#include "io/studies/study_ranks.hpp"

#include <algorithm>
#include <chrono>
#include <optional>
#include <string>
#include <utility>

#include "ask/workers_at_work.hpp"
#include "io/studies/study_messages.hpp"

namespace boxcars::io {
namespace {

using namespace std::chrono_literals;

// What a kill may lose. In the beginning it is no more than what is kept already: a short run has several waves, too.
constexpr std::chrono::steady_clock::duration longest_wave = 500ms;

}  // namespace

bool work_as_first(Gathering& gathering, Store& store, const ask::Questions& questions, const ask::WorkerGroup& group, Ranks& ranks,
                   const std::atomic<bool>& stop) {
  ask::WorkersAtWork at_work(
      questions, group, [&](std::optional<ask::Done> done) { return gathering.exchange(0, std::move(done)); }, stop);
  const auto answer = [&](std::size_t rank, const std::string& text) {
    sim::Task task = gathering.exchange(rank, done_of(text));
    if (at_work.halted()) task = {};
    return to_text(task);
  };
  const std::chrono::microseconds pause = ranks.size() > 1 ? 300us : 20'000us;
  const auto began = std::chrono::steady_clock::now();
  auto kept = began;
  at_work.run(pause, [&](bool working) {
    if (ranks.serve(answer)) working = true;
    if (stop.load(std::memory_order_relaxed) || (ranks.gone() > 0 && !gathering.is_done())) at_work.halt();
    if (working && std::chrono::steady_clock::now() - kept < std::min(longest_wave, kept - began)) return true;
    if (const Wave wave = gathering.wave(); !wave.empty()) store.keep(wave);
    kept = std::chrono::steady_clock::now();
    return working;
  });
  return gathering.is_done();
}

void work_as_other(const ask::Questions& questions, const ask::WorkerGroup& group, Ranks& ranks, const std::atomic<bool>& stop) {
  ask::WorkersAtWork at_work(
      questions, group, [&](const std::optional<ask::Done>& done) { return task_of(ranks.ask(to_text(done))); }, stop);
  at_work.run(20ms, [&](bool working) {
    if (stop.load(std::memory_order_relaxed)) at_work.halt();
    return working;
  });
  ranks.leave();
}

}  // namespace boxcars::io
