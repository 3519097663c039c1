#pragma once

#include "model/questions/he_inputs.hpp"

namespace boxcars::model {

/// Writes down what the To Hit number and its DR are made of, if they are computed (C3 to C6); throws BadInput.
void add_to_hit(const HeInputs& inputs, HeSituation& situation);

/// Writes down what the shots at a building are thrown with, and why.
void fill_sheet(const HeInputs& inputs, const HeScene& scene, HeSituation& situation);

}  // namespace boxcars::model
