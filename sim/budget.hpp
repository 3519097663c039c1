#pragma once

#include <cstddef>
#include <cstdint>

namespace boxcars::sim {

/// How much of a chain is built. Counts and probabilities, never a time: the answer is the same on any machine.
struct Budget {
  std::uint32_t states = 1U << 21;             ///< expansion stops when there are this many
  double cut = 1e-17;                          ///< a state less likely than this is not expanded, and laps that are do not go on
  std::uint32_t loop_states = 1U << 14;        ///< of one loop: what is beyond it is not expanded, so that its linear system stays small
  std::uint64_t visits = 1U << 26;             ///< of states by laps: what is still under way after so many is neglected
  std::size_t entries = std::size_t{3} << 26;  ///< of a caller and its callees, numbers at once: of 8 bytes each,
  std::uint64_t multiplications = std::uint64_t{1} << 34;  ///< and this is done with them in all
};

}  // namespace boxcars::sim
