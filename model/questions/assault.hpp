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

/// Turns of attacks on a position, as a process. It is a checked value: what cannot be asked throws BadInputAt.
/// It calls the garrisons of its Locations. If every turn is like the others a turn is a lap, so that its number need not be in the state;
/// after laps() turns end() gives the state.
class Assault : public QuestionProcess {
 public:
  struct State {
    Forces::State forces{};
    HeAttack::State he{};
    ToHitRoll::State to_hit{};  ///< of a shell where no building stands
    Ruins::State ruins{};
    Flames::State flames{};
    std::uint8_t turn = 0;  ///< the number of the turn, if turns are no laps
    std::uint8_t step = 0;
    std::uint8_t then = 0;       ///< the step that follows the look at the goal
    std::uint8_t news = 0;       ///< whether something has happened that the goal may ask for
    std::uint8_t moving = 0;     ///< 1 + the move under way
    std::uint8_t spent = 0;      ///< MF that it has cost so far, in halves
    std::uint32_t absent = 0;    ///< weapons that are yet to arrive, one bit each
    std::uint32_t out = 0;       ///< weapons that have broken down or are used up, and AFV that have entered, one bit each
    std::uint32_t disabled = 0;  ///< weapons among them that nobody can repair any more
    std::uint8_t fire = 0;       ///< the shot whose turn it is
    std::uint8_t made = 0;       ///< shots that it has made before in this turn
    std::uint8_t again = 0;      ///< whether its rate of fire gives it another one
    std::uint8_t critical = 0;   ///< whether a shell's hit is critical
    std::uint8_t kindles = 0;    ///< whether a Kindling DR for a hut is next
    std::uint8_t collapsed = 0;  ///< huts that have collapsed, one bit each
    std::uint8_t fight = 0;      ///< 1 + the party whose Melee it is; 0: none
    std::uint8_t ambushes = 0;   ///< parties that have come in this turn, and may ambush or be ambushed, one bit each
    std::uint32_t firing = 0;    ///< a packed GarrisonFire, of the units that fire
    std::uint32_t smoke = 0;     ///< DRM of SMOKE in each hex, four bits each
    std::array<std::uint8_t, most_assault_fires / 4> acquired{};  ///< the acquisition of each shot by its last ones, two bits each
    std::uint8_t present = 0;                                     ///< whether the shot whose turn it is is known to be there
    ShotAtVehicle::State at_vehicle{};
    std::array<std::uint8_t, most_assault_vehicles> vehicles{};  ///< by vehicle: what has become of it
    std::uint8_t prepared = 0;                                   ///< garrisons that have fired in the PFPh, if they may move, one bit each
    std::uint32_t fired = 0;  ///< who has fired at who moves (A8.1): garrisons, and behind them other shots, one bit each
    std::array<std::uint8_t, Forces::max_locations> residual{};  ///< by Location: 1 + the column of Residual FP (A8.2)
    std::uint8_t moved = 0;  ///< garrisons that have moved, if they may fire in the PFPh later, one bit each
    std::array<std::uint8_t, 2> unused{};
    std::uint8_t breached = 0;  ///< Locations whose squads keep nobody out any more, one bit each
    Melee::State melee{};
    bool operator==(const State&) const = default;
  };

  using Component = Garrison;
  static constexpr std::size_t component_state_bytes = Forces::max_units * sizeof(Garrison::UnitStatus);

  explicit Assault(const AssaultInputs& inputs);

  const std::vector<Garrison>& components() const { return forces_.garrisons(); }
  bool calls(const State& s) const { return s.step != judging && forces_.calls(s.forces); }
  Call take_call(State& s) const { return forces_.take_call(s.forces, turn_of(s)); }
  State resume(State s, int location, Returned back, Outcomes& outcomes) const;
  /// The number of alternatives of the shooter in a state, holding fire among them; 0: nobody decides. See sim::DecisionProcess.
  int choices(const State& s) const { return s.step == choosing ? static_cast<int>(options(s).count) : 0; }
  State choose(State s, int alternative, Outcomes& outcomes) const;
  /// unrolled() has the number of the turn in its states. lap() is that number, and without_lap() the state without it.
  Assault unrolled() const;
  int lap(const State& s) const { return turn_is_lap_ ? s.turn : 1; }
  State without_lap(State s) const;
  /// The event that one side wants to happen, and the other one not; opposes() says which side decides in a state.
  int objective() const { return events_.attacker_wins.number; }
  bool opposes(const State& s) const { return fire(s).side == Side::defender; }
  /// Whether any state has a decision.
  bool has_choices() const;
  /// A decision, as it is told.
  struct Choice {
    int turn = 0;
    std::string shot{};
    std::vector<std::string> alternatives{};  ///< targets, or "hold"
  };
  Choice choice(const State& s, int lap) const;
  /// What a person sees of the position, given the component states of its garrisons: "J8.1 holds, J8.0 is empty". In full detail it names
  /// the units with their condition, and the weapons that are out.
  enum class Detail : bool { brief, full };
  std::string situation(const State& s, const std::vector<Garrison::ComponentState>& component_states, Detail detail) const;

  bool queries(const State& s) const { return s.step == judging || (s.step == counting && !calls(s)); }
  /// Takes the aggregate of the garrisons; see Garrison::aggregate().
  State query(State s, Aggregate aggregate, Outcomes& outcomes) const;

  State start(Outcomes& outcomes) const;
  Throw next_throw(const State& s) const;
  State next(const State& from, Roll roll, Outcomes& outcomes) const;
  int stage(const State& s) const;

  /// The number of laps; 0: turns are no laps.
  int laps() const { return turns_are_laps_ ? plan_.turns : 0; }
  /// What follows the last lap, instead of the state that would begin another.
  State end(const State& begun, Outcomes& outcomes) const;

 private:
  // The throw that is next; a state between throws also has what is looked for next.
  enum Step : std::uint8_t {
    over,
    repair,
    recovering,  // from Shock
    rally,
    shooting,
    arriving,  // the dr by which a weapon is there, by tenths
    arriving_by_hundredths,
    choosing,
    mustering,  // the call to the units that fire
    marching,   // the call to the units that move
    hitting,
    ift_dr,
    at_building,
    at_vehicle,
    bog_check_dr,
    second_bog_check_dr,
    at_units,
    kindling_dr,
    falling,
    fighting,  // in Close Combat, at the end of a turn
    burning,
    judging,   // the look at whether the attacker has won
    counting,  // of the units that are left
    fates
  };
  // The events of an AFV that enters.
  struct EntryEvents {
    EventId bogs, falls_into_cellar, enters_unharmed;
  };
  struct VehicleEvents {
    EventId eliminated, burns, immobilized, shocked, abandoned, survives;
  };
  enum VehicleIs : std::uint8_t {
    wreck = 1,
    immobile = 2,
    shaken = 4,
    abandoned = 8,
    in_shock = 16,
    unconfirmed_kill = 32,
    stunned = 64,
    has_been_shocked = 128
  };
  // Events exist only if they can happen, in a Location or by a shot.
  struct Events {
    EventId attacker_wins;
    std::vector<EventId> by_turn{};
    std::optional<EventId> defender_wins{};  // only where the attacker has men to lose
    std::vector<EventId> rubbled{};
    std::vector<EventId> ablaze{};
    std::vector<std::optional<EventId>> collapses{};
    std::vector<std::optional<EntryEvents>> entries{};
    std::vector<VehicleEvents> vehicles{};
    std::vector<EventId> arrives{};  // by move
  };
  struct Measures {
    MeasureId turn_won, good_order, eliminated, broken, locations_rubbled;
    std::optional<MeasureId> driven_out{}, attackers_in_good_order{}, attackers_eliminated{};
  };

  const AssaultFire& fire(const State& s) const {
    const AssaultFire& fire = plan_.fires[s.fire];
    if (fire.otherwise.empty()) return fire;
    const int other = aimed_as(s, fire);
    return other > 0 ? fire.otherwise[static_cast<std::size_t>(other - 1)] : fire;
  }
  int aimed_as(const State& s, const AssaultFire& fire) const;
  const HeAttack& he(const State& s) const;
  ToHitRoll to_hit(const State& s) const {
    return ToHitRoll({.has_multiple_hits = fire(s).has_multiple_hits, .doubles_lower_die = doubles_lower_die(fire(s).aim.to_hit)});
  }
  bool is_first_dr(const State& s) const;
  bool is_out(const State& s) const { return s.out >> fire(s).first & 1U; }
  Reads read_of_ift_dr(const State& s) const;
  Throw shot_throw(const State& s) const;

  void advance(State& s, Outcomes& outcomes) const;
  bool seek_repair(State& s) const;
  bool seek_recovery(State& s) const;
  void recover(State& s, Roll roll, Outcomes& outcomes) const;
  bool is_vehicle_lost(const State& s, int vehicle) const {
    return (s.vehicles[static_cast<std::size_t>(vehicle)] & (wreck | abandoned)) != 0;
  }
  bool vehicle_can_fire(const State& s, int vehicle) const;
  int lost_vehicles(const State& s) const;
  ShotAtVehicle::Scene scene_of_vehicle(const State& s) const;
  void fire_at_vehicle(State& s, Outcomes& outcomes) const;
  void lose_acquisition(State& s, int vehicle) const;
  void take_vehicle_news(State& s, std::uint32_t news, Outcomes& outcomes) const;
  void end_shot_at_vehicle(State& s) const;
  void add_events_of_vehicles();
  // Legal alternatives of this shot, including holding fire.
  struct Options {
    std::array<std::uint8_t, most_assault_shots + 1> fires{};
    std::size_t count = 0;
  };
  static constexpr std::uint8_t hold = 255;
  Options options(const State& s) const;
  Options seek_shot(State& s) const;
  bool can_be_fired(const State& s, const AssaultFire& fire) const;
  bool can_march(const State& s, const AssaultFire& fire) const;
  bool is_under_way(const State& s, const AssaultFire& fire) const;
  bool is_allowed_by_phase(const State& s, const AssaultFire& fire) const;
  bool is_in_time(const State& s, const AssaultFire& fire) const;
  int turn_of(const State& s) const { return plan_.player_turns == 1 ? s.turn : (s.turn + 1) / 2; }
  bool is_first_player_turn(const State& s) const { return plan_.player_turns == 1 || s.turn % 2 == 1; }
  std::optional<Side> whose_turn(const State& s) const;
  void march(State& s, int halves, Outcomes& outcomes) const;
  bool end_move(State& s, Outcomes& outcomes) const;
  void note_fired(State& s) const;
  void lay_residual(State& s, Roll roll, int column) const;
  bool is_held(const State& s) const;
  bool is_awaited(const State& s) const;
  void take_chance(State& s, Roll roll, Outcomes& outcomes) const;
  void pass_over(State& s) const;
  bool has_target(const State& s, const AssaultFire& fire) const;
  bool is_blast(const State& s) const { return s.fire < plan_.fires.size() && fire(s).is_blast; }
  bool hits_enemies(const State& s, const AssaultFire& fire) const;
  bool hits_something(const State& s, const AssaultFire& fire) const;
  bool is_made(const State& s, const AssaultFire& fire) const;
  void forget_weapons(State& s) const;
  bool first_turn_has_throw() const;
  unsigned closed(const State& s) const;
  void begin_shot(State& s, Outcomes& outcomes) const;
  void load(State& s) const;
  void begin_hitting(State& s) const;
  void land(State& s) const;
  void end_attack(State& s) const;
  void end_shot(State& s) const;

  bool note_first_dr(State& s, Roll roll, Outcomes& outcomes) const;
  void take_hit(State& s, Roll roll, Outcomes& outcomes) const;
  void take_attack(State& s, Roll roll, Outcomes& outcomes) const;
  void attack(State& s, const Forces::Results& results, const Forces::Results& critical = {}) const;
  void shell_building(State& s, Roll roll, Outcomes& outcomes) const;
  void resolve_he(State& s, Outcomes& outcomes) const;
  void breach(State& s, Outcomes& outcomes) const;
  const EntrySituation& entry(const State& s) const;
  void enter_hut(State& s, Outcomes& outcomes) const;
  void enter(State& s, Roll roll, Outcomes& outcomes) const;
  void end_entry(State& s, bool bogs, Outcomes& outcomes) const;
  void take_down(State& s, Ruins::Change change, Outcomes& outcomes) const;
  void fall(State& s, Roll roll, Outcomes& outcomes) const;
  bool has_collapsed(const State& s, int location) const { return s.collapsed >> location & 1U; }
  const AssaultFire::Aim& aim(const State& s) const;
  int cowering_columns(const State& s) const;
  IftAttack attack_by(const State& s, Roll roll, HitIs hit) const;
  int smoke_in(const State& s, HexNumber hex) const { return static_cast<int>(s.smoke >> 4 * static_cast<unsigned>(hex) & 15U); }
  int smoke_drm(const State& s) const;
  int on_to_hit_dr(const State& s) const;
  void note_acquired(State& s) const;
  bool is_to_hit_dr(const State& s) const;
  void lay_smoke(State& s, Outcomes& outcomes) const;
  bool can_enter(const State& s, const AssaultFire& fire) const;
  bool seek_fight(State& s) const;
  bool is_in_ruins(const State& s, int location) const { return has_collapsed(s, location) || is_rubble(s, location); }
  void kindle(State& s, Roll roll, Outcomes& outcomes) const;
  void collapse(State& s, int location, Outcomes& outcomes) const;
  void bring_down_hut(State& s, Outcomes& outcomes) const;
  void burn(State& s, Roll roll, Outcomes& outcomes) const;
  void set_ablaze(State& s, int location, Outcomes& outcomes) const;

  int locations() const { return static_cast<int>(plan_.hex_of.size()); }
  HexNumber hex_of_target(const State& s) const { return plan_.hex_of[static_cast<std::size_t>(fire(s).target)]; }
  bool is_rubble(const State& s, int location) const;
  int kindled_at(const State& s) const;
  int levels_above(const State& s, int location) const;
  Ruins::Scene scene_of_ruins(const State& s) const;
  Flames::Scene scene_of_flames(const State& s) const { return {ruins_.standing(s.ruins), ruins_.rubble(s.ruins)}; }

  enum class Ends : bool { lost, won };
  int rubbled_locations(const State& s) const;
  bool may_be_won(const State& s) const;
  bool is_won(const State& s, Aggregate aggregate) const;
  bool is_lost(Aggregate aggregate) const;
  void judge_or(State& s, Step then) const;
  int stage_of(const State& s, std::uint8_t step) const;
  void conclude(State& s, Ends ends, Outcomes& outcomes) const;

  void add_events_of_places_and_entries();
  int stages_before_shots() const;
  int stages_a_shot() const;
  int stages_of_fights() const { return forces_.parties() * Melee::stages(); }

  AssaultInputs in_;
  AssaultPlan plan_;
  int turns_ = 0;  // as given, for events are about all of them
  bool turns_are_laps_ = false;
  bool turn_is_lap_ = false;               // of an unrolled() assault: whether the number in its states is a lap of the original
  std::vector<std::vector<HeAttack>> he_;  // by shot at a building: as it may be aimed
  std::vector<std::optional<ShotAtVehicle>> at_vehicle_;  // by shot at a vehicle
  std::vector<Forces::PinsEnd> pins_end_;                 // by shot: the Locations where nobody is attacked again in the turn
  std::vector<int> first_stage_;                          // by shot
  int stages_ = 0;                                        // of a turn
  Events events_;
  Measures measures_;
  Forces forces_;
  Ruins ruins_;
  Melee melee_;
};

}  // namespace boxcars::model
