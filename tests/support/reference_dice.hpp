#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include <pcg_random.hpp>

namespace boxcars::test {

/// pcg-cpp's generator with a state and an increment, which its constructor steps once from what it is given: the step, undone.
inline pcg32 pcg_at(std::uint64_t state, std::uint64_t increment) {
  constexpr std::uint64_t multiplier = 6364136223846793005U;
  std::uint64_t inverse = multiplier;  // Newton, from 3 right bits on
  for (int i = 0; i < 5; ++i) inverse *= 2 - multiplier * inverse;
  return pcg32((state - increment) * inverse - increment, increment >> 1);
}

/// The dice of a batch as they are defined, with nothing done to be fast: 32 of pcg-cpp's generators in turn, the lower half of each
/// word and then the upper, 16 bits * 1296 / 65536 as four dice, and again where the product's lower half is below 736.
class ReferenceDice {
 public:
  ReferenceDice(std::uint64_t question, std::uint64_t seed, std::uint64_t batch) {
    std::uint64_t hash = mixed(mixed(mixed(question) ^ seed) ^ batch);
    std::array<std::uint64_t, 64> numbers{};
    for (auto& number : numbers) number = mixed(hash += golden);
    for (std::size_t i = 0; i < 32; ++i) lanes_.push_back(pcg_at(numbers[i], numbers[32 + i] | 1));
  }

  /// `throws` dice of 6 faces, or of 36, from a new handful on.
  std::vector<int> throw_dice(int throws, int faces) {
    std::vector<int> dice;
    while (static_cast<int>(dice.size()) < throws) {
      const auto four = handful();
      if (faces == 6) dice.insert(dice.end(), four.begin(), four.end());
      if (faces == 36) dice.insert(dice.end(), {6 * four[0] + four[1], 6 * four[2] + four[3]});
    }
    dice.resize(static_cast<std::size_t>(throws));
    return dice;
  }

 private:
  static constexpr std::uint64_t golden = 0x9e3779b97f4a7c15U;
  static std::uint64_t mixed(std::uint64_t x) {
    x += golden;
    x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9U;
    x = (x ^ (x >> 27)) * 0x94d049bb133111ebU;
    return x ^ (x >> 31);
  }

  std::array<int, 4> handful() {
    for (;;) {
      if (half_ == 0) word_ = lanes_[lane_]();
      const std::uint32_t product = (half_ == 0 ? word_ % 65536 : word_ / 65536) * 1296;
      half_ = 1 - half_;
      if (half_ == 0) lane_ = (lane_ + 1) % 32;
      if (product % 65536 < 736) continue;
      const int number = static_cast<int>(product / 65536);
      return {number / 216, number / 36 % 6, number / 6 % 6, number % 6};
    }
  }

  std::vector<pcg32> lanes_;
  std::size_t lane_ = 0;
  int half_ = 0;
  std::uint32_t word_ = 0;
};

}  // namespace boxcars::test
