#include "model/parts/equals.hpp"

#include <algorithm>

#include "model/core/numbers.hpp"

namespace boxcars::model {

std::vector<Equals> equals_of(const std::vector<UnitEntry>& entries, const std::vector<int>& here, EqualLeaders leaders,
                              std::string_view side) {
  std::vector<Equals> all;
  for (const int entry : here) {
    const UnitEntry& e = entries[index(entry)];
    const bool apart = e.count || (is_leader(e.unit) && leaders == EqualLeaders::are_ranked);
    const auto same = std::find_if(all.begin(), all.end(), [&](const Equals& other) {
      return !apart && !other.group && other.unit == e.unit && entries[index(other.entries[0])].name == e.name;
    });
    if (same != all.end()) {
      same->entries.push_back(entry);
      ++same->size;
    } else {
      all.push_back({.unit = e.unit, .size = e.count.value_or(1), .group = e.count.has_value(), .entries = {entry}});
    }
  }
  for (Equals& equals : all) {
    equals.label = side;
    for (const int entry : equals.entries) equals.label += (entry == equals.entries[0] ? "" : "/") + std::to_string(entry + 1);
    equals.label += ":" + entries[index(equals.entries[0])].name;
  }
  return all;
}

Throw lot_of(const Equals& equals) { return {equals.size <= 6 ? Dice::dr : Dice::DR, "lot", "A.9", equals.label}; }

std::optional<int> shift_of(const Equals& equals, Roll lot) {
  const int faces = lot.white > 0 ? 36 : 6;
  const int face = lot.white > 0 ? 6 * (lot.colored - 1) + lot.white - 1 : lot.colored - 1;
  if (face >= faces - faces % equals.size) return std::nullopt;
  return face % equals.size;
}

}  // namespace boxcars::model
