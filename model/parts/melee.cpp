#include "model/parts/melee.hpp"

#include <cassert>
#include <string>

namespace boxcars::model {
namespace {

using enum Side;
using What = CloseCombatRound::Act::What;

constexpr bool is_first_round = true;  // each is: nobody withdraws in an assault

CloseCombatRound::Stands stands_of(const Melee::State& s) {
  return {{CloseCombatStand::unpacked(s.stands[attacker]), CloseCombatStand::unpacked(s.stands[defender])}};
}

// Whether a side is asked for its strength next: both are before the first attack, and before the second one if the first has taken effect.
bool asks(const Melee::State& s) {
  const CloseCombatRound::Act next = s.round.next();
  const bool is_second_in_turn = s.round.ambusher && next.by != s.round.who_ambushes();
  return next.what == What::attack && s.asked < (is_second_in_turn ? 4 : 2);
}

Side whom_it_asks(const Melee::State& s) {
  const Side first = s.round.who_ambushes().value_or(attacker);
  return s.asked % 2 == 0 ? first : enemy_of(first);
}

void advance(Melee::State& s) {
  s.round.advance_past_misses();
  if (s.round.is_over())
    s = {};
  else if (asks(s) || s.round.next().what == What::effect)
    s.stands = {};  // both attacks that use them are over, or they are asked for anew
}

// Goes on to the next act that is a call or a throw.
void proceed(Melee::State& s) {
  while (!s.round.is_over() && s.round.next().what == What::attack && !asks(s) &&
         !s.round.attacks(s.round.next().by, stands_of(s), {}, is_first_round))
    advance(s);
}

}  // namespace

void Melee::begin(State& s, MayAmbush may_ambush) const {
  s = {.round = CloseCombatRound::begun(may_ambush == MayAmbush::yes ? Ambush::roll : Ambush::none)};
}

std::optional<std::pair<Side, GarrisonCall>> Melee::call(const State& s) const {
  assert(busy(s));
  if (asks(s)) return std::pair(whom_it_asks(s), GarrisonCall{.order = GarrisonCall::Order::stand});
  if (s.round.next().what != What::effect) return std::nullopt;
  const Side on = enemy_of(s.round.next().by);
  return std::pair(on, GarrisonCall{.order = GarrisonCall::Order::strike, .hits = s.round.hits[on]});
}

bool Melee::resume(State& s, std::uint32_t value) const {
  const bool takes_effect = !asks(s);
  if (takes_effect) {
    s.round.hits[enemy_of(s.round.next().by)] = {};
    advance(s);
  } else {
    s.stands[whom_it_asks(s)] = value;
    ++s.asked;
  }
  proceed(s);
  return takes_effect;
}

void Melee::next(State& s, Roll roll, BySide<int> ambush_drm, Outcomes& outcomes) const {
  const CloseCombatRound::Act act = s.round.next();
  if (act.what == What::ambush_dr) {
    s.round.take_ambush_dr(roll.colored, ambush_drm, outcomes);
    if (const auto by = s.round.who_ambushes()) outcomes.tell([&] { return std::string(in_words(*by)) + " ambushes"; });
  } else {
    s.round.hits[enemy_of(act.by)] = resolve(s.round.attack(act.by, stands_of(s), {}, is_first_round), roll.sum(), outcomes);
    advance(s);
  }
  proceed(s);
}

}  // namespace boxcars::model
