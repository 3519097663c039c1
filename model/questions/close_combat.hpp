#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "model/core/choices.hpp"
#include "model/core/dice.hpp"
#include "model/core/field.hpp"
#include "model/core/question_process.hpp"
#include "model/core/sheet.hpp"
#include "model/parts/close_combat_losses.hpp"
#include "model/parts/equals.hpp"
#include "model/parts/stack.hpp"
#include "model/rules/close_combat.hpp"
#include "model/rules/fates.hpp"
#include "model/rules/side.hpp"

namespace boxcars::model {

inline constexpr std::array<Choice<Ambush>, 4> ambush_choices{
    {{"none", Ambush::none}, {"attacker", Ambush::attacker}, {"defender", Ambush::defender}, {"roll", Ambush::roll}}};

/// What the user typed about a Close Combat.
struct CloseCombatInputs {
  std::vector<std::string> attackers{};
  std::vector<std::string> defenders{};
  int attacker_drm = 0;  ///< on the attacker's attack
  int defender_drm = 0;
  std::optional<Side> concealed{};
  bool hand_to_hand = false;
  Ambush ambush = Ambush::none;
  std::string ambush_drm{};  ///< "A,D"; empty: none
  std::string rounds{};      ///< CC Phases: a number or "until"; empty: one
};

const Questionnaire<CloseCombatInputs>& close_combat_questionnaire();

/// What was typed, read and checked: throws BadInput for what the rules forbid.
struct CloseCombatants {
  explicit CloseCombatants(const CloseCombatInputs& inputs);
  BySide<std::vector<UnitEntry>> units;
  BySide<int> ambush_drm{};
  std::optional<int> rounds;  ///< none: until one side is gone
};

/// What its modifiers are on: a side's attack, what that does to broken units, a side's Ambush dr.
struct CloseCombatRoll {
  enum class Of : std::uint8_t { attack, attack_on_broken, ambush };
  Side by;
  Of of;
  bool operator==(const CloseCombatRoll&) const = default;
};

/// Close Combat, round by round (A11), as a process. A checked value.
///
/// In a round each side attacks once, with all of its units all of the enemy's. Without Ambush both DR come first, so that who is
/// eliminated has attacked; with it the ambusher's attack has taken effect before the other side's (A11.4).
class CloseCombat : public QuestionProcess {
 public:
  static constexpr int max_units = Stack::max_units;  ///< of a side

  struct State {
    BySide<std::array<Condition, max_units>> units{};
    BySide<CloseCombatHits> hits{};
    CloseCombatLosses::State losses{};  ///< of the effect under way
    std::uint8_t act = 0;               ///< of the round, in their order
    std::uint8_t step = 0;
    std::uint8_t unit = 0;       ///< which lot
    std::uint8_t concealed = 0;  ///< who was concealed still is
    std::uint8_t ambusher = 0;   ///< 1: the attacker, 2: the defender
    std::uint8_t ambush_dr = 0;  ///< the attacker's
    bool operator==(const State&) const = default;
  };

  explicit CloseCombat(const CloseCombatInputs& inputs);

  State start(Settled& settled) const;
  Throw next_throw(const State& s) const;
  State next(const State& s, Roll roll, Settled& settled) const;
  int laps() const { return combatants_.rounds.value_or(0); }
  State end(const State& s, Settled& settled) const;
  int stage(const State& s) const;

 private:
  // A part of a round: a side throws for its attack, or what that did comes to pass.
  struct Act {
    enum class What : std::uint8_t { attack, effect };
    What what;
    Side by;
  };
  int size(Side side) const { return static_cast<int>(units_[side].size()); }
  const Equals& equals_of(Side side, int unit) const;
  const Unit& unit(Side side, int unit) const { return equals_of(side, unit).unit; }
  std::span<Condition> units_of(State& s, Side side) const { return std::span(s.units[side]).first(static_cast<std::size_t>(size(side))); }
  template <class Is>
  int count(const State& s, Side side, Is is) const;
  bool any_alive(const State& s, Side side) const;
  bool attacks(const State& s, Side side) const;

  Act act_of(const State& s) const;
  CloseCombatForce force_of(const State& s, Side side) const;
  CloseCombatAttack attack_of(const State& s, Side by) const;
  template <class Add>
  void for_each_modifier(const State& s, Side by, Add add) const;
  int drm(const State& s, Side by, CloseCombatRoll::Of of) const;
  Sheet<CloseCombatRoll> sheet_of_start() const;
  void describe();
  std::string summary_of(const State& s, Side by) const;

  void take_ambush_dr(State& s, int dr, Settled& settled) const;
  void ambush(State& s, Side by, Settled& settled) const;
  void proceed(State& s, Settled& settled) const;
  bool takes_effect(State& s, Side on, Settled& settled) const;
  void end_round(State& s, Settled& settled) const;
  void conclude(State& s, Settled& settled) const;
  bool needs_lot(const State& s, Side side, const Equals& equals) const;
  std::pair<Side, const Equals*> lot(const State& s) const;
  void seek_lot(State& s) const;
  void settle(State& s, Side side, const Equals& equals, int shift, Settled& settled) const;

  CloseCombatInputs in_;
  CloseCombatants combatants_;
  BySide<std::vector<Equals>> equals_;
  BySide<std::vector<int>> units_;  // by unit: its equals
  BySide<EventId> eliminated_;
  EventId both_eliminated_;
  EventId melee_;
  BySide<EventId> ambushes_;
  MeasureId rounds_;
  BySide<Fates> fates_;
  BySide<CloseCombatLosses> losses_;
  Sheet<CloseCombatRoll> sheet_;
};

}  // namespace boxcars::model
