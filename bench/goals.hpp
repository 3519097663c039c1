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

/// Prints every goal beside what was measured; what an instruction set that the machine does not have would do was not.
void print_goals(std::ostream& out, const Measured& measured);

}  // namespace boxcars::bench
