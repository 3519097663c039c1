#pragma once

#include <cstdint>
#include <random>

namespace boxcars::bench {

/// What a lone squad's trials gave.
struct LoneSquad {
  std::uint64_t trials = 0;
  std::uint64_t eliminated = 0;
  std::uint64_t broken = 0;
  std::uint64_t pinned = 0;
  std::uint64_t reduced = 0;
};

/// The program that a user would write: 8 FP without cowering at a squad of morale 7, one trial at a time, with mt19937 and two
/// uniform_int_distribution.
LoneSquad naive_attack(std::mt19937& engine, std::uint64_t trials);

}  // namespace boxcars::bench
