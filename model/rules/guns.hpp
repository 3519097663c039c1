#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

#include "model/core/choices.hpp"
#include "model/rules/hex_map.hpp"
#include "model/rules/terrain.hpp"

namespace boxcars::model {

/// Antitank, infantry and artillery Guns, mortars, antiaircraft Guns (C2.2).
enum class GunKind : std::uint8_t { at, inf, art, mtr, aa };
inline constexpr std::array<Choice<GunKind>, 5> gun_kind_choices{
    {{"AT", GunKind::at}, {"INF", GunKind::inf}, {"ART", GunKind::art}, {"MTR", GunKind::mtr}, {"AA", GunKind::aa}}};

/// As a target (C2.271).
enum class TargetSize : std::uint8_t { small, normal, large };
inline constexpr std::array<Choice<TargetSize>, 3> target_size_choices{
    {{"small", TargetSize::small}, {"normal", TargetSize::normal}, {"large", TargetSize::large}}};

/// A weapon on a 5/8" counter that is no vehicle.
struct Gun {
  int caliber = 75;  ///< in mm
  GunKind kind = GunKind::at;
  TargetSize size = TargetSize::normal;
  bool operator==(const Gun&) const = default;
};

/// Reads "75AT", "50mtr", "37AT-small", "150INF-large"; throws BadInput.
Gun parse_gun(std::string_view text);

/// "a 105mm ART Gun", "a small 37mm AT Gun", "an 81mm mortar".
std::string in_words(const Gun& gun);

/// Where a Gun would stand, as far as the rules of Guns in buildings go.
struct GunPlace {
  enum class Level : std::uint8_t { open, ground, upper, rooftop };  ///< all but `open` are of a building, or its rubble
  Level level = Level::open;
  Construction construction = Construction::stone;
  bool fortified = false;
};

/// A place on the ground of a terrain; rooftops are rooftops. A collapsed hut is no building (G5.51).
GunPlace gun_place(Terrain terrain, bool fortified);

/// Why a Gun may not stand there, with the rule (B23.423, B23.85, B23.93); empty if it may.
std::string why_not_there(const Gun& gun, const GunPlace& place);

/// Throws BadInput, about what the user typed, for a Gun that may not stand there.
void require_allowed(const Gun& gun, const GunPlace& place, const std::string& typed);

}  // namespace boxcars::model
