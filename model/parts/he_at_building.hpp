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

/// The building under fire. Its Locations are numbered by level, 0 is the ground; the rooftop is behind the last.
struct Building {
  Construction construction = Construction::stone;
  int levels = 0;            ///< above ground
  bool rooftop = false;      ///< in play, by SSR
  bool factory = false;      ///< a hall without upper levels (B23.74)
  bool marketplace = false;  ///< its ground level is as open ground (B23.73)
  bool lumberyard = false;   ///< on a map
  bool fire_inside = false;  ///< of a Factory: what fires is in it, too (B23.741)
  int rooftop_location() const { return levels + 1; }
  /// Whether a Location has the building's TEM: not a rooftop (B23.81).
  bool is_indoors(int location) const { return location != rooftop_location() && !(marketplace && location == 0); }
};

/// One shot, as it is resolved.
struct HeShot {
  Fire fire = Fire::direct;
  bool is_gunfire = true;                   ///< its TEM at one Location is on the To Hit DR; not a DC's (C6.8)
  bool tem_counts = true;                   ///< on the IFT DR
  bool final_kia_rubbles = false;           ///< a Set DC: without a rubble dr (A23.7)
  int column = 0;                           ///< of the Original DR, as reduced; the rubble depends on it
  int column_at_units = 0;                  ///< the same, but for a DC against concealed units (A23.1)
  int column_of_critical_hit = 0;           ///< of the doubled Firepower (C3.7)
  bool can_rubble = false;                  ///< B24.11
  int malfunctions_from = 13;               ///< the lowest Original DR that does (A23.2); 13: none
  std::optional<ToHit> to_hit{};            ///< of the first shot; none: it hits
  int more_acquired = 0;                    ///< the DRM that acquisition can still bring (C6.5)
  int rate_of_fire = 0;                     ///< a colored To Hit dr up to which it fires again (C2.24)
  bool has_multiple_hits = false;           ///< C3.8
  int target = 0;                           ///< the Location that direct fire and a DC are at
  std::array<bool, most_levels + 2> los{};  ///< Locations that fire on the Area Target Type can reach
  bool hits_one_location() const { return fire == Fire::direct; }
  bool can_be_critical() const { return to_hit || is_oba(fire); }  ///< C3.7, C1.53
};

/// A roll of HE that modifiers are on, or the number that the To Hit DR is compared with. Those of the IFT DR, and of a critical hit's, are
/// against a Location, against all that have the building's TEM, or against whoever is attacked; the Original DR is part of the IFT DR, but
/// not of a critical hit's.
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
  int fortified_to = most_levels;  ///< the highest level that is, from the ground up (B23.912)
  bool interior = false;
  Edition edition = Edition::v2;
  HeShot shot{};
  Sheet<HeRoll> sheet{};             ///< of the first shot
  bool counts_shots = false;         ///< asked with a number of shots
  std::optional<int> most_shots{1};  ///< none: until it is rubble
  std::vector<UnitEntry> units{};
  std::vector<int> location_of{};  ///< of each unit
  FallScene fall{};                ///< around it
};

/// What an attack does to a Location that it hits: it may rubble it, it attacks who is in it.
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

/// The TEM of a level, of a critical hit turned round, row by row (B23.3, B23.921).
std::vector<Modifier> tem_of(const HeSituation& situation, int level, HitIs hit);

/// What is added to the Original DR before it is read for a KIA: a Set DC's is a Final one (A23.7).
int drm_of_kia(const HeSituation& situation);

/// The number of the KIA that an Original DR causes on the shot's column, 0 if none (B24.11).
int kia_number(const HeSituation& situation, int original_dr);

/// What its KIA number must be for a rubble dr to make rubble (B24.11); a Set DC's needs none (A23.7).
int least_rubbling_kia(const HeSituation& situation);

/// How a Location is attacked by the first shot.
IftAttack attack_at(const HeSituation& situation, int location, HitIs hit);

/// What the Original Kindling DR must reach for a Flame there (B23.6, B23.94, B25.13).
int kindled_from(const HeSituation& situation);

/// "the ground level", "level 1", "the rooftop".
std::string_view place_name(const Building& building, int location);

/// "1:8-1, 2:4-4-7": who is in a Location.
std::string units_at(const HeSituation& situation, int location);

/// How an attack on a place is told: "level 1: +3, Final 10 on the 30 column, 2MC".
std::string in_words(const IftAttack& attack, int original_dr, std::string_view place);

}  // namespace boxcars::model
