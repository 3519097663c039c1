#pragma once

#include <string>
#include <vector>

#include "ask/asked.hpp"
#include "cli/boxcars.hpp"
#include "io/files/assault_file.hpp"

namespace boxcars::cli {

/// Reads an assault file; throws BadInput if it cannot be read, or with the place for what is wrong in it.
io::AssaultFile read_assault(const std::string& name, const Environment& environment);

}  // namespace boxcars::cli
