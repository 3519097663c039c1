#include "model/to_hit.hpp"

#include <catch2/catch.hpp>

using namespace boxcars::model;

TEST_CASE("a Modified To Hit number of 9 makes critical hits of Final 4 and less, of 6 those of 2 - as printed in C3.7") {
  for (const auto& [number, highest] : {std::pair(9, 4), std::pair(6, 2), std::pair(8, 3), std::pair(10, 4)}) {
    const ToHit to_hit{number, number, CriticalHits::infantry};
    for (int dr = 3; dr <= 12; ++dr) {
      INFO(number << ", DR " << dr);
      CHECK(shot(to_hit, dr) == (dr <= highest ? Shot::critical_hit : dr <= number ? Shot::hit : Shot::miss));
    }
  }
}

TEST_CASE("DRM on the To Hit DR make critical hits rarer") {
  const ToHit plus_two{7, 9, CriticalHits::infantry};
  CHECK(shot(plus_two, 2) == Shot::critical_hit);  // Final 4
  CHECK(shot(plus_two, 3) == Shot::hit);
  CHECK(shot(plus_two, 8) == Shot::miss);
}

TEST_CASE("an Original 2 that is not critical yet gets a dr: 1, or half the Modified To Hit number") {
  const ToHit to_hit{3, 7, CriticalHits::infantry};  // +4
  CHECK(shot(to_hit, 2) == Shot::dr_follows);
  CHECK(shot_after_dr(to_hit, 1) == Shot::critical_hit);
  CHECK(shot_after_dr(to_hit, 3) == Shot::critical_hit);
  CHECK(shot_after_dr(to_hit, 4) == Shot::hit);
  const ToHit poor{2, 1, CriticalHits::infantry};
  CHECK(shot(poor, 2) == Shot::dr_follows);
  CHECK(shot_after_dr(poor, 1) == Shot::critical_hit);
  CHECK(shot_after_dr(poor, 2) == Shot::hit);
}

TEST_CASE("on the Area Target Type and for LATW an Original 2 is critical, unless nothing else hits") {
  CHECK(shot({7, 7, CriticalHits::area}, 2) == Shot::critical_hit);
  CHECK(shot({7, 7, CriticalHits::area}, 3) == Shot::hit);
  CHECK(shot({2, 2, CriticalHits::area}, 2) == Shot::dr_follows);
  CHECK(shot_after_dr({2, 2, CriticalHits::area}, 1) == Shot::critical_hit);
  CHECK(shot_after_dr({2, 2, CriticalHits::area}, 2) == Shot::hit);
}

TEST_CASE("what cannot hit hits on an Original 2 and a dr of 3 or less, C3.6") {
  for (const CriticalHits kind : {CriticalHits::infantry, CriticalHits::area}) {
    const ToHit improbable{0, 6, kind};
    CHECK(shot(improbable, 2) == Shot::dr_follows);
    CHECK(shot(improbable, 3) == Shot::miss);
    CHECK(shot_after_dr(improbable, 1) == Shot::critical_hit);
    CHECK(shot_after_dr(improbable, 3) == Shot::hit);
    CHECK(shot_after_dr(improbable, 4) == Shot::miss);
  }
}
