#include "model/questions/attack.hpp"

#include <catch2/catch.hpp>

#include "model/core/bad_input.hpp"
#include "tests/support/agreement.hpp"
#include "tests/support/ask.hpp"
#include "tests/support/effort.hpp"
#include "tests/support/naive_attack.hpp"
#include "tests/support/scripted.hpp"

using namespace boxcars;
using namespace boxcars::model;
using namespace boxcars::test;
using Catch::Matchers::Contains;

static_assert(sim::Process<Attack>);

namespace {

AttackInputs fire(const std::string& fp, std::vector<std::string> targets, int drm = 0) {
  AttackInputs in;
  in.fp = fp;
  in.targets = std::move(targets);
  in.drm = drm;
  in.cowering = Cowering::none;
  return in;
}

// On the IFT DR of a hit that is not critical.
int total_drm(const AttackInputs& in) {
  int sum = 0;
  const Attack attack(in);
  for (const Modifier& modifier : attack.description().modifiers) {
    const auto is_on = [&](const char* other) { return modifier.reason.find(other) != std::string::npos; };
    if (!is_on("critical hit") && !is_on("rubble dr") && !is_on("Kindling DR")) sum += modifier.amount;
  }
  return sum;
}

void check_against_naive(const AttackInputs& in, const NaiveAttack& naive) {
  const Attack attack(in);
  const auto ours = exact_odds(attack);
  const auto expected = naive_odds(naive);
  INFO(in.fp << " FP, DRM " << in.drm << " at " << in.targets.front() << " and " << in.targets.size() - 1 << " more");
  for (const auto& [event_name, odds] : expected) {
    const std::string& name = event_name;  // clang 14 captures no structured binding
    INFO(name);
    const auto found = std::find_if(ours.begin(), ours.end(), [&](const auto& event) {
      if (!std::isdigit(static_cast<unsigned char>(name[0]))) return event.first == name;
      const std::string number = name.substr(0, name.find(' ')) + ":", fate = name.substr(name.find(' '));
      return event.first.starts_with(number) && event.first.ends_with(fate);
    });
    REQUIRE(found != ours.end());
    CHECK(found->second == Approx(odds).margin(1e-10).epsilon(0));
  }
}

}  // namespace

TEST_CASE("a lone squad under 8 FP, in fractions of 1296") {
  const auto odds = exact_odds(Attack(fire("8", {"4-4-7"})));
  const std::map<std::string, int> expected{{"IFT 1KIA", 36},
                                            {"IFT K/2", 72},
                                            {"IFT 2MC", 252},
                                            {"IFT 1MC", 396},
                                            {"IFT NMC", 180},
                                            {"IFT PTC", 144},
                                            {"IFT -", 216},
                                            {"1:4-4-7 eliminated", 36 + 2},
                                            {"1:4-4-7 broken", 465 + 50 + 23},
                                            {"1:4-4-7 pinned", 173 + 8},
                                            {"1:4-4-7 reduced", 70 + 23},
                                            {"1:4-4-7 replaced", 0},
                                            {"1:4-4-7 unharmed", 527},
                                            {"any eliminated", 38},
                                            {"all eliminated", 38},
                                            {"all broken or eliminated", 38 + 538},
                                            {"some effect", 1296 - 527},
                                            {"no effect", 527},
                                            {"any broken or eliminated", 38 + 538},
                                            {"PTC or worse", 1296 - 216},
                                            {"NMC or worse", 1296 - 216 - 144},
                                            {"KIA or K", 36 + 72}};
  CHECK(odds.size() == expected.size());
  for (const auto& [name, of_1296] : expected) {
    INFO(name);
    CHECK(odds.at(name) * 1296 == Approx(of_1296).margin(1e-9));
  }
}

TEST_CASE("cowering, in fractions of 36") {
  auto in = fire("8", {"4-4-7"});
  in.cowering = Cowering::automatic;
  const auto odds = exact_odds(Attack(in));
  const std::map<std::string, int> expected{{"IFT 1KIA", 1}, {"IFT K/2", 2}, {"IFT 2MC", 7}, {"IFT 1MC", 11},
                                            {"IFT NMC", 4},  {"IFT PTC", 5}, {"IFT -", 6}};
  for (const auto& [name, of_36] : expected) CHECK(odds.at(name) * 36 == Approx(of_36).margin(1e-9));
}

TEST_CASE("who cowers by default") {
  const auto shift = [](AttackInputs in) { return Attack(in).description().summary.front().find("cower") != std::string::npos; };
  auto in = fire("8", {"4-4-7"});
  in.cowering = Cowering::automatic;
  CHECK(shift(in));
  in.leadership = 0;
  CHECK_FALSE(shift(in));
  in = fire("", {"4-4-7"});
  in.cowering = Cowering::automatic;
  in.caliber = 75;
  CHECK_FALSE(shift(in));
}

TEST_CASE("single units of every kind against a naive enumeration, all columns", "[thorough]") {
  struct Case {
    std::string typed;
    NaiveUnit naive;
  };
  const std::vector<Case> cases{
      {"4-4-7", {}},
      {"4-6-8,elr=2", {.morale = 8, .broken_morale = 8, .elr = 2}},
      {"4-4-7,broken,bml=6", {.broken_morale = 6, .broken = true}},
      {"4-4-6,pinned,bml=5", {.morale = 6, .broken_morale = 5, .pinned = true}},
      {"hs:2-4-7,elr=0", {.kind = 'h', .elr = 0}},
      {"hs:2-3-6,broken", {.kind = 'h', .morale = 6, .broken_morale = 6, .broken = true}},
      {"crew:2-2-8,elr=1", {.kind = 'c', .morale = 8, .broken_morale = 8, .elr = 1}},
      {"9-1,elr=1", {.kind = 'l', .morale = 9, .broken_morale = 9, .leadership = -1, .elr = 1}},
      {"8-0,wounded,bml=7", {.kind = 'l', .morale = 8, .broken_morale = 7, .wounded = true}},
      {"7-0,broken", {.kind = 'l', .broken = true}},
      {"hero:1-4-9", {.kind = 'H', .morale = 9, .broken_morale = 9}},
      {"hero:1-4-9,wounded", {.kind = 'H', .morale = 9, .broken_morale = 9, .wounded = true}},
  };
  for (const auto& [typed, naive] : cases) {
    for (const int column : {1, 2, 4, 6, 8, 12, 16, 20, 24, 30, 36}) {
      for (const int drm : {-4, 0, 3}) check_against_naive(fire(std::to_string(column), {typed}, drm), {{column}, drm, 0, {naive}});
    }
  }
}

TEST_CASE("one Original DR has a Final DR for who moves, who is pinned and who is broken (A.5, A7.83, A4.61, A4.62)", "[thorough]") {
  struct Case {
    std::vector<std::string> typed;
    std::vector<NaiveUnit> naive;
  };
  const NaiveUnit squad{}, pinned{.pinned = true}, broken{.broken = true};
  const NaiveUnit leader{.kind = 'l', .morale = 9, .broken_morale = 9, .leadership = -1};
  const NaiveUnit pinned_leader{.kind = 'l', .morale = 9, .broken_morale = 9, .leadership = -1, .pinned = true};
  const NaiveUnit other_leader{.kind = 'l', .morale = 8, .broken_morale = 8};
  const NaiveUnit broken_leader{.kind = 'l', .morale = 8, .broken_morale = 8, .broken = true};
  const NaiveUnit hero{.kind = 'H', .morale = 9, .broken_morale = 9};
  const std::vector<Case> cases{
      {{"4-4-7"}, {squad}},
      {{"4-4-7,pinned"}, {pinned}},
      {{"4-4-7,broken"}, {broken}},
      {{"4-4-7", "4-4-7,pinned"}, {squad, pinned}},
      {{"4-4-7,pinned", "4-4-7,broken"}, {pinned, broken}},
      {{"4-4-7", "4-4-7,pinned", "4-4-7,broken"}, {squad, pinned, broken}},
      {{"9-1", "4-4-7,pinned", "4-4-7,broken"}, {leader, pinned, broken}},
      {{"9-1,pinned", "8-0", "4-4-7"}, {pinned_leader, other_leader, squad}},
      {{"9-1", "8-0,broken", "hero:1-4-9"}, {leader, broken_leader, hero}},
  };
  struct Moving {
    Movement movement;
    int unpinned, broken;
  };
  const bool all = effort(true, false);
  for (const auto& [movement, drm, drm_on_broken] :
       {Moving{Movement::normal, -2, -2}, Moving{Movement::assault, -1, -2}, Moving{Movement::hazardous, -2, -2}}) {
    for (const auto& [typed, naive] : cases) {
      for (const int column : all ? std::vector{1, 4, 8, 16, 24, 36} : std::vector{4, 20}) {
        AttackInputs in = fire(std::to_string(column), typed);
        in.moving = movement;
        NaiveAttack expected{{column}, drm, 0, naive};
        expected.drm_on_pinned = 0, expected.drm_on_broken = drm_on_broken;
        check_against_naive(in, expected);
        const bool has_pairs = all && column == 4;
        if (naive.size() > (has_pairs ? 2U : 1U)) continue;
        in.then = {std::to_string(column), "2"};
        expected.columns = {column, column, 2};
        check_against_naive(in, expected);
      }
      // Where the table ends they have the same result, but a Random Selection each.
      AttackInputs in = fire("4", typed, -8);
      in.moving = movement;
      NaiveAttack expected{{4}, drm - 8, 0, naive};
      expected.drm_on_pinned = -8, expected.drm_on_broken = drm_on_broken - 8;
      check_against_naive(in, expected);
    }
  }
}

TEST_CASE("what is said of an attack is said of those who are there at first, and of each of them") {
  AttackInputs in = fire("4", {"4-6-7,pinned"});
  in.moving = Movement::normal;
  CHECK(total_drm(in) == 0);
  in.targets = {"4-6-7,broken"};
  CHECK(total_drm(in) == -2);
  in.moving = Movement::assault;
  CHECK(total_drm(in) == -2);
  in.targets = {"4-6-7", "4-6-7,pinned"};
  CHECK(total_drm(in) == -1);
  CHECK_THAT(Attack(in).description().summary.front(), Contains("DRM -1; on who is pinned DRM +0"));
  in.targets = {"4-6-7,pinned", "4-6-7,broken", "4-6-7"};
  CHECK_THAT(Attack(in).description().summary.front(), Contains("DRM -1; on who is pinned DRM +0, on who is broken DRM -2"));
  in.targets = {"4-6-7"}, in.then = {"4"};
  const auto notes = Attack(in).description().notes;
  CHECK(std::any_of(notes.begin(), notes.end(), [](const std::string& note) { return note.find("A7.83") != std::string::npos; }));
}

TEST_CASE("stacks against a naive enumeration in the order of the rulebook", "[thorough]") {
  const NaiveUnit squad{}, broken{.broken = true}, elr{.elr = 1}, crew{.kind = 'c', .morale = 8, .broken_morale = 8};
  const NaiveUnit nine_one{.kind = 'l', .morale = 9, .broken_morale = 9, .leadership = -1};
  const NaiveUnit nine_two{.kind = 'l', .morale = 9, .broken_morale = 9, .leadership = -2};
  const NaiveUnit eight{.kind = 'l', .morale = 8, .broken_morale = 8}, bad{.kind = 'l', .morale = 6, .broken_morale = 6, .leadership = +1};
  const NaiveUnit hero{.kind = 'H', .morale = 9, .broken_morale = 9};
  struct Case {
    std::vector<std::string> typed;
    std::vector<NaiveUnit> naive;
  };
  const std::vector<Case> cases{
      {{"4-4-7", "9-1"}, {squad, nine_one}},    {{"9-2", "4-4-7,broken"}, {nine_two, broken}},
      {{"6+1", "4-4-7,elr=1"}, {bad, elr}},     {{"8-0", "9-1"}, {eight, nine_one}},
      {{"9-1", "9-1"}, {nine_one, nine_one}},   {{"hero:1-4-9", "4-4-7"}, {hero, squad}},
      {{"crew:2-2-8", "4-4-7"}, {crew, squad}}, {{"hero:1-4-9", "4-4-7", "4-4-7,broken"}, {hero, squad, broken}},
  };
  for (const auto& [typed, naive] : cases) {
    for (const auto& [column, drm] : std::vector<std::pair<int, int>>{{4, 0}, {12, -2}, {30, 1}}) {
      check_against_naive(fire(std::to_string(column), typed, drm), {{column}, drm, 0, naive});
    }
  }
  check_against_naive(fire("12", {"9-1", "4-4-7", "4-4-7,elr=1"}), {{12}, 0, 0, {nine_one, squad, elr}});
  check_against_naive(fire("6", {"8-0", "4-4-7", "9-1"}, 1), {{6}, 1, 0, {eight, squad, nine_one}});
}

TEST_CASE("how many are lost, against the naive enumeration", "[thorough]") {
  const NaiveUnit squad{}, broken{.broken = true}, crew{.kind = 'c', .morale = 8, .broken_morale = 8}, half{.kind = 'h'};
  const NaiveUnit nine_one{.kind = 'l', .morale = 9, .broken_morale = 9, .leadership = -1};
  struct Case {
    std::vector<std::string> typed;
    std::vector<NaiveUnit> naive;
    std::vector<int> columns;
  };
  const std::vector<Case> cases{{{"4-4-7"}, {squad}, {8}},
                                {{"4-4-7", "4-4-7"}, {squad, squad}, {16}},
                                {{"2x4-4-7"}, {squad, squad}, {16, 8}},
                                {{"9-1", "4-4-7", "crew:2-2-8"}, {nine_one, squad, crew}, {12}},
                                {{"4-4-7", "4-4-7,broken", "crew:2-2-8"}, {squad, broken, crew}, {30}},
                                {{"9-1", "2x4-4-7"}, {nine_one, squad, squad}, {20}},
                                {{"hs:2-4-7", "4-4-7"}, {half, squad}, {8, 4}}};
  for (const auto& [typed, naive, columns] : cases) {
    auto in = fire(std::to_string(columns.front()), typed);
    for (std::size_t i = 1; i < columns.size(); ++i) in.then.push_back(std::to_string(columns[i]));
    const auto ours = exact_measures(Attack(in));
    std::map<int, double> eliminated, lost;
    double any = 0;
    for (const auto& [losses, odds] : naive_losses({.columns = columns, .units = naive})) {
      eliminated[losses.eliminated] += odds, lost[losses.broken_or_eliminated] += odds;
      if (losses.broken_or_eliminated > 0) any += odds;
    }
    INFO(typed.front() << " and " << typed.size() - 1 << " more");
    CHECK(exact_odds(Attack(in)).at("any broken or eliminated") == Approx(any).margin(1e-11).epsilon(0));
    for (const auto& [name, expected] : {std::pair("units eliminated", eliminated), std::pair("units broken or eliminated", lost)}) {
      for (int count = 0; count <= static_cast<int>(naive.size()); ++count) {
        const auto& odds = ours.at(name);
        const auto here = odds.find(count), there = expected.find(count);
        CHECK((here == odds.end() ? 0 : here->second) == Approx(there == expected.end() ? 0 : there->second).margin(1e-11).epsilon(0));
      }
    }
  }
}

TEST_CASE("how many are lost costs few states") {
  const auto states = [](const AttackInputs& in) {
    const auto rules = sim::rules_of(Attack(in));
    sim::Chain chain(*rules);
    sim::solve(chain, {}, never_stop);
    return chain.size();
  };
  CHECK(states(fire("16", {"9-1", "4-4-7", "4-4-7", "4-4-7", "4-4-7", "4-4-7", "4-4-7"})) < 11000);
  CHECK(states(fire("8", {"9-1", "4-4-7"})) < 100);
}

TEST_CASE("attacks one after the other, cowering, against the naive enumeration", "[thorough]") {
  auto in = fire("6", {"4-4-7,elr=1"});
  in.cowering = Cowering::inexperienced;
  in.then = {"4"};
  check_against_naive(in, {{6, 4}, 0, 2, {{.elr = 1}}});
  // The better leader may be the worse one after the first attack; then the other checks first.
  in = fire("1", {"9-1,wounded", "8-1"}, 1);
  in.then = {"1"};
  check_against_naive(in, {{1, 1},
                           1,
                           0,
                           {{.kind = 'l', .morale = 9, .broken_morale = 9, .leadership = -1, .wounded = true},
                            {.kind = 'l', .morale = 8, .broken_morale = 8, .leadership = -1}}});
  in = fire("2", {"hero:1-4-9", "hs:2-4-7"}, -1);
  in.then = {"1"};
  check_against_naive(in, {{2, 1}, -1, 0, {{.kind = 'H', .morale = 9, .broken_morale = 9}, {.kind = 'h'}}});
}

TEST_CASE("Heat of Battle against the naive enumeration: who is rallied is not disrupted at the end", "[thorough]") {
  const NaiveUnit squad{.hardens_alike = true}, elr{.elr = 2, .hardens_alike = true}, hero{.kind = 'H', .morale = 9, .broken_morale = 9};
  const NaiveUnit nine_one{.kind = 'l', .morale = 9, .broken_morale = 9, .leadership = -1};
  const NaiveUnit eight_one{.kind = 'l', .morale = 8, .broken_morale = 8, .leadership = -1};
  const NaiveUnit broken_eight{.kind = 'l', .morale = 8, .broken_morale = 8, .broken = true};
  const NaiveUnit six{.kind = 'l', .morale = 6, .broken_morale = 6, .leadership = +1, .elr = 1};
  const NaiveUnit half_squad{.kind = 'h'}, crew{.kind = 'c', .morale = 8, .broken_morale = 8};
  const NaiveUnit wounded{.kind = 'l', .morale = 9, .broken_morale = 9, .leadership = -1, .wounded = true};
  const auto check = [](std::vector<std::string> targets, int drm, std::vector<int> columns, std::vector<NaiveUnit> units) {
    auto in = fire(std::to_string(columns.front()), std::move(targets));
    for (std::size_t i = 1; i < columns.size(); ++i) in.then.push_back(std::to_string(columns[i]));
    in.heat_of_battle = drm;
    in.cowering = Cowering::normal;
    check_against_naive(in, {columns, 0, 1, std::move(units), drm});
  };
  check({"4-4-7"}, 5, {8, 8}, {squad});                     // berserk: 0.0208 disrupted if the mark stayed, 0.0207 if not
  check({"8-1"}, 0, {8, 8}, {eight_one});                   // heroic, too
  check({"4-4-7"}, -1, {6, 4}, {squad});                    // heroes, who are attacked with it
  check({"9-1", "4-4-7,elr=2"}, 1, {12}, {nine_one, elr});  // in one attack, by a MC and a LLMC; a berserk leader leads nobody
  check({"9-1,wounded"}, 0, {16, 16}, {wounded});           // berserk and wounded: a Morale Level of 10 all the same
  check({"hero:1-4-9", "4-4-7"}, 0, {12}, {hero, squad});
  // Who follows a leader who goes berserk: squads, crews, heroes, the broken; and leaders, whom others follow then.
  check({"9-1", "hs:2-4-7"}, 3, {12}, {nine_one, half_squad});
  check({"8-1", "hero:1-4-9"}, 2, {6}, {eight_one, hero});
  check({"8-1", "crew:2-2-8"}, 2, {6}, {eight_one, crew});
  check({"9-1", "8-0,broken", "4-4-7"}, 3, {16}, {nine_one, broken_eight, squad});
  check({"6+1,elr=1", "8-1"}, 2, {4, 4}, {six, eight_one});
}

TEST_CASE("who follows a berserk leader has suffered what hit him as he was, against the naive enumeration (A15.41, A.5)", "[thorough]") {
  const NaiveUnit nine_one{.kind = 'l', .morale = 9, .broken_morale = 9, .leadership = -1};
  const NaiveUnit eight{.kind = 'l', .morale = 8, .broken_morale = 8},
      pinned_eight{.kind = 'l', .morale = 8, .broken_morale = 8, .pinned = true};
  const NaiveUnit pinned{.pinned = true, .hardens_alike = true}, squad{.hardens_alike = true}, half_squad{.kind = 'h'};
  const auto check = [](std::vector<std::string> targets, int column, std::vector<NaiveUnit> units, int heat) {
    auto in = fire(std::to_string(column), std::move(targets));
    in.moving = Movement::normal;  // -2, but not on who is pinned
    in.heat_of_battle = heat;
    check_against_naive(in, {{column}, -2, 0, std::move(units), heat, std::nullopt, 0, -2});
  };
  check({"9-1", "4-4-7,pinned"}, 12, {nine_one, pinned}, 3);
  check({"9-1", "8-0,pinned", "4-4-7,pinned"}, 4, {nine_one, pinned_eight, pinned}, 3);
  check({"9-1", "8-0,pinned", "hs:2-4-7"}, 16, {nine_one, pinned_eight, half_squad}, 3);
  check({"9-1,pinned", "8-0", "4-4-7"}, 12,
        {{.kind = 'l', .morale = 9, .broken_morale = 9, .leadership = -1, .pinned = true}, eight, squad}, 4);
  // Groups, and who was made a hero before.
  auto in = fire("6", {"8-1", "2xhs:2-4-7"});
  in.heat_of_battle = 2;
  in.then = {"4"};
  check_agreement(Attack(in), simulated(Attack(in), 1'000'000), solved(Attack(in)).odds.value());
}

TEST_CASE("units that begin berserk or Disrupted, against the naive enumeration", "[thorough]") {
  const NaiveUnit berserk{.berserk = true}, leader{.kind = 'l', .morale = 9, .broken_morale = 9, .leadership = -1, .berserk = true};
  const NaiveUnit led{.kind = 'l', .morale = 9, .broken_morale = 9, .leadership = -1};
  check_against_naive(fire("8", {"9-1,berserk", "4-4-7,berserk", "4-4-7"}), {{8}, 0, 0, {leader, berserk, {}}});
  check_against_naive(fire("16", {"9-1", "4-4-7,berserk"}), {{16}, 0, 0, {led, berserk}});
  auto in = fire("6", {"4-4-7,disrupted"});
  in.heat_of_battle = 0;
  in.then = {"6"};
  check_against_naive(in, {{6, 6}, 0, 0, {{.broken = true, .disrupted = true, .hardens_alike = true}}, 0});
  // A berserk target is Known to a MG far away, where all are (A9.4): 7 FP halved once.
  const auto far = [](std::vector<std::string> targets) {
    AttackInputs at{.targets = std::move(targets)};
    at.by = {"4-6-7,mg-only", "hmg:7-16", "8-0"};
    at.range = 18;
    return exact_odds(Attack(at)).at("IFT NMC");
  };
  CHECK(far({"4-4-7"}) < far({"4-4-7,broken"}));
  CHECK(far({"4-4-7,berserk"}) == far({"4-4-7,broken"}));
}

TEST_CASE("a leader who goes berserk takes others with him, when all have taken their MC: a NTC with his DRM (A15.41)") {
  auto in = fire("8", {"8-1", "9-1", "4-4-7"});
  in.heat_of_battle = 2;
  in.attackers_san = 7;
  // The 9-1 is first, and berserk by a 7 + 2. The 8-1 breaks by a 10, and follows by a 9 with the -1 of the 9-1. The squad does not by a 9,
  // but, broken by a 10, by an 8 with the -1 of the 8-1.
  const Told told = play(Attack(in), {{4, 4}, {1, 1}, {3, 4}, {4, 6}, {4, 5}, {4, 6}, {4, 5}, {4, 4}});
  CHECK(told.throws == std::vector<std::string>{"IFT DR", "MC DR", "Heat of Battle DR", "MC DR", "NTC DR", "MC DR", "NTC DR", "NTC DR"});
  for (const char* event : {"1:8-1 berserk", "2:9-1 berserk", "3:4-4-7 berserk", "3:4-4-7 unharmed"}) CHECK(told.happened(event));
  // A DR that is his SAN wakes the attacker's sniper; a hero whom a K/# has wounded takes no MC, but follows.
  auto few = fire("16", {"8-1", "hero:1-4-9"});
  few.heat_of_battle = 2;
  few.attackers_san = 7;
  const Told hero = play(Attack(few), {{1, 3}, {2}, {5}, {1, 1}, {3, 4}, {4}, {3, 4}, {5}});
  CHECK(hero.throws == std::vector<std::string>{"IFT DR", "Random Selection dr", "Random Selection dr", "MC DR", "Heat of Battle DR",
                                                "Wound Severity dr", "NTC DR", "Sniper dr"});
  CHECK(hero.happened("2:hero:1-4-9 berserk"));
  // An 8-0 and a half-squad (the audit by the rulebook).
  auto audited = fire("4", {"8-0", "hs:2-4-7"});
  audited.cowering = Cowering::normal;
  audited.heat_of_battle = 2;
  CHECK(exact_odds(Attack(audited)).at("2:hs:2-4-7 berserk") == Approx(.00674).margin(5e-6));
}

TEST_CASE("who is hardened and who is Replaced, against the naive enumeration (A15.3, A19.12, A19.13)", "[thorough]") {
  const NaiveUnit six{.kind = 'l', .morale = 6, .broken_morale = 6, .leadership = +1, .elr = 1};
  const NaiveUnit nine_two{.kind = 'l', .morale = 9, .broken_morale = 9, .leadership = -2, .elr = 0};
  const auto check = [](std::vector<std::string> targets, std::vector<int> columns, std::vector<NaiveUnit> units, std::optional<int> heat) {
    auto in = fire(std::to_string(columns.front()), std::move(targets));
    for (std::size_t i = 1; i < columns.size(); ++i) in.then.push_back(std::to_string(columns[i]));
    in.heat_of_battle = heat;
    in.cowering = Cowering::normal;
    check_against_naive(in, {columns, 0, 1, std::move(units), heat});
  };
  check({"4-6-7,broken"}, {8}, {{.broken = true}}, 0);
  check({"4-4-7,pinned"}, {8}, {{.pinned = true, .hardens_alike = true}}, 0);
  check({"4-4-7,elr=1"}, {8, 8}, {{.elr = 1, .hardens_alike = true}}, 3);
  check({"9-2,elr=0"}, {8, 8}, {nine_two}, std::nullopt);
  check({"6+1,elr=1"}, {8}, {six}, std::nullopt);
  check({"6+1,elr=1", "4-4-7,elr=2"}, {6, 4}, {six, {.elr = 2}}, std::nullopt);
  // An NMC of a 6+1 with ELR 1: from 8 on it is Disrupted, but for a 12 with a Wound Severity dr of 5 or 6. A Fanatic never is.
  const auto odds = exact_odds(Attack(fire("1", {"6+1,elr=1"}, 2)));
  CHECK(odds.at("1:6+1 disrupted") == Approx(odds.at("IFT NMC") * (15 - 1.0 / 3) / 36));
  CHECK(odds.at("1:6+1 replaced") == 0);
  CHECK(exact_odds(Attack(fire("8", {"6+1,fanatic,elr=1"}))).at("1:6+1 disrupted") == 0);
}

TEST_CASE("Heat of Battle against the naive enumeration: who dies of his MC makes no hero", "[thorough]") {
  const auto check = [](const std::string& target, const NaiveUnit& unit) {
    auto in = fire("30", {target});
    in.heat_of_battle = 0;
    check_against_naive(in, {{30}, 0, 0, {unit}, 0});
  };
  check("5-0,broken", {.kind = 'l', .morale = 5, .broken_morale = 5, .broken = true});
  check("5-0,broken,bml=4", {.kind = 'l', .morale = 5, .broken_morale = 4, .broken = true});
  check("hs:2-3-6,broken", {.kind = 'h', .morale = 6, .broken_morale = 6, .broken = true});
  const Attack attack([] {
    auto in = fire("30", {"5-0,broken"});
    in.heat_of_battle = 0;
    return in;
  }());
  // 4MC with an Original 2: Final 6 against 5 is a wound. Only who survives it has his Heat of Battle.
  const Told dies = play(attack, {{3, 4}, {1, 1}, {5}});
  CHECK(dies.throws == std::vector<std::string>{"IFT DR", "MC DR", "Wound Severity dr"});
  const Told lives = play(attack, {{3, 4}, {1, 1}, {4}, {1, 2}});
  CHECK(lives.throws == std::vector<std::string>{"IFT DR", "MC DR", "Wound Severity dr", "Heat of Battle DR"});
  CHECK(lives.happened("1:5-0 makes a hero"));
}

TEST_CASE("leaders are lost in the order in which it happens: by the K before the MC", "[thorough]") {
  const NaiveUnit squad{}, bad{.kind = 'l', .morale = 6, .broken_morale = 6, .leadership = +1};
  const NaiveUnit broken_eight{.kind = 'l', .morale = 8, .broken_morale = 8, .broken = true};
  const NaiveUnit nine_one{.kind = 'l', .morale = 9, .broken_morale = 9, .leadership = -1};
  const NaiveUnit eight_one{.kind = 'l', .morale = 8, .broken_morale = 8, .leadership = -1};
  check_against_naive(fire("8", {"6+1", "6+1", "8-0,broken"}), {{8}, 0, 0, {bad, bad, broken_eight}});
  check_against_naive(fire("24", {"6+1", "6+1", "8-0,broken"}), {{24}, 0, 0, {bad, bad, broken_eight}});
  auto in = fire("8", {"9-1", "8-1", "4-4-7"});
  in.attackers_san = 4;
  check_against_naive(in, {{8}, 0, 0, {nine_one, eight_one, squad}, std::nullopt, 4});
  // K/2 picks the 8-1, who dies of it; then the 9-1 breaks: the squad's LLMC for the one comes before its LLTC for the other.
  const Told told = play(Attack(in), {{1, 2}, {1}, {6}, {1}, {6}, {5, 5}, {1, 2}, {1, 2}, {5, 1}});
  CHECK(told.throws == std::vector<std::string>{"IFT DR", "Random Selection dr", "Random Selection dr", "Random Selection dr",
                                                "Wound Severity dr", "MC DR", "MC DR", "LLMC DR", "LLTC DR"});
  CHECK(told.happened("3:4-4-7 unharmed"));
}

TEST_CASE("a group has the odds that its units have when they are typed one by one", "[thorough]") {
  struct Case {
    std::vector<std::string> grouped, single;
  };
  const std::vector<Case> cases{
      {{"2x4-4-7"}, {"4-4-7", "4-4-7"}},
      {{"2xhs:2-4-7", "8-0"}, {"hs:2-4-7", "hs:2-4-7", "8-0"}},
      {{"9-1", "2x4-4-7,elr=1"}, {"9-1", "4-4-7,elr=1", "4-4-7,elr=1"}},
      {{"2x9-1", "8-0", "hero:1-4-9"}, {"9-1", "9-1", "8-0", "hero:1-4-9"}},
      {{"3x4-4-7,broken", "2xhero:1-4-9"}, {"4-4-7,broken", "4-4-7,broken", "4-4-7,broken", "hero:1-4-9", "hero:1-4-9"}}};
  const std::vector<std::string> fates{"eliminated", "broken", "pinned", "reduced", "replaced", "unharmed"};
  struct Solved {
    std::map<std::string, double> events;
    std::map<std::string, std::map<int, double>> measures;
    explicit Solved(const AttackInputs& in) : events(exact_odds(Attack(in))), measures(exact_measures(Attack(in))) {}
    // The mean number of units with a fate, over groups and single units.
    double mean_number(const std::string& fate) const {
      double sum = 0;
      for (const auto& [name, odds] : events) {
        if (name.find(':') != std::string::npos && name.ends_with(" " + fate)) sum += odds;
      }
      for (const auto& [name, distribution] : measures) {
        if (!name.ends_with(" " + fate)) continue;
        double all = 0;
        for (const auto& [count, odds] : distribution) sum += count * odds, all += odds;
        CHECK(all == Approx(1).epsilon(1e-12));
      }
      return sum;
    }
  };
  for (const auto& [grouped, single] : cases) {
    for (const bool again : {false, true}) {
      auto in = fire("12", grouped, -1);
      if (again) in.then = {"8"};
      const Solved groups(in);
      in.targets = single;
      const Solved singles(in);
      INFO(grouped.front() << " and " << grouped.size() - 1 << " more" << (again ? ", attacked twice" : ""));
      for (const auto& fate : fates) CHECK(groups.mean_number(fate) == Approx(singles.mean_number(fate)).epsilon(1e-11));
      for (const std::string event :
           {"any eliminated", "all eliminated", "any broken or eliminated", "all broken or eliminated", "some effect", "no effect"}) {
        CHECK(groups.events.at(event) == Approx(singles.events.at(event)).epsilon(1e-11).margin(1e-14));
      }
    }
  }
}

TEST_CASE("a KIA that reaches fewer than all selects, the others break, the broken lose men") {
  const Attack attack(fire("8", {"4-4-7", "4-4-7,broken", "hero:1-4-9"}));
  // Snake eyes: 1KIA. Squads 6 and 3, hero 2: the first squad dies, the broken squad is reduced, the hero wounded (dr 4).
  const Told told = play(attack, {{1, 1}, {6}, {3}, {2}, {4}});
  CHECK(told.throws ==
        std::vector<std::string>{"IFT DR", "Random Selection dr", "Random Selection dr", "Random Selection dr", "Wound Severity dr"});
  CHECK(told.happened("1:4-4-7 eliminated"));
  CHECK(told.happened("2:4-4-7 reduced"));
  CHECK(told.happened("2:4-4-7 broken"));
  CHECK(told.happened("3:hero:1-4-9 reduced"));
  CHECK(told.happened("any eliminated"));
  CHECK_FALSE(told.happened("all broken or eliminated"));
  // A tie: all who tie die, and nobody is left but the hero, who is wounded and dies of it.
  const Told tie = play(attack, {{1, 1}, {5}, {5}, {1}, {5}});
  CHECK(tie.happened("all eliminated"));
}

TEST_CASE("a K reduces one, and the new half-squad checks with the others") {
  const Attack attack(fire("8", {"4-4-7", "9-1"}));
  // DR 3 is K/2. The leader (first in the order) is selected and lightly wounded: no Morale Check for him, and his modifier, now 0, does
  // not help; the squad's 5 + 2 is the highest that passes.
  const Told leader = play(attack, {{1, 2}, {6}, {2}, {4}, {2, 3}});
  CHECK(leader.throws == std::vector<std::string>{"IFT DR", "Random Selection dr", "Random Selection dr", "Wound Severity dr", "MC DR"});
  CHECK(leader.happened("2:9-1 reduced"));
  CHECK(leader.happened("1:4-4-7 pinned"));
  // The squad is selected: the leader passes with 6 and helps the half-squad, whose 5 + 2 - 1 passes.
  const Told squad = play(attack, {{1, 2}, {2}, {6}, {3, 3}, {2, 3}});
  CHECK(squad.happened("2:9-1 unharmed"));
  CHECK(squad.happened("1:4-4-7 reduced"));
  CHECK_FALSE(squad.happened("1:4-4-7 pinned"));
}

TEST_CASE("a leader that is lost: LLMC if eliminated, LLTC if broken") {
  const Attack attack(fire("8", {"9-2", "4-4-7"}));
  // 1MC. The leader rolls 11 and breaks; the squad passes its check (4 + 1) without help, and its LLTC with +2: 6 + 2 > 7 pins it.
  const Told breaks = play(attack, {{3, 3}, {5, 6}, {2, 2}, {3, 3}});
  CHECK(breaks.throws == std::vector<std::string>{"IFT DR", "MC DR", "MC DR", "LLTC DR"});
  CHECK(breaks.happened("2:4-4-7 pinned"));
  // He rolls 12 and dies of his wound (dr 5): the squad takes a LLMC with +2, and passing it exactly does not pin.
  const Told dies = play(attack, {{3, 3}, {6, 6}, {5}, {2, 2}, {2, 3}});
  CHECK(dies.throws == std::vector<std::string>{"IFT DR", "MC DR", "Wound Severity dr", "MC DR", "LLMC DR"});
  CHECK(dies.happened("2:4-4-7 unharmed"));
}

TEST_CASE("a PTC leaves the broken, the pinned and heroes alone") {
  const Attack attack(fire("8", {"4-4-7", "4-4-7,broken", "4-4-7,pinned", "hero:1-4-9"}));
  const Told told = play(attack, {{4, 5}, {4, 4}});
  CHECK(told.throws == std::vector<std::string>{"IFT DR", "PTC DR"});
  CHECK(told.happened("1:4-4-7 pinned"));
}

TEST_CASE("Heat of Battle: who makes a hero has him beside it in the next attack") {
  auto in = fire("8", {"4-4-7"});
  in.heat_of_battle = 0;
  in.then = {"8"};
  const Attack attack(in);
  // NMC, Original 2: a hero. Then 1KIA: two targets, Random Selection; the hero (5) dies, the squad breaks.
  const Told told = play(attack, {{4, 4}, {1, 1}, {1, 3}, {1, 1}, {2}, {5}});
  CHECK(told.happened("1:4-4-7 makes a hero"));
  CHECK(told.happened("1:4-4-7 broken"));
  CHECK_FALSE(told.happened("any eliminated"));  // he was not a target that was asked about
}

TEST_CASE("Heat of Battle: every result, on an IFT MC and on a LLMC") {
  auto in = fire("8", {"4-4-7"});
  in.heat_of_battle = 0;
  const auto after = [&](std::initializer_list<int> heat, const std::string& fate) {
    const Told told = play(Attack(in), {{4, 4}, {1, 1}, heat});
    return told.happened("1:4-4-7 " + fate);
  };
  CHECK(after({1, 3}, "makes a hero"));
  CHECK(after({2, 3}, "makes a hero"));
  CHECK(after({2, 3}, "battle hardened"));
  CHECK(after({3, 4}, "battle hardened"));
  CHECK_FALSE(after({3, 4}, "makes a hero"));
  CHECK(after({5, 4}, "berserk"));
  CHECK(after({6, 6}, "disrupted"));
  CHECK(after({6, 6}, "broken"));
  // A heroic leader is wounded where another would break: NMC 2, hero; then an NMC of 12, a light wound.
  in.targets = {"8-0"};
  in.then = {"8"};
  const Told leader = play(Attack(in), {{4, 4}, {1, 1}, {1, 1}, {4, 4}, {6, 6}, {3}});
  CHECK(leader.happened("1:8-0 reduced"));
  CHECK_FALSE(leader.happened("1:8-0 broken"));
  // The leader dies of a 12; the squad's LLMC of 2 has its Heat of Battle.
  in.targets = {"9-1", "4-4-7"};
  in.then = {};
  const Told loss = play(Attack(in), {{4, 4}, {6, 6}, {6}, {2, 2}, {1, 1}, {3, 4}});
  CHECK(loss.throws == std::vector<std::string>{"IFT DR", "MC DR", "Wound Severity dr", "MC DR", "LLMC DR", "Heat of Battle DR"});
  CHECK(loss.happened("2:4-4-7 battle hardened"));
}

TEST_CASE("a half-squad made in play has the broken side that hs_bml says") {
  auto in = fire("8", {"4-4-7,bml=8,hs_bml=5"});
  in.then = {"8"};
  // 2MC with 12: broken and reduced. Then an NMC: 6 is more than the half-squad's 5, and less than the squad's 8.
  const Told told = play(Attack(in), {{2, 2}, {6, 6}, {4, 4}, {3, 3}});
  CHECK(told.happened("1:4-4-7 eliminated"));
}

TEST_CASE("snipers: the attacker's on checks, the defender's on the IFT DR but not OBA's") {
  auto in = fire("8", {"4-4-7"});
  in.attackers_san = 4;
  in.defenders_san = 6;
  const Told told = play(Attack(in), {{3, 3}, {2}, {2, 2}, {1}});
  CHECK(told.throws == std::vector<std::string>{"IFT DR", "Sniper dr", "MC DR", "Sniper dr"});
  CHECK(told.happened("defender's sniper attacks"));
  CHECK(told.happened("attacker's sniper attacks"));
  const Told missed = play(Attack(in), {{3, 3}, {3}, {2, 2}, {6}});
  CHECK_FALSE(missed.happened("defender's sniper attacks"));
  CHECK_FALSE(missed.happened("attacker's sniper attacks"));
  CHECK(exact_odds(Attack(in)).at("defender's sniper attacks") == Approx(5.0 / 36 * 2 / 6));
  in.fp = "";
  in.caliber = 75;
  in.fire = Fire::oba;
  CHECK(exact_odds(Attack(in)).at("defender's sniper attacks") == 0);
}

TEST_CASE("TEM and modifiers, each with its rule") {
  const std::vector<std::pair<Terrain, int>> terrains{
      {Terrain::open, 0},       {Terrain::wood, 2}, {Terrain::stone, 3},         {Terrain::wood_rubble, 2}, {Terrain::stone_rubble, 3},
      {Terrain::lumberyard, 2}, {Terrain::hut, 1},  {Terrain::collapsed_hut, 0}, {Terrain::factory, 1},     {Terrain::rooftop, 0}};
  for (const auto& [terrain, expected] : terrains) {
    auto in = fire("8", {"4-4-7"});
    in.terrain = terrain;
    CHECK(total_drm(in) == expected);
    const Attack attack(in);
    for (const Modifier& modifier : attack.description().modifiers) CHECK_FALSE(modifier.rule.empty());
    const bool building =
        terrain == Terrain::wood || terrain == Terrain::stone || terrain == Terrain::lumberyard || terrain == Terrain::factory;
    in.fortified = true;
    if (building)
      CHECK(total_drm(in) == expected + 1);
    else
      CHECK_THROWS_WITH(Attack(in), Contains("--fortified"));
  }
  auto in = fire("8", {"4-4-7"}, -1);
  in.terrain = Terrain::stone;
  in.hindrance = 2;
  in.leadership = -2;
  CHECK(total_drm(in) == 3 + 2 - 2 - 1);
}

TEST_CASE("HE: TEM on the IFT DR unless it was on the To Hit DR") {
  auto in = fire("", {"4-4-7"});
  in.caliber = 150;
  in.terrain = Terrain::stone;
  CHECK(total_drm(in) == 0);
  CHECK_THAT(Attack(in).description().notes.front(), Contains("To Hit DR"));
  for (const Fire kind : {Fire::area, Fire::mortar, Fire::oba}) {
    in.fire = kind;
    CHECK(total_drm(in) == 3);
    CHECK_THAT(Attack(in).description().summary.front(), Contains(kind == Fire::oba ? "on the 30 column" : "on the 12 column"));
  }
}

TEST_CASE("what the rules forbid is refused with the rule") {
  const auto refused = [](auto change, const std::string& with) {
    auto in = fire("8", {"4-4-7"});
    change(in);
    CHECK_THROWS_WITH(Attack(in), Contains(with));
  };
  const auto he = [](AttackInputs& in) { in.fp = "", in.caliber = 75, in.cowering = Cowering::automatic; };
  refused([](auto& in) { in.fortified = true; }, "B23.91");
  refused([&](auto& in) { he(in), in.hindrance = 1; }, "To Hit DR");
  refused([&](auto& in) { he(in), in.leadership = -1; }, "A7.53");
  refused([&](auto& in) { he(in), in.cowering = Cowering::normal; }, "A7.9");
  refused([&](auto& in) { he(in), in.terrain = Terrain::factory, in.fire = Fire::oba; }, "B23.741");
  refused([&](auto& in) { he(in), in.caliber = 19; }, "20mm");
  refused([&](auto& in) { he(in), in.caliber = 20, in.fire = Fire::mortar; }, "C3.33");
  refused([](auto& in) { in.fire = Fire::oba; }, "--caliber");
  refused([](auto& in) { in.hindrance = 6; }, "A6.7");
  refused([](auto& in) { in.fp = "0.9"; }, "below 1 FP");
  refused([](auto& in) { in.fp = "8+"; }, "sum of numbers");
  refused([](auto& in) { in.fp = "-3"; }, "sum of numbers");
  refused([](auto& in) { in.fp = "nan"; }, "sum of numbers");
  refused([](auto& in) { in.targets = {"20x4-4-7", "5x4-4-7"}; }, "25 units");
  refused([](auto& in) { in.targets = {"7x9-1"}; }, "7 leaders");
  refused([](auto& in) { in.targets.clear(); }, "no target");
}

TEST_CASE("heavy payload: from 250mm, -1 for every 50mm above 200, half of that when halved") {
  for (const auto& [caliber, whole, half] :
       std::vector<std::tuple<int, int, int>>{{240, 0, 0}, {250, -1, 0}, {299, -1, 0}, {305, -2, -1}, {400, -4, -2}}) {
    auto in = fire("", {"4-4-7"});
    in.caliber = caliber;
    in.fire = Fire::oba;
    CHECK(total_drm(in) == whole);
    in.fire = Fire::mortar;
    CHECK(total_drm(in) == half);
  }
}

TEST_CASE("the next column: how much more Firepower, or which calibre") {
  const auto summary = [](const AttackInputs& in) { return Attack(in).description().summary.front(); };
  CHECK_THAT(summary(fire("15", {"4-4-7"})), Contains("1 more FP for the 16 column"));
  CHECK_THAT(summary(fire("36", {"4-4-7"})), Contains("(the last)"));
  auto in = fire("", {"4-4-7"});
  in.caliber = 75;
  CHECK_THAT(summary(in), Contains("80mm for the 16 column"));
  in.fire = Fire::mortar;
  CHECK_THAT(summary(in), Contains("80mm for the 8 column"));
  in.caliber = 88;  // halved, 100mm is no better
  CHECK_THAT(summary(in), Contains("120mm for the 12 column"));
}

TEST_CASE("firepower is added up") {
  CHECK(parse_firepower("4+4+3") == 11);
  CHECK(parse_firepower("2.5+1.5") == 4);
  CHECK(parse_firepower("2.3+5.6+0.1") == 8);
  CHECK(Attack(fire("4+4+3", {"4-4-7"})).description().inputs == Attack(fire("11", {"4-4-7"})).description().inputs);
}

TEST_CASE("moving targets: FFNAM, FFMO where nothing covers, Hazardous Movement instead") {
  const auto drm = [](Movement moving, Terrain terrain = Terrain::open, int hindrance = 0) {
    AttackInputs in = fire("8", {"4-4-7"});
    in.moving = moving;
    in.terrain = terrain;
    in.hindrance = hindrance;
    return total_drm(in);
  };
  CHECK(drm(Movement::normal) == -2);
  CHECK(drm(Movement::assault) == -1);
  CHECK(drm(Movement::hazardous) == -2);
  CHECK(drm(Movement::normal, Terrain::open, 1) == 0);  // +1 -1: FFMO is cancelled
  CHECK(drm(Movement::normal, Terrain::wood) == +1);
  CHECK(drm(Movement::normal, Terrain::rowhouse_vertex) == -2);  // B23.71, 21P8's vertex
  CHECK(drm(Movement::normal, Terrain::marketplace) == -2);
  CHECK(drm(Movement::normal, Terrain::rooftop) == -2);
  CHECK(drm(Movement::normal, Terrain::quasi_location) == -1);  // no Open Ground
  CHECK(drm(Movement::normal, Terrain::debris) == 0);
  CHECK(drm(Movement::normal, Terrain::factory, 2) == +2);  // the example of B23.743: D9
  CHECK(drm(Movement::none, Terrain::stone) == +3);         // and that of D8, with the LOS outside
  AttackInputs oba = fire("", {"4-4-7"});
  oba.caliber = 80;
  oba.fire = Fire::oba;
  oba.moving = Movement::normal;
  CHECK(total_drm(oba) == -2);
}

TEST_CASE("Residual Firepower, mines and Flamethrowers have what the rules leave them") {
  const auto odds = [](Weapon weapon, const std::string& fp, Terrain terrain, int drm = 0) {
    AttackInputs in = fire(fp, {"4-4-7"}, drm);
    in.cowering = weapon == Weapon::ft ? Cowering::none : Cowering::automatic;
    in.weapon = weapon;
    in.terrain = terrain;
    return exact_odds(Attack(in));
  };
  const auto plain = [](const std::string& fp, int drm) { return exact_odds(Attack(fire(fp, {"4-4-7"}, drm))); };
  CHECK(odds(Weapon::residual, "4", Terrain::stone) == plain("4", 3));  // TEM, no cowering
  CHECK(odds(Weapon::mines, "8", Terrain::stone) == plain("8", 0));
  CHECK(odds(Weapon::mines, "8", Terrain::open, 1) == plain("8", 1));  // Deep Snow
  CHECK(odds(Weapon::mines, "8", Terrain::runway) == plain("8", 0));
  auto ft = odds(Weapon::ft, "", Terrain::stone);
  // B25.12: an Original K or KIA on 24 FP is a 5 or less, and then 8 or more.
  CHECK(ft.at("flame") == Approx(10.0 / 36 * 15 / 36));
  ft.erase("flame");
  for (const auto& event : plain("24", 0)) {
    INFO(event.first);
    CHECK(ft.at(event.first) == Approx(event.second).margin(1e-13));
  }
  CHECK(odds(Weapon::ft, "12", Terrain::wood_rubble).at("flame") == Approx(3.0 / 36 * 21 / 36));  // 2 and 3
  AttackInputs first = fire("4", {"4-4-7"});
  first.weapon = Weapon::residual;
  first.terrain = Terrain::rowhouse_vertex;
  CHECK_THROWS_WITH(Attack(first), Contains("B23.31"));
  first.edition = Edition::v1;
  CHECK(exact_odds(Attack(first)) == plain("4", 0));
}

TEST_CASE("an edition that changes nothing is noted") {
  const auto notes = [](Weapon weapon, Terrain terrain) {
    AttackInputs in = fire("4", {"4-4-7"});
    in.weapon = weapon;
    in.terrain = terrain;
    in.edition = Edition::v1;
    return Attack(in).description().notes;
  };
  CHECK_THAT(notes(Weapon::small_arms, Terrain::stone).front(), Contains("--edition has no effect") && Contains("B23.31"));
  CHECK_THAT(notes(Weapon::residual, Terrain::stone).front(), Contains("--edition has no effect"));
  CHECK(notes(Weapon::residual, Terrain::rowhouse_vertex).empty());
}

TEST_CASE("Interdiction is a NMC that costs the broken men") {
  AttackInputs in;
  in.weapon = Weapon::interdiction;
  in.targets = {"4-4-7,broken", "hs:2-4-7,broken"};
  const auto odds = exact_odds(Attack(in));
  CHECK(odds.at("1:4-4-7 reduced") == Approx(14.0 / 36));  // 8 to 11, but a 12 eliminates a broken unit
  CHECK(odds.at("1:4-4-7 eliminated") == Approx(1.0 / 36));
  CHECK(odds.at("2:hs:2-4-7 eliminated") == Approx(15.0 / 36));
  const Told told = play(Attack(in), {{4, 4}, {3, 4}});
  CHECK(told.happened("1:4-4-7 reduced"));
  CHECK(told.happened("2:hs:2-4-7 broken"));
}

TEST_CASE("HE that makes no rubble may start a Flame, where its target burns") {
  const auto flame = [](int caliber, Terrain terrain, bool fortified = false, Fire how = Fire::direct) {
    AttackInputs in = fire("", {"4-4-7"});
    in.caliber = caliber;
    in.terrain = terrain;
    in.fortified = fortified;
    in.fire = how;
    in.cowering = Cowering::automatic;
    return exact_odds(Attack(in)).at("flame");
  };
  CHECK(flame(50, Terrain::wood) == Approx(1.0 / 36 * 21 / 36));
  CHECK(flame(75, Terrain::wood) == Approx(1.0 / 36 * 5 / 6 * 21 / 36));
  CHECK(flame(75, Terrain::stone) == Approx(1.0 / 36 * 15 / 36));
  CHECK(flame(75, Terrain::stone, true) == Approx(1.0 / 36 * 10 / 36));
  CHECK(flame(75, Terrain::wood_rubble) == Approx(1.0 / 36 * 21 / 36));
  CHECK(flame(150, Terrain::lumberyard, false, Fire::area) == Approx(1.0 / 36 * 5 / 6 * 21 / 36));
  // 150mm, stone: KIA of 4, 3, 2 and 1 on 2 to 5, rubble one less of six.
  CHECK(flame(150, Terrain::stone) == Approx((1.0 * 3 + 2.0 * 4 + 3.0 * 5 + 4.0 * 6) / 216 * 15 / 36));
}

TEST_CASE("a rooftop burns as its building, of stone, where the rubble dr is thrown beneath it") {
  AttackInputs in{.caliber = 150, .targets = {"4-4-7"}, .terrain = Terrain::rooftop};
  // KIA of 4, 3, 2 and 1 on 2 to 5.
  CHECK(exact_odds(Attack(in)).at("flame") == Approx((1.0 * 3 + 2.0 * 4 + 3.0 * 5 + 4.0 * 6) / 216 * 15 / 36));
  in.edition = Edition::v1;
  CHECK(exact_odds(Attack(in)).at("flame") == Approx(10.0 / 36 * 15 / 36));
  in = {.targets = {"4-4-7"}, .terrain = Terrain::rooftop, .weapon = Weapon::ft};
  CHECK(exact_odds(Attack(in)).at("flame") == Approx(10.0 / 36 * 15 / 36));
}

TEST_CASE("a lumberyard has the EC DRM on its Kindling DR") {
  AttackInputs in{.caliber = 75, .targets = {"4-4-7"}, .terrain = Terrain::lumberyard};
  const auto flame = [&](int ec) {
    in.ec = ec;
    return exact_odds(Attack(in)).at("flame");
  };
  CHECK(flame(0) == Approx(1.0 / 36 * 5 / 6 * 21 / 36));
  CHECK(flame(2) == Approx(1.0 / 36 * 5 / 6 * 30 / 36));
  CHECK(flame(-3) == Approx(1.0 / 36 * 5 / 6 * 6 / 36));
  in.terrain = Terrain::wood;
  CHECK_THROWS_WITH(Attack(in), Contains("B25.5"));
  CHECK_THROWS_WITH(Attack({.fp = "8", .targets = {"4-4-7"}, .terrain = Terrain::lumberyard, .ec = 1}), Contains("B25.5"));
}

TEST_CASE("OBA: an Original 2 is a critical hit, in the open, in rubble and in a building - naive enumeration", "[thorough]") {
  struct Case {
    int caliber, column, critical_column;
    Terrain terrain;
    bool fortified;
    int drm, critical_drm;
  };
  for (const Case& c : std::vector<Case>{{80, 16, 30, Terrain::open, false, 0, 0},
                                         {80, 16, 30, Terrain::wood_rubble, false, 2, -2},
                                         {105, 20, 36, Terrain::stone_rubble, false, 3, -3},
                                         {37, 4, 8, Terrain::stone, true, 4, -4},
                                         {150, 30, 36, Terrain::hut, false, 1, -1 - 3}}) {
    AttackInputs in{.caliber = c.caliber, .fire = Fire::oba, .targets = {"9-1", "4-4-7"}, .terrain = c.terrain, .fortified = c.fortified};
    const auto odds = exact_odds(Attack(in));
    std::map<std::string, double> expected, ift;
    for (int colored = 1; colored <= 6; ++colored) {
      for (int white = 1; white <= 6; ++white) {
        const int dr = colored + white;
        NaiveCells cells(printed_cell(c.column, 0, dr + c.drm));
        if (dr == 2) cells.on_struck = printed_cell(c.critical_column, 0, dr + c.critical_drm);
        ift["IFT " + (dr == 2 ? cells.on_struck : cells.whole)] += 1 / 36.0;
        for (const auto& [events, p] : naive_result({{.kind = 'l', .morale = 9, .broken_morale = 9, .leadership = -1}, {}}, cells)) {
          for (const std::string& event : events) expected[event] += p / 36;
        }
      }
    }
    INFO(c.caliber);
    for (const auto& cell : ift) CHECK(odds.at(cell.first) == Approx(cell.second));
    for (const std::string fate : {"eliminated", "broken", "reduced", "pinned"}) {
      CHECK(odds.at("1:9-1 " + fate) == Approx(expected["1 " + fate]).margin(1e-12));
      CHECK(odds.at("2:4-4-7 " + fate) == Approx(expected["2 " + fate]).margin(1e-12));
    }
    CHECK(odds.at("all eliminated") == Approx(expected["all eliminated"]).margin(1e-12));
  }
  // No attack that follows is OBA.
  const AttackInputs then{.fp = "8", .targets = {"4-4-7"}, .cowering = Cowering::none, .then = {"8"}};
  CHECK(exact_odds(Attack({.caliber = 60, .targets = {"4-4-7"}, .then = {"8"}})).at("1:4-4-7 broken") ==
        Approx(exact_odds(Attack(then)).at("1:4-4-7 broken")));
}

TEST_CASE("what has no FFMO, no TEM or no leader is refused what it has not") {
  const auto refused = [](AttackInputs in, const std::string& rule) {
    in.targets = {"4-4-7"};
    INFO(rule);
    CHECK_THROWS_WITH(Attack(in), Contains(rule));
  };
  refused({.fp = "8", .caliber = 75, .weapon = Weapon::ft}, "one or the other");
  refused({.fp = "10", .weapon = Weapon::mines}, "B28.1");
  refused({.fp = "8", .then = {"5"}, .weapon = Weapon::mines}, "B28.1");
  refused({.fp = "8", .weapon = Weapon::mines, .moving = Movement::normal}, "B28.3");
  refused({.fp = "8", .hindrance = 1, .weapon = Weapon::mines}, "B28.41");
  refused({.fp = "16", .weapon = Weapon::residual}, "A8.2");
  refused({.fp = "8", .leadership = -1, .weapon = Weapon::residual}, "no leader");
  refused({.fp = "8", .weapon = Weapon::interdiction}, "A10.53");
  refused({.drm = 1, .weapon = Weapon::interdiction}, "A10.53");
  refused({.terrain = Terrain::wood, .weapon = Weapon::interdiction}, "A10.53");
  refused({.caliber = 75, .moving = Movement::normal}, "C6.1");
  refused({.fp = "8", .terrain = Terrain::rowhouse_vertex, .fortified = true}, "B23.31");
}

TEST_CASE("the DRM of the examples of B23.743 and G5.21") {
  const auto drm = [](Terrain terrain, int hindrance, Movement moving = Movement::none) {
    AttackInputs in = fire("8", {"4-4-7"});
    in.terrain = terrain;
    in.hindrance = hindrance;
    in.moving = moving;
    return total_drm(in);
  };
  CHECK(drm(Terrain::factory, 2, Movement::normal) == +2);  // D9: +1, +2 for two Factory hexes, -1 FFNAM
  CHECK(drm(Terrain::stone, 0) == +3);                      // D8 from E7, and B6: the LOS leaves the Factory
  CHECK(drm(Terrain::factory, 0) == +1);                    // over rubble of the Factory, and from its roof
  CHECK(drm(Terrain::open, 0) == 0);                        // a Fire Lane behind a hut: no Hindrance, and no FFMO: -1 by --drm
  CHECK(drm(Terrain::open, 2) == +2);                       // two huts in the LOS, G5.2
}

TEST_CASE("out of a minefield goes who is neither pinned nor broken by its attack, and who routs through it (B28.41)") {
  // Every DR of both attacks and of the checks between them, by the naive enumeration of one result.
  const auto leaves = [](NaiveUnit unit, bool routs) {
    std::map<std::string, double> odds;
    const auto attacked = [](const NaiveUnit& at) {
      std::map<std::vector<NaiveUnit>, double> after;
      for (int colored = 1; colored <= 6; ++colored) {
        for (int white = 1; white <= 6; ++white) {
          for (const auto& [units, p] : naive_units_after({at}, printed_cell(8, 0, colored + white))) after[units] += p / 36;
        }
      }
      return after;
    };
    for (const auto& [entered, p] : attacked(unit)) {
      const NaiveUnit& one = entered.front();
      if (one.kind == 'x' || one.pinned || (one.broken && !routs)) {
        odds[one.kind == 'x' ? "eliminated" : one.pinned ? "pinned" : "broken"] += p;
        continue;
      }
      for (const auto& [left, q] : attacked(one)) {
        const NaiveUnit& last = left.front();
        odds[last.kind == 'x' ? "eliminated" : last.pinned ? "pinned" : last.broken ? "broken" : "whole"] += p * q;
      }
    }
    return odds;
  };
  const auto check = [&](const std::string& typed, const NaiveUnit& unit, bool routs) {
    AttackInputs in{.fp = "8", .targets = {typed}, .then = {"8"}, .weapon = Weapon::mines};
    const auto odds = exact_odds(Attack(in));
    const auto expected = leaves(unit, routs);
    for (const char* fate : {"eliminated", "pinned", "broken"}) {
      INFO(typed << " " << fate);
      const auto found = odds.find("1:4-4-7 " + std::string(fate));
      CHECK((found == odds.end() ? 0 : found->second) == Approx(expected.contains(fate) ? expected.at(fate) : 0).margin(1e-12));
    }
  };
  check("4-4-7", {}, false);
  check("4-4-7,broken", {.broken = true}, true);
}

TEST_CASE("a FT has FFMO and FFNAM, and a MOL its 4 FP whatever halves the others (A22.2, A22.611)") {
  AttackInputs ft{.targets = {"4-4-7"}, .weapon = Weapon::ft};
  CHECK(total_drm(ft) == 0);
  ft.moving = Movement::normal;
  CHECK(total_drm(ft) == -2);
  ft.terrain = Terrain::stone;  // no TEM, but no open ground either
  CHECK(total_drm(ft) == -1);
  AttackInputs mol{.targets = {"4-4-7"}, .weapon = Weapon::mol};
  mol.by = {"4-6-7"}, mol.range = 1;
  CHECK(computed_firepower(mol).total == 8 + 4);
  mol.area_fire = 1;
  CHECK(computed_firepower(mol).total == 4 + 4);
  mol.concealed = true, mol.area_fire = 0;
  CHECK(computed_firepower(mol).total == 4 + 4);
  mol.by.clear(), mol.range.reset();
  CHECK(attack_situation(mol).firepower == 4);
}
