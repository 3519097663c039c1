#include <catch2/catch.hpp>

#include "model/core/bad_input.hpp"
#include "model/questions/entry.hpp"
#include "model/questions/he.hpp"
#include "tests/support/ask.hpp"
#include "tests/support/naive_attack.hpp"

using namespace boxcars;
using namespace boxcars::model;
using namespace boxcars::test;
using Catch::Matchers::Contains;

namespace {

// Of a 4-4-7 on a column, when no level is ever rubbled.
void check_unit(const std::map<std::string, double>& odds, const std::string& label, int column, int drm) {
  std::map<std::string, double> expected;
  for (int colored = 1; colored <= 6; ++colored) {
    for (int white = 1; white <= 6; ++white) {
      for (const auto& [events, p] : naive_result({{}}, printed_cell(column, 0, colored + white + drm))) {
        for (const std::string& event : events) expected[event] += p / 36;
      }
    }
  }
  INFO(label << " " << column << " " << drm);
  for (const std::string fate : {" eliminated", " broken", " pinned", " reduced", " unharmed"})
    CHECK(odds.at(label + fate) == Approx(expected["1" + fate]).margin(1e-12));
}

double figure(const HeInputs& in, const std::string& name) {
  const He he(in);
  for (const Figure& one : he.description().figures) {
    if (one.name == name) return one.number;
  }
  FAIL(name);
  return 0;
}

double odds_of(const HeInputs& in, const std::string& event) { return exact_odds(He(in)).at(event); }

}  // namespace

TEST_CASE("fire wholly inside a Factory meets its TEM of +1, on the To Hit DR, too", "[thorough]") {
  HeInputs in{.caliber = 60, .building = Construction::stone, .fire = Fire::area};
  in.factory = in.fire_inside = true;
  in.occupants = {"0=4-4-7"};
  check_unit(exact_odds(He(in)), "1:4-4-7", 4, 1);
  in.fortified = true;
  check_unit(exact_odds(He(in)), "1:4-4-7", 4, 2);
  in.fire_inside = false;
  check_unit(exact_odds(He(in)), "1:4-4-7", 4, 4);
  in.fire = Fire::direct, in.fortified = false, in.aim.range = 1;
  const double outside = figure(in, "to_hit");
  in.fire_inside = true;
  CHECK(figure(in, "to_hit") == outside + 2);
  in.fire = Fire::oba, in.aim.range.reset();
  CHECK_THROWS_WITH(He(in), Contains("B23.741"));
  CHECK_THROWS_WITH(He(HeInputs{.caliber = 60, .building = Construction::stone, .levels = 1, .fire_inside = true}), Contains("B23.741"));
}

TEST_CASE("a building that is fortified from the ground to a level only", "[thorough]") {
  HeInputs in{.caliber = 60, .building = Construction::stone, .levels = 2, .fire = Fire::area};
  in.occupants = {"0=4-4-7", "1=4-4-7", "2=4-4-7"};
  in.fortified_to = 1;
  const auto odds = exact_odds(He(in));
  check_unit(odds, "1:4-4-7", 4, 4);
  check_unit(odds, "2:4-4-7", 4, 4);
  check_unit(odds, "3:4-4-7", 4, 3);
  in.fortified_to = 2;
  CHECK(exact_odds(He(in)) == [&] {
    HeInputs all = in;
    all.fortified_to.reset(), all.fortified = true;
    return exact_odds(He(all));
  }());

  HeInputs direct{.caliber = 75, .building = Construction::stone, .levels = 1};
  direct.fortified_to = 0;
  CHECK(odds_of(direct, "flame") == Approx(1.0 / 36 * 10 / 36));
  CHECK(odds_of(direct, "breached") > 0);
  direct.aim.range = 3;
  const double at_ground = figure(direct, "to_hit");
  direct.level = "1";
  CHECK(figure(direct, "to_hit") == at_ground + 1);
  direct.aim.range.reset();
  CHECK(odds_of(direct, "flame") == Approx(1.0 / 36 * 15 / 36));
  CHECK_FALSE(exact_odds(He(direct))["breached"] > 0);

  direct.fortified_to = 2;
  CHECK_THROWS_WITH(He(direct), Contains("no level of the building"));
  direct.fortified_to = 0, direct.fortified = true;
  CHECK_THROWS_WITH(He(direct), Contains("B23.912"));
}

TEST_CASE("enemy units beside a Set DC make it malfunction more often") {
  HeInputs in{.building = Construction::stone, .levels = 0, .ammo = Ammo::set_dc};
  const std::vector<int> ways{1, 3, 6, 10, 15};
  for (int units = 0; units < 5; ++units) {
    in.enemy_units = units;
    CHECK(odds_of(in, "malfunctions") == Approx(ways[static_cast<std::size_t>(units)] / 36.0));
  }
  in.ammo = Ammo::dc;
  CHECK_THROWS_WITH(He(in), Contains("A23.7"));
}

TEST_CASE("an AFV beneath rubble, and through a black bar", "[thorough]") {
  EntryInputs in{.building = Construction::wood, .levels = 2};
  in.rowhouse = true;
  for (const int rubble_from : {1, 2}) {
    in.rubble_from = rubble_from;
    double bogs = 0, cellar = 0, rubbled = 0;
    for (int colored = 1; colored <= 6; ++colored) {
      for (int white = 1; white <= 6; ++white) {
        if (colored == 6) {
          cellar += 1 / 36.0;
          continue;
        }
        const bool comes_down = colored - 1 <= 0;  // wooden, and no single story house
        rubbled += comes_down / 36.0;
        const bool first = colored + white + 1 + 3 >= 12;
        bogs += (first ? 1 : comes_down ? 15 / 36.0 : 0) / 36;  // the second one: 8 or more
      }
    }
    const auto odds = exact_odds(Entry(in));
    CHECK(odds.at("bogs") == Approx(bogs));
    CHECK(odds.at("falls into cellar") == Approx(cellar));
    CHECK(odds.at("building rubbled") == Approx(rubbled));
    CHECK(odds.at("rubble falls") == Approx(rubble_from == 2 ? rubbled / 6 : 0).margin(1e-12));
    CHECK(odds.at("breached") == Approx(1 - rubbled));
  }
  in.rubble_from = 3;
  CHECK_THROWS_WITH(Entry(in), Contains("no level of the building"));
  CHECK_THROWS_WITH(Entry(EntryInputs{.rubble = true, .rowhouse = true}), Contains("B23.71"));
  EntryInputs inside{.factory = true, .vca_change = true};
  CHECK_NOTHROW(Entry(inside));
  inside.edition = Edition::v1;
  CHECK_THROWS_WITH(Entry(inside), Contains("B23.742"));
}
