#include <algorithm>
#include <filesystem>
#include <fstream>
#include <sstream>

#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

#include "tests/support/child.hpp"
#include "tests/support/cli.hpp"
#include "tests/support/folder.hpp"
#include "tests/support/places.hpp"
#include "tests/support/snapshots.hpp"

using namespace boxcars;
using namespace boxcars::test;
using Catch::Matchers::Contains;
using nlohmann::json;

namespace {

json answer(const std::string& arguments, sim::Budget budget = {}) {
  const Called called = call(arguments + " --format json", {}, {}, budget);
  INFO(called.err);
  REQUIRE(called.status == 0);
  CHECK(called.err.empty());
  return json::parse(called.out);
}

json event(const json& root, const std::string& name) {
  for (const auto& event : root["events"]) {
    if (event["name"] == name) return event;
  }
  FAIL("no event " << name);
  return {};
}

}  // namespace

TEST_CASE("the JSON is the contract's") {
  const json root = answer("attack 8 --target 4-4-7 --terrain stone --trials 100k --seed 7");
  std::vector<std::string> keys;
  for (const auto& [key, value] : root.items()) keys.push_back(key);
  std::sort(keys.begin(), keys.end());
  CHECK(keys == std::vector<std::string>{"events", "inputs", "measures", "method", "modifiers", "notes", "question", "schema", "seed",
                                         "trials", "version"});
  CHECK(root["schema"] == "boxcars/1");
  CHECK(root["question"] == "attack");
  CHECK(root["method"] == "both");
  CHECK(root["trials"] == 100'000);
  CHECK(root["seed"] == 7);
  CHECK(root["inputs"] == json{{"fp", 8}, {"target", {"4-4-7"}}, {"terrain", "stone"}});
  CHECK(root["modifiers"] == json{{{"amount", 3}, {"reason", "stone building"}, {"rule", "B23.3"}}});
  const json unharmed = event(root, "1:4-4-7 unharmed");
  CHECK(unharmed["count"].get<double>() / 1e5 == unharmed["estimate"]);
  CHECK(unharmed["low"] < unharmed["estimate"]);
  CHECK(unharmed["high"] > unharmed["estimate"]);
  CHECK(event(root, "1:4-4-7 replaced")["exact"] == 0);
}

TEST_CASE("with --explain the JSON has what text says first") {
  const std::string line = "attack --by 2x4-6-7 9-1 --target 4-4-7 --method exact";
  const json root = answer(line + " --explain");
  CHECK_THAT(call(line).out,
             Catch::Matchers::StartsWith(root["headline"].get<std::string>() + "\n" + root["summary"][0].get<std::string>()));
  CHECK(root["factors"] == json{"2x4-6-7: 4 FP: 2 x 4 FP = 8 FP"});
  CHECK(answer("attack 8 --target 4-4-7 --method exact --explain")["factors"].empty());
}

TEST_CASE("what was not computed is null") {
  const json exact = answer("attack 8 --target 4-4-7 --method exact");
  CHECK(exact["trials"] == 0);
  for (const auto& e : exact["events"]) {
    CHECK(e["exact"].is_number());
    for (const char* key : {"estimate", "low", "high", "count"}) CHECK(e[key].is_null());
  }
  const json simulated = answer("attack 8 --target 2x4-4-7 --method simulate --trials 1000");
  for (const auto& e : simulated["events"]) CHECK(e["exact"].is_null());
  CHECK(simulated["measures"][0]["exact_mean"].is_null());
  CHECK(simulated["measures"][0]["name"] == "1:2x4-4-7 eliminated");
}

TEST_CASE("a group's measures have their full distribution") {
  const json root = answer("attack 16 --target 3x4-4-7 --trials 100k");
  for (const auto& measure : root["measures"]) {
    double exact = 0, mean = 0;
    std::uint64_t count = 0;
    for (const auto& value : measure["distribution"]) {
      exact += value["exact"].get<double>();
      mean += value["exact"].get<double>() * value["value"].get<int>();
      count += value["count"].get<std::uint64_t>();
    }
    CHECK(exact == Approx(1).epsilon(1e-9));
    CHECK(mean == Approx(measure["exact_mean"].get<double>()).epsilon(1e-9));
    CHECK(count == 100'000);
  }
}

TEST_CASE("a question beyond the budget is answered by simulation, and says so") {
  const json root = answer("attack 30 --target \"9-1 8-1 4-4-7 4-6-7\" --then 30 --drm -2 --trials 1000", {.states = 1000});
  CHECK(event(root, "any eliminated")["exact"].is_null());
  CHECK(event(root, "any eliminated")["count"] > 900);
  CHECK_THAT(root["notes"].back().get<std::string>(), Contains("budget"));
}

TEST_CASE("the bytes do not depend on threads", "[threads]") {
  const std::string question = "attack 12 --drm -1 --target \"9-1 4-6-7 2x4-4-7,elr=3\" --trials 700k --format ";
  for (const std::string format : {"json", "csv", "text", "markdown"}) {
    const std::string one = call(question + format + " --threads 1").out;
    CHECK(call(question + format + " --threads 2").out == one);
    CHECK(call(question + format + " --threads 7").out == one);
  }
}

TEST_CASE("equal questions, differently typed, have equal answers") {
  const std::string one = call("attack 8 --target 4-4-7 --leadership -1 --trials 10k --format json").out;
  CHECK(call("attack --target 4-4-7 --leader 9-1 --fp 4+4 --trials 1e4 --format json").out == one);
  CHECK(call("attack 8 --target 4-4-7 --leadership=-1 --trials 10_000 --cowering auto --terrain open --format json").out == one);
  CHECK(call("attack --fp 8 --target \"4-4-7 hs:2-4-7\" --trials 1k --format json").out ==
        call("attack 8 --target 4-4-7 --target hs:2-4-7 --trials 1000 --format json").out);
}

TEST_CASE("trials are understood as people type them") {
  for (const auto& [typed, meant] : std::vector<std::pair<std::string, int>>{
           {"1.005k", 1005}, {"3m", 3'000'000}, {"250k", 250'000}, {"0.5M", 500'000}, {"1e5", 100'000}, {"1_000", 1000}, {"42", 42}}) {
    CHECK(answer("attack 1 --target 4-4-7 --trials " + typed)["trials"] == meant);
  }
}

TEST_CASE("a precision is reached for every event") {
  const json root = answer("attack 8 --target 4-4-7 --precision 0.0008");
  CHECK(root["trials"].get<std::uint64_t>() % sim::batch_trials == 0);
  CHECK(root["trials"] > 1'000'000);
  for (const auto& e : root["events"]) {
    CHECK(e["high"].get<double>() - e["estimate"].get<double>() <= 0.0008);
    CHECK(e["estimate"].get<double>() - e["low"].get<double>() <= 0.0008);
  }
}

TEST_CASE("the command it prints repeats the answer") {
  const Called first = call(
      "attack --caliber 105 --fire oba --terrain wood --fortified --target \"9-1,wounded 3x4-4-7,elr=3\" --then 4 --then 2+2 --trials 5k "
      "--seed 3 --explain --show 2");
  REQUIRE(first.status == 0);
  check_repeats(first.out);
}

TEST_CASE("what cannot be printed is a failure, not an answer") {
  std::ofstream full("/dev/full");
  std::ostringstream err;
  for (const std::vector<std::string>& arguments :
       std::vector<std::vector<std::string>>{{"--help"}, {"attack", "8", "--target", "4-4-7", "--trials", "1k"}}) {
    full.clear();
    CHECK(cli::run(arguments, {full, err, {}, never_stop}) == 1);
  }
  CHECK(call("attack 8 --target 4-4-7 --trials 1k --output /dev/full").status == 1);
}

TEST_CASE("with --output a file has the same bytes, its mode, and no part of it is left beside") {
  const auto file = std::filesystem::temp_directory_path() / "boxcars_output_test.json";
  const std::string question = "attack 8 --target 4-4-7 --trials 1k --format json";
  const Called called = call(question + " --output " + file.string());
  CHECK(called.status == 0);
  CHECK(called.out.empty());
  std::ostringstream written;
  written << std::ifstream(file).rdbuf();
  CHECK(written.str() == call(question).out);
  namespace fs = std::filesystem;
  // Through a link, onto a file that only its owner may read.
  const auto link = fs::temp_directory_path() / "boxcars_output_link.json";
  fs::remove(link);
  fs::create_symlink(file, link);
  fs::permissions(file, fs::perms::owner_read | fs::perms::owner_write);
  CHECK(call(question + " --seed 2 --output " + link.string()).status == 0);
  CHECK(fs::is_symlink(link));
  CHECK(fs::status(file).permissions() == (fs::perms::owner_read | fs::perms::owner_write));
  std::ostringstream again;
  again << std::ifstream(file).rdbuf();
  CHECK(again.str() == call(question + " --seed 2").out);
  for (const auto& entry : fs::directory_iterator(fs::temp_directory_path())) {
    CHECK_FALSE(
        (entry.path().filename().string().starts_with("boxcars_output") && entry.path().string().find(".part") != std::string::npos));
  }
  fs::remove(link);
  fs::remove(file);
}

TEST_CASE("a file that --output cannot write anew stays as it was") {
  namespace fs = std::filesystem;
  const Folder folder;
  const std::string before = "what was there";
  const std::string file = folder.file("answer.json", before);
  fs::permissions(file, fs::perms(0666));
  const std::vector<std::string> question{program_path(), "attack",   "8",    "--target", "4-4-7", "--trials",
                                          "1k",           "--format", "json", "--output", file};
  const auto is_as_it_was = [&] {
    return bytes_of(file) == before && std::distance(fs::directory_iterator(folder.path()), fs::directory_iterator()) == 1;
  };
  const Ended full = wait_for(start(question, {.largest_file = 200}));
  CHECK(full.status == 1);
  CHECK(std::count(full.err.begin(), full.err.end(), '\n') == 1);
  CHECK(is_as_it_was());

  fs::permissions(folder.path(), fs::perms(0555));
  const Ended no_draft = wait_for(start(question, {.largest_file = 200, .as_nobody = true}));
  fs::permissions(folder.path(), fs::perms(0755));
  if (no_draft.status != cannot_start) {
    CHECK(no_draft.status == 2);
    CHECK(no_draft.err ==
          "boxcars: --output '" + file + "' cannot be written (its folder takes no new file: no permission); give another file\n");
  }
  CHECK(is_as_it_was());
}

TEST_CASE("a stop before the first batch prints what there is, and status 130") {
  const std::atomic<bool> stop{true};
  std::ostringstream out, err;
  CHECK(cli::run({"attack", "8", "--target", "4-4-7", "--format", "json"}, {out, err, {}, stop}) == 130);
  seen(out.str());
  CHECK(json::parse(out.str())["trials"] == 0);
  CHECK_THAT(err.str(), Contains("interrupted before anything was simulated"));
  out.str("");
  CHECK(cli::run({"attack", "8", "--target", "4-4-7"}, {out, err, {}, stop}) == 130);
  CHECK_THAT(out.str(), !Contains("repeat:"));
}

TEST_CASE("colour only where it is wanted, ASCII where there is no UTF-8, and no line wider than the terminal") {
  const std::string question =
      "attack 8 --target \"9-1 3x4-4-7\" --explain --leadership -2 --terrain factory --fortified --show 2 --trials 10k";
  CHECK_THAT(call(question).out, !Contains("\x1b["));
  CHECK_THAT(call(question, {.color = io::Color::on}).out, Contains("\x1b["));
  const std::string ascii = call(question, {.symbols = io::Symbols::ascii}).out;
  CHECK(std::all_of(ascii.begin(), ascii.end(), [](char c) { return static_cast<unsigned char>(c) < 128; }));
  for (const int width : {40, 60, 80, 120}) {
    check_width(call(question, {.width = width, .symbols = io::Symbols::ascii}).out, width);
  }
}

TEST_CASE("snapshots of help and answers - the same bytes from every compiler") {
  check_snapshot("help.txt", call("--help").out);
  check_snapshot("attack-help.txt", call("attack --help").out);
  const std::string question = "attack 12 --drm -1 --target \"9-1 4-6-7,elr=3 2x4-4-7\" --explain --show 2 --trials 300k";
  check_snapshot("attack.txt", call(question).out);
  check_snapshot("attack-narrow.txt", call(question, {.width = 40, .symbols = io::Symbols::ascii}).out);
  check_snapshot("attack.json", call(question + " --format json").out);
  const std::string table = "attack --caliber 150 --fire mortar --terrain wood --target \"8-0 4-4-7\" --explain --trials 300k";
  check_snapshot("attack.csv", call(table + " --format csv").out);
  check_snapshot("attack.md", call(table + " --format markdown").out);
  check_snapshot("version.txt", call("--version", {}, "scalar").out);
}
