#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "model/core/dice.hpp"
#include "model/core/settled.hpp"
#include "model/parts/close_combat_losses.hpp"
#include "model/parts/equals.hpp"
#include "model/parts/stack.hpp"
#include "model/parts/unravels_by_stack.hpp"
#include "model/rules/close_combat.hpp"
#include "model/rules/fates.hpp"
#include "model/rules/firepower.hpp"
#include "model/rules/side.hpp"
#include "model/rules/units.hpp"

namespace boxcars::model {

/// Where the counts of a side begin in the totals of a position, in bits.
constexpr int totals_shift(Side side) { return side == Side::defender ? 0 : 32; }

/// What the units of a Location are called to (sim/calls.hpp); it fits into a call's argument.
struct GarrisonCall {
  enum class Order : std::uint8_t {
    attack,         ///< takes an IFT result
    collapse,       ///< of the hut that they are in: each takes a PTC (G5.5)
    arrive,         ///< who comes in this turn
    muster,         ///< one of the position's attacks by those who are there: what they have now is given back
    break_down,     ///< the same attack had such an Original DR
    end_turn,       ///< pins end
    rally_leaders,  ///< A10.6: leaders first; pins end before it,
    rally_others,   ///< then all others
    bury,           ///< the Location is gone, and so is everybody in it (B24.11)
    drive_out,      ///< the Location blazes, and everybody leaves it
    leave,          ///< those who go to another garrison of the same units do; they are given back
    join,           ///< they come from there
    stand,          ///< in Close Combat: what it reads of them is given back
    strike,         ///< takes what the enemy's attack in Close Combat does
    conclude        ///< no attack comes any more: fates are settled
  };
  enum class Leaves : std::uint8_t { who_can_advance, everybody };
  static constexpr int move_together = 3;  ///< units that one call moves

  Order order = Order::attack;
  std::uint8_t result = 0;        ///< packed, of an attack; 0: it has no effect
  std::uint8_t fired = 0;         ///< which attack by those who are there
  std::uint8_t turn = 0;          ///< in which somebody comes
  bool pins_end = false;          ///< of an attack: nobody there is attacked again in the turn, so that pins come to nothing
  bool lone_try_is_over = false;  ///< of a Rally: a unit without a leader has tried, or another one will (A10.63)
  bool stops_at_losses = false;   ///< of a Rally: it is broken off when somebody is eliminated, and can be gone on with
  std::uint8_t from = 0;          ///< of a Rally: whose turn it is first; of a move: the first of those who may go
  std::uint8_t original_dr = 0;   ///< of that attack
  Leaves leaves = Leaves::who_can_advance;
  std::uint16_t moved = 0;  ///< what a leave() gave back
  CloseCombatHits hits{};

  std::uint32_t packed() const;
  static GarrisonCall unpacked(std::uint32_t argument);
};

/// What a muster gives back, packed: the attack by whoever can still fire.
struct GarrisonFire {
  std::optional<int> column{};  ///< none: nobody can
  int drm = 0;                  ///< of who directs (A7.53), and of who is encircled (A7.7)
  bool can_cower = false;
  bool has_mg = false;
  int breaks_down_from = 13;  ///< the lowest Original DR that breaks one of the MG

  std::uint32_t packed() const;
  static GarrisonFire unpacked(std::uint32_t value);
};

/// What a Rally gives back, packed; or how many were buried.
struct GarrisonReturn {
  bool lone_try = false;        ///< a unit without a leader has tried
  std::uint8_t best = 0;        ///< of rally_leaders: what speaks for the best of the others without a leader; 0: there is nobody
  bool others = false;          ///< of rally_leaders: somebody who is no leader is broken
  std::uint8_t go_on_from = 0;  ///< broken off at a loss: call it again from here; 0: it is over
  std::uint8_t buried = 0;      ///< so many

  std::uint32_t packed() const;
  static GarrisonReturn unpacked(std::uint32_t value);
};

/// What those who stand in Close Combat give back, packed: what it reads of them (A11).
struct GarrisonStand {
  int attack = 0;  ///< FP in quarters
  int defense = 0;
  int drm = 0;  ///< on their attack
  bool any_unbroken = false;
  bool any_broken = false;

  std::uint32_t packed() const;
  static GarrisonStand unpacked(std::uint32_t value);
};

/// With what those at a Location fire beside their own Firepower, and under which conditions: each of the position's attacks by number, or
/// none, where nobody fires from there.
struct Arms {
  std::vector<Firer> weapons{};
  std::vector<FireConditions> attacks{};
};

/// What others ask of those at a Location who move, or are moved at.
struct Moves {
  bool advance = false;     ///< whether somebody can is seen
  bool keep_out = false;    ///< whether a squad keeps the enemy out is
  bool come_later = false;  ///< nobody is there at first: they are elsewhere, and join
};

/// The units of one Location over many attacks and turns, as a callee (sim/calls.hpp): IFT results, attacks of their own, Rally (A10.6),
/// and at the end their fates.
///
/// Equal units are interchangeable: who of them is how is not kept, and drawn by lot at the end, which has the same odds.
class Garrison : public UnravelsByStack<Garrison> {
 public:
  static constexpr int max_units = Stack::max_units;

  /// A unit to which nothing happens right now.
  struct Resting {
    std::uint8_t eliminated : 1 = 0;
    std::uint8_t broken : 1 = 0;
    std::uint8_t desperate : 1 = 0;  ///< Desperation Morale (A10.62): broken or attacked since its last try to rally
    std::uint8_t pinned : 1 = 0;
    std::uint8_t reduced : 1 = 0;
    std::uint8_t replaced : 2 = 0;
    /// Driven out of the position: alive, but no part of it any more. Eliminated and gone: yet to come; and reduced as well: in another
    /// garrison of the same units.
    std::uint8_t gone : 1 = 0;
    bool operator==(const Resting&) const = default;
  };
  using Rest = std::array<Resting, max_units>;  ///< the first size() of them; and, eliminated or not, the weapons

  struct State {
    Stack::State active{};  ///< under attack; then nobody rests
    Rest units{};
    CloseCombatLosses::State struck{};
    std::uint8_t attacked = 0;  ///< 1 by an IFT result, 2 in Close Combat
    std::uint8_t pins_end = 0;
    std::uint8_t half = 0;                ///< of a Rally: 1 of the leaders, 2 of the others
    std::uint8_t rally = 0;               ///< 1 + whose turn it is
    std::uint8_t lone_try = 0;            ///< the unit without a leader has tried
    std::uint8_t wounds = 0;              ///< the Wound Severity dr of who rallies is next
    std::uint8_t stops = 0;               ///< at losses,
    std::uint8_t go_on_from = 0;          ///< and has: from here it goes on
    std::uint8_t lot = 0;                 ///< 1 + the equal units whose fates are drawn next
    std::uint8_t ptc = 0;                 ///< of a collapse: 1 + whose turn it is
    std::array<std::uint8_t, 4> gives{};  ///< back, but for a Rally
    bool operator==(const State&) const = default;
  };

  /// Of the entries `here` of a side. Without a `rally_drm` nobody rallies.
  Garrison(const std::vector<UnitEntry>& entries, const std::vector<int>& here, std::optional<int> rally_drm, const Fates& fates, Side side,
           Arms arms, Moves moves = {});

  Side side() const { return side_; }
  int size() const { return static_cast<int>(units_.size()); }
  std::size_t rest_size() const { return (units_.size() + arms_.weapons.size()) * sizeof(Resting); }
  Rest start() const;

  /// What the caller sees of it: one bit each.
  /// Somebody is there; somebody in Good Order is, pinned or not; somebody who can fire; who can advance; and a squad, or as many, that
  /// keeps the enemy out of a Fortified Building (B23.922).
  enum View : std::uint8_t { alive = 1, held = 2, fires = 4, advances = 8, keeps_out = 16 };
  std::uint8_t view(const Rest& rest) const;
  /// How many are in Good Order, eliminated, broken, driven out: a byte each, from the lowest; of attackers above those of defenders.
  std::uint64_t totals(const Rest& rest) const;

  /// Who is there, and how: "9-1, 4-4-7 broken".
  std::string in_words(const Rest& rest) const;

  State begin(const Rest& rest, std::uint32_t argument, Settled& settled) const;
  bool busy(const State& s) const { return s.attacked || s.ptc || s.rally || s.lot; }
  Throw next_throw(const State& s) const;
  void next(State& s, Roll roll, Settled& settled) const;
  int stage(const State& s) const;
  int stages() const { return stages_; }
  /// What a call gives back; of who is not busy.
  std::uint32_t returned(const State& s) const;
  /// As the units are, or, of who is busy, were when it was called but for what they have thrown.
  Rest rest(const State& s) const;

 private:
  const Equals& equals_of(int i) const { return equals_[static_cast<std::size_t>(units_[static_cast<std::size_t>(i)])]; }
  const Unit& unit(int i) const { return equals_of(i).unit; }
  bool rallies() const { return rally_drm_.has_value(); }
  Resting& weapon(Rest& units, std::size_t i) const { return units[units_.size() + i]; }
  bool works(const Rest& units, std::size_t i) const { return !units[units_.size() + i].eliminated; }
  std::vector<Firer> taking_part(const Rest& units, int attack) const;
  GarrisonFire fire(const Rest& units, int attack) const;
  void break_down(Rest& units, int attack, int original_dr, Settled& settled) const;
  void sort(Rest& units) const;
  void sort(Rest& units, const Equals& equals, int end) const;
  void unpin(Rest& units) const;
  std::string units_there(const Rest& units) const;

  void attack(State& s, GarrisonCall call, Settled& settled) const;
  void strike(State& s, CloseCombatHits hits, Settled& settled) const;
  std::span<Condition> awaken(State& s) const;
  void seek_ptc(State& s) const;
  void take_ptc(State& s, int original_dr, Settled& settled) const;
  Rest rest_of_attacked(const State& s) const;
  Resting whole(int i) const;
  void arrive(Rest& units, int turn, Settled& settled) const;
  std::uint32_t leave(Rest& units, GarrisonCall call, Settled& settled) const;
  void take_in(Rest& units, GarrisonCall call) const;
  GarrisonStand stand(const Rest& units) const;
  bool keep_out(const Rest& units) const;
  void rest_if_over(State& s) const;

  friend class UnravelsByStack<Garrison>;
  const Stack* stack_at(const State& s) const { return s.attacked == 1 ? &*stack_ : nullptr; }
  static const Stack::State& stack_state(const State& s) { return s.active; }
  static Stack::State& stack_state(State& s) { return s.active; }
  static LastAttack last_attack(const State& s) { return s.pins_end ? LastAttack::of_turn : LastAttack::no; }
  bool unravels_at_all() const { return stack_ && stack_->unravels(); }
  static State alone(const State& s, const Stack::State& strand) { return {.active = strand, .attacked = 1, .pins_end = s.pins_end}; }
  void after_stack(State& s, Settled&) const { rest_if_over(s); }

  std::optional<int> help(const Rest& units, int i) const;
  int rally_total(const Rest& units, int i) const;
  int chance(const Rest& units, int i) const;
  bool waits_alone(const Rest& units, int i) const;
  bool tries(const State& s, int i) const;
  void seek_rally(State& s) const;
  void try_rally(State& s, int original_dr, Settled& settled) const;
  void rally(State& s, Roll roll, Settled& settled) const;

  void conclude(State& s, Settled& settled) const;
  void settle(State& s, const Equals& equals, int shift, Settled& settled) const;
  void seek_lot(State& s) const;

  std::optional<int> rally_drm_;
  Fates fates_;
  Side side_;
  Arms arms_;
  Moves moves_;
  std::vector<Equals> equals_;  // leaders stand first, each for himself: they have a rank
  std::vector<int> units_;      // by unit: its equals
  int leaders_ = 0;
  std::optional<Stack> stack_;  // none: nobody is there
  std::optional<CloseCombatLosses> losses_;
  int stages_ = 0;
};

}  // namespace boxcars::model
