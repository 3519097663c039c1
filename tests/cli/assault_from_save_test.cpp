#include <string>
#include <utility>

#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

#include "tests/support/cli.hpp"
#include "tests/support/folder.hpp"
#include "tests/support/games.hpp"
#include "tests/support/painted_game.hpp"
#include "tests/support/real_boards.hpp"

using namespace boxcars;
using namespace boxcars::test;
using Catch::Matchers::Contains;
using nlohmann::json;

namespace {

constexpr int woods = 60, stone_house = 40;

const std::pair<std::string, std::string> german{"ge/ge467S", "4-6-7"}, russian{"ru/ru447S", "4-4-7"}, hmg{"ge/geHMG", "HMG"},
    ft{"ge/geFT", "FT"};
std::pair<std::string, std::string> marker(const std::string& name) { return {"marker", name}; }

// The folder of its boards, as an option.
std::string boards_of(const std::string& typed) { return typed.substr(0, typed.find("--save")); }

std::string written(const std::string& typed) {
  const Called called = call("assault " + typed);
  INFO(called.err);
  CHECK(called.err.empty());
  REQUIRE(called.status == 0);
  return called.out;
}

json answer_to(const std::string& file, const std::string& options) {
  const Called called = call("assault " + file + " " + options + " --format json");
  INFO(called.err);
  REQUIRE(called.status == 0);
  return json::parse(called.out);
}

}  // namespace

TEST_CASE("an assault from a save is the one that its counters make by hand") {
  // A squad with an HMG, and one with nobody in sight but for the wood beside; in F5 woods and SMOKE.
  PaintedGame game;
  game.put("F1", {german, hmg}).put("F5", {russian, marker("White +2 Smoke")}).paint("F5", woods);
  const std::string typed = game.typed();
  const Folder folder;
  const std::string text = written(typed + "--side attacker=German --turns 2");
  INFO(text);
  CHECK_THAT(text, Contains("turns = 2") && Contains("# woods") && Contains("unit = \"hmg:7-16\"") && Contains("phase = \"defensive\""));
  const std::string by_hand = R"(
turns = 2
location = [ { name = "F1" }, { name = "F5", terrain = "woods" } ]
defender = [ { unit = "4-4-7,bml=7", location = "F5" } ]
attacker = [ { unit = "4-6-7", location = "F1" }, { unit = "hmg:7-16", location = "F1" } ]
rally = { drm = 0 }
goal = { good_order = 0 }
loss = { good_order = 0 }
[[shot]]
name = "fire-F1"
target = "F5"
by = "F1"
range = 4
hindrance = 2
[[shot]]
name = "answer-F5"
target = "F1"
by = "F5"
range = 4
hindrance = 3
phase = "defensive"
)";
  const json from_save = answer_to(folder.file("a.toml", text), boards_of(typed) + "--method exact");
  const json expected = answer_to(folder.file("b.toml", by_hand), "--method exact");
  CHECK(from_save["events"] == expected["events"]);
  CHECK(from_save["measures"] == expected["measures"]);
}

TEST_CASE("an assault from a save has the states of its counters, and says what it leaves out") {
  PaintedGame game;
  game.put("F1", {german, hmg, ft})
      .put("F5", {russian, marker("Pin"), russian})
      .put("J5", {{"ru/ruAT37L", "37L AT"}})
      .put("F10", {{"ru/rul80", "8-0"}})
      .paint("F8", stone_house)
      .put("F2", {{"ru/ru458S", "4-5-8"}, marker("1S Foxhole")});
  const std::string text = written(game.typed() + "--side defender=Russian");
  INFO(text);
  CHECK_THAT(text, Contains("unit = \"4-4-7,pinned") && Contains("terrain = \"foxhole\"") && Contains("F1: FT (a Flamethrower"));
  CHECK_THAT(text, Contains("F10: 8-0 (fires at nobody, and nobody at them)"));
  CHECK_THAT(text, Contains("J5: 37L AT (a Gun: its HE is a shot with caliber = 37, barrel = \"L\" and by = \"J5\")"));
  CHECK_THAT(text, Contains("# To start from: the German attack, the Russian defend"));
}

TEST_CASE("an assault from a save is refused in one line where none can be made") {
  const std::string save = "assault --save tests/data/game.vsav";
  check_refused(save, "who attacks? (there are Russian and German); give --side attacker=Russian");
  check_refused(save + " --side attacker=Martian", "has nobody in this save (there are German or Russian)");
  check_refused(save + " --side attacker", "give it like --side attacker=Russian");
  check_refused(save + " --side rusher=German", "attacker or defender");
  check_refused(save + " --side attacker=German --side defender=German", "an assault has two sides");
  check_refused(save + " --side attacker=German --side attacker=Russian", "an assault has two sides");
  check_refused(save + " --side attacker=German --with turns=3", "a file is made");
  check_refused(save + " chateau.toml --side attacker=German", "--save with a file");
  check_refused("assault --save nowhere.vsav --side attacker=German", "there is no such file");
  check_refused("assault --side attacker=German", "without --save");
  check_refused("assault --save tests/data/game.vlog --side attacker=German", "");
}

TEST_CASE("an assault of a game in play is answered at once", "[thorough]") {
  const auto file = real_game("in-play.vsav");
  const auto board = real_board("bd57");
  if (!file || !board) return;
  const std::string boards = "--boards " + board->substr(0, board->rfind('/')) + " ";
  const Folder folder;
  const std::string text = written(boards + "--save " + *file + " --side attacker=Russian");
  const json answer = answer_to(folder.file("in-play.toml", text), boards + "--trials 1000");
  CHECK(answer["events"][0]["name"] == "attacker wins");
}

TEST_CASE("the command that repeats an answer has the folder of boards that was given") {
  PaintedGame game;
  const std::string typed = game.put("F1", {german}).put("F5", {russian}).typed();
  const std::string boards = boards_of(typed);
  for (const std::string& question :
       {"attack " + typed + "--from F1 --hex F5 --trials 1000", "save " + typed.substr(typed.find("--save") + 7) + boards}) {
    const std::string out = call(question).out;
    INFO(out);
    CHECK_THAT(out, Contains("repeat: boxcars ") && Contains(boards.substr(0, boards.size() - 1)));
  }
}
