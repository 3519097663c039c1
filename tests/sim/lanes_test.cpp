#include "sim/trials/lanes.hpp"

#include <array>
#include <cstring>
#include <map>
#include <set>
#include <vector>

#include <catch2/catch.hpp>

#include "sim/trials/dice_stream.hpp"
#include "tests/support/effort.hpp"
#include "tests/support/reference_dice.hpp"

using namespace boxcars::sim;
using boxcars::test::effort;
using boxcars::test::pcg_at;

namespace {

struct alignas(64) Block {
  std::array<Handful, block_handfuls> handfuls;
};

Lanes some_lanes(std::uint64_t seed) {
  Lanes lanes;
  for (std::uint64_t i = 0; i < Lanes::count; ++i) {
    lanes.state[i] = (seed + i) * 0x9e3779b97f4a7c15U;
    lanes.increment[i] = (seed ^ i) * 0xbf58476d1ce4e5b9U | 1;
  }
  return lanes;
}

}  // namespace

TEST_CASE("dice are uniform: of all 65536 halves of a word, every four dice get 50") {
  std::map<Handful, int> halves;
  for (std::uint32_t half = 0; half < 65536; ++half) ++halves[handful_of(static_cast<std::uint16_t>(half))];
  CHECK(halves[rejected] == 736);
  for (int first = 0; first < 36; ++first) {
    for (int second = 0; second < 36; ++second) REQUIRE(halves[static_cast<Handful>(second << 8 | first)] == 50);
  }
}

TEST_CASE("the scalar lanes are pcg-cpp's pcg32, word for word") {
  Lanes lanes = some_lanes(7);
  std::vector<pcg32> reference;
  for (int lane = 0; lane < Lanes::count; ++lane) reference.push_back(pcg_at(lanes.state[lane], lanes.increment[lane]));
  Block block;
  for (int i = 0; i < 100; ++i) {
    fill_scalar(lanes, block.handfuls.data());
    const Handful* next = block.handfuls.data();
    bool same = true;
    for (int step = 0; step < block_steps; ++step) {
      for (pcg32& lane : reference) {
        const std::uint32_t word = lane();
        same &= *next++ == handful_of(static_cast<std::uint16_t>(word & 0xffff));
        same &= *next++ == handful_of(static_cast<std::uint16_t>(word >> 16));
      }
    }
    REQUIRE(same);
  }
}

TEST_CASE("every instruction set fills a million words as the scalar lanes do") {
  for (const InstructionSet set : instruction_sets) {
    if (!is_supported(set)) {
      WARN("instruction set " << static_cast<int>(set) << " is not on this machine: not compared");
      continue;
    }
    // Corners of the arithmetic: no bit set, and all of them.
    for (const std::uint64_t corner : {std::uint64_t{0}, ~std::uint64_t{0}}) {
      Lanes expected = some_lanes(1), lanes = some_lanes(1);
      for (int i = 0; i < Lanes::count; i += 3) expected.state[i] = lanes.state[i] = corner;
      Block one, other;
      std::set<Handful> seen;
      constexpr int words_a_block = Lanes::count * block_steps;
      for (int words = 0; words < effort(1'000'000, 100'000); words += words_a_block) {
        fill_scalar(expected, one.handfuls.data());
        kernels_of(set).fill(lanes, other.handfuls.data());
        REQUIRE(one.handfuls == other.handfuls);
        REQUIRE(std::memcmp(&expected, &lanes, sizeof lanes) == 0);
        seen.insert(one.handfuls.begin(), one.handfuls.end());
      }
      CHECK(seen.size() == 36 * 36 + 1);
    }
  }
}
