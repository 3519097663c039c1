#pragma once

#include "ask/items.hpp"

namespace boxcars::ask {

/// Refuses a line with two meanings that its grammar does not show: "I am pinned", "one of two 467s", "smoke gone". Throws Unfit.
void refuse_unclear(const LineItems& items);
/// The same of its attacks, once the idioms are read: an attack under a condition, "12 1 467". Throws Unfit.
void refuse_unclear_attacks(const LineItems& items);

}  // namespace boxcars::ask
