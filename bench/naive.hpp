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

/// Six turns of `shots` shots (12, 8, 16 and 6 FP, -2) at a 9-1 and some 4-6-7 in a stone building, who rally with -1 (A10.6), until
/// nobody is in Good Order.
struct Position {
  std::uint64_t trials = 0;
  std::uint64_t won = 0;
  std::uint64_t eliminated = 0;  ///< units, of all trials
  std::uint64_t broken = 0;
  std::uint64_t leader_eliminated = 0;
  std::uint64_t first_reduced = 0;  ///< the first squad
  std::uint64_t house_rubbled = 0;  ///< of the big one
};
Position naive_assault(std::uint64_t trials, int squads, int shots);
Position naive_small_assault(std::uint64_t trials);
Position naive_large_assault(std::uint64_t trials);

/// Six turns of two Guns and two groups at three Locations with ten units, two of them in a building that may come down; see big_assault().
Position naive_big_assault(std::uint64_t trials);

}  // namespace boxcars::bench
