#include "model/parts/close_combat_round.hpp"

#include <cassert>
#include <string>
#include <utility>

namespace boxcars::model {
namespace {

using enum Side;
using What = CloseCombatRound::Act::What;

constexpr std::uint8_t attackers_dr = 1, first_attack = 3;  // acts

// A11.16.
bool can_attack(Side by, const CloseCombatRound::Stands& stands) { return stands[by].unbroken > 0 && stands[enemy_of(by)].any_there(); }

}  // namespace

CloseCombatFacts::CloseCombatFacts(Facts& facts)
    : eliminated{{facts.event("attacker eliminated"), facts.event("defender eliminated")}},
      both_eliminated(facts.event("both eliminated")),
      melee(facts.event("melee goes on")),
      ambushes{{facts.event("attacker ambushes"), facts.event("defender ambushes")}},
      rounds(facts.measure("rounds fought")) {}

void CloseCombatFacts::record_end(const BySide<CloseCombatStand>& stands, Outcomes& outcomes) const {
  for (const Side side : {attacker, defender}) {
    if (stands[side].is_eliminated()) outcomes.happened(eliminated[side]);
  }
  if (stands[attacker].is_eliminated() && stands[defender].is_eliminated()) outcomes.happened(both_eliminated);
  if (stands[attacker].any_there() && stands[defender].any_there()) outcomes.happened(melee);
}

CloseCombatRound CloseCombatRound::begun(Ambush ambush) {
  const int ambusher = ambush == Ambush::attacker ? 1 : ambush == Ambush::defender ? 2 : 0;
  return {.act = ambush == Ambush::roll ? attackers_dr : first_attack, .ambusher = static_cast<std::uint8_t>(ambusher)};
}

CloseCombatRound::Act CloseCombatRound::next() const {
  assert(!is_over());
  if (act < first_attack) return {What::ambush_dr, act == attackers_dr ? attacker : defender};
  const int at = act - first_attack;
  const bool is_attack = ambusher ? at % 2 == 0 : at < 2, is_first = ambusher ? at < 2 : at % 2 == 0;
  const Side first = ambusher == 2 ? defender : attacker;
  return {is_attack ? What::attack : What::effect, is_first ? first : enemy_of(first)};
}

std::optional<Side> CloseCombatRound::who_ambushes() const {
  if (ambusher == 0) return std::nullopt;
  return ambusher == 1 ? attacker : defender;
}

Throw CloseCombatRound::next_throw() const {
  const Act now = next();
  if (now.what == What::ambush_dr) return ambush_throw(now.by);
  return {Dice::DR, "Close Combat DR", "A11.11", in_words(now.by), Reads::sum};
}

void CloseCombatRound::advance() {
  if (act++ == acts) *this = {};
}

void CloseCombatRound::advance_past_misses() {
  do advance();
  while (!is_over() && next().what == What::effect && hits[enemy_of(next().by)] == CloseCombatHits{});
}

void CloseCombatRound::take_ambush_dr(int dr, BySide<int> drm, Outcomes& outcomes) {
  advance();
  if (act < first_attack) {
    ambush_dr = static_cast<std::uint8_t>(dr);
    return;
  }
  const BySide<int> final_dr{{std::exchange(ambush_dr, std::uint8_t{0}) + drm[attacker], dr + drm[defender]}};
  const auto by = ambusher_of(final_dr);
  if (by) ambusher = *by == attacker ? 1 : 2;
  outcomes.tell([&] {
    return "Final " + std::to_string(final_dr[attacker]) + " to " + std::to_string(final_dr[defender]) + (by ? "" : "; no Ambush");
  });
}

void CloseCombatRound::confirm_ambush(const Stands& stands, const CloseCombatFacts& facts, Outcomes& outcomes) {
  const auto by = who_ambushes();
  if (!by || act != first_attack) return;
  if (!can_attack(*by, stands)) {
    ambusher = 0;
    return;
  }
  outcomes.happened(facts.ambushes[*by]);
  outcomes.tell([&] { return std::string(in_words(*by)) + " ambushes"; });
}

bool CloseCombatRound::attacks(Side by, const Stands& stands, const CloseCombatTerms& terms, bool is_first_round) const {
  return can_attack(by, stands) && !stays_concealed(by, terms, is_first_round);
}

// Who attacks is attacked as one who is not concealed: at the same time, or behind his own attack (A11.19, A11.41).
bool CloseCombatRound::stays_concealed(Side side, const CloseCombatTerms& terms, bool is_first_round) const {
  return is_first_round && terms.concealed == side && terms.holds && who_ambushes() != enemy_of(side);
}

CloseCombatAttack CloseCombatRound::attack(Side by, const Stands& stands, const CloseCombatTerms& terms, bool is_first_round) const {
  const Side on = enemy_of(by);
  int drm = terms.drm[by];
  if (const auto who = who_ambushes(); who && stands[*who].unbroken > 0) drm += drm_by_ambush(*who, by);
  return CloseCombatAttack::of(stands[by], stands[on],
                               {.drm = drm,
                                .is_at_concealed = stays_concealed(on, terms, is_first_round),
                                .hand_to_hand = terms.hand_to_hand,
                                .broken_withdraw = !is_first_round});
}

}  // namespace boxcars::model
