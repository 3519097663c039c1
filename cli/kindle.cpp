#include <memory>

#include "cli/answer_question.hpp"
#include "cli/commands.hpp"
#include "model/kindling.hpp"

namespace boxcars::cli {
namespace {

constexpr const char* description =
    "Setting a building on fire (B23.6, B25).\n\n"
    "  boxcars kindle --terrain wood\n"
    "  boxcars kindle --terrain stone --fortified --drm 1 --turns 4\n"
    "  boxcars kindle --terrain hut --turns until --hampered\n";

struct Options {
  CommonOptions common;
  model::KindlingInputs inputs;
};

}  // namespace

Command add_kindle(CLI::App& root) {
  CLI::App& app = *root.add_subcommand("kindle", description);
  const auto options = std::make_shared<Options>();
  model::KindlingInputs& in = options->inputs;

  const std::string fire = "The fire";
  add_choice(app, "--terrain", in.terrain, model::terrain_choices, "wood, stone, lumberyard, hut, wood-rubble, ...")->group(fire);
  app.add_flag("--fortified", in.fortified, "a fortified building: -1 on every DR")->group(fire);
  add_number(app, "--drm", in.drm, "every other DRM on the Kindling DR")->group(fire);
  add_number(app, "--spread-drm", in.spread_drm, "every other DRM on the Flame's DR")->group(fire);
  add_text(app, "--turns", "T", in.turns, "further Player Turns, or until; default 1")->group(fire);
  app.add_flag("--hampered", in.hampered, "the Flame is hampered in the first of them")->group(fire);
  add_common_options(app, options->common);

  return {&app, [options](const Environment& environment) {
            return answer_question("kindle", model::Kindling(options->inputs), options->common, environment);
          }};
}

}  // namespace boxcars::cli
