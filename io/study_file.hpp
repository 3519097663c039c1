#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "io/study.hpp"

namespace boxcars::io {

/// The inputs that a question knows, in snake_case; throws BadInput for a question that is none.
using KeysOf = std::function<std::vector<std::string>(const std::string& question)>;

/// Reads a study file (schema 1). Throws BadInput with file, line and column for what is wrong, and the nearest known key.
Study parse_study(std::string_view toml, const std::string& file, const KeysOf& keys_of);

}  // namespace boxcars::io
