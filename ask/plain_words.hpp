#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "ask/reading.hpp"

namespace boxcars::ask {

/// Whether a line is one in words, and no command: its first word is no question's name, and some word of it is known.
bool is_plain(const std::vector<std::string>& words);

/// What a line in words asks: one question, or several to compare; see read_line(). Behind the name of a question what plain_fields()
/// reads, too. Empty: it is not in words. Throws BadInput for what is not understood.
std::vector<PlainQuestion> plain_questions(const std::vector<std::string>& words);

/// What begins a part of such a line, and which input of `attack` that is: "vs" and "against" are of the target. The usual word comes
/// first.
struct PlainWord {
  std::string_view word;
  std::string_view key;
};
const std::vector<PlainWord>& plain_words();

}  // namespace boxcars::ask
