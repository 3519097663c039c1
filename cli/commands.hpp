#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "ask/question.hpp"
#include "cli/answer_question.hpp"
#include "cli/boxcars.hpp"
#include "cli/form.hpp"
#include "cli/options.hpp"

namespace boxcars::cli {

/// A subcommand: its options, and what to do once they are read.
struct Command {
  Form form;
  std::function<ExitStatus(const Environment&)> answer{};
  std::function<ask::Question(const Environment&)> ask{};  ///< if it is a question: what is asked
  const CommonOptions* common = nullptr;                   ///< and how it is to be answered; as long as `ask` lives
  std::vector<Command> actions{};                          ///< subcommands of its own: study run
};

/// A question as a subcommand. `Options` has its common options as `common`; `ask` makes a question of them.
template <class Options, class Ask>
Command question(const Form& app, const std::shared_ptr<Options>& options, Ask ask) {
  const auto asked = [options, ask](const Environment& environment) { return ask::Question(ask(*options, environment)); };
  const auto answer = [options, asked](const Environment& environment) {
    return answer_question(asked(environment), options->common, environment);
  };
  return {app, answer, asked, &options->common};
}

/// Within a catch: says in one line what went wrong, and gives the exit status.
ExitStatus tell_failure(const Environment& environment);

Command add_terrain(const Form& root);
Command add_board(const Form& root);
Command add_los(const Form& root);
Command add_danger(const Form& root);
Command add_atlas(const Form& root);
Command add_save(const Form& root);
Command add_luck(const Form& root);
Command add_study(const Form& root);
Command add_assault(const Form& root);
Command add_cross(const Form& root);
Command add_balance(const Form& root);
Command add_plan(const Form& root);
Command add_compare(const Form& root);
Command add_ask(const Form& root);
Command add_describe(const Form& root);
Command add_complete(const Form& root);
Command add_man(const Form& root);

/// Whether it is the name of a command that is no question: a line that begins with one is no sentence.
bool is_other_command(const std::string& word);

/// What may stand in place of the last word of a line, which the root's commands do not read.
ExitStatus complete(const Form& root, std::vector<std::string> words, const Environment& environment);

}  // namespace boxcars::cli
