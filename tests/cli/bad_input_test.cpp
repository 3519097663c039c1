#include <algorithm>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <thread>
#include <vector>

#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

#include "cli/progress.hpp"
#include "tests/support/cli.hpp"
#include "tests/support/effort.hpp"
#include "tests/support/garbage.hpp"

using namespace boxcars;
using namespace boxcars::test;
using Catch::Matchers::Contains;

namespace {

// The message is the same in JSON: its parts, put together, are the line in words.
void check_same_message(const std::string& arguments) {
  INFO(arguments);
  const std::string in_words = call(arguments).err;
  const Called called = call(arguments.empty() ? "--messages=json" : arguments + " --messages=json");
  seen(called.err);
  CHECK(called.status == 2);
  CHECK(called.out.empty());
  CHECK(std::count(called.err.begin(), called.err.end(), '\n') == 1);
  const auto message = nlohmann::json::parse(called.err);
  CHECK(message["kind"] == "refused");
  std::string text = "boxcars: ";
  if (message.contains("file")) text += message["file"].get<std::string>() + ", line " + std::to_string(message["line"].get<int>());
  if (message.contains("column")) text += ", column " + std::to_string(message["column"].get<int>());
  if (message.contains("file")) text += ": ";
  text += message["problem"].get<std::string>();
  if (const auto why = message["why"].get<std::string>(); !why.empty()) text += " (" + why + ")";
  if (const auto instead = message["instead"].get<std::string>(); !instead.empty()) text += "; " + instead;
  CHECK(text + "\n" == in_words);
}

}  // namespace

TEST_CASE("bad input costs one line: what is wrong, why, what to type") {
  std::vector<std::pair<std::string, std::string>> bad{
      {"",
       "no question asked (known: attack, he, chain, enter, kindle, clear, breach, hut, bombard, cc, check, cross, kill, duel, assault, "
       "terrain, "
       "board, los, danger, atlas, save, luck, study, compare, balance, plan, ask, describe, complete or man)"},
      {"zzz 8",
       "unknown question 'zzz' (known: attack, he, chain, enter, kindle, clear, breach, hut, bombard, cc, check, cross, kill, duel, "
       "assault, terrain, "
       "board, los, danger, atlas, save, luck, study, compare, balance, plan, ask, describe, complete or man)"},
      {"hello there old friend",
       "nothing to ask in 'hello there old friend' (who fires at whom, or what is checked?); give it like boxcars 8 +1 vs"},
      {"atack 8 --target 4-4-7", "unknown question 'atack'; did you mean attack?"},
      {"compar a b", "unknown question 'compar'; did you mean compare?"},
      {"--format json attack 8 --target 4-4-7", "before a question"},
      {"hee 75 wood 1 --help", "unknown question 'hee'; did you mean he?"},
      {"he", "no calibre given"},
      {"he 150", "no building given"},
      {"he 150 stone", "no levels given"},
      {"he 150 stone 2 3", "unexpected argument '3'"},
      {"he 150 ston 2", "unknown --building 'ston'; did you mean stone?"},
      {"he 150 stone stone", "unexpected argument 'stone'"},
      {"he 150 stone 2 --level 3", "--level '3' is no level of the building (it has 0, the ground, to 2); give one of them, or rooftop"},
      {"he 150 stone 9", "--levels 9 is out of range"},
      {"he 150 stone 2 --fire obba", "did you mean oba?"},
      {"he 150 stone 2 --ammo apcr", "known: he, heat, dc, baz, psk, pf, thrown-dc or set-dc"},
      {"he 150 stone 2 --fire oba --to-hit 7", "C1.5"},
      {"he 150 stone 2 --shots", "--shots has no value"},
      {"he stone 2 --ammo psk --level rooftop --occupant rooftop=4-4-7", "with the TEM of a building only, C8.31"},
      {"he stone 1 --ammo pf --marketplace --occupant 0=4-4-7", "men in a marketplace"},
      {"attack --by 4-6-7 --range 0 --terrain hedge --target 4-4-7", "crosses no hexside, B9.3"},
      {"attack --by 4-6-7 --range 0 --height-advantage --target 4-4-7", "within one Location there is none, B10.31"},
      {"attack 8 --terrain pillbox --tem 3 --target 4-4-7,encircled", "nobody in a pillbox is encircled, B30"},
      {"attack --caliber 105 --fire oba --terrain stone --also foxhole --target 4-4-7", "no entrenchments in buildings and rubble"},
      {"attack 8 --overstacked --concealed --target 4x4-4-7", "overstacked men are never concealed, A12.14"},
      {"attack --caliber 81 --fire mortar --range 8 --terrain pillbox --tem 5 --case K --target 4-4-7", "is no DRM, B30.7"},
      {"breach stone --concealed --target 4-4-7 4-4-7,broken", "it is Known, A12.14"},
      {"attack 8 --terrain foxhole --also trench --target 4-4-7", "a Location has one of them, O.8"},
      {"check concealment 4-4-7 --terrain wall", "only TEM of the hex counts, A12.12"},
      {"check concealment 4-4-7 --terrain pillbox", "its TEM is on the counter, B30.3"},
      {"cross --unit 4-4-7 --step G4,pillbox,mf=2,J6=3 --defender J6=4-4-7", "its TEM is on the counter, B30.3"},
      {"cc --attacker 4-6-7 --defender vehicle,mg=4,unarmored,armor=3/1", "its armor is given twice"},
      {"cc --attacker 4-6-7 --defender \"Panther G,stunned,ce\"", "buttoned up, D5.34"},
      {"attack --caliber 75 --range 0 --terrain stone --also wall --target 4-4-7", "crosses no hexside, B9.3"},
      {"cc --attacker 4-6-7 --defender \"Opel Blitz\"", "in no list (the nearest are Opel 6700 (Blitz)"},
      {"cc --attacker \"M3 halftrack\" --defender 4-6-7", "in no list"},
      {"he 150 stone 2 --shots many", "or until"},
      {"he 150 stone 2 --occupant 01=4-4-7", "'01' is no level of the building"},
      {"attack 8 --target 4-4-7 --output --explain", "--output has no value (it needs one)"},
      {"attack 8 --target 4-4-7 --drm= 3", "--drm has no value (it needs one)"},
      {"attack 8 --target --drm 3", "--target has no value (it needs one)"},
      {"attack 8 --target 4-4-7 --fortified=false --terrain wood", "--fortified has a value (it takes none); leave it out"},
      {"attack 8 --target 4-4-7 --then 4,drm=1,drm=2", "'drm' of --then is given twice (it has one value)"},
      {"assault examples/two-sides.toml --with seed=3", "unknown setting 'seed' (it is none of the position's); give it like --seed 3"},
      {"he 150 stone 2 --own K9", "is no direction"},
      {"he 150 stone 2 --hex J8", "--hex without a map"},
      {"he 150 --map experiments/maps/chateau.toml --hex J9", "J9 holds no building"},
      {"he 150 --map no.toml --hex J9", "map 'no.toml' cannot be read (there is no such file"},
      {"he 150 stone 2 --ocupant 1=4-4-7", "did you mean --occupant?"},
      {"he 150 stone 2 --occupant 1=crew:2-2-8,gun=105ART",
       "--occupant '1=crew:2-2-8,gun=105ART' cannot be there (a 105mm ART Gun cannot be upstairs, B23.423); give it another place"},
      {"he 150 stone 2 --fortified --occupant 0=4-4-7,gun=150INF-large crew:2-2-8,gun=76ART 2=crew:2-2-8,gun=81MTR", "B23.93"},
      {"he 150 wood 2 --fortified --occupant 1=crew:2-2-8,gun=75AT", "in stone, B23.93"},
      {"he 150 stone 2 --occupant 0=crew:2-2-8,gun=75ART", "not large, B23.423"},
      {"he 150 stone 2 --occupant rooftop=hs:2-4-7,gun=82MTR rooftop=crew:2-2-8,gun=120MTR", "up to 82mm, B23.85"},
      {"chain", "no map given"},
      {"chain --map experiments/maps/chateau.toml", "no hex given"},
      {"chain --map experiments/maps/chateau.toml --hex", "--hex has no value"},
      {"chain --map experiments/maps/chateau.toml --hex J11", "J11 is not on the map (it has A1 to GG10)"},
      {"chain --map experiments/maps/chateau.toml --hex J9", "J9 holds no building"},
      {"chain --map experiments/maps/chateau.toml --hex J8 --from-level 3", "it has 0, the ground, to 2"},
      {"chain --map experiments/maps/chateau.toml --hex J8 --set A1=stone", "holds no building that it could change"},
      {"chain --map experiments/maps/chateau.toml --hex J8 --own J11", "--own J11 is not on the map"},
      {"chain --map README.md --hex J8", "it is no TOML"},
      {"chain --map experiments/maps --hex J8", "it is a folder"},
      {"enter", "nothing given that is entered"},
      {"enter --building stone", "no levels given"},
      {"enter --building stone --levels 2 --open-topped", "it is not closed-topped, B23.41"},
      {"enter --factory --crew-survival 6", "Factories have no cellars, B23.742"},
      {"enter --rubble --not-fully-tracked", "B24.4"},
      {"enter --rubble --factory", "B23.743"},
      {"enter --factory --building wood --levels 1", "B23.74"},
      {"enter --rubble --ground-pressure none", "known: low, normal or high"},
      {"kindle", "no terrain given"},
      {"kindle --terrain open", "B25.11"},
      {"kindle --terrain hut --fortified", "G5.3"},
      {"kindle --terrain wood --turns x", "or until"},
      {"kindle --terrain wood --by molotov", "unknown --by 'molotov'"},
      {"kindle --terrain wood --by wp", "A24.32"},
      {"kindle --terrain wood --very-dry", "give --by wp"},
      {"kindle --terrain hut --by wp --leadership -1", "B25.11"},
      {"kindle --terrain hut --fire-collapse", "B25.66"},
      {"kindle --terrain wood --neighbor stone,fortifed", "did you mean fortified?"},
      {"kindle --terrain wood --neighbor hut,fortified", "G5.3"},
      {"kindle --terrain wood --neighbor", "--neighbor has no value"},
      {"kindle --terrain wood --turns until --neighbor wood,drm=-9", "never catches fire, B25.6"},
      {"breach", "no building given"},
      {"breach --building wood --target 4-4", "give it like 9-1"},
      {"breach --building brick", "known: wood or stone"},
      {"hut", "no cause given"},
      {"hut --cause grenade", "unknown --cause 'grenade'"},
      {"hut --cause he", "without a calibre"},
      {"hut --cause mg --caliber 75", "C.7"},
      {"hut --cause afv --riders", "G5.4"},
      {"bombard", "no building given"},
      {"bombard --building hut", "known: wood or stone"},
      {"bombard --building stone", "no levels given"},
      {"bombard --building stone --levels 5", "B23.2"},
      {"bombard --building stone --levels 0 --rooftop", "B23.8"},
      {"bombard --building stone --levels 1 --morale 13", "C1.822"},
      {"bombard --building stone --levels 1 --own K9", "is no direction"},
      {"study run a.toml --occupant 4-4-7", "unknown option '--occupant' of study run ("},
      {"terrain huts", "unknown terrain type 'huts'; did you mean hut?"},
      {"terrain hut rubble", "unexpected argument 'rubble'"},
      {"terrain hut --trials 5", "unknown option '--trials'"},
      {"attack he --target 4-4-7", "Firepower 'he' cannot be used"},
      {"attack --weapon mines --target 4-4-7", "no attack given"},
      {"attack 7 --weapon mines --target 4-4-7", "it has 6, 8 or 12, B28.1"},
      {"attack 8 --moving fast --target 4-4-7", "known: none, normal, assault or hazardous"},
      {"he 150 stone 2 --edition 1", "did you mean v1?"},
      {"he 150 stone 2 --ec 1", "B25.5"},
      {"attack 8 --terrain lumberyard --ec 1 --target 4-4-7", "B25.5"},
      {"cc", "no attacker given (Close Combat has two sides, A11.1); give it like --attacker 4-6-7"},
      {"cc --attacker 4-6-7", "no defender given"},
      {"cc --attacker 4-6-7 --defender mg:5-12", "unit 'mg:5-12' cannot be read"},
      {"cc --attacker 4-6-7,gun=75AT --defender 4-4-7", "A11.13"},
      {"cc --attacker 4-6-7 --defender 4-4-7,brokn", "did you mean broken?"},
      {"cc --attacker 4-6-7,broken --defender 4-4-7,broken", "A11.16"},
      {"cc --attacker 4-6-7 --defender 4-4-7 --concealed both", "known: attacker or defender"},
      {"cc --attacker 4-6-7 --defender 4-4-7 --ambush rol", "did you mean roll?"},
      {"cc --attacker 4-6-7 --defender 4-4-7 --ambush-drm -1,0", "--ambush-drm without --ambush roll"},
      {"cc --attacker 4-6-7 --defender 4-4-7 --ambush roll --ambush-drm -1", "give it like --ambush-drm -1,0"},
      {"cc --attacker 4-6-7,broken --defender 4-4-7 --ambush attacker", "ambushes nobody"},
      {"cc --attacker 4-6-7 --defender 4-4-7 --attacker-drm 31", "no DRM is that large"},
      {"cc --attacker 4-6-7 --defender 4-4-7 --rounds never", "or until"},
      {"cc --attacker 4-6-7 --defender 4-4-7 --attacker-drm 30 --defender-drm 30 --rounds until", "the question never ends"},
      {"clear", "no task given"},
      {"clear --task wires --squads 1", "did you mean wire?"},
      {"clear --task wire", "no unit clears"},
      {"clear --task wire --squads 1 --turns never", "or until"},
      {"clear --task wire --squads 1 --bulldozers 1", "B24.73"},
      {"clear --task wire --half-squads 1 --leadership 3 --turns until", "the question never ends"},
      {"clear --task wire --squads 1 --terrain wood", "B25.15"},
      {"attack", "no attack given"},
      {"attack 8", "no target"},
      {"attack 8 --target", "--target has no value"},
      {"attack 8 --target \"\"", "--target has an empty value"},
      {"he 150 stone 2 --shots \"\"", "--shots has an empty value"},
      {"he 150 stone 2 --own \" \"", "--own has an empty value"},
      {"he --ammo dc 150 stone 2", "--caliber with --ammo dc (its Firepower is fixed, C13, A23)"},
      {"he --ammo heat stone 2", "no calibre given (HEAT of how many mm?)"},
      {"he stone 150 2 --set J8=open", "--set without a map"},
      {"enter wood 1 --set J8=open", "--set without a map"},
      {"attack 8 9 --target 4-4-7", "two numbers, 8 and 9"},
      {"attack 8 --target 4-4-7 --drn 1", "did you mean --drm?"},
      {"attack 8 --target 4-4-7 --drn=1", "unknown option '--drn'"},
      {"attack 8 --target 4-4-7 -x", "unknown option '-x'"},
      {"attack 8 --target 4-4-7 --drm", "--drm has no value"},
      {"attack 8 --target 4-4-7 --drm x", "--drm 'x' cannot be used"},
      {"attack 8 --target 4-4-7 --drm 99", "--drm 99 is out of range (no DRM is that large); give -30 to 30"},
      {"attack 8 --target 4-4-7 --drm 99999999999", "--drm '99999999999' cannot be used"},
      {"attack 8 --target 4-4-7 --drm 1 --drm 2", "--drm is given more than once"},
      {"attack 0 --target 4-4-7", "below 1 FP"},
      {"attack 1e9 --target 4-4-7", "it is no sum of numbers"},
      {"attack 8 --target 4-4-7 --then 0", "below 1 FP"},
      {"attack 8 --caliber 75 --target 4-4-7", "--fp with --caliber (an attack is one or the other)"},
      {"attack 8 --target 4-4", "give it like 9-1"},
      {"attack 8 --target 4-4-14", "no squad has morale 14"},
      {"attack 8 --target 2-2-8", "say which: squad:2-2-8"},
      {"attack 8 --target 4-4-7,brokn", "did you mean broken?"},
      {"attack 8 --target 4-4-7 --terrain stoen", "did you mean stone?"},
      {"attack 8 --target 4-4-7 --cowering yes", "known: auto, none, normal or inexperienced"},
      {"attack 8 --target 4-4-7 --fortified", "B23.91"},
      {"attack 8 --target crew:2-2-8,gun=88AA --terrain stone",
       "unit 'crew:2-2-8,gun=88AA' cannot be there (an 88mm AA Gun cannot be in an unfortified"},
      {"attack 8 --target crew:2-2-8,gun=75 --terrain stone", "Gun '75' cannot be read"},
      {"attack 8 --target crew:2-2-8,gun=75AAT", "known: AT, INF, ART, MTR or AA"},
      {"attack 8 --target crew:2-2-8,gun=75AT-smal", "did you mean small?"},
      {"breach --building wood --target crew:2-2-8,gun=105ART", "B23.423"},
      {"hut --cause he --caliber 75 --target crew:2-2-8,gun=105ART", "B23.423"},
      {"attack 8 --target 4-4-7 --fortified=maybe", "--fortified"},
      {"attack --caliber 75 --hindrance 1 --target 4-4-7", "To Hit DR"},
      {"attack 8 --target 4-4-7 --leader 9-1 --leadership -1", "--leader with --leadership (both are the directing leader)"},
      {"attack 8 --target 4-4-7 --set J8=stone:2", "--set without a map (what does it change?); give --board or --map, too"},
      {"attack 8 --target 4-4-7 --map experiments/maps/chateau.toml --hex J8 --set J8=wood:1 j8=open",
       "--set 'J8=open' cannot be used (J8 is changed already); leave one out"},
      {"attack 8 --target 4-4-7 --map experiments/maps/chateau.toml --board 20", "--map with --board (either is the map); leave one out"},
      {"attack 8 --target 4-4-7 --leader 4-4-7", "unit '4-4-7' cannot be read"},
      {"attack 8 --target 4-4-7 --trials abc", "--trials 'abc' cannot be used"},
      {"attack 8 --target 4-4-7 --trials 0", "--trials '0' cannot be used"},
      {"attack 8 --target 4-4-7 --trials 1.5", "--trials '1.5' cannot be used"},
      {"attack 8 --target 4-4-7 --trials \"\"", "--trials"},
      {"attack 8 --target 4-4-7 --trials -5", "--trials '-5' cannot be used"},
      {"attack 8 --target 4-4-7 --trials 10M --precision 0.01", "leave one out"},
      {"attack 8 --target 4-4-7 --precision 0", "--precision '0' cannot be used"},
      {"attack 8 --target 4-4-7 --precision nan", "--precision 'nan' cannot be used"},
      {"attack 8 --target 4-4-7 --seed -1", "--seed '-1' cannot be used"},
      {"attack 8 --target 4-4-7 --threads 0", "--threads '0' cannot be used"},
      {"attack 8 --target 4-4-7 --method exactly", "did you mean exact?"},
      {"attack 8 --target 4-4-7 --format jsn", "did you mean json?"},
      {"attack 8 --target 4-4-7 --show x", "--show 'x' cannot be used"},
      {"attack 8 --target 4-4-7 --format csv --show 1", "--show with a table"},
      {"attack 8 --target 4-4-7 --output /no/such/folder/x", "cannot be written"},
      {"attack 8 --target 4-4-7 --output /tmp", "it is a folder"},
      {"attack 8 --target 4-4-7 --output \"\"", "it has no name"},
      {"attack --target 4-4-7 8", "'8' was read as a --target"},
      {"attack 8 --target \"4-4-7, broken\"", "nothing follows a comma"},
      {"attack 8 --target 4-4-7,elr=3,elr=4", "given twice"},
      {"attack 8 --target 4-4-007", "cannot be read"},
      {"attack --caliber 75cm --target 4-4-7", "give it like --caliber 75"},
      {"attack --caliber 9999 --target 4-4-7", "no shell is larger"},
      {"attack 8 --target 4-4-7 --terrain st\none", "'st?one'"},
      {"attack 8 --target 4-4-7 --terrain \x1b[2J", "'?[2J'"},
  };
  const std::string long_name(300, 'x'), long_word(5000, 'x');
  bad.emplace_back("attack 8 --target 4-4-7 --output " + long_name, "cannot be written");
  bad.emplace_back("attack 8 --target 4-4-7 --terrain " + long_word, "xxx...'");
  OneOf some(3);
  for (const auto& [arguments, message] : bad) {
    if (!some.takes_next()) continue;
    check_refused(arguments, message);
    check_same_message(arguments);
  }
}

TEST_CASE("messages are JSON for a program that asks: what kind, which field, and where in a file") {
  const auto told = [](const std::string& arguments) { return nlohmann::json::parse(call(arguments + " --messages json").err); };
  CHECK(told("attack --fp 8 --drm x --target 4-4-7")["field"] == "drm");
  CHECK(told("attack --fp 8")["field"] == "target");
  CHECK(told("attack 8")["field"] == "target");
  CHECK(told("attack 8 --target 4-4-7 --trials 0")["field"] == "trials");
  CHECK(told("attack 8 --zzz")["field"] == nullptr);
  const std::string path = (std::filesystem::temp_directory_path() / "boxcars_messages_test.toml").string();
  std::ofstream(path) << "schema = 1\nquestion = \"assault\"\nturnz = 4\n";
  const auto in_file = told("assault " + path);
  CHECK(in_file["problem"] == "unknown key 'turnz'");
  CHECK(in_file["file"] == path);
  CHECK(in_file["line"] == 3);
  CHECK(in_file["column"] == 1);
  check_same_message("assault " + path);
  std::filesystem::remove(path);

  sim::Budget small;
  small.states = 2;
  const Called none = call("attack 8 --target 4-4-7 --method exact --messages json", {}, {}, small);
  CHECK(none.status == 1);
  CHECK(nlohmann::json::parse(none.err)["kind"] == "no exact odds");
  CHECK(call("attack 8 --zzz --messages words").err == call("attack 8 --zzz").err);
  check_refused("attack 8 --target 4-4-7 --messages loud", "give words or json");
  check_refused("attack 8 --target 4-4-7 --messages", "give it like --messages json");
}

TEST_CASE("progress is JSON for a program that watches") {
  std::vector<std::string> told;
  std::ostringstream out, err;
  cli::Environment environment{out, err, {}, never_stop};
  environment.watcher = [&](const std::string& line) { told.push_back(line); };
  environment.messages = cli::Messages::as_json;
  sim::Progress progress;
  {
    const cli::ProgressTeller teller(progress, environment);
    progress.goal = 100, progress.goal_is_end = true, progress.trials = 25;
    std::this_thread::sleep_for(std::chrono::milliseconds(250));
    progress.between();
  }
  REQUIRE(!told.empty());
  seen(told.front());
  const auto line = nlohmann::json::parse(told.front());
  CHECK(line["kind"] == "progress");
  CHECK(line["part"] == 0.25);
  CHECK(line["text"].get<std::string>().starts_with("25 of 100 trials (25%)"));
}

TEST_CASE("an instruction set that is none costs one line, too") {
  for (const char* arguments : {"--version", "attack 8 --target 4-4-7 --trials 1"}) {
    const Called called = call(arguments, {}, "avx3");
    CHECK(called.status == 2);
    CHECK(called.out.empty());
    CHECK(called.err == "boxcars: unknown BOXCARS_INSTRUCTION_SET 'avx3'; did you mean avx2?\n");
  }
  CHECK(call("--help", {}, "avx3").status == 0);
}

TEST_CASE("garbage in every option ends in one line or in an answer, never in a crash") {
  const std::vector<std::string> common{"--trials", "--precision", "--seed", "--threads", "--method", "--format", "--show"};
  const std::vector<std::pair<std::string, std::vector<std::string>>> questions{
      {"attack 8 --target 4-4-7",
       {"--fp", "--caliber", "--fire", "--target", "--drm", "--terrain", "--hindrance", "--leadership", "--leader", "--cowering", "--then",
        "--heat-of-battle", "--attackers-san", "--defenders-san", "--ec"}},
      {"he 150 stone 2",
       {"--caliber", "--building", "--levels", "--level", "--fire", "--ammo", "--los", "--to-hit", "--th-number", "--shots", "--occupant",
        "--drm", "--own", "--map", "--set", "--hex", "--ec"}},
      {"he 150 stone 2 --fire area", {"--los"}},
      {"chain --map experiments/maps/chateau.toml", {"--hex", "--from-level", "--own", "--set"}},
      {"chain --hex J8", {"--map"}},
      {"enter --building wood --levels 1", {"--building", "--levels", "--ground-pressure", "--drm", "--crew-survival"}},
      {"breach --building wood", {"--building", "--drm", "--target"}},
      {"hut --cause he --caliber 75", {"--cause", "--fp", "--caliber", "--drm", "--cowering", "--ec", "--target"}},
      {"hut --cause mol --fp 8", {"--cause", "--fp", "--drm", "--cowering"}},
      {"kindle --terrain wood", {"--terrain", "--drm", "--spread-drm", "--turns", "--by", "--leadership", "--neighbor"}},
      {"bombard --building wood --levels 1", {"--building", "--levels", "--morale", "--drm", "--own"}},
      {"cc --attacker 4-6-7 --defender 4-4-7",
       {"--attacker", "--defender", "--attacker-drm", "--defender-drm", "--concealed", "--ambush", "--rounds"}},
      {"cc --attacker 4-6-7 --defender 4-4-7 --ambush roll", {"--ambush-drm"}},
      {"compare \"attack 8 --target 4-4-7\" \"attack 12 --target 4-4-7\"", {}},
      {"clear --task mines --squads 1",
       {"--task", "--squads", "--half-squads", "--heroes", "--sapper-squads", "--sapper-half-squads", "--bulldozers", "--leadership",
        "--ec", "--labor", "--turns"}},
      {"clear --task flame --squads 1", {"--terrain", "--spread-drm"}}};
  OneOf some(37);
  for (const auto& question : questions) {
    std::vector<std::string> options = question.second;
    options.insert(options.end(), common.begin(), common.end());
    for (const auto& option : options) {
      for (const auto& word : garbage_words()) {
        if (!some.takes_next()) continue;
        INFO(question.first << " " << option << " " << word);
        const Called called = call(question.first + " --trials 1000 " + option + " \"" + word + "\"");
        CHECK((called.status == 0 || called.status == 2));
        if (called.status == 2) CHECK(std::count(called.err.begin(), called.err.end(), '\n') == 1);
        if (called.status == 2) CHECK(called.out.empty());
      }
    }
  }
}
