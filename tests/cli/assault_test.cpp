#include <algorithm>
#include <atomic>
#include <cmath>
#include <filesystem>
#include <sstream>
#include <string>
#include <vector>

#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

#include "io/formats/balance_page.hpp"
#include "io/formats/formats.hpp"
#include "tests/support/cli.hpp"
#include "tests/support/effort.hpp"
#include "tests/support/folder.hpp"
#include "tests/support/places.hpp"

using namespace boxcars;
using namespace boxcars::test;
using Catch::Matchers::Contains;
using nlohmann::json;

namespace {

// The file that the program gives to start from, with some of its lines changed.
std::string example(const std::string& from = "", const std::string& to = "") {
  std::string text = call("assault --example").out;
  if (!from.empty()) {
    const auto at = text.find(from);
    REQUIRE(at != std::string::npos);
    text.replace(at, from.size(), to);
  }
  return text;
}

double wins(const std::string& arguments) {
  const Called called = call("assault " + arguments + " --method exact --format json");
  INFO(called.err);
  REQUIRE(called.status == 0);
  const json root = json::parse(called.out);
  CHECK(root["events"][0]["name"] == "attacker wins");
  return root["events"][0]["exact"].get<double>();
}

}  // namespace

TEST_CASE("turns of which nothing is left but a chance that ends in what they began with do end") {
  const Folder folder;
  const std::string file = folder.file("smoke.toml",
                                       "turns = 3\ngoal = { good_order = 0 }\nlocation = [{ name = \"J8\" }]\n"
                                       "defender = [{ unit = \"4-6-7\", location = \"J8\" }]\n"
                                       "shot = [{ name = \"S\", target = \"J8\", smoke = 3, available = 0.5 }]\n");
  for (const char* turns : {"1", "2", "3"}) {
    const Called called = call("assault " + file + " --turns " + turns + " --trials 1k");
    INFO(called.err);
    CHECK(called.status == 0);
    CHECK_THAT(called.out, Catch::Matchers::StartsWith("the attacker wins 0%"));
  }
}

TEST_CASE("the example of an assault is asked, told and repeated") {
  const Folder folder;
  const std::string file = folder.file("chateau.toml", example());
  const Called called = call("assault " + file + " --trials 50k --show 1 --explain");
  CHECK(called.status == 0);
  CHECK(called.err.empty());
  check_repeats(called.out);
  for (const int width : {40, 60, 80})
    check_width(call("assault " + file + " --trials 50k --show 1", {.width = width, .symbols = io::Symbols::ascii}).out, width);
  for (const std::string format : {"json", "csv", "markdown"})
    CHECK(call("assault " + file + " --trials 50k --format " + format).status == 0);
  check_repeats(call("assault " + file + " --turns 3 --with shot.MGs.drm=-2 --trials 50k").out);
}

TEST_CASE("settings by path are what the file would say") {
  const Folder folder;
  const std::string file = folder.file("a.toml", example());
  const auto as_written = [&](const std::string& from, const std::string& to) { return wins(folder.file("b.toml", example(from, to))); };
  CHECK(wins(file + " --with shot.MGs.drm=2") == as_written("drm = -1\ncowering", "drm = 2\ncowering"));
  CHECK(wins(file + " --with shot.MGs.fp=4+4") == as_written("fp = 12", "fp = 8"));
  CHECK(wins(file + " --turns 2") == as_written("turns = 6", "turns = 2"));
  CHECK(wins(file + " --with rally.drm=-3") ==
        as_written("[rally]                     # without this table nobody rallies\ndrm = -1", "[rally]\ndrm = -3"));
  CHECK(wins(file + " --with location.J8.1.fortified=true") == as_written("level = 1", "level = 1\nfortified = true"));
  CHECK(wins(file + " --with \"shot.MGs.while=J8.1 holds\"") == wins(file));
  CHECK(wins(file + " --with \"shot.MGs.while=J8.1 fallen\"") < wins(file));
  CHECK(wins(file + " --with defender.2.unit=9-2") == as_written("8-0", "9-2"));
  CHECK(wins(file + " --with goal.good_order=1") == as_written("good_order = 0", "good_order = 1"));
  CHECK(wins(file) != wins(file + " --turns 2"));
}

TEST_CASE("an assault reads the Incremental IFT: in its file, as a setting and as an option (A7.37)") {
  const Folder folder;
  // 14 FP is on the 12 column of the IFT, and on a column of its own of the IIFT.
  const std::string file = folder.file("a.toml", example("fp = 12", "fp = 14"));
  const double by_option = wins(file + " --iift");
  CHECK(wins(file) == wins(folder.file("b.toml", example())));
  CHECK(by_option != wins(file));
  CHECK(wins(file + " --with iift=true") == by_option);
  CHECK(wins(file + " --with iift=false") == wins(file));
  std::string text = example("fp = 12", "fp = 14");
  text.insert(text.find("turns = 6"), "iift = true\n");
  CHECK(wins(folder.file("d.toml", text)) == by_option);
}

TEST_CASE("a file lets AFV enter and buildings burn, and its settings have paths") {
  const Folder folder;
  const std::string text = R"(turns = 4
[[location]]
name = "J8.0"
building = "wood"
levels = 1
[[location]]
name = "J8.1"
level = 1
[[defender]]
unit = "4-6-7"
location = "J8.0"
[[defender]]
unit = "4-6-7"
location = "J8.1"
[[shot]]
name = "Tank"
enter = true
ground_pressure = "high"
from_turn = 2
target = "J8.0"
[[shot]]
name = "Gun"
caliber = 105
to_hit = 6
target = "J8.0"
[fires]
drm = 1
[goal]
good_order = 0
)";
  const std::string file = folder.file("a.toml", text);
  const Called called = call("assault " + file + " --trials 50k --show 2");
  CHECK(called.err.empty());
  for (const char* said :
       {"Tank drives into J8.0: Bog Check DRM +5", "Tank falls into cellar", "J8.0 ablaze", "defenders driven out", "Bog Check DR"})
    CHECK_THAT(called.out, Contains(said));
  check_repeats(called.out);
  CHECK(wins(file + " --with fires.drm=3") > wins(file));
  CHECK(wins(file + " --with shot.Tank.ground_pressure=low") == wins(file));
  CHECK_THAT(call("assault " + file + " --with shot.Tank.fp=8").err, Contains("shot.Tank.fp: enter with fp"));
  CHECK_THAT(call("assault " + file + " --with fires.dmr=3").err, Contains("did you mean fires.drm?"));
  CHECK_THAT(call("assault " + folder.file("b.toml", text + "[fire]\ndrm = 1\n")).err, Contains("did you mean fires?"));
}

TEST_CASE("balance tries every setting, and names the nearest to the target") {
  const Folder folder;
  const std::string file = folder.file("a.toml", example());
  const json root = json::parse(call("balance " + file + " --vary turns --from 1 --to 4 --target 0.8 --method exact --format json").out);
  REQUIRE(root["settings"].size() == 4);
  double nearest = 1;
  int best = 0;
  for (int turns = 1; turns <= 4; ++turns) {
    const json& setting = root["settings"][static_cast<std::size_t>(turns - 1)];
    CHECK(setting["values"]["turns"] == turns);
    const double odds = setting["exact"].get<double>();
    CHECK(odds == wins(file + " --turns " + std::to_string(turns)));
    if (std::abs(odds - 0.8) < nearest) nearest = std::abs(odds - 0.8), best = turns;
  }
  CHECK(root["best"]["values"]["turns"] == best);
  // Two settings are a grid, the last one the fastest.
  const json grid = json::parse(
      call("balance " + file + " --vary shot.MGs.drm --values -1,2 --vary turns --values 1,3,5 --method exact --format json").out);
  REQUIRE(grid["settings"].size() == 6);
  CHECK(grid["settings"][5]["exact"] == wins(file + " --turns 5 --with shot.MGs.drm=2"));
  CHECK(grid["settings"][1]["exact"] == wins(file + " --turns 3"));
  // Simulated, it goes on until the nearest is known.
  const json simulated =
      json::parse(call("balance " + file + " --vary turns --from 1 --to 4 --target 0.8 --method simulate --format json").out);
  CHECK(simulated["best"]["values"]["turns"] == best);
  for (const int width : {40, 80}) {
    check_width(call("balance " + file + " --vary turns --from 1 --to 4", {.width = width, .symbols = io::Symbols::ascii}).out, width);
    check_width(call("balance " + file + " --vary shot.MGs.drm --values -1,2 --vary turns --values 1,3,5",
                     {.width = width, .symbols = io::Symbols::ascii})
                    .out,
                width);
  }
}

TEST_CASE("bad input to an assault or its balance costs one line with the place") {
  const Folder folder;
  const std::string file = folder.file("a.toml", example());
  int n = 0;
  const auto changed = [&](const std::string& from, const std::string& to) {
    return folder.file("bad" + std::to_string(++n) + ".toml", example(from, to));
  };
  const std::vector<std::pair<std::string, std::string>> bad{
      {"assault", "no assault given"},
      {"assault no-such-file", "cannot be read"},
      {"assault " + changed("target = \"J8.1\"\n\n[[shot]]", "target = \"J9\"\n\n[[shot]]"), "line 26, column 10: unknown Location 'J9'"},
      {"assault " + changed("turns = 6", "turn = 6"), "line 5, column 1: unknown key 'turn'; did you mean turns?"},
      {"assault " + changed("to_hit = 7", "to_hit = \"x\""), "line 31, column 10: to_hit 'x' cannot be used (it is no whole number"},
      {"assault " + changed("good_order = 0", "good_order = 5"), "line 39, column 14: "},
      {"assault " + changed("4-6-7", "4-6-77"), "line 14, column 8: "},
      {"assault " + file + " --with shot.MGs.dmr=1", "unknown setting 'shot.MGs.dmr'; did you mean shot.MGs.drm?"},
      {"assault " + file + " --with shot.MGs.drm", "it sets nothing"},
      {"assault " + file + " --with turns=x", "turns 'x' cannot be used"},
      {"balance " + file, "nothing to vary"},
      {"balance " + file + " --vary turns", "--vary has --from and --to, or --values"},
      {"balance " + file + " --vary shot.MG.drm --from 1 --to 2", "did you mean shot.MGs.drm?"},
      {"balance " + file + " --vary turns --from 1 --to 3 --step -1", "never comes"},
      {"balance " + file + " --vary turns --from 1 --to 3 --target 2", "no probability"},
      {"balance " + file + " --vary turns --from 0 --to 3", "turns"},
      {"balance " + file + " --vary turns --from 1 --to 3 --event wins", "unknown event"},
      {"balance " + file + " --vary turns --values 4,5,4", "a value twice"},
      {"balance " + file + " --vary shot.MGs.drm --values 2,99", "shot.MGs.drm: drm 99"},
      {"balance " + file + " --vary turns --from 1 --to 3 --show 2", "--show with balance"},
      {"assault " + file + " --turns 5 --with turns=4", "turns is given twice"},
      {"assault " + changed("turns = 6", "turns = 6\nset = [\"J8=stone:2\"]"), "line 6, column 7: set without a map"},
      {"assault " + file + " --with shot.MGs.limit=2", "limit without rate_of_fire"},
      {"compare \"assault " + file + " --example\" \"assault " + file + "\"", "--example within a question"},
  };
  for (const auto& [arguments, message] : bad) check_refused(arguments, message);
}

TEST_CASE("a setting whose odds are not known is not one with 0%") {
  ask::Balance balance{
      .name = "made-up", .event = "attacker wins", .varied = {{"turns", {1.0, 2.0}}, {"rally.drm", {0.0, 1.0}}}, .target = 0.05};
  balance.odds = {{.exact = 0.12}, {}, {.exact = 1.0}, {.exact = 0.3}};
  balance.trials.resize(4);
  ask::judge(balance);
  CHECK(balance.best == 0);
  const std::string text = io::to_text(io::page_of(balance).document(), {.symbols = io::Symbols::ascii});
  CHECK_THAT(text, Contains("?") && Contains("100.0%") && !Contains(" 0.0%"));
  check_width(text, 80);
}

TEST_CASE("what cannot be won is said at once, and is nearest to nothing") {
  const Folder folder;
  const std::string unreached =
      example("[goal]", "[[location]]\nname = \"N5\"\nterrain = \"woods\"\n\n[[defender]]\nunit = \"4-4-7\"\nlocation = \"N5\"\n\n[goal]");
  const std::string file = folder.file("a.toml", unreached);
  CHECK_THAT(call("assault " + file).out, Contains("the attacker cannot win: nobody fires at N5"));
  const Called balanced = call("balance " + file + " --vary turns --values 2,3");
  CHECK_THAT(balanced.out,
             Contains("no setting comes near 50%: attacker wins 0%") && Contains("nobody fires at N5") && !Contains("nearest"));
  const json root = json::parse(call("balance " + file + " --vary turns --values 2,3 --format json").out);
  CHECK(root["best"].is_null());
  // A larger target is at the end of what can be had; of settings with 0% and others the others count.
  const json some = json::parse(call("balance " + file + " --vary goal.good_order --values 0,1 --target 0.01 --format json").out);
  CHECK(some["best"]["values"]["goal.good_order"] == 1);
  const std::string nobody_at_n5 = "[[location]]\nname = \"N5\"\n[[defender]]\nunit = \"4-4-7\"\nlocation = \"N5\"\n";
  const Called plan =
      call("plan " + folder.file("b.toml", bytes_of("examples/two-floors.toml") + nobody_at_n5) + " --turns 1 --method exact");
  CHECK_THAT(plan.out, Contains("whatever is chosen, the attacker does not win") && !Contains("what to do"));
  check_refused("assault examples/two-floors.toml --fixed", "boxcars plan FILE --fixed");
}

TEST_CASE("a balance that is interrupted prints what it has", "[threads]") {
  const Folder folder;
  const std::string file = folder.file("a.toml", example());
  std::atomic<bool> stop{true};
  std::ostringstream out, err;
  const int status = cli::run({"balance", file, "--vary", "turns", "--from", "1", "--to", "3"}, {out, err, {}, stop});
  CHECK(status == cli::interrupted);
  CHECK_THAT(err.str(), Contains("interrupted; 0 of 3 settings were tried"));
  CHECK_THAT(out.str(), Contains("note: interrupted: 0 of 3"));
}

TEST_CASE("pins that turns end go without saying, but not in JSON") {
  const Folder folder;
  const std::string file = folder.file("a.toml", example("[goal]", "[[defender]]\nunit = \"2x4-4-7\"\nlocation = \"J8.1\"\n\n[goal]"));
  const std::string asked = "assault " + file + " --turns 1 --method simulate --trials 1000 ";
  const std::string text = call(asked).out;
  CHECK_THAT(text, Contains("2x4-4-7 broken: mean") && !Contains("pinned"));
  const json root = json::parse(call(asked + "--format json").out);
  const auto named = [](const std::string& name) {
    return [name](const json& fact) { return fact["name"].get<std::string>().ends_with(name); };
  };
  CHECK(std::count_if(root["events"].begin(), root["events"].end(), named(" pinned")) > 0);
  CHECK(std::count_if(root["measures"].begin(), root["measures"].end(), named("2x4-4-7 pinned")) == 1);
}

TEST_CASE("every study that ships can be asked") {
  int studies = 0;
  OneOf some(3);
  for (const auto& entry : std::filesystem::directory_iterator(source_path("experiments"))) {
    if (entry.path().extension() != ".toml" || !some.takes_next()) continue;
    INFO(entry.path());
    const Called called = call("study run " + entry.path().string() + " --dry-run --threads 2");
    CHECK(called.status == 0);
    CHECK(std::filesystem::exists(source_path("results/" + entry.path().stem().string() + ".csv")));
    ++studies;
  }
  CHECK(studies >= effort(10, 3));
}

TEST_CASE("an assault may name its map with letters beyond ASCII, and is told what its turns and schema may be") {
  const Folder folder;
  const std::string map = folder / "kart\xc3\xa9.toml", example = call("assault --example").out;
  std::filesystem::copy_file("experiments/maps/chateau.toml", map);
  const std::string file = folder.file("a.toml", "map = \"" + map + "\"\n" + example);
  CHECK(call("assault " + file + " --trials 1k").status == 0);
  for (const std::string turns : {"--turns 0", "--with turns=0"})
    check_refused("assault " + file + " " + turns, "turns 0 is out of range (Player Turns of the attacker); give 1 to");
  check_refused("assault " + folder.file("b.toml", "schema = 2\nturns = 1\n"), "schema cannot be used (only schema 1 is known)");
}

TEST_CASE("a plan is the answer of an assault with its decisions, and what cannot be planned is refused", "[thorough]") {
  const std::string file = "examples/two-floors.toml", two_turns = file + " --turns 2";
  const json plan = json::parse(call("plan " + two_turns + " --trials 20k --format json").out);
  CHECK(plan["question"] == "assault");
  const json assault = json::parse(call("assault " + two_turns + " --trials 20k --format json").out);
  for (const char* key : {"inputs", "events", "measures", "modifiers"}) CHECK(plan[key] == assault[key]);
  const double wins = plan["events"][0]["exact"];
  const json& first = plan["decisions"][0];
  CHECK(first["turn"] == 1);
  CHECK(first["shot"] == "mortar");
  CHECK(first["situation"] == "J8.0 holds, J8.1 holds");
  CHECK(first["probability"] == 1.0);
  CHECK(first["choices"].size() == 2);
  for (const json& choice : first["choices"]) {
    CHECK(choice["exact"] <= wins);
    if (choice["target"] == first["best"]) CHECK(choice["exact"] == wins);
  }
  const json fixed = json::parse(call("plan " + two_turns + " --fixed --method exact --format json").out);
  CHECK(fixed["decisions"].empty());
  CHECK(fixed["events"][0]["exact"] < wins);
  CHECK(fixed["events"] ==
        json::parse(call("assault " + two_turns + " --with shot.mortar.target=J8.1 --with shot.MG.target=J8.0 --method exact --format json")
                        .out)["events"]);
  const std::string text = call("plan " + two_turns + " --method exact --show 1").out;
  CHECK_THAT(text,
             Contains("what to do") && Contains("MG chooses J8.") && Contains("the best single order") && Contains("repeat: boxcars plan"));
  CHECK_THAT(call("plan " + two_turns + " --method exact --with shot.mortar.may_hold=true --format json").out, Contains("\"hold\""));

  CHECK_THAT(call("plan " + two_turns + " --method exact --format csv").out,
             Contains("choice,\"turn 1, mortar: J8.0 holds, J8.1 holds\",J8.1,0."));
  const json often = json::parse(call("plan " + file + " --turns 1 --with shot.MG.rate_of_fire=3 --method exact --format json").out);
  for (const json& decision : often["decisions"]) {
    CHECK(decision["probability"].get<double>() <= 1 + 1e-12);
  }
  CHECK_THAT(often["decisions"].dump(), Contains("shot 2 of the turn"));

  check_refused("plan", "no assault given");
  check_refused("plan " + two_turns + " --with \"shot.MG.target=J8.0 J8.0\"", "'J8.0' stands there twice");
  check_refused("plan " + two_turns + " --with \"shot.MG.target=J8.0 J9\"", "unknown Location 'J9'");
  const Called large = call("plan " + two_turns, {}, {}, {.states = 1000});
  CHECK(large.status == 2);
  CHECK_THAT(large.err, Contains("the best play cannot be found (more than 1,000 states come up)"));
  const Called simulated = call("assault " + two_turns + " --method simulate --trials 10", {}, {}, {.states = 1000});
  CHECK(simulated.status == 2);
  const Folder folder;
  const std::string tank =
      folder.file("tank.toml", bytes_of(file) + "[[shot]]\nname = \"tank\"\nenter = true\ntarget = [\"J8.0\", \"J8.1\"]\n");
  check_refused("plan " + tank, "an AFV with several targets");
  std::string held = bytes_of(file);
  for (std::size_t at; (at = held.find("J8.1")) != std::string::npos;) held.replace(at, 4, "hold");
  check_refused("plan " + folder.file("held.toml", held) + " --with shot.mortar.may_hold=true", "a target called hold");
}
