#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "ask/work.hpp"
#include "io/files/study_store.hpp"
#include "io/studies/study.hpp"
#include "sim/run/scheduler.hpp"

namespace boxcars::io {

/// The point as its row in a store.
PointRow row_of(const ask::Question& asked, std::uint64_t seed);

/// A share of a study, of the I-th of N machines.
struct Part {
  std::uint64_t i = 0;
  std::uint64_t n = 1;
};

/// What of a part of a study is still to be done, as far as its points are.
std::vector<sim::Scheduler::Point> left_of(const Store& store, const std::vector<PointState>& states, Part part);

/// How far a study is.
struct StudyProgress {
  std::size_t finished = 0;  ///< points of this part, those that were done before too
  std::size_t points = 0;
  std::uint64_t trials = 0;    ///< thrown by this run
  std::uint64_t to_throw = 0;  ///< by this run in all; 0: a precision says
  double widest = 0;           ///< half of the widest 95% interval of any event of a point finished in this run
};

/// Deals out what is left of a study and gathers what comes back, from any number of crews. Any thread may call it.
class Gathering {
 public:
  Gathering(const Store& store, Part part, std::size_t groups, std::size_t workers);

  sim::Task exchange(std::size_t group, std::optional<ask::Done> done);
  /// What has been done since the last call, to be kept. Throws BadInput if the question of a point is not the one that the store has.
  Wave wave();
  StudyProgress progress() const;
  /// Nothing is left to be done, or under way.
  bool is_done() const;

 private:
  Gathering(const Store& store, Part part, const std::vector<PointState>& states, std::size_t groups, std::size_t workers);

  mutable std::mutex mutex_;
  sim::Scheduler scheduler_;
  const Store& store_;
  std::vector<PointSolved> solved_;
  std::vector<std::pair<std::size_t, std::string>> canonicals_;  // of what has been solved
  std::map<std::size_t, sim::Tally> so_far_;                     // of points under way
  StudyProgress progress_;
};

}  // namespace boxcars::io
