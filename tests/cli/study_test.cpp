#include <algorithm>
#include <chrono>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <random>
#include <sstream>

#include <sqlite3.h>
#include <sys/mount.h>
#include <sys/stat.h>

#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

#include "io/files/study_store.hpp"
#include "model/core/bad_input.hpp"
#include "sim/run/compiled_model.hpp"
#include "tests/support/child.hpp"
#include "tests/support/cli.hpp"
#include "tests/support/effort.hpp"
#include "tests/support/folder.hpp"
#include "tests/support/places.hpp"
#include "tests/support/stopping_stream.hpp"
#include "tests/support/stores.hpp"

using namespace boxcars;
using namespace boxcars::test;
using namespace std::chrono_literals;
using Catch::Matchers::Contains;

namespace {

namespace fs = std::filesystem;

bool is_one_line(const std::string& text) { return text.starts_with("boxcars: ") && text.find('\n') == text.size() - 1; }

Called run_study(const std::string& file, const std::string& store, const std::string& more = "") {
  return call("study run " + file + " --store " + store + " --quiet " + more);
}

std::string exported(const std::string& store, const std::string& format = "csv") {
  const Called called = call("study export \"" + store + "\" --format " + format);
  CHECK(called.status == 0);
  CHECK(called.err.empty());
  return called.out;
}

// All formats, one after the other.
// But for the line that repeats it, which names the store.
std::string all_of(const std::string& store) {
  const std::string page = exported(store, "markdown");
  return exported(store) + exported(store, "json") + page.substr(0, page.rfind("repeat: "));
}

std::vector<std::string> lines_of(const std::string& text) {
  std::istringstream stream(text);
  std::vector<std::string> lines;
  for (std::string line; std::getline(stream, line);) lines.push_back(line);
  return lines;
}

std::uint64_t trials_kept(const std::string& store) {
  std::uint64_t trials = 0;
  for (const auto& state : io::Store::read(store).states()) trials += state.trials;
  return trials;
}

// No file of this name, nor what SQLite puts beside it.
bool is_nowhere(const std::string& store) {
  return !fs::exists(store) && !fs::exists(store + "-wal") && !fs::exists(store + "-shm") && !fs::exists(store + "-journal");
}

const std::string small = R"(schema = 1
name = "small"
question = "clear"
seed = 3
[inputs]
task = "wire"
[sweep]
squads = [1, 2, 3]
leadership = [0, -1]
[stop]
trials = 1_200_000
)";

// Of HE with many occupants: a second or so of work on two threads, in many batches. With sanitizers, by which it takes ten times as long
// and more to solve it, some of them.
std::string long_study(const std::string& stop) {
  return R"(name = "long"
question = "he"
[inputs]
building = "stone"
levels = 2
own = [1, 2]
occupant = ["1=4-4-7", "1=9-1", "0=4-6-7")" +
         std::string(effort(R"(, "0=2x4-4-7", "2=8-1")", "")) + R"(]
[sweep]
caliber = [75, 105, 150]
shots = { from = 3, to = 6 }
[stop]
)" + stop;
}
const std::string long_one = long_study(effort("trials = 8_000_000\n", "trials = 12_000_000\n"));
const std::string precise_one =
    long_study(effort("precision = 0.0004\nmax_trials = 8_000_000\n", "precision = 0.0003\nmax_trials = 12_000_000\n"));

// One point, of which there is something left to throw whenever it is ended.
std::string study_of_attack(std::uint64_t trials) {
  return "name = \"endless\"\nquestion = \"attack\"\n[inputs]\nfp = 8\ntarget = \"9-1 4-4-7\"\n[stop]\ntrials = " + std::to_string(trials) +
         "\n";
}
const std::string endless_one = study_of_attack(1'000'000'000'000'000);

std::vector<std::string> program(const std::string& file, const std::string& store, const std::vector<std::string>& more = {}) {
  std::vector<std::string> words{program_path(), "study", "run", file, "--store", store, "--threads", "2", "--quiet"};
  words.insert(words.end(), more.begin(), more.end());
  return words;
}

// Whether a store has been begun by whoever writes to it.
bool has_begun(const std::string& store) {
  try {
    return !io::Store::read(store).empty();
  } catch (const model::BadInput&) {
    return false;  // it is not there, or empty
  }
}

// Until more than so many trials are kept in it.
bool wait_for_trials(const std::string& store, std::uint64_t more_than = 0) {
  return wait_until([&] { return has_begun(store) && trials_kept(store) > more_than; });
}

}  // namespace

// ---- rows

namespace {

// A study, and the plain command of each of its points after what the sweep's columns say.
struct Repeated {
  std::string question;
  std::string inputs;
  std::string sweep;
  std::vector<std::pair<std::string, std::string>> commands;  // "75,1,": "he --caliber 75 ..."
};

const std::vector<Repeated> repeated{
    {"he",
     "building = \"stone\"\nlevels = 2\noccupant = [\"1=4-4-7\", \"1=9-1\"]\nown = [1, 2]\ninterior = true",
     "shots = [2, \"until\"]\ncaliber = [120, 150]",
     {{"2,120,", "he 120 stone 2 --occupant 1=4-4-7 1=9-1 --own 1 2 --interior --shots 2"},
      {"2,150,", "he 150 stone 2 --occupant 1=4-4-7 1=9-1 --own 1 2 --interior --shots 2"},
      {"until,120,", "he 120 stone 2 --occupant 1=4-4-7 1=9-1 --own 1 2 --interior --shots until"},
      {"until,150,", "he 150 stone 2 --occupant 1=4-4-7 1=9-1 --own 1 2 --interior --shots until"}}},
    {"attack",
     "fp = \"8\"\nleadership = -1",
     "target = [[\"9-1\", \"4-4-7\"], [\"4-4-7,elr=3\"]]\nthen = [\"4\", [\"4+4\", \"2\"]]",
     {{"9-1 4-4-7,4,", "attack 8 --leadership -1 --target \"9-1 4-4-7\" --then 4"},
      {"9-1 4-4-7,4+4 2,", "attack 8 --leadership -1 --target 9-1 --target 4-4-7 --then 4+4 2"},
      {"\"4-4-7,elr=3\",4,", "attack 8 --leadership -1 --target 4-4-7,elr=3 --then 4"},
      {"\"4-4-7,elr=3\",4+4 2,", "attack 8 --leadership -1 --target 4-4-7,elr=3 --then 4+4 --then 2"}}},
    {"clear",
     "task = \"mines\"",
     "how = [{ squads = 2 }, { sapper_squads = 1, leadership = -1 }]",
     {{"2,,,", "clear --task mines --squads 2"}, {",1,-1,", "clear --task mines --sapper-squads 1 --leadership -1"}}},
    {"kindle",
     "terrain = \"wood\"\nturns = \"until\"",
     "fortified = [false, true]",
     {{"false,", "kindle --terrain wood --turns until"}, {"true,", "kindle --terrain wood --turns until --fortified"}}},
    {"enter",
     "levels = 2\ndrm = 1",
     "building = [\"wood\", \"stone\"]",
     {{"wood,", "enter --building wood --levels 2 --drm 1"}, {"stone,", "enter --building stone --levels 2 --drm 1"}}},
    {"chain",
     "map = \"experiments/maps/chateau.toml\"\nset = [\"J8=stone:3\", \"K9=stone:3\"]\nhex = \"J8\"",
     "from_level = [0, 2]",
     {{"0,", "chain --map experiments/maps/chateau.toml --set J8=stone:3 K9=stone:3 --hex J8 --from-level 0"},
      {"2,", "chain --map experiments/maps/chateau.toml --set J8=stone:3 K9=stone:3 --hex J8 --from-level 2"}}},
    {"hut",
     "cause = \"he\"\ntarget = \"4-4-7\"",
     "caliber = [81, 105]",
     {{"81,", "hut --cause he --caliber 81 --target 4-4-7"}, {"105,", "hut --cause he --caliber 105 --target 4-4-7"}}},
    {"breach",
     "building = \"stone\"\nfortified = true",
     "target = [\"8-1 4-4-7\"]",
     {{"8-1 4-4-7,", "breach --building stone --fortified --target \"8-1 4-4-7\""}}},
    {"cc",
     "attacker = [\"4-6-7\", \"9-1\"]\ndefender = \"2x4-4-7\"\nambush = \"roll\"\nambush_drm = \"-1,+0\"",
     "rounds = [2, \"until\"]",
     {{"2,", "cc --attacker 4-6-7 9-1 --defender 2x4-4-7 --ambush roll --ambush-drm -1,0 --rounds 2"},
      {"until,", "cc --attacker 4-6-7 9-1 --defender 2x4-4-7 --ambush roll --ambush-drm -1,0 --rounds until"}}},
    {"bombard",
     "building = \"stone\"\nmorale = 7",
     "levels = [1, 3]",
     {{"1,", "bombard --building stone --levels 1 --morale 7"}, {"3,", "bombard --building stone --levels 3 --morale 7"}}},
};

std::string head_of(const std::string& question) { return "name = \"rows\"\nquestion = \"" + question + "\"\n"; }

// Checks a study's rows against those of the plain commands.
void check_rows(const std::string& csv, const std::vector<std::pair<std::string, std::string>>& commands, const std::string& more) {
  std::string wanted;
  for (const auto& [before, command] : commands) {
    INFO(command + more);
    const Called called = call(command + " --format csv" + more);
    REQUIRE(called.status == 0);
    const auto lines = lines_of(called.out);
    for (std::size_t i = 1; i < lines.size(); ++i) wanted += before + lines[i] + "\n";
  }
  CHECK(csv.substr(csv.find('\n') + 1) == wanted);
}

}  // namespace

TEST_CASE("every row of a study is what the plain command gives, byte for byte") {
  const Folder folder;
  for (const Repeated& r : repeated) {
    INFO(r.question);
    const std::string text = head_of(r.question) + "seed = 4\n[inputs]\n" + r.inputs + "\n[sweep]\n" + r.sweep + "\n[stop]\ntrials = ";
    for (const std::string trials : {"1000", "600_000"}) {
      if (trials != "1000" && effort(false, true)) continue;
      const std::string store = folder / (r.question + trials);
      const Called ran = run_study(folder.file("rows.toml", text + trials), store);
      CHECK(ran.err == "");
      REQUIRE(ran.status == 0);
      check_rows(exported(store), r.commands, " --seed 4 --trials " + trials);
    }
  }
}

TEST_CASE("rows repeat with seeds that are swept, by each method, and where a precision says when to stop") {
  const Folder folder;
  const Repeated& r = repeated[0];
  const std::string head = head_of(r.question) + "seed = 99\n";
  const std::string inputs = "[inputs]\n" + r.inputs + "\nshots = 2\ncaliber = 120\n";
  const std::string plain = "he 120 stone 2 --occupant 1=4-4-7 1=9-1 --own 1 2 --interior --shots 2";

  run_study(folder.file("seeds.toml", head + inputs + "[sweep]\nseed = [0, 7, 9007199254740992]\n[stop]\ntrials = 550_000"),
            folder / "seeds");
  CHECK(lines_of(exported(folder / "seeds"))[0].starts_with("seed,kind,name,"));
  check_rows(exported(folder / "seeds"),
             {{"0,", plain + " --seed 0"}, {"7,", plain + " --seed 7"}, {"9007199254740992,", plain + " --seed 9007199254740992"}},
             " --trials 550k");

  for (const std::string method : {"both", "simulate", "exact"}) {
    const std::string stop = method == "exact" ? "" : "[stop]\ntrials = 30_000\n";
    const Called ran = run_study(folder.file("method.toml", "method = \"" + method + "\"\n" + head + inputs + stop), folder / method);
    CHECK(ran.err == "");
    check_rows(exported(folder / method), {{"", plain}}, " --seed 99 --method " + method + (method == "exact" ? "" : " --trials 30k"));
  }

  for (const std::string precision : {"0.0008", "0.0003"}) {
    const std::string store = folder / precision;
    run_study(folder.file("precise.toml", head + inputs + "[stop]\nprecision = " + precision), store);
    const std::string csv = exported(store);
    check_rows(csv, {{"", plain}}, " --seed 99 --precision " + precision);
    const std::string last = lines_of(csv).back();
    const std::string trials = last.substr(last.rfind(',') + 1);
    check_rows(csv, {{"", plain}}, " --seed 99 --trials " + trials);
    CHECK(std::stoull(trials) % sim::batch_trials == 0);
  }
}

// ---- cut and put together

TEST_CASE("an export has the same bytes for any number of threads", "[threads]") {
  const Folder folder;
  for (const std::string stop : {"trials = 5_000_000", "precision = 0.0003\nmax_trials = 5_000_000"}) {
    const std::string text = small.substr(0, small.find("[stop]")) + "[stop]\n" + stop;
    const std::string file = folder.file("t.toml", text), tag = stop.substr(0, 3);
    for (const std::string threads : {"1", "2", "7"}) CHECK(run_study(file, folder / (tag + threads), "--threads " + threads).status == 0);
    const std::string one = all_of(folder / (tag + "1"));
    CHECK(one.size() > 10'000);
    CHECK(all_of(folder / (tag + "2")) == one);
    CHECK(all_of(folder / (tag + "7")) == one);
  }
}

TEST_CASE("a run that is killed before any of its writes goes on to the same bytes") {
  if (killer_path().empty()) {
    WARN("skipped: nothing can be loaded before a static program");
    return;
  }
  const Folder folder;
  for (const std::string& text : {long_one, precise_one}) {
    const std::string file = folder.file("study.toml", text), whole = folder / "whole", cut = folder / "cut";
    for (const std::string& store : {whole, cut}) {
      for (const char* suffix : {"", "-wal", "-shm"}) fs::remove(store + suffix);
    }
    REQUIRE(wait_for(start(program(file, whole))).status == 0);
    // The store is made by dozens of writes; a wave takes about ten, so whoever gets beyond the first of them keeps something.
    int killed = 0, killed_later = 0;
    std::uint64_t kept = 0;
    for (int write = 1;; write += write < 30 ? effort(1, 6) : write / 3) {
      const Surroundings killer{.variables = {{"LD_PRELOAD", killer_path()}, {"BOXCARS_KILL_AT", std::to_string(write)}}};
      const Ended ended = wait_for(start(program(file, cut), killer));
      if (ended.status == 0) break;
      INFO("before write " << write << ": " << ended.err);
      REQUIRE(ended.status == -SIGKILL);
      ++killed;
      if (!has_begun(cut)) continue;
      const std::uint64_t now = trials_kept(cut);
      CHECK(now >= kept);
      kept = now;
      killed_later += kept > 0 ? 1 : 0;
    }
    CHECK(killed > effort(20, 4));
    CHECK(killed_later > 0);
    CHECK(all_of(cut) == all_of(whole));
    // Nothing is left to do.
    CHECK(wait_for(start(program(file, cut))).status == 0);
    CHECK_THAT(io::Store::read(cut).runs().back(), Contains("(0 trials in "));
    CHECK(all_of(cut) == all_of(whole));
  }
}

// Whatever batches of the endless study are kept: whole runs throw the same in them.
void check_batches(const Folder& folder, const std::string& store) {
  const auto run_of = [&](std::uint64_t batches) {
    const std::string name = std::to_string(batches), file = folder.file(name + ".toml", study_of_attack(batches * sim::batch_trials));
    CHECK(wait_for(start(program(file, folder / name))).status == 0);
    return io::Store::read(folder / name).tally(0).value();
  };
  const io::Store kept = io::Store::read(store);
  const std::vector<sim::BatchRange> held = kept.states().at(0).held;
  REQUIRE(!held.empty());
  sim::Tally left = kept.tally(0).value(), right(left.events.size(), left.measures.size());
  for (const sim::BatchRange& range : held) {
    if (range.first > 0) left += run_of(range.first);
    right += run_of(range.last);
  }
  CHECK(left.trials == right.trials);
  CHECK(left == right);
}

TEST_CASE("Ctrl-C ends a study with what is done and the command that goes on", "[threads]") {
  const Folder folder;
  const std::string file = folder.file("a study.toml", endless_one), store = folder / "its store";
  const Child child = start(program(file, store));
  REQUIRE(wait_for_trials(store));
  kill(child.process, SIGINT);
  const Ended ended = wait_for(child);
  CHECK(ended.status == 130);
  CHECK(ended.out.empty());
  CHECK(is_one_line(ended.err));
  CHECK_THAT(ended.err, Contains("interrupted"));
  const std::uint64_t kept = trials_kept(store);
  CHECK(kept > 0);
  // The command can be pasted.
  const auto at = ended.err.find("boxcars study run ");
  REQUIRE(at != std::string::npos);
  const std::string rest = ended.err.substr(at + 8, ended.err.find('\n') - at - 8);
  const Child going_on = start({"sh", "-c", "exec '" + program_path() + "' " + rest + " --threads 2 --quiet"});
  REQUIRE(wait_for_trials(store, kept));
  kill(going_on.process, SIGINT);
  const Ended gone_on = wait_for(going_on);
  CHECK(gone_on.status == 130);
  CHECK(gone_on.err == ended.err);
  check_batches(folder, store);
}

TEST_CASE("shards on machines that never met merge into the whole, in any order") {
  const Folder folder;
  std::mt19937 random(92);
  const std::string points = small.substr(0, small.find("[stop]"));
  int round = 0;
  for (const std::string stop : {"trials = 1_200_000", "trials = 100", "precision = 0.0008"}) {
    const std::string file = folder.file("s.toml", points + "[stop]\n" + stop), tag = std::to_string(round++);
    const std::string whole = folder / ("whole" + tag);
    REQUIRE(run_study(file, whole).status == 0);
    const std::string wanted = all_of(whole);
    for (const std::size_t n : {2U, 3U, 5U, 19U}) {
      if (n == 19 && round > 1) continue;  // more than there are batches
      INFO(stop << ", " << n << " shards");
      std::vector<std::string> parts;
      for (std::size_t i = 0; i < n; ++i) {
        parts.push_back(folder / (tag + "-" + std::to_string(i) + "of" + std::to_string(n)));
        const Called called = run_study(file, parts.back(), "--shard " + std::to_string(i) + "/" + std::to_string(n));
        CHECK(called.err == "");
        REQUIRE(called.status == 0);
      }
      std::shuffle(parts.begin(), parts.end(), random);
      if (n > 2) {  // a merge of a merge
        const std::string two = folder / (tag + "two" + std::to_string(n));
        CHECK(call("study merge " + parts[0] + " " + parts[1] + " --output " + two).status == 0);
        parts.erase(parts.begin(), parts.begin() + 2);
        parts.push_back(two);
      }
      std::string command = "study merge";
      for (const std::string& part : parts) command += " " + part;
      const std::string merged = folder / (tag + "merged" + std::to_string(n));
      const Called called = call(command + " --output " + merged);
      CHECK(called.err == "");
      CHECK_THAT(called.out, Contains("6 of 6 points finished"));
      CHECK(all_of(merged) == wanted);
      // Nothing is left to be thrown.
      CHECK(run_study(file, merged).status == 0);
      CHECK(trials_kept(merged) == trials_kept(whole));
    }
  }
}

TEST_CASE("a merge that is refused says why in one line, ends with 2 and writes nothing") {
  const Folder folder;
  const std::string file = folder.file("s.toml", small), out = folder / "out";
  const std::string part = folder / "part";
  REQUIRE(run_study(file, part, "--shard 0/2").status == 0);
  const auto changed = [&](const std::string& name, const std::string& what, const std::string& by) {
    std::string text = small;
    text.replace(text.find(what), what.size(), by);
    REQUIRE(run_study(folder.file(name + ".toml", text), folder / name, "--shard 1/2").status == 0);
    return folder / name;
  };
  REQUIRE(run_study(file, folder / "all").status == 0);
  REQUIRE(run_study(file, folder / "rules", "--shard 1/3").status == 0);
  make_old(folder / "rules");
  run_sql(folder / "rules", "UPDATE points SET fingerprint = '0123456789abcdef' WHERE fingerprint IS NOT NULL");
  REQUIRE(run_study(file, folder / "other", "--shard 1/2").status == 0);
  const std::string good = bytes_of(folder / "other");
  std::string zeroed = good;
  std::fill(zeroed.begin() + 4096, zeroed.end(), '\0');
  run_sql(folder / "foreign", "CREATE TABLE t (x)");
  fs::create_directory(folder / "folder");
  for (const auto& [second, why] : std::vector<std::pair<std::string, std::string>>{
           {part, "overlap"},
           {folder / "all", "overlap"},
           {changed("seed", "seed = 3", "seed = 4"), "seed"},
           {changed("inputs", "\"wire\"", "\"mines\""), "inputs"},
           {changed("sweep", "[0, -1]", "[0, -2]"), "inputs"},
           {changed("stop", "1_200_000", "1_200_001"), "stop rule"},
           {changed("precision", "trials = 1_200_000", "precision = 0.01"), "stop rule"},
           {folder / "rules", "other rules"},
           {folder.file("cut", good.substr(0, good.size() / 2)), "damaged"},
           {folder.file("zeroed", zeroed), "damaged"},
           {folder.file("text", small), "no store"},
           {folder.file("empty", ""), "is empty"},
           {folder / "folder", "is a folder"},
           {folder / "foreign", "another program"},
           {folder / "nowhere", "no such file"},
       }) {
    for (const std::string& parts : {part + " " + second, second + " " + part}) {
      INFO(parts);
      const Called called = call("study merge " + parts + " --output " + out);
      CHECK(called.status == 2);
      CHECK(called.out.empty());
      CHECK(is_one_line(called.err));
      CHECK_THAT(called.err, Contains(why));
      CHECK(is_nowhere(out));
    }
  }
  CHECK(call("study merge " + part + " " + (folder / "other") + " --output " + part).status == 2);
  CHECK(call("study merge " + part + " " + (folder / "other") + " --output " + (folder / "text")).status == 2);
  CHECK(bytes_of(folder / "text") == small);
  CHECK(call("study merge --output " + out).status == 2);
  CHECK(call("study merge " + part).status == 2);
  for (const auto& entry : fs::directory_iterator(folder.path())) CHECK(entry.path().string().find(".part") == std::string::npos);
  CHECK(call("study merge " + part + " " + (folder / "other") + " --output " + out).status == 0);
  CHECK(all_of(out) == all_of(folder / "all"));
}

// ---- what the machine does

TEST_CASE("of two runs on one store the second is refused, and the first ends unharmed") {
  const Folder folder;
  const std::string file = folder.file("study.toml", endless_one), store = folder / "s.sqlite";
  const Child first = start(program(file, store));
  REQUIRE(wait_until([&] { return has_begun(store); }));
  for (std::uint64_t round = 0, kept = 0; round < 3; ++round) {
    const Ended second = wait_for(start(program(file, store)));
    const Called status = call("study status " + store), csv = call("study export " + store);
    CHECK(second.status == 1);
    CHECK(second.out.empty());
    CHECK(is_one_line(second.err));
    CHECK_THAT(second.err, Contains("in use"));
    CHECK(status.status == 0);
    CHECK_THAT(status.out, Contains("0 of 1 points finished"));
    CHECK(csv.status == 0);
    REQUIRE(wait_for_trials(store, kept));
    kept = trials_kept(store);
  }
  kill(first.process, SIGINT);
  CHECK(wait_for(first).status == 130);
  check_batches(folder, store);
}

TEST_CASE("two runs that begin a store at the same moment: one does it") {
  const Folder folder;
  const std::string file = folder.file("study.toml", small);
  REQUIRE(run_study(file, folder / "alone").status == 0);
  for (int round = 0; round < 6; ++round) {
    const std::string store = folder / std::to_string(round);
    const std::vector<Child> children{start(program(file, store)), start(program(file, store)), start(program(file, store))};
    int done = 0;
    for (const Child& child : children) {
      const Ended ended = wait_for(child);
      CHECK((ended.status == 0 || (ended.status == 1 && is_one_line(ended.err) && ended.err.find("in use") != std::string::npos)));
      done += ended.status == 0;
    }
    CHECK(done >= 1);
    CHECK(all_of(store) == all_of(folder / "alone"));
  }
}

TEST_CASE("a full disk costs one line, and the run goes on when there is room") {
  const Folder folder;
  const std::string file = folder.file("study.toml", small);
  REQUIRE(run_study(file, folder / "whole").status == 0);
  const std::string wanted = all_of(folder / "whole");
  int failures = 0;
  for (const std::uint64_t limit : {500U, 4096U, 9000U, 30'000U, 33'000U, 40'000U, 50'000U, 60'000U, 80'000U, 120'000U}) {
    INFO("no file above " << limit << " bytes");
    const std::string store = folder / std::to_string(limit);
    const Ended ended = wait_for(start(program(file, store), {.largest_file = limit}));
    if (ended.status != 0) {
      ++failures;
      CHECK(ended.status == 1);
      CHECK(ended.out.empty());
      CHECK(is_one_line(ended.err));
      CHECK_THAT(ended.err, !Contains("please report"));
    }
    if (fs::exists(store)) CHECK_THAT(call("study status " + store).err, !Contains("damaged"));
    CHECK(wait_for(start(program(file, store))).status == 0);
    CHECK(all_of(store) == wanted);
  }
  CHECK(failures >= 4);
}

TEST_CASE("a disk that is really full, and one that may only be read") {
  const Folder folder;
  const std::string disk = folder / "disk";
  fs::create_directory(disk);
  if (mount("boxcars", disk.c_str(), "tmpfs", 0, "size=64k") != 0) {
    WARN("skipped: this machine lets the tests mount nothing");
    return;
  }
  struct Unmounted {
    std::string disk;
    ~Unmounted() { umount2(disk.c_str(), MNT_DETACH); }
  } const unmounted{disk};
  std::string text = small;
  text.replace(text.find("[1, 2, 3]"), 9, "{ from = 1, to = 20 }");
  text.replace(text.find("[0, -1]"), 7, "{ from = -3, to = 3 }");
  text.replace(text.find("1_200_000"), 9, "20_000");
  const std::string file = folder.file("study.toml", text), store = disk + "/s.sqlite";
  const Ended full = wait_for(start(program(file, store)));
  CHECK(full.status == 1);
  CHECK(full.out.empty());
  CHECK(is_one_line(full.err));
  CHECK_THAT(full.err, Contains("the disk is full"));
  REQUIRE(mount("boxcars", disk.c_str(), "tmpfs", MS_REMOUNT, "size=20m") == 0);
  const Ended gone_on = wait_for(start(program(file, store)));
  CHECK(gone_on.err == "");
  CHECK(gone_on.status == 0);
  REQUIRE(run_study(file, folder / "whole").status == 0);
  const std::string wanted = all_of(folder / "whole");
  CHECK(all_of(store) == wanted);

  REQUIRE(mount("boxcars", disk.c_str(), "tmpfs", MS_REMOUNT | MS_RDONLY, "") == 0);
  CHECK(all_of(store) == wanted);
  CHECK(call("study status " + store).status == 0);
  const Ended read_only = wait_for(start(program(file, store)));
  CHECK(read_only.status == 1);
  CHECK(is_one_line(read_only.err));
  CHECK_THAT(read_only.err, Contains("cannot be written"));
  const Ended nothing = wait_for(start(program(file, disk + "/new.sqlite")));
  CHECK(nothing.status == 1);
  CHECK(is_one_line(nothing.err));
  const Called merged = call("study merge " + store + " --output " + disk + "/merged.sqlite");
  CHECK(merged.status == 1);
  CHECK(is_one_line(merged.err));
}

TEST_CASE("who may not write a store can read it") {
  const Folder folder;
  const std::string file = folder.file("study.toml", small), store = folder / "s.sqlite";
  REQUIRE(run_study(file, store).status == 0);
  const std::string wanted = exported(store);
  fs::permissions(store, fs::perms(0444));
  fs::permissions(folder.path(), fs::perms(0555));
  const Surroundings nobody{.as_nobody = true};
  const Ended csv = wait_for(start({program_path(), "study", "export", store}, nobody));
  if (csv.status == cannot_start) {
    WARN("skipped: nobody may not start the program");
  } else {
    CHECK(csv.err == "");
    CHECK(csv.out == wanted);
    const Ended no_folder = wait_for(start(program(file, folder / "new" + "/new.sqlite"), nobody));
    CHECK(no_folder.status == 2);
    CHECK(is_one_line(no_folder.err));
    CHECK_THAT(no_folder.err, Contains("there is no folder"));
    const Ended no_results =
        wait_for(start({program_path(), "study", "run", file, "--quiet"}, {.folder = folder.path(), .as_nobody = true}));
    CHECK(no_results.status == 1);
    CHECK(is_one_line(no_results.err));
    CHECK_THAT(no_results.err, Contains("folder results cannot be made (no permission)"));
    for (const std::string& where : {store, folder / "new.sqlite"}) {
      const Ended run = wait_for(start(program(file, where), nobody));
      CHECK(run.status == 1);
      CHECK(run.out.empty());
      CHECK(is_one_line(run.err));
      CHECK_THAT(run.err, Contains("cannot be written"));
    }
  }
  fs::permissions(folder.path(), fs::perms(0755));
  fs::permissions(store, fs::perms(0644));
  CHECK(exported(store) == wanted);
}

TEST_CASE("descriptors that are closed when the program starts are nobody's: nothing is written into a store that should have been said") {
  const Folder folder;
  const std::string file = folder.file("study.toml", small), store = folder / "s.sqlite";
  REQUIRE(run_study(file, store).status == 0);
  const std::string wanted = all_of(store), program_run = "'" + program_path() + "' study run " + file + " --threads 2 --store " + store;
  const auto shell = [](const std::string& command) { return wait_for(start({"sh", "-c", command})); };
  // Finished already: all that is left is to say so.
  for (const std::string closed : {" >&-", " 2>&-", " <&-", " >&- 2>&- <&-"}) {
    INFO(closed);
    CHECK(shell(program_run + closed).status == (closed.find(" >&-") == std::string::npos ? 0 : 1));
    CHECK(all_of(store) == wanted);
    CHECK(shell(program_run + " --quiet" + closed).status == 0);
    CHECK(all_of(store) == wanted);
  }
  // Going on, with progress after a second.
  const std::string longer = folder.file("long.toml", long_one), part = folder / "part.sqlite";
  const auto has_told = [](const Child& child) { return wait_until([&] { return !is_running(child) || has_worked(child) > 1300ms; }); };
  const Child child = start({"sh", "-c", "exec '" + program_path() + "' study run " + longer + " --threads 1 --store " + part + " 2>&-"});
  REQUIRE(has_told(child));
  REQUIRE(wait_until([&] { return has_begun(part); }));
  kill(child.process, SIGKILL);
  wait_for(child);
  CHECK(call("study status " + part).status == 0);
  // Another answer's file, too.
  const std::string answer = folder / "answer.json";
  const Child asked =
      start({"sh", "-c",
             "exec '" + program_path() + "' attack 8 --target 4-4-7 --trials 1e15 --threads 1 --format json --output " + answer + " 2>&-"});
  REQUIRE(has_told(asked));
  REQUIRE(hears(asked, SIGINT));
  kill(asked.process, SIGINT);
  CHECK(wait_for(asked).status == 130);
  CHECK(nlohmann::json::parse(bytes_of(answer))["question"] == "attack");
}

TEST_CASE("with too few descriptors a store is not opened, and the reason is no permission") {
  const Folder folder;
  const std::string file = folder.file("study.toml", small), store = folder / "s.sqlite";
  REQUIRE(run_study(file, store).status == 0);
  [[maybe_unused]] int refused = 0;
  for (int most = 4; most < 24; ++most) {  // whoever runs the tests may have some open, too
    for (const std::string& command : {"status " + store, "run " + file + " --quiet --store " + folder / ("new" + std::to_string(most))}) {
      INFO(most << " " << command);
      const Ended ended =
          wait_for(start({"sh", "-c", "ulimit -n " + std::to_string(most) + "; exec '" + program_path() + "' study " + command}));
      if (ended.status == cannot_start) continue;  // its libraries are files, too
      CHECK((ended.status == 0 || ended.status == 1 || ended.status == 2));
      CHECK_THAT(ended.err, !Contains("permission"));
      refused += ended.err.find("too many files are open") == std::string::npos ? 0 : 1;
    }
  }
#if !defined(BOXCARS_SANITIZED)  // which needs a descriptor of its own to look at a virtual call, and stops there
  CHECK(refused > 0);
#endif
}

TEST_CASE("a store's name is a plain path, whatever SQLite makes of it") {
  const Folder folder;
  const std::string file = folder.file("study.toml", small);
  for (const char* inner : {"sub", "file:"}) fs::create_directory(folder / inner);
  REQUIRE(run_study(file, folder / "plain").status == 0);
  for (const std::string name : {":memory:", "file:x.sqlite?mode=memory", "file:y", "file:///z", "a?mode=ro", "sub/:memory:"}) {
    INFO(name);
    CHECK(wait_for(start(program(file, name), {.folder = folder.path()})).status == 0);
    REQUIRE(fs::file_size(folder / name) > 0);
    CHECK(all_of(folder / name) == all_of(folder / "plain"));
    const Ended status = wait_for(start({program_path(), "study", "status", name}, {.folder = folder.path()}));
    CHECK(status.status == 0);
  }
}

TEST_CASE("a store that goes while it is written is told, with status 1") {
  const Folder folder;
  const std::string file = folder.file("study.toml", endless_one);
  for (const bool renamed : {false, true}) {
    const std::string store = folder / (renamed ? "renamed" : "removed");
    const Child child = start(program(file, store));
    REQUIRE(wait_for_trials(store));
    if (renamed)
      fs::rename(store, store + ".moved");
    else
      fs::remove(store);
    const Ended ended = wait_for(child);
    CHECK(ended.status == 1);
    CHECK(ended.out.empty());
    CHECK(is_one_line(ended.err));
    CHECK_THAT(ended.err, Contains("is not where it was"));
    CHECK(!fs::exists(store));
    if (renamed) CHECK(trials_kept(store + ".moved") > 0);
  }
}

TEST_CASE("what cannot be printed is a failure: of a dry run, and of a run's and a merge's last line") {
  const Folder folder;
  const std::string file = folder.file("study.toml", small), store = folder / "s.sqlite";
  const auto status = [&folder](const std::vector<std::string>& arguments, const std::string& out) {
    std::ofstream stream(out);
    std::ostringstream err;
    const int code = cli::run(arguments, {stream, err, {}, never_stop});
    if (code != 0) CHECK_THAT(err.str(), Contains("could not be written"));
    const bool has_output = arguments[1] == "export" || arguments[1] == "show";  // of the answer
    CHECK((code != 0 && has_output) == (err.str().find("give --output another file") != std::string::npos));
    const bool keeps = code != 0 && (arguments[1] == "merge" || (arguments[1] == "run" && arguments[3] == "--store"));
    CHECK(keeps == (err.str().find("the store is kept: boxcars study status " + folder.path()) != std::string::npos));
    return code;
  };
  CHECK(status({"study", "run", file, "--dry-run"}, "/dev/full") == 1);
  CHECK(status({"study", "run", file, "--dry-run"}, "/dev/null") == 0);
  CHECK(status({"study", "run", file, "--store", store}, "/dev/full") == 1);
  CHECK(status({"study", "run", file, "--store", store, "--quiet"}, "/dev/full") == 0);
  CHECK(status({"study", "status", store}, "/dev/full") == 1);
  CHECK(status({"study", "show", store}, "/dev/full") == 1);
  CHECK(status({"study", "export", store}, "/dev/full") == 1);
  CHECK(status({"study", "merge", store, "--output", folder / "merged"}, "/dev/full") == 1);
  CHECK(all_of(folder / "merged") == all_of(store));
}

TEST_CASE("nothing of a damaged store is written: its pages are all seen before") {
  const Folder folder;
  const std::string store = folder / "s.sqlite", out = folder.file("out", "what was there");
  REQUIRE(run_study(folder.file("study.toml", small), store).status == 0);
  const std::string good = bytes_of(store);
  const std::size_t pages = good.size() / 4096;
  int refused = 0;
  for (std::size_t one = 1; one < pages; ++one) {
    for (std::size_t other = one + 1; other < pages; ++other) {
      std::string bytes = good;
      std::swap_ranges(&bytes[one * 4096], &bytes[one * 4096] + 4096, &bytes[other * 4096]);
      folder.file("s.sqlite", bytes);
      INFO("pages " << one << " and " << other);
      const Called printed = call("study export " + store), kept = call("study export " + store + " --output " + out);
      refused += printed.status == 2;
      CHECK((printed.status == 0 || (printed.status == 2 && printed.out.empty() && is_one_line(printed.err))));
      CHECK(kept.status == printed.status);
      if (kept.status != 0) CHECK(bytes_of(out) == "what was there");
      folder.file("out", "what was there");
    }
  }
  CHECK(refused > static_cast<int>(pages));
}

TEST_CASE("a pipe is no study and no store, and nobody waits for it") {
  const Folder folder;
  const std::string pipe = folder / "pipe", file = folder.file("study.toml", small);
  REQUIRE(mkfifo(pipe.c_str(), 0600) == 0);
  for (const std::string& command :
       {"study status " + pipe, "study show " + pipe, "study export " + pipe, "study merge " + pipe + " --output " + (folder / "m"),
        "study run " + pipe, "study run " + file + " --store " + pipe, "assault " + pipe,
        "balance " + pipe + " --vary turns --from 1 --to 2", "board " + pipe, "chain --map " + pipe + " --hex J8"}) {
    INFO(command);
    const Called called = call(command);
    CHECK(called.status == 2);
    CHECK(called.out.empty());
    CHECK(is_one_line(called.err));
    CHECK_THAT(called.err, Contains("is no file"));
  }
  check_refused("study export " + file + " --output " + pipe, "no store");
  REQUIRE(run_study(file, folder / "s").status == 0);
  check_refused("study export " + (folder / "s") + " --output " + pipe, "nobody reads from it");
}

TEST_CASE("control characters of a file's name reach no terminal, and what is to be pasted means the same file") {
  const Folder folder;
  const std::string wild = folder / "x\x1b[31m\x07'\x7f\xc2\x9b\\y", file = folder.file("study.toml", small);
  const Ended ran = wait_for(start({program_path(), "study", "run", file, "--store", wild}));
  CHECK(ran.status == 0);
  CHECK_THAT(ran.out, Contains("kept in ") && Contains("/x?[31m?'??\\y"));
  CHECK(model::printable(ran.out) == lines_of(ran.out)[0] + "?");
  CHECK_THAT(call("study status \"" + wild + "\"").out, Contains("$'") && !Contains("\x1b") && !Contains("\x7f"));

  const std::string map = folder / "map\x1b[31m.toml";
  fs::copy_file("experiments/maps/chateau.toml", map);
  const Ended text = wait_for(start({program_path(), "chain", "--map", map, "--hex", "J8", "--trials", "1000"}));
  CHECK(text.status == 0);
  CHECK_THAT(text.out, !Contains("\x1b"));
  const auto at = text.out.find("repeat: boxcars ");
  REQUIRE(at != std::string::npos);
  const std::string again = text.out.substr(at + 16, text.out.find('\n', at) - at - 16);
  CHECK(wait_for(start({"bash", "-c", "'" + program_path() + "' " + again})).out == text.out);
}

TEST_CASE("a study's points can be interrupted while they are asked, and are told meanwhile", "[threads]") {
  const Folder folder;
  const std::string file =
      folder.file("points.toml",
                  "question = \"attack\"\n[inputs]\ntarget = \"4-4-7\"\n[sweep]\nfp = { from = 1, to = 1000 }\n"
                  "drm = { from = -30, to = 30 }\nhindrance = { from = 0, to = 5 }\ncowering = [\"none\", \"normal\"]\n"
                  "[stop]\ntrials = 1\n");
  for (const std::string more : {"", "--dry-run"}) {
    std::atomic<bool> stop{false};
    std::ostringstream out;
    StoppingStream err(stop);
    std::vector<std::string> arguments{"study", "run", file, "--store", folder / "s.sqlite", "--threads", "2"};
    if (!more.empty()) arguments.push_back(more);
    CHECK(cli::run(arguments, {out, err, {}, stop, cli::ShowProgress::in_lines}) == 130);
    CHECK(err.allocations_since() < 500'000);  // of millions: each point takes dozens
    CHECK(out.str().empty());
    CHECK_THAT(err.text(), Contains(" of 732,000 points asked\n") && Contains("boxcars: interrupted (nothing was written)\n"));
    CHECK(is_nowhere(folder / "s.sqlite"));
  }
}

TEST_CASE("Ctrl-C is heard while the cost of a dry run is judged") {
  const Folder folder;
  const std::string file = folder.file("small.toml", small);
  std::atomic<bool> stop{false};
  StoppingStream out(stop);  // of the table, which comes before
  std::ostringstream err;
  CHECK(cli::run({"study", "run", file, "--dry-run"}, {out, err, {}, stop}) == 130);
  CHECK_THAT(out.text(), Contains("7,200,000 trials in 18 batches"));
  CHECK(err.str() == "boxcars: interrupted (what it costs is not known)\n");
}

TEST_CASE("a study is run where no thread can be started", "[threads]") {
  const Folder folder;
  fs::permissions(folder.path(), fs::perms(0777));
  const std::string file = folder.file("study.toml", small), store = folder / "alone.sqlite";
  REQUIRE(run_study(file, folder / "whole").status == 0);
  const Surroundings no_threads{.most_threads = 1, .as_nobody = true};
  const auto run = [&](const std::string& study, const std::string& into) {
    return wait_for(start({program_path(), "study", "run", study, "--store", into, "--threads", "4"}, no_threads));
  };
  const Ended ended = run(file, store);
  if (ended.status == cannot_start) {
    WARN("skipped: nobody may not start the program");
    return;
  }
  CHECK(ended.err == "");
  CHECK(ended.status == 0);
  CHECK_THAT(ended.out, Contains("small: 6 of 6 points finished, 7,200,000 trials"));
  CHECK(all_of(store) == all_of(folder / "whole"));

  const std::string never_ends = folder.file("never.toml",
                                             "name = \"never\"\nquestion = \"clear\"\n[inputs]\ntask = \"wire\"\nhalf_squads = 1\n"
                                             "leadership = 3\nturns = \"until\"\n");
  const Ended failed = run(never_ends, folder / "never.sqlite");
  CHECK(failed.status == 2);
  CHECK(is_one_line(failed.err));
  CHECK_THAT(failed.err, Contains("never ends"));
}

TEST_CASE("points that differ in their seeds alone are asked once") {
  io::Study study;
  const auto values = [](const std::string& key, int count) {
    io::Axis axis;
    for (int i = 0; i < count; ++i) axis.push_back({{key, static_cast<double>(i), {}}});
    return axis;
  };
  CHECK(io::first_alike(study) == std::vector<std::size_t>{0});
  study.sweep = {values("seed", 3)};
  CHECK(io::first_alike(study) == std::vector<std::size_t>{0, 0, 0});
  study.sweep = {values("fp", 2), values("seed", 2), values("drm", 2)};
  CHECK(io::first_alike(study) == std::vector<std::size_t>{0, 1, 0, 1, 4, 5, 4, 5});
  study.sweep = {{{{"seed", 1.0, {}}}, {{"fp", 1.0, {}}}}};  // one of them sets something else
  CHECK(io::first_alike(study) == std::vector<std::size_t>{0, 1});
}

TEST_CASE("a file of more values than a study has points is refused before it is parsed") {
  const Folder folder;
  std::string text = "question = \"attack\"\n[inputs]\ntarget = \"4-4-7\"\n[sweep]\nfp = [1";
  for (int i = 0; i < 1'000'000; ++i) text += ",1";
  const Called called = run_study(folder.file("many.toml", text + "]\n"), folder / "s", "--dry-run");
  CHECK(called.status == 2);
  CHECK(is_one_line(called.err));
  CHECK_THAT(called.err, Contains("many.toml, line 5: ") && Contains("more than a million values"));
}

TEST_CASE("a merge that cannot be written says so of its output, and leaves nothing") {
  const Folder folder;
  const std::string file = folder.file("study.toml", small), store = folder / "s.sqlite", output = folder / "merged.sqlite";
  REQUIRE(run_study(file, store).status == 0);
  const auto leaves_nothing = [&] {
    for (const auto& entry : fs::directory_iterator(folder.path())) CHECK(!entry.path().filename().string().starts_with("merged"));
  };
  const Ended full = wait_for(start({program_path(), "study", "merge", store, "--output", output}, {.largest_file = 9000}));
  CHECK(full.status == 1);
  CHECK(is_one_line(full.err));
  CHECK_THAT(full.err, Contains("disk") && !Contains(".part") && !Contains("kept"));
  leaves_nothing();
  std::ostringstream out, err;
  const std::atomic<bool> stop{true};
  CHECK(cli::run({"study", "merge", store, "--output", output}, {out, err, {}, stop}) == 130);
  CHECK(is_one_line(err.str()));
  CHECK(out.str().empty());
  leaves_nothing();
}

TEST_CASE("a store is made in a folder that is there, only that of the default name is made") {
  const Folder folder;
  const std::string file = folder.file("study.toml", small), nowhere = folder / "no" + "/such/s.sqlite";
  const Called called = run_study(file, nowhere);
  CHECK(called.status == 2);
  CHECK(is_one_line(called.err));
  CHECK_THAT(called.err, Contains("cannot be written (there is no folder '"));
  REQUIRE(run_study(file, folder / "s.sqlite").status == 0);
  const Called merged = call("study merge " + (folder / "s.sqlite") + " --output " + nowhere);
  CHECK(merged.status == 2);
  CHECK(is_one_line(merged.err));
  CHECK_THAT(merged.err, Contains("there is no folder '"));
  CHECK(!fs::exists(folder / "no"));
  CHECK(run_study(file, file + "/s.sqlite").status == 2);
  CHECK(wait_for(start({program_path(), "study", "run", file, "--quiet"}, {.folder = folder.path()})).status == 0);
  CHECK(all_of(folder / "results" + "/small.sqlite") == all_of(folder / "s.sqlite"));
}

// ---- other files

TEST_CASE("more trials in the file go on from what is there") {
  const Folder folder;
  const auto with = [&](const std::string& trials) {
    std::string text = small;
    return folder.file(trials + ".toml", text.replace(text.find("1_200_000"), 9, trials));
  };
  const std::string store = folder / "s.sqlite";
  for (const std::string trials : {"300_000", "524_288", "1_000_000", "1_100_000", "4_000_000"}) {
    INFO(trials);
    const Called ran = run_study(with(trials), store);
    CHECK(ran.err == "");
    CHECK(ran.status == 0);
    REQUIRE(run_study(with(trials), folder / trials).status == 0);
    CHECK(all_of(store) == all_of(folder / trials));
  }
  // Only what was missing has been thrown.
  sqlite3* database = nullptr;
  REQUIRE(sqlite3_open(store.c_str(), &database) == SQLITE_OK);
  std::vector<std::uint64_t> thrown;
  const auto add = [](void* list, int, char** values, char**) {
    static_cast<std::vector<std::uint64_t>*>(list)->push_back(std::stoull(values[0]));
    return 0;
  };
  CHECK(sqlite3_exec(database, "SELECT trials FROM runs ORDER BY run", add, &thrown, nullptr) == SQLITE_OK);
  sqlite3_close(database);
  CHECK(thrown ==
        std::vector<std::uint64_t>{6 * 300'000, 6 * 524'288, 6 * 475'712, 6 * (1'100'000 - 524'288), 6 * (4'000'000 - 1'048'576)});

  const std::string before = all_of(store);
  std::string precision = small, inputs = small, seed = small, sweep = small, method = "method = \"simulate\"\n" + small;
  precision.replace(precision.find("trials = 1_200_000"), 18, "precision = 0.001");
  inputs.replace(inputs.find("wire"), 4, "mines");
  seed.replace(seed.find("seed = 3"), 8, "seed = 4");
  sweep.replace(sweep.find("[1, 2, 3]"), 9, "[1, 2]");
  for (const auto& [file, why] : std::vector<std::pair<std::string, std::string>>{
           {with("3_999_999"), "it stops at 4,000,000 trials, not 3,999,999 trials"},
           {folder.file("precision.toml", precision), "it stops at"},
           {folder.file("inputs.toml", inputs), "its inputs are others"},
           {folder.file("seed.toml", seed), "its seed is 3, not 4"},
           {folder.file("sweep.toml", sweep), "its inputs are others"},
           {folder.file("method.toml", method), "its inputs are others"},
       }) {
    INFO(file);
    const Called called = run_study(file, store);
    CHECK(called.status == 2);
    CHECK(is_one_line(called.err));
    CHECK_THAT(called.err, Contains("holds another study") && Contains(why));
    CHECK(all_of(store) == before);
  }
  // A precision does not change either.
  REQUIRE(run_study(folder / "precision.toml", folder / "precise").status == 0);
  const std::string finer = folder.file("finer.toml", precision.replace(precision.find("0.001"), 5, "0.0005"));
  CHECK(run_study(finer, folder / "precise").status == 2);
  CHECK(run_study(with("4_000_000"), folder / "precise").status == 2);
}

TEST_CASE("a map that changes between runs is noticed") {
  const Folder folder;
  const std::string chateau = bytes_of("experiments/maps/chateau.toml");
  const std::string map = folder.file("map.toml", chateau), store = folder / "s.sqlite";
  const std::string file = folder.file("study.toml", "name = \"m\"\nquestion = \"chain\"\n[inputs]\nmap = \"" + map +
                                                         "\"\nhex = \"J8\"\n[sweep]\nfrom_level = [0, 1]\n[stop]\ntrials = 1000\n");
  REQUIRE(run_study(file, store).status == 0);
  const std::string before = all_of(store);
  std::string other = chateau;
  other.replace(other.find("levels = 2"), 10, "levels = 1");
  folder.file("map.toml", other);
  REQUIRE(call("chain --map " + map + " --hex J8 --trials 1000 --format csv").out !=
          call("chain --map experiments/maps/chateau.toml --hex J8 --trials 1000 --format csv").out);
  std::string longer = bytes_of(file);
  longer.replace(longer.find("1000"), 4, "2000");
  const Called called = run_study(folder.file("study.toml", longer), store);
  CHECK(called.status == 2);
  CHECK(is_one_line(called.err));
  CHECK_THAT(called.err, Contains("is another question than the store's") && Contains("changed"));
  folder.file("map.toml", chateau);
  CHECK(run_study(file, store).status == 0);
  CHECK(run_study(file, folder / "new").status == 0);
  CHECK(all_of(store) == all_of(folder / "new"));
}

// ---- what users see

TEST_CASE("bad study files cost one line with the place, status 2, and leave no store") {
  const Folder folder;
  const std::string he = "question = \"he\"\n[inputs]\nbuilding = \"stone\"\nlevels = 2\n";
  fs::create_directory(folder / "folder.toml");
  const std::vector<std::pair<std::string, std::string>> bad{
      {folder.file("a.toml", he + "calibre = 75"), "a.toml, line 5, column 1: unknown key 'calibre'; did you mean caliber?"},
      {folder.file("b.toml", he + "caliber = \"x\""), "b.toml, line 5, column 11: caliber 'x' cannot be used"},
      {folder.file("c.toml", he + "[sweep]\ncaliber = [75, 5]"), "c.toml, line 6, column 16: caliber 5 is out of range"},
      {folder.file("d.toml", he), "d.toml: no calibre given"},
      {folder.file("e.toml", he + "caliber = 75\ninterior = \"perhaps\""), "e.toml, line 6, column 12"},
      {folder.file("f.toml", he + "caliber = true"), "f.toml, line 5, column 11"},
      {folder.file("g.toml", he + "caliber = [75, 105]"),
       "g.toml, line 5, column 11: caliber cannot be used (it has one value, not several)"},
      {folder.file("h.toml", he + "caliber = 75\nlevel = 3"), "h.toml, line 6, column 9: level '3' is no level of the building"},
      {folder.file("i.toml", he + "caliber = 75\nmap = \"no.toml\"\nhex = \"J8\""), "map 'no.toml' cannot be read"},
      {folder.file("j.toml", he + "caliber = 75\ntrials = 5"), "unknown key 'trials'"},
      {folder.file("k.toml", he + "caliber = 75\nformat = \"csv\""), "unknown key 'format'"},
      {folder.file("l.toml", he + "caliber = 75\nhelp = true"), "unknown key 'help'"},
      {folder.file("m.toml", "question = \"study\""), "m.toml, line 1, column 12: unknown question 'study'"},
      {folder.file("o.toml", ""), "o.toml: no question"},
      {folder.file("p.toml", std::string("\x7f"
                                         "ELF\x02\x01\x01\0\0\n\n\xff\xfe",
                                         13)),
       "p.toml, line "},
      {folder.file("q.toml", he + "caliber = 75\noccupant = \"1=4-4-7\nx\""), "q.toml, line 6"},
      {folder.file("r.toml", he + "caliber = 75\noccupant = \"1=4-4-7\\nx\""), "r.toml, line 6"},
      {folder / "folder.toml", "cannot be read (it is a folder)"},
      {folder / "nowhere.toml", "there is no such file"},
      {"/dev/null", "no question"},
      {"/dev/zero", "larger than any study"},
  };
  const std::string store = folder / "made.sqlite";
  for (const auto& [file, why] : bad) {
    for (const std::string more : {"", "--dry-run"}) {
      INFO(file << " " << more);
      const Called called = run_study(file, store, more);
      CHECK(called.status == 2);
      CHECK(called.out.empty());
      CHECK(is_one_line(called.err));
      CHECK_THAT(called.err, Contains(why));
      CHECK(is_nowhere(store));
    }
  }
  const std::string good = folder.file("good.toml", small);
  for (const std::string shard : {"1", "1/", "/2", "2/2", "-1/2", "0/0", "1/2/3", "a/b", "0.5/2", "0/99999999999999999999"}) {
    INFO(shard);
    const Called called = run_study(good, store, "--shard " + shard);
    CHECK(called.status == 2);
    CHECK(is_one_line(called.err));
    CHECK(is_nowhere(store));
  }
  for (const auto& [arguments, why] : std::vector<std::pair<std::string, std::string>>{
           {"study", "no action given"},
           {"study runn", "did you mean run?"},
           {"study foo", "unknown action 'foo' (known: run, status, show, export or merge)"},
           {"study foo.toml --threads 2", "unknown action"},
           {"study run", "no study given"},
           {"study run " + good + " --stroe x", "did you mean --store?"},
           {"study run " + good + " more", "unexpected argument 'more'"},
           {"study status", "no store given"},
           {"study show", "no store given"},
           {"study export", "no store given"},
           {"study status " + good, "no store"},
           {"study show " + (folder / "nowhere"), "no such file"},
       }) {
    INFO(arguments);
    const Called called = call(arguments);
    CHECK(called.status == 2);
    CHECK(is_one_line(called.err));
    CHECK_THAT(called.err, Contains(why));
  }
  // What only its chain tells.
  const Called endless = run_study(folder.file("endless.toml",
                                               "question = \"clear\"\n[inputs]\ntask = \"wire\"\nhalf_squads = 1\nturns = \"until\"\n"
                                               "[sweep]\nleadership = [0, 3]\n"),
                                   folder / "endless");
  CHECK(endless.status == 2);
  CHECK(is_one_line(endless.err));
  CHECK_THAT(endless.err, Contains("the question at leadership = 3 never ends ("));
  // A file that is no store is not touched.
  CHECK(run_study(good, folder / "o.toml" + "x").status == 0);
  CHECK(run_study(good, good).status == 2);
  CHECK(bytes_of(good) == small);
  CHECK(run_study(good, folder / "folder.toml").status == 2);
}

TEST_CASE("a dry run shows the points and their cost, and writes nothing") {
  const Folder folder;
  const std::string file = folder.file("small.toml", small);
  const Ended dry = wait_for(start({program_path(), "study", "run", file, "--dry-run"}, {.folder = folder.path()}));
  CHECK(dry.status == 0);
  CHECK_THAT(dry.out, Contains("6 points") && Contains("squads  leadership") && Contains("7,200,000 trials in 18 batches"));
  CHECK_THAT(dry.err, Contains("boxcars: about "));
  CHECK(std::distance(fs::directory_iterator(folder.path()), fs::directory_iterator()) == 1);

  // Without --store it stands in results/, by its name.
  const Ended ran = wait_for(start({program_path(), "study", "run", file}, {.folder = folder.path()}));
  CHECK(ran.status == 0);
  CHECK_THAT(ran.out, Contains("small: 6 of 6 points finished, 7,200,000 trials, kept in results/small.sqlite"));
  const Ended quiet = wait_for(start({program_path(), "study", "run", file, "--quiet"}, {.folder = folder.path()}));
  CHECK(quiet.status == 0);
  CHECK(quiet.out + quiet.err == "");
  CHECK(std::distance(fs::directory_iterator(folder / "results"), fs::directory_iterator()) == 1);  // no log is left beside it
}

namespace {

// Columns that a line takes: letters, not bytes.
int letters_in(const std::string& line) {
  return static_cast<int>(std::count_if(line.begin(), line.end(), [](char c) { return (static_cast<unsigned char>(c) & 0xc0) != 0x80; }));
}

}  // namespace

TEST_CASE("what is shown of a study fits the terminal") {
  const Folder folder;
  const std::string he =
      "question = \"he\"\n[inputs]\nbuilding = \"stone\"\nlevels = 2\noccupant = [\"1=4-4-7\", \"1=9-1\", \"0=4-4-7\"]\n";
  const std::string stop = "[stop]\ntrials = 2_000\n";
  const std::vector<std::pair<std::string, std::string>> studies{
      {"none", he + "caliber = 75\n" + stop},
      {"one", he + "[sweep]\ncaliber = [75, 105, 150]\n" + stop},
      {"two", he + "[sweep]\ncaliber = [75, 105, 150]\nshots = { from = 1, to = 4 }\n" + stop},
      {"wide", he + "[sweep]\ncaliber = [75, 105]\nshots = { from = 1, to = 30 }\n" + stop},
      {"three", he + "[sweep]\ncaliber = [75, 105]\nshots = [1, 2]\nlevel = [0, 1]\n" + stop},
      {"long",
       "question = \"he\"\n[inputs]\nbuilding = \"stone\"\nlevels = 2\ncaliber = 75\n[sweep]\noccupant = [[\"1=4-4-7\", \"1=9-1\", "
       "\"0=crew:2-2-8\", \"0=2x4-4-7,elr=3\"], [\"2=hero:1-4-9\"]]\n" +
           stop},
      {"together", he + "[sweep]\nhow = [{ fire = \"oba\", caliber = 75 }, { level = \"1\", caliber = 105 }]\ndrm = [0, 1]\n" + stop},
  };
  OneOf some(5);
  for (const auto& [name, text] : studies) {
    const std::string store = folder / name, file = folder.file(name + ".toml", text);
    const Called ran = run_study(file, store);
    CHECK(ran.err == "");
    for (int width = 40; width <= 120; width += effort(8, 80)) {
      for (const auto symbols : {io::Symbols::ascii, io::Symbols::unicode}) {
        const io::Style style{.width = width, .symbols = symbols};
        for (const std::string& command : {"study show " + store, "study status " + store, "study run " + file + " --dry-run",
                                           "study show " + store + " --event rubble"}) {
          if (!some.takes_next()) continue;
          INFO(command << " at " << width);
          const Called called = call(command, style);
          CHECK(called.status == 0);
          for (const std::string& line : lines_of(called.out)) {
            INFO(line);
            const bool one_word = line.find(' ', line.find_first_not_of(' ')) == std::string::npos;  // a path
            if (!one_word && !line.starts_with("repeat: ")) CHECK(letters_in(line) <= width);
            if (symbols == io::Symbols::ascii) CHECK(letters_in(line) == static_cast<int>(line.size()));
          }
        }
      }
    }
  }
  const std::string one = call("study show " + (folder / "one")).out;
  CHECK_THAT(one, Contains(", by caliber"));
  CHECK_THAT(call("study show " + (folder / "two")).out, Contains(", by caliber (down) and shots"));
}

TEST_CASE("study show tells the events that are asked for, and export goes where it is told") {
  const Folder folder;
  const std::string store = folder / "s.sqlite";
  REQUIRE(run_study(folder.file("small.toml", small), store).status == 0);
  const std::string csv = exported(store);
  const std::string name = [&] {  // of the first event
    const std::string line = lines_of(csv)[1];
    const auto at = line.find("event,") + 6;
    return line.substr(at, line.find(',', at) - at);
  }();
  const Called shown = call("study show " + store + " --event \"" + name + "\"");
  CHECK(shown.status == 0);
  const Called unknown = call("study show " + store + " --event \"" + name + "x\"");
  CHECK(unknown.status == 2);
  CHECK(is_one_line(unknown.err));
  CHECK_THAT(unknown.err, Contains("unknown event") && Contains("did you mean " + name));

  CHECK(call("study export " + store + " --output " + (folder / "out.csv")).out.empty());
  CHECK(bytes_of(folder / "out.csv") == csv);
  CHECK(call("study export " + store + " --format json --output " + (folder / "out.json")).status == 0);
  CHECK(bytes_of(folder / "out.json") == exported(store, "json"));
  const auto root = nlohmann::json::parse(exported(store, "json"));
  CHECK(root["schema"] == "boxcars/1");
  CHECK(root["points"].size() == 6);
  CHECK(root["points"][5]["inputs"]["squads"] == 3);
  CHECK(root["points"][0]["trials"] == 1'200'000);
  CHECK(call("study export " + store + " --format jsno").status == 2);
  CHECK(call("study export " + store + " --output " + (folder / "no" + "/out.csv")).status == 2);
  const Called part = (run_study(folder / "small.toml", folder / "part", "--shard 0/2"), call("study export " + (folder / "part")));
  CHECK(part.status == 0);
  CHECK_THAT(part.err, Contains("points are not finished"));
}

TEST_CASE("an export has the rows of the events that are asked for, and no others, in every format") {
  const Folder folder;
  const std::string store = folder / "s.sqlite";
  REQUIRE(run_study(folder.file("small.toml", small), store).status == 0);
  const auto lines = lines_of(exported(store));
  const std::string event = "hampered", other = "cleared";
  std::string wanted = lines.front() + "\n";
  for (const std::string& line : lines) {
    if (line.find(",event," + event + ",") != std::string::npos) wanted += line + "\n";
  }
  const std::string export_it = "study export " + store + " --event " + event;
  CHECK(lines_of(wanted).size() == 7);  // its head, and a row for each of the six points
  CHECK(call(export_it).out == wanted);

  auto json = nlohmann::json::parse(exported(store, "json"));
  for (auto& point : json["points"]) {
    auto events = nlohmann::json::array();
    for (const auto& one : point["events"])
      if (one["name"] == event) events.push_back(one);
    point["events"] = events;
    point["measures"] = nlohmann::json::array();
  }
  CHECK(nlohmann::json::parse(call(export_it + " --format json").out) == json);

  for (const std::string format : {"markdown", "html", "text"}) {
    INFO(format);
    const std::string page = call(export_it + " --format " + format).out;
    CHECK_THAT(page, Contains(event) && !Contains(other));
    CHECK(call("study show " + store + " --event " + event + " --format " + format).out == page);
    CHECK_THAT(call("study export " + store + " --event " + other + " " + event + " --format " + format).out,
               Contains(event) && Contains(other));
  }
  for (const std::string format : {"csv", "json", "markdown"})
    check_refused("study export " + store + " --event hamperd --format " + format, "unknown event 'hamperd'");
}

TEST_CASE("a table of a study has the means of what can be otherwise") {
  const Folder folder;
  const std::string store = folder / "s.sqlite";
  REQUIRE(run_study(folder.file("small.toml", small), store).status == 0);
  const auto lines = lines_of(call("study export " + store + " --format markdown").out);
  const auto head = std::find_if(lines.begin(), lines.end(), [](const std::string& line) { return line.starts_with("| squads"); });
  REQUIRE(head != lines.end());
  CHECK(head->ends_with("| mean turn cleared |"));
  const auto json = nlohmann::json::parse(exported(store, "json"));
  for (std::size_t point = 0; point < 6; ++point) {
    double mean = 0;
    for (const auto& value : json["points"][point]["measures"][0]["distribution"])
      mean += value["value"].get<double>() * value["exact"].get<double>();
    const std::string row = *(head + 2 + static_cast<std::ptrdiff_t>(point));
    const auto last = row.rfind("| ", row.size() - 3) + 2;
    CHECK(std::stod(row.substr(last)) == Approx(mean).epsilon(1e-3));
  }
  CHECK_THAT(call("study show " + store, {.width = 80}).out, Contains("mean"));
}

TEST_CASE("the help of studies fits 80 columns") {
  for (const std::string command : {"study", "study run", "study status", "study show", "study export", "study merge"}) {
    const Called called = call(command + " --help");
    CHECK(called.status == 0);
    CHECK(called.err.empty());
    check_width(called.out, 80);
    CHECK(called.out.size() > 100);
  }
}

// ---- many machines

TEST_CASE("under mpirun one, two and three ranks give the same bytes, and a rank that dies ends the job, which goes on") {
  const std::string binary = mpi_program_path();
  if (binary.empty() || wait_for(start({"mpirun", "--version"})).status != 0) {
    WARN("skipped: no MPI here when the tests were built, or no mpirun now");
    return;
  }
  const Folder folder;
  const Surroundings surroundings{.variables = {{"OMPI_ALLOW_RUN_AS_ROOT", "1"},
                                                {"OMPI_ALLOW_RUN_AS_ROOT_CONFIRM", "1"},
                                                {"TMPDIR", folder.path()}},  // its sockets' names may not be long
                                  .leads_group = true};
  const auto mpirun = [&](const std::string& ranks, const std::string& file, const std::string& store) {
    return start({"mpirun", "--oversubscribe", "-n", ranks, binary, "study", "run", file, "--store", store, "--threads", "1", "--quiet"},
                 surroundings);
  };
  const std::string few = folder.file("few.toml", small),
                    precise = folder.file("precise.toml", long_study("precision = 0.0004\nmax_trials = 3_000_000\n")),
                    wrong = folder.file("wrong.toml", "question = \"hee\"");
  for (const std::string& file : {few, precise}) {
    REQUIRE(run_study(file, folder / "alone" + file.substr(file.rfind('/') + 1)).status == 0);
    const std::string wanted = all_of(folder / "alone" + file.substr(file.rfind('/') + 1));
    for (const std::string ranks : {"1", "2", "3"}) {
      const std::string store = file + ranks;
      const Ended ended = wait_for(mpirun(ranks, file, store));
      INFO(ranks << " ranks: " << ended.err);
      REQUIRE(ended.status == 0);
      CHECK(all_of(store) == wanted);
    }
  }

  for (const std::string ranks : {"1", "3"}) {
    const Ended ended = wait_for(mpirun(ranks, wrong, folder / "none"));
    INFO(ended.err);
    CHECK(ended.status == 2);
    CHECK_THAT(ended.err, Contains("wrong.toml, line 1, column 12: unknown question 'hee'; did you mean he?"));
    std::size_t told = 0;
    for (const std::string& line : lines_of(ended.err)) told += line.starts_with("boxcars: ");
    CHECK(told == 1);
    CHECK(is_nowhere(folder / "none"));
  }

  const std::string file = folder.file("long.toml", endless_one), store = folder / "killed";
  const Child job = mpirun("3", file, store);
  REQUIRE(wait_for_trials(store));
  // The last of its children.
  const std::string children = "/proc/" + std::to_string(job.process) + "/task/" + std::to_string(job.process) + "/children";
  std::istringstream words(bytes_of(children));
  std::vector<pid_t> ranks;
  for (pid_t rank = 0; words >> rank;) ranks.push_back(rank);
  REQUIRE(ranks.size() >= 3);
  kill(ranks.back(), SIGKILL);
  CHECK(wait_for(job).status != 0);
  const std::uint64_t kept = trials_kept(store);
  CHECK(kept > 0);
  // Its ranks need a moment to be gone.
  Child next = start(program(file, store));
  REQUIRE(wait_until([&] {
    if (!is_running(next)) {
      CHECK(wait_for(next).status == 1);
      next = start(program(file, store));
    }
    return trials_kept(store) > kept;
  }));
  kill(next.process, SIGINT);
  CHECK(wait_for(next).status == 130);
  check_batches(folder, store);
}
