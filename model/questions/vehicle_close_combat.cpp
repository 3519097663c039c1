#include "model/questions/vehicle_close_combat.hpp"

#include <algorithm>
#include <bit>
#include <cassert>
#include <cstddef>
#include <string_view>
#include <utility>

#include "model/core/modifier.hpp"
#include "model/core/numbers.hpp"
#include "model/rules/morale.hpp"

namespace boxcars::model {
namespace {

using OfRoll = VehicleCombatRoll::Of;

enum VehicleCombatStep : std::uint8_t {
  no_vehicle_step,
  paatc_dr,
  attackers_ambush_dr_at_vehicle,
  defenders_ambush_dr_at_vehicle,
  attack_dr,
  unlikely_kill_dr,
  immobilization_dr,
  who_suffers_dr,
  wound_dr,
  vehicle_attack_dr,
  vehicle_effect,
  fight_is_over
};

constexpr int parts_of_a_round = 3;
constexpr int throws_of_an_attack = 5;
constexpr int stages_of_a_part = std::max(throws_of_an_attack * (VehicleCloseCombat::max_units + 1), 1 + CloseCombatLosses::stages());
constexpr int stages_of_paatc = VehicleCloseCombat::max_units;
constexpr int stages_before_rounds = stages_of_paatc + 2;  // two Ambush dr
constexpr int reduces_from = 12;                           // the Original DR of an attack at a vehicle (A11.5)
constexpr int surely_kills = 2;                            // the Original DR that a dr follows

std::vector<Equals> entries_apart(const std::vector<UnitEntry>& entries, std::string_view side) {
  std::vector<Equals> all;
  int first = 0;
  for (std::size_t i = 0; i < entries.size(); ++i) {
    const UnitEntry& entry = entries[i];
    all.push_back({.unit = entry.unit,
                   .first = first,
                   .size = entry.count.value_or(1),
                   .group = entry.count.has_value(),
                   .entries = {static_cast<int>(i)},
                   .label = std::string(side) + std::to_string(i + 1) + ":" + entry.name});
    first += all.back().size;
  }
  return all;
}

std::string loss_in_words(VehicleLoss loss) {
  switch (loss) {
    case VehicleLoss::none:
      break;
    case VehicleLoss::immobilized:
      return "immobilized";
    case VehicleLoss::eliminated:
      return "eliminated";
    case VehicleLoss::burns:
      return "a burning wreck";
  }
  return "no effect";
}

}  // namespace

VehicleCloseCombat::VehicleCloseCombat(const CloseCombatInputs& in)
    : in_(in),
      combatants_(in),
      equals_(entries_apart(combatants_.units, combatants_.infantry == Side::attacker ? "a" : "d")),
      recorded_(facts_) {
  for (std::size_t i = 0; i < equals_.size(); ++i) units_.insert(units_.end(), index(equals_[i].size), static_cast<int>(i));
  losses_.emplace(equals_);
  add_facts();
  describe();
}

void VehicleCloseCombat::add_facts() {
  const bool infantry_attacks = combatants_.infantry == Side::attacker;
  vehicle_name_ = std::string(infantry_attacks ? "d1:" : "a1:") + combatants_.vehicle.name;
  const auto add_infantry = [&] { fates_.emplace(combatants_.units, std::vector{FatesOf::losses}, facts_, infantry_attacks ? "a" : "d"); };
  if (infantry_attacks) add_infantry();
  vehicle_eliminated_ = facts_.event(vehicle_name_ + " eliminated");
  vehicle_burns_ = facts_.event(vehicle_name_ + " burns");
  vehicle_immobilized_ = facts_.event(vehicle_name_ + " immobilized");
  vehicle_abandoned_ = facts_.event(vehicle_name_ + " crew abandons");
  if (!infantry_attacks) add_infantry();
  if (!combatants_.paatc) return;
  nobody_advances_ = facts_.event("nobody advances");
  for (const Equals& equals : equals_) {
    if (!takes_paatc(equals.unit)) {
      fails_.emplace_back(), failing_.emplace_back();
      continue;
    }
    const std::string name = equals.label + (equals.group ? " fail PAATC" : " fails PAATC");
    fails_.push_back(equals.group ? std::nullopt : std::optional(facts_.event(name)));
    failing_.push_back(equals.group ? std::optional(facts_.measure(name)) : std::nullopt);
  }
}

const Equals& VehicleCloseCombat::equals_of(int unit) const { return equals_[index(units_[index(unit)])]; }

bool VehicleCloseCombat::is_there(const State& s, int unit) const {
  const Condition c = s.units[index(unit)];
  return !c.eliminated && !c.apart;
}
bool VehicleCloseCombat::fights(const State& s, int unit) const { return is_there(s, unit) && !s.units[index(unit)].broken; }
bool VehicleCloseCombat::any_there(const State& s) const {
  for (int i = 0; i < size(); ++i) {
    if (is_there(s, i)) return true;
  }
  return false;
}
bool VehicleCloseCombat::any_fights(const State& s) const {
  for (int i = 0; i < size(); ++i) {
    if (fights(s, i)) return true;
  }
  return false;
}

bool VehicleCloseCombat::vehicle_attacks(const State& s) const {
  return combatants_.vehicle.attacks() && !(s.vehicle & (wreck | left)) && any_there(s);
}

// The ambusher does (A11.4).
AttacksFirst VehicleCloseCombat::first_of(const State& s) const {
  return s.ambusher == 1 ? AttacksFirst::attacker : s.ambusher == 2 ? AttacksFirst::defender : in_.first.value_or(AttacksFirst::attacker);
}

// Who attacks first has done so before the other does; at once, what the vehicle does takes effect when all have attacked.
VehicleCloseCombat::RoundPart VehicleCloseCombat::part_of(const State& s) const {
  using enum RoundPart;
  constexpr std::array<RoundPart, parts_of_a_round> infantry_first{infantry, vehicle, effect}, vehicle_first{vehicle, effect, infantry},
      at_once{vehicle, infantry, effect};
  const AttacksFirst first = first_of(s);
  if (first == AttacksFirst::both) return at_once[s.part];
  const bool is_infantry = (first == AttacksFirst::attacker) == (combatants_.infantry == Side::attacker);
  return is_infantry ? infantry_first[s.part] : vehicle_first[s.part];
}

// While it is attacked: not if it has attacked before or does so at once, nor if it is ambushed (A11.19, A11.4).
bool VehicleCloseCombat::is_concealed(const State& s, Side side) const {
  const AttacksFirst enemy = side == Side::attacker ? AttacksFirst::defender : AttacksFirst::attacker;
  return s.concealed && in_.concealed == side && first_of(s) == enemy && !s.ambusher;
}

// What would halve Firepower costs one each: a pin, a concealed target (A7.8, A11.19).
int VehicleCloseCombat::value_of(const State& s) const {
  int value = close_combat_value(unit(s.unit), s.units[s.unit]) + in_.close_combat_value;
  bool is_pinned = s.units[s.unit].pinned;
  if (s.with != 0) {
    value += value_of_smc_with_mmc;
    is_pinned = is_pinned || s.units[s.with - 1U].pinned;
  }
  if (is_pinned) value += value_if_halved;
  if (is_concealed(s, vehicle_side())) value += value_if_halved;
  return value;
}

template <class Add>
void VehicleCloseCombat::for_each_drm_at_vehicle(const State& s, Add add) const {
  for (const VehicleDrm& row : drm_on_vehicle(combatants_.vehicle, (s.vehicle & immobile) != 0)) add(row.amount, row.reason, "A11.5");
  const Side side = combatants_.infantry;
  if (s.ambusher) add(drm_by_ambush(s.ambusher == 1 ? Side::attacker : Side::defender, side), "Ambush, at the vehicle", "A11.4");
  if (in_.street_fighting) add(street_fighting_at_vehicle, "Street Fighting, at the vehicle", "A11.8");
  add(drm_given(side), "other DRM at the vehicle, as given", "A11.5");
  if (s.with != 0 && is_leader(unit(s.with - 1)) && !s.units[s.with - 1U].pinned)
    add(std::min(leadership(unit(s.with - 1), s.units[s.with - 1U]), 0), "leader", "A11.5");  // with a + he need not direct (A11.141)
  if (unit(s.unit).kind == UnitKind::hero || (s.with != 0 && unit(s.with - 1).kind == UnitKind::hero)) add(hero_drm, "hero", "A15.24");
}

int VehicleCloseCombat::drm_at_vehicle(const State& s) const {
  int sum = 0;
  for_each_drm_at_vehicle(s, [&](int amount, const char*, const char*) { sum += amount; });
  return sum;
}

template <class Add>
void VehicleCloseCombat::for_each_drm_by_vehicle(const State& s, Add add) const {
  const Side side = vehicle_side();
  if (s.ambusher) add(drm_by_ambush(s.ambusher == 1 ? Side::attacker : Side::defender, side), "Ambush, by the vehicle", "A11.4");
  if (in_.street_fighting) add(street_fighting_by_vehicle, "Street Fighting, by the vehicle", "A11.8");
  add(drm_given(side), "other DRM by the vehicle, as given", "A11.11");
}

CloseCombatAttack VehicleCloseCombat::attack_by_vehicle(const State& s) const {
  CloseCombatForce enemies;
  for (int i = 0; i < size(); ++i) {
    if (is_there(s, i)) enemies.add(unit(i), s.units[index(i)]);
  }
  int drm = 0;
  for_each_drm_by_vehicle(s, [&](int amount, const char*, const char*) { drm += amount; });
  const int firepower = combatants_.vehicle.firepower * CloseCombatForce::quarters;
  const bool in_motion = combatants_.vehicle.in_motion && !(s.vehicle & immobile);
  const CloseCombatStand own{.attack = in_motion ? firepower / 2 : firepower};
  CloseCombatStand infantry = enemies.stand();
  infantry.defense = defense_of_infantry(s) * CloseCombatForce::quarters;
  return CloseCombatAttack::of(own, infantry, {.drm = drm, .is_at_concealed = is_concealed(s, combatants_.infantry)});
}

// Its Close Combat Values: of each MMC, with +1 for a SMC beside it, and of other SMC (A11.5, A11.62).
int VehicleCloseCombat::defense_of_infantry(const State& s) const {
  int value = 0, mmc = 0, smc = 0;
  for (int i = 0; i < size(); ++i) {
    if (!is_there(s, i)) continue;
    ++(is_smc(unit(i)) ? smc : mmc);
    if (!is_smc(unit(i))) value += close_combat_value(unit(i), s.units[index(i)]) + in_.close_combat_value;
  }
  const int beside = std::min(mmc, smc), alone = smc - beside;
  value += beside * value_of_smc_with_mmc + alone * (close_combat_value_of_smc + in_.close_combat_value);
  return std::max(1, value);
}

// The best leader helps (A10.7).
int VehicleCloseCombat::paatc_drm() const {
  std::optional<int> best;
  for (int i = 0; i < size(); ++i) {
    const Condition c = unit(i).start;
    if (!is_leader(unit(i)) || c.broken || c.pinned) continue;
    const int his = leadership(unit(i), c);
    best = std::min(best.value_or(his), his);
  }
  return *combatants_.paatc + best.value_or(0);
}

// Of each attack that the Infantry has, as it comes to it.
std::vector<VehicleCloseCombat::State> VehicleCloseCombat::attacks_at_start() const {
  State s;
  for (int i = 0; i < size(); ++i) s.units[index(i)] = unit(i).start;
  s.concealed = in_.concealed ? 1 : 0;
  s.vehicle = combatants_.vehicle.is_immobile ? immobile : 0;
  s.ambusher = in_.ambush == Ambush::attacker ? 1 : in_.ambush == Ambush::defender ? 2 : 0;
  std::vector<State> attacks;
  while (seek_attack(s)) {
    attacks.push_back(s);
    s.attacked |= 1U << s.unit;
    if (s.with != 0) s.attacked |= 1U << (s.with - 1U);
  }
  if (attacks.empty()) attacks.push_back(s);
  return attacks;
}

std::string VehicleCloseCombat::label_of_attack(const State& s) const {
  return equals_of(s.unit).label + (s.with == 0 ? "" : " with " + equals_of(s.with - 1).label);
}

void VehicleCloseCombat::describe() {
  const CloseCombatVehicle& vehicle = combatants_.vehicle;
  description_.inputs = inputs_of(close_combat_questionnaire(), in_);
  const std::vector<State> attacks = attacks_at_start();
  const State& first = attacks.front();
  for (const Side side : {Side::attacker, Side::defender}) {
    sheet_.add({OfRoll::ambush, static_cast<int>(side)},
               {combatants_.ambush_drm[side],
                side == Side::attacker ? "the attacker's Ambush dr, as given" : "the defender's Ambush dr, as given", "A11.4"});
  }
  if (combatants_.paatc) sheet_.add({OfRoll::paatc}, {*combatants_.paatc, "PAATC: 1TC", "A11.6"});
  if (any_fights(first)) {
    for (const State& attack : attacks) {
      for_each_drm_at_vehicle(attack, [&](int amount, const char* reason, const char* rule) {
        const bool is_of_all = std::string_view(reason) != "leader" && std::string_view(reason) != "hero";
        if (!is_of_all)
          sheet_.add({OfRoll::at_vehicle, attack.unit}, {amount, reason + std::string(", ") + label_of_attack(attack), rule});
        else if (&attack == &first)
          sheet_.add({OfRoll::at_vehicle}, {amount, reason, rule});
      });
    }
  }
  if (vehicle_attacks(first)) {
    for_each_drm_by_vehicle(first, [&](int amount, const char* reason, const char* rule) {
      sheet_.add_to_all({{OfRoll::by_vehicle}, {OfRoll::by_vehicle_on_broken}}, {amount, reason, rule});
    });
    if (attack_by_vehicle(first).any_broken)
      sheet_.add({OfRoll::by_vehicle_on_broken}, {against_broken_drm, "broken Infantry, its own fate only", "A11.16"});
  }
  description_.modifiers = sheet_.modifiers();
  description_.modifiers_of = ModifiersOf::several_rolls;

  if (vehicle.told != vehicle.name) description_.summary.push_back(vehicle.name + ": " + vehicle.told);
  if (combatants_.paatc)
    description_.summary.push_back(std::string("before they advance: a PAATC of each MMC (") + (*combatants_.paatc == 1 ? "1TC" : "NTC") +
                                   "); who fails it does not come");
  if (any_fights(first)) {
    for (const State& attack : attacks) {
      const int value = value_of(attack), drm = drm_at_vehicle(attack);
      const int burns = (value >= 0 ? value / 2 : -((1 - value) / 2)) - drm;
      std::string text = label_of_attack(attack) + ": Close Combat Value " + std::to_string(value) + ", DRM " + with_sign(drm) +
                         ": eliminated by " + original_to(value - 1 - drm);
      if (burns >= 2) text += ", burning by " + original_to(burns);
      if (value - drm >= 2 && value - drm <= 12) text += ", immobilized by " + std::to_string(value - drm);
      description_.summary.push_back(std::move(text));
    }
  } else {
    description_.summary.emplace_back("the Infantry does not attack: all of it is broken");
  }
  const auto with_numbers = [&](const CloseCombatAttack& attack) {
    const int need = attack.kill_number();
    std::string text = "the vehicle: " + attack.in_words();
    if (attack.any_unbroken) text += "; DRM " + with_sign(attack.drm) + ": all eliminated by " + original_to(need - attack.drm - 1);
    if (attack.any_broken)
      text += "; on broken units DRM " + with_sign(attack.drm_on_broken) + ": all eliminated by " +
              original_to(need - attack.drm_on_broken - 1);
    return text;
  };
  if (vehicle_attacks(first))
    description_.summary.push_back(with_numbers(attack_by_vehicle(first)));
  else
    description_.summary.emplace_back("the vehicle does not attack" + std::string(vehicle.is_abandoned ? ": it is abandoned"
                                                                                  : vehicle.is_inactive
                                                                                      ? ": its crew is Shocked or Stunned"
                                                                                      : ": it has no MG for Close Combat"));
  const bool infantry_attacks = combatants_.infantry == Side::attacker;
  description_.headline = {
      {"eliminates the vehicle", vehicle_name_ + " eliminated"},
      {"immobilizes it", vehicle_name_ + " immobilized"},
      {infantry_attacks ? "loses all attackers" : "loses all defenders", infantry_attacks ? "attacker eliminated" : "defender eliminated"}};
  if (in_.ambush == Ambush::roll)
    description_.headline.insert(description_.headline.begin(), {"the attacker ambushes", "attacker ambushes"});
  description_.untold = {infantry_attacks ? "defender eliminated" : "attacker eliminated"};
  if (combatants_.rounds == 1) description_.untold.emplace_back("rounds fought");

  description_.notes.emplace_back("a vehicle is never held in Melee: it may drive away before the next round (A11.7)");
  description_.notes.emplace_back("an Original 2 at it gets a dr: 1 burns, 2 eliminates, 3 immobilizes; 12 reduces who attacked (A11.5)");
  description_.notes.emplace_back("whose vehicle is immobilized takes a TC, and abandons it if it fails: that ends the fight here (D5.5)");
}

VehicleCloseCombat::State VehicleCloseCombat::start(Outcomes& outcomes) const {
  State s;
  for (int i = 0; i < size(); ++i) s.units[index(i)] = unit(i).start;
  s.concealed = in_.concealed ? 1 : 0;
  s.vehicle = combatants_.vehicle.is_immobile ? immobile : 0;
  if (combatants_.paatc) {
    s.step = paatc_dr;
    s.unit = 0;
    seek_paatc(s, outcomes);
  } else {
    begin_fight(s, outcomes);
  }
  return s;
}

// Whose check is next.
void VehicleCloseCombat::seek_paatc(State& s, Outcomes& outcomes) const {
  for (; s.unit < size(); ++s.unit) {
    if (takes_paatc(unit(s.unit))) return;
  }
  s.step = no_vehicle_step;
  s.unit = 0;
  begin_fight(s, outcomes);
}

void VehicleCloseCombat::begin_fight(State& s, Outcomes& outcomes) const {
  if (!any_there(s)) {
    outcomes.happened(*nobody_advances_);
    outcomes.measured(recorded_.rounds, 0);
    conclude(s, outcomes);
    return;
  }
  if (in_.ambush == Ambush::roll) {
    s.step = attackers_ambush_dr_at_vehicle;
    return;
  }
  if (in_.ambush != Ambush::none) ambush(s, in_.ambush == Ambush::attacker ? Side::attacker : Side::defender, outcomes);
  proceed(s, outcomes);
}

// Who does not attack ambushes nobody.
void VehicleCloseCombat::ambush(State& s, Side by, Outcomes& outcomes) const {
  if (by == combatants_.infantry ? !any_fights(s) : !vehicle_attacks(s)) return;
  s.ambusher = by == Side::attacker ? 1 : 2;
  outcomes.happened(recorded_.ambushes[by]);
  outcomes.tell([&] { return std::string(in_words(by)) + " ambushes"; });
}

Throw VehicleCloseCombat::next_throw(const State& s) const {
  switch (s.step) {
    case paatc_dr:
      return {Dice::DR, "PAATC DR", "A11.6", equals_of(s.unit).label, Reads::sum};
    case attackers_ambush_dr_at_vehicle:
      return ambush_throw(Side::attacker);
    case defenders_ambush_dr_at_vehicle:
      return ambush_throw(Side::defender);
    case attack_dr:
      return {Dice::DR, "Close Combat DR", "A11.5", equals_of(s.unit).label, Reads::sum};
    case unlikely_kill_dr:
      return {Dice::dr, "Original 2 dr", "A11.5", vehicle_name_};
    case immobilization_dr:
      return {Dice::DR, "crew TC DR", "D5.5", vehicle_name_, Reads::sum};
    case who_suffers_dr:
      return {Dice::DR, "Random Selection DR", "A.9", equals_of(s.unit).label};
    case wound_dr:
      return {Dice::dr, "Wound Severity dr", "A17.11", equals_of(s.unit).label};
    case vehicle_attack_dr:
      return {Dice::DR, "Close Combat DR", "A11.11", vehicle_name_, Reads::sum};
    case vehicle_effect:
      return losses_->next_throw(s.losses);
    default:
      return {};
  }
}

VehicleCloseCombat::State VehicleCloseCombat::next(const State& from, Roll roll, Outcomes& outcomes) const {
  State s = from;
  switch (s.step) {
    case paatc_dr: {
      const int at = s.unit;
      const bool fails = roll.sum() + paatc_drm() > morale_level(unit(at), s.units[index(at)]);
      outcomes.tell([&] { return fails ? "fails: pinned, he does not come" : "passes"; });
      if (fails) s.units[index(at)].apart = 1;
      sort_units(s, at + 1);
      ++s.unit;
      seek_paatc(s, outcomes);
      return s;
    }
    case attackers_ambush_dr_at_vehicle:
      s.ambush_dr = static_cast<std::uint8_t>(roll.colored);
      s.step = defenders_ambush_dr_at_vehicle;
      return s;
    case defenders_ambush_dr_at_vehicle: {
      const BySide<int> final_dr{{std::exchange(s.ambush_dr, std::uint8_t{0}) + combatants_.ambush_drm[Side::attacker],
                                  roll.colored + combatants_.ambush_drm[Side::defender]}};
      s.step = no_vehicle_step;
      if (const auto by = ambusher_of(final_dr))
        ambush(s, *by, outcomes);
      else
        outcomes.tell([] { return "no Ambush"; });
      break;
    }
    case attack_dr:
      take_attack_dr(s, roll, outcomes);
      return s;
    case unlikely_kill_dr: {
      const VehicleLoss loss = unlikely_vehicle_loss(roll.colored);
      outcomes.tell([&] { return loss_in_words(loss); });
      s.pending = std::max(s.pending, static_cast<std::uint8_t>(loss));
      finish_attack(s, outcomes);
      return s;
    }
    case immobilization_dr: {
      const bool fails = roll.sum() > combatants_.vehicle.crew_morale;
      outcomes.tell([&] { return fails ? "fails: the crew abandons it" : "passes"; });
      if (fails) s.vehicle |= left;
      s.step = no_vehicle_step;
      break;
    }
    case who_suffers_dr:
      take_casualty(s, roll.colored >= roll.white, roll.white >= roll.colored, outcomes);
      return s;
    case wound_dr: {
      Condition& c = s.units[s.unit];
      c = wounded(c, roll.colored);
      outcomes.tell([&] { return equals_of(s.unit).label + (c.eliminated ? " is eliminated" : " is wounded"); });
      finish_attack(s, outcomes);
      return s;
    }
    case vehicle_attack_dr:
      s.hits = resolve(attack_by_vehicle(s), roll.sum(), outcomes);
      s.step = no_vehicle_step;
      ++s.part;
      break;
    default:
      assert(s.step == vehicle_effect);
      losses_->next(s.losses, roll, std::span(s.units).first(index(size())), outcomes);
      if (losses_->busy(s.losses)) return s;
      s.step = no_vehicle_step;
      ++s.part;
  }
  s.unit = s.with = 0;
  proceed(s, outcomes);
  return s;
}

// Whose attack is next: of a MMC with the first SMC who has not attacked; without MMC of a SMC alone.
bool VehicleCloseCombat::seek_attack(State& s) const {
  const auto first_of = [&](bool smc) {
    for (int i = 0; i < size(); ++i) {
      if (is_smc(unit(i)) == smc && fights(s, i) && !(s.attacked >> i & 1U)) return i;
    }
    return -1;
  };
  const int mmc = first_of(false), smc = first_of(true);
  s.unit = static_cast<std::uint8_t>(std::max(mmc >= 0 ? mmc : smc, 0));
  s.with = static_cast<std::uint8_t>(mmc >= 0 ? smc + 1 : 0);
  return mmc >= 0 || smc >= 0;
}

void VehicleCloseCombat::take_attack_dr(State& s, Roll roll, Outcomes& outcomes) const {
  const int original = roll.sum(), value = value_of(s), final_dr = original + drm_at_vehicle(s);
  const VehicleLoss loss = vehicle_loss(final_dr, value);
  outcomes.tell([&] {
    return "Final " + std::to_string(final_dr) + " against a Close Combat Value of " + std::to_string(value) + ": " + loss_in_words(loss);
  });
  const int unit = s.unit, with = s.with;
  s.attacked |= 1U << unit;
  if (with != 0) s.attacked |= 1U << (with - 1);
  s.pending = static_cast<std::uint8_t>(loss);
  const bool fires_back = !combatants_.vehicle.is_abandoned && !combatants_.vehicle.is_inactive;
  if (original == reduces_from && fires_back) {
    if (with == 0)
      take_casualty(s, true, false, outcomes);
    else
      s.step = who_suffers_dr;
  } else if (original == surely_kills && loss < VehicleLoss::burns) {
    s.step = unlikely_kill_dr;
  } else {
    finish_attack(s, outcomes);
  }
}

// Casualty Reduction (A7.302) of who attacks, of the SMC with him, or of both; a SMC has a wound, of which the dr follows.
void VehicleCloseCombat::take_casualty(State& s, bool main, bool with, Outcomes& outcomes) const {
  const bool main_is_smc = is_smc(unit(s.unit));
  if (main && !main_is_smc) {
    Condition& c = s.units[s.unit];
    c = reduced(unit(s.unit), c);
    outcomes.tell([&] { return equals_of(s.unit).label + (c.eliminated ? " is eliminated" : " is reduced"); });
  }
  if (with || (main && main_is_smc)) {
    if (with) s.unit = static_cast<std::uint8_t>(s.with - 1U);
    s.with = 0;
    outcomes.tell([&] { return equals_of(s.unit).label + " takes a wound"; });
    s.step = wound_dr;
    return;
  }
  finish_attack(s, outcomes);
}

// What the attack comes to for the vehicle; a crew whose vehicle it immobilizes takes a TC (D5.5).
void VehicleCloseCombat::finish_attack(State& s, Outcomes& outcomes) const {
  const auto loss = static_cast<VehicleLoss>(std::exchange(s.pending, std::uint8_t{0}));
  s.step = no_vehicle_step;
  s.unit = s.with = 0;
  if (loss >= VehicleLoss::eliminated) s.vehicle |= wreck;
  if (loss == VehicleLoss::burns) s.vehicle |= burnt;
  if (loss == VehicleLoss::immobilized && !(s.vehicle & immobile)) {
    s.vehicle |= immobile | made_immobile;
    if (!combatants_.vehicle.is_abandoned) {
      s.step = immobilization_dr;
      return;
    }
  }
  proceed(s, outcomes);
}

// Goes on, through everything that needs no throw, to the next throw or to the end of the trial.
void VehicleCloseCombat::proceed(State& s, Outcomes& outcomes) const {
  for (; s.part < parts_of_a_round; ++s.part) {
    switch (part_of(s)) {
      case RoundPart::infantry:
        if (!(s.vehicle & (wreck | left)) && seek_attack(s)) {
          s.step = attack_dr;
          return;
        }
        s.attacked = 0;
        s.unit = s.with = 0;
        break;
      case RoundPart::vehicle:
        if (vehicle_attacks(s)) {
          s.step = vehicle_attack_dr;
          return;
        }
        break;
      case RoundPart::effect:
        losses_->begin(s.losses, std::exchange(s.hits, CloseCombatHits{}), std::span(s.units).first(index(size())), outcomes);
        if (losses_->busy(s.losses)) {
          s.step = vehicle_effect;
          return;
        }
        break;
    }
  }
  end_round(s, outcomes);
}

// Equal units of a group are interchangeable.
void VehicleCloseCombat::sort_units(State& s, int end) const { losses_->sort(std::span(s.units).first(index(size())), end); }

// What follows a round has no pins, concealment or Ambush (A11.15).
void VehicleCloseCombat::end_round(State& s, Outcomes& outcomes) const {
  s.part = s.ambusher = s.concealed = 0;
  for (Condition& c : s.units) c.pinned = 0;
  sort_units(s, size());
  const bool goes_on = !(s.vehicle & (wreck | left)) && (any_fights(s) || vehicle_attacks(s));
  if (goes_on) {
    outcomes.begin_lap();
    proceed(s, outcomes);
    return;
  }
  outcomes.measured_lap(recorded_.rounds);
  conclude(s, outcomes);
}

VehicleCloseCombat::State VehicleCloseCombat::end(const State& from, Outcomes& outcomes) const {
  State s = from;
  outcomes.measured(recorded_.rounds, *combatants_.rounds);
  conclude(s, outcomes);
  return s;
}

// Records who is left, and how.
void VehicleCloseCombat::conclude(State& s, Outcomes& outcomes) const {
  const auto units = std::span(s.units).first(index(size()));
  const bool no_infantry = std::all_of(units.begin(), units.end(), [](Condition c) -> bool { return c.eliminated; });
  const bool is_wreck = (s.vehicle & wreck) != 0, is_left = (s.vehicle & left) != 0;
  if (no_infantry) outcomes.happened(recorded_.eliminated[combatants_.infantry]);
  if (is_wreck) outcomes.happened(recorded_.eliminated[vehicle_side()]);
  if (no_infantry && is_wreck) outcomes.happened(recorded_.both_eliminated);
  if (any_there(s) && !is_wreck && !is_left) outcomes.happened(recorded_.melee);
  if (is_wreck) outcomes.happened(*vehicle_eliminated_);
  if (s.vehicle & burnt) outcomes.happened(*vehicle_burns_);
  if (!is_wreck && (s.vehicle & made_immobile)) outcomes.happened(*vehicle_immobilized_);
  if (is_left) outcomes.happened(*vehicle_abandoned_);
  Seen seen;
  for (std::size_t i = 0; i < equals_.size(); ++i) {
    const Equals& equals = equals_[i];
    const auto of_entry = units.subspan(index(equals.first), index(equals.size));
    const auto failed = std::count_if(of_entry.begin(), of_entry.end(), [](Condition c) -> bool { return c.apart; });
    for (Condition& c : of_entry) c = fate(equals.unit, c);
    fates_->record(static_cast<int>(i), of_entry, seen, outcomes);
    if (fails_.empty()) continue;
    if (failing_[i]) outcomes.measured(*failing_[i], static_cast<int>(failed));
    if (fails_[i] && failed > 0) outcomes.happened(*fails_[i]);
  }
  s = {};
  s.step = fight_is_over;
}

int VehicleCloseCombat::stage(const State& s) const {
  enum OfAttack : std::uint8_t { suffers, wound, unlikely, crew, attack };
  const int in_round = stages_before_rounds + s.part * stages_of_a_part;
  const int in_attack = in_round + throws_of_an_attack * std::popcount(s.attacked);
  switch (s.step) {
    case paatc_dr:
      return s.unit;
    case attackers_ambush_dr_at_vehicle:
      return stages_of_paatc;
    case defenders_ambush_dr_at_vehicle:
      return stages_of_paatc + 1;
    case attack_dr:
      return in_attack + attack;
    case who_suffers_dr:
      return in_attack + suffers;
    case wound_dr:
      return in_attack + wound;
    case unlikely_kill_dr:
      return in_attack + unlikely;
    case immobilization_dr:
      return in_attack + crew;
    case vehicle_effect:
      return in_round + losses_->stage(s.losses);
    default:
      return in_round;
  }
}

}  // namespace boxcars::model
