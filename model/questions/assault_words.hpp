#pragma once

#include "model/questions/assault_inputs.hpp"
#include "model/core/question.hpp"

namespace boxcars::model {

/// What was asked, in words.
Question question_of(const AssaultInputs& inputs, const AssaultPlan& plan);

}  // namespace boxcars::model
