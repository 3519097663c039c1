#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <vector>

#include "sim/facts.hpp"
#include "sim/tally.hpp"

namespace boxcars::sim {

/// Adds an amount to a Tally or Odds by what a fact of the lap under way says of it.
template <class Tallied, class Amount>
void tell(Tallied& tallied, const Fact& fact, int lap, Amount amount) {
  const auto index = static_cast<std::size_t>(fact.index);
  switch (fact.kind) {
    case Fact::Kind::event:
      tallied.events[index] += amount;
      return;
    case Fact::Kind::measure:
      tallied.measures[index][fact.value] += amount;
      return;
    case Fact::Kind::lap_measure:
      tallied.measures[index][lap] += amount;
      return;
    case Fact::Kind::lap_events:
      for (int event = lap; event <= fact.value; ++event) tallied.events[index + static_cast<std::size_t>(event) - 1] += amount;
      return;
  }
}

/// What has been settled of a book's facts, in trials or probability; of measures by laps, lap by lap.
template <class Amount>
class Settlements {
 public:
  /// Adds an amount to every fact of a settlement, in the lap under way.
  void add(const FactBook& book, std::uint32_t settlement, int lap, Amount amount) {
    for (const std::uint32_t fact : book.settlement(settlement)) {
      if (fact >= amounts_.size()) amounts_.resize(book.facts().size()), by_lap_.resize(book.facts().size());
      const Fact::Kind kind = book.facts()[fact].kind;
      if (kind != Fact::Kind::lap_measure && kind != Fact::Kind::lap_events) {
        amounts_[fact] += amount;
        continue;
      }
      auto& laps = by_lap_[fact];
      const auto index = static_cast<std::size_t>(lap);
      if (index >= laps.size()) laps.resize(index + 1);
      laps[index] += amount;
    }
  }

  void clear() {
    std::fill(amounts_.begin(), amounts_.end(), Amount{});
    for (auto& laps : by_lap_) laps.clear();
  }

  /// Of the same book.
  Settlements& operator+=(const Settlements& part) {
    amounts_.resize(std::max(amounts_.size(), part.amounts_.size()));
    by_lap_.resize(amounts_.size());
    for (std::size_t fact = 0; fact < part.amounts_.size(); ++fact) {
      amounts_[fact] += part.amounts_[fact];
      auto& laps = by_lap_[fact];
      laps.resize(std::max(laps.size(), part.by_lap_[fact].size()));
      for (std::size_t lap = 0; lap < part.by_lap_[fact].size(); ++lap) laps[lap] += part.by_lap_[fact][lap];
    }
    return *this;
  }

  /// Adds all of it to a Tally or Odds.
  template <class Tallied>
  void add_to(Tallied& tallied, const FactBook& book) const {
    for (std::size_t i = 0; i < amounts_.size(); ++i) {
      if (amounts_[i] > 0) tell(tallied, book.facts()[i], 0, amounts_[i]);
      for (std::size_t lap = 0; lap < by_lap_[i].size(); ++lap) {
        if (by_lap_[i][lap] > 0) tell(tallied, book.facts()[i], static_cast<int>(lap), by_lap_[i][lap]);
      }
    }
  }

 private:
  std::vector<Amount> amounts_;              // by fact
  std::vector<std::vector<Amount>> by_lap_;  // by fact
};

/// As odds of so many events and measures.
inline Odds odds_of(const Settlements<double>& settled, const FactBook& book, std::size_t events, std::size_t measures) {
  Odds odds{std::vector<double>(events), std::vector<std::map<int, double>>(measures)};
  settled.add_to(odds, book);
  return odds;
}

}  // namespace boxcars::sim
