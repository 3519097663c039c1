#pragma once

#include <string>

namespace boxcars::cli {

/// The whole of a file; throws BadInput if it cannot be read. `what` it should be: "study", and in which form.
std::string read_file(const std::string& name, const std::string& what, const std::string& form = "TOML");

}  // namespace boxcars::cli
