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
    std::vector<int> location_of{};  ///< by entry
  };
  BySide<Troops> units{};
  std::vector<Side> side_of{};                ///< by Location: the side that is there
  std::vector<int> rally_drm{};               ///< by Location; if it is empty nobody rallies
  std::vector<int> rally_order{};             ///< by Location: its rank, by which equal units in several Locations rally
  std::vector<std::vector<Firer>> weapons{};  ///< by Location: its MG
  /// The units that advance from a Location into another, where they are a garrison of their own.
  struct Party {
    int from = 0;
    int to = 0;
    bool operator==(const Party&) const = default;
  };
  std::vector<Party> parties{};
  std::vector<unsigned> reach{};           ///< by Location: those into which its men may move in a MPh, one bit each; empty: nobody moves
  std::vector<GarrisonCall::Rout> rout{};  ///< by Location: how the broken units there rout; empty: they stay
  std::vector<FireConditions> attacks{};   ///< the attacks of the position, by number
  unsigned watched = 0;                    ///< Locations of which it matters whether they hold, one bit each
  unsigned firing = 0;                     ///< Locations of which it matters whether somebody can fire, one bit each
  unsigned held = 0;                       ///< Locations of which it matters which side is in Good Order there, one bit each
  unsigned kept_out_of = 0;                ///< Locations that nobody may enter because of a squad in them, one bit each (B23.922)
  bool stops_at_losses = false;            ///< whether a Rally is broken off when a unit is lost
  std::optional<int> most_buried{};  ///< a number of buried attackers beyond which it matters if more are buried; none: it does not matter
};

/// The units and weapons of both sides in a position's Locations, as far as everybody can see them: where somebody is, and what is still to
/// happen to whom. What happens there is a call to the Garrison of the Location, or to those who have advanced into it. The garrisons of
/// the Locations come first, by number, then the parties. Those of a Location who move in a MPh stay one garrison: where it is now is in
/// the state.
class Forces {
 public:
  static constexpr int max_locations = 8;                ///< garrisons and parties
  static constexpr int max_units = Garrison::max_units;  ///< in all Locations together

  struct State {
    std::array<std::uint8_t, max_locations> result{};    ///< by garrison: the packed result of the attack under way,
    std::array<std::uint8_t, max_locations> critical{};  ///< and of who is singled out by its critical hit
    std::uint8_t alive = 0;                              ///< garrisons where somebody is there, one bit each
    std::uint8_t holding = 0;                            ///< garrisons where somebody is in Good Order, if that matters, one bit each
    std::uint8_t able = 0;                               ///< garrisons where somebody can fire, one bit each
    std::uint8_t ready = 0;                              ///< garrisons where somebody can advance, one bit each
    std::uint8_t keeping_out = 0;                        ///< garrisons that let nobody enter, one bit each
    std::uint8_t going = 0;                              ///< garrisons that can go on in a MPh, one bit each
    std::uint8_t unpinned_there = 0;                     ///< garrisons that move where somebody is not pinned, one bit each
    std::array<std::uint8_t, max_locations> place{};     ///< by garrison: 1 + the Location to which it has moved; 0: none
    std::uint8_t asked = 0;                              ///< 1 + the garrison to be called; 0: none
    std::array<std::uint8_t, 4> argument{};              ///< the packed argument of that call
    std::uint8_t buried_attackers = 0;                   ///< attackers buried so far, if that matters
    std::uint8_t burying = 0;                            ///< whether the call under way tells how many more are buried
    std::uint8_t attacked = 0;                           ///< garrisons to be attacked, one bit each
    std::uint8_t pins_end = 0;                           ///< garrisons that are attacked for the last time this turn, one bit each
    std::uint8_t arriving = 0;                           ///< garrisons where somebody is to arrive, one bit each
    std::uint8_t buried = 0;                             ///< garrisons to be buried, one bit each
    std::uint8_t left = 0;                               ///< garrisons to be left, one bit each
    std::uint8_t unpinned = 0;                           ///< garrisons where pins are to end, one bit each
    std::uint8_t fates = 0;                              ///< garrisons whose fates are to be recorded, one bit each
    std::uint8_t returning = 0;                          ///< parties that go home before fates are recorded, one bit each
    std::uint8_t moving = 0;                             ///< 1 + the party that others join, or that goes home; 0: none
    std::uint8_t homewards = 0;                          ///< whether that party goes home
    std::uint8_t moved_from = 0;                         ///< the first of those who move next
    std::uint8_t move = 0;                               ///< the call under way: 1 they leave, 2 they join
    std::array<std::uint8_t, 2> moved{};                 ///< those who move, packed
    std::uint8_t others = 0;                             ///< garrisons where somebody who is no leader is to rally, one bit each
    std::uint8_t at = 0;                                 ///< the place of the last call, except for calls of a Rally
    std::uint8_t rally = 0;              ///< 1 + the call of a Rally: the leaders of each Location, then the others; 0: none
    std::uint8_t attackers_rally = 0;    ///< whether attackers rally, after the defenders
    std::array<std::uint8_t, 2> best{};  ///< best rally margin so far of the MMC without a leader (A10.63); 0: none
    std::uint8_t best_at = 0;            ///< 1 + the Location of that MMC; 0: none
    std::uint8_t from = 0;               ///< where a Rally that was broken off goes on
    std::uint8_t lone_side = 0;          ///< of a Rally: 1 only an attacker, 2 only a defender without a leader may try; 0: one of each
    std::uint8_t routing = 0;            ///< garrisons whose broken units rout, one bit each
    std::uint8_t in_pillbox = 0;         ///< of those to be buried, garrisons that perish in a pillbox instead
    std::uint8_t unused = 0;
    std::uint8_t lost = 0;        ///< whether a Rally has been broken off because a unit was eliminated
    std::uint8_t collapsing = 0;  ///< garrisons whose hut collapses, one bit each: their units take a PTC after the attack
    bool operator==(const State&) const = default;
  };

  /// Throws BadInput if there are too many units and weapons.
  Forces(const Deployment& deployment, Facts& facts);

  const std::vector<Garrison>& garrisons() const { return garrisons_; }

  State start() const;
  bool any_alive(const State& s, int location) const {
    return (s.alive & at(s, location)) != 0;
  }  ///< units that have left the position do not count
  /// Whether a unit there is in Good Order, of those who have not advanced there.
  bool holds(const State& s, int location) const { return (s.holding & at(s, location) & ((1U << locations_) - 1)) != 0; }
  bool can_fire(const State& s, int garrison) const { return s.able >> garrison & 1U; }  ///< whether a unit of it has Firepower

  /// Whether a unit of a side is in Good Order there, who has advanced there, too; where it matters.
  bool any_in_good_order(const State& s, int location, Side side) const;

  /// The Location where a garrison is now.
  int place_of(const State& s, int garrison) const;
  /// Whether all of a garrison who are left can go on in a MPh; whether one of them is not pinned.
  bool can_go_on(const State& s, int garrison) const { return s.going >> garrison & 1U; }
  bool any_unpinned(const State& s, int garrison) const { return s.unpinned_there >> garrison & 1U; }
  bool is_alive(const State& s, int garrison) const { return s.alive >> garrison & 1U; }
  /// Asks what MF a garrison has; the call gives them back, in halves. And moves it.
  void march(State& s, int garrison) const { ask(s, garrison, {.order = GarrisonCall::Order::march}); }
  void move_to(State& s, int garrison, int location) const;
  /// Locations into which somebody of a side may yet move, one bit each.
  unsigned moved_into_by(const State& s, Side side, unsigned to_come) const;

  /// manned_by() gives the Locations with somebody of a side, one bit each; in_melee() says whether both sides are in a Location.
  unsigned manned_by(const State& s, Side side) const;
  bool in_melee(const State& s, int location) const;
  /// held_by() gives the Locations of a side at first, one bit each; to_come() gives those where somebody arrives after a turn.
  unsigned held_by(Side side) const { return (side == Side::attacker ? attackers_ : ~attackers_) & ((1U << locations_) - 1); }
  unsigned to_come(int turn) const;
  unsigned coming(int turn) const;  ///< Locations where somebody arrives in this turn, one bit each
  int buried_attackers(const State& s) const { return s.buried_attackers; }  ///< counted up to one more than the number that matters

  /// Asks for a call to a garrison; the meaning of what it gives back depends on the call.
  void ask(State& s, int garrison, const GarrisonCall& what) const;
  /// Asks who of a garrison fires in an attack; the call gives back a GarrisonFire.
  void muster(State& s, int garrison, int attack) const;
  /// Tells those who fired the Original DR of their attack, which may break their MG.
  void break_down(State& s, int garrison, int attack, int original_dr) const;

  int parties() const { return static_cast<int>(parties_.size()); }
  const Deployment::Party& party(int number) const { return parties_[static_cast<std::size_t>(number)]; }
  /// can_advance() says whether somebody there can advance; is_kept_out() whether nobody may enter (B23.922).
  bool can_advance(const State& s, int garrison) const { return s.ready >> garrison & 1U; }
  bool is_kept_out(const State& s, int location) const { return s.keeping_out >> location & 1U; }
  /// The Locations that a side may yet advance into, one bit each, given the Locations where somebody is to come.
  unsigned entered_by(const State& s, Side side, unsigned to_come) const;
  /// Everybody who can advance joins the party.
  void advance(State& s, int party) const;
  /// The number of a side's garrison in the Location to which a party goes.
  int garrison_of(int party, Side side) const;

  /// Everybody who comes in this turn arrives in these Locations, one bit each.
  void arrive(State& s, unsigned locations) const { s.arriving = static_cast<std::uint8_t>(locations); }

  /// The Location is gone, and so is everybody in it: by rubble (B24.11), or with a pillbox (B30.92).
  enum class GoneBy : std::uint8_t { rubble, pillbox };
  void eliminate(State& s, int location, GoneBy by = GoneBy::rubble) const;
  /// The Location blazes, and everybody leaves it.
  void drive_out(State& s, int location) const;

  /// By Location: the result of the attack, if there is one.
  using Results = std::array<std::optional<IftResult>, max_locations>;
  /// The Locations where nobody is attacked again in the turn, so that pins come to nothing, one bit each.
  using PinsEnd = unsigned;
  /// Only of these garrisons, one bit each.
  using Only = unsigned;
  /// `critical` is the result of who is singled out by a critical hit, one of each garrison there.
  void attack(State& s, const Results& results, const Results& critical, PinsEnd pins_end, Only only = ~0U) const;
  /// The hut of a Location collapses (G5.5): whoever is in it takes a PTC, after the attack under way.
  void collapse(State& s, int location) const;
  /// Whoever is broken routs, where the position says how; whether anybody may.
  void rout(State& s) const { s.routing = static_cast<std::uint8_t>(may_rout(s)); }
  unsigned may_rout(const State& s) const;
  /// Pins end: by the Rally that follows, or by calls of their own.
  void end_turn(State& s) const { s.unpinned = s.alive; }
  bool rallies() const { return rallies_; }
  /// A10.6: the leaders of all Locations rally, then the others. Of the MMC without a leader only the one with the best chance tries
  /// (A10.63), and in the Player Turn of one side one of that side.
  void rally(State& s, std::optional<Side> turn_of = std::nullopt) const;
  bool is_rallying(const State& s) const { return s.rally != 0; }
  /// Records all fates, because no attack comes any more.
  void conclude(State& s) const;

  /// Whether there is a call to make.
  bool calls(const State& s) const {
    return s.arriving || s.routing || s.asked || s.moving || s.buried || s.left || s.attacked || s.collapsing || s.unpinned || s.rally ||
           s.returning || s.fates;
  }
  /// Gives the next call, and takes it from what is to be done.
  Call take_call(State& s, int turn) const;
  /// Takes what a call gave back.
  void resume(State& s, int location, Returned back) const;

  /// The place of the last call; calls of a Rally come after those of an attack, which come after those of a burial.
  int stage(const State& s) const { return s.rally ? s.rally + s.attackers_rally * 2 * max_locations : s.at; }
  static constexpr int stages() { return 4 * max_locations + 2; }

 private:
  static std::uint8_t with(std::uint8_t bits, int location, bool set);
  void see(State& s, int garrison, unsigned observation) const;
  void empty(State& s, int garrison) const;
  unsigned at(const State& s, int location) const;
  int rally_drm_there(const State& s, int garrison) const;
  Side side_of(int garrison) const { return garrisons_[static_cast<std::size_t>(garrison)].side(); }
  Call take_move(State& s) const;
  void resume_move(State& s, std::uint32_t moved) const;
  void seek_rally(State& s) const;

  std::vector<Garrison> garrisons_;
  bool rallies_;
  std::vector<int> rally_drm_;            // by Location
  std::vector<int> rally_order_;          // by garrison
  unsigned watched_;                      // garrisons
  std::vector<unsigned> reach_;           // by Location
  std::vector<GarrisonCall::Rout> rout_;  // by Location
  int locations_ = 0;
  std::vector<Deployment::Party> parties_;
  std::array<std::uint8_t, max_locations> at_{};  // by Location: its garrison and the parties there, one bit each
  unsigned attackers_ = 0;                        // garrisons of attackers, one bit each
  std::map<int, std::uint8_t> arriving_;          // by turn, except for the first: Locations, one bit each
  bool stops_at_losses_;
  std::optional<int> most_buried_;
};
static_assert(PartOfCalls<Forces>);
static_assert(CalledPart<Garrison>);

}  // namespace boxcars::model
