#include <filesystem>
#include <string>
#include <vector>

#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

#include "cli/output.hpp"
#include "io/files/study_store.hpp"
#include "tests/support/cli.hpp"
#include "tests/support/effort.hpp"
#include "tests/support/folder.hpp"
#include "tests/support/places.hpp"
#include "tests/support/stores.hpp"

using namespace boxcars;
using namespace boxcars::test;
using Catch::Matchers::Contains;

namespace {

namespace fs = std::filesystem;

const std::string study =
    "name = \"small\"\nquestion = \"clear\"\n[inputs]\ntask = \"wire\"\n[sweep]\nsquads = [1, 2]\n[stop]\ntrials = 1000\n";
const std::string chateau = bytes_of(source_path("experiments/maps/chateau.toml"));

std::string made_store(const Folder& folder) {
  const std::string store = folder / "s.sqlite";
  REQUIRE(call("study run " + folder.file("study.toml", study) + " --quiet --store " + store).status == 0);
  return store;
}

}  // namespace

TEST_CASE("whatever people are told ends with the command that repeats it") {
  const Folder folder;
  const std::string store = made_store(folder);
  OneOf some(2);
  for (const std::string& command :
       {std::string("terrain"), std::string("terrain hut"), std::string("board experiments/maps/chateau.toml --all"),
        std::string("atlas experiments/maps/chateau.toml --set J8=stone:3 K9=open"),
        std::string("balance experiments/factory-hall.toml --vary turns --from 2 --to 3 --method simulate --trials 1k --verbose"),
        std::string("balance experiments/factory-hall.toml --vary turns --values 2,3 --vary shot.MGs.drm --values -2,0 --method simulate "
                    "--trials 1k"),
        "study show " + store, "study show " + store + " --event hampered",
        std::string("clear --task wire --squads 1 --trials 1k --seed 3"), std::string("plan examples/two-floors.toml --method exact")}) {
    if (!some.takes_next()) continue;
    INFO(command);
    const std::string text = call(command).out;
    check_repeats(text);
    const auto at = text.find("\nrepeat: ") + 1;
    CHECK(text.substr(at).starts_with("repeat: boxcars " + command.substr(0, command.find(' '))));
    CHECK(text.find('\n', at) + 1 == text.size());  // nothing follows
    const std::string repeat = text.substr(at + 8, text.size() - at - 9);
    CHECK_THAT(call(command + " --format markdown").out, Contains("repeat: `" + repeat + "`\n"));
    CHECK_THAT(call(command + " --format html").out, Contains("<p>repeat: <code>" + repeat + "</code></p>"));
    CHECK_THAT(call(command + " --format json").out, !Contains("repeat: "));
  }
  // What is shown of a store is the same whoever prints it, on how many threads, in which format and where.
  const std::string again = "boxcars study show " + store + " --event hampered";
  CHECK_THAT(call("study export " + store + " --event hampered --format html").out, Contains("<code>" + again + "</code>"));
  REQUIRE(call("study export --format html --output " + (folder / "page") + " " + store + " --event hampered").status == 0);
  CHECK_THAT(bytes_of(folder / "page"), Contains("<code>" + again + "</code>"));
  const std::string balance = "balance experiments/factory-hall.toml --vary turns --values 2 --method simulate --trials 1k";
  CHECK(call(balance + " --threads 2 --format markdown").out == call(balance + " --format markdown").out);
  // A name is quoted as a shell needs it.
  fs::copy_file("experiments/maps/chateau.toml", folder / "the chateau.toml");
  CHECK_THAT(call("board \"" + (folder / "the chateau.toml") + "\"").out,
             Contains("repeat: boxcars board '" + (folder / "the chateau.toml") + "'\n"));
}

TEST_CASE("the map of a page of HTML marks what is asked of, one's own men and AFV, however they are typed") {
  const auto marked = [](const std::string& question) {
    const std::string page = call(question + " --method exact --format html").out, before = "id=\"pictured\">";
    const auto from = page.find(before) + before.size();
    auto map = nlohmann::json::parse(page.substr(from, page.find("</script>", from) - from)).at("maps").at(0);
    map.erase("board"), map.erase("title");
    return map;
  };
  const std::string map = " --map experiments/maps/chateau.toml ";
  CHECK(marked("chain" + map + "--hex j8 --own k8 K9 --afv here i9,ot") ==
        nlohmann::json{{"hexes", {"J8"}}, {"own", {"K8", "K9"}}, {"afvs", {"J8", "I9"}}});
  // Direction 1 has the coordinate, which is above; column K stands half a hex lower: 3 is K9, and 4 is J9.
  CHECK(marked("he 150" + map + "--hex J8 --from J4 --own K9 --afv 3,ot 4 1") ==
        nlohmann::json{{"hexes", {"J8", "J4"}}, {"own", {"K9"}}, {"afvs", {"K9", "J9", "J7"}}});
  CHECK(marked("chain" + map + "--hex J8") == nlohmann::json{{"hexes", {"J8"}}});
  // Of an assault where each side is, from the start.
  const Folder folder;
  const std::string sides =
      folder.file("sides.toml", "turns = 1\nmap = \"" + (fs::current_path() / "experiments/maps/chateau.toml").string() +
                                    "\"\ngoal = { good_order = 0 }\n"
                                    "location = [{ name = \"J8.1\" }, { name = \"J8.0\" }, { name = \"near\", hex = \"K10\" }]\n"
                                    "defender = [{ unit = \"4-4-7\", location = \"J8.1\" }, { unit = \"8-0\", location = \"J8.0\" }]\n"
                                    "attacker = [{ unit = \"4-6-7\", location = \"near\" }]\n"
                                    "shot = [{ name = \"fire\", by = \"near\", target = \"J8.1\", range = 3 }]\n");
  CHECK(marked("assault " + sides) == nlohmann::json{{"hexes", {"J8"}}, {"own", {"K10"}}});
}

TEST_CASE("no answer takes the place of a store, by whatever name, nor of what SQLite has beside one") {
  const Folder folder;
  const std::string store = made_store(folder), symbolic = folder / "symbolic", hard = folder / "hard", far = folder / "far";
  fs::create_symlink(store, symbolic);
  fs::create_symlink(symbolic, far);
  fs::create_hard_link(store, hard);
  run_sql(folder / "other.sqlite", "CREATE TABLE x (x)");
  const std::string kept = bytes_of(store), other = bytes_of(folder / "other.sqlite");
  const auto check_all_refused = [&] {
    for (const std::string& output : {store, symbolic, hard, far, store + "-wal", store + "-shm", store + "-journal", hard + "-wal",
                                      symbolic + "-shm", folder / "other.sqlite"}) {
      const bool there = fs::exists(output);
      for (const std::string& command :
           {"study export " + store, std::string("terrain hut"), std::string("clear --task wire --squads 1 --trials 1k"),
            std::string("assault --example"), "study merge " + store})
        check_refused(command + " --output " + output, "--output '");
      CHECK(fs::exists(output) == there);
    }
    CHECK(fs::is_symlink(symbolic));
    CHECK(fs::hard_link_count(store) == 2);
  };
  check_all_refused();
  CHECK(bytes_of(store) == kept);
  CHECK(bytes_of(folder / "other.sqlite") == other);
  check_refused("study run " + (folder / "study.toml") + " --store " + store + "-wal", "it belongs to the store beside it");
  CHECK(!fs::exists(store + "-wal"));
  {
    io::Store live = io::Store::write(store);
    live.begin_run({.command = "a run that goes on"});
    REQUIRE(fs::exists(store + "-wal"));
    check_all_refused();
  }
  CHECK(call("study status " + store).status == 0);
  // Not everything that is called so belongs to a store.
  CHECK(call("terrain hut --output " + (folder / "new-wal")).status == 0);
}

TEST_CASE("a store that comes while an answer is made is not replaced either") {
  const Folder folder;
  const std::string path = folder / "late";
  const cli::FilesRead nothing;
  cli::Output output(path, nothing);
  run_sql(path, "CREATE TABLE x (x)");
  const std::string kept = bytes_of(path);
  CHECK_THROWS_WITH(output.write("text"), Contains("it is a store"));
  CHECK(bytes_of(path) == kept);
}

TEST_CASE("no answer takes the place of a file that it is of, by whatever name") {
  const Folder folder, boards;
  const std::string town = folder.file("town.toml", chateau), other = boards.file("town.toml", chateau);
  const std::string assault = folder.file("assault.toml", call("assault --example").out);
  const std::string on_map = folder.file("on_map.toml", "map = \"" + town + "\"\n" + call("assault --example").out);
  const std::string chain = "--hex J8 --trials 1k --map ", vary = " --vary turns --values 1,2 --trials 1k";
  for (const auto& [file, command] : std::vector<std::pair<std::string, std::string>>{
           {town, "board " + town},
           {town, "chain " + chain + town},
           {town, "he 105 --trials 1k --hex J8 --map " + town},
           {town, "compare \"chain --hex J8 --map " + town + "\" \"chain --hex J8 --map " + other + "\" --trials 1k"},
           {town, "atlas " + town},
           {other, "atlas " + boards.path()},
           {assault, "assault " + assault + " --trials 1k"},
           {assault, "balance " + assault + vary},
           {on_map, "assault " + on_map + " --trials 1k"},
           {town, "assault " + on_map + " --trials 1k"},
           {town, "balance " + on_map + vary},
       }) {
    const std::string text = bytes_of(file), symbolic = folder / "symbolic", hard = folder / "hard";
    fs::create_symlink(file, symbolic);
    fs::create_hard_link(file, hard);
    INFO(command);
    for (const std::string& output : {file, symbolic, hard}) check_refused(command + " --output " + output, "it is what is read");
    CHECK(bytes_of(file) == text);
    CHECK(call(command + " --output " + (folder / "answer")).status == 0);
    fs::remove(symbolic);
    fs::remove(hard);
  }
}

TEST_CASE("an answer is written through a link, whether what it leads to is there or not") {
  const Folder folder, elsewhere;
  const std::string there = elsewhere.file("there", "old"), absent = elsewhere / "absent";
  const std::string wanted = call("terrain hut").out;
  fs::create_symlink(there, folder / "to-there");
  fs::create_symlink(absent, folder / "to-absent");
  fs::create_symlink("to-absent", folder / "relative");
  for (const auto& [link, target] : std::vector<std::pair<std::string, std::string>>{
           {folder / "to-there", there}, {folder / "to-absent", absent}, {folder / "relative", absent}}) {
    INFO(link);
    CHECK(call("terrain hut --output " + link).status == 0);
    CHECK(fs::is_symlink(link));
    CHECK(bytes_of(target) == wanted);
    fs::remove(target);
  }
  CHECK(fs::is_empty(elsewhere.path()));
  fs::create_symlink(elsewhere / "no" + "/file", folder / "to-no-folder");
  check_refused("terrain hut --output " + (folder / "to-no-folder"), "there is no such folder");
  fs::create_symlink("circle", folder / "circle");
  check_refused("terrain hut --output " + (folder / "circle"), "its links lead in a circle");
  check_refused("terrain hut --output " + (folder / std::string(300, 'x')), "its name is too long");
}
