#pragma once

#include <string>
#include <string_view>

#include "ask/question_kind.hpp"

namespace boxcars::io {

/// A file about movement under fire: the question's inputs by their keys, or steps and defenders as tables. A study's file is one, too;
/// what it sweeps is not looked at. Throws BadInput with the place for what is no such file.
ask::GivenInputs cross_inputs_of(std::string_view toml, const std::string& file);

/// A small file to start from.
std::string_view cross_example();

}  // namespace boxcars::io
