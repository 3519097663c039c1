#pragma once

#include "model/core/description.hpp"
#include "model/questions/assault_inputs.hpp"

namespace boxcars::model {

/// What was asked, in words.
Description description_of(const AssaultInputs& inputs, const AssaultPlan& plan);
/// What of a fight is in the odds, and what is not: "played: the attacker's fire, rubble; not: ...".
std::string what_is_played(const AssaultInputs& inputs);
/// "the attacker cannot win: nobody fires at N5, ..."; empty: he may, as far as that is seen before it is played.
std::string why_never_won(const AssaultInputs& inputs);

}  // namespace boxcars::model
