#include <random>

#include "bench/naive.hpp"

namespace boxcars::bench {
namespace {

enum Result { none, ptc, nmc, one_mc, two_mc, k_two, one_kia };

constexpr Result eight_column[13] = {one_kia, one_kia, one_kia, k_two, two_mc, two_mc, one_mc, one_mc, nmc, ptc, none, none, none};

}  // namespace

LoneSquad naive_attack(std::uint64_t trials) {
  std::mt19937 engine(1);
  std::uniform_int_distribution<int> die(1, 6);
  const auto dr = [&] { return die(engine) + die(engine); };
  LoneSquad seen{.trials = trials};
  for (std::uint64_t trial = 0; trial < trials; ++trial) {
    const Result result = eight_column[dr()];
    if (result == none) continue;
    if (result == one_kia) {
      ++seen.eliminated;
      continue;
    }
    if (result == ptc) {
      if (dr() > 7) ++seen.pinned;
      continue;
    }
    bool reduced = result == k_two;
    const int drm = result == nmc ? 0 : result == one_mc ? 1 : 2;
    const int check = dr();
    if (check == 12) {
      if (reduced) {
        ++seen.eliminated;
        continue;
      }
      reduced = true;
      ++seen.broken;
    } else if (check + drm > 7) {
      ++seen.broken;
    } else if (check + drm == 7) {
      ++seen.pinned;
    }
    if (reduced) ++seen.reduced;
  }
  return seen;
}

}  // namespace boxcars::bench
