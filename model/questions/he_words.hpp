#pragma once

#include <string>
#include <string_view>

#include "model/questions/he_inputs.hpp"
#include "model/rules/ift.hpp"
#include "model/core/question.hpp"

namespace boxcars::model {

/// What was asked, in words.
Question question_of(const HeInputs& inputs, const HeSituation& situation);

}  // namespace boxcars::model
