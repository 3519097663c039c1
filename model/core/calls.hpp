#pragma once

#include <cstdint>

namespace boxcars::model {

/// A call of one process to another (sim/calls.hpp): to which of its callees, and what to do.
struct Call {
  int callee = 0;
  std::uint32_t argument = 0;
};

/// What it gives back: what can be seen of the callee now, and its own result.
struct Returned {
  std::uint8_t view = 0;
  std::uint32_t value = 0;
};

/// What all callees come to together: counts, a byte each, added up.
using Totals = std::uint64_t;

}  // namespace boxcars::model
