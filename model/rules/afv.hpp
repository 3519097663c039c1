#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "model/core/choices.hpp"
#include "model/core/modifier.hpp"
#include "model/core/outcomes.hpp"
#include "model/rules/hex_map.hpp"

namespace boxcars::model {

/// Of a vehicle (D1.4); its Bog DRM are 0, +1, +2 (D8.21).
enum class GroundPressure : std::uint8_t { low, normal, high };
inline constexpr std::array<Choice<GroundPressure>, 3> ground_pressure_choices{
    {{"low", GroundPressure::low}, {"normal", GroundPressure::normal}, {"high", GroundPressure::high}}};
/// On a Bog Check.
Modifier bog_modifier(GroundPressure pressure);

/// The lowest Final Bog Check DR that bogs (D8.21).
inline constexpr int bogs_from = 12;

/// Whether an AFV bogs on this Final Bog Check DR, and the tale of it.
bool resolve_bog_check(int final_dr, Outcomes& outcomes);

/// An AFV on which rubble may fall (B24.121).
struct Afv {
  std::string typed;               ///< as it was given
  std::string label;               ///< how a story names it
  std::optional<Hex> hex{};        ///< where it is on a map;
  std::optional<int> direction{};  ///< without one; neither: in the first hex
  bool open_topped = false;
  bool crew_exposed = false;
  GroundPressure ground_pressure = GroundPressure::normal;
};
inline constexpr int most_afvs = 8;
/// What may follow where it is: open-topped, crew exposed, ground pressure.
inline constexpr std::array<std::string_view, 4> afv_attributes{"ot", "ce", "low", "high"};

/// Reads "K9,ot", "3,ce,high", "here": where the AFV is (a hex of the map, or without one a direction), whether it is open-topped, its
/// crew exposed, its ground pressure low or high. On a map a direction is that from `first`, if it is given. Throws BadInput.
std::vector<Afv> parse_afvs(const std::vector<std::string>& words, const HexMap* map, std::optional<Hex> first = {});

}  // namespace boxcars::model
