#pragma once

#include <cstdint>

// This header is included by files that are compiled for one instruction set. Nothing here may be emitted there and then be used elsewhere,
// so it includes nothing of the standard library with functions.

namespace boxcars::sim {

inline constexpr std::uint64_t multiplier = 6364136223846793005U;  ///< of pcg32

/// 32 pcg32 generators (O'Neill 2014) side by side, whatever the width of the machine's registers. Their words are taken in turn, one from
/// each lane.
struct Lanes {
  static constexpr int count = 32;
  alignas(64) std::uint64_t state[count];
  alignas(64) std::uint64_t increment[count];  ///< odd numbers
};

inline constexpr std::uint32_t faces_of_DR = 36;

/// A handful is made of one 16-bit half of a word, the lower half first: two DR of a byte each, the first in the lower byte. A DR is a
/// number below 36, whose digits to the base of 6 are the dice. 736 halves of 65536 are `rejected`, so that 50 are left for each of the
/// 1296 pairs.
using Handful = std::uint16_t;
inline constexpr Handful rejected = faces_of_DR << 8 | faces_of_DR;
inline constexpr std::uint32_t rejected_below = 736;  // 65536 % 1296

/// The handfuls of the 1296 pairs, and behind them the rejected one.
struct AllHandfuls {
  static constexpr std::uint32_t pairs = faces_of_DR * faces_of_DR;
  Handful of[pairs + 1] = {};
  constexpr AllHandfuls() {
    for (std::uint32_t i = 0; i < pairs; ++i) of[i] = static_cast<Handful>(i % faces_of_DR << 8 | i / faces_of_DR);
    of[pairs] = rejected;
  }
};
inline constexpr AllHandfuls all_handfuls;

/// The handful of a half, by multiply and reject (Lemire, "Fast Random Integer Generation in an Interval", 2019).
constexpr Handful handful_of(std::uint16_t half) {
  const std::uint32_t product = half * AllHandfuls::pairs;
  return all_handfuls.of[(product & 0xffff) < rejected_below ? AllHandfuls::pairs : product >> 16];
}

/// A block is what is made at a time.
inline constexpr int block_steps = 4;  ///< words of each lane
inline constexpr int block_handfuls = 2 * Lanes::count * block_steps;

/// Makes the next block of the lanes' sequence; all kernels make the same. `block` is aligned to 64 bytes.
using Fill = void(Lanes& lanes, Handful* block);
Fill fill_scalar, fill_x86_64, fill_avx2, fill_avx512;

/// Adds both DR of each of at most block_handfuls handfuls to the counts of their classes, and says how many of the handfuls are rejected.
/// `class_of_DR` has 36 elements, all below `classes`. The block_slack handfuls behind the block may be read.
using Count = std::uint32_t(const Handful* first, std::uint32_t number, const std::uint8_t* class_of_DR, std::uint32_t classes,
                            std::uint32_t* by_class);
Count count_scalar, count_avx2, count_avx512;
inline constexpr int block_slack = 32;

/// The functions that throw and count dice. From `many_handfuls` on, and by more than `few_classes` classes, counting whole handfuls is
/// faster.
struct Kernels {
  Fill* fill;
  Count* count;
  std::uint32_t many_handfuls;
  std::uint32_t few_classes;
};

/// Fills a block with the registers of one instruction set, which hold `Registers::width` lanes; two of them make the words of one store.
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

/// Masks the end of a block: the larger of a DR and a byte of the window is the DR itself where the window is 0, and rejected elsewhere.
struct Window {
  Handful handfuls[2 * block_slack] = {};
  constexpr Window() {
    for (int i = block_slack; i < 2 * block_slack; ++i) handfuls[i] = rejected;
  }
};
inline constexpr Window window;

/// Counts with the registers of one instruction set: first the class of each DR is found, then the DR of each class are counted.
template <class Registers>
std::uint32_t count_with(const Handful* first, std::uint32_t number, const std::uint8_t* class_of_DR, std::uint32_t classes,
                         std::uint32_t* by_class) {
  constexpr std::uint32_t width = 4 * Registers::width;
  static_assert(width <= block_slack);
  alignas(64) std::uint8_t found[2 * (block_handfuls + block_slack)];
  const typename Registers::Table table(class_of_DR);
  std::uint32_t end = 0;
  for (; end + width <= number; end += width) Registers::store(found + 2 * end, table[Registers::load_unaligned(first + end)]);
  if (end < number) {
    const auto taken = Registers::load_unaligned(window.handfuls + block_slack - (number - end));
    Registers::store(found + 2 * end, table[Registers::larger(Registers::load_unaligned(first + end), taken)]);
    end += width;
  }
  std::uint32_t all = 0;
  for (std::uint32_t number_of_class = 0; number_of_class < classes; ++number_of_class) {
    const std::uint32_t count = Registers::count_of(static_cast<std::uint8_t>(number_of_class), found, 2 * end);
    by_class[number_of_class] += count;
    all += count;
  }
  return number - all / 2;
}

}  // namespace boxcars::sim
