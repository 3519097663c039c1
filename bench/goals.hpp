#pragma once

#include <iosfwd>
#include <map>
#include <string>

namespace boxcars::bench {

/// What was measured, by benchmark.
struct Measured {
  std::map<std::string, double> nanoseconds{};  ///< for each DR, trial or question
  std::map<std::string, double> ratios{};
};

/// Prints every goal beside what was measured; those of instruction sets that the machine does not have are named as such.
void print_goals(std::ostream& out, const Measured& measured);

}  // namespace boxcars::bench
