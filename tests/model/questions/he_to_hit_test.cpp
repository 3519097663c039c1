#include <catch2/catch.hpp>

#include <cmath>
#include <map>
#include <string>
#include <vector>

#include "model/core/bad_input.hpp"
#include "model/questions/attack.hpp"
#include "model/questions/he.hpp"
#include "tests/support/agreement.hpp"
#include "tests/support/ask.hpp"
#include "tests/support/faults.hpp"
#include "tests/support/naive_attack.hpp"
#include "tests/support/naive_he.hpp"
#include "tests/support/naive_to_hit.hpp"
#include "tests/support/scripted.hpp"

using namespace boxcars;
using namespace boxcars::model;
using namespace boxcars::test;
using Catch::Matchers::Contains;

namespace {

constexpr Construction wood = Construction::wood, stone = Construction::stone;

HeInputs at(int range, int caliber, Construction building, int levels, Fire fire = Fire::direct) {
  HeInputs in{.caliber = caliber, .building = building, .levels = levels, .fire = fire};
  in.aim.range = range;
  return in;
}

double figure(const HeInputs& in, const std::string& name) {
  const He question(in);
  for (const Figure& figure : question.description().figures) {
    if (figure.name == name) return figure.number;
  }
  return -99;
}

struct Expected {
  int number, drm;
};

void check_shot(const HeInputs& in, const Expected& expected) {
  const auto [number, drm] = expected;
  CHECK(figure(in, "th_number") == number);
  CHECK(figure(in, "to_hit") == number - drm);
  const Chances by_hand = chances(number, drm, in.fire == Fire::direct);
  const auto odds = exact_odds(He(in));
  CHECK(odds.at("hit") == Approx(by_hand.hit).margin(1e-12));
  CHECK(odds.at("critical hit") == Approx(by_hand.critical).margin(1e-12));
}

// Shot by shot: phases at the target, each with those that the rate of fire adds, and the acquisition of all that went before. The odds of
// never a hit, never a critical hit, and of each number of shots; what is left after the last of them is next to nothing.
struct Sequence {
  double no_hit = 0, no_critical = 0;
  std::map<int, double> shots;
};
Sequence sequence(int phases, int rate_of_fire, int number, int drm, bool infantry, bool acquire, int acquired) {
  Sequence result;
  std::map<int, std::array<double, 3>> now{{1, {1, 1, 1}}};  // by phase: reached, and without hit, without critical hit
  for (int shot = 1; shot <= 60 && !now.empty(); ++shot) {
    const int gained = acquire ? std::min(2, acquired + shot - 1) - acquired : 0;
    std::map<int, std::array<double, 3>> next;
    for (const auto& [phase, odds] : now) {
      for (int colored = 1; colored <= 6; ++colored) {
        Chances with_it;  // of this colored die
        for (int white = 1; white <= 6; ++white) {
          const int final_dr = colored + white + drm - gained;
          const bool improbable = 2 + drm - gained > number;
          for (int dr = 1; dr <= 6; ++dr) {
            const bool two = colored + white == 2;
            const bool hits = improbable ? two && dr <= 3 : final_dr <= number;
            const bool critical = hits && (improbable ? dr == 1
                                           : infantry ? 2 * final_dr < number || (two && (dr == 1 || 2 * dr <= number))
                                                      : two && (final_dr < number || dr == 1));
            with_it.hit += hits / 36.0;
            with_it.critical += critical / 36.0;
          }
        }
        const std::array<double, 3> after{odds[0] / 6, odds[1] / 6 * (1 - with_it.hit), odds[2] / 6 * (1 - with_it.critical)};
        const int then = colored <= rate_of_fire ? phase : phase + 1;
        if (then > phases) {
          result.shots[shot] += after[0];
          result.no_hit += after[1];
          result.no_critical += after[2];
        } else {
          for (std::size_t i = 0; i < 3; ++i) next[then][i] += after[i];
        }
      }
    }
    now = std::move(next);
  }
  return result;
}

void check_sequence(const HeInputs& in, const Sequence& expected) {
  const auto odds = exact_odds(He(in));
  CHECK(odds.at("hit") == Approx(1 - expected.no_hit).margin(1e-9));
  CHECK(odds.at("critical hit") == Approx(1 - expected.no_critical).margin(1e-9));
  const auto fired = exact_measures(He(in)).at("shots fired");
  for (const auto& [shots, probability] : expected.shots) {
    if (probability < 1e-9) continue;
    INFO(shots << " shots");
    CHECK((fired.contains(shots) ? fired.at(shots) : 0) == Approx(probability).margin(1e-9));
  }
}

std::string refused(const HeInputs& in) {
  std::string what;
  check_at_a_field(he_questionnaire(), [&] {
    try {
      He question(in);
    } catch (const BadInput& bad) {
      what = bad.what();
      throw;
    }
  });
  return what;
}

}  // namespace

TEST_CASE("To Hit numbers computed, and what hits - all 36 DR", "[to hit]") {
  check_shot(at(8, 75, stone, 1), {7, 3});
  check_shot(at(6, 105, wood, 1), {8, 2});
  check_shot(at(1, 75, stone, 1), {8, 1});   // Case L -2
  check_shot(at(2, 75, stone, 1), {8, 2});   // Case L -1
  check_shot(at(0, 75, wood, 1), {8, 6});    // Case E, in the building
  check_shot(at(40, 75, stone, 1), {2, 3});  // improbable
  check_shot(at(60, 75, stone, 1), {-1, 3});
  check_shot(at(15, 75, stone, 1, Fire::area), {8, 0});
  check_shot(at(55, 50, stone, 1, Fire::mortar), {1, 0});  // improbable
  check_shot(at(2, 75, stone, 1, Fire::area), {7, 0});     // no Case L, no Case Q
  HeInputs in = at(20, 88, stone, 2);
  in.level = "1";
  in.fortified = true;
  in.aim.barrel = Barrel::L;
  in.aim.gun_color = GunColor::red;
  in.aim.cases = {"I", "A=3", "N=-2"};
  in.aim.hindrance = 1;
  in.aim.leadership = -1;
  check_shot(in, {5, 1 + 3 - 2 + 4 + 1 - 1});
  in.level = "rooftop";
  in.fortified = false;
  in.aim.cases = {"J4", "J3", "M", "O"};
  in.aim.hindrance = 0;
  check_shot(in, {5, -2 - 2 - 1});  // Case O alone, not J3 and J4 (C6.6)
  in = at(12, 105, stone, 1, Fire::mortar);
  in.aim.barrel = Barrel::short_one;
  in.aim.hindrance = 2;
  in.aim.cases = {"K"};
  check_shot(in, {7, 4});
  in = at(10, 75, stone, 1);
  in.marketplace = true;
  check_shot(in, {7, 0});
  in.level = "1";
  check_shot(in, {7, 3});
}

TEST_CASE("LATW at a building have To Hit numbers of their own (C13)", "[to hit]") {
  // By range 1 to 4; the TEM of stone, and no Point Blank Fire (C6.3).
  const std::map<Ammo, std::vector<int>> numbers{{Ammo::psk, {9, 8, 7, 4}}, {Ammo::baz, {9, 8, 7, 4}}, {Ammo::pf, {8, 6, 4}}};
  for (const auto& [ammo, of_range] : numbers) {
    for (int range = 1; range <= static_cast<int>(of_range.size()); ++range) {
      HeInputs in{.building = stone, .levels = 1, .ammo = ammo};
      in.aim.range = range;
      const int needed = of_range[static_cast<std::size_t>(range - 1)] - 3;
      CHECK(figure(in, "to_hit") == needed);
      in.aim.range = {};
      in.to_hit = needed;
      auto given = exact_odds(He(in));
      in.to_hit = {}, in.aim.range = range;
      const auto computed = exact_odds(He(in));
      for (const char* event : {"hit", "critical hit", "rubble"}) CHECK(computed.at(event) == Approx(given.at(event)).margin(1e-12));
    }
    HeInputs in{.building = stone, .levels = 1, .ammo = ammo};
    in.aim.range = static_cast<int>(of_range.size()) + 1;
    CHECK_THROWS_WITH(He(in), Contains("is too far for a"));
    in.aim.range = 2, in.aim.barrel = Barrel::L;
    CHECK_THROWS_WITH(He(in), Contains("numbers of their own"));
  }
}

TEST_CASE("every sum of To Hit numbers and DRM - all 36 DR", "[to hit]") {
  for (const int range : {0, 1, 2, 3, 7, 13, 19, 25, 31, 37, 43, 49, 55}) {
    for (const char* more : {"", "M", "K", "A=10", "P=2"}) {
      for (const Fire fire : {Fire::direct, Fire::area}) {
        if (range == 0 && fire == Fire::area) continue;
        HeInputs in = at(range, 75, stone, 0, fire);
        if (*more) in.aim.cases = {more};
        const int column = range <= 6 ? 0 : (range - 1) / 6;
        const int number =
            fire == Fire::area ? std::vector{7, 7, 8, 8, 7, 7, 6, 6, 5, 5}[static_cast<std::size_t>(std::min(9, column))] : 8 - column;
        int drm = *more == 'M' ? -2 : *more == 'A' ? 10 : *more ? 2 : 0;
        if (fire == Fire::direct) drm += 3 + (range == 0 ? 4 : range == 1 ? -2 : range == 2 ? -1 : 0);
        INFO(range << " " << more << " " << name_of(fire, fire_choices));
        check_shot(in, {number, drm});
      }
    }
  }
}

TEST_CASE("a computed shot is that of its To Hit and Modified To Hit numbers - naive enumeration", "[to hit]") {
  HeInputs in = at(5, 105, stone, 1);
  in.occupants = {"0=4-4-7"};
  in.aim.cases = {"N=-1"};
  NaiveHe naive{.firepower = 20, .column = 20, .fire = "direct", .stone = true, .levels = 1, .to_hit = 6, .th_number = 8};
  naive.occupants = {{0, NaiveUnit{}}};
  auto expected = naive_he_odds(naive);
  for (const auto& [event, odds] : exact_odds(He(in))) {
    const bool unit = event.starts_with("1:");
    const std::string plain = unit ? "1" + event.substr(event.rfind(' ')) : event;
    INFO(event);
    if (event != "some effect") CHECK(odds == Approx(expected[plain]).margin(1e-11));
  }
}

TEST_CASE("the rows of a To Hit number and of its DR are all listed, with their rules", "[to hit]") {
  HeInputs in = at(14, 50, wood, 1);
  in.aim.barrel = Barrel::L;
  in.aim.cases = {"k"};
  in.aim.hindrance = 1;
  in.fortified = true;
  std::vector<std::string> rows;
  const He question(in);
  for (const Modifier& row : question.description().modifiers) {
    if (row.rule[0] == 'C') rows.push_back(with_sign(row.amount) + " " + row.rule);
  }
  CHECK(rows == std::vector<std::string>{"+6 C3.32", "+1 C4", "-1 C4", "+2 C6.2", "+2 C6.8", "+1 C6.8", "+1 C6.9"});
  CHECK(question.description().summary[1] ==
        "To Hit: no Original DR (Modified To Hit number 6, DRM +6), but for an Original 2 and then a dr of 3 or less");
}

TEST_CASE("acquisition and rate of fire over several shots - naive enumeration", "[to hit]") {
  for (const int phases : {1, 2, 4}) {
    for (const int rate_of_fire : {0, 1, 3}) {
      for (const bool acquire : {false, true}) {
        for (const auto& [range, fire] : {std::pair(5, Fire::direct), std::pair(26, Fire::direct), std::pair(5, Fire::mortar)}) {
          HeInputs in = at(range, 60, stone, 0, fire);  // never makes rubble
          in.shots = std::to_string(phases) + (acquire ? ",acquire" : "");
          if (rate_of_fire > 0) in.rate_of_fire = rate_of_fire;
          const bool infantry = fire == Fire::direct;
          const int number = !infantry ? 7 : range == 5 ? 8 : 4, drm = infantry ? 3 : 0;
          INFO(in.shots << " rof " << rate_of_fire << " at " << range << " " << name_of(fire, fire_choices));
          check_sequence(in, sequence(phases, rate_of_fire, number, drm, infantry, acquire, 0));
        }
      }
    }
  }
  HeInputs in = at(5, 60, stone, 0);
  in.shots = "3,acquire";
  in.aim.cases = {"N=-1"};
  check_sequence(in, sequence(3, 0, 8, 2, true, true, 1));
  in.aim.cases = {"N=-2"};
  check_sequence(in, sequence(3, 0, 8, 1, true, true, 2));
}

TEST_CASE("a --to-hit number is acquired and keeps its rate of fire, too", "[to hit]") {
  HeInputs in{.caliber = 60, .building = stone, .levels = 0};
  in.to_hit = 5;
  in.shots = "3,acquire";
  in.rate_of_fire = 2;
  check_sequence(in, sequence(3, 2, 8, 3, true, true, 0));
}

TEST_CASE("a rate of fire without --shots is one shot and those that it adds", "[to hit]") {
  HeInputs in = at(5, 150, wood, 1);
  in.level = "1";
  in.rate_of_fire = 2;
  const auto fired = exact_measures(He(in)).at("shots fired");
  // 8, +2: a 6 or less. Of the dice that hit with a colored 1 or 2 there are nine; rubble on the level ends it: 20 of 216.
  const double again = 12.0 / 36, again_and_hits = 9.0 / 36, rubble = 20 / 216.0;
  const double goes_on = again - again_and_hits * rubble;
  for (int shots = 1; shots <= 5; ++shots) CHECK(fired.at(shots) == Approx((1 - goes_on) * std::pow(goes_on, shots - 1)));
}

TEST_CASE("two hits of a 20 to 40mm Gun by Original doubles, of which the better Effects DR counts - naive enumeration",
          "[to hit][thorough]") {
  for (const int caliber : {20, 37, 40, 41}) {
    const int firepower = caliber < 30 ? 1 : 4;
    for (const int range : {3, 8}) {
      HeInputs in = at(range, caliber, wood, 0);
      in.occupants = {"4-4-7"};
      in.aim.cases = {"M"};
      const int number = range == 3 ? 8 : 7, needed = number;  // -2 and the TEM
      std::map<std::string, double> expected;
      double hit = 0;
      const auto resolve = [&](int dr, bool critical, double p) {
        const int column = critical ? 2 * firepower : firepower;
        for (const auto& [events, odds] : naive_result({NaiveUnit{}}, printed_cell(column, 0, dr - (critical ? 2 : 0)))) {
          for (const std::string& event : events) expected[event] += p * odds;
        }
      };
      for (int colored = 1; colored <= 6; ++colored) {
        for (int white = 1; white <= 6; ++white) {
          for (int dr = 1; dr <= 6; ++dr) {
            const int original = colored + white;
            const double p = 1 / 216.0;
            if (original > needed) continue;
            hit += p;
            const bool critical = 2 * original < number || (original == 2 && (dr == 1 || 2 * dr <= number));
            const bool twice = !critical && colored == white && caliber <= 40;
            for (int a = 1; a <= 6; ++a) {
              for (int b = 1; b <= 6; ++b) {
                if (!twice) {
                  resolve(a + b, critical, p / 36);
                  continue;
                }
                for (int c = 1; c <= 6; ++c) {
                  for (int d = 1; d <= 6; ++d) resolve(std::min(a + b, c + d), false, p / 1296);
                }
              }
            }
          }
        }
      }
      const auto odds = exact_odds(He(in));
      INFO(caliber << " at " << range);
      CHECK(odds.at("hit") == Approx(hit));
      for (const char* fate : {"eliminated", "reduced", "broken", "pinned"}) {
        INFO(fate);
        CHECK(odds.at("1:4-4-7 " + std::string(fate)) == Approx(expected[std::string("1 ") + fate]).margin(1e-11));
      }
    }
  }
  // Area fire, and larger Guns, hit once.
  CHECK(play(He(at(5, 37, wood, 0, Fire::area)), {{2, 2}, {4, 4}}).throws.size() == 2);
  CHECK(play(He(at(5, 50, wood, 0)), {{3, 3}, {4, 4}}).throws.size() == 2);
  CHECK(play(He(at(5, 37, wood, 0)), {{3, 3}, {4, 4}, {5, 5}}).throws.size() == 3);
  CHECK(play(He(at(5, 37, wood, 0)), {{2, 4}, {4, 4}}).throws.size() == 2);
}

TEST_CASE("simulated shots with acquisition and rate of fire have the exact odds", "[to hit][thorough]") {
  std::vector<HeInputs> questions{at(8, 150, stone, 2), at(3, 40, wood, 0), at(12, 120, wood, 1, Fire::mortar)};
  questions[0].level = "1";
  questions[0].occupants = {"1=4-4-7", "0=9-1"};
  questions[0].shots = "until,acquire";
  questions[1].shots = "2,acquire";
  questions[1].rate_of_fire = 2;
  questions[1].occupants = {"8-1", "4-6-7"};
  questions[2].shots = "3,acquire";
  questions[2].rate_of_fire = 1;
  questions[2].aim.hindrance = 1;
  questions[2].occupants = {"0=4-4-7"};
  for (const HeInputs& in : questions) {
    const He question(in);
    check_agreement(question, simulated(question, 1'000'000, 2), solved(question).odds.value());
  }
}

TEST_CASE("equal To Hit questions are the same question", "[to hit]") {
  const auto inputs = [](const HeInputs& in) { return He(in).description().inputs; };
  HeInputs a = at(0, 75, wood, 1), b = at(0, 75, wood, 1);
  a.aim.cases = {"K", "b"};
  b.aim.cases = {"E", "B=+2", "k=2"};
  CHECK(inputs(a) == inputs(b));
  b.aim.cases = {"B=3", "K"};
  CHECK(inputs(a) != inputs(b));
  b.aim.cases = {"B", "K"};
  b.aim.gun_color = GunColor::red;
  CHECK(inputs(a) != inputs(b));
}

TEST_CASE("Case E is what the range and the terrain say, typed or not (C5.5)", "[to hit]") {
  const auto hit = [](Terrain terrain, std::vector<std::string> cases) {
    AttackInputs in;
    in.targets = {"4-4-7"}, in.caliber = 75, in.terrain = terrain, in.range = 0;
    in.gun.cases = std::move(cases);
    return exact_odds(Attack(in)).at("hit");
  };
  for (const Terrain terrain : {Terrain::open, Terrain::stone}) CHECK(hit(terrain, {"E"}) == Approx(hit(terrain, {})).margin(1e-14));
  // Infantry Target Type at 0 to 6 hexes, black: 8; +2 in the open, +4 and the TEM of 3 in a building; then an improbable hit by 1, 2 or 3.
  CHECK(hit(Terrain::open, {"E"}) == Approx(15.0 / 36));
}

TEST_CASE("what does not go together in a To Hit number is refused with its rule", "[to hit]") {
  const auto with = [](auto change, int range = 5, Fire fire = Fire::direct) {
    HeInputs in = at(range, 75, stone, 1, fire);
    change(in);
    return refused(in);
  };
  const auto without_range = [](auto change) {
    HeInputs in{.caliber = 75, .building = stone, .levels = 1};
    change(in);
    return refused(in);
  };
  CHECK_THAT(with([](HeInputs& in) { in.to_hit = 7; }), Contains("--range with --to-hit"));
  CHECK_THAT(with([](HeInputs& in) { in.th_number = 7; }), Contains("th-number"));
  CHECK_THAT(without_range([](HeInputs& in) { in.aim.barrel = Barrel::L; }), Contains("--barrel without --range") && Contains("C4"));
  CHECK_THAT(without_range([](HeInputs& in) { in.aim.gun_color = GunColor::red; }), Contains("--gun-color without --range"));
  CHECK_THAT(without_range([](HeInputs& in) { in.aim.cases = {"K"}; }), Contains("--case without --range"));
  CHECK_THAT(without_range([](HeInputs& in) { in.aim.hindrance = 1; }), Contains("--hindrance without --range"));
  CHECK_THAT(without_range([](HeInputs& in) { in.aim.leadership = -1; }), Contains("--leadership without --range"));
  CHECK_THAT(without_range([](HeInputs& in) { in.rate_of_fire = 1; }), Contains("--rate-of-fire without a To Hit DR"));
  CHECK_THAT(without_range([](HeInputs& in) { in.shots = "2,acquire"; }), Contains("C6.5"));
  const auto nothing = [](HeInputs&) {};
  CHECK_THAT(with(nothing, -1), Contains("0 to 200"));
  CHECK_THAT(with(nothing, 201), Contains("out of range"));
  CHECK_THAT(with(nothing, 0, Fire::area), Contains("C3.33"));
  CHECK_THAT(with(nothing, 5, Fire::oba), Contains("C1.5"));
  CHECK_THAT(with([](HeInputs& in) { in.caliber.reset(), in.ammo = Ammo::psk; }), Contains("C13"));
  CHECK_THAT(with([](HeInputs& in) { in.caliber.reset(), in.ammo = Ammo::dc; }), Contains("A23.3"));
  CHECK_THAT(with([](HeInputs& in) { in.aim.hindrance = 6; }), Contains("A6.7"));
  CHECK_THAT(with([](HeInputs& in) { in.rate_of_fire = 6; }), Contains("C2.24"));
  CHECK_THAT(with([](HeInputs& in) { in.rate_of_fire = 2; }, 5, Fire::area), Contains("C3.33"));
  CHECK_THAT(with([](HeInputs& in) { in.rate_of_fire = 2, in.shots = "until"; }), Contains("--shots until"));
  for (const char* slow : {"D", "F"})
    CHECK_THAT(with([&](HeInputs& in) { in.rate_of_fire = 2, in.aim.cases = {slow}; }), Contains("rate of fire"));
  CHECK_THAT(with([](HeInputs& in) { in.shots = "2,aquire"; }), Contains("acquire"));
  for (const char* typed : {"Z", "L=-1", "Q=3", "R=1", "G", "E", "J4"})
    CHECK_THAT(with([&](HeInputs& in) { in.aim.cases = {typed}; }), Contains("--case"));
  for (const char* typed : {"C=1", "C1", "C2", "C3", "C4=2", "G"})
    CHECK_THAT(with([&](HeInputs& in) { in.aim.cases = {typed}; }, 5, Fire::mortar), Contains("--case"));
}
