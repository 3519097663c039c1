#include "model/parts/to_hit_roll.hpp"

#include <catch2/catch.hpp>

#include <algorithm>
#include <map>
#include <string>

#include "tests/support/effort.hpp"

using namespace boxcars::model;
using boxcars::test::OneOf;

namespace {

// What a shot can come to: how, whether the Gun fires again, and the IFT DR that counts. Of how many of 36 x 6 x 36 x 36 ways.
struct Outcome {
  std::string what{};
  bool again = false;
  int ift_dr = 0;
  auto operator<=>(const Outcome&) const = default;
};
using Ways = std::map<Outcome, long>;
constexpr long all_ways = 36L * 6 * 36 * 36;

std::string name_of(ToHitResult result) {
  return result == ToHitResult::miss ? "miss" : result == ToHitResult::critical_hit ? "critical hit" : "hit";
}

// By the part, throw by throw, with the stages that it says it has.
void play(const ToHitRoll& part, ToHitRoll::State s, const ToHit& to_hit, Outcome so_far, long ways, Ways& seen) {
  Outcomes outcomes;
  if (!ToHitRoll::busy(s)) {
    if (so_far.what == "miss") {
      seen[so_far] += ways;
      return;
    }
    for (int face = 0; face < 36; ++face) {
      ToHitRoll::State last = s;
      Outcome outcome = so_far;
      outcome.ift_dr = ToHitRoll::counting(last, Roll{face / 6 + 1, face % 6 + 1}, outcomes).sum();
      CHECK(last == ToHitRoll::State{});
      seen[outcome] += ways / 36;
    }
    return;
  }
  const Throw thrown = part.next_throw(s);
  for (int face = 0; face < thrown.faces(); ++face) {
    ToHitRoll::State next = s;
    Outcome outcome = so_far;
    const ToHitRoll::News news = part.next(next, thrown.roll(face), to_hit, outcomes);
    outcome.again |= news.keeps_rate_of_fire;
    if (news.result) outcome.what = name_of(*news.result);
    if (ToHitRoll::is_first_of_two_dr(next)) outcome.what = "two hits";
    if (ToHitRoll::busy(next)) CHECK(ToHitRoll::stage(next) > ToHitRoll::stage(s));
    CHECK(ToHitRoll::stage(s) < ToHitRoll::stages());
    play(part, next, to_hit, outcome, ways / thrown.faces(), seen);
  }
}

// The same by the rules, all dice at once (C3.3, C3.6, C3.7, C3.8, C2.24).
std::string result_of(const ToHit& to_hit, int colored, int white, int dr) {
  const int sum = colored + white, counts = sum + (to_hit.doubles_lower_die ? std::min(colored, white) : 0);
  const int lowest = to_hit.doubles_lower_die ? 3 : 2;
  const char* best = to_hit.critical_hits == CriticalHits::none ? "hit" : "critical hit";
  if (to_hit.needed < lowest) return sum > 2 || dr > 3 ? "miss" : dr == 1 ? best : "hit";
  if (counts > to_hit.needed) return "miss";
  if (to_hit.critical_hits != CriticalHits::infantry) {
    if (sum > 2) return "hit";
    return to_hit.needed > lowest || dr == 1 ? best : "hit";
  }
  if ((counts + to_hit.number - to_hit.needed) * 2 < to_hit.number) return "critical hit";
  return sum == 2 && (dr == 1 || dr * 2 <= to_hit.number) ? "critical hit" : "hit";
}

Ways enumerated(const ToHit& to_hit, const ToHitRoll::Gun& gun) {
  Ways ways;
  for (int colored = 1; colored <= 6; ++colored) {
    for (int white = 1; white <= 6; ++white) {
      for (int dr = 1; dr <= 6; ++dr) {
        Outcome outcome{result_of(to_hit, colored, white, dr), colored <= gun.rate_of_fire};
        if (outcome.what == "miss") {
          ways[outcome] += 36 * 36;
          continue;
        }
        if (outcome.what == "hit" && gun.has_multiple_hits && colored == white) outcome.what = "two hits";
        for (int first = 0; first < 36; ++first) {
          for (int second = 0; second < 36; ++second) {
            const int a = first / 6 + first % 6 + 2, b = second / 6 + second % 6 + 2;
            outcome.ift_dr = outcome.what == "two hits" && a < b ? a : b;
            ++ways[outcome];
          }
        }
      }
    }
  }
  return ways;
}

}  // namespace

TEST_CASE("a To Hit roll: misses, hits, two hits and critical hits, for every number, as all dice say at once") {
  OneOf some(53);
  for (const auto critical : {CriticalHits::infantry, CriticalHits::area, CriticalHits::none}) {
    for (int needed = -1; needed <= 12; ++needed) {
      for (const int drm : {0, 1, 4}) {
        for (const ToHitRoll::Gun gun : {ToHitRoll::Gun{}, ToHitRoll::Gun{true, 0, Reads::sum}, ToHitRoll::Gun{true, 2, Reads::each_die},
                                         ToHitRoll::Gun{false, 0, Reads::sum, true}}) {
          if (!some.takes_next()) continue;
          const ToHit to_hit{needed, needed + drm, critical, gun.doubles_lower_die};
          INFO("needed " << needed << ", number " << needed + drm << ", critical " << static_cast<int>(critical));
          const ToHitRoll part(gun);
          ToHitRoll::State s;
          CHECK_FALSE(ToHitRoll::busy(s));
          ToHitRoll::begin(s);
          CHECK(ToHitRoll::is_to_hit_dr(s));
          Ways played;
          play(part, s, to_hit, {}, all_ways, played);
          CHECK(played == enumerated(to_hit, gun));
        }
      }
    }
  }
}

TEST_CASE("of two hits the first DR is kept as it is read") {
  Outcomes outcomes;
  for (const Reads reads : {Reads::sum, Reads::each_die}) {
    const ToHitRoll part({.has_multiple_hits = true, .ift_dr = reads});
    const auto after = [&](Roll first) {
      ToHitRoll::State s;
      ToHitRoll::begin(s);
      part.next(s, {3, 3}, {8, 8, CriticalHits::area}, outcomes);
      CHECK(part.next_throw(s).reads == reads);
      part.next(s, first, {8, 8, CriticalHits::area}, outcomes);
      return s;
    };
    CHECK((after({2, 5}) == after({5, 2})) == (reads == Reads::sum));
    ToHitRoll::State s = after({2, 5});
    CHECK(ToHitRoll::counting(s, {6, 6}, outcomes) == (reads == Reads::sum ? Roll{7, 0} : Roll{2, 5}));
    s = after({2, 5});
    CHECK(ToHitRoll::counting(s, {4, 1}, outcomes) == Roll{4, 1});
  }
}

TEST_CASE("how a To Hit roll is told") {
  std::string tale;
  Outcomes outcomes(tale);
  const ToHitRoll part({.has_multiple_hits = true, .rate_of_fire = 2});
  ToHitRoll::State s;
  ToHitRoll::begin(s);
  outcomes.thrown(part.next_throw(s), {2, 2});
  part.next(s, {2, 2}, {8, 8, CriticalHits::area}, outcomes);
  CHECK(tale.ends_with(": hits; keeps its rate of fire; two hits"));
}
