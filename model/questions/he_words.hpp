#pragma once

#include <string>
#include <string_view>

#include "model/core/description.hpp"
#include "model/questions/he_inputs.hpp"
#include "model/rules/ift.hpp"

namespace boxcars::model {

/// What was asked, in words.
Description description_of(const HeInputs& inputs, const HeSituation& situation);

}  // namespace boxcars::model
