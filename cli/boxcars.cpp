#include "cli/boxcars.hpp"

#include <algorithm>
#include <exception>
#include <memory>
#include <new>
#include <ostream>
#include <sstream>

#include "cli/commands.hpp"
#include "cli/hints.hpp"
#include "cli/instruction_set.hpp"
#include "cli/questions.hpp"
#include "io/files/failed.hpp"
#include "io/formats/json.hpp"
#include "model/core/bad_input.hpp"
#include "model/core/choices.hpp"
#include "sim/solve.hpp"

namespace boxcars::cli {
namespace {

using model::BadInput;

constexpr const char* boxcars_description =
    "The odds of Advanced Squad Leader, simulated and exact.\n\n"
    "  boxcars 12 +1 vs 2x4-6-7 9-1 in stone       (an attack in plain words)\n"
    "  boxcars 8 by 9-2 vs 4-4-7 behind wall          (9-2 directs; or led by 9-2)\n"
    "  boxcars 2x4-6-7 hmg:7-16 range 10 vs concealed 4-4-7 in woods\n"
    "  boxcars 4-6-7,mg-only mg:5-12 rof 2 vs 4-4-7     (or pbf, through smoke)\n"
    "  boxcars ft vs 4-4-7 in wood   (also dc, mol by 4-6-7, mines 8, residual 4)\n"
    "  boxcars 12 vs moving encircled 4-4-7 then residual, attacker san 4 --explain\n"
    "  boxcars 75L vs 4-4-7 in woods at range 8            (To Hit; also 81mm mortar)\n"
    "  boxcars he 105 wood 1 range 8 rof 2 vs 4-6-7        (a house of 1 upper level)\n"
    "  boxcars he 105 wood 1 to-hit 7 vs 4-6-7             (what hits, after all DRM)\n"
    "  boxcars oba 100 stone 2 vs 0=4-4-7 2=9-1            (2 upper levels: 0, 1, 2)\n"
    "  boxcars he 150 stone 2 level 1 vs 4-4-7 --own 3\n"
    "  boxcars cc 2x4-6-7 9-1 vs 4-4-7 ambush --ambush-drm -1,0\n"
    "  boxcars compare \"16 vs 4-4-7\" \"8 vs 4-4-7 then 8\"\n"
    "  boxcars enter stone 1 rowhouse\n"
    "  boxcars breach stone vs 4-4-7\n"
    "  boxcars hut he 105mm vs 4-4-7\n"
    "  boxcars bombard wood 1\n"
    "  boxcars kindle wood 3 turns\n"
    "  boxcars clear mines 2 squads --leadership -1\n"
    "  boxcars he --help\n\n"
    "Not asked: AFV as targets, LOS, movement; Rally in assaults only.\n";

// Help and the version as people ask for them: help attack, attack help, version. `commands` with their actions.
std::vector<std::string> with_options(std::vector<std::string> arguments, const std::vector<Command>& commands) {
  const auto is = [](const std::string& word, const char* wanted) { return model::same_word(word, wanted); };
  if (arguments.empty()) return arguments;
  if (arguments.size() == 1 && is(arguments.front(), "version")) return {"--version"};
  const bool asks_first = is(arguments.front(), "help");
  if (asks_first) arguments.erase(arguments.begin());
  // The names of commands, however they are typed.
  std::size_t named = 0;
  for (const std::vector<Command>* known = &commands; known && named < arguments.size();) {
    const auto found = std::find_if(known->begin(), known->end(),
                                    [&](const Command& command) { return is(arguments[named], command.form.name().c_str()); });
    if (found == known->end()) break;
    arguments[named++] = found->form.name();
    known = &found->actions;
  }
  const bool asks_last = named > 0 && named + 1 == arguments.size() && is(arguments.back(), "help");
  if (asks_last) arguments.pop_back();
  if (asks_first || asks_last) arguments.emplace_back("--help");
  return arguments;
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
  if (std::find(questions.begin(), questions.end(), first) == questions.end()) refuse_question(arguments, questions);
}

// Throws BadInput if another word stands where a command wants one of its actions.
void require_known_action(const Command& command) {
  const auto left = command.form.remaining();
  if (command.actions.empty() || left.empty() || left.front().starts_with('-')) return;
  std::vector<std::string> names;
  for (const Command& action : command.actions) names.push_back(action.form.name());
  model::throw_unknown("action", left.front(), names);
}

ExitStatus parse_and_answer(const std::vector<std::string>& typed, const Environment& environment) {
  const auto version = [&environment] {
    return "boxcars " + std::string(io::version) + " (" + std::string(name_of(instruction_set_of(environment))) + ")";
  };
  const CommandLine line("boxcars", boxcars_description, version);
  const std::vector<std::string> words = with_question(typed);
  const auto is_asked = [&words](const std::string& name) {
    return std::any_of(words.begin(), words.begin() + std::min<std::ptrdiff_t>(2, std::ssize(words)),
                       [&](const std::string& word) { return model::same_word(word, name); });
  };
  // The options of the others would be read by nobody.
  const bool all_are_told = is_asked("complete") || is_asked("man");
  std::vector<Command> commands;
  for (const QuestionCommand& question : questions())
    commands.push_back(all_are_told || is_asked(question.name) ? question.add(line.form())
                                                               : Command{line.form().add_command(question.name, question.title)});
  const std::vector<Command (*)(const Form&)> others {
    add_terrain, add_board, add_atlas,
#if defined(BOXCARS_STUDIES)
        add_study,
#endif
        add_compare, add_balance, add_plan, add_ask, add_describe, add_complete, add_man
  };
  for (const auto& add : others) commands.push_back(add(line.form()));
  if (typed.size() > 1 && typed[0] == "complete" && typed[1] == "--")
    return complete(line.form(), {typed.begin() + 2, typed.end()}, environment);
  std::vector<std::string> names;
  for (const Command& command : commands) names.push_back(command.form.name());

  const std::vector<std::string> arguments = with_options(words, commands);
  require_question(arguments, names);
  if (const auto text = line.read(arguments)) {
    if (environment.out << *text << std::flush) return answered;
    environment.err << "boxcars: the help could not be written\n";
    return failed;
  }
  const auto asked = std::find_if(commands.begin(), commands.end(), [](const Command& command) { return command.form.was_asked(); });
  const auto action = std::find_if(asked->actions.begin(), asked->actions.end(), [](const Command& a) { return a.form.was_asked(); });
  const Command& command = action == asked->actions.end() ? *asked : *action;
  require_known_action(command);
  require_all_known(command.form);
  return command.answer(environment);
}

}  // namespace

ExitStatus tell_failure(const Environment& environment) {
  try {
    throw;
  } catch (const BadInput& error) {
    environment.err << "boxcars: " << model::printable(error.what()) << "\n";
    return bad_input;
  } catch (const io::Failed& error) {
    environment.err << "boxcars: " << model::printable(error.what()) << "\n";
    return failed;
  } catch (const io::Interrupted& error) {
    environment.err << "boxcars: interrupted (" << model::printable(error.what()) << ")\n";
    return interrupted;
  } catch (const sim::NeverEnds& error) {
    environment.err << "boxcars: the question never ends (" << error.what() << "); ask it with a limit\n";
    return bad_input;
  } catch (const std::bad_alloc&) {
    environment.err << "boxcars: failed (there is too little memory for it); give fewer --threads, or ask for less\n";
    return failed;
  } catch (const std::exception& error) {
    environment.err << "boxcars: failed (" << model::printable(error.what()) << "); please report it with the command\n";
    return failed;
  }
}

ExitStatus run(const std::vector<std::string>& arguments, const Environment& environment) {
  try {
    return parse_and_answer(arguments, environment);
  } catch (...) {
    return tell_failure(environment);
  }
}

}  // namespace boxcars::cli
