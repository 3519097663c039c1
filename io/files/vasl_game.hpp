#pragma once

#include <cstddef>
#include <span>
#include <string>

namespace boxcars::io {

/// What a save or a log of VASL's holds, in clear: commands, one after the other. Throws BadInput that names `file` if the archive is none,
/// or of another module. It comes from strangers, and holds what players hide from each other, their passwords among it: it is shown to
/// nobody as it is.
std::string parse_vasl_game(std::span<const std::byte> archive, const std::string& file);

}  // namespace boxcars::io
