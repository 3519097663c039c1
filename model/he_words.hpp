#pragma once

#include <string>
#include <string_view>

#include "model/he_inputs.hpp"
#include "model/ift.hpp"
#include "model/question.hpp"

namespace boxcars::model {

/// What was asked, in words.
Question question_of(const HeInputs& inputs, const HeSituation& situation);

}  // namespace boxcars::model
