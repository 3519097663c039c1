#pragma once

#include <cstdint>

namespace boxcars::model {

/// A call of one process to another (sim/process/components.hpp): the component, and what it is to do.
struct Call {
  int component = 0;
  std::uint32_t argument = 0;
};

/// What a call gives back: what can be observed of the component now, and the call's own result.
struct Returned {
  std::uint8_t observation = 0;
  std::uint32_t value = 0;
};

/// The sum of what all components contribute: up to eight counts, one byte each.
using Aggregate = std::uint64_t;

}  // namespace boxcars::model
