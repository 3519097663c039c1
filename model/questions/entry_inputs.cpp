#include "model/questions/entry_inputs.hpp"

#include "model/core/bad_input.hpp"
#include "model/parts/falling_rubble.hpp"
#include "model/rules/terrain.hpp"

namespace boxcars::model {
namespace {

constexpr int cellar_on = 6;   // the Original colored dr (B23.41)
constexpr int rubbled_at = 0;  // the highest Final colored dr that brings the building down (B23.41),
constexpr int wood_drm = -1;   // which has these drm
constexpr int single_story_drm = -1;
constexpr int not_fully_tracked_drm = +1;  // D8.21

// A Factory has none above the ground (B23.74).
int levels_of(const EntryInputs& in) { return in.levels.value_or(0); }

// A Factory is none: it is 1 1/2 or 2 1/2 levels high (B23.21, B23.74).
bool is_single_story(const EntryInputs& in) { return in.building && !in.factory && levels_of(in) == 0; }

void require_lawful(const EntryInputs& in) {
  if (!in.building && !in.factory && !in.rubble && !in.collapsed_hut) {
    throw BadInput("nothing given that is entered (a building, a factory or rubble?); give it like --building stone --levels 2");
  }
  forbid(in.rubble && in.building, "--rubble", "--building", "it is one or the other, B24.1");
  for (const auto& [other, option] :
       {std::pair(in.building.has_value(), "--building"), std::pair(in.factory, "--factory"), std::pair(in.rubble, "--rubble")})
    forbid(in.collapsed_hut && other, "--collapsed-hut", option, "it is no building, G5.51");
  if (in.vca_change && (!in.factory || in.building))
    throw BadInput("--vca-change outside a Factory (only inside one it is a Bog Check, B23.742); give --factory alone, or leave it out");
  for (const auto& [set, option] :
       {std::pair(in.open_topped, "--open-topped"), std::pair(in.crew_exposed, "--crew-exposed"), std::pair(in.riders, "--riders")}) {
    if (set && !in.building) throw BadInput(std::string(option) + " without --building (only that forbids it, B23.41); leave it out");
  }
  if (in.collapsed_hut && !in.not_fully_tracked)
    throw BadInput("--collapsed-hut without --not-fully-tracked (only such a vehicle checks for Bog there, G5.51); give it, too");
  forbid(in.rubble && in.factory, "--rubble", "--factory", "rubble is no Factory hex to enter, B23.743");
  if (in.levels || (in.building && !in.factory)) require_levels(in.levels);
  if (in.factory && levels_of(in) > 0)
    throw BadInput("--factory with --levels " + std::to_string(levels_of(in)) + " (a Factory has no upper levels, B23.74); leave one out");
  if (!in.afvs.empty() && (!in.building || levels_of(in) == 0)) {
    throw BadInput("--afv with nothing that falls on others (only a building with upper levels does, B23.41, B24.12); leave it out");
  }
  if (in.levels && !in.building) throw BadInput("--levels without --building (whose levels?); leave it out");
  require_drm(in.drm);
  if (in.crew_survival) {
    forbid(in.factory, "--crew-survival", "--factory", "Factories have no cellars, B23.742");
    forbid(in.collapsed_hut, "--crew-survival", "--collapsed-hut", "huts have no cellars, G.1");
    forbid(in.rubble, "--crew-survival", "--rubble", "nothing falls into a cellar there, B24.4");
    require_range("crew_survival", *in.crew_survival, 2, 12, "Crew Survival numbers, D5.6");
  }
  const auto may_not = [](bool it_is, const char* what, const char* why) {
    if (it_is) throw BadInput(std::string("such an AFV may not enter (") + what + ", " + why + "); leave that out for one that may");
  };
  may_not(in.not_fully_tracked && !in.collapsed_hut, "it is not fully tracked", in.rubble ? "B24.4" : "B23.41");
  if (!in.building) return;
  may_not(in.open_topped, "it is not closed-topped", "B23.41");
  may_not(in.crew_exposed, "it is not buttoned up", "B23.41");
  may_not(in.riders, "it has Riders", "B23.41");
}

// What it enters.
Terrain terrain_of(const EntryInputs& in) {
  if (in.building) return model::terrain_of(*in.building);
  return in.factory ? Terrain::factory : in.rubble ? Terrain::stone_rubble : Terrain::collapsed_hut;
}

Modifier bog_drm_of_terrain(const EntryInputs& in) {
  Modifier terrain = *bog_drm(terrain_of(in));
  if (!in.building) terrain.reason = !in.factory ? "rubble" : in.vca_change ? "VCA change inside a Factory" : "inside a Factory";
  return terrain;
}

// Only rubble of upper levels, which stone is not brought down to, makes the AFV check again (B23.41, B24.121).
bool checks_again(const EntryInputs& in) { return in.building == Construction::wood && levels_of(in) > 0; }

Sheet<EntryRoll> sheet_of(const EntryInputs& in) {
  using enum EntryRoll;
  Sheet<EntryRoll> sheet;
  std::vector<EntryRoll> bog_checks{bog_check};
  if (checks_again(in)) bog_checks.push_back(second_bog_check);
  sheet.add_to_all(bog_checks, bog_modifier(in.ground_pressure));
  sheet.add(bog_check, bog_drm_of_terrain(in));
  if (in.not_fully_tracked) sheet.add(bog_check, {not_fully_tracked_drm, "not fully tracked", "D8.21"});
  sheet.add_to_all(bog_checks, {in.drm, "other DRM, as given", "D8.21"});
  if (in.building == Construction::wood) sheet.add(rubble, {wood_drm, "wooden building, colored dr for rubble", "B23.41"});
  if (is_single_story(in)) sheet.add(rubble, {single_story_drm, "single story house, colored dr for rubble", "B23.41"});
  if (checks_again(in)) {
    sheet.add(second_bog_check, {bog_drm(Terrain::stone_rubble)->amount, "rubble, second Bog Check", "B24.121"});
    sheet.add(falling_rubble, FallingRubble::modifier(levels_of(in), ", Falling Rubble dr"));
  }
  return sheet;
}

}  // namespace

EntrySituation entry_situation(const EntryInputs& in) {
  require_lawful(in);
  EntrySituation situation{.sheet = sheet_of(in),
                           .is_building = in.building.has_value(),
                           .has_cellar = in.building && !in.factory,
                           .levels = levels_of(in),
                           .afvs = parse_afvs(in.afvs, nullptr)};
  situation.drm = situation.sheet.on(EntryRoll::bog_check);
  situation.drm_in_rubble = situation.sheet.on(in.rubble ? EntryRoll::bog_check : EntryRoll::second_bog_check);
  situation.rubble_drm = situation.sheet.on(EntryRoll::rubble);
  return situation;
}

Throw bog_check_throw(const EntrySituation& situation) {
  return {Dice::DR, "Bog Check DR", "D8.21", "", situation.is_building ? Reads::each_die : Reads::sum};
}

BogCheck bog_check(const EntrySituation& situation, Roll roll, Settled& settled) {
  if (situation.has_cellar && roll.colored == cellar_on) {
    settled.tell([] { return "colored 6: it falls into the cellar"; });
    return {.falls_into_cellar = true};
  }
  const BogCheck check{.bogs = resolve_bog_check(roll.sum() + situation.drm, settled),
                       .rubbles = situation.is_building && roll.colored + situation.rubble_drm <= rubbled_at};
  if (check.rubbles) settled.tell([] { return "the building is rubbled"; });
  return check;
}

Throw second_bog_check_throw() { return {Dice::DR, "second Bog Check DR", "B24.121", "", Reads::sum}; }

bool second_bog_check(const EntrySituation& situation, Roll roll, Settled& settled) {
  return resolve_bog_check(roll.sum() + situation.drm_in_rubble, settled);
}

Question question_of(const EntryInputs& in, const EntrySituation& situation) {
  Question question;
  Inputs& inputs = question.inputs;
  add(inputs, "building", in.building, construction_choices);
  add(inputs, "levels", in.levels);
  add(inputs, "factory", in.factory);
  add(inputs, "rubble", in.rubble);
  add(inputs, "ground_pressure", in.ground_pressure, ground_pressure_choices, std::optional(GroundPressure::normal));
  add(inputs, "drm", in.drm);
  add(inputs, "crew_survival", in.crew_survival);
  add(inputs, "vca_change", in.vca_change);
  add(inputs, "collapsed_hut", in.collapsed_hut);
  add(inputs, "not_fully_tracked", in.not_fully_tracked);
  add(inputs, "afv", in.afvs);

  question.modifiers = situation.sheet.modifiers();
  question.modifiers_of = situation.sheet.modifiers_of();
  question.summary.push_back("Bog Check DRM " + with_sign(situation.drm) + ": bogs on " + original_from(bogs_from - situation.drm));
  if (in.building)
    question.summary.push_back(situation.rubble_drm != 0
                                   ? "rubbled on a colored dr of " + std::to_string(rubbled_at - situation.rubble_drm) +
                                         (situation.rubble_drm == -1 ? "" : " or less")
                               : in.factory ? "a stone Factory is not rubbled"
                                            : "a stone building with upper levels is not rubbled");
  if (!situation.has_cellar)
    question.notes.emplace_back(in.rubble          ? "no cellar under rubble (B24.4)"
                                : in.collapsed_hut ? "no cellar under a hut (G.1)"
                                                   : "Factories have no cellars (B23.742)");
  if (situation.has_cellar && !in.crew_survival)
    question.notes.emplace_back("the crew of an AFV in the cellar: --crew-survival N asks for its DR (D5.6)");
  question.headline = {{"enters unharmed", "enters unharmed"}, {"bogs", "bogs"}};
  if (situation.has_cellar) question.headline.push_back({"falls into the cellar", "falls into cellar"});
  return question;
}

}  // namespace boxcars::model
