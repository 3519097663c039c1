#include <atomic>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <set>
#include <sstream>
#include <string>
#include <thread>
#include <vector>

#include <sys/stat.h>

#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

#include "cli/progress.hpp"
#include "io/files/board_file.hpp"
#include "io/formats/balance_page.hpp"
#include "io/formats/formats.hpp"
#include "model/rules/other_terrain.hpp"
#include "model/rules/terrain.hpp"
#include "tests/support/archives.hpp"
#include "tests/support/cli.hpp"
#include "tests/support/folder.hpp"
#include "tests/support/places.hpp"
#include "tests/support/real_boards.hpp"
#include "tests/support/stopping_stream.hpp"

using namespace boxcars;
using namespace boxcars::test;
using Catch::Matchers::Contains;
using Catch::Matchers::StartsWith;
using nlohmann::json;

namespace {

const sim::Budget small{.states = 100};
const std::string large = "attack 30 --target \"9-1 8-1 4-4-7 4-6-7\" --then 30";

std::string out_of(const std::string& arguments) {
  const Called called = call(arguments);
  INFO(arguments << ": " << called.err);
  CHECK(called.status == 0);
  return called.out;
}

// A board of 5 by 3 hexes: C2 is stone with two levels, A3 water, all else unknown.
std::string small_board(const Folder& folder, const std::string& name = "bd77") {
  PaintedBoard town(5, 3);
  town.paint(2, 1, 10, 42);
  town.paint(0, 2, 30, 8);
  const auto bytes = zipped({{"BoardMetadata.xml", "<boardMetadata name='77' width='5' height='3'/>"}, {"LOSData", town.los_data()}});
  return folder.file(name, std::string(reinterpret_cast<const char*>(bytes.data()), bytes.size()));
}

// One of a standard size, without buildings.
std::string large_board(const Folder& folder, const std::string& name) {
  const auto bytes =
      zipped({{"BoardMetadata.xml", "<boardMetadata name='78' width='33' height='10'/>"}, {"LOSData", PaintedBoard(33, 10).los_data()}});
  return folder.file(name, std::string(reinterpret_cast<const char*>(bytes.data()), bytes.size()));
}

struct Stopped {
  int status = 0;
  std::string out;
  std::string err;
};

// The program, stopped before it does anything.
Stopped stopped_at_once(const std::vector<std::string>& arguments) {
  const std::atomic<bool> stop{true};
  std::ostringstream out, err;
  const int status = cli::run(arguments, {out, err, {}, stop});
  return {status, out.str(), err.str()};
}

// The program, stopped a while after it has told a certain thing on standard error.
Stopped stopped_when(const std::string& told, const std::vector<std::string>& arguments,
                     cli::ShowProgress progress = cli::ShowProgress::on_one_line) {
  std::atomic<bool> has_told{false}, stop{false};
  std::ostringstream out;
  StoppingStream err(has_told, told);
  const std::jthread user([&] {
    has_told.wait(false);
    std::this_thread::sleep_for(std::chrono::milliseconds(500));
    stop = true;
  });
  const int status = cli::run(arguments, {out, err, {}, stop, progress});
  has_told = true;  // or it never will
  has_told.notify_all();
  return {status, out.str(), err.text()};
}

}  // namespace

TEST_CASE("the documents' example of a board's hex holds a building") {
  const std::string readme = bytes_of(source_path("docs/questions.md"));
  const std::string before = "`--board bd20 --hex ";
  const auto at = readme.find(before);
  REQUIRE(at != std::string::npos);
  const std::string hex = readme.substr(at + before.size(), readme.find('`', at + 1) - at - before.size());
  const auto board = real_board("bd20");
  if (!board) return;
  CHECK_THAT(out_of("he 105 --board " + *board + " --hex " + hex + " --trials 1k"), Contains("of " + hex));
}

TEST_CASE("odds that do not fit the budget have bounds, in text where they are closer than the interval", "[thorough]") {
  const auto events_of = [](const std::string& more, const sim::Budget& budget) {
    return json::parse(call(large + " --trials 1000 --format json" + more, {}, {}, budget).out)["events"];
  };
  const json exact = events_of("", {}), by_chance = events_of(" --method simulate", small);
  for (const std::uint32_t states : {1U, 100U, 2000U, 8000U}) {
    const json events = events_of("", {.states = states});
    REQUIRE(events.size() == exact.size());
    for (std::size_t i = 0; i < events.size(); ++i) {
      INFO(states << " states: " << events[i].dump());
      const double odds = exact[i]["exact"];
      if (events[i]["exact"].is_null()) {
        CHECK(events[i]["low_bound"].get<double>() <= odds);
        CHECK(odds <= events[i]["high_bound"].get<double>());
        CHECK(events[i]["high_bound"].get<double>() - events[i]["low_bound"].get<double>() <= 1);
      }
      for (const char* key : {"low_bound", "high_bound"}) {
        CHECK(exact[i][key].is_null());
        CHECK(by_chance[i][key].is_null());
        CHECK(events[i][key].is_null() != events[i]["exact"].is_null());
      }
    }
  }
  CHECK_THAT(call("attack 20 --target 9-1,elr=2 6x4-4-7,elr=2 --heat-of-battle 0 --trials 1000", {}, {}, {.states = 1U << 18}).out,
             Contains("% for certain"));
  CHECK_THAT(call(large + " --trials 1000", {}, {}, {.states = 1}).out, !Contains("for certain"));
}

TEST_CASE("exact odds beyond the budget are a failure: the reason first, and nothing half-answered") {
  const std::string reason = "boxcars: no exact odds (the question has more states than the budget of 100); --method both simulates it\n";
  const Folder folder;
  const std::string kept = folder.file("kept.json", "as it was");
  for (const std::string& more :
       std::vector<std::string>{"", " --format json", " --format csv", " --show 1 --explain", " --output " + kept}) {
    const Called called = call(large + " --method exact" + more, {}, {}, small);
    CHECK(called.status == 1);
    CHECK(called.out.empty());
    CHECK(called.err == reason);
  }
  CHECK(bytes_of(kept) == "as it was");
  const std::string little = "attack 1 --target 4-4-7 --cowering none";
  REQUIRE(call(little + " --method exact", {}, {}, small).status == 0);
  const std::string pair = "compare \"" + little + "\" \"attack 30 --target '9-1 8-1 4-4-7' --then 30\" --format json";
  const Called compared = call(pair + " --method exact", {}, {}, small);
  CHECK(compared.status == 1);
  CHECK(compared.out.empty());
  CHECK_THAT(compared.err, StartsWith("boxcars: no exact odds of the second question (the question has more states"));
  const std::string file = folder.file("a.toml", out_of("assault --example"));
  for (const std::string& question : {"assault " + file, "balance " + file + " --vary turns --values 2,3"}) {
    const Called called = call(question + " --method exact", {}, {}, small);
    CHECK(called.status == 1);
    CHECK(called.out.empty());
    CHECK_THAT(called.err, StartsWith("boxcars: no exact odds") && Contains("--method both simulates it\n"));
    CHECK(std::count(called.err.begin(), called.err.end(), '\n') == 1);
  }
  CHECK_THAT(call("balance " + file + " --vary turns --values 2,3 --method exact", {}, {}, small).err,
             Contains("no exact odds of turns = 2 ("));
  // The others simulate it, and say so.
  const Called both = call(pair + " --trials 1k", {}, {}, small);
  CHECK(both.status == 0);
  CHECK_THAT(both.out, Contains("no exact odds: the question has more states"));
}

TEST_CASE("a comparison that is interrupted says so first", "[threads]") {
  const std::string a = "attack 8 --target 4-4-7", b = "attack 12 --target 4-4-7";
  const Stopped at_once = stopped_at_once({"compare", a, b});
  CHECK(at_once.status == 130);
  CHECK_THAT(at_once.out, StartsWith("interrupted: nothing is known of A and B\n"));
  const Stopped later = stopped_when(" left", {"compare", a, b, "--method", "simulate", "--trials", "1e15"});
  CHECK(later.status == 130);
  CHECK_THAT(later.out, StartsWith("interrupted: ") && Contains(" trials of A, "));
  const Stopped program = stopped_at_once({"compare", a, b, "--format", "json"});
  CHECK(json::parse(program.out)["verdict"] == json{"interrupted: nothing is known of A and B"});
}

TEST_CASE("a balance names no setting the nearest whose odds are not known") {
  const Folder folder;
  const std::string file = folder.file("a.toml", out_of("assault --example"));
  const std::vector<std::string> question{"balance", file, "--vary", "turns", "--from", "1", "--to", "6"};
  const Stopped text = stopped_at_once(question);
  CHECK(text.status == 130);
  CHECK_THAT(text.out, StartsWith("chateau: the odds of no setting are known\n") && !Contains("nearest"));
  auto as_json = question;
  as_json.insert(as_json.end(), {"--format", "json"});
  const json root = json::parse(stopped_at_once(as_json).out);
  CHECK(root["best"].is_null());
  CHECK(root["settings"].size() == 6);

  ask::Balance balance{.name = "made-up", .varied = {{"turns", {1.0, 2.0, 3.0, 4.0, 5.0, 6.0}}}, .target = 0.5};
  balance.odds = {{}, {.exact = 0.4}, {}, {}, {}, {}};
  balance.trials.resize(6);
  ask::judge(balance);
  CHECK(balance.best == 1);
  CHECK(balance.as_near.empty());
  CHECK(balance.unknown == 5);
  const std::string told = io::to_text(io::page_of(balance).document(), {.symbols = io::Symbols::ascii});
  CHECK_THAT(told, StartsWith("made-up: turns = 2 is nearest to 50%: attacker wins 40.00%; of 5 more nothing is\n  known\n\n"));
  CHECK_THAT(told, !Contains("?"));
}

TEST_CASE("an answer that cannot be written is a failure, interrupted or not", "[threads]") {
  const Folder folder;
  const std::string file = folder.file("a.toml", out_of("assault --example"));
  for (const bool at_once : {false, true}) {
    const std::atomic<bool> stop{at_once};
    for (const std::vector<std::string>& arguments :
         std::vector<std::vector<std::string>>{{"balance", file, "--vary", "turns", "--values", "1,2", "--trials", "1k"},
                                               {"atlas", "experiments/maps/chateau.toml", "--format", "json"},
                                               {"compare", "attack 8 --target 4-4-7", "attack 9 --target 4-4-7", "--trials", "1k"},
                                               {"terrain", "hut"},
                                               {"board", "experiments/maps/chateau.toml"},
                                               {"assault", "--example"},
                                               {"help", "attack"},
                                               {"version"}}) {
      INFO(arguments.front());
      std::ofstream full("/dev/full");
      std::ostringstream err;
      CHECK(cli::run(arguments, {full, err, {}, stop}) == 1);
      CHECK_THAT(err.str(), Contains("could not be written"));
    }
  }
}

TEST_CASE("who is first in a building without a level is at the level fired at") {
  const std::string he = "he 105 wood 2 --trials 2k --format json ";
  CHECK(out_of(he + "--occupant 4-6-7 8-0") == out_of(he + "--occupant 0=4-6-7 8-0"));
  CHECK(out_of(he + "--level 1 --occupant 4-6-7,elr=3 2=8-0") == out_of(he + "--level 1 --occupant 1=4-6-7,elr=3 2=8-0"));
  CHECK(out_of(he + "--level rooftop --occupant 4-6-7") == out_of(he + "--level rooftop --occupant rooftop=4-6-7"));
  CHECK(out_of(he + "--fire oba --occupant 4-6-7 1=8-0") == out_of(he + "--fire oba --occupant 0=4-6-7 1=8-0"));
}

TEST_CASE("an unknown option costs one line with what to type, and never a list of all") {
  const std::vector<std::pair<std::string, std::string>> bad{
      {"he 105 wood 1 --target 4-6-7",
       "unknown option '--target' of he (the men are its occupants, with their level); give it like --occupant 0=4-6-7"},
      {"he 105 wood 1 --rof 2", "give it like --range 8 --rate-of-fire 2"},
      {"he 105 wood 1 --acquired -1", "--shots 3,acquire"},
      {"he 105 wood 1 --smoke 3", "give it like --hindrance 3"},
      {"attack 8 --occupant 0=4-6-7", "give it like --target 4-6-7"},
      {"attack 8 --target 4-6-7 --tem 3", "give --terrain pillbox, or what else there is in --drm"},
      {"attack 8 --target 4-6-7 --pbf", "--fp is the Firepower after all of A7.2-.36"},
      {"attack 8 --target 4-6-7 --range 8", "halve it at Long Range"},
      {"attack 8 --target 4-6-7 --rof 3", "give it like --rate-of-fire 2"},
      {"attack 8 --target 4-6-7 --smoke 3", "give it like --hindrance 3"},
      {"attack 8 --target 4-6-7 --broken", "give it like 4-6-7,broken"},
      {"attack 8 --target 4-6-7 -1", "give it like --drm -1"},
      {"attack 8 --target 4-6-7 --shots 3", "give it like --then 4"},
      {"attack 8 --target 4-6-7 --stone", "give it like --terrain stone"},
      {"attack --ft --target 4-6-7", "give it like --weapon ft"},
      {"attack 8 --target 4-6-7 --drn 1", "unknown option '--drn'; did you mean --drm?\n"},
      {"attack 8 --target 4-6-7 --TARGT 1", "did you mean --target?"},
      {"attack 8 --target 4-6-7 --san 3", "give it like --attackers-san 4, or --defenders-san 4"},
      {"attack 8 --target 4-6-7 --los 1", "unknown option '--los' of attack (he has it); see boxcars attack --help"},
      {"attack 8 --target 4-6-7 -t 1", "(related: --target, --terrain or --then); see boxcars attack --help"},
      {"attack 8 --target 4-6-7 --sniper", "give it like --attackers-san 4, or --defenders-san 4"},
      {"attack 8 --target 4-6-7 --in wood", "give it like --terrain stone"},
      {"kindle wood --ft", "give it like boxcars ft vs 4-4-7 in wood"},
      {"attack 8 --target 4-6-7 --nationality german", "(related: --heat-of-battle); see boxcars attack --help"},
      {"hut --cause Mortar", "give it like --cause he --fp 4 for 60mm"},
      {"attack --weapon set-dc --target 4-6-7", "give it like boxcars he --ammo set-dc stone 2"},
      {"attack --weapon thrown-dc --target 4-6-7", "give it like --weapon dc --drm 2"},
      {"terrain hut --trials 5", "unknown option '--trials'"},
      {"balance x.toml --turns 8", "give it like --vary turns --values 4,6,8"},
      {"study run experiments/rubble.toml --seed 3", "give it like seed = 1"},
      {"study export x --frmat csv", "did you mean --format?"},
      {"study show x --zzz", "see boxcars study show --help"},
      {"compare \"attack 8 --target 4-6-7\" \"he 105 wood 1 --target 4-6-7\"", "the second question: unknown option '--target' of he"},
  };
  for (const auto& [arguments, message] : bad) {
    check_refused(arguments, message);
    const std::string err = call(arguments).err;
    INFO(err);
    CHECK(err.size() < 200);
  }
}

TEST_CASE("an unexpected argument costs one line with the option that takes it") {
  const std::vector<std::pair<std::string, std::string>> bad{
      {"enter wood 4-6-7", "unexpected argument '4-6-7'"},
      {"breach --building rowhouse", "(it is of wood or stone); give it like stone"},
      {"breach rowhouse", "no building given (a wall of wood or stone?)"},
      {"kindle wood ft", "give it like boxcars ft vs 4-4-7 in wood"},
      {"attack --by mg:5-12 --target 4-4-7", "like 4-6-7, or 4-6-7,mg-only if it fires nothing else"},
      {"attack 12 \xE2\x80\x94"
       "drm 1 --target 4-6-7",
       "'drm' without its number"},
      {"attack 12 --target 467", "give it like 4-6-7"},
      {"attack 12 --target 4-6-7/9-1", "give it like 4-6-7 9-1, apart"},
      {"attack 8 9 --target 4-4-7", "two numbers, 8 and 9"},
      {"he 105 stone 2 --to-hit 6 7 8", "unexpected argument '7'"},
      {"clear mines", "no unit clears"},
      {"hut mg", "no Firepower given"},
      {"enter Sherman", "unknown --building 'Sherman' (known: wood or stone)"},
      {"enter wood 1 2", "unexpected argument '2'"},
      {"chain J8 --map experiments/maps/chateau.toml", "unexpected argument 'J8'"},
  };
  for (const auto& [arguments, message] : bad) check_refused(arguments, message);
}

TEST_CASE("words are typed in any case, hyphens as word processors make them") {
  const std::string how = " --trials 2k --format json";
  const auto same = [&](const std::string& a, const std::string& b) {
    INFO(a);
    CHECK(out_of(a + how) == out_of(b + how));
  };
  same("ATTACK 8 --target 4-4-7 --terrain Stone --cowering NONE", "attack 8 --target 4-4-7 --terrain stone --cowering none");
  same("attack 12FP --target HS:2-4-7,Broken 9-1,ELR=3", "attack 12 --target hs:2-4-7,broken 9-1,elr=3");
  same("attack 8 --target 4\u20136\u20137 2X4-4-7 --drm \u22121", "attack 8 --target 4-6-7 2x4-4-7 --drm -1");
  same("attack --caliber 150 --fire OBA --target Crew:2-2-8,gun=75at-Small",
       "attack --caliber 150 --fire oba --target crew:2-2-8,gun=75AT-small");
  same("He 150 STONE 2 --ammo Heat --level ROOFTOP --shots UNTIL", "he 150 stone 2 --ammo heat --level rooftop --shots until");
  same("he 150 stone 2 --occupant Rooftop=4-4-7 --afv HERE,CE 3,ot", "he 150 stone 2 --occupant rooftop=4-4-7 --afv here,ce 3,ot");
  same("chain --map experiments/maps/chateau.toml --set j8=Stone:3 --hex J8 --own k9 --afv k9,OT",
       "chain --map experiments/maps/chateau.toml --set J8=stone:3 --hex J8 --own K9 --afv K9,ot");
  same("kindle --terrain WOOD --by WP --dry --turns Until --neighbor Stone,Detached",
       "kindle --terrain wood --by wp --dry --turns until --neighbor stone,detached");
  same("attack 8 --target 4-4-7 --method BOTH", "attack 8 --target 4-4-7");
  CHECK(out_of("terrain ROWHOUSE --format JSON") == out_of("terrain rowhouse --format json"));
  CHECK_THAT(out_of("compare \"ATTACK 8 --target 4-4-7\" \"Boxcars attack 8 --target 4-4-7\" --trials 1k"),
             Contains("the odds are the same"));
  const Folder folder;
  const std::string example = out_of("assault --example");
  std::string shouted = example;
  shouted.replace(shouted.find("\"stone\""), 7, "\"STONE\"");
  shouted.replace(shouted.find("\"none\""), 6, "\"None\"");
  shouted.replace(shouted.find("\"assault\""), 9, "\"Assault\"");
  const std::string told = out_of("assault " + folder.file("a.toml", shouted) + " --trials 2k --format csv");
  CHECK(told == out_of("assault " + folder.file("b.toml", example) + " --trials 2k --format csv"));
  const std::string study = folder.file(
      "s.toml", "question = \"HE\"\nmethod = \"Exact\"\n[inputs]\ncaliber = 150\nlevels = 2\n[sweep]\nbuilding = [\"Wood\", \"STONE\"]\n");
  CHECK(call("study run " + study + " --store " + (folder / "s.sqlite")).status == 0);
  CHECK_THAT(out_of("study show " + (folder / "s.sqlite")), StartsWith("s: he,"));
  CHECK(call("study run " + (folder / "a.toml") + " --dry-run").status == 0);
}

TEST_CASE("help and the version are asked for in any words") {
  CHECK(out_of("help") == out_of("--help"));
  CHECK(out_of("HELP") == out_of("--help"));
  CHECK(out_of("version") == out_of("--version"));
  for (const std::string question : {"attack", "he", "terrain", "board", "atlas", "balance", "study run", "study"}) {
    const std::string help = out_of(question + " --help");
    CHECK(out_of("help " + question) == help);
    CHECK(out_of(question + " help") == help);
  }
  CHECK(out_of("help Attack") == out_of("attack --help"));
  check_refused("help atack", "unknown question 'atack'; did you mean attack?");
}

TEST_CASE("a hex of a board that holds no building is refused until its terrain is known") {
  const Folder folder;
  const auto listed = zipped({{"BoardMetadata.xml",
                               "<boardMetadata name='79' width='5' height='3'><buildingTypes><buildingType hexName='C2' "
                               "buildingTypeName='Stone Building, 2 Level'/></buildingTypes></boardMetadata>"}});
  const std::string board = folder.file("bd79", std::string(reinterpret_cast<const char*>(listed.data()), listed.size()));
  const std::string at = "attack 12 --target 4-6-7 --trials 1k --board " + board + " --hex ";
  check_refused(at + "B1", "--hex B1 holds no building, rubble or hut (its board says nothing of what else is there); give --terrain open");
  for (const std::string known : {"B1 --terrain open", "B1 --drm 1", "B1 --drm 0", "B1 --set B1=open", "C2"}) {
    INFO(known);
    CHECK(call(at + known).status == 0);
  }
  check_refused(at + "B1 --set C2=open", "--hex B1 holds no building");
  // In a map file what is not there is open ground.
  CHECK_THAT(out_of("attack 12 --target 4-6-7 --trials 1k --map experiments/maps/chateau.toml --hex A4"),
             Contains("A4 is open ground on the map"));
}

TEST_CASE("terrain that is not known is answered with its TEM, and woods never with wood") {
  for (const auto& choice : model::terrain_choices) {
    INFO(choice.name);
    const std::string tem = choice.value == model::Terrain::pillbox ? " --tem 3" : "";
    if (choice.value != model::Terrain::open)
      CHECK(call("attack 12 --target 4-6-7 --trials 100 --terrain " + std::string(choice.name) + tem).status == 0);
  }
  check_refused("attack 12 --target 4-6-7 --terrain foxholes", "did you mean foxhole?");
  check_refused("attack 12 --target 4-6-7 --terrain crag", "did you mean crags?");
  check_refused("attack 12 --target 4-6-7 --terrain pillbox", "(its TEM is on its counter, B30.3); give it like --tem 5\n");
  check_refused("attack 12 --target 4-6-7 --terrain bunker", "; give that in the DRM of an attack, --drm N\n");
  check_refused("attack 12 --target 4-6-7 --terrain \"palm trees\"", "; give that in the DRM of an attack, --drm 0\n");
  check_refused("attack 12 --target 4-6-7 --terrain swamp", "; give the TEM of any other in the DRM of an attack, --drm N\n");
  const std::vector<std::pair<std::string, std::string>> drms{
      {"woods", "1"},       {"Woods", "1"},        {"forest", "2"},       {"brush", "0"},   {"grain", "0"},
      {"orchard", "0"},     {"marsh", "0"},        {"wall", "2"},         {"hedge", "1"},   {"foxhole", "2"},
      {"foxholes", "2"},    {"trench", "2"},       {"shellholes", "1"},   {"crags", "1"},   {"graveyard", "1"},
      {"olive-grove", "1"}, {"light-jungle", "1"}, {"dense-jungle", "2"}, {"pillbox", "N"}, {"palm trees", "0"}};
  for (const auto& [word, drm] : drms) {
    check_refused("kindle --terrain \"" + word + "\"", "--drm " + drm);
    check_refused("he 105 \"" + word + "\" 1", "(no building is made of it: wood or stone)");
    check_refused("enter --building \"" + word + "\" --levels 1", "--drm " + drm);
  }
  for (const char* question : {"kindle --terrain wood --neighbor woods", "he 105 woods 1", "terrain woods",
                               "chain --map experiments/maps/chateau.toml --hex J8 --set J8=woods:1"}) {
    INFO(question);
    CHECK_THAT(call(question).err, !Contains("did you mean wood"));
    CHECK(call(question).status == 2);
  }
  check_refused("attack 12 --target 4-6-7 --terrain wod", "did you mean wood?");
  const Folder folder;
  std::string text = out_of("assault --example");
  const auto begin = text.find("building = "), end = text.find("[[defender]]");
  text.replace(begin, end - begin, "terrain = \"woods\"\n");
  CHECK(call("assault " + folder.file("a.toml", text) + " --trials 100").status == 0);
  for (const auto& choice : model::built_terrain_choices) CHECK_FALSE(model::other_terrain(choice.name));
}

TEST_CASE("an atlas of a folder counts what it leaves out, and prints what it has when it is interrupted", "[threads]") {
  const Folder folder;
  small_board(folder);
  for (const char* name : {"bd1", "bd2", "bd3"}) folder.file(name, std::string("PK\x03\x04 nonsense", 13));
  const Called counted = call("atlas " + folder.path());
  CHECK(counted.status == 0);
  CHECK(counted.err == "boxcars: 3 of 4 boards are left out, as they cannot be read; --verbose lists them\n");
  const Called listed = call("atlas " + folder.path() + " --verbose");
  CHECK(listed.out == counted.out);
  CHECK(std::count(listed.err.begin(), listed.err.end(), '\n') == 4);
  CHECK_THAT(listed.err, Contains("boxcars: left out: board '" + (folder / "bd2") + "' cannot be read ("));
  const Folder none;
  none.file("bd1", std::string("PK\x03\x04 nonsense", 13));
  none.file("bd2", std::string("PK\x03\x04 nonsense", 13));
  check_refused("atlas " + none.path(), "can be read");

  const Stopped stopped = stopped_at_once({"atlas", "experiments/maps/chateau.toml", "--format", "json"});
  CHECK(stopped.status == 130);
  CHECK_THAT(stopped.err, Contains("interrupted"));
  CHECK_NOTHROW(json::parse(stopped.out));
}

TEST_CASE("old boards are told from none, boards are found in any case, and what is no file is no board") {
  const Folder folder;
  folder.file("bdRB", "PK");
  CHECK(io::find_board("rb", {folder.path()}) == folder / "bdRB");
  CHECK(io::find_board("BDrb", {folder.path()}) == folder / "bdRB");
  const auto bytes = zipped({{"bdRB.gif", "GIF"}});
  const std::string old = folder.file("old", std::string(reinterpret_cast<const char*>(bytes.data()), bytes.size()));
  check_refused("board " + old, "as old boards do; its newest version may");
  const std::string pipe = folder / "pipe";
  REQUIRE(mkfifo(pipe.c_str(), 0600) == 0);
  for (const std::string& command :
       {"board " + pipe, "atlas " + pipe, "chain --hex J8 --map " + pipe, std::string("board /dev/zero"), std::string("board /dev/null")})
    check_refused(command, "it is no file");
}

TEST_CASE("a map that the terminal is too narrow for says so") {
  io::Style narrow;
  narrow.width = 40;
  for (const char* command : {"board experiments/maps/chateau.toml", "atlas experiments/maps/chateau.toml"}) {
    CHECK_THAT(call(command, narrow).out, Contains("the map is drawn where there are 69\n  columns\n"));
    CHECK_THAT(call(command).out, !Contains("is drawn where"));
    check_width(call(command, narrow).out, 40);
  }
}

TEST_CASE("single trials are told a line a throw where no terminal asks for less") {
  const std::string question = "attack 12 --target \"9-1 4-6-7,elr=3\" --explain --show 20 --trials 1k";
  const auto lines_of = [](const std::string& text) {
    std::vector<std::string> lines;
    std::istringstream stream(text);
    for (std::string line; std::getline(stream, line);) lines.push_back(line);
    return lines;
  };
  const json root = json::parse(out_of(question + " --format json"));
  const auto lines = lines_of(call(question, {.tales = io::Tales::whole}).out);
  std::size_t longest = 0;
  for (const auto& tale : root["shown_trials"]) {
    for (const auto& line : tale) {
      CHECK(std::find(lines.begin(), lines.end(), "- " + line.get<std::string>()) != lines.end());
      longest = std::max(longest, line.get<std::string>().size());
    }
  }
  CHECK(longest > 80);
  check_width(call(question, {.symbols = io::Symbols::ascii}).out, 80);
}

TEST_CASE("a run that takes very long is warned of, once, with how long it takes") {
  for (const auto show : {cli::ShowProgress::in_lines, cli::ShowProgress::on_one_line}) {
    const std::string warning = "boxcars: 1,000,000,000,000,000 trials take about ";
    const Stopped run = stopped_when(warning, {"attack", "8", "--target", "4-4-7", "--trials", "1e15"}, show);
    CHECK(run.status == 130);
    const auto at = run.err.find(warning);
    REQUIRE(at != std::string::npos);
    CHECK(run.err.find(warning, at + 1) == std::string::npos);
    const std::string line = run.err.substr(at, run.err.find('\n', at) - at);
    CHECK_THAT(line, (Contains(" h; ") || Contains(" days; ") || Contains(" years; ")) && Contains("Ctrl-C ends them"));
  }
  const Stopped hopeless =
      stopped_when(" of about ", {"attack", "8", "--target", "4-4-7", "--precision", "0.000001"}, cli::ShowProgress::in_lines);
  CHECK_THAT(hopeless.err, Contains(" of about 9"));
  using std::chrono::duration;
  for (const auto& [seconds, words] : std::vector<std::pair<double, std::string>>{
           {0.2, "1 s"}, {7, "7 s"}, {120, "120 s"}, {121, "3 min"}, {7200, "120 min"}, {7201, "3 h"}, {1e6, "12 days"}, {1e9, "32 years"}})
    CHECK(cli::in_words(duration<double>(seconds)) == words);
}

TEST_CASE("an atlas tells how far it is") {
  const auto told = [](std::vector<std::string> arguments) {  // stopped by what it tells first
    std::atomic<bool> stop{false};
    std::ostringstream out;
    StoppingStream err(stop);
    arguments.insert(arguments.begin(), "atlas");
    CHECK(cli::run(arguments, {out, err, {}, stop, cli::ShowProgress::in_lines}) == 130);
    return err.text();
  };
  // "boxcars: N of M things", with how many of them: not all.
  const auto check_told = [](const std::string& text, int all, const std::string& things) {
    INFO(text);
    const std::string before = "boxcars: ", after = " of " + std::to_string(all) + " " + things + "\nboxcars: interrupted";
    const auto end = text.find(after);
    REQUIRE(text.starts_with(before));
    REQUIRE(end != std::string::npos);
    const int done = std::stoi(text.substr(before.size(), end - before.size()));
    CHECK(done >= 0);
    CHECK(done < all);
  };
  const Folder folder;
  const std::string board = large_board(folder, "large");
  std::filesystem::create_directory(folder / "boards");
  constexpr int boards = 2000;
  for (int i = 0; i < boards; ++i) std::filesystem::create_symlink(board, folder / ("boards/bd" + std::to_string(i)));
  check_told(told({folder / "boards"}), boards, "boards read");
  std::vector<std::string> town{"experiments/maps/chateau.toml"};
  for (int column = 2; column < 24; ++column) {
    for (int row = 1; row <= 9; ++row) town.insert(town.end(), {"--set", model::to_string(model::Hex{column, row}) + "=stone:4"});
  }
  check_told(told(town), 198, "building hexes");
}

TEST_CASE("an atlas tells how many hexes it leaves out, and why") {
  const Folder folder;
  const std::string board = small_board(folder);
  CHECK_THAT(json::parse(call("atlas " + board + " --format json", {}, {}, {.states = 1}).out)["boards"][0]["notes"].dump(),
             Contains("1 building hex is left out: the question has more states than the budget of 1"));
  CHECK_THAT(json::parse(call("atlas experiments/maps/chateau.toml --format json", {}, {}, {.states = 1}).out)["boards"][0]["notes"].dump(),
             Contains("12 building hexes are left out: the question has more states than the budget of 1"));
}

TEST_CASE("a balance tells of how many settings there are no exact odds, and why") {
  const Folder folder;
  const std::string file = folder.file("a.toml", out_of("assault --example"));
  const auto notes_of = [&](const std::string& settings, const std::string& method) {
    const Called called =
        call("balance " + file + " --vary turns " + settings + " --trials 2k --format json --method " + method, {}, {}, small);
    CHECK(called.status == 0);
    return json::parse(called.out)["notes"].dump();
  };
  CHECK_THAT(notes_of("--values 4,5", "both"),
             Contains("no exact odds of 2 settings: the question has more states than the budget of 100"));
  CHECK_THAT(notes_of("--values 4", "both"), Contains("no exact odds of 1 setting: the question has more states than the budget of 100"));
  CHECK_THAT(notes_of("--values 4,5", "simulate"), !Contains("no exact odds"));
}

TEST_CASE("a balance asks again of those that may be the nearest, with more trials, and seeks exact odds once") {
  ask::Balance balance{.name = "made-up", .varied = {{"turns", {1.0, 2.0, 3.0, 4.0}}}, .target = 0.5};
  const auto between = [](double low, double high) {
    sim::Chance chance;
    chance.estimate = sim::Estimate{.value = (low + high) / 2, .low = low, .high = high};
    return chance;
  };
  balance.odds = {between(0.1, 0.2), between(0.49, 0.52), between(0.47, 0.5), {.exact = 0.49}};
  balance.trials = {1000, 1000, 1000, 0};
  ask::judge(balance);
  const auto next = ask::round_after({.combinations = {0, 1, 2, 3}, .trials = 1000, .method = sim::Method::both}, balance);
  REQUIRE(next);
  CHECK(std::set(next->combinations.begin(), next->combinations.end()) == std::set<std::size_t>{1, 2});
  CHECK(next->trials == 4000);
  CHECK(next->method == sim::Method::simulate);
  CHECK_FALSE(ask::round_after({.trials = 64'000'000}, balance));
  balance.as_near.clear();
  CHECK_FALSE(ask::round_after({.trials = 1000}, balance));
}

TEST_CASE("a To Hit number that no DR is above is told") {
  CHECK_THAT(out_of("he 105 wood 1 --to-hit 13 --trials 1k"), Contains("note: --to-hit 13: every shot hits, as no DR is higher"));
  CHECK_THAT(out_of("he 105 wood 1 --to-hit 11 --trials 1k"), !Contains("every shot hits"));
  const Folder folder;
  const std::string file = folder.file("a.toml", out_of("assault --example"));
  const auto notes_at = [&](const std::string& to_hit) {
    return json::parse(out_of("assault " + file + " --with shot.SU-152.to_hit=" + to_hit + " --trials 1k --format json"))["notes"].dump();
  };
  CHECK_THAT(notes_at("12"), Contains("every shot of SU-152 hits: no DR is above to_hit = 12"));
  CHECK_THAT(notes_at("11"), !Contains("every shot of SU-152 hits"));
}

TEST_CASE("what is not counted unless it is asked for is told: acquisition, the leader of an Ambush, a second Kindling attempt") {
  const auto notes_of = [](const std::string& line) { return json::parse(out_of(line + " --method exact --format json"))["notes"].dump(); };
  for (const char* several : {"--shots 3", "--rate-of-fire 2", "--shots until", "--shots 2 --case N=-1"})
    CHECK_THAT(notes_of(std::string("he 105 wood 1 --range 8 ") + several), Contains(",acquire counts it"));
  for (const char* other :
       {"--range 8", "--range 8 --shots 3,acquire", "--range 8 --shots 3 --case N=-2", "--shots 3", "--to-hit 12 --fire mortar --shots 3"})
    CHECK_THAT(notes_of(std::string("he 105 wood 1 ") + other), !Contains("acquire"));
  CHECK_THAT(notes_of("he wood 1 --ammo pf --to-hit 8 --shots 2"), !Contains("acquire"));
  CHECK_THAT(notes_of("he 105 wood 1 --to-hit 12 --shots 3"), Contains(",acquire counts it"));  // its critical hits do
  CHECK_THAT(notes_of("75L vs 4-4-7 range 8 rof 2"), Contains("no shot acquires"));
  CHECK_THAT(notes_of("75L vs 4-4-7 range 8 -2"), Contains("--drm is on the IFT DR"));
  CHECK_THAT(notes_of("he 105 wood 1 range 8 -2 vs 4-4-7"), Contains("--drm is on the IFT DR"));
  CHECK_THAT(notes_of("75L vs 4-4-7 range 8"), !Contains("--drm"));
  CHECK_THAT(notes_of("12 vs 4-4-7 in factory"), Contains("from outside it is its building"));
  CHECK(notes_of("kindle wood") == notes_of("kindle wood --turns 1"));
  CHECK(notes_of("he 105 wood 1 --range 8 --shots 03") == notes_of("he 105 wood 1 --range 8 --shots 3"));
  CHECK_THAT(notes_of("cc 4-6-7 9-1 vs 4-4-7 ambush"), !Contains("--ambush-drm"));
  CHECK_THAT(notes_of("kindle wood --turns 3"), Contains("one Kindling DR is thrown"));
  CHECK_THAT(notes_of("kindle wood"), !Contains("one Kindling DR"));
  CHECK_THAT(notes_of("kindle hut --by wp --turns 3"), !Contains("one Kindling DR"));
}

TEST_CASE("the AFV's building may be typed bare, and a board's wall is breached as one that is typed") {
  CHECK(out_of("enter wood 1 --trials 1k --format json") == out_of("enter --building wood --levels 1 --trials 1k --format json"));
  CHECK(out_of("he 105mm wood 1 --range 4 --case A=2,K --trials 1k --format json") ==
        out_of("he --caliber 105 --building wood --levels 1 --range 4 --case A=2 --case K --trials 1k --format json"));
  CHECK(out_of("enter 2 STONE --trials 1k --format json") == out_of("enter --building stone --levels 2 --trials 1k --format json"));
  const Folder folder;
  const std::string board = small_board(folder);
  const json read = json::parse(out_of("breach --trials 1k --format json --board " + board + " --hex C2"));
  const json typed = json::parse(out_of("breach --trials 1k --format json --building stone"));
  CHECK(read["events"] == typed["events"]);
  CHECK_THAT(read["notes"].back().get<std::string>(), Contains("C2 is no Rowhouse"));
  check_refused("breach --board " + board + " --hex B1", "holds no building");
}

TEST_CASE("keys of a study that stand among its inputs are sent to their place") {
  const Folder folder;
  const auto refused = [&](const std::string& line, const std::string& place) {
    check_refused("study run " + folder.file("s.toml", "question = \"he\"\n[inputs]\n" + line + "\n"), place);
  };
  refused("method = \"exact\"",
          "line 3, column 1: unknown key 'method' (it is about the study, not about the question); give it at the top of the file");
  refused("seed = 3", "unknown key 'seed' (it is about the study");
  refused("pbf = true", "line 3, column 1: unknown key 'pbf' (the question has no such input); see its --help, with _ for -\n");
  refused("ocupant = \"0=4-4-7\"", "unknown key 'ocupant'; did you mean occupant?");
  refused("trials = 1000", "give it in [stop]");
  refused("precision = 0.001", "give it in [stop]");
}
