#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "ask/common.hpp"
#include "ask/question.hpp"
#include "sim/run/scheduler.hpp"

namespace boxcars::ask {

/// Many questions that are answered alike. Any thread may call its functions.
struct Questions {
  std::function<Question(std::size_t point)> ask;
  std::function<std::uint64_t(std::size_t point)> seed;
  std::function<std::string(std::size_t point)> called;  ///< "the second question"
  sim::Method method = sim::Method::both;
};

/// What is known of a question once it has been prepared.
struct Solved {
  std::size_t point = 0;
  std::uint64_t fingerprint = 0;  ///< of its rules, and of what their events and measures are called
  std::uint64_t states = 0;
  double truncated_mass = 0;
  std::optional<sim::Odds> odds{};
  std::vector<double> lower_bounds{};  ///< without odds: see sim::Findings
  sim::NoOdds why = sim::NoOdds::not_wanted;
};

/// What a worker has done of a task.
struct Done {
  sim::Task::Kind kind = sim::Task::Kind::wait;
  Solved solved{};            ///< if it was to prepare
  std::string canonical{};    ///< and which question that was
  sim::BatchResult thrown{};  ///< if it was to throw
};

/// Gives what a worker has done, if anything, and gets its next task. Any thread may call it.
using Exchange = std::function<sim::Task(std::optional<Done>)>;

/// A group of workers: how one process works on many questions.
struct WorkerGroup {
  int threads = 1;
  Machine machine{};
  sim::Progress* watched = nullptr;  ///< how many states a chain has that it grows
};

/// Does the tasks, until one says stop or `stop` becomes true. Throws what a worker throws, when all have ended; BadInput for a
/// question that never ends.
void work(const Questions& questions, const WorkerGroup& group, const Exchange& exchange, const std::atomic<bool>& stop);

/// The same on this thread alone.
void work_alone(const Questions& questions, const WorkerGroup& group, const Exchange& exchange, const std::atomic<bool>& stop);

}  // namespace boxcars::ask
