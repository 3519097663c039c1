#pragma once

#include "model/core/dice.hpp"

namespace boxcars::model {

/// The rubble dr (B24.11): with its drm at most the number of the KIA makes rubble, so a KIA of less than the first of these cannot.
constexpr int least_rubbling_kia(int drm) { return 1 + drm; }
constexpr Throw rubble_throw() { return {Dice::dr, "rubble dr", "B24.11"}; }
constexpr bool is_rubbled(int dr, int drm, int kia) { return dr + drm <= kia; }

}  // namespace boxcars::model
