#pragma once

#include <cstdint>

// Included by files that are compiled for one instruction set: nothing here may be emitted there and then be used elsewhere, so nothing
// of the standard library.

namespace boxcars::sim {

inline constexpr std::uint64_t multiplier = 6364136223846793005U;  ///< of pcg32

/// 32 pcg32 generators (O'Neill 2014) side by side, whatever the width of the machine's registers. Their words are taken in turn, one of
/// each lane.
struct Lanes {
  static constexpr int count = 32;
  alignas(64) std::uint64_t state[count];
  alignas(64) std::uint64_t increment[count];  ///< odd
};

/// A handful is what one 16-bit half of a word gives, the lower half first: four dice, as two DR or four dr. It is a number below 1296,
/// its digits to the base of 6 the dice, or `rejected`: 736 halves of 65536, so that 50 are left for each of the 1296.
using Handful = std::uint16_t;
inline constexpr Handful handfuls = 1296;
inline constexpr Handful rejected = handfuls;
inline constexpr std::uint32_t rejected_below = 736;  // 65536 % 1296

/// By multiply and reject (Lemire, "Fast Random Integer Generation in an Interval", 2019).
constexpr Handful handful_of(std::uint16_t half) {
  const std::uint32_t product = std::uint32_t{half} * handfuls;
  return (product & 0xffff) < rejected_below ? rejected : static_cast<Handful>(product >> 16);
}

/// Handfuls that are made at a time.
inline constexpr int block_steps = 4;  ///< words of each lane
inline constexpr int block_handfuls = 2 * Lanes::count * block_steps;

/// The next block of the lanes' sequence, the same from each of them. `block` is aligned to 64 bytes.
using Fill = void(Lanes& lanes, Handful* block);
Fill fill_scalar, fill_x86_64, fill_avx2, fill_avx512;

/// Fills a block with the registers of one instruction set: `Registers::width` lanes at a time, two of them for the words of one store.
template <class Registers>
void fill_with(Lanes& lanes, Handful* block) {
  for (int step = 0; step < block_steps; ++step) {
    for (int lane = 0; lane < Lanes::count; lane += 2 * Registers::width) {
      const auto a = Registers::load(lanes.state + lane);
      const auto b = Registers::load(lanes.state + lane + Registers::width);
      Registers::store(lanes.state + lane, Registers::next(a, Registers::load(lanes.increment + lane)));
      Registers::store(lanes.state + lane + Registers::width,
                       Registers::next(b, Registers::load(lanes.increment + lane + Registers::width)));
      Registers::store_handfuls(block, a, b);
      block += 4 * Registers::width;
    }
  }
}

}  // namespace boxcars::sim
