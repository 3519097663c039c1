#pragma once

#include <atomic>
#include <cstddef>

#include "ask/work.hpp"
#include "io/studies/study_points.hpp"

namespace boxcars::io {

/// Seconds that a study will take, from the least to the most, judged by some of its points.
struct StudyCost {
  double least = 0;
  double most = 0;
  std::size_t judged = 0;
};

/// Throws Interrupted when `stop` becomes true.
StudyCost cost_of(const StudyPoints& points, const ask::WorkerGroup& group, const std::atomic<bool>& stop);

}  // namespace boxcars::io
