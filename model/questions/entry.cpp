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
      fall_(fall_of(situation_.scene, facts_)) {
  question_ = question_of(in, situation_);
  if (situation_.rubble_drm != 0) fall_.append_modifiers(question_);
  append_notes_on_reach(question_.notes, fall_);
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

Entry::State Entry::let_rubble_fall(Settled& settled) const {
  State s{.step = Step::rubble_falls};
  fall_.begin(s.fall, situation_.falling_levels, FirstHex::rubbled, LastFall::yes, settled);
  if (!fall_.busy(s.fall)) return {.step = Step::over};
  return s;
}

Entry::State Entry::end_without_fall(Settled& settled) const {
  FallingRubble::State nothing;
  fall_.begin(nothing, 0, FirstHex::stands, LastFall::yes, settled);
  return {.step = Step::over};
}

Entry::State Entry::next(const State& from, Roll roll, Settled& settled) const {
  const State over{.step = Step::over};
  switch (from.step) {
    case Step::bog_check: {
      const BogCheck check = bog_check(situation_, roll, settled);
      if (events_.breached && !check.rubbles) settled.happened(*events_.breached);
      if (check.falls_into_cellar) {
        settled.happened(events_.falls_into_cellar);
        return crew_survival_ ? State{.step = Step::crew_survival} : end_without_fall(settled);
      }
      if (check.bogs) settled.happened(events_.bogs);
      if (check.rubbles) settled.happened(events_.building_rubbled);
      if (check.rubbles && situation_.levels > 0) return check.bogs ? let_rubble_fall(settled) : State{.step = Step::second_bog_check};
      if (!check.bogs) settled.happened(events_.enters_unharmed);
      return end_without_fall(settled);
    }
    case Step::crew_survival: {
      const bool survives = roll.sum() <= *crew_survival_;
      settled.tell([&] { return survives ? "the crew survives" : "the crew does not survive"; });
      if (survives) settled.happened(events_.crew_survives);
      return end_without_fall(settled);
    }
    case Step::second_bog_check: {
      settled.happened(second_bog_check(situation_, roll, settled) ? events_.bogs : events_.enters_unharmed);
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
