#include "model/rules/random_selection.hpp"

#include <algorithm>

namespace boxcars::model {

void note_selection(std::span<Condition> units, std::size_t at, int dr, int wanted) {
  units[at].selection = static_cast<std::uint16_t>(dr & 7);
  // Forgotten rolls are lower than those that beat them, so counting what is remembered is counting all.
  int limit = 0;  // the highest roll that at least `wanted` rolls beat, or 0
  for (int face = 1; face <= 6; ++face) {
    const auto higher = std::count_if(units.begin(), units.end(), [&](Condition c) { return c.selection > face; });
    if (higher >= wanted) limit = face;
  }
  for (Condition& unit : units) {
    if (unit.selection <= limit) unit.selection = 0;
  }
}

}  // namespace boxcars::model
