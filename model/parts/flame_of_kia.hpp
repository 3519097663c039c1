#pragma once

#include <cstdint>
#include <optional>

#include "model/core/dice.hpp"
#include "model/core/outcomes.hpp"
#include "model/parts/part.hpp"
#include "model/rules/rubble.hpp"

namespace boxcars::model {

/// What an Original KIA does to the terrain of its targets, as a part of a process: the rubble dr (B24.11), and unless that makes rubble
/// the Kindling DR (B24.6, B25.13). An Original K of a Flamethrower does so, too, but makes no rubble (B25.12).
class FlameOfKia {
 public:
  struct State {
    std::uint8_t rubble_dr_against = 0;  ///< the number of the KIA whose rubble dr is next; 0: none
    std::uint8_t kindling_dr = 0;        ///< whether the Kindling DR is next
    bool operator==(const State&) const = default;
  };
  /// Whether anything that was hit can catch fire.
  enum class Scene : bool { nothing_burns, can_burn };
  /// What a throw has decided.
  enum class News : std::uint8_t { rubble, no_rubble, flame, no_flame };

  /// `rubble_drm` is the drm of the rubble dr, if the attack can make rubble; `kindled_from` is the lowest Original Kindling DR that starts
  /// a Flame.
  FlameOfKia(std::optional<int> rubble_drm, int kindled_from) : rubble_drm_(rubble_drm), kindled_from_(kindled_from) {}

  /// Begins with a KIA of this number; for other results the number does not matter.
  void begin(State& s, int number, Scene scene) const;
  /// Begins with the Kindling DR, for attacks that make no rubble.
  void begin_kindling(State& s, Scene scene) const { s = {.kindling_dr = scene == Scene::can_burn}; }
  bool busy(const State& s) const { return s.rubble_dr_against || s.kindling_dr; }

  Throw next_throw(const State& s) const;
  /// Takes the throw. What the rubble dr has decided is told by the question, which knows what comes down.
  News next(State& s, Roll roll, Scene scene, Outcomes& outcomes) const;

  int stage(const State& s) const { return s.rubble_dr_against ? 0 : 1; }
  static constexpr int stages() { return 2; }

 private:
  std::optional<int> rubble_drm_;
  int kindled_from_;
};
static_assert(Part<FlameOfKia>);

}  // namespace boxcars::model
