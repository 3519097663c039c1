#pragma once

#include "model/core/question.hpp"
#include "model/questions/assault_inputs.hpp"

namespace boxcars::model {

/// What was asked, in words.
Question question_of(const AssaultInputs& inputs, const AssaultPlan& plan);

}  // namespace boxcars::model
