#pragma once

#include "ask/items.hpp"

namespace boxcars::ask {

/// Who fires, told by what he does behind whom he fires at: "a 447 runs while a 467 sees it at 6 hexes", "breaking a 447 if a 467 fires",
/// "467 covers the street, a 447 crosses it". Says it by "at" or "hit by" then.
void read_firers_told(LineItems& items);

}  // namespace boxcars::ask
