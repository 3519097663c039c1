#pragma once

#include <cstdint>
#include <string>

#include "model/core/bad_input.hpp"

namespace boxcars::io {

/// A place in a file, from 1; 0: nowhere.
struct Place {
  std::uint32_t line = 0;
  std::uint32_t column = 0;
};

/// Throws BadInput: "chateau.toml, line 3, column 1: problem ...", with fields as the keys of a file.
[[noreturn]] void refuse_at(const std::string& file, Place place, const model::Fault& fault);

}  // namespace boxcars::io
