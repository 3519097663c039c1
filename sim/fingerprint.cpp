#include "sim/fingerprint.hpp"

#include "sim/simulate.hpp"

namespace boxcars::sim {

std::uint64_t fingerprint(const Chain& chain) {
  WordHash hash;
  hash.add(batch_trials);
  const auto add_settlement = [&](std::uint32_t settlement) {
    for (const std::uint32_t fact : chain.book().settlement(settlement)) {
      const Fact& settled = chain.book().facts()[fact];
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

std::uint64_t fingerprint(const Tally& tally) {
  WordHash hash;
  hash.add(batch_trials);
  hash.add(tally.trials);
  for (const std::uint64_t count : tally.events) hash.add(count);
  for (const auto& measure : tally.measures) {
    hash.add(measure.size());
    for (const auto& [value, count] : measure) hash.add(static_cast<std::uint64_t>(value)), hash.add(count);
  }
  return hash.value();
}

}  // namespace boxcars::sim
