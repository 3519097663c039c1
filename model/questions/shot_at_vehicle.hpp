#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "model/core/dice.hpp"
#include "model/core/outcomes.hpp"
#include "model/parts/part.hpp"
#include "model/rules/close_combat_vehicle.hpp"
#include "model/rules/to_hit.hpp"

namespace boxcars::model {

/// The number of a column to the left of the first one of the IFT.
inline constexpr int off_the_line = -1000;

/// What a To Kill DR is compared with (C7), and what it then does: at armor by HE, by a MG or by what else there is; at what has none; or
/// nothing, beyond the To Kill tables.
struct ToKill {
  enum class Of : std::uint8_t { armor, he, machine_gun, flames, unarmored, ift, nothing };
  int number = 0;
  Of of = Of::nothing;
  int if_cowering = number;  ///< on the IFT, with Original doubles (A7.9)
  bool operator==(const ToKill&) const = default;
};

/// One shot at a vehicle with one ammunition.
struct VehicleShot {
  std::optional<ToHit> to_hit{};  ///< none: no To Hit DR
  std::optional<int> needs_dr{};  ///< the highest dr by which it is fired at all, of a PF or MOL
  bool needs_position = false;    ///< a DC: its Position DR, which has position_drm
  int position_drm = 0;
  bool any_facing = false;  ///< the dr of a shot in the own hex says which
  /// By facing (front, side, rear; the first if it is known), Location (hull, turret) and whether it is a critical hit. Of a DC hull is
  /// where its armor is that of the facing, turret where it is Aerial.
  std::array<std::array<std::array<ToKill, 2>, 2>, 3> kill{};
  int effect_drm = 0;               ///< on the DR of the IFT's vehicle line
  bool has_multiple_hits = false;   ///< C3.8
  bool hull_down = false;           ///< only the turret is hit
  bool immobilizes_only = false;    ///< Deliberate Immobilization (C5.7)
  int rate_of_fire = 0;             ///< it fires again on a colored dr up to it
  int breaks_from = 13;             ///< the Original To Hit DR, or without one that of its effect
  int hurts_from = 13;              ///< the Original To Hit DR that is a casualty of who fires
  bool hurts_on_colored_6 = false;  ///< of a MOL's To Kill DR
  std::optional<int> depletion{};   ///< C8.9
};

/// A shot at a vehicle and what it does to it and its crew (C3, C7, D5), as a part of a process: begin() makes the shot.
class ShotAtVehicle {
 public:
  struct State {
    std::uint8_t step = 0;
    std::uint8_t turret = 0;
    std::uint8_t critical = 0;
    std::uint8_t facing = 0;
    std::uint8_t two_hits = 0;
    std::uint8_t first_dr = 0;  ///< the To Kill DR of the first of two hits
    bool operator==(const State&) const = default;
  };
  /// Who is in the vehicle.
  struct Crew {
    int morale = 8;
    int survival = 5;
    bool burns_easily = false;
  };
  /// What the shot must know of before: with which of the two ammunitions, what is acquired, and how the vehicle is.
  struct Scene {
    bool other_ammunition = false;
    int acquired = 0;
    bool is_immobile = false;
    bool is_shaken = false;  ///< the crew was in Shock, or Stunned
    bool is_abandoned = false;
    bool fires_other_at_once = false;  ///< where the ammunition is absent
  };
  /// What a throw has decided.
  enum News : std::uint8_t {
    hit,
    turret_hit,
    hull_hit,
    critical_hit,
    kills,
    burns,
    shocked,
    immobilized,
    survives,
    dud,
    abandons,
    stunned,
    malfunctions,
    hurts,
    not_fired,
    absent,
    last_round,
    keeps_rate_of_fire
  };
  static constexpr std::uint32_t bit(News news) { return 1U << news; }

  ShotAtVehicle(VehicleShot shot, std::optional<VehicleShot> other, Crew crew) : shots_{{shot, other.value_or(shot)}}, crew_(crew) {}

  /// What it begins with; of a weapon without To Hit DR it is a hit.
  std::uint32_t begin(State& s, const Scene& scene) const;
  static bool busy(const State& s) { return s.step != idle; }
  Throw next_throw(const State& s, const Scene& scene) const;
  std::uint32_t next(State& s, Roll roll, const Scene& scene, Outcomes& outcomes) const;
  static int stage(const State& s) { return s.step - 1; }
  static constexpr int stages() { return crew_survival_dr; }

 private:
  enum Step : std::uint8_t {
    idle,
    firing_dr,
    to_hit_dr,
    subsequent_dr,
    position_dr,
    facing_dr,
    first_of_two_dr,
    to_kill_dr,
    improbable_dr,
    shock_dr,
    abandon_dr,
    crew_survival_dr
  };

  const VehicleShot& shot(const Scene& scene) const { return shots_[scene.other_ammunition ? 1 : 0]; }
  std::uint32_t take_to_hit_dr(State& s, Roll roll, const Scene& scene, Outcomes& outcomes) const;
  std::uint32_t has_hit(State& s, bool turret, bool critical, const Scene& scene, Outcomes& outcomes) const;
  std::uint32_t take_effect(State& s, Roll roll, const Scene& scene, Outcomes& outcomes) const;
  static Throw to_kill_throw(const State& s, const VehicleShot& now);
  int burning_drm() const;
  static std::uint32_t eliminates(State& s, bool on_fire, const Scene& scene, Outcomes& outcomes);
  VehicleLoss loss_without_armor(const VehicleShot& now, const ToKill& kill, int original, bool doubles) const;
  std::uint32_t take_loss(State& s, VehicleLoss loss, const Scene& scene, Outcomes& outcomes) const;
  std::uint32_t take_improbable_dr(State& s, int dr, const Scene& scene, Outcomes& outcomes) const;
  static std::uint32_t take_flames(State& s, int dr, int number, const Scene& scene, Outcomes& outcomes);
  std::uint32_t immobilizes(State& s, const Scene& scene, Outcomes& outcomes) const;
  static void check_crew(State& s, const ToKill& kill, const Scene& scene);

  std::array<VehicleShot, 2> shots_;
  Crew crew_;
};

}  // namespace boxcars::model
