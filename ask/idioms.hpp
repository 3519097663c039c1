#pragma once

#include <vector>

#include "ask/elements.hpp"

namespace boxcars::ask {

/// Gives words the meaning that they have beside others, where it is not their own: "concealment for a 447" is a roll, the "@8" of a
/// firer is a range, "8 then 6, all at +1" is one DRM. Throws Unfit.
void read_idioms(LineItems& items);

}  // namespace boxcars::ask
