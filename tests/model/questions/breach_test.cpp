#include "model/questions/breach.hpp"

#include <algorithm>

#include <catch2/catch.hpp>

#include "model/core/bad_input.hpp"
#include "tests/support/agreement.hpp"
#include "tests/support/ask.hpp"
#include "tests/support/naive_attack.hpp"
#include "tests/support/scripted.hpp"

using namespace boxcars;
using namespace boxcars::model;
using namespace boxcars::test;

static_assert(sim::Process<Breach>);

namespace {

// Every DR, on the printed table, and what it does to the units by the naive enumeration.
std::map<std::string, double> by_hand(const BreachInputs& in, const std::vector<NaiveUnit>& units, const std::vector<std::string>& typed) {
  std::map<std::string, double> odds;
  const int tem = (in.building == Construction::wood ? 2 : 3) + (in.fortified ? 1 : 0);
  for (int colored = 1; colored <= 6; ++colored) {
    for (int white = 1; white <= 6; ++white) {
      const int original = colored + white;
      const double p = 1.0 / 36;
      std::string result = "-";
      if (original >= (in.non_elite ? 10 : 12)) {
        odds["malfunctions"] += p;
      } else {
        const std::string wall = printed_cell(30, 0, original + tem + in.drm);
        if (wall != "-" && wall != "PTC") odds["breached"] += p;
        result = printed_cell(in.concealed ? 6 : 12, 0, original + tem + in.drm);
        odds["neighbour IFT " + result] += p;
      }
      if (units.empty()) continue;
      for (const auto& [events, q] : naive_result(units, result)) {
        for (const std::string& event : events) {
          const auto space = event.find(' ');
          const bool of_unit = std::isdigit(static_cast<unsigned char>(event[0])) && space != std::string::npos;
          odds[of_unit ? event.substr(0, space) + ":" + typed[static_cast<std::size_t>(std::stoi(event)) - 1] + event.substr(space)
                       : event] += p * q;
        }
      }
    }
  }
  return odds;
}

void check(const BreachInputs& in, const std::vector<NaiveUnit>& units = {}, const std::vector<std::string>& typed = {}) {
  auto expected = by_hand(in, units, typed);
  const auto odds = exact_odds(Breach(in));
  int compared = 0;
  for (const auto& [name, value] : odds) {
    // What the enumeration does not look at: its units are not told whether they are in good order in another way.
    const bool known = expected.count(name) || name.starts_with("neighbour") || name == "breached" || name == "malfunctions";
    if (!known) continue;
    INFO(name);
    CHECK(value == Approx(expected[name]).margin(1e-13));
    ++compared;
  }
  for (const auto& [name, value] : expected) {
    INFO(name);
    if (value > 0) CHECK(odds.count(name) == 1);
  }
  CHECK(compared >= 4);
}

}  // namespace

TEST_CASE("a breach agrees with a naive enumeration of every throw", "[thorough]") {
  const std::vector<NaiveUnit> squad{{.kind = 's', .morale = 7, .broken_morale = 7}};
  const std::vector<NaiveUnit> stack{{.kind = 'l', .morale = 8, .broken_morale = 8, .leadership = -1},
                                     {.kind = 's', .morale = 7, .broken_morale = 7}};
  for (const Construction construction : {Construction::wood, Construction::stone}) {
    for (const bool fortified : {false, true}) {
      for (const bool concealed : {false, true}) {
        for (const bool non_elite : {false, true}) {
          for (const int drm : {-2, 0, 1}) {
            INFO(static_cast<int>(construction) << fortified << concealed << non_elite << drm);
            BreachInputs in{.building = construction, .fortified = fortified, .drm = drm, .concealed = concealed, .non_elite = non_elite};
            check(in);
            in.targets = {"4-4-7"};
            check(in, squad, {"4-4-7"});
          }
        }
      }
    }
  }
  check({.building = Construction::stone, .targets = {"8-1", "4-4-7"}}, stack, {"8-1", "4-4-7"});
}

TEST_CASE("a breach, told") {
  const Breach question({.building = Construction::stone, .fortified = true, .targets = {"4-4-7"}});
  // Final 7 on the 30 column is a 3MC, on the 12 column a 1MC; the squad fails it.
  const auto told = play(question, {{1, 2}, {4, 3}});
  CHECK(told.happened("breached"));
  CHECK(told.happened("neighbour IFT 1MC"));
  CHECK(told.happened("1:4-4-7 broken"));
  const auto dud = play(question, {{6, 6}});
  CHECK(dud.happened("malfunctions"));
  CHECK(dud.happened("1:4-4-7 unharmed"));
  CHECK_FALSE(dud.happened("breached"));
}

TEST_CASE("a breach, simulated and exact, agrees") {
  const Breach question({.building = Construction::wood, .targets = {"8-1", "3x4-4-7"}});
  check_agreement(question, simulated(question, 1'000'000), solved(question).odds.value());
}

TEST_CASE("the first edition's breach: a fortified wall as any, concealed neighbours as others") {
  const auto odds = [](bool fortified, bool concealed, Edition edition) {
    return exact_odds(Breach({.building = Construction::stone, .fortified = fortified, .concealed = concealed, .edition = edition}));
  };
  // 30 FP: NMC or better is a Final 13 or less; DRM +3 or +4, and a 12 malfunctions.
  CHECK(odds(true, false, Edition::v1).at("breached") == Approx(33.0 / 36));
  CHECK(odds(true, false, Edition::v2).at("breached") == Approx(30.0 / 36));
  CHECK(odds(false, true, Edition::v1) == odds(false, false, Edition::v2));
  CHECK(odds(true, true, Edition::v1).at("neighbour IFT PTC") == odds(true, false, Edition::v2).at("neighbour IFT PTC"));
}
