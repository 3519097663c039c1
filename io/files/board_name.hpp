#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>

namespace boxcars::io {

/// A board's name as it can be printed anywhere: its ASCII, at most 40 characters.
std::string board_name(std::string_view text);

/// Whether the bytes begin as a zip archive does: a VASL board's.
bool is_archive(std::span<const std::byte> bytes);

}  // namespace boxcars::io
