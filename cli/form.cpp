#include "cli/form.hpp"

#include <algorithm>
#include <sstream>
#include <utility>

#include <CLI/CLI.hpp>

#include "cli/hints.hpp"
#include "model/core/bad_input.hpp"
#include "model/core/choices.hpp"

namespace boxcars::cli {
namespace {

using model::BadInput;

constexpr int column_of_help = 26;

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

// What CLI11 found wrong, in one line of ours.
std::string in_our_words(const CLI::ParseError& error) {
  const std::string text = error.what();
  const std::string option = text.substr(0, text.find(':'));
  if (error.get_name() == "ArgumentMismatch") {
    const bool missing = text.find("missing") != std::string::npos;
    return missing ? option + " has no value (it needs one); see the question's --help"
                   : option + " is given more than once (it has one value); leave one out";
  }
  if (error.get_name() == "ConversionError") return text + " (it takes no value); leave the value out";
  return text.substr(0, text.find('\n')) + "; see the question's --help";
}

// The key of the field that an option is: "fp,--fp" and "--to-hit" are fp and to_hit.
std::string key_of(const std::string& names) {
  const auto dashes = names.rfind("--");
  std::string key = dashes == std::string::npos ? names : names.substr(dashes + 2);
  std::replace(key.begin(), key.end(), '-', '_');
  return key;
}

// The command within a form that was asked, if one was.
std::optional<Form> asked_in(const Form& form) {
  for (const Form& command : form.commands()) {
    if (command.was_asked()) return command;
  }
  return std::nullopt;
}

std::vector<std::string> names_of(const CLI::Option& option) {
  std::vector<std::string> names = option.get_lnames();
  for (std::string& name : names) name.insert(0, "--");
  return names;
}

// Given several times, each with one value.
bool is_repeated(const CLI::Option& option) { return option.get_items_expected_max() > 1 && !option.get_allow_extra_args(); }

// The first value of each such option, then the second of each: --vary turns --values 2,3 --vary shot.MGs.fp --values 6,8.
void append_in_turn(const CLI::App& app, std::vector<std::string>& words) {
  for (std::size_t i = 0, before = words.size() + 1; before != words.size(); ++i) {
    before = words.size();
    for (const CLI::Option* option : app.get_options()) {
      if (is_repeated(*option) && i < option->results().size())
        words.insert(words.end(), {names_of(*option).front(), option->results()[i]});
    }
  }
}

}  // namespace

const Added& Added::group(const std::string& heading) const { return option_->group(heading), *this; }

const Added& Added::takes(Values values) const { return (*values_)[option_] = std::move(values), *this; }

Form Form::add_command(const std::string& name, const std::string& description) const {
  CLI::App& command = *app_->add_subcommand(name, description);
  command.allow_extras();          // they are refused with better words than CLI11 has
  app_->require_subcommand(0, 1);  // the name of another question is a word as others: boxcars terrain hut
  return Form(command, values_);
}

Added Form::add_flag(const std::string& names, bool& target, const std::string& help) const {
  return Added(*app_->add_flag(names, target, help), values_);
}

Added Form::add_flag_that(const std::string& names, const std::function<void()>& happen, const std::string& help) const {
  return Added(*app_->add_flag_callback(names, happen, help), values_);
}

Added Form::add_one(const std::string& names, const std::string& type, const std::function<void(const std::string&)>& read,
                    const std::string& help) const {
  const auto read_here = [key = key_of(names), read](const std::string& text) { model::at_field(key, [&] { read(text); }); };
  return Added(*app_->add_option_function<std::string>(names, read_here, help)->type_name(type), values_);
}

Added Form::add_each(const std::string& names, const std::string& type, const std::function<void(const std::string&)>& read,
                     const std::string& help) const {
  const auto read_all = [key = key_of(names), read](const std::vector<std::string>& texts) {
    for (const std::string& text : texts) model::at_field(key, [&] { read(text); });
  };
  CLI::Option& option = *app_->add_option_function<std::vector<std::string>>(names, read_all, help)->type_name(type);
  return Added(*option.allow_extra_args(false), values_);
}

Added Form::add_all(const std::string& names, const std::string& type, const std::function<void(const std::vector<std::string>&)>& read,
                    const std::string& help) const {
  const auto read_here = [key = key_of(names), read](const std::vector<std::string>& texts) { model::at_field(key, [&] { read(texts); }); };
  return Added(*app_->add_option_function<std::vector<std::string>>(names, read_here, help)->type_name(type), values_);
}

void Form::set_footer(const std::string& text) const { app_->footer(text); }

std::string Form::name() const { return app_->get_name(); }

std::string Form::description() const { return app_->get_description(); }

std::string Form::footer() const { return app_->get_footer(); }

std::vector<Form> Form::commands() const {
  std::vector<Form> forms;
  for (CLI::App* command : app_->get_subcommands([](const CLI::App*) { return true; })) forms.emplace_back(*command, values_);
  return forms;
}

std::optional<Form> Form::command(std::string_view name) const {
  for (const Form& command : commands()) {
    if (model::same_word(command.name(), name)) return command;
  }
  return std::nullopt;
}

std::string Form::parent() const {
  const CLI::App* parent = app_->get_parent();
  return parent && parent->get_parent() ? parent->get_name() : "";
}

bool Form::has(std::string_view option) const { return app_->get_option_no_throw(std::string(option)) != nullptr; }

Shown Form::shown(const CLI::Option& option) const {
  Shown shown{.names = names_of(option),
              .bare = option.get_positional() ? option.get_name(true) : "",
              .type = option.get_type_name(),
              .help = option.get_description(),
              .group = option.get_group(),
              .several = option.get_items_expected_max() > 1};
  if (const auto known = values_->find(&option); known != values_->end())
    shown.values = known->second;
  else if (shown.type.starts_with("FILE") || shown.type.starts_with("STORE"))
    shown.values.kind = model::FieldKind::file;
  return shown;
}

std::vector<Shown> Form::options() const {
  std::vector<Shown> options;
  for (const CLI::Option* option : app_->get_options()) {
    if (!option->get_lnames().empty()) options.push_back(shown(*option));
  }
  return options;
}

std::vector<Shown> Form::bare() const {
  std::vector<Shown> words;
  for (const CLI::Option* option : app_->get_options()) {
    if (option->get_positional()) words.push_back(shown(*option));
  }
  return words;
}

std::optional<std::string> Form::that_takes(const std::string& word) const {
  for (CLI::Option* option : app_->get_options()) {
    if (option->get_type_name() != "WORD" || option->count() > 0) continue;
    try {
      option->add_result(word);
      option->run_callback();
      return names_of(*option).front();
    } catch (const BadInput&) {
    } catch (const CLI::Error&) {
    }
  }
  return std::nullopt;
}

bool Form::was_asked() const { return app_->parsed(); }

std::vector<std::string> Form::given(const std::vector<std::string>& left_out) const {
  std::vector<std::string> bare, named;
  bool in_turn = false;
  for (const CLI::Option* option : app_->get_options()) {
    if (option->count() == 0) continue;
    const auto names = names_of(*option);
    const auto& values = option->results();
    if (names.empty()) {
      bare.insert(bare.end(), values.begin(), values.end());
    } else if (std::find(left_out.begin(), left_out.end(), names.front()) != left_out.end()) {
      continue;
    } else if (option->get_type_name().empty()) {
      named.push_back(names.front());
    } else if (!is_repeated(*option)) {
      for (const std::string& value : values) named.insert(named.end(), {names.front(), value});
    } else if (!std::exchange(in_turn, true)) {
      append_in_turn(*app_, named);
    }
  }
  bare.insert(bare.end(), named.begin(), named.end());
  return bare;
}

std::vector<std::string> Form::remaining() const { return app_->remaining(); }

CommandLine::CommandLine() : app_(std::make_unique<CLI::App>()) { app_->set_help_flag(); }

CommandLine::CommandLine(const std::string& name, const std::string& description, std::function<std::string()> version)
    : app_(std::make_unique<CLI::App>(description, name)) {
  app_->set_version_flag("--version", std::move(version), "the version, and the instruction set in use");
  const auto help = std::make_shared<Help>();
  help->column_width(column_of_help);
  app_->formatter(help);
}

CommandLine::~CommandLine() = default;

// What CLI11 would take for a value: nothing, another option, or the value of a flag.
void CommandLine::require_values(const std::vector<std::string>& arguments) const {
  const CLI::App* asked = app_.get();
  for (const std::string& name : arguments) {
    const auto inner = asked->get_subcommands([&](const CLI::App* command) { return command->get_name() == name; });
    if (inner.empty()) break;
    asked = inner.front();
  }
  for (std::size_t i = 0; i < arguments.size() && arguments[i] != "--"; ++i) {
    if (!arguments[i].starts_with("--")) continue;
    const auto equals = arguments[i].find('=');
    const std::string name = arguments[i].substr(0, equals);
    const CLI::Option* known = asked->get_option_no_throw(name);
    if (!known) continue;
    const bool has_value = equals != std::string::npos;
    if (has_value && known->get_type_name().empty()) throw BadInput(name + " has a value (it takes none); leave it out");
    const bool takes_option =
        !has_value && !known->get_type_name().empty() && i + 1 < arguments.size() && arguments[i + 1].starts_with("--");
    if (takes_option || equals + 1 == arguments[i].size()) throw BadInput(name + " has no value (it needs one); see the question's --help");
  }
}

std::optional<std::string> CommandLine::read(const std::vector<std::string>& arguments) const {
  require_values(arguments);
  try {
    app_->parse(std::vector<std::string>(arguments.rbegin(), arguments.rend()));
    return std::nullopt;
  } catch (const CLI::Success& wanted) {
    std::ostringstream text;
    app_->exit(wanted, text, text);
    return text.str();
  } catch (const CLI::ParseError& error) {
    Form asked = form();
    for (std::optional<Form> inner = asked; inner; inner = asked_in(asked)) asked = *inner;
    refuse_unknown_options(asked);  // the word behind it may have been taken for something else
    throw BadInput(in_our_words(error));
  }
}

}  // namespace boxcars::cli
