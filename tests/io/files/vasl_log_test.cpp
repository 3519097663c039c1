#include "io/files/vasl_log.hpp"

#include <array>
#include <random>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include <catch2/catch.hpp>

#include "io/files/vasl_commands.hpp"
#include "io/files/vasl_game.hpp"
#include "model/core/bad_input.hpp"
#include "tests/support/games.hpp"

using namespace boxcars;
using namespace boxcars::io;
using namespace boxcars::test;
using Catch::Matchers::Contains;

namespace {

VaslLog log_of(const std::vector<std::string>& lines) { return vasl_log_of(game_text(logged(lines))); }

std::string game_in(const std::string& file) { return parse_vasl_game(std::as_bytes(std::span(file)), "a.vlog").commands; }

void refused(const std::string& file, const std::string& why) {
  INFO(why);
  CHECK_THROWS_AS(game_in(file), model::BadInput);
  CHECK_THROWS_WITH(game_in(file), Contains(why) && !Contains("\n"));
}

std::string zip_of(const std::vector<std::pair<std::string, std::string>>& entries) {
  const auto bytes = zipped(entries);
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

}  // namespace

TEST_CASE("rolls of a log are read, whoever made them") {
  const auto log = log_of({"*** (IFT DR) 5,2 ***   <Al>      [1 / 1   avg   7.00 (7.00)]    (01.43)",
                           "*** (SA dr) 4 ***   <Bo>  Axis SAN   [1 / 3   avg   4.00 (2.67)]    (01.03)",
                           "*** (TH DR) 6,1 ***   <Al <the> [1] great>      [2 / 8   avg   10.00 (7.12)]    (01.16)<Hull>",
                           "*** (Rally DR) 1,1 ***   <Al>"});
  REQUIRE(log.rolls.size() == 4);
  CHECK(log.rolls[0].player == "Al");
  CHECK(log.rolls[0].kind == "IFT");
  CHECK(log.rolls[0].colored == 5);
  CHECK(log.rolls[0].white == 2);
  CHECK(log.rolls[1].player == "Bo");
  CHECK(log.rolls[1].is_dr());
  CHECK(log.rolls[2].player == "Al <the> [1] great");
  CHECK(log.rolls[3].total() == 2);
  CHECK(log.others == 0);
}

TEST_CASE("what is no DR and no dr is no roll") {
  const auto log = log_of({"*** 3d6 = 3,4,1 *** <Al>", "*** (IFT DR) 7,2 ***   <Al>", "*** (IFT DR) 5 ***   <Al>",
                           "*** (IFT dr) 5,1 ***   <Al>", "*** (IFT XR) 5,1 ***   <Al>", "*** (<b> DR) 5,1 ***   <Al>",
                           "*** (IFT DR) 5,1 ***   nobody", "***", "<Al> - *** (IFT DR) 1,1 ***   <Al>", "* New: Axis Turn 1 - PFPh *"});
  CHECK(log.rolls.empty());
  CHECK(log.others == 8);
  // Within the game before the first move nobody rolls.
  CHECK(vasl_log_of("begin_save\x1bNOTES\t*** (IFT DR) 5,2 ***   <Al>").rolls.empty());
}

TEST_CASE("a number that a player writes right before a DR is what it needed") {
  const auto needed = [](const std::string& written, const std::string& by = "Al", const std::string& roll = "(TH DR) 5,2") {
    return log_of({"<" + by + "> - " + written, "*** " + roll + " ***   <Al>"}).rolls.at(0).needed;
  };
  for (const char* said : {"need 8", "Needs an 8", "needs 8 or less", "TH 8", "th# 8", "TH#8", "to hit 8.", "need a 8 or lower"}) {
    INFO(said);
    CHECK(needed(said) == 8);
  }
  for (const char* said :
       {"need 8 squads there", "8", "need 13", "need 1", "that was 8", "need 8+1", "needs", "need 99999999999999999999"}) {
    INFO(said);
    CHECK_FALSE(needed(said));
  }
  CHECK_FALSE(needed("need 8", "Bo"));
  CHECK_FALSE(needed("need 8", "Al", "(RS dr) 5"));
  const auto log = log_of({"<Al> - need 8", "*** (TH DR) 5,2 ***   <Al>", "*** (TH DR) 5,2 ***   <Al>", "<Al> - need 8", "<Bo> - go on",
                           "*** (TH DR) 5,2 ***   <Al>"});
  CHECK(log.rolls[0].needed);
  CHECK_FALSE(log.rolls[1].needed);
  CHECK_FALSE(log.rolls[2].needed);
}

TEST_CASE("names from strangers show nothing that a terminal acts on") {
  const auto log = log_of({std::string("*** (IFT DR) 5,2 ***   <\x1f[31m\xff\xc3\xa9") + std::string(300, 'x') + ">"});
  REQUIRE(log.rolls.size() == 1);
  CHECK(log.rolls[0].player.starts_with("?[31m?\xc3\xa9xxx"));
  CHECK(log.rolls[0].player.size() <= 63);
}

TEST_CASE("a log is a part of another, or is not") {
  const std::vector<std::string> lines{"*** (IFT DR) 5,2 ***   <Al>", "*** (IFT DR) 5,3 ***   <Al>", "*** (RS dr) 3 ***   <Al>",
                                       "*** (MC DR) 1,3 ***   <Bo>",  "*** (IFT DR) 2,3 ***   <Al>", "*** (TC DR) 6,6 ***   <Bo>"};
  const auto whole = log_of(lines);
  CHECK(is_part_of(log_of({lines.begin() + 1, lines.end()}), whole));
  CHECK(is_part_of(whole, whole));
  CHECK_FALSE(is_part_of(log_of({lines.begin() + 4, lines.end()}), whole));  // so few may be by chance
  CHECK_FALSE(is_part_of(whole, log_of({lines.begin() + 1, lines.end()})));
  CHECK_FALSE(is_part_of(log_of({lines[1], lines[0], lines[2], lines[3], lines[4]}), whole));
}

TEST_CASE("a game of VASL's is read whatever its key, and what is none is refused") {
  const std::string clear = game_text({"end_save"});
  for (const int key : {0, 1, 0x5a, 0xff})
    CHECK(game_in(zip_of({{"savedGame", obfuscated(clear, static_cast<unsigned char>(key))}})) == clear);
  CHECK(game_in(zip_of({{"savedGame", clear}})) == clear);
  refused("no zip", "no zip archive");
  refused("", "no savedGame");
  refused(zip_of({{"bd20.gif", "GIF"}}), "no savedGame");
  refused(zip_of({{"savedGame", "!VCSK5"}}), "damaged or cut off");
  refused(zip_of({{"savedGame", "!VCSK5a3"}}), "damaged or cut off");
  refused(zip_of({{"savedGame", "!VCSK5axy"}}), "damaged or cut off");
  refused(zip_of({{"savedGame", "!VCSK5a"}}), "none that VASL writes");
  refused(zip_of({{"savedGame", "hello"}}), "none that VASL writes");
  refused(zip_of({{"savedGame", obfuscated(clear)}, {"moduledata", "<data><name>Chess\x1b</name></data>"}}), "another module, 'Chess?'");
  refused(zip_of({{"savedGame", std::string(40 << 20, '0')}}), "larger than any game's");  // some 40 kB of zip
  CHECK(game_in(zip_of({{"savedGame", obfuscated(clear)}, {"moduledata", "<data><name>VASL</name></data>"}})) == clear);
}

TEST_CASE("a damaged log is a log or is refused, never a crash", "[fuzz]") {
  std::vector<std::string> lines;
  for (int i = 0; i < 12; ++i)
    lines.push_back("*** (IFT DR) 5," + std::to_string(1 + i % 6) + " ***   <Al>      [1 / 1   avg   7.00 (7.00)]");
  lines.emplace_back("<Al> - need 8");
  const std::string whole = game_file(logged(lines)), text = game_text(logged(lines));
  std::minstd_rand random(7);
  for (int i = 0; i < 3000; ++i) {
    std::string damaged = i % 2 ? whole : text;
    for (auto many = random() % 4 + 1; many > 0; --many) {
      const std::size_t at = random() % damaged.size();
      if (random() % 3 == 0)
        damaged.erase(at, random() % 40);
      else if (random() % 2 == 0)
        damaged[at] = static_cast<char>(random());
      else
        damaged.insert(at, damaged.substr(random() % damaged.size(), random() % 50));
      if (damaged.empty()) damaged = "x";
    }
    try {
      const auto log = vasl_log_of(i % 2 ? game_in(damaged) : damaged);
      for (const model::Thrown& roll : log.rolls) {
        CHECK((roll.total() >= 1 && roll.total() <= 12));
        CHECK(as_shown(roll.player) == roll.player);
      }
    } catch (const model::BadInput& refused) {
      CHECK(std::string(refused.what()).find('\n') == std::string::npos);
    }
  }
}

TEST_CASE("more rolls than any game has are refused") {
  std::vector<std::string> lines(model::most_rolls + 1, "*** (IFT DR) 5,2 ***   <Al>");
  CHECK_THROWS_WITH(log_of(lines), Contains("more than 20,000 rolls"));
}

TEST_CASE("the logs that others have shared are read whole") {
  const std::vector<std::pair<std::string, std::pair<int, int>>> logs{{"hotness-report-1", {72, 27}},
                                                                      {"hotness-report-2", {48, 18}},
                                                                      {"full", {17, 6}},
                                                                      {"multiple-1", {10, 5}},
                                                                      {"multiple-1a", {6, 4}},
                                                                      {"multiple-1b", {4, 1}},
                                                                      {"multiple-2", {4, 2}},
                                                                      {"download-test", {6, 3}},
                                                                      {"custom-labels", {4, 4}},
                                                                      {"3d6", {3, 1}},
                                                                      {"banner-updates", {3, 0}},
                                                                      {"4players", {0, 35}},
                                                                      {"empty", {0, 0}}};
  std::array<int, 13> drs{}, dice{};
  for (const auto& [name, numbers] : logs) {
    const auto file = real_game(name + ".vlog");
    if (!file) return;
    const auto log = vasl_log_of(game_in(bytes_of(*file)));
    int dr2 = 0, dr1 = 0;
    for (const model::Thrown& roll : log.rolls) {
      ++(roll.is_dr() ? dr1 : dr2);
      ++(roll.is_dr() ? dice : drs)[static_cast<std::size_t>(roll.total())];
      CHECK(roll.player.starts_with("player "));
    }
    INFO(name);
    CHECK(dr2 == numbers.first);
    CHECK(dr1 == numbers.second);
    CHECK(log.others == (name == "3d6" ? 2U : 0U));
  }
  CHECK(drs == std::array<int, 13>{0, 0, 6, 9, 14, 17, 19, 26, 34, 18, 20, 9, 5});
  CHECK(dice == std::array<int, 13>{0, 20, 22, 13, 19, 16, 16});
}
