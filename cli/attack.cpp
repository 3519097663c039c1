#include <algorithm>
#include <memory>

#include "cli/commands.hpp"
#include "cli/map_options.hpp"
#include "model/core/bad_input.hpp"
#include "model/questions/attack.hpp"

namespace boxcars::cli {
namespace {

constexpr const char* description =
    "The odds of an attack on the Infantry Fire Table (A7).\n\n"
    "  boxcars attack 8 --target 4-4-7\n"
    "  boxcars attack 4+4+6 --leader 9-1 --terrain stone --target \"8-1 4-6-7 4-6-7\"\n"
    "  boxcars attack --caliber 150 --fire oba --terrain wood --target 3x4-4-7,elr=3\n"
    "  boxcars attack 8 --moving normal --terrain rowhouse-vertex --target 4-4-7\n"
    "  boxcars attack --weapon ft --terrain stone --target 4-4-7\n";

struct Options {
  CommonOptions common;
  HexOptions hex;
  std::optional<model::Terrain> terrain;
  model::AttackInputs inputs;
  std::optional<int> drm;
  std::optional<int> leader;
};

// The terrain of the ground level, as the map has it.
model::Terrain terrain_of(const model::MapHex& hex) {
  if (hex.rubble) return *hex.rubble == model::Construction::wood ? model::Terrain::wood_rubble : model::Terrain::stone_rubble;
  if (hex.lumberyard) return model::Terrain::lumberyard;
  if (hex.marketplace) return model::Terrain::marketplace;
  if (hex.hut) return model::Terrain::hut;
  return hex.building ? model::terrain_of(*hex.building) : model::Terrain::open;
}

// 12FP is 12.
std::string without_unit(const std::string& text) {
  constexpr std::size_t length = 2;
  const bool has_unit = text.size() > length && model::same_word(std::string_view(text).substr(text.size() - length), "fp");
  return has_unit ? text.substr(0, text.size() - length) : text;
}

// Of a board only buildings, rubble, huts and water are read; in a map file what is not there is open ground.
bool may_hold_anything(const HexAsked& hex, const model::MapInput& map) {
  const bool is_set = std::any_of(map.set.begin(), map.set.end(), [&](const auto& setting) { return setting.starts_with(hex.name + "="); });
  return map.option == "board" && hex.holds == model::MapHex{} && !is_set;
}

std::vector<std::string> read_hex(Options& options, const Environment& environment) {
  auto hex = hex_asked(options.hex, environment);
  if (hex) {
    if (may_hold_anything(*hex, options.hex.map) && !options.terrain && !options.drm)
      throw model::BadInput("--hex " + hex->name + " holds no building, rubble or hut (what else is there is not read from boards); give " +
                            "--terrain open if it is open ground, else its TEM like --drm 1");
    hex->fill(options.terrain, std::optional(terrain_of(hex->holds)), "--terrain");
    if (hex->holds == model::MapHex{} && options.terrain == model::Terrain::open)
      hex->notes.push_back(hex->name + " holds no building, rubble or hut: open ground is assumed, --drm adds the TEM of other terrain");
    if (hex->holds.water) hex->notes.push_back(hex->name + " is a Water Obstacle: who is there has no TEM of it");
    if (hex->holds.factory) hex->notes.push_back(hex->name + " is a Factory: --terrain factory for fire wholly inside it (B23.741)");
  }
  options.inputs.terrain = options.terrain.value_or(model::Terrain::open);
  return hex ? hex->notes : std::vector<std::string>{};
}

}  // namespace

Command add_attack(const Form& root) {
  const Form app = root.add_command("attack", description);
  const auto options = std::make_shared<Options>();
  model::AttackInputs& in = options->inputs;

  const std::string attack = "The attack";
  app.add_one(
      "fp,--fp", "N[+N...]", [&in](const auto& text) { in.fp = without_unit(text); }, "total Firepower: 8, 4+4+3");
  app.add_one(
         "--caliber", "MM", [&in](const auto& text) { in.caliber = parse_int("--caliber", text, 75); }, "or HE of so many mm")
      .group(attack);
  add_choice(app, "--fire", in.fire, model::fire_choices, "HE: direct, area, mortar, oba, harassing, barrage").group(attack);
  add_number(app, "--leadership", in.leadership, "the directing leader's DRM").group(attack);
  app.add_one(
         "--leader", "9-1", [options](const auto& text) { options->leader = model::parse_leadership(text); }, "or the directing leader")
      .group(attack);
  add_choice(app, "--weapon", in.weapon, model::weapon_choices, "small-arms (default), ft, residual, mines, ...").group(attack);
  add_choice(app, "--cowering", in.cowering, model::cowering_choices, "auto, none, normal, inexperienced; default auto").group(attack);
  add_number(app, "--hindrance", in.hindrance, "Hindrance DRM").group(attack);
  add_number(app, "--drm", options->drm, "every other DRM, added up").group(attack);
  add_words(app, "--then", "N[+N...]", in.then, "another attack on what is left; repeatable").group(attack);

  const std::string target = "The target";
  add_words(app, "--target", "UNIT", in.targets, "4-4-7, hs:2-4-7, crew:2-2-8, 9-1, hero:1-4-9, 3x4-4-7").group(target);
  add_choice(app, "--terrain", options->terrain, model::terrain_choices, "open, wood, stone, ...; adds the TEM").group(target);
  add_hex_options(app, options->hex, target);
  app.add_flag("--fortified", in.fortified, "a fortified building: TEM +1").group(target);
  add_number(app, "--ec", in.ec, "EC DRM, on the Kindling DR of a lumberyard").group(target);
  add_choice(app, "--moving", in.moving, model::movement_choices, "normal (FFNAM, FFMO), assault (FFMO), hazardous").group(target);
  add_choice(app, "--edition", in.edition, model::edition_choices, "of B23: v2 (default) or v1").group(target);

  const std::string optional_rules = "Optional rules";
  add_number(app, "--heat-of-battle", in.heat_of_battle, "Heat of Battle, with its nationality DRM (A15.1)").group(optional_rules);
  add_number(app, "--attackers-san", in.attackers_san, "SAN of the attacker: the targets' checks (A14.1)").group(optional_rules);
  add_number(app, "--defenders-san", in.defenders_san, "SAN of the defender: the IFT DR (A14.1)").group(optional_rules);
  add_common_options(app, options->common);

  app.set_footer(
      "kills: a unit is eliminated. reduced: a squad is a half-squad now, or a leader\n"
      "or hero has been wounded; that is no kill.\n"
      "Units: FP-range-morale; leaders as 9-1, 8-0, 6+1; 3x4-4-7 is a group of three.\n"
      "After commas: broken, pinned, wounded, bml=6 (broken morale), elr=3, hs_bml=6;\n"
      "of who mans a Gun also gun=75AT, 105ART, 81MTR, 88AA, 37AT-small, 150INF-large:\n"
      "one that may not be there is refused (B23.423).\n"
      "Terrain: open, wood, stone, wood-rubble, stone-rubble, lumberyard, hut,\n"
      "collapsed-hut, factory (fire wholly inside it), rooftop, rowhouse-vertex (in\n"
      "Bypass), marketplace (its ground), quasi-location (B23.88), debris.\n"
      "Weapons: small-arms, ft (24 FP), residual, mines (6, 8, 12), interdiction.");

  return question(app, options, [](Options& o, const Environment& environment) {
    if (o.leader) {
      if (o.inputs.leadership) throw model::BadInput("--leader and --leadership together (both are the directing leader); leave one out");
      o.inputs.leadership = o.leader;
    }
    o.inputs.drm = o.drm.value_or(0);
    const auto notes = read_hex(o, environment);
    return ask::Asked("attack", model::Attack(o.inputs), notes);
  });
}

}  // namespace boxcars::cli
