#pragma once

#include <cstddef>
#include <cstdint>

#include "ask/items.hpp"

namespace boxcars::ask {

/// What stands for what, on the two sides of "or".
enum class Stands : std::uint8_t { attack, units, place, state, times, distance, other };
Stands stands_for(const LineItems& items, std::size_t at);

/// How a line with "or" is taken apart: what stands from `begin` to `end` before it, for what stands from `second` to `second_end` behind
/// it. All else is of both.
struct Alternatives {
  std::size_t begin, end, or_at, second, second_end;
};
/// Whether the one may stand for the other. `wanted`: what stands behind the "or".
bool may_stand_for(const LineItems& items, const Alternatives& two, Stands wanted);
/// Whether what stands there goes on with what stands before it, so that nothing may end before it: two | 467s, at | a 447.
bool is_within(const LineItems& items, std::size_t at);
/// The higher, the less likely that somebody means it so; from `too_odd` on it splits what belongs together.
int oddness(const LineItems& items, const Alternatives& two, Stands wanted);
inline constexpr int too_odd = 60;

/// The line with the first of them, and with the second.
LineItems first_of(const LineItems& items, const Alternatives& two);
LineItems second_of(const LineItems& items, const Alternatives& two);

/// "In stone, woods or open": more than two.
bool has_third(const LineItems& items, std::size_t or_at);
/// Where two attacks are set against each other, before whom they are at: one 16 vs two 8s on a 447. The end: nowhere.
std::size_t attacks_between(const LineItems& items);
/// Leaves of the words around "or" what is compared: "pins or breaks" compares nothing, nor does "or is it too small?".
void settle_alternatives(LineItems& items);
/// Without what stands from there to there.
LineItems without(const LineItems& items, std::size_t begin, std::size_t end);

}  // namespace boxcars::ask
