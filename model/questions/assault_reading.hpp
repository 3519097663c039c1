#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "model/core/bad_input.hpp"
#include "model/questions/assault_inputs.hpp"

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

}  // namespace boxcars::model
