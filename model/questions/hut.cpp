#include "model/questions/hut.hpp"

#include "model/core/bad_input.hpp"
#include "model/core/numbers.hpp"
#include "model/rules/fire.hpp"
#include "model/rules/ift.hpp"
#include "model/rules/ordnance.hpp"
#include "model/rules/terrain.hpp"

namespace boxcars::model {
namespace {

constexpr int bombardment_morale = 7;       // of the hut (G5.32)
constexpr int bombardment_flame_from = 10;  // the Original DR (G5.32)

// The first unit from `first` on that is alive, or the number of them.
std::uint8_t next_alive(std::span<const Condition> units, std::size_t first) {
  while (first < units.size() && units[first].eliminated) ++first;
  return static_cast<std::uint8_t>(first);
}

// What a throw came to, "Final 4 on the 20 column: 1KIA".
std::string in_words(const IftAttack& attack, int original_dr, IftResult result) {
  return "Final " + std::to_string(original_dr + attack.drm) + " on the " + column_head(attack.column) + " column: " + to_string(result);
}

}  // namespace

Hut::Hut(const HutInputs& in)
    : in_(in),
      situation_(hut_situation(in)),
      cause_(*in.cause),
      to_hit_({.has_multiple_hits = situation_.has_multiple_hits, .doubles_lower_die = doubles_lower_die(situation_.to_hit)}),
      events_{facts_.event("collapses"),      facts_.event("flame"),
              facts_.event("crew fails PTC"), facts_.event("critical hit"),
              facts_.event("malfunctions"),   situation_.to_hit ? std::optional(facts_.event("hit")) : std::nullopt},
      stack_(at_field("target",
                      [&] {
                        const Terrain terrain = in.collapsed ? Terrain::collapsed_hut : Terrain::hut;
                        return Stack(parse_units(in.targets, terrain, false), {.collapses = true}, facts_);
                      })),
      overall_(stack_.entries(), facts_) {
  if (in.concealed) require_concealable(stack_.entries());
  description_ = description_of(in, situation_, stack_.entries());
}

Hut::State Hut::start(Outcomes& outcomes) const {
  State s{.stack = stack_.start()};
  if (situation_.to_hit) {
    s.step = Step::hitting;
    to_hit_.begin(s.to_hit);
  }
  const bool throws = situation_.attack || cause_ == HutCause::bombardment || has_wp_flame_dr(in_);
  if (throws) return s;
  if (cause_ == HutCause::wp) {
    begin_attack(s, {wp_result()}, false, outcomes);
    return s;
  }
  if (cause_ == HutCause::backblast) {
    if (!in_.collapsed) outcomes.happened(events_.flame);
    stack_.conclude(s.stack, outcomes);
    finish(s, outcomes);
  } else {
    begin_attack(s, {}, !in_.collapsed, outcomes);
  }
  return s;
}

Throw Hut::next_throw(const State& s) const {
  switch (s.step) {
    case Step::selection_dr:
      return {Dice::dr, "Random Selection dr", "A.9", s.selection == 0 ? "the hut" : "another hut"};
    case Step::hitting:
      if (!to_hit_.is_first_of_two_dr(s.to_hit)) return to_hit_.next_throw(s.to_hit);
      [[fallthrough]];  // an IFT DR as any
    case Step::first_dr:
    case Step::critical_dr:
      if (cause_ == HutCause::bombardment) return {Dice::DR, "Bombardment MC DR", "G5.32", "the hut", Reads::sum};
      if (cause_ == HutCause::wp) return {Dice::DR, "Flame DR", "A24.32", "", Reads::sum};
      return {Dice::DR, "IFT DR", "A7.3", "", Reads::each_die};
    case Step::kindling_dr:
      return kindling_throw();
    case Step::at_units:
      return stack_.next_throw(s.stack);
    case Step::collapse_ptc:
      return {Dice::DR, "Collapse PTC DR", "G5.5", stack_.idle_name(s.unit), Reads::sum};
    case Step::crew_ptc:
      return {Dice::DR, "Collapse PTC DR", "G5.5", "the crew", Reads::sum};
    case Step::over:
      break;
  }
  return {};
}

Hut::State Hut::next(const State& from, Roll roll, Outcomes& outcomes) const {
  State s = from;
  switch (s.step) {
    case Step::hitting:
      take_hit(s, roll, outcomes);
      break;
    case Step::selection_dr:
      select(s, roll.colored, outcomes);
      break;
    case Step::first_dr:
    case Step::critical_dr:
      if (cause_ == HutCause::bombardment) {
        bombard(s, roll.sum(), outcomes);
      } else if (cause_ == HutCause::wp) {
        check_for_flame(roll.sum(), outcomes);
        begin_attack(s, {wp_result()}, false, outcomes);
      } else {
        attack(s, roll, outcomes);
      }
      break;
    case Step::kindling_dr:
      check_for_flame(roll.sum(), outcomes);
      s.kindles = 0;
      proceed(s, outcomes);
      break;
    case Step::at_units:
      stack_.next(s.stack, roll, last_attack(s), outcomes);
      if (!ended(s)) proceed(s, outcomes);
      break;
    case Step::collapse_ptc:
      take_ptc(s, roll.sum(), outcomes);
      break;
    case Step::crew_ptc: {
      const int final_dr = roll.sum() + situation_.sheet.on(HutRoll::crew_ptc);
      const bool fails = final_dr > collapse_ptc_morale;
      outcomes.tell([&] { return "Final " + std::to_string(final_dr) + " against 8: the crew " + (fails ? "fails" : "passes"); });
      if (fails) outcomes.happened(events_.crew_fails_ptc);
      finish(s, outcomes);
      break;
    }
    case Step::over:
      break;
  }
  return s;
}

// G5.6: whether a Kindling DR, or the Flame DR of WP, starts one.
void Hut::check_for_flame(int original_dr, Outcomes& outcomes) const {
  if (starts_flame(original_dr, situation_.sheet.on(HutRoll::kindling), fire_numbers(Terrain::hut)->kindling, outcomes))
    outcomes.happened(events_.flame);
}

void Hut::take_hit(State& s, Roll roll, Outcomes& outcomes) const {
  const auto result = to_hit_.next(s.to_hit, roll, *situation_.to_hit, outcomes).result;
  if (result == ToHitResult::miss) return end_without_effect(s, outcomes);
  if (result) outcomes.happened(*events_.hit);
  if (!to_hit_.busy(s.to_hit)) s.step = result == ToHitResult::critical_hit ? Step::critical_dr : Step::first_dr;
}

void Hut::end_without_effect(State& s, Outcomes& outcomes) const {
  stack_.conclude(s.stack, outcomes);
  finish(s, outcomes);
}

void Hut::attack(State& s, Roll roll, Outcomes& outcomes) const {
  roll = to_hit_.counting(s.to_hit, roll, outcomes);
  const int original = roll.sum();
  if (cause_ == HutCause::dc && original >= dc_malfunctions_from(in_.non_elite)) {
    outcomes.tell([] { return "the DC malfunctions"; });
    outcomes.happened(events_.malfunctions);
    return end_without_effect(s, outcomes);
  }
  const bool critical = s.step == Step::critical_dr || (is_oba(fire_of(in_)) && original == oba_critical_hit);
  const IftAttack& resolved = critical ? *situation_.critical : *situation_.attack;
  const IftResult result = resolve(resolved, original, roll.colored == roll.white);
  outcomes.tell([&] { return (critical ? "a critical hit, " : "") + in_words(resolved, original, result); });
  if (critical) outcomes.happened(events_.critical_hit);

  const bool by_colored = roll.colored == hut_flame_on && burns_by_colored_dr(in_);
  const bool by_flamethrower =
      cause_ == HutCause::ft && original < flamethrower_empty_from(in_.x_number, in_.non_elite) && !in_.rain;  // G5.61
  const bool burns_at_once = by_colored || by_flamethrower;
  if (burns_at_once) s.others = static_cast<std::uint8_t>(in_.huts - 1);
  const bool burns = burns_at_once && s.others == 0;
  if (burns) {
    outcomes.tell([] { return "a Flame"; });
    outcomes.happened(events_.flame);
  }
  const bool collapsing = cause_ == HutCause::afv || (is_explosive(cause_) && is_kia(result));
  const IftAttack on_column{situation_.attack->column, situation_.sheet.on(HutRoll::original), situation_.attack->cowering_columns};
  const IftResult of_original = model::resolve(on_column, original, roll.doubles());
  const auto least = least_kindling_result(cause_ == HutCause::ft ? KindledBy::flamethrower : KindledBy::explosion);
  const bool may_kindle = is_explosive(cause_) || cause_ == HutCause::ft;
  s.kindles = may_kindle && of_original.kind >= least && !burns;
  const IftAttack& at_units = in_.concealed ? *situation_.at_units : *situation_.attack;
  const IftResult result_at_units = resolve(at_units, original, roll.doubles());
  if (in_.concealed) outcomes.tell([&] { return "at the men, " + in_words(at_units, original, result_at_units); });
  StackResults results{result_at_units};
  if (critical) results.critical = result;
  begin_attack(s, results, collapsing && !in_.collapsed, outcomes);
}

// G5.6: by Random Selection the Flame is in the huts that throw highest (A.9).
void Hut::select(State& s, int dr, Outcomes& outcomes) const {
  if (s.selection == 0) {
    s.selection = static_cast<std::uint8_t>(dr);
    if (dr < 6) return;  // else none is higher
    s.others = 0;
  } else if (dr > s.selection) {
    s.selection = s.others = 0;
    outcomes.tell([] { return "the Flame is in another hut"; });
  } else {
    --s.others;
  }
  if (s.others > 0) return;
  if (s.selection > 0) {
    outcomes.tell([] { return "a Flame"; });
    outcomes.happened(events_.flame);
    s.kindles = s.selection = 0;
  }
  proceed(s, outcomes);
}

// Of the units: a NMC with its DRM (A24.31).
IftResult Hut::wp_result() const { return {IftResult::Kind::MC, situation_.sheet.on(HutRoll::morale_check)}; }

void Hut::bombard(State& s, int original_dr, Outcomes& outcomes) const {
  const int final_dr = original_dr + situation_.sheet.on(HutRoll::morale_check);
  const bool fails = final_dr > bombardment_morale;
  const bool burns = original_dr >= bombardment_flame_from && !in_.rain;
  outcomes.tell([&] {
    if (in_.collapsed) return std::string(burns ? "a Flame" : "no effect");
    return "Final " + std::to_string(final_dr) + " against 7: the hut " + (fails ? "fails" : "holds") + (burns ? ", a Flame" : "");
  });
  if (burns) outcomes.happened(events_.flame);
  begin_attack(s, {}, fails && !in_.collapsed, outcomes);
}

// G5.5: the attack is resolved on all who are there, and then the hut collapses.
void Hut::begin_attack(State& s, const StackResults& results, bool collapsing, Outcomes& outcomes) const {
  s.collapses = collapsing;
  if (collapsing) outcomes.happened(events_.collapses);
  if (!stack_.entries().empty()) stack_.begin(s.stack, results, collapsing ? LastAttack::no : LastAttack::yes, outcomes);
  proceed(s, outcomes);
}

// On to the Kindling DR, to what the units still throw for, to the Collapse PTC, or to the end.
void Hut::proceed(State& s, Outcomes& outcomes) const {
  if (s.others > 0) {
    s.step = Step::selection_dr;
    return;
  }
  if (s.kindles) {
    s.step = Step::kindling_dr;
    return;
  }
  if (stack_.busy(s.stack)) {
    s.step = Step::at_units;
    return;
  }
  if (s.collapses)
    begin_ptc(s, outcomes);
  else
    finish(s, outcomes);
}

// Changes the conditions of a stack at rest.
template <class Change>
void Hut::change_units(State& s, Change change) const {
  std::array<Condition, Stack::max_units> conditions{};
  const auto units = std::span(conditions).first(index(stack_.size()));
  stack_.conditions(s.stack, units);
  change(units);
  s.stack = stack_.awake(units);
}

// Of the units' conditions nothing matters any more but their fates.
void Hut::begin_ptc(State& s, Outcomes& outcomes) const {
  change_units(s, [&](std::span<Condition> units) {
    for (std::size_t i = 0; i < units.size(); ++i) {
      units[i] = fate(stack_.idle_unit(static_cast<int>(i)), units[i]);
      stack_.sort_group(units, i);
    }
    s.unit = next_alive(units, 0);
  });
  proceed_ptc(s, outcomes);
}

// G5.5: whoever fails is pinned, heroes too; a broken unit stays what it is.
void Hut::take_ptc(State& s, int original_dr, Outcomes& outcomes) const {
  const bool fails = original_dr > collapse_ptc_morale;
  outcomes.tell([&] { return std::string(stack_.idle_name(s.unit)) + (fails ? " fails" : " passes"); });
  change_units(s, [&](std::span<Condition> units) {
    Condition& c = units[s.unit];
    if (fails) c.apart = 1, c.pinned = !c.broken;
    stack_.sort_group(units, s.unit);
    s.unit = next_alive(units, s.unit + 1U);
  });
  proceed_ptc(s, outcomes);
}

void Hut::proceed_ptc(State& s, Outcomes& outcomes) const {
  if (s.unit < stack_.size()) {
    s.step = Step::collapse_ptc;
    return;
  }
  stack_.conclude(s.stack, outcomes);
  s.unit = 0;
  if (has_crew_ptc(in_))
    s.step = Step::crew_ptc;
  else
    finish(s, outcomes);
}

// Goes on when the fates of all units have been recorded.
void Hut::finish(State& s, Outcomes& outcomes) const {
  overall_.record(s.stack.seen, outcomes);
  s = {};
  s.step = Step::over;
}

int Hut::stage(const State& s) const {
  constexpr int most_huts = 6;
  if (s.step == Step::hitting) return most_huts * to_hit_.stage(s.to_hit);
  const int step = most_huts * (ToHitRoll::stages() - 1 + static_cast<int>(s.step));
  if (s.step == Step::selection_dr) return s.selection == 0 ? step : step + in_.huts - s.others;
  if (s.step < Step::at_units) return step;
  if (s.step == Step::at_units) return step + stack_.stage(s.stack);
  return step + stack_.stages() + (s.step == Step::collapse_ptc ? s.unit : Stack::max_units);
}

}  // namespace boxcars::model
