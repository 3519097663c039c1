#pragma once

#include <cstdint>
#include <string_view>

#include "sim/state_space/chain.hpp"
#include "sim/statistics/tally.hpp"

namespace boxcars::sim {

/// A 64-bit hash of words, one after the other (FNV-1a on whole words, folded so that high bits reach low ones).
class WordHash {
 public:
  void add(std::uint64_t word) {
    hash_ = (hash_ ^ word) * 0x100000001b3U;
    hash_ ^= hash_ >> 29;
  }
  void add(std::string_view text) {
    add(text.size());
    for (const char c : text) add(static_cast<unsigned char>(c));
  }
  std::uint64_t value() const { return hash_; }

 private:
  std::uint64_t hash_ = 0xcbf29ce484222325U;
};

/// A hash of the rules of a question: its throws, where each face leads, the order in which states are pushed, and the outcomes on the way,
/// over the whole of a frozen chain. Runs of the same question whose fingerprints differ threw by other rules, and do not add up.
std::uint64_t fingerprint(const Chain& chain);
/// The same for rules without a chain: a hash of what some trials gave that are always thrown with the same dice.
std::uint64_t fingerprint(const Tally& tally);

}  // namespace boxcars::sim
