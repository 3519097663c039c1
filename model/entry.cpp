#include "model/entry.hpp"

#include "model/bad_input.hpp"
#include "model/modifier.hpp"
#include "model/terrain.hpp"

namespace boxcars::model {
namespace {

enum Event : int { bogs, falls_into_cellar, building_rubbled, crew_survives, enters_unharmed, first_of_falling_rubble };

constexpr int cellar_on = 6;   // the Original colored dr (B23.41)
constexpr int rubbled_at = 0;  // the highest Final colored dr that brings the building down (B23.41)

// A Factory has none above the ground (B23.74), unless it is said to.
int levels_of(const EntryInputs& in) { return in.levels.value_or(0); }

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
  if (!in.afvs.empty() && (!in.building || levels_of(in) == 0)) {
    throw BadInput("--afv with nothing that falls on others (only a building with upper levels does, B23.41, B24.12); leave it out");
  }
  if (in.levels && !in.building) throw BadInput("--levels without --building (whose levels?); leave it out");
  require_drm(in.drm);
  if (in.crew_survival) {
    forbid(in.factory, "--crew-survival", "--factory", "Factories have no cellars, B23.742");
    forbid(in.collapsed_hut, "--crew-survival", "--collapsed-hut", "huts have no cellars, G.1");
    forbid(in.rubble, "--crew-survival", "--rubble", "nothing falls into a cellar there, B24.4");
    require_range("--crew-survival", *in.crew_survival, 2, 12, "Crew Survival numbers, D5.6");
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

const EntryInputs& checked(const EntryInputs& in) {
  require_lawful(in);
  return in;
}

// What it enters.
Terrain terrain_of(const EntryInputs& in) {
  if (in.building) return model::terrain_of(*in.building);
  return in.factory ? Terrain::factory : in.rubble ? Terrain::stone_rubble : Terrain::collapsed_hut;
}

}  // namespace

Entry::Entry(const EntryInputs& in) : in_(checked(in)), fall_(std::vector<int>{}, parse_afvs(in.afvs, nullptr), first_of_falling_rubble) {
  event_names_ = {"bogs", "falls into cellar", "building rubbled", "crew survives cellar", "enters unharmed"};
  for (const auto& name : fall_.event_names()) event_names_.push_back(name);
  has_cellar_ = in.building && !in.factory;

  Inputs& inputs = question_.inputs;
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

  const auto add = [this](int amount, const char* reason, const char* rule) {
    if (amount != 0) question_.modifiers.push_back({amount, reason, rule});
    return amount;
  };
  const int pressure = bog_drm(in.ground_pressure);
  drm_ += add(pressure, in.ground_pressure == GroundPressure::high ? "high ground pressure" : "normal ground pressure", "D8.21");
  const Modifier terrain = *bog_drm(terrain_of(in));
  drm_ += add(terrain.amount,
              in.building  ? terrain.reason.c_str()
              : in.factory ? (in.vca_change ? "VCA change inside a Factory" : "inside a Factory")
                           : "rubble",
              terrain.rule.c_str());
  if (in.not_fully_tracked) drm_ += add(1, "not fully tracked", "D8.21");
  drm_ += add(in.drm, "other DRM, as given", "D8.21");
  const int in_rubble = bog_drm(Terrain::stone_rubble)->amount;
  second_drm_ = pressure + in_rubble + in.drm;
  question_.summary.push_back("Bog Check DRM " + with_sign(drm_) + ": bogs on " + original_from(bogs_from - drm_));

  if (in.building) {
    rubble_drm_ = -(*in.building == Construction::wood ? 1 : 0) - (levels_of(in) == 0 ? 1 : 0);
    question_.summary.push_back(rubble_drm_ == 0 ? "a stone building with upper levels is not rubbled"
                                                 : "rubbled on a colored dr of " + std::to_string(rubbled_at - rubble_drm_) +
                                                       (rubble_drm_ == -1 ? "" : " or less"));
    if (*in.building == Construction::wood) add(-1, "wooden building, colored dr for rubble", "B23.41");
    if (levels_of(in) == 0) add(-1, "single story house, colored dr for rubble", "B23.41");
    if (rubble_drm_ != 0 && levels_of(in) > 0) {
      add(in_rubble, "rubble, second Bog Check", "B24.121");
      add(levels_of(in),
          levels_of(in) == 1 ? "one level above ground rubbled, Falling Rubble dr" : "levels above ground rubbled, Falling Rubble dr",
          "B24.12");
    }
    if (rubble_drm_ != 0) question_.modifiers_of = ModifiersOf::several_rolls;
  }
  if (!has_cellar_)
    question_.notes.emplace_back(in.rubble          ? "no cellar under rubble (B24.4)"
                                 : in.collapsed_hut ? "no cellar under a hut (G.1)"
                                                    : "Factories have no cellars (B23.742)");
  if (has_cellar_ && !in.crew_survival)
    question_.notes.emplace_back("the crew of an AFV in the cellar: --crew-survival N asks for its DR (D5.6)");
  question_.headline = {{"enters unharmed", "enters unharmed"}, {"bogs", "bogs"}};
  if (has_cellar_) question_.headline.push_back({"falls into the cellar", "falls into cellar"});
}

Throw Entry::next_throw(const State& s) const {
  switch (s.step) {
    case Step::bog_check:
      return {Dice::DR, "Bog Check DR", "D8.21", "", in_.building ? Reads::each_die : Reads::sum};
    case Step::crew_survival:
      return {Dice::DR, "Crew Survival DR", "D5.6", "", Reads::sum};
    case Step::second_bog_check:
      return {Dice::DR, "second Bog Check DR", "B24.121", "", Reads::sum};
    case Step::rubble_falls:
      return fall_.next_throw(s.fall);
    case Step::over:
      break;
  }
  return {};
}

Entry::State Entry::let_rubble_fall(Settled& settled) const {
  State s{.step = Step::rubble_falls};
  fall_.begin(s.fall, levels_of(in_), FirstHex::rubbled, LastFall::yes, settled);
  if (!fall_.busy(s.fall)) return {.step = Step::over};
  return s;
}

Entry::State Entry::next(const State& from, Roll roll, Settled& settled) const {
  const State over{.step = Step::over};
  const auto tell = [&](const char* what) { settled.tell([&] { return what; }); };
  switch (from.step) {
    case Step::bog_check: {
      if (has_cellar_ && roll.colored == cellar_on) {
        tell("colored 6: it falls into the cellar");
        settled.happened(falls_into_cellar);
        return in_.crew_survival ? State{.step = Step::crew_survival} : over;
      }
      const bool bogged = resolve_bog_check(roll.sum() + drm_, settled);
      const bool rubbled = in_.building && roll.colored + rubble_drm_ <= rubbled_at;
      if (bogged) settled.happened(bogs);
      if (rubbled) {
        tell("the building is rubbled");
        settled.happened(building_rubbled);
      }
      if (rubbled && levels_of(in_) > 0) return bogged ? let_rubble_fall(settled) : State{.step = Step::second_bog_check};
      if (!bogged) settled.happened(enters_unharmed);
      return over;
    }
    case Step::crew_survival: {
      const bool survives = roll.sum() <= *in_.crew_survival;
      tell(survives ? "the crew survives" : "the crew does not survive");
      if (survives) settled.happened(crew_survives);
      return over;
    }
    case Step::second_bog_check: {
      const bool bogged = resolve_bog_check(roll.sum() + second_drm_, settled);
      settled.happened(bogged ? bogs : enters_unharmed);
      return let_rubble_fall(settled);
    }
    case Step::rubble_falls: {
      State s = from;
      fall_.next(s.fall, roll, LastFall::yes, settled);
      return fall_.busy(s.fall) ? s : over;
    }
    case Step::over:
      break;
  }
  return over;
}

}  // namespace boxcars::model
