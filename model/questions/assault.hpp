#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "model/core/calls.hpp"
#include "model/core/dice.hpp"
#include "model/core/question_process.hpp"
#include "model/parts/flames.hpp"
#include "model/parts/forces.hpp"
#include "model/parts/he_attack.hpp"
#include "model/parts/melee.hpp"
#include "model/parts/ruins.hpp"
#include "model/parts/to_hit_roll.hpp"
#include "model/questions/assault_inputs.hpp"

namespace boxcars::model {

/// Turns of attacks on a position, as a process. A checked value: what cannot be asked throws BadInputAt.
///
/// It calls the garrisons of its Locations. If every turn is like the others it is a lap, so that its number need not be in the state:
/// after laps() of them end() is the state.
class Assault : public QuestionProcess {
 public:
  struct State {
    Forces::State forces{};
    HeAttack::State he{};
    ToHitRoll::State to_hit{};  ///< of a shell where no building stands
    Ruins::State ruins{};
    Flames::State flames{};
    std::uint8_t turn = 0;  ///< if turns are no laps
    std::uint8_t step = 0;
    std::uint8_t then = 0;       ///< the step after the goal was looked at
    std::uint8_t news = 0;       ///< something has happened that the goal may ask for
    std::uint32_t absent = 0;    ///< weapons that are yet to arrive, one bit each
    std::uint32_t out = 0;       ///< weapons that have broken down, and AFV that have entered, one bit each
    std::uint8_t fire = 0;       ///< whose turn it is
    std::uint8_t made = 0;       ///< shots that it has made before in this turn
    std::uint8_t again = 0;      ///< its rate of fire gives it another one
    std::uint8_t critical = 0;   ///< a shell's hit is critical
    std::uint8_t kindles = 0;    ///< a Kindling DR for a hut is next
    std::uint8_t collapsed = 0;  ///< huts, one bit each
    std::uint8_t fight = 0;      ///< 1 + the party whose Melee it is
    std::uint8_t ambushes = 0;   ///< parties that have come in this turn, and may ambush or be ambushed, one bit each
    std::uint32_t firing = 0;    ///< a GarrisonFire, packed: of who fires
    std::uint32_t smoke = 0;     ///< DRM in each hex, four bits each
    std::array<std::uint8_t, most_assault_shots / 4> acquired{};  ///< what each shot has on its To Hit DR by its last ones, two bits each
    std::uint8_t present = 0;                                     ///< of the shot whose turn it is: it is known to be there
    std::uint8_t unused = 0;
    Melee::State melee{};
    bool operator==(const State&) const = default;
  };

  using Callee = Garrison;
  static constexpr std::size_t rest_bytes = Forces::max_units * sizeof(Garrison::Resting);

  explicit Assault(const AssaultInputs& inputs);

  const std::vector<Garrison>& callees() const { return forces_.garrisons(); }
  bool calls(const State& s) const { return s.step != judging && forces_.calls(s.forces); }
  Call take_call(State& s) const { return forces_.take_call(s.forces, s.turn); }
  State resume(State s, int location, Returned back, Settled& settled) const;
  /// Between how many targets, and not to fire, whoever fires chooses in a state; 0: nobody does. See sim::Chooses.
  int choices(const State& s) const { return s.step == choosing ? static_cast<int>(options(s).count) : 0; }
  State choose(State s, int alternative, Settled& settled) const;
  /// The same with the number of the turn in its states; that, if it is a lap of this one; and a state without it.
  Assault played() const;
  int lap(const State& s) const { return turn_is_lap_ ? s.turn : 1; }
  State without_lap(State s) const;
  /// What whoever chooses wants to happen, an event; or, in such a state, not to happen.
  int objective() const { return events_.attacker_wins.number; }
  bool opposes(const State& s) const { return fire(s).side == Side::defender; }
  /// Whether anybody ever does.
  bool has_choices() const;
  /// What is chosen in such a state.
  struct Choice {
    int turn = 0;
    std::string shot{};
    std::vector<std::string> alternatives{};  ///< targets, or "hold"
  };
  Choice choice(const State& s, int lap) const;
  /// What a person sees of the position, given how its garrisons rest: "J8.1 holds, J8.0 is empty"; in detail who is how, and which
  /// weapons are out.
  enum class Detail : bool { brief, full };
  std::string situation(const State& s, const std::vector<Garrison::Rest>& rests, Detail detail) const;

  bool looks(const State& s) const { return s.step == judging || (s.step == counting && !calls(s)); }
  /// The totals are those of Garrison.
  State look(State s, Totals totals, Settled& settled) const;

  State start(Settled& settled) const;
  Throw next_throw(const State& s) const;
  State next(const State& from, Roll roll, Settled& settled) const;
  int stage(const State& s) const;

  /// So many laps are played; 0: turns are no laps.
  int laps() const { return turns_are_laps_ ? plan_.turns : 0; }
  /// What follows the last lap, instead of the state that would begin another.
  State end(const State& begun, Settled& settled) const;

 private:
  // Whose throw is next; of a state between throws also what is looked for next.
  enum Step : std::uint8_t {
    over,
    repair,
    rally,
    shooting,
    arriving,  // whether it is there, by tenths,
    arriving_by_hundredths,
    choosing,
    mustering,  // of who fires
    hitting,
    ift_dr,
    at_building,
    bog_check_dr,
    second_bog_check_dr,
    at_units,
    kindling_dr,
    falling,
    fighting,  // in Close Combat, at the end of a turn
    burning,
    judging,   // whether the attacker has won
    counting,  // of those who are left
    fates
  };
  // What becomes of an AFV that enters.
  struct EntryEvents {
    EventId bogs, falls_into_cellar, enters_unharmed;
  };
  // Some of it is there only if it can be: of a Location, or of a shot.
  struct Events {
    EventId attacker_wins;
    std::vector<EventId> by_turn{};
    std::optional<EventId> defender_wins{};  // where the attacker has men to lose
    std::vector<EventId> rubbled{};
    std::vector<EventId> ablaze{};
    std::vector<std::optional<EventId>> collapses{};
    std::vector<std::optional<EntryEvents>> entries{};
  };
  struct Measures {
    MeasureId turn_won, good_order, eliminated, broken, locations_rubbled;
    std::optional<MeasureId> driven_out{}, attackers_in_good_order{}, attackers_eliminated{};
  };

  const AssaultFire& fire(const State& s) const { return plan_.fires[s.fire]; }
  ToHitRoll to_hit(const State& s) const { return ToHitRoll({.has_multiple_hits = fire(s).has_multiple_hits}); }
  bool is_first_dr(const State& s) const;
  bool is_out(const State& s) const { return s.out >> fire(s).first & 1U; }
  Reads read_of_ift_dr(const State& s) const;
  Throw shot_throw(const State& s) const;

  void advance(State& s, Settled& settled) const;
  bool seek_repair(State& s) const;
  // Shots that can be made now, of those that are one; and not to fire.
  struct Options {
    std::array<std::uint8_t, most_assault_shots + 1> fires{};
    std::size_t count = 0;
  };
  static constexpr std::uint8_t hold = 255;
  Options options(const State& s) const;
  Options seek_shot(State& s) const;
  bool is_awaited(const State& s) const;
  void take_chance(State& s, Roll roll, Settled& settled) const;
  void pass_over(State& s) const;
  bool has_target(const State& s, const AssaultFire& fire) const;
  bool is_made(const State& s, const AssaultFire& fire) const;
  void forget_weapons(State& s) const;
  bool first_turn_has_throw() const;
  unsigned closed(const State& s) const;
  void begin_shot(State& s, Settled& settled) const;
  void load(State& s) const;
  void begin_hitting(State& s) const;
  void land(State& s) const;
  void end_attack(State& s) const;
  void end_shot(State& s) const;

  bool note_first_dr(State& s, Roll roll, Settled& settled) const;
  void take_hit(State& s, Roll roll, Settled& settled) const;
  void take_attack(State& s, Roll roll, Settled& settled) const;
  void attack(State& s, const Forces::Results& results) const;
  void shell_building(State& s, Roll roll, Settled& settled) const;
  void resolve_he(State& s, Settled& settled) const;
  const EntrySituation& entry(const State& s) const;
  void enter_hut(State& s, Settled& settled) const;
  void enter(State& s, Roll roll, Settled& settled) const;
  void end_entry(State& s, bool bogs, Settled& settled) const;
  void take_down(State& s, Ruins::Change change, Settled& settled) const;
  void fall(State& s, Roll roll, Settled& settled) const;
  bool has_collapsed(const State& s, int location) const { return s.collapsed >> location & 1U; }
  const AssaultFire::Aim& aim(const State& s) const;
  int cowering_columns(const State& s) const;
  IftAttack attack_by(const State& s) const;
  int smoke_in(const State& s, HexNumber hex) const { return static_cast<int>(s.smoke >> 4 * static_cast<unsigned>(hex) & 15U); }
  int smoke_drm(const State& s) const;
  int on_to_hit_dr(const State& s) const;
  void note_acquired(State& s) const;
  bool is_to_hit_dr(const State& s) const;
  void lay_smoke(State& s, Settled& settled) const;
  bool can_enter(const State& s, const AssaultFire& fire) const;
  bool seek_fight(State& s) const;
  bool is_in_ruins(const State& s, int location) const { return has_collapsed(s, location) || is_rubble(s, location); }
  void kindle(State& s, Roll roll, Settled& settled) const;
  void collapse(State& s, int location, Settled& settled) const;
  void bring_down_hut(State& s, Settled& settled) const;
  void burn(State& s, Roll roll, Settled& settled) const;
  void set_ablaze(State& s, int location, Settled& settled) const;

  int locations() const { return static_cast<int>(plan_.hex_of.size()); }
  HexNumber hex_of_target(const State& s) const { return plan_.hex_of[static_cast<std::size_t>(fire(s).target)]; }
  bool is_rubble(const State& s, int location) const;
  int kindled_at(const State& s) const;
  Ruins::Scene scene_of_ruins(const State& s) const;
  Flames::Scene scene_of_flames(const State& s) const { return {ruins_.standing(s.ruins), ruins_.rubble(s.ruins)}; }

  enum class Ends : bool { lost, won };
  int rubbled_locations(const State& s) const;
  bool may_be_won(const State& s) const;
  bool is_won(const State& s, Totals totals) const;
  bool is_lost(Totals totals) const;
  void judge_or(State& s, Step then) const;
  int stage_of(const State& s, std::uint8_t step) const;
  void conclude(State& s, Ends ends, Settled& settled) const;

  void add_events_of_places_and_entries();
  int stages_before_shots() const;
  int stages_a_shot() const;
  int stages_of_fights() const { return forces_.parties() * Melee::stages(); }

  AssaultInputs in_;
  AssaultPlan plan_;
  int turns_ = 0;  // as given: events are about all of them
  bool turns_are_laps_ = false;
  bool turn_is_lap_ = false;                 // of who is played so: the number in its states
  std::vector<std::optional<HeAttack>> he_;  // of each shot at a building
  std::vector<Forces::PinsEnd> pins_end_;    // of each shot: nobody there is attacked again in the turn
  std::vector<int> first_stage_;             // of each shot
  int stages_ = 0;                           // a turn
  Events events_;
  Measures measures_;
  Forces forces_;
  Ruins ruins_;
  Melee melee_;
};

}  // namespace boxcars::model
