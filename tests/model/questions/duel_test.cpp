#include "model/questions/duel.hpp"

#include <array>
#include <map>
#include <string>

#include <catch2/catch.hpp>

#include "model/core/bad_input.hpp"
#include "tests/support/agreement.hpp"
#include "tests/support/ask.hpp"

using namespace boxcars;
using namespace boxcars::model;
using namespace boxcars::test;
using Catch::Matchers::Contains;

static_assert(sim::Process<Duel>);

namespace {

// One of two, by hand: what its To Hit DR needs unacquired, what its To Kill DR stays below at the hull and turret of the other one, and
// critically at its hull; and what the other one is.
struct ByHand {
  int needed, hull, turret, critical, rate, breaks_from;
  int morale;
  bool intensive = false;  // once more in a turn, at +2, with a breakdown number 2 lower and no rate of fire
};
struct Side {
  bool out = false, immobile = false;
  int acquired = 0, gun = 0, shock = 0;  // gun 1: malfunctions, 2: disabled; shock 1: Shock, 2: Unconfirmed Kill
  auto operator<=>(const Side&) const = default;
};
using Both = std::array<Side, 2>;
using Spread = std::map<Both, double>;

double fails(int morale) {
  int faces = 0;
  for (int c = 1; c <= 6; ++c) {
    for (int w = 1; w <= 6; ++w) faces += c + w > morale ? 1 : 0;
  }
  return faces / 36.0;
}

// All faces of all throws of one shot: what it comes to, and to what with another one by the rate of fire.
void fire_once(const Both& from, std::size_t by, const std::array<ByHand, 2>& hands, double odds, Spread& to, Spread& again_from) {
  const ByHand& hand = hands[by];
  const std::size_t at = 1 - by;
  if (from[by].out || from[by].gun != 0 || from[by].shock != 0 || from[at].out) {
    to[from] += odds;
    return;
  }
  for (int c = 1; c <= 6; ++c) {
    for (int w = 1; w <= 6; ++w) {
      Both next = from;
      const double part = odds / 36;
      const bool breaks = c + w >= hand.breaks_from, again = c <= hand.rate && !breaks;
      if (breaks) next[by].gun = 1;
      next[by].acquired = breaks ? 0 : std::min(2, next[by].acquired + 1);  // C6.5
      const auto after = [&](const Both& then, double share) { (again && !then[at].out ? again_from : to)[then] += share; };
      if (c + w > hand.needed + from[by].acquired) {
        after(next, part);
        continue;
      }
      const bool turret = c < w;
      const int number = c + w == 2 ? hand.critical : turret ? hand.turret : hand.hull;
      const double leaves = next[at].immobile && number > 5 ? fails(hand.morale) : 0;  // D5.5: a 5 would have killed
      for (int dr = 0; dr < 36; ++dr) {
        const int sum = dr / 6 + dr % 6 + 2;
        const double share = part / 36;
        Both then = next;
        if (sum < 12 && sum < number) {
          then[at].out = true;
          after(then, share);
        } else if (sum < 12 && sum == number && !turret) {
          then[at].immobile = true;
          const double abandons = next[at].immobile ? leaves : fails(hand.morale);
          after(then, share * (1 - abandons));
          then[at].out = true;
          after(then, share * abandons);
        } else if (sum < 12 && sum == number) {
          if (then[at].shock == 0) then[at].shock = 1;
          then[at].acquired = 0;  // C6.5
          after(then, share);
        } else if (sum < 12 && sum == number + 1) {
          const double shocks = fails(hand.morale);
          Both left = then;
          after(then, share * (1 - shocks) * (1 - leaves));
          left[at].out = true;
          after(left, share * (1 - shocks) * leaves);
          if (then[at].shock == 0) then[at].shock = 1;
          then[at].acquired = 0;
          after(then, share * shocks);
        } else {
          after(then, share * (1 - leaves));
          then[at].out = true;
          after(then, share * leaves);
        }
      }
    }
  }
}

void fire(const Spread& from, std::size_t by, const std::array<ByHand, 2>& hands, Spread& to) {
  Spread fires = from;
  for (int shot = 0; shot < 30; ++shot) {
    Spread again;
    for (const auto& [both, odds] : fires) fire_once(both, by, hands, odds, to, again);
    fires = again;
  }
  if (!hands[by].intensive) return;
  std::array<ByHand, 2> once_more = hands;
  once_more[by].needed -= 2, once_more[by].breaks_from -= 2, once_more[by].rate = 0;
  Spread last, none;
  for (const auto& [both, odds] : to) fire_once(both, by, once_more, odds, last, none);
  to = last;
}

void recover(const Both& from, std::size_t which, double odds, Spread& to) {
  if (from[0].out || from[1].out || (from[which].shock == 0 && from[which].gun != 1)) {
    to[from] += odds;
    return;
  }
  for (int dr = 1; dr <= 6; ++dr) {
    Both next = from;
    Side& side = next[which];
    if (side.shock == 1) {
      side.shock = dr <= 2 ? 0 : 2;
    } else if (side.shock == 2) {
      if (dr <= 3)
        side.shock = 0;
      else
        side.out = true;
    } else {
      side.gun = dr == 1 ? 0 : dr == 6 ? 2 : 1;
    }
    to[next] += odds / 6;
  }
}

template <class Step>
Spread all(const Spread& from, Step step) {
  Spread to;
  for (const auto& [both, odds] : from) step(both, odds, to);
  return to;
}

Spread after_turns(const std::array<ByHand, 2>& hands, std::size_t first, int turns) {
  Spread spread{{Both{}, 1.0}};
  for (int turn = 1; turn <= turns; ++turn) {
    for (const std::size_t which : {first, 1 - first})
      spread = all(spread, [&](const Both& both, double odds, Spread& to) { recover(both, which, odds, to); });
    for (const std::size_t which : {first, 1 - first}) {
      Spread to;
      fire(spread, which, hands, to);
      spread = to;
    }
  }
  return spread;
}

}  // namespace

TEST_CASE("a duel, by dynamic programming over all faces (C3, C7, D3.7)", "[duel][thorough]") {
  // A Tiger and a T-34 M43 at 10 hexes. Tiger: 9 of a black 88L, size 0; 20 at 11/11. T-34: 8 of a red 76L, size -1 is +1 of what hits, its
  // buttoned up turret -1; 13 at 11/14.
  const std::array<ByHand, 2> hands{{{9, 20 - 11, 20 - 11, 40 - 11, 1, 12, 8}, {8, 13 - 11, 13 - 14, 26 - 11, 1, 12, 8}}};
  for (const int first : {0, 1}) {
    for (const int turns : {1, 3}) {
      const Duel question({.a = {.name = "Tiger"},
                           .b = {.name = "T-34 M43"},
                           .range = 10,
                           .first = first == 0 ? FiresFirst::a : FiresFirst::b,
                           .turns = std::to_string(turns)});
      auto odds = exact_odds(question);
      double a_left = 0, b_left = 0, both = 0;
      for (const auto& [sides, share] : after_turns(hands, static_cast<std::size_t>(first), turns)) {
        if (!sides[0].out) a_left += share;
        if (!sides[1].out) b_left += share;
        if (!sides[0].out && !sides[1].out) both += share;
      }
      INFO(first << " first, " << turns << " turns");
      CHECK(odds.at("A is left") == Approx(a_left).epsilon(1e-9));
      CHECK(odds.at("B is left") == Approx(b_left).epsilon(1e-9));
      CHECK(odds.at("both are left") == Approx(both).epsilon(1e-9));
      CHECK(odds.at("only A is left") == Approx(a_left - both).epsilon(1e-9));
      CHECK(odds.at("B is out by turn " + std::to_string(turns)) == Approx(1 - b_left).epsilon(1e-9));
      if (turns == 3) check_agreement(question, simulated(question, 200'000), solved(question).odds.value());
    }
  }
}

TEST_CASE("Intensive Fire in a duel, by dynamic programming over all faces (C5.6)", "[duel][thorough]") {
  std::array<ByHand, 2> hands{{{9, 20 - 11, 20 - 11, 40 - 11, 1, 12, 8}, {8, 13 - 11, 13 - 14, 26 - 11, 1, 12, 8}}};
  for (const bool both_do : {false, true}) {
    hands[0].intensive = both_do, hands[1].intensive = true;
    const Duel question(
        {.a = {.name = "Tiger", .intensive_fire = both_do}, .b = {.name = "T-34 M43", .intensive_fire = true}, .range = 10, .turns = "2"});
    double a_left = 0, b_left = 0, disabled = 0;
    for (const auto& [sides, share] : after_turns(hands, 0, 2)) {
      if (!sides[0].out) a_left += share;
      if (!sides[1].out) b_left += share;
      if (sides[1].gun == 2) disabled += share;
    }
    CHECK(disabled > 0);
    auto odds = exact_odds(question);
    CHECK(odds.at("A is left") == Approx(a_left).epsilon(1e-9));
    CHECK(odds.at("B is left") == Approx(b_left).epsilon(1e-9));
    check_agreement(question, simulated(question, 200'000), solved(question).odds.value());
  }
}

TEST_CASE("who duels best chooses the better ammunition, and a duel is refused to who cannot shoot or be shot at", "[duel]") {
  const auto refused = [](const DuelInputs& in) -> std::string {
    try {
      Duel{in};
    } catch (const BadInput& bad) {
      return bad.what();
    }
    return "";
  };
  CHECK_THAT(refused({.a = {.name = "Tiger"}, .b = {.name = "PaK 38"}, .range = 10}), Contains("is no vehicle"));
  CHECK_THAT(refused({.a = {.name = "Tiger"}, .b = {.name = "Opel"}, .range = 10}), Contains("has no Gun"));
  CHECK_THAT(refused({.a = {.name = "armor=8/4"}, .b = {.name = "Tiger"}, .range = 10}), Contains("has no Gun"));
  CHECK_THAT(refused({.a = {.name = "Tiger"}, .b = {.name = "M4A1"}}), Contains("no range given"));
  CHECK_THAT(refused({.a = {.name = "Tiger"}, .b = {.name = "M4A1"}, .range = 10, .turns = "until"}), Contains("may never end"));
  // At a truck-thin target HE is no better; APCR of a 50L at a KV is.
  const Duel chosen({.a = {.name = "PzKpfw IIIJ"}, .b = {.name = "KV-1 M41"}, .range = 2, .year = 1942});
  CHECK_THAT(chosen.description().notes.front(), Contains("A fires APCR, which kills most often"));
}
