#include <algorithm>
#include <array>
#include <random>

#include <pcg_random.hpp>

#include "bench/naive.hpp"

namespace boxcars::bench {

std::uint64_t naive_dr(std::uint64_t throws) {
  std::mt19937 engine(1);
  std::uniform_int_distribution<int> die(1, 6);
  std::array<std::uint64_t, 13> counts{};
  for (std::uint64_t i = 0; i < throws; ++i) {
    const int colored = die(engine);
    const int white = die(engine);
    ++counts[static_cast<std::size_t>(colored + white)];
  }
  return *std::max_element(counts.begin(), counts.end());
}

std::uint64_t naive_dr_pcg(std::uint64_t throws) {
  pcg32 engine(1);
  std::array<std::uint64_t, 36> counts{};
  for (std::uint64_t i = 0; i < throws; ++i) ++counts[engine(36)];
  return *std::max_element(counts.begin(), counts.end());
}

}  // namespace boxcars::bench
