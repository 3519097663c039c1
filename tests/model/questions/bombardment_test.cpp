#include "model/questions/bombardment.hpp"

#include <algorithm>
#include <map>

#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

#include "model/core/bad_input.hpp"
#include "model/questions/rubble_chain.hpp"
#include "tests/support/agreement.hpp"
#include "tests/support/ask.hpp"
#include "tests/support/cli.hpp"
#include "tests/support/faults.hpp"
#include "tests/support/scripted.hpp"
#include "tests/support/towns.hpp"

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

TEST_CASE("a Bombardment agrees with a naive enumeration of every throw", "[thorough]") {
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

TEST_CASE("on a map the rubble of a Bombardment goes on as any other, by as many levels as the MC rubbles", "[thorough]") {
  struct Case {
    const char* hex;
    int drm;
  };
  for (const Case& in : {Case{"J8", 0}, Case{"J8", 2}, Case{"K9", -1}}) {
    const std::string hex = in.hex;
    const int drm = in.drm;
    const MapInput map = town({"J8=stone:2", "K9=stone:3", "K8=stone:2", "J9=wood:1", "L9=water"});
    const std::vector<std::string> own{"J9", "K8"};
    const int levels = changed_map(map).at(*read_hex(hex)).levels;
    std::map<std::string, double> expected;
    for_every_DR([&](int colored, int white) {
      const int points = std::max(0, colored + white + drm - 9);  // stone
      if (points == 0) return;
      const int from_level = std::max(0, levels + 1 - points);
      for (const auto& [event, p] : exact_odds(RubbleChain({.map = map, .hex = hex, .from_level = from_level, .own = own})))
        expected[event] += p / 36;
    });
    const Bombardment question({.building = Construction::stone, .levels = levels, .drm = drm, .own = own, .map = map, .hex = hex});
    const auto odds = exact_odds(question);
    for (const auto& [event, p] : expected) {
      INFO(hex << " " << drm << " " << event);
      CHECK(odds.at(event) == Approx(p).margin(1e-14));
    }
    CHECK(odds.size() == expected.size() + 2);
    for (const auto& [measure, values] : exact_measures(question)) {
      double all = 0;
      for (const auto& [value, p] : values) all += p;
      CHECK(all == Approx(1));
    }
    if (drm == 2) check_agreement(question, simulated(question, 200'000), solved(question).odds.value());
  }
}

TEST_CASE("a Bombardment has its building from the map") {
  const auto odds = [](const std::string& command) {
    const Called called = call("bombard " + command + " --method exact --format json");
    INFO(command << called.err);
    REQUIRE(called.status == 0);
    return nlohmann::json::parse(called.out)["events"];
  };
  const std::string on = "--map experiments/maps/chateau.toml --hex ";
  CHECK(odds(on + "J8") == odds(on + "J8 --building stone --levels 2"));
  CHECK(odds(on + "A1 --building wood --levels 1") == odds(on + "A1 --set A1=wood:1"));
  CHECK(odds(on + "J8 --afv 3") == odds(on + "J8 --afv K9"));
  const auto refused = [](const std::string& command, const std::string& why) {
    const Called called = call("bombard " + command);
    INFO(command);
    CHECK(called.status == 2);
    CHECK_THAT(called.err, Catch::Contains(why));
  };
  refused(on + "A1", "--hex A1 holds no building");
  refused(on + "A0", "--hex A0 is not on the map");
  refused(on + "J8 --own 3", "is no hex");
  refused("--map experiments/maps/chateau.toml", "a map without --hex");
  refused("--building wood --levels 1 --hex J8", "--hex without a map");
  refused("--building wood --levels 1 --own J8", "is no direction");
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
