#pragma once

#include <string_view>

namespace boxcars::ask {

/// A word around a question that can change nothing of it: "evening", "friends", "because".
bool is_idle(std::string_view text);

/// Any other word of English that says nothing of a game: idle by itself, but not beside what it may turn, as in "smoke evaporated".
bool is_turning(std::string_view text);

/// A word of everyday English, idle or not: never taken for a slip in another one.
bool is_everyday(std::string_view text);

}  // namespace boxcars::ask
