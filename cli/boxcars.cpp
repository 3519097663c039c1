#include "cli/boxcars.hpp"

#include <algorithm>
#include <exception>
#include <memory>
#include <ostream>
#include <sstream>

#include <CLI/CLI.hpp>

#include "cli/commands.hpp"
#include "cli/instruction_set.hpp"
#include "cli/options.hpp"
#include "io/json.hpp"
#include "model/bad_input.hpp"
#include "model/choices.hpp"
#include "sim/solve.hpp"

namespace boxcars::cli {
namespace {

using model::BadInput;

constexpr const char* description =
    "The odds of Advanced Squad Leader, simulated and exact.\n\n"
    "  boxcars attack 8 --target 4-4-7\n"
    "  boxcars attack 12 --leadership -1 --terrain stone --target \"9-1 4-6-7 4-6-7\"\n"
    "  boxcars he 150 stone 2 --level 1 --occupant 1=4-4-7 --own 3\n"
    "  boxcars chain --map experiments/maps/chateau.toml --hex J8\n"
    "  boxcars enter --building wood --levels 1\n"
    "  boxcars kindle --terrain wood --turns 3\n"
    "  boxcars clear --task mines --sapper-squads 2\n"
    "  boxcars hut --cause he --caliber 105 --target 4-4-7\n"
    "  boxcars terrain rowhouse\n"
    "  boxcars he --help\n";

// In the list of questions a question has one line: its examples are for its own help.
class Help : public CLI::Formatter {
 public:
  std::string make_subcommand(const CLI::App* question) const override {
    const std::string text = question->get_description();
    std::ostringstream line;
    CLI::detail::format_help(line, "  " + question->get_display_name(true), text.substr(0, text.find('\n')), column_width_);
    return line.str();
  }
};

std::vector<std::string> option_names(const CLI::App& app) {
  std::vector<std::string> names;
  for (const CLI::Option* option : app.get_options()) {
    for (const std::string& name : option->get_lnames()) names.push_back("--" + name);
  }
  std::sort(names.begin(), names.end());
  return names;
}

// Throws BadInput for the first argument of a question that nothing has asked for.
void require_all_known(const CLI::App& question) {
  const auto left = question.remaining();
  for (const std::string& argument : left) {
    if (argument.starts_with('-') && argument != "--")
      model::throw_unknown("option", argument.substr(0, argument.find('=')), option_names(question));
  }
  if (!left.empty()) throw_unexpected(left.front(), question.get_name());
}

// Throws BadInput unless the first argument is one of the questions, or asks for help.
void require_question(const std::vector<std::string>& arguments, const std::vector<std::string>& questions) {
  const std::string example = "boxcars " + questions.front() + " ...";
  if (arguments.empty()) throw BadInput("no question asked (known: " + model::listed(questions) + "); see boxcars --help");
  const std::string& first = arguments.front();
  if (first == "-h" || first == "--help" || first == "--version") return;
  if (first.starts_with('-'))
    throw BadInput("option " + model::shown(first) + " before a question (options follow it); give it like " + example + " " +
                   first.substr(0, 40));
  if (std::find(questions.begin(), questions.end(), first) == questions.end()) model::throw_unknown("question", first, questions);
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

ExitStatus parse_and_answer(const std::vector<std::string>& arguments, const Environment& environment) {
  CLI::App app(description, "boxcars");
  const auto version = [&environment] {
    return "boxcars " + std::string(io::version) + " (" + std::string(name_of(instruction_set_of(environment))) + ")";
  };
  app.set_version_flag("--version", version, "the version, and the instruction set in use");
  const auto help = std::make_shared<Help>();
  help->column_width(26);
  app.formatter(help);
  const std::vector<Command> commands{add_attack(app), add_he(app),  add_chain(app),   add_enter(app),   add_kindle(app), add_clear(app),
                                      add_breach(app), add_hut(app), add_bombard(app), add_terrain(app), add_board(app),  add_atlas(app)};
  app.require_subcommand(0, 1);  // the name of another question is a word as others: boxcars terrain hut
  std::vector<std::string> questions;
  for (const Command& command : commands) {
    command.app->allow_extras();
    questions.push_back(command.app->get_name());
  }

  require_question(arguments, questions);
  try {
    app.parse(std::vector<std::string>(arguments.rbegin(), arguments.rend()));
  } catch (const CLI::Success& wanted) {
    app.exit(wanted, environment.out, environment.err);
    if (environment.out << std::flush) return answered;
    environment.err << "boxcars: the help could not be written\n";
    return failed;
  } catch (const CLI::ParseError& error) {
    throw BadInput(in_our_words(error));
  }
  const auto asked = std::find_if(commands.begin(), commands.end(), [](const Command& command) { return command.app->parsed(); });
  require_all_known(*asked->app);
  return asked->answer(environment);
}

}  // namespace

ExitStatus run(const std::vector<std::string>& arguments, const Environment& environment) {
  try {
    return parse_and_answer(arguments, environment);
  } catch (const BadInput& error) {
    environment.err << "boxcars: " << model::printable(error.what()) << "\n";
    return bad_input;
  } catch (const sim::NeverEnds& error) {
    environment.err << "boxcars: the question never ends (" << error.what() << "); ask it with a limit\n";
    return bad_input;
  } catch (const std::exception& error) {
    environment.err << "boxcars: failed (" << model::printable(error.what()) << "); please report it with the command\n";
    return failed;
  }
}

}  // namespace boxcars::cli
