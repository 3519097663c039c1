#include <algorithm>
#include <string>
#include <vector>

#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

#include "tests/support/cli.hpp"
#include "tests/support/folder.hpp"
#include "tests/support/games.hpp"
#include "tests/support/snapshots.hpp"

using namespace boxcars;
using namespace boxcars::test;
using Catch::Matchers::Contains;
using nlohmann::json;

namespace {

// Al rolls 12 of 36 twice on the IFT, and needs 7 once; Bo rolls 2 and 3.
const std::vector<std::string> al_and_bo{"*** (IFT DR) 6,6 ***   <Al>      [1 / 1   avg   12.00 (12.00)]    (01.43)",
                                         "*** (MC DR) 1,1 ***   <Bo>      [1 / 1   avg   2.00 (2.00)]    (01.43)", "<Al> - need 7",
                                         "*** (TH DR) 6,6 ***   <Al>      [1 / 1   avg   12.00 (12.00)]    (01.43)<Hull>",
                                         "*** (RS dr) 3 ***   <Bo>  Allied SAN    [1 / 1   avg   3.00 (3.00)]    (01.43)"};

}  // namespace

TEST_CASE("luck tells each player's rolls with exact odds, and nobody's name unless it is asked for") {
  const Folder folder;
  const std::string file = folder.file("a.vlog", game_file(logged(al_and_bo)));
  const std::string text = call("luck " + file + " --format json").out;
  CHECK_THAT(text, !Contains("Al") && !Contains("Bo\""));
  const json luck = json::parse(text);
  CHECK(luck["schema"] == "boxcars/1");
  CHECK(luck["logs"] == 1);
  CHECK(luck["rolls"]["DR"] == 3);
  CHECK(luck["rolls"]["dr"] == 1);
  REQUIRE(luck["players"].size() == 2);
  const json& a = luck["players"][0];
  CHECK(a["player"] == "A");
  CHECK(a["rolls"][0]["roll"] == "all DR");
  CHECK(a["rolls"][0]["number"] == 2);
  CHECK(a["rolls"][0]["mean"] == 12);
  CHECK(a["rolls"][0]["expected"] == 7);
  CHECK(a["rolls"][0]["or_worse"].get<double>() == Approx(1 / 1296.));
  CHECK(a["rolls"][0]["or_higher"].get<double>() == Approx(1 / 1296.));
  CHECK(a["rolls"][0]["or_lower"] == 1);
  CHECK(a["rolls"][0]["counts"][10]["count"] == 2);
  CHECK(a["rolls"][1]["roll"] == "IFT DR");
  CHECK(a["streaks"][0]["length"] == 2);
  CHECK(a["streaks"][0]["odds"].get<double>() == Approx(15. / 36 * 15 / 36));
  CHECK(a["streaks"][1]["length"] == 0);
  CHECK(a["hits"]["made"] == 0);
  CHECK(a["hits"]["expected"].get<double>() == Approx(21 / 36.));
  CHECK(a["hits"]["or_fewer"].get<double>() == Approx(15 / 36.));
  const json& b = luck["players"][1];
  CHECK(b["rolls"][0]["or_lower"].get<double>() == Approx(1 / 36.));
  CHECK(b["rolls"][2]["roll"] == "all dr");
  CHECK(b["rolls"][2]["expected"] == 3.5);
  CHECK(b["rolls"][2]["or_higher"].get<double>() == Approx(4 / 6.));
  CHECK(b["hits"].is_null());
  CHECK(json::parse(call("luck " + file + " --names --format json").out)["players"][0]["player"] == "Al");
  for (const char* format : {"text", "csv", "markdown", "html"}) {
    const std::string told = call("luck " + file + " --format " + format).out;
    CHECK_THAT(told, !Contains("<Al>") && !Contains("Al:") && !Contains("player Al"));
    CHECK_THAT(told, Contains("IFT DR") && Contains("RS dr"));
  }
  const std::string html = call("luck " + file + " --format html").out;
  CHECK_THAT(html, Contains("id=\"pictured\""));
}

TEST_CASE("several logs are told together, and one that is in another is named") {
  const Folder folder;
  std::vector<std::string> twice = al_and_bo;
  twice.insert(twice.end(), al_and_bo.begin(), al_and_bo.end());
  twice.emplace_back("*** 3d6 = 3,4,1 *** <Al>");
  const std::string a = folder.file("a.vlog", game_file(logged(twice)));
  const std::string text = call("luck " + a + " " + a).out;
  CHECK_THAT(text, Contains("6 DR and 2 dr in 2 logs"));
  CHECK_THAT(text, Contains("they count once"));
  CHECK(std::string::npos == text.find("they count once", text.find("they count once") + 1));
  CHECK_THAT(text, Contains("2 lines about other dice"));
  // Names of files are often those of players.
  for (const char* format : {"text", "json", "csv", "markdown", "html"})
    CHECK_THAT(call("luck " + a + " " + a + " --format " + format).out, !Contains("a.vlog"));
  CHECK_THAT(text, Contains("all rolls of log 2 are in log 1, too"));
  const std::string named = call("luck " + a + " " + a + " --names").out;
  CHECK_THAT(named, Contains("a.vlog"));
  check_repeats(named);
  CHECK_THAT(call("luck " + folder.file("none.vlog", game_file({"end_save"}))).out,
             Contains("0 DR and 0 dr in 1 log") && Contains("log 1 has no rolls: a save has none"));
  check_snapshot("luck.txt", call("luck tests/data/game.vlog").out);
  check_snapshot("luck-help.txt", call("luck --help").out);
  io::Style narrow;
  narrow.width = 40;
  check_width(call("luck tests/data/game.vlog", narrow).out, 40);
}

TEST_CASE("what is no log is refused in one line") {
  const Folder folder;
  check_refused("luck", "no log given");
  check_refused("luck nowhere.vlog", "there is no such file");
  check_refused("luck " + folder.path(), "it is a folder");
  check_refused("luck README.md", "no zip archive");
  const std::string good = folder.file("a.vlog", game_file(logged(al_and_bo)));
  check_refused("luck " + good + " README.md", "no zip archive");
  check_refused("luck " + good + " --name", "--name");
  std::vector<std::string> crowd;
  for (int i = 0; i <= 100; ++i) crowd.push_back("*** (RS dr) 3 ***   <player " + std::to_string(i) + ">");
  check_refused("luck " + folder.file("crowd.vlog", game_file(logged(crowd))), "more than 100 players");
}
