#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <vector>

#include "sim/rules.hpp"

namespace boxcars::sim {

/// One thing that a throw can settle, numbered: that an event happened, that a measure has a value, or that its value is the number of
/// the lap under way; that of several events the one of that lap and all behind it happened.
struct Fact {
  enum class Kind : std::uint8_t { event, measure, lap_measure, lap_events };
  Kind kind = Kind::event;
  int index = 0;  ///< of the event or measure, or of the first of several events
  int value = 0;  ///< of the measure; how many events
  auto operator<=>(const Fact&) const = default;
};

/// Calls each(fact) for all that was settled.
template <class Each>
void for_each_fact(const Settled& settled, Each each) {
  for (const int event : settled.events) each(Fact{Fact::Kind::event, event, 0});
  for (const auto& [measure, value] : settled.measures) each(Fact{Fact::Kind::measure, measure, value});
  for (const int measure : settled.lap_measures) each(Fact{Fact::Kind::lap_measure, measure, 0});
  for (const auto& [first, count] : settled.lap_events) each(Fact{Fact::Kind::lap_events, first, count});
}

/// All facts that were ever settled, and all settlements: lists of them, numbered in the order of their discovery; 0 is the empty one.
class FactBook {
 public:
  FactBook();

  const std::vector<Fact>& facts() const { return facts_; }
  /// Indices into the facts.
  std::span<const std::uint32_t> settlement(std::uint32_t id) const {
    return {settled_facts_.data() + settlements_[id], settlements_[id + 1] - settlements_[id]};
  }

  std::uint32_t settlement_id(const Settled& settled);

 private:
  std::uint32_t fact_id(const Fact& fact);

  std::vector<Fact> facts_;
  std::map<Fact, std::uint32_t> fact_ids_;
  std::vector<std::uint32_t> settled_facts_;  // all settlements, one after the other
  std::vector<std::uint32_t> settlements_;    // where each begins, and the end
  std::map<std::vector<std::uint32_t>, std::uint32_t> settlement_ids_;
  std::vector<std::uint32_t> scratch_;
};

}  // namespace boxcars::sim
