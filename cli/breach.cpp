#include <memory>

#include "cli/commands.hpp"
#include "cli/map_options.hpp"
#include "model/core/bad_input.hpp"
#include "model/questions/breach.hpp"

namespace boxcars::cli {
namespace {

constexpr const char* description =
    "A DC against a Rowhouse's or fortified wall (B23.711).\n\n"
    "  boxcars breach --building stone\n"
    "  boxcars breach --building stone --fortified --target \"8-1 4-4-7\"\n"
    "  boxcars breach --building wood --concealed --non-elite --target 4-4-7\n";

struct Options {
  CommonOptions common;
  HexOptions hex;
  model::BreachInputs inputs;
};

// What the building is made of, as the map has it.
std::vector<std::string> read_hex(Options& options, const Environment& environment) {
  auto hex = hex_asked(options.hex, environment);
  if (!hex) return {};
  if (!hex->holds.building && !options.inputs.building)
    throw model::BadInput("--hex " + hex->name + " holds no building (whose wall is it?); give another hex");
  hex->fill(options.inputs.building, hex->holds.building, "--building");
  if (!hex->holds.rowhouse && !options.inputs.fortified)
    hex->notes.push_back(hex->name + " is no Rowhouse on the map: only the walls of those, and of fortified buildings, are breached");
  return hex->notes;
}

}  // namespace

Command add_breach(const Form& root) {
  const Form app = root.add_command("breach", description);
  const auto options = std::make_shared<Options>();
  model::BreachInputs& in = options->inputs;

  const std::string wall = "The wall";
  add_choice(app, "--building", in.building, model::construction_choices, "wood or stone").group(wall);
  app.add_flag("--fortified", in.fortified, "of a fortified building: TEM +1").group(wall);
  add_number(app, "--drm", in.drm, "every other DRM, added up; on both attacks").group(wall);
  app.add_flag("--non-elite", in.non_elite, "who uses the DC: it malfunctions on 10 or more").group(wall);
  add_hex_options(app, options->hex, wall);
  const std::string behind = "Behind it";
  add_words(app, "--target", "UNIT", in.targets, "4-4-7, hs:2-4-7, 9-1, 3x4-4-7, ... as in attack").group(behind);
  app.add_flag("--concealed", in.concealed, "they are concealed: 6 FP instead of 12").group(behind);
  add_choice(app, "--edition", in.edition, model::edition_choices, "of B23: v2 (default) or v1").group(behind);
  add_common_options(app, options->common);

  return question(app, options, [](Options& o, const Environment& environment) {
    const auto notes = read_hex(o, environment);
    return ask::Asked("breach", model::Breach(o.inputs), notes);
  });
}

}  // namespace boxcars::cli
