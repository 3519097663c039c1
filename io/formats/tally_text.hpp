#pragma once

#include <cstdint>
#include <string>

#include "sim/statistics/tally.hpp"

namespace boxcars::io {

/// Counts, and exact odds, as one line of JSON without loss.
std::string to_text(const sim::Tally& tally);
std::string to_text(const sim::Odds& odds);

/// And back; the trials are not in the text. Throws nlohmann's errors for what is no such text, and std::out_of_range for what no run can
/// have given: an event more often than there are trials, a measure with more or fewer values, odds that are no probabilities.
sim::Tally tally_of(const std::string& text, std::uint64_t trials);
sim::Odds odds_of(const std::string& text);

}  // namespace boxcars::io
