#include <memory>

#include "cli/commands.hpp"
#include "model/questions/clearance.hpp"

namespace boxcars::cli {
namespace {

constexpr const char* description =
    "Clearing rubble, Flames, Wire, mines, ... (B24.7).\n\n"
    "  boxcars clear --task rubble --squads 1 --bulldozers 1 --leadership -1\n"
    "  boxcars clear --task mines --sapper-squads 2 --turns 3\n"
    "  boxcars clear --task wire --half-squads 1 --labor 1 --turns until\n"
    "  boxcars clear --task flame --squads 2 --turns until --terrain wood\n";

struct Options {
  CommonOptions common;
  model::ClearanceInputs inputs;
};

}  // namespace

Command add_clear(const Form& root) {
  const Form app = root.add_command("clear", description);
  const auto options = std::make_shared<Options>();
  model::ClearanceInputs& in = options->inputs;

  const std::string attempt = "The attempt";
  add_choice(app, "--task", in.task, model::clearance_task_choices, "rubble, flame, wire, mines, set-dc, roadblock").group(attempt);
  add_word(app, "--turns", "T", in.turns, "attempts, or until; default 1").group(attempt);
  add_number(app, "--labor", in.labor, "Labor Status already earned: 0, 1, 2").group(attempt);
  add_number(app, "--ec", in.ec, "EC DRM (B25.5); of a Flame only").group(attempt);

  const std::string flame = "The Flame, if it may blaze or go out by itself";
  add_choice(app, "--terrain", in.terrain, model::terrain_choices, "what burns: wood, stone, lumberyard, hut, ...").group(flame);
  app.add_flag("--fortified", in.fortified, "a fortified building: -1 on the Flame's DR").group(flame);
  add_number(app, "--spread-drm", in.spread_drm, "every other DRM on the Flame's DR").group(flame);

  const std::string who = "Who clears";
  add_number(app, "--squads", in.squads, "squads").group(who);
  add_number(app, "--half-squads", in.half_squads, "half-squads and crews").group(who);
  add_number(app, "--sapper-squads", in.sapper_squads, "Sapper squads").group(who);
  add_number(app, "--sapper-half-squads", in.sapper_half_squads, "Sapper half-squads").group(who);
  add_number(app, "--heroes", in.heroes, "heroes").group(who);
  add_number(app, "--bulldozers", in.bulldozers, "bulldozers").group(who);
  add_number(app, "--leadership", in.leadership, "the DRM of a leader who takes part").group(who);
  app.add_flag("--inexperienced", in.inexperienced, "casualties in mines on an 11, too").group(who);
  add_common_options(app, options->common);

  return question(app, options, [](Options& o, const Environment&) { return ask::Asked("clear", model::Clearance(o.inputs)); });
}

}  // namespace boxcars::cli
