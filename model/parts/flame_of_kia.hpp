#pragma once

#include <cstdint>
#include <optional>

#include "model/core/dice.hpp"
#include "model/core/settled.hpp"
#include "model/parts/part.hpp"
#include "model/rules/rubble.hpp"

namespace boxcars::model {

/// What an Original KIA does to what its targets are in, as a part of a process: the rubble dr (B24.11), and unless that makes rubble the
/// Kindling DR (B24.6, B25.13). So does an Original K of a Flamethrower, which makes no rubble (B25.12).
class FlameOfKia {
 public:
  struct State {
    std::uint8_t rubble_dr_against = 0;  ///< the KIA whose rubble dr is next
    std::uint8_t kindling_dr = 0;        ///< the Kindling DR is next
    bool operator==(const State&) const = default;
  };
  /// Whether anything that was hit can catch fire.
  enum class Scene : bool { nothing_burns, can_burn };
  /// What a throw has decided.
  enum class News : std::uint8_t { rubble, no_rubble, flame, no_flame };

  /// The drm of the rubble dr, if the attack can make rubble; and the lowest Original Kindling DR that starts a Flame.
  FlameOfKia(std::optional<int> rubble_drm, int kindled_from) : rubble_drm_(rubble_drm), kindled_from_(kindled_from) {}

  /// A KIA of that number; of another result it is no matter which.
  void begin(State& s, int number, Scene scene) const;
  /// It makes no rubble: on to the Kindling DR.
  void begin_kindling(State& s, Scene scene) const { s = {.kindling_dr = scene == Scene::can_burn}; }
  bool busy(const State& s) const { return s.rubble_dr_against || s.kindling_dr; }

  Throw next_throw(const State& s) const;
  /// What the rubble dr has decided is told by the question, which knows what comes down.
  News next(State& s, Roll roll, Scene scene, Settled& settled) const;

  int stage(const State& s) const { return s.rubble_dr_against ? 0 : 1; }
  static constexpr int stages() { return 2; }

 private:
  std::optional<int> rubble_drm_;
  int kindled_from_;
};
static_assert(Part<FlameOfKia>);

}  // namespace boxcars::model
