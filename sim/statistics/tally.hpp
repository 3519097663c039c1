#pragma once

#include <cstdint>
#include <map>
#include <vector>

namespace boxcars::sim {

/// The counts of simulated trials. They are whole numbers, so that parts add up to the whole in any order.
struct Tally {
  Tally() = default;
  Tally(std::size_t event_count, std::size_t measure_count) : events(event_count), measures(measure_count) {}

  std::uint64_t trials = 0;
  std::vector<std::uint64_t> events;                   ///< trials in which each event happened
  std::vector<std::map<int, std::uint64_t>> measures;  ///< by measure: trials by value

  Tally& operator+=(const Tally& part);
  /// Sets all counts to 0; the values of measures stay.
  void clear();
  bool operator==(const Tally&) const = default;
};

/// Exact odds: what a Tally estimates.
struct Odds {
  std::vector<double> events;
  std::vector<std::map<int, double>> measures;
};

}  // namespace boxcars::sim
