#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "model/core/choices.hpp"
#include "model/core/modifier.hpp"
#include "model/rules/ift.hpp"
#include "model/rules/terrain.hpp"

namespace boxcars::model {

/// How HE arrives: direct fire on the Infantry Target Type, ordnance on the Area Target Type, a mortar, or off-board artillery: its
/// Concentration, Harassing Fire or a Barrage.
enum class Fire : std::uint8_t { direct, area, mortar, oba, harassing, barrage };
inline constexpr std::array<Choice<Fire>, 6> fire_choices{{{"direct", Fire::direct},
                                                           {"area", Fire::area},
                                                           {"mortar", Fire::mortar},
                                                           {"oba", Fire::oba},
                                                           {"harassing", Fire::harassing},
                                                           {"barrage", Fire::barrage}}};

/// Off-board artillery of any kind: no To Hit DR, a critical hit on an Original 2 (C1.53).
constexpr bool is_oba(Fire fire) { return fire == Fire::oba || fire == Fire::harassing || fire == Fire::barrage; }
/// So far from the hex aimed at its shells fall, each hex with a DR of its own (C1.51, C1.72); of a Barrage, a line, it is not known.
constexpr int blast_radius(Fire fire) { return fire == Fire::oba ? 1 : fire == Fire::harassing ? 2 : 0; }
/// Indirect Fire reaches every level of a building, each shielded by those above (B23.32).
constexpr bool is_indirect(Fire fire) { return fire == Fire::mortar || is_oba(fire); }

/// Throws BadInput for a --caliber that no shell with HE has.
void require_caliber(int millimetres);

/// The IFT column of HE of `millimetres`: full (C.7), halved for the Area Target Type and mortars (C3.33), a third for Harassing Fire, one
/// column left for a Barrage (A7.371), half of that in marsh (B16.31); none below 20mm or 1 FP.
std::optional<int> he_column(int millimetres, Fire fire, IftTable table = IftTable::ift, Terrain at = Terrain::open);

/// The heavy payload DRM of HE (C.7): from 250mm, -1 for every 50mm above 200; as much less of it as of the Firepower.
int heavy_payload_drm(int millimetres, Fire fire, Terrain at = Terrain::open);

/// The Original DR of OBA that is a critical hit (C1.53).
inline constexpr int oba_critical_hit = 2;

/// How a critical hit is resolved (C3.7): the column of the full Firepower doubled, and for what it then has above 36 FP a DRM.
struct CriticalHit {
  int column = 0;
  int drm = 0;
};
CriticalHit critical_hit_of(double firepower, IftTable table = IftTable::ift);

/// A modifier as it is listed beside those of other hits.
Modifier on_critical_hit(Modifier modifier);

/// The DRM of HE that is its size: heavy payload, on a critical hit the whole of it.
Modifier heavy_payload(int millimetres, Fire fire, Terrain at = Terrain::open);
/// That of the Firepower that a critical hit has above 36.
Modifier beyond_the_table(const CriticalHit& hit);
/// Both, of a critical hit by what may be HE of so many mm: of that the whole payload counts (C3.7).
std::vector<Modifier> strength_on_critical_hit(const CriticalHit& hit, std::optional<int> millimetres);

/// A DC's Firepower (A23; A23.7 if it is Set), and the lowest Original DR by which it malfunctions (A23.2).
inline constexpr int dc_firepower = 30;
inline constexpr int set_dc_firepower = 36;
constexpr int dc_malfunctions_from(bool non_elite) { return non_elite ? 10 : 12; }

/// A Flamethrower's Firepower, and the lowest Original DR by which it runs out of fuel (A22.1, A22.5).
inline constexpr int flamethrower_firepower = 24;
inline constexpr int flamethrower_x = 10;
inline constexpr int flamethrower_range = 1;  ///< twice that is Long Range, at half FP (A22.1)
inline constexpr int non_elite_x_drm = -2;    ///< on the X number of who is not Elite (A22.3, A21.11)
/// By its X number, if it is not the usual one.
constexpr int flamethrower_empty_from(std::optional<int> x_number, bool non_elite) {
  return x_number.value_or(flamethrower_x) + (non_elite ? non_elite_x_drm : 0);
}

/// What eliminates a pillbox with all that is in it (B30.92): an Original KIA of DC or of ordnance that is not on the Area Target Type,
/// or a critical hit of Indirect Fire.
struct PillboxUnderFire {
  int column = 0;                  ///< of the Original DR, with
  int original_drm = 0;            ///< what counts as part of it (C.7);
  std::optional<int> least_kia{};  ///< the KIA that it takes; none: no KIA does
  bool by_critical_hit = false;
};
inline constexpr int dc_at_pillbox = 2;                    ///< more than the number of a Placed or Set DC's KIA
inline constexpr int smallest_caliber_through_roof = 70;   ///< of a critical hit of Indirect Fire, in mm,
inline constexpr int smallest_caliber_through_grey = 100;  ///< and at a grey counter
bool eliminates_pillbox(const PillboxUnderFire& pillbox, int original_dr, bool is_critical_hit);

/// A Molotov cocktail's Firepower, beside that of who throws it (A22.611); the Original colored dr by which it starts a Flame where it is
/// thrown at (A22.6111), and that by which its thrower breaks.
inline constexpr int mol_firepower = 4;
inline constexpr int mol_flame_on = 1;
inline constexpr int mol_breaks_thrower_on = 6;

/// The smallest HE that makes rubble, in mm (B24.11).
inline constexpr int smallest_rubbling_caliber = 70;

/// HEAT on its column: one left of the same calibre's HE (C8.31); none below 30mm.
std::optional<int> heat_column(int millimetres, IftTable table = IftTable::ift);

/// The same; throws BadInput for a --caliber that has no column.
int require_he_column(int millimetres, Fire fire, IftTable table = IftTable::ift, Terrain at = Terrain::open);
int require_heat_column(int millimetres, IftTable table = IftTable::ift);

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
constexpr bool is_heat(Ammo ammo) { return ammo == Ammo::heat || ammo == Ammo::baz || ammo == Ammo::psk || ammo == Ammo::pf; }
constexpr bool is_dc(Ammo ammo) { return ammo == Ammo::dc || ammo == Ammo::thrown_dc || ammo == Ammo::set_dc; }

}  // namespace boxcars::model
