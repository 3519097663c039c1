#include "model/parts/flame_of_kia.hpp"

#include "model/rules/fire.hpp"

namespace boxcars::model {

void FlameOfKia::begin(State& s, int number, Scene scene) const {
  if (rubble_drm_ && number >= least_rubbling_kia(*rubble_drm_))
    s = {.rubble_dr_against = static_cast<std::uint8_t>(number)};
  else
    begin_kindling(s, scene);
}

Throw FlameOfKia::next_throw(const State& s) const { return s.rubble_dr_against ? rubble_throw() : kindling_throw(); }

FlameOfKia::News FlameOfKia::next(State& s, Roll roll, Scene scene, Outcomes& outcomes) const {
  if (s.kindling_dr) {
    s = {};
    return starts_flame(roll.sum(), kindled_from_, outcomes) ? News::flame : News::no_flame;
  }
  const bool comes_down = is_rubbled(roll.colored, *rubble_drm_, s.rubble_dr_against);
  s = {};
  if (!comes_down) begin_kindling(s, scene);
  return comes_down ? News::rubble : News::no_rubble;
}

}  // namespace boxcars::model
