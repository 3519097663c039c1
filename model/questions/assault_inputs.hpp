#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "model/parts/flames.hpp"
#include "model/parts/forces.hpp"
#include "model/parts/position.hpp"
#include "model/questions/attack_inputs.hpp"
#include "model/questions/entry_inputs.hpp"
#include "model/questions/he_inputs.hpp"
#include "model/questions/shot_at_vehicle.hpp"
#include "model/questions/vehicle_shots.hpp"
#include "model/rules/armory.hpp"
#include "model/rules/close_combat.hpp"
#include "model/rules/hex_map.hpp"
#include "model/rules/map_input.hpp"
#include "model/rules/side.hpp"
#include "model/rules/terrain.hpp"
#include "model/rules/to_kill.hpp"
#include "model/rules/units.hpp"

namespace boxcars::model {

/// A Location of the position. Those with the same name before the dot are one hex: what one says of its building holds for all, but for
/// its level and whether it is fortified.
struct AssaultLocation {
  std::string name;                        ///< "J8.1"; what is before the dot is the hex, unless
  std::string hex{};                       ///< it is given
  std::optional<Construction> building{};  ///< none: `terrain`, or what the map holds
  std::optional<int> levels{};             ///< of the building, above ground
  std::optional<int> level{};              ///< of the building, 0 is the ground; none: what is behind the dot, else 0
  bool rooftop = false;                    ///< of the building, instead of a level
  std::optional<Terrain> terrain{};        ///< where no building stands
  bool fortified = false;
  bool interior = false;
  bool factory = false;
  bool marketplace = false;
  std::optional<int> rally_drm{};            ///< instead of that of all
  std::optional<int> tem{};                  ///< of a pillbox
  std::optional<GarrisonCall::Rout> rout{};  ///< of who is broken there; none: he stays
};

/// A unit or a weapon of a side.
struct AssaultUnit {
  std::string unit;  ///< "4-4-7", "9-1,elr=3", "3x4-6-7", "mg:5-12"
  std::string location;
  std::optional<int> from_turn{};  ///< of a unit: in which it comes
};

/// A vehicle of a side.
struct AssaultVehicle {
  std::string name;       ///< by which shots name it
  std::string vehicle{};  ///< "Panther G", "armor=8/4,size=1"; empty: as it is called
  Side side = Side::defender;
  bool motion = false;
};

/// What is done every turn: one weapon or fire group fires, on the IFT with `fp` or what `by` has, or HE and its kin with `caliber` or
/// `ammo`; or once an AFV enters.
struct AssaultShot {
  std::string name;
  std::string target;                 ///< Location
  std::vector<std::string> or_at{};   ///< other Locations: whoever fires chooses each time
  bool may_hold = false;              ///< or does not fire
  int alternative = 0;                ///< of a shot that stands there once for each of its targets: which of them, see one_target_each();
  std::string blast_of{};             ///< and of OBA that hits this target, too: at which of them it was aimed (C1.51)
  std::string fp{};                   ///< a sum is understood
  std::string by{};                   ///< who fires instead, with spaces: Firepower is computed (A7.2-.36); or a Location: who is there
  FirePhase phase = FirePhase::prep;  ///< of that
  int area_fire = 0;                  ///< of that: causes of Area Fire
  bool concealed = false;             ///< the targets, for that, and for a DC
  std::optional<int> range{};         ///< of that; of a Gun: its To Hit number is computed (C3)
  std::string gun{};                  ///< at a vehicle: "75L", "PaK 40", "psk"; empty: that of the vehicle that fires
  std::optional<Shell> shell{};       ///< of that
  std::optional<TargetFacing> facing{}, turret{};  ///< of the vehicle fired at
  bool hull_down = false;
  std::string from{};              ///< the Location or hex of the map that it is fired from; empty: `by`, if that is one
  bool no_los = false;             ///< it is made, whether or not the map shows a LOS
  Barrel barrel = Barrel::normal;  ///< of that Gun
  GunColor gun_color = GunColor::black;
  std::vector<std::string> cases{};  ///< on its To Hit DR (C5, C6)
  std::optional<int> caliber{};
  Fire fire = Fire::direct;
  std::vector<std::string> los{};  ///< levels that area fire can see
  Ammo ammo = Ammo::he;
  std::optional<int> smoke{};                       ///< it lays SMOKE instead, with this DRM, until the turn ends (A24)
  bool advance = false;                             ///< those at `by` advance into the target, for Close Combat there (A11)
  std::optional<Ambush> ambush{};                   ///< whether it is thrown for then; none: in woods and buildings (A11.4)
  std::string ambush_drm{};                         ///< "A,D"; empty: none
  bool enter = false;                               ///< an AFV drives into the target's hex instead (B23.41)
  std::optional<GroundPressure> ground_pressure{};  ///< of that AFV
  int drm = 0;                                      ///< of its Bog Check, if it enters
  int hindrance = 0;                                ///< of an IFT shot, or on a To Hit DR that is computed
  std::optional<int> leadership{};                  ///< the directing leader's, of the same
  Cowering cowering = Cowering::automatic;
  std::optional<int> to_hit{};
  std::optional<int> th_number{};
  std::optional<int> breakdown{};     ///< the lowest Original DR that puts it out; the To Hit DR if there is one, else the IFT DR
  std::optional<int> repair{};        ///< the highest dr that repairs it, one a turn
  std::optional<int> rate_of_fire{};  ///< the highest colored dr of that DR with which it fires again
  bool acquire = false;               ///< it acquires its target (C6.5)
  std::optional<int> limit{};         ///< shots a turn that it has then at most; none: as many as come
  std::optional<int> available{};     ///< the chance that it is there in a turn, in hundredths; none: it is
  std::optional<int> arrives{};       ///< the chance a turn that it comes, and then stays
  std::optional<int> from_turn{};
  std::optional<int> until_turn{};
  std::string condition{};             ///< "J8.1 holds", "J8.1 fallen": while somebody there is in Good Order, or nobody is
  Weapon weapon = Weapon::small_arms;  ///< of an IFT shot; a DC is HE's kin
  std::optional<int> x_number{};       ///< of a Flamethrower
  bool non_elite = false;              ///< who uses a Flamethrower or DC
  int enemy_units = 0;                 ///< where a Set DC is (A23.7)
  bool fire_inside = false;            ///< of a Factory: what fires is in it, too (B23.741)
  std::optional<int> hexes{};          ///< of an AFV: of a Factory, that it drives through, each with a Bog Check (B23.742)
  std::optional<int> levels_above{};   ///< of WP: of the building, above the target (B23.32); none: by `fire`
  /// What with_moves() makes of a move: that the stack goes on, and what is fired at it then.
  enum class Part : std::uint8_t { none, march, residual, first_fire, rout };
  Part part = Part::none;
  int move = -1;  ///< of a part: the number of the move,
  int step = 0;   ///< and of the Location on its path
  Movement moving = Movement::none;
};

/// A stack that moves along a path in the MPh of its side (A4): in every turn as far as its MF reach.
struct AssaultMove {
  std::string name;
  std::string by;  ///< the Location where it is at first
  std::vector<std::string>
      path{};             ///< the Locations that it enters, in turn, with what they cost and how far off who fires is: "K7/mf=2/J8=3"
  std::string before{};   ///< the shot before which it moves; empty: the first of a later phase
  bool may_hold = false;  ///< or does not go on: whoever moves chooses
  bool assault_movement = false;
  std::optional<int> mf{};  ///< none: by who is left of it (A4.1)
  std::optional<int> from_turn{};
  std::optional<int> until_turn{};
  std::string condition{};  ///< as of a shot
};

/// One Location of a path, as it was written.
struct AssaultPathStep {
  std::string location;
  std::optional<int> halves{};                       ///< MF
  std::vector<std::pair<std::string, int>> range{};  ///< of who fires from a Location
};
/// Throws BadInput.
AssaultPathStep parse_path_step(const std::string& text);

/// The attacker wins as soon as all that is given holds at once.
struct AssaultGoal {
  std::optional<int> good_order{};      ///< at most so many defenders in Good Order
  std::optional<int> eliminated{};      ///< at least so many eliminated
  std::vector<std::string> rubbled{};   ///< Locations
  std::optional<int> by_turn{};         ///< and not later; what is left of the turns is not played
  std::optional<int> attackers_left{};  ///< at least so many of his own units in Good Order
  std::optional<int> own_buried{};      ///< at most so many of them killed by falling rubble
  std::optional<int> vehicles{};        ///< at least so many of the defender's vehicles eliminated or abandoned
  std::vector<std::string> held{};      ///< Locations where somebody of his is in Good Order, and no defender is
};

/// The defender wins as soon as it holds; else when the turns are over.
struct AssaultLoss {
  std::optional<int> good_order{};  ///< at most so many attackers in Good Order
};

inline constexpr std::array<Choice<GarrisonCall::Rout>, 3> rout_choices{
    {{"away", GarrisonCall::Rout::away}, {"interdicted", GarrisonCall::Rout::interdicted}, {"eliminated", GarrisonCall::Rout::eliminated}}};

/// Whose Player Turns a turn has: the attacker's, with all shots in the order of the file; or his and then the defender's, each with its
/// phases, in which the shots have their place by whose they are and by their phase (A3).
enum class PlayerTurns : std::uint8_t { attacker, both };
inline constexpr std::array<Choice<PlayerTurns>, 2> player_turns_choices{
    {{"attacker", PlayerTurns::attacker}, {"both", PlayerTurns::both}}};

/// What the user wrote about turns of attacks on a position.
struct AssaultInputs {
  int turns = 0;
  PlayerTurns player_turns = PlayerTurns::attacker;
  std::vector<AssaultLocation> locations{};
  std::vector<AssaultUnit> defenders{};
  std::vector<AssaultUnit> attackers{};  ///< none: he has nobody to lose
  std::vector<AssaultVehicle> vehicles{};
  std::vector<AssaultShot> shots{};
  std::vector<AssaultMove> moves{};
  std::optional<int> rally_drm{};  ///< none: nobody rallies
  std::optional<int> fires_drm{};  ///< of Flame and Spread DR; none: nothing burns
  AssaultGoal goal{};
  AssaultLoss loss{};
  Edition edition = Edition::v2;
  bool iift = false;  ///< the Incremental table is read (A7.37)
  MapInput map{};     ///< if it has a file, it says what the Locations' hexes hold
};

/// All Locations that a shot chooses from; and whether there is anything to choose.
std::vector<std::string> targets_of(const AssaultShot& shot);
inline bool has_choice(const AssaultShot& shot) { return !shot.or_at.empty() || shot.may_hold; }

/// Who is at a Location, of a checked assault; nobody: neither. And whose a shot is: that of who fires it, else of the enemy of who is
/// fired at, or the attacker's.
std::optional<Side> side_at(const AssaultInputs& inputs, std::string_view location);
Side side_of(const AssaultInputs& inputs, const AssaultShot& shot);

/// The side that is at a Location at first, or else moves there. Which of the moves is called so; nothing: none is.
std::optional<Side> side_ever_at(const AssaultInputs& inputs, std::string_view location);
std::optional<int> move_named(const AssaultInputs& inputs, std::string_view name);

/// Whether anybody of a side may come to a Location by advancing or moving.
bool is_entered_by(const AssaultInputs& inputs, Side side, std::string_view location);

/// Takes the choice from a shot.
void fire_only_at(AssaultShot& shot, std::string target);
/// The same with nothing to choose: each shot is fired at its first target.
AssaultInputs at_first_targets(const AssaultInputs& inputs);

/// The same with a shot for each target of a shot, and behind them one for each hex that OBA at a target hits, too (C1.51). A move is one
/// for each Location of its path, and behind it those that are fired at it there.
AssaultInputs one_target_each(const AssaultInputs& inputs);

/// A shot, as it is resolved.
struct AssaultFire {
  /// The last one is a shot at who moves, as it was written: it is fired Location by Location, by shots of their own.
  enum class Kind : std::uint8_t { small_arms, shell, shell_at_building, entry, smoke, advance, at_vehicle, march, at_move, rout };
  Kind kind = Kind::small_arms;
  /// How it hits, unless `he` or `entry` says so.
  struct Aim {
    IftAttack attack{};
    IftAttack critical_hit{};                    ///< of a shell
    std::optional<ToHit> to_hit{};               ///< of a shell
    std::optional<IftResult> without_dr{};       ///< of WP: a MC of all, and no IFT DR,
    std::optional<IftAttack> without_thrower{};  ///< of a MOL, instead, by the colored dr that breaks who throws it (A22.62)
  };
  int target = 0;         ///< Location
  int first = 0;          ///< of those that are one shot at several targets, one behind the other: the first,
  int end = 1;            ///< the one behind the last,
  int over = 1;           ///< and the one behind all that OBA hits, too
  int blast = 0;          ///< of those that OBA at this target hits, too, one behind the other: the first,
  int blast_end = 0;      ///< and the one behind the last
  bool is_blast = false;  ///< it is one of them
  bool may_hold = false;
  Side side = Side::attacker;        ///< whose it is
  Side in_turn_of = Side::attacker;  ///< in whose Player Turn, if a turn has both
  int by = no_location;              ///< where who fires it is, or serves it, or advances from
  int who = no_location;             ///< and where they were at first: their garrison
  int move = -1;                     ///< it is part of a move: its number
  int mover = no_location;           ///< and the garrison that moves
  int from = no_location;            ///< of who moves on: from where
  int halves = 0;                    ///< MF that this costs
  int firing_as = -1;                ///< of a shot at who moves that no garrison fires: the number of who does
  bool is_residual = false;          ///< it is Residual FP (A8.2)
  bool leaves_residual = false;      ///< somebody may come there later in the MPh
  int outside_drm = 0;               ///< what of its DRM makes that less
  int ffnam = 0, ffmo = 0;           ///< of its DRM: for who is not pinned (A7.8), and without SMOKE (A4.6)
  int party = 0;                     ///< of those who advance
  int at_vehicle = -1;               ///< the vehicle fired at,
  int by_vehicle = -1;               ///< and the one that fires; -1: none is
  std::optional<VehicleShot> vehicle_shot{};
  bool musters = false;                 ///< the Firepower is theirs, as they stand; else they serve a weapon
  IftAttack at_first{};                 ///< of those who muster: as they stand at first
  Aim aim{};                            ///< of those who muster without their column, leadership and cowering
  Aim aim_in_ruins{};                   ///< the same, if a hut there has collapsed (G5.51), or a building is rubble (B24.3)
  std::optional<Aim> aim_without_mg{};  ///< of who fires on when the MG have broken down (A9.7)
  Aim aim_in_ruins_without_mg{};
  IftAttack original{};              ///< the column and DRM of HE's Original DR, by which what does not stand as a building burns (B25.13),
  int kindled_from = 13;             ///< and what the Kindling DR must reach
  int th_number = 0;                 ///< if none is given
  std::optional<Terrain> hexside{};  ///< whose TEM its target has instead (B9.3)
  bool height_advantage = false;     ///< of its target (B10.31)
  std::optional<HeSituation> he{};
  bool enters_hut = false;  ///< of an AFV: it needs no Bog Check, unless rubble has fallen there (G5.4, G5.51)
  EntrySituation entry{};
  EntrySituation entry_of_rubble{};  ///< the same, when the building has come down
  EntrySituation entry_inside{};     ///< of the other hexes of a Factory that it drives through, `limit` in all (B23.742)
  std::vector<Modifier> modifiers{};
  std::vector<std::string> worked_out{};      ///< how its Firepower came about
  bool has_multiple_hits = false;             ///< of a shell where no building stands (C3.8)
  bool collapses_hut = false;                 ///< by a KIA: a shell's or DC's at one (G5.5)
  std::optional<PillboxUnderFire> pillbox{};  ///< at one that it can eliminate
  int flame_on = 0;             ///< the Original colored dr by which it starts a Flame: a MOL's, and at a hut (A22.6111, G5.6),
  int flame_on_without_mg = 0;  ///< the former when its MG have broken down,
  int flame_below = 0;          ///< and the Original DR below which a Flamethrower does at a hut;
  bool flame_by_wp = false;     ///< by a DR of its own, at a hut (G5.6)
  std::optional<IftResult::Kind> kindles_from{};  ///< of the Original result, for a Kindling DR (B25.12, B25.13)
  int malfunctions_from = 13;                     ///< of a DC (A23.2)
  bool is_shielded = false;                       ///< WP by Indirect Fire: by each level that stands above the target (B23.32)
  bool is_used_up = false;                        ///< by one shot: a DC (A23)
  int smoke = 0;                                  ///< DRM of what it lays
  bool is_hindered = false;                       ///< SMOKE is on its IFT DR; else on its To Hit DR, if it has one
  bool is_oba = false;                            ///< its Original 2 is a critical hit (C1.53); of fire at a building see `he`
  bool rubbles = false;                           ///< it can make rubble
  unsigned reach = 0;                             ///< Locations that it may attack, one bit each
  int chance = 100;                               ///< that it is there, in hundredths,
  bool stays = false;                             ///< once it has come
  int breaks_down_from = 13;
  int repaired_to = 0;
  int rate_of_fire = 0;
  int limit = 1;          ///< shots a turn
  int more_acquired = 0;  ///< the DRM that acquisition can bring (C6.5)
  int from_turn = 1;
  int until_turn = 0;
  enum class While : std::uint8_t { always, holds, fallen };
  While condition = While::always;
  int condition_at = 0;  ///< Location
  /// What is seen of the target as hexes come down that the line goes past, or from, or to (A6): the number of the way in which it is
  /// aimed, by the levels that stand in these hexes (those of the last one change first). 0: as here; unseen: it is not made.
  std::vector<HexNumber> past{};
  std::vector<std::int8_t> aimed_as{};
  std::vector<AssaultFire> otherwise{};  ///< the other ways, from 1
  bool opens_los = false;                ///< no enemy is ever there: it brings down what another line goes past
  static constexpr std::int8_t unseen = -1;
};

/// What was asked, checked.
struct AssaultPlan {
  int turns = 0;         ///< that are played,
  int player_turns = 1;  ///< and of how many Player Turns each is
  AssaultHexes hexes{};
  std::vector<HexNumber> hex_of{};  ///< of each Location
  std::vector<int> level_of{};      ///< of each Location
  unsigned huts{};                  ///< Locations that are huts, one bit each,
  unsigned collapsed{};             ///< and those of them that have collapsed from the start
  Deployment forces{};
  std::vector<std::optional<BySide<int>>> ambushes{};  ///< of each party: the drm on Ambush dr, if they are thrown
  std::vector<VehicleTarget> vehicles{};
  std::vector<AssaultFire> fires{};
  std::vector<int> rubbled{};  ///< Locations of the goal,
  std::vector<int> held{};     ///< and those that are to be held
  struct Move {
    int by = no_location;
    std::vector<int> path{};
    int most_halves = 0;  ///< MF that it may ever have
    int mf_halves = 0;    ///< that it always has; 0: by who is left
  };
  std::vector<Move> moves{};
  unsigned movers = 0;        ///< garrisons that move, one bit each,
  unsigned prepares = 0;      ///< those of them that have a shot of the PFPh,
  unsigned remembered = 0;    ///< and those that have one of the DFPh
  std::size_t moves_end = 0;  ///< the shot behind the last part of a move
  Flames flames{};
  std::vector<std::string> notes{};
  bool changes = false;  ///< not every turn is like the others
};

inline constexpr int most_assault_turns = 100;

/// What not to fire is called among the targets that somebody chooses from.
inline constexpr std::string_view word_for_no_target = "hold";

inline constexpr int most_assault_shots = 24;
inline constexpr int most_assault_fires = 32;  ///< with what moves are made of
inline constexpr int most_assault_moves = 6;
inline constexpr int most_assault_vehicles = 8;

/// The hexes where those of a side are from the start, each once.
std::vector<std::string> hexes_of(const AssaultInputs& inputs, Side side);

/// Of inputs with one target each. Throws BadInputAt for what cannot be asked, with the rule that forbids it.
AssaultPlan assault_plan(const AssaultInputs& inputs);

}  // namespace boxcars::model
