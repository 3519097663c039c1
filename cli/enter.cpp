#include <memory>

#include "cli/answer_question.hpp"
#include "cli/commands.hpp"
#include "model/entry.hpp"

namespace boxcars::cli {
namespace {

constexpr const char* description =
    "An AFV drives into a building, or rubble (B23.41).\n\n"
    "  boxcars enter --building wood --levels 1\n"
    "  boxcars enter --building stone --levels 2 --crew-survival 6\n"
    "  boxcars enter --factory\n"
    "  boxcars enter --rubble --drm 1\n";

struct Options {
  CommonOptions common;
  model::EntryInputs inputs;
};

}  // namespace

Command add_enter(CLI::App& root) {
  CLI::App& app = *root.add_subcommand("enter", description);
  const auto options = std::make_shared<Options>();
  model::EntryInputs& in = options->inputs;

  const std::string where = "What it enters";
  add_choice(app, "--building", in.building, model::construction_choices, "wood or stone")->group(where);
  add_number(app, "--levels", in.levels, "above ground; 0 is a single story house")->group(where);
  app.add_flag("--factory", in.factory, "inside a Factory; with --building: out, by the wall")->group(where);
  app.add_flag("--rubble", in.rubble, "rubble")->group(where);
  app.add_flag("--collapsed-hut", in.collapsed_hut, "a collapsed hut; with --not-fully-tracked")->group(where);
  add_words(app, "--afv", "1-6[,ot|ce]", in.afvs, "other AFV near it: 3,ot, here,ce (see chain --help)")->group(where);

  const std::string afv = "The AFV";
  add_choice(app, "--ground-pressure", in.ground_pressure, model::ground_pressure_choices, "low, normal, high; default normal")->group(afv);
  add_number(app, "--crew-survival", in.crew_survival, "its crew's number, for a fall into the cellar")->group(afv);
  add_number(app, "--drm", in.drm, "every other Bog Check DRM, added up")->group(afv);
  app.add_flag("--vca-change", in.vca_change, "it changes its VCA inside a Factory")->group(afv);
  app.add_flag("--not-fully-tracked", in.not_fully_tracked, "refused, but with --collapsed-hut")->group(afv);
  app.add_flag("--open-topped", in.open_topped, "refused of a building (B23.41)")->group(afv);
  app.add_flag("--crew-exposed", in.crew_exposed, "refused of a building")->group(afv);
  app.add_flag("--riders", in.riders, "refused of a building")->group(afv);
  add_common_options(app, options->common);

  return {&app, [options](const Environment& environment) {
            return answer_question("enter", model::Entry(options->inputs), options->common, environment);
          }};
}

}  // namespace boxcars::cli
