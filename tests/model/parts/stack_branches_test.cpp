#include <cctype>
#include <map>
#include <random>
#include <string>
#include <vector>

#include <catch2/catch.hpp>

#include "model/parts/garrison.hpp"
#include "model/questions/assault.hpp"
#include "model/questions/attack.hpp"
#include "model/questions/breach.hpp"
#include "model/questions/he.hpp"
#include "model/questions/hut.hpp"
#include "sim/process/components.hpp"
#include "tests/support/agreement.hpp"
#include "tests/support/ask.hpp"
#include "tests/support/effort.hpp"
#include "tests/support/naive_attack.hpp"

using namespace boxcars;
using namespace boxcars::model;
using namespace boxcars::test;

static_assert(sim::Forks<Garrison, Outcomes>);
static_assert(sim::Forks<Attack, Outcomes> && sim::Forks<He, Outcomes> && sim::Forks<Hut, Outcomes> && sim::Forks<Breach, Outcomes>);

namespace {

AssaultInputs fired_at(const std::vector<std::string>& units, const std::vector<std::string>& fps, int turns = 1) {
  AssaultInputs in{.turns = turns};
  in.locations = {{.name = "A1", .terrain = Terrain::open}};
  for (const std::string& unit : units) in.defenders.push_back({unit, "A1"});
  for (std::size_t i = 0; i < fps.size(); ++i)
    in.shots.push_back({.name = "MG" + std::to_string(i + 1), .target = "A1", .fp = fps[i], .cowering = Cowering::none});
  in.goal.good_order = 0;
  return in;
}

// By calls alone: what a stack does is taken apart.
std::map<std::string, double> odds_by_calls(const Assault& assault) {
  const auto rules = sim::rules_of(assault);
  const auto solution = sim::solve_calls(*rules->program(), rules->event_count(), rules->measure_count(), {}, never_stop);
  std::map<std::string, double> odds;
  for (std::size_t i = 0; i < assault.event_names().size(); ++i) odds[assault.event_names()[i]] = solution.odds.value().events[i];
  return odds;
}

void check_against_naive(const std::vector<std::string>& units, const std::vector<NaiveUnit>& naive, int fp) {
  const auto ours = odds_by_calls(Assault(fired_at(units, {std::to_string(fp)})));
  int checked = 0;
  for (const auto& [event, odds] : naive_odds({.columns = {fp}, .units = naive})) {
    const std::string fate = event.substr(event.find(' '));
    if (std::isdigit(static_cast<unsigned char>(event[0])) == 0 || fate == " pinned" || fate == " unharmed") continue;  // pins have ended
    const auto number = static_cast<std::size_t>(event[0] - '1');
    const std::string name = std::to_string(number + 1) + ":" + units[number].substr(0, units[number].find(',')) + fate;
    if (!ours.contains(name)) continue;  // "replaced" of who has no ELR
    INFO(name << " by " << fp << " FP");
    CHECK(ours.at(name) == Approx(odds).margin(1e-11).epsilon(0));
    ++checked;
  }
  CHECK(checked >= 3 * static_cast<int>(units.size()));
}

}  // namespace

TEST_CASE("a stack that is taken apart has the odds of a naive enumeration", "[thorough]") {
  const NaiveUnit squad{.morale = 7, .broken_morale = 7}, leader{.kind = 'l', .morale = 9, .broken_morale = 9, .leadership = -1},
      second{.kind = 'l', .morale = 8, .broken_morale = 8}, half{.kind = 'h'}, hero{.kind = 'H', .morale = 9, .broken_morale = 9};
  const auto with_elr = [](NaiveUnit unit, int elr) { return unit.elr = elr, unit; };
  const auto as_broken = [](NaiveUnit unit) { return unit.broken = true, unit; };
  for (const int fp : {4, 12, 20, 36}) {
    check_against_naive({"4-6-7", "4-6-7", "4-6-7"}, {squad, squad, squad}, fp);
    check_against_naive({"9-1", "4-6-7", "4-6-7"}, {leader, squad, squad}, fp);
    check_against_naive({"9-1", "8-0", "4-6-7"}, {leader, second, squad}, fp);
    check_against_naive({"9-1", "4-6-7,elr=2", "hs:2-4-7"}, {leader, with_elr(squad, 2), half}, fp);
    check_against_naive({"8-0", "4-6-7,broken", "4-6-7"}, {second, as_broken(squad), squad}, fp);
    check_against_naive({"hero:1-4-9", "4-6-7,elr=1,broken", "4-6-7,elr=1"}, {hero, as_broken(with_elr(squad, 1)), with_elr(squad, 1)}, fp);
  }
}

// Every throw of two attacks and a Rally, as one process and by calls; `solved` throws if the odds are others.
TEST_CASE("stacks of all kinds have the same odds as one process and taken apart") {
  const std::vector<std::string> kinds{"4-6-7",      "2x4-6-7",      "4-4-7,elr=2", "2x4-4-7,elr=3", "hs:2-4-7",
                                       "crew:2-2-8", "9-1",          "8-0,elr=3",   "6+1",           "9-2,wounded",
                                       "hero:1-4-9", "4-6-7,broken", "8-1,broken",  "3x5-4-8,broken"};
  std::mt19937 random(1);
  const auto up_to = [&](std::size_t count) { return std::uniform_int_distribution<std::size_t>(0, count - 1)(random); };
  const std::vector<std::string> fps{"2", "6", "12", "16", "24", "36"};
  int units = 0;
  for (int i = 0; i < effort(40, 4); ++i) {
    std::vector<std::string> stack;
    for (std::size_t size = 2 + up_to(2); stack.size() < size;) stack.push_back(kinds[up_to(kinds.size())]);
    AssaultInputs in = fired_at(stack, {fps[up_to(fps.size())], fps[up_to(fps.size())]}, 1 + static_cast<int>(up_to(2)));
    if (i % 2 == 1) in.rally_drm = 0;
    const Assault assault(in);
    std::string words;
    for (const std::string& unit : stack) words += unit + " ";
    INFO(words);
    CHECK_NOTHROW(solved(assault, {.states = 1U << 18}));
    units += assault.components().front().size();
  }
  CHECK(units > effort(100, 10));
}

TEST_CASE("of a large stack that is taken apart, simulated and exact odds agree", "[thorough]") {
  AssaultInputs in = fired_at({"9-1", "8-0", "3x4-6-7"}, {"16", "8"}, 2);
  in.rally_drm = 0;
  const Assault assault(in);
  const auto rules = sim::rules_of(assault);
  const auto exact = sim::solve_calls(*rules->program(), rules->event_count(), rules->measure_count(), {}, never_stop);
  check_agreement(assault, simulated(assault, 400'000), exact.odds.value());
}
