#pragma once

#include <cstdint>

#include "model/rules/units.hpp"

namespace boxcars::model {

/// A result of Heat of Battle (A15.1).
enum class HeatOfBattle : std::uint8_t { hero, hero_and_hardening, hardening, berserk, surrender };

/// Squads, half-squads and leaders that are not berserk or heroic have it after an Original Morale Check DR of 2 (A15.1).
bool has_heat_of_battle(const Unit& unit, Condition c, int original_dr);

/// The result for the Heat of Battle DR and the total of its DRM: `nationality_drm` and +1 if broken (A15.1-.5). From the Final DR
/// `surrenders_from` on it surrenders; a Fanatic goes berserk instead.
HeatOfBattle heat_of_battle(const Unit& unit, Condition c, int original_dr, int nationality_drm, int surrenders_from = 12);

/// The unit after that result. A leader becomes heroic himself; an MMC makes a hero beside it, whom the caller has to place.
/// Who is hardened is exchanged for a better unit that is not broken, pinned or Disrupted (A15.3). Assumed: nor is who becomes heroic or
/// berserk, and nobody is ADJACENT to accept a surrender, so that a unit that would surrender is Disrupted and breaks.
Condition heated(const Unit& unit, Condition c, HeatOfBattle result);

}  // namespace boxcars::model
