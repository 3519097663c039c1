#include <algorithm>
#include <string>

#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

#include "tests/support/archives.hpp"
#include "tests/support/cli.hpp"
#include "tests/support/folder.hpp"
#include "tests/support/games.hpp"
#include "tests/support/real_boards.hpp"

using namespace boxcars;
using namespace boxcars::test;
using Catch::Matchers::Contains;
using nlohmann::json;

namespace {

// Seven columns and four rows with woods, grain and a stone building.
std::string village(const Folder& folder) {
  PaintedBoard board(7, 4);
  board.paint(2, 1, 25, 60);
  board.paint(3, 2, 25, 24);
  board.paint(4, 1, 25, 40);
  const auto bytes = zipped({{"LOSData", board.los_data()}});
  return folder.file("bd77", {reinterpret_cast<const char*>(bytes.data()), bytes.size()});
}

json danger(const std::string& arguments) {
  const Called called = call("danger " + arguments + " --format json");
  INFO(called.err);
  CHECK(called.err.empty());
  REQUIRE(called.status == 0);
  return json::parse(called.out);
}

double broken_or_worse(const std::string& attack) {
  const Called called = call(attack + " --method exact --format json");
  INFO(attack << called.err);
  REQUIRE(called.status == 0);
  const json answer = json::parse(called.out);
  for (const json& event : answer["events"]) {
    if (event["name"] == "any broken or eliminated") return event["exact"];
  }
  FAIL("there is no such event");
  return 0;
}

bool sees(const std::string& from, const std::string& to, const std::string& board) {
  return !json::parse(call("los " + from + " " + to + " --board " + board + " --format json").out)["blocked"].get<bool>();
}

}  // namespace

TEST_CASE("the danger of a hex is that of an attack by everybody who sees it") {
  const Folder folder;
  const std::string board = village(folder);
  for (const std::string moving : {"none", "normal", "assault"}) {
    const json found = danger("--board " + board + " --unit 4-6-7 --moving " + moving + " --defender B2=4-4-7 B2=mg:4-10 B2=8-1");
    CHECK(found["hexes"].size() == 31);
    int attacked = 0;
    for (const json& hex : found["hexes"]) {
      const std::string name = hex["hex"];
      INFO(name);
      const bool seen = name == "B2" || sees("B2", name, board);
      CHECK(hex["seen_by"] == (seen ? json::parse(R"(["B2"])") : json::array()));
      if (!seen) CHECK(hex["exact"] == 0.);
      if (!seen || ++attacked % 3 != 0) continue;  // a sample
      const double odds = broken_or_worse("attack --board " + board + " --from B2 --hex " + name +
                                          " --by 4-4-7 mg:4-10 8-1 --target 4-6-7" + " --phase defensive --moving " + moving);
      CHECK(hex["exact"].get<double>() == Approx(odds).margin(1e-9));
    }
    CHECK(attacked > 15);
  }
}

TEST_CASE("the inputs of a danger are its hexes' own names, and what changes the map") {
  const Folder folder;
  const std::string board = village(folder);
  const json inputs = danger("--board " + board + " --unit 4-6-7 --defender b2=4-4-7 e2.1=8-1 --set c3=woods")["inputs"];
  CHECK(inputs["defender"] == json::parse(R"(["B2=4-4-7", "E2.1=8-1"])"));
  CHECK(inputs["set"] == json::parse(R"(["C3=woods"])"));
}

TEST_CASE("who see a hex fire at it one after the other") {
  const Folder folder;
  const std::string board = village(folder), unit = " --unit hs:2-4-7";
  const json both = danger("--board " + board + unit + " --defender B2=4-4-7 G3=6-2-8");
  const json first = danger("--board " + board + unit + " --defender B2=4-4-7"),
             second = danger("--board " + board + unit + " --defender G3=6-2-8");
  // A half-squad that is not broken is as it was, but for a pin, which changes nothing of the next attack.
  for (std::size_t i = 0; i < both["hexes"].size(); ++i) {
    INFO(both["hexes"][i]["hex"]);
    const double a = first["hexes"][i]["exact"], b = second["hexes"][i]["exact"];
    CHECK(both["hexes"][i]["exact"].get<double>() == Approx(1 - (1 - a) * (1 - b)).margin(1e-9));
  }
  // A squad may be reduced before the second attack.
  CHECK(both["inputs"] == json{{"unit", "hs:2-4-7"}, {"moving", "none"}, {"board", board}, {"defender", {"B2=4-4-7", "G3=6-2-8"}}});
  const json squad = danger("--board " + board + " --unit 4-6-7 --defender B2=4-4-7 B4=4-4-7");
  const auto seen_by_both =
      std::find_if(squad["hexes"].begin(), squad["hexes"].end(), [](const json& hex) { return hex["attacks"].size() == 2; });
  REQUIRE(seen_by_both != squad["hexes"].end());
  std::string attack = "attack --target 4-6-7";
  for (const json& one : (*seen_by_both)["attacks"])
    attack += (attack.find("--fp") == std::string::npos ? " --fp " : " --then ") + one["firepower"].dump() +
              (attack.find("--fp") == std::string::npos ? " --drm " + std::to_string(one["drm"].get<int>()) + " --cowering normal"
                                                        : ",drm=" + std::to_string(one["drm"].get<int>()));
  CHECK((*seen_by_both)["exact"].get<double>() == Approx(broken_or_worse(attack)).margin(1e-9));
}

TEST_CASE("danger is told in every format, and what cannot be asked is refused") {
  const Folder folder;
  const std::string board = village(folder), asked = "danger --board " + board + " --unit 4-6-7 --defender B2=4-4-7 B2=9-1";
  for (const char* format : {"text", "csv", "markdown", "html"}) {
    INFO(format);
    const Called called = call(asked + " --format " + format);
    CHECK(called.status == 0);
    CHECK_THAT(called.out, Contains("B2") && Contains("C2"));
  }
  CHECK_THAT(call(asked + " --format csv").out, Contains("hex,exact,seen_by,attacks,unknown\n") && Contains(",B2,B2=8/-1,"));
  CHECK_THAT(call(asked).out, Contains("fires from B2: 4-4-7 9-1") && Contains("the worst hexes"));
  io::Style narrow;
  narrow.width = 40;
  CHECK(call(asked, narrow).status == 0);
  check_refused("danger --board " + board + " --defender B2=4-4-7", "no unit given");
  check_refused("danger --board " + board + " --unit 4-6-7", "nobody fires");
  check_refused("danger --unit 4-6-7 --defender B2=4-4-7", "no board given");
  check_refused("danger --board " + board + " --unit 4-6-7 --defender B2", "has no =");
  check_refused("danger --board " + board + " --unit 4-6-7 --defender Z9=4-4-7", "is not on the map");
  check_refused("danger --board " + board + " --unit 4-6-7 --defender B2=9-1", "nobody of another side can fire");
  check_refused("danger --board " + board + " --unit 4-6-7,broken --defender B2=4-4-7", "is broken");
  check_refused("danger --board " + board + " --unit 2x4-6-7 --defender B2=4-4-7", "is more than one");
  check_refused("danger --board " + board + " --unit 9-9-99 --defender B2=4-4-7", "9-9-99");
  check_refused("danger --board " + board + " --unit 4-6-7 --defender B2=4-4-7 --moving fast", "moving");
  check_refused("danger --save tests/data/game.vsav --unit 4-6-7", "whose --unit?");
}

TEST_CASE("danger on a game in play") {
  const auto file = real_game("in-play.vsav");
  const auto board = real_board("bd57");
  if (!file || !board) return;
  const std::string folder = board->substr(0, board->rfind('/'));
  const json found = danger("--boards " + folder + " --save " + *file + " --side Russian --unit 4-4-7 --moving normal");
  CHECK(found["hexes"].size() == 328);  // 16 columns of 20 rows, and one more in every second
  CHECK(found["firers"].size() == 7);
}
