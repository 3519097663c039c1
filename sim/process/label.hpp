#pragma once

#include <algorithm>
#include <span>
#include <utility>

namespace boxcars::sim {

inline constexpr int max_faces = 36;

/// The label of a transition: the outcomes of its throw, as the engine reads them. They are events that happened, (measure, value) pairs,
/// measures whose value is the number of the lap under way, (first, count) of events by lap, and whether a lap begins. The spans are views
/// that are valid until the player takes another step.
struct TransitionLabel {
  std::span<const int> events{};
  std::span<const std::pair<int, int>> measures{};
  std::span<const int> lap_measures{};
  std::span<const std::pair<int, int>> lap_events{};
  bool lap_begins = false;
};

inline bool operator==(const TransitionLabel& a, const TransitionLabel& b) {
  return a.lap_begins == b.lap_begins && std::ranges::equal(a.events, b.events) && std::ranges::equal(a.measures, b.measures) &&
         std::ranges::equal(a.lap_measures, b.lap_measures) && std::ranges::equal(a.lap_events, b.lap_events);
}

}  // namespace boxcars::sim
