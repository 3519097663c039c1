#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "model/core/choices.hpp"
#include "model/core/edition.hpp"
#include "model/core/field.hpp"
#include "model/parts/he_at_building.hpp"
#include "model/rules/hit_determination.hpp"
#include "model/rules/map_input.hpp"
#include "model/rules/ordnance.hpp"

namespace boxcars::model {

/// What the user typed about HE fired at a building.
struct HeInputs {
  std::optional<int> caliber{};  ///< in mm
  std::optional<Construction> building{};
  std::optional<int> levels{};  ///< above ground
  std::string level{};          ///< fired at: a number or "rooftop"; empty: the ground
  Fire fire = Fire::direct;
  Ammo ammo = Ammo::he;
  bool interior = false;
  bool fortified = false;
  bool rooftop = false;
  bool concealed = false;
  bool non_elite = false;
  int drm = 0;
  std::optional<int> to_hit{};     ///< the highest Original DR that hits
  std::optional<int> th_number{};  ///< the Modified To Hit number; none: to_hit, and for direct fire the TEM
  std::string shots{};             ///< a number or "until", perhaps with ",acquire"; empty: one
  std::vector<std::string> los{};  ///< levels, with commas between
  std::vector<std::string> occupants{};
  std::vector<std::string> own{};
  std::vector<std::string> afvs{};
  bool factory = false;
  bool marketplace = false;
  MapInput map{};
  std::string hex{};
  std::string from{};  ///< hex of the gun, instead of the range
  Edition edition = Edition::v2;
  int ec = 0;  ///< EC DRM, on the Kindling DR of a lumberyard
  HitDetermination aim{};
  std::optional<int> rate_of_fire{};
  std::optional<int> fortified_to{};  ///< the highest level that is, if not all (B23.912)
  bool fire_inside = false;           ///< of a Factory: what fires is in it, too (B23.741)
  int enemy_units = 0;                ///< where a Set DC is (A23.7)
  bool iift = false;                  ///< the Incremental table is read (A7.37)
  bool no_los = false;                ///< asked although the map shows no LOS
};

inline constexpr Range units_in_the_way{0, 9, "not more can be there, A5.1"};

/// Its fields.
const Questionnaire<HeInputs>& he_questionnaire();
/// Its ground level is open, so that there is one above it (B23.731).
Clash marketplace_without_levels();
/// Reads the map, if one is named; throws BadInput.
std::vector<std::string> he_on_map(HeInputs& inputs, const std::set<std::string>& given, const MapReader& read_map);

/// What is typed about rubble that falls.
FallInputs fall_inputs(const HeInputs& inputs);

/// What is around a shot.
struct HeScene {
  unsigned manned = 0;      ///< Locations with somebody in them, one bit each
  bool more_shots = false;  ///< follow it, at what is left of the building
  bool can_burn = true;
};

/// Throws BadInput for what cannot be asked, with the rule that forbids it. `scene`: if it is not what the inputs say.
HeSituation he_situation(const HeInputs& inputs, std::optional<HeScene> scene = {});

/// What `shots` says: how many, and whether they acquire their target (C6.5).
struct ShotsTyped {
  std::string_view times;
  bool acquire = false;
};
/// Throws BadInput.
ShotsTyped shots_typed(const HeInputs& inputs);

/// The full Firepower of what explodes: of its calibre's column (C.7), or its own (A23, C8.31).
double firepower_of(const HeInputs& inputs);

/// The Modified To Hit number if none is given: of direct fire --to-hit and the TEM, which is in the To Hit DR (C6.8), else --to-hit.
int default_th_number(const HeInputs& inputs, const HeSituation& situation);

}  // namespace boxcars::model
