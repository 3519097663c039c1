#include <memory>

#include "cli/commands.hpp"
#include "cli/map_options.hpp"
#include "model/questions/rubble_chain.hpp"

namespace boxcars::cli {
namespace {

constexpr const char* description =
    "What falling rubble does to a map (B24.12, B24.121).\n\n"
    "  boxcars chain --map experiments/maps/chateau.toml --hex J8\n"
    "  boxcars chain --map experiments/maps/chateau.toml --hex J8 --from-level 2\n"
    "  boxcars chain --map town.toml --set J8=stone:3 K10=water --hex J8 --own K9\n";

struct Options {
  CommonOptions common;
  model::RubbleChainInputs inputs;
};

}  // namespace

Command add_chain(const Form& root) {
  const Form app = root.add_command("chain", description);
  const auto options = std::make_shared<Options>();
  model::RubbleChainInputs& in = options->inputs;

  const std::string hex = "The hex that has just been rubbled";
  add_map_options(app, in.map, hex);
  add_text(app, "--hex", "NAME", in.hex, "its name: J8").group(hex);
  add_number(app, "--from-level", in.from_level, "rubbled from this level up; default 0, the ground").group(hex);
  add_words(app, "--own", "HEX", in.own, "where your own men are").group(hex);
  add_words(app, "--afv", "HEX[,ot|ce]", in.afvs, "where AFV are: K9, K9,ot, here,ce,high; see below").group(hex);
  add_common_options(app, options->common);
  app.set_footer(
      "A map file, for example:\n"
      "  columns = 33\n"
      "  rows = 10\n"
      "  [[hex]]\n"
      "  name = \"J8\"\n"
      "  building = \"stone\"\n"
      "  levels = 2\n"
      "Columns are A to GG; rows 1 to 10 in A, C, ..., 0 to 10 in B, D, ... What is not\n"
      "there is open ground. Levels are those above ground, 0 if left out. Instead of a\n"
      "building: water = true, rubble = \"stone\". Direction 1 is the hexside with the\n"
      "coordinate, then clockwise.\n"
      "AFV: ot is open-topped, ce has its crew exposed, low and high are its ground\n"
      "pressure; here is the hex itself.");

  return question(app, options, [](Options& o, const Environment& environment) {
    read_map_of(o.inputs.map, environment);
    return ask::Asked("chain", model::RubbleChain(o.inputs));
  });
}

}  // namespace boxcars::cli
