#pragma once

#include <cstdint>
#include <string_view>

#include "sim/chain.hpp"
#include "sim/simulate.hpp"

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

/// What the rules say of a question, as one number: its throws, where each face leads, in which order states are pushed, and what is
/// settled on the way, over the whole of a frozen chain. Runs of the same question whose fingerprints differ threw by other rules, and
/// do not add up.
template <Process P>
std::uint64_t fingerprint(const Chain<P>& chain) {
  WordHash hash;
  hash.add(batch_trials);
  const auto add_settlement = [&](std::uint32_t settlement) {
    for (const std::uint32_t fact : chain.settlement(settlement)) {
      const Fact& settled = chain.facts()[fact];
      hash.add(static_cast<std::uint64_t>(settled.kind));
      hash.add(static_cast<std::uint64_t>(settled.index));
      hash.add(static_cast<std::uint64_t>(settled.value));
    }
  };
  add_settlement(chain.start_settlement());
  for (std::uint32_t id = 0; id < chain.size(); ++id) {
    hash.add(static_cast<std::uint64_t>(chain.faces(id)));
    if (chain.faces(id) == 0) continue;
    hash.add(static_cast<std::uint64_t>(chain.stage(id)));
    if (const auto* end = chain.end_of(id)) {
      hash.add(end->state);
      add_settlement(end->settlement);
    }
    if (!chain.expanded(id)) continue;
    for (const std::uint8_t branch : chain.branch_of_face(id)) hash.add(branch);
    for (const Branch& branch : chain.branches(id)) {
      hash.add(branch.next);
      hash.add(branch.lap_begins ? 1U : 0U);
      add_settlement(branch.settlement);
    }
  }
  return hash.value();
}

}  // namespace boxcars::sim
