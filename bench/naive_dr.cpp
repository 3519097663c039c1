#include <random>

#include <pcg_random.hpp>

#include "bench/naive.hpp"

namespace boxcars::bench {

Sums naive_dr(std::uint64_t throws) {
  std::mt19937 engine(1);
  std::uniform_int_distribution<int> die(1, 6);
  Sums counts{};
  for (std::uint64_t i = 0; i < throws; ++i) {
    const int colored = die(engine);
    const int white = die(engine);
    ++counts[static_cast<std::size_t>(colored + white)];
  }
  return counts;
}

Faces naive_dr_pcg(std::uint64_t throws) {
  pcg32 engine(1);
  Faces counts{};
  for (std::uint64_t i = 0; i < throws; ++i) ++counts[engine(36)];
  return counts;
}

}  // namespace boxcars::bench
