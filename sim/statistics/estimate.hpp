#pragma once

#include <cstdint>
#include <map>

namespace boxcars::sim {

/// An estimated probability, or difference of two, with its 95% interval.
struct Estimate {
  double value = 0;
  double low = 0;
  double high = 0;
  double half_width() const { return (high - low) / 2; }
};

/// The estimate count / trials with the 95% Wilson score interval (Wilson 1927); `trials` is at least 1 and `count` at most `trials`.
Estimate wilson(std::uint64_t count, std::uint64_t trials);

/// The difference of two probabilities that were estimated independently of each other: `b` minus `a`. Its interval is made from their
/// Wilson intervals (Newcombe 1998, method 10, a hybrid score interval): never past -1 and 1, and honest where a count is 0 too.
Estimate difference(const Estimate& a, const Estimate& b);

/// A measure's mean over trials, with the standard error of that mean.
struct Mean {
  double value = 0;
  double standard_error = 0;
};

/// The mean of a distribution of counts by value; `trials` is the sum of the counts, at least 1.
Mean mean(const std::map<int, std::uint64_t>& counts_by_value, std::uint64_t trials);

/// The difference of two means that were estimated independently of each other: `b` minus `a`, with the normal interval of Welch's standard
/// error (each mean has its own variance).
Estimate difference(const Mean& a, const Mean& b);

/// The mean of an exact distribution.
double mean(const std::map<int, double>& probability_by_value);

}  // namespace boxcars::sim
