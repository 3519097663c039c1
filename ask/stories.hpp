#pragma once

#include "ask/items.hpp"

namespace boxcars::ask {

/// Makes one question of what is told in several sentences: where they stand on a board is left out, a unit that is named by its kind and
/// by its numbers is one, and who is whose says who fires at whom. Throws Unfit.
void read_story(LineItems& items);

}  // namespace boxcars::ask
