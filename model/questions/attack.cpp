#include "model/questions/attack.hpp"

#include <utility>

#include "model/core/bad_input.hpp"
#include "model/rules/fire.hpp"

namespace boxcars::model {
namespace {

constexpr int never = 13;  // is a DR so high

AttackSituation situation_of(const AttackInputs& in) {
  require_given(in);
  return attack_situation(in);
}

std::vector<IftResult> results_of(const AttackSituation& situation) {
  if (situation.without_dr) return {};
  return possible_results(situation.attacks.front(), situation.critical_hit, situation.dud_from.value_or(never));
}

}  // namespace

Attack::Attack(const AttackInputs& in)
    : situation_(situation_of(in)),
      results_(events_of(results_of(situation_), "IFT ", facts_)),
      stack_(at_field("target",
                      [&] {
                        return Stack(parse_units(in.targets, in.terrain, in.fortified), {in.heat_of_battle, in.attackers_san}, facts_);
                      })),
      overall_(stack_.entries(), facts_) {
  if (in.fire != Fire::oba) defenders_san_ = in.defenders_san;  // A14.1
  if (in.defenders_san) sniper_attacks_ = facts_.event("defender's sniper attacks");
  if (situation_.flame) kia_.emplace(situation_.flame->rubble_drm, situation_.flame->kindled_from);
  if (situation_.flame || (situation_.mol && situation_.mol->can_burn)) flame_ = facts_.event("flame");
  if (situation_.malfunctions_from || situation_.dud_from) malfunctions_ = facts_.event("malfunctions");
  if (situation_.empty_from) empty_ = facts_.event("empty");
  if (situation_.mol) thrower_breaks_ = facts_.event("thrower breaks");
  if (situation_.again) shots_fired_ = facts_.measure("shots fired");
  question_ = question_of(in, situation_, stack_.entries());
}

Attack::State Attack::start(Settled& settled) const {
  State s{.stack = stack_.start()};
  if (!situation_.without_dr) return s;
  s.attack = 1;
  stack_.begin(s.stack, *situation_.without_dr, LastAttack::yes, settled);
  return concluded(s, settled);
}

// The Original 2 of OBA, which attacks but once (C1.53).
bool Attack::is_critical(const State& s, int original_dr) const {
  return situation_.critical_hit && s.attack == 0 && original_dr == oba_critical_hit;
}

// What the Original DR of the first attack does to what the targets are in (B24.11, B25.12-.13).
void Attack::kindle(State& s, int original_dr) const {
  const auto& flame = situation_.flame;
  if (!flame) return;
  const IftResult original = ift_result(flame->column, original_dr + flame->original_drm);
  if (original.kind >= flame->least_result) kia_->begin(s.kia, original.number, FlameOfKia::Scene::can_burn);
}

void Attack::take_kia(State& s, Roll roll, Settled& settled) const {
  switch (kia_->next(s.kia, roll, FlameOfKia::Scene::can_burn, settled)) {
    case FlameOfKia::News::rubble:
      settled.tell([] { return "rubble, so no Flame"; });
      break;
    case FlameOfKia::News::no_rubble:
      settled.tell([] { return "no rubble"; });
      break;
    case FlameOfKia::News::flame:
      settled.happened(*flame_);
      break;
    case FlameOfKia::News::no_flame:
      break;
  }
}

// What the DR of the first attack does to the weapon and to who uses it (A22.1, A22.6111).
void Attack::note_weapon(Roll roll, Settled& settled) const {
  if (empty_ && roll.sum() >= *situation_.empty_from) {
    settled.happened(*empty_);
    settled.tell([] { return "no fuel is left"; });
  }
  if (!situation_.mol) return;
  if (roll.colored == mol_flame_on && flame_) {
    settled.happened(*flame_);
    settled.tell([] { return "a Flame"; });
  }
  if (roll.colored == mol_breaks_thrower_on) {
    settled.happened(*thrower_breaks_);
    settled.tell([] { return "the thrower breaks"; });
  }
}

// A9.2, of the first attack and each time that it is made again; what has broken down does not fire again (A9.7).
void Attack::note_rate_of_fire(State& s, Roll roll, Settled& settled) const {
  if (roll.colored <= situation_.rate_of_fire && roll.sum() < situation_.malfunctions_from.value_or(never)) {
    s.again = 1;
    settled.tell([] { return "it keeps its rate of fire"; });
  } else {
    s.repeated = 1;
    settled.measured_lap(*shots_fired_);
  }
}

Throw Attack::next_throw(const State& s) const {
  if (s.over) return {};
  if (s.sniper_dr) return {Dice::dr, "Sniper dr", "A14.3", "the defender"};
  if (is_kia_dr(s)) return kia_->next_throw(s.kia);
  if (stack_.busy(s.stack)) return stack_.next_throw(s.stack);
  return {Dice::DR, s.attack == 0 ? "IFT DR" : "next IFT DR", "A7.3", ""};
}

Attack::State Attack::next(const State& from, Roll roll, Settled& settled) const {
  State s = from;
  if (s.sniper_dr) {
    s.sniper_dr = 0;
    s.sniper_attacked = roll.colored <= 2;
    if (s.sniper_attacked) settled.happened(*sniper_attacks_);
    settled.tell([&] { return s.sniper_attacked ? "the defender's sniper attacks" : "no effect"; });
  } else if (is_kia_dr(s)) {
    take_kia(s, roll, settled);
  } else if (stack_.busy(s.stack)) {
    stack_.next(s.stack, roll, last_attack(s), settled);
    if (ended(s)) return s;
  } else if (s.attack == 0 && roll.sum() >= situation_.dud_from.value_or(never)) {  // A23.2
    settled.happened(*malfunctions_);
    settled.tell([] { return "the DC malfunctions"; });
    ++s.attack;
    stack_.conclude(s.stack, settled);
  } else {
    const bool critical = is_critical(s, roll.sum());
    const bool is_first = s.attack == 0, is_again = std::exchange(s.again, 0) != 0, is_of_first = is_first || is_again;
    IftAttack attack = critical ? *situation_.critical_hit : is_again ? *situation_.again : situation_.attacks[s.attack];
    if (s.cowered) attack.column = situation_.if_cowered.at(s.attack);
    const IftResult result = resolve(attack, roll.sum(), roll.doubles());
    settled.tell([&] {
      const bool cowers = roll.doubles() && attack.cowering_columns > 0;
      return std::string(cowers     ? "cowers, "
                         : critical ? "a critical hit, "
                                    : "") +
             "Final " + std::to_string(roll.sum() + attack.drm) + ": " + to_string(result);
    });
    if (is_first) {
      settled.happened(results_.at(result));
      kindle(s, roll.sum());
      note_weapon(roll, settled);
    }
    if (is_of_first && roll.sum() >= situation_.malfunctions_from.value_or(never)) {  // the attack counts all the same (A9.7)
      settled.happened(*malfunctions_);
      settled.tell([] { return "a MG malfunctions"; });
    }
    if (defenders_san_ == roll.sum() && !s.sniper_attacked) s.sniper_dr = 1;
    if (is_again)
      s.repeated = 1;
    else
      ++s.attack;
    if (shots_fired_ && is_of_first) note_rate_of_fire(s, roll, settled);
    s.cowered = roll.doubles() && situation_.if_cowered.contains(s.attack);
    stack_.begin(s.stack, result, last_attack(s), settled);
  }
  return concluded(s, settled);
}

// The state itself, or the end of the trial if nothing is left to throw for.
Attack::State Attack::concluded(State s, Settled& settled) const {
  if (others_throw(s) || stack_.busy(s.stack)) return s;
  const bool goes_on = s.again || s.attack < situation_.attacks.size();
  if (goes_on && stack_.any_alive(s.stack)) {
    if (s.again) settled.begin_lap(), s.repeated = 0;
    return s;
  }
  if (s.again) settled.measured_lap(*shots_fired_);
  if (goes_on) stack_.conclude(s.stack, settled);
  overall_.settle(s.stack.seen, settled);
  State over;
  over.over = 1;
  return over;
}

int Attack::stage(const State& s) const {
  constexpr int before_stack = 1 + FlameOfKia::stages();
  int here = before_stack + stack_.stages();
  if (s.sniper_dr)
    here = 0;
  else if (is_kia_dr(s))
    here = 1 + kia_->stage(s.kia);
  else if (stack_.busy(s.stack))
    here = before_stack + stack_.stage(s.stack);
  return attacks_begun(s) * (1 + before_stack + stack_.stages()) + here;
}

}  // namespace boxcars::model
