#pragma once

#include <string>
#include <vector>

#include "io/vasl_board.hpp"

namespace boxcars::io {

/// Reads a VASL board archive or a map file in TOML, whichever the file is; a map's name is that of its file. Throws BadInput if it
/// cannot be read.
Board read_board(const std::string& file);

/// The file that a board's name means: itself if there is one, else bd20, bd020, ... in the first of the folders that has it, else the
/// name as it is.
std::string find_board(const std::string& name, const std::vector<std::string>& folders);

/// All board archives and map files of a folder, by name; a file alone is itself. Throws BadInput if there are none.
std::vector<std::string> boards_in(const std::string& folder_or_file);

}  // namespace boxcars::io
