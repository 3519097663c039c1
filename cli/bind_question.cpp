#include "cli/bind_question.hpp"

#include <algorithm>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "cli/hints.hpp"
#include "cli/output.hpp"
#include "io/files/board_file.hpp"
#include "io/files/vasl_save.hpp"
#include "io/files/vasl_table.hpp"
#include "model/core/bad_input.hpp"
#include "model/core/choices.hpp"
#include "model/core/numbers.hpp"

namespace boxcars::cli {
namespace {

using model::FieldInfo;
using model::FieldKind;

// What was typed for a question.
struct Typed {
  CommonOptions common;
  ask::GivenInputs given;
  std::vector<std::string> bare;
  std::string file{};  // that asks it
  bool example = false;
};

// The file's inputs, but for those that are typed.
ask::GivenInputs with_file(const ask::GivenInputs& of_file, const ask::GivenInputs& typed) {
  ask::GivenInputs given;
  for (const ask::GivenInput& input : of_file) {
    if (std::none_of(typed.begin(), typed.end(), [&](const ask::GivenInput& other) { return other.key == input.key; }))
      given.push_back(input);
  }
  given.insert(given.end(), typed.begin(), typed.end());
  return given;
}

bool is_given(const ask::GivenInputs& given, std::string_view key) {
  return std::any_of(given.begin(), given.end(), [&](const ask::GivenInput& input) { return input.key == key; });
}

// Whether what was given already forbids the field.
bool is_forbidden(const ask::QuestionKind& kind, const ask::GivenInputs& given, std::string_view key) {
  return std::any_of(kind.clashes.begin(), kind.clashes.end(), [&](const model::Clash& clash) {
    if (clash.what.field != key || clash.is != model::Clash::Is::with || !clash.what.values.empty() || clash.what.numbers) return false;
    const auto says = [&](const model::Term& term) {
      return std::any_of(given.begin(), given.end(), [&](const ask::GivenInput& input) {
        return input.key == term.field && holds(term, {.value = input.value, .says = true});
      });
    };
    return says(clash.other) && std::none_of(clash.unless.begin(), clash.unless.end(), says);
  });
}

bool may_be(const FieldInfo& field, const std::string& word) {
  if (field.kind == FieldKind::text || field.kind == FieldKind::unit) return true;
  const bool digits = word.find_first_of("0123456789") != std::string::npos;
  const bool only = word.find_first_not_of("0123456789", word.starts_with('+') || word.starts_with('-') ? 1 : 0) == std::string::npos;
  return field.kind == FieldKind::integer ? digits && (only || model::integer_in(field, word)) : !digits;
}

bool is_in_range(const FieldInfo& field, std::string_view word) {
  if (field.kind != FieldKind::integer) return true;
  const auto number = model::integer_in(field, word);
  return number && field.range.low <= *number && *number <= field.range.high;
}

// The first field that a bare word may be, of those that the options left open: one in whose range it is, and that nothing forbids, if
// there is one.
const FieldInfo* field_of(const std::string& word, const ask::QuestionKind& kind, const ask::GivenInputs& given) {
  const FieldInfo* best = nullptr;
  int best_fits = 0;
  for (const FieldInfo& field : kind.fields) {
    if (!field.positional || is_given(given, field.key) || !may_be(field, word)) continue;
    const int fits = (is_in_range(field, word) ? 2 : 0) + (is_forbidden(kind, given, field.key) ? 0 : 1);
    if (fits > best_fits) best = &field, best_fits = fits;
  }
  return best;
}

void read_bare(const Typed& typed, const ask::QuestionKind& kind, const Form& form, ask::GivenInputs& given) {
  for (const std::string& word : typed.bare) {
    const FieldInfo* found = field_of(word, kind, given);
    if (!found) refuse_arguments({word}, form);
    given.push_back({std::string(found->key), word});
    kind.check(given.back());
  }
}

// The names of an option; that of the only field that may stand bare is that of the bare word, too.
std::string names_of(const FieldInfo& field, bool is_only_bare) {
  const std::string option = model::as_option(field.key, "");
  return is_only_bare ? option.substr(2) + "," + option : option;
}

void add_field(const Form& form, const ask::QuestionKind& kind, const FieldInfo& field, const std::string& names,
               const std::shared_ptr<Typed>& typed) {
  const std::string help(field.help), metavar(field.metavar), group(field.group);
  const auto take = [typed, &kind, &field](model::InputValue value) {
    if (const auto* word = std::get_if<std::string>(&value); word && field.kind == FieldKind::choice)
      refuse_if_elsewhere(model::as_option(field.key, ""), *word);
    const ask::GivenInput given{std::string(field.key), std::move(value)};
    kind.check(given);
    typed->given.push_back(given);
  };
  const auto add = [&]() -> Added {
    if (field.kind == FieldKind::flag)
      return form.add_flag_that(
          names, [take] { take(true); }, help);
    if (field.repeatable)
      return form.add_all(
          names, metavar, [take](const std::vector<std::string>& texts) { take(texts); }, help);
    return form.add_one(
        names, metavar, [take](const std::string& text) { take(text); }, help);
  };
  add().group(group).takes(values_of(field));
}

std::string description_of(const ask::QuestionKind& kind) {
  std::string text = std::string(kind.title) + "\n\n";
  for (const std::string_view example : kind.examples) text += "  " + std::string(example) + "\n";
  return text;
}

}  // namespace

namespace {

using Found = std::function<void(const std::string& file)>;

void read_save(model::MapInput& input, const Environment& environment, const Found& found) {
  found(input.file);
  io::SavedGame game = io::vasl_save_of(read_vasl_game(input.file, "save", environment, "VASL's .vsav"), input.file, input.viewer);
  io::Board table = io::table_of(game, environment.board_folders, found);
  input.unknown = io::unknown_ground(game, table.map);
  input.map = std::move(table.map);
  input.notes = std::move(table.notes);
  input.notes.insert(input.notes.end(), game.notes.begin(), game.notes.end());
  input.pieces = std::move(game.pieces);
}

}  // namespace

ask::MapReader map_reader(const Environment& environment) {
  const auto read = [&environment](model::MapInput& input, const Found& found) {
    if (input.option == "save") return read_save(input, environment, found);
    if (input.option != "board") found(input.file);
    io::Board board = input.option == "board" ? io::read_table(input.file, environment.board_folders, found) : io::read_board(input.file);
    input.map = std::move(board.map);
    input.notes = std::move(board.notes);
  };
  return [&environment, read](model::MapInput& input) {
    environment.maps->fill_in(
        input, environment.board_folders, [&](const std::string& file) { environment.read->add(file); }, read);
  };
}

Command add_question(const Form& root, const ask::QuestionKind& kind) { return add_question(root, kind, {}); }

Command add_question(const Form& root, const ask::QuestionKind& kind, const QuestionFile& file) {
  const Form form = root.add_command(std::string(kind.name), description_of(kind));
  const auto typed = std::make_shared<Typed>();
  std::string bare, example;
  Values values;
  const auto bare_fields = std::count_if(kind.fields.begin(), kind.fields.end(), [](const FieldInfo& field) { return field.positional; });
  for (const FieldInfo& field : kind.fields) {
    if (!field.positional || bare_fields == 1) continue;
    bare += (bare.empty() ? "" : " ") + std::string(field.key);
    example += " " + std::string(field.example);
    values.choices.insert(values.choices.end(), field.choices.begin(), field.choices.end());
  }
  if (!bare.empty())
    form.add_all(
            bare, "", [typed](const std::vector<std::string>& words) { typed->bare = words; },
            "the main options, without their names:" + example)
        .takes(values);
  if (file.read) {
    add_text(form, "file", "FILE", typed->file, "or all of it in a file, in TOML");
    form.add_flag("--example", typed->example, "print a file to start from");
  }
  for (const FieldInfo& field : kind.fields) add_field(form, kind, field, names_of(field, field.positional && bare_fields == 1), typed);
  add_common_options(form, typed->common);
  form.set_footer(std::string(kind.footer));

  const auto asked = [typed, form, file, &kind](const Environment& environment) {
    if (typed->example) throw model::BadInput("--example within a question (it prints a file to start from); leave it out");
    ask::GivenInputs given = typed->given;
    if (!typed->file.empty()) given = with_file(file.read(typed->file, environment), given);
    read_bare(*typed, kind, form, given);
    return kind.ask(given, map_reader(environment));
  };
  const auto answer = [typed, asked, file](const Environment& environment) {
    if (typed->example) {
      Destination destination(typed->common.printed.output, environment);
      return destination.print(std::string(file.example));
    }
    return answer_question(asked(environment), typed->common, environment);
  };
  return {form, answer, asked, &typed->common};
}

}  // namespace boxcars::cli
