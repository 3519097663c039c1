#pragma once

#include <cstdint>
#include <string>

namespace boxcars::io {

/// A place in a file, from 1; 0: nowhere.
struct Place {
  std::uint32_t line = 0;
  std::uint32_t column = 0;
};

/// Throws BadInput: "chateau.toml, line 3, column 1: problem".
[[noreturn]] void refuse_at(const std::string& file, Place place, const std::string& problem);

}  // namespace boxcars::io
