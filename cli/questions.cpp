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

}  // namespace

const std::vector<QuestionCommand>& questions() {
  static const std::vector<QuestionCommand> all = [] {
    std::vector<QuestionCommand> commands;
    for (const ask::QuestionKind& kind : ask::question_kinds()) {
      if (kind.is_in_file)
        commands.push_back({std::string(kind.name), std::string(kind.title), add_assault});
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

std::vector<std::string> with_question(const std::vector<std::string>& typed) {
  const auto plain = ask::plain_question(typed);
  if (!plain) return typed;
  std::vector<std::string> arguments{plain->question};
  arguments.insert(arguments.end(), plain->bare.begin(), plain->bare.end());
  for (const auto& [key, value] : plain->inputs) {
    arguments.push_back(model::as_option(key, ""));
    if (const auto* text = std::get_if<std::string>(&value)) arguments.push_back(*text);
  }
  arguments.insert(arguments.end(), plain->rest.begin(), plain->rest.end());
  return arguments;
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
