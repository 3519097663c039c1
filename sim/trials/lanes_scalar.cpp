#include <algorithm>
#include <array>

#include <pcg_random.hpp>

#include "sim/trials/lanes.hpp"

namespace boxcars::sim {
namespace {

// pcg-cpp's generator with access to its state, so that a lane can be stored and resumed.
class Pcg : public pcg32 {
 public:
  Pcg(std::uint64_t state, std::uint64_t increment) {
    set_stream(increment >> 1);
    state_ = state;
  }
  std::uint64_t state() const { return state_; }
};

// Counts up to 8 * words classes in registers, a byte for each. Counted in memory, a DR would have to wait for the last one of its class.
template <std::size_t words>
class Packed {
 public:
  static constexpr std::uint32_t most = 255;  // DR counted before the bytes are added up

  void count(std::size_t number) {
    for (std::size_t word = 0; word < words; ++word) counts_[word] += one[number][word];
  }
  void add_to(std::uint32_t* by_class, std::uint32_t classes) const {
    for (std::size_t number = 0; number < classes; ++number)
      by_class[number] += static_cast<std::uint8_t>(counts_[number / 8] >> (number % 8 * 8));
  }

 private:
  static constexpr auto one = [] {
    std::array<std::array<std::uint64_t, words>, 8 * words> all{};
    for (std::size_t number = 0; number < all.size(); ++number) all[number][number / 8] = std::uint64_t{1} << (number % 8 * 8);
    return all;
  }();
  std::array<std::uint64_t, words> counts_{};
};

template <std::size_t words>
std::uint32_t count_packed(const Handful* first, std::uint32_t number, const std::uint8_t* class_of_DR, std::uint32_t classes,
                           std::uint32_t* by_class) {
  std::uint32_t none = 0;
  for (const Handful* const last = first + number; first < last;) {
    Packed<words> counts;
    for (const Handful* const end = std::min(last, first + Packed<words>::most / 2); first < end; ++first) {
      if (*first == rejected) {
        ++none;
      } else {
        counts.count(class_of_DR[*first & 0xff]);
        counts.count(class_of_DR[*first >> 8]);
      }
    }
    counts.add_to(by_class, classes);
  }
  return none;
}

}  // namespace

void fill_scalar(Lanes& lanes, Handful* block) {
  for (int lane = 0; lane < Lanes::count; ++lane) {
    Pcg pcg(lanes.state[lane], lanes.increment[lane]);
    for (int step = 0; step < block_steps; ++step) {
      const std::uint32_t word = pcg();
      Handful* two = block + 2 * (step * Lanes::count + lane);
      two[0] = handful_of(static_cast<std::uint16_t>(word));
      two[1] = handful_of(static_cast<std::uint16_t>(word >> 16));
    }
    lanes.state[lane] = pcg.state();
  }
}

std::uint32_t count_scalar(const Handful* first, std::uint32_t number, const std::uint8_t* class_of_DR, std::uint32_t classes,
                           std::uint32_t* by_class) {
  return (classes <= 8 ? count_packed<1> : count_packed<5>)(first, number, class_of_DR, classes, by_class);
}

}  // namespace boxcars::sim
