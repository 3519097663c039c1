#pragma once

#include <string>

#include "model/core/description.hpp"

namespace boxcars::ask {

/// A value in words: "75", "1=4-4-7 1=9-1", "true".
std::string in_words(const model::InputValue& value);

}  // namespace boxcars::ask
