#pragma once

#include <cstdint>

namespace boxcars::sim {

/// Trials in a batch: the only unit of seeding, scheduling, stopping and resuming.
inline constexpr std::uint32_t batch_trials = 524'288;

/// The batches `first` to `last` - 1 of a run.
struct BatchRange {
  std::uint64_t first = 0;
  std::uint64_t last = 0;
  bool operator==(const BatchRange&) const = default;
};

/// The number of batches in a run of this many trials.
inline std::uint64_t batches_of(std::uint64_t trials) { return (trials + batch_trials - 1) / batch_trials; }

}  // namespace boxcars::sim
