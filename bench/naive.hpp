#pragma once

#include <array>
#include <cstdint>

/// The programs that a user would write: mt19937 and two uniform_int_distribution, one trial at a time. They are built for this machine
/// (-march=native), which is more than most users do.
namespace boxcars::bench {

/// Throws DR and counts their sums.
using Sums = std::array<std::uint64_t, 13>;
Sums naive_dr(std::uint64_t throws);

/// The same with pcg32 and one number below 36 a DR, whose faces are counted.
using Faces = std::array<std::uint64_t, 36>;
Faces naive_dr_pcg(std::uint64_t throws);

/// 8 FP without cowering at a 4-4-7.
struct LoneSquad {
  std::uint64_t trials = 0;
  std::uint64_t eliminated = 0;
  std::uint64_t broken = 0;
  std::uint64_t pinned = 0;
  std::uint64_t reduced = 0;
};
LoneSquad naive_attack(std::uint64_t trials);

/// 150mm HE at level 1 of a stone building with two levels above ground.
struct RubbledBuilding {
  std::uint64_t trials = 0;
  std::uint64_t structural_damage = 0;
  std::uint64_t rubble = 0;
  std::uint64_t whole_hex_rubbled = 0;
  std::uint64_t rubble_falls = 0;
  std::uint64_t levels_rubbled = 0;
};
RubbledBuilding naive_he(std::uint64_t trials);

}  // namespace boxcars::bench
