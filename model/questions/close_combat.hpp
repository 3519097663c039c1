#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "model/core/choices.hpp"
#include "model/core/dice.hpp"
#include "model/core/field.hpp"
#include "model/core/question_process.hpp"
#include "model/parts/close_combat_losses.hpp"
#include "model/parts/close_combat_round.hpp"
#include "model/parts/close_combat_troops.hpp"
#include "model/questions/close_combat_by_calls.hpp"
#include "model/rules/close_combat.hpp"
#include "model/rules/map_input.hpp"
#include "model/rules/side.hpp"

namespace boxcars::model {

inline constexpr std::array<Choice<Ambush>, 4> ambush_choices{
    {{"none", Ambush::none}, {"attacker", Ambush::attacker}, {"defender", Ambush::defender}, {"roll", Ambush::roll}}};

/// Which side attacks first where a vehicle is in it (A11.3), or that both attack at once.
enum class AttacksFirst : std::uint8_t { attacker, defender, both };
inline constexpr std::array<Choice<AttacksFirst>, 3> attacks_first_choices{
    {{"attacker", AttacksFirst::attacker}, {"defender", AttacksFirst::defender}, {"both", AttacksFirst::both}}};

/// The check before Infantry advances on an AFV (A11.6).
enum class Paatc : std::uint8_t { none, ntc, one_tc };
inline constexpr std::array<Choice<Paatc>, 3> paatc_choices{{{"none", Paatc::none}, {"ntc", Paatc::ntc}, {"1tc", Paatc::one_tc}}};

/// What the user typed about a Close Combat.
struct CloseCombatInputs {
  std::vector<std::string> attackers{};
  std::vector<std::string> defenders{};
  int attacker_drm = 0;  ///< on the attacker's attack
  int defender_drm = 0;
  std::optional<Side> concealed{};
  std::optional<Side> holds{};  ///< does not attack, so that it stays concealed
  bool hand_to_hand = false;
  Ambush ambush = Ambush::none;
  std::string ambush_drm{};             ///< "A,D"; empty: none
  std::string rounds{};                 ///< CC Phases: a number or "until"; empty: one
  std::optional<AttacksFirst> first{};  ///< with a vehicle, as what follows
  std::optional<Paatc> paatc{};
  bool street_fighting = false;
  int close_combat_value = 0;  ///< more for each attack at it
  MapInput map{};              ///< a save,
  std::string hex{};           ///< and where on it they fight
};

const Questionnaire<CloseCombatInputs>& close_combat_questionnaire();
/// Has those of a save who are in that Location, unless they were given.
std::vector<std::string> close_combat_on_table(CloseCombatInputs& inputs, const std::set<std::string>& given, const MapReader& read_map);

/// What was typed, read and checked: throws BadInput for what the rules forbid.
struct CloseCombatants {
  explicit CloseCombatants(const CloseCombatInputs& inputs);
  BySide<std::vector<UnitEntry>> units;
  CloseCombatTerms terms;
};

/// Close Combat, round by round (A11), as a process. A checked value.
///
/// In a round each side attacks once, with all of its units all of the enemy's, in the order of CloseCombatRound. VehicleCloseCombat is
/// that of Infantry with a vehicle.
class CloseCombat : public QuestionProcess {
 public:
  static constexpr int max_units = CloseCombatTroops::max_units;  ///< of a side

  struct State {
    BySide<std::array<Condition, max_units>> units{};
    CloseCombatRound round{};
    CloseCombatLosses::State losses{};  ///< of the effect under way
    std::uint8_t step = 0;
    std::uint8_t lot = 0;    ///< the attacker's lots come first
    std::uint8_t first = 0;  ///< the first round is under way
    bool operator==(const State&) const = default;
  };

  explicit CloseCombat(const CloseCombatInputs& inputs);

  State start(Outcomes& outcomes) const;
  Throw next_throw(const State& s) const;
  State next(const State& s, Roll roll, Outcomes& outcomes) const;
  int laps() const { return terms_.rounds.value_or(0); }
  State end(const State& s, Outcomes& outcomes) const;
  int stage(const State& s) const;

  /// The same, for its exact odds where the states of both sides together are too many.
  CloseCombatByCalls by_calls() const;

 private:
  CloseCombat(const CloseCombatInputs& inputs, const CloseCombatants& combatants);
  CloseCombatTroops::Scene units_of(State& s, Side side) const {
    return std::span(s.units[side]).first(static_cast<std::size_t>(troops_[side].size()));
  }
  CloseCombatTroops troops_of(Side side, const CloseCombatants& combatants);
  CloseCombatRound::Stands stands(const State& s) const;
  void describe(const CloseCombatInputs& inputs);
  void add_modifiers(const State& s);
  std::string summary_of(const State& s, Side by) const;

  void begin_attacks(State& s, Outcomes& outcomes) const;
  void proceed(State& s, Outcomes& outcomes) const;
  bool attacks(const State& s, Side by) const { return s.round.attacks(by, stands(s), terms_, s.first != 0); }
  bool takes_effect(State& s, Side on, Outcomes& outcomes) const;
  void end_round(State& s, Outcomes& outcomes) const;
  void conclude(State& s, Outcomes& outcomes) const;
  std::pair<Side, int> lot(const State& s) const;
  void seek_lot(State& s) const;

  CloseCombatTerms terms_;
  SidesAffected affected_;
  CloseCombatFacts recorded_;
  BySide<CloseCombatTroops> troops_;
};

}  // namespace boxcars::model
