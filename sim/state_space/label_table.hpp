#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <vector>

#include "sim/process/rules.hpp"

namespace boxcars::sim {

/// One outcome of a throw: an event happened, a measure has a value, a measure's value is the number of the lap under way, or, of several
/// events by lap, the one of the lap under way happened and all after it.
struct Outcome {
  enum class Kind : std::uint8_t { event, measure, lap_measure, lap_events };
  Kind kind = Kind::event;
  int index = 0;  ///< of the event or measure, or of the first of several events
  int value = 0;  ///< the measure's value, or the number of events
  auto operator<=>(const Outcome&) const = default;
};

/// Calls each(outcome) for all outcomes of a label.
template <class Each>
void for_each_outcome(const TransitionLabel& label, Each each) {
  for (const int event : label.events) each(Outcome{Outcome::Kind::event, event, 0});
  for (const auto& [measure, value] : label.measures) each(Outcome{Outcome::Kind::measure, measure, value});
  for (const int measure : label.lap_measures) each(Outcome{Outcome::Kind::lap_measure, measure, 0});
  for (const auto& [first, count] : label.lap_events) each(Outcome{Outcome::Kind::lap_events, first, count});
}

/// Numbers outcomes and labels in the order of their discovery. A label is a list of outcomes; label 0 is the empty one.
class LabelTable {
 public:
  LabelTable();

  const std::vector<Outcome>& outcomes() const { return outcomes_; }
  /// The label's outcomes, as indices into outcomes().
  std::span<const std::uint32_t> label(std::uint32_t id) const {
    return {outcomes_of_labels_.data() + label_begins_[id], label_begins_[id + 1] - label_begins_[id]};
  }

  std::uint32_t label_id(const TransitionLabel& label);

 private:
  std::uint32_t outcome_id(const Outcome& outcome);

  std::vector<Outcome> outcomes_;
  std::map<Outcome, std::uint32_t> outcome_ids_;
  std::vector<std::uint32_t> outcomes_of_labels_;  // those of all labels, one label after the other
  std::vector<std::uint32_t> label_begins_;        // where each label begins there, and the end
  std::map<std::vector<std::uint32_t>, std::uint32_t> label_ids_;
  std::vector<std::uint32_t> scratch_;
};

}  // namespace boxcars::sim
