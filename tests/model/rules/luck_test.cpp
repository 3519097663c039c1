#include "model/rules/luck.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <string>
#include <vector>

#include <boost/multiprecision/cpp_int.hpp>
#include <catch2/catch.hpp>

using namespace boxcars::model;

namespace {

// How many of all throws of so many dice come to each sum: whole numbers, by trying every face of every die.
std::vector<boost::multiprecision::cpp_int> ways(int dice) {
  std::vector<boost::multiprecision::cpp_int> counts{1};
  for (int die = 0; die < dice; ++die) {
    std::vector<boost::multiprecision::cpp_int> next(counts.size() + 6);
    for (std::size_t sum = 0; sum < counts.size(); ++sum) {
      for (std::size_t face = 1; face <= 6; ++face) next[sum + face] += counts[sum];
    }
    counts = std::move(next);
  }
  return counts;
}

// a / b, as a double.
double ratio(const boost::multiprecision::cpp_int& a, const boost::multiprecision::cpp_int& b) {
  const boost::multiprecision::cpp_int scaled = (a << 1000) / b;
  return std::ldexp(scaled.convert_to<double>(), -1000);
}

Thrown dr(const std::string& player, const std::string& kind, int colored, int white = 0, std::optional<int> needed = {}) {
  return {.player = player, .kind = kind, .colored = colored, .white = white, .needed = needed};
}

}  // namespace

TEST_CASE("the odds of a sum of dice are those of all throws counted") {
  for (const int dice : {1, 2, 3, 8, 60, 144}) {
    const auto counts = ways(dice);
    boost::multiprecision::cpp_int all = 0, seen = 0;
    for (const auto& count : counts) all += count;
    for (int sum = dice; sum <= 6 * dice; ++sum) {
      const auto here = counts[static_cast<std::size_t>(sum)];
      const Tails tails = tails_of_sum(dice, sum);
      INFO(dice << " dice, " << sum);
      CHECK(tails.at_least == Approx(ratio(all - seen, all)).epsilon(1e-11).margin(1e-40));
      CHECK(tails.at_most == Approx(ratio(seen + here, all)).epsilon(1e-11).margin(1e-40));
      seen += here;
    }
  }
  CHECK(tails_of_sum(2, 12).at_least == Approx(1 / 36.).epsilon(1e-14));
  CHECK(tails_of_sum(0, 0).at_least == 1);
  // Many dice: as the normal distribution has it, nearly.
  const int dice = 4000;
  const double spread = std::sqrt(35. / 12 * dice);
  const int sum = dice * 7 / 2 + static_cast<int>(2 * spread);
  CHECK(tails_of_sum(dice, sum).at_least == Approx(0.02275).epsilon(0.05));
  CHECK(tails_of_sum(dice, 6 * dice).at_least == 0);
}

TEST_CASE("the odds of a run are those of all sequences") {
  for (const double p : {15. / 36, 0.9}) {
    for (int trials = 1; trials <= 12; ++trials) {
      std::map<int, double> longest;
      for (unsigned sequence = 0; sequence < (1U << trials); ++sequence) {
        int now = 0, most = 0;
        double odds = 1;
        for (int i = 0; i < trials; ++i) {
          const bool success = (sequence >> i & 1U) != 0;
          odds *= success ? p : 1 - p;
          now = success ? now + 1 : 0;
          most = std::max(most, now);
        }
        longest[most] += odds;
      }
      for (int length = 0; length <= trials + 1; ++length) {
        double expected = 0;
        for (const auto& [most, odds] : longest) expected += most >= length ? odds : 0;
        CHECK(odds_of_run(trials, length, p) == Approx(expected).epsilon(1e-12));
      }
    }
  }
}

TEST_CASE("the odds of successes are those of all their combinations") {
  const std::vector<double> chances{1 / 36., 0.5, 21 / 36., 1, 0, 0.25};
  std::map<int, double> made;
  for (unsigned which = 0; which < 64; ++which) {
    double odds = 1;
    int count = 0;
    for (std::size_t i = 0; i < chances.size(); ++i) {
      const bool success = (which >> i & 1U) != 0;
      odds *= success ? chances[i] : 1 - chances[i];
      count += success ? 1 : 0;
    }
    made[count] += odds;
  }
  for (int seen = 0; seen <= 6; ++seen) {
    double more = 0, fewer = 0;
    for (const auto& [count, odds] : made) more += count >= seen ? odds : 0, fewer += count <= seen ? odds : 0;
    const Tails tails = tails_of_successes(chances, seen);
    CHECK(tails.at_least == Approx(more).epsilon(1e-12));
    CHECK(tails.at_most == Approx(fewer).epsilon(1e-12));
  }
}

TEST_CASE("luck is told by player and kind, in the order of the rolls") {
  const std::vector<Thrown> rolls{dr("Bo", "RS", 4),        dr("Al", "IFT", 6, 6), dr("Al", "MC", 4, 5, 8), dr("Bo", "IFT", 3, 4),
                                  dr("Al", "IFT", 5, 3, 7), dr("Al", "SA", 2),     dr("Al", "IFT", 1, 1),   dr("Bo", "Secret", 1, 2, 3)};
  const auto players = luck_of(rolls);
  REQUIRE(players.size() == 2);
  CHECK(players[0].player == "Bo");
  CHECK(players[1].player == "Al");
  const auto& al = players[1];
  REQUIRE(al.rolls.size() == 5);
  CHECK(al.rolls[0].roll == "all DR");
  CHECK(al.rolls[0].number == 4);
  CHECK(al.rolls[0].total == 31);
  CHECK(al.rolls[0].counts[12] == 1);
  CHECK(al.rolls[0].tails.at_least == Approx(tails_of_sum(8, 31).at_least));
  CHECK(al.rolls[1].roll == "IFT DR");
  CHECK(al.rolls[1].mean() == Approx(22 / 3.));
  CHECK(al.rolls[2].roll == "MC DR");
  CHECK(al.rolls[3].roll == "all dr");
  CHECK(al.rolls[4].roll == "SA dr");
  CHECK(al.above.length == 3);
  CHECK(al.below.length == 1);
  REQUIRE(al.hits);
  CHECK(al.hits->number == 2);
  CHECK(al.hits->made == 0);
  CHECK(al.hits->expected == Approx(26 / 36. + 21 / 36.));
  CHECK(al.hits->tails.at_most == Approx(10 / 36. * 15 / 36.));
  CHECK(players[0].hits->made == 1);
  CHECK(players[0].rolls[2].roll == "Secret DR");
  CHECK(luck_of({}).empty());
}
