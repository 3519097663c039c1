#pragma once

#include "ask/items.hpp"

namespace boxcars::ask {

/// Words that mean something else where vehicles or their armor are named: a duel, a facing, how a vehicle in Close Combat is.
void read_words_of_vehicles(LineItems& items);

}  // namespace boxcars::ask
