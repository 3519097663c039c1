#include "model/questions/close_combat.hpp"

#include <algorithm>
#include <numeric>
#include <string_view>

#include "model/core/numbers.hpp"
#include "model/core/sheet.hpp"
#include "model/parts/equals.hpp"
#include "model/rules/fates.hpp"

namespace boxcars::model {
namespace {

using enum Side;
using What = CloseCombatRound::Act::What;

enum CloseCombatStep : std::uint8_t { fighting, lots, decided };

constexpr int stages_an_act = 1 + CloseCombatLosses::stages();  // the DR, or a dr and a wound of each unit

// What its modifiers are on: a side's attack, what that does to broken units, a side's Ambush dr.
struct CloseCombatRoll {
  enum class Of : std::uint8_t { attack, attack_on_broken, ambush };
  Side by;
  Of of;
  bool operator==(const CloseCombatRoll&) const = default;
};

std::vector<Equals> equals_of_side(const std::vector<UnitEntry>& entries, std::string_view side) {
  std::vector<int> all(entries.size());
  std::iota(all.begin(), all.end(), 0);
  std::vector<Equals> found = model::equals_of(entries, all, EqualLeaders::are_equal, side);
  for (std::size_t i = 1; i < found.size(); ++i) found[i].first = found[i - 1].first + found[i - 1].size;
  return found;
}

BySide<bool> any_of(const CloseCombatants& combatants, bool holds(Condition)) {
  BySide<bool> any;
  for (const Side side : {attacker, defender}) {
    const auto& units = combatants.units[side];
    any[side] = std::any_of(units.begin(), units.end(), [&](const UnitEntry& entry) { return holds(entry.unit.start); });
  }
  return any;
}

}  // namespace

CloseCombat::CloseCombat(const CloseCombatInputs& in) : CloseCombat(in, CloseCombatants(in)) {}

CloseCombat::CloseCombat(const CloseCombatInputs& in, const CloseCombatants& combatants)
    : terms_(combatants.terms),
      affected_{.pinned = any_of(combatants, [](Condition c) -> bool { return c.pinned; }),
                .broken = any_of(combatants, [](Condition c) -> bool { return c.broken; })},
      recorded_(facts_),
      troops_{{troops_of(attacker, combatants), troops_of(defender, combatants)}} {
  describe(in);
}

CloseCombatTroops CloseCombat::troops_of(Side side, const CloseCombatants& combatants) {
  const std::vector<UnitEntry>& units = combatants.units[side];
  const char* const letter = side == attacker ? "a" : "d";
  std::vector<FatesOf> lists{FatesOf::losses};
  if (terms_.rounds != 1) lists.push_back(FatesOf::withdrawal);
  return {side, equals_of_side(units, letter), Fates(units, lists, facts_, letter)};
}

CloseCombatRound::Stands CloseCombat::stands(const State& s) const {
  return {{troops_[attacker].force(s.units[attacker]).stand(), troops_[defender].force(s.units[defender]).stand()}};
}

void CloseCombat::add_modifiers(const State& s) {
  using Of = CloseCombatRoll::Of;
  Sheet<CloseCombatRoll> sheet;
  for (const Side by : {attacker, defender}) {
    const bool is_defender = by == defender;
    const auto add = [&](int amount, const char* attackers, const char* defenders, const char* rule) {
      sheet.add_to_all({{by, Of::attack}, {by, Of::attack_on_broken}}, {amount, is_defender ? defenders : attackers, rule});
    };
    sheet.add({by, Of::ambush},
              {terms_.ambush_drm[by], is_defender ? "the defender's Ambush dr, as given" : "the attacker's Ambush dr, as given", "A11.4"});
    if (!attacks(s, by)) continue;
    const CloseCombatForce force = troops_[by].force(s.units[by]);
    add(force.leadership(), "leader, the attacker's attack", "leader, the defender's attack", "A11.141");
    add(force.drm_of_heroes(), "heroes, the attacker's attack", "heroes, the defender's attack", "A15.24");
    if (const auto who = s.round.who_ambushes())
      add(drm_by_ambush(*who, by), "Ambush, the attacker's attack", "Ambush, the defender's attack", "A11.4");
    add(terms_.drm[by], "other DRM on the attacker's attack, as given", "other DRM on the defender's attack, as given", "A11.11");
    if (stands(s)[enemy_of(by)].any_broken)
      sheet.add(
          {by, Of::attack_on_broken},
          {against_broken_drm, is_defender ? "broken attackers, their own fate only" : "broken defenders, their own fate only", "A11.16"});
  }
  description_.modifiers = sheet.modifiers();
  description_.modifiers_of = sheet.modifiers_of();
}

std::string CloseCombat::summary_of(const State& s, Side by) const {
  const std::string who(in_words(by));
  if (stands(s)[by].unbroken == 0) return who + " does not attack: all of his units are broken";
  if (!attacks(s, by))
    return who + " does not attack, and stays concealed (A11.41)" +
           (terms_.ambush == Ambush::roll ? "; if he is ambushed he is not concealed any more, and attacks" : "");
  const CloseCombatAttack attack = s.round.attack(by, stands(s), terms_, s.first != 0);
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

void CloseCombat::describe(const CloseCombatInputs& in) {
  Outcomes outcomes;
  const State s = start(outcomes);
  description_.inputs = inputs_of(close_combat_questionnaire(), in);
  add_modifiers(s);
  for (const Side by : {attacker, defender}) description_.summary.push_back(summary_of(s, by));
  description_.headline = {{"eliminates all defenders", "defender eliminated"}, {"loses all attackers", "attacker eliminated"}};
  if (terms_.ambush == Ambush::roll)
    description_.headline.insert(description_.headline.begin(), {"the attacker ambushes", "attacker ambushes"});
  if (terms_.rounds)
    description_.headline.push_back({"Melee goes on", "melee goes on"});
  else
    description_.headline.push_back({"half the time over by round", "rounds fought", HeadlinePart::Tells::median});

  description_.notes.emplace_back("an Original 2 makes no leader here (A18.12)");
  if (terms_.ambush == Ambush::roll) {
    description_.summary.push_back("ambushed: -1 on the ambusher's attack, which comes first, +1 on the enemy's");
    if (terms_.ambush_drm == BySide<int>{})
      description_.notes.emplace_back(
          "no drm on the Ambush dr, neither a leader's nor the -2 of a side with a concealed unit (A11.4); "
          "--ambush-drm has that of each side, like -1,0");
  }
  if (terms_.concealed && !terms_.holds && stands(s)[*terms_.concealed].unbroken > 0)
    description_.notes.emplace_back("who is concealed and attacks is attacked with full FP (A11.19); --holds " +
                                    std::string(name_of(*terms_.concealed, side_choices)) + " if he does not attack");
  if (terms_.holds && s.round.who_ambushes() == enemy_of(*terms_.concealed))
    description_.notes.emplace_back("who is ambushed is not concealed any more, and attacks: --holds has no effect (A11.4)");
  const bool any_pinned = affected_.pinned != BySide<bool>{}, any_broken = affected_.broken != BySide<bool>{};
  if (terms_.rounds == 1)
    description_.untold = {"rounds fought"};
  else if (any_pinned || terms_.concealed || terms_.ambush != Ambush::none)
    description_.notes.emplace_back("pins, concealment and Ambush count in the first round only (A7.8, A11.15, A11.4)");
  if (any_broken && terms_.rounds != 1)
    description_.notes.emplace_back("from the second round on the broken withdraw: on their own fate " +
                                    with_sign(against_withdrawing_drm(0)) +
                                    " more, and +1 for each of their side that stays; who is not hurt leaves (A11.16, A11.2)");
}

CloseCombat::State CloseCombat::start(Outcomes& outcomes) const {
  State s;
  for (const Side side : {attacker, defender}) s.units[side] = troops_[side].start();
  s.first = 1;
  s.round = CloseCombatRound::begun(terms_.ambush);
  if (terms_.ambush != Ambush::roll) begin_attacks(s, outcomes);
  return s;
}

Throw CloseCombat::next_throw(const State& s) const {
  if (s.step == decided) return {};
  if (s.step == lots) return troops_[lot(s).first].lot_throw(lot(s).second);
  const CloseCombatLosses& losses = troops_[enemy_of(s.round.next().by)].losses();
  return losses.busy(s.losses) ? losses.next_throw(s.losses) : s.round.next_throw();
}

CloseCombat::State CloseCombat::next(const State& from, Roll roll, Outcomes& outcomes) const {
  State s = from;
  if (s.step == lots) {
    const auto [side, number] = lot(s);
    if (!troops_[side].draw(units_of(s, side), number, roll, outcomes)) return s;  // again
    ++s.lot;
    seek_lot(s);
    return s;
  }
  const auto [what, by] = s.round.next();
  const Side on = enemy_of(by);
  switch (what) {
    case What::ambush_dr:
      s.round.take_ambush_dr(roll.colored, terms_.ambush_drm, outcomes);
      if (s.round.next().what != What::ambush_dr) begin_attacks(s, outcomes);
      return s;
    case What::attack:
      s.round.hits[on] = resolve(s.round.attack(by, stands(s), terms_, s.first != 0), roll.sum(), outcomes);
      break;
    case What::effect:
      troops_[on].losses().next(s.losses, roll, units_of(s, on), outcomes);
      if (troops_[on].losses().busy(s.losses)) return s;
  }
  s.round.advance();
  proceed(s, outcomes);
  return s;
}

void CloseCombat::begin_attacks(State& s, Outcomes& outcomes) const {
  s.round.confirm_ambush(stands(s), recorded_, outcomes);
  proceed(s, outcomes);
}

// Goes on, through everything that needs no throw, to the next throw or to the end of the trial.
void CloseCombat::proceed(State& s, Outcomes& outcomes) const {
  for (; !s.round.is_over(); s.round.advance()) {
    const auto [what, by] = s.round.next();
    if (what == What::attack ? attacks(s, by) : takes_effect(s, enemy_of(by), outcomes)) return;
  }
  end_round(s, outcomes);
}

// Whether a throw is needed for it.
bool CloseCombat::takes_effect(State& s, Side on, Outcomes& outcomes) const {
  const CloseCombatLosses& losses = troops_[on].losses();
  losses.begin(s.losses, std::exchange(s.round.hits[on], CloseCombatHits{}), units_of(s, on), outcomes);
  return losses.busy(s.losses);
}

// A Melee has no pins, concealment or Ambush (A11.15).
void CloseCombat::end_round(State& s, Outcomes& outcomes) const {
  for (const Side side : {attacker, defender}) {
    if (s.first)
      CloseCombatTroops::forget_pins(s.units[side]);
    else
      troops_[side].withdraw(units_of(s, side), outcomes);
    troops_[side].losses().sort(units_of(s, side), troops_[side].size());
  }
  s.first = 0;
  if (const auto now = stands(s); now[attacker].any_there() && now[defender].any_there()) {
    outcomes.begin_lap();
    s.round = CloseCombatRound::begun();
    proceed(s, outcomes);
    return;
  }
  outcomes.measured_lap(recorded_.rounds);
  conclude(s, outcomes);
}

CloseCombat::State CloseCombat::end(const State& from, Outcomes& outcomes) const {
  State s = from;
  outcomes.measured(recorded_.rounds, *terms_.rounds);
  conclude(s, outcomes);
  return s;
}

// Records who is left, and all fates that need no lot.
void CloseCombat::conclude(State& s, Outcomes& outcomes) const {
  recorded_.record_end(stands(s), outcomes);
  for (const Side side : {attacker, defender}) troops_[side].conclude(units_of(s, side), outcomes);
  s = {.units = s.units, .step = lots};
  seek_lot(s);
}

// Whose lot it is, and which.
std::pair<Side, int> CloseCombat::lot(const State& s) const {
  const int attackers = troops_[attacker].lots();
  return s.lot < attackers ? std::pair(attacker, int{s.lot}) : std::pair(defender, s.lot - attackers);
}

void CloseCombat::seek_lot(State& s) const {
  const int attackers = troops_[attacker].lots();
  int next = std::min<int>(s.lot, attackers);
  next = troops_[attacker].next_lot(s.units[attacker], next);
  if (next == attackers) next += troops_[defender].next_lot(s.units[defender], std::max(s.lot - attackers, 0));
  s.lot = static_cast<std::uint8_t>(next);
  if (next == attackers + troops_[defender].lots()) s = {.step = decided};
}

int CloseCombat::stage(const State& s) const {
  if (s.step != fighting) return CloseCombatRound::acts * stages_an_act + s.lot;
  const CloseCombatLosses& losses = troops_[attacker].losses();
  return s.round.stage() * stages_an_act + (losses.busy(s.losses) ? losses.stage(s.losses) : 0);
}

CloseCombatByCalls CloseCombat::by_calls() const {
  return CloseCombatByCalls(terms_, affected_, recorded_, {troops_[attacker], troops_[defender]});
}

}  // namespace boxcars::model
