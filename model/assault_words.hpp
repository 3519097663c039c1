#pragma once

#include "model/assault_inputs.hpp"
#include "model/question.hpp"

namespace boxcars::model {

/// What was asked, in words.
Question question_of(const AssaultInputs& inputs, const AssaultPlan& plan);

}  // namespace boxcars::model
