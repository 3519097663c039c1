#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "cli/form.hpp"

namespace boxcars::cli {

/// Throws BadInput: an option that the command does not have. It says what is asked for so there, or names the nearest option, the
/// questions that have this one, or at most three options that are about it.
[[noreturn]] void refuse_option(const std::string& typed, const Form& command);
/// The same for the first one that a command was given, if there is one.
void refuse_unknown_options(const Form& command);

/// Throws BadInput: arguments that nothing has asked for, at least one. It says which option takes one of them, if any does.
[[noreturn]] void refuse_arguments(const std::vector<std::string>& typed, const Form& command);

/// Throws BadInput: a line that begins with no question. It says how what is looked for is asked, or names the questions.
/// `works` says whether a line can be answered: no other is shown.
[[noreturn]] void refuse_question(const std::vector<std::string>& line, const std::vector<std::string>& questions,
                                  const std::function<bool(const std::vector<std::string>&)>& works);

/// Throws BadInput for a word of an option that is asked otherwise, and says how: --weapon dc.
void refuse_if_elsewhere(std::string_view option, std::string_view word);

}  // namespace boxcars::cli
