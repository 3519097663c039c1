#include <catch2/catch.hpp>

#include <algorithm>
#include <string>

#include "model/core/bad_input.hpp"
#include "model/questions/hut.hpp"
#include "tests/support/agreement.hpp"
#include "tests/support/ask.hpp"
#include "tests/support/faults.hpp"
#include "tests/support/naive_attack.hpp"

using namespace boxcars;
using namespace boxcars::model;
using namespace boxcars::test;
using Catch::Matchers::Contains;

namespace {

HutInputs at(int range, bool collapsed = false) {
  HutInputs in{.cause = HutCause::he, .caliber = 105, .collapsed = collapsed};
  in.aim.range = range;
  return in;
}

// A 105mm Gun at a hut, over all DR: C3.3, C3.7, G5.5, G5.6, B25.13.
struct Odds {
  double hit = 0, critical = 0, collapses = 0, flame = 0;
};
Odds by_hand(int number, int drm, bool collapsed) {
  Odds odds;
  const auto attack = [&](bool critical, double p) {
    for (int colored = 1; colored <= 6; ++colored) {
      for (int white = 1; white <= 6; ++white) {
        const int dr = colored + white;
        const std::string cell = critical ? printed_cell(36, 0, dr - (collapsed ? 0 : 1)) : printed_cell(20, 0, dr);
        const bool original_kia = printed_cell(20, 0, dr).find("KIA") != std::string::npos;
        if (!collapsed && cell.find("KIA") != std::string::npos) odds.collapses += p / 36;
        odds.flame += p / 36 * (colored == 1 ? 1 : original_kia ? 26 / 36.0 : 0);
      }
    }
  };
  for (int colored = 1; colored <= 6; ++colored) {
    for (int white = 1; white <= 6; ++white) {
      for (int dr = 1; dr <= 6; ++dr) {
        const int original = colored + white;
        if (original + drm > number) continue;
        const bool critical = 2 * (original + drm) < number || (original == 2 && (dr == 1 || 2 * dr <= number));
        odds.hit += 1 / 216.0;
        odds.critical += critical / 216.0;
        attack(critical, 1 / 216.0);
      }
    }
  }
  return odds;
}

void check(const HutInputs& in, const Odds& expected) {
  const auto odds = exact_odds(Hut(in));
  CHECK(odds.at("hit") == Approx(expected.hit));
  CHECK(odds.at("critical hit") == Approx(expected.critical).margin(1e-12));
  CHECK(odds.at("collapses") == Approx(expected.collapses).margin(1e-12));
  CHECK(odds.at("flame") == Approx(expected.flame));
}

}  // namespace

TEST_CASE("a Gun at a hut first has to hit it, with its TEM - all DR", "[to hit]") {
  check(at(8), by_hand(7, 1, false));
  check(at(8, true), by_hand(7, 0, true));
  HutInputs in = at(1);
  in.aim.cases = {"K"};
  check(in, by_hand(8, 1 + 2 - 2, false));
  HutInputs given{.cause = HutCause::he, .caliber = 105};
  given.to_hit = 6;  // and the TEM of 1
  check(given, by_hand(7, 1, false));
  given.th_number = 9;
  check(given, by_hand(9, 3, false));
  CHECK(Hut(at(8)).description().figures.size() == 2);
  const Hut always({.cause = HutCause::he, .caliber = 105});
  const auto& names = always.event_names();
  CHECK(std::find(names.begin(), names.end(), "hit") == names.end());  // every shot does
}

TEST_CASE("simulated shots at a hut have the exact odds", "[to hit]") {
  HutInputs in = at(3);
  in.targets = {"9-1", "4-4-7"};
  in.aim.leadership = -1;
  const Hut question(in);
  check_agreement(question, simulated(question, 1'000'000, 2), solved(question).odds.value());
}

TEST_CASE("what makes no To Hit DR at a hut has no To Hit number", "[to hit]") {
  const auto refused = [](HutInputs in, const std::string& with) {
    check_at_a_field(hut_questionnaire(), [&] { Hut question(in); });
    CHECK_THROWS_WITH(Hut(in), Contains(with));
  };
  HutInputs in = at(5);
  in.cause = HutCause::oba;
  refused(in, "C3.1");
  in = {.cause = HutCause::small_arms, .fp = "8", .to_hit = 7};
  refused(in, "C3.1");
  in = at(5);
  in.caliber.reset();
  in.fp = "8";
  refused(in, "--range without --caliber");
  in = {.cause = HutCause::he, .caliber = 105, .th_number = 7};
  refused(in, "--th-number without --to-hit");
  in = {.cause = HutCause::he, .caliber = 105};
  in.aim.hindrance = 1;
  refused(in, "--hindrance without --range");
  in = at(5);
  in.aim.cases = {"J4"};
  refused(in, "A4.6");
}
