#pragma once

#include <string>
#include <string_view>

#include "model/rules/hex_map.hpp"

namespace boxcars::io {

/// Reads a map in TOML: `columns`, `rows`, and a [[hex]] for every hex that holds something. Throws BadInput naming `file`, line and
/// column of what is wrong, with the nearest known key.
model::HexMap parse_map(std::string_view toml, const std::string& file);

}  // namespace boxcars::io
