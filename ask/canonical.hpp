#pragma once

#include <string>
#include <string_view>

#include "model/core/description.hpp"

namespace boxcars::ask {

/// A question with its inputs as one line of text: equal questions give equal text. Its streams are made from this.
std::string canonical(std::string_view question, const model::Inputs& inputs);

}  // namespace boxcars::ask
