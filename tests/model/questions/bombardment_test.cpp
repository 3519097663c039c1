#include "model/questions/bombardment.hpp"

#include <algorithm>
#include <map>

#include <catch2/catch.hpp>

#include "model/core/bad_input.hpp"
#include "tests/support/agreement.hpp"
#include "tests/support/ask.hpp"
#include "tests/support/faults.hpp"
#include "tests/support/scripted.hpp"

using namespace boxcars;
using namespace boxcars::model;
using namespace boxcars::test;

static_assert(sim::Process<Bombardment>);

namespace {

struct Counted {
  double rubble = 0, whole = 0, falls = 0, buried = 0;
  std::map<int, double> levels{};
};

template <class Each>
void for_every_DR(Each each) {
  for (int colored = 1; colored <= 6; ++colored) {
    for (int white = 1; white <= 6; ++white) each(colored, white);
  }
}

// Level by level from the top, one for every point by which the MC fails; then every Falling Rubble DR.
Counted by_hand(const BombardmentInputs& in, int morale) {
  Counted seen;
  for_every_DR([&](int colored, int white) {
    int top = *in.levels, upper = 0;  // the highest level that stands, and how many above ground do not any more
    for (int point = morale + 1; point <= colored + white + in.drm && top >= 0; ++point) {
      if (top > 0) ++upper;
      --top;
    }
    seen.levels[*in.levels - top] += 1.0 / 36;
    if (top < *in.levels) seen.rubble += 1.0 / 36;
    if (top < 0) seen.whole += 1.0 / 36;
    if (upper == 0) return;
    for_every_DR([&](int c, int w) {
      if (c + upper < 7) return;
      seen.falls += 1.0 / 36 / 36;
      if (std::find(in.own.begin(), in.own.end(), std::to_string(w)) != in.own.end()) seen.buried += 1.0 / 36 / 36;
    });
  });
  return seen;
}

void check(const BombardmentInputs& in, int morale) {
  const Counted expected = by_hand(in, morale);
  const Bombardment question(in);
  auto odds = exact_odds(question);
  CHECK(odds.at("rubble") == Approx(expected.rubble).margin(1e-14));
  CHECK(odds.at("whole hex rubbled") == Approx(expected.whole).margin(1e-14));
  CHECK(odds.at("rubble falls") == Approx(expected.falls).margin(1e-14));
  CHECK(odds.size() == (in.own.empty() ? 3 : 4));
  if (!in.own.empty()) CHECK(odds.at("own men buried") == Approx(expected.buried).margin(1e-14));
  const auto levels = exact_measures(question).at("levels rubbled");
  CHECK(levels.size() == expected.levels.size());
  for (const auto& [value, p] : expected.levels) CHECK(levels.at(value) == Approx(p).margin(1e-14));
}

}  // namespace

TEST_CASE("a Bombardment agrees with a naive enumeration of every throw", "[enumeration]") {
  for (int levels = 0; levels <= 4; ++levels) {
    for (const int drm : {-11, -4, -1, 0, 2, 11}) {
      for (const bool fortified : {false, true}) {
        INFO(levels << " " << drm << fortified);
        const int more = fortified ? 1 : 0;
        check({.building = Construction::wood, .levels = levels, .fortified = fortified, .drm = drm}, 8 + more);
        check({.building = Construction::stone, .levels = levels, .fortified = fortified, .drm = drm, .own = {"3"}}, 9 + more);
        check({.building = Construction::stone, .levels = levels, .fortified = fortified, .morale = 6, .drm = drm, .own = {"1", "6"}},
              6 + more);
      }
    }
  }
  const auto odds = [](bool rooftop) {
    return exact_odds(Bombardment({.building = Construction::wood, .levels = 2, .rooftop = rooftop, .own = {"2"}}));
  };
  CHECK(odds(true) == odds(false));
}

TEST_CASE("odds of a Bombardment that can be counted on fingers") {
  // Wood fails on 9 or more: ten of 36. One level above ground: 10 or more is the whole hex, and any rubble falls on a 6.
  const auto odds = exact_odds(Bombardment({.building = Construction::wood, .levels = 1, .own = {"4"}}));
  CHECK(odds.at("rubble") == Approx(10.0 / 36));
  CHECK(odds.at("whole hex rubbled") == Approx(6.0 / 36));
  CHECK(odds.at("rubble falls") == Approx(10.0 / 36 / 6));
  CHECK(odds.at("own men buried") == Approx(10.0 / 36 / 36));
}

TEST_CASE("a Bombardment, told") {
  const Bombardment question({.building = Construction::stone, .levels = 2, .own = {"3"}});
  using Events = std::vector<std::string>;
  using Measures = std::vector<std::pair<std::string, int>>;

  const auto holds = play(question, {{3, 6}});
  CHECK(holds.events.empty());
  CHECK(holds.measures == Measures{{"levels rubbled", 0}});

  const auto top = play(question, {{5, 5}, {5, 3}});  // by one: a colored 5 +1 is not enough
  CHECK(top.throws == Events{"Bombardment MC DR", "Falling Rubble DR"});
  CHECK(top.events == Events{"rubble"});
  CHECK(top.measures == Measures{{"levels rubbled", 1}});

  const auto falls = play(question, {{5, 6}, {5, 3}});  // by two: level 1 and up
  CHECK(falls.events == Events{"rubble", "rubble falls", "own men buried"});
  CHECK(falls.measures == Measures{{"levels rubbled", 2}});

  const auto whole = play(question, {{6, 6}, {5, 2}});  // by three: two above ground fall
  CHECK(whole.events == Events{"rubble", "whole hex rubbled", "rubble falls"});
  CHECK(whole.measures == Measures{{"levels rubbled", 3}});

  const auto house = play(Bombardment({.building = Construction::wood, .levels = 0}), {{6, 6}});
  CHECK(house.events == Events{"rubble", "whole hex rubbled"});
  CHECK(house.measures == Measures{{"levels rubbled", 1}});
}

TEST_CASE("a Bombardment, simulated and exact, agrees") {
  const Bombardment question({.building = Construction::wood, .levels = 3, .fortified = true, .drm = 1, .own = {"1", "5"}});
  check_agreement(question, simulated(question, 1'000'000), solved(question).odds.value());
}

TEST_CASE("a Bombardment that cannot be is refused with its rule") {
  const auto refused = [](const BombardmentInputs& in, const std::string& rule) {
    INFO(rule);
    CHECK_THROWS_AS(Bombardment(in), BadInput);
    CHECK_THROWS_WITH(Bombardment(in), Catch::Contains(rule));
    check_at_a_field(bombardment_questionnaire(), [&] { Bombardment question(in); });
  };
  refused({}, "no building given");
  refused({.building = Construction::wood}, "no levels given");
  refused({.building = Construction::wood, .levels = 5}, "B23.2");
  refused({.building = Construction::wood, .levels = -1}, "B23.2");
  refused({.building = Construction::wood, .levels = 0, .rooftop = true}, "B23.8");
  refused({.building = Construction::wood, .levels = 1, .morale = 0}, "C1.822");
  refused({.building = Construction::wood, .levels = 1, .drm = 31}, "no DRM is that large");
  refused({.building = Construction::wood, .levels = 1, .own = {"7"}}, "is no direction");
}
