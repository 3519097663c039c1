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

TEST_CASE("a save is told in every format, and what is hidden in none") {
  const std::string file = "tests/data/game.vsav";
  check_snapshot("save-help.txt", call("save --help").out);
  check_repeats(call("save " + file + " --side german").out);
  io::Style narrow;
  narrow.width = 40;
  check_width(call("save " + file, narrow).out, 40);
  for (const char* format : {"text", "json", "csv", "markdown", "html"}) {
    INFO(format);
    const std::string text = call("save " + file + " --format " + format).out;
    const bool is_json = format == std::string("json");
    CHECK_THAT(text, Contains("20-H5") && Contains(is_json ? "\"count\": 2" : "? (2 counters)") && Contains("Our own counter"));
    CHECK_THAT(text, !Contains("password") && !Contains("5-4-8") && !Contains("20-L3"));
    const std::string all = call("save " + file + " --reveal --format " + format).out;
    CHECK_THAT(all, !Contains("password") && Contains("5-4-8") && Contains("20-L3"));
  }
  const json save = json::parse(call("save " + file + " --format json").out);
  CHECK(save["boards"] == json::parse(R"([{"board": "20", "reversed": false, "row": 0, "column": 0}])"));
  const json& hmg = save["pieces"][11];
  CHECK(hmg["hex"] == "20-H5");
  CHECK(hmg["kind"] == "support-weapon");
  CHECK(hmg["unit"] == "hmg:7-16");
  CHECK(hmg["side"] == "German");
  CHECK(hmg["states"].empty());
  CHECK(save["unknown"].size() == 1);
  CHECK(save["unknown"][0]["name"] == "Our own counter");
  CHECK(json::parse(call("save " + file + " --player Anna --format json").out)["pieces"].size() > save["pieces"].size());
}

TEST_CASE("what is no save is refused in one line") {
  const Folder folder;
  check_refused("save", "no save given");
  check_refused("save nowhere.vsav", "there is no such file");
  check_refused("save README.md", "no zip archive");
  check_refused("save tests/data/game.vsav --side Martian", "has nobody in this save (there are German or Russian)");
  check_refused("save tests/data/game.vsav --side", "--side");
  CHECK(call("save tests/data/game.vlog").status == 0);  // what lay on the table when it began: nothing
}
