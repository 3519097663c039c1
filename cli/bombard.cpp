#include <memory>

#include "cli/commands.hpp"
#include "model/questions/bombardment.hpp"

namespace boxcars::cli {
namespace {

constexpr const char* description =
    "A Bombardment of a building hex: rubble (C1.822).\n\n"
    "  boxcars bombard --building stone --levels 2\n"
    "  boxcars bombard --building stone --levels 2 --fortified --own 3 4\n"
    "  boxcars bombard --building wood --levels 1 --morale 7 --drm 1\n";

struct Options {
  CommonOptions common;
  model::BombardmentInputs inputs;
};

}  // namespace

Command add_bombard(const Form& root) {
  const Form app = root.add_command("bombard", description);
  const auto options = std::make_shared<Options>();
  model::BombardmentInputs& in = options->inputs;

  const std::string building = "The building";
  add_choice(app, "--building", in.building, model::construction_choices, "wood or stone").group(building);
  add_number(app, "--levels", in.levels, "above ground: 0 (single story house) to 4").group(building);
  app.add_flag("--fortified", in.fortified, "all of it: its Morale Level +1").group(building);
  app.add_flag("--rooftop", in.rooftop, "its rooftop is in play (B23.8)").group(building);
  add_number(app, "--morale", in.morale, "Morale Level, not fortified; default: wood 8, stone 9").group(building);
  add_number(app, "--drm", in.drm, "every DRM of its MC, added up").group(building);
  const std::string around = "Who is near";
  add_words(app, "--own", "1-6", in.own, "directions of the hexes where your own men are").group(around);
  add_words(app, "--afv", "1-6[,ot|ce]", in.afvs, "where AFV are: 3,ot, here,ce (see chain --help)").group(around);
  add_common_options(app, options->common);
  app.set_footer(
      "Direction 1 is the hexside with the hex's coordinate, then clockwise.\n"
      "A hut: boxcars hut --cause bombardment.");

  return question(app, options, [](Options& o, const Environment&) { return ask::Asked("bombard", model::Bombardment(o.inputs)); });
}

}  // namespace boxcars::cli
