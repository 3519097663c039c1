#include "model/questions/attack.hpp"

#include <algorithm>
#include <array>
#include <cassert>
#include <functional>
#include <set>
#include <utility>

#include "model/core/bad_input.hpp"
#include "model/rules/fire.hpp"

namespace boxcars::model {
namespace {

constexpr int never = 13;  // is a DR so high

// How bad a result is: that many of the events below, from the first on, have happened.
constexpr std::array<const char*, 3> at_least_names{"PTC or worse", "NMC or worse", "KIA or K"};
std::uint8_t badness(IftResult result) {
  return static_cast<std::uint8_t>(std::min(static_cast<int>(result.kind), static_cast<int>(at_least_names.size())));
}
std::vector<EventId> at_least_of(const AttackSituation& situation, Facts& facts) {
  std::vector<EventId> events;
  if (situation.without_dr) return events;
  for (const char* name : at_least_names) events.push_back(facts.event(name));
  return events;
}

AttackSituation situation_of(const AttackInputs& in) {
  require_given(in);
  return attack_situation(in);
}

std::vector<IftResult> results_of_mol(const IftAttack& attack, const IftAttack& without_thrower) {
  std::vector<IftResult> results;
  for (int face = 0; face < 36; ++face) {
    const Roll roll = Throw{Dice::DR}.roll(face);
    results.push_back(model::resolve(roll.colored == mol_breaks_thrower_on ? without_thrower : attack, roll.sum(), roll.doubles()));
  }
  return results;
}

// Every result of somebody; where targets have several statuses, not each of them can be the worst.
std::vector<IftResult> results_of(const AttackSituation& situation) {
  std::set<IftResult, std::greater<>> results;
  if (situation.without_dr) return {};
  const auto add = [&](const std::vector<IftResult>& possible) { results.insert(possible.begin(), possible.end()); };
  for (const TargetStatus status : situation.statuses) {
    const IftAttack& first = situation.attacks.front()[status];
    const auto critical = situation.critical_hit ? std::optional((*situation.critical_hit)[status]) : std::nullopt;
    if (!situation.to_hit) {
      add(situation.mol ? results_of_mol(first, situation.mol->without_thrower[status])
                        : possible_results(first, critical, situation.dud_from.value_or(never)));
      continue;
    }
    add(possible_results(first, {}, never));
    add(possible_results(*critical, {}, never));
  }
  return {results.begin(), results.end()};
}

OnEachStatus<IftResult> results_of(const AttackOnEach& attack, Roll roll) {
  OnEachStatus<IftResult> results;
  for (const TargetStatus status : target_statuses) results[status] = model::resolve(attack[status], roll.sum(), roll.doubles());
  return results;
}

// The worst for anybody who is there.
IftResult worst_of(const Stack& stack, const Stack::State& s, const OnEachStatus<IftResult>& results) {
  if (results.is_same_for_all()) return results[TargetStatus::unpinned];
  IftResult worst;
  for (const TargetStatus status : target_statuses) {
    if (stack.has(s, status)) worst = std::max(worst, results[status]);
  }
  return worst;
}

}  // namespace

Attack::Attack(const AttackInputs& in)
    : situation_(situation_of(in)),
      results_(events_of(results_of(situation_), "IFT ", facts_)),
      at_least_(at_least_of(situation_, facts_)),
      stack_(at_field("target",
                      [&] {
                        const CheckOptions options{.heat_of_battle_drm = in.heat_of_battle,
                                                   .attackers_san = in.attackers_san,
                                                   .interdicted = in.weapon == Weapon::interdiction};
                        return Stack(parse_units(in.targets, in.terrain, in.fortified), options, facts_);
                      })),
      overall_(stack_.entries(), facts_),
      to_hit_({.has_multiple_hits = situation_.has_multiple_hits,
               .rate_of_fire = situation_.to_hit ? situation_.rate_of_fire : 0,
               .doubles_lower_die = doubles_lower_die(situation_.to_hit)}) {
  if (in.fire != Fire::oba) defenders_san_ = in.defenders_san;  // A14.1
  if (in.defenders_san) sniper_attacks_ = facts_.event("defender's sniper attacks");
  if (situation_.flame) kia_.emplace(situation_.flame->rubble_drm, situation_.flame->kindled_from);
  if (situation_.flame || (situation_.mol && situation_.mol->can_burn)) flame_ = facts_.event("flame");
  if (situation_.malfunctions_from || situation_.dud_from) malfunctions_ = facts_.event("malfunctions");
  if (situation_.empty_from) empty_ = facts_.event("empty");
  if (situation_.mol) thrower_breaks_ = facts_.event("thrower breaks");
  if (situation_.pillbox) pillbox_eliminated_ = facts_.event("pillbox eliminated");
  if (situation_.to_hit) hits_ = facts_.event("hit");
  if (situation_.critical_hit) critical_hits_ = facts_.event("critical hit");
  if (situation_.again) shots_fired_ = facts_.measure("shots fired");
  description_ = description_of(in, situation_, stack_.entries());
}

Attack::State Attack::start(Outcomes& outcomes) const {
  State s{.stack = stack_.start()};
  begin_hitting(s);
  if (!situation_.without_dr) return s;
  s.attack = 1;
  stack_.begin(s.stack, {.normal = *situation_.without_dr}, LastAttack::yes, outcomes);
  return concluded(s, outcomes);
}

// The Original 2 of OBA, which attacks but once (C1.53).
bool Attack::is_critical(const State& s, int original_dr) const {
  return situation_.critical_hit && !situation_.to_hit && s.attack == 0 && original_dr == oba_critical_hit;
}

// What the Original DR of the first attack does to what the targets are in (B24.11, B25.12-.13).
void Attack::kindle(State& s, int original_dr) const {
  const auto& flame = situation_.flame;
  if (!flame) return;
  const IftResult original = ift_result(flame->column, original_dr + flame->original_drm);
  if (original.kind >= flame->least_result) kia_->begin(s.kia, original.number, FlameOfKia::Scene::can_burn);
}

// With all that is in it (B30.92).
void Attack::blow_up_pillbox(State& s, int original_dr, bool is_critical, Outcomes& outcomes) const {
  if (!situation_.pillbox || !eliminates_pillbox(*situation_.pillbox, original_dr, is_critical)) return;
  outcomes.happened(*pillbox_eliminated_);
  outcomes.tell([] { return "the pillbox is eliminated, and all in it"; });
  stack_.eliminate(s.stack);
}

void Attack::take_kia(State& s, Roll roll, Outcomes& outcomes) const {
  switch (kia_->next(s.kia, roll, FlameOfKia::Scene::can_burn, outcomes)) {
    case FlameOfKia::News::rubble:
      outcomes.tell([] { return "rubble, so no Flame"; });
      break;
    case FlameOfKia::News::no_rubble:
      outcomes.tell([] { return "no rubble"; });
      break;
    case FlameOfKia::News::flame:
      outcomes.happened(*flame_);
      break;
    case FlameOfKia::News::no_flame:
      break;
  }
}

// What the DR of the first attack does to the weapon and to who uses it (A22.1, A22.6111).
void Attack::note_weapon(Roll roll, Outcomes& outcomes) const {
  if (empty_ && roll.sum() >= *situation_.empty_from) {
    outcomes.happened(*empty_);
    outcomes.tell([] { return "no fuel is left"; });
  }
  if (!situation_.mol) return;
  if (roll.colored == mol_flame_on && flame_) {
    outcomes.happened(*flame_);
    outcomes.tell([] { return "a Flame"; });
  }
  if (roll.colored == mol_breaks_thrower_on) {
    outcomes.happened(*thrower_breaks_);
    outcomes.tell([] { return "the thrower breaks: his Firepower and the MOL are lost"; });
  }
}

// A9.2, C2.24, of the first attack and each time that it is made again.
void Attack::note_rate_of_fire(State& s, bool keeps, Outcomes& outcomes) const {
  if (keeps) {
    s.again = 1;
    if (!situation_.to_hit) outcomes.tell([] { return "it keeps its rate of fire"; });
  } else {
    s.repeated = 1;
    s.cowered_crews = 0;
    outcomes.measured_lap(*shots_fired_);
  }
}

// Over all attacks that are made.
void Attack::note_result(State& s, IftResult result, Outcomes& outcomes) const {
  for (std::uint8_t i = s.worst; i < badness(result); ++i) outcomes.happened(at_least_[i]);
  s.worst = std::max(s.worst, badness(result));
}

// A7.9: of those who fire together one cowers, by Random Selection (A.9): of the crews that a dr is still owed, or behind them the others.
int Attack::next_to_choose(const State& s, int from, int end) const {
  const int crews = situation_.again->crews();
  const unsigned can = situation_.again->can_cower & ~unsigned{s.cowered_crews};
  while (from < std::min(end, crews) && !(can >> from & 1U)) ++from;
  return from;
}

// Whether it takes throws; if only one can cower, he does.
bool Attack::begin_choice(State& s, bool is_first) const {
  const FiresAgain& again = *situation_.again;
  const unsigned can = again.can_cower & ~unsigned{s.cowered_crews};
  const int others = is_first ? again.others : 0;
  if (std::popcount(can) + others <= 1) {
    s.cowered_crews = static_cast<std::uint8_t>(s.cowered_crews | can);
    return false;
  }
  s.choosing = static_cast<std::uint8_t>(1 + next_to_choose(s, 0, again.crews()));
  return true;
}

void Attack::choose(State& s, int dr, Outcomes& outcomes) const {
  const FiresAgain& again = *situation_.again;
  const int who = s.choosing - 1;
  if (dr > s.choice_dr) s.choice_dr = static_cast<std::uint8_t>(dr), s.chosen = 0;
  if (dr == s.choice_dr && who < again.crews()) s.chosen = static_cast<std::uint8_t>(s.chosen | 1U << who);
  const int end = s.repeated ? again.crews() : those_who_choose();
  const int next = next_to_choose(s, who + 1, end);
  if (next < end) {
    s.choosing = static_cast<std::uint8_t>(1 + next);
    return;
  }
  s.cowered_crews = static_cast<std::uint8_t>(s.cowered_crews | s.chosen);
  s.choosing = s.choice_dr = s.chosen = 0;
  end_choice(s, outcomes);
}

// An attack has been made, or the first one again.
void Attack::count(State& s, bool is_again) {
  if (is_again)
    s.repeated = 1;
  else
    ++s.attack;
}

// Of Residual FP it depends on whether the attack before cowered (A8.224).
int Attack::column_of_next(const State& s) const {
  return s.cowered ? situation_.if_cowered.at(s.attack) : situation_.attacks[s.attack][TargetStatus::unpinned].column;
}

// Where no Residual FP is left, nobody is attacked by it.
void Attack::leave_out_none(State& s) const {
  if (s.attack == situation_.attacks.size() || column_of_next(s) >= 0) return;
  ++s.attack;
  s.cowered = 0;
}

// Whether who fires again is still to be thrown for: not after a breakdown (A9.7), nor by who cowers (A7.9).
bool Attack::fires_again(State& s, Roll roll, const IftAttack& attack, bool is_first, Outcomes& outcomes) const {
  const bool mg_keeps = roll.colored <= situation_.rate_of_fire && roll.sum() < situation_.malfunctions_from.value_or(never);
  bool keeps = situation_.to_hit ? std::exchange(s.keeps, std::uint8_t{0}) != 0 : mg_keeps;
  if (keeps && roll.doubles() && attack.cowering_columns > 0) {
    if (begin_choice(s, is_first)) return true;
    keeps = situation_.again->without[s.cowered_crews].has_value();
  }
  note_rate_of_fire(s, keeps, outcomes);
  return false;
}

// The rate of fire is kept by whoever has not cowered, if he has Firepower enough (A7.3).
void Attack::end_choice(State& s, Outcomes& outcomes) const {
  note_rate_of_fire(s, situation_.again->without[s.cowered_crews].has_value(), outcomes);
  OnEachStatus<IftResult> results;
  for (const TargetStatus status : target_statuses) results[status] = unpacked(s.results[status]);
  s.results = {};
  resolve(s, {.normal = results, .target = situation_.attacks.front().alike()}, outcomes);
}

void Attack::resolve(State& s, const StackResults& results, Outcomes& outcomes) const {
  const LastAttack last = last_attack(s);
  if (last == LastAttack::yes) s.worst = 0;
  stack_.begin(s.stack, results, last, outcomes);
}

std::string Attack::in_words(const State& s, const AttackOnEach& attack, const OnEachStatus<IftResult>& results, Roll roll) const {
  std::string text;
  for (const TargetStatus status : target_statuses) {
    if (!stack_.has(s.stack, status)) continue;
    const bool is_alike = results.is_same_for_all() && attack.is_same_for_all();
    text.append(text.empty() ? "" : "; ").append(is_alike ? "" : std::string(model::in_words(status)) + ": ");
    text += "Final " + std::to_string(roll.sum() + attack[status].drm) + ": " + to_string(results[status]);
    if (is_alike) break;
  }
  return text;
}

// How a hit that is not critical attacks, and all else.
AttackOnEach Attack::attack_by(const State& s, Roll roll, bool is_again) const {
  if (situation_.mol && s.attack == 0 && roll.colored == mol_breaks_thrower_on) return situation_.mol->without_thrower;
  AttackOnEach attack = is_again ? *situation_.again->without[s.cowered_crews] : situation_.attacks[s.attack];
  if (s.cowered) {
    for (const TargetStatus status : target_statuses) attack[status].column = situation_.if_cowered.at(s.attack);
  }
  return attack;
}

void Attack::begin_hitting(State& s) const {
  if (situation_.to_hit) ToHitRoll::begin(s.to_hit);
}

// A miss is a shot that is over.
void Attack::take_hit(State& s, Roll roll, Outcomes& outcomes) const {
  const bool wakes = ToHitRoll::is_to_hit_dr(s.to_hit) || ToHitRoll::is_first_of_two_dr(s.to_hit);
  const auto [result, keeps] = to_hit_.next(s.to_hit, roll, *situation_.to_hit, outcomes);
  if (wakes) wake_sniper(s, roll);
  if (keeps) s.keeps = 1;
  if (result == ToHitResult::miss) {
    count(s, std::exchange(s.again, std::uint8_t{0}) != 0);
    if (!s.keeps) stack_.conclude(s.stack, outcomes);
    if (shots_fired_) note_rate_of_fire(s, std::exchange(s.keeps, std::uint8_t{0}) != 0, outcomes);
    return;
  }
  if (!result) return;
  s.hit = 1;
  if (s.has_hit == 0) outcomes.happened(*hits_);
  s.critical = result == ToHitResult::critical_hit;
  if (s.critical && s.has_hit < 2) outcomes.happened(*critical_hits_);
  s.has_hit = std::max<std::uint8_t>(s.has_hit, s.critical ? 2 : 1);
}

void Attack::wake_sniper(State& s, Roll roll) const {
  if (defenders_san_ == roll.sum() && !s.sniper_attacked) s.sniper_dr = 1;
}

Throw Attack::next_throw(const State& s) const {
  if (s.over) return {};
  if (s.sniper_dr) return {Dice::dr, "Sniper dr", "A14.3", "the defender"};
  if (is_kia_dr(s)) return kia_->next_throw(s.kia);
  if (s.choosing) {
    const bool is_crew = s.choosing <= situation_.again->crews();
    return {Dice::dr, "Random Selection dr", "A7.9", is_crew ? "who fires a MG" : "another who fires"};
  }
  if (stack_.busy(s.stack)) return stack_.next_throw(s.stack);
  if (ToHitRoll::busy(s.to_hit)) return to_hit_.next_throw(s.to_hit);
  return {Dice::DR, s.attack == 0 ? "IFT DR" : "next IFT DR", "A7.3", ""};
}

Attack::State Attack::next(const State& from, Roll roll, Outcomes& outcomes) const {
  State s = from;
  if (s.sniper_dr) {
    s.sniper_dr = 0;
    s.sniper_attacked = roll.colored <= 2;
    if (s.sniper_attacked) outcomes.happened(*sniper_attacks_);
    outcomes.tell([&] { return s.sniper_attacked ? "the defender's sniper attacks" : "no effect"; });
  } else if (is_kia_dr(s)) {
    take_kia(s, roll, outcomes);
  } else if (s.choosing) {
    choose(s, roll.colored, outcomes);
  } else if (stack_.busy(s.stack)) {
    stack_.next(s.stack, roll, last_attack(s), outcomes);
    if (ended(s)) return s;
  } else if (ToHitRoll::busy(s.to_hit)) {
    take_hit(s, roll, outcomes);
  } else if (s.attack == 0 && roll.sum() >= situation_.dud_from.value_or(never)) {  // A23.2
    outcomes.happened(*malfunctions_);
    outcomes.tell([] { return "the DC malfunctions"; });
    ++s.attack;
    stack_.conclude(s.stack, outcomes);
  } else {
    wake_sniper(s, roll);
    roll = ToHitRoll::counting(s.to_hit, roll, outcomes);
    const bool critical = is_critical(s, roll.sum()) || std::exchange(s.critical, std::uint8_t{0}) != 0;
    s.hit = 0;
    const bool is_first = s.attack == 0, is_again = std::exchange(s.again, 0) != 0, is_of_first = is_first || is_again;
    const AttackOnEach attack = attack_by(s, roll, is_again);
    StackResults results{.normal = results_of(attack, roll), .target = attack.alike()};
    if (critical) results.critical = results_of(*situation_.critical_hit, roll);
    outcomes.tell([&] {
      const std::string text = in_words(s, attack, results.normal, roll);
      const bool cowers = roll.doubles() && attack[situation_.status()].cowering_columns > 0;
      if (!critical) return (cowers ? "cowers, " : "") + text;
      return "a critical hit, " + in_words(s, *situation_.critical_hit, *results.critical, roll) +
             (stack_.alive(s.stack) == 1 ? "" : "; for the others " + text);
    });
    const IftResult result = worst_of(stack_, s.stack, results.critical.value_or(results.normal));
    note_result(s, result, outcomes);
    if (is_first) {
      if (critical && !situation_.to_hit) outcomes.happened(*critical_hits_);  // of a Gun it was the To Hit DR
      outcomes.happened(results_.at(result));
      kindle(s, roll.sum());
      note_weapon(roll, outcomes);
    }
    if (is_of_first && roll.sum() >= situation_.malfunctions_from.value_or(never)) {  // the attack counts all the same (A9.7)
      outcomes.happened(*malfunctions_);
      outcomes.tell([] { return "a MG malfunctions"; });
    }
    if (is_of_first) blow_up_pillbox(s, roll.sum(), critical, outcomes);
    count(s, is_again);
    s.cowered = roll.doubles() && situation_.if_cowered.contains(s.attack);
    leave_out_none(s);
    if (shots_fired_ && is_of_first && fires_again(s, roll, attack[TargetStatus::unpinned], is_first, outcomes)) {
      assert(!results.critical);  // Guns do not cower
      for (const TargetStatus status : target_statuses) s.results[status] = packed(results.normal[status]);
    } else {
      resolve(s, results, outcomes);
    }
  }
  return concluded(s, outcomes);
}

// The state itself, or the end of the trial if nothing is left to throw for.
Attack::State Attack::concluded(State s, Outcomes& outcomes) const {
  if (others_throw(s) || stack_.busy(s.stack) || is_in_shot(s)) return s;
  const bool goes_on = s.again || s.attack < situation_.attacks.size();
  if (goes_on && stack_.any_alive(s.stack)) {
    if (s.again) outcomes.begin_lap(), s.repeated = 0, begin_hitting(s);
    return s;
  }
  if (s.again) outcomes.measured_lap(*shots_fired_);
  if (goes_on) stack_.conclude(s.stack, outcomes);
  overall_.record(s.stack.seen, outcomes);
  State over;
  over.over = 1;
  return over;
}

int Attack::stage(const State& s) const {
  constexpr int before_choice = 1 + FlameOfKia::stages();
  const int before_stack = before_choice + those_who_choose();
  constexpr int of_shot = 2 + ToHitRoll::stages();  // a sniper dr may come behind its first DR, and behind its last
  const int over = before_stack + stack_.stages();
  int here = over + of_shot;
  if (is_in_shot(s) && s.sniper_dr)
    here = over + (ToHitRoll::busy(s.to_hit) ? 1 : of_shot - 1);
  else if (ToHitRoll::busy(s.to_hit))
    here = over + to_hit_.stage(s.to_hit) + (ToHitRoll::is_to_hit_dr(s.to_hit) ? 0 : 1);
  else if (s.sniper_dr)
    here = 0;
  else if (is_kia_dr(s))
    here = 1 + kia_->stage(s.kia);
  else if (s.choosing)
    here = before_choice + s.choosing - 1;
  else if (stack_.busy(s.stack))
    here = before_stack + stack_.stage(s.stack);
  return attacks_begun(s) * (1 + over + of_shot) + here;
}

}  // namespace boxcars::model
