#pragma once

#include <algorithm>
#include <span>
#include <utility>

namespace boxcars::sim {

inline constexpr int max_faces = 36;

/// What a throw settles, as the engine reads it of a process's own Settled: events that happened, (measure, value) pairs that are known,
/// measures whose value is the lap under way, (first, count) of events by lap, and whether a lap begins. Views, until the player settles
/// something else.
struct Settled {
  std::span<const int> events{};
  std::span<const std::pair<int, int>> measures{};
  std::span<const int> lap_measures{};
  std::span<const std::pair<int, int>> lap_events{};
  bool lap_begins = false;
};

inline bool operator==(const Settled& a, const Settled& b) {
  return a.lap_begins == b.lap_begins && std::ranges::equal(a.events, b.events) && std::ranges::equal(a.measures, b.measures) &&
         std::ranges::equal(a.lap_measures, b.lap_measures) && std::ranges::equal(a.lap_events, b.lap_events);
}

}  // namespace boxcars::sim
