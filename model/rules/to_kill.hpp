#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "model/core/choices.hpp"
#include "model/rules/ift.hpp"

namespace boxcars::model {

/// What is fired at a vehicle (C7.3): by a Gun AP, APCR, APDS, HEAT or HE; by Infantry a shaped charge of a LATW, or none of these.
enum class Shell : std::uint8_t { ap, apcr, apds, heat, he };
inline constexpr std::array<Choice<Shell>, 5> shell_choices{
    {{"ap", Shell::ap}, {"apcr", Shell::apcr}, {"apds", Shell::apds}, {"heat", Shell::heat}, {"he", Shell::he}}};

/// The Basic To Kill number of a Gun, "75L", "12.7", with AP (C7.31), by the list that it is of: Russian and Japanese 76L, Italian 90L, ...
/// Nothing if the table has none.
std::optional<int> basic_ap(std::string_view gun, std::string_view list);
/// That of its APCR or APDS (C7.32).
std::optional<int> basic_apcr(std::string_view gun, std::string_view list);
std::optional<int> basic_apds(std::string_view gun);
/// That of HEAT (C7.33) and of HE (C7.34) of so many mm.
std::optional<int> basic_heat(int millimetres);
std::optional<int> basic_he(int millimetres);
/// The Final To Kill number against what has no armor (C7.3): AP, APCR and APDS by calibre; HEAT; HE. None: the vehicle line of the IFT.
std::optional<int> unarmored_to_kill(Shell shell, int millimetres);

/// Case D, what the range changes (C7.24); nothing if it is beyond the table. Of HEAT and HE it is 0.
std::optional<int> to_kill_range_drm(Shell shell, int millimetres, int range);

/// Infantry's weapons against vehicles (C13): what hits at each range, and what it kills with.
struct Latw {
  std::string_view name;  ///< as it is typed
  std::array<int, 6> to_hit;
  int longest;        ///< range
  int basic_to_kill;  ///< C7.33
  int breaks_from;    ///< the Original To Hit DR; 13: it does not
  int firepower;
  std::string_view is;
};
const Latw* find_latw(std::string_view name);

/// The vehicle line of the IFT (A7.308): the Kill number of a column; and of a MG at armor (C7.31).
int ift_vehicle_line(int column);
inline constexpr int machine_gun_to_kill = 4;
/// In each RPh the highest dr by which Shock is gone, and in the next one the Unconfirmed Kill that it became (C7.42).
inline constexpr int shock_gone_at = 2, unconfirmed_gone_at = 3;

/// Flame and Demolition Charges (A22, A23, C7.34).
inline constexpr int flamethrower_to_kill = 8, molotov_to_kill = 6, dc_to_kill = 16, molotov_projector_unarmored = 9;

/// The armor values (D1.6), one superior and one inferior.
int superior_armor(int armor);
int inferior_armor(int armor);
/// What is hit from above of a vehicle whose lowest hull armor it is.
int aerial_armor(int lowest);

}  // namespace boxcars::model
