#include <string>
#include <utility>
#include <vector>

#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

#include "tests/support/cli.hpp"
#include "tests/support/effort.hpp"
#include "tests/support/folder.hpp"
#include "tests/support/games.hpp"
#include "tests/support/painted_game.hpp"
#include "tests/support/real_boards.hpp"

using namespace boxcars;
using namespace boxcars::test;
using Catch::Matchers::Contains;
using nlohmann::json;

namespace {

json asked(const std::string& arguments) {
  INFO(arguments);
  const Called called = call(arguments + " --method exact --format json");
  CHECK(called.err == "");
  REQUIRE(called.status == 0);
  return json::parse(called.out);
}

// What an attack from the table comes to, and the same attack typed.
void check_same(const std::string& table, const std::string& typed, const std::string& said) {
  static OneOf some(7);
  if (!some.takes_next()) return;
  INFO(table);
  const json from_table = asked("attack " + table), by_hand = asked("attack " + typed);
  CHECK_THAT(from_table["understood"].get<std::string>(), Contains(said));
  CHECK(from_table["inputs"] == by_hand["inputs"]);
  CHECK(from_table["events"] == by_hand["events"]);
}

const std::string save = "--save tests/data/game.vsav ";

using Game = PaintedGame;

constexpr int woods = 60, grain = 24, stone_house = 40;

const std::pair<std::string, std::string> german{"ge/ge467S", "4-6-7"}, russian{"ru/ru447S", "4-4-7"}, hmg{"ge/geHMG", "HMG"};
std::pair<std::string, std::string> marker(const std::string& name) { return {"marker", name}; }

}  // namespace

TEST_CASE("an attack from the table is by whom the save has there, at whom it has in the other hex") {
  // Two squads and an HMG under a 9-1, two hexes away from a squad that has fired: F5 and H5.
  check_same(save + "--from 20-H5 --hex 20-F5", "--by 4-6-7 4-6-7 hmg:7-16 9-1 --range 2 --target 4-4-7,bml=7",
             "H5 at F5, range 2: 4-6-7 4-6-7 hmg:7-16 9-1, against 4-4-7,bml=7");
  // From G4 two hexes away, CX, at those in foxholes; the hexes without their board.
  check_same(save + "--from G4 --hex H5", "--by 5-2-7,cx,assault 8-0 --range 2 --target 4-6-7,bml=7 4-6-7,bml=7 9-1 --terrain foxhole",
             "5-2-7,cx,assault 8-0, against");
  // A half-squad that is broken, and a firer who is pinned; what is typed goes first.
  check_same(save + "--from E6 --hex I6 --drm 2", "--by 6-2-8,pinned,assault --range 4 --target hs:2-4-7,broken,bml=6 --drm 2",
             "E6 at I6, range 4");
  check_same(save + "--from H5 --hex F5 --target 4-5-8 --range 3", "--by 4-6-7 4-6-7 hmg:7-16 9-1 --range 3 --target 4-5-8", "H5 at F5");
  check_same(save + "--hex F5 --fp 8", "--fp 8 --target 4-4-7,bml=7", "F5, against 4-4-7,bml=7");
  // What is concealed is not looked at, but by who may.
  check_refused("attack " + save + "--from H5 --hex K4", "holds concealed counters only");
  check_same(save + "--reveal --from H5 --hex K4 --side german --target 4-4-7", "--by 4-6-7 4-6-7 hmg:7-16 9-1 --range 3 --target 4-4-7",
             "range 3");
  const json told = asked("attack " + save + "--from 20-H5 --hex 20-F5");
  CHECK_THAT(told["notes"].dump(),
             Contains("the file of board 20 is not here") && Contains("LOS, Hindrance and terrain are not looked at"));
}

TEST_CASE("an attack from the table that nobody can make is refused") {
  check_refused("attack " + save + "--from H5", "a map without --hex");
  check_refused("attack " + save + "--hex H5", "a --save without --from");
  check_refused("attack " + save + "--from A1 --hex H5", "A1 has nobody who can fire");
  check_refused("attack " + save + "--from F5 --hex H5", "4-4-7 1sq (has fired)");
  check_refused("attack " + save + "--from I6 --hex H5", "2-4-7 1hs (broken)");
  check_refused("attack " + save + "--from H5 --hex C2", "holds nobody to be fired at");
  check_refused("attack --save nowhere.vsav --from H5 --hex F5", "there is no such file");
  check_refused("attack --from H5 --hex F5 --save", "--save");
  check_refused("attack " + save + "--board 20 --from H5 --hex F5", "--save with --board");
  check_refused("attack 8 --target 4-4-7 --side German", "what is hidden, without --save");
}

TEST_CASE("SMOKE, wrecks, terrain and height between who fires and who is fired at are those of the table") {
  const std::string shot = "--from F1 --hex F5", by_hand = "--by 4-6-7 --range 4 --target 4-4-7,bml=7";
  const auto game = [](auto change) {
    Game on_table;
    on_table.put("F1", {german}).put("F5", {russian});
    change(on_table);
    return on_table.typed();
  };
  check_same(game([](Game&) {}) + shot, by_hand, "F1 at F5, range 4: 4-6-7, against 4-4-7,bml=7, open");
  check_same(game([](Game& g) { g.put("F3", {marker("White +3 Smoke")}); }) + shot, by_hand + " --hindrance 3",
             "Hindrance +3 (White +3 Smoke in F3)");
  check_same(game([](Game& g) { g.put("F3", {marker("Wreck")}); }) + shot, by_hand + " --hindrance 1", "Wreck in F3");
  check_same(game([](Game& g) { g.paint("F3", grain).put("F3", {marker("Wreck")}); }) + shot, by_hand + " --hindrance 1", "grain in F3");
  check_same(game([](Game& g) { g.paint("F2", grain).put("F3", {marker("Gray +2 Smoke")}); }) + shot, by_hand + " --hindrance 3",
             "Smoke in F3");
  // Out of SMOKE, and into it: one more out of it (A24.2).
  check_same(game([](Game& g) { g.put("F1", {marker("White +2 Smoke")}); }) + shot, by_hand + " --hindrance 3", "Smoke in F1");
  check_same(game([](Game& g) { g.put("F5", {marker("White +2 WP")}); }) + shot, by_hand + " --hindrance 2", "WP in F5");
  check_same(game([](Game& g) { g.put("G4", {marker("White +3 Smoke")}); }) + shot, by_hand, "against 4-4-7");
  // The terrain of the target's hex; a foxhole in woods is better, in a stone building it is not.
  check_same(game([](Game& g) { g.paint("F5", woods); }) + shot, by_hand + " --terrain woods", "woods (+1)");
  check_same(game([](Game& g) { g.paint("F5", stone_house); }) + shot, by_hand + " --terrain stone", "stone (+3)");
  check_same(game([](Game& g) { g.paint("F5", woods); }) + shot + " --terrain stone", by_hand + " --terrain stone", "stone (+3)");
  check_same(game([](Game& g) { g.raise("F5", 1); }) + shot, by_hand + " --height-advantage", "Height Advantage (+1)");
  // From level 3 two hexes behind SMOKE, of two levels, are blind to it; from level 4 one is (B10.23).
  check_same(game([](Game& g) { g.raise("F1", 3).put("F3", {marker("White +3 Smoke")}); }) + shot, by_hand + " --hindrance 3", "range 4");
  check_same(game([](Game& g) { g.raise("F1", 4).put("F3", {marker("White +3 Smoke")}); }) + shot, by_hand, "range 4");
  check_same(game([](Game& g) { g.raise("F1", 4).put("F4", {marker("White +3 Smoke")}); }) + shot, by_hand + " --hindrance 3", "range 4");
  // No LOS.
  const std::string behind = game([](Game& g) { g.paint("F3", stone_house); });
  check_refused("attack " + behind + shot, "F1 does not see F5");
  check_same(behind + shot + " --no-los", by_hand, "range 4");
  check_refused("attack " + game([](Game& g) { g.put("F2", {marker("White +3 Smoke")}).put("F3", {marker("White +3 Smoke")}); }) + shot,
                "Hindrances of six or more");
}

TEST_CASE("a turned board, its SSR and overlays are as they lie on the table") {
  const std::string shot = "--from F1 --hex F5", by_hand = "--by 4-6-7 --range 4 --target 4-4-7,bml=7";
  const auto with_grain = [](bool turned, const std::string& more) {
    Game on_table;
    if (turned) on_table.turned();
    return on_table.paint("F3", grain).put("F1", {german}).put("F5", {russian}).with(more).typed();
  };
  check_same(with_grain(false, "") + shot, by_hand + " --hindrance 1", "grain in F3");
  check_same(with_grain(true, "") + shot, by_hand + " --hindrance 1", "grain in F3");
  check_same(with_grain(false, "SSR\tNoGrain") + shot, by_hand, "range 4");
  check_same(with_grain(false, "SSR\tGrainToWoods") + shot + " --no-los", by_hand, "range 4");
  CHECK_THAT(asked("attack " + with_grain(false, "SSR\tPalmTrees") + shot)["notes"].dump(),
             Contains("77: what the SSR PalmTrees changes is not known here"));
  const std::string covered = with_grain(false, "OVR\to1\tf5\tf5");
  check_refused("attack " + covered + shot, "F5 is under an overlay (o1 at F5)");
  check_same(covered + shot + " --terrain woods", by_hand + " --hindrance 1 --terrain woods", "woods (+1)");
}

TEST_CASE("what is seen over or in a hex under an overlay is not known") {
  const auto seen = [&](const std::string& table, const std::string& places) {
    const Called called = call("los " + table + places + " --format json");
    REQUIRE(called.status == 0);
    return json::parse(called.out);
  };
  Game open;
  const std::string between = open.put("F1", {german}).put("F5", {russian}).with("OVR\to5\tf3\tf4").typed();
  const json across = seen(between, "F1 F5"), other_way = seen(between, "F5 F1"), into = seen(between, "F1 F3"),
             out = seen(between, "F3 F1");
  CHECK(across["known"] == false);
  CHECK(across["reason"] == "the ground under an overlay (o5 at F3) is not known");
  CHECK(across["at"] == "F3");
  CHECK(across["open_ground"] == false);
  CHECK(other_way["known"] == false);
  CHECK_FALSE(into.contains("known"));
  CHECK(into["blocked"] == false);
  CHECK(into["tem"].is_null());
  CHECK(into["terrain"] == "ground under an overlay (o5 at F3)");
  CHECK(into["open_ground"] == false);
  CHECK(out["tem"] == 0);
  CHECK_THAT(out["notes"].dump(), Contains("an overlay (o5 at F3) lies or may reach"));
  // What stands under the overlay hides nothing, what stands elsewhere does.
  Game houses;
  houses.paint("F3", stone_house).put("F1", {german}).put("F5", {russian});
  CHECK_FALSE(seen(houses.typed(), "F1 F5").contains("known"));
  CHECK(seen(houses.with("OVR\to5\tf3\tf4").typed(), "F1 F5")["known"] == false);
  CHECK_FALSE(seen(houses.with("OVR\to1\tf4\tf4").typed(), "F1 F5").contains("known"));
  CHECK(seen(houses.with("OVR\to1\tf4\tf4").typed(), "F1 F5")["at"] == "F3");

  const std::string shot = "--from F1 --hex F5";
  check_refused("attack " + between + shot, "F1 may see F5");
  CHECK_THAT(asked("attack " + between + shot + " --no-los")["understood"].get<std::string>(), Contains("4-6-7, against 4-4-7"));
  const json dug = asked("attack " + houses.with("OVR\to1\tf5\tf5").put("F4", {german}).put("F6", {russian}).typed() +
                         "--from F4 --hex F5 --terrain foxhole");
  CHECK_THAT(dug["notes"].dump(), Contains("F5 is under an overlay (o1 at F5)") && !Contains("--drm"));
  const Called where = call("danger " + between + "--unit 4-4-7 --side russian --format json");
  REQUIRE(where.status == 0);
  const json danger = json::parse(where.out);
  for (const json& hex : danger["hexes"]) {
    if (hex["hex"] == "F3") CHECK(hex["unknown"] == "under an overlay (o5 at F3)");
    if (hex["hex"] == "F5") CHECK_THAT(hex["unknown"].get<std::string>(), Contains("whether F1 sees it"));
  }
  check_refused("assault " + between + "--side attacker=russian", "nobody sees an enemy within range");
  Game beyond;
  beyond.put("F1", {german}).put("F5", {russian}).put("C2", {russian}).with("OVR\to5\tf3\tf4");
  CHECK_THAT(call("assault " + beyond.typed() + "--side attacker=russian").out,
             Contains("a shot of F1 at F5 (the ground under an overlay"));
  const json crossed = json::parse(call("cross " + beyond.typed() + "--path F5,F6 --method exact --format json").out);
  CHECK_THAT(crossed["notes"].dump(), Contains("F1 has no LOS to it that is known") && Contains("whether F1 sees F6 is not known"));
  CHECK_THAT(call("los " + between + "F1 F5 --format csv").out, Contains(",hexside,known\n") && Contains(",false\n"));
  CHECK_THAT(json::parse(call("cross " + between + "--path F5,F4 --method exact --format json").out)["notes"].dump(),
             Contains("F4 is under an overlay (o5 at F3): its terrain and MF are those of the board below"));
}

TEST_CASE("men of a save cower by their nation and class (A7.9, A19.3)") {
  const auto shot = [](std::vector<std::pair<std::string, std::string>> firers) {
    Game on_table;
    return on_table.put("F1", std::move(firers)).put("F3", {german}).typed() + "--from F1 --hex F3";
  };
  const std::pair<std::string, std::string> leader{"ru/rul80", "8-0"};
  const auto by = [](const std::string& firers) { return "--by " + firers + " --range 2 --target 4-6-7,bml=7"; };
  const std::string finn = shot({{"fi/fi648S", "6-4-8 1sq"}}), conscript = shot({{"ru/ru426S", "4-2-6 Csq"}});
  check_same(finn, by("6-4-8,assault,cowering=none"), "cowering=none");
  check_same(shot({{"br/br648S", "6-4-8 Esq"}}), by("6-4-8,assault,cowering=none"), "cowering=none");
  check_same(conscript, by("4-2-6,cowering=inexperienced"), "cowering=inexperienced");
  check_same(shot({{"ru/ru426S", "4-2-6 Gsq"}}), by("4-2-6,cowering=inexperienced"), "cowering=inexperienced");
  check_same(shot({{"ru/ru426S", "4-2-6 Csq"}, leader}), by("4-2-6,cowering=inexperienced 8-0"), "8-0");
  check_same(shot({{"ru/ru426S", "4-2-6 Gsq"}, leader}), by("4-2-6 8-0"), "8-0");
  check_same(shot({{"ru/ru426S", "4-2-6 2sq"}}), by("4-2-6"), "F1 at F3");
  // The same as by the option.
  const auto odds = [](const std::string& arguments) { return asked("attack " + arguments)["events"]; };
  CHECK(odds(finn) == odds(by("6-4-8,assault") + " --cowering none"));
  CHECK(odds(conscript) == odds(by("4-2-6") + " --cowering inexperienced"));
  CHECK(odds(by("4-2-6,cowering=inexperienced") + " --then 4") == odds(by("4-2-6") + " --cowering inexperienced --then 4"));
  CHECK(odds(by("4-2-6,cowering=inexperienced 8-0") + " --then 4,leadership=none") ==
        odds(by("4-2-6 8-0") + " --then 4,leadership=none,cowering=inexperienced"));
  CHECK(odds(by("6-4-8,cowering=none 8-0") + " --then 4,leadership=none") ==
        odds(by("6-4-8 8-0") + " --then 4,leadership=none,cowering=none"));
  CHECK(odds(by("6-4-8,cowering=none") + " --then 4,cowering=auto") == odds(by("6-4-8") + " --cowering none --then 4"));
  check_same(shot({leader, marker("Final Fire"), {"ru/ru426S", "4-2-6 Gsq"}}), by("4-2-6"), "8-0 (has fired)");
  CHECK(odds(by("4-2-6,cowering=inexperienced mg:5-12") + " --rate-of-fire 2") ==
        odds(by("4-2-6 mg:5-12") + " --rate-of-fire 2 --cowering inexperienced"));
  CHECK_THAT(call("assault " + finn.substr(0, finn.find("--from")) + "--side attacker=Finnish").out, Contains("cowering = \"none\""));
  Game crossing;
  const std::string table = crossing.put("F5", {{"ru/ru426S", "4-2-6 Csq"}}).put("F8", {{"fi/fi648S", "6-4-8 1sq"}}).typed();
  const json across = asked("cross " + table + "--path F5,G5 --side Russian");
  CHECK(across["inputs"]["unit"] == json::array({"4-2-6,bml=5,conscript"}));
  CHECK(across["inputs"]["defender"] == json::array({"F8=6-4-8,assault,cowering=none"}));
}

TEST_CASE("a MG is fired as far as it reaches, and by whoever is there (A7.35, A9.12)") {
  const std::pair<std::string, std::string> gun{"ru/ruHMG", "HMG"}, squad{"ru/ru527S", "5-2-7"}, half{"ru/ru237H", "2-3-7"};
  const std::pair<std::string, std::string> leader{"ru/rul80", "8-0"}, other_leader{"ru/rul91", "9-1"};
  const auto shot = [](const std::string& to, std::vector<std::pair<std::string, std::string>> firers) {
    Game on_table;
    return on_table.put("F1", std::move(firers)).put(to, {german}).typed() + "--from F1 --hex " + to;
  };
  const auto by = [](const std::string& firers, int range) {
    return "--by " + firers + " --range " + std::to_string(range) + " --target 4-6-7,bml=7";
  };
  const auto check_odds = [](const std::string& table, const std::string& typed, const std::string& said) {
    INFO(table << said);
    const json told = asked("attack " + table);
    CHECK(told["events"] == asked("attack " + typed)["events"]);
    CHECK_THAT(told["understood"].get<std::string>(), Contains(said));
  };
  check_odds(shot("F10", {squad, gun}), by("5-2-7 hmg:6-12", 9), "5-2-7,assault,mg-only hmg:6-12,");
  check_odds(shot("F10", {half, gun, leader}), by("hs:2-3-7 hmg:6-12 8-0", 9), "hs:2-3-7,mg-only hmg:6-12 8-0");
  check_odds(shot("F10", {squad, gun, gun}), by("5-2-7 2xhmg:6-12", 9), "5-2-7,assault,mg-only hmg:6-12 hmg:6-12");
  check_odds(shot("F10", {squad, gun, squad, gun}), by("2x5-2-7 2xhmg:6-12", 9), "hmg:6-12 5-2-7,assault,mg-only hmg:6-12");
  check_odds(shot("F10", {squad, gun, squad}), by("5-2-7 hmg:6-12", 9), "5-2-7 (out of range)");
  check_refused("attack " + shot("F10", {squad}), "(out of range)");
  check_odds(shot("F5", {leader, gun}), by("hmg:6-12 8-0", 4), "hmg:6-12 8-0, against");
  check_odds(shot("F5", {leader, other_leader, gun}), by("hmg:6-12 8-0 9-1", 4), "hmg:6-12 8-0 9-1");
}

TEST_CASE("a SW is fired by whoever holds it, as he makes the most of it (A7.35)") {
  const std::pair<std::string, std::string> lmg{"ge/geLMG", "LMG"}, leader{"ge/gel80", "8-0"}, bad_leader{"ge/gel61", "6+1"},
      half{"ge/ge247H", "2-4-7"};
  const auto shot = [](std::vector<std::pair<std::string, std::string>> firers) {
    Game on_table;
    return on_table.put("F1", std::move(firers)).put("F5", {russian}).typed() + "--from F1 --hex F5";
  };
  // FP by hand: an HMG has 7, a LMG 3, a squad 4, a half-squad 2; pinned they have half.
  const auto check_fp = [&](std::vector<std::pair<std::string, std::string>> firers, double firepower, const std::string& said) {
    const json told = asked("attack " + shot(std::move(firers)));
    INFO(told["understood"]);
    CHECK(told["firepower"] == firepower);
    CHECK_THAT(told["understood"].get<std::string>(), Contains(said));
  };
  check_fp({hmg, german}, 4, "HMG (nobody holds it)");
  check_fp({german, marker("Disrupt"), hmg, german}, 4, "HMG (who holds it is Disrupted)");
  check_fp({german, hmg, hmg}, 14, "4-6-7,mg-only hmg:7-16 hmg:7-16,");
  check_fp({german, lmg, lmg}, 7, "4-6-7 lmg:3-8, against");
  check_fp({german, lmg, lmg, german}, 11, "LMG (who holds it has no more FP with it)");
  check_fp({german, lmg, hmg, german}, 15, "4-6-7 hmg:7-16 4-6-7, against");
  check_fp({german, hmg, lmg, lmg, german}, 15, "4-6-7 hmg:7-16 4-6-7, against");
  check_fp({half, hmg, german}, 11, "hs:2-4-7,mg-only hmg:7-16 4-6-7");
  check_fp({german, marker("Pin"), hmg, german}, 9.5, "4-6-7,pinned hmg:7-16,pinned 4-6-7");
  check_fp({german, leader, hmg}, 4, "HMG (a leader holds it)");
  check_fp({german, {"ge/gehero", "Hero"}, hmg}, 11, "hero:1-4-9,mg-only hmg:7-16");
  check_fp({leader, hmg}, 3.5, "hmg:7-16 8-0");
  check_fp({leader, marker("First Fire"), hmg}, 3.5, "hmg:7-16 8-0");
  check_refused("attack " + shot({leader, hmg, marker("First Fire"), leader}), "HMG (has fired)");
  check_refused("attack " + shot({leader, hmg, marker("Pin"), leader}), "HMG (a leader holds it)");
  check_refused("attack " + shot({german, marker("Prep Fire"), hmg}) + " --phase advancing", "HMG (who holds it has fired)");
  // B#: a captured one less 2, one of Inexperienced men less 1.
  check_fp({german, {"ru/ruLMG", "LMG"}}, 6, "4-6-7 lmg:2-6,b=9");
  check_fp({{"ge/ge467S", "4-6-7 Csq"}, hmg}, 11, "cowering=inexperienced hmg:7-16,b=11");
  Game lying;
  CHECK_THAT(call("assault " + lying.put("F1", {hmg, german}).put("F5", {russian}).typed() + "--side attacker=German").out,
             Contains("F1: HMG (nobody holds it)") && !Contains("unit = \"hmg"));
  // A MG above the marker has kept its rate of fire.
  check_fp({german, marker("First Fire"), hmg}, 7, "4-6-7,mg-only hmg:7-16,");
  check_fp({german, marker("Prep Fire"), hmg, german}, 11, "4-6-7,mg-only hmg:7-16 4-6-7");
  check_refused("attack " + shot({german, hmg, marker("Prep Fire")}), "HMG (has fired)");
  // Nobody has to be directed by a leader who makes it worse, nor can one who has fired.
  check_fp({german, bad_leader}, 4, "6+1 (nobody has to be directed by him)");
  check_fp({leader, marker("First Fire"), german}, 4, "8-0 (has fired)");
}

TEST_CASE("at another level of the own hex Point Blank Fire is double (A7.21)") {
  constexpr int house_of_level_1 = 41;
  Game game;
  const std::string table = game.paint("F1", house_of_level_1).put("F1", {russian, marker("Building Level 1"), german}).typed();
  CHECK(asked("attack " + table + "--from F1.1 --hex F1 --no-los")["firepower"] == 8);
  CHECK(asked("attack " + table + "--from F1.1 --hex F1 --range 0 --no-los")["firepower"] == 12);
  const auto board = real_board("bd69");
  if (!board) return;
  const std::string boards = "--boards " + board->substr(0, board->rfind('/')) + " --board 69 ";
  const auto told = json::parse(call("danger " + boards + "--unit 4-4-7 --defender M7.1=4-6-7 --format json").out);
  for (const json& hex : told["hexes"]) {
    if (hex["hex"] == "M7") CHECK(hex["attacks"][0]["firepower"] == 8);
  }
}

TEST_CASE("a Gun of a save is fired by its crew, with the To Hit numbers of its nation") {
  const std::pair<std::string, std::string> german_gun{"ge/geAT37L", "37L AT"}, russian_gun{"ru/ruAT45L", "45L AT"},
      german_crew{"ge/ge228c", "2-2-8"}, russian_crew{"ru/ru228c", "2-2-8"};
  const auto shot = [](std::vector<std::pair<std::string, std::string>> firers, const std::pair<std::string, std::string>& target) {
    Game game;
    return "he " + game.paint("R5", stone_house).put("F1", std::move(firers)).put("R5", {target}).typed() + "--from F1 --hex R5";
  };
  const auto told = [](const std::string& question) { return asked(question)["understood"].get<std::string>(); };
  const std::string by_german = shot({german_crew, german_gun}, russian), by_russian = shot({russian_crew, russian_gun}, german);
  CHECK_THAT(told(by_german), Contains("37mm, there 0=4-4-7,bml=7"));
  CHECK_THAT(told(by_russian), Contains("45mm, red To Hit numbers, there 0=4-6-7,bml=7"));
  CHECK(asked(by_russian)["events"] == asked(shot({}, german) + " --caliber 45 --barrel L --gun-color red")["events"]);
  CHECK(asked(by_russian)["events"] != asked(by_russian + " --gun-color black")["events"]);
  const std::string pinned = shot({german_crew, marker("Pin"), german_gun}, russian);
  CHECK_THAT(told(pinned), Contains("37mm, Case D"));
  CHECK(asked(pinned)["events"] == asked(by_german + " --case D")["events"]);
  // The usual way to pin a crew is above its Gun; who is pinned beside it does not fire it.
  CHECK_THAT(told(shot({german_crew, german_gun, marker("Pin")}, russian)), Contains("37mm, Case D"));
  CHECK_THAT(told(shot({german, marker("Pin"), german_crew, german_gun}, russian)), !Contains("Case D"));
  CHECK_THAT(told(shot({german_crew, german_gun, russian_gun}, russian)), Contains("there 0=4-4-7,bml=7"));
  check_refused(shot({german_crew, german_gun, marker("Intensive Fire")}, russian), "37L AT (has fired)");
  CHECK_THAT(told(shot({german_crew, german_gun, german_crew, german_gun}, russian)), Contains("37L AT (one Gun is asked for)"));
  check_refused(shot({german_gun}, russian), "F1 has no Gun that can fire (37L AT (nobody mans it))");
  check_refused(shot({russian_crew, german_gun}, russian), "nobody mans it");
  check_refused(shot({german_crew, marker("Disrupt"), german_gun}, russian), "who holds it is Disrupted");
  check_refused(shot({german_crew, german_gun, marker("Prep Fire")}, russian), "37L AT (has fired)");
  check_refused(shot({german_crew, german_gun, marker("First Fire")}, russian), "37L AT (has fired)");
  check_refused(by_german + " --side russian", "37L AT (of another side)");
}

TEST_CASE("Wire, Opportunity Fire, Wall Advantage, a Fortified Building and concealment count as a save has them") {
  using Counters = std::vector<std::pair<std::string, std::string>>;
  const std::string shot = "--from F1 --hex F5", by_hand = "--by 4-6-7 --range 4 --target 4-4-7,bml=7";
  const auto table = [&](Counters firers, Counters targets, int terrain = 0) {
    Game game;
    if (terrain) game.paint("F5", terrain);
    return game.put("F1", std::move(firers)).put("F5", std::move(targets)).typed() + shot;
  };
  check_same(table({marker("Wire"), german}, {russian}), by_hand + " --drm 1", "on Wire (+1)");
  check_same(table({german, marker("Wire")}, {russian}), by_hand, "4-6-7, against");
  check_same(table({german, marker("Opp Fire")}, {russian}) + " --phase advancing", by_hand + " --phase opportunity", "Opportunity Fire");
  check_same(table({german, german, marker("Opp Fire"), german}, {russian}) + " --phase advancing",
             "--by 4-6-7 4-6-7 4-6-7 --range 4 --target 4-4-7,bml=7 --phase advancing", "against");
  check_same(table({german}, {russian, marker("Wall Adv")}, stone_house), by_hand, "open");
  check_same(table({german}, {russian, marker("Wall Adv")}, stone_house) + " --terrain stone", by_hand + " --terrain stone", "stone (+3)");
  check_same(table({german}, {russian, marker("Wall Adv"), russian}, stone_house), by_hand + " 4-4-7,bml=7 --terrain stone", "stone (+3)");
  check_same(table({german}, {marker("Fortified Building"), russian}, stone_house), by_hand + " --terrain stone --fortified", "fortified");
  check_same(table({german}, {marker("Fortified Building"), russian}), by_hand, "open");
  check_same(table({german}, {marker("Fortified Building"), russian}, stone_house) + " --target 4-4-7",
             "--by 4-6-7 --range 4 --target 4-4-7 --terrain stone --fortified", "fortified");
  // The wall below F4 is crossed on the way to F5.
  Game behind_wall;
  behind_wall.wall_below("F4").paint("F5", stone_house, 20).put("F1", {german}).put("F5", {russian, marker("Wall Adv")});
  check_same(behind_wall.typed() + shot, by_hand + " --terrain wall", "wall (+2)");
  Game wired;
  const std::string map = wired.put("F1", {marker("Wire"), german}).put("Z9", {russian}).typed();
  const json danger = json::parse(call("danger " + map + "--unit 4-4-7 --side russian --format json").out);
  for (const json& hex : danger["hexes"]) {
    if (hex["hex"] == "F4") CHECK(hex["attacks"][0]["drm"] == 1);
  }
  Game mixed;
  const std::string both = mixed.put("F1", {russian}).put("F5", {german}).put_concealed("F5", german).typed() + shot;
  check_same(both + " --reveal", "--by 4-4-7 --range 4 --target 4-6-7,bml=7", "4-6-7 (concealed, which others are not");
  Game alone;
  check_same(alone.put("F1", {russian}).put_concealed("F5", german).typed() + shot + " --reveal",
             "--by 4-4-7 --range 4 --target 4-6-7,bml=7 --concealed", "concealed");
  // In Close Combat each of them is +1 on the own attack, -1 on that at them.
  const auto fight = [&](Counters there) {
    Game game;
    return asked("cc " + game.put("F5", std::move(there)).typed() + "--hex F5 --side German");
  };
  const json on_wire = fight({marker("Wire"), german, russian});
  CHECK(on_wire["inputs"].value("attacker_drm", 0) == 0);  // both are
  const json ti = fight({german, marker("TI"), russian});
  CHECK(ti["inputs"]["attacker_drm"] == 1);
  CHECK(ti["inputs"]["defender_drm"] == -1);
  CHECK_THAT(ti["understood"].get<std::string>(), Contains("TI counted"));
  CHECK(fight({russian, german, marker("TI")})["inputs"]["attacker_drm"] == 1);  // it is none of the Russian's
  Game hidden;
  check_refused("cc " + hidden.put("F5", {russian}).put_concealed("F5", german).typed() + "--hex F5 --side russian",
                "there are ? (1 counter) (what they are is not known)");
}

TEST_CASE("a wreck or their vehicle in the target's hex is TEM, and no Open Ground (D9.3)") {
  const std::string shot = "--from F1 --hex F5 --moving normal --phase defensive";
  const std::string by_hand = "--by 4-6-7 --range 4 --target 4-4-7,bml=7 --moving normal --phase defensive";
  const auto table = [&](std::vector<std::pair<std::string, std::string>> there, int terrain) {
    Game game;
    if (terrain) game.paint("F5", terrain);
    return game.put("F1", {german}).put("F5", std::move(there)).typed() + shot;
  };
  check_same(table({russian, marker("Wreck")}, 0), by_hand + " --also wreck", "beside a wreck or an AFV (+1)");
  check_same(table({russian, marker("Wreck")}, woods), by_hand + " --terrain woods", "woods (+1)");
  check_same(table({russian, marker("Wreck")}, 0) + " --terrain open", by_hand, "open");
  check_same(table({russian, marker("Wreck"), marker("Blaze")}, 0), by_hand + " --hindrance 3", "open");
  // The same for who is typed, in a danger and in a crossing: FFNAM -1 and +1, no FFMO.
  const std::string typed = table({marker("Wreck")}, 0);
  check_same(typed + " --target 4-4-7", "--by 4-6-7 --range 4 --target 4-4-7 --moving normal --phase defensive --also wreck", "AFV (+1)");
  Game game;
  const std::string map = game.put("F1", {german}).put("F5", {marker("Wreck")}).put("Z9", {russian}).typed();
  const json danger = json::parse(call("danger " + map + "--unit 4-4-7 --moving normal --side russian --format json").out);
  for (const json& hex : danger["hexes"]) {
    if (hex["hex"] == "F5") CHECK(hex["attacks"][0]["drm"] == 0);
    if (hex["hex"] == "F4") CHECK(hex["attacks"][0]["drm"] == -2);
  }
  const json crossed = asked("cross " + map + "--unit 4-4-7 --path F6,F5 --side russian");
  CHECK(crossed["events"] == asked("cross --unit 4-4-7 --step F5,mf=1,wreck,F1=4 --defender F1=4-6-7")["events"]);
}

TEST_CASE("who has fired, is encircled or has Wall Advantage fires as the rules have it") {
  const auto adjacent = [](std::vector<std::pair<std::string, std::string>> firers,
                           std::vector<std::pair<std::string, std::string>> targets) {
    Game on_table;
    on_table.put("F4", std::move(firers)).put("F5", std::move(targets));
    return on_table.typed() + "--from F4 --hex F5";
  };
  const std::string by_hand = "--by 4-6-7 --range 1 --target 4-4-7,bml=7";
  check_same(adjacent({german, marker("First Fire")}, {russian}), by_hand + " --area-fire 1", "Area Fire");
  check_same(adjacent({german, hmg, marker("First Fire")}, {russian}),
             "--by 4-6-7 hmg:7-16,b=10 --range 1 --target 4-4-7,bml=7 --area-fire 1", "4-6-7 hmg:7-16,b=10");
  check_refused("attack " + adjacent({german, marker("Final Fire")}, {russian}), "has fired");
  check_same(adjacent({german, marker("Encircled")}, {russian, marker("Pin")}),
             "--by 4-6-7,encircled --range 1 --target 4-4-7,pinned,bml=7", "4-6-7,encircled");
  check_refused("attack " + adjacent({german, marker("Prep Fire")}, {russian}), "has fired");
  check_refused("attack " + adjacent({german}, {marker("Wire")}), "holds nobody to be fired at");
  // A wall between F4 and F5.
  const auto behind_wall = [](std::vector<std::pair<std::string, std::string>> firers,
                              std::vector<std::pair<std::string, std::string>> targets) {
    Game on_table;
    on_table.wall_below("F4").put("F4", std::move(firers)).put("F5", std::move(targets));
    return on_table.typed() + "--from F4 --hex F5";
  };
  check_same(behind_wall({german}, {russian}), by_hand + " --terrain wall", "wall (+2)");
  check_same(behind_wall({german, marker("Wall Advantage")}, {russian}), by_hand, "open");
  check_same(behind_wall({german}, {russian, marker("Wall Advantage")}), by_hand + " --terrain wall", "wall (+2)");
}

TEST_CASE("programs and comparisons ask from the table, too") {
  const Folder folder;
  const std::string lines = folder.file(
      "lines.jsonl",
      R"({"question": "attack", "inputs": {"save": "tests/data/game.vsav", "from": "20-H5", "hex": "20-F5"}, "method": "exact"})"
      "\n");
  const json answer = json::parse(call("ask " + lines).out);
  CHECK(answer["inputs"]["by"] == json::parse(R"(["4-6-7", "4-6-7", "hmg:7-16", "9-1"])"));
  CHECK_THAT(answer["understood"].get<std::string>(), Contains("H5 at F5, range 2"));
  const Called compared =
      call("compare \"attack --save tests/data/game.vsav --from H5 --hex F5\" \"attack 8 --target 4-4-7\" --method exact --format json");
  CHECK(compared.status == 0);
  CHECK_THAT(compared.out, Contains("H5 at F5, range 2"));
}

// As the rules have it, by hand: 57-H9 and 57-H8 of a game in play.
TEST_CASE("a shot of a game in play is what its counters say") {
  const auto file = real_game("in-play.vsav");
  if (!file) return;
  const std::string in_play = "--save " + *file + " ";
  check_same(in_play + "--from 57-H9 --hex 57-H8",
             "--by 6-4-8,assault,cowering=none lmg:2-6,b=11 --range 1 --target 4-4-7,bml=7 8-0 --terrain foxhole",
             "57-H9 at 57-H8, range 1");
  check_same(in_play + "--from 57-G3 --hex 57-H9",
             "--by 4-4-7 mmg:4-10,b=11 4-4-7 lmg:2-6,b=11 7-0 --range 7 --target 6-4-8,bml=8 --terrain foxhole", "57-G3 at 57-H9, range 7");
}

TEST_CASE("anti-tank rifles fire with small arms, Guns and Flamethrowers are named with their command") {
  const std::pair<std::string, std::string> atr{"ge/geATR", "ATR"}, ft{"ge/geFT", "FT"}, half{"ge/ge247H", "2-4-7"},
      gun{"ge/geAT37L", "37L AT"};
  const auto at_range = [&](int range, std::vector<std::pair<std::string, std::string>> firers) {
    Game on_table;
    on_table.put("F" + std::to_string(5 - range), std::move(firers)).put("F5", {russian});
    return on_table.typed() + "--from F" + std::to_string(5 - range) + " --hex F5";
  };
  const std::string against = " --target 4-4-7,bml=7";
  // A squad fires it beside its own Firepower; a half-squad would give up 2 FP for 1 (A7.352).
  check_same(at_range(4, {german, atr}), "--by 4-6-7 mg:1-12 --range 4" + against, "4-6-7 mg:1-12");
  check_same(at_range(4, {half, atr}), "--by hs:2-4-7 --range 4" + against, "left out: ATR (who holds it has no more FP with it)");
  // The stronger weapon goes first.
  check_same(at_range(4, {german, atr, hmg}), "--by 4-6-7 hmg:7-16 --range 4" + against, "left out: ATR");
  const json answer = asked("attack " + at_range(2, {german, ft}));
  CHECK_THAT(answer["understood"].get<std::string>(), Contains("FT (an attack of its own: --weapon ft)"));
  const std::string told = answer["notes"].dump();
  const auto begin = told.find("fires apart: boxcars ");
  REQUIRE(begin != std::string::npos);
  const std::string rest = told.substr(begin + 21);
  const std::string typed = at_range(2, {german, ft});
  const json by_ft = asked(rest.substr(0, rest.find(" (")) + " " + typed.substr(0, typed.find("--save")));
  CHECK(by_ft["events"] == asked("attack --weapon ft --range 2" + against)["events"]);
  CHECK_THAT(asked("attack " + at_range(3, {german, ft}))["notes"].dump(), !Contains("fires apart"));
  const std::pair<std::string, std::string> crew{"ge/ge228c", "2-2-8"};
  const json manned = asked("attack " + at_range(3, {german, crew, gun}));
  CHECK_THAT(manned["notes"].dump(), Contains("--hex F5 --caliber 37 --barrel L (37L AT)"));
  CHECK_THAT(manned["understood"].get<std::string>(), Contains("37L AT (an attack of its own: --caliber 37 --barrel L)"));
  check_refused("attack " + at_range(4, {gun}), "37L AT (nobody mans it)");
  check_refused("attack " + at_range(4, {crew, marker("Prep Fire"), gun}), "--from F1 --hex F5 --caliber 37 --barrel L");
  CHECK_THAT(asked("attack " + at_range(2, {{"ge/ge467S", "4-6-7 1sq"}, ft}))["notes"].dump(), Contains("--weapon ft --non-elite (FT)"));
}

TEST_CASE("who crosses a table, and under whose fire, is what the save has") {
  const std::string path = "--path F5,F4,F3", unit = "--unit 4-4-7,bml=7";
  const auto crossing = [&](auto change, std::vector<std::pair<std::string, std::string>> firers) {
    Game on_table;
    on_table.put("F1", std::move(firers));
    change(on_table);
    return on_table.typed() + path;
  };
  OneOf some(5);
  const auto check_crosses = [&some](const std::string& table, const std::string& typed, const std::string& said) {
    if (!some.takes_next()) return;
    INFO(table);
    const json from_table = asked("cross " + table), by_hand = asked("cross " + typed);
    CHECK_THAT(from_table["understood"].get<std::string>(), Contains(said));
    CHECK(from_table["inputs"] == by_hand["inputs"]);
    CHECK(from_table["events"] == by_hand["events"]);
  };
  const auto with_squad = [](Game& g) { g.put("F5", {russian}); };
  const std::string open = " --step F4,mf=1,open,F1=3 F3,mf=1,open,F1=2";
  check_crosses(crossing(with_squad, {german}), unit + open + " --defender F1=4-6-7",
                "4-4-7,bml=7 by F5, F4, F3, under the fire of F1=4-6-7");
  check_crosses(crossing(with_squad, {german, marker("Pin"), hmg}), unit + open + " --defender F1=4-6-7,pinned F1=hmg:7-16", "F1=4-6-7");
  // SMOKE costs a MF more (A24.7), and hinders (A24.2); so does a wall (B9.4), but not who does not fire across it.
  check_crosses(crossing([&](Game& g) { with_squad(g.put("F4", {marker("White +2 Smoke")})); }, {german}),
                unit + " --step F4,mf=2,open,F1=3/hindrance=2 F3,mf=1,open,F1=2 --defender F1=4-6-7", "F5, F4, F3");
  check_crosses(crossing([&](Game& g) { with_squad(g.wall_below("F4")); }, {german}),
                unit + " --step F4,mf=2,open,F1=3 F3,mf=1,open,F1=2 --defender F1=4-6-7", "F5, F4, F3");
  check_crosses(crossing([&](Game& g) { with_squad(g.paint("F4", woods)); }, {german}),
                unit + " --step F4,mf=2,woods,F1=3 F3,mf=1,open,F1=2 --defender F1=4-6-7", "F5, F4, F3");
  // Who is typed moves, whoever is there; of who is there those who may.
  check_crosses(crossing(with_squad, {german}) + " --unit 4-5-8", "--unit 4-5-8" + open + " --defender F1=4-6-7", "4-5-8 by");
  check_crosses(crossing(
                    [](Game& g) {
                      g.put("F5", {russian, russian, marker("Pin")});
                    },
                    {german}),
                unit + open + " --defender F1=4-6-7", "left out: F5 4-4-7 (pinned)");
  check_crosses(crossing(with_squad, {german}) + " --side russian", unit + open + " --defender F1=4-6-7", "4-4-7");
  check_refused("cross " + crossing([](Game& g) { g.put("F5", {russian, marker("Melee")}); }, {german}), "in Melee");
  check_refused("cross " + crossing([&](Game& g) { with_squad(g.put("F3", {{"ge/ge247H", "2-4-7"}})); }, {german}), "A4.14");
  check_refused("cross " + crossing([&](Game& g) { with_squad(g.put("F3", {marker("Blaze")})); }, {german}), "B25.4");
  check_refused("cross " + crossing(with_squad, {german, marker("First Fire")}), "has fired");
  Game adjacent;
  adjacent.put("F1", {german, marker("First Fire")}).put("F3", {russian});
  check_refused("cross " + adjacent.typed() + "--path F3,F2", "have fired");
  check_refused("cross " + crossing(with_squad, {german, marker("Final Fire")}), "has fired");
  check_refused("cross " + crossing([](Game&) {}, {german}), "nobody who may move is in F5");
}

// 57-G4 is behind a wall of 57-G3; the line from 57-H9 crosses orchards in 57-H8 and, to 57-G4, in 57-G5.
TEST_CASE("crossing a game in play is what its counters say") {
  const auto file = real_game("in-play.vsav");
  const auto board = real_board("bd57");
  if (!file || !board) return;
  const std::string boards = "--boards " + board->substr(0, board->rfind('/'));
  const json from_table = asked("cross " + boards + " --save " + *file + " --path 57-G3,57-G4,57-G5");
  const json by_hand = asked(
      "cross --unit 4-4-7,bml=7 7-0 4-4-7,bml=7 --step 57-G4,mf=2,open,57-H9=6/hindrance=2 57-G5,mf=1,orchard,57-H9=5/hindrance=1 "
      "--defender 57-H9=6-4-8,assault,cowering=none 57-H9=lmg:2-6,b=11");
  CHECK(from_table["inputs"] == by_hand["inputs"]);
  CHECK(from_table["events"] == by_hand["events"]);
  CHECK_THAT(from_table["understood"].get<std::string>(), Contains("57-G9 2-4-8 1hs (in Melee)"));
}
