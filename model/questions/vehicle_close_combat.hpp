#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "model/core/dice.hpp"
#include "model/core/question_process.hpp"
#include "model/core/sheet.hpp"
#include "model/parts/close_combat_losses.hpp"
#include "model/parts/close_combat_round.hpp"
#include "model/parts/equals.hpp"
#include "model/parts/stack.hpp"
#include "model/questions/close_combat.hpp"
#include "model/rules/close_combat.hpp"
#include "model/rules/close_combat_vehicle.hpp"
#include "model/rules/fates.hpp"
#include "model/rules/side.hpp"

namespace boxcars::model {

/// Whether a side of it has a vehicle.
bool has_vehicle(const CloseCombatInputs& in);

/// What was typed of a fight of Infantry with a vehicle, read and checked: throws BadInput for what the rules forbid.
struct VehicleCombatants {
  explicit VehicleCombatants(const CloseCombatInputs& in);
  Side infantry = Side::attacker;
  std::vector<UnitEntry> units{};
  CloseCombatVehicle vehicle{};
  BySide<int> ambush_drm{};
  std::optional<int> rounds{};
  /// The DRM of the PAATC that Infantry takes before it advances; none: there is no such check.
  std::optional<int> paatc{};
};

/// What its modifiers are on: an attack at the vehicle by a unit, the vehicle's attack, what that does to broken units, a side's Ambush dr,
/// the PAATC.
struct VehicleCombatRoll {
  enum class Of : std::uint8_t { at_vehicle, by_vehicle, by_vehicle_on_broken, ambush, paatc };
  Of of;
  int which = 0;  ///< the unit, or the side
  bool operator==(const VehicleCombatRoll&) const = default;
};

/// Close Combat of Infantry with a vehicle (A11.5-.8), round by round, as a process. A checked value.
///
/// Each MMC attacks by itself, with a SMC if there is one left, and a SMC without MMC alone: its DR against its Close Combat Value. The
/// vehicle attacks all of the Infantry with its MG on the Close Combat Table.
class VehicleCloseCombat : public QuestionProcess {
 public:
  static constexpr int max_units = Stack::max_units;

  struct State {
    std::array<Condition, max_units> units{};
    std::uint32_t attacked = 0;         ///< a bit for each unit that has attacked in this round
    CloseCombatLosses::State losses{};  ///< of the effect under way
    CloseCombatHits hits{};             ///< that wait to take effect
    std::uint8_t part = 0;              ///< of the round, in their order
    std::uint8_t step = 0;
    std::uint8_t unit = 0;       ///< who throws
    std::uint8_t with = 0;       ///< 1 + the SMC who attacks with him
    std::uint8_t vehicle = 0;    ///< what has become of it: bits
    std::uint8_t concealed = 0;  ///< the first round is under way, in which a side may be
    std::uint8_t ambusher = 0;   ///< 1: the attacker, 2: the defender
    std::uint8_t ambush_dr = 0;  ///< the attacker's
    std::uint8_t pending = 0;    ///< the VehicleLoss that the attack under way comes to
    std::array<std::uint8_t, 2> unused{};
    bool operator==(const State&) const = default;
  };

  explicit VehicleCloseCombat(const CloseCombatInputs& inputs);

  State start(Outcomes& outcomes) const;
  Throw next_throw(const State& s) const;
  State next(const State& from, Roll roll, Outcomes& outcomes) const;
  int laps() const { return combatants_.rounds.value_or(0); }
  State end(const State& from, Outcomes& outcomes) const;
  int stage(const State& s) const;

 private:
  // A part of a round: Infantry attacks, the vehicle does, or what that did comes to pass.
  enum class RoundPart : std::uint8_t { infantry, vehicle, effect };
  enum VehicleBit : std::uint8_t { immobile = 1, wreck = 2, burnt = 4, left = 8, made_immobile = 16 };

  int size() const { return static_cast<int>(units_.size()); }
  const Equals& equals_of(int unit) const;
  const Unit& unit(int unit) const { return equals_of(unit).unit; }
  Side vehicle_side() const { return enemy_of(combatants_.infantry); }
  bool fights(const State& s, int unit) const;
  bool is_there(const State& s, int unit) const;
  bool any_there(const State& s) const;
  bool any_fights(const State& s) const;
  bool vehicle_attacks(const State& s) const;
  AttacksFirst first_of(const State& s) const;
  bool is_concealed(const State& s, Side side) const;
  RoundPart part_of(const State& s) const;

  int value_of(const State& s) const;
  template <class Add>
  void for_each_drm_at_vehicle(const State& s, Add add) const;
  int drm_at_vehicle(const State& s) const;
  template <class Add>
  void for_each_drm_by_vehicle(const State& s, Add add) const;
  CloseCombatAttack attack_by_vehicle(const State& s) const;
  int defense_of_infantry(const State& s) const;
  int paatc_drm() const;
  int drm_given(Side side) const { return side == Side::attacker ? in_.attacker_drm : in_.defender_drm; }

  void add_facts();
  void describe();
  std::vector<State> attacks_at_start() const;
  std::string label_of_attack(const State& s) const;

  void seek_paatc(State& s, Outcomes& outcomes) const;
  void begin_fight(State& s, Outcomes& outcomes) const;
  void ambush(State& s, Side by, Outcomes& outcomes) const;
  void proceed(State& s, Outcomes& outcomes) const;
  void sort_units(State& s, int end) const;
  bool seek_attack(State& s) const;
  void take_attack_dr(State& s, Roll roll, Outcomes& outcomes) const;
  void take_casualty(State& s, bool main, bool with, Outcomes& outcomes) const;
  void finish_attack(State& s, Outcomes& outcomes) const;
  void end_round(State& s, Outcomes& outcomes) const;
  void conclude(State& s, Outcomes& outcomes) const;

  CloseCombatInputs in_;
  VehicleCombatants combatants_;
  std::vector<Equals> equals_;
  std::vector<int> units_;  // by unit: its equals
  CloseCombatFacts recorded_;
  std::optional<Fates> fates_;
  std::string vehicle_name_;
  std::optional<EventId> vehicle_eliminated_, vehicle_burns_, vehicle_immobilized_, vehicle_abandoned_, nobody_advances_;
  // Of each entry the event that it fails its PAATC, or of a group how many do.
  std::vector<std::optional<EventId>> fails_;
  std::vector<std::optional<MeasureId>> failing_;
  std::optional<CloseCombatLosses> losses_;
  Sheet<VehicleCombatRoll> sheet_;
};

}  // namespace boxcars::model
