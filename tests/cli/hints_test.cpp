#include <cstddef>
#include <filesystem>
#include <fstream>
#include <regex>
#include <string>
#include <utility>
#include <vector>

#include <catch2/catch.hpp>

#include "tests/support/cli.hpp"

using namespace boxcars::test;
using Catch::Matchers::Contains;

namespace {

// The commands that a refusal names: "give it like boxcars 8 vs 4-4-7".
std::vector<std::string> commands_in(const std::string& refusal) {
  std::vector<std::string> commands;
  const std::regex named("(?:give(?: it like)?|or|, or) boxcars ([^;\n]+)");
  for (auto at = std::sregex_iterator(refusal.begin(), refusal.end(), named); at != std::sregex_iterator(); ++at) {
    std::string command = (*at)[1];
    // Words behind it that are none of it.
    for (const char* behind : {" for ", " (", ", where ", ", or "}) command = command.substr(0, command.find(behind));
    commands.push_back(command);
  }
  return commands;
}

}  // namespace

TEST_CASE("every command that a refusal names works, and none is the caller's own line again") {
  std::vector<std::string> bad{
      "enter --building woods",
      "enter --building graveyard --drm 1",
      "he woods",
      "he 105 brush 2",
      "attack 8 --building woods --target 4-4-7",
      "kindle wood --ft",
      "attack --weapon set-dc --target 4-6-7",
      "attack 8 --to-hit 7 --target 4-4-7",
      "an assault fire at a 447 in woods, range 3 --format json --method exact",
      "the he at a 467 --format json --method exact",
      "sherman enter stone 1",
      "PzIVH enters wood 1 --format json",
      "a study of everything --format json",
      "squads in cc with each other",
      "to kindle a house",
      "what does terrain do",
      "do breach it",
      "please clear mines",
      "quick bombard",
      "one chain",
      "he 105 --hut",
  };
  for (const char* word : {"tohit", "to-hit", "gun",  "iift",   "ift", "by",     "mg",   "lmg",  "mmg", "hmg", "rof", "sniper", "san",
                           "smoke", "tank",   "hero", "thrown", "afv", "rubble", "fire", "heat", "psk", "pf",  "baz", "piat",   "leader"})
    bad.push_back(std::string(word) + " in a sentence --format json --method exact");
  std::size_t named = 0;
  for (const std::string& line : bad) {
    INFO(line);
    const Called refused = call(line);
    INFO(refused.err);
    CHECK(refused.status == 2);
    for (const std::string& command : commands_in(refused.err)) {
      INFO(command);
      ++named;
      CHECK_THAT(command, !Contains("--format") && !Contains("--method"));
      const bool is_complete = command.find("FILE") == std::string::npos && command.find("examples/") == std::string::npos;
      if (is_complete) CHECK(call(command + " --method exact").status == 0);
    }
  }
  CHECK(named >= 1);
}

TEST_CASE("hints keep what was meant") {
  for (const auto& [line, hint] : std::vector<std::pair<std::string, std::string>>{
           {"attack --by 4-4-7/4-6-7 --target 4-4-7", "give it like 4-4-7 / 4-6-7"},
           {"attack --by 8-1,pinned/4-6-7 --target 4-4-7", "unknown attribute"},
           {"enter --building woods", "--terrain woods"},
           {"enter brush", "no building is made of it"},
       })
    check_refused(line, hint);
  CHECK(call("attack --by 4-4-7 / 4-6-7 --target 4-4-7 --method exact").status == 0);
}

TEST_CASE("a pasted blank that does not break is a blank") {
  const std::string plain = call("attack 8 --target 4-4-7 9-1 --method exact").out;
  CHECK(call("attack\u00a08 --target\u202f4-4-7\u00a09-1 --method exact").out == plain);
  CHECK(call("8\u00a0vs\u20074-4-7\u00a09-1 --method exact").status == 0);
  CHECK(call("compare \"attack\u00a08 --target 4-4-7\" \"attack 12\u00a0--target 4-4-7\" --method exact").status == 0);
}

TEST_CASE("a Factory is called one, and is one where the caller says so (B23.74)") {
  const auto he = call("he 105 stone --factory --occupant 4-4-7 --method exact");
  CHECK(he.status == 0);
  CHECK_THAT(he.out, Contains("a stone Factory") && !Contains("single story"));
  const std::string at = "he 105 --map experiments/maps/chateau.toml --hex J8 --occupant 0=4-4-7 --method exact ";
  for (const char* as : {"--factory", "--set J8=factory"}) {
    INFO(as);
    const auto there = call(at + as);
    CHECK(there.status == 0);
    CHECK_THAT(there.out, Contains("stone Factory"));
  }
  CHECK_THAT(call(at).out, !Contains("Factory"));
  CHECK_THAT(call("chain --map experiments/maps/chateau.toml --hex J8 --set J8=single-story --method exact").out, Contains("single story"));
  CHECK_THAT(call("kindle --map experiments/maps/chateau.toml --hex J8 --set all=wood --method exact").out, Contains("kindled"));
  CHECK_THAT(call("enter --map experiments/maps/chateau.toml --hex J8 --set J8=factory --method exact").out, Contains("Factory"));
  CHECK_THAT(call("attack 8 --map experiments/maps/chateau.toml --hex J8 --set J8=wood --target 4-4-7 --method exact").out,
             Contains("DRM +2"));
  CHECK_THAT(call("board experiments/maps/chateau.toml --set J8=factory --format csv").out, Contains("J8,stone,0,factory"));
}

TEST_CASE("a table of a board keeps its last column, in as many lines as that takes") {
  const auto file = std::filesystem::temp_directory_path() / "boxcars-wide-board.toml";
  std::ofstream(file) << "columns = 9\nrows = 9\n[[hex]]\nname = \"B3\"\nbuilding = \"stone\"\nlevels = 2\nstairwell = true\n"
                         "rowhouse = true\nmarketplace = true\nrubble = \"stone\"\n[[hex]]\nname = \"C3\"\nbuilding = \"wood\"\n";
  for (const int width : {64, 80}) {
    const boxcars::io::Style narrow{.width = width};
    const std::string text = call("board " + file.string() + " --all", narrow).out;
    INFO(text);
    for (const char* word : {"elevation", "stairwell", "rowhouse", "marketplace", "rubble"}) CHECK_THAT(text, Contains(word));
    check_width(text, width);
  }
  std::filesystem::remove(file);
}
