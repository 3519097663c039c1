#include "model/rules/random_selection.hpp"

namespace boxcars::model {

void note_selection(std::span<Condition> units, std::size_t at, int dr, int wanted, std::uint32_t among) {
  units[at].selection = static_cast<std::uint16_t>(dr & 7);
  const auto is_among = [&](std::size_t i) { return (among >> i & 1U) != 0; };
  // Forgotten rolls are lower than those that beat them, so counting what is remembered is counting all.
  int limit = 0;  // the highest roll that at least `wanted` rolls beat, or 0
  for (int face = 1; face <= 6; ++face) {
    int higher = 0;
    for (std::size_t i = 0; i < units.size(); ++i) higher += is_among(i) && units[i].selection > face ? 1 : 0;
    if (higher >= wanted) limit = face;
  }
  for (std::size_t i = 0; i < units.size(); ++i) {
    if (is_among(i) && units[i].selection <= limit) units[i].selection = 0;
  }
}

void single_out_selected(std::span<Condition> units) {
  for (Condition& c : units) c.singled_out = c.selection > 0, c.selection = 0;
}

}  // namespace boxcars::model
