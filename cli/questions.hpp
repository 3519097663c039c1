#pragma once

#include <functional>
#include <string>
#include <vector>

#include "ask/question.hpp"
#include "cli/boxcars.hpp"
#include "cli/commands.hpp"
#include "io/studies/study.hpp"

namespace boxcars::cli {

/// A question by its name, and what adds it with its options to a command line.
struct QuestionCommand {
  std::string name;
  std::string title;
  std::function<Command(const Form& root)> add;
};
const std::vector<QuestionCommand>& questions();

/// Throws BadInput for the first argument of a command that nothing has asked for.
void require_all_known(const Form& command);

/// A line as it is, but of one in words the question with its options, or several to compare; and what was understood of each.
struct AsTyped {
  std::vector<std::string> arguments{};
  std::vector<std::string> understood{};
};
AsTyped with_question(const std::vector<std::string>& typed);

/// A question as it stands in a text: "he --caliber 150 stone 2"; how it is to be answered, too.
struct AskedAs {
  ask::Question asked;
  CommonOptions common;
};
AskedAs ask(const std::string& question, const std::vector<std::string>& arguments, const Environment& environment);

/// The options of how a question is answered and what is printed, which are none of its inputs: --trials, ..., --help.
std::vector<std::string> common_options();

}  // namespace boxcars::cli
