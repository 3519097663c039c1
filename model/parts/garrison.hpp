#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "model/core/dice.hpp"
#include "model/core/outcomes.hpp"
#include "model/parts/close_combat_losses.hpp"
#include "model/parts/equals.hpp"
#include "model/parts/forks_in_stack.hpp"
#include "model/parts/stack.hpp"
#include "model/rules/close_combat.hpp"
#include "model/rules/fates.hpp"
#include "model/rules/firepower.hpp"
#include "model/rules/side.hpp"
#include "model/rules/units.hpp"

namespace boxcars::model {

/// The bit at which the counts of a side begin in the aggregate of a position.
constexpr int aggregate_shift(Side side) { return side == Side::defender ? 0 : 32; }

/// A call to the units of a Location (sim/process/components.hpp), which is packed into the call's argument.
struct GarrisonCall {
  enum class Order : std::uint8_t {
    attack,         ///< they take an IFT result
    collapse,       ///< the hut that they are in collapses, and each takes a PTC (G5.5)
    arrive,         ///< those who come in this turn arrive
    muster,         ///< they are to fire one of the position's attacks; gives back what they have
    break_down,     ///< that attack had this Original DR
    end_turn,       ///< pins end
    rally_leaders,  ///< A10.6: pins end, then leaders rally
    rally_others,   ///< all others rally
    bury,           ///< the Location is gone with everybody in it (B24.11)
    drive_out,      ///< the Location blazes, and everybody leaves it
    leave,          ///< those who move to another garrison of the same units leave; gives them back
    join,           ///< those who left another garrison of the same units join
    rout,           ///< whoever is broken routs (A10.5)
    march,          ///< gives back the MF that all of them have who move together, in halves (A4.1)
    stand,          ///< gives back their strength in Close Combat, a packed CloseCombatStand
    strike,         ///< they take the effect of the enemy's attack in Close Combat
    conclude        ///< fates are recorded, because no attack comes any more
  };
  enum class Leaves : std::uint8_t { who_can_advance, everybody };
  /// How they do: they leave the position, after a NMC by Interdiction (A10.53) or without, or they cannot and are eliminated.
  enum class Rout : std::uint8_t { none, away, interdicted, eliminated };
  static constexpr int move_together = 3;  ///< units that one call moves

  Order order = Order::attack;
  std::uint8_t result = 0;        ///< packed, of an attack; 0: it has no effect
  std::uint8_t critical = 0;      ///< the same of who is singled out by its critical hit; 0: nobody is
  std::uint8_t fired = 0;         ///< the number of the attack that they fire
  std::uint8_t turn = 0;          ///< the turn in which somebody comes
  bool pins_end = false;          ///< of an attack: nobody there is attacked again in the turn, so that pins come to nothing
  bool lone_try_is_over = false;  ///< of a Rally: a MMC without a leader has tried, or another one will (A10.63)
  bool stops_at_losses = false;   ///< of a Rally: it is broken off when somebody is eliminated, and can be continued
  std::uint8_t from = 0;          ///< of a Rally: whose turn it is first; of a move: the first of those who may go
  std::uint8_t original_dr = 0;   ///< of the attack that they fired
  Leaves leaves = Leaves::who_can_advance;
  Rout rout = Rout::none;
  std::uint16_t moved = 0;  ///< what a leave() gave back
  int rally_drm = 0;        ///< of a Rally: what is on its DR where they are now, beyond what is where they were at first
  CloseCombatHits hits{};

  std::uint32_t packed() const;
  static GarrisonCall unpacked(std::uint32_t argument);
};

/// What a muster gives back, packed: the attack by everybody who can still fire.
struct GarrisonFire {
  std::optional<int> column{};  ///< none: nobody can fire
  int drm = 0;                  ///< of the leader who directs (A7.53), of heroes and of encircled units (A7.7, A15.24)
  int outside_drm = 0;          ///< what of that makes the Residual FP less: each + by itself (A8.26)
  bool can_cower = false;
  bool has_mg = false;
  int breaks_down_from = 13;  ///< the lowest Original DR that breaks one of the MG

  std::uint32_t packed() const;
  static GarrisonFire unpacked(std::uint32_t value);
};

/// What a Rally gives back, packed, or how many were buried.
struct GarrisonReturn {
  bool lone_try = false;        ///< whether a MMC without a leader has tried
  std::uint16_t best = 0;       ///< of rally_leaders: the best rally margin of a MMC without a leader, see Garrison::claim(); 0: none
  bool others = false;          ///< of rally_leaders: whether somebody who is no leader is broken
  std::uint8_t go_on_from = 0;  ///< broken off at a loss: the next call begins here; 0: the Rally is over
  std::uint8_t buried = 0;      ///< the number of attackers buried

  std::uint32_t packed() const;
  static GarrisonReturn unpacked(std::uint32_t value);
};

/// The weapons that those at a Location fire beside their own Firepower, and the conditions of each of the position's attacks, by number;
/// none where nobody fires from there.
struct Arms {
  std::vector<Firer> weapons{};
  std::vector<FireConditions> attacks{};
};

/// What matters to others about those at a Location who move, or who are moved at.
struct Moves {
  bool advance = false;     ///< whether it matters if somebody can advance
  bool keep_out = false;    ///< whether it matters if a squad keeps the enemy out
  bool come_later = false;  ///< whether nobody is there at first, because the units are elsewhere and may join
  bool march = false;       ///< whether they move in a MPh
};

/// The units of one Location over many attacks and turns, as a component (sim/process/components.hpp): IFT results, attacks of their own,
/// Rally (A10.6), and at the end their fates.
///
/// Equal units are interchangeable, so it is not kept which of them is in which condition; that is drawn by lot at the end, which has the
/// same odds.
class Garrison : public ForksInStack<Garrison> {
 public:
  static constexpr int max_units = Stack::max_units;

  /// The status of a unit between calls.
  struct UnitStatus {
    std::uint8_t eliminated : 1 = 0;
    std::uint8_t broken : 1 = 0;
    std::uint8_t desperate : 1 = 0;  ///< Desperation Morale (A10.62): broken or attacked since the last Rally
    std::uint8_t pinned : 1 = 0;
    std::uint8_t reduced : 1 = 0;
    std::uint8_t replaced : 2 = 0;
    /// The unit was driven out of the position: alive, but no part of it any more. Together with `eliminated` it has not arrived yet;
    /// together with `eliminated` and `reduced` it is in another garrison of the same units.
    std::uint8_t gone : 1 = 0;
    bool operator==(const UnitStatus&) const = default;
  };
  using ComponentState =
      std::array<UnitStatus, max_units>;  ///< of the first size() units, and behind them of the weapons: `eliminated` or not

  struct State {
    Stack::State active{};  ///< the stack under attack; meanwhile `units` is as before the attack
    ComponentState units{};
    CloseCombatLosses::State struck{};
    std::uint8_t attacked = 0;  ///< 1 by an IFT result, 2 in Close Combat
    std::uint8_t pins_end = 0;
    std::uint8_t half = 0;                ///< of a Rally: 1 the leaders', 2 the others'
    std::uint8_t rally = 0;               ///< 1 + the unit whose turn it is
    std::uint8_t lone_try = 0;            ///< whether the MMC without a leader has tried
    std::uint8_t wounds = 0;              ///< whether the Wound Severity dr of the unit that rallies or routs is next
    std::uint8_t stops = 0;               ///< whether the Rally stops at losses
    std::uint8_t go_on_from = 0;          ///< where it goes on if it has stopped; 0: it has not
    std::uint8_t lot = 0;                 ///< 1 + the equal units whose fates are drawn next
    std::uint8_t ptc = 0;                 ///< of a collapse: 1 + the unit whose turn it is
    std::int8_t rally_drm = 0;            ///< of a Rally: what is on its DR beyond the garrison's own
    std::uint8_t routs = 0;               ///< of a rout under Interdiction: 1 + the unit whose turn it is
    std::array<std::uint8_t, 4> gives{};  ///< what the call gives back, except for a Rally
    bool operator==(const State&) const = default;
  };

  /// A garrison of the entries `here` of a side. Without a `rally_drm` nobody rallies.
  Garrison(const std::vector<UnitEntry>& entries, const std::vector<int>& here, std::optional<int> rally_drm, const Fates& fates, Side side,
           Arms arms, Moves moves = {});

  Side side() const { return side_; }
  int size() const { return static_cast<int>(units_.size()); }
  std::size_t component_state_size() const { return (units_.size() + arms_.weapons.size()) * sizeof(UnitStatus); }
  ComponentState start() const;

  /// What the caller observes, one bit each: somebody is there; somebody is in Good Order, pinned or not; somebody can fire; somebody can
  /// advance; a squad or its equivalent keeps the enemy out of a Fortified Building (B23.922); of those who move in a MPh, all of them can
  /// go on, and somebody is not pinned.
  enum Observation : std::uint8_t { alive = 1, held = 2, fires = 4, advances = 8, keeps_out = 16, goes_on = 32, unpinned = 64 };
  std::uint8_t observation(const ComponentState& component_state) const;
  /// The numbers of units in Good Order, eliminated, broken and driven out, a byte each from the lowest; those of attackers are above those
  /// of defenders.
  std::uint64_t aggregate(const ComponentState& component_state) const;

  /// The units there with their condition: "9-1, 4-4-7 broken".
  std::string in_words(const ComponentState& component_state) const;

  State begin(const ComponentState& component_state, std::uint32_t argument, Outcomes& outcomes) const;
  bool busy(const State& s) const { return s.attacked || s.ptc || s.rally || s.routs || s.lot; }
  Throw next_throw(const State& s) const;
  void next(State& s, Roll roll, Outcomes& outcomes) const;
  int stage(const State& s) const;
  int stages() const { return stages_; }
  /// What a call gives back when it is over.
  std::uint32_t returned(const State& s) const;
  /// The component state: the status of all units. If a call is under way, it is their status before the call with what they have thrown
  /// since.
  ComponentState component_state(const State& s) const;

 private:
  const Equals& equals_of(int i) const { return equals_[static_cast<std::size_t>(units_[static_cast<std::size_t>(i)])]; }
  const Unit& unit(int i) const { return equals_of(i).unit; }
  bool rallies() const { return rally_drm_.has_value(); }
  UnitStatus& weapon(ComponentState& units, std::size_t i) const { return units[units_.size() + i]; }
  bool works(const ComponentState& units, std::size_t i) const { return !units[units_.size() + i].eliminated; }
  std::vector<Firer> taking_part(const ComponentState& units, int attack) const;
  GarrisonFire fire(const ComponentState& units, int attack) const;
  void break_down(ComponentState& units, int attack, int original_dr, Outcomes& outcomes) const;
  void sort(ComponentState& units) const;
  void sort(ComponentState& units, const Equals& equals, int end) const;
  void unpin(ComponentState& units) const;
  std::string units_there(const ComponentState& units) const;

  void attack(State& s, GarrisonCall call, Outcomes& outcomes) const;
  void strike(State& s, CloseCombatHits hits, Outcomes& outcomes) const;
  void rout(State& s, GarrisonCall::Rout how, Outcomes& outcomes) const;
  void seek_rout(State& s) const;
  void rout_under_fire(State& s, Roll roll, Outcomes& outcomes) const;
  std::span<Condition> awaken(State& s) const;
  void seek_ptc(State& s) const;
  void take_ptc(State& s, int original_dr, Outcomes& outcomes) const;
  ComponentState component_state_of_attacked(const State& s) const;
  UnitStatus whole(int i) const;
  void arrive(ComponentState& units, int turn, Outcomes& outcomes) const;
  std::uint32_t leave(ComponentState& units, GarrisonCall call, Outcomes& outcomes) const;
  void take_in(ComponentState& units, GarrisonCall call) const;
  CloseCombatStand stand(const ComponentState& units) const;
  bool keep_out(const ComponentState& units) const;
  std::uint32_t march(const ComponentState& units) const;
  void end_if_over(State& s) const;

  friend class ForksInStack<Garrison>;
  const Stack* stack_at(const State& s) const { return s.attacked == 1 ? &*stack_ : nullptr; }
  static const Stack::State& stack_state(const State& s) { return s.active; }
  static Stack::State& stack_state(State& s) { return s.active; }
  static LastAttack last_attack(const State& s) { return s.pins_end ? LastAttack::of_turn : LastAttack::no; }
  bool forks_at_all() const { return stack_ && stack_->forks(); }
  static State alone(const State& s, const Stack::State& branch) { return {.active = branch, .attacked = 1, .pins_end = s.pins_end}; }
  void after_stack(State& s, Outcomes&) const { end_if_over(s); }

  std::optional<int> help(const ComponentState& units, int i) const;
  int rally_total(const State& s, int i) const;
  int chance(const State& s, int i) const;
  bool waits_alone(const ComponentState& units, int i) const;
  int claim(const State& s, int i) const;
  bool tries(const State& s, int i) const;
  void seek_rally(State& s) const;
  void end_desperation(State& s) const;
  void try_rally(State& s, int original_dr, Outcomes& outcomes) const;
  void rally(State& s, Roll roll, Outcomes& outcomes) const;

  void conclude(State& s, Outcomes& outcomes) const;
  void record(State& s, const Equals& equals, int shift, Outcomes& outcomes) const;
  void seek_lot(State& s) const;

  std::optional<int> rally_drm_;
  Fates fates_;
  Side side_;
  Arms arms_;
  Moves moves_;
  std::vector<Equals> equals_;  // leaders stand first, each of them alone, since they have a rank
  std::vector<int> units_;      // by unit: its equals
  int leaders_ = 0;
  std::vector<std::uint8_t> ranks_;  // by equals and condition: the rank of a unit among those that rally with the same chance
  std::optional<Stack> stack_;       // none: the Location has no units
  std::optional<CloseCombatLosses> losses_;
  int stages_ = 0;
};

}  // namespace boxcars::model
