#pragma once

#include <functional>
#include <string>
#include <vector>

#include "io/files/vasl_board.hpp"

namespace boxcars::io {

/// Reads a VASL board archive or a map file in TOML, whichever the file is; a map's name is that of its file. Throws BadInput if it
/// cannot be read.
Board read_board(const std::string& file);

/// The file that a board's name means: itself if there is one, else for 20, bd20 or 020 the first of the folders' that has it. Throws
/// BadInput if there is none.
std::string find_board(const std::string& name, const std::vector<std::string>& folders);

/// Reads what lies on the table: one board or map file (read_board), or several as VASL sets them up, "20r" turned by 180 degrees, "1+6r"
/// side by side, "20r/21" one above the other. `found` is told each file. Throws BadInput if one cannot be read, or they do not fit.
Board read_table(const std::string& boards, const std::vector<std::string>& folders, const std::function<void(const std::string&)>& found);

/// All board archives and map files of a folder, by name; a file alone is itself. Throws BadInput if there are none.
std::vector<std::string> boards_in(const std::string& folder_or_file);

}  // namespace boxcars::io
