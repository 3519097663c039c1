#include "model/questions/entry.hpp"

#include <catch2/catch.hpp>

#include "model/core/bad_input.hpp"
#include "model/questions/assault.hpp"
#include "model/questions/rubble_chain.hpp"
#include "tests/support/agreement.hpp"
#include "tests/support/ask.hpp"
#include "tests/support/dr.hpp"
#include "tests/support/scripted.hpp"
#include "tests/support/towns.hpp"

using namespace boxcars;
using namespace boxcars::model;
using namespace boxcars::test;
using Catch::Matchers::Contains;

static_assert(sim::Process<Entry>);

namespace {

struct Counted {
  double bogs = 0, cellar = 0, rubbled = 0, falls = 0, survives = 0, unharmed = 0;
};

template <class Each>
void for_every_DR(Each each) {
  for (int colored = 1; colored <= 6; ++colored) {
    for (int white = 1; white <= 6; ++white) each(colored, white);
  }
}

// Every throw, in the order of B23.41 and B24.12, with the tables written out once more.
Counted by_hand(const EntryInputs& in) {
  Counted seen;
  const int pressure = in.ground_pressure == GroundPressure::low ? 0 : in.ground_pressure == GroundPressure::normal ? 1 : 2;
  const bool wood = in.building == Construction::wood;
  const int terrain = in.building ? (wood ? 3 : 4) : in.rubble ? 3 : 1;
  for_every_DR([&](int colored, int white) {
    double p = 1.0 / 36;
    if (in.building && !in.factory && colored == 6) {
      seen.cellar += p;
      for_every_DR([&](int c, int w) { seen.survives += in.crew_survival && c + w <= *in.crew_survival ? p / 36 : 0; });
      return;
    }
    const bool bogs = colored + white + pressure + terrain + in.drm >= 12;
    const int levels = in.levels.value_or(0);
    const int for_rubble = colored - (wood ? 1 : 0) - (!in.factory && levels == 0 ? 1 : 0);
    if (!in.building || for_rubble > 0 || levels == 0) {
      if (in.building && for_rubble <= 0) seen.rubbled += p;
      (bogs ? seen.bogs : seen.unharmed) += p;
      return;
    }
    seen.rubbled += p;
    for_every_DR([&](int c, int) { seen.falls += c + levels >= 7 ? p / 36 : 0; });
    for_every_DR([&](int c, int w) {
      const bool bogs_now = c + w + pressure + 3 + in.drm >= 12;
      (bogs || bogs_now ? seen.bogs : seen.unharmed) += p / 36;
    });
  });
  return seen;
}

void check(const EntryInputs& in) {
  const Counted expected = by_hand(in);
  auto odds = exact_odds(Entry(in));
  CHECK(odds.at("bogs") == Approx(expected.bogs).margin(1e-14));
  CHECK(odds.at("falls into cellar") == Approx(expected.cellar).margin(1e-14));
  CHECK(odds.at("building rubbled") == Approx(expected.rubbled).margin(1e-14));
  CHECK(odds.at("rubble falls") == Approx(expected.falls).margin(1e-14));
  CHECK(odds.at("crew survives cellar") == Approx(expected.survives).margin(1e-14));
  CHECK(odds.at("enters unharmed") == Approx(expected.unharmed).margin(1e-14));
  CHECK(odds.size() == 6);
}

}  // namespace

TEST_CASE("entry agrees with a naive enumeration of every throw", "[thorough]") {
  for (const GroundPressure pressure : {GroundPressure::low, GroundPressure::normal, GroundPressure::high}) {
    for (const int drm : {-2, 0, 1, 3}) {
      for (const Construction construction : {Construction::wood, Construction::stone}) {
        for (int levels = 0; levels <= 4; ++levels) {
          INFO(static_cast<int>(pressure) << " " << drm << " " << static_cast<int>(construction) << " " << levels);
          check({.building = construction, .levels = levels, .ground_pressure = pressure, .drm = drm});
          check({.building = construction, .levels = levels, .ground_pressure = pressure, .drm = drm, .crew_survival = 6});
        }
        check({.building = construction, .factory = true, .ground_pressure = pressure, .drm = drm});
      }
      check({.factory = true, .ground_pressure = pressure, .drm = drm});
      check({.rubble = true, .ground_pressure = pressure, .drm = drm});
    }
  }
}

TEST_CASE("the odds of entry that the facts give") {
  CHECK(exact_odds(Entry({.building = Construction::stone, .levels = 2})).at("falls into cellar") == Approx(1.0 / 6));
  CHECK(exact_odds(Entry({.building = Construction::stone, .levels = 2})).at("building rubbled") == 0);
  CHECK(exact_odds(Entry({.building = Construction::wood, .levels = 1})).at("building rubbled") == Approx(1.0 / 6));
  CHECK(exact_odds(Entry({.building = Construction::wood, .levels = 0})).at("building rubbled") == Approx(2.0 / 6));
}

TEST_CASE("a Factory is no single story house: stone is never rubbled, wood by a colored 1 (B23.21, B23.41, B23.74)") {
  for (const auto& [construction, bog_drm, rubbled] : {std::tuple(Construction::wood, 4, 1.0 / 6), {Construction::stone, 5, 0.0}}) {
    const auto alone = exact_odds(Entry({.building = construction, .factory = true}));
    CHECK(alone.at("building rubbled") == Approx(rubbled));
    CHECK(alone.at("bogs") == Approx(at_least(12 - bog_drm)));
    CHECK(alone.at("falls into cellar") == 0);
    CHECK(alone.at("rubble falls") == 0);
    AssaultInputs assault{.turns = 1};
    assault.locations = {{.name = "L9", .building = construction, .factory = true}};
    assault.defenders = {{"4-4-7", "L9"}};
    assault.shots = {{.name = "Tank", .target = "L9", .enter = true}};
    assault.goal.good_order = 0;
    auto odds = exact_odds(Assault(assault));
    CHECK(odds.at("L9 rubbled") == Approx(rubbled));
    CHECK(odds.at("Tank bogs") == Approx(at_least(12 - bog_drm)));
    CHECK(odds.at("1:4-4-7 eliminated") == 0);  // no upper level comes down
    assault.locations[0].levels = 1;
    CHECK_THROWS_WITH(Assault(assault), Contains("B23.74"));
  }
  CHECK_THROWS_WITH(Entry({.building = Construction::wood, .levels = 1, .factory = true}), Contains("B23.74"));
}

TEST_CASE("a building comes down on the AFV that entered it") {
  const Entry question({.building = Construction::wood, .levels = 2});
  const auto told = play(question, {{1, 6}, {4, 4}, {5, 2}});
  CHECK(told.throws == std::vector<std::string>{"Bog Check DR", "second Bog Check DR", "Falling Rubble DR"});
  CHECK(told.events == std::vector<std::string>{"building rubbled", "bogs", "rubble falls"});
}

TEST_CASE("on a map the rubble that an AFV makes goes on as any other, and may bury one's own men (B23.41, B24.12)", "[thorough]") {
  const MapInput map = town({"J8=wood:2", "K9=stone:3", "J7=wood:1", "K8=stone:1", "I8=water"});
  const std::vector<std::string> own{"K9", "J7"};
  const Entry question({.building = Construction::wood, .levels = 2, .map = map, .hex = "J8", .own = own});
  const auto odds = exact_odds(question);
  // Wood is rubbled by a colored 1, whole.
  const auto chain = exact_odds(RubbleChain({.map = map, .hex = "J8", .own = own}));
  for (const auto& [event, p] : chain) {
    INFO(event);
    CHECK(odds.at(event) == Approx(p / 6).margin(1e-14));
  }
  CHECK(odds.size() == 5 + chain.size());
  const auto alone = exact_odds(Entry({.building = Construction::wood, .levels = 2}));
  for (const char* event : {"bogs", "falls into cellar", "building rubbled", "rubble falls", "enters unharmed"})
    CHECK(odds.at(event) == Approx(alone.at(event)));
  for (const auto& [measure, values] : exact_measures(question)) {
    double all = 0;
    for (const auto& [value, p] : values) all += p;
    CHECK(all == Approx(1));
  }
  check_agreement(question, simulated(question, 200'000), solved(question).odds.value());
  // Without a map in directions: of the six one is that of 3, and rubble falls by two levels on a colored 5 or 6.
  CHECK(exact_odds(Entry({.building = Construction::wood, .levels = 2, .own = {"3"}})).at("own men buried") == Approx(1.0 / 6 * 2 / 36));
  // Stone with upper levels never comes down; nothing of it depends on the map.
  const EntryInputs stone{.building = Construction::stone, .levels = 2, .map = map, .hex = "J8"};  // as given
  CHECK(exact_odds(Entry(stone)) == exact_odds(Entry({.building = Construction::stone, .levels = 2})));
  CHECK(Entry(stone).description().inputs.size() == 2);
  for (const auto& [in, why] : std::vector<std::pair<EntryInputs, std::string>>{
           {{.building = Construction::wood, .levels = 0, .own = {"3"}}, "only a building with upper levels"},
           {{.rubble = true, .own = {"3"}}, "only a building with upper levels"},
           {{.building = Construction::wood, .levels = 2, .own = {"K9"}}, "is no direction"},
           {{.building = Construction::wood, .levels = 2, .map = map, .hex = "J8", .own = {"3"}}, "is no hex"}})
    CHECK_THROWS_WITH(Entry(in), Contains(why));
}

TEST_CASE("a VCA change in a Factory and a collapsed hut are Bog Checks") {
  const auto bogs = [](const EntryInputs& in) { return exact_odds(Entry(in)).at("bogs"); };
  CHECK(bogs({.factory = true, .vca_change = true}) == Approx(6.0 / 36));               // +1 +1, so 10 or more
  CHECK(bogs({.not_fully_tracked = true, .collapsed_hut = true}) == Approx(6.0 / 36));  // +1 +1, so 10 or more
  CHECK(bogs({.ground_pressure = GroundPressure::low, .not_fully_tracked = true, .collapsed_hut = true}) == Approx(3.0 / 36));
  CHECK(exact_odds(Entry({.building = Construction::stone, .factory = true})) ==
        exact_odds(Entry({.building = Construction::stone, .levels = 0, .factory = true})));
  CHECK_THROWS_WITH(Entry({.collapsed_hut = true}), Contains("G5.51"));
  CHECK_THROWS_WITH(Entry({.rubble = true, .collapsed_hut = true}), Contains("G5.51"));
  CHECK_THROWS_WITH(Entry({.rubble = true, .afvs = {"3"}}), Contains("falls on others"));
}

TEST_CASE("entry, simulated and exact, agrees") {
  const Entry question({.building = Construction::wood, .levels = 2, .crew_survival = 6});
  check_agreement(question, simulated(question, 1'000'000), solved(question).odds.value());
}

TEST_CASE("a VCA change in any Bog hex is a Bog Check a hexspine, without the DRM of entry (D8.2)", "[thorough]") {
  for (const GroundPressure pressure : {GroundPressure::low, GroundPressure::normal, GroundPressure::high}) {
    for (int hexspines = 1; hexspines <= 3; ++hexspines) {
      int bogs = 0;
      for_every_DR([&](int colored, int white) { bogs += colored + white + static_cast<int>(pressure) >= 12 ? 1 : 0; });
      double stays = 1;
      for (int i = 0; i < hexspines; ++i) stays *= 1 - bogs / 36.0;
      for (const EntryInputs& where :
           {EntryInputs{.building = Construction::wood}, EntryInputs{.building = Construction::stone, .levels = 2},
            EntryInputs{.building = Construction::wood, .levels = 0}, EntryInputs{.rubble = true}}) {
        EntryInputs in = where;
        in.ground_pressure = pressure;
        in.vca_change = true;
        in.hexspines = hexspines;
        auto odds = exact_odds(Entry(in));
        CHECK(odds.at("bogs") == Approx(1 - stays));
        CHECK(odds.at("enters unharmed") == Approx(stays));
        CHECK(odds.at("falls into cellar") == 0);
        CHECK(odds.at("building rubbled") == 0);
        CHECK(odds.at("rubble falls") == 0);
      }
    }
  }
  CHECK(exact_odds(Entry({.building = Construction::wood, .levels = 1, .vca_change = true})).at("bogs") == Approx(3.0 / 36));
  CHECK(exact_odds(Entry({.building = Construction::wood, .vca_change = true, .hexspines = 2})).at("bogs") == Approx(1 - 33.0 * 33 / 1296));
  CHECK(exact_odds(Entry({.factory = true, .vca_change = true, .hexspines = 2})).at("bogs") == Approx(1 - 30.0 * 30 / 1296));
  CHECK(exact_odds(Entry({.rubble = true, .vca_change = true, .edition = Edition::v1})).at("bogs") == Approx(3.0 / 36));
  CHECK_THROWS_WITH(Entry({.factory = true, .vca_change = true, .edition = Edition::v1}), Contains("first edition"));
  CHECK_THROWS_WITH(Entry({.building = Construction::wood, .factory = true, .vca_change = true}), Contains("B23.742"));
  CHECK_THROWS_WITH(Entry({.building = Construction::wood, .crew_survival = 6, .vca_change = true}), Contains("B23.41"));
  CHECK_THROWS_WITH(Entry({.building = Construction::wood, .levels = 1, .hexspines = 2}), Contains("VCA change"));
  CHECK_THROWS_WITH(Entry({.vca_change = true}), Contains("nothing given that is entered"));
}

TEST_CASE("a drive through a Factory is a Bog Check in each of its hexes (B23.742)", "[thorough]") {
  int bogs = 0;
  for_every_DR([&](int colored, int white) { bogs += colored + white + 1 + 1 >= 12 ? 1 : 0; });
  const double bog = bogs / 36.0;
  for (int hexes = 1; hexes <= 5; ++hexes) {
    const Entry question({.factory = true, .hexes = hexes});
    auto odds = exact_odds(question);
    double stays = 1;
    for (int i = 0; i < hexes; ++i) stays *= 1 - bog;
    CHECK(odds.at("bogs") == Approx(1 - stays));
    CHECK(odds.at("enters unharmed") == Approx(stays));
    auto measures = exact_measures(question);
    if (hexes == 1) {
      CHECK(measures.empty());
      continue;
    }
    double before = 1;
    for (int n = 1; n <= hexes; ++n) {
      CHECK(measures.at("hexes entered").at(n) == Approx(n == hexes ? before : before * bog));
      before *= 1 - bog;
    }
  }
  const Entry question({.factory = true, .hexes = 3});
  check_agreement(question, simulated(question, 200'000), solved(question).odds.value());
  CHECK_THROWS_WITH(Entry({.rubble = true, .hexes = 2}), Contains("B23.742"));
  CHECK_THROWS_WITH(Entry({.building = Construction::stone, .factory = true, .hexes = 2}), Contains("entered once"));
  CHECK_THROWS_WITH(Entry({.factory = true, .vca_change = true, .hexes = 2}), Contains("D8.2"));
}

TEST_CASE("an AFV enters woods and the like by one Bog Check (D8.21)") {
  for (const auto& [terrain, drm] :
       {std::pair(Terrain::woods, 3), {Terrain::graveyard, 3}, {Terrain::light_woods, 1}, {Terrain::debris, 1}}) {
    for (const int pressure : {0, 1, 2}) {
      for (const bool wheeled : {false, true}) {
        EntryInputs in{.terrain = terrain};
        in.ground_pressure =
            std::array{GroundPressure::low, GroundPressure::normal, GroundPressure::high}[static_cast<std::size_t>(pressure)];
        in.not_fully_tracked = wheeled;
        int bogs = 0;
        for (int colored = 1; colored <= 6; ++colored) {
          for (int white = 1; white <= 6; ++white) bogs += colored + white + drm + pressure + (wheeled ? 1 : 0) >= 12 ? 1 : 0;
        }
        const auto odds = exact_odds(Entry(in));
        CHECK(odds.at("bogs") == Approx(bogs / 36.0));
        CHECK(odds.at("enters unharmed") == Approx(1 - bogs / 36.0));
      }
    }
  }
  CHECK_THROWS_AS(Entry({.factory = true, .terrain = Terrain::woods}), BadInput);
  CHECK_THROWS_AS(Entry({.terrain = Terrain::woods, .crew_survival = 6}), BadInput);
}
