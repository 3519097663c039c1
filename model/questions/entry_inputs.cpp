#include "model/questions/entry_inputs.hpp"

#include <algorithm>
#include <utility>

#include "model/core/bad_input.hpp"
#include "model/parts/falling_rubble.hpp"
#include "model/rules/map_fields.hpp"
#include "model/rules/printed.hpp"
#include "model/rules/shared_fields.hpp"
#include "model/rules/terrain.hpp"

namespace boxcars::model {
namespace {

constexpr int cellar_on = 6;   // the Original colored dr (B23.41)
constexpr int rubbled_at = 0;  // the highest Final colored dr that brings the building down (B23.41),
constexpr int wood_drm = -1;   // which has these drm
constexpr int single_story_drm = -1;
constexpr int not_fully_tracked_drm = +1;  // D8.21
constexpr Range hexspines_of_a_change{1, 6, "a whole turn has six hexspines"};
constexpr Range hexes_of_a_drive{1, 30, "no Factory has more"};

// A Factory has none above the ground (B23.74).
int levels_of(const EntryInputs& in) { return in.levels.value_or(0); }

// A Factory is none: it is 1 1/2 or 2 1/2 levels high (B23.21, B23.74).
bool is_single_story(const EntryInputs& in) { return in.building && !in.factory && levels_of(in) == 0; }

// Those that still stand: rubble does not fall again (B24.12, B24.2).
int standing_levels_of(const EntryInputs& in) { return in.rubble_from ? *in.rubble_from - 1 : levels_of(in); }

// Only rubble of upper levels, which stone is not brought down to, makes the AFV check for Bog again (B24.121),
bool checks_again(const EntryInputs& in) { return !in.vca_change && in.building == Construction::wood && levels_of(in) > 0; }

// and falls on others (B23.41, B24.12).
bool can_fall(const EntryInputs& in) { return !in.vca_change && in.building == Construction::wood && standing_levels_of(in) > 0; }

bool is_in_a_direction(const std::string& afv) {
  const std::string where = afv.substr(0, afv.find(','));
  return where == "here" || read_direction(where);
}

// Of the map more counts than what is entered only where rubble may fall on it, or who is near is said to be there.
FallInputs fall_inputs(const EntryInputs& in) {
  const bool names_hexes = !std::all_of(in.afvs.begin(), in.afvs.end(), is_in_a_direction);
  if (can_fall(in) || !in.own.empty() || names_hexes) return {.map = in.map, .hex = in.hex, .own = in.own, .afvs = in.afvs};
  return {.afvs = in.afvs};
}

// So says a field of the map.
Field<EntryInputs> where_it_counts(Field<EntryInputs> field) {
  const auto plain = field.said ? field.said : field.value;
  return std::move(field).saying([plain](const EntryInputs& in) { return fall_inputs(in).map.file.empty() ? std::nullopt : plain(&in); });
}

// What the rules forbid beyond fields and clashes.
void require_lawful_entry(const EntryInputs& in) {
  require_needs(entry_questionnaire(), in);
  if (in.building && !in.factory && !in.vca_change) require_levels(in.levels);
  require_lawful(entry_questionnaire(), in);
  if (in.vca_change && in.factory && in.building)
    throw BadInput("vca_change", "{vca_change} with {factory} and {building}", "inside a Factory its wall is not entered, B23.742",
                   "give {factory} alone");
  if (in.vca_change && in.factory && in.edition == Edition::v1)
    throw BadInput("vca_change", "{vca_change} with {edition v1}", "in the first edition it is no Bog Check in a Factory, B23.742",
                   "leave one out");
  if (in.rubble_from && *in.rubble_from > levels_of(in))
    throw BadInput("rubble_from", "{rubble_from " + std::to_string(*in.rubble_from) + "} is no level of the building",
                   "its highest is " + std::to_string(levels_of(in)), "give another one, or leave it out");
  for (const auto& [field, is_given] : {std::pair("afv", !in.afvs.empty()), std::pair("own", !in.own.empty())}) {
    if (!is_given || standing_levels_of(in) > 0) continue;
    throw BadInput(field, "{" + std::string(field) + "} with nothing that falls on others",
                   "only a building with upper levels does, B23.41, B24.12", "leave it out");
  }
}

std::vector<Need> entry_needs() {
  Need levels = need_of_levels();
  levels.one_of.insert(levels.one_of.end(), {"factory", "vca_change"});
  levels.when = {{"building"}};
  levels.told_by = "hex";
  return with_those_of_saves(with_those_of_maps(std::vector<Need>{{.one_of = {"building", "factory", "rubble", "collapsed_hut", "terrain"},
                                                                   .problem = "nothing given that is entered",
                                                                   .why = "a building, a factory or rubble?",
                                                                   .instead = "give it like {building stone} {levels 2}",
                                                                   .told_by = "hex"},
                                                                  levels}));
}

// What it enters.
Terrain terrain_of(const EntryInputs& in) {
  if (in.building) return model::terrain_of(*in.building);
  if (in.terrain) return *in.terrain;
  return in.factory ? Terrain::factory : in.rubble ? Terrain::stone_rubble : Terrain::collapsed_hut;
}

Modifier bog_drm_of_terrain(const EntryInputs& in) {
  Modifier terrain = *bog_drm(terrain_of(in));
  if (!in.building && !in.terrain)
    terrain.reason = !in.factory ? "rubble" : in.vca_change ? "VCA change inside a Factory" : "inside a Factory";
  return terrain;
}

// What a hex costs on entry is nothing to a VCA change in it (D8.2), but for a Factory (B23.742).
bool has_drm_of_terrain(const EntryInputs& in) { return !in.vca_change || in.factory; }

Sheet<EntryRoll> sheet_of(const EntryInputs& in) {
  using enum EntryRoll;
  Sheet<EntryRoll> sheet;
  std::vector<EntryRoll> bog_checks{bog_check};
  if (checks_again(in)) bog_checks.push_back(second_bog_check);
  sheet.add_to_all(bog_checks, bog_modifier(in.ground_pressure));
  if (has_drm_of_terrain(in)) sheet.add(bog_check, bog_drm_of_terrain(in));
  if (in.not_fully_tracked) sheet.add(bog_check, {not_fully_tracked_drm, "not fully tracked", "D8.21"});
  sheet.add_to_all(bog_checks, {in.drm, "other DRM, as given", "D8.21"});
  if (in.vca_change) return sheet;
  if (in.building == Construction::wood) sheet.add(rubble, {wood_drm, "wooden building, colored dr for rubble", "B23.41"});
  if (is_single_story(in)) sheet.add(rubble, {single_story_drm, "single story house, colored dr for rubble", "B23.41"});
  if (checks_again(in)) {
    sheet.add(second_bog_check, {bog_drm(Terrain::stone_rubble)->amount, "rubble, second Bog Check", "B24.121"});
    if (standing_levels_of(in) > 0) sheet.add(falling_rubble, FallingRubble::modifier(standing_levels_of(in), ", Falling Rubble dr"));
  }
  return sheet;
}

// A Factory's hex is entered from outside, by its wall (B23.742).
void fill_factory(EntryInputs& in, HexOnMap& hex) {
  const std::string what = "{hex " + hex.name + "} is a Factory";
  if (!in.building) throw BadInput("hex", what, "of wood or stone? the map is silent", "give {building}, or {factory} alone");
  if (hex.holds.levels > 0)
    throw BadInput("hex", what + " with levels above ground", "a Factory has none, B23.74",
                   "give {set " + hex.name + "=stone:0}, or wood:0");
  in.factory = true;
  hex.notes.push_back(hex.name +
                      " is a Factory, entered by its wall; --factory is a move inside it; by an Entrance nothing is thrown (B23.742)");
}

// The building or Factory that the hex holds.
void fill_building(EntryInputs& in, const std::set<std::string>& given, HexOnMap& hex) {
  const MapHex& holds = hex.holds;
  if (!holds.building && !in.building && !holds.factory)
    throw BadInput("hex", "{hex " + hex.name + "} holds no building and no rubble", "what is entered?", "give another hex");
  hex.fill(given, "building", in.building, holds.building);
  if (holds.building) hex.fill(given, "levels", in.levels, std::optional(holds.levels));
  if (holds.factory) fill_factory(in, hex);
}

}  // namespace

const Questionnaire<EntryInputs>& entry_questionnaire() {
  using In = EntryInputs;
  const std::string_view where = "What it enters", afv = "The AFV";
  static const Questionnaire<In> asks{
      .name = "enter",
      .title = "An AFV drives into a building, or rubble (B23.41).",
      .examples = {"boxcars enter wood 1", "boxcars enter --building stone --levels 2 --crew-survival 6", "boxcars enter --factory",
                   "boxcars enter --rubble --drm 1"},
      .fields = {choice("building", &In::building, construction_choices, "wood or stone").in(where).like("wood").bare(),
                 integer("levels", &In::levels, levels_above_ground, "levels above ground; 0 is a single story house").in(where).bare(),
                 flag("factory", &In::factory, "within a Factory; with --building: through its wall").in(where),
                 flag("rubble", &In::rubble, "rubble").in(where),
                 choice("terrain", &In::terrain, bog_terrain_choices, "woods, light-woods, graveyard or debris").in(where),
                 choice("ground_pressure", &In::ground_pressure, ground_pressure_choices, "low, normal, high; default normal").in(afv),
                 integer("drm", &In::drm, any_drm, "all other Bog Check DRM, added up").in(afv),
                 integer("crew_survival", &In::crew_survival, {2, 12, "Crew Survival numbers, D5.6"},
                         "Crew Survival number, for a fall into the cellar")
                     .in(afv)
                     .like("6"),
                 flag("vca_change", &In::vca_change, "it changes its VCA there (D8.2)").in(afv),
                 integer("hexspines", &In::hexspines, hexspines_of_a_change, "hexspines it turns; default 1")
                     .saying([](const In& in) { return in.hexspines.value_or(1) == 1 ? std::nullopt : as_value(in.hexspines); })
                     .in(afv),
                 flag("collapsed_hut", &In::collapsed_hut, "a collapsed hut; with --not-fully-tracked").in(where),
                 flag("not_fully_tracked", &In::not_fully_tracked, "+1; only into a collapsed hut or --terrain").in(afv),
                 afv_field<In>("HEX|1-6[,ot|ce]", "other AFV nearby: 3,ot here,ce (see chain --help)").in(where),
                 flag("open_topped", &In::open_topped, "cannot enter a building (B23.41)").in(afv),
                 flag("crew_exposed", &In::crew_exposed, "cannot enter a building").in(afv),
                 flag("riders", &In::riders, "cannot enter a building").in(afv),
                 where_it_counts(board_field<In>(MapSays::itself)).in(where),
                 where_it_counts(map_field<In>(MapSays::itself)).in(where),
                 where_it_counts(set_field<In>(MapSays::itself)).in(where),
                 where_it_counts(hex_field<In>(MapSays::itself)).in(where),
                 words("own", &In::own, FieldKind::hex, "HEX|1-6", "where your own units are")
                     .saying([](const In& in) { return own_said(fall_inputs(in)); })
                     .in(where),
                 integer("rubble_from", &In::rubble_from, {1, most_levels, "only upper levels can be rubble above what stands, B24.4"},
                         "levels from this one up are already rubble")
                     .in(where),
                 flag("rowhouse", &In::rowhouse, "through a rowhouse wall: event breached (B23.711)").in(where),
                 choice("edition", &In::edition, edition_choices, "edition of B23: v2 (default) or v1").in(where),
                 integer("hexes", &In::hexes, hexes_of_a_drive, "number of Factory hexes it crosses; default 1")
                     .saying([](const In& in) { return in.hexes.value_or(1) == 1 ? std::nullopt : as_value(in.hexes); })
                     .in(where),
                 where_it_counts(save_field<In>(MapSays::itself)).in(where),
                 side_field<In>().in(where),
                 player_field<In>().in(where),
                 reveal_field<In>().in(where)},
      .clashes = with_those_of_saves(with_those_of_maps(std::vector<Clash>{
          factory_with_levels(),
          {{"rubble"}, Clash::Is::with, {"building"}, "it is one or the other, B24.1"},
          {{"collapsed_hut"}, Clash::Is::with, {"building"}, "it is no building, G5.51"},
          {{"collapsed_hut"}, Clash::Is::with, {"factory"}, "it is no building, G5.51"},
          {{"collapsed_hut"}, Clash::Is::with, {"rubble"}, "it is no building, G5.51"},
          {{"terrain"},
           Clash::Is::with,
           {"building"},
           "with both the Bog Check has the DRM of the building and the other's in {drm}, D8.21"},
          {{"terrain"}, Clash::Is::with, {"factory"}, "it is one or the other, B23.742"},
          {{"terrain"}, Clash::Is::with, {"rubble"}, "it is one or the other, B24.1"},
          {{"terrain"}, Clash::Is::with, {"collapsed_hut"}, "it is one or the other, G5.51"},
          {{"rubble"}, Clash::Is::with, {"factory"}, "rubble is no Factory hex to enter, B23.743"},
          {{"levels"}, Clash::Is::without, {"building"}, "whose levels?", "leave it out"},
          {{"hexspines"}, Clash::Is::without, {"vca_change"}, "of which VCA change?", "give {vca_change}, too"},
          {{"hexes"}, Clash::Is::without, {"factory"}, "only a Factory is driven through hex by hex, B23.742", "give {factory}, too"},
          {{"hexes"}, Clash::Is::with, {"building"}, "by its wall a Factory is entered once, B23.742", "give {factory} alone"},
          {{"hexes"}, Clash::Is::with, {"vca_change"}, "it is one hex in which it turns, D8.2"},
          {{"rubble_from"}, Clash::Is::with, {"vca_change"}, "nothing comes down by it, B23.41"},
          {{"rowhouse"}, Clash::Is::with, {"vca_change"}, "it crosses no hexside, B23.71"},
          {{"afv"}, Clash::Is::with, {"vca_change"}, "nothing comes down by it, B23.41"},
          {{"own"}, Clash::Is::with, {"vca_change"}, "nothing comes down by it, B23.41"},
          {{"crew_survival"}, Clash::Is::with, {"vca_change"}, "only who enters falls into the cellar, B23.41"},
          {{"rubble_from"}, Clash::Is::without, {"building"}, "of what stands beneath it? of all rubble: {rubble}", "give {building}, too"},
          {{"rubble_from"}, Clash::Is::with, {"factory"}, "a Factory has no upper levels, B23.74"},
          {{"rowhouse"}, Clash::Is::without, {"building"}, "black bars are in buildings, B23.71", "give {building}, too"},
          {{"rowhouse"}, Clash::Is::with, {"factory"}, "black bars are between Rowhouses, B23.71"},
          {{"rowhouse"}, Clash::Is::with, {"levels", {}, Numbers{0, 0}}, "a Rowhouse has upper levels, B23.71", "give {levels 1}"},
          {{"afv"}, Clash::Is::without, {"building"}, "only a building with upper levels falls on others, B23.41, B24.12", "leave it out"},
          {{"own"}, Clash::Is::without, {"building"}, "only a building with upper levels falls on others, B23.41, B24.12", "leave it out"},
          {{"crew_survival"}, Clash::Is::with, {"factory"}, "Factories have no cellars, B23.742"},
          {{"crew_survival"}, Clash::Is::with, {"collapsed_hut"}, "huts have no cellars, G.1"},
          {{"crew_survival"}, Clash::Is::with, {"rubble"}, "nothing falls into a cellar there, B24.4"},
          {{"crew_survival"}, Clash::Is::with, {"terrain"}, "only buildings have cellars, B23.41"},
          {{"collapsed_hut"}, Clash::Is::without, {"not_fully_tracked"}, "only such a vehicle checks for Bog there, G5.51", "give it, too"},
          {{"not_fully_tracked"}, Clash::Is::with, {"rubble"}, "only a fully tracked AFV enters it, B24.4"},
          {.what = {"not_fully_tracked"},
           .is = Clash::Is::without,
           .other = {"collapsed_hut"},
           .why = "only a fully tracked AFV enters anything else, B23.41",
           .instead = "leave it out",
           .unless = {{"terrain"}}},
          {{"open_topped"}, Clash::Is::without, {"building"}, "only that forbids it, B23.41", "leave it out"},
          {{"crew_exposed"}, Clash::Is::without, {"building"}, "only that forbids it, B23.41", "leave it out"},
          {{"riders"}, Clash::Is::without, {"building"}, "only that forbids it, B23.41", "leave it out"},
          {{"open_topped"}, Clash::Is::with, {"building"}, "such an AFV may not enter, it is not closed-topped, B23.41"},
          {{"crew_exposed"}, Clash::Is::with, {"building"}, "such an AFV may not enter, it is not buttoned up, B23.41"},
          {{"riders"}, Clash::Is::with, {"building"}, "such an AFV may not enter, it has Riders, B23.41"}})),
      .needs = entry_needs()};
  return asks;
}

std::vector<std::string> entry_on_map(EntryInputs& in, const std::set<std::string>& given, const MapReader& read_map) {
  auto hex = hex_on_map(in.map, in.hex, read_map);
  if (!hex) return {};
  const std::string there = "{hex " + hex->name + "}";
  if (in.vca_change && hex->holds.factory && !in.building) in.factory = true;
  if (!in.building && !in.terrain && !hex->holds.building && !hex->holds.factory && !hex->holds.rubble && hex->ground)
    in.terrain = find_choice(hex->ground->terrain, bog_terrain_choices);
  if (in.rubble || in.factory || in.collapsed_hut || in.terrain) {
    if (!in.factory || !hex->holds.factory) hex->notes.push_back("what is entered is as given, not as " + hex->name + " on the map");
  } else if (hex->holds.marketplace && !in.building) {
    throw BadInput("hex", there + " is a marketplace", "its ground level is open, nothing is entered, B23.73", "give another hex");
  } else if (hex->holds.rubble && !in.building) {
    in.rubble = true;
  } else if (hex->holds.lumberyard && !in.building) {
    throw BadInput("hex", there + " is a lumberyard", "vehicles enter it in Bypass only, B23.211", "give another hex");
  } else {
    fill_building(in, given, *hex);
  }
  return hex->notes;
}

EntrySituation entry_situation(const EntryInputs& in) {
  require_lawful_entry(in);
  EntrySituation situation{.sheet = sheet_of(in),
                           .is_building = in.building && !in.vca_change,
                           .has_cellar = in.building && !in.factory && !in.vca_change,
                           .checks = in.vca_change ? in.hexspines.value_or(1) : in.hexes.value_or(1),
                           .levels = levels_of(in),
                           .falling_levels = standing_levels_of(in),
                           .scene = fall_scene(fall_inputs(in), in.building, standing_levels_of(in))};
  situation.drm = situation.sheet.on(EntryRoll::bog_check);
  situation.drm_in_rubble = situation.sheet.on(in.rubble ? EntryRoll::bog_check : EntryRoll::second_bog_check);
  situation.rubble_drm = situation.sheet.on(EntryRoll::rubble);
  return situation;
}

Throw bog_check_throw(const EntrySituation& situation) {
  return {Dice::DR, "Bog Check DR", "D8.21", "", situation.is_building ? Reads::each_die : Reads::sum};
}

BogCheck bog_check(const EntrySituation& situation, Roll roll, Outcomes& outcomes) {
  if (situation.has_cellar && roll.colored == cellar_on) {
    outcomes.tell([] { return "colored 6: it falls into the cellar"; });
    return {.falls_into_cellar = true};
  }
  const BogCheck check{.bogs = resolve_bog_check(roll.sum() + situation.drm, outcomes),
                       .rubbles = situation.is_building && roll.colored + situation.rubble_drm <= rubbled_at};
  if (check.rubbles) outcomes.tell([] { return "the building is rubbled"; });
  return check;
}

Throw second_bog_check_throw() { return {Dice::DR, "second Bog Check DR", "B24.121", "", Reads::sum}; }

bool second_bog_check(const EntrySituation& situation, Roll roll, Outcomes& outcomes) {
  return resolve_bog_check(roll.sum() + situation.drm_in_rubble, outcomes);
}

Description description_of(const EntryInputs& in, const EntrySituation& situation) {
  Description description{.inputs = inputs_of(entry_questionnaire(), in)};
  description.modifiers = situation.sheet.modifiers();
  description.modifiers_of = situation.sheet.modifiers_of();
  description.summary.push_back("Bog Check DRM " + with_sign(situation.drm) + ": bogs on " + original_from(bogs_from - situation.drm) +
                                (situation.checks == 1 ? "" : ", " + std::to_string(situation.checks) + " times, until it does"));
  if (in.building && !in.vca_change)
    description.summary.push_back(situation.rubble_drm != 0
                                      ? "rubbled on a colored dr of " + std::to_string(rubbled_at - situation.rubble_drm) +
                                            (situation.rubble_drm == -1 ? "" : " or less")
                                  : in.factory ? "a stone Factory is not rubbled"
                                               : "a stone building with upper levels is not rubbled");
  if (in.vca_change && !in.factory)
    description.notes.emplace_back(
        "a VCA change has no DRM of entry, falls into no cellar and makes no rubble; each hexspine is a Bog Check (D8.2)");
  else if (in.terrain)
    description.notes.emplace_back(in.terrain == Terrain::light_woods
                                       ? "entered at a third of its MP, which is what its Bog Check is for (D8.21)"
                                   : in.terrain == Terrain::debris ? "of debris each vehicle makes a Bog Check (O1.2)"
                                                                   : "entered at half its MP, which is what its Bog Check is for (D8.21)");
  else if (!situation.has_cellar)
    description.notes.emplace_back(in.rubble          ? "no cellar under rubble (B24.4)"
                                   : in.collapsed_hut ? "no cellar under a hut (G.1)"
                                                      : "Factories have no cellars (B23.742)");
  if (situation.has_cellar && !in.crew_survival)
    description.notes.emplace_back("the crew of an AFV in the cellar: --crew-survival N asks for its DR (D5.6)");
  if (in.edition == Edition::v1)
    description.notes.emplace_back(
        in.building && in.factory
            ? "first edition: who leaves a Factory pays the cost only, this is who drives into one (B23.742)"
            : "--edition has no effect: the editions differ in VCA changes in, and ways out of, a Factory only (B23.742)");
  if (in.rubble_from)
    description.notes.emplace_back(
        "the rubble above is no rubble entered: cellar and Bog DRM are those of the building (B24.4); it does not fall again");
  if (in.rowhouse)
    description.notes.emplace_back("the black bar is breached unless the building is rubbled, by an AFV in the cellar, too (B23.711)");
  description.headline = {{"enters unharmed", "enters unharmed"}, {"bogs", "bogs"}};
  if (!in.own.empty()) description.headline.push_back({"buries your own men", "own men buried"});
  if (in.rowhouse) description.headline.push_back({"breaches the wall", "breached"});
  if (situation.has_cellar) description.headline.push_back({"falls into the cellar", "falls into cellar"});
  return description;
}

}  // namespace boxcars::model
