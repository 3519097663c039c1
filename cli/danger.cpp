#include <algorithm>
#include <array>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "ask/danger.hpp"
#include "cli/answer_question.hpp"
#include "cli/commands.hpp"
#include "cli/instruction_set.hpp"
#include "cli/map_options.hpp"
#include "cli/messages.hpp"
#include "io/formats/danger_page.hpp"
#include "model/core/bad_input.hpp"
#include "model/core/choices.hpp"
#include "model/core/numbers.hpp"
#include "model/rules/at_the_table.hpp"
#include "model/rules/firepower.hpp"
#include "model/rules/ift.hpp"

namespace boxcars::cli {
namespace {

using model::BadInput;

constexpr const char* danger_description =
    "Where is it safe? Every hex, by its odds.\n\n"
    "  boxcars danger --board 20 --unit 4-6-7 --defender H5=4-4-7 H5=mg:5-12 G4.1=4-4-7\n"
    "  boxcars danger --save game.vsav --side Russian --unit 4-4-7 --moving normal\n";

constexpr std::size_t most_defenders = 200;

struct DangerOptions {
  std::string unit, moving = "none";
  std::vector<std::string> defenders;
  bool iift = false;
  MapOptions on;
  Printed printed{};
};

// "J6=4-4-7", "J6.1=2x4-6-7", as so many counters; returns it with the map's own name of the hex.
std::string add_defender(model::MapInput& map, const std::string& typed) {
  const auto equals = typed.find('=');
  if (equals == std::string::npos)
    throw BadInput("defender", "{defender} " + model::shown(typed) + " has no =", "a hex, =, who is there",
                   "give it like {defender J6=4-4-7}");
  const auto place = model::at_field("defender", [&] { return parse_place(map.map, "{defender}", typed.substr(0, equals)); });
  std::string text = typed.substr(equals + 1);
  const model::Firer firer = model::at_field("defender", [&] { return model::parse_firer(text); });
  if (const auto times = text.find('x'); times != std::string::npos && times < text.find('-')) text.erase(0, times + 1);
  model::Piece piece{
      .hex = map.map.name(place.hex), .level = place.level, .name = text, .unit = text, .side = "defenders", .at = place.hex};
  using enum model::CounterKind;
  piece.kind = support_weapon;
  if (firer.kind) {
    constexpr std::array<model::CounterKind, 5> kinds{squad, half_squad, crew, leader, hero};
    piece.kind = kinds[static_cast<std::size_t>(*firer.kind)];
  }
  for (int i = 0; i < firer.count; ++i) map.pieces.push_back(piece);
  if (map.pieces.size() > most_defenders) throw BadInput("defender", "so many {defender}", "at most 200 counters", "give fewer");
  return piece.hex + (place.level == 0 ? "" : "." + std::to_string(place.level)) + typed.substr(equals);
}

model::MapInput map_of(const DangerOptions& options, const Environment& environment) {
  const MapOptions& on = options.on;
  const int given = (on.board.empty() ? 0 : 1) + (on.map.empty() ? 0 : 1) + (on.save.empty() ? 0 : 1);
  if (given == 0) throw BadInput("board", "no board given", "where is it?", "give {board} like 20, or {save}");
  if (given > 1) throw BadInput("board", "{board}, {map} or {save} together", "either is the map", "leave one out");
  if (on.save.empty() && options.defenders.empty())
    throw BadInput("defender", "nobody fires", "who sees the hexes?", "give them like {defender J6=4-4-7}");
  return read_map(on, environment);
}

// Of a save: the unit's own side, which is to be said if there are two.
void require_side(const ask::DangerInputs& in) {
  const std::vector<std::string> sides = model::sides_with(in.map.pieces, model::is_man);
  if (in.side.empty() && sides.size() > 1)
    throw BadInput("side", "whose {unit}?", "there are " + model::with_between(sides, " and "), "give {side " + sides.front() + "}");
}

ask::DangerInputs inputs_of(const DangerOptions& options, const Environment& environment) {
  if (options.unit.empty()) throw BadInput("unit", "no unit given", "who is fired at?", "give it like {unit 4-6-7}");
  const model::UnitEntry unit = model::at_field("unit", [&] { return model::parse_unit(options.unit, model::Spirits::any); });
  if (unit.count)
    throw BadInput("unit", "{unit " + options.unit + "} is more than one", "the odds of every hex are those of one",
                   "give it like {unit 4-6-7}");
  if (unit.unit.start.broken)
    throw BadInput("unit", "{unit " + options.unit + "} is broken", "the odds are those of being broken or worse", "give it unbroken");
  ask::DangerInputs in{.unit = options.unit, .iift = options.iift, .side = options.on.viewer.side, .map = map_of(options, environment)};
  in.moving = model::at_field("moving", [&] { return model::parse_choice("{moving}", options.moving, model::movement_choices); });
  if (in.map.has_save() && options.defenders.empty()) require_side(in);
  for (const std::string& defender : options.defenders) in.defenders.push_back(add_defender(in.map, defender));
  return in;
}

}  // namespace

Command add_danger(const Form& root) {
  const Form app = root.add_command("danger", danger_description);
  const auto options = std::make_shared<DangerOptions>();
  add_text(app, "--unit", "UNIT", options->unit, "the unit fired at: 4-6-7");
  add_word(app, "--moving", "HOW", options->moving, "none (default), normal, assault, hazardous");
  app.add_flag("--iift", options->iift, std::string(model::iift_help));
  add_map_options(app, options->on, "or a VASL save: every other side's units fire", "in a save: the unit's own side: Finnish");
  add_words(app, "--defender", "HEX=UNIT", options->defenders, "the firers: J6=4-4-7 J6=mg:5-12 J6.1=9-1");
  add_output_options(app, options->printed);
  app.set_footer(
      "All units of a Location that may fire do so once, as one group with their MG and\n"
      "a directing leader, at the ground level of each hex, with the board's LOS,\n"
      "Hindrance and TEM (docs/los.md), and with FFMO and FFNAM if the unit moves. With\n"
      "any command, --boards DIR says where boards are.");
  return {app, [options, app](const Environment& environment) {
            const ask::DangerInputs in = inputs_of(*options, environment);
            Destination destination(options->printed.output, environment);
            sim::Settings settings{.instruction_set = instruction_set_of(environment), .budget = environment.budget};
            const ask::Danger found = ask::danger(in, settings, environment.stop);
            const io::Board board{.name = in.map.file, .map = changed_map(in.map)};
            io::Page page = io::page_of(found, board);
            page.repeat = repeating("danger", app);
            const ExitStatus printed = destination.print(page, *options->printed.format);
            if (printed != answered || !environment.stop) return printed;
            tell(environment, MessageKind::interrupted, "interrupted; these are the hexes known by then");
            return interrupted;
          }};
}

}  // namespace boxcars::cli
