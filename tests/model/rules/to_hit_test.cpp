#include "model/rules/to_hit.hpp"

#include <catch2/catch.hpp>

using namespace boxcars::model;

TEST_CASE("a Modified To Hit number of 9 makes critical hits of Final 4 and less, of 6 those of 2 - as printed in C3.7") {
  for (const auto& [number, highest] : {std::pair(9, 4), std::pair(6, 2), std::pair(8, 3), std::pair(10, 4)}) {
    const ToHit to_hit{number, number, CriticalHits::infantry};
    for (int dr = 3; dr <= 12; ++dr) {
      INFO(number << ", DR " << dr);
      CHECK(to_hit_result(to_hit, dr) == (dr <= highest ? ToHitResult::critical_hit : dr <= number ? ToHitResult::hit : ToHitResult::miss));
    }
  }
}

TEST_CASE("DRM on the To Hit DR make critical hits rarer") {
  const ToHit plus_two{7, 9, CriticalHits::infantry};
  CHECK(to_hit_result(plus_two, 2) == ToHitResult::critical_hit);  // Final 4
  CHECK(to_hit_result(plus_two, 3) == ToHitResult::hit);
  CHECK(to_hit_result(plus_two, 8) == ToHitResult::miss);
}

TEST_CASE("an Original 2 that is not critical yet gets a dr: 1, or half the Modified To Hit number") {
  const ToHit to_hit{3, 7, CriticalHits::infantry};  // +4
  CHECK(to_hit_result(to_hit, 2) == ToHitResult::dr_follows);
  CHECK(result_after_dr(to_hit, 1) == ToHitResult::critical_hit);
  CHECK(result_after_dr(to_hit, 3) == ToHitResult::critical_hit);
  CHECK(result_after_dr(to_hit, 4) == ToHitResult::hit);
  const ToHit poor{2, 1, CriticalHits::infantry};
  CHECK(to_hit_result(poor, 2) == ToHitResult::dr_follows);
  CHECK(result_after_dr(poor, 1) == ToHitResult::critical_hit);
  CHECK(result_after_dr(poor, 2) == ToHitResult::hit);
}

TEST_CASE("on the Area Target Type and for LATW an Original 2 is critical, unless nothing else hits") {
  CHECK(to_hit_result({7, 7, CriticalHits::area}, 2) == ToHitResult::critical_hit);
  CHECK(to_hit_result({7, 7, CriticalHits::area}, 3) == ToHitResult::hit);
  CHECK(to_hit_result({2, 2, CriticalHits::area}, 2) == ToHitResult::dr_follows);
  CHECK(result_after_dr({2, 2, CriticalHits::area}, 1) == ToHitResult::critical_hit);
  CHECK(result_after_dr({2, 2, CriticalHits::area}, 2) == ToHitResult::hit);
}

TEST_CASE("what cannot hit hits on an Original 2 and a dr of 3 or less, C3.6") {
  for (const CriticalHits kind : {CriticalHits::infantry, CriticalHits::area}) {
    const ToHit improbable{0, 6, kind};
    CHECK(to_hit_result(improbable, 2) == ToHitResult::dr_follows);
    CHECK(to_hit_result(improbable, 3) == ToHitResult::miss);
    CHECK(result_after_dr(improbable, 1) == ToHitResult::critical_hit);
    CHECK(result_after_dr(improbable, 3) == ToHitResult::hit);
    CHECK(result_after_dr(improbable, 4) == ToHitResult::miss);
  }
}
