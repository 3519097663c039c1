#include <memory>

#include "cli/commands.hpp"
#include "cli/hints.hpp"
#include "cli/map_options.hpp"
#include "model/questions/he.hpp"

namespace boxcars::cli {
namespace {

constexpr const char* description =
    "HE at a building: rubble, and who is in it (B24.11).\n\n"
    "  boxcars he 150 stone 2 --level 1 --occupant 1=4-4-7 --own 3\n"
    "  boxcars he 105 wood 1 --fire oba --occupant 0=4-6-7 1=8-0 1=4-6-7\n"
    "  boxcars he 75 wood 1 --to-hit 8 --shots 4 --occupant 0=4-4-7\n"
    "  boxcars he --ammo dc stone 2 --level 1 --occupant 1=4-4-7\n"
    "  boxcars he 150 --map experiments/maps/chateau.toml --hex J8 --own K7\n";

struct Options {
  CommonOptions common;
  model::HeInputs inputs;
  std::vector<std::string> bare;
};

void read_building(model::HeInputs& in, const std::string& text) {
  in.building = model::parse_choice("--building", text, model::construction_choices);
}

// Bare words are what the options left open: a word is the building, numbers are the calibre and the levels.
void read_bare(const std::vector<std::string>& bare, model::HeInputs& in, const Form& app) {
  std::vector<std::string> numbers;
  for (const std::string& word : bare) {
    const bool number = word.find_first_not_of("0123456789", word.starts_with('+') || word.starts_with('-') ? 1 : 0) == std::string::npos;
    const bool letters = word.find_first_not_of("0123456789+-") != std::string::npos;
    if (number && !word.empty())
      numbers.push_back(word);
    else if (!in.building && letters)
      read_building(in, word);
    else
      refuse_arguments({word}, app);
  }
  const std::size_t expected = (in.caliber ? 0U : 1U) + (in.levels ? 0U : 1U);
  if (numbers.size() > expected) refuse_arguments({numbers[expected]}, app);
  // One number alone is the calibre, unless there is none to give.
  std::size_t next = 0;
  if (!in.caliber && next < numbers.size() && (numbers.size() == 2 || model::has_caliber(in.ammo)))
    in.caliber = parse_int("--caliber", numbers[next++], 150);
  if (next < numbers.size()) in.levels = parse_int("--levels", numbers[next], 2);
}

}  // namespace

Command add_he(const Form& root) {
  const Form app = root.add_command("he", description);
  const auto options = std::make_shared<Options>();
  model::HeInputs& in = options->inputs;

  app.add_all(
      "caliber building levels", "", [options](const auto& words) { options->bare = words; }, "the three main options, bare: 150 stone 2");
  const std::string building = "The building";
  app.add_one(
         "--building", "WORD", [&in](const auto& text) { read_building(in, text); }, "wood or stone")
      .group(building);
  add_number(app, "--levels", in.levels, "above ground: 0 (single story house) to 4").group(building);
  app.add_flag("--fortified", in.fortified, "TEM +1").group(building);
  app.add_flag("--factory", in.factory, "a Factory: no upper levels, but maybe a rooftop").group(building);
  app.add_flag("--rooftop", in.rooftop, "its rooftop is in play (B23.8)").group(building);
  app.add_flag("--marketplace", in.marketplace, "a marketplace: its ground level is open").group(building);
  app.add_flag("--interior", in.interior, "an Interior Building Hex: OBA hits only its top").group(building);
  add_number(app, "--ec", in.ec, "EC DRM, on the Kindling DR of a lumberyard").group(building);
  add_map_options(app, in.map, building);
  add_text(app, "--hex", "NAME", in.hex, "the building on that map: J8").group(building);

  const std::string fire = "The fire";
  app.add_one(
         "--caliber", "MM", [&in](const auto& text) { in.caliber = parse_int("--caliber", text, 150); }, "of the HE or HEAT")
      .group(fire);
  add_choice(app, "--fire", in.fire, model::fire_choices, "direct, area, mortar, oba, harassing, barrage").group(fire);
  add_choice(app, "--ammo", in.ammo, model::ammo_choices, "he (default), heat, dc, baz, psk, pf, thrown-dc, ...").group(fire);
  add_word(app, "--level", "L", in.level, "fired at: 0 (the ground, default), 1, ..., rooftop").group(fire);
  add_words(app, "--los", "LEVELS", in.los, "levels that area fire can see: 0,1; default all").group(fire);
  add_number(app, "--to-hit", in.to_hit, "each shot first needs a DR of at most N").group(fire);
  add_number(app, "--th-number", in.th_number, "Modified To Hit number (C3.7); default: --to-hit + TEM").group(fire);
  add_word(app, "--shots", "N|until", in.shots, "equal shots, or until what is fired at is rubble").group(fire);
  app.add_flag("--non-elite", in.non_elite, "of a DC: it malfunctions on 10 or more").group(fire);

  const std::string men = "The men";
  add_words(app, "--occupant", "L=UNIT", in.occupants, "1=4-4-7, rooftop=9-1; first: at --level; repeatable").group(men);
  app.add_flag("--concealed", in.concealed, "the men are: a DC is halved against them").group(men);
  add_number(app, "--drm", in.drm, "every other DRM of the attack on them").group(men);
  add_words(app, "--own", "HEX|1-6", in.own, "where your own men are").group(men);
  add_choice(app, "--edition", in.edition, model::edition_choices, "of B23: v2 (default) or v1").group(building);
  add_words(app, "--afv", "HEX|1-6[,ot|ce]", in.afvs, "where AFV are: K9,ot, 3,ce, here,high (chain --help)").group(men);
  add_common_options(app, options->common);
  app.set_footer(
      "Ammo: he, heat, dc (Placed), thrown-dc, set-dc, baz, psk, pf.\n"
      "Units: boxcars attack --help; 1=crew:2-2-8,gun=75AT mans a Gun, which may not be\n"
      "everywhere (B23.423, B23.85, B23.93).\n"
      "Map files: boxcars chain --help. Without a map your own men are in directions:\n"
      "1 is the hexside with the coordinate, then clockwise.\n"
      "Without --to-hit every shot hits. area and mortar fire at the whole hex: --shots\n"
      "until ends when all of it is rubble.");

  return question(app, options, [app](Options& o, const Environment& environment) {
    model::HeInputs& he = o.inputs;
    read_bare(o.bare, he, app);
    if (!he.map.file.empty()) read_map_of(he.map, environment);
    return ask::Asked("he", model::He(he));
  });
}

}  // namespace boxcars::cli
