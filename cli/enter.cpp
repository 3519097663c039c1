#include <memory>

#include "cli/commands.hpp"
#include "cli/hints.hpp"
#include "cli/map_options.hpp"
#include "model/core/bad_input.hpp"
#include "model/questions/entry.hpp"

namespace boxcars::cli {
namespace {

constexpr const char* description =
    "An AFV drives into a building, or rubble (B23.41).\n\n"
    "  boxcars enter wood 1\n"
    "  boxcars enter --building stone --levels 2 --crew-survival 6\n"
    "  boxcars enter --factory\n"
    "  boxcars enter --rubble --drm 1\n";

struct Options {
  CommonOptions common;
  HexOptions hex;
  model::EntryInputs inputs;
  std::vector<std::string> bare;
};

// A Factory's hex is entered from outside, by its wall (B23.742).
void read_factory(const HexAsked& hex, model::EntryInputs& in, std::vector<std::string>& notes) {
  if (!in.building)
    throw model::BadInput("--hex " + hex.name + " is a Factory (of wood or stone? the map is silent); give --building, or --factory alone");
  if (hex.holds.levels > 0)
    throw model::BadInput("--hex " + hex.name + " is a Factory with levels above ground (a Factory has none, B23.74); give --set " +
                          hex.name + "=stone:0, or wood:0");
  in.factory = true;
  notes.push_back(hex.name +
                  " is a Factory, entered by its wall; --factory is a move inside it; by an Entrance nothing is thrown (B23.742)");
}

// Bare words are the building, a word, and its levels, a number.
void read_bare(const std::vector<std::string>& bare, model::EntryInputs& in, const Form& app) {
  for (const std::string& word : bare) {
    const bool number = word.find_first_of("0123456789") != std::string::npos;
    if (number && !in.levels && word.find_first_not_of("0123456789") == std::string::npos)
      in.levels = parse_int("--levels", word, 1);
    else if (!number && !in.building)
      in.building = model::parse_choice("--building", word, model::construction_choices);
    else
      refuse_arguments({word}, app);
  }
}

// A building, a Factory's hex or rubble as the map has it, where no option says what is entered.
std::vector<std::string> read_hex(Options& options, const Environment& environment) {
  auto hex = hex_asked(options.hex, environment);
  if (!hex) return {};
  model::EntryInputs& in = options.inputs;
  if (in.rubble || in.factory || in.collapsed_hut) {
    if (!in.factory || !hex->holds.factory) hex->notes.push_back("what is entered is as given, not as " + hex->name + " on the map");
  } else if (hex->holds.marketplace && !in.building) {
    throw model::BadInput("--hex " + hex->name +
                          " is a marketplace (its ground level is open, nothing is entered, B23.73); give another hex");
  } else if (hex->holds.rubble && !in.building) {
    in.rubble = true;
  } else if (hex->holds.lumberyard && !in.building) {
    throw model::BadInput("--hex " + hex->name + " is a lumberyard (vehicles enter it in Bypass only, B23.211); give another hex");
  } else {
    if (!hex->holds.building && !in.building && !hex->holds.factory)
      throw model::BadInput("--hex " + hex->name + " holds no building and no rubble (what is entered?); give another hex");
    hex->fill(in.building, hex->holds.building, "--building");
    if (hex->holds.building) hex->fill(in.levels, std::optional(hex->holds.levels), "--levels");
    if (hex->holds.factory) read_factory(*hex, in, hex->notes);
  }
  return hex->notes;
}

}  // namespace

Command add_enter(const Form& root) {
  const Form app = root.add_command("enter", description);
  const auto options = std::make_shared<Options>();
  model::EntryInputs& in = options->inputs;

  app.add_all(
      "building levels", "", [options](const auto& words) { options->bare = words; }, "the two main options, bare: wood 1");
  const std::string where = "What it enters";
  add_choice(app, "--building", in.building, model::construction_choices, "wood or stone").group(where);
  add_number(app, "--levels", in.levels, "above ground; 0 is a single story house").group(where);
  app.add_flag("--factory", in.factory, "inside a Factory; with --building: by its wall").group(where);
  app.add_flag("--rubble", in.rubble, "rubble").group(where);
  app.add_flag("--collapsed-hut", in.collapsed_hut, "a collapsed hut; with --not-fully-tracked").group(where);
  add_words(app, "--afv", "1-6[,ot|ce]", in.afvs, "other AFV near it: 3,ot, here,ce (see chain --help)").group(where);

  add_hex_options(app, options->hex, where);

  const std::string afv = "The AFV";
  add_choice(app, "--ground-pressure", in.ground_pressure, model::ground_pressure_choices, "low, normal, high; default normal").group(afv);
  add_number(app, "--crew-survival", in.crew_survival, "its crew's number, for a fall into the cellar").group(afv);
  add_number(app, "--drm", in.drm, "every other Bog Check DRM, added up").group(afv);
  app.add_flag("--vca-change", in.vca_change, "it changes its VCA inside a Factory").group(afv);
  app.add_flag("--not-fully-tracked", in.not_fully_tracked, "refused, but with --collapsed-hut").group(afv);
  app.add_flag("--open-topped", in.open_topped, "refused of a building (B23.41)").group(afv);
  app.add_flag("--crew-exposed", in.crew_exposed, "refused of a building").group(afv);
  app.add_flag("--riders", in.riders, "refused of a building").group(afv);
  add_common_options(app, options->common);

  return question(app, options, [app](Options& o, const Environment& environment) {
    read_bare(o.bare, o.inputs, app);
    const auto notes = read_hex(o, environment);
    return ask::Asked("enter", model::Entry(o.inputs), notes);
  });
}

}  // namespace boxcars::cli
