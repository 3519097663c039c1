#include "cli/options.hpp"

#include <algorithm>
#include <array>
#include <cassert>
#include <charconv>
#include <cmath>

#include "cli/hints.hpp"
#include "io/formats/words.hpp"
#include "model/core/bad_input.hpp"
#include "model/core/choices.hpp"
#include "model/core/numbers.hpp"
#include "model/rules/printed.hpp"

namespace boxcars::cli {
namespace {

using model::BadInput;

constexpr const char* what_is_printed = "What is printed";

[[noreturn]] void refuse(std::string_view option, std::string_view text, const std::string& why, const std::string& instead) {
  throw BadInput(std::string(option) + " " + model::shown(text) + " cannot be used (" + why + "); give " + instead);
}

template <class Number>
std::optional<Number> whole(std::string_view text) {
  const std::string typed = model::with_hyphens(text);
  return model::whole_number<Number>(std::string_view(typed).substr(typed.starts_with('+') ? 1 : 0));
}

void require_words(const std::string& option, const std::string& text) {
  if (text.find_first_not_of(" \t\n") != std::string::npos) return;
  throw BadInput(option + " has an empty value (it says nothing); give one, or leave it out");
}

}  // namespace

int parse_int(std::string_view option, std::string_view text, int example) {
  const auto value = whole<int>(text);
  if (!value) refuse(option, text, "it is no whole number, or too large", "it like " + std::string(option) + " " + std::to_string(example));
  return *value;
}

Values values_of(const model::FieldInfo& field) {
  return {field.kind, field.choices, field.range, field.standard, field.words, field.attributes};
}

Added add_text(const Form& app, const std::string& names, const std::string& type, std::string& target, const std::string& help) {
  const auto read = [&target, names](const std::string& text) {
    require_words(names, text);
    target = text;
  };
  return app.add_one(names, type, read, help);
}

Added add_word(const Form& app, const std::string& names, const std::string& type, std::string& target, const std::string& help) {
  const auto read = [&target, names](const std::string& text) {
    require_words(names, text);
    target = model::as_printed(text);
  };
  return app.add_one(names, type, read, help);
}

Added add_repeated(const Form& app, const std::string& name, const std::string& type, std::vector<std::string>& target,
                   const std::string& help) {
  return app.add_each(
      name, type, [&target](const std::string& text) { target.push_back(text); }, help);
}

Added add_words(const Form& app, const std::string& names, const std::string& type, std::vector<std::string>& target,
                const std::string& help) {
  const auto split = [&target, names](const std::vector<std::string>& values) {
    for (const std::string& value : values) {
      require_words(names, value);
      for (const std::string& word : model::words_in(value)) target.push_back(model::as_printed(word));
    }
  };
  return app.add_all(names, type, split, help);
}

std::string repeating(const std::string& command, const Form& form, const std::vector<std::string>& that_change_nothing) {
  std::string text = "boxcars " + command;
  std::vector<std::string> left_out{"--format", "--output", "--threads"};
  left_out.insert(left_out.end(), that_change_nothing.begin(), that_change_nothing.end());
  for (const std::string& word : form.given(left_out)) text += " " + io::quoted(word);
  return text;
}

void add_output_options(const Form& app, Printed& printed, std::span<const io::Format> formats) {
  std::vector<std::string> names;
  for (const io::Format& format : formats) names.emplace_back(format.name);
  const auto read = [&printed, names, formats](const std::string& text) {
    refuse_if_elsewhere("--format", text);
    const auto found =
        std::find_if(formats.begin(), formats.end(), [&](const auto& format) { return model::same_word(format.name, text); });
    if (found == formats.end()) model::throw_unknown("--format", text, names);
    printed.format = &*found;
  };
  const std::string help = model::listed(names) + "; default " + std::string(printed.format->name);
  app.add_one("--format", "WORD", read, help)
      .group(what_is_printed)
      .takes({.kind = model::FieldKind::choice, .choices = names, .standard = std::string(printed.format->name)});
  app.add_one(
         "--output", "FILE", [&printed](const auto& text) { printed.output = text; }, "write to this file, not to standard output")
      .group(what_is_printed);
}

void add_verbose(const Form& app, bool& verbose) {
  app.add_flag("--verbose", verbose, "intervals, rare events, and what is certain").group(what_is_printed);
}

void add_common_field(const Form& app, ask::Common& common, std::string_view key) {
  const model::AnyField* found = ask::common_questionnaire().fields.find(key);
  assert(found);
  const std::string name = model::as_option(key, "");
  if (found->info.kind == model::FieldKind::flag) {
    app.add_flag_that(
           name, [&common, &field = *found] { field.read(&common, true, field.info); }, std::string(found->info.help))
        .group(std::string(found->info.group));
    return;
  }
  const auto read = [&common, &field = *found, name](const std::string& text) {
    if (field.info.kind == model::FieldKind::choice) refuse_if_elsewhere(name, text);
    field.read(&common, text, field.info);
  };
  Values values = values_of(found->info);
  const ask::Common fresh;
  if (!values.standard) values.standard = found->value(&fresh);
  app.add_one(name, std::string(found->info.metavar), read, std::string(found->info.help))
      .group(std::string(found->info.group))
      .takes(values);
}

void add_answering_options(const Form& app, CommonOptions& o) {
  for (const auto& field : ask::common_questionnaire().fields)
    if (field.info.group == ask::how_it_is_answered) add_common_field(app, o.how, field.info.key);
}

void add_common_options(const Form& app, CommonOptions& o) {
  add_answering_options(app, o);
  add_output_options(app, o.printed);
  add_verbose(app, o.verbose);
  for (const auto& field : ask::common_questionnaire().fields)
    if (field.info.group != ask::how_it_is_answered) add_common_field(app, o.how, field.info.key);
}

}  // namespace boxcars::cli
