#include <algorithm>
#include <initializer_list>
#include <map>
#include <string>
#include <vector>

#include <catch2/catch.hpp>

#include "model/core/sheet.hpp"
#include "model/questions/bombardment.hpp"
#include "model/questions/breach.hpp"
#include "model/questions/clearance.hpp"
#include "model/questions/close_combat.hpp"
#include "model/questions/entry.hpp"
#include "model/questions/hut.hpp"
#include "model/questions/kindling.hpp"
#include "model/questions/rubble_chain.hpp"
#include "tests/support/ask.hpp"
#include "tests/support/dr.hpp"
#include "tests/support/naive_attack.hpp"
#include "tests/support/towns.hpp"

using namespace boxcars;
using namespace boxcars::model;
using namespace boxcars::test;

// Every modifier of every question but attack, he and assault, alone as far as it can be and in pairs: that it is listed, and that its
// listed amount, and no other, is in the odds. Those are computed with nothing but what is listed, and the numbers of the rules.
namespace {

using Odds = std::map<std::string, double>;

// Whether a word stands in a text.
auto in(const std::string& text) {
  return [&text](const char* word) { return text.find(word) != std::string::npos; };
}

// What a question lists, and its odds.
struct Listed {
  std::vector<Modifier> rows;
  Odds odds;

  /// The sum of the rows with all these words in them.
  int with(std::initializer_list<const char*> words) const {
    return sum([&](const std::string& reason) { return std::all_of(words.begin(), words.end(), in(reason)); });
  }
  /// The sum of the rows with none of these words.
  int without(std::initializer_list<const char*> words) const {
    return sum([&](const std::string& reason) { return std::none_of(words.begin(), words.end(), in(reason)); });
  }

 private:
  template <class Is>
  int sum(Is is) const {
    int all = 0;
    for (const Modifier& row : rows) all += is(row.reason) ? row.amount : 0;
    return all;
  }
};

std::string in_words(const std::vector<Modifier>& rows) {
  std::string text;
  for (const Modifier& row : rows) text += (text.empty() ? "" : "; ") + with_sign(row.amount) + " " + row.reason + " " + row.rule;
  return text;
}

// Checks that these rows are listed, "+1 why RULE; ...", and no others.
template <class Question>
Listed ask(const Question& question, const std::string& expected) {
  const auto& rows = question.description().modifiers;
  CHECK(in_words(rows) == expected);
  return {rows, exact_odds(question)};
}

void is(double odds, double expected) { CHECK(odds == Approx(expected).epsilon(0).margin(1e-12)); }

double at_most(int dr) { return 1 - at_least(dr + 1); }

}  // namespace

TEST_CASE("a sheet's modifiers, and what they add to each roll") {
  enum class Of { first, second };
  Sheet<Of> sheet;
  CHECK(sheet.modifiers_of() == ModifiersOf::one_roll);
  sheet.add_to_all({Of::first, Of::second}, {+2, "both", "A.1"});
  CHECK(sheet.modifiers_of() == ModifiersOf::one_roll);
  sheet.add(Of::first, {0, "nothing", "A.2"});
  sheet.add(Of::second, {-3, "second", "A.3"});
  CHECK(sheet.modifiers_of() == ModifiersOf::several_rolls);
  CHECK(sheet.on(Of::first) == 2);
  CHECK(sheet.on(Of::second) == -1);
  CHECK(sheet.modifiers() == std::vector<Modifier>{{+2, "both", "A.1"}, {-3, "second", "A.3"}});
}

TEST_CASE("the modifiers of enter that are listed are those in its odds") {
  const auto check = [](const EntryInputs& in, const std::string& expected) {
    INFO(expected);
    const Listed listed = ask(Entry(in), expected);
    const int levels = in.levels.value_or(0);
    const int first = listed.without({"colored dr", "second Bog Check", "Falling Rubble", "of AFV"});
    const int second = listed.with({"ground pressure"}) - listed.with({"ground pressure", "of AFV"}) + listed.with({"other DRM"}) +
                       listed.with({"second Bog Check"});
    double bogs = 0, rubbled = 0;
    for (int colored = 1; colored <= 6; ++colored) {
      for (int white = 1; white <= 6; ++white) {
        if (in.building && !in.factory && colored == 6) continue;  // the cellar
        const bool bogs_now = colored + white + first >= 12;
        const bool rubbles = in.building && colored + listed.with({"colored dr"}) <= 0;
        rubbled += rubbles / 36.0;
        bogs += (bogs_now ? 1 : rubbles && levels > 0 ? at_least(12 - second) : 0) / 36.0;
      }
    }
    is(listed.odds.at("bogs"), bogs);
    is(listed.odds.at("building rubbled"), rubbled);
    is(listed.odds.at("rubble falls"), levels > 0 ? rubbled * listed.with({"Falling Rubble"}) / 6 : 0);
    if (!in.afvs.empty()) is(listed.odds.at("1:AFV bogs"), rubbled * at_least(12 - listed.with({"of AFV"})));
  };
  const auto low = GroundPressure::low;
  check({.rubble = true, .ground_pressure = low}, "+3 rubble B24.4");
  check({.factory = true, .ground_pressure = low}, "+1 inside a Factory B23.742");
  check({.factory = true, .ground_pressure = low, .vca_change = true}, "+1 VCA change inside a Factory B23.742");
  check({.ground_pressure = low, .not_fully_tracked = true, .collapsed_hut = true}, "+1 not fully tracked D8.21");
  check({.drm = 4, .not_fully_tracked = true, .collapsed_hut = true},
        "+1 normal ground pressure D8.21; +1 not fully tracked D8.21; +4 other DRM, as given D8.21");
  check({.rubble = true, .ground_pressure = GroundPressure::high}, "+2 high ground pressure D8.21; +3 rubble B24.4");
  check({.building = Construction::stone, .levels = 1, .ground_pressure = low}, "+4 stone building B23.41");
  check({.building = Construction::stone, .levels = 0, .ground_pressure = low},
        "+4 stone building B23.41; -1 single story house, colored dr for rubble B23.41");
  check({.building = Construction::wood, .levels = 0, .ground_pressure = low},
        "+3 wooden building B23.41; -1 wooden building, colored dr for rubble B23.41; -1 single story house, colored dr for rubble B23.41");
  check({.building = Construction::wood, .factory = true, .ground_pressure = low},
        "+3 wooden building B23.41; -1 wooden building, colored dr for rubble B23.41");
  const std::string rubbled = "-1 wooden building, colored dr for rubble B23.41; +3 rubble, second Bog Check B24.121; ";
  check({.building = Construction::wood, .levels = 1, .ground_pressure = low},
        "+3 wooden building B23.41; " + rubbled + "+1 one level above ground rubbled, Falling Rubble dr B24.12");
  check({.building = Construction::wood, .levels = 3, .ground_pressure = GroundPressure::high, .drm = -1, .afvs = {"here,high"}},
        "+2 high ground pressure D8.21; +3 wooden building B23.41; -1 other DRM, as given D8.21; " + rubbled +
            "+3 levels above ground rubbled, Falling Rubble dr B24.12; +3 rubble, Bog Check of AFV here,high B24.121; "
            "+2 high ground pressure, Bog Check of AFV here,high D8.21");
  check({.building = Construction::wood, .levels = 1, .ground_pressure = low, .afvs = {"here,low"}},
        "+3 wooden building B23.41; " + rubbled +
            "+1 one level above ground rubbled, Falling Rubble dr B24.12; +3 rubble, Bog Check of AFV here,low B24.121");
}

TEST_CASE("the modifiers of breach that are listed are those in its odds") {
  const auto check = [](const BreachInputs& in, const std::string& expected) {
    INFO(expected);
    const Listed listed = ask(Breach(in), expected);
    double breached = 0;
    Odds neighbor;
    for (int original = 2; original < 12; ++original) {
      const double p = at_least(original) - at_least(original + 1);
      const std::string wall = printed_cell(30, 0, original + listed.without({"the neighbour only"}));
      if (wall != "-" && wall != "PTC") breached += p;
      neighbor["neighbour IFT " + printed_cell(12, 0, original + listed.without({}))] += p;
    }
    is(listed.odds.at("breached"), breached);
    for (const auto& [event, odds] : neighbor) is(listed.odds.at(event), odds);
  };
  check({.building = Construction::wood}, "+2 wooden building B23.3");
  check({.building = Construction::stone}, "+3 stone building B23.3");
  check({.building = Construction::wood, .fortified = true}, "+2 wooden building B23.3; +1 fortified building B23.921");
  for (const int drm : {-7, 1, 9})
    check({.building = Construction::stone, .drm = drm}, "+3 stone building B23.3; " + with_sign(drm) + " other DRM, as given A7.3");
  // Of the wall, whose TEM the first edition does not raise, a Final 14 is the first that holds.
  check({.building = Construction::stone, .fortified = true, .edition = Edition::v1},
        "+3 stone building B23.3; +1 fortified building, the neighbour only B23.921");
  check({.building = Construction::stone, .fortified = true, .drm = 3},
        "+3 stone building B23.3; +1 fortified building B23.921; +3 other DRM, as given A7.3");
}

TEST_CASE("the modifiers of hut that are listed are those in its odds: attacks, with every DRM") {
  struct Case {
    HutCause cause;
    int caliber, column, critical_column;
    std::string rows, critical_rows;
  };
  const std::string reversed = "-2 on a critical hit, the hut's TEM reversed C3.7";
  for (const auto& [cause, caliber, column, critical_column, rows, critical_rows] :
       {Case{HutCause::he, 75, 12, 0, "", ""}, Case{HutCause::he, 300, 36, 0, "-2 heavy payload C.7", ""},
        Case{HutCause::oba, 80, 16, 30, "", reversed},
        Case{HutCause::oba, 150, 30, 36, "", reversed + "; -3 Firepower above 36, on a critical hit C3.7"},
        Case{HutCause::oba, 300, 36, 36, "-2 heavy payload C.7", reversed + "; -4 Firepower above 36, on a critical hit C3.7"}}) {
    for (int drm = -3; drm <= 14; ++drm) {
      INFO(caliber << " " << drm);
      std::string expected = drm == 0 ? "" : with_sign(drm) + " DRM of the attack, as given A7.3";
      for (const std::string& more : {rows, critical_rows}) expected += (expected.empty() || more.empty() ? "" : "; ") + more;
      const Listed listed = ask(Hut({.cause = cause, .caliber = caliber, .drm = drm}), expected);
      double collapses = 0, flame = 0;
      const auto is_kia = [](const std::string& cell) { return cell.find("KIA") != std::string::npos; };
      for (int colored = 1; colored <= 6; ++colored) {
        for (int white = 1; white <= 6; ++white) {
          const int original = colored + white;
          const bool critical = original == 2 && critical_column > 0;
          const int final_dr = original + (critical ? listed.without({}) : listed.without({"critical hit"}));
          if (is_kia(printed_cell(critical ? critical_column : column, 0, final_dr))) collapses += 1.0 / 36;
          const bool kia_before = is_kia(printed_cell(column, 0, original + listed.with({"heavy payload"})));
          flame += (colored == 1 ? 1 : kia_before ? at_least(6) : 0) / 36;
        }
      }
      is(listed.odds.at("collapses"), collapses);
      is(listed.odds.at("flame"), flame);
    }
  }
}

TEST_CASE("the modifiers of hut that are listed are those in its odds: other causes") {
  const auto flame = [](const HutInputs& in, const std::string& expected) {
    INFO(expected);
    const Listed listed = ask(Hut(in), expected);
    is(listed.odds.at("flame"), at_least(6 - listed.with({"Flame DR"})));
    if (!in.targets.empty()) is(listed.odds.at("all broken or eliminated"), at_least(8 - listed.with({"DRM of the MC"})));
  };
  const std::string in_building = "-2 WP in a building, Flame DR A24.32", not_very_dry = "-1 EC not Very Dry, Flame DR A24.32";
  flame({.cause = HutCause::wp, .collapsed = true, .very_dry = true}, "");
  flame({.cause = HutCause::wp, .collapsed = true}, not_very_dry);
  flame({.cause = HutCause::wp, .collapsed = true, .dry = true, .rain = true}, not_very_dry);
  flame({.cause = HutCause::wp, .very_dry = true}, in_building);
  for (const int drm : {-1, 2})
    flame({.cause = HutCause::wp, .drm = drm, .targets = {"4-4-7"}},
          with_sign(drm) + " DRM of the MC, as given A10.1; " + in_building + "; " + not_very_dry);

  for (const int ec : {-3, 1, 2}) {  // FT: an Original K or KIA, 5 or less
    const Listed listed =
        ask(Hut({.cause = HutCause::ft, .collapsed = true, .rain = true, .ec = ec}), with_sign(ec) + " EC, Kindling DR G5.61");
    is(listed.odds.at("flame"), at_most(5) * at_least(6 - listed.with({"Kindling DR"})));
  }
  const Listed crew = ask(Hut({.cause = HutCause::afv}), "-1 closed-topped AFV, crew's Collapse PTC G5.5");
  is(crew.odds.at("crew fails PTC"), at_least(9 - crew.with({"Collapse PTC"})));
  const Listed exposed = ask(Hut({.cause = HutCause::afv, .open_topped = true}), "");
  is(exposed.odds.at("crew fails PTC"), at_least(9));
  for (const int drm : {-2, 3}) {
    const Listed listed = ask(Hut({.cause = HutCause::bombardment, .drm = drm}), with_sign(drm) + " DRM of the MC, as given A10.1");
    is(listed.odds.at("collapses"), at_least(8 - listed.with({"DRM of the MC"})));
  }
}

TEST_CASE("the modifiers of bombard that are listed are those in its odds") {
  const auto check = [](const BombardmentInputs& in, int morale, const std::string& expected) {
    INFO(expected);
    const Listed listed = ask(Bombardment(in), expected);
    const int fails_from = morale + listed.with({"Morale Level"}) - listed.with({"DRM of the MC"}) + 1, levels = *in.levels;
    is(listed.odds.at("rubble"), at_least(fails_from));
    is(listed.odds.at("whole hex rubbled"), at_least(fails_from + levels));
    // Each number of levels that can come down has its own row.
    double falls = 0;
    std::size_t row = 0;
    for (int fallen = 1; fallen <= levels; ++fallen) {
      const double p = at_least(fails_from + fallen - 1) - (fallen < levels ? at_least(fails_from + fallen) : 0);
      if (p == 0) continue;
      while (row < listed.rows.size() && listed.rows[row].reason.find("Falling Rubble") == std::string::npos) ++row;
      REQUIRE(row < listed.rows.size());
      falls += p * listed.rows[row++].amount / 6;
    }
    is(listed.odds.at("rubble falls"), falls);
    if (!in.afvs.empty()) is(listed.odds.at("1:AFV bogs"), at_least(fails_from + levels) * at_least(12 - listed.with({"of AFV"})));
  };
  const std::string one = "+1 one level above ground rubbled, Falling Rubble dr B24.12",
                    two = "+2 levels above ground rubbled, Falling Rubble dr B24.12";
  check({.building = Construction::wood, .levels = 0}, 8, "");
  check({.building = Construction::wood, .levels = 1}, 8, one);
  check({.building = Construction::stone, .levels = 2}, 9, one + "; " + two);
  check({.building = Construction::wood, .levels = 0, .fortified = true}, 8, "+1 fortified building, on its Morale Level C1.822");
  check({.building = Construction::stone, .levels = 0, .drm = 2}, 9, "+2 DRM of the MC, as given C1.82");
  check({.building = Construction::stone, .levels = 1, .fortified = true, .morale = 4, .drm = -1}, 4,
        "-1 DRM of the MC, as given C1.82; +1 fortified building, on its Morale Level C1.822; " + one);
  check({.building = Construction::stone, .levels = 2, .drm = 9}, 9, "+9 DRM of the MC, as given C1.82; " + two);
  check({.building = Construction::stone, .levels = 0, .drm = 9, .afvs = {"here,low"}}, 9,
        "+9 DRM of the MC, as given C1.82; +3 rubble, Bog Check of AFV here,low B24.121");
}

TEST_CASE("the modifiers of kindle that are listed are those in its odds") {
  const auto check = [](KindlingInputs in, int kindling, int spread, const std::string& expected) {
    INFO(expected);
    in.turns = "2";
    const Listed listed = ask(Kindling(in), expected);
    const double kindled = at_least(kindling - listed.with({" Kindling DR"}) - listed.with({"every Flame DR"}));
    const int on_flame = listed.with({"Flame's DR"}) + listed.with({"every Flame DR"});
    const double blazes = at_least(spread - on_flame), goes_on = 1 - blazes - at_most(2 - on_flame);
    is(listed.odds.at("kindled"), kindled);
    is(listed.odds.at("blaze"), kindled * blazes * (1 + goes_on));
    for (std::size_t i = 0; i < in.neighbors.size(); ++i) {  // wood or stone, in turn
      const std::string label = std::to_string(i + 1) + (i == 0 ? ":wood" : ":stone");
      const double spreads = at_least((i == 0 ? 8 : 9) - listed.with({"Spread DR of", label.c_str()}));
      is(listed.odds.at("flame in " + label), kindled * blazes * spreads);
    }
  };
  check({.terrain = Terrain::wood}, 7, 8, "");
  check({.terrain = Terrain::stone, .fortified = true}, 8, 9, "-1 fortified building, every Flame DR B23.94");
  check({.terrain = Terrain::wood, .drm = 2}, 7, 8, "+2 other DRM on the Kindling DR, as given B25.11");
  check({.terrain = Terrain::hut, .spread_drm = -2}, 6, 7, "-2 other DRM on the Flame's DR, as given B25.15");
  check({.terrain = Terrain::wood, .by = KindlingBy::smc}, 7, 8, "-2 SMC, Kindling DR B25.11");
  check({.terrain = Terrain::wood, .by = KindlingBy::half_squad}, 7, 8, "-1 half-squad or crew, Kindling DR B25.11");
  check({.terrain = Terrain::wood, .by = KindlingBy::mol}, 7, 8, "+2 MOL, Kindling DR B25.11");
  check({.terrain = Terrain::wood, .leadership = -2}, 7, 8, "+2 leadership reversed, Kindling DR B25.11");
  check({.terrain = Terrain::collapsed_hut, .by = KindlingBy::wp}, 6, 7, "-1 EC not Very Dry, Kindling DR A24.32");
  check({.terrain = Terrain::hut, .by = KindlingBy::wp, .very_dry = true}, 6, 7, "-2 WP in a building, Kindling DR A24.32");
  check({.terrain = Terrain::stone_rubble, .by = KindlingBy::wp, .very_dry = true}, 8, 9, "-2 WP in rubble, Kindling DR B24.6");
  check({.terrain = Terrain::wood, .fortified = true, .drm = 3, .spread_drm = 1, .by = KindlingBy::smc, .leadership = 1}, 7, 8,
        "-1 fortified building, every Flame DR B23.94; +3 other DRM on the Kindling DR, as given B25.11; "
        "+1 other DRM on the Flame's DR, as given B25.15; -2 SMC, Kindling DR B25.11; -1 leadership reversed, Kindling DR B25.11");
  for (const auto& [attribute, row] : {std::pair("fortified", "-1 fortified building, Spread DR of 1:wood B23.94"),
                                       {"detached", "-2 not directly attached, Spread DR of 1:wood B25.6"},
                                       {"higher", "+1 higher, Spread DR of 1:wood B25.6"},
                                       {"lower", "-1 lower, Spread DR of 1:wood B25.6"},
                                       {"drm=3", "+3 other DRM, as given, Spread DR of 1:wood B25.6"}}) {
    check({.terrain = Terrain::stone, .neighbors = {std::string("wood,") + attribute, "stone"}}, 8, 9, row);
  }
  check({.terrain = Terrain::wood, .neighbors = {"wood,higher,detached", "stone,lower"}}, 7, 8,
        "+1 higher, Spread DR of 1:wood B25.6; -2 not directly attached, Spread DR of 1:wood B25.6; -1 lower, Spread DR of 2:stone B25.6");
}

TEST_CASE("the modifiers of clear that are listed are those in its odds") {
  const auto check = [](const ClearanceInputs& in, const std::string& expected) {
    INFO(expected);
    const Listed listed = ask(Clearance(in), expected);
    const int drm = listed.without({"Flame"});
    is(listed.odds.at("cleared"), at_most(2 - drm));
    if (!in.terrain) return;
    const int of_flame = listed.with({"Flame"});
    const double fails = at_least(7 - drm);  // not hampered
    is(listed.odds.at("blaze"), fails * at_least(8 - of_flame));
    is(listed.odds.at("out"), fails * at_most(2 - of_flame));
  };
  using Task = ClearanceTask;
  check({.task = Task::wire, .half_squads = 1}, "");
  check({.task = Task::wire, .squads = 1}, "-1 squad B24.7");
  check({.task = Task::wire, .squads = 2}, "-1 squad B24.7; -2 another squad B24.7");
  check({.task = Task::wire, .squads = 3}, "-1 squad B24.7; -4 more squads B24.7");
  check({.task = Task::wire, .half_squads = 2}, "-1 another half-squad or crew B24.7");
  check({.task = Task::wire, .half_squads = 4}, "-3 more half-squads and crews B24.7");
  check({.task = Task::wire, .half_squads = 1, .heroes = 1}, "-1 hero B24.7");
  check({.task = Task::set_dc, .half_squads = 1, .heroes = 3}, "-3 heroes B24.7");
  check({.task = Task::mines, .sapper_half_squads = 1}, "-1 Sapper half-squad B28.8");
  check({.task = Task::mines, .sapper_squads = 1}, "-1 squad B24.7; -2 Sapper squad B28.8");
  check({.task = Task::roadblock, .bulldozers = 1}, "-5 bulldozer B24.7");
  check({.task = Task::rubble, .half_squads = 1, .bulldozers = 1}, "-1 another half-squad or crew B24.7; -5 bulldozer B24.7");
  for (const int leadership : {-2, 1})
    check({.task = Task::rubble, .half_squads = 1, .leadership = leadership}, with_sign(leadership) + " leadership B24.7");
  for (const int labor : {1, 2}) check({.task = Task::rubble, .half_squads = 1, .labor = labor}, with_sign(-labor) + " Labor Status B24.8");
  check({.task = Task::flame, .half_squads = 1, .ec = 2}, "+2 Environmental Conditions B25.5");
  check({.task = Task::flame, .half_squads = 1, .terrain = Terrain::wood}, "");
  check({.task = Task::flame, .half_squads = 1, .terrain = Terrain::wood, .fortified = true}, "-1 fortified building, Flame DR B23.94");
  check({.task = Task::flame, .half_squads = 1, .terrain = Terrain::wood, .spread_drm = 2},
        "+2 other DRM on the Flame's DR, as given B25.15");
  check({.task = Task::flame, .squads = 1, .ec = -2, .terrain = Terrain::wood}, "-1 squad B24.7; -2 Environmental Conditions B25.5");
  check({.task = Task::flame, .half_squads = 1, .ec = 1, .terrain = Terrain::lumberyard},
        "+1 Environmental Conditions B25.5; +1 Environmental Conditions, Flame DR B23.211");
}

TEST_CASE("the modifiers of chain that are listed are those in its odds") {
  const auto check = [](int levels, const std::string& afv, const std::string& expected) {
    INFO(expected);
    RubbleChainInputs in{.map = town({"J8=stone:" + std::to_string(levels)}), .hex = "J8"};
    if (!afv.empty()) in.afvs = {afv};
    const Listed listed = ask(RubbleChain(in), expected);
    is(listed.odds.at("rubble falls"), listed.without({"of AFV"}) / 6.0);
    if (!afv.empty()) is(listed.odds.at("1:AFV bogs"), afv.starts_with("here") ? at_least(12 - listed.with({"of AFV"})) : 0);
  };
  check(0, "", "");
  check(1, "", "+1 one level above ground rubbled B24.12");
  check(3, "", "+3 levels above ground rubbled B24.12");
  check(0, "here,low", "+3 rubble, Bog Check of AFV here,low B24.121");
  check(0, "here,ce", "+3 rubble, Bog Check of AFV here,ce B24.121; +1 normal ground pressure, Bog Check of AFV here,ce D8.21");
  check(0, "K9,high", "");  // no rubble reaches it
}

TEST_CASE("the modifiers of Close Combat") {
  using Units = std::vector<std::string>;
  const Units half_squad{"hs:2-4-7"};
  // 2 to 2 is 1-1: a half-squad is lost by a Final DR of 5 or less, on both sides at once.
  for (const int drm : {-2, 3}) {
    const std::string given = with_sign(drm) + " other DRM on the ";
    const auto by_attacker = ask(CloseCombat({.attackers = half_squad, .defenders = half_squad, .attacker_drm = drm}),
                                 given + "attacker's attack, as given A11.11");
    is(by_attacker.odds.at("defender eliminated"), at_most(5 - by_attacker.with({"attacker's"})));
    is(by_attacker.odds.at("attacker eliminated"), at_most(5));
    const auto by_both = ask(CloseCombat({.attackers = half_squad, .defenders = half_squad, .attacker_drm = 1, .defender_drm = drm}),
                             "+1 other DRM on the attacker's attack, as given A11.11; " + given + "defender's attack, as given A11.11");
    is(by_both.odds.at("defender eliminated"), at_most(5 - by_both.with({"attacker's"})));
    is(by_both.odds.at("attacker eliminated"), at_most(5 - by_both.with({"defender's"})));
  }
  // 3 to 1 is 3-1, on 8 or less.
  const auto led =
      ask(CloseCombat({.attackers = {"hs:2-4-7", "9-2"}, .defenders = {"crew:1-2-7"}}), "-2 leader, the attacker's attack A11.141");
  is(led.odds.at("defender eliminated"), at_most(8 - led.with({"leader"})));
  const auto heroic = ask(CloseCombat({.attackers = {"crew:1-2-7"}, .defenders = {"hero:1-4-9", "hero:1-4-9", "9-1"}}),
                          "-1 leader, the defender's attack A11.141; -2 heroes, the defender's attack A15.24");
  is(heroic.odds.at("attacker eliminated"), at_most(8 - heroic.with({"defender's"})));
  // The -2 is on the fate of broken units only: the other is lost on a 3, at 2 to 4.
  const auto broken = ask(CloseCombat({.attackers = half_squad, .defenders = {"crew:2-2-8", "hs:2-4-7,broken"}}),
                          "-2 broken defenders, their own fate only A11.16");
  is(broken.odds.at("d2:hs:2-4-7 eliminated"), at_most(4 - broken.with({"broken"})));
  is(broken.odds.at("d1:crew:2-2-8 eliminated"), at_most(4 - broken.without({"broken"})));
  const auto ambush = ask(CloseCombat({.attackers = half_squad, .defenders = half_squad, .ambush = Ambush::attacker}),
                          "-1 Ambush, the attacker's attack A11.4; +1 Ambush, the defender's attack A11.4");
  is(ambush.odds.at("defender eliminated"), at_most(5 - ambush.with({"attacker's"})));
  is(ambush.odds.at("attacker eliminated"), (1 - at_most(5 - ambush.with({"attacker's"}))) * at_most(5 - ambush.with({"defender's"})));
  const auto rolled = ask(CloseCombat({.attackers = half_squad, .defenders = half_squad, .ambush = Ambush::roll, .ambush_drm = "-1,+2"}),
                          "-1 the attacker's Ambush dr, as given A11.4; +2 the defender's Ambush dr, as given A11.4");
  int ways = 0;
  for (int a = 1; a <= 6; ++a) {
    for (int d = 1; d <= 6; ++d) ways += d + rolled.with({"defender's"}) - a - rolled.with({"attacker's"}) >= 3;
  }
  is(rolled.odds.at("attacker ambushes"), ways / 36.0);
}
