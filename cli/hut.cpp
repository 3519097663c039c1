#include <memory>

#include "cli/commands.hpp"
#include "cli/map_options.hpp"
#include "model/core/bad_input.hpp"
#include "model/questions/hut.hpp"

namespace boxcars::cli {
namespace {

constexpr const char* description =
    "A hut: collapse, flames and its occupants (G5).\n\n"
    "  boxcars hut --cause he --caliber 105 --target 4-4-7\n"
    "  boxcars hut --cause oba --caliber 80 --drm 1 --target \"9-1 4-4-7\"\n"
    "  boxcars hut --cause small-arms --fp 8 --pbf --target 4-4-7 --drm 1\n"
    "  boxcars hut --cause afv --target 2x4-4-7\n";

struct Options {
  CommonOptions common;
  HexOptions hex;
  model::HutInputs inputs;
};

// Whether the hex named holds a hut, or what becomes one in PTO Terrain (G5.1).
std::vector<std::string> read_hex(Options& options, const Environment& environment) {
  auto hex = hex_asked(options.hex, environment);
  if (!hex || hex->holds.hut) return hex ? hex->notes : std::vector<std::string>{};
  if (hex->holds.building != model::Construction::wood || hex->holds.levels > 0 || hex->holds.lumberyard || hex->holds.factory ||
      hex->holds.rowhouse || hex->holds.marketplace || hex->holds.rubble)
    throw model::BadInput("--hex " + hex->name + " holds no hut, nor a wooden single story house (G5.1); give another hex");
  hex->notes.push_back(hex->name + " is a wooden single story house: a hut if PTO Terrain is in effect (G5.1)");
  return hex->notes;
}

}  // namespace

Command add_hut(const Form& root) {
  const Form app = root.add_command("hut", description);
  const auto options = std::make_shared<Options>();
  model::HutInputs& in = options->inputs;

  const std::string event = "What happens to it";
  add_choice(app, "--cause", in.cause, model::hut_cause_choices, "he, dc, oba, small-arms, afv, ...; see below").group(event);
  add_text(app, "--fp", "N[+N...]", in.fp, "total Firepower; of an AFV, its Overrun's").group(event);
  app.add_one(
         "--caliber", "MM", [&in](const auto& text) { in.caliber = parse_int("--caliber", text, 75); }, "or HE of so many mm")
      .group(event);
  add_number(app, "--drm", in.drm, "the whole DRM of the attack, TEM and all; of a MC").group(event);
  app.add_flag("--pbf", in.pbf, "small arms: at Point Blank Range").group(event);
  add_choice(app, "--cowering", in.cowering, model::cowering_choices, "small arms: auto, none, normal, inexperienced").group(event);
  app.add_flag("--dry", in.dry, "EC, under WP").group(event);
  app.add_flag("--very-dry", in.very_dry, "EC, under WP").group(event);

  const std::string hut = "The hut";
  app.add_flag("--collapsed", in.collapsed, "it has collapsed already").group(hut);
  app.add_flag("--fortified", in.fortified, "refused (G5.3)").group(hut);
  app.add_flag("--rain", in.rain, "a collapsed one: it has rained").group(hut);
  add_number(app, "--ec", in.ec, "a collapsed one: EC DRM on the Kindling DR").group(hut);
  add_words(app, "--target", "UNIT", in.targets, "who is in it: 4-4-7, hs:2-4-7, 9-1, 3x4-4-7, ...").group(hut);

  add_hex_options(app, options->hex, hut);

  const std::string afv = "The AFV that enters, or changes its CA in it";
  app.add_flag("--open-topped", in.open_topped, "its crew's Collapse PTC has no -1").group(afv);
  app.add_flag("--exits", in.exits, "it was set up in the hut, and leaves: no Collapse PTC").group(afv);
  app.add_flag("--dozer", in.dozer, "a dozer: no Collapse PTC").group(afv);
  app.add_flag("--crew-exposed", in.crew_exposed, "refused, but of a dozer (G5.4)").group(afv);
  app.add_flag("--riders", in.riders, "refused (G5.4)").group(afv);
  add_common_options(app, options->common);

  app.set_footer(
      "Causes: he, dc and oba collapse it by a Final KIA; afv, glider always;\n"
      "bombardment by a MC; small-arms, mg (IFE too), mol, ft, wp and backblast burn\n"
      "it.");

  return question(app, options, [](Options& o, const Environment& environment) {
    const auto notes = read_hex(o, environment);
    return ask::Asked("hut", model::Hut(o.inputs), notes);
  });
}

}  // namespace boxcars::cli
