#include <atomic>
#include <filesystem>
#include <new>
#include <sstream>
#include <thread>

#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

#include "cli/progress.hpp"
#include "tests/support/child.hpp"
#include "tests/support/cli.hpp"
#include "tests/support/effort.hpp"
#include "tests/support/folder.hpp"
#include "tests/support/snapshots.hpp"
#include "tests/support/stopping_stream.hpp"

using namespace boxcars;
using namespace boxcars::test;
using Catch::Matchers::Contains;
using nlohmann::json;

namespace {

// Every option of every question.
const std::vector<std::string> questions{
    "attack 4 --weapon residual --moving normal --terrain rowhouse-vertex --edition v1 --target 4-4-7 --then 2",
    "attack --weapon ft --terrain stone --fortified --target \"8-1 4-4-7\"",
    "attack 8 --weapon mines --target 4-4-7 --then 6",
    "attack --weapon interdiction --target 4-4-7,broken",
    "attack --caliber 150 --fire oba --moving hazardous --terrain wood --target 2x4-4-7",
    "attack --caliber 300 --fire oba --terrain stone --fortified --drm 1 --target 4-4-7",
    "attack --caliber 75 --terrain lumberyard --ec 2 --target 4-4-7",
    "he --ammo set-dc stone 1 --occupant 0=4-4-7 --drm 1",
    "he --ammo thrown-dc stone 1 --fortified --rooftop --level rooftop --edition v1 --occupant 0=4-4-7",
    "he 150 stone 2 --level 1 --to-hit 7 --th-number 8 --shots 3 --occupant 1=8-1 1=4-4-7 0=2x4-4-7,elr=3 --own 3 --drm -1",
    "he 300 stone 1 --to-hit 8 --fortified --drm -1 --occupant 0=4-4-7",
    "he 105 wood 2 --fire oba --fortified --occupant rooftop=4-4-7 2=4-6-7 0=hero:1-4-9 --own 1 2",
    "he --caliber 120 --building wood --levels 1 --fire mortar --interior --rooftop --occupant 1=4-4-7 --shots 2",
    "he 150 wood 2 --fire area --los 1,2 --to-hit 8 --occupant 2=4-4-7 --shots 2",
    "he 105 stone 2 --fortified --level 1 --occupant 1=crew:2-2-8,gun=76ART 0=hs:2-4-7,gun=150inf-large rooftop=4-4-7,gun=50mtr",
    "he --ammo dc stone 1 --level 1 --concealed --non-elite --occupant 1=4-4-7",
    "he 75 --ammo heat wood 1 --level rooftop --shots until",
    "he 88 stone 2 --level 1 --range 20 --barrel L --gun-color red --case A=3 I N=-1 --hindrance 1 --leadership -1 --occupant 1=4-4-7",
    "he 37 wood 1 --range 8 --shots 2,acquire --rate-of-fire 2 --occupant 4-4-7",
    "hut --cause he --caliber 75 --range 8 --barrel LL --case K --target 4-4-7",
    "hut --cause he --caliber 75 --to-hit 7 --th-number 9 --target 4-4-7",
    "he 200 --fire barrage --map experiments/maps/chateau.toml --hex J8 --set K9=stone:3 --own K9 J9 --occupant 2=4-4-7",
    "chain --map experiments/maps/chateau.toml --set J8=stone:3 K9=stone:3 --hex J8 --from-level 2 --own K9",
    "enter --building wood --levels 2 --ground-pressure high --drm 1 --crew-survival 6",
    "enter --factory --building stone --levels 0",
    "enter --rubble --ground-pressure low",
    "enter --factory --vca-change",
    "enter --collapsed-hut --not-fully-tracked",
    "enter --building wood --levels 2 --afv 3,ot here,ce",
    "he 150 stone --factory --fortified --rooftop --fire oba --occupant 0=4-4-7 --afv here 2,ce,high",
    "chain --map experiments/maps/chateau.toml --hex J8 --afv K9,ot here,ce",
    "breach --building stone --fortified --drm -1 --concealed --non-elite --target \"8-1 4-4-7 2x4-6-7\"",
    "breach --building wood",
    "hut --cause oba --caliber 80 --drm 1 --target \"9-1 4-4-7 2x4-6-7\"",
    "hut --cause he --fp 8 --collapsed --rain --ec 1 --target hero:1-4-9",
    "hut --cause small-arms --fp 4+4 --pbf --cowering inexperienced --target 4-4-7",
    "hut --cause afv --fp 8 --drm -1 --open-topped --target 4-4-7",
    "hut --cause wp --very-dry --drm -1 --target 4-4-7",
    "hut --cause wp --collapsed --rain --dry",
    "hut --cause bombardment --drm -1 --target 4-4-7",
    "hut --cause glider --target 3x4-4-7",
    "bombard --building stone --levels 3 --fortified --rooftop --morale 7 --drm 1 --own 3 4",
    "bombard --building wood --levels 0",
    "kindle --terrain stone --fortified --drm 1 --spread-drm -1 --turns 4 --hampered",
    "kindle --terrain hut --turns until",
    "kindle --terrain wood --by half-squad --leadership -2 --turns 6 --neighbor wood stone,detached,fortified --fire-collapse",
    "attack --by 4-6-7 mg:7-16 8-0 --rate-of-fire 3 --range 1 --concealed --target 4-4-7,encircled hs:2-4-7 --then 4",
    "kindle --terrain lumberyard --by wp --very-dry --turns until --neighbor hut,higher,drm=+1 --neighbor stone-rubble,lower",
    "kindle --terrain wood-rubble --by wp --dry",
    "clear --task mines --squads 2 --half-squads 1 --heroes 1 --leadership -1 --labor 1 --turns 4 --inexperienced",
    "clear --task flame --sapper-squads 1 --sapper-half-squads 1 --bulldozers 1 --ec 2 --turns until",
    "clear --task flame --squads 2 --turns until --terrain stone --fortified --spread-drm -1",
    "cc --attacker 4-6-7 9-1 --defender 2x4-4-7 hero:1-4-9 --concealed defender --attacker-drm -1 --defender-drm 1 --hand-to-hand",
    "cc --attacker 4-6-7 4-6-7,pinned --defender 4-4-7,broken 8-0,wounded --ambush roll --ambush-drm -2,+1 --rounds 3",
    "cc --attacker 4-6-7 4-6-7 9-1 --defender 3x4-4-7 --ambush defender --rounds until",
    "cc --attacker 4-6-7 9-1 --defender \"Panther G,motion\" --street-fighting --ccv 1 --paatc 1tc --first both --concealed attacker "
    "--rounds 3",
    "cc --attacker T-34/85,ce,escort=2 --defender 2x4-6-7 hero:1-4-9 --first defender --attacker-drm 1 --rounds until",
    "cc --attacker 4-6-7 --defender vehicle,mg=8,ot,bogged --ambush roll --ambush-drm -1,0 --paatc none",
    "check 2MC 4-6-7 --drm 1 --leadership -1",
    "check rally 4-6-7 --dm --leader 9-1 --turns 3 --terrain woods",
    "check rof 3 --breakdown 12",
    "check battery-access 8/3 --turns 3",
    "cross --unit 4-6-7,pp=2 9-1 --then-unit hs:2-4-7+8-0 --step G4,mf=2,J6=3 H4,woods,J6=2/hindrance=1 --defender J6=4-4-7 "
    "J6=mg:5-12,rof=2 "
    "--fire first --others stay --double-time",
    "cross --unit 4-6-7 --step G4,J6=1/hexside=2/drm=-1 --defender J6=4-4-7 J6=9-1 --assault-movement",
    "kill --gun Panther --target M4A1 --range 10 --shots 3,acquire --rate-of-fire 1 --case K --hindrance 1 --leadership -1 --tem 1",
    "kill 75L armor=8/4,turret=+SR,size=1,ot --range 8 --facing side --turret front --ammo apcr --depletion 5 --motion --above",
    "kill T-34/85 Tiger --range 4 --hull-down --gun-color red --year 1944 --shots 2 --breakdown 12 --crew-morale 8",
    "kill pf M4 --range 1 --by squad --cx",
    "duel Tiger M4A1 --range 10 --first B --turns 2 --hindrance 1 --year 1944 --ammo-a ap --facing-b side --hull-down-a --drm-a 1",
    "duel \"PzKpfw IVH\" \"T-34 M43\" --range 12 --no-acquisition --ammo-b ap --facing-a front --hull-down-b --drm-b -1 --turns 3",
    "kill dc \"T-34 M43\" --crew-exposed --drm 1",
};

std::string with(const std::string& question, const std::string& more) { return question + " --trials 50k " + more; }

}  // namespace

TEST_CASE("every option of every question works in all four formats, and the command that is printed repeats the answer") {
  OneOf some(7);
  for (const std::string& question : questions) {
    if (!some.takes_next()) continue;
    INFO(question);
    const Called text = call(with(question, "--explain --show 1"));
    CHECK(text.status == 0);
    CHECK(text.err.empty());
    check_repeats(text.out);
    const json root = json::parse(call(with(question, "--format json")).out);
    CHECK(root["trials"] == 50'000);
    for (const auto& event : root["events"]) {
      INFO(event["name"]);
      CHECK(event["exact"].is_number());
      CHECK(event["count"].is_number());
    }
    for (const auto& measure : root["measures"]) {
      std::uint64_t count = 0;
      for (const auto& value : measure["distribution"]) count += value["count"].get<std::uint64_t>();
      INFO(measure["name"]);
      CHECK(count == 50'000);
    }
    std::istringstream csv(call(with(question, "--format csv")).out);
    std::string line;
    std::getline(csv, line);
    CHECK(line == "kind,name,value,exact,estimate,low,high,count,trials");
    std::size_t rows = 0, expected = root["events"].size();
    for (const auto& measure : root["measures"]) expected += measure["distribution"].size();
    if (root.contains("decisions")) {
      for (const auto& decision : root["decisions"]) expected += decision["choices"].size();
    }
    while (std::getline(csv, line)) ++rows;
    CHECK(rows == expected);
    CHECK_THAT(call(with(question, "--format markdown --verbose")).out,
               Contains("| " + root["events"].back()["name"].get<std::string>() + " |"));
  }
}

TEST_CASE("every answer fits the schema that ships") {
  const Folder folder;
  const std::string assault = folder.file("a.toml", call("assault --example").out);
  std::string lines;
  const auto add = [&](const std::string& schema, const std::string& text) {
    INFO(text);
    REQUIRE(json::accept(text));
    lines += schema + "\t" + json::parse(text).dump() + "\n";
  };
  std::vector<std::string> asked = questions;
  for (const std::string& question : questions) asked.push_back(question + " --method exact --explain");
  asked.insert(asked.end(),
               {"he 105 stone 1 --range 10 --barrel L --case K --occupant 4-4-7", "attack --by 2x4-6-7 9-1 --target 4-4-7",
                "attack 8 --target 4-4-7 --show 2", "assault " + assault, "terrain", "atlas experiments/maps/chateau.toml",
                "balance " + assault + " --vary turns --from 3 --to 4",
                "balance " + assault + " --vary defender.1.unit --values 4-6-7,9-1 --method simulate",
                "compare \"attack 8 --target 4-4-7\" \"attack 8 --target 9-1\"",
                "compare \"breach --building wood\" \"breach --building stone\" \"breach --building wood --fortified\" --method exact"});
  OneOf some(7);
  for (const std::string& question : asked) {
    if (!some.takes_next()) continue;
    const bool takes_trials = question.find("exact") == std::string::npos && question.find("terrain") != 0 && question.find("atlas") != 0;
    INFO(question);
    add("answer", call(question + (takes_trials ? " --trials 1000" : "") + " --format json").out);
  }
  add("describe", call("describe").out);
  for (const char* line :
       {R"({"question": "attack", "inputs": {"fp": 8, "target": ["4-4-7"]}, "trials": 100, "seed": 2, "method": "both", "show": 1})",
        R"({"question": "kindle", "inputs": {"terrain": "wood", "drm": 99}})", R"({"question": "kindel"})"}) {
    add("line", line);
    std::istringstream in(std::string(line) + "\n");
    std::ostringstream out, err;
    cli::run({"ask", "-"}, {.out = out, .err = err, .style = {}, .stop = never_stop, .in = &in});
    add("answer", out.str());
  }
  const Ended fitting = wait_for(start({"/bin/sh", "-c", "tests/valid_json docs/schema < " + folder.file("lines", lines)}));
  CHECK(fitting.out == "0 do not fit\n");
  CHECK(fitting.err == "");
  // What does not fit is told.
  const Ended wrong = wait_for(
      start({"/bin/sh", "-c", R"(printf 'answer\t{"schema": "boxcars/1"}\nline\t{"trials": []}\n' | tests/valid_json docs/schema)"}));
  CHECK(wrong.status == 1);
  CHECK(wrong.out.find("2 do not fit\n") != std::string::npos);
}

TEST_CASE("what a To Hit number came to stands beside the inputs of an answer for programs") {
  const auto answer = [](const std::string& question) {
    return json::parse(call("he 88 stone 2 --method exact --format json " + question).out);
  };
  const json computed = answer("--range 20 --barrel L --gun-color red --case k A=3");
  CHECK(computed["th_number"] == 5);   // 4, and 1 for the L
  CHECK(computed["to_hit"] == 5 - 8);  // the TEM and the Cases
  CHECK(computed["inputs"]["case"] == json{"A=3", "K"});
  CHECK_FALSE(computed["inputs"].contains("to_hit"));
  CHECK_FALSE(answer("--to-hit 7").contains("th_number"));
}

TEST_CASE("the bytes of questions do not depend on threads", "[threads]") {
  OneOf some(7);
  for (const std::string& question : questions) {
    if (!some.takes_next()) continue;
    const std::string command = question + " --trials 600k --format json --threads ";
    const std::string one = call(command + "1").out;
    CHECK(call(command + "2").out == one);
    CHECK(call(command + "7").out == one);
  }
}

TEST_CASE("bare words and options are the same question, and so is the unit after a level's first") {
  const std::string one = call("he 150 stone 2 --occupant 1=8-1 1=4-4-7 --trials 5k --format json").out;
  CHECK(call("he --levels 2 150 stone --occupant \"1=8-1 4-4-7\" --trials 5k --format json").out == one);
  CHECK(call("he --caliber 150 --building stone --levels 2 --level 0 --fire direct --occupant 1=8-1 --occupant 1=4-4-7 --trials 5k "
             "--format json")
            .out == one);
}

TEST_CASE("no line of these questions is wider than the terminal") {
  OneOf some(5);
  for (const std::string& question : questions) {
    if (!some.takes_next()) continue;
    for (const int width : {40, 60, 80, 120}) {
      check_width(call(with(question, "--explain --show 1"), {.width = width, .symbols = io::Symbols::ascii}).out, width);
    }
  }
}

TEST_CASE("snapshots of the other questions - the same bytes from every compiler and instruction set") {
  check_snapshot("he-help.txt", call("he --help").out);
  check_snapshot("chain-help.txt", call("chain --help").out);
  check_snapshot("enter-help.txt", call("enter --help").out);
  check_snapshot("enter.txt", call("enter --building wood --levels 2 --crew-survival 6 --explain --show 2 --trials 300k").out);
  check_snapshot("hut-help.txt", call("hut --help").out);
  check_snapshot("hut.txt", call("hut --cause oba --caliber 80 --drm 1 --target 4-4-7 --explain --show 2 --trials 300k").out);
  check_snapshot("bombard-help.txt", call("bombard --help").out);
  check_snapshot("bombard.txt", call("bombard --building stone --levels 2 --drm 1 --own 3 --explain --show 2 --trials 300k").out);
  check_snapshot("breach-help.txt", call("breach --help").out);
  check_snapshot("breach.txt", call("breach --building stone --fortified --target 4-4-7 --explain --show 1 --trials 300k").out);
  check_snapshot("cc-help.txt", call("cc --help").out);
  check_snapshot("cc.txt", call("cc --attacker 4-6-7 9-1 --defender 4-4-7,broken hs:2-3-7 --ambush roll --ambush-drm -1,0 --rounds 2 "
                                "--explain --show 2 --trials 300k")
                               .out);
  check_snapshot("kindle-help.txt", call("kindle --help").out);
  check_snapshot("clear-help.txt", call("clear --help").out);
  check_snapshot("kindle.txt", call("kindle --terrain stone --fortified --drm 1 --turns 3 --explain --show 1 --trials 300k").out);
  check_snapshot("clear.txt", call("clear --task mines --squads 2 --leadership -1 --turns 3 --explain --show 1 --trials 300k").out);
  const std::string he = "he 150 stone 2 --level 1 --to-hit 8 --shots until --occupant 1=4-4-7 --own 3 --explain --show 1 --trials 300k";
  check_snapshot("he.txt", call(he).out);
  check_snapshot("he-narrow.txt", call(he, {.width = 40, .symbols = io::Symbols::ascii}).out);
  const std::string oba = "he 105 wood 1 --fire oba --occupant 0=2x4-6-7 1=8-0 --own 3 --trials 300k";
  check_snapshot("he.json", call(oba + " --format json").out);
  check_snapshot("he.csv", call(oba + " --format csv").out);
  const std::string chain =
      "chain --map experiments/maps/chateau.toml --set J8=stone:3 K9=stone:3 --hex J8 --from-level 2 --own K9 --explain --show 2 --trials "
      "300k";
  check_snapshot("chain.txt", call(chain).out);
  check_snapshot("chain.md", call("chain --map experiments/maps/chateau.toml --hex N4 --trials 300k --format markdown").out);
  std::string errors;
  for (const char* wrong :
       {"he", "he 150 stone 2 --level 3", "he 150 stone 2 --fire oba --to-hit 7", "he 150 stone 2 --fire area --occupant 4-4-7",
        "he 75 stone 2 --shots until", "chain --map experiments/maps/chateau.toml --hex J9",
        "chain --map experiments/maps/chateau.toml --hex J8 --from-level 3", "chain --map README.md --hex J8"}) {
    errors += "$ boxcars " + std::string(wrong) + "\n" + call(wrong).err;
  }
  check_snapshot("errors.txt", errors);
}

TEST_CASE("help fits a terminal of 80 columns") {
  check_width(call("--help").out, 80);
  for (const char* question : {"attack", "he", "chain", "enter", "kindle", "clear", "breach", "hut", "bombard", "cc", "check", "cross",
                               "kill", "duel", "terrain", "compare"})
    check_width(call(std::string(question) + " --help").out, 80);
}

TEST_CASE("a long story is cut") {
  const std::string told = call("he 150 stone 2 --shots until --to-hit 2 --show 1 --trials 1k").out;
  CHECK_THAT(told, Contains("more throws"));
}

TEST_CASE("what takes more than a second says on standard error how far it is", "[threads]") {
  for (const auto show : {cli::ShowProgress::in_lines, cli::ShowProgress::on_one_line}) {
    std::atomic<bool> stop{false};
    std::ostringstream out;
    StoppingStream err(stop, " left");
    const int status = cli::run({"attack", "8", "--target", "4-4-7", "--trials", "1e15"}, {out, err, {}, stop, show});
    CHECK(status == 130);
    CHECK_THAT(err.text(), Contains(" of 1,000,000,000,000,000 trials (0%), "));
    if (show == cli::ShowProgress::on_one_line) CHECK_THAT(err.text(), Contains("\r\x1b[K"));
    if (show == cli::ShowProgress::in_lines) CHECK_THAT(err.text(), Contains("boxcars: ") && !Contains("\x1b"));
    CHECK_THAT(out.str(), !Contains("0%), "));
  }
  std::ostringstream out, err;
  CHECK(cli::run({"attack", "8", "--target", "4-4-7", "--trials", "1"}, {out, err, {}, never_stop, cli::ShowProgress::in_lines}) == 0);
  CHECK(err.str().empty());
}

TEST_CASE("progress that cannot be told ends nothing", "[threads]") {
  std::ostringstream out, err;
  const cli::Environment environment{out, err, {}, never_stop, cli::ShowProgress::in_lines};
  std::atomic<int> asked{0};
  {
    const cli::ProgressTeller teller(
        [&]() -> cli::HowFar {
          ++asked;
          throw std::bad_alloc();
        },
        environment);
    while (asked < 2) std::this_thread::sleep_for(std::chrono::milliseconds(10));
  }
  CHECK(err.str().empty());
}

TEST_CASE("progress in words") {
  sim::Progress progress;
  progress.states = 1234567;
  CHECK(cli::how_far(progress, std::chrono::seconds(0)).text == "solving: 1,234,567 states");
  progress.goal = 100'000'000;
  CHECK(cli::how_far(progress, std::chrono::seconds(0)).text == "0 trials, precise enough at 100,000,000 or later");
  progress.trials = 50'000'000;
  progress.foreseen = 200'000'000;
  CHECK(cli::how_far(progress, std::chrono::seconds(1)).text == "50,000,000 of about 200,000,000 trials (25%), 3 s left");
  progress.trials = 0;
  progress.goal_is_end = true;
  CHECK(cli::how_far(progress, std::chrono::seconds(0)).text == "0 of 100,000,000 trials (0%)");
  progress.trials = 12'500'000;
  CHECK(cli::how_far(progress, std::chrono::seconds(1)).text == "12,500,000 of 100,000,000 trials (12%), 7 s left");
}

TEST_CASE("a page of HTML has the map of what was asked, of a position, too") {
  const auto has_map = [](const std::string& line) { return call(line + " --format html").out.find("\"maps\":[") != std::string::npos; };
  CHECK(has_map("chain --map experiments/maps/chateau.toml --hex J8 --method exact"));
  CHECK(has_map("he 150 --map experiments/maps/chateau.toml --hex J8 --method exact"));
  CHECK(has_map("attack 8 --target 4-4-7 --map experiments/maps/chateau.toml --hex J8 --method exact"));
  CHECK(has_map("board experiments/maps/chateau.toml"));
  CHECK(has_map("atlas experiments/maps/chateau.toml"));
  CHECK_FALSE(has_map("he 150 stone 2 --method exact"));
}

TEST_CASE("a column in which nothing stands is shown in no format") {
  // What is read: no style, no script.
  const auto told = [](const std::string& line) {
    const std::string out = call(line).out;
    const auto body = out.find("<body>");
    return body == std::string::npos ? out : out.substr(body, out.find("<script") - body);
  };
  for (const std::string format : {"text", "markdown", "html"}) {
    const std::string out = told("he 105 stone 1 --method exact --format " + format);
    CHECK(out.find("8.33%") != std::string::npos);
    CHECK(out.find("simulated") == std::string::npos);
    CHECK(told("he 105 stone 1 --trials 1k --format " + format).find("simulated") != std::string::npos);
  }
}
