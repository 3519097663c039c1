#include "model/questions/close_combat.hpp"

#include <algorithm>
#include <cassert>
#include <numeric>

#include "model/core/numbers.hpp"

namespace boxcars::model {
namespace {

using enum Side;
using What = CloseCombatRoll::Of;

enum CloseCombatStep : std::uint8_t { no_step, attackers_ambush_dr, defenders_ambush_dr, lots, decided };

constexpr int acts_a_round = 4;                                // two attacks, and the effect of each
constexpr int stages_an_act = 1 + 2 * CloseCombat::max_units;  // the DR, or a dr and a wound of each unit
constexpr int stages_of_ambush = 2;                            // a dr a side
constexpr int stages_of_lap = stages_of_ambush + acts_a_round * stages_an_act;
bool is_alive(Condition c) { return !c.eliminated; }
bool may_attack(Condition c) { return is_alive(c) && !c.broken; }  // A11.16
bool is_alive_and_broken(Condition c) { return is_alive(c) && c.broken; }

std::string_view the(Side side) { return side == attacker ? "the attacker" : "the defender"; }

std::vector<Equals> equals_of_side(const std::vector<UnitEntry>& entries, std::string_view side) {
  std::vector<int> all(entries.size());
  std::iota(all.begin(), all.end(), 0);
  std::vector<Equals> found = model::equals_of(entries, all, EqualLeaders::are_equal, side);
  for (std::size_t i = 1; i < found.size(); ++i) found[i].first = found[i - 1].first + found[i - 1].size;
  return found;
}

bool any_pinned(const std::vector<UnitEntry>& units) {
  return std::any_of(units.begin(), units.end(), [](const UnitEntry& entry) -> bool { return entry.unit.start.pinned; });
}

}  // namespace

CloseCombat::CloseCombat(const CloseCombatInputs& in)
    : in_(in),
      combatants_(in),
      equals_{{equals_of_side(combatants_.units[attacker], "a"), equals_of_side(combatants_.units[defender], "d")}},
      eliminated_{{facts_.event("attacker eliminated"), facts_.event("defender eliminated")}},
      both_eliminated_(facts_.event("both eliminated")),
      melee_(facts_.event("melee goes on")),
      ambushes_{{facts_.event("attacker ambushes"), facts_.event("defender ambushes")}},
      rounds_(facts_.measure("rounds fought")),
      fates_{{Fates(combatants_.units[attacker], MoreFates::only_losses, facts_, "a"),
              Fates(combatants_.units[defender], MoreFates::only_losses, facts_, "d")}},
      losses_{{CloseCombatLosses(equals_[attacker]), CloseCombatLosses(equals_[defender])}} {
  for (const Side side : {attacker, defender}) {
    for (std::size_t i = 0; i < equals_[side].size(); ++i)
      units_[side].insert(units_[side].end(), index(equals_[side][i].size), static_cast<int>(i));
  }
  sheet_ = sheet_of_start();
  describe();
}

const Equals& CloseCombat::equals_of(Side side, int unit) const { return equals_[side][index(units_[side][index(unit)])]; }

template <class Is>
int CloseCombat::count(const State& s, Side side, Is is) const {
  const auto units = std::span(s.units[side]).first(index(size(side)));
  return static_cast<int>(std::count_if(units.begin(), units.end(), is));
}
bool CloseCombat::any_alive(const State& s, Side side) const { return count(s, side, is_alive) > 0; }
bool CloseCombat::attacks(const State& s, Side side) const { return count(s, side, may_attack) > 0 && any_alive(s, enemy_of(side)); }

CloseCombatForce CloseCombat::force_of(const State& s, Side side) const {
  CloseCombatForce force;
  for (int i = 0; i < size(side); ++i) {
    if (is_alive(s.units[side][index(i)])) force.add(unit(side, i), s.units[side][index(i)]);
  }
  return force;
}

// A concealed target halves the attack (A11.19).
CloseCombatAttack CloseCombat::attack_of(const State& s, Side by) const {
  const Side on = enemy_of(by);
  const CloseCombatForce force = force_of(s, by), enemies = force_of(s, on);
  const bool is_halved = s.concealed && in_.concealed == on;
  return {.attack = is_halved ? force.attack / 2 : force.attack,
          .defense = enemies.defense,
          .hand_to_hand = in_.hand_to_hand,
          .drm = drm(s, by, What::attack),
          .drm_on_broken = drm(s, by, What::attack_on_broken),
          .any_unbroken = enemies.attackers > 0,
          .any_broken = enemies.broken > 0};
}

// The DRM of a side's attack as it stands. The best of its leaders directs it; none directs an attack that is his alone (A11.141).
template <class Add>
void CloseCombat::for_each_modifier(const State& s, Side by, Add add) const {
  const CloseCombatForce force = force_of(s, by);
  const bool is_defender = by == defender;
  if (force.best_leader && force.attackers > 1)
    add(What::attack, force.leadership(), is_defender ? "leader, the defender's attack" : "leader, the attacker's attack", "A11.141");
  add(What::attack, hero_drm * force.heroes, is_defender ? "heroes, the defender's attack" : "heroes, the attacker's attack", "A15.24");
  if (s.ambusher)
    add(What::attack, s.ambusher == (is_defender ? 2 : 1) ? ambushers_drm : against_ambusher_drm,
        is_defender ? "Ambush, the defender's attack" : "Ambush, the attacker's attack", "A11.4");
  add(What::attack, is_defender ? in_.defender_drm : in_.attacker_drm,
      is_defender ? "other DRM on the defender's attack, as given" : "other DRM on the attacker's attack, as given", "A11.11");
  if (count(s, enemy_of(by), is_alive_and_broken) > 0)
    add(What::attack_on_broken, against_broken_drm,
        is_defender ? "broken attackers, their own fate only" : "broken defenders, their own fate only", "A11.16");
}

// What is on the attack is on its effect on broken units, too.
int CloseCombat::drm(const State& s, Side by, CloseCombatRoll::Of of) const {
  int sum = 0;
  for_each_modifier(s, by,
                    [&](What what, int amount, const char*, const char*) { sum += what == What::attack || what == of ? amount : 0; });
  return sum;
}

Sheet<CloseCombatRoll> CloseCombat::sheet_of_start() const {
  Sheet<CloseCombatRoll> sheet;
  Settled settled;
  const State s = start(settled);
  for (const Side by : {attacker, defender}) {
    sheet.add({by, What::ambush}, {combatants_.ambush_drm[by],
                                   by == attacker ? "the attacker's Ambush dr, as given" : "the defender's Ambush dr, as given", "A11.4"});
    if (!attacks(s, by)) continue;
    for_each_modifier(s, by, [&](What what, int amount, const char* reason, const char* rule) {
      if (what == What::attack)
        sheet.add_to_all({{by, What::attack}, {by, What::attack_on_broken}}, {amount, reason, rule});
      else
        sheet.add({by, what}, {amount, reason, rule});
    });
  }
  return sheet;
}

std::string CloseCombat::summary_of(const State& s, Side by) const {
  const std::string who(the(by));
  if (!attacks(s, by)) return who + " does not attack: all of his units are broken";
  const CloseCombatAttack attack = attack_of(s, by);
  const auto on = [&](int total) {
    const int highest = attack.kill_number() - total - 1;
    return "DRM " + with_sign(total) + ": all eliminated by " + original_to(highest) +
           (highest + 1 < 2 || highest + 1 > 12 ? "" : ", one reduced by " + std::to_string(highest + 1));
  };
  std::string text = who + ": " + attack.in_words();
  if (attack.any_unbroken) text += "; " + on(attack.drm);
  if (attack.any_broken) text += "; on broken units " + on(attack.drm_on_broken);
  return text;
}

void CloseCombat::describe() {
  Settled settled;
  const State s = start(settled);
  question_.inputs = inputs_of(close_combat_questionnaire(), in_);
  question_.modifiers = sheet_.modifiers();
  question_.modifiers_of = sheet_.modifiers_of();
  for (const Side by : {attacker, defender}) question_.summary.push_back(summary_of(s, by));
  question_.headline = {{"eliminates all defenders", "defender eliminated"}, {"loses all attackers", "attacker eliminated"}};
  if (in_.ambush == Ambush::roll) question_.headline.insert(question_.headline.begin(), {"the attacker ambushes", "attacker ambushes"});
  if (combatants_.rounds)
    question_.headline.push_back({"Melee goes on", "melee goes on"});
  else
    question_.headline.push_back({"half the time over by round", "rounds fought", HeadlinePart::Tells::median});

  question_.notes.emplace_back("an Original 2 makes no leader here (A18.12)");
  if (in_.ambush == Ambush::roll) {
    question_.summary.push_back("ambushed: -1 on the ambusher's attack, which comes first, +1 on the enemy's");
    if (combatants_.ambush_drm[attacker] == 0 && combatants_.ambush_drm[defender] == 0)
      question_.notes.emplace_back(
          "no drm on the Ambush dr, neither a leader's nor the -2 of who are all concealed (A11.4); "
          "--ambush-drm has that of each side, like -1,0");
  }
  if (combatants_.rounds == 1) {
    question_.untold = {"rounds fought"};
    return;
  }
  const bool pinned = any_pinned(combatants_.units[attacker]) || any_pinned(combatants_.units[defender]);
  if (pinned || in_.concealed || in_.ambush != Ambush::none)
    question_.notes.emplace_back("pins, concealment and Ambush count in the first round only (A7.8, A11.15, A11.4)");
}

CloseCombat::State CloseCombat::start(Settled& settled) const {
  State s;
  for (const Side side : {attacker, defender}) {
    for (int i = 0; i < size(side); ++i) s.units[side][index(i)] = unit(side, i).start;
  }
  s.concealed = in_.concealed ? 1 : 0;
  if (in_.ambush == Ambush::roll) {
    s.step = attackers_ambush_dr;
    return s;
  }
  if (in_.ambush != Ambush::none) ambush(s, in_.ambush == Ambush::attacker ? attacker : defender, settled);
  proceed(s, settled);
  return s;
}

Throw CloseCombat::next_throw(const State& s) const {
  switch (s.step) {
    case attackers_ambush_dr:
      return {Dice::dr, "Ambush dr", "A11.4", the(attacker)};
    case defenders_ambush_dr:
      return {Dice::dr, "Ambush dr", "A11.4", the(defender)};
    case lots:
      return lot_of(*lot(s).second);
    case decided:
      return {};
    default:
      if (losses_[attacker].busy(s.losses)) return losses_[enemy_of(act_of(s).by)].next_throw(s.losses);
      return {Dice::DR, "Close Combat DR", "A11.11", the(act_of(s).by), Reads::sum};
  }
}

CloseCombat::State CloseCombat::next(const State& from, Roll roll, Settled& settled) const {
  State s = from;
  switch (s.step) {
    case attackers_ambush_dr:
      s.ambush_dr = static_cast<std::uint8_t>(roll.colored);
      s.step = defenders_ambush_dr;
      return s;
    case defenders_ambush_dr:
      take_ambush_dr(s, roll.colored, settled);
      break;
    case lots: {
      const auto [side, equals] = lot(s);
      const auto shift = shift_of(*equals, roll);
      if (!shift) return s;  // again
      settle(s, side, *equals, *shift, settled);
      ++s.unit;
      seek_lot(s);
      return s;
    }
    default: {
      const Act act = act_of(s);
      if (act.what == Act::What::attack) {
        s.hits[enemy_of(act.by)] = resolve(attack_of(s, act.by), roll.sum(), settled);
      } else {
        const Side on = enemy_of(act.by);
        losses_[on].next(s.losses, roll, units_of(s, on), settled);
        if (losses_[on].busy(s.losses)) return s;
      }
      ++s.act;
    }
  }
  proceed(s, settled);
  return s;
}

void CloseCombat::take_ambush_dr(State& s, int dr, Settled& settled) const {
  const BySide<int> final_dr{{s.ambush_dr + combatants_.ambush_drm[attacker], dr + combatants_.ambush_drm[defender]}};
  s.ambush_dr = 0;
  s.step = no_step;
  settled.tell([&] { return "Final " + std::to_string(final_dr[attacker]) + " to " + std::to_string(final_dr[defender]); });
  if (const auto ambusher = ambusher_of(final_dr))
    ambush(s, *ambusher, settled);
  else
    settled.tell([] { return "no Ambush"; });
}

// Those of whom all are broken ambush nobody.
void CloseCombat::ambush(State& s, Side by, Settled& settled) const {
  if (!attacks(s, by)) return;
  s.ambusher = by == attacker ? 1 : 2;
  settled.happened(ambushes_[by]);
  settled.tell([&] { return std::string(the(by)) + " ambushes"; });
}

// Without Ambush both attacks come before their effects: who is eliminated has attacked (A11.1).
CloseCombat::Act CloseCombat::act_of(const State& s) const {
  const Side first = s.ambusher == 2 ? defender : attacker, second = enemy_of(first);
  const bool is_first = s.ambusher ? s.act < 2 : s.act % 2 == 0;
  const bool is_attack = s.ambusher ? s.act % 2 == 0 : s.act < 2;
  return {is_attack ? Act::What::attack : Act::What::effect, is_first ? first : second};
}

// Goes on, through everything that needs no throw, to the next throw or to the end of the trial.
void CloseCombat::proceed(State& s, Settled& settled) const {
  while (s.act < acts_a_round) {
    const Act act = act_of(s);
    if (act.what == Act::What::attack ? attacks(s, act.by) : takes_effect(s, enemy_of(act.by), settled)) return;
    ++s.act;
  }
  end_round(s, settled);
}

// Whether a throw is needed for it.
bool CloseCombat::takes_effect(State& s, Side on, Settled& settled) const {
  losses_[on].begin(s.losses, std::exchange(s.hits[on], CloseCombatHits{}), units_of(s, on), settled);
  return losses_[on].busy(s.losses);
}

// A Melee has no pins, concealment or Ambush (A11.15).
void CloseCombat::end_round(State& s, Settled& settled) const {
  s.act = 0;
  s.ambusher = s.concealed = 0;
  for (auto& side : s.units.of) {
    for (Condition& c : side) c.pinned = 0;
  }
  if (any_alive(s, attacker) && any_alive(s, defender)) {
    settled.begin_lap();
    proceed(s, settled);
    return;
  }
  settled.measured_lap(rounds_);
  conclude(s, settled);
}

CloseCombat::State CloseCombat::end(const State& from, Settled& settled) const {
  State s = from;
  settled.measured(rounds_, *combatants_.rounds);
  conclude(s, settled);
  return s;
}

// Settles who is left, and all fates that need no lot.
void CloseCombat::conclude(State& s, Settled& settled) const {
  const BySide<bool> alive{{any_alive(s, attacker), any_alive(s, defender)}};
  for (const Side side : {attacker, defender}) {
    if (!alive[side]) settled.happened(eliminated_[side]);
  }
  if (!alive[attacker] && !alive[defender]) settled.happened(both_eliminated_);
  if (alive[attacker] && alive[defender]) settled.happened(melee_);
  State rest;
  rest.step = lots;
  for (const Side side : {attacker, defender}) {
    for (int i = 0; i < size(side); ++i) rest.units[side][index(i)] = fate(unit(side, i), s.units[side][index(i)]);
    losses_[side].sort(units_of(rest, side), size(side));
    for (const Equals& equals : equals_[side]) {
      if (equals.group || !needs_lot(rest, side, equals)) settle(rest, side, equals, 0, settled);
    }
  }
  s = rest;
  seek_lot(s);
}

bool CloseCombat::needs_lot(const State& s, Side side, const Equals& equals) const {
  return s.units[side][index(equals.first)] != s.units[side][index(equals.first + equals.size - 1)];
}

// Whose lot it is: the attacker's equals first.
std::pair<Side, const Equals*> CloseCombat::lot(const State& s) const {
  const std::size_t attackers = equals_[attacker].size();
  if (s.unit < attackers) return {attacker, &equals_[attacker][s.unit]};
  return {defender, &equals_[defender][s.unit - attackers]};
}

void CloseCombat::seek_lot(State& s) const {
  const std::size_t all = equals_[attacker].size() + equals_[defender].size();
  for (; s.unit < all; ++s.unit) {
    if (const auto [side, equals] = lot(s); needs_lot(s, side, *equals)) return;
  }
  s = {};
  s.step = decided;
}

// Settles the fates of equal units, each with that of the one so many places on, and forgets them.
void CloseCombat::settle(State& s, Side side, const Equals& equals, int shift, Settled& settled) const {
  const auto all = std::span(s.units[side]).subspan(index(equals.first), index(equals.size));
  std::rotate(all.begin(), all.begin() + shift, all.end());
  Seen seen;
  for (std::size_t i = 0; i < equals.entries.size(); ++i)
    fates_[side].settle(equals.entries[i], equals.group ? all : all.subspan(i, 1), seen, settled);
  std::fill(all.begin(), all.end(), Condition{});
}

int CloseCombat::stage(const State& s) const {
  const int in_round = stages_of_ambush + s.act * stages_an_act;
  switch (s.step) {
    case attackers_ambush_dr:
      return 0;
    case defenders_ambush_dr:
      return 1;
    case lots:
      return stages_of_lap + s.unit;
    default:
      return in_round + (losses_[attacker].busy(s.losses) ? losses_[enemy_of(act_of(s).by)].stage(s.losses) : 0);
  }
}

}  // namespace boxcars::model
