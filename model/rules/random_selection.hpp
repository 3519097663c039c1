#pragma once

#include <cstdint>
#include <span>

#include "model/rules/units.hpp"

namespace boxcars::model {

/// Notes the Random Selection dr (A.9) of `units[at]`; `wanted` units are looked for, and whoever ties with the last of them is
/// selected too: a unit is selected if fewer than `wanted` others threw higher. Rolls that can no longer win are forgotten.
/// When all have thrown, the selected ones are those whose `selection` is not 0. Only those `among` whom it is, a bit each, are looked at.
void note_selection(std::span<Condition> units, std::size_t at, int dr, int wanted, std::uint32_t among = ~std::uint32_t{0});

/// Ends the Random Selection of a critical hit's target (C3.74): those who are selected are singled out.
void single_out_selected(std::span<Condition> units);

}  // namespace boxcars::model
