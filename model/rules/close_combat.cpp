#include "model/rules/close_combat.hpp"

#include <algorithm>
#include <array>
#include <cassert>

#include "model/core/bad_input.hpp"
#include "model/core/numbers.hpp"
#include "model/rules/shared_fields.hpp"

namespace boxcars::model {
namespace {

constexpr std::array<CloseCombatColumn, 14> odds_columns{{{"less than 1-8", 0, 1, 0, 2},
                                                          {"1-8", 1, 8, 1, 3},
                                                          {"1-6", 1, 6, 2, 4},
                                                          {"1-4", 1, 4, 3, 5},
                                                          {"1-2", 1, 2, 4, 6},
                                                          {"1-1", 1, 1, 5, 7},
                                                          {"3-2", 3, 2, 6, 8},
                                                          {"2-1", 2, 1, 7, 9},
                                                          {"3-1", 3, 1, 8, 10},
                                                          {"4-1", 4, 1, 9, 11},
                                                          {"6-1", 6, 1, 10, 12},
                                                          {"8-1", 8, 1, 11, 13},
                                                          {"10-1", 10, 1, 12, 14},
                                                          {"more than 10-1", 10, 1, 13, 15}}};

constexpr int quarters = CloseCombatForce::quarters;
constexpr int ambushes_by = 3;  // A11.4

// A packed stand: bits of FP, of the DRM, which is 0 or negative, and of a number of units.
constexpr int bits_of_firepower = 10, bits_of_drm = 5, bits_of_units = 5;

// "12", "5.5".
std::string in_quarters(int firepower) {
  constexpr std::array<std::string_view, quarters> fractions{"", ".25", ".5", ".75"};
  return std::to_string(firepower / quarters) + std::string(fractions[index(firepower % quarters)]);
}

std::string told(CloseCombatResult result) {
  switch (result) {
    case CloseCombatResult::none:
      break;
    case CloseCombatResult::one_reduced:
      return "Casualty Reduction of one";
    case CloseCombatResult::all_eliminated:
      return "all eliminated";
  }
  return "no effect";
}

[[noreturn]] void refuse_ambush_drm(const std::string& typed) {
  throw BadInput("ambush_drm", "{ambush_drm} " + shown(typed) + " cannot be used", "it is the attacker's drm and the defender's, A11.4",
                 "give it like {ambush_drm -1,0}");
}

}  // namespace

const CloseCombatColumn& close_combat_column(int attack, int defense) {
  assert(attack >= 0 && defense > 0);
  const CloseCombatColumn& highest = odds_columns.back();
  if (attack * highest.defense > highest.attack * defense) return highest;
  std::size_t at = odds_columns.size() - 2;
  while (attack * odds_columns[at].defense < odds_columns[at].attack * defense) --at;
  return odds_columns[at];
}

int close_combat_firepower(const Unit& unit, Condition c) { return is_smc(unit) ? 1 : printed_firepower(unit, c); }

void CloseCombatForce::add(const Unit& unit, Condition c) {
  const int firepower = close_combat_firepower(unit, c);
  defense += firepower * quarters;
  if (c.broken) {
    ++broken;
    return;
  }
  ++attackers;
  attack += firepower * (c.pinned ? quarters / 2 : quarters);
  if (unit.kind == UnitKind::hero) ++heroes;
  if (!is_leader(unit) || c.pinned) return;
  const int drm = model::leadership(unit, c);
  best_leader = std::min(best_leader.value_or(drm), drm);
}

CloseCombatStand CloseCombatForce::stand() const {
  return {attack, defense, leadership() + drm_of_heroes(), attackers, broken > 0, withdrawn > 0};
}

std::uint32_t CloseCombatStand::packed() const {
  std::uint32_t value = 0;
  int at = 0;
  const auto put = [&](int number, int bits) {
    assert(number >= 0 && number < 1 << bits);
    value |= static_cast<std::uint32_t>(number) << at;
    at += bits;
  };
  put(attack, bits_of_firepower), put(defense, bits_of_firepower), put(-drm, bits_of_drm), put(unbroken, bits_of_units);
  put(any_broken ? 1 : 0, 1), put(any_withdrawn ? 1 : 0, 1);
  return value;
}

CloseCombatStand CloseCombatStand::unpacked(std::uint32_t value) {
  const auto take = [&](int bits) {
    const std::uint32_t number = value & ((1U << bits) - 1);
    value >>= bits;
    return static_cast<int>(number);
  };
  CloseCombatStand stand;
  stand.attack = take(bits_of_firepower), stand.defense = take(bits_of_firepower);
  stand.drm = -take(bits_of_drm), stand.unbroken = take(bits_of_units);
  stand.any_broken = take(1) != 0, stand.any_withdrawn = take(1) != 0;
  return stand;
}

Throw ambush_throw(Side by) { return {Dice::dr, "Ambush dr", "A11.4", in_words(by)}; }

std::optional<Side> ambusher_of(BySide<int> final_dr) {
  const int lead = final_dr[Side::defender] - final_dr[Side::attacker];
  if (lead >= ambushes_by) return Side::attacker;
  if (lead <= -ambushes_by) return Side::defender;
  return std::nullopt;
}

BySide<int> parse_ambush_drm(const std::string& typed) {
  if (typed.empty()) return {};
  const std::string_view text = typed;
  const auto comma = text.find(',');
  if (comma == std::string_view::npos) refuse_ambush_drm(typed);
  const auto drm = [&](std::string_view number) {
    if (number.starts_with('+')) number.remove_prefix(1);
    const auto value = whole_number(number);
    if (!value || *value < any_drm.low || *value > any_drm.high) refuse_ambush_drm(typed);
    return *value;
  };
  return {{drm(text.substr(0, comma)), drm(text.substr(comma + 1))}};
}

// A concealed target halves it (A11.19).
CloseCombatAttack CloseCombatAttack::of(const CloseCombatStand& own, const CloseCombatStand& enemies, Circumstances at) {
  return {.attack = at.is_at_concealed ? own.attack / 2 : own.attack,
          .defense = enemies.defense,
          .hand_to_hand = at.hand_to_hand,
          .drm = own.drm + at.drm,
          .drm_on_broken = own.drm + at.drm + against_broken_drm + (at.broken_withdraw ? against_withdrawing_drm(enemies.unbroken) : 0),
          .any_unbroken = enemies.unbroken > 0,
          .any_broken = enemies.any_broken,
          .broken_withdraw = at.broken_withdraw};
}

int CloseCombatAttack::kill_number() const {
  const CloseCombatColumn& column = close_combat_column(attack, defense);
  return hand_to_hand ? column.hand_to_hand : column.kill_number;
}

std::string CloseCombatAttack::in_words() const {
  return in_quarters(attack) + " FP to " + in_quarters(defense) + ", " + std::string(close_combat_column(attack, defense).odds) +
         ", Kill Number " + std::to_string(kill_number());
}

CloseCombatHits resolve(const CloseCombatAttack& attack, int original_dr, Outcomes& outcomes) {
  const int final_dr = original_dr + attack.drm, on_broken = original_dr + attack.drm_on_broken;
  const auto unbroken = close_combat_result(final_dr, attack.kill_number()), broken = close_combat_result(on_broken, attack.kill_number());
  outcomes.tell([&] {
    std::string text = attack.in_words();
    if (attack.any_unbroken) text += "; Final " + std::to_string(final_dr) + ": " + told(unbroken);
    if (attack.any_broken) text += "; Final " + std::to_string(on_broken) + " on broken units: " + told(broken);
    return text;
  });
  return hits_of(attack.any_unbroken ? unbroken : CloseCombatResult::none, attack.any_broken ? broken : CloseCombatResult::none,
                 attack.broken_withdraw);
}

}  // namespace boxcars::model
