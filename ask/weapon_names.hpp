#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace boxcars::ask {

/// A Gun, vehicle or weapon against vehicles as somebody calls it.
struct WeaponName {
  std::string name{};   ///< as options have it: "M4A1", "Tiger", "75L", "mg:5-12"
  std::string told{};   ///< what it was taken for: "Tiger: PzKpfw VIE"; empty: for what it says
  std::string shown{};  ///< as it is told; empty: as options have it
  bool is_vehicle = false;

  const std::string& in_words() const { return shown.empty() ? name : shown; }
};

/// Whom players mean by it, the commonest where several have the name: "sherman", "pz iv", "t 34 85", "88". Nothing if no list has one.
std::optional<WeaponName> weapon_named(std::string_view said);

/// Whether a name that begins with another one is two: "tiger t 34 85" is, "sherman m4a1" is not.
bool names_two(std::string_view first, std::string_view both);

/// A barrel by its numbers: "75l", "37mm"; nothing if it is none.
std::optional<WeaponName> barrel_named(std::string_view said);

/// The Gun of a vehicle or Gun, "75L", by the name that options have; empty: it has none.
std::string armament_of(const WeaponName& weapon);

}  // namespace boxcars::ask
