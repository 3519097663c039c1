#include "cli/questions.hpp"

#include <algorithm>
#include <cassert>

#include "ask/plain_words.hpp"
#include "ask/question_kinds.hpp"
#include "cli/bind_question.hpp"
#include "cli/hints.hpp"
#include "cli/options.hpp"
#include "model/core/bad_input.hpp"
#include "model/core/choices.hpp"

namespace boxcars::cli {
namespace {

std::vector<std::string> option_names(const Form& form) {
  std::vector<std::string> names;
  for (const Shown& option : form.options()) names.insert(names.end(), option.names.begin(), option.names.end());
  std::sort(names.begin(), names.end());
  return names;
}

const QuestionCommand& find(const std::string& question) {
  const std::string_view name = ask::question_named(question).name;
  return *std::find_if(questions().begin(), questions().end(), [&](const QuestionCommand& known) { return known.name == name; });
}

// A question with its options.
std::vector<std::string> with_options(const ask::PlainQuestion& asked) {
  std::vector<std::string> arguments{asked.question};
  arguments.insert(arguments.end(), asked.bare.begin(), asked.bare.end());
  for (const auto& [key, value] : asked.inputs) {
    arguments.push_back(model::as_option(key, ""));
    if (const auto* text = std::get_if<std::string>(&value)) arguments.push_back(*text);
  }
  return arguments;
}

// As a question of a comparison is given.
std::string in_one_text(const std::vector<std::string>& arguments) {
  std::string text;
  for (const std::string& argument : arguments) {
    const bool has_blank = argument.find(' ') != std::string::npos;
    text += (text.empty() ? "" : " ") + (has_blank ? "\"" + argument + "\"" : argument);
  }
  return text;
}

}  // namespace

const std::vector<QuestionCommand>& questions() {
  static const std::vector<QuestionCommand> all = [] {
    std::vector<QuestionCommand> commands;
    for (const ask::QuestionKind& kind : ask::question_kinds()) {
      if (kind.is_in_file)
        commands.push_back({std::string(kind.name), std::string(kind.title), add_assault});
      else if (kind.name == "cross")
        commands.push_back({std::string(kind.name), std::string(kind.title), add_cross});
      else
        commands.push_back(
            {std::string(kind.name), std::string(kind.title), [&kind](const Form& root) { return add_question(root, kind); }});
    }
    return commands;
  }();
  return all;
}

void require_all_known(const Form& command) {
  refuse_unknown_options(command);
  if (const auto left = command.remaining(); !left.empty()) refuse_arguments(left, command);
}

AsTyped with_question(const std::vector<std::string>& typed) {
  const auto questions = ask::plain_questions(typed);
  if (questions.empty()) return {typed};
  AsTyped asked;
  for (const ask::PlainQuestion& question : questions) {
    if (!question.understood.empty()) asked.understood.push_back(question.understood);
  }
  if (questions.size() == 1) {
    asked.arguments = with_options(questions.front());
  } else {
    asked.arguments = {"compare"};
    for (const ask::PlainQuestion& question : questions) asked.arguments.push_back(in_one_text(with_options(question)));
  }
  asked.arguments.insert(asked.arguments.end(), questions.front().rest.begin(), questions.front().rest.end());
  return asked;
}

AskedAs ask(const std::string& question, const std::vector<std::string>& arguments, const Environment& environment) {
  const CommandLine line;
  const QuestionCommand& found = find(question);
  const Command command = found.add(line.form());
  std::vector<std::string> all{found.name};
  all.insert(all.end(), arguments.begin(), arguments.end());
  line.read(all);
  require_all_known(command.form);
  return {command.ask(environment), *command.common};
}

std::vector<std::string> common_options() {
  const CommandLine line;
  CommonOptions unused;
  add_common_options(line.form(), unused);
  std::vector<std::string> names = option_names(line.form());
  names.insert(std::upper_bound(names.begin(), names.end(), "--help"), "--help");
  return names;
}

}  // namespace boxcars::cli
