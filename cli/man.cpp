#include "cli/man.hpp"

#include <algorithm>
#include <filesystem>
#include <limits>
#include <memory>
#include <optional>
#include <sstream>
#include <string_view>
#include <system_error>
#include <utility>
#include <variant>

#include <fmt/format.h>

#include "cli/answer_question.hpp"
#include "cli/commands.hpp"
#include "io/files/system_words.hpp"
#include "io/formats/json.hpp"
#include "model/core/bad_input.hpp"
#include "model/core/choices.hpp"

namespace boxcars::cli {
namespace {

constexpr const char* man_description =
    "The manual, a page a command.\n\n"
    "  boxcars man attack | man -l -\n"
    "  boxcars man --all share/man/man1\n";

// As it is typed: a hyphen stays one, and nothing is taken for a command of roff's.
std::string literal(std::string_view text) {
  std::string roff = !text.empty() && (text[0] == '.' || text[0] == '\'') ? "\\&" : "";
  for (const char c : text) {
    switch (c) {
      case '\\':
        roff += "\\e";
        break;
      case '-':
        roff += "\\-";
        break;
      case '\'':
        roff += "\\(aq";
        break;
      case '"':
        roff += "\\(dq";
        break;
      case '`':
        roff += "\\(ga";
        break;
      case '^':
        roff += "\\(ha";
        break;
      case '~':
        roff += "\\(ti";
        break;
      default:
        roff += c;
    }
  }
  return roff;
}

std::string bold(std::string_view text) { return "\\fB" + literal(text) + "\\fR"; }
std::string italic(std::string_view text) { return "\\fI" + literal(text) + "\\fR"; }

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);) lines.push_back(line);
  return lines;
}

std::string in_capitals(std::string text) {
  std::transform(text.begin(), text.end(), text.begin(),
                 [](char c) { return 'a' <= c && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c; });
  return text;
}

// A text in lines that are no longer than sources of roff may be.
std::string wrapped(const std::string& text) {
  constexpr std::size_t widest = 76;
  std::string roff, line;
  for (const std::string& word : model::words_in(text)) {
    const std::string next = literal(word);
    if (!line.empty() && line.size() + 1 + next.size() > widest) roff += line + "\n", line.clear();
    line += (line.empty() ? "" : " ") + next;
  }
  return roff + line + "\n";
}

// Lines that stand as they are.
std::string as_they_are(const std::vector<std::string>& lines) {
  std::string roff = ".nf\n";
  for (const std::string& line : lines) roff += literal(line) + "\n";
  return roff + ".fi\n";
}

// A text of 80 columns, at another width: a sentence that ends its line ends its paragraph, and what is set in stays as it is. Below a
// heading.
std::string flowing(const std::string& text) {
  std::vector<std::string> paragraphs;
  std::string paragraph;
  std::vector<std::string> set_in;
  const auto end = [&] {
    if (!paragraph.empty()) paragraphs.push_back(wrapped(paragraph));
    if (!set_in.empty()) paragraphs.push_back(as_they_are(set_in));
    paragraph.clear();
    set_in.clear();
  };
  for (const std::string& line : lines_of(text)) {
    if (line.starts_with(' ') == set_in.empty()) end();
    if (line.starts_with(' '))
      set_in.push_back(line);
    else
      paragraph += line + "\n";
    if (line.ends_with('.')) end();
  }
  end();
  std::string roff;
  for (const std::string& each : paragraphs) roff += (roff.empty() ? "" : ".PP\n") + each;
  return roff;
}

// "boxcars attack", "boxcars study run"
std::string call_of(const Form& command) { return "boxcars " + (command.parent().empty() ? "" : command.parent() + " ") + command.name(); }
std::string page_of(const Form& command) { return "boxcars-" + command.name(); }
std::string reference(const std::string& page) { return bold(page) + "(1)"; }

std::string title_of(const Form& form) {
  std::string title = form.description().substr(0, form.description().find('\n'));
  if (title.ends_with('.')) title.pop_back();
  return title;
}

std::vector<std::string> examples_of(const Form& form) {
  std::vector<std::string> examples;
  for (const std::string& line : lines_of(form.description())) {
    if (line.starts_with("  ")) examples.push_back(line.substr(2));
  }
  return examples;
}

std::string value_in_words(const model::InputValue& value) {
  if (const auto* number = std::get_if<double>(&value)) return fmt::format("{}", *number);
  if (const auto* text = std::get_if<std::string>(&value)) return *text;
  return "";
}

// What the help has no room for.
std::string told_of(const Shown& option) {
  const Values& values = option.values;
  std::string told;
  const auto in_help = [&](const std::string& word) { return option.help.find(word) != std::string::npos; };
  if (!values.choices.empty() && !std::all_of(values.choices.begin(), values.choices.end(), in_help))
    told += " One of " + model::listed(values.choices) + ".";
  if (values.range.is_bounded() && values.range.high < std::numeric_limits<int>::max())
    told += fmt::format(" From {} to {}.", values.range.low, values.range.high);
  const std::string standard = values.standard ? value_in_words(*values.standard) : "";
  if (!standard.empty() && !in_help("default")) told += " Default " + standard + ".";
  if (!option.bare.empty() && !option.names.empty()) told += " It may stand without " + option.names.front() + ".";
  return told;
}

std::string in_roff(const Shown& option) {
  std::string head;
  for (const std::string& name : option.names) head += (head.empty() ? "" : ", ") + bold(name);
  const std::string value = option.type + (option.several && !option.type.empty() ? " ..." : "");
  if (head.empty()) head = italic(option.bare);
  if (!value.empty()) head += " " + italic(value);
  const std::string told = told_of(option);
  const bool goes_on = told.empty() || option.help.ends_with('.');
  return ".TP\n" + head + "\n" + wrapped(option.help + (goes_on ? "" : ".") + told);
}

// Below a heading: what stands bare, the options of no group, then each group.
std::string options_of(const Form& form) {
  const auto options = form.options();
  std::vector<std::string> groups;
  for (const Shown& option : options) {
    if (std::find(groups.begin(), groups.end(), option.group) == groups.end()) groups.push_back(option.group);
  }
  std::string roff;
  for (const Shown& word : form.bare()) {
    if (word.names.empty()) roff += in_roff(word);
  }
  for (const std::string& group : groups) {
    if (group != "Options") roff += ".SS " + literal(group) + "\n";
    for (const Shown& option : options) {
      if (option.group == group) roff += in_roff(option);
    }
  }
  return roff;
}

std::string synopsis_of(const Form& form) {
  std::string roff = ".B " + literal(call_of(form)) + "\n";
  for (const Shown& word : form.bare()) roff += "[" + italic(word.bare) + "]\n";
  return roff + "[" + italic("options") + "]\n";
}

std::string head_of(const std::string& page, const Form& form) {
  return fmt::format(".TH {} 1 {} \"boxcars {}\" \"Advanced Squad Leader\"\n.SH NAME\n{} \\- {}\n", literal(in_capitals(page)),
                     BOXCARS_RELEASED, io::version, literal(page), literal(title_of(form)));
}

std::string exit_status() {
  std::string roff = ".SH EXIT STATUS\n";
  for (const auto& [status, meaning] :
       {std::pair(answered, "answered"), std::pair(failed, "failed: the machine refused, or there are no exact odds"),
        std::pair(bad_input, "bad input: what is wrong, why, and what to type instead"),
        std::pair(interrupted, "interrupted: what was known by then is printed")})
    roff += fmt::format(".TP\n{}\n{}\n", static_cast<int>(status), literal(meaning));
  return roff;
}

std::string see_also(const std::vector<std::string>& pages) {
  std::string roff = ".SH SEE ALSO\n";
  for (const std::string& page : pages) roff += (roff.ends_with("ALSO\n") ? "" : ",\n") + reference(page);
  return roff + "\n";
}

std::string notes_of(const Form& form) { return form.footer().empty() ? "" : ".SH NOTES\n" + flowing(form.footer()); }

std::string examples_in(const Form& form) {
  const auto examples = examples_of(form);
  return examples.empty() ? "" : ".SH EXAMPLES\n" + as_they_are(examples);
}

std::vector<std::string> command_names(const std::vector<Form>& commands) {
  std::vector<std::string> names;
  for (const Form& command : commands) names.push_back(command.name());
  return names;
}

// Every page into a folder.
ExitStatus write_all(const std::string& folder, const Form& root, const Environment& environment) {
  std::error_code error;
  std::filesystem::create_directories(folder, error);
  if (error) throw model::BadInput("--all " + model::shown(folder) + " cannot be used (" + io::in_words(error) + "); give another folder");
  std::vector<ManualPage> pages{manual_page(root)};
  for (const Form& command : root.commands()) pages.push_back(manual_page(root, command));
  for (const ManualPage& page : pages) {
    const ExitStatus status = Destination((std::filesystem::path(folder) / page.file).string(), environment).print(page.text);
    if (status != answered) return status;
  }
  return answered;
}

}  // namespace

ManualPage manual_page(const Form& root, const Form& command) {
  const std::string page = page_of(command);
  const auto actions = command.commands();
  std::string roff = head_of(page, command) + ".SH SYNOPSIS\n";
  if (actions.empty()) roff += synopsis_of(command);
  for (const Form& action : actions) roff += (action.name() == actions.front().name() ? "" : ".br\n") + synopsis_of(action);
  roff += examples_in(command);
  if (actions.empty()) roff += ".SH OPTIONS\n" + options_of(command);
  for (const Form& action : actions) {
    roff += ".SH " + literal(in_capitals(action.name())) + "\n" + wrapped(action.description());
    roff += options_of(action);
    if (!action.footer().empty()) roff += ".SS Notes\n" + flowing(action.footer());
  }
  roff += notes_of(command) + exit_status();
  std::vector<std::string> others{"boxcars"};
  for (const Form& other : root.commands()) {
    if (other.name() != command.name()) others.push_back(page_of(other));
  }
  return {page + ".1", roff + see_also(others)};
}

ManualPage manual_page(const Form& root) {
  std::string roff = head_of("boxcars", root) + ".SH SYNOPSIS\n.B boxcars\n" + italic("command") + "\n[" + italic("options") + "]\n";
  roff += examples_in(root) + ".SH COMMANDS\n";
  for (const Form& command : root.commands())
    roff += ".TP\n" + bold(command.name()) + "\n" + literal(title_of(command)) + ".\nSee " + reference(page_of(command)) + ".\n";
  roff += ".SH OPTIONS\n" + options_of(root) + exit_status();
  std::vector<std::string> pages;
  for (const Form& command : root.commands()) pages.push_back(page_of(command));
  return {"boxcars.1", roff + see_also(pages)};
}

Command add_man(const Form& root) {
  const Form app = root.add_command("man", man_description);
  struct Options {
    std::string command, folder;
  };
  const auto options = std::make_shared<Options>();
  add_text(app, "command", "COMMAND", options->command, "the command; without it the program's own page")
      .takes({.choices = command_names(root.commands())});
  add_text(app, "--all", "FOLDER", options->folder, "write every page to this folder").takes({.kind = model::FieldKind::file});
  return {app, [options, root](const Environment& environment) {
            if (!options->folder.empty() && !options->command.empty())
              throw model::BadInput("--all with the page of " + model::shown(options->command) + " (all are written); leave one out");
            if (!options->folder.empty()) return write_all(options->folder, root, environment);
            Destination destination(std::nullopt, environment);
            if (options->command.empty()) return destination.print(manual_page(root).text);
            const auto found = root.command(options->command);
            if (!found) model::throw_unknown("command", options->command, command_names(root.commands()));
            return destination.print(manual_page(root, *found).text);
          }};
}

}  // namespace boxcars::cli
