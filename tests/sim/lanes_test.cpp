#include "sim/lanes.hpp"

#include <algorithm>
#include <array>
#include <cstring>
#include <vector>

#include <catch2/catch.hpp>

#include "sim/dice_stream.hpp"
#include "tests/support/reference_dice.hpp"

using namespace boxcars::sim;
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
  std::array<int, handfuls + 1> halves{};
  for (std::uint32_t half = 0; half < 65536; ++half) ++halves.at(handful_of(static_cast<std::uint16_t>(half)));
  for (std::uint32_t handful = 0; handful < handfuls; ++handful) REQUIRE(halves[handful] == 50);
  CHECK(halves[rejected] == 736);
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
      std::array<bool, handfuls + 1> seen{};
      constexpr int words_a_block = Lanes::count * block_steps;
      for (int words = 0; words < 1'000'000; words += words_a_block) {
        fill_scalar(expected, one.handfuls.data());
        fill_of(set)(lanes, other.handfuls.data());
        REQUIRE(one.handfuls == other.handfuls);
        REQUIRE(std::memcmp(&expected, &lanes, sizeof lanes) == 0);
        for (const Handful handful : one.handfuls) seen.at(handful) = true;
      }
      CHECK(std::count(seen.begin(), seen.end(), true) == handfuls + 1);
    }
  }
}
