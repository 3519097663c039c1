#include "model/questions/close_combat_by_calls.hpp"

#include <algorithm>
#include <utility>

namespace boxcars::model {
namespace {

using enum Side;
using CombatState = CloseCombatByCalls::State;
using ActOf = CloseCombatRound::Act::What;

// Below 2 no DR reduces, above 12 all of them eliminate.
std::uint8_t clamped_need(int need) { return static_cast<std::uint8_t>(need < 2 ? 0 : std::min(need, 13)); }

CloseCombatResult result_of(int original_dr, int need) {
  return need == 0 ? CloseCombatResult::none : close_combat_result(original_dr, need);
}

}  // namespace

CloseCombatByCalls::State CloseCombatByCalls::start(Outcomes&) const {
  return {.round = CloseCombatRound::begun(terms_.ambush), .phase = terms_.ambush == Ambush::roll ? Phase::acting : Phase::looking};
}

Throw CloseCombatByCalls::next_throw(const State& s) const { return s.phase == Phase::acting ? s.round.next_throw() : Throw{}; }

CloseCombatByCalls::State CloseCombatByCalls::next(const State& from, Roll roll, Outcomes& outcomes) const {
  State s = from;
  const CloseCombatRound::Act act = s.round.next();
  if (act.what == ActOf::attack) {
    s.round.hits[enemy_of(act.by)] = hits_of(result_of(roll.sum(), s.needs.unbroken), result_of(roll.sum(), s.needs.broken), s.first == 0);
    go_on(s);
  } else {
    s.round.take_ambush_dr(roll.colored, terms_.ambush_drm, outcomes);
    if (s.round.next().what == ActOf::attack) s.phase = Phase::looking;
  }
  return s;
}

bool CloseCombatByCalls::calls(const State& s) const {
  switch (s.phase) {
    case Phase::recovering_attackers:
    case Phase::recovering_defenders:
    case Phase::concluding_attackers:
    case Phase::concluding_defenders:
      return true;
    case Phase::acting:
      return s.round.next().what == ActOf::effect;
    default:
      return false;
  }
}

Call CloseCombatByCalls::take_call(State& s) const {
  CloseCombatOrder order;
  Side on = defender;
  if (s.phase == Phase::acting) {
    on = enemy_of(s.round.next().by);
    order.hits = std::exchange(s.round.hits[on], CloseCombatHits{});
  } else {
    using What = CloseCombatOrder::What;
    on = s.phase == Phase::recovering_attackers || s.phase == Phase::concluding_attackers ? attacker : defender;
    order.what = s.phase >= Phase::concluding_attackers ? What::conclude : s.first ? What::forget_pins : What::withdraw;
  }
  return {on == attacker ? 0 : 1, order.packed()};
}

CloseCombatByCalls::State CloseCombatByCalls::resume(const State& from, int, Returned, Outcomes&) const {
  State s = from;
  if (s.phase == Phase::acting)
    go_on(s);
  else
    go_to(s, static_cast<Phase>(static_cast<int>(s.phase) + 1));
  return s;
}

CloseCombatByCalls::State CloseCombatByCalls::query(const State& from, Aggregate aggregate, Outcomes& outcomes) const {
  State s = from;
  const CloseCombatRound::Stands stands{
      {CloseCombatTroops::stand_in(aggregate, attacker), CloseCombatTroops::stand_in(aggregate, defender)}};
  if (s.phase == Phase::looking) {
    look_at_attack(s, stands, outcomes);
    return s;
  }
  if (stands[attacker].any_there() && stands[defender].any_there()) {  // a Melee has no pins, concealment or Ambush (A11.15)
    outcomes.begin_lap();
    return {.round = CloseCombatRound::begun(), .phase = Phase::looking, .first = 0};
  }
  outcomes.measured_lap(recorded_.rounds);
  recorded_.record_end(stands, outcomes);
  return {.phase = Phase::concluding_attackers, .first = 0};
}

// Whether and how who is next attacks, as it is now.
void CloseCombatByCalls::look_at_attack(State& s, const CloseCombatRound::Stands& stands, Outcomes& outcomes) const {
  s.round.confirm_ambush(stands, recorded_, outcomes);
  const Side by = s.round.next().by;
  if (s.round.attacks(by, stands, terms_, s.first != 0)) s.needs = needs_of(s, by, stands);
  s.phase = Phase::acting;
  if (s.needs == Needs{}) go_on(s);
}

CloseCombatByCalls::Needs CloseCombatByCalls::needs_of(const State& s, Side by, const CloseCombatRound::Stands& stands) const {
  const CloseCombatAttack attack = s.round.attack(by, stands, terms_, s.first != 0);
  const int kill_number = attack.kill_number();
  return {.unbroken = attack.any_unbroken ? clamped_need(kill_number - attack.drm) : std::uint8_t{0},
          .broken = attack.any_broken ? clamped_need(kill_number - attack.drm_on_broken) : std::uint8_t{0}};
}

// On to the next attack, or the next effect of one.
void CloseCombatByCalls::go_on(State& s) const {
  s.needs = {};
  s.round.advance_past_misses();
  if (s.round.is_over())
    go_to(s, Phase::recovering_attackers);
  else
    s.phase = s.round.next().what == ActOf::attack ? Phase::looking : Phase::acting;
}

// To a phase of the end, or the next one in which anything can happen.
void CloseCombatByCalls::go_to(State& s, Phase phase) const {
  const BySide<bool>& recovers = s.first ? affected_.pinned : affected_.broken;
  if (phase == Phase::recovering_attackers && !recovers[attacker]) phase = Phase::recovering_defenders;
  if (phase == Phase::recovering_defenders && !recovers[defender]) phase = Phase::looking_at_the_end;
  s.phase = phase;
}

CloseCombatByCalls::State CloseCombatByCalls::end(const State&, Outcomes& outcomes) const {
  outcomes.measured(recorded_.rounds, *terms_.rounds);
  outcomes.happened(recorded_.melee);
  return {.phase = Phase::concluding_attackers, .first = 0};
}

int CloseCombatByCalls::stage(const State& s) const {
  constexpr int behind_acts = 2 * CloseCombatRound::acts + 2;
  if (s.phase == Phase::looking || s.phase == Phase::acting) return 2 * s.round.stage() + (s.phase == Phase::acting ? 1 : 0);
  return behind_acts + static_cast<int>(s.phase);
}

}  // namespace boxcars::model
