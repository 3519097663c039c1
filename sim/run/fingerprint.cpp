#include "sim/run/fingerprint.hpp"

#include "sim/statistics/batches.hpp"

namespace boxcars::sim {

std::uint64_t fingerprint(const Chain& chain) {
  WordHash hash;
  hash.add(batch_trials);
  const auto add_label = [&](std::uint32_t label) {
    for (const std::uint32_t id : chain.labels().label(label)) {
      const Outcome& outcome = chain.labels().outcomes()[id];
      hash.add(static_cast<std::uint64_t>(outcome.kind));
      hash.add(static_cast<std::uint64_t>(outcome.index));
      hash.add(static_cast<std::uint64_t>(outcome.value));
    }
  };
  add_label(chain.start_label());
  for (std::uint32_t id = 0; id < chain.size(); ++id) {
    hash.add(static_cast<std::uint64_t>(chain.faces(id)));
    if (chain.faces(id) == 0) continue;
    hash.add(static_cast<std::uint64_t>(chain.stage(id)));
    if (const auto* end = chain.end_of(id)) {
      hash.add(end->state);
      add_label(end->label);
    }
    if (!chain.expanded(id)) continue;
    for (const std::uint8_t transition : chain.transition_of_face(id)) hash.add(transition);
    for (const Transition& transition : chain.transitions(id)) {
      hash.add(transition.next);
      hash.add(transition.lap_begins ? 1U : 0U);
      add_label(transition.label);
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
