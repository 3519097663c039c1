#pragma once

#include "model/questions/he_inputs.hpp"

namespace boxcars::model {

/// Computes the To Hit number, and writes down what it and its DR are made of (C3 to C6); throws BadInput.
ToHit add_to_hit(const HeInputs& inputs, HeSituation& situation);

/// Writes down what the shots at a building are thrown with, and why.
void fill_sheet(const HeInputs& inputs, const HeScene& scene, HeSituation& situation);

}  // namespace boxcars::model
