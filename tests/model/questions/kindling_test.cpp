#include "model/questions/kindling.hpp"

#include <cmath>

#include <catch2/catch.hpp>

#include "model/core/bad_input.hpp"
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

static_assert(sim::Process<Kindling>);

namespace {

// The printed numbers (B23.6, G5.6), written out once more.
struct Printed {
  Terrain terrain;
  int kindling, spread;
  bool can_be_fortified;
};
const std::vector<Printed> printed{{Terrain::wood, 7, 8, true},          {Terrain::stone, 8, 9, true},
                                   {Terrain::lumberyard, 7, 8, true},    {Terrain::wood_rubble, 7, 8, false},
                                   {Terrain::stone_rubble, 8, 9, false}, {Terrain::hut, 6, 7, false},
                                   {Terrain::collapsed_hut, 6, 7, false}};

// The odds of a sum from `low` to `high`.
double odds_of_sum(int low, int high) {
  int ways = 0;
  for (int colored = 1; colored <= 6; ++colored) {
    for (int white = 1; white <= 6; ++white) ways += colored + white >= low && colored + white <= high;
  }
  return ways / 36.0;
}

// A fire as the tests play it: Original DR that are needed, and the turns (none: until nothing is left to happen).
struct Fire {
  int kindles, blazes, out;
  bool hampered;
  std::vector<int> spreads;
  bool wind;
  int turns;
};
struct FireOdds {
  double kindled = 0, blaze = 0, out = 0, collapse = 0;
  std::vector<double> flame_in;
  std::vector<double> turn_of_blaze{0};
};

// Turn by turn, with the odds of every set of neighbors that are aflame.
FireOdds by_hand(const Fire& fire) {
  constexpr int as_good_as_forever = 3000;
  const std::size_t neighbors = fire.spreads.size(), sets = std::size_t{1} << neighbors;
  FireOdds odds;
  odds.flame_in.resize(neighbors);
  odds.kindled = odds_of_sum(fire.kindles, 12);
  double flame = odds.kindled;
  std::vector<double> blazing(sets);
  for (int turn = 1; turn <= (fire.turns > 0 ? fire.turns : as_good_as_forever); ++turn) {
    const bool waits_for_neighbors = fire.turns == 0 && neighbors > 0;
    if (waits_for_neighbors) blazing.back() = 0;
    if (fire.wind) {
      for (double& odds_of_set : blazing) {
        odds.collapse += odds_of_set / 36;
        odds_of_set -= odds_of_set / 36;
      }
    }
    for (std::size_t i = 0; i < neighbors; ++i) {
      for (std::size_t set = 0; set < sets; ++set) {
        if (set >> i & 1) continue;
        const double before = blazing[set];
        for (int colored = 1; colored <= 6; ++colored) {
          for (int white = 1; white <= 6; ++white) {
            if (colored + white < fire.spreads[i]) continue;
            odds.flame_in[i] += before / 36;
            blazing[set] -= before / 36;
            blazing[set | std::size_t{1} << i] += before / 36;
          }
        }
      }
    }
    double blazes_now = 0, out_now = 0;
    if (turn > 1 || !fire.hampered) blazes_now = flame * odds_of_sum(fire.blazes, 12), out_now = flame * odds_of_sum(2, fire.out);
    blazing[0] += blazes_now;
    flame -= blazes_now + out_now;
    odds.blaze += blazes_now;
    odds.out += out_now;
    odds.turn_of_blaze.push_back(blazes_now);
  }
  odds.turn_of_blaze[0] = 1 - odds.blaze;
  return odds;
}

void check_by_hand(const Kindling& question, const Fire& fire) {
  const FireOdds expected = by_hand(fire);
  const sim::Odds odds = solved(question).odds.value();
  const std::vector<std::string>& names = question.event_names();
  REQUIRE(names.size() == 3 + fire.spreads.size() + (fire.wind ? 1 : 0));
  std::vector<double> all{expected.kindled, expected.blaze, expected.out};
  all.insert(all.end(), expected.flame_in.begin(), expected.flame_in.end());
  if (fire.wind) all.push_back(expected.collapse);
  for (std::size_t i = 0; i < names.size(); ++i) {
    INFO(names[i]);
    CHECK(odds.events[i] == Approx(all[i]).margin(1e-12));
  }
  for (const auto& value : odds.measures[0])
    CHECK(value.second == Approx(expected.turn_of_blaze[static_cast<std::size_t>(value.first)]).margin(1e-12));
}

}  // namespace

TEST_CASE("fire agrees with its closed form over all terrain, DRM and turns") {
  for (const Printed& what : printed) {
    for (const bool fortified : {false, true}) {
      if (fortified && !what.can_be_fortified) continue;
      for (const int drm : {-3, 0, 2}) {
        for (const int spread_drm : {-2, 0, 1}) {
          for (const bool hampered : {false, true}) {
            for (const int turns : {1, 2, 5}) {
              INFO(static_cast<int>(what.terrain) << " " << fortified << drm << spread_drm << hampered << turns);
              const Kindling question({.terrain = what.terrain,
                                       .fortified = fortified,
                                       .drm = drm,
                                       .spread_drm = spread_drm,
                                       .turns = std::to_string(turns),
                                       .hampered = hampered});
              const int penalty = fortified ? 1 : 0;
              const double kindled = odds_of_sum(what.kindling - drm + penalty, 12);
              const double blazes = odds_of_sum(what.spread - spread_drm + penalty, 12);
              const double out = odds_of_sum(2, 2 - spread_drm + penalty);
              double burning = kindled, all_blazes = 0, all_out = 0;
              auto turn_of_blaze = exact_measures(question).at("turn of blaze");
              for (int turn = hampered ? 2 : 1; turn <= turns; ++turn) {
                CHECK(turn_of_blaze[turn] == Approx(burning * blazes).margin(1e-14));
                all_blazes += burning * blazes;
                all_out += burning * out;
                burning *= 1 - blazes - out;
              }
              auto odds = exact_odds(question);
              CHECK(odds.at("kindled") == Approx(kindled).margin(1e-14));
              CHECK(odds.at("blaze") == Approx(all_blazes).margin(1e-14));
              CHECK(odds.at("out") == Approx(all_out).margin(1e-14));
              CHECK(turn_of_blaze[0] == Approx(1 - all_blazes).margin(1e-14));
              CHECK((odds.count("collapses") == 1) == (what.terrain == Terrain::hut));
              if (what.terrain == Terrain::hut) CHECK(odds.at("collapses") == odds.at("blaze"));
            }
          }
        }
      }
    }
  }
}

TEST_CASE("a fire until it blazes or is out") {
  for (const bool hampered : {false, true}) {
    const Kindling question({.terrain = Terrain::wood, .turns = "until", .hampered = hampered});
    const double kindled = 21.0 / 36, blazes = 15.0 / 36, out = 1.0 / 36;
    auto odds = exact_odds(question);
    CHECK(odds.at("blaze") == Approx(kindled * blazes / (blazes + out)));
    CHECK(odds.at("out") == Approx(kindled * out / (blazes + out)));
    auto turns = exact_measures(question).at("turn of blaze");
    const int first = hampered ? 2 : 1;
    CHECK(turns.count(first - 1) == (hampered ? 0 : 1));  // turn 0 is: never
    for (int turn = first; turn < 20; ++turn)
      CHECK(turns.at(turn) == Approx(kindled * blazes * std::pow(20.0 / 36, turn - first)).epsilon(1e-11));
  }
}

TEST_CASE("what kindles: the DRM of the first DR") {
  struct Case {
    KindlingInputs inputs;
    int kindles;  // the lowest Original DR
  };
  using enum KindlingBy;
  const std::vector<Case> cases{
      {{.terrain = Terrain::wood, .by = attempt}, 7},
      {{.terrain = Terrain::wood, .by = smc}, 9},
      {{.terrain = Terrain::stone, .by = half_squad}, 9},
      {{.terrain = Terrain::stone, .by = mol}, 6},
      {{.terrain = Terrain::wood, .by = attempt, .leadership = -3}, 4},
      {{.terrain = Terrain::wood, .by = attempt, .leadership = 0}, 7},
      {{.terrain = Terrain::wood, .drm = -1, .by = mol, .leadership = 1}, 7},
      {{.terrain = Terrain::stone, .fortified = true, .by = smc, .leadership = -1}, 10},
      {{.terrain = Terrain::wood, .by = wp, .dry = true}, 10},
      {{.terrain = Terrain::wood, .by = wp, .very_dry = true}, 9},
      {{.terrain = Terrain::stone, .fortified = true, .by = wp, .very_dry = true}, 11},
      {{.terrain = Terrain::lumberyard, .by = wp, .dry = true}, 10},
      {{.terrain = Terrain::wood_rubble, .by = wp, .dry = true}, 10},
      {{.terrain = Terrain::stone_rubble, .by = wp, .very_dry = true}, 10},
      {{.terrain = Terrain::hut, .by = wp}, 9},
      {{.terrain = Terrain::hut, .by = wp, .dry = true}, 9},
      {{.terrain = Terrain::hut, .by = wp, .very_dry = true}, 8},
      {{.terrain = Terrain::collapsed_hut, .by = wp}, 7},
      {{.terrain = Terrain::collapsed_hut, .by = wp, .very_dry = true}, 6},
  };
  for (const Case& c : cases) {
    const Kindling question(c.inputs);
    INFO(name_of(*c.inputs.terrain, terrain_choices) << " " << name_of(c.inputs.by, kindling_by_choices));
    CHECK(exact_odds(question).at("kindled") == Approx(odds_of_sum(c.kindles, 12)));
    int drm = 0;
    for (const Modifier& modifier : question.description().modifiers) drm += modifier.amount;
    CHECK(drm == fire_numbers(*c.inputs.terrain)->kindling - c.kindles);
  }
}

TEST_CASE("WP kindles rubble in the same manner as a building, with its -2 (B24.6, A24.32)") {
  const auto kindled = [](Terrain terrain, bool very_dry) {
    return exact_odds(Kindling({.terrain = terrain, .by = KindlingBy::wp, .dry = !very_dry, .very_dry = very_dry})).at("kindled");
  };
  for (const bool very_dry : {false, true}) {
    CHECK(kindled(Terrain::wood_rubble, very_dry) == kindled(Terrain::wood, very_dry));
    CHECK(kindled(Terrain::stone_rubble, very_dry) == kindled(Terrain::stone, very_dry));
  }
  CHECK(kindled(Terrain::wood_rubble, false) == Approx(6.0 / 36));  // 7, -1, -2: an Original 10 or more
}

TEST_CASE("where a Blaze spreads to, and how it collapses, agrees with an enumeration by hand") {
  struct Neighbors {
    std::vector<std::string> words;
    std::vector<int> spreads;  // Original DR
  };
  const std::vector<Neighbors> neighbors{
      {{}, {}},
      {{"stone"}, {9}},
      {{"wood,detached", "hut,higher"}, {10, 6}},
      {{"stone-rubble,lower", "stone,fortified", "collapsed-hut,drm=-2"}, {10, 10, 9}},
      {{"wood-rubble,drm=+1,higher", "wood,fortified,lower", "lumberyard,detached,higher,drm=-2"}, {6, 10, 11}},
  };
  for (const Printed& what : printed) {
    const bool falls = what.terrain == Terrain::wood || what.terrain == Terrain::stone || what.terrain == Terrain::lumberyard;
    if (what.terrain == Terrain::hut) continue;  // has an event of its own
    for (const Neighbors& around : neighbors) {
      for (const bool wind : {false, true}) {
        if (wind && !falls) continue;
        for (const bool hampered : {false, true}) {
          for (const int turns : {1, 2, 3, 7, 0}) {
            INFO(name_of(what.terrain, terrain_choices) << " " << around.words.size() << wind << hampered << turns);
            const Kindling question({.terrain = what.terrain,
                                     .spread_drm = 1,
                                     .turns = turns == 0 ? "until" : std::to_string(turns),
                                     .hampered = hampered,
                                     .neighbors = around.words,
                                     .fire_collapse = wind});
            check_by_hand(question, {what.kindling, what.spread - 1, 1, hampered, around.spreads, wind, turns});
          }
        }
      }
    }
  }
}

TEST_CASE("a neighbor that no DR sets on fire") {
  const std::vector<std::string> never{"stone,fortified,detached,lower"};
  CHECK(exact_odds(Kindling({.terrain = Terrain::wood, .turns = "9", .neighbors = never})).at("flame in 1:stone") == 0);
  CHECK_THROWS_WITH(Kindling({.terrain = Terrain::wood, .turns = "until", .neighbors = never}), Contains("never catches fire"));
  const Kindling until({.terrain = Terrain::wood, .turns = "until", .neighbors = never, .fire_collapse = true});
  check_by_hand(until, {7, 8, 2, false, {13}, true, 0});
}

TEST_CASE("as many neighbors as can be, for as long as can be, are still exact", "[thorough]") {
  const std::vector<std::string> many(Kindling::most_neighbors, "wood,drm=-4");
  const Kindling question({.terrain = Terrain::wood, .turns = "1000", .neighbors = many, .fire_collapse = true});
  const auto odds = exact_odds(question);
  CHECK(odds.at("flame in 8:wood") == Approx(odds.at("flame in 1:wood")));
  CHECK_THROWS_WITH(Kindling({.terrain = Terrain::wood, .neighbors = std::vector<std::string>(9, "wood")}), Contains("--neighbor"));
}

TEST_CASE("fire, simulated and exact, agrees") {
  const Kindling question({.terrain = Terrain::hut, .turns = "until", .hampered = true});
  check_agreement(question, simulated(question, 1'000'000), solved(question).odds.value());
  for (const char* turns : {"6", "until"}) {
    const Kindling spreading({.terrain = Terrain::wood,
                              .turns = turns,
                              .by = KindlingBy::mol,
                              .neighbors = {"stone,detached", "wood,higher"},
                              .fire_collapse = true});
    check_agreement(spreading, simulated(spreading, 1'000'000), solved(spreading).odds.value());
  }
}

TEST_CASE("a fire is told") {
  const Kindling question({.terrain = Terrain::hut, .turns = "3"});
  const auto told = play(question, {{3, 3}, {1, 4}, {6, 1}});
  CHECK(told.throws == std::vector<std::string>{"Kindling DR", "Flame DR", "Flame DR"});
  CHECK(told.events == std::vector<std::string>{"kindled", "blaze", "collapses"});
  CHECK(told.measures == std::vector<std::pair<std::string, int>>{{"turn of blaze", 2}});
  CHECK(play(question, {{3, 3}, {1, 1}}).events == std::vector<std::string>{"kindled", "out"});
}

TEST_CASE("a fire that spreads is told") {
  const KindlingInputs in{.terrain = Terrain::wood, .turns = "5", .neighbors = {"stone,detached", "wood"}, .fire_collapse = true};
  const Kindling question(in);
  // A Flame, a Blaze in turn 1; from turn 2 on the Wind Change DR first, and a DR for each neighbor that is not aflame.
  const auto told = play(question, {{3, 4}, {4, 4}, {5, 6}, {5, 5}, {4, 4}, {1, 1}, {5, 6}, {3, 3}, {6, 6}});
  CHECK(told.throws == std::vector<std::string>{"Kindling DR", "Flame DR", "Wind Change DR", "Spread DR", "Spread DR", "Wind Change DR",
                                                "Spread DR", "Wind Change DR", "Wind Change DR"});
  CHECK(told.events == std::vector<std::string>{"kindled", "blaze", "flame in 2:wood", "flame in 1:stone", "fire collapse"});
  CHECK(told.measures == std::vector<std::pair<std::string, int>>{{"turn of blaze", 1}});

  // The last turn has no Spread DR of a Blaze of that turn.
  KindlingInputs last = in;
  last.turns = "2";
  last.hampered = true;
  CHECK(play(Kindling(last), {{3, 4}, {4, 4}}).measures == std::vector<std::pair<std::string, int>>{{"turn of blaze", 2}});
  last.hampered = false;
  CHECK(play(Kindling(last), {{3, 4}, {4, 4}, {6, 6}}).happened("fire collapse"));

  // Until the last neighbor is aflame; laps count the turns.
  KindlingInputs until = in;
  until.turns = "until";
  const auto all = play(Kindling(until), {{3, 4}, {1, 2}, {4, 4}, {1, 1}, {6, 6}, {1, 1}, {1, 1}, {6, 2}});
  CHECK(all.events == std::vector<std::string>{"kindled", "blaze", "flame in 1:stone", "flame in 2:wood"});
  CHECK(all.measures == std::vector<std::pair<std::string, int>>{{"turn of blaze", 2}});
  CHECK(play(Kindling(until), {{3, 4}, {1, 1}}).events == std::vector<std::string>{"kindled", "out"});

  // Without neighbors it waits for the collapse alone; without that nothing follows a last neighbor, in numbered turns either.
  const Kindling waits({.terrain = Terrain::stone, .turns = "until", .fire_collapse = true});
  CHECK(play(waits, {{4, 4}, {6, 3}, {1, 1}, {6, 5}, {6, 6}}).events == std::vector<std::string>{"kindled", "blaze", "fire collapse"});
  const Kindling of_hut({.terrain = Terrain::hut, .turns = "9", .neighbors = {"hut"}});
  CHECK(play(of_hut, {{3, 3}, {3, 4}, {3, 3}, {3, 4}}).events ==
        std::vector<std::string>{"kindled", "blaze", "collapses", "flame in 1:hut"});
}

TEST_CASE("a fire's inputs in their order, without what changes nothing") {
  const Kindling question(
      {.terrain = Terrain::wood, .by = KindlingBy::half_squad, .leadership = -1, .neighbors = {"stone,detached"}, .fire_collapse = true});
  CHECK(question.description().inputs == Inputs{{"terrain", std::string("wood")},
                                                {"by", std::string("half-squad")},
                                                {"leadership", -1.0},
                                                {"neighbor", std::vector<std::string>{"stone,detached"}},
                                                {"fire_collapse", true}});
  const Kindling plain({.terrain = Terrain::hut, .by = KindlingBy::wp, .dry = true});
  CHECK(plain.description().inputs == Inputs{{"terrain", std::string("hut")}, {"by", std::string("wp")}});
}

TEST_CASE("what does not burn is refused") {
  const auto refused = [](const KindlingInputs& in, const char* why) {
    CHECK_THROWS_WITH(Kindling(in), Contains(why));
    CHECK_THROWS_AS(Kindling(in), BadInput);
  };
  refused({}, "no terrain given");
  refused({.terrain = Terrain::open}, "B25.11");
  refused({.terrain = Terrain::hut, .fortified = true}, "G5.3");
  refused({.terrain = Terrain::wood_rubble, .fortified = true}, "B24.5");
  refused({.terrain = Terrain::wood, .turns = "0"}, "or until");

  using enum KindlingBy;
  for (const Terrain terrain : {Terrain::wood, Terrain::stone, Terrain::lumberyard, Terrain::wood_rubble, Terrain::stone_rubble})
    refused({.terrain = terrain, .by = wp}, "A24.32");
  refused({.terrain = Terrain::wood, .by = wp, .dry = true, .very_dry = true}, "B25.5");
  refused({.terrain = Terrain::wood, .dry = true}, "A24.32");
  refused({.terrain = Terrain::wood, .by = mol, .very_dry = true}, "A24.32");
  refused({.terrain = Terrain::hut, .by = wp, .leadership = 0}, "B25.11");
  refused({.terrain = Terrain::wood, .leadership = -4}, "give -3 to 1");
  refused({.terrain = Terrain::wood, .leadership = 2}, "give -3 to 1");
  for (const Terrain terrain : {Terrain::hut, Terrain::collapsed_hut, Terrain::wood_rubble, Terrain::stone_rubble})
    refused({.terrain = terrain, .fire_collapse = true}, "B25.66");
  const auto refused_neighbor = [&](const char* word, const char* why) { refused({.terrain = Terrain::wood, .neighbors = {word}}, why); };
  refused_neighbor("open", "known: wood, stone");
  refused_neighbor("wod", "did you mean wood?");
  refused_neighbor("hut,fortified", "G5.3");
  refused_neighbor("stone-rubble,fortified", "B24.5");
  refused_neighbor("wood,higher,lower", "B25.6");
  refused_neighbor("wood,detached,detached", "given twice");
  refused_neighbor("wood,drm=1,drm=2", "given twice");
  refused_neighbor("wood,", "nothing follows a comma");
  refused_neighbor("wood,,detached", "unknown attribute");
  refused_neighbor("wood,detatched", "did you mean detached?");
  for (const char* word : {"wood,drm=", "wood,drm=x", "wood,drm=31", "wood,drm=-31", "wood,drm=+-1", "wood,drm=++1"})
    refused_neighbor(word, "drm is a number from -30 to 30");
}

// With two turns it blazes on 7 or more in the first, or after a 3 to 6 in the second (G5.6); of each unit a DR of 9 or more fails (G5.5).
TEST_CASE("when a hut blazes everybody in it makes a Collapse PTC") {
  KindlingInputs in{.terrain = Terrain::hut, .turns = "2", .targets = {"2x4-4-7", "9-1"}};
  const double goes_on = 1 - at_least(7) - 1 / 36., blazes = at_least(6) * (at_least(7) + goes_on * at_least(7));
  for (const char* turns : {"2", "until"}) {
    in.turns = turns;
    const double expected = in.turns == "2" ? blazes : at_least(6) * at_least(7) / (1 - goes_on);
    const auto odds = exact_odds(Kindling(in));
    CHECK(odds.at("collapses") == Approx(expected));
    CHECK(odds.at("2:9-1 fails Collapse PTC") == Approx(expected * at_least(9)));
    const auto measures = exact_measures(Kindling(in));
    const auto& group = measures.at("1:2x4-4-7 fails Collapse PTC");
    CHECK(group.at(2) == Approx(expected * at_least(9) * at_least(9)));
    CHECK(group.at(1) == Approx(expected * 2 * at_least(9) * (1 - at_least(9))));
    in.neighbors = {"hut"};
    check_agreement(Kindling(in), simulated(Kindling(in), 200'000, 5), solved(Kindling(in)).odds.value());
    in.neighbors.clear();
  }
  in.terrain = Terrain::wood;
  CHECK_THROWS_WITH(Kindling(in), Contains("G5.5"));
}

TEST_CASE("a building that collapses by fire may fall on others (B25.66, B24.12)", "[thorough]") {
  const KindlingInputs alone{.terrain = Terrain::wood, .turns = "6", .fire_collapse = true};
  const double collapses = exact_odds(Kindling(alone)).at("fire collapse");
  CHECK(collapses > 0);
  for (int levels = 0; levels <= 3; ++levels) {
    KindlingInputs in = alone;
    in.levels = levels;
    if (levels > 0) in.own = {"3"};
    auto odds = exact_odds(Kindling(in));
    CHECK(odds.at("fire collapse") == Approx(collapses));
    CHECK(odds.at("rubble falls") == Approx(collapses * levels / 6));
    if (levels > 0) CHECK(odds.at("own men buried") == Approx(collapses * levels / 36));
  }
  const MapInput map = town({"J8=wood:2", "J7=stone:1", "K8=grain"});
  KindlingInputs in = alone;
  in.levels = 2, in.level = 1, in.map = map, in.hex = "J8";
  const Kindling question(in);
  auto odds = exact_odds(question);
  const auto chain = exact_odds(RubbleChain({.map = map, .hex = "J8", .blaze = true}));
  for (const auto& [event, p] : chain) {
    INFO(event);
    CHECK(odds.at(event) == Approx(collapses * p).margin(1e-14));
  }
  CHECK(odds.at("J7 ablaze") == Approx(collapses * 2 / 36));
  for (const auto& [measure, values] : exact_measures(question)) {
    double all = 0;
    for (const auto& [value, p] : values) all += p;
    CHECK(all == Approx(1));
  }
  check_agreement(question, simulated(question, 500'000), solved(question).odds.value());
  in.turns = "until";
  CHECK(exact_odds(Kindling(in)).at("rubble falls") == Approx(exact_odds(Kindling(in)).at("fire collapse") / 3));
  in.level = 0;  // on the ground it does not fall
  CHECK(exact_odds(Kindling(in)).count("J7 ablaze") == 0);
  in.level = 3;
  CHECK_THROWS_WITH(Kindling(in), Contains("no level of the building"));
  CHECK_THROWS_WITH(Kindling({.terrain = Terrain::wood, .levels = 2}), Contains("B25.66"));
  CHECK_THROWS_WITH(Kindling({.terrain = Terrain::wood, .fire_collapse = true, .own = {"3"}}), Contains("--own"));
}
