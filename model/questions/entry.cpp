#include "model/questions/entry.hpp"

#include "model/core/bad_input.hpp"

namespace boxcars::model {

Entry::Entry(const EntryInputs& in)
    : situation_(entry_situation(in)),
      events_{facts_.event("bogs"),
              facts_.event("falls into cellar"),
              facts_.event("building rubbled"),
              facts_.event("crew survives cellar"),
              facts_.event("enters unharmed"),
              in.rowhouse ? std::optional(facts_.event("breached")) : std::nullopt},
      crew_survival_(in.crew_survival),
      hexes_(situation_.checks > 1 && !in.vca_change ? std::optional(facts_.measure("hexes entered")) : std::nullopt),
      fall_(fall_of(situation_.scene, facts_)) {
  description_ = description_of(in, situation_);
  if (situation_.rubble_drm != 0) fall_.append_modifiers(description_);
  append_notes_on_reach(description_.notes, fall_);
}

Throw Entry::next_throw(const State& s) const {
  switch (s.step) {
    case Step::bog_check:
      return bog_check_throw(situation_);
    case Step::crew_survival:
      return {Dice::DR, "Crew Survival DR", "D5.6", "", Reads::sum};
    case Step::second_bog_check:
      return second_bog_check_throw();
    case Step::rubble_falls:
      return fall_.next_throw(s.fall);
    case Step::over:
      break;
  }
  return {};
}

Entry::State Entry::let_rubble_fall(Outcomes& outcomes) const {
  State s{.step = Step::rubble_falls};
  fall_.begin(s.fall, situation_.falling_levels, FirstHex::rubbled, LastFall::yes, outcomes);
  if (!fall_.busy(s.fall)) return {.step = Step::over};
  return s;
}

Entry::State Entry::end_without_fall(Outcomes& outcomes) const {
  FallingRubble::State nothing;
  fall_.begin(nothing, 0, FirstHex::stands, LastFall::yes, outcomes);
  return {.step = Step::over};
}

Entry::State Entry::next(const State& from, Roll roll, Outcomes& outcomes) const {
  const State over{.step = Step::over};
  switch (from.step) {
    case Step::bog_check: {
      const BogCheck check = bog_check(situation_, roll, outcomes);
      if (events_.breached && !check.rubbles) outcomes.happened(*events_.breached);
      if (check.falls_into_cellar) {
        outcomes.happened(events_.falls_into_cellar);
        return crew_survival_ ? State{.step = Step::crew_survival} : end_without_fall(outcomes);
      }
      if (!check.bogs && from.checks + 1 < situation_.checks) return {.checks = static_cast<std::uint8_t>(from.checks + 1)};
      if (hexes_) outcomes.measured(*hexes_, from.checks + 1);
      if (check.bogs) outcomes.happened(events_.bogs);
      if (check.rubbles) outcomes.happened(events_.building_rubbled);
      if (check.rubbles && situation_.levels > 0) return check.bogs ? let_rubble_fall(outcomes) : State{.step = Step::second_bog_check};
      if (!check.bogs) outcomes.happened(events_.enters_unharmed);
      return end_without_fall(outcomes);
    }
    case Step::crew_survival: {
      const bool survives = roll.sum() <= *crew_survival_;
      outcomes.tell([&] { return survives ? "the crew survives" : "the crew does not survive"; });
      if (survives) outcomes.happened(events_.crew_survives);
      return end_without_fall(outcomes);
    }
    case Step::second_bog_check: {
      outcomes.happened(second_bog_check(situation_, roll, outcomes) ? events_.bogs : events_.enters_unharmed);
      return let_rubble_fall(outcomes);
    }
    case Step::rubble_falls: {
      State s = from;
      fall_.next(s.fall, roll, LastFall::yes, outcomes);
      return fall_.busy(s.fall) ? s : over;
    }
    case Step::over:
      break;
  }
  return over;
}

// The Bog Checks, one after the other; then what follows the last of them.
int Entry::stage(const State& s) const {
  if (s.step == Step::bog_check) return s.checks;
  return situation_.checks + static_cast<int>(s.step) + (s.step == Step::rubble_falls ? fall_.stage(s.fall) : 0);
}

}  // namespace boxcars::model
