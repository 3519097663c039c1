#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "model/core/edition.hpp"
#include "model/core/sheet.hpp"
#include "model/parts/fall_scene.hpp"
#include "model/rules/hex_map.hpp"
#include "model/rules/ift.hpp"
#include "model/rules/ordnance.hpp"
#include "model/rules/terrain.hpp"
#include "model/rules/to_hit.hpp"
#include "model/rules/units.hpp"

namespace boxcars::model {

/// The building under fire. Its Locations are numbered by level from 0, the ground; the rooftop comes after the last level.
struct Building {
  Construction construction = Construction::stone;
  int levels = 0;            ///< above ground
  bool rooftop = false;      ///< whether the rooftop is in play, by SSR
  bool factory = false;      ///< a hall without upper levels (B23.74)
  bool marketplace = false;  ///< whether its ground level is as open ground (B23.73)
  bool lumberyard = false;   ///< on a map only
  bool fire_inside = false;  ///< of a Factory: whether what fires is in it, too (B23.741)
  int rooftop_location() const { return levels + 1; }
  /// Whether a Location has the building's TEM, as all have but a rooftop (B23.81).
  bool is_indoors(int location) const { return location != rooftop_location() && !(marketplace && location == 0); }
};

/// One shot, as it is resolved.
struct HeShot {
  Fire fire = Fire::direct;
  bool is_gunfire = true;                   ///< whether the TEM of its one Location is on the To Hit DR; not a DC's (C6.8)
  bool tem_counts = true;                   ///< whether TEM is on the IFT DR
  bool final_kia_rubbles = false;           ///< of a Set DC: whether a Final KIA makes rubble without a rubble dr (A23.7)
  int column = 0;                           ///< the column of the Original DR, as reduced; rubble depends on it
  int column_at_units = 0;                  ///< the same column, except for a DC against concealed units (A23.1)
  int column_of_critical_hit = 0;           ///< the column of the doubled Firepower (C3.7)
  bool can_rubble = false;                  ///< by B24.11
  int malfunctions_from = 13;               ///< the lowest Original DR with which it malfunctions (A23.2); 13: none
  std::optional<ToHit> to_hit{};            ///< of the first shot; none: it always hits
  int more_acquired = 0;                    ///< the DRM that acquisition can still bring (C6.5)
  int rate_of_fire = 0;                     ///< the highest colored To Hit dr with which it fires again (C2.24)
  bool has_multiple_hits = false;           ///< by C3.8
  bool hits_one_unit = false;               ///< of a Panzerfaust: by Random Selection (C13)
  int target = 0;                           ///< the Location at which direct fire or a DC is aimed
  std::array<bool, most_levels + 2> los{};  ///< the Locations that fire on the Area Target Type can reach
  bool hits_one_location() const { return fire == Fire::direct; }
  bool can_be_critical() const { return to_hit || is_oba(fire); }  ///< by C3.7 and C1.53
};

/// A roll of HE that modifiers are on, or the number that the To Hit DR is compared with. Modifiers of the IFT DR, and of a critical hit's
/// IFT DR, are against one Location, against all that have the building's TEM, or against whoever is attacked. The Original DR is part of
/// the IFT DR, but not of a critical hit's.
struct HeRoll {
  enum Kind : std::uint8_t { to_hit_number, to_hit_dr, original_dr, rubble_dr, kindling_dr, ift_dr, critical_hit } kind = ift_dr;
  static constexpr int everywhere = -1, indoors = -2;
  int location = everywhere;
  bool operator==(const HeRoll&) const = default;
};

/// What was asked about HE, checked.
struct HeSituation {
  Building building{};
  bool fortified = false;
  int fortified_to = most_levels;  ///< the highest fortified level; all below it are fortified, too (B23.912)
  bool interior = false;
  Edition edition = Edition::v2;
  HeShot shot{};
  Sheet<HeRoll> sheet{};             ///< of the first shot
  bool counts_shots = false;         ///< whether it was asked with a number of shots
  std::optional<int> most_shots{1};  ///< none: until it is rubble
  std::vector<UnitEntry> units{};
  std::vector<int> location_of{};  ///< by unit
  FallScene fall{};                ///< the surroundings
};

/// What an attack does to a Location that it hits: it may rubble it, or it attacks the units in it.
enum class Effect : bool { rubble, attack };

/// Whether the shot's Final KIA breaches the hexside of a Fortified Building that it crossed (B23.9221): direct fire's, not a DC's.
bool can_breach(const HeSituation& situation);

/// Whether fire at the building hits a Location, of which the levels 0 to intact - 1 stand. What hits the rooftop is checked for rubble
/// at the top level (B23.86), in the first edition not at all.
bool is_hit(const HeSituation& situation, int location, int intact, Effect effect);

/// Whether the one Location that the shot is at can never be rubbled by it: a marketplace's ground level, a first edition's rooftop
/// (B23.73, B23.86).
bool is_target_spared(const HeSituation& situation);

/// Whether a shot at the building as it stands can rubble any of it (B24.11).
bool makes_rubble(const HeSituation& situation);

/// Whether a hit is critical (C3.7).
enum class HitIs : bool { normal, critical };

/// Whether a level is fortified, and whether all are.
bool is_fortified(const HeSituation& situation, int level);
bool is_all_fortified(const HeSituation& situation);

/// The TEM of a level, row by row; against a critical hit its sign is reversed (B23.3, B23.921).
std::vector<Modifier> tem_of(const HeSituation& situation, int level, HitIs hit);

/// The DRM that is added to the Original DR before it is read for a KIA: only a Set DC's KIA is a Final one (A23.7).
int drm_of_kia(const HeSituation& situation);

/// The number of the KIA that an Original DR causes on the shot's column, 0 if none (B24.11).
int kia_number(const HeSituation& situation, int original_dr);

/// The least number of a KIA with which a rubble dr can make rubble (B24.11); a Set DC's KIA needs none (A23.7).
int least_rubbling_kia(const HeSituation& situation);

/// How a Location is attacked by the first shot.
IftAttack attack_at(const HeSituation& situation, int location, HitIs hit);

/// The Original Kindling DR that is needed for a Flame there (B23.6, B23.94, B25.13).
int kindled_from(const HeSituation& situation);

/// "the ground level", "level 1", "the rooftop".
std::string_view place_name(const Building& building, int location);

/// The units in a Location: "1:8-1, 2:4-4-7".
std::string units_at(const HeSituation& situation, int location);

/// An attack on a place in words: "level 1: +3, Final 10 on the 30 column, 2MC".
std::string in_words(const IftAttack& attack, int original_dr, std::string_view place);

}  // namespace boxcars::model
