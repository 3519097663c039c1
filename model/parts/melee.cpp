#include "model/parts/melee.hpp"

#include <cassert>
#include <string>

namespace boxcars::model {
namespace {

using enum Side;

// What is done, and by whom: a side stands when it is asked for what it has, and its attack takes effect on the other.
struct Act {
  enum class What : std::uint8_t { ambush_dr, stand, attack, effect };
  What what;
  Side by;
};

constexpr int acts_of_ambush = 2;

Act act_of(const Melee::State& s) {
  const int at = s.act - 1;
  if (at < acts_of_ambush) return {Act::What::ambush_dr, at == 0 ? attacker : defender};
  const Side first = s.ambusher == 2 ? defender : attacker, second = enemy_of(first);
  using enum Act::What;
  const std::array<Act, 6> at_once{{{stand, first}, {stand, second}, {attack, first}, {attack, second}, {effect, first}, {effect, second}}};
  const std::array<Act, 8> in_turn{{{stand, first},
                                    {stand, second},
                                    {attack, first},
                                    {effect, first},
                                    {stand, first},
                                    {stand, second},
                                    {attack, second},
                                    {effect, second}}};
  const auto i = static_cast<std::size_t>(at - acts_of_ambush);
  return s.ambusher ? in_turn[i] : at_once[i];
}

int last_act(const Melee::State& s) { return acts_of_ambush + (s.ambusher ? 8 : 6); }

GarrisonStand stand_of(const Melee::State& s, Side side) { return GarrisonStand::unpacked(s.stands[side]); }

// On to the next act that is a call or a throw: who has nobody in Good Order does not attack (A11.16), and what misses has no effect.
void proceed(Melee::State& s) {
  while (s.act <= last_act(s)) {
    const Act act = act_of(s);
    const bool is_done = act.what == Act::What::attack   ? stand_of(s, act.by).any_unbroken && stand_of(s, enemy_of(act.by)).defense > 0
                         : act.what == Act::What::effect ? s.hits[enemy_of(act.by)] != CloseCombatHits{}
                                                         : true;
    if (act.what == Act::What::effect) s.stands = {};  // both attacks that read them are over, or they are asked anew
    if (is_done) return;
    ++s.act;
  }
  s = {};
}

CloseCombatAttack attack_of(const Melee::State& s, Side by) {
  const GarrisonStand own = stand_of(s, by), enemy = stand_of(s, enemy_of(by));
  const Side ambusher = s.ambusher == 2 ? defender : attacker;
  const bool is_ambush = s.ambusher && stand_of(s, ambusher).any_unbroken;  // the broken ambush nobody
  const int of_ambush = !is_ambush ? 0 : by == ambusher ? ambushers_drm : against_ambusher_drm;
  const int drm = own.drm + of_ambush;
  return {.attack = own.attack,
          .defense = enemy.defense,
          .drm = drm,
          .drm_on_broken = drm + against_broken_drm,
          .any_unbroken = enemy.any_unbroken,
          .any_broken = enemy.any_broken};
}

}  // namespace

void Melee::begin(State& s, MayAmbush may_ambush) const {
  s = {.act = static_cast<std::uint8_t>(may_ambush == MayAmbush::yes ? 1 : acts_of_ambush + 1)};
}

std::optional<std::pair<Side, GarrisonCall>> Melee::call(const State& s) const {
  assert(busy(s));
  const Act act = act_of(s);
  if (act.what == Act::What::stand) return std::pair(act.by, GarrisonCall{.order = GarrisonCall::Order::stand});
  if (act.what != Act::What::effect) return std::nullopt;
  const Side on = enemy_of(act.by);
  return std::pair(on, GarrisonCall{.order = GarrisonCall::Order::strike, .hits = s.hits[on]});
}

bool Melee::resume(State& s, std::uint32_t value) const {
  const Act act = act_of(s);
  const bool takes_effect = act.what == Act::What::effect;
  if (takes_effect)
    s.hits[enemy_of(act.by)] = {};
  else
    s.stands[act.by] = value;
  ++s.act;
  proceed(s);
  return takes_effect;
}

Throw Melee::next_throw(const State& s) const {
  const Act act = act_of(s);
  const std::string_view by = act.by == attacker ? "the attacker" : "the defender";
  if (act.what == Act::What::ambush_dr) return {Dice::dr, "Ambush dr", "A11.4", by};
  return {Dice::DR, "Close Combat DR", "A11.11", by, Reads::sum};
}

void Melee::next(State& s, Roll roll, BySide<int> ambush_drm, Settled& settled) const {
  const Act act = act_of(s);
  if (act.what == Act::What::attack) {
    s.hits[enemy_of(act.by)] = resolve(attack_of(s, act.by), roll.sum(), settled);
  } else if (act.by == attacker) {
    s.ambush_dr = static_cast<std::uint8_t>(roll.colored);
  } else {
    const BySide<int> final_dr{{std::exchange(s.ambush_dr, std::uint8_t{0}) + ambush_drm[attacker], roll.colored + ambush_drm[defender]}};
    const auto ambusher = ambusher_of(final_dr);
    if (ambusher) s.ambusher = *ambusher == attacker ? 1 : 2;
    settled.tell([&] {
      return "Final " + std::to_string(final_dr[attacker]) + " to " + std::to_string(final_dr[defender]) +
             (!ambusher               ? "; no Ambush"
              : *ambusher == attacker ? "; the attacker ambushes"
                                      : "; the defender ambushes");
    });
  }
  ++s.act;
  proceed(s);
}

}  // namespace boxcars::model
