#include "cli/questions.hpp"

#include <algorithm>
#include <set>
#include <variant>

#include <fmt/format.h>

#include "cli/hints.hpp"
#include "cli/options.hpp"
#include "model/core/bad_input.hpp"
#include "model/core/choices.hpp"

namespace boxcars::cli {
namespace {

using model::BadInput;

std::vector<std::string> option_names(const CLI::App& app) {
  std::vector<std::string> names;
  for (const CLI::Option* option : app.get_options()) {
    for (const std::string& name : option->get_lnames()) names.push_back("--" + name);
  }
  std::sort(names.begin(), names.end());
  return names;
}

// What CLI11 found wrong, in one line of ours.
std::string in_our_words(const CLI::ParseError& error) {
  const std::string text = error.what();
  const std::string option = text.substr(0, text.find(':'));
  if (dynamic_cast<const CLI::ArgumentMismatch*>(&error)) {
    const bool missing = text.find("missing") != std::string::npos;
    return missing ? option + " has no value (it needs one); see the question's --help"
                   : option + " is given more than once (it has one value); leave one out";
  }
  if (dynamic_cast<const CLI::ConversionError*>(&error)) return text + " (it takes no value); leave the value out";
  return text.substr(0, text.find('\n')) + "; see the question's --help";
}

const QuestionCommand& find(const std::string& question) {
  std::vector<std::string> names;
  for (const QuestionCommand& known : questions()) {
    if (model::same_word(known.name, question)) return known;
    names.push_back(known.name);
  }
  model::throw_unknown("question", question, names);
}

std::string snake_case(std::string option) {
  option.erase(0, 2);
  std::replace(option.begin(), option.end(), '-', '_');
  return option;
}

struct Typed {
  std::string option;
  std::vector<std::string>* arguments;
  void operator()(bool set) const {
    if (set) arguments->push_back(option);
  }
  void operator()(double value) const { arguments->push_back(fmt::format("{}={}", option, value)); }
  void operator()(const std::string& value) const { arguments->push_back(option + "=" + value); }
  template <class Value>
  void operator()(const std::vector<Value>& values) const {
    for (const auto& value : values) (*this)(value);
  }
};

}  // namespace

const std::vector<QuestionCommand>& questions() {
  static const std::vector<QuestionCommand> all{
      {"attack", add_attack}, {"he", add_he},         {"chain", add_chain}, {"enter", add_enter},     {"kindle", add_kindle},
      {"clear", add_clear},   {"breach", add_breach}, {"hut", add_hut},     {"bombard", add_bombard}, {"assault", add_assault}};
  return all;
}

void parse(CLI::App& app, const std::vector<std::string>& arguments) {
  try {
    app.parse(std::vector<std::string>(arguments.rbegin(), arguments.rend()));
  } catch (const CLI::Success&) {
    throw;
  } catch (const CLI::ParseError& error) {
    throw BadInput(in_our_words(error));
  }
}

void require_all_known(CLI::App& command) {
  const auto left = command.remaining();
  for (const std::string& argument : left) {
    if (argument.starts_with('-') && argument != "--") refuse_option(argument.substr(0, argument.find('=')), command);
  }
  if (!left.empty()) refuse_arguments(left, command);
}

AskedAs ask(const std::string& question, const std::vector<std::string>& arguments, const Environment& environment) {
  CLI::App app;
  const QuestionCommand& found = find(question);
  const Command command = found.add(app);
  command.app->allow_extras();
  command.app->set_help_flag();
  std::vector<std::string> all{found.name};
  all.insert(all.end(), arguments.begin(), arguments.end());
  parse(app, all);
  require_all_known(*command.app);
  return {command.ask(environment), *command.common};
}

std::vector<std::string> common_options() {
  CLI::App app;
  CommonOptions unused;
  add_common_options(app, unused);
  return option_names(app);
}

std::vector<std::string> input_keys(const std::string& question) {
  CLI::App app;
  const auto how = common_options();
  std::vector<std::string> keys;
  for (const std::string& name : option_names(*find(question).add(app).app)) {
    if (!std::binary_search(how.begin(), how.end(), name)) keys.push_back(snake_case(name));
  }
  return keys;
}

std::vector<std::string> arguments_of(const std::vector<io::StudyInput>& inputs) {
  std::vector<std::string> arguments;
  for (const io::StudyInput& input : inputs) {
    if (input.key == io::seed_key) continue;
    std::string option = "--" + input.key;
    std::replace(option.begin(), option.end(), '_', '-');
    std::visit(Typed{option, &arguments}, input.value);
  }
  return arguments;
}

}  // namespace boxcars::cli
