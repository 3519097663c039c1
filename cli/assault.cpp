#include "cli/assault.hpp"

#include <algorithm>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "ask/assault_draft.hpp"
#include "ask/varied.hpp"
#include "cli/bind_question.hpp"
#include "cli/commands.hpp"
#include "cli/files.hpp"
#include "io/files/assault_text.hpp"
#include "io/formats/words.hpp"
#include "model/core/bad_input.hpp"
#include "model/core/choices.hpp"
#include "model/questions/assault.hpp"
#include "model/rules/ift.hpp"
#include "model/rules/map_input.hpp"
#include "model/rules/side.hpp"

namespace boxcars::cli {
namespace {

using model::BadInput;

constexpr const char* assault_description =
    "Turns of attacks on a position: will it fall in time?\n\n"
    "  boxcars assault --example > chateau.toml\n"
    "  boxcars assault chateau.toml\n"
    "  boxcars assault chateau.toml --turns 8 --with shot.MGs.drm=-2\n"
    "  boxcars assault --save game.vsav --side attacker=Russian > village.toml\n";

// Of a game on the table, a file to start from.
struct TableOptions {
  std::string save;
  std::vector<std::string> sides;
  model::Viewer viewer;
};

struct AssaultOptions {
  CommonOptions common;
  PositionOptions position;
  bool example = false;
  TableOptions table;
};

void add_table(const Form& form, TableOptions& table) {
  const std::string group = "A file to start from";
  add_text(form, "--save", "FILE", table.save, "print one of a VASL save: who is there, who sees whom").group(group);
  add_repeated(form, "--side", "ROLE=SIDE", table.sides, "of a save: attacker=Russian, or defender=Finnish").group(group);
  add_text(form, "--player", "NAME", table.viewer.player, "in a save: show what this player has hidden").group(group);
  form.add_flag("--reveal", table.viewer.umpire, "in a save: show everything that is hidden").group(group);
}

// "attacker=Russian", by the side's name; who names one sees what is hidden of it, who names both of neither.
model::BySide<std::string> sides_of(const TableOptions& table) {
  model::BySide<std::string> sides;
  for (const std::string& typed : table.sides) {
    const auto equals = typed.find('=');
    if (equals == std::string::npos || equals == 0 || equals + 1 == typed.size())
      throw BadInput("side", "{side} " + model::shown(typed) + " cannot be read", "which side does what?",
                     "give it like {side attacker=Russian}");
    const auto role = model::at_field("side", [&] { return model::parse_choice("{side}", typed.substr(0, equals), model::side_choices); });
    if (!sides[role].empty())
      throw BadInput("side", "two sides as " + std::string(name_of(role, model::side_choices)), "an assault has two sides",
                     "leave one out");
    sides[role] = typed.substr(equals + 1);
  }
  return sides;
}

// What goes with a save, and what does not.
void require_lawful(const AssaultOptions& o) {
  const TableOptions& table = o.table;
  if (table.save.empty()) {
    if (!table.sides.empty() || !table.viewer.player.empty() || table.viewer.umpire)
      throw BadInput("side", "what is hidden, without {save}", "of which game?", "give {save}, too");
    return;
  }
  if (o.example) throw BadInput("save", "{save} with {example}", "each prints a file to start from", "leave one out");
  if (!o.position.file.empty()) throw BadInput("save", "{save} with a file", "of a save a file is made, to be asked then", "leave one out");
  if (!o.position.with.empty()) throw BadInput("with", "{with} with {save}", "a file is made", "change what it says");
}

// The file of a save's table.
std::string from_table(const AssaultOptions& o, const Environment& environment) {
  const auto sides = sides_of(o.table);
  model::MapInput table{.option = "save", .file = o.table.save, .viewer = o.table.viewer};
  if (sides[model::Side::attacker].empty() || sides[model::Side::defender].empty())
    table.viewer.side = sides[model::Side::attacker] + sides[model::Side::defender];  // he who looks names his own
  map_reader(environment)(table);
  ask::AssaultDraft draft = ask::assault_draft(table, sides);
  if (o.position.turns) draft.inputs.turns = *o.position.turns;
  return io::assault_text(draft);
}

}  // namespace

std::vector<std::string> numbers_in(const std::string& file, const Environment& environment) {
  return read_assault(file, environment).numbers_given();
}

void add_position(const Form& form, PositionOptions& position) {
  add_text(form, "file", "FILE", position.file, "the position and what attacks it, in TOML");
  add_number(form, "--turns", position.turns, "overrules the file");
  form.add_flag("--iift", position.iift, std::string(model::iift_help));
  const auto settings = [](const std::string& file, const Environment& environment) {
    auto paths = numbers_in(file, environment);
    for (std::string& path : paths) path += "=";
    return paths;
  };
  add_repeated(form, "--with", "PATH=VALUE", position.with, "overrules the file: shot.MGs.drm=-2; repeatable").takes({.in_file = settings});
}

std::vector<io::StudyInput> settings_of(const PositionOptions& position) {
  std::vector<io::StudyInput> settings;
  if (position.turns) settings.push_back({"turns", static_cast<double>(*position.turns), {}});
  if (position.iift) settings.push_back({"iift", true, {}});
  for (const std::string& text : position.with) {
    const auto [key, value] = ask::typed_setting("with", text);
    if (key == io::seed_key) throw BadInput("unknown setting 'seed' (it is none of the position's); give it like --seed 3");
    settings.push_back({key, value, {}});
    const auto same = [&](const io::StudyInput& other) { return other.key == settings.back().key; };
    if (std::any_of(settings.begin(), settings.end() - 1, same))
      throw BadInput(settings.back().key + " is given twice (each setting has one value); leave one out");
  }
  return settings;
}

io::AssaultFile read_assault(const std::string& name, const Environment& environment) {
  if (name.empty()) throw BadInput("no assault given (which file?); boxcars assault --example prints one to start from");
  return io::AssaultFile(read_file(name, "assault", environment), name);
}

Command add_assault(const Form& root) {
  const Form app = root.add_command("assault", assault_description);
  const auto options = std::make_shared<AssaultOptions>();
  add_position(app, options->position);
  app.add_flag("--example", options->example, "print a file to start from");
  add_table(app, options->table);
  add_common_options(app, options->common);
  app.set_footer("The file is explained in docs/assault.md. boxcars balance finds the setting that\nmakes it fifty-fifty.");

  Command command = question(app, options, [](AssaultOptions& o, const Environment& environment) {
    require_lawful(o);
    if (!o.table.save.empty()) throw BadInput("--save within a question (it prints a file to start from); leave it out");
    if (o.example) throw BadInput("--example within a question (it prints a file to start from); leave it out");
    const auto settings = settings_of(o.position);
    return io::assault_of(read_assault(o.position.file, environment), settings, map_reader(environment));
  });
  command.answer = [options, answer = command.answer](const Environment& environment) {
    require_lawful(*options);
    const bool is_printed = options->example || !options->table.save.empty();
    if (!is_printed) return answer(environment);
    const std::string text = options->example ? std::string(io::assault_example()) : from_table(*options, environment);
    Destination destination(options->common.printed.output, environment);
    return destination.print(text);
  };
  return command;
}

}  // namespace boxcars::cli
