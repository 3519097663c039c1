#include <algorithm>
#include <set>
#include <utility>

#include "model/core/numbers.hpp"
#include "model/questions/assault_fields.hpp"
#include "model/questions/assault_reading.hpp"
#include "model/questions/vehicle_shots.hpp"
#include "model/rules/armory.hpp"
#include "model/rules/to_hit_cases.hpp"

// Vehicles of an assault, and what is fired at them.
namespace boxcars::model {
namespace {

constexpr int most_shots_at_vehicle = 6;  // of one turn, by its rate of fire
constexpr int best_rate_of_fire = 3;

// What a shot at a vehicle may say.
void require_lawful_shot_at_vehicle(const AssaultShot& shot, const std::string& path) {
  refuse_all_but(path, shot,
                 {"gun", "shell", "facing", "turret", "hull_down", "by", "range", "case", "hindrance", "leadership", "gun_color", "drm",
                  "rate_of_fire", "limit", "breakdown", "repair", "acquire"},
                 "a vehicle as target, with ", " (it is hit and killed as kill has it, C3, C7); leave that out");
}

VehicleShotInputs how_fired(const AssaultShot& shot, const AssaultVehicle& target) {
  VehicleShotInputs how;
  how.aim.range = shot.range;
  how.aim.cases = shot.cases;
  how.aim.hindrance = shot.hindrance;
  how.aim.leadership = shot.leadership;
  if (shot.gun_color != GunColor::black) how.gun_color = shot.gun_color;
  how.facing = shot.facing;
  how.turret = shot.turret;
  how.drm = shot.drm;
  how.hull_down = shot.hull_down;
  how.motion = target.motion;
  return how;
}

// Its rate of fire, breakdown and acquisition: the DR that decides them is the part's own.
void read_gun(const AssaultShot& shot, const std::string& path, const TankWeapon& weapon, AssaultFire& fire) {
  const bool is_gun = uses_calibre(weapon), is_mg = weapon.is == TankWeapon::Is::machine_gun;
  VehicleShot& at = *fire.vehicle_shot;
  if (shot.breakdown) {
    require_at(path, "breakdown", *shot.breakdown, 9, 12, "an Original DR, A9.7");
    at.breaks_from = *shot.breakdown;
  }
  if (shot.repair) {
    if (!shot.breakdown) refuse_at(path + ".repair", "repair without breakdown (it never breaks down); give breakdown, too");
    require_at(path, "repair", *shot.repair, 1, 5, "a dr, A9.72");
    fire.repaired_to = *shot.repair;
  }
  if ((shot.rate_of_fire || shot.acquire) && !is_gun)
    refuse_at(path + (shot.acquire ? ".acquire" : ".rate_of_fire"), "only Guns fire again and acquire (C2.24, C6.5); leave it out");
  if (shot.limit && !shot.rate_of_fire)
    refuse_at(path + ".limit", "limit without rate_of_fire (it is made once a turn); give rate_of_fire, too");
  if (shot.acquire && is_mg) refuse_at(path + ".acquire", "a MG acquires nothing (Guns of 20mm and more do, C6.5); leave it out");
  if (shot.rate_of_fire) {
    at_path(path, [&] { require_rate_of_fire_kept({.cases = shot.cases}, Fire::direct); });
    require_at(path, "rate_of_fire", *shot.rate_of_fire, 1, best_rate_of_fire, "a colored dr, C2.24");
    fire.limit = shot.limit.value_or(most_shots_at_vehicle);
    require_at(path, "limit", fire.limit, 1, most_shots_at_vehicle, "shots a turn; more hardly ever come");
    at.rate_of_fire = *shot.rate_of_fire;
  }
  if (shot.acquire) fire.more_acquired = most_acquired - acquired_before({.cases = shot.cases});
}

}  // namespace

std::optional<int> vehicle_named(const AssaultInputs& in, std::string_view name) {
  const auto found =
      std::find_if(in.vehicles.begin(), in.vehicles.end(), [&](const AssaultVehicle& vehicle) { return vehicle.name == name; });
  if (found == in.vehicles.end()) return std::nullopt;
  return static_cast<int>(found - in.vehicles.begin());
}

void read_vehicles(const AssaultInputs& in, AssaultPlan& plan) {
  if (in.vehicles.size() > most_assault_vehicles)
    refuse_at("vehicle", std::to_string(in.vehicles.size()) + " vehicles are too many (at most " + std::to_string(most_assault_vehicles) +
                             " are followed); leave some out");
  std::set<std::string> names;
  for (const AssaultVehicle& vehicle : in.vehicles) {
    const std::string path = "vehicle." + vehicle.name;
    require_name(path, vehicle.name, ".");
    const bool is_location = std::any_of(in.locations.begin(), in.locations.end(),
                                         [&](const AssaultLocation& location) { return location.name == vehicle.name; });
    if (is_location || !names.insert(vehicle.name).second)
      refuse_at(path, std::string(is_location ? "a Location and a vehicle" : "two vehicles") + " are called " + shown(vehicle.name) +
                          "; give one of them another name");
    const std::string& typed = vehicle.vehicle.empty() ? vehicle.name : vehicle.vehicle;
    plan.vehicles.push_back(
        at_path(path, [&] { return is_by_numbers(typed) ? parse_vehicle_numbers("vehicle", typed) : find_vehicle("vehicle", typed); }));
  }
}

void aim_at_vehicle(const AssaultInputs& in, const AssaultPlan& plan, const AssaultShot& shot, const std::string& path, AssaultFire& fire) {
  require_lawful_shot_at_vehicle(shot, path);
  if (fire.by == no_location && fire.by_vehicle < 0 && !shot.by.empty())
    refuse_at(path + ".by",
              shown(shot.by) + " is no Location and no vehicle (who fires at a vehicle is there); give gun = \"psk\", or leave it out");
  fire.kind = AssaultFire::Kind::at_vehicle;
  const AssaultVehicle& target = in.vehicles[index(fire.at_vehicle)];
  std::string gun = shot.gun;
  if (gun.empty() && fire.by_vehicle >= 0) {
    const AssaultVehicle& firer = in.vehicles[index(fire.by_vehicle)];
    gun = firer.vehicle.empty() ? firer.name : firer.vehicle;
  }
  if (gun.empty()) refuse_at(path + ".gun", "no gun given (what is fired at " + target.name + "?); give gun = \"75L\"");
  const TankWeapon weapon = at_path(path, [&] { return parse_weapon("gun", gun); });
  VehicleShotInputs how = how_fired(shot, target);
  if (!how.aim.range) {
    if (!weapon.longest || *weapon.longest > 1) refuse_at(path + ".range", "no range given (how far is it?); give range = 10");
    how.aim.range = *weapon.longest;
  }
  const VehicleShotRows rows =
      at_path(path, [&] { return vehicle_shot(weapon, shell_of(weapon, shot.shell, {}), plan.vehicles[index(fire.at_vehicle)], how); });
  fire.vehicle_shot = rows.shot;
  fire.modifiers = rows.first_dr;
  fire.is_used_up = weapon.is == TankWeapon::Is::dc;
  read_gun(shot, path, weapon, fire);
}

std::string shot_at_vehicle_in_words(const AssaultFire& fire) {
  const VehicleShot& shot = *fire.vehicle_shot;
  if (shot.immobilizes_only) return "a hit immobilizes it";
  const ToKill &hull = shot.kill[0][0][0], &turret = shot.kill[0][1][0];
  std::string text = shot.to_hit ? "hits by " + original_to(shot.to_hit->needed) + ", " : std::string();
  text += "Final To Kill number " + std::to_string(hull.number);
  if (!(hull == turret)) text += ", of the turret " + std::to_string(turret.number);
  return text;
}

}  // namespace boxcars::model
