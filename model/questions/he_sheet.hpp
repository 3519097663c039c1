#pragma once

#include "model/questions/he_inputs.hpp"

namespace boxcars::model {

/// Writes down what the shots at a building are thrown with, and why.
void fill_sheet(const HeInputs& inputs, const HeScene& scene, HeSituation& situation);

}  // namespace boxcars::model
