#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "model/core/choices.hpp"
#include "model/core/modifier.hpp"
#include "model/questions/shot_at_vehicle.hpp"
#include "model/rules/armory.hpp"
#include "model/rules/hit_determination.hpp"

namespace boxcars::model {

/// Which side of a vehicle is fired at (C3.9).
enum class TargetFacing : std::uint8_t { front, side, rear };
inline constexpr std::array<Choice<TargetFacing>, 3> target_facing_choices{
    {{"front", TargetFacing::front}, {"side", TargetFacing::side}, {"rear", TargetFacing::rear}}};

/// Who uses a weapon that he needs a dr for (C13.31, A22.6).
enum class UsedBy : std::uint8_t { squad, hs, crew, smc };
inline constexpr std::array<Choice<UsedBy>, 4> used_by_choices{
    {{"squad", UsedBy::squad}, {"hs", UsedBy::hs}, {"crew", UsedBy::crew}, {"smc", UsedBy::smc}}};

/// That dr (a PF Check, MOL Check or ATMM Check): it passes at most at this, and has a drm of a squad, of a HS or crew, of a SMC.
inline constexpr int usage_check_at_most = 3;
inline constexpr std::array<int, 3> usage_check_drm{0, 1, 2};

/// What is fired at a vehicle.
struct TankWeapon {
  enum class Is : std::uint8_t { gun, latw, machine_gun, molotov, flamethrower, dc };
  Is is = Is::gun;
  std::string told{};  ///< "75L", "PzKpfw VG (75LL)", "a Panzerschreck"
  Firearm firearm{};
  const Latw* latw = nullptr;
  double firepower = 0;
  std::optional<int> longest{};  ///< range in hexes
  std::optional<Shell> shell{};  ///< what it fires, of Guns
};
/// "75L", "88LL", "Panther", "PaK 40", "psk", "pf", "atr", "mg:7-16", "mol", "ft", "dc"; of Guns it may matter whose it is. Throws
/// BadInput, at the field.
TankWeapon parse_weapon(const std::string& field, const std::string& typed, std::optional<Nationality> of = {});
/// Whether it is an ATR, of Infantry or a vehicle's MA; a PF or PFk; a Gun or MG, which has a calibre.
bool is_atr(const TankWeapon& weapon);
bool is_faust(const TankWeapon& weapon);
bool uses_calibre(const TankWeapon& weapon);
/// How much lower the breakdown number is by Intensive Fire (C5.6), and of a captured Gun (A21.11).
inline constexpr int breaks_lower_by_intensive_fire = 2, breaks_lower_captured = 2;
/// Whether it acquires its target (C6.5).
bool acquires(const TankWeapon& weapon);
/// Whether it matters to it that the crew of the vehicle is exposed: a MOL, FT or DC.
bool uses_exposed_crew(const TankWeapon& weapon);
/// Whether it is one of Infantry's: "psk", "panzerfaust", "mol".
bool is_infantry_weapon(const std::string& typed);
/// The Shell that a Gun fires if none is asked for; throws BadInput for one that it has not got, with the rule.
Shell shell_of(const TankWeapon& weapon, std::optional<Shell> asked, std::optional<int> year);
/// The Depletion Number of a Shell in a year, or in all of them; nothing if it is not limited, or not known.
std::optional<int> depletion_of(const TankWeapon& weapon, Shell shell, std::optional<int> year);

/// How it is fired, and how the vehicle is.
struct VehicleShotInputs {
  HitDetermination aim{};
  std::optional<GunColor> gun_color{};
  std::optional<TargetFacing> facing{};
  std::optional<TargetFacing> turret{};
  int tem = 0;
  int drm = 0;
  bool hull_down = false, motion = false, above = false, crew_exposed = false;
  std::optional<int> year{};
  std::optional<UsedBy> by{};
  bool crew_exhausted = false;
  bool iift = false;  ///< the Incremental table is read (A7.37)
};

/// A shot, with the rows of what it came to.
struct VehicleShotRows {
  VehicleShot shot{};
  std::vector<Modifier> first_dr{};             ///< To Hit number and DRM, or the DRM of an attack on the IFT (A7.308)
  std::optional<double> firepower{};            ///< of such an attack
  std::array<std::vector<Modifier>, 2> kill{};  ///< of hull and turret, of the first facing
};
VehicleShotRows vehicle_shot(const TankWeapon& weapon, Shell shell, const VehicleTarget& target, const VehicleShotInputs& in);

}  // namespace boxcars::model
