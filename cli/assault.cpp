#include "cli/assault.hpp"

#include <algorithm>
#include <memory>
#include <optional>

#include "ask/varied.hpp"
#include "cli/bind_question.hpp"
#include "cli/commands.hpp"
#include "cli/files.hpp"
#include "io/formats/words.hpp"
#include "model/core/bad_input.hpp"
#include "model/questions/assault.hpp"

namespace boxcars::cli {
namespace {

using model::BadInput;

constexpr const char* assault_description =
    "Turns of attacks on a position: will it fall in time?\n\n"
    "  boxcars assault --example > chateau.toml\n"
    "  boxcars assault chateau.toml\n"
    "  boxcars assault chateau.toml --turns 8 --with shot.MGs.drm=-2\n";

struct AssaultOptions {
  CommonOptions common;
  PositionOptions position;
  bool example = false;
};

}  // namespace

std::vector<std::string> numbers_in(const std::string& file, const Environment& environment) {
  return read_assault(file, environment).numbers_given();
}

void add_position(const Form& form, PositionOptions& position) {
  add_text(form, "file", "FILE", position.file, "the position and what attacks it, in TOML");
  add_number(form, "--turns", position.turns, "instead of the file's");
  const auto settings = [](const std::string& file, const Environment& environment) {
    auto paths = numbers_in(file, environment);
    for (std::string& path : paths) path += "=";
    return paths;
  };
  add_repeated(form, "--with", "PATH=VALUE", position.with, "instead of the file's: shot.MGs.drm=-2; repeatable")
      .takes({.in_file = settings});
}

std::vector<io::StudyInput> settings_of(const PositionOptions& position) {
  std::vector<io::StudyInput> settings;
  if (position.turns) settings.push_back({"turns", static_cast<double>(*position.turns), {}});
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
  add_common_options(app, options->common);
  app.set_footer("The file is explained in docs/assault.md. boxcars balance finds the setting that\nmakes it fifty-fifty.");

  Command command = question(app, options, [](AssaultOptions& o, const Environment& environment) {
    if (o.example) throw BadInput("--example within a question (it prints a file to start from); leave it out");
    const auto settings = settings_of(o.position);
    return io::assault_of(read_assault(o.position.file, environment), settings, map_reader(environment));
  });
  command.answer = [options, answer = command.answer](const Environment& environment) {
    if (!options->example) return answer(environment);
    Destination destination(options->common.printed.output, environment);
    return destination.print(std::string(io::assault_example()));
  };
  return command;
}

}  // namespace boxcars::cli
