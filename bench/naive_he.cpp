#include <random>

#include "bench/naive.hpp"

namespace boxcars::bench {

RubbledBuilding naive_he(std::uint64_t trials) {
  std::mt19937 engine(1);
  std::uniform_int_distribution<int> die(1, 6);
  RubbledBuilding seen{.trials = trials};
  for (std::uint64_t trial = 0; trial < trials; ++trial) {
    const int dr = die(engine) + die(engine);
    const int kia = dr > 5 ? 0 : dr == 5 ? 1 : 6 - dr;  // of the 30 FP column
    if (kia == 0) continue;
    ++seen.structural_damage;
    if (die(engine) + 1 > kia) continue;
    ++seen.rubble;
    const bool whole = die(engine) + 1 >= 6;
    if (whole) ++seen.whole_hex_rubbled;
    seen.levels_rubbled += whole ? 3 : 2;
    const int colored = die(engine);
    [[maybe_unused]] const int direction = die(engine);
    if (colored + 2 >= 7) ++seen.rubble_falls;
  }
  return seen;
}

}  // namespace boxcars::bench
