#pragma once

#include <array>
#include <cstdint>

#include "model/core/dice.hpp"
#include "model/core/outcomes.hpp"
#include "model/parts/flame_of_kia.hpp"
#include "model/parts/he_at_building.hpp"
#include "model/parts/part.hpp"
#include "model/parts/to_hit_roll.hpp"
#include "model/rules/ift.hpp"

namespace boxcars::model {

/// One attack of HE, HEAT or a DC at a building (B24.11, C3.7), as a part of a process. begin() makes the attack; it is over when it is
/// known what comes down and how every Location is attacked.
class HeAttack {
 public:
  struct State {
    std::uint8_t step = 0;
    std::uint8_t intact = 0;        ///< the levels 0 to intact - 1 stand, the ground included
    std::uint8_t stays = 0;         ///< the levels that still stand after this attack
    std::uint8_t original_dr = 0;   ///< of the attack under way
    std::uint8_t critical = 0;      ///< whether it is a critical hit
    std::uint8_t selecting = 0;     ///< Random Selection (A.9): the Location whose dr is next
    std::uint8_t selection_dr = 0;  ///< the highest dr so far
    std::uint8_t selected = 0;      ///< the Locations that threw it, one bit each
    ToHitRoll::State to_hit{};
    FlameOfKia::State kia{};
    bool operator==(const State&) const = default;
  };

  /// What an attack can bring about, in the order of `he`'s events. That the Gun fires again (C2.24) is not among them.
  enum News : int { hit, critical_hit, malfunctions, structural_damage, rubble, whole_hex_rubbled, flame, breached, keeps_rate_of_fire };
  static constexpr unsigned bit(News news) { return 1U << news; }

  /// What the attack must know of the building's Locations.
  struct Scene {
    /// The Locations, one bit each, one of which a critical hit singles out; none where its target is selected among the units of all of
    /// them.
    unsigned singled_out_among = 0;
    bool can_burn = true;  ///< whether there is no Flame so far
    int on_to_hit_dr = 0;  ///< DRM beyond those of the situation: acquisition by earlier shots (C6.5), SMOKE
  };

  explicit HeAttack(HeSituation situation);

  const HeSituation& situation() const { return situation_; }

  /// Begins the attack, on a building of which `intact` levels stand.
  void begin(State& s) const;
  bool busy(const State& s) const;
  /// Whether nothing of the attack has been thrown yet.
  bool is_first_dr(const State& s) const;
  bool is_to_hit_dr(const State& s) const { return ToHitRoll::is_to_hit_dr(s.to_hit); }
  /// Whether an attack that is over attacks the Locations that it hits; if not, it has missed or malfunctioned.
  bool attacks(const State& s) const;
  /// Brings down what comes down, and forgets all of the attack but the levels that stand.
  void finish(State& s) const;

  Throw next_throw(const State& s) const;
  /// Takes the throw, and gives what it brought about: one bit for each News.
  unsigned next(State& s, Roll roll, Scene scene, Outcomes& outcomes) const;

  bool hits(const State& s, int location, Effect effect) const { return is_hit(situation_, location, s.intact, effect); }
  bool is_critical(const State& s) const { return s.critical != 0; }
  /// Of a critical hit: whether its target is in this Location.
  bool singles_out(const State& s, int location) const { return is_critical(s) && (s.selected >> location & 1) != 0; }
  /// How a hit attacks a Location.
  IftAttack attack_at(const State& s, int location, HitIs hit) const;
  /// The attack on the Location at which direct fire is aimed, by a hit that is not critical.
  const IftAttack& normal_attack() const { return normal_[static_cast<std::size_t>(situation_.shot.target)]; }

  int stage(const State& s) const;
  static int stages();

 private:
  unsigned take_hit(State& s, Roll roll, Scene scene, Outcomes& outcomes) const;
  unsigned take_kia(State& s, Roll roll, Scene scene, Outcomes& outcomes) const;
  static void take_whole_hex_dr(State& s, int dr, Outcomes& outcomes);
  unsigned take_attack(State& s, int original_dr, Scene scene, Outcomes& outcomes) const;
  FlameOfKia::Scene burns(const State& s, Scene scene) const;
  void go_on(State& s, Scene scene) const;
  void choose_level(State& s, Scene scene, Outcomes& outcomes) const;
  void rubble_level(State& s, Scene scene, Outcomes& outcomes) const;
  void choose_critical(State& s, Scene scene) const;
  unsigned candidates(const State& s, Scene scene) const;
  bool select(State& s, Scene scene) const;
  bool select(State& s, int dr, Scene scene) const;

  using AtLocation = std::array<IftAttack, most_levels + 2>;
  HeSituation situation_;
  ToHitRoll to_hit_;
  int rubble_drm_ = 0;
  FlameOfKia kia_;
  AtLocation normal_{};  // the attack on each Location, as the building stood
  AtLocation critical_{};
  std::array<std::uint8_t, 13> number_of_kia_{};  // by Original DR
};
static_assert(Part<HeAttack>);

}  // namespace boxcars::model
