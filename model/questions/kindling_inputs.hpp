#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "model/core/choices.hpp"
#include "model/core/description.hpp"
#include "model/core/field.hpp"
#include "model/core/modifier.hpp"
#include "model/core/sheet.hpp"
#include "model/parts/fall_scene.hpp"
#include "model/rules/fire.hpp"
#include "model/rules/map_input.hpp"
#include "model/rules/terrain.hpp"

namespace boxcars::model {

/// Who or what sets it on fire: a Kindling attempt, of a squad if nothing else is said (B25.11), or WP (A24.32).
enum class KindlingBy : std::uint8_t { attempt, smc, half_squad, mol, wp };
inline constexpr std::array<Choice<KindlingBy>, 5> kindling_by_choices{{{"attempt", KindlingBy::attempt},
                                                                        {"smc", KindlingBy::smc},
                                                                        {"half-squad", KindlingBy::half_squad},
                                                                        {"mol", KindlingBy::mol},
                                                                        {"wp", KindlingBy::wp}}};

/// Terrain that burns, as users type it.
std::vector<std::string> burnable_terrain();

/// The Kindling and Spread numbers of a --terrain; throws BadInput if it does not burn.
FireNumbers require_fire_numbers(Terrain terrain);

/// What the user typed about setting something on fire.
struct KindlingInputs {
  std::optional<Terrain> terrain{};
  bool fortified = false;
  int drm = 0;            ///< on the Kindling DR
  int spread_drm = 0;     ///< on the Flame's DR
  std::string turns{};    ///< further Player Turns: a number or "until"; empty: one
  bool hampered = false;  ///< in the first of them
  KindlingBy by = KindlingBy::attempt;
  std::optional<int> leadership{};       ///< of a leader who helps
  bool dry = false;                      ///< EC
  bool very_dry = false;                 ///< EC
  std::vector<std::string> neighbors{};  ///< where the Blaze may spread to, "stone,fortified"
  bool fire_collapse = false;            ///< whether a Wind Change DR can bring the building down
  std::vector<std::string> targets{};    ///< units in a hut
  int ec = 0;                            ///< EC DRM, where it counts
  bool rain = false;                     ///< it has rained
  std::optional<int> levels{};           ///< of the building that falls, above ground
  std::optional<int> level{};            ///< that of its Blaze; none: the ground
  std::vector<std::string> own{};        ///< where one's own men are: hexes of the map, else directions
  MapInput map{};
  std::string hex{};
};

const Questionnaire<KindlingInputs>& kindling_questionnaire();
/// Takes what burns, and the levels of a building, as the map has them; throws BadInput.
std::vector<std::string> kindling_on_map(KindlingInputs& inputs, const std::set<std::string>& given, const MapReader& read_map);

/// Where a Blaze may spread to (B25.6).
struct KindlingNeighbor {
  std::string label;  ///< "1:stone"
  int spread;         ///< what the DR must reach
  int drm = 0;
};

/// What a fire's modifiers are on: the Kindling DR, the Flame's own, or the Spread DR to a neighbor.
struct FireRoll {
  enum class Of : std::uint8_t { kindling, flame, spread };
  Of of;
  std::size_t neighbor = 0;
  bool operator==(const FireRoll&) const = default;
};

/// What was asked about it, checked.
struct KindlingSituation {
  static constexpr int most_neighbors = 8, most_units = 24;
  FireNumbers numbers{};
  Sheet<FireRoll> sheet{};
  int drm = 0;                       ///< on the Kindling DR
  int spread_drm = 0;                ///< on the Flame's DR
  std::optional<int> most_turns{1};  ///< none: until nothing is left to happen
  bool hampered = false;
  bool is_hut = false;
  bool by_wp = false;
  bool fire_collapse = false;
  std::optional<FallScene> fall{};  ///< of the building that collapses, if that goes on,
  int levels = 0;                   ///< with so many levels above ground
  FallsAblaze falls_ablaze = FallsAblaze::no;
  std::vector<KindlingNeighbor> neighbors{};
  /// Those in a hut: as stories name them, and how many a group has; 0: it is a unit alone.
  struct Occupant {
    std::string name;
    int group = 0;
    int size() const { return group > 0 ? group : 1; }
  };
  std::vector<Occupant> occupants{};
};

/// Throws BadInput for what cannot be asked, with the rule that forbids it.
KindlingSituation kindling_situation(const KindlingInputs& inputs);

/// What was asked, in words.
Description description_of(const KindlingInputs& inputs, const KindlingSituation& situation);

}  // namespace boxcars::model
