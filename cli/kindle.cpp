#include <memory>

#include "cli/commands.hpp"
#include "model/questions/kindling.hpp"

namespace boxcars::cli {
namespace {

constexpr const char* description =
    "Setting a building on fire (B23.6, B25).\n\n"
    "  boxcars kindle --terrain wood\n"
    "  boxcars kindle --terrain stone --fortified --drm 1 --turns 4\n"
    "  boxcars kindle --terrain hut --turns until --hampered\n"
    "  boxcars kindle --terrain wood --by wp --very-dry --turns 6\n"
    "  boxcars kindle --terrain wood --turns 8 --neighbor wood stone,detached\n";

struct Options {
  CommonOptions common;
  model::KindlingInputs inputs;
};

}  // namespace

Command add_kindle(const Form& root) {
  const Form app = root.add_command("kindle", description);
  const auto options = std::make_shared<Options>();
  model::KindlingInputs& in = options->inputs;

  const std::string fire = "The fire";
  add_choice(app, "--terrain", in.terrain, model::terrain_choices, "wood, stone, lumberyard, hut, wood-rubble, ...").group(fire);
  app.add_flag("--fortified", in.fortified, "a fortified building: -1 on every DR").group(fire);
  add_number(app, "--drm", in.drm, "every other DRM on the Kindling DR").group(fire);
  add_number(app, "--spread-drm", in.spread_drm, "every other DRM on the Flame's DR").group(fire);
  add_word(app, "--turns", "T", in.turns, "further Player Turns, or until; default 1").group(fire);
  app.add_flag("--hampered", in.hampered, "the Flame is hampered in the first of them").group(fire);

  const std::string cause = "What sets it on fire";
  add_choice(app, "--by", in.by, model::kindling_by_choices, "attempt, smc, half-squad, mol or wp; default attempt").group(cause);
  add_number(app, "--leadership", in.leadership, "of a leader who helps; it counts reversed").group(cause);
  app.add_flag("--dry", in.dry, "EC, under WP").group(cause);
  app.add_flag("--very-dry", in.very_dry, "EC, under WP").group(cause);

  const std::string blaze = "What its Blaze does";
  add_words(app, "--neighbor", "WORD", in.neighbors, "where it may spread: wood stone,detached; see below").group(blaze);
  app.add_flag("--fire-collapse", in.fire_collapse, "the building falls on a Wind Change DR of 12").group(blaze);
  add_common_options(app, options->common);

  app.set_footer(
      "A neighbor is a terrain as above, and after commas what is true of it:\n"
      "fortified, detached (not directly attached), higher, lower, drm=N.");

  return question(app, options, [](Options& o, const Environment&) { return io::Asked("kindle", model::Kindling(o.inputs)); });
}

}  // namespace boxcars::cli
