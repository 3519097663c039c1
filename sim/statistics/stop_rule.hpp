#pragma once

#include <cstdint>
#include <limits>
#include <variant>

#include "sim/statistics/tally.hpp"

namespace boxcars::sim {

/// Stop after this many trials.
struct AfterTrials {
  std::uint64_t trials = 1'000'000;
  bool operator==(const AfterTrials&) const = default;
};

/// Stop at the first checkpoint at which the 95% interval of every event is within +-within of the estimate (0 < within < 0.5).
struct AtPrecision {
  double within = 0.001;
  std::uint64_t most_trials = std::numeric_limits<std::uint64_t>::max();  ///< the run stops here even if it is not precise enough
  bool operator==(const AtPrecision&) const = default;
};

using StopRule = std::variant<AfterTrials, AtPrecision>;

/// The number of trials to have thrown at the next checkpoint, given the tally at this one (empty at the start). It is no more than the
/// tally's trials when the rule says stop. It is a function of the tally alone, so that no answer depends on threads or time. For a
/// precision it is one batch first, then the predicted need, clamped to 1.1 to 2 times the tally's trials, in whole batches.
std::uint64_t next_checkpoint(const StopRule& rule, const Tally& tally);

/// Estimated trials at which the rule stops, at the frequencies seen so far. The tally has trials.
std::uint64_t foreseen_end(const StopRule& rule, const Tally& tally);

}  // namespace boxcars::sim
