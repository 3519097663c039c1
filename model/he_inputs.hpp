#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "model/choices.hpp"
#include "model/edition.hpp"
#include "model/hex_map.hpp"
#include "model/map_input.hpp"
#include "model/ordnance.hpp"
#include "model/sheet.hpp"
#include "model/terrain.hpp"
#include "model/to_hit.hpp"
#include "model/units.hpp"

namespace boxcars::model {

/// What explodes: HE or HEAT of a calibre, a bazooka (PIAT), a Panzerschreck, a Panzerfaust, a Demolition Charge that is Placed, Thrown
/// or Set (A23.3, A23.6, A23.7).
enum class Ammo : std::uint8_t { he, heat, dc, baz, psk, pf, thrown_dc, set_dc };
inline constexpr std::array<Choice<Ammo>, 8> ammo_choices{{{"he", Ammo::he},
                                                           {"heat", Ammo::heat},
                                                           {"dc", Ammo::dc},
                                                           {"baz", Ammo::baz},
                                                           {"psk", Ammo::psk},
                                                           {"pf", Ammo::pf},
                                                           {"thrown-dc", Ammo::thrown_dc},
                                                           {"set-dc", Ammo::set_dc}}};
constexpr bool has_caliber(Ammo ammo) { return ammo == Ammo::he || ammo == Ammo::heat; }
constexpr bool is_dc(Ammo ammo) { return ammo == Ammo::dc || ammo == Ammo::thrown_dc || ammo == Ammo::set_dc; }

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
  std::string shots{};             ///< a number or "until"; empty: one
  std::vector<std::string> los{};  ///< levels, with commas between
  std::vector<std::string> occupants{};
  std::vector<std::string> own{};
  std::vector<std::string> afvs{};
  bool factory = false;
  bool marketplace = false;
  MapInput map{};
  std::string hex{};
  Edition edition = Edition::v2;
  int ec = 0;  ///< EC DRM, on the Kindling DR of a lumberyard
};

/// The building under fire. Its Locations are numbered by level, 0 is the ground; the rooftop is behind the last.
struct Building {
  Construction construction = Construction::stone;
  int levels = 0;            ///< above ground
  bool rooftop = false;      ///< in play, by SSR
  bool factory = false;      ///< a hall without upper levels (B23.74)
  bool marketplace = false;  ///< its ground level is as open ground (B23.73)
  bool lumberyard = false;   ///< on a map
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
  std::optional<ToHit> to_hit{};            ///< none: it hits
  int target = 0;                           ///< the Location that direct fire and a DC are at
  std::array<bool, most_levels + 2> los{};  ///< Locations that fire on the Area Target Type can reach
  bool hits_one_location() const { return fire == Fire::direct; }
  bool can_be_critical() const { return to_hit || is_oba(fire); }  ///< C3.7, C1.53
};

/// A roll of HE that modifiers are on. Those of the IFT DR, and of a critical hit's, are against a Location, against all that have the
/// building's TEM, or against whoever is attacked; the Original DR is part of the IFT DR, but not of a critical hit's.
struct HeRoll {
  enum Kind : std::uint8_t { original_dr, rubble_dr, kindling_dr, ift_dr, critical_hit } kind = ift_dr;
  static constexpr int everywhere = -1, indoors = -2;
  int location = everywhere;
  bool operator==(const HeRoll&) const = default;
};

/// What was asked about HE, checked.
struct HeSituation {
  Building building{};
  bool fortified = false;
  bool interior = false;
  Edition edition = Edition::v2;
  HeShot shot{};
  Sheet<HeRoll> sheet{};             ///< of the first shot
  bool counts_shots = false;         ///< asked with a number of shots
  std::optional<int> most_shots{1};  ///< none: until it is rubble
  std::vector<UnitEntry> units{};
  std::vector<int> location_of{};  ///< of each unit
  std::optional<HexMap> map{};     ///< as SSR change it
  Hex hex{};
  std::vector<Hex> own{};
  std::vector<int> own_directions{};
  std::vector<Afv> afvs{};
};

/// What is around a shot.
struct HeScene {
  unsigned manned = 0;      ///< Locations with somebody in them, one bit each
  bool more_shots = false;  ///< follow it, at what is left of the building
  bool can_burn = true;
};

/// Throws BadInput for what cannot be asked, with the rule that forbids it. `scene`: if it is not what the inputs say.
HeSituation he_situation(const HeInputs& inputs, std::optional<HeScene> scene = {});

/// The full Firepower of what explodes: of its calibre's column (C.7), or its own (A23, C8.31).
int firepower_of(const HeInputs& inputs);

/// Whether the one Location that the shot is at can never be rubbled by it: a marketplace's ground level, a first edition's rooftop
/// (B23.73, B23.86).
bool is_target_spared(const HeSituation& situation);

/// Whether a shot at the building as it stands can rubble any of it (B24.11).
bool makes_rubble(const HeSituation& situation);

/// The Modified To Hit number if none is given: of direct fire --to-hit and the TEM, which is in the To Hit DR (C6.8), else --to-hit.
int default_th_number(const HeInputs& inputs, const HeSituation& situation);

/// What an attack does to a Location that it hits: it may rubble it, it attacks who is in it.
enum class Effect : bool { rubble, attack };

/// Whether the shot's Final KIA breaches the hexside of a Fortified Building that it crossed (B23.9221): direct fire's, not a DC's.
bool can_breach(const HeSituation& situation);

/// Whether fire at the building hits a Location, of which the levels 0 to intact - 1 stand. What hits the rooftop is checked for rubble
/// at the top level (B23.86), in the first edition not at all.
bool is_hit(const HeSituation& situation, int location, int intact, Effect effect);

}  // namespace boxcars::model
