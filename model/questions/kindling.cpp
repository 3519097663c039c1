#include "model/questions/kindling.hpp"

namespace boxcars::model {

Kindling::Kindling(const KindlingInputs& in)
    : situation_(kindling_situation(in)),
      kindled_(facts_.event("kindled")),
      blaze_(facts_.event("blaze")),
      out_(facts_.event("out")),
      turn_of_blaze_(facts_.measure("turn of blaze")) {
  if (situation_.is_hut) collapses_ = facts_.event("collapses");
  for (const KindlingNeighbor& neighbor : situation_.neighbors) neighbors_.push_back(facts_.event("flame in " + neighbor.label));
  for (const KindlingSituation::Occupant& occupant : situation_.occupants) {
    const std::string name = occupant.name + " fails Collapse PTC";
    fails_ptc_.push_back(occupant.group > 0 ? Fails{std::nullopt, facts_.measure(name)} : Fails{facts_.event(name), std::nullopt});
    for (int i = 1; i <= occupant.size(); ++i) units_.push_back({fails_ptc_.size() - 1, i == occupant.size()});
  }
  if (situation_.fire_collapse) fire_collapse_ = facts_.event("fire collapse");
  description_ = description_of(in, situation_);
  if (!situation_.fall) return;
  fall_ = fall_of(*situation_.fall, facts_, situation_.falls_ablaze);
  append_notes_on_reach(description_.notes, *fall_);
}

Throw Kindling::next_throw(const State& s) const {
  if (s.step == over) return {};
  if (s.step == rubble_falls) return fall_->next_throw(s.fall);
  if (s.step == collapse_ptc) return {Dice::DR, "Collapse PTC DR", "G5.5", situation_.occupants[units_[s.unit].occupant].name, Reads::sum};
  if (s.step == wind) return {Dice::DR, "Wind Change DR", "B25.66", "", Reads::sum};
  if (s.step >= first_spread) return {Dice::DR, "Spread DR", "B25.6", situation_.neighbors[s.step - first_spread].label, Reads::sum};
  if (s.turn == 0) return {Dice::DR, "Kindling DR", situation_.by_wp ? "A24.32" : "B25.11", "", Reads::sum};
  return {Dice::DR, "Flame DR", "B25.15", "", Reads::sum};
}

Kindling::State Kindling::next(const State& from, Roll roll, Outcomes& outcomes) const {
  if (from.step == rubble_falls) {
    State s = from;
    fall_->next(s.fall, roll, LastFall::yes, outcomes);
    return fall_->busy(s.fall) ? s : State{.step = over};
  }
  if (from.step == wind && roll.sum() >= fire_collapse_at) return collapse(outcomes);
  const State s = take_throw(from, roll, outcomes);
  if (fall_ && s.step == over) {
    FallingRubble::State nothing;
    fall_->begin(nothing, 0, FirstHex::stands, LastFall::yes, outcomes);
  }
  return s;
}

// The building comes down, and what was above the ground may fall on others (B25.66, B24.12).
Kindling::State Kindling::collapse(Outcomes& outcomes) const {
  outcomes.tell([] { return "the burning building collapses"; });
  outcomes.happened(*fire_collapse_);
  State s{.step = rubble_falls};
  if (fall_) fall_->begin(s.fall, situation_.levels, FirstHex::rubbled, LastFall::yes, outcomes);
  return fall_ && fall_->busy(s.fall) ? s : State{.step = over};
}

Kindling::State Kindling::take_throw(const State& from, Roll roll, Outcomes& outcomes) const {
  if (from.step == collapse_ptc) return take_ptc(from, roll.sum(), outcomes);
  if (from.step == wind) {
    outcomes.tell([] { return "it stands"; });
    return next_after_blaze(from, outcomes);
  }
  return from.step >= first_spread ? take_spread_dr(from, roll.sum(), outcomes) : take_flame_dr(from, roll.sum(), outcomes);
}

// The Kindling DR, and then the Flame's own in each turn until it blazes.
Kindling::State Kindling::take_flame_dr(State s, int original_dr, Outcomes& outcomes) const {
  const auto tell = [&](int final_dr, std::string_view what) {
    outcomes.tell([&] { return "Final " + std::to_string(final_dr) + ": " + std::string(what); });
  };
  const auto never_blazes = [&] {
    outcomes.measured(turn_of_blaze_, 0);
    for (const Fails& fails : fails_ptc_)
      if (fails.of_group) outcomes.measured(*fails.of_group, 0);
    return State{.step = over};
  };
  if (s.turn == 0) {
    const int final_dr = original_dr + situation_.drm;
    if (final_dr < situation_.numbers.kindling) return tell(final_dr, "not kindled"), never_blazes();
    tell(final_dr, "a Flame");
    outcomes.happened(kindled_);
    const bool may_blaze = next_turn(s, outcomes) && (!situation_.hampered || next_turn(s, outcomes));
    return may_blaze ? s : never_blazes();
  }
  const int final_dr = original_dr + situation_.spread_drm;
  const FlameFate fate = flame_fate(final_dr, situation_.numbers.spread);
  const bool hut_collapses = fate == FlameFate::blazes && situation_.is_hut;
  tell(final_dr, hut_collapses ? "a Blaze, and the hut collapses" : in_words(fate));
  switch (fate) {
    case FlameFate::goes_on:
      return next_turn(s, outcomes) ? s : never_blazes();
    case FlameFate::goes_out:
      outcomes.happened(out_);
      return never_blazes();
    case FlameFate::blazes:
      outcomes.happened(blaze_);
      if (collapses_) outcomes.happened(*collapses_);
      if (situation_.most_turns)
        outcomes.measured(turn_of_blaze_, s.turn);
      else
        outcomes.measured_lap(turn_of_blaze_);
      s.step = collapse_ptc;
      return units_.empty() ? end_turn_of_blaze(s, outcomes) : s;
  }
  return s;
}

// The turn is at its end: only in the next one it spreads.
Kindling::State Kindling::end_turn_of_blaze(State s, Outcomes& outcomes) const {
  s.step = first_spread + most_neighbors;
  s.unit = 0;
  return next_after_blaze(s, outcomes);
}

Kindling::State Kindling::take_ptc(State s, int original_dr, Outcomes& outcomes) const {
  const bool fails = original_dr > collapse_ptc_morale;
  const UnitOf unit = units_[s.unit];
  outcomes.tell([&] { return situation_.occupants[unit.occupant].name + (fails ? " fails" : " passes"); });
  const Fails& facts = fails_ptc_[unit.occupant];
  s.failed = static_cast<std::uint8_t>(s.failed + (fails ? 1 : 0));
  if (facts.alone && fails) outcomes.happened(*facts.alone);
  if (facts.of_group && unit.is_last) outcomes.measured(*facts.of_group, s.failed);
  if (unit.is_last) s.failed = 0;
  return ++s.unit < units_.size() ? s : end_turn_of_blaze(s, outcomes);
}

// The Flame's own DR, the Collapse PTC, and what a Blaze calls for.
int Kindling::stage(const State& s) const {
  constexpr int stages = 1 + most_units + first_spread + most_neighbors;
  if (s.step == rubble_falls) return (situation_.most_turns.value_or(1) + 1) * stages + fall_->stage(s.fall);
  const int in_turn = s.step == flame ? 0 : s.step == collapse_ptc ? 1 + s.unit : 1 + most_units + s.step;
  return s.turn * stages + in_turn;
}

Kindling::State Kindling::take_spread_dr(State s, int original_dr, Outcomes& outcomes) const {
  const int index = s.step - first_spread;
  const KindlingNeighbor& neighbor = situation_.neighbors[static_cast<std::size_t>(index)];
  const int final_dr = original_dr + neighbor.drm;
  const bool spreads = final_dr >= neighbor.spread;
  outcomes.tell([&] { return "Final " + std::to_string(final_dr) + (spreads ? ": a Flame" : ": it does not spread"); });
  if (spreads) {
    outcomes.happened(neighbors_[static_cast<std::size_t>(index)]);
    s.aflame = static_cast<std::uint8_t>(s.aflame | 1 << index);
  }
  return next_after_blaze(s, outcomes);
}

// On to the next Player Turn; false: there is none.
bool Kindling::next_turn(State& s, Outcomes& outcomes) const {
  if (situation_.most_turns) return ++s.turn <= *situation_.most_turns;
  // Without an end, turns are laps and not counted. The first one begins with the question.
  if (s.turn != 0) outcomes.begin_lap();
  s.turn = 1;
  return true;
}

// Whether nothing is left to happen to a Blaze. "until" waits for its neighbors, or, if it has none, for its collapse.
bool Kindling::is_done(const State& s) const {
  const bool all_aflame = s.aflame == (1 << situation_.neighbors.size()) - 1;
  return all_aflame && !(situation_.fire_collapse && (situation_.most_turns || situation_.neighbors.empty()));
}

// On to what a Blaze calls for next, in this Player Turn or the next one.
Kindling::State Kindling::next_after_blaze(State s, Outcomes& outcomes) const {
  if (is_done(s)) return {.step = over};
  for (;;) {
    const int after_last = first_spread + static_cast<int>(situation_.neighbors.size());
    while (++s.step < after_last) {
      if (s.step == wind ? situation_.fire_collapse : (s.aflame >> (s.step - first_spread) & 1) == 0) return s;
    }
    if (!next_turn(s, outcomes)) return {.step = over};
    s.step = flame;
  }
}

}  // namespace boxcars::model
