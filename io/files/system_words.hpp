#pragma once

#include <string>
#include <system_error>

namespace boxcars::io {

/// Why the system could not do something with a file: "no permission".
std::string in_words(const std::error_code& error);

}  // namespace boxcars::io
