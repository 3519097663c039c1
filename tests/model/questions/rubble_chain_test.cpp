#include "model/questions/rubble_chain.hpp"

#include <cmath>
#include <set>

#include <catch2/catch.hpp>

#include "model/core/bad_input.hpp"
#include "tests/support/agreement.hpp"
#include "tests/support/ask.hpp"
#include "tests/support/faults.hpp"
#include "tests/support/scripted.hpp"
#include "tests/support/towns.hpp"

using namespace boxcars;
using namespace boxcars::model;
using namespace boxcars::test;
using Catch::Matchers::Contains;

static_assert(sim::Process<RubbleChain>);

namespace {

RubbleChainInputs chain_from(const std::string& hex, MapInput map, int from_level = 0, std::vector<std::string> own = {}) {
  return {.map = std::move(map), .hex = hex, .from_level = from_level, .own = std::move(own)};
}

using Odds = std::map<std::string, double>;

// Every path that falling rubble can take over the map, one after the other (B24.12, B24.121).
class Town {
 public:
  Town(const RubbleChainInputs& in) : map_(changed_map(in.map)) {
    for (const auto& hex : in.own) own_.insert(*read_hex(hex));
    first_ = *read_hex(in.hex);
    const int levels = map_.at(first_).levels;
    fall(first_, in.from_level == 0 ? levels : levels - in.from_level + 1, {first_}, 0, 0, false, 1);
  }
  const Odds& odds() const { return odds_; }

 private:
  // The hex that touches `from` in the direction, by where its centre is.
  static Hex touching(Hex from, int direction) {
    const auto x = [](Hex h) { return 56.25 * h.column; };
    const auto y = [](Hex h) { return h.column % 2 == 1 ? 64.5 * h.row : 32.25 + 64.5 * (h.row - 1); };
    const double angle = (direction - 1) * std::acos(-1.0) / 3;
    for (int column = from.column - 1; column <= from.column + 1; ++column) {
      for (int row = from.row - 1; row <= from.row + 1; ++row) {
        const Hex to{column, row};
        if (std::hypot(x(to) - x(from) - 64.5 * std::sin(angle), y(to) - y(from) + 64.5 * std::cos(angle)) < 5) return to;
      }
    }
    throw std::runtime_error("no such hex");
  }

  void over(int hexes, int buildings, double p) {
    odds_["hexes " + std::to_string(hexes)] += p;
    odds_["buildings " + std::to_string(buildings)] += p;
  }

  void fall(Hex from, int levels, const std::set<Hex>& rubbled, int hexes, int buildings, bool buried, double p) {
    if (levels == 0) return over(hexes, buildings, p);
    over(hexes, buildings, p * (6 - levels) / 6);
    for (int direction = 1; direction <= 6; ++direction) {
      const double here = p * levels / 36;
      if (from == first_ && hexes == 0) odds_["rubble falls"] += here;
      const Hex to = touching(from, direction);
      const MapHex what = map_.at(to);
      bool now_buried = buried;
      if (own_.contains(to) && !what.water && !buried) odds_["own men buried"] += here, now_buried = true;
      if (!map_.grid.has(to) || what.water || what.rubble || rubbled.contains(to)) {
        over(hexes, buildings, here);
        continue;
      }
      odds_[to_string(to) + " rubbled"] += here;
      std::set<Hex> more = rubbled;
      more.insert(to);
      fall(to, what.building ? what.levels : 0, more, hexes + 1, buildings + (what.building ? 1 : 0), now_buried, here);
    }
  }

  HexMap map_;
  std::set<Hex> own_;
  Hex first_;
  Odds odds_;
};

void check_against_every_path(const RubbleChainInputs& in) {
  const RubbleChain chain(in);
  const Odds expected = Town(in).odds();
  const auto ours = exact_odds(chain);
  const auto measures = exact_measures(chain);
  const auto at = [&](const std::string& name) {
    const auto found = expected.find(name);
    return found == expected.end() ? 0.0 : found->second;
  };
  for (const auto& event : ours) {
    INFO(event.first);
    CHECK(event.second == Approx(at(event.first)).margin(1e-13).epsilon(0));
  }
  for (const auto& event : expected) {
    INFO(event.first);
    if (event.first.ends_with("rubbled")) CHECK(ours.contains(event.first));
  }
  for (const auto& [measure, prefix] :
       {std::pair("hexes rubbled by falling", "hexes "), std::pair("building hexes rubbled by falling", "buildings ")}) {
    for (const auto& value : measures.at(measure)) {
      INFO(measure << " " << value.first);
      CHECK(value.second == Approx(at(prefix + std::to_string(value.first))).margin(1e-13).epsilon(0));
    }
  }
}

// J8 and K9 of the chateau with the third level that an SSR gave them, as far as the chain can reach.
MapInput chateau() { return town({"J8=stone:3", "K9=stone:3", "K8=stone:2"}); }

}  // namespace

TEST_CASE("the example of B24.12: from level 2 of J8 with a 5 and a 3 onto K9, all three levels of which come down") {
  const RubbleChain chain(chain_from("J8", chateau(), 2));
  const Told told = play(chain, {{5, 3}, {3, 1}});  // K9 falls from a 4 on: +3
  CHECK(told.happened("rubble falls"));
  CHECK(told.happened("K9 rubbled"));
  CHECK(told.measures ==
        std::vector<std::pair<std::string, int>>{{"hexes rubbled by falling", 1}, {"building hexes rubbled by falling", 1}});
  CHECK_FALSE(play(chain, {{4, 3}}).happened("rubble falls"));
  const Told on = play(chain, {{5, 3}, {4, 4}});  // K10 is open ground
  CHECK(on.happened("K10 rubbled"));
  CHECK(on.measures[0].second == 2);
  CHECK(on.measures[1].second == 1);
  CHECK(exact_odds(chain).at("rubble falls") == Approx(2.0 / 6));
}

TEST_CASE("rubble comes to rest on rubble, in water, off the map and in the hex where it began") {
  const auto measures = [](MapInput map, const std::string& hex, std::initializer_list<std::initializer_list<int>> rolls) {
    return play(RubbleChain(chain_from(hex, std::move(map))), rolls).measures[0].second;
  };
  CHECK(measures(town({"J8=stone:3", "K9=water"}), "J8", {{6, 3}}) == 0);
  CHECK(measures(town({"J8=stone:3", "K9=stone-rubble"}), "J8", {{6, 3}}) == 0);
  CHECK(measures(town({"A1=stone:3"}), "A1", {{6, 1}}) == 0);
  CHECK(measures(town({"J8=stone:3", "K9=stone:3"}), "J8", {{6, 3}, {6, 6}}) == 1);
  CHECK(measures(town({"J8=stone:3", "K9=wood:0"}), "J8", {{6, 3}}) == 1);  // a single story house has nothing that falls
}

TEST_CASE("own men are buried by what hits their hex, be it rubble already or the first one") {
  const auto buried = [](const std::vector<std::string>& own, std::initializer_list<std::initializer_list<int>> rolls) {
    return play(RubbleChain(chain_from("J8", town({"J8=stone:3", "K9=stone:3", "J7=wood-rubble"}), 0, own)), rolls)
        .happened("own men buried");
  };
  CHECK(buried({"K9"}, {{6, 3}, {1, 1}}));
  CHECK(buried({"J7"}, {{6, 1}}));
  CHECK(buried({"J8"}, {{6, 3}, {6, 6}}));
  CHECK_FALSE(buried({"K8"}, {{6, 3}, {1, 1}}));
}

TEST_CASE("small towns, path by path") {
  check_against_every_path(chain_from("J8", chateau(), 2, {"K8", "J9"}));
  check_against_every_path(chain_from("J8", chateau(), 0, {"J8", "K9"}));
  check_against_every_path(chain_from("C1", block(3, 3, 8, 3)));  // at the edge of the map
  check_against_every_path(chain_from("D2", block(4, 2, 8, 2), 1, {"E1"}));
  check_against_every_path(chain_from("D2", block(3, 3, 7, 4)));  // around a hex
  check_against_every_path(
      chain_from("K5", town({"K5=stone:2", "K4=wood:1", "L4=stone:0", "L5=water", "J5=stone-rubble", "K6=stone:3", "J4=wood:2"}), 0,
                 {"J5", "L5", "K3"}));
  check_against_every_path(chain_from("E1", block(9, 1, 9, 1)));
}

TEST_CASE("a hut that rubble falls on is rubble, though nothing else rubbles it (B24.121, G5.5)") {
  MapInput map = town({"J8=stone:2"});
  map.map.hexes[*read_hex("J7")] = {.hut = true};
  const RubbleChain chain(chain_from("J8", map));
  CHECK(exact_odds(chain).at("J7 rubbled") == Approx(2.0 / 36));
  const Told told = play(chain, {{5, 1}});  // it has no upper level that could fall, and is no building hex
  CHECK(told.measures ==
        std::vector<std::pair<std::string, int>>{{"hexes rubbled by falling", 1}, {"building hexes rubbled by falling", 0}});
}

TEST_CASE("34 linked hexes of three levels are exact", "[thorough]") {
  for (const auto& [columns, rows, hex] : {std::tuple(17, 2, "K1"), std::tuple(12, 3, "C1")}) {
    const RubbleChain chain(chain_from(hex, block(columns, rows, 34, 3)));
    const auto solution = solved(chain);
    REQUIRE(solution.odds);
    CHECK(solution.truncated_mass < 1e-12);
    for (const auto& measure : solution.odds->measures) {
      double sum = 0;
      for (const auto& value : measure) sum += value.second;
      CHECK(sum == Approx(1).margin(1e-12).epsilon(0));
    }
  }
}

TEST_CASE("simulated chains have the exact odds", "[thorough]") {
  const RubbleChain chain(chain_from("J3", block(12, 3, 34, 3), 0, {"K3", "A5"}));
  constexpr std::uint64_t trials = 4'000'000;
  const sim::Tally tally = simulated(chain, trials, 2);
  const sim::Odds odds = solved(chain).odds.value();
  check_agreement(chain, tally, odds);
  // Trials that leave a chain of a few states walk on alone.
  const sim::Tally walked = simulated(chain, 400'000, 2, 1, {.states = 20});
  for (std::size_t i = 0; i < odds.events.size(); ++i) CHECK(tail(walked.events[i], 400'000, odds.events[i]) > false_alarm);
}

TEST_CASE("what cannot be asked about a chain is refused") {
  const auto refused = [](const RubbleChainInputs& in, const char* why) {
    CHECK_THROWS_AS(RubbleChain(in), BadInput);
    CHECK_THROWS_WITH(RubbleChain(in), Contains(why));
    check_at_a_field(rubble_chain_questionnaire(), [&] { RubbleChain question(in); });
  };
  refused(chain_from("", chateau()), "no hex given");
  refused(chain_from("J9", chateau()), "J9 holds no building");
  refused(chain_from("J11", chateau()), "J11 is not on the map (it has A1 to GG10)");
  refused(chain_from("J8", chateau(), 4), "it has 0, the ground, to 3");
  refused(chain_from("J8", chateau(), -1), "give 0 to 4");
  refused(chain_from("J8", chateau(), 0, {"X"}), "--own 'X' is no hex");
  MapInput huge{.file = "huge.toml", .map = {.grid = {60, 40}}};
  for (int column = 0; column < 40; ++column) {
    for (int row = 1; row < 20; ++row) huge.map.hexes[{column, row}] = {.building = Construction::wood, .levels = 1};
  }
  refused(chain_from("C3", huge), "at most 384");
}

TEST_CASE("questions about maps of other contents throw other dice") {
  const auto line = [](const RubbleChain& chain) { return chain.description().inputs.front().meant; };
  CHECK(line(RubbleChain(chain_from("J8", chateau()))) != line(RubbleChain(chain_from("J8", town({"J8=stone:3"})))));
}

TEST_CASE("a Blaze that falls sets ablaze what burns (B24.6)", "[thorough]") {
  // J8's neighbours: of K9, J7, I8, K8, I9 and J9 two burn, one is water, one is a building that goes on.
  const MapInput map = town({"J8=stone:2", "J7=wood:2", "K8=woods", "J9=water", "I8=stone-rubble", "K9=crags"});
  const RubbleChain question({.map = map, .hex = "J8", .blaze = true});
  auto odds = exact_odds(question);
  const double each = 2.0 / 6 / 6;  // a colored 5 or 6, and one direction
  for (const char* burns : {"J7 ablaze", "K8 ablaze", "I8 ablaze"}) CHECK(odds.at(burns) == Approx(each));
  CHECK(odds.at("sets another hex ablaze") == Approx(3 * each));
  for (const char* does_not : {"J9 ablaze", "K9 ablaze", "I9 ablaze", "J8 ablaze"}) CHECK(odds.count(does_not) == 0);
  auto without = exact_odds(RubbleChain({.map = map, .hex = "J8"}));
  CHECK(without.count("J7 ablaze") == 0);
  for (const auto& [event, p] : without) CHECK(odds.at(event) == Approx(p));
  // From level 2 on one level falls.
  CHECK(exact_odds(RubbleChain({.map = map, .hex = "J8", .from_level = 2, .blaze = true})).at("J7 ablaze") == Approx(1.0 / 36));
  CHECK_THROWS_WITH(RubbleChain({.map = town({"J8=stone:0"}), .hex = "J8", .blaze = true}), Contains("B24.6"));
}
