#include "ask/cross_path.hpp"

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <functional>
#include <string>
#include <vector>

#include <catch2/catch.hpp>

#include "model/core/bad_input.hpp"
#include "model/questions/cross.hpp"
#include "tests/support/ask.hpp"
#include "tests/support/painted_board.hpp"

using namespace boxcars;
using namespace boxcars::test;
using Catch::Matchers::Contains;

namespace {

const ask::MapReader reader = [](model::MapInput& input) { input.map = painted_board(); };

ask::Question asked(const std::vector<ask::GivenInput>& more) {
  ask::GivenInputs given{{"unit", std::string("4-6-7")}, {"defender", std::string("G5=4-4-7")}, {"board", std::string("painted")}};
  given.insert(given.end(), more.begin(), more.end());
  return ask::cross_kind().ask(given, reader);
}

double arrives(const ask::Question& question) {
  const auto odds = question.findings({.method = sim::Method::exact}, never_stop, nullptr).odds.value();
  return odds.events.front();
}

// All ways from hex to hex, each hex once: in the columns A, C, ... the hexes beside lie half a hex higher.
void each_way(std::vector<std::string>& way, const std::string& to, std::size_t most, const std::function<void()>& visit) {
  if (way.back() == to) return visit();
  if (way.size() > most) return;
  const char column = way.back()[0];
  const int row = way.back()[1] - '0', up = (column - 'A') % 2 == 0 ? -1 : 0;
  const std::vector<std::pair<int, int>> beside{{0, -1}, {0, 1}, {-1, up}, {-1, up + 1}, {1, up}, {1, up + 1}};
  for (const auto& [dx, dy] : beside) {
    const char there = static_cast<char>(column + dx);
    const int at = row + dy;
    const bool half = (there - 'A') % 2 == 1;
    if (there < 'A' || there > 'I' || at < (half ? 0 : 1) || at > 6) continue;
    const std::string hex{there, static_cast<char>('0' + at)};
    if (hex == "G5" || std::find(way.begin(), way.end(), hex) != way.end()) continue;
    way.push_back(hex);
    each_way(way, to, most, visit);
    way.pop_back();
  }
}

}  // namespace

TEST_CASE("the best path is the one of all by which they arrive most often", "[thorough]") {
  for (const char* fire : {"first", "best", "greedy"}) {
    double most = 0;
    int ways = 0;
    std::vector<std::string> way{"C4"};
    each_way(way, "F4", 4, [&] {
      std::string path;
      for (const std::string& hex : way) path += (path.empty() ? "" : ",") + hex;
      try {
        most = std::max(most, arrives(asked({{"path", path}, {"fire", std::string(fire)}})));
        ++ways;
      } catch (const model::BadInput&) {  // it costs too much
      }
    });
    const ask::Question best =
        asked({{"path", std::string("best")}, {"from", std::string("C4")}, {"to", std::string("F4")}, {"fire", std::string(fire)}});
    CHECK(ways > 2);
    CHECK(arrives(best) == Approx(most).epsilon(1e-12));
    const auto& ranked = best.description().paths;
    REQUIRE(ranked.size() == std::min<std::size_t>(4, static_cast<std::size_t>(ways)));
    for (std::size_t i = 0; i < ranked.size(); ++i) {
      INFO(ranked[i].path);
      CHECK(ranked[i].arrives == Approx(arrives(asked({{"path", ranked[i].path}, {"fire", std::string(fire)}}))).epsilon(1e-12));
      if (i > 0 && ranked[i].arrives == ranked[i - 1].arrives) CHECK(ranked[i].path.size() >= ranked[i - 1].path.size());
      if (i > 0) CHECK(ranked[i].arrives <= ranked[i - 1].arrives);
    }
    const auto& notes = best.description().notes;
    CHECK(std::any_of(notes.begin(), notes.end(),
                      [&](const std::string& note) { return note.starts_with("the best of " + std::to_string(ways) + " paths, C4,"); }));
  }
  CHECK_THROWS_WITH(asked({{"path", std::string("best")}, {"from", std::string("A1")}, {"to", std::string("I6")}}), Contains("no path"));
  CHECK_THROWS_WITH(asked({{"path", std::string("best")}, {"to", std::string("F4")}}), Contains("from nowhere"));
  CHECK_THROWS_WITH(asked({{"path", std::string("C4,D4")}, {"to", std::string("F4")}}), Contains("--path best"));
}

TEST_CASE("what is decided where SMOKE lies is told apart") {
  const ask::Question question = ask::cross_kind().ask({{"unit", std::string("4-6-7,smoke=2")},
                                                        {"step", std::vector<std::string>{"F3,smoke=G4,J6=4/smoke=G4", "G4,J6=3"}},
                                                        {"defender", std::string("J6=4-4-7")}},
                                                       reader);
  const auto decisions = question.decisions(question.decided({}, never_stop)).value();
  const auto at = [&](const std::string& situation) {
    const auto found =
        std::find_if(decisions.begin(), decisions.end(), [&](const auto& one) { return one.situation == situation && one.shot == "F3"; });
    return found == decisions.end() ? 0 : found->probability;
  };
  CHECK(at("SMOKE in G4") == Approx(2.0 / 6));
  CHECK(at("nobody has fired") == Approx(3.0 / 6));  // it does not go on after a 6
}

TEST_CASE("what is decided under best fire is told") {
  const ask::Question question = ask::cross_kind().ask(
      {{"unit", std::string("4-6-7")}, {"step", std::vector<std::string>{"G4,J6=5", "H4,J6=3"}}, {"defender", std::string("J6=4-4-7")}},
      reader);
  const auto decisions = question.decisions(question.decided({}, never_stop)).value();
  REQUIRE(decisions.size() >= 2);
  CHECK(decisions[0].turn == 1);
  CHECK(decisions[0].shot == "G4");
  CHECK(decisions[0].probability == Approx(1));
  CHECK(decisions[0].choices.back().target == "hold");
  const auto least = std::min_element(decisions[0].choices.begin(), decisions[0].choices.end(),
                                      [](const auto& a, const auto& b) { return a.exact < b.exact; });
  CHECK(least->exact == Approx(arrives(question)));
  CHECK(decisions[0].best == least->target);
}
