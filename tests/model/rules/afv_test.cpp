#include "model/rules/afv.hpp"

#include <set>

#include <catch2/catch.hpp>

#include "model/core/bad_input.hpp"
#include "model/questions/entry.hpp"
#include "model/questions/he.hpp"
#include "model/questions/rubble_chain.hpp"
#include "tests/support/agreement.hpp"
#include "tests/support/ask.hpp"
#include "tests/support/dr.hpp"
#include "tests/support/paths.hpp"
#include "tests/support/scripted.hpp"
#include "tests/support/towns.hpp"

using namespace boxcars;
using namespace boxcars::model;
using namespace boxcars::test;
using Catch::Matchers::Contains;

namespace {

const double bogs_normal = at_least(12 - 3 - 1), bogs_high = at_least(12 - 3 - 2), bogs_low = at_least(12 - 3);

// B24.12 and B24.121 on a map of one row of buildings in column J, from row 5 up and down: directions 1 (up) and 4 (down) are the
// only ones that matter. AFV by row; nothing else is known of the program.
struct Column {
  std::map<int, int> levels;  // of the buildings, by row
  struct Tank {
    int row;
    char kind;  // o open-topped, c closed-topped with its crew exposed, b buttoned up
  };
  std::vector<Tank> tanks;

  std::set<std::string> play(Paths& dice) const {
    std::set<std::string> events;
    std::set<int> rubble{5}, bogged;
    const auto hit = [&](int row) {
      for (std::size_t i = 0; i < tanks.size(); ++i) {
        if (tanks[i].row != row) continue;
        const std::string name = std::to_string(i + 1) + ":AFV ";
        if (tanks[i].kind == 'o') {
          events.insert(name + "eliminated");
          continue;
        }
        if (tanks[i].kind == 'c') events.insert(name + "stunned");
        if (!events.contains(name + "bogs") && dice.DR() + 3 + 1 >= 12) events.insert(name + "bogs");
      }
    };
    hit(5);
    int at = 5, n = levels.at(5);
    while (n > 0) {
      if (dice.dr() + n < 7) break;
      const int direction = dice.dr();
      if (direction != 1 && direction != 4) break;  // open ground, where nobody is
      at += direction == 1 ? -1 : 1;
      hit(at);
      n = rubble.contains(at) || !levels.contains(at) ? 0 : levels.at(at);
      rubble.insert(at);
    }
    return events;
  }
};

}  // namespace

TEST_CASE("AFV under a chain of falling rubble - naive enumeration", "[thorough]") {
  const Column column{.levels = {{4, 2}, {5, 3}, {6, 1}}, .tanks = {{5, 'c'}, {4, 'b'}, {6, 'o'}, {3, 'c'}, {4, 'c'}, {7, 'b'}}};
  std::map<std::string, double> expected;
  Paths::enumerate([&](Paths& dice) { return column.play(dice); },
                   [&](const std::set<std::string>& events, double p) {
                     for (const std::string& event : events) expected[event] += p;
                   });
  const RubbleChainInputs in{
      .map = town({"J4=stone:2", "J5=stone:3", "J6=wood:1"}), .hex = "J5", .afvs = {"here,ce", "J4", "J6,ot", "J3,ce", "J4,ce", "J7"}};
  const RubbleChain question(in);
  const auto odds = exact_odds(question);
  int compared = 0;
  for (const auto& event : odds) {
    if (event.first.find(":AFV ") == std::string::npos) continue;
    INFO(event.first);
    CHECK(event.second == Approx(expected[event.first]).margin(1e-13));
    compared += event.second > 0;
  }
  CHECK(compared == 9);
  CHECK(odds.at("1:AFV stunned") == Approx(1));
  check_agreement(question, simulated(question, 1'000'000), solved(question).odds.value());
}

TEST_CASE("AFV in a building that HE brings down, and next to it") {
  HeInputs in{.caliber = 150, .building = Construction::wood, .levels = 1};
  in.afvs = {"here,ce,high", "3,ot", "3,low"};
  const auto odds = exact_odds(He(in));
  // All of it comes down with the ground: 20 of 216; the level above falls on a colored 6, a sixth of it in direction 3.
  const double whole = 20.0 / 216, on_3 = whole / 36;
  CHECK(odds.at("1:AFV stunned") == Approx(whole));
  CHECK(odds.at("1:AFV bogs") == Approx(whole * bogs_high));
  CHECK(odds.at("1:AFV eliminated") == 0);
  CHECK(odds.at("2:AFV eliminated") == Approx(on_3));
  CHECK(odds.at("3:AFV bogs") == Approx(on_3 * bogs_low));
  // From the top level down to the ground only with a 6 on the whole hex dr.
  in.level = "1";
  CHECK(exact_odds(He(in)).at("1:AFV stunned") == Approx(whole / 6));
  in.shots = "until";
  in.level = "0";
  CHECK(exact_odds(He(in)).at("1:AFV stunned") == Approx(1));
}

TEST_CASE("an AFV that brings a building down on others") {
  EntryInputs in{.building = Construction::wood, .levels = 1, .afvs = {"2,ot", "here"}};
  const auto odds = exact_odds(Entry(in));
  CHECK(odds.at("1:AFV eliminated") == Approx(1.0 / 6 / 36));  // a colored 1, then a 6 in direction 2
  CHECK(odds.at("2:AFV bogs") == Approx(1.0 / 6 * bogs_normal));
  in.levels = 0;  // B23.41: the rubble of a single story house hurts nobody
  CHECK_THROWS_WITH(Entry(in), Contains("B23.41"));
}

TEST_CASE("AFV under rubble, told") {
  const RubbleChain question({.map = town({"J5=stone:1"}), .hex = "J5", .afvs = {"here", "J4,ce"}});
  const Told told = play(question, {{4, 3}, {6, 1}, {5, 3}});
  CHECK_FALSE(told.happened("1:AFV bogs"));
  CHECK(told.happened("2:AFV stunned"));
  CHECK(told.happened("2:AFV bogs"));
}

TEST_CASE("AFV that cannot be read are refused") {
  const auto refused = [](std::vector<std::string> words, const std::string& message) {
    INFO(message);
    CHECK_THROWS_AS(parse_afvs(words, nullptr), BadInput);
    CHECK_THROWS_WITH(parse_afvs(words, nullptr), Contains(message));
  };
  refused({"7"}, "is no direction");
  refused({"K9"}, "is no direction");
  refused({"3,open"}, "known: ot, ce, low or high");
  refused({"3,"}, "nothing follows a comma");
  refused({"3,ot,ot"}, "given twice");
  refused({"3,low,high"}, "low or high");
  refused(std::vector<std::string>(9, "3"), "too many");
  const HexMap map{.grid = {33, 10}};
  CHECK_THROWS_WITH(parse_afvs({"J11"}, &map), Contains("is not on the map"));
  CHECK(parse_afvs({"J8,ot,ce,high"}, &map)[0].open_topped);
}
