#pragma once

#include <algorithm>
#include <cstdint>
#include <string_view>

#include "ask/items.hpp"

namespace boxcars::ask {

template <class Words>
bool is_among(const Words& words, std::string_view text) {
  return std::find(words.begin(), words.end(), text) != words.end();
}
/// "he" of "he has".
std::string_view first_word(std::string_view text);

/// Of the two sides of a story; `unknown`: nothing is said of that.
enum class Owner : std::uint8_t { unknown, mine, his };
/// Whose what follows is, or who does it: "my", "I have", "you sit".
Owner owner_said(const Item& item);
Owner other_side(Owner owner);

/// "My 9-1 and two 548s are in woods, you have a 467 in the stone house, two hexes away. I fire": makes "A at B" of it, where who is whose
/// says who fires at whom. Throws Unfit where it says two things.
void read_sides(LineItems& items);

}  // namespace boxcars::ask
