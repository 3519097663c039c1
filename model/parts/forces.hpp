#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <vector>

#include "model/core/calls.hpp"
#include "model/parts/garrison.hpp"
#include "model/parts/part.hpp"
#include "model/rules/ift.hpp"
#include "model/rules/units.hpp"

namespace boxcars::model {

/// Where the units of a position are, those of one side in each Location, and the weapons there.
struct Deployment {
  struct Troops {
    std::vector<UnitEntry> entries{};
    std::vector<int> location_of{};  ///< of each entry
  };
  BySide<Troops> units{};
  std::vector<Side> side_of{};                ///< of each Location: who is there
  std::vector<int> rally_drm{};               ///< of each Location; without any nobody rallies
  std::vector<std::vector<Firer>> weapons{};  ///< of each Location: MG
  /// Those who advance from a Location into another, where they are a garrison of their own.
  struct Party {
    int from = 0;
    int to = 0;
    bool operator==(const Party&) const = default;
  };
  std::vector<Party> parties{};
  std::vector<FireConditions> attacks{};  ///< of the position, by number
  unsigned watched = 0;                   ///< Locations, one bit each, of which it is of interest whether they hold,
  unsigned firing = 0;                    ///< and whether somebody there can fire
  unsigned kept_out_of = 0;               ///< Locations, one bit each, that a squad in them lets nobody enter (B23.922)
  bool stops_at_losses = false;           ///< a Rally is broken off when a unit is lost
  std::optional<int> most_buried{};       ///< whether more attackers than that are buried is of interest
};

/// The units and weapons of both sides in a position's Locations, as everybody can see them: where somebody is, and what is still to happen
/// to whom. What happens there is a call to the Garrison of the Location, or to those who have advanced into it: the garrisons of the
/// Locations come first, by number, then the parties.
class Forces {
 public:
  static constexpr int max_locations = 8;                ///< and parties
  static constexpr int max_units = Garrison::max_units;  ///< in all Locations together

  struct State {
    std::array<std::uint8_t, max_locations> result{};  ///< of the attack under way, packed; by garrison, as all that follows
    std::uint8_t alive = 0;                            ///< one bit each: somebody is there,
    std::uint8_t holding = 0;                          ///< somebody is in Good Order, where that is of interest,
    std::uint8_t able = 0;                             ///< can fire,
    std::uint8_t ready = 0;                            ///< can advance,
    std::uint8_t keeping_out = 0;                      ///< or lets nobody enter;
    std::uint8_t asked = 0;                            ///< 1 + which is to be called,
    std::array<std::uint8_t, 4> argument{};            ///< and how, packed
    std::uint8_t buried_attackers = 0;                 ///< so far, where that is of interest
    std::uint8_t burying = 0;                          ///< the call under way tells how many more
    std::uint8_t attacked = 0;                         ///< to be attacked,
    std::uint8_t pins_end = 0;                         ///< and that was it for this turn,
    std::uint8_t arriving = 0;                         ///< somebody is to come,
    std::uint8_t buried = 0;                           ///< to be buried,
    std::uint8_t left = 0;                             ///< to be left,
    std::uint8_t unpinned = 0;                         ///< pins are to end,
    std::uint8_t fates = 0;                            ///< fates are to be settled,
    std::uint8_t returning = 0;                        ///< when these parties have gone home
    std::uint8_t moving = 0;                           ///< 1 + the party that others join, or that goes home,
    std::uint8_t homewards = 0;                        ///< which is said here
    std::uint8_t moved_from = 0;                       ///< the first of those who move next,
    std::uint8_t move = 0;                             ///< the call under way: 1 they leave, 2 they join
    std::array<std::uint8_t, 2> moved{};               ///< they, packed
    std::uint8_t others = 0;                           ///< who is no leader is to rally
    std::uint8_t at = 0;                               ///< the place of the last call but those of Rally
    std::uint8_t rally = 0;                            ///< 1 + the call of a Rally: the leaders of each Location, then the others,
    std::uint8_t attackers_rally = 0;                  ///< of defenders, then of attackers
    std::uint8_t lone_try = 0;                         ///< a unit without a leader has tried (A10.63)
    std::uint8_t best = 0;                             ///< of those that may: what speaks for the best so far,
    std::uint8_t best_at = 0;                          ///< and 1 + his Location
    std::uint8_t from = 0;                             ///< where a Rally that was broken off goes on
    std::uint8_t lost = 0;                             ///< a unit was eliminated in a Rally: it has been broken off
    std::uint8_t collapsing = 0;                       ///< a hut that they are in does: they take their PTC after an attack
    bool operator==(const State&) const = default;
  };

  /// Throws BadInput if there are too many units and weapons.
  Forces(const Deployment& deployment, Facts& facts);

  const std::vector<Garrison>& garrisons() const { return garrisons_; }

  State start() const;
  bool any_alive(const State& s, int location) const { return (s.alive & at(location)) != 0; }  ///< who is gone is not there
  bool holds(const State& s, int location) const { return s.holding >> location & 1U; }         ///< a unit there is in Good Order
  bool can_fire(const State& s, int location) const { return s.able >> location & 1U; }         ///< a unit there has Firepower

  /// Locations with somebody of a side, one bit each; and whether both are there.
  unsigned manned_by(const State& s, Side side) const;
  bool in_melee(const State& s, int location) const;
  /// Locations of a side at first, one bit each; and those to which somebody comes after a turn.
  unsigned held_by(Side side) const { return (side == Side::attacker ? attackers_ : ~attackers_) & ((1U << locations_) - 1); }
  unsigned to_come(int turn) const;
  unsigned coming(int turn) const;                                           ///< the same of that very turn
  int buried_attackers(const State& s) const { return s.buried_attackers; }  ///< no more than one above what is of interest

  /// Calls a garrison with what is of its own; what it gives back is up to that.
  void ask(State& s, int garrison, const GarrisonCall& what) const;
  /// Asks who of a Location fires in an attack; what is given back is a GarrisonFire.
  void muster(State& s, int location, int attack) const;
  /// Tells them its Original DR, which breaks their MG.
  void break_down(State& s, int location, int attack, int original_dr) const;

  int parties() const { return static_cast<int>(parties_.size()); }
  const Deployment::Party& party(int number) const { return parties_[static_cast<std::size_t>(number)]; }
  /// Somebody there can advance; nobody can enter (B23.922).
  bool can_advance(const State& s, int location) const { return s.ready >> location & 1U; }
  bool is_kept_out(const State& s, int location) const { return s.keeping_out >> location & 1U; }
  /// Locations that a side may yet advance into, one bit each; somebody is to come to those of `to_come`.
  unsigned entered_by(const State& s, Side side, unsigned to_come) const;
  /// Whoever can joins the party.
  void advance(State& s, int party) const;
  /// Who of a side is in the Location to which a party goes, as a garrison.
  int garrison_of(int party, Side side) const;

  /// Who comes in the turn does, into these Locations, one bit each.
  void arrive(State& s, unsigned locations) const { s.arriving = static_cast<std::uint8_t>(locations); }

  /// The Location is gone, and so is everybody in it (B24.11).
  void eliminate(State& s, int location) const;
  /// The Location blazes, and everybody leaves it.
  void drive_out(State& s, int location) const;

  /// What happens to each Location, if it is attacked.
  using Results = std::array<std::optional<IftResult>, max_locations>;
  /// The Locations, one bit each, where nobody is attacked again in the turn, so that pins come to nothing.
  using PinsEnd = unsigned;
  void attack(State& s, const Results& results, PinsEnd pins_end) const;
  /// The hut of a Location collapses (G5.5): whoever is in it takes a PTC, after the attack under way.
  void collapse(State& s, int location) const;
  /// Pins end: by the Rally that follows, or by calls of their own.
  void end_turn(State& s) const { s.unpinned = s.alive; }
  bool rallies() const { return rallies_; }
  /// A10.6: the leaders of all Locations, then the others. Of those without a leader one unit tries: the first leader, else whoever has the
  /// best chance (A10.63).
  void rally(State& s) const;
  bool is_rallying(const State& s) const { return s.rally != 0; }
  /// No attack comes any more.
  void conclude(State& s) const;

  /// There is a call to make.
  bool calls(const State& s) const {
    return s.arriving || s.asked || s.moving || s.buried || s.left || s.attacked || s.collapsing || s.unpinned || s.rally || s.returning ||
           s.fates;
  }
  /// Takes it from what is to be done.
  Call take_call(State& s, int turn) const;
  /// What it gave.
  void resume(State& s, int location, Returned back) const;

  /// The last call's place: in a Rally, or in an attack, behind those of who is buried.
  int stage(const State& s) const { return s.rally ? s.rally + s.attackers_rally * 2 * max_locations : s.at; }
  static constexpr int stages() { return 4 * max_locations + 2; }

 private:
  static std::uint8_t with(std::uint8_t bits, int location, bool set);
  void see(State& s, int garrison, unsigned view) const;
  void empty(State& s, int garrison) const;
  int location_of(int garrison) const { return garrison < locations_ ? garrison : party(garrison - locations_).to; }
  unsigned at(int location) const { return at_[static_cast<std::size_t>(location)]; }
  Side side_of(int garrison) const { return garrisons_[static_cast<std::size_t>(garrison)].side(); }
  Call take_move(State& s) const;
  void resume_move(State& s, std::uint32_t moved) const;
  void seek_rally(State& s) const;

  std::vector<Garrison> garrisons_;
  bool rallies_;
  unsigned watched_;
  int locations_ = 0;
  std::vector<Deployment::Party> parties_;
  std::array<std::uint8_t, max_locations> at_{};  // by Location: its garrison and the parties there, one bit each
  unsigned attackers_ = 0;                        // garrisons of attackers, one bit each
  std::map<int, std::uint8_t> arriving_;          // by turn, but for the first: Locations, one bit each
  bool stops_at_losses_;
  std::optional<int> most_buried_;
};
static_assert(PartOfCalls<Forces>);
static_assert(CalledPart<Garrison>);

}  // namespace boxcars::model
