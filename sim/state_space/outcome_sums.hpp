#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <vector>

#include "sim/state_space/label_table.hpp"
#include "sim/statistics/tally.hpp"

namespace boxcars::sim {

/// Adds an amount to a Tally or Odds for an outcome in this lap.
template <class Tallied, class Amount>
void add_outcome(Tallied& tallied, const Outcome& outcome, int lap, Amount amount) {
  const auto index = static_cast<std::size_t>(outcome.index);
  switch (outcome.kind) {
    case Outcome::Kind::event:
      tallied.events[index] += amount;
      return;
    case Outcome::Kind::measure:
      tallied.measures[index][outcome.value] += amount;
      return;
    case Outcome::Kind::lap_measure:
      tallied.measures[index][lap] += amount;
      return;
    case Outcome::Kind::lap_events:
      for (int event = lap; event <= outcome.value; ++event) tallied.events[index + static_cast<std::size_t>(event) - 1] += amount;
      return;
  }
}

/// Sums of amounts (trials or probability) by outcome; for outcomes by lap, a sum for each lap.
template <class Amount>
class OutcomeSums {
 public:
  /// Adds an amount to every outcome of a label, in this lap.
  void add(const LabelTable& labels, std::uint32_t label, int lap, Amount amount) {
    for (const std::uint32_t outcome : labels.label(label)) {
      if (outcome >= amounts_.size()) amounts_.resize(labels.outcomes().size()), by_lap_.resize(labels.outcomes().size());
      const Outcome::Kind kind = labels.outcomes()[outcome].kind;
      if (kind != Outcome::Kind::lap_measure && kind != Outcome::Kind::lap_events) {
        amounts_[outcome] += amount;
        continue;
      }
      auto& laps = by_lap_[outcome];
      const auto index = static_cast<std::size_t>(lap);
      if (index >= laps.size()) laps.resize(index + 1);
      laps[index] += amount;
    }
  }

  void clear() {
    std::fill(amounts_.begin(), amounts_.end(), Amount{});
    for (auto& laps : by_lap_) laps.clear();
  }

  /// Adds sums by the same label table.
  OutcomeSums& operator+=(const OutcomeSums& part) {
    amounts_.resize(std::max(amounts_.size(), part.amounts_.size()));
    by_lap_.resize(amounts_.size());
    for (std::size_t outcome = 0; outcome < part.amounts_.size(); ++outcome) {
      amounts_[outcome] += part.amounts_[outcome];
      auto& laps = by_lap_[outcome];
      laps.resize(std::max(laps.size(), part.by_lap_[outcome].size()));
      for (std::size_t lap = 0; lap < part.by_lap_[outcome].size(); ++lap) laps[lap] += part.by_lap_[outcome][lap];
    }
    return *this;
  }

  /// Adds everything to a Tally or Odds.
  template <class Tallied>
  void add_to(Tallied& tallied, const LabelTable& labels) const {
    for (std::size_t i = 0; i < amounts_.size(); ++i) {
      if (amounts_[i] > 0) add_outcome(tallied, labels.outcomes()[i], 0, amounts_[i]);
      for (std::size_t lap = 0; lap < by_lap_[i].size(); ++lap) {
        if (by_lap_[i][lap] > 0) add_outcome(tallied, labels.outcomes()[i], static_cast<int>(lap), by_lap_[i][lap]);
      }
    }
  }

 private:
  std::vector<Amount> amounts_;              // by outcome
  std::vector<std::vector<Amount>> by_lap_;  // by outcome
};

/// The sums as odds of this many events and measures.
inline Odds odds_of(const OutcomeSums<double>& outcomes, const LabelTable& labels, std::size_t events, std::size_t measures) {
  Odds odds{std::vector<double>(events), std::vector<std::map<int, double>>(measures)};
  outcomes.add_to(odds, labels);
  return odds;
}

}  // namespace boxcars::sim
