#pragma once

#include "model/core/question.hpp"
#include "model/questions/assault_inputs.hpp"

namespace boxcars::model {

/// What was asked, in words.
Question question_of(const AssaultInputs& inputs, const AssaultPlan& plan);
/// What of a fight is in the odds, and what is not: "played: the attacker's fire, rubble; not: ...".
std::string what_is_played(const AssaultInputs& inputs);

}  // namespace boxcars::model
