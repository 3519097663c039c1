#include "cli/boxcars.hpp"

#include <algorithm>
#include <exception>
#include <filesystem>
#include <memory>
#include <new>
#include <optional>
#include <ostream>
#include <sstream>
#include <system_error>
#include <utility>

#include "ask/failed.hpp"
#include "cli/commands.hpp"
#include "cli/hints.hpp"
#include "cli/instruction_set.hpp"
#include "cli/messages.hpp"
#include "cli/questions.hpp"
#include "io/files/failed.hpp"
#include "io/formats/json.hpp"
#include "model/core/bad_input.hpp"
#include "model/core/choices.hpp"
#include "sim/exact/solve.hpp"

namespace boxcars::cli {
namespace {

using model::BadInput;

constexpr const char* boxcars_description =
    "The odds of Advanced Squad Leader, simulated and exact.\n\n"
    "  boxcars 12 +1 vs two 467s and a 9-1 in stone\n"
    "  boxcars two 447s behind a wall take 8, 9-2 directing\n"
    "  boxcars two 467s with HMG at 10 hexes on a concealed 447 in woods\n"
    "  boxcars is it better to fire 16 or two 8s at a 467\n"
    "  boxcars ft vs 4-4-7 in wood                (also dc, mol by 4-6-7, mines 8)\n"
    "  boxcars 75L vs 4-4-7 in woods at range 8             (also 81mm mortar ...)\n"
    "  boxcars he 105 wood 1 range 8 rof 2 vs 4-6-7 (a house with one upper level)\n"
    "  boxcars oba 100 stone 2 vs 0=4-4-7 2=9-1               (levels 0, 1 and 2)\n"
    "  boxcars tiger kills a sherman at 10 hexes\n"
    "  boxcars rally 7 with a 9-1 under DM\n"
    "  boxcars cc 2x4-6-7 9-1 vs 4-4-7 ambush --ambush-drm -1,0\n"
    "  boxcars enter stone 1 rowhouse\n"
    "  boxcars kindle wood 3 turns\n"
    "  boxcars clear mines 2 squads --leadership -1\n"
    "  boxcars cross --unit 4-6-7 --step G4,J6=3 H5,J6=2 --defender J6=4-4-7\n"
    "  boxcars compare \"16 vs 4-4-7\" \"8 vs 4-4-7 then 8\"\n\n"
    "boxcars COMMAND --help explains a command, docs/questions.md its events.\n";

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
void require_question(const std::vector<std::string>& arguments, const std::vector<std::string>& questions,
                      const Environment& environment) {
  const std::string example = "boxcars " + questions.front() + " ...";
  if (arguments.empty()) throw BadInput("no question asked (known: " + model::listed(questions) + "); see boxcars --help");
  const std::string& first = arguments.front();
  if (first == "-h" || first == "--help" || first == "--version") return;
  if (first.starts_with('-'))
    throw BadInput("option " + model::shown(first) + " before a question (options follow it); give it like " + example + " " +
                   first.substr(0, 40));
  if (std::find(questions.begin(), questions.end(), first) == questions.end()) {
    refuse_question(arguments, questions, [&environment](const std::vector<std::string>& line) {
      try {
        ask(line.front(), {line.begin() + 1, line.end()}, environment);
        return true;
      } catch (const BadInput&) {
        return false;
      }
    });
  }
}

// Throws BadInput if another word stands where a command wants one of its actions.
void require_known_action(const Command& command) {
  const auto left = command.form.remaining();
  if (command.actions.empty() || left.empty() || left.front().starts_with('-')) return;
  std::vector<std::string> names;
  for (const Command& action : command.actions) names.push_back(action.form.name());
  model::throw_unknown("action", left.front(), names);
}

// Blanks that do not break a line, pasted, are blanks: words between which they stand are words, but for the name of a file.
std::vector<std::string> with_plain_blanks(const std::vector<std::string>& typed) {
  std::vector<std::string> words;
  for (const std::string& word : typed) {
    const std::string plain = model::with_blanks(word);
    std::error_code error;
    if (plain == word || std::filesystem::exists(word, error))
      words.push_back(word);
    else if (word.find(' ') != std::string::npos)
      words.push_back(plain);
    else
      for (std::string& part : model::words_in(plain)) words.push_back(std::move(part));
  }
  return words;
}

// Those that are no questions.
const std::vector<Command (*)(const Form&)>& other_commands() {
  static const std::vector<Command (*)(const Form&)> all {
    add_terrain, add_board, add_los, add_danger, add_atlas, add_save, add_luck,
#if defined(BOXCARS_STUDIES)
        add_study,
#endif
        add_compare, add_balance, add_plan, add_ask, add_describe, add_complete, add_man
  };
  return all;
}

// A line that begins with one of them is no sentence, but "compare 16 or two 8s at a 467" is.
bool begins_with_command(const std::vector<std::string>& typed) {
  if (typed.empty()) return true;
  const auto options = std::find_if(typed.begin(), typed.end(), [](const std::string& word) { return word.starts_with("--"); });
  const bool is_sentence =
      model::same_word(typed.front(), "compare") && options - typed.begin() > 3 &&
      std::none_of(typed.begin(), typed.end(), [](const std::string& word) { return word.find(' ') != std::string::npos; });
  return !is_sentence && is_other_command(typed.front());
}

ExitStatus parse_and_answer(const std::vector<std::string>& given, const Environment& environment) {
  const std::vector<std::string> typed = with_plain_blanks(given);
  const auto version = [&environment] {
    return "boxcars " + std::string(io::version) + " (" + std::string(name_of(instruction_set_of(environment))) + ")";
  };
  const CommandLine line("boxcars", boxcars_description, version);
  const AsTyped asked_in_words = begins_with_command(typed) ? AsTyped{typed} : with_question(typed);
  const std::vector<std::string>& words = asked_in_words.arguments;
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
  for (const auto& add : other_commands()) commands.push_back(add(line.form()));
  if (typed.size() > 1 && typed[0] == "complete" && typed[1] == "--")
    return complete(line.form(), {typed.begin() + 2, typed.end()}, environment);
  std::vector<std::string> names;
  for (const Command& command : commands) names.push_back(command.form.name());

  const std::vector<std::string> arguments = with_options(words, commands);
  require_question(arguments, names, environment);
  if (const auto text = line.read(arguments)) {
    if (environment.out << *text << std::flush) return answered;
    tell(environment, MessageKind::failed, "the help could not be written");
    return failed;
  }
  const auto asked = std::find_if(commands.begin(), commands.end(), [](const Command& command) { return command.form.was_asked(); });
  const auto action = std::find_if(asked->actions.begin(), asked->actions.end(), [](const Command& a) { return a.form.was_asked(); });
  const Command& command = action == asked->actions.end() ? *asked : *action;
  require_known_action(command);
  require_all_known(command.form);
  if (asked_in_words.understood.empty()) return command.answer(environment);
  Environment with_words = environment;
  with_words.understood = asked_in_words.understood;
  return command.answer(with_words);
}

}  // namespace

bool is_other_command(const std::string& word) {
  if (model::same_word(word, "help") || model::same_word(word, "version")) return true;
  const CommandLine line;
  return std::any_of(other_commands().begin(), other_commands().end(),
                     [&](const auto& add) { return model::same_word(add(line.form()).form.name(), word); });
}

ExitStatus tell_failure(const Environment& environment) {
  try {
    throw;
  } catch (const BadInput& error) {
    tell(environment, MessageKind::refused, error.fault());
    return bad_input;
  } catch (const ask::NoExactOdds& error) {
    tell(environment, MessageKind::no_exact_odds, error.fault());
    return failed;
  } catch (const io::Failed& error) {
    tell(environment, MessageKind::failed, error.fault());
    return failed;
  } catch (const io::Interrupted& error) {
    tell(environment, MessageKind::interrupted, model::Fault{.problem = "interrupted", .why = error.what()});
    return interrupted;
  } catch (const sim::NeverEnds& error) {
    tell(environment, MessageKind::refused,
         model::Fault{.problem = "the question never ends", .why = error.what(), .instead = "ask it with a limit"});
    return bad_input;
  } catch (const std::bad_alloc&) {
    tell(environment, MessageKind::failed,
         model::Fault{.problem = "failed", .why = "there is too little memory for it", .instead = "give fewer --threads, or ask for less"});
    return failed;
  } catch (const std::exception& error) {
    tell(environment, MessageKind::failed,
         model::Fault{.problem = "failed", .why = error.what(), .instead = "please report it with the command"});
    return failed;
  }
}

namespace {

// Takes an option that every command has, and its value, out of the arguments. The last one counts.
std::optional<std::string> taken(std::vector<std::string>& arguments, const std::string& option, const std::string& missing) {
  std::optional<std::string> value;
  std::vector<std::string> others;
  bool is_line = false;  // behind --, which is completed
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    const bool is_joined = arguments[i].starts_with(option + "=");
    is_line = is_line || arguments[i] == "--";
    if (is_line || (arguments[i] != option && !is_joined)) {
      others.push_back(std::move(arguments[i]));
      continue;
    }
    if (!is_joined && i + 1 == arguments.size()) throw BadInput(std::string(option).append(" has no value ").append(missing));
    value = is_joined ? arguments[i].substr(option.size() + 1) : std::move(arguments[++i]);
  }
  arguments = std::move(others);
  return value;
}

Messages parse_messages(const std::string& typed) {
  if (model::same_word(typed, "words")) return Messages::in_words;
  if (model::same_word(typed, "json")) return Messages::as_json;
  throw BadInput("--messages " + model::shown(typed) + " is not known (standard error speaks in words or JSON); give words or json");
}

}  // namespace

ExitStatus run(const std::vector<std::string>& arguments, const Environment& environment) {
  Environment here = environment;
  try {
    std::vector<std::string> words = arguments;
    if (const auto typed = taken(words, "--messages", "(words or JSON?); give it like --messages json"))
      here.messages = parse_messages(*typed);
    if (const auto folder = taken(words, "--boards", "(which folder?); give it like --boards DIR"))
      here.board_folders = {*folder}, here.boards_typed = *folder;
    return parse_and_answer(words, here);
  } catch (...) {
    return tell_failure(here);
  }
}

}  // namespace boxcars::cli
