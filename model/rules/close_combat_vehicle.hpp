#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "model/core/choices.hpp"
#include "model/rules/units.hpp"

namespace boxcars::model {

/// A vehicle in Close Combat (A11.5, A11.6), as it comes into it.
struct CloseCombatVehicle {
  std::string name{};           ///< as typed, up to the first comma
  std::string told{};           ///< as its list has it
  bool is_unarmored = false;    ///< wholly
  bool is_open = false;         ///< open-topped, or partially armored
  bool is_exposed = false;      ///< the crew of a closed-topped AFV is (D5.3)
  bool has_machine_gun = true;  ///< one that is manned and usable, or an IFE
  bool in_motion = false;       ///< or non-stopped
  bool is_immobile = false;     ///< bogged, immobilized
  bool is_abandoned = false;    ///< it has no crew
  bool is_inactive = false;     ///< its crew is Shocked or Stunned
  int escort = 0;               ///< the DRM for Infantry with it
  int firepower = 0;            ///< of its MG in CC: CMG, AAMG of who is exposed, rear MG
  int crew_morale = 8;
  bool attacks() const { return firepower > 0 && !is_abandoned && !is_inactive; }
};

/// Whether a unit of Close Combat is a vehicle: "Panther G", "vehicle:T-34/85,motion", "armor=8/4,ot", "vehicle,mg=5".
bool is_close_combat_vehicle(std::string_view typed);
/// Throws BadInput, at the field.
CloseCombatVehicle parse_close_combat_vehicle(const std::string& field, const std::string& typed);
/// Units with blanks between them; the words of a vehicle's name are one: "4-6-7 Panther G,motion".
std::vector<std::string> close_combat_units_in(std::string_view text);
/// What may follow a vehicle's name, each behind a comma.
const std::vector<std::string>& close_combat_vehicle_attributes();

/// What a unit attacks a vehicle with (A11.5): its Close Combat Value, before the +1 of a SMC who attacks with a MMC and the -1 of all that
/// halves Firepower.
int close_combat_value(const Unit& unit, Condition c);
inline constexpr int close_combat_value_of_smc = 2, value_of_smc_with_mmc = +1, value_if_halved = -1;

/// What is done to a vehicle, from nothing to the worst.
enum class VehicleLoss : std::uint8_t { none, immobilized, eliminated, burns };
/// By a Final DR against a CCV (A11.5) or a Kill number (A7.308): up to half of it, with a DRM for that only (D5.7), it burns.
constexpr VehicleLoss vehicle_loss(int final_dr, int value, int burning_drm = 0) {
  return 2 * (final_dr + burning_drm) <= value ? VehicleLoss::burns
         : final_dr < value                    ? VehicleLoss::eliminated
         : final_dr == value                   ? VehicleLoss::immobilized
                                               : VehicleLoss::none;
}
/// By the dr that follows an Original 2 (A7.309, A11.5), however high that is.
constexpr VehicleLoss unlikely_vehicle_loss(int dr) {
  return dr == 1 ? VehicleLoss::burns : dr == 2 ? VehicleLoss::eliminated : dr == 3 ? VehicleLoss::immobilized : VehicleLoss::none;
}

/// A row of the DRM on an attack at a vehicle.
struct VehicleDrm {
  int amount = 0;
  const char* reason = "";
};
/// Those that the vehicle has (A11.5); `is_immobile`: it is so now.
std::vector<VehicleDrm> drm_on_vehicle(const CloseCombatVehicle& vehicle, bool is_immobile);
inline constexpr int street_fighting_at_vehicle = -1, street_fighting_by_vehicle = +1;  ///< A11.8

/// Whether it takes a PAATC before it advances (A11.6): not SMC and Fanatics, nor who is broken or pinned, and so there already.
bool takes_paatc(const Unit& unit);

}  // namespace boxcars::model
