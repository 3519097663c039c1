#include "model/questions/hut.hpp"

#include <cmath>

#include <catch2/catch.hpp>

#include "model/core/bad_input.hpp"
#include "tests/support/agreement.hpp"
#include "tests/support/ask.hpp"
#include "tests/support/dr.hpp"
#include "tests/support/naive_attack.hpp"
#include "tests/support/scripted.hpp"

using namespace boxcars;
using namespace boxcars::model;
using namespace boxcars::test;

static_assert(sim::Process<Hut>);

namespace {

constexpr double ptc_fails = 10.0 / 36;  // a DR of 9 or more, one of 36: 4 + 3 + 2 + 1

using Events = std::vector<std::string>;
bool has(const Events& events, const std::string& event) { return std::find(events.begin(), events.end(), event) != events.end(); }

struct ByHand {
  std::vector<NaiveUnit> units;
  std::vector<std::string> typed;
  std::map<std::string, double> odds{};

  // A result on the units, then, if the hut collapses, every survivor's PTC.
  void resolve(const NaiveCells& result, bool collapses, double p) {
    if (units.empty()) return;
    for (const auto& [events, q] : naive_result(units, result)) {
      double all_pass = 1;
      for (std::size_t i = 0; i < units.size(); ++i) {
        if (collapses && !has(events, std::to_string(i + 1) + " eliminated")) all_pass *= 1 - ptc_fails;
      }
      for (const char* event : {"any eliminated", "all eliminated", "any broken or eliminated", "all broken or eliminated"})
        if (has(events, event)) odds[event] += p * q;
      const double none = has(events, "no effect") ? all_pass : 0;
      odds["no effect"] += p * q * none;
      odds["some effect"] += p * q * (1 - none);
      for (std::size_t i = 0; i < units.size(); ++i) {
        const std::string n = std::to_string(i + 1);
        const std::string name = std::string(n).append(":").append(typed[i]).append(" ");
        const bool eliminated = has(events, n + " eliminated"), broken = has(events, n + " broken");
        const double pins = collapses && !eliminated ? ptc_fails : 0;
        if (eliminated) odds[name + "eliminated"] += p * q;
        if (broken) odds[name + "broken"] += p * q;
        if (has(events, n + " reduced")) odds[name + "reduced"] += p * q;
        odds[name + "fails Collapse PTC"] += p * q * pins;
        const bool unharmed = has(events, n + " unharmed"), pinned = has(events, n + " pinned");
        if (!eliminated && !broken) odds[name + "pinned"] += p * q * (pinned ? 1 : pins);
        if (unharmed) odds[name + "unharmed"] += p * q * (1 - pins);
      }
    }
  }
};

void check(const HutInputs& in, const ByHand& by_hand) {
  const auto odds = exact_odds(Hut(in));
  for (const auto& [name, value] : odds) {
    if (name.ends_with("replaced")) continue;
    INFO(name);
    const auto expected = by_hand.odds.find(name);
    CHECK(value == Approx(expected == by_hand.odds.end() ? 0 : expected->second).margin(1e-13));
  }
  for (const auto& [name, value] : by_hand.odds) {
    INFO(name);
    CHECK(odds.count(name) == 1);
  }
}

const std::vector<NaiveUnit> stack{{.kind = 'l', .morale = 8, .broken_morale = 8, .leadership = -1},
                                   {.kind = 's', .morale = 7, .broken_morale = 7}};
const Events stack_typed{"8-1", "4-4-7"};

}  // namespace

// How HE arrives decides its column (C3.33, C1.5, A7.371), whose Original KIA kindles (B25.13) and whose Final KIA brings the hut down
// (G5.5); OBA's Original 2 is a critical hit of its full Firepower doubled. A DC at concealed men is halved for them, not for the hut
// (A23.1).
TEST_CASE("fire of every kind at a hut agrees with a naive enumeration of every throw", "[thorough]") {
  struct Case {
    HutInputs in;
    int column, column_at_units, critical_column, malfunctions_from;
  };
  const auto he = [](int caliber, Fire fire) {
    return HutInputs{.cause = is_oba(fire) ? HutCause::oba : HutCause::he, .caliber = caliber, .fire = fire};
  };
  const HutInputs dc{.cause = HutCause::dc};
  HutInputs concealed = dc, non_elite = dc;
  concealed.concealed = true;
  non_elite.non_elite = true;
  for (const auto& [asked, column, column_at_units, critical, malfunctions_from] :
       {Case{he(105, Fire::area), 8, 8, 0, 13}, Case{he(81, Fire::mortar), 8, 8, 0, 13}, Case{he(105, Fire::harassing), 6, 6, 36, 13},
        Case{he(105, Fire::barrage), 16, 16, 36, 13}, Case{concealed, 30, 12, 0, 12}, Case{non_elite, 30, 30, 0, 10}}) {
    for (const int drm : {-1, 1}) {
      INFO(column << " " << drm);
      HutInputs in = asked;
      in.drm = drm;
      in.targets = stack_typed;
      ByHand by_hand{stack, stack_typed};
      for (int colored = 1; colored <= 6; ++colored) {
        for (int white = 1; white <= 6; ++white) {
          const int original = colored + white;
          if (original >= malfunctions_from) {
            by_hand.odds["malfunctions"] += 1.0 / 36;
            by_hand.resolve("-", false, 1.0 / 36);
            continue;
          }
          const bool is_critical = critical && original == 2;
          const int shown = is_critical ? critical : column;
          const int final_dr = original + drm - (is_critical ? 2 : 0);
          const bool kia_before = printed_cell(column, 0, original).find("KIA") != std::string::npos;
          by_hand.odds["flame"] += (colored == 1 ? 1 : kia_before ? at_least(6) : 0) / 36;
          const bool collapses = printed_cell(shown, 0, final_dr).find("KIA") != std::string::npos;
          if (is_critical) by_hand.odds["critical hit"] += 1.0 / 36;
          if (collapses) by_hand.odds["collapses"] += 1.0 / 36;
          NaiveCells cells(printed_cell(column_at_units, 0, original + drm));
          if (is_critical) cells.on_struck = printed_cell(shown, 0, final_dr);
          by_hand.resolve(cells, collapses, 1.0 / 36);
        }
      }
      check(in, by_hand);
    }
  }
}

// Of several huts those with the highest dr burn, ties all (A.9, G5.6).
TEST_CASE("a Flame by the colored dr is in one of several huts by Random Selection", "[thorough]") {
  for (const int huts : {1, 2, 3, 6}) {
    double selected = 0;
    for (int own = 1; own <= 6; ++own) selected += std::pow(own / 6.0, huts - 1) / 6;
    CHECK(exact_odds(Hut({.cause = HutCause::mg, .fp = "8", .huts = huts})).at("flame") == Approx(selected / 6));
    HutInputs in{.cause = HutCause::mol, .fp = "8", .pbf = true, .huts = huts};
    in.targets = {"4-4-7"};
    check_agreement(Hut(in), simulated(Hut(in), 200'000, 3), solved(Hut(in)).odds.value());
  }
}

// A 37mm Gun has two hits on doubles, of which the lower DR counts (C3.8): all 36 times 36 of them.
TEST_CASE("a small Gun has two hits on doubles at a hut, too", "[thorough]") {
  HutInputs in{.cause = HutCause::he, .caliber = 37, .collapsed = true};
  in.aim.range = 8;  // it hits with 7
  double flame = 0;
  const auto flames = [](int colored, int sum) {
    if (colored == 1) return 1.;
    return printed_cell(4, 0, sum).find("KIA") != std::string::npos ? at_least(6) : 0.;
  };
  each_dr([&](int to_hit_colored, int to_hit_white) {
    const int to_hit = to_hit_colored + to_hit_white;
    if (to_hit > 7 || to_hit == 2) return;  // of an Original 2 below
    const bool critical = 2 * to_hit < 7;
    each_dr([&](int c1, int w1) {
      if (to_hit_colored != to_hit_white || critical) {
        flame += flames(c1, c1 + w1) / 36 / 36;
        return;
      }
      each_dr([&](int c2, int w2) {
        const bool second = c2 + w2 <= c1 + w1;
        flame += (second ? flames(c2, c2 + w2) : flames(c1, c1 + w1)) / 36 / 36 / 36;
      });
    });
  });
  each_dr([&](int c, int w) { flame += flames(c, c + w) / 36 / 36; });  // 2 is below half of 7: a critical hit without a dr
  CHECK(exact_odds(Hut(in)).at("flame") == Approx(flame));
}

TEST_CASE("HE, DC and OBA against a hut agree with a naive enumeration of every throw", "[thorough]") {
  struct Case {
    HutCause cause;
    int caliber, column, critical_column;
  };
  for (const auto& [cause, caliber, column, critical] :
       {Case{HutCause::he, 105, 20, 0}, Case{HutCause::he, 75, 12, 0}, Case{HutCause::dc, 0, 30, 0}, Case{HutCause::oba, 80, 16, 30},
        Case{HutCause::oba, 150, 30, 36}, Case{HutCause::oba, 70, 12, 24}}) {
    for (const int drm : {-2, 0, 1, 2}) {
      for (const bool collapsed : {false, true}) {
        for (const bool occupied : {false, true}) {
          INFO(static_cast<int>(cause) << " " << caliber << " " << drm << collapsed << occupied);
          HutInputs in{.cause = cause, .drm = drm, .collapsed = collapsed};
          if (caliber) in.caliber = caliber;
          if (occupied) in.targets = stack_typed;
          ByHand by_hand;
          if (occupied) by_hand.units = stack, by_hand.typed = stack_typed;
          for (int colored = 1; colored <= 6; ++colored) {
            for (int white = 1; white <= 6; ++white) {
              const int original = colored + white;
              if (cause == HutCause::dc && original == 12) {
                by_hand.odds["malfunctions"] += 1.0 / 36;
                by_hand.resolve("-", false, 1.0 / 36);
                continue;
              }
              const bool kia_before = printed_cell(column, 0, original).find("KIA") != std::string::npos;
              by_hand.odds["flame"] += (colored == 1 ? 1 : kia_before ? at_least(6) : 0) / 36;
              std::string result = printed_cell(column, 0, original + drm);
              NaiveCells cells(result);
              if (critical && original == 2) {
                by_hand.odds["critical hit"] += 1.0 / 36;
                // 150mm: 60 FP are three times eight above 36, a -3.
                result = printed_cell(critical, 0, 2 + drm - (collapsed ? 0 : 2) - (caliber == 150 ? 3 : 0));
              }
              if (critical && original == 2) cells.on_struck = result;
              const bool collapses = !collapsed && result.find("KIA") != std::string::npos;
              if (collapses) by_hand.odds["collapses"] += 1.0 / 36;
              by_hand.resolve(cells, collapses, 1.0 / 36);
            }
          }
          check(in, by_hand);
        }
      }
    }
  }
}

TEST_CASE("small arms, MOL, MG and FT against a hut agree with a naive enumeration of every throw", "[thorough]") {
  for (const HutCause cause : {HutCause::small_arms, HutCause::mg, HutCause::mol, HutCause::ft}) {
    for (const bool pbf : {false, true}) {
      if (pbf && cause == HutCause::ft) continue;
      for (const Cowering cowering : {Cowering::automatic, Cowering::none, Cowering::inexperienced}) {
        INFO(static_cast<int>(cause) << pbf << static_cast<int>(cowering));
        HutInputs in{.cause = cause, .drm = 1, .pbf = pbf, .cowering = cowering, .targets = {"8-1", "4-4-7"}};
        if (cause != HutCause::ft) in.fp.assign(1, '8');
        ByHand by_hand{.units = stack, .typed = stack_typed};
        const int column = cause == HutCause::ft ? 24 : 8;
        const int shift = cowering == Cowering::none ? 0 : cowering == Cowering::inexperienced ? 2 : 1;
        for (int colored = 1; colored <= 6; ++colored) {
          for (int white = 1; white <= 6; ++white) {
            const bool burns = cause == HutCause::ft ? colored + white < 10 : colored == 1 && (pbf || cause != HutCause::small_arms);
            by_hand.odds["flame"] += burns / 36.0;
            by_hand.resolve(printed_cell(column, colored == white ? shift : 0, colored + white + 1), false, 1.0 / 36);
          }
        }
        check(in, by_hand);
      }
    }
  }
}

TEST_CASE("what enters, bombards or burns a hut") {
  const auto odds_of = [](const HutInputs& in) { return exact_odds(Hut(in)); };
  SECTION("an AFV collapses it, and all in it and its crew take the PTC") {
    auto odds = odds_of({.cause = HutCause::afv, .targets = {"4-4-7", "hero:1-4-9", "4-4-7,broken"}});
    CHECK(odds["collapses"] == Approx(1));
    CHECK(odds["crew fails PTC"] == Approx(6.0 / 36));  // 10 or more, less 1
    CHECK(odds["1:4-4-7 pinned"] == Approx(ptc_fails));
    CHECK(odds["2:hero:1-4-9 pinned"] == Approx(ptc_fails));
    CHECK(odds["3:4-4-7 fails Collapse PTC"] == Approx(ptc_fails));
    CHECK(odds["3:4-4-7 pinned"] == 0);
    CHECK(odds["3:4-4-7 broken"] == Approx(1));
    CHECK(odds["no effect"] == 0);
    CHECK(odds_of({.cause = HutCause::afv, .open_topped = true})["crew fails PTC"] == Approx(ptc_fails));
    CHECK(odds_of({.cause = HutCause::afv, .crew_exposed = true, .dozer = true})["crew fails PTC"] == 0);
    CHECK(odds_of({.cause = HutCause::afv, .exits = true})["crew fails PTC"] == 0);
    CHECK(odds_of({.cause = HutCause::afv, .exits = true, .targets = {"4-4-7"}})["1:4-4-7 pinned"] == Approx(ptc_fails));
    CHECK(odds_of({.cause = HutCause::afv, .collapsed = true, .targets = {"4-4-7"}})["no effect"] == Approx(1));
  }
  SECTION("an Overrun is resolved first") {
    ByHand by_hand{.units = stack, .typed = stack_typed};
    for (int colored = 1; colored <= 6; ++colored)
      for (int white = 1; white <= 6; ++white) by_hand.resolve(printed_cell(12, 0, colored + white - 1), true, 1.0 / 36);
    by_hand.odds["collapses"] = 1;
    by_hand.odds["crew fails PTC"] = 6.0 / 36;
    check({.cause = HutCause::afv, .fp = "12", .drm = -1, .targets = stack_typed}, by_hand);
  }
  SECTION("a glider collapses it") {
    auto odds = odds_of({.cause = HutCause::glider, .targets = {"2x4-4-7"}});
    CHECK(odds["collapses"] == Approx(1));
    const auto measures = exact_measures(Hut({.cause = HutCause::glider, .targets = {"2x4-4-7"}}));
    CHECK(measures.at("1:2x4-4-7 fails Collapse PTC").at(2) == Approx(ptc_fails * ptc_fails));
    CHECK(measures.at("1:2x4-4-7 pinned").at(1) == Approx(2 * ptc_fails * (1 - ptc_fails)));
  }
  SECTION("a Bombardment is a MC of the hut") {
    auto odds = odds_of({.cause = HutCause::bombardment, .targets = {"4-4-7"}});
    CHECK(odds["collapses"] == Approx(15.0 / 36));
    CHECK(odds["flame"] == Approx(6.0 / 36));
    CHECK(odds["1:4-4-7 fails Collapse PTC"] == Approx(15.0 / 36 * ptc_fails));
    CHECK(odds_of({.cause = HutCause::bombardment, .drm = 1})["collapses"] == Approx(21.0 / 36));
  }
  SECTION("backblast and WP burn it") {
    CHECK(odds_of({.cause = HutCause::backblast})["flame"] == Approx(1));
    CHECK(odds_of({.cause = HutCause::backblast, .collapsed = true})["flame"] == 0);
    CHECK(odds_of({.cause = HutCause::wp})["flame"] == Approx(at_least(6 + 3)));
    CHECK(odds_of({.cause = HutCause::wp, .very_dry = true})["flame"] == Approx(at_least(6 + 2)));
    CHECK(odds_of({.cause = HutCause::wp, .collapsed = true})["flame"] == Approx(at_least(6 + 1)));
    // The NMC of morale 7 with the hut's TEM as -1: broken on 9 or more.
    CHECK(odds_of({.cause = HutCause::wp, .drm = -1, .targets = {"4-4-7"}})["1:4-4-7 broken"] == Approx(at_least(9)));
  }
  SECTION("after rain WP burns a collapsed hut only in Dry or Very Dry EC (G5.61, A24.32)") {
    const auto flame = [&](bool dry, bool very_dry) {
      return odds_of({.cause = HutCause::wp, .collapsed = true, .dry = dry, .very_dry = very_dry, .rain = true})["flame"];
    };
    CHECK(flame(false, false) == 0);
    CHECK(flame(true, false) == Approx(21.0 / 36));  // 6, -1 as EC are not Very Dry: 7 or more
    CHECK(flame(false, true) == Approx(26.0 / 36));
    // Its NMC is made all the same, without a Flame DR before it; without rain EC are nothing to it.
    const HutInputs in{.cause = HutCause::wp, .collapsed = true, .rain = true, .targets = {"4-4-7"}};
    CHECK(odds_of(in)["1:4-4-7 broken"] == Approx(at_least(8)));
    CHECK(play(Hut(in), {{4, 4}}).throws == Events{"MC DR"});
    CHECK(odds_of({.cause = HutCause::wp, .collapsed = true, .dry = true}) == odds_of({.cause = HutCause::wp, .collapsed = true}));
    CHECK(Hut({.cause = HutCause::wp, .dry = true}).description().inputs == Hut({.cause = HutCause::wp}).description().inputs);
  }
  SECTION("after rain a collapsed hut burns as other terrain does") {
    const HutInputs mg{.cause = HutCause::mg, .fp = "8", .collapsed = true, .rain = true};
    CHECK(odds_of(mg)["flame"] == 0);
    // 75mm: an Original 2 only is a KIA; then 6 or more with an EC DRM of -2.
    const HutInputs he{.cause = HutCause::he, .caliber = 75, .collapsed = true, .rain = true, .ec = -2};
    CHECK(odds_of(he)["flame"] == Approx(at_least(8) / 36));
    // FT: a K or KIA on 24 FP is an Original 5 or less.
    const HutInputs ft{.cause = HutCause::ft, .collapsed = true, .rain = true};
    CHECK(odds_of(ft)["flame"] == Approx(10.0 / 36 * at_least(6)));
  }
}

TEST_CASE("the example of G5.6: a colored 1 burns a hut, collapsed or not, by small arms only at PBF") {
  for (const bool collapsed : {false, true}) {
    const HutInputs at_pbf{.cause = HutCause::small_arms, .fp = "4", .pbf = true, .collapsed = collapsed};
    const HutInputs at_range{.cause = HutCause::small_arms, .fp = "4", .collapsed = collapsed};
    const HutInputs mg{.cause = HutCause::mg, .fp = "4", .collapsed = collapsed};
    CHECK(exact_odds(Hut(at_pbf))["flame"] == Approx(1.0 / 6));
    CHECK(exact_odds(Hut(at_range))["flame"] == 0);
    CHECK(exact_odds(Hut(mg))["flame"] == Approx(1.0 / 6));
  }
}

TEST_CASE("a group of huts' occupants stays small, and as a crowd of single ones") {
  const auto measures = exact_measures(Hut({.cause = HutCause::afv, .targets = {"20x4-4-7"}})).at("1:20x4-4-7 pinned");
  double all = 1;
  for (int i = 0; i < 20; ++i) all *= ptc_fails;
  CHECK(measures.at(20) == Approx(all));
  CHECK(measures.at(0) == Approx(std::pow(1 - ptc_fails, 20)));
}

TEST_CASE("a hut, told") {
  const Hut question({.cause = HutCause::he, .caliber = 150, .targets = {"8-1", "4-4-7"}});
  // A 3KIA kills both: nobody takes the PTC; the Kindling DR comes with it.
  const auto both = play(question, {{2, 1}, {3, 2}});
  CHECK(both.happened("collapses"));
  CHECK_FALSE(both.happened("flame"));
  CHECK(both.throws == std::vector<std::string>{"IFT DR", "Kindling DR"});
  CHECK(both.happened("all eliminated"));
  // A 1KIA with the colored die 1 burns at once; the squad survives it, broken, and fails its PTC.
  const Hut small({.cause = HutCause::he, .caliber = 75, .targets = {"8-1", "4-4-7"}});
  const auto one = play(small, {{1, 1}, {6}, {1}, {2, 2}, {6, 3}});
  CHECK(one.happened("flame"));
  CHECK(one.happened("1:8-1 eliminated"));
  CHECK(one.happened("2:4-4-7 broken"));
  CHECK(one.happened("2:4-4-7 fails Collapse PTC"));
}

TEST_CASE("a hut, simulated and exact, agrees") {
  for (const HutInputs& in : {HutInputs{.cause = HutCause::oba, .caliber = 120, .drm = 1, .targets = {"9-1", "3x4-4-7"}},
                              HutInputs{.cause = HutCause::afv, .fp = "8", .targets = {"8-0", "4-4-7", "hero:1-4-9"}}}) {
    const Hut question(in);
    check_agreement(question, simulated(question, 1'000'000), solved(question).odds.value());
  }
}

TEST_CASE("what huts forbid is refused with its rule") {
  const auto refused = [](const HutInputs& in, const std::string& rule) {
    INFO(rule);
    CHECK_THROWS_AS(Hut(in), BadInput);
    CHECK_THROWS_WITH(Hut(in), Catch::Contains(rule));
  };
  refused({}, "no cause given");
  refused({.cause = HutCause::he}, "calibre");
  refused({.cause = HutCause::mg}, "Firepower");
  refused({.cause = HutCause::he, .fp = "8", .caliber = 75}, "one or the other");
  refused({.cause = HutCause::glider, .fp = "8"}, "IFT");
  refused({.cause = HutCause::mg, .caliber = 75}, "C.7");
  refused({.cause = HutCause::he, .caliber = 75, .pbf = true}, "A7.21");
  refused({.cause = HutCause::oba, .caliber = 75, .cowering = Cowering::normal}, "A7.9");
  refused({.cause = HutCause::afv, .riders = true}, "G5.4");
  refused({.cause = HutCause::afv, .crew_exposed = true}, "G5.4");
  refused({.cause = HutCause::glider, .open_topped = true}, "AFV");
  refused({.cause = HutCause::glider, .drm = 1}, "no DR");
  refused({.cause = HutCause::glider, .fortified = true}, "G5.3");
  refused({.cause = HutCause::he, .caliber = 75, .ec = 1}, "G5.61");
  refused({.cause = HutCause::mg, .fp = "8", .rain = true}, "G5.61");
  refused({.cause = HutCause::mg, .fp = "8", .very_dry = true}, "G5.61");
  refused({.cause = HutCause::mg, .fp = "8", .dry = true}, "G5.61");
  refused({.cause = HutCause::wp, .dry = true, .very_dry = true}, "B25.5");
}
