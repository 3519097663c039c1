#include "model/questions/bombardment.hpp"

#include <algorithm>
#include <set>
#include <utility>

#include "model/core/bad_input.hpp"
#include "model/rules/map_fields.hpp"
#include "model/rules/printed.hpp"
#include "model/rules/shared_fields.hpp"

namespace boxcars::model {
namespace {

// What modifiers are on: the MC, the Morale Level, and, after as many levels above ground as are added to it, the Falling Rubble dr.
enum Of : int { on_the_check, on_the_level, on_falling_rubble };

constexpr int morale_of_wood = 8;  // C1.822
constexpr int morale_of_stone = 9;
constexpr int fortified_morale = +1;

std::vector<Need> bombardment_needs() {
  Need levels = need_of_levels();
  levels.told_by = "hex";
  return with_those_of_maps(std::vector<Need>{{.one_of = {"building"},
                                               .problem = "no building given",
                                               .why = "wood or stone?",
                                               .instead = "give it like {building stone} {levels 2}",
                                               .told_by = "hex"},
                                              levels});
}

FallInputs fall_inputs(const BombardmentInputs& in) { return {.map = in.map, .hex = in.hex, .own = in.own, .afvs = in.afvs}; }

}  // namespace

const Questionnaire<BombardmentInputs>& bombardment_questionnaire() {
  using In = BombardmentInputs;
  const std::string_view building = "The building", around = "Who is near";
  static const Questionnaire<In> asks{
      .name = "bombard",
      .title = "A Bombardment of a building hex: rubble (C1.822).",
      .examples = {"boxcars bombard --building stone --levels 2", "boxcars bombard --building stone --levels 2 --fortified --own 3 4",
                   "boxcars bombard --building wood --levels 1 --morale 7 --drm 1",
                   "boxcars bombard --map experiments/maps/chateau.toml --hex J8 --own J9"},
      .fields =
          {choice("building", &In::building, construction_choices, "wood or stone").in(building).like("stone").bare(),
           integer("levels", &In::levels, levels_above_ground, "levels above ground: 0 (single story) to 4").in(building).like("2").bare(),
           flag("fortified", &In::fortified, "all of it is fortified: Morale Level +1").in(building),
           flag("rooftop", &In::rooftop, "its rooftop is in play (B23.8)").in(building),
           integer("morale", &In::morale, {1, 12, "Morale Levels of buildings, C1.822"},
                   "Morale Level unfortified; default wood 8, stone 9")
               .in(building)
               .like("8"),
           integer("drm", &In::drm, any_drm, "all DRM of its MC, added up").in(building),
           words("own", &In::own, FieldKind::hex, "HEX|1-6", "where your own units are")
               .saying([](const In& in) { return own_said(fall_inputs(in)); })
               .in(around),
           afv_field<In>("HEX|1-6[,ot|ce]", "AFV nearby: K9,ot 3 here,ce (see chain --help)").in(around),
           board_field<In>(MapSays::itself).in(building), map_field<In>(MapSays::itself).in(building),
           set_field<In>(MapSays::itself).in(building), hex_field<In>(MapSays::itself, "the building on that map: J8").in(building)},
      .clashes = with_those_of_maps(std::vector<Clash>{rooftop_without_levels()}),
      .needs = bombardment_needs(),
      .footer =
          "Map files: boxcars chain --help. Without a map your own men are in directions:\n"
          "1 is the hexside with the hex's coordinate, then clockwise.\n"
          "A hut: boxcars hut --cause bombardment."};
  return asks;
}

std::vector<std::string> bombardment_on_map(BombardmentInputs& in, const std::set<std::string>& given, const MapReader& read_map) {
  auto hex = hex_on_map(in.map, in.hex, read_map);
  if (!hex) return {};
  const MapHex& holds = hex->holds;
  const std::string there = "{hex " + hex->name + "}";
  if (!holds.building && !in.building && holds.hut)
    throw BadInput("hex", there + " holds a hut", "it collapses by rules of its own, G5.5", "give a building's hex");
  if (!holds.building && !in.building)
    throw BadInput("hex", there + " holds no building", "", "give a building's hex, or {building} and {levels}");
  hex->fill(given, "building", in.building, holds.building);
  if (holds.building) hex->fill(given, "levels", in.levels, std::optional(holds.levels));
  return hex->notes;
}

Bombardment::Situation::Situation(const BombardmentInputs& in) {
  require_needs(bombardment_questionnaire(), in);
  require_lawful(bombardment_questionnaire(), in);
  building = in.building.value();
  levels = require_levels(in.levels);
  const int of_construction = building == Construction::stone ? morale_of_stone : morale_of_wood;
  sheet.add(on_the_check, {in.drm, "DRM of the MC, as given", "C1.82"});
  if (in.fortified) sheet.add(on_the_level, {fortified_morale, "fortified building, on its Morale Level", "C1.822"});
  drm = sheet.on(on_the_check);
  morale = in.morale.value_or(of_construction) + sheet.on(on_the_level);
  std::set<int> may_fall;
  for (int original = 2; original <= 12; ++original) may_fall.insert(levels_rubbled(original));
  for (const int fallen : may_fall) sheet.add(on_falling_rubble + fallen, FallingRubble::modifier(fallen, ", Falling Rubble dr"));
  scene = fall_scene(fall_inputs(in), building, levels);
}

int Bombardment::Situation::fails_by(int original_dr) const { return std::max(0, original_dr + drm - morale); }
int Bombardment::Situation::levels_rubbled(int original_dr) const { return std::min(fails_by(original_dr), levels); }

Bombardment::Bombardment(const BombardmentInputs& in) : Bombardment(in, Situation(in)) {}

Bombardment::Bombardment(const BombardmentInputs& in, Situation situation)
    : situation_(std::move(situation)),
      rubble_(facts_.event("rubble")),
      whole_hex_rubbled_(facts_.event("whole hex rubbled")),
      levels_rubbled_(facts_.measure("levels rubbled")),
      fall_(fall_of(situation_.scene, facts_)) {
  description_.inputs = inputs_of(bombardment_questionnaire(), in);
  description_.modifiers = situation_.sheet.modifiers();
  description_.modifiers_of = situation_.sheet.modifiers_of();
  if (situation_.fails_by(12) > 0) fall_.append_modifiers(description_);

  const int levels = situation_.levels, fails_from = situation_.morale - situation_.drm + 1;
  description_.summary.push_back("a " + std::string(in.fortified ? "fortified " : "") + building_in_words(situation_.building, levels) +
                                 ": Morale Level " + std::to_string(situation_.morale) + ", MC DRM " + with_sign(situation_.drm));
  description_.summary.push_back("rubble from the top, a level for every point by which the MC fails: by " + original_from(fails_from));
  if (levels > 0) description_.summary.push_back("the whole hex: by " + original_from(fails_from + levels));

  std::vector<std::string>& notes = description_.notes;
  if (in.rooftop) notes.emplace_back("the rooftop is gone with any level below it, and counts for nothing (B23.86, B24.12)");
  if (levels == 0) notes.emplace_back("without a level above ground nothing falls (B24.12)");
  append_notes_on_reach(notes, fall_);
  notes.emplace_back("what the Bombardment does to the men in the hex is not part of this question (C1.82)");

  description_.headline = {{"makes rubble", "rubble"}};
  if (levels > 0) {
    description_.headline.push_back({"rubbles the whole hex", "whole hex rubbled"});
    description_.headline.push_back({"rubble falls", "rubble falls"});
    description_.headline.push_back({"buries your own men", "own men buried"});
  }
}

Throw Bombardment::next_throw(const State& s) const {
  switch (s.step) {
    case Step::morale_check:
      return {Dice::DR, "Bombardment MC DR", "C1.822", "", Reads::sum};
    case Step::rubble_falls:
      return fall_.next_throw(s.fall);
    case Step::over:
      break;
  }
  return {};
}

Bombardment::State Bombardment::next(const State& from, Roll roll, Outcomes& outcomes) const {
  const State over{.step = Step::over};
  State s = from;
  if (s.step == Step::rubble_falls) {
    fall_.next(s.fall, roll, LastFall::yes, outcomes);
    return fall_.busy(s.fall) ? s : over;
  }
  const int fails_by = situation_.fails_by(roll.sum());
  const bool whole = fails_by > situation_.levels;
  outcomes.tell([&] {
    const std::string result = "Final " + std::to_string(roll.sum() + situation_.drm) + " against " + std::to_string(situation_.morale);
    if (fails_by == 0) return result + ": the building holds";
    return result + ", fails by " + std::to_string(fails_by) + ": " +
           (whole ? "the whole hex is rubbled" : "rubbled from level " + std::to_string(situation_.levels - fails_by + 1) + " up");
  });
  outcomes.measured(levels_rubbled_, std::min(fails_by, situation_.levels + 1));
  if (fails_by > 0) outcomes.happened(rubble_);
  if (whole) outcomes.happened(whole_hex_rubbled_);
  s.step = Step::rubble_falls;
  fall_.begin(s.fall, situation_.levels_rubbled(roll.sum()), whole ? FirstHex::rubbled : FirstHex::stands, LastFall::yes, outcomes);
  return fall_.busy(s.fall) ? s : over;
}

}  // namespace boxcars::model
