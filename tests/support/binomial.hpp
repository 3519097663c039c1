#pragma once

#include <cstdint>

namespace boxcars::test {

/// The false-alarm rate of every statistical test: with fixed seeds, a failure is an error of the program.
inline constexpr double false_alarm = 1e-9;

/// The exact two-sided binomial tail: how likely a count at least this far out is, if the probability is right.
double tail(std::uint64_t count, std::uint64_t trials, double probability);

}  // namespace boxcars::test
