#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "model/core/choices.hpp"
#include "model/core/modifier.hpp"

namespace boxcars::model {

/// In which color a Gun's To Hit numbers are printed: that of its nation, red if it is captured (C5.8, A25).
enum class GunColor : std::uint8_t { black, red };
inline constexpr std::array<Choice<GunColor>, 2> gun_color_choices{{{"black", GunColor::black}, {"red", GunColor::red}}};

/// The suffix of its calibre: none, * (a short barrel), L or LL (C2.21).
enum class Barrel : std::uint8_t { normal, short_one, L, LL };
inline constexpr std::array<Choice<Barrel>, 4> barrel_choices{
    {{"normal", Barrel::normal}, {"short", Barrel::short_one}, {"L", Barrel::L}, {"LL", Barrel::LL}}};

/// The lines of the To Hit table: a vehicle, one Location, or all of a hex (C3.31, C3.32, C3.33).
enum class TargetType : std::uint8_t { infantry, area, vehicle };

/// The last column has no end; no LOS is longer than this.
inline constexpr int longest_range = 200;

/// A Gun that fires, and how far.
struct Gunnery {
  TargetType type = TargetType::infantry;
  int range = 0;  ///< in hexes
  GunColor color = GunColor::black;
  Barrel barrel = Barrel::normal;
  int caliber = 75;         ///< in mm
  bool fires_apcr = false;  ///< or APDS
};

/// What the Modified To Hit number is made of: the basic one (C3), and what barrel and calibre make of it (C4).
std::vector<Modifier> to_hit_number_rows(const Gunnery& gun);

}  // namespace boxcars::model
