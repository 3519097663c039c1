#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <limits>
#include <optional>
#include <vector>

#include "sim/run/compiled_model.hpp"
#include "sim/statistics/stop_rule.hpp"
#include "sim/statistics/tally.hpp"

namespace boxcars::sim {

/// The next task of a worker.
struct Task {
  enum class Kind : std::uint8_t {
    prepare,        ///< compile the point's question: grow, solve and freeze its chain
    throw_batches,  ///< throw batches of the point's question, which the worker's group has prepared
    wait,           ///< there is nothing to do now, but there may be later
    stop            ///< there is nothing more to do
  };
  Kind kind = Kind::stop;
  std::size_t point = 0;
  BatchRange batches{};
  std::uint64_t trials = 0;           ///< of the run that the batches belong to, up to its next checkpoint
  std::vector<std::size_t> forget{};  ///< points that the group has prepared and needs no more
};

/// The tally of batches of a point that are done and will never be thrown again; it is to be kept.
struct BatchResult {
  std::size_t point = 0;
  BatchRange batches{};
  Tally tally{};
};

/// Schedules the batches of many points on the workers of one or more groups. A group is a process whose threads share what they prepare.
/// What a point gives does not depend on who throws which batch when: batches add up, and a stop rule looks at the tally of the last
/// checkpoint. Not thread-safe.
class Scheduler {
 public:
  struct Point {
    std::size_t number = 0;
    std::vector<BatchRange> missing{};  ///< of a run of a given number of trials; for a precision they follow from the tally
    Tally tally{};                      ///< for a precision: at its last checkpoint
  };

  /// `points` are those on which something is to be done, in order.
  Scheduler(const StopRule& rule, std::vector<Point> points, std::size_t groups, std::size_t workers);

  Task next(std::size_t group);
  /// Reports that the group has done what a task said.
  void prepared(std::size_t group, std::size_t point, std::uint64_t states);
  void thrown(std::size_t point, BatchRange batches, const Tally& tally);

  bool is_done() const { return open_.empty() && next_ == points_.size(); }

  /// What is done since the last call, and the points that were finished with it.
  std::vector<BatchResult> results();
  std::vector<std::size_t> finished();

 private:
  enum class Has : std::uint8_t { nothing, asked, prepared };
  struct Open {
    std::size_t number = 0;
    std::deque<BatchRange> missing{};
    Tally tally{};                // at the last checkpoint
    Tally since{};                // since the last checkpoint
    std::uint64_t goal = 0;       // trials at the next checkpoint
    std::uint64_t under_way = 0;  // batches that workers are throwing
    std::uint64_t states = 0;
    std::vector<Has> groups{};
  };
  struct WorkerGroup {
    std::size_t preparing = 0;
    std::uint64_t states = 0;  // of all points that the group has prepared
    std::vector<std::size_t> forget{};
  };

  Open& open_point(std::size_t number);
  void begin(Open& point);
  bool complete(Open& point);
  void close_if_done(std::size_t number);
  BatchRange take(Open& point);
  bool may_prepare(const WorkerGroup& group) const;
  Task task_to_prepare(Open& point, std::size_t group);

  StopRule rule_;
  std::vector<Point> points_;
  std::size_t next_ = 0;  // the first of points_ that is not open yet
  std::size_t workers_;
  std::deque<Open> open_;
  std::vector<WorkerGroup> groups_;
  std::vector<BatchResult> results_;
  std::vector<std::size_t> finished_;
};

/// The i-th of n equal shares of a number of things: the first of them and the one behind the last.
BatchRange share(std::uint64_t things, std::uint64_t i, std::uint64_t n);

/// The parts of `wanted` that are in none of `held`, which are in order and do not overlap.
std::vector<BatchRange> missing(BatchRange wanted, const std::vector<BatchRange>& held);

}  // namespace boxcars::sim
