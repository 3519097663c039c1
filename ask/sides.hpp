#pragma once

#include <cstdint>

#include "ask/items.hpp"

namespace boxcars::ask {

/// Of the two sides of a story; `unknown`: nothing is said of that.
enum class Owner : std::uint8_t { unknown, mine, his };
/// Whose what follows is, or who does it: "my", "I have", "you sit".
Owner owner_said(const Item& item);
Owner other_side(Owner owner);
bool says_owner(const Item& item);

/// "My 9-1 and two 548s are in woods, you have a 467 in the stone house, two hexes away. I fire": makes "A at B" of it, where who is whose
/// says who fires at whom. Leaves the line as it is where that is not clear.
void read_sides(LineItems& items);

}  // namespace boxcars::ask
