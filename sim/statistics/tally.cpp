#include "sim/statistics/tally.hpp"

#include <algorithm>
#include <cassert>

namespace boxcars::sim {

Tally& Tally::operator+=(const Tally& part) {
  assert(events.size() == part.events.size() && measures.size() == part.measures.size());
  trials += part.trials;
  for (std::size_t i = 0; i < events.size(); ++i) events[i] += part.events[i];
  for (std::size_t i = 0; i < measures.size(); ++i) {
    for (const auto& [value, count] : part.measures[i]) {
      if (count > 0) measures[i][value] += count;
    }
  }
  return *this;
}

void Tally::clear() {
  trials = 0;
  std::fill(events.begin(), events.end(), 0);
  for (auto& values : measures) {
    for (auto& entry : values) entry.second = 0;
  }
}

}  // namespace boxcars::sim
