#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "model/core/bad_input.hpp"
#include "model/questions/assault_inputs.hpp"
#include "model/rules/hex_map.hpp"
#include "model/rules/sight.hpp"

// How what the user wrote about an assault becomes its plan; each part is told what is wrong with it at its path.
namespace boxcars::model {

[[noreturn]] void refuse_at(const std::string& path, const std::string& what);
/// What another question says of its fields, as of those of the table at `path`.
[[noreturn]] void refuse_in_table(const std::string& path, const BadInput& bad);

/// Does what may throw BadInput about options, of what stands at a path.
template <class Work>
auto at_path(const std::string& path, Work work) {
  try {
    return work();
  } catch (const BadInputAt&) {
    throw;
  } catch (const BadInput& bad) {
    refuse_in_table(path, bad);
  }
}

/// Throws if the value of a field, of what stands at a path, is not within its range.
void require_at(const std::string& path, const std::string& field, int value, int low, int high, const std::string& why);

/// What the tables of Rally and of fires may have as their DRM.
inline constexpr Range drm_of_tables{-10, 10, "no DRM is that large"};
void require_drm_of_table(const std::string& table, int drm);

int find_location(const AssaultInputs& inputs, const std::string& path, const std::string& name);

/// What a Location on top of a building is called, behind the dot of its name or as its level.
inline constexpr std::string_view rooftop_word = "rooftop";

/// Of OBA at a Location: a Location of each other hex that it hits, as far as hexes are named as on a board (C1.51).
std::vector<std::string> in_blast_of(const AssaultInputs& inputs, const AssaultShot& shot, const std::string& target);

void read_hexes(const AssaultInputs& inputs, AssaultPlan& plan);
const AssaultHex& hex_at(const AssaultPlan& plan, int location);
/// The terrain that its TEM is of.
Terrain terrain_at(const AssaultInputs& inputs, const AssaultPlan& plan, int location);

/// What can burn, and how it spreads (B25).
void read_flames(const AssaultInputs& inputs, AssaultPlan& plan);

/// Keys of a shot, and whether each is given.
using Keys = std::vector<std::pair<bool, const char*>>;
/// Throws if one of these keys is given: "fp with caliber (why); leave one out".
void refuse_any(const std::string& path, const Keys& keys, const std::string& before, const std::string& after);

/// Throws if a shot says more than `own`, whose it is, at what and when: "enter with fp (why); leave one out".
void refuse_all_but(const std::string& path, const AssaultShot& shot, const std::vector<std::string_view>& own, const std::string& before,
                    const std::string& after);

/// The Location that a shot is fired from, if `by` names one; what can be no unit must.
int fired_from(const AssaultInputs& inputs, const AssaultShot& shot, const std::string& path);
/// Nobody fires from nowhere, nor at his own men.
void require_enemies(const AssaultInputs& inputs, const AssaultShot& shot, const std::string& path, const AssaultFire& fire);
/// The map of an assault, with lines of sight if it has a picture.
struct SeenMap {
  HexMap map{};
  std::optional<Sights> sights{};
  std::vector<HexNumber> brought_down{};  ///< hexes that shots may bring down
};
std::optional<SeenMap> seen_map(const AssaultInputs& inputs, const AssaultPlan& plan);
/// What a shot takes of what is seen from who fires.
struct SeenTarget {
  int hindrance = 0;
  std::optional<Terrain> hexside{};
  bool height_advantage = false;
  bool operator==(const SeenTarget&) const = default;
  void give(AssaultShot& shot, AssaultFire& fire) const;
};
/// Takes from the map what lies between who fires and the target: LOS, range, Hindrance, hexside, height; what is typed stays. Throws if
/// nothing is ever seen, and if the shot asks for a map that is not there. At who moves it is then no shot. The answer is what else may be
/// seen when hexes have come down, for fire.otherwise.
std::vector<SeenTarget> take_sight(const AssaultInputs& inputs, std::optional<SeenMap>& seen, const std::string& path, AssaultShot& shot,
                                   AssaultFire& fire, AssaultPlan& plan);
/// Whether what comes down in these hexes can fall from hex to hex as far as that one (B24.12).
bool falls_as_far_as(const AssaultPlan& plan, const std::vector<HexNumber>& brought_down, HexNumber hex);
/// The hexes that shots may bring down.
std::vector<HexNumber> brought_down(const AssaultInputs& inputs, const AssaultPlan& plan);
/// A shot is either on the IFT or of HE.
void require_one_attack(const AssaultShot& shot, const std::string& path);
/// What a shot throws and what follows from it; and the same by those who are at its Location.
void aim_shot(const AssaultInputs& inputs, const AssaultPlan& plan, const AssaultShot& shot, const std::string& path, AssaultFire& fire);
void aim_from(const AssaultInputs& inputs, AssaultPlan& plan, const AssaultShot& shot, const std::string& path, AssaultFire& fire);
/// Those at its Location advance into its target (A4.7), and fight there.
void aim_advance(const AssaultInputs& inputs, AssaultPlan& plan, const AssaultShot& shot, const std::string& path, AssaultFire& fire);
/// "Close Combat 2-1, DRM -1; the enemy 1-2", of all who are ever there.
std::string odds_of_advance(const AssaultPlan& plan, const AssaultFire& fire);
void read_shots(const AssaultInputs& inputs, AssaultPlan& plan);
/// What is known of a shot only when all are read, for all ways in which it is aimed.
void read_ways(const AssaultInputs& inputs, AssaultPlan& plan);

/// A name that shots and settings may use, without any of the separators. Throws at the path.
void require_name(const std::string& path, const std::string& name, const char* separators);
/// If a turn has both Player Turns, the same with the shots in the order of their phases.
AssaultInputs by_phases(const AssaultInputs& inputs);
/// The same with the parts of which moves are made; and how many those are at most. If a move cannot be read, the same.
AssaultInputs with_moves(const AssaultInputs& inputs);
std::size_t parts_of_moves(const AssaultInputs& inputs);
/// Whether a shot, as it was written, is fired at who moves; whether anybody of a side moves into a Location.
bool is_at_moves(const AssaultInputs& inputs, const AssaultShot& shot);
bool is_moved_into_by(const AssaultInputs& inputs, Side side, std::string_view location);
/// The same with the RtPh, if anybody routs.
AssaultInputs with_rout(const AssaultInputs& inputs);
void read_rout(const AssaultInputs& inputs, AssaultPlan& plan);
void require_names_of_moves(const AssaultInputs& inputs);
void read_moves(const AssaultInputs& inputs, AssaultPlan& plan);
/// The garrison that fires from a Location. Throws if two stacks may be there.
int stack_firing_from(const AssaultInputs& inputs, const AssaultPlan& plan, const std::string& path, int location);
void read_shot_at_move(const AssaultInputs& inputs, const AssaultShot& shot, const std::string& path, AssaultFire& fire);
void read_march(const AssaultInputs& inputs, const AssaultPlan& plan, const AssaultShot& shot, AssaultFire& fire);
/// Which shots at who moves leave Residual FP that somebody may meet (A8.2).
void read_residual(AssaultPlan& plan);
void read_phases(const AssaultInputs& inputs, AssaultPlan& plan);
/// Which of the vehicles is called so; nothing: none is.
std::optional<int> vehicle_named(const AssaultInputs& inputs, std::string_view name);
void read_vehicles(const AssaultInputs& inputs, AssaultPlan& plan);
void aim_at_vehicle(const AssaultInputs& inputs, const AssaultPlan& plan, const AssaultShot& shot, const std::string& path,
                    AssaultFire& fire);
/// "hits by an Original DR of 7 or less, Final To Kill number 9, of the turret 11".
std::string shot_at_vehicle_in_words(const AssaultFire& fire);

/// Why nothing that is done can bring the goal about, as far as that is seen from who is fired at; empty: it may come.
std::string why_never_won(const AssaultInputs& inputs, const AssaultPlan& plan);

}  // namespace boxcars::model
