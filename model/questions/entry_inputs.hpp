#pragma once

#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "model/core/choices.hpp"
#include "model/core/description.hpp"
#include "model/core/dice.hpp"
#include "model/core/edition.hpp"
#include "model/core/field.hpp"
#include "model/core/modifier.hpp"
#include "model/core/sheet.hpp"
#include "model/parts/fall_scene.hpp"
#include "model/rules/afv.hpp"
#include "model/rules/hex_map.hpp"
#include "model/rules/map_input.hpp"
#include "model/rules/terrain.hpp"

namespace boxcars::model {

/// What the user typed about an AFV that drives into something.
struct EntryInputs {
  std::optional<Construction> building{};
  std::optional<int> levels{};  ///< of the building, above ground
  bool factory = false;         ///< inside one; with a building: into or out of one, through its wall
  bool rubble = false;
  std::optional<Terrain> terrain{};  ///< or other terrain, at half its MP or at a third (D8.21)
  GroundPressure ground_pressure = GroundPressure::normal;
  int drm = 0;
  std::optional<int> crew_survival{};  ///< the AFV's Crew Survival number
  bool not_fully_tracked = false;
  bool open_topped = false;
  bool crew_exposed = false;
  bool riders = false;
  bool vca_change = false;         ///< inside what is entered (D8.2)
  std::optional<int> hexspines{};  ///< of a VCA change; none: one
  bool collapsed_hut = false;
  std::vector<std::string> afvs{};   ///< other AFV, in the building's hex or next to it
  MapInput map{};                    ///< that says what stands
  std::string hex{};                 ///< there
  std::vector<std::string> own{};    ///< where one's own men are: hexes of the map, else directions
  std::optional<int> rubble_from{};  ///< the lowest level that is rubble already, above the ground (B24.4)
  bool rowhouse = false;             ///< through a black bar (B23.711)
  Edition edition = Edition::v2;
  std::optional<int> hexes{};  ///< of a Factory, one after the other (B23.742); none: one
};

/// Its fields.
const Questionnaire<EntryInputs>& entry_questionnaire();
/// Takes a building, a Factory's hex or rubble as the map has it, where nothing given says what is entered; throws BadInput.
std::vector<std::string> entry_on_map(EntryInputs& inputs, const std::set<std::string>& given, const MapReader& read_map);

/// What an entry's modifiers are on: the Bog Check, the colored dr by which it makes rubble, and then the second Bog Check and the
/// Falling Rubble dr.
enum class EntryRoll : std::uint8_t { bog_check, rubble, second_bog_check, falling_rubble };

/// What was asked about it, checked.
struct EntrySituation {
  Sheet<EntryRoll> sheet{};
  int drm = 0;            ///< of the Bog Check
  int drm_in_rubble = 0;  ///< of one in rubble: the second, after the building has come down (B24.121)
  int rubble_drm = 0;     ///< on the colored dr
  bool is_building = false;
  bool has_cellar = false;
  int checks = 1;          ///< Bog Checks, one after the other, until it bogs
  int levels = 0;          ///< of the building, above ground, rubble or not
  int falling_levels = 0;  ///< those of them that come down with it
  FallScene scene{};
};

/// What the Bog Check DR of an entry brings about (B23.41, D8.2).
struct BogCheck {
  bool falls_into_cellar = false;  ///< then nothing else
  bool bogs = false;
  bool rubbles = false;  ///< the building
};

/// Throws BadInput for what the rules forbid.
EntrySituation entry_situation(const EntryInputs& inputs);

Throw bog_check_throw(const EntrySituation& situation);
BogCheck bog_check(const EntrySituation& situation, Roll roll, Outcomes& outcomes);
Throw second_bog_check_throw();
/// That in the rubble of the building that the AFV has brought down: whether it bogs.
bool second_bog_check(const EntrySituation& situation, Roll roll, Outcomes& outcomes);

/// What was asked, in words.
Description description_of(const EntryInputs& inputs, const EntrySituation& situation);

}  // namespace boxcars::model
