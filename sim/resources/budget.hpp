#pragma once

#include <cstddef>
#include <cstdint>

namespace boxcars::sim {

/// How much of a chain is built. All bounds are counts and probabilities, never times, so the answer is the same on any machine.
struct Budget {
  std::uint32_t states = 1U << 21;       ///< expansion stops at this number of states
  double threshold = 1e-17;              ///< states and laps with less probability than this are truncated
  std::uint32_t loop_states = 1U << 14;  ///< of one loop: states beyond this number are not expanded, so that the linear system stays small
  std::uint64_t visits = 1U << 26;       ///< states times laps: the mass that is left after this number of visits is truncated
  std::size_t entries = std::size_t{7} << 25;              ///< numbers of 8 bytes that may be held at once for a caller and its components
  std::uint64_t multiplications = std::uint64_t{1} << 34;  ///< that may be done for a caller and its components
  std::uint64_t laps = ~std::uint64_t{0};  ///< of a caller without a last lap: the mass that is left after this number of laps is truncated
};

}  // namespace boxcars::sim
