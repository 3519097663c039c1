#include <pcg_random.hpp>

#include "sim/lanes.hpp"

namespace boxcars::sim {
namespace {

// pcg-cpp's generator, which can be put down and taken up again.
class Pcg : public pcg32 {
 public:
  Pcg(std::uint64_t state, std::uint64_t increment) {
    set_stream(increment >> 1);
    state_ = state;
  }
  std::uint64_t state() const { return state_; }
};

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

}  // namespace boxcars::sim
