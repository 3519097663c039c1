#include "model/rules/firepower.hpp"

#include <catch2/catch.hpp>

#include "model/core/bad_input.hpp"

using namespace boxcars::model;
using Catch::Matchers::Contains;

namespace {

double total(const std::vector<std::string>& by, const FireConditions& conditions = {}) {
  return firepower_of(parse_firers(by), conditions).total;
}

}  // namespace

TEST_CASE("Firepower of the examples of A7 and A7.36") {
  CHECK(total({"5-4-8,assault"}, {.range = 1, .phase = FirePhase::advancing, .concealed = true}) == 4);
  CHECK(total({"6-6-6,assault"}, {.phase = FirePhase::advancing}) == 4);
}

TEST_CASE("Firepower factor by factor, worked out by hand") {
  using enum FirePhase;
  CHECK(total({"4-6-7"}) == 4);
  CHECK(total({"2x4-6-7", "mg:5-12", "9-1"}) == 13);
  CHECK(total({"2x4-6-7", "mg:5-12"}, {.range = 1}) == 26);
  CHECK(total({"4-6-7"}, {.range = 0}) == 12);
  CHECK(total({"4-6-7"}, {.range = 6}) == 4);
  CHECK(total({"4-6-7"}, {.range = 7}) == 2);   // Long Range
  CHECK(total({"4-6-7"}, {.range = 12}) == 2);  // twice the Normal one
  CHECK(total({"4-6-7", "mg:5-12"}, {.range = 8}) == 7);
  CHECK(total({"4-6-7"}, {.phase = advancing}) == 2);
  CHECK(total({"4-6-7"}, {.phase = opportunity}) == 4);
  CHECK(total({"4-6-7"}, {.phase = defensive}) == 4);
  CHECK(total({"5-2-7"}, {.concealed = true}) == 2.5);
  CHECK(total({"5-2-7", "5-2-7"}, {.concealed = true, .area_fire = 2}) == 1.25);  // fractions are kept and summed
  CHECK(total({"4-6-7,pinned"}) == 2);
  CHECK(total({"4-6-7", "4-6-7,pinned", "mg:5-12"}) == 11);  // a MG of who is not pinned
  CHECK(total({"4-6-7,pinned", "mg:5-12"}) == 4.5);          // of who is
  CHECK(total({"4-6-7", "mg:5-12,pinned"}) == 6.5);          // as told
  CHECK(total({"hs:2-4-7", "crew:2-2-8", "hero:1-4-9"}) == 5);
  // Assault Fire: squad by squad, AFPh only, not at Long Range, not as Opportunity Fire.
  CHECK(total({"2x5-4-8,assault"}, {.phase = advancing}) == 8);  // each 2.5, +1, rounded up
  CHECK(total({"6-6-6,assault"}) == 6);
  CHECK(total({"6-6-6,assault"}, {.phase = opportunity}) == 6);
  CHECK(total({"6-6-6,assault"}, {.range = 7, .phase = advancing}) == 1.5);
  CHECK(total({"6-6-6,assault", "mg:3-8"}, {.phase = advancing}) == 5.5);
  CHECK(total({"6-6-6,assault,pinned"}, {.phase = advancing}) == 3);  // 1.5, +1, rounded up
}

TEST_CASE("every factor alone and together multiplies, against a table of all conditions") {
  for (int range = 0; range <= 12; ++range) {
    for (const FirePhase phase : {FirePhase::prep, FirePhase::defensive, FirePhase::advancing, FirePhase::opportunity}) {
      for (const bool concealed : {false, true}) {
        for (int area = 0; area <= 3; ++area) {
          for (const bool pinned : {false, true}) {
            double firepower = 7;
            if (range == 0) firepower *= 3;
            if (range == 1) firepower *= 2;
            if (range > 6) firepower /= 2;
            if (phase == FirePhase::advancing) firepower /= 2;
            if (concealed) firepower /= 2;
            for (int i = 0; i < area; ++i) firepower /= 2;
            if (pinned) firepower /= 2;
            CHECK(total({pinned ? "7-6-9,pinned" : "7-6-9"}, {.range = range, .phase = phase, .concealed = concealed, .area_fire = area}) ==
                  firepower);
          }
        }
      }
    }
  }
}

// A7.5-.55: PBF from next door, Long Range from afar; a MG is as pinned as those beside it; leaders direct if there is one everywhere, and
// the worst counts.
TEST_CASE("a squad fires a MG beside its own Firepower, others instead of it, and a squad a second one") {
  CHECK(total({"4-6-7", "mg:5-12"}) == 9);
  CHECK(total({"crew:2-2-8", "mg:7-16"}) == 7);
  CHECK(total({"hs:2-4-7", "mg:5-12"}) == 5);
  CHECK(total({"hero:1-4-9", "mg:3-8"}) == 3);
  CHECK(total({"4-6-7", "2xmg:5-12"}) == 10);
  CHECK(total({"4-6-7", "hs:2-4-7", "2xmg:5-12"}) == 14);  // the half-squad fires the second
  CHECK(total({"2x4-6-7", "3xmg:5-12"}) == 4 + 15);
  CHECK(total({"2x4-6-7", "4xmg:5-12"}) == 20);
  CHECK(total({"4-6-7", "mg:5-12"}, {.range = 13}) == 2.5);  // the squad only fires the MG
  CHECK(total({"crew:2-2-8", "mg:7-16"}, {.range = 16}) == 7);
  CHECK(total({"4-6-7", "/", "crew:2-2-8", "mg:5-12"}) == 9);  // in a Location each for itself
  CHECK_THROWS_WITH(total({"4-6-7", "3xmg:5-12"}), Contains("more MG than they can fire"));
  CHECK_THROWS_WITH(total({"hs:2-4-7", "2xmg:5-12"}), Contains("more MG than they can fire"));
}

TEST_CASE("units cower as their nation and class have it, and those who cower most decide (A7.9)") {
  const auto columns = [](const std::vector<std::string>& by) { return cowering_columns(parse_firers(by)); };
  CHECK(columns({"4-6-7"}) == 1);
  CHECK(columns({"6-4-8,cowering=none", "lmg:2-6"}) == 0);
  CHECK(columns({"4-2-6,cowering=inexperienced"}) == 2);
  CHECK(columns({"4-4-7,cowering=normal"}) == 1);
  CHECK(columns({"6-4-8,cowering=none", "4-4-7"}) == 1);
  CHECK(columns({"4-4-7", "/", "4-2-6,cowering=inexperienced", "6-4-8,cowering=none"}) == 2);
  CHECK(columns({"4-2-6,cowering=inexperienced", "8-0"}) == 0);
  CHECK(columns({"hero:1-4-9"}) == 0);
  CHECK(columns({"4-2-6,fanatic"}) == 0);
  CHECK_THROWS_WITH(parse_firer("4-4-7,cowering=often"), Contains("none, normal or inexperienced"));
  CHECK_THROWS_WITH(parse_firer("8-0,cowering=normal"), Contains("A7.9"));
  CHECK_THROWS_WITH(parse_firer("4-4-7,fanatic,cowering=inexperienced"), Contains("A7.9"));
  CHECK_THROWS_WITH(parse_firer("mg:5-12,cowering=none"), Contains("cowering"));
}

TEST_CASE("who fires his MG only has no Firepower of his own, and reaches as far as that") {
  CHECK(total({"4-6-7,mg-only", "mmg:5-12"}) == 5);
  CHECK(total({"4-6-7,mg-only", "mmg:5-12"}, {.range = 14}) == 2.5);      // Long Range of the MG
  CHECK(total({"4-6-7,mg-only", "lmg:3-8", "hmg:7-16"}) == 10);           // both, by a squad
  CHECK(total({"4-6-7,mg-only", "4-6-7", "2xmg:3-8", "mg:5-12"}) == 15);  // his hands are free for two of three
  CHECK(total({"hs:2-4-7,mg-only", "mg:5-12"}, {.range = 1}) == 10);
  CHECK(total({"4-6-7,mg-only", "4-6-7"}) == 4);
  CHECK_THROWS_WITH(parse_firer("9-1,mg-only"), Contains("A7.53"));
  CHECK_THROWS_WITH(total({"hs:2-4-7,mg-only", "2xmg:3-8"}), Contains("A7.35"));
  CHECK(without_mg({"4-6-7,mg-only", "4-4-7", "mg:5-12"}, {}) == std::vector<std::string>{"4-4-7"});
}

TEST_CASE("who has the least to lose fires the MG, and who is pinned halves it") {
  using enum FirePhase;
  const FireConditions far{.range = 12}, near{.range = 3};
  const auto at = [](const std::vector<std::string>& by, const FireConditions& conditions) {
    return firepower_of(parse_firers(by), conditions).total;
  };
  for (const auto& by : {std::vector<std::string>{"hs:2-6-7", "hs:2-4-7", "mg:5-12"}, {"hs:2-4-7", "hs:2-6-7", "mg:5-12"}})
    CHECK(at(by, far) == 6);                                               // the one beyond twice his range does, the other has half of 2
  CHECK(at({"hs:2-6-7,pinned", "hs:3-6-7", "mg:5-12"}, near) == 6);        // 5 and half of 2, not 3 and half of 5
  CHECK(at({"4-6-7,pinned", "hs:2-4-7", "mg:5-12"}, near) == 7);           // 5 and half of 4
  CHECK(at({"4-6-7,pinned", "4-6-7", "2xmg:5-12"}, near) == 2 + 4 + 7.5);  // each one
  CHECK(at({"4-6-7,pinned", "hs:2-4-7", "mg:1-12", "mg:8-16"}, near) == 2 + 8 + 0.5);
  CHECK(at({"4-6-7,pinned", "mg:5-12"}, near) == 4.5);
  for (const auto& by : {std::vector<std::string>{"hs:2-4-7", "4-6-7,pinned", "mg:5-12", "9-1"}, {"4-6-7", "hs:3-4-8", "2xmg:3-8"}})
    CHECK(total_firepower(parse_firers(by), near) == at(by, near));
}

TEST_CASE("of who is at a Location those take part who can") {
  const auto names = [](const std::vector<std::string>& there, const FireConditions& at) {
    std::vector<Firer> firers;
    for (const std::string& text : there) firers.push_back(parse_firer(text));
    std::string all;
    for (const Firer& firer : taking_part(firers, at)) all += (all.empty() ? "" : " ") + std::to_string(firer.count) + firer.name;
    return all;
  };
  CHECK(names({"4-6-7", "9-1", "8-0", "mg:5-12"}, {.range = 3}) == "14-6-7 1mg:5-12 19-1");
  CHECK(names({"hs:2-4-7", "mg:2-6", "mg:5-12", "mg:4-10"}, {.range = 3}) == "1hs:2-4-7 1mg:5-12");
  CHECK(names({"4-6-7", "hs:2-4-7", "mg:2-6"}, {.range = 10}) == "14-6-7 1hs:2-4-7 1mg:2-6");
  CHECK(names({"4-6-7", "hs:2-4-7", "mg:1-12"}, {.range = 13}).empty());
  CHECK(names({"4-6-7", "hs:2-4-7"}, {.range = 10}) == "14-6-7");
  CHECK(names({"9-1", "mg:5-12"}, {.range = 1}) == "1mg:5-12 19-1");
  CHECK(names({"7-0", "mg:5-12", "9-1", "mg:7-16", "8-0"}, {.range = 3}) == "1mg:7-16 17-0 19-1");
  CHECK(names({"9-1,wounded", "mg:2-6"}, {.range = 13}).empty());
}

TEST_CASE("a Fire Group of several Locations") {
  CHECK(total({"2x4-6-7,range=1", "9-1", "/", "4-6-7", "mg:5-12"}, {.range = 7}) == 16 + 2 + 5);
  CHECK(total({"4-6-7,pinned", "mg:4-10", "/", "4-6-7"}) == 2 + 2 + 4);
  CHECK(total({"4-6-7", "/", "4-6-7,range=0", "/", "hs:2-4-7,range=8"}) == 4 + 12 + 1);
  CHECK(leadership_of(parse_firers({"4-6-7", "9-2", "/", "4-6-7", "8-0"})) == 0);
  CHECK_FALSE(leadership_of(parse_firers({"4-6-7", "9-2", "/", "4-6-7"})));
  CHECK(can_cower(parse_firers({"4-6-7", "9-2", "/", "4-6-7"})));
  CHECK_FALSE(can_cower(parse_firers({"4-6-7", "9-2", "/", "4-6-7", "8-0"})));
  CHECK_THROWS_WITH(total({"4-6-7", "/", "mg:5-12"}), Contains("a MG alone"));
  CHECK_THROWS_WITH(total({"4-6-7", "/"}), Contains("nobody beside a /"));
  CHECK(total({"2x4-6-7,range=1", "mg:5-12", "9-1", "/", "4-6-7"}, {.range = 7}) == 16 + 10 + 2);  // a Location has one range
  CHECK_THROWS_WITH(total({"4-6-7,range=1", "mg:5-12,range=2"}), Contains("two ranges from one Location"));
  CHECK(total({"4-6-7,range=5", "mg:1-12"}) == 5);
  CHECK(total({"4-8-7", "mg:1-12"}, {.range = 12}) == 3);
  CHECK_THROWS_WITH(total({"4-8-7", "mg:1-12"}, {.range = 13}), Contains("an ATR has no Long Range"));
  CHECK_THROWS_WITH(total({"4-6-7,range=13"}), Contains("beyond twice its Normal Range"));
  CHECK_THROWS_WITH(total({"4-6-7,range=x"}), Contains("a range is in hexes"));
  CHECK_THROWS_WITH(total({"4-6-7", "9-1", "8-0"}), Contains("a / between the Locations"));
}

TEST_CASE("who directs, who cowers and what breaks follows from who fires") {
  CHECK(leadership_of(parse_firers({"4-6-7", "9-2"})) == -2);
  CHECK(leadership_of(parse_firers({"4-6-7", "9-2,wounded"})) == -1);
  CHECK_FALSE(leadership_of(parse_firers({"4-6-7"})));
  CHECK(can_cower(parse_firers({"4-6-7", "mg:5-12"})));
  CHECK_FALSE(can_cower(parse_firers({"4-6-7", "8-0"})));
  CHECK_FALSE(can_cower(parse_firers({"hero:1-4-9", "mg:5-12"})));
  CHECK(can_cower(parse_firers({"hero:1-4-9", "crew:2-2-8"})));
  CHECK_FALSE(breakdown_of(parse_firers({"4-6-7"})));
  CHECK(breakdown_of(parse_firers({"4-6-7", "mg:5-12"})) == 12);
  CHECK(breakdown_of(parse_firers({"2x4-6-7", "mg:5-12,b=12", "mg:2-6,b=11"})) == 11);
}

TEST_CASE("who cannot fire is refused by name") {
  const auto refused = [](const std::vector<std::string>& by, const FireConditions& conditions, const char* what) {
    CHECK_THROWS_WITH(total(by, conditions), Contains(what));
  };
  refused({"4-6-7,broken"}, {}, "'4-6-7,broken' cannot fire (broken units do not fire");
  refused({"mg:0-8", "4-6-7"}, {}, "'mg:0-8' cannot fire");
  refused({"mg:5", "4-6-7"}, {}, "by its Firepower and range");
  refused({"mg:5-12-3", "4-6-7"}, {}, "by its Firepower and range");
  refused({"mg:5-12,b=7", "4-6-7"}, {}, "8 to 12, A9.7");
  refused({"mg:5-12,broken", "4-6-7"}, {}, "unknown attribute");
  refused({"0xmg:5-12", "4-6-7"}, {}, "1 to 24");
  refused({"mg:5-12"}, {}, "a MG alone");
  refused({"mg:5-12", "9-1", "8-0", "7-0"}, {}, "3 leaders who direct");
  refused({"9-1"}, {}, "nobody fires");
  refused({"9-1,pinned", "4-6-7"}, {}, "directs nobody");
  refused({"9-1", "8-0", "4-6-7"}, {}, "2 leaders who direct");
  refused({"hs:2-4-7,assault"}, {}, "only squads have Assault Fire");
  refused({"4-6-7"}, {.range = 13}, "'4-6-7' cannot fire at --range 13 (beyond twice its Normal Range of 6");
  refused({"4-6-7", "mg:2-6"}, {.range = 13}, "'mg:2-6' cannot fire");
  refused({"8-8-8", "mg:2-6"}, {.range = 13}, "'mg:2-6' cannot fire");
  refused({"467"}, {}, "cannot be read");
}
