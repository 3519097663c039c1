#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace boxcars::io {

/// The words of a line as a shell reads them: apart at spaces, but for what is quoted ('...', "..." or $'...') or follows a backslash.
/// Throws BadInput for a quote that is not closed.
std::vector<std::string> words_of(std::string_view line);

/// A word as it is typed, in quotes if it needs them: words_of(quoted(word)) is that word again. Control characters stand as $'\x1b'.
std::string quoted(const std::string& word);

}  // namespace boxcars::io
