#include "io/files/study_store.hpp"

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <functional>
#include <optional>
#include <random>
#include <set>

#include <sqlite3.h>
#include <sys/stat.h>
#include <unistd.h>

#include <catch2/catch.hpp>

#include "io/files/failed.hpp"
#include "io/files/sqlite.hpp"
#include "io/formats/formats.hpp"
#include "io/formats/percent.hpp"
#include "io/formats/study_export.hpp"
#include "model/core/bad_input.hpp"
#include "sim/trials/simulate.hpp"
#include "tests/support/allocations.hpp"
#include "tests/support/folder.hpp"
#include "tests/support/stores.hpp"

using namespace boxcars;
using boxcars::test::bytes_of;
using boxcars::test::Folder;
using boxcars::test::make_old;
using boxcars::test::run_sql;
using Catch::Matchers::Contains;
using io::Store;
using io::Study;
using io::Wave;
using sim::batch_trials;
using sim::BatchRange;
using sim::Tally;

namespace {

namespace fs = std::filesystem;

Study study_of(std::size_t points, sim::StopRule stop) {
  Study study{.name = "made-up", .question = "he", .seed = 5, .stop = stop};
  study.inputs = {{"building", std::string("stone")}};
  io::Axis axis;
  for (std::size_t i = 0; i < points; ++i) axis.push_back({{"caliber", static_cast<double>(i)}});
  study.sweep = {axis};
  return study;
}

std::vector<io::PointRow> rows_of(const Study& study) {
  const io::PointNames plain{{"rubble", "set DC, \"quoted\""}, {"levels"}, {"rubble"}};
  const auto names = std::make_shared<const io::PointNames>(plain);
  std::vector<io::PointRow> rows;
  for (std::size_t i = 0; i < io::points_of(study); ++i) rows.push_back({"question " + std::to_string(i), study.seed, names});
  return rows;
}

Tally thrown(std::size_t point, std::uint64_t batch, std::uint64_t trials) {
  std::mt19937_64 random(point * 1'000'003 + batch * 7919);
  Tally tally(2, 1);
  tally.trials = std::min<std::uint64_t>(batch_trials, trials - batch * batch_trials);
  for (auto& count : tally.events) count = random() % (tally.trials + 1);
  tally.measures[0] = {{-3, tally.trials / 3}, {static_cast<int>(batch % 4), tally.trials - tally.trials / 3}};
  return tally;
}

sim::BatchResult results(std::size_t point, BatchRange range, std::uint64_t trials) {
  Tally tally(2, 1);
  for (std::uint64_t b = range.first; b < range.last; ++b) tally += thrown(point, b, trials);
  return {point, range, tally};
}

io::PointSolved solved(std::size_t point, std::uint64_t fingerprint = 0xf00d'0000'0000'0001U) {
  return {point, fingerprint, 12, 0.0, sim::Odds{{1.0 / 3, 1e-300}, {{{-3, 0.1}, {2, 0.9}}}}};
}

// Batches of all points, cut at random and in random order; a short one is by itself.
std::vector<sim::BatchResult> cut(std::size_t points, std::uint64_t trials, std::mt19937& random) {
  std::vector<sim::BatchResult> parts;
  const std::uint64_t batches = sim::batches_of(trials), whole = trials / batch_trials;
  for (std::size_t point = 0; point < points; ++point) {
    for (std::uint64_t b = 0; b < batches;) {
      const std::uint64_t last = b < whole ? std::min<std::uint64_t>(whole, b + 1 + random() % 5) : b + 1;
      parts.push_back(results(point, {b, last}, trials));
      b = last;
    }
  }
  std::shuffle(parts.begin(), parts.end(), random);
  return parts;
}

std::string refusal(const std::function<void()>& what) {
  try {
    what();
  } catch (const model::BadInput& error) {
    return error.what();
  } catch (const io::Failed& error) {
    return std::string("failed: ") + error.what();
  }
  return "it was taken";
}

// All that can be read of a store.
void read_all(const Store& store) {
  const io::Style style;
  io::to_text(io::status(store), style);
  io::to_csv(io::page_of(store).records());
  io::page_of(store).json();
  io::to_markdown(io::page_of(store).document());
  io::to_text(io::page_of(store).document(), style);
}

constexpr std::uint64_t trials = std::uint64_t{batch_trials} * 7 + 1234;

// A store with everything in it.
void make_whole(const std::string& path, std::size_t points, std::uint64_t seed = 1) {
  std::mt19937 random(static_cast<std::uint32_t>(seed));
  const Study study = study_of(points, sim::AfterTrials{trials});
  Store store = Store::write(path);
  store.begin(study, rows_of(study));
  store.begin_run({.command = "boxcars study run x.toml"});
  Wave wave{.results = cut(points, trials, random)};
  for (std::size_t point = 0; point < points; ++point) wave.solved.push_back(solved(point)), wave.finished.push_back(point);
  store.keep(wave);
}

}  // namespace

TEST_CASE("a store gives back what was kept in it, however it was cut") {
  const Folder folder;
  std::mt19937 random(81);
  std::string csv, json;
  for (int round = 0; round < 5; ++round) {
    const std::string path = folder / ("s" + std::to_string(round) + ".sqlite");
    const Study study = study_of(3, sim::AfterTrials{trials});
    {
      Store store = Store::write(path);
      CHECK(store.empty());
      store.begin(study, rows_of(study));
      CHECK(!store.empty());
      Wave wave;
      for (sim::BatchResult& part : cut(3, trials, random)) {
        wave.results.push_back(std::move(part));
        if (random() % 3 > 0) continue;
        store.keep(std::exchange(wave, {}));
      }
      wave.solved = {solved(0), solved(1), solved(2)};
      wave.finished = {0, 2};
      store.keep(wave);
    }
    const Store store = Store::read(path);
    CHECK(store.study().name == "made-up");
    CHECK(store.study().seed == 5);
    CHECK(store.study().stop == study.stop);
    CHECK(io::definition(store.study()) == io::definition(study));
    CHECK(store.points() == 3);
    CHECK(store.row(1).canonical == "question 1");
    CHECK(*store.row(1).names == *rows_of(study)[1].names);
    CHECK(store.solved(2)->fingerprint == 0xf00d'0000'0000'0001U);
    CHECK(store.solved(2)->odds->events == solved(2).odds->events);
    CHECK(store.solved(2)->odds->measures == solved(2).odds->measures);
    const auto states = store.states();
    CHECK(states[0].finished);
    CHECK(!states[1].finished);
    for (std::size_t point = 0; point < 3; ++point) {
      CHECK(*store.tally(point) == results(point, {0, 8}, trials).tally);
      CHECK(states[point].trials == trials);
      CHECK(states[point].held == std::vector<BatchRange>{{0, 7}, {7, 8}});  // neighbours in one row, a short one by itself
    }
    if (round == 0) csv = io::to_csv(io::page_of(store).records()), json = io::page_of(store).json();
    CHECK(io::to_csv(io::page_of(store).records()) == csv);
    CHECK(io::page_of(store).json() == json);
  }
}

TEST_CASE("a wave is kept as a whole or not at all") {
  const Folder folder;
  const std::string path = folder / "s.sqlite";
  const Study study = study_of(2, sim::AfterTrials{trials});
  Store store = Store::write(path);
  store.begin(study, rows_of(study));
  store.keep({.solved = {solved(0)}, .results = {results(0, {2, 4}, trials)}});
  const std::string before = io::to_csv(io::page_of(store).records());
  for (const BatchRange twice : {BatchRange{2, 4}, {3, 4}, {2, 3}, {1, 3}, {3, 6}, {0, 7}}) {
    const Wave wave{.solved = {solved(1)}, .results = {results(1, {0, 1}, trials), results(0, twice, trials)}, .finished = {1}};
    CHECK_THAT(refusal([&] { store.keep(wave); }), Contains("overlap") && Contains("point 0"));
    CHECK(io::to_csv(io::page_of(store).records()) == before);
    CHECK(!store.states()[1].solved);
  }
  const Wave others_rules{.solved = {solved(1), solved(0, 7)}, .results = {results(0, {0, 2}, trials)}};
  CHECK_THAT(refusal([&] { store.keep(others_rules); }), Contains("other rules"));
  CHECK(io::to_csv(io::page_of(store).records()) == before);
  store.keep({.solved = {solved(0), solved(1)}, .results = {results(0, {0, 2}, trials), results(0, {4, 7}, trials)}});
  CHECK(store.states()[0].held == std::vector<BatchRange>{{0, 7}});
}

TEST_CASE("one writes at a time, and any number may read meanwhile") {
  const Folder folder;
  const std::string path = folder / "s.sqlite";
  const Study study = study_of(2, sim::AfterTrials{trials});
  std::optional<Store> writer = Store::write(path);
  CHECK_THAT(refusal([&] { Store::write(path); }), Contains("failed") && Contains("in use"));
  CHECK_THAT(refusal([&] { Store::read(path); }), Contains("is empty"));
  writer->begin(study, rows_of(study));
  const Store reader = Store::read(path);
  writer->keep({.solved = {solved(0)}, .results = {results(0, {0, 1}, trials)}});
  CHECK(reader.states()[0].trials == 0);  // it sees one moment
  CHECK(Store::read(path).states()[0].trials == batch_trials);
  CHECK_THAT(refusal([&] { Store::write(path); }), Contains("in use"));
  writer.reset();
  const Store next = Store::write(path);
  CHECK(next.states()[0].trials == batch_trials);
}

TEST_CASE("more trials go on from what is there, the short batch is thrown again") {
  const Folder folder;
  const std::string path = folder / "s.sqlite";
  make_whole(path, 2);
  Store store = Store::write(path);
  store.go_on_to(sim::AfterTrials{trials * 2});
  for (const io::PointState& state : store.states()) {
    CHECK(!state.finished);
    CHECK(state.solved);
    CHECK(state.held == std::vector<BatchRange>{{0, 7}});
  }
  CHECK(store.study().stop == sim::StopRule(sim::AfterTrials{trials * 2}));
}

TEST_CASE("what a killed program leaves on the disk holds the waves before, wherever its last write broke off") {
  const Folder folder;
  const std::string path = folder / "s.sqlite", image = folder / "image.sqlite";
  const Study study = study_of(2, sim::AfterTrials{trials});
  Store store = Store::write(path);
  store.begin(study, rows_of(study));
  std::vector<std::uint64_t> kept{0};
  for (std::uint64_t b = 0; b < 7; ++b) {
    store.keep({.solved = {solved(0), solved(1)}, .results = {results(0, {b, b + 1}, trials), results(1, {b, b + 1}, trials)}});
    kept.push_back((b + 1) * batch_trials);
  }
  // As the disk is at this moment, without the memory that processes share.
  const std::string database = bytes_of(path), log = bytes_of(path + "-wal");
  REQUIRE(log.size() > 20'000);
  const auto trials_in = [&](const std::string& db, const std::string& wal) -> std::optional<std::uint64_t> {
    for (const char* suffix : {"", "-wal", "-shm"}) fs::remove(image + suffix);
    std::ofstream(image, std::ios::binary) << db;
    std::ofstream(image + "-wal", std::ios::binary) << wal;
    Store again = Store::write(image);
    if (again.empty()) return std::nullopt;  // not even begun
    const auto states = again.states();
    CHECK(states[0].trials == states[1].trials);
    const std::uint64_t there = states[0].trials;
    if (there > 0) CHECK(*again.tally(1) == results(1, {0, there / batch_trials}, trials).tally);
    // And it can go on.
    const std::uint64_t next = there / batch_trials;
    if (next < 7) again.keep({.solved = {solved(0), solved(1)}, .results = {results(0, {next, next + 1}, trials)}});
    return there;
  };
  CHECK(trials_in(database, log) == kept.back());
  std::mt19937 random(82);
  std::optional<std::uint64_t> most;
  std::set<std::uint64_t> seen;
  for (std::size_t length = 0; length < log.size(); length += 1 + random() % (log.size() / 60)) {
    INFO("log of " << log.size() << " cut at " << length);
    const auto there = trials_in(database, log.substr(0, length));
    CHECK(there.value_or(0) >= most.value_or(0));
    most = there;
    if (there) {
      CHECK(std::find(kept.begin(), kept.end(), *there) != kept.end());
      seen.insert(*there);
    }
    // What was to come is rubbish instead.
    std::string torn = log;
    for (std::size_t i = length; i < std::min(length + 512, log.size()); ++i) torn[i] = static_cast<char>(random());
    const auto torn_there = trials_in(database, torn);
    if (torn_there) CHECK(std::find(kept.begin(), kept.end(), *torn_there) != kept.end());
  }
  CHECK(seen.size() > 5);
}

TEST_CASE("a store whose rollback journal is left behind is read as it was before") {
  const Folder folder;
  const std::string path = folder / "s.sqlite", image = folder / "image.sqlite";
  make_whole(path, 200);
  const std::string before = io::to_csv(io::page_of(Store::read(path)).records());
  // A change that is half written when the program is killed: pages are on the disk, and the journal has the old ones.
  sqlite3* database = nullptr;
  REQUIRE(sqlite3_open(path.c_str(), &database) == SQLITE_OK);
  const char* change =
      "PRAGMA journal_mode = DELETE; PRAGMA cache_size = 1; BEGIN; UPDATE batches SET counts = 'x'; UPDATE points SET odds = 'y'";
  REQUIRE(sqlite3_exec(database, change, nullptr, nullptr, nullptr) == SQLITE_OK);
  fs::copy_file(path, image);
  fs::copy_file(path + "-journal", image + "-journal");
  sqlite3_close(database);
  REQUIRE(bytes_of(image) != bytes_of(path));
  REQUIRE(fs::file_size(image + "-journal") > 0);

  CHECK(io::to_csv(io::page_of(Store::read(image)).records()) == before);
  CHECK(!fs::exists(image + "-journal"));
  CHECK(bytes_of(image) == bytes_of(path));
}

TEST_CASE("a store that was never begun is begun anew") {
  const Folder folder;
  const Study study = study_of(2, sim::AfterTrials{trials});
  const auto begins = [&](const std::string& path) {
    Store store = Store::write(path);
    REQUIRE(store.empty());
    store.begin(study, rows_of(study));
    return store.points();
  };
  CHECK(begins(folder.file("empty.sqlite", "")) == 2);
  { const Store unused = Store::write(folder / "opened.sqlite"); }
  CHECK(begins(folder / "opened.sqlite") == 2);
  // A journal of an empty database: what it is in the middle of becoming one.
  for (const char* suffix : {"-journal", "-wal"}) {
    const std::string path = folder.file("torn.sqlite", "");
    folder.file("torn.sqlite" + std::string(suffix), std::string(700, '\xd9'));
    CHECK(begins(path) == 2);
    fs::remove(path);
    fs::remove(path + suffix);
  }
}

TEST_CASE("what is no store of a study is refused with the reason") {
  const Folder folder;
  make_whole(folder / "good.sqlite", 3);
  const std::string good = bytes_of(folder / "good.sqlite");
  run_sql(folder / "other.sqlite", "CREATE TABLE points (x); INSERT INTO points VALUES (1)");
  run_sql(folder / "blank.sqlite", "CREATE TABLE x (x); DROP TABLE x");
  fs::create_directory(folder / "folder");
  const auto altered = [&](const std::string& name, const std::string& sql) {
    folder.file(name, good);
    run_sql(folder / name, sql);
    return folder / name;
  };
  for (const auto& [path, why] : std::vector<std::pair<std::string, std::string>>{
           {folder / "nowhere.sqlite", "there is no such file"},
           {folder / "folder", "is a folder"},
           {folder.file("empty", ""), "is empty"},
           {folder / "blank.sqlite", "is empty"},
           {folder.file("text", std::string(5000, 'x')), "is no store of a study (it is no database)"},
           {folder.file("short", "text"), "is no store of a study"},
           {folder / "other.sqlite", "a database of another program"},
           {folder.file("half", good.substr(0, good.size() / 2)), "is damaged"},
           {folder.file("header", good.substr(0, 4096)), "is damaged"},
           {folder.file("less", good.substr(0, 100)), "is"},
           {altered("later.sqlite", "PRAGMA user_version = 3"), "has schema 3"},
           {altered("earlier.sqlite", "PRAGMA user_version = 1"), "is damaged"},
           {altered("no-study.sqlite", "DELETE FROM study"), "is damaged"},
           {altered("no-table.sqlite", "DROP TABLE batches"), "is damaged"},
           {altered("no-names.sqlite", "DELETE FROM names"), "is damaged"},
           {altered("no-point.sqlite", "DELETE FROM points WHERE point = 1"), "is damaged"},
           {altered("far-point.sqlite", "UPDATE points SET point = 99 WHERE point = 1"), "is damaged"},
           {altered("no-json.sqlite", "UPDATE study SET definition = 'x'"), "is damaged"},
           {altered("no-stop.sqlite", "UPDATE study SET stop = '{}'"), "is damaged"},
           {altered("bad-seed.sqlite", "UPDATE study SET seed = 'one'"), "is damaged"},
           {altered("no-sweep.sqlite", "UPDATE study SET definition = replace(definition, '\"sweep\":[[', '\"sweep\":[[{\"caliber\":9},')"),
            "is damaged"},
           {altered("few-events.sqlite", "UPDATE batches SET counts = replace(counts, '\"events\":[', '\"events\":[0,')"), "is damaged"},
           {altered("no-events.sqlite", "UPDATE batches SET counts = '{\"events\":[],\"measures\":[]}'"), "is damaged"},
           {altered("mixed.sqlite", "UPDATE batches SET counts = '{\"events\":[],\"measures\":[]}' WHERE first = 7"), "is damaged"},
           {altered("many.sqlite", "UPDATE batches SET counts = replace(counts, '\"events\":[', '\"events\":[9')"), "is damaged"},
           {altered("trials.sqlite", "UPDATE batches SET trials = trials + 1"), "is damaged"},
           {altered("negative.sqlite", "UPDATE batches SET trials = -1"), "is damaged"},
           {altered("nulls.sqlite", "UPDATE batches SET counts = ''"), "is damaged"},
           {altered("points.sqlite", "PRAGMA foreign_keys = OFF; UPDATE batches SET point = point + 50"), "is damaged"},
           {altered("ranges.sqlite", "UPDATE batches SET last = first"), "is damaged"},
           {altered("overlap.sqlite", "UPDATE batches SET first = 6 WHERE first = 7"), "is damaged"},
           {altered("print.sqlite", "UPDATE points SET fingerprint = 'xyz'"), "is damaged"},
           {altered("few-odds.sqlite", "UPDATE points SET odds = '{\"events\":[0.5],\"measures\":[]}'"), "is damaged"},
           {altered("odds.sqlite", "UPDATE points SET odds = '[]'"), "is damaged"},
       }) {
    INFO(path);
    const auto read = [&, where = path] {
      const Store store = Store::read(where);
      read_all(store);
    };
    const std::string said = refusal(read);
    CHECK_THAT(said, Contains(why));
    CHECK_THAT(said, !Contains("failed: "));
    for (const char* word : {"malformed", "disk image", "no such table", "no such column", "not a database", "constraint", "SQL"})
      CHECK_THAT(said, !Contains(word));  // of SQLite
    CHECK(said.find('\n') == std::string::npos);
    CHECK_THAT(refusal([&, where = path] { io::merge({where}, folder / "merged.sqlite"); }), !Contains("it was taken"));
    CHECK(!fs::exists(folder / "merged.sqlite"));
  }
  for (const auto& entry : fs::directory_iterator(folder.path())) CHECK(entry.path().string().find(".part") == std::string::npos);
  CHECK(bytes_of(folder / "text") == std::string(5000, 'x'));
}

namespace {

// Changes of a store's rows that leave it a store.
const std::vector<std::string> quiet_changes{
    "UPDATE study SET name = 'other'",
    "UPDATE study SET definition = replace(definition, 'stone', 'store')",
    "UPDATE study SET seed = '7'",
    "UPDATE study SET stop = '{\"trials\":3671251}'",
    "UPDATE study SET checksum = checksum + 1",
    "UPDATE names SET names = replace(names, 'rubble', 'rubbie')",
    "UPDATE points SET question = 'question 9' WHERE point = 1",
    "UPDATE points SET seed = '6' WHERE point = 1",
    "UPDATE points SET finished = 0 WHERE point = 2",
    "UPDATE points SET fingerprint = NULL, odds = NULL, finished = 0 WHERE point = 2",
    "UPDATE points SET fingerprint = 'f00d000000000002' WHERE point = 0",
    "UPDATE points SET states = 13 WHERE point = 0",
    "UPDATE points SET neglected = 1e-300 WHERE point = 0",
    "UPDATE points SET odds = NULL WHERE point = 0",
    "UPDATE points SET odds = replace(odds, '0.3333333333333333', '0.3333333333333334') WHERE point = 0",
    "UPDATE points SET checksum = checksum + 1 WHERE point = 0",
    "UPDATE whole SET checksum = checksum + 1",
    "DELETE FROM whole",
    "UPDATE batches SET trials = trials + 1 WHERE trials = 1234 AND point = 0",
    "UPDATE batches SET counts = (SELECT b.counts FROM batches b WHERE b.first = batches.first AND b.point = 1) WHERE point = 0",
    "UPDATE batches SET first = 1 WHERE point = 0 AND first = 0",
    "DELETE FROM batches WHERE point = 0",
    "DELETE FROM batches WHERE first = 7",
    "UPDATE points SET finished = 0 WHERE point = 2; DELETE FROM batches WHERE point = 2",
    // Two points change places.
    "UPDATE batches SET point = point + 10; UPDATE batches SET point = 11 - point WHERE point < 12; "
    "UPDATE batches SET point = point - 10 WHERE point > 9",
};

}  // namespace

TEST_CASE("a row that is not as a run has kept it is noticed, whichever it is") {
  const Folder folder;
  make_whole(folder / "good.sqlite", 3);
  const std::string good = bytes_of(folder / "good.sqlite");
  read_all(Store::read(folder / "good.sqlite"));
  for (const std::string& change : quiet_changes) {
    INFO(change);
    const std::string path = folder.file("changed.sqlite", good);
    run_sql(path, "PRAGMA foreign_keys = OFF; " + change);
    CHECK_THAT(refusal([&] { Store::read(path); }), Contains("is damaged") && !Contains("failed: "));
    CHECK_THAT(refusal([&] { Store::write(path); }), Contains("is damaged"));
    CHECK_THAT(refusal([&] { io::merge({path}, folder / "merged.sqlite"); }), Contains("is damaged"));
  }
}

TEST_CASE("what a point was before belongs to no later study") {
  const Folder folder;
  const std::string path = folder / "s.sqlite", now = folder / "now.sqlite";
  const Study study = study_of(2, sim::AfterTrials{trials});
  {
    Store store = Store::write(path);
    store.begin(study, rows_of(study));
    store.keep({.solved = {solved(0), solved(1)}, .results = {results(0, {0, 2}, trials), results(1, {0, 2}, trials)}});
  }
  fs::copy_file(path, now);
  Store::write(now).keep({.results = {results(1, {2, 4}, trials)}});
  // Both rows are as a run has kept them, each at its time.
  run_sql(now, "ATTACH '" + path +
                   "' AS old; DELETE FROM points WHERE point = 1; INSERT INTO points SELECT * FROM old.points WHERE point = 1; "
                   "DELETE FROM batches WHERE point = 1; INSERT INTO batches SELECT * FROM old.batches WHERE point = 1");
  CHECK_THAT(refusal([&] { Store::read(now); }), Contains("its points do not belong together"));
}

TEST_CASE("a store of the first schema, without checksums, is read, and merged into one that has them, what cannot be is noticed") {
  const Folder folder;
  const std::string path = folder / "old.sqlite", made = folder / "made.sqlite";
  make_whole(path, 3);
  const std::string csv = io::to_csv(io::page_of(Store::read(path)).records()), json = io::page_of(Store::read(path)).json();
  make_old(path);
  const std::string old = bytes_of(path);
  {
    const Store store = Store::read(path);
    CHECK(!store.has_checksums());
    CHECK(io::to_csv(io::page_of(store).records()) == csv);
    CHECK(io::page_of(store).json() == json);
    CHECK_THAT(io::to_text(io::status(store), {}), Contains("without checksums"));
  }
  CHECK_THAT(refusal([&] { Store::write(path); }), Contains("earlier version") && Contains("boxcars study merge " + path));
  CHECK(bytes_of(path) == old);
  io::merge({path}, made);
  CHECK(Store::read(made).has_checksums());
  CHECK(io::to_csv(io::page_of(Store::read(made)).records()) == csv);
  CHECK(!Store::write(made).empty());

  for (const std::string change :
       {"UPDATE points SET odds = replace(odds, '0.33', '7.33') WHERE point = 0",
        "UPDATE points SET odds = replace(odds, '0.33', '-0.33') WHERE point = 0",
        "UPDATE points SET odds = replace(odds, '[2,0.9]', '[2,0.8]') WHERE point = 0",
        "UPDATE points SET odds = replace(odds, '[2,0.9]', '[2,0.90]') WHERE point = 0",
        "UPDATE batches SET counts = replace(counts, '\"events\":[', '\"events\":[99') WHERE point = 0",
        "UPDATE batches SET counts = replace(counts, '\"events\":[', '\"events\":[-') WHERE point = 0",
        "UPDATE batches SET counts = replace(counts, '[[-3,', '[[-3,1') WHERE point = 0",
        "UPDATE batches SET counts = replace(counts, '[[-3,', '[[-3,0,') WHERE point = 0", "DELETE FROM batches WHERE point = 0",
        "DELETE FROM batches WHERE first = 7", "UPDATE points SET fingerprint = NULL WHERE point = 1",
        "UPDATE study SET stop = '{\"trials\":3671251}'"}) {
    INFO(change);
    const std::string changed = folder.file("changed.sqlite", old);
    run_sql(changed, change);
    CHECK_THAT(refusal([&] { read_all(Store::read(changed)); }), Contains("is damaged") && !Contains("failed: "));
  }
}

TEST_CASE("a point is finished by a precision only with its trials") {
  const Folder folder;
  const std::string path = folder / "s.sqlite";
  const Study study = study_of(1, sim::AtPrecision{0.01});
  Tally tally(2, 1);
  tally.trials = batch_trials;
  tally.events = {batch_trials / 2, 7};
  tally.measures[0] = {{1, batch_trials}};
  {
    Store store = Store::write(path);
    store.begin(study, rows_of(study));
    store.keep({.solved = {solved(0)}, .results = {{0, {0, 1}, tally}}, .finished = {0}});
  }
  CHECK(Store::read(path).states()[0].finished);
  make_old(path);
  CHECK(Store::read(path).states()[0].finished);
  // 1.96 / (2 sqrt(524288)) = 0.00135 is all that so many trials give.
  run_sql(path, "UPDATE study SET stop = replace(stop, '0.01', '0.001')");
  CHECK_THAT(refusal([&] { Store::read(path); }), Contains("point 0 is finished without all of its trials"));
}

TEST_CASE("a store that has more than tables is refused, and nothing in it runs") {
  const Folder folder;
  make_whole(folder / "good.sqlite", 3);
  const std::string good = bytes_of(folder / "good.sqlite");
  const std::string endless = "WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n) SELECT x, x, x, x, x FROM n";
  for (const std::string& sql : std::vector<std::string>{
           "DROP TABLE batches; CREATE VIEW batches (point, first, last, trials, counts) AS " + endless,
           "ALTER TABLE study RENAME TO kept; CREATE VIEW study (name, definition, seed, stop, checksum) AS " + endless,
           "CREATE TRIGGER more AFTER UPDATE ON points BEGIN INSERT INTO batches " + endless + "; END",
           "CREATE INDEX more ON points (length(question))", "CREATE VIRTUAL TABLE more USING fts5(x)"}) {
    INFO(sql);
    const std::string path = folder.file("s.sqlite", good);
    run_sql(path, sql);
    CHECK_THAT(refusal([&] { Store::read(path); }), Contains("is damaged (it has more than tables)"));
    CHECK_THAT(refusal([&] { Store::write(path); }), Contains("is damaged (it has more than tables)"));
    CHECK_THAT(refusal([&] { io::merge({path}, folder / "merged"); }), Contains("is damaged (it has more than tables)"));
    fs::remove(path);
  }
}

TEST_CASE("who has had enough of a database that works is heard, and what it has of others does not run") {
  const Folder folder;
  run_sql(folder / "x.sqlite",
          "CREATE TABLE t (x); CREATE VIEW v AS SELECT 1; CREATE TRIGGER g AFTER INSERT ON t BEGIN DELETE FROM t; END");
  io::Database database(folder / "x.sqlite", io::Database::Access::write);
  const auto code = [](const std::function<void()>& what) {
    try {
      what();
    } catch (const io::SqliteError& error) {
      return error.code & 0xff;
    }
    return SQLITE_OK;
  };
  CHECK(code([&] { database.integer("SELECT * FROM v"); }) == SQLITE_ERROR);
  database.run("INSERT INTO t VALUES (5)");
  CHECK(database.integer("SELECT count(*) FROM t") == 1);
  int looks = 0;
  database.give_up_when([&] { return ++looks == 3; });
  CHECK(code([&] { database.integer("WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n) SELECT max(x) FROM n"); }) ==
        SQLITE_INTERRUPT);
  CHECK(looks == 3);
}

TEST_CASE("what a killed run of another store has left is not played over the one that took its name") {
  const Folder folder;
  const std::string path = folder / "x.sqlite", whole = folder / "whole.sqlite";
  make_whole(whole, 3);
  {  // killed: all of it is in its log
    Store killed = Store::write(folder / "other.sqlite");
    killed.begin(study_of(3, sim::AfterTrials{trials}), rows_of(study_of(3, sim::AfterTrials{trials})));
    fs::copy_file(folder / "other.sqlite", path);
    fs::copy_file(folder / "other.sqlite-wal", path + "-wal");
  }
  const std::string log = bytes_of(path + "-wal");
  REQUIRE(log.size() > 1000);
  REQUIRE(Store::read(path).states()[0].held.empty());
  folder.file("x.sqlite", bytes_of(whole));
  folder.file("x.sqlite-wal", log);
  CHECK_THAT(refusal([&] { Store::read(path); }), Contains("has the log of another beside it") && Contains("x.sqlite-wal"));
  CHECK_THAT(refusal([&] { Store::write(path); }), Contains("has the log of another beside it"));
  CHECK(bytes_of(path) == bytes_of(whole));
  fs::remove(path + "-wal");
  fs::remove(path + "-shm");
  CHECK(io::to_csv(io::page_of(Store::read(path)).records()) == io::to_csv(io::page_of(Store::read(whole)).records()));
}

TEST_CASE("a store whose texts would command a terminal is told without that, JSON escapes it") {
  const Folder folder;
  const std::string path = folder / "s.sqlite", wild =
                                                    "x\x1b[31m\x07\x7f\xc2\x9b"
                                                    "1m\ny\xe2\x80\xae";
  Study study = study_of(3, sim::AfterTrials{100});
  study.name = wild;
  study.inputs.push_back({wild, wild, {}});
  study.sweep.push_back({{{wild, wild, {}}}, {{wild, std::vector<std::string>{wild}, {}}}});
  const io::PointNames plain{{"event " + wild}, {"measure " + wild}, {"event " + wild}};
  const auto names = std::make_shared<const io::PointNames>(plain);
  Tally tally(1, 1);
  tally.trials = 100;
  tally.events = {50};
  tally.measures[0] = {{1, 100}};
  {
    Store store = Store::write(path);
    std::vector<io::PointRow> rows;
    for (std::size_t i = 0; i < io::points_of(study); ++i) rows.push_back({wild, 1, names});
    store.begin(study, rows);
    store.begin_run({.command = wild, .part = wild});
    for (std::size_t i = 0; i < rows.size(); ++i)
      store.keep({.solved = {{i, 1, 2, 0, std::nullopt}}, .results = {{i, {0, 1}, tally}}, .finished = {i}});
  }
  run_sql(path, "UPDATE runs SET version = command, began = command");
  const Store store = Store::read(path);
  const io::Style style;
  for (const std::string& text : {io::to_csv(io::page_of(store).records()), io::page_of(store).json(),
                                  io::to_markdown(io::page_of(store).document()), io::to_text(io::page_of(store).document(), style),
                                  io::to_text(io::status(store), style), io::to_text(io::points_table(study), style)}) {
    CHECK(text.size() > 100);
    INFO(text);
    for (std::size_t i = 0; i < text.size(); ++i) CHECK((text[i] == '\n' || model::control_at(std::string_view(text).substr(i)) == 0));
  }
  CHECK_THAT(io::to_csv(io::page_of(store).records()), Contains("event x?[31m???1m?y?"));
  CHECK_THAT(io::page_of(store).json(), Contains("\"name\": \"event x\\u001b[31m\\u0007\\u007f\\u009b1m\\ny\\u202e\""));
  CHECK_THAT(io::to_markdown(io::page_of(store, {"event x?[31m???1m?y?"}).document()), Contains("50"));
}

TEST_CASE("what is removed, renamed or replaced while it is written is told") {
  const Folder folder;
  const std::string path = folder / "s.sqlite", other = folder / "other.sqlite";
  const Study study = study_of(2, sim::AfterTrials{trials});
  make_whole(other, 2);
  const std::vector<std::pair<std::string, std::function<void()>>> changes{
      {"removed", [&] { fs::remove(path); }},
      {"renamed", [&] { fs::rename(path, folder / "moved.sqlite"); }},
      {"replaced", [&] { fs::copy_file(other, folder / "copy"), fs::rename(folder / "copy", path); }}};
  for (const auto& [name, change] : changes) {
    INFO(name);
    for (const char* suffix : {"", "-wal", "-shm"}) fs::remove(path + suffix);
    {
      Store store = Store::write(path);
      store.begin(study, rows_of(study));
      store.keep({.solved = {solved(0)}, .results = {results(0, {0, 1}, trials)}});
      store.require_there();
      change();
      CHECK_THAT(refusal([&] { store.require_there(); }), Contains("failed: ") && Contains("is not where it was"));
      CHECK_THAT(refusal([&] { store.keep({.results = {results(0, {1, 2}, trials)}}); }), Contains("is not where it was"));
    }
    if (name == "renamed") CHECK(Store::read(folder / "moved.sqlite").states()[0].trials == batch_trials);
    if (name == "replaced") CHECK(Store::read(path).states()[0].finished);
  }
}

TEST_CASE("what is no file is no store, and is not waited for") {
  const Folder folder;
  const std::string pipe = folder / "pipe";
  REQUIRE(mkfifo(pipe.c_str(), 0600) == 0);
  for (const std::string& path : {pipe, std::string("/dev/null"), std::string("/dev/zero"), std::string("/dev/full")}) {
    INFO(path);
    for (const auto& use : std::vector<std::function<void()>>{[&] { Store::read(path); }, [&] { Store::write(path); },
                                                              [&] { io::merge({path}, folder / "merged"); }}) {
      CHECK_THAT(refusal(use), Contains("is no file") && !Contains("failed: "));
    }
  }
  CHECK(fs::is_fifo(pipe));
}

TEST_CASE("whoever has had enough is heard while a store is read or merged") {
  const Folder folder;
  make_whole(folder / "s.sqlite", 3);
  std::atomic<bool> stop{false};
  const Store store = Store::read(folder / "s.sqlite", &stop);
  stop = true;
  CHECK_THROWS_AS(io::to_csv(io::page_of(store).records()), io::Interrupted);
  CHECK_THROWS_AS(Store::read(folder / "s.sqlite", &stop), io::Interrupted);
  CHECK_THROWS_AS(io::merge({folder / "s.sqlite"}, folder / "merged", &stop), io::Interrupted);
  Store writer = Store::write(folder / "new.sqlite", &stop);
  const Study study = study_of(2, sim::AfterTrials{trials});
  CHECK_THROWS_AS(writer.begin(study, rows_of(study)), io::Interrupted);
  stop = false;
  writer.begin(study, rows_of(study));
  writer.begin_run({.command = "x"});
  stop = true;  // what has been thrown is kept
  writer.keep({.solved = {solved(0)}, .results = {results(0, {0, 1}, trials)}});
  for (const auto& entry : fs::directory_iterator(folder.path())) CHECK(entry.path().string().find("merged") == std::string::npos);
}

TEST_CASE("a store that chance has damaged is read or refused, and never more") {
  const Folder folder;
  make_whole(folder / "good.sqlite", 20);
  const std::string good = bytes_of(folder / "good.sqlite");
  std::mt19937 random(83);
  const std::size_t pages = good.size() / 4096;
  int refused = 0;
  for (std::size_t round = 0; round < pages + 60; ++round) {
    std::string bytes = good;
    if (round < pages) {
      std::fill_n(bytes.begin() + static_cast<std::ptrdiff_t>(round * 4096), 4096, '\0');
    } else if (round % 2 == 0) {
      bytes.resize(random() % bytes.size());
    } else {
      for (int i = 0; i < 30; ++i) bytes[random() % bytes.size()] = static_cast<char>(random());
    }
    const std::string path = folder.file("bad.sqlite", bytes);
    const auto use = [&] {
      read_all(Store::read(path));
      Store store = Store::write(path);
      if (!store.empty()) store.keep({.solved = {solved(3)}, .results = {results(3, {8, 9}, trials * 2)}, .finished = {3}});
    };
    const std::string said = refusal(use);
    refused += said != "it was taken";
    INFO("round " << round << ": " << said);
    CHECK(said.find('\n') == std::string::npos);
    for (const char* suffix : {"-wal", "-shm"}) fs::remove(path + suffix);
  }
  CHECK(refused > static_cast<int>(pages) / 2);
}

TEST_CASE("parts merge in any order into the same whole, whoever threw what", "[threads]") {
  const Folder folder;
  make_whole(folder / "whole.sqlite", 4);
  const Store whole = Store::read(folder / "whole.sqlite");
  std::mt19937 random(84);
  for (int round = 0; round < 12; ++round) {
    INFO("round " << round);
    const Study study = study_of(4, sim::AfterTrials{trials});
    const std::size_t n = 1 + random() % 5;
    std::vector<Wave> waves(n);
    for (sim::BatchResult& part : cut(4, trials, random)) {
      Wave& wave = waves[random() % n];
      if (std::none_of(wave.solved.begin(), wave.solved.end(), [&](const auto& s) { return s.point == part.point; }))
        wave.solved.push_back(solved(part.point));
      wave.results.push_back(std::move(part));
    }
    std::vector<std::string> parts;
    for (std::size_t i = 0; i < n; ++i) {
      parts.push_back(folder / ("part" + std::to_string(round) + "-" + std::to_string(i)));
      Store store = Store::write(parts.back());
      store.begin(study, rows_of(study));
      store.begin_run({.command = "part " + std::to_string(i)});
      store.keep(waves[i]);
    }
    std::shuffle(parts.begin(), parts.end(), random);
    while (parts.size() > 2 && random() % 2 == 0) {  // some merge what others have merged
      const std::string two = folder / ("two" + std::to_string(round) + "-" + std::to_string(parts.size()));
      io::merge({parts[0], parts[1]}, two);
      parts.erase(parts.begin(), parts.begin() + 2);
      parts.push_back(two);
    }
    const std::string output = folder / ("merged" + std::to_string(round));
    io::merge(parts, output);
    const Store merged = Store::read(output);
    CHECK(io::to_csv(io::page_of(merged).records()) == io::to_csv(io::page_of(whole).records()));
    CHECK(io::page_of(merged).json() == io::page_of(whole).json());
    CHECK(io::to_markdown(io::page_of(merged).document()) == io::to_markdown(io::page_of(whole).document()));
    CHECK(merged.runs().size() == n);
    for (std::size_t point = 0; point < 4; ++point) {
      CHECK(merged.states()[point].finished);
      CHECK(merged.states()[point].held == whole.states()[point].held);
    }
  }
}

TEST_CASE("parts that do not belong together are refused with the reason, and nothing is written") {
  const Folder folder;
  const Study study = study_of(3, sim::AfterTrials{trials});
  const auto make = [&](const std::string& name, const Study& of, const std::vector<io::PointRow>& rows, const Wave& wave) {
    Store store = Store::write(folder / name);
    store.begin(of, rows);
    store.keep(wave);
    return folder / name;
  };
  const Wave second{.solved = {solved(0)}, .results = {results(0, {4, 6}, trials)}};
  const std::string part = make("part", study, rows_of(study), {.solved = {solved(0)}, .results = {results(0, {0, 4}, trials)}});
  Study seed = study, question = study, stop = study, precision = study, method = study;
  seed.seed = 6;
  question.question = "attack";
  stop.stop = sim::AfterTrials{trials + 1};
  precision.stop = sim::AtPrecision{0.01};
  method.method = sim::Method::simulate;
  Study inputs = study, sweep = study_of(4, sim::AfterTrials{trials});
  inputs.inputs = {{"building", std::string("wood")}};
  auto other_map = rows_of(study);
  other_map[0].canonical = "question 0, on another map";
  for (const auto& [other, why] : std::vector<std::pair<std::string, std::string>>{
           {part, "overlap"},
           {make("overlap", study, rows_of(study), {.solved = {solved(0)}, .results = {results(0, {3, 5}, trials)}}), "overlap"},
           {make("seed", seed, rows_of(seed), second), "another seed: 6, not 5"},
           {make("question", question, rows_of(question), second), "another question: attack, not he"},
           {make("stop", stop, rows_of(stop), second), "another stop rule"},
           {make("precision", precision, rows_of(precision), second), "another stop rule"},
           {make("method", method, rows_of(method), second), "other inputs"},
           {make("inputs", inputs, rows_of(inputs), second), "other inputs"},
           {make("sweep", sweep, rows_of(sweep), second), "other inputs"},
           {make("map", study, other_map, second), "point 0 has other inputs"},
           {make("rules", study, rows_of(study), {.solved = {solved(0, 77)}, .results = {results(0, {4, 6}, trials)}}),
            "point 0 was thrown by other rules, or through another chain (another version: its fingerprint is "},
           {folder / "nowhere", "no such file"},
       }) {
    INFO(other);
    for (const auto& parts : {std::vector<std::string>{part, other}, {other, part}}) {
      const std::string said = refusal([&] { io::merge(parts, folder / "out"); });
      CHECK_THAT(said, Contains(why == "another seed: 6, not 5" && parts.back() == part             ? "another seed: 5, not 6"
                                : why == "another question: attack, not he" && parts.back() == part ? "another question: he, not attack"
                                                                                                    : why));
      CHECK_THAT(said, !Contains("failed: "));
      CHECK(!fs::exists(folder / "out"));
    }
  }
  const std::string fits = make("fits", study, rows_of(study), second);
  const std::string there = folder.file("there", "something of mine");
  CHECK_THAT(refusal([&] { io::merge({part, fits}, there); }), Contains("is there already"));
  CHECK(bytes_of(there) == "something of mine");
  CHECK_THAT(refusal([&] { io::merge({part, fits}, part); }), Contains("is there already"));
  io::merge({part, fits}, folder / "out");
  CHECK(Store::read(folder / "out").states()[0].trials == 6 * batch_trials);
  for (const auto& entry : fs::directory_iterator(folder.path())) {
    INFO(entry.path());
    CHECK(entry.path().string().find(".part") == std::string::npos);
    CHECK(!entry.path().string().ends_with("-wal"));
  }
}

TEST_CASE("a merge leaves what another has left of its draft alone") {
  const Folder folder;
  const Study study = study_of(3, sim::AfterTrials{trials});
  const auto make = [&](const std::string& name, BatchRange batches) {
    Store store = Store::write(folder / name);
    store.begin(study, rows_of(study));
    store.keep({.solved = {solved(0)}, .results = {results(0, batches, trials)}});
    return folder / name;
  };
  const std::string part = make("part", {0, 4}), other = make("other", {4, 6});
  const std::string left = folder / ("out.part" + std::to_string(getpid()));
  const std::string whole_store = bytes_of(part);
  for (const std::string& bytes : {std::string(), std::string("no store"), whole_store, whole_store.substr(0, whole_store.size() / 2)}) {
    folder.file(fs::path(left).filename().string(), bytes);
    io::merge({part, other}, folder / "out");
    CHECK(Store::read(folder / "out").states()[0].trials == 6 * batch_trials);
    CHECK(bytes_of(left) == bytes);
    fs::remove(folder / "out");
    CHECK(std::distance(fs::directory_iterator(folder.path()), fs::directory_iterator()) == 3);
  }
}

// How long it takes is measured in bench/.
TEST_CASE("what a store takes to open and to export is in proportion to its points", "[thorough]") {
  const Folder folder;
  struct Work {
    std::uint64_t status = 0, exported = 0;
  };
  // In calls of operator new.
  const auto work_of = [&](std::size_t points) {
    const std::string path = folder / std::to_string(points);
    const Study study = study_of(points, sim::AfterTrials{batch_trials});
    {
      Store store = Store::write(path);
      store.begin(study, rows_of(study));
      Wave wave;
      const Tally tally = thrown(0, 0, batch_trials);
      for (std::size_t point = 0; point < points; ++point) {
        wave.solved.push_back({point, 1, 2, 0.0, std::nullopt});
        wave.results.push_back({point, {0, 1}, tally});
        wave.finished.push_back(point);
      }
      store.keep(wave);
    }
    const std::uint64_t before = test::allocations();
    const std::string status = io::to_text(io::status(Store::read(path)), io::Style());
    const std::uint64_t between = test::allocations();
    const std::string csv = io::to_csv(io::page_of(Store::read(path)).records());
    const std::uint64_t after = test::allocations();
    CHECK_THAT(status, Contains(io::grouped(points) + " of " + io::grouped(points) + " points finished"));
    CHECK(std::count(csv.begin(), csv.end(), '\n') > static_cast<std::ptrdiff_t>(4 * points));
    return Work{between - before, after - between};
  };
  const Work some = work_of(5'000), more = work_of(20'000);
  CHECK(some.status > 5'000);
  CHECK(more.status < 5 * some.status);
  CHECK(more.exported < 5 * some.exported);
}
