#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "model/core/choices.hpp"
#include "model/core/modifier.hpp"
#include "model/rules/hex_map.hpp"

namespace boxcars::model {

/// The terrain of a target Location, as far as its TEM goes.
enum class Terrain : std::uint8_t {
  open,
  wood,
  stone,
  wood_rubble,
  stone_rubble,
  lumberyard,
  hut,
  collapsed_hut,
  factory,  ///< under fire wholly inside it (B23.741)
  rooftop,
  rowhouse_vertex,  ///< "bypassing" to the next Rowhouse (B23.71)
  marketplace,      ///< its ground level (B23.73)
  quasi_location,   ///< between the levels of a Factory Rooftop Access Point (B23.88)
  debris,
  woods,
  forest,
  brush,
  grain,
  orchard,
  marsh,
  olive_grove,
  crags,
  graveyard,
  shellholes,
  light_jungle,
  dense_jungle,
  wall,  ///< crossed by the fire, as a hedge (B9.3)
  hedge,
  foxhole,
  trench,
  pillbox,  ///< whose TEM is on its counter
  light_woods,
  bocage,     ///< a hexside, as a wall
  roadblock,  ///< a hexside, as a wall
  bridge,     ///< under fire that does not come along its road (B6.3)
  runway,     ///< its -1 is on the IFT DR of any fire (B7.3)
  wreck,      ///< or an AFV that is there
  rail_car,
  wrecked_rail_car,
};

inline constexpr std::array<Choice<Terrain>, 39> terrain_choices{{
    {"open", Terrain::open},
    {"wood", Terrain::wood},
    {"stone", Terrain::stone},
    {"wood-rubble", Terrain::wood_rubble},
    {"stone-rubble", Terrain::stone_rubble},
    {"lumberyard", Terrain::lumberyard},
    {"hut", Terrain::hut},
    {"collapsed-hut", Terrain::collapsed_hut},
    {"factory", Terrain::factory},
    {"rooftop", Terrain::rooftop},
    {"rowhouse-vertex", Terrain::rowhouse_vertex},
    {"marketplace", Terrain::marketplace},
    {"quasi-location", Terrain::quasi_location},
    {"debris", Terrain::debris},
    {"woods", Terrain::woods},
    {"forest", Terrain::forest},
    {"brush", Terrain::brush},
    {"grain", Terrain::grain},
    {"orchard", Terrain::orchard},
    {"marsh", Terrain::marsh},
    {"olive-grove", Terrain::olive_grove},
    {"crags", Terrain::crags},
    {"graveyard", Terrain::graveyard},
    {"shellholes", Terrain::shellholes},
    {"light-jungle", Terrain::light_jungle},
    {"dense-jungle", Terrain::dense_jungle},
    {"wall", Terrain::wall},
    {"hedge", Terrain::hedge},
    {"foxhole", Terrain::foxhole},
    {"trench", Terrain::trench},
    {"pillbox", Terrain::pillbox},
    {"light-woods", Terrain::light_woods},
    {"bocage", Terrain::bocage},
    {"roadblock", Terrain::roadblock},
    {"bridge", Terrain::bridge},
    {"runway", Terrain::runway},
    {"wreck", Terrain::wreck},
    {"rail-car", Terrain::rail_car},
    {"wrecked-rail-car", Terrain::wrecked_rail_car},
}};

/// Those of buildings, rubble and huts, and open ground.
inline constexpr auto built_terrain_choices = [] {
  std::array<Choice<Terrain>, 14> built{};
  for (std::size_t i = 0; i < built.size(); ++i) built[i] = terrain_choices[i];
  return built;
}();

/// Neither open ground nor a building, nor what is left of one: all that is known of it is its TEM.
constexpr bool is_natural(Terrain terrain) { return terrain >= Terrain::woods; }

/// Crossed by the fire, and in nobody's hex (B9.3).
constexpr bool is_hexside(Terrain terrain) {
  return terrain == Terrain::wall || terrain == Terrain::hedge || terrain == Terrain::bocage || terrain == Terrain::roadblock;
}

/// What did not arise in the hex: Residual FP ignores it, and is less for it (A8.26, B6.3, B9.31).
constexpr bool is_outside_hex(Terrain terrain) { return is_hexside(terrain) || terrain == Terrain::bridge; }
constexpr Terrain without_outside(Terrain terrain) { return is_outside_hex(terrain) ? Terrain::open : terrain; }

/// What may be in a hex beside other terrain: all that is natural, but a pillbox, whose TEM is all of it (B30.3).
inline constexpr auto further_terrain_choices = [] {
  std::array<Choice<Terrain>, terrain_choices.size() - built_terrain_choices.size() - 1> further{};
  std::size_t count = 0;
  for (const auto& choice : terrain_choices) {
    if (is_natural(choice.value) && choice.value != Terrain::pillbox) further[count++] = choice;
  }
  return further;
}();

/// What TEM is against: direct fire, mortars, or OBA of any kind.
enum class Against : std::uint8_t { direct_fire, mortar, oba };

/// Throws BadInput: no such terrain; of other terrain it says the TEM.
[[noreturn]] void refuse_word(std::string_view what, std::string_view typed, const std::vector<std::string>& known, Terrain);

/// A building of it, as terrain.
constexpr Terrain terrain_of(Construction construction) { return construction == Construction::stone ? Terrain::stone : Terrain::wood; }

/// The TEM of the terrain with its rule.
Modifier tem(Terrain terrain, Against against = Against::direct_fire);

/// The Fortified Building TEM on top of tem() (B23.921). Throws BadInput with the rule where nothing can be fortified.
Modifier fortified_tem(Terrain terrain);

/// What fires within the same building meets its TEM but in a Factory, which has one of its own (B23.741); throws BadInput at
/// "fire_inside" unless it is one.
void require_factory_of_fire_inside(bool is_factory);
/// Whether a shell of Indirect Fire bursts in its trees (B13.3).
bool has_air_bursts(Terrain terrain);
/// Why nothing can be fortified there, with the rule; empty if it can.
std::string_view why_not_fortified(Terrain terrain);

/// Both, as far as they are there, and the same turned round as on a critical hit: what is positive becomes negative (C3.7, B23.921).
/// Throws BadInput as fortified_tem().
std::vector<Modifier> tem_of(Terrain terrain, bool fortified, Against against = Against::direct_fire);
/// The same of a hex with further terrain. Of an entrenchment, a hexside or a wreck and anything else the higher TEM counts (B9.3, B27.3,
/// D9.3), of what else is there all (A2.4), and Air Bursts in any case (B13.3).
std::vector<Modifier> tem_of(Terrain terrain, std::optional<Terrain> further, bool fortified, Against against = Against::direct_fire);
std::vector<Modifier> reversed_tem_of(Terrain terrain, bool fortified, Against against = Against::direct_fire);
/// Rows of TEM, turned round.
std::vector<Modifier> reversed(std::vector<Modifier> tem);

/// What stands on a pillbox's counter.
inline Modifier pillbox_tem(int amount) { return {amount, "pillbox, as on its counter", "B30.3"}; }

/// Whether a unit that moves there is in the open for FFMO, if no Hindrance or SMOKE covers it (A4.6, B23.71, B23.73, B23.81).
bool is_open_ground(Terrain terrain);

constexpr bool is_hut(Terrain terrain) { return terrain == Terrain::hut || terrain == Terrain::collapsed_hut; }
/// A building that can be rubbled: neither rubble already nor a hut (G5.5).
constexpr bool can_be_rubbled(Terrain terrain) {
  return terrain == Terrain::wood || terrain == Terrain::stone || terrain == Terrain::lumberyard;
}

/// As what it burns: a rooftop as its building (B23.8), one of stone where nothing says of what.
constexpr Terrain burns_as(Terrain terrain, Construction building = Construction::stone) {
  return terrain == Terrain::rooftop ? terrain_of(building) : terrain;
}

/// On every DR for a Flame in a Fortified Building (B23.94); its rubble is none (B24.1).
inline constexpr int fortified_fire_drm = -1;

/// On the Flame DR of WP: in a building, and unless EC are Very Dry (A24.32).
inline constexpr int wp_drm_in_building = -2;
inline constexpr int wp_drm_unless_very_dry = -1;

/// The drm on the rubble dr of what it is made of (B24.11).
constexpr int rubble_drm(Construction construction) { return construction == Construction::stone ? 1 : 0; }
inline Modifier on_rubble_dr(Construction construction) { return {rubble_drm(construction), "stone building, rubble dr", "B24.11"}; }

/// What is left of a building of it (B24.1).
constexpr Terrain rubble_of(Construction construction) {
  return construction == Construction::stone ? Terrain::stone_rubble : Terrain::wood_rubble;
}
constexpr bool is_rubble(Terrain terrain) { return terrain == Terrain::wood_rubble || terrain == Terrain::stone_rubble; }

/// Whether Case E is doubled there: in woods, buildings and rubble (C5.5).
constexpr bool doubles_own_hex(Terrain terrain) {
  const bool in_woods = terrain == Terrain::woods || terrain == Terrain::forest;
  const bool in_building =
      terrain == Terrain::wood || terrain == Terrain::stone || terrain == Terrain::factory || terrain == Terrain::lumberyard;
  return in_woods || in_building || is_hut(terrain) || is_rubble(terrain);
}

/// What a DR must reach for a Flame, and for a Flame to become a Blaze (B25.11, B25.15).
struct FireNumbers {
  int kindling;
  int spread;
};

/// The Original colored dr of an attack that sets a hut on fire (G5.6).
inline constexpr int hut_flame_on = 1;

/// The Morale Level of every unit for the Collapse PTC of a hut (G5.5).
inline constexpr int collapse_ptc_morale = 8;

/// Those of the terrain (B23.6, B24.6, G5.6); none if it does not burn, or if what it is made of is not known.
std::optional<FireNumbers> fire_numbers(Terrain terrain);

/// The rows of a Fortified Building, and of WP in a building and unless EC are Very Dry, on a DR for a Flame: "Kindling DR".
inline Modifier fortified_on(const std::string& dr) { return {fortified_fire_drm, "fortified building, " + dr, "B23.94"}; }
inline Modifier wp_in_building(const std::string& dr) { return {wp_drm_in_building, "WP in a building, " + dr, "A24.32"}; }
inline Modifier wp_unless_very_dry(const std::string& dr) { return {wp_drm_unless_very_dry, "EC not Very Dry, " + dr, "A24.32"}; }
/// On a Kindling DR of EC, which lumberyards alone of all buildings have (B23.211, B25.5).
inline Modifier ec_on_kindling_dr(int ec) { return {ec, "EC, Kindling DR", "B25.5"}; }

/// The DRM of the Bog Check of an AFV that enters (B23.41, B23.742, B24.4, D8.21, O1.2); none if it makes none there, or may not enter.
std::optional<Modifier> bog_drm(Terrain terrain);
/// What calls for a Bog Check and is no building, rubble or hut: it is entered at half the MP, or a third (D8.21, O1.2).
inline constexpr std::array<Choice<Terrain>, 4> bog_terrain_choices{
    {{"woods", Terrain::woods}, {"light-woods", Terrain::light_woods}, {"graveyard", Terrain::graveyard}, {"debris", Terrain::debris}}};

}  // namespace boxcars::model
