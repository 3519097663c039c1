#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "model/choices.hpp"
#include "model/dice.hpp"
#include "model/ift.hpp"
#include "model/inputs.hpp"
#include "model/modifier.hpp"
#include "model/settled.hpp"
#include "model/stack.hpp"
#include "model/terrain.hpp"

namespace boxcars::model {

/// How HE arrives: direct fire on the Infantry Target Type, ordnance on the Area Target Type, a mortar, or off-board artillery.
enum class Fire : std::uint8_t { direct, area, mortar, oba };
inline constexpr std::array<Choice<Fire>, 4> fire_choices{
    {{"direct", Fire::direct}, {"area", Fire::area}, {"mortar", Fire::mortar}, {"oba", Fire::oba}}};

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

/// One or more attacks on the units of a Location (A7), as a process. A checked value: what the rules forbid throws BadInput.
class Attack {
 public:
  using Settled = model::Settled;
  struct State {
    Stack::State stack{};
    std::uint8_t attack = 0;           ///< attacks made
    std::uint8_t sniper_dr = 0;        ///< the defender's sniper is to throw
    std::uint8_t sniper_attacked = 0;  ///< the defender's sniper has attacked
    std::uint8_t over = 0;
    bool operator==(const State&) const = default;
  };

  explicit Attack(const AttackInputs& inputs);

  State start(Settled& settled) const;
  Throw next_throw(const State& s) const;
  State next(const State& s, Roll roll, Settled& settled) const;
  int stage(const State& s) const;
  std::size_t event_count() const { return event_names_.size(); }
  std::size_t measure_count() const { return measure_names_.size(); }

  const std::vector<std::string>& event_names() const { return event_names_; }
  const std::vector<std::string>& measure_names() const { return measure_names_; }
  const Inputs& inputs() const { return inputs_; }
  const std::vector<Modifier>& modifiers() const { return modifiers_; }
  const std::vector<std::string>& notes() const { return notes_; }
  /// The column used and what the next one needs, and the total DRM: a line for each attack.
  const std::vector<std::string>& summary() const { return summary_; }
  const std::vector<HeadlinePart>& headline() const { return headline_; }

 private:
  State concluded(State s, Settled& settled) const;

  std::vector<IftAttack> attacks_;
  std::vector<IftResult> results_;  // of the first attack, in the order of their events
  Stack stack_;
  std::optional<int> defenders_san_;  // if an IFT DR can wake the defender's sniper
  int first_own_event_ = 0;

  std::vector<std::string> event_names_;
  std::vector<std::string> measure_names_;
  Inputs inputs_;
  std::vector<Modifier> modifiers_;
  std::vector<std::string> notes_;
  std::vector<std::string> summary_;
  std::vector<HeadlinePart> headline_;
};

}  // namespace boxcars::model
