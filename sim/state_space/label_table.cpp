#include "sim/state_space/label_table.hpp"

namespace boxcars::sim {

LabelTable::LabelTable() : label_begins_{0, 0} { label_ids_.emplace(std::vector<std::uint32_t>{}, 0); }

std::uint32_t LabelTable::label_id(const TransitionLabel& label) {
  scratch_.clear();
  for_each_outcome(label, [this](const Outcome& outcome) { scratch_.push_back(outcome_id(outcome)); });
  if (scratch_.empty()) return 0;
  const auto [at, added] = label_ids_.try_emplace(scratch_, static_cast<std::uint32_t>(label_begins_.size() - 1));
  if (added) {
    outcomes_of_labels_.insert(outcomes_of_labels_.end(), scratch_.begin(), scratch_.end());
    label_begins_.push_back(static_cast<std::uint32_t>(outcomes_of_labels_.size()));
  }
  return at->second;
}

std::uint32_t LabelTable::outcome_id(const Outcome& outcome) {
  const auto [at, added] = outcome_ids_.try_emplace(outcome, static_cast<std::uint32_t>(outcomes_.size()));
  if (added) outcomes_.push_back(outcome);
  return at->second;
}

}  // namespace boxcars::sim
