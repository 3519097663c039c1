#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "model/choices.hpp"
#include "model/ift.hpp"
#include "model/ordnance.hpp"
#include "model/question.hpp"
#include "model/terrain.hpp"
#include "model/units.hpp"

namespace boxcars::model {

/// Who cowers on Original doubles (A7.9); automatic: nobody under a leader's direction or with HE, else normal.
enum class Cowering : std::uint8_t { automatic, none, normal, inexperienced };
inline constexpr std::array<Choice<Cowering>, 4> cowering_choices{
    {{"auto", Cowering::automatic}, {"none", Cowering::none}, {"normal", Cowering::normal}, {"inexperienced", Cowering::inexperienced}}};

/// What the user typed for an attack.
struct AttackInputs {
  std::string fp{};                    ///< total Firepower, a sum is understood: "4+4+3"; empty with `caliber`
  std::optional<int> caliber{};        ///< HE of so many mm instead
  std::optional<Fire> fire{};          ///< with `caliber` only
  std::vector<std::string> targets{};  ///< units, in one Location
  int drm = 0;
  Terrain terrain = Terrain::open;
  bool fortified = false;
  int hindrance = 0;
  std::optional<int> leadership{};  ///< the directing leader's
  Cowering cowering = Cowering::automatic;
  std::vector<std::string> then{};      ///< Firepower of further attacks on what is left
  std::optional<int> heat_of_battle{};  ///< nationality DRM; none: no Heat of Battle
  std::optional<int> attackers_san{};   ///< Sniper Activation Numbers (A14.1); none: no sniper
  std::optional<int> defenders_san{};
};

/// Reads total Firepower: numbers of 0 or more, added up: "8", "4+4+3", "4.5". Throws BadInput if it is not that, or below 1.
double parse_firepower(std::string_view text);

/// The attack and those that follow it, as they are resolved. Throws BadInput for what cannot be asked, with the rule that forbids it.
std::vector<IftAttack> attacks_of(const AttackInputs& inputs);

/// What was asked, in words, given attacks_of() the inputs and their targets.
Question question_of(const AttackInputs& inputs, const std::vector<IftAttack>& attacks, const std::vector<UnitEntry>& units);

}  // namespace boxcars::model
