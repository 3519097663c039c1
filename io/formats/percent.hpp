#pragma once

#include <optional>
#include <string>

#include "model/core/numbers.hpp"
#include "sim/run/answer.hpp"

namespace boxcars::io {

using sim::best_known;
using sim::exactness;

/// The decimals of a number that is known within this error: down to the error's first significant digit.
int decimals_within(double error);

/// The decimals of a percentage that an estimate supports: down to the first significant digit of the interval's half-width.
int supported_decimals(const sim::Estimate& estimate);

/// An exact probability in percent: two decimals (or `at_least` so many), more for small ones. 0% and 100% are only ever exactly that.
std::string exact_percent(double probability, int at_least = 2);

/// An estimate in percent, with as many digits as its interval supports.
std::string estimated_percent(const sim::Estimate& estimate);

/// The interval, with the same digits: "2.75 to 2.81%".
std::string interval_percent(const sim::Estimate& estimate);

/// A number of so many decimals with its sign: "+4.2", "-0.3", but "0.0".
std::string with_sign(double value, int decimals);

/// A difference of exact probabilities in percent points, as exact_percent(): "+4.23", "-0.0463", "0".
std::string exact_points(double difference, int at_least = 2);

/// A difference of estimates in percent points, and its interval: "+4.2", "+4.1 to +4.4".
std::string estimated_points(const sim::Estimate& difference);
std::string interval_points(const sim::Estimate& difference);

/// For a headline: whole percent, tenths below 1 and above 99; of the exact odds if there are any, else of the estimate ("under 4%" if
/// it never happened); empty if there is neither.
std::string headline_percent(const sim::Chance& chance);

using model::grouped;

}  // namespace boxcars::io
