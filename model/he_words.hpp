#pragma once

#include <string>
#include <string_view>

#include "model/he_inputs.hpp"
#include "model/ift.hpp"
#include "model/question.hpp"

namespace boxcars::model {

/// "the ground level", "level 1", "the rooftop".
std::string_view place_name(const Building& building, int location);

/// "1:8-1, 2:4-4-7": who is in a Location.
std::string units_at(const HeSituation& situation, int location);

/// What was asked, in words.
Question question_of(const HeInputs& inputs, const HeSituation& situation);

/// How an attack on a place is told: "level 1: +3, Final 10 on the 30 column, 2MC".
std::string in_words(const IftAttack& attack, int original_dr, std::string_view place);

}  // namespace boxcars::model
