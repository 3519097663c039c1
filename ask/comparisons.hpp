#pragma once

#include "ask/items.hpp"

namespace boxcars::ask {

/// Puts an "or" where two things are compared by other words: "foxhole vs trench", "12 over 8 -1", "does a DC beat 24 FP", "how much does a
/// 9-1 help". Throws Unfit.
void read_comparisons(LineItems& items);

}  // namespace boxcars::ask
