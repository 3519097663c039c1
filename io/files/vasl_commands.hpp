#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace boxcars::io {

/// The commands of a game (vasl_game.hpp), one after the other, without the marks of how deep they stand in others or in a log.
std::vector<std::string_view> commands_of(std::string_view game);

/// What somebody else wrote, as it may be shown: on one line, without what a terminal would act on, and no longer than people read.
std::string as_shown(std::string_view written, std::size_t longest = 60);

}  // namespace boxcars::io
