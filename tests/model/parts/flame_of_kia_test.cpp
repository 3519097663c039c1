#include "model/parts/flame_of_kia.hpp"

#include <catch2/catch.hpp>

#include <optional>

using namespace boxcars::model;

namespace {

// Of 6 x 36 ways: how many make rubble, how many a Flame.
struct Ways {
  int rubble = 0;
  int flame = 0;
  int throws = 0;  // one bit each: a rubble dr, a Kindling DR
  bool operator==(const Ways&) const = default;
};

void play(const FlameOfKia& part, FlameOfKia::State s, FlameOfKia::Scene scene, int ways, Ways& seen) {
  if (!part.busy(s)) return;
  const Throw thrown = part.next_throw(s);
  const int stage = part.stage(s);
  CHECK(stage < FlameOfKia::stages());
  seen.throws |= thrown.dice == Dice::dr ? 1 : 2;
  for (int face = 0; face < thrown.faces(); ++face) {
    Outcomes outcomes;
    FlameOfKia::State next = s;
    const FlameOfKia::News news = part.next(next, thrown.roll(face), scene, outcomes);
    const int so_many = ways / thrown.faces();
    if (news == FlameOfKia::News::rubble) seen.rubble += so_many;
    if (news == FlameOfKia::News::flame) seen.flame += so_many;
    if (part.busy(next))
      CHECK(part.stage(next) > stage);
    else
      CHECK(next == FlameOfKia::State{});
    play(part, next, scene, so_many, seen);
  }
}

// Both at once: the rubble dr (B24.11) with its drm at most the KIA, else the Kindling DR (B25.13).
Ways enumerated(std::optional<int> rubble_drm, int kindled_from, int kia, bool can_burn) {
  Ways ways;
  for (int dr = 1; dr <= 6; ++dr) {
    const bool rubbled = rubble_drm && dr + *rubble_drm <= kia;
    for (int colored = 1; colored <= 6; ++colored) {
      for (int white = 1; white <= 6; ++white) {
        ways.rubble += rubbled;
        ways.flame += !rubbled && can_burn && colored + white >= kindled_from;
      }
    }
  }
  const bool has_rubble_dr = rubble_drm && 1 + *rubble_drm <= kia;
  ways.throws = (has_rubble_dr ? 1 : 0) | (can_burn && ways.rubble < 6 * 36 ? 2 : 0);
  return ways;
}

}  // namespace

TEST_CASE("a KIA makes rubble, or else it may start a Flame: for every KIA, drm and kindling number") {
  for (const std::optional<int> drm : {std::optional<int>{}, std::optional(0), std::optional(1)}) {
    for (int kia = 0; kia <= 7; ++kia) {
      for (const int kindled_from : {5, 9, 13}) {
        for (const auto scene : {FlameOfKia::Scene::nothing_burns, FlameOfKia::Scene::can_burn}) {
          const bool can_burn = scene == FlameOfKia::Scene::can_burn;
          INFO(kia << "KIA, drm " << drm.value_or(-1) << ", kindled from " << kindled_from << ", can burn " << can_burn);
          const FlameOfKia part(drm, kindled_from);
          FlameOfKia::State s;
          part.begin(s, kia, scene);
          Ways seen;
          play(part, s, scene, 6 * 36, seen);
          CHECK(seen == enumerated(drm, kindled_from, kia, can_burn));
          FlameOfKia::State of_no_rubble;
          part.begin_kindling(of_no_rubble, scene);
          seen = {};
          play(part, of_no_rubble, scene, 6 * 36, seen);
          CHECK(seen == enumerated({}, kindled_from, kia, can_burn));
        }
      }
    }
  }
}
