#pragma once

#include "ask/items.hpp"

namespace boxcars::ask {

/// Puts what a line says first, or between, where the grammar has it: "into the woods at a 447", "a stone house held by a 447", "hand to
/// hand between a 448 and a 458", "against a T-34 at 14 hexes, a Tiger or a PaK 40". What the order says is said by a word then: "at",
/// "in".
void read_word_order(LineItems& items);

}  // namespace boxcars::ask
