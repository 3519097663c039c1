#pragma once

#include <cstdint>
#include <map>
#include <vector>

namespace boxcars::sim {

/// What simulated trials gave: whole numbers only, so that parts add up to the whole in any order.
struct Tally {
  Tally() = default;
  Tally(std::size_t event_count, std::size_t measure_count) : events(event_count), measures(measure_count) {}

  std::uint64_t trials = 0;
  std::vector<std::uint64_t> events;                   ///< trials in which each event happened
  std::vector<std::map<int, std::uint64_t>> measures;  ///< of each measure: trials by value

  Tally& operator+=(const Tally& part);
  /// All counts 0; values of measures stay.
  void clear();
  bool operator==(const Tally&) const = default;
};

/// The exact odds: what a Tally is an estimate of.
struct Odds {
  std::vector<double> events;
  std::vector<std::map<int, double>> measures;
};

}  // namespace boxcars::sim
