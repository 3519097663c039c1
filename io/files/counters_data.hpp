#pragma once

#include <string_view>

namespace boxcars::io {

/// What counters.txt holds.
std::string_view counters_data();

}  // namespace boxcars::io
