#include "io/files/study_store.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <chrono>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <map>
#include <utility>

#include <fmt/format.h>

#include "io/files/failed.hpp"
#include "io/files/output_path.hpp"
#include "io/files/sqlite.hpp"
#include "io/files/study_rows.hpp"
#include "io/files/write_lock.hpp"
#include "io/formats/json.hpp"
#include "io/formats/json_values.hpp"
#include "io/formats/percent.hpp"
#include "io/formats/tally_text.hpp"
#include "io/formats/words.hpp"
#include "model/core/bad_input.hpp"

namespace boxcars::io {
namespace {

namespace fs = std::filesystem;
using model::BadInput;
using sim::BatchRange;

constexpr std::int64_t application = 0x626f7863;  // "boxc": whose file it is
constexpr std::int64_t schema = 2;
constexpr std::int64_t schema_without_checksums = 1;

constexpr const char* tables = R"(
CREATE TABLE study (name TEXT NOT NULL, definition TEXT NOT NULL, seed TEXT NOT NULL, stop TEXT NOT NULL, checksum INTEGER NOT NULL);
CREATE TABLE whole (checksum INTEGER NOT NULL);
CREATE TABLE names (id INTEGER PRIMARY KEY, names TEXT NOT NULL UNIQUE);
CREATE TABLE points (point INTEGER PRIMARY KEY, question TEXT NOT NULL, seed TEXT NOT NULL, names INTEGER NOT NULL REFERENCES names,
  finished INTEGER NOT NULL DEFAULT 0, fingerprint TEXT, states INTEGER, neglected REAL, odds TEXT, checksum INTEGER NOT NULL);
CREATE TABLE batches (point INTEGER NOT NULL REFERENCES points, first INTEGER NOT NULL, last INTEGER NOT NULL, trials INTEGER NOT NULL,
  counts TEXT NOT NULL, PRIMARY KEY (point, first)) WITHOUT ROWID;
CREATE TABLE runs (run INTEGER PRIMARY KEY, version TEXT NOT NULL, command TEXT NOT NULL, part TEXT NOT NULL, threads INTEGER NOT NULL,
  began TEXT NOT NULL, seconds REAL NOT NULL, trials INTEGER NOT NULL);
)";

std::string names_text(const PointNames& names) {
  Json root;
  root["events"] = names.events;
  root["measures"] = names.measures;
  root["headline"] = names.headline;
  return ask::to_text(root);
}

PointNames names_of(const std::string& text) {
  const Json root = ask::parse_json(text);
  const auto list = [&](const char* key) { return root.at(key).get<std::vector<std::string>>(); };
  return {list("events"), list("measures"), list("headline")};
}

std::string stop_text(const sim::StopRule& stop) {
  Json root;
  if (const auto* rule = std::get_if<sim::AfterTrials>(&stop)) {
    root["trials"] = rule->trials;
  } else {
    root["precision"] = std::get<sim::AtPrecision>(stop).within;
    root["max_trials"] = std::get<sim::AtPrecision>(stop).most_trials;
  }
  return ask::to_text(root);
}

sim::StopRule stop_of(const std::string& text) {
  const Json root = ask::parse_json(text);
  if (root.contains("trials")) return sim::AfterTrials{root.at("trials").get<std::uint64_t>()};
  return sim::AtPrecision{root.at("precision").get<double>(), root.at("max_trials").get<std::uint64_t>()};
}

template <class Number>
Number number_of(const std::string& text, int base = 10) {
  Number value{};
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value, base);
  if (error != std::errc{} || end != text.data() + text.size()) throw std::out_of_range("no number");
  return value;
}

std::string fingerprint_text(std::uint64_t fingerprint) { return fmt::format("{:016x}", fingerprint); }

// Where a store cannot be opened or written.
std::string what_to_do(const SqliteError& error) {
  return error.too_many_files ? "allow more at once (ulimit -n)" : "see to its permissions, and its folder's";
}

std::string now() {
  const std::time_t time = std::chrono::system_clock::to_time_t(std::chrono::system_clock::now());
  std::tm utc{};
  gmtime_r(&time, &utc);
  return fmt::format("{:04}-{:02}-{:02} {:02}:{:02}:{:02}", utc.tm_year + 1900, utc.tm_mon + 1, utc.tm_mday, utc.tm_hour, utc.tm_min,
                     utc.tm_sec);
}

}  // namespace

struct Store::Inside {
  std::string path;
  std::string called;             // as its user knows it
  std::optional<WriteLock> lock;  // first: closing any of a file's handles gives up SQLite's locks
  Database database;
  Stop stop = nullptr;
  Checksums checksums = Checksums::kept;
  sim::StopRule stop_rule{};
  std::uint64_t whole = 0;  // the checksum of the study and all points
  std::int64_t run = 0;
  std::chrono::steady_clock::time_point began{};

  struct Names {
    std::shared_ptr<const PointNames> names;
    std::uint64_t checksum = 0;
  };
  mutable std::map<std::int64_t, Names> names;  // those that have been read, by id
  mutable std::optional<PointRows> last_read;   // of a store that nobody writes to

  Inside(std::string file, Stop when) : path(std::move(file)), called(path), database(path, Database::Access::read), stop(when) {
    database.give_up_when([this] { return is_stopped(); });
  }
  Inside(std::string file, Stop when, std::string known_as)
      : path(std::move(file)),
        called(std::move(known_as)),
        lock(std::in_place, path, name()),
        database(path, Database::Access::write),
        stop(when) {
    database.give_up_when([this] { return is_stopped(); });
  }

  std::string name() const { return "the store " + model::shown(called); }

  // Does something with the database; what it cannot do is told in one line.
  template <class Do>
  auto guarded(Do what) const {
    try {
      return what();
    } catch (const SqliteError& error) {
      refuse(error);
    } catch (const nlohmann::json::exception&) {
      damaged("it holds what no run has written");
    } catch (const std::out_of_range& error) {
      damaged(error.what());
    }
  }

  [[noreturn]] void damaged(const std::string& why) const {
    throw BadInput(name() + " is damaged (" + why + "); make it anew: boxcars study run");
  }

  [[noreturn]] void refuse(const SqliteError& error) const {
    switch (error.code & 0xff) {
      case SQLITE_INTERRUPT:
        throw Interrupted("nothing was written");
      case SQLITE_NOTADB:
        throw BadInput(name() + " is no store of a study (it is no database); give one that study run has made");
      case SQLITE_CORRUPT:
      case SQLITE_ERROR:  // a table is not there
        damaged(error.what());
      case SQLITE_FULL:
        throw Failed(name() + " has no more room (the disk is full); make room and " +
                     (run > 0 ? "go on: all finished waves are kept" : "begin again"));
      case SQLITE_READONLY:
      case SQLITE_CANTOPEN:
      case SQLITE_PERM:
        throw Failed(name() + " cannot be written or opened (" + error.what() + "); " + what_to_do(error));
      case SQLITE_BUSY:
      case SQLITE_LOCKED:
        throw Failed(name() + " is in use (" + error.what() + "); wait until that has ended");
      default:
        throw Failed(name() + " could not be read or written (" + error.what() + "); " +
                     (run > 0 ? "all finished waves are kept" : "see to its disk"));
    }
  }

  bool is_stopped() const { return stop && stop->load(std::memory_order_relaxed); }

  void heed_stop() const {
    if (is_stopped()) throw Interrupted("nothing was written");
  }

  bool is_empty() const { return database.integer("SELECT count(*) FROM sqlite_schema") == 0; }

  // What a run makes are tables, with the indexes that they have by themselves. Views, triggers and virtual tables are a stranger's
  // programs, and may never end.
  bool has_more_than_tables() const {
    constexpr const char* others =
        "SELECT count(*) FROM sqlite_schema WHERE type NOT IN ('table', 'index') OR (type = 'index' AND sql IS NOT NULL) "
        "OR sql NOT LIKE 'CREATE TABLE%'";
    return database.integer(others) != 0;
  }

  // Throws BadInput unless it is a store of this kind, or has nothing in it.
  void require_store() {
    if (is_empty()) return;
    if (database.integer("PRAGMA application_id") != application)
      throw BadInput(name() + " is no store of a study (it is a database of another program); give one that study run has made");
    const auto found = database.integer("PRAGMA user_version");
    if (found != schema && found != schema_without_checksums)
      throw BadInput(fmt::format("{} has schema {} (this program knows {}); use the version that made it", name(), found, schema));
    if (has_more_than_tables()) damaged("it has more than tables");
    if (found == schema) return;
    checksums = Checksums::none;
    if (database.integer("SELECT count(*) FROM pragma_table_info('points') WHERE name = 'checksum'") != 0)
      damaged("it says that it has no checksums, and has them");
    if (lock) {
      throw BadInput(name() +
                     " was made by an earlier version (it has no checksums, and only they are written to); make a new one of it: " +
                     "boxcars study merge " + io::quoted(called) + " --output NEW.sqlite");
    }
  }

  // What the points of these names are told by.
  const Names& names_by(std::int64_t id) const {
    const auto known = names.find(id);
    if (known != names.end()) return known->second;
    Statement row = database.prepare("SELECT names FROM names WHERE id = ?");
    if (!row.bind(id).step()) damaged("names are missing");
    const std::string text = row.text(0);
    return names.emplace(id, Names{std::make_shared<const PointNames>(names_of(text)), checksum_of(text)}).first->second;
  }

  std::uint64_t checksum(const PointRows& rows) const { return checksum_of(rows, names_by(rows.names).checksum); }

  // Name, definition, seed and stop rule.
  std::array<std::string, 4> study_row() const {
    Statement row = database.prepare("SELECT name, definition, seed, stop FROM study");
    if (!row.step()) damaged("it says nothing of its study");
    return {row.text(0), row.text(1), row.text(2), row.text(3)};
  }

  std::uint64_t study_checksum() const {
    std::string all;
    for (const std::string& text : study_row()) all += text + '\0';
    return checksum_of(all);
  }

  // Keeps the checksum of what it says of its study, and gives it.
  std::uint64_t seal_study() {
    const std::uint64_t sum = study_checksum();
    database.prepare("UPDATE study SET checksum = ?").bind(static_cast<std::int64_t>(sum)).run();
    return sum;
  }

  // Throws BadInput unless there is an amount for every event and measure of a point.
  template <class Amounts>
  void require_all(const Amounts& amounts, const PointNames& of) const {
    if (amounts.events.size() != of.events.size() || amounts.measures.size() != of.measures.size()) damaged("counts are missing");
  }

  sim::Tally tally_of(const BatchesRow& row, const PointNames& of) const {
    sim::Tally tally = io::tally_of(row.counts, row.trials);
    require_all(tally, of);
    return tally;
  }

  // Whether it has all the trials that the stop rule asks for.
  bool is_complete(const PointRows& rows) const {
    if (!rows.fingerprint) return false;
    const PointNames& of = *names_by(rows.names).names;
    sim::Tally tally(of.events.size(), of.measures.size());
    const bool counts = std::holds_alternative<sim::AtPrecision>(stop_rule);
    std::uint64_t next = 0;
    for (const BatchesRow& row : rows.batches) {
      if (row.range.first != next) return false;
      next = row.range.last;
      if (counts)
        tally += tally_of(row, of);
      else
        tally.trials += row.trials;
    }
    return counts ? tally.trials > 0 && sim::next_checkpoint(stop_rule, tally) <= tally.trials
                  : tally.trials == std::get<sim::AfterTrials>(stop_rule).trials;
  }

  // Throws BadInput unless the rows of a point are what a run has kept.
  void require_kept(const PointRows& rows) const {
    if (checksums == Checksums::kept && checksum(rows) != rows.checksum)
      damaged(fmt::format("point {} is not what has been kept", rows.point));
    if (rows.finished && !is_complete(rows)) damaged(fmt::format("point {} is finished without all of its trials", rows.point));
  }

  // Throws BadInput unless all points are there, and are what runs have kept.
  void require_all_kept(std::size_t points) {
    whole = checksums == Checksums::kept ? study_checksum() : 0;
    PointReader reader(database, checksums, 0, PointReader::all);
    PointRows rows;
    std::int64_t next = 0;
    for (; reader.next(rows); ++next) {
      heed_stop();
      if (rows.point != next) damaged("a point is missing");
      require_kept(rows);
      whole += rows.checksum;
    }
    if (next != static_cast<std::int64_t>(points)) damaged("a point is missing");
    if (checksums == Checksums::kept && database.integer("SELECT checksum FROM whole") != static_cast<std::int64_t>(whole))
      damaged("its points do not belong together");
  }

  PointRows rows_at(std::size_t point) const {
    heed_stop();
    const auto number = static_cast<std::int64_t>(point);
    if (last_read && last_read->point == number) return *last_read;
    PointReader reader(database, checksums, number, number + 1);
    PointRows rows;
    if (!reader.next(rows)) damaged("a point is missing");
    require_kept(rows);
    if (!lock) last_read = rows;
    return rows;
  }

  // Writes what has become of a point, and gives its new checksum.
  std::uint64_t write(const PointRows& rows) {
    const std::uint64_t sum = checksum(rows);
    const auto integer = [](std::uint64_t number) { return static_cast<std::int64_t>(number); };
    database.prepare("UPDATE points SET finished = ?, fingerprint = ?, states = ?, neglected = ?, odds = ?, checksum = ? WHERE point = ?")
        .bind(std::int64_t{rows.finished})
        .bind(rows.fingerprint)
        .bind(rows.states)
        .bind(rows.truncated_mass)
        .bind(rows.odds)
        .bind(integer(sum))
        .bind(rows.point)
        .run();
    database.prepare("DELETE FROM batches WHERE point = ?").bind(rows.point).run();
    Statement insert = database.prepare("INSERT INTO batches VALUES (?, ?, ?, ?, ?)");
    for (const BatchesRow& row : rows.batches) {
      insert.begin()
          .bind(rows.point)
          .bind(integer(row.range.first))
          .bind(integer(row.range.last))
          .bind(integer(row.trials))
          .bind(row.counts)
          .run();
    }
    return sum;
  }

  void write_whole(std::uint64_t sum) { database.prepare("UPDATE whole SET checksum = ?").bind(static_cast<std::int64_t>(sum)).run(); }

  // Adds batches, joined with their neighbours, so that a point has few rows.
  void add(PointRows& rows, BatchRange range, sim::Tally tally) const {
    const PointNames& of = *names_by(rows.names).names;
    require_all(tally, of);
    auto& batches = rows.batches;
    const auto is_whole = [](BatchRange r, std::uint64_t trials) { return trials == (r.last - r.first) * sim::batch_trials; };
    auto at = std::find_if(batches.begin(), batches.end(), [&](const BatchesRow& row) { return row.range.last > range.first; });
    if (at != batches.end() && at->range.first < range.last) {
      throw BadInput(fmt::format("batches {} to {} of point {} are there twice (they overlap); leave one of the parts out", range.first,
                                 range.last - 1, rows.point));
    }
    const auto joins = [&](const BatchesRow& row) { return is_whole(range, tally.trials) && is_whole(row.range, row.trials); };
    if (at != batches.end() && at->range.first == range.last && joins(*at)) {
      tally += tally_of(*at, of);
      range.last = at->range.last;
      at = batches.erase(at);
    }
    if (at != batches.begin() && std::prev(at)->range.last == range.first && joins(*std::prev(at))) {
      tally += tally_of(*std::prev(at), of);
      range.first = std::prev(at)->range.first;
      at = batches.erase(std::prev(at));
    }
    batches.insert(at, {range, tally.trials, to_text(tally)});
  }

  void solve(PointRows& rows, const PointSolved& solved) const {
    std::string fingerprint = fingerprint_text(solved.fingerprint);
    if (rows.fingerprint && *rows.fingerprint != fingerprint) {
      throw BadInput(
          fmt::format("point {} was thrown by other rules, or through another chain (another version: its fingerprint is {}, not {}); "
                      "keep the parts of other versions apart",
                      solved.point, *rows.fingerprint, fingerprint));
    }
    if (rows.fingerprint) return;
    rows.fingerprint = std::move(fingerprint);
    rows.states = static_cast<std::int64_t>(solved.states);
    rows.truncated_mass = solved.truncated_mass;
    if (solved.odds) rows.odds = to_text(*solved.odds);
  }
};

Store::Store(std::unique_ptr<Inside> inside) : inside_(std::move(inside)) {
  inside_->guarded([&] {
    inside_->require_store();
    if (inside_->is_empty()) return;
    if (inside_->checksums == Checksums::kept &&
        static_cast<std::uint64_t>(inside_->database.integer("SELECT checksum FROM study")) != inside_->study_checksum())
      inside_->damaged("what it says of its study is not what has been kept");
    const auto [name, definition, seed, stop] = inside_->study_row();
    study_ = study_of(definition);
    study_.name = name;
    study_.seed = number_of<std::uint64_t>(seed);
    study_.stop = inside_->stop_rule = stop_of(stop);
    std::size_t points = 1;
    for (const Axis& axis : study_.sweep) {
      if (axis.empty() || axis.size() > most_points / points) inside_->damaged("its sweep has no points, or too many");
      points *= axis.size();
    }
    inside_->require_all_kept(points);
  });
}

Store::Store(Store&&) noexcept = default;

// A store that nobody writes to is one plain file; if somebody reads it just now, it is as whole in several.
Store::~Store() {
  if (!inside_ || !inside_->lock) return;
  try {
    inside_->database.run("PRAGMA journal_mode = DELETE");
  } catch (const SqliteError&) {
  }
}

namespace {

// Throws BadInput unless a store that is there is a plain file: pipes wait, and devices keep nothing.
void require_file(const std::string& name, const fs::file_status& status) {
  if (fs::is_directory(status)) throw BadInput(name + " is a folder (a store is a file); give the file");
  if (fs::exists(status) && !fs::is_regular_file(status))
    throw BadInput(name + " is no file (a device or a pipe keeps nothing); give a file");
}

// A store that is whole is one file, and says so in its header; only one that is written to says that a write-ahead log belongs to it. So a
// log beside a whole one is of what had the name before, and SQLite would play it over this.
void refuse_log_of_another(const std::string& path, const std::string& name) {
  constexpr std::size_t size_of_header = 20, written_with = 18;
  constexpr char whole = 1;
  constexpr std::uintmax_t log_of_nothing = 32;  // has a header alone
  std::error_code error;
  const auto log_size = fs::file_size(path + "-wal", error);
  if (error || log_size <= log_of_nothing) return;
  std::string header(size_of_header, '\0');
  std::ifstream(path, std::ios::binary).read(header.data(), static_cast<std::streamsize>(header.size()));
  if (header[written_with] != whole) return;
  throw BadInput(name + " has the log of another beside it (a run of that was killed; " +
                 model::shown(fs::path(path).filename().string() + "-wal") +
                 " would be played over this one); move the log away, or both files to where they were");
}

// Undoes what a killed program left half written; who only reads may not. A write that is under way is none of that.
void undo_torn_write(const std::string& path) {
  constexpr const char* anything = "SELECT count(*) FROM sqlite_schema";
  try {
    Database(path, Database::Access::read).integer(anything);
  } catch (const SqliteError& refused) {
    if ((refused.code & 0xff) == SQLITE_READONLY) Database(path, Database::Access::write).integer(anything);
  }
}

}  // namespace

Store Store::read(const std::string& path, Stop stop) {
  const std::string name = "the store " + model::shown(path);
  std::error_code error;
  const fs::file_status status = fs::status(path, error);
  if (!fs::exists(status)) throw BadInput("no store " + model::shown(path) + " (there is no such file); boxcars study run makes one");
  require_file(name, status);
  refuse_log_of_another(path, name);
  std::unique_ptr<Inside> inside;
  try {
    undo_torn_write(path);
    inside = std::make_unique<Inside>(path, stop);
  } catch (const SqliteError& failure) {
    throw Failed(name + " cannot be opened (" + failure.what() + "); " + what_to_do(failure));
  }
  inside->guarded([&] { inside->database.run("BEGIN"); });
  Store store(std::move(inside));
  if (store.empty()) throw BadInput(name + " is empty (its first run ended before anything was kept); run it again");
  return store;
}

void require_place_of_store(const std::string& path) {
  const std::string name = "the store " + model::shown(path);
  if (const auto why = why_no_folder(path)) throw BadInput(name + " cannot be written (" + *why + "); make it, or give another file");
  if (const auto why = why_beside_store(path)) throw BadInput(name + " cannot be written (" + *why + "); give another file");
}

Store Store::write(const std::string& path, Stop stop) { return write(path, path, stop); }

Store Store::write(const std::string& path, const std::string& called, Stop stop) {
  const std::string name = "the store " + model::shown(called);
  std::error_code error;
  require_file(name, fs::status(path, error));
  require_place_of_store(path);
  refuse_log_of_another(path, name);
  std::unique_ptr<Inside> inside;
  try {
    inside = std::make_unique<Inside>(path, stop, called);
  } catch (const SqliteError& failure) {
    throw Failed(name + " cannot be opened (" + failure.what() + "); give --store another file");
  }
  Store store(std::move(inside));
  store.inside_->guarded(
      [&] { store.inside_->database.run("PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON"); });
  return store;
}

bool Store::empty() const {
  return inside_->guarded([&] { return inside_->is_empty(); });
}

bool Store::has_checksums() const { return inside_->checksums == Checksums::kept; }

void Store::require_there() const {
  if (inside_->lock->is_at(inside_->path)) return;
  throw Failed(inside_->name() +
               " is not where it was (it was removed, renamed or replaced meanwhile); what is thrown is not kept: run it again");
}

void Store::begin(const Study& study, const std::vector<PointRow>& points) {
  inside_->guarded([&] {
    Database& database = inside_->database;
    Transaction transaction(database);
    database.run(tables);
    database.run(fmt::format("PRAGMA application_id = {}; PRAGMA user_version = {}", application, schema).c_str());
    database.prepare("INSERT INTO study VALUES (?, ?, ?, ?, 0)")
        .bind(study.name)
        .bind(definition(study))
        .bind(std::to_string(study.seed))
        .bind(stop_text(study.stop))
        .run();
    std::uint64_t whole = inside_->seal_study();
    Statement add_names = database.prepare("INSERT INTO names VALUES (?, ?)");
    Statement add_point =
        database.prepare("INSERT INTO points (point, question, seed, names, states, neglected, checksum) VALUES (?, ?, ?, ?, ?, ?, ?)");
    std::map<const PointNames*, std::int64_t> ids;
    std::map<std::string, std::int64_t> ids_of_texts;
    for (std::size_t i = 0; i < points.size(); ++i) {
      inside_->heed_stop();
      const auto [id, is_new] = ids.try_emplace(points[i].names.get(), 0);
      if (is_new) {
        const auto [names, added] =
            ids_of_texts.try_emplace(names_text(*points[i].names), static_cast<std::int64_t>(ids_of_texts.size() + 1));
        if (added) add_names.begin().bind(names->second).bind(names->first).run();
        id->second = names->second;
      }
      const PointRows rows{.point = static_cast<std::int64_t>(i),
                           .question = points[i].canonical,
                           .seed = std::to_string(points[i].seed),
                           .names = id->second};
      const std::uint64_t sum = inside_->checksum(rows);
      whole += sum;
      add_point.begin()
          .bind(rows.point)
          .bind(rows.question)
          .bind(rows.seed)
          .bind(rows.names)
          .bind(rows.states)
          .bind(rows.truncated_mass)
          .bind(static_cast<std::int64_t>(sum))
          .run();
    }
    database.prepare("INSERT INTO whole VALUES (?)").bind(static_cast<std::int64_t>(whole)).run();
    transaction.commit();
    inside_->whole = whole;
    inside_->stop_rule = study.stop;
  });
  study_ = study;
}

void Store::go_on_to(const sim::StopRule& stop) {
  inside_->guarded([&] {
    Database& database = inside_->database;
    Transaction transaction(database);
    std::uint64_t whole = inside_->whole - inside_->study_checksum();
    database.prepare("UPDATE study SET stop = ?").bind(stop_text(stop)).run();
    whole += inside_->seal_study();
    for (std::size_t point = 0; point < points(); ++point) {
      PointRows rows = inside_->rows_at(point);
      const std::size_t before = rows.batches.size();
      std::erase_if(rows.batches,
                    [](const BatchesRow& row) { return row.trials < (row.range.last - row.range.first) * sim::batch_trials; });
      if (!rows.finished && rows.batches.size() == before) continue;
      rows.finished = false;
      whole += inside_->write(rows) - rows.checksum;
    }
    inside_->write_whole(whole);
    transaction.commit();
    inside_->whole = whole;
    inside_->stop_rule = stop;
  });
  study_.stop = stop;
}

void Store::begin_run(const RunOfProgram& run) {
  inside_->guarded([&] {
    inside_->database.prepare("INSERT INTO runs (version, command, part, threads, began, seconds, trials) VALUES (?, ?, ?, ?, ?, 0, 0)")
        .bind(version)
        .bind(run.command)
        .bind(run.part)
        .bind(std::int64_t{run.threads})
        .bind(now())
        .run();
    inside_->run = sqlite3_last_insert_rowid(inside_->database.get());
    inside_->began = std::chrono::steady_clock::now();
    inside_->stop = nullptr;
  });
}

void Store::keep(const Wave& wave) {
  require_there();
  struct News {
    const PointSolved* solved = nullptr;
    std::vector<const sim::BatchResult*> results{};
    bool finished = false;
  };
  std::map<std::size_t, News> news;
  for (const PointSolved& solved : wave.solved) news[solved.point].solved = &solved;
  for (const sim::BatchResult& result : wave.results) news[result.point].results.push_back(&result);
  for (const std::size_t point : wave.finished) news[point].finished = true;
  inside_->guarded([&] {
    Database& database = inside_->database;
    Transaction transaction(database);
    std::uint64_t trials = 0, whole = inside_->whole;
    for (const auto& [point, of] : news) {
      PointRows rows = inside_->rows_at(point);
      if (of.solved) inside_->solve(rows, *of.solved);
      for (const sim::BatchResult* result : of.results) {
        inside_->add(rows, result->batches, result->tally);
        trials += result->tally.trials;
      }
      rows.finished = rows.finished || of.finished;
      whole += inside_->write(rows) - rows.checksum;
    }
    inside_->write_whole(whole);
    if (inside_->run > 0) {
      const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - inside_->began;
      database.prepare("UPDATE runs SET seconds = ?, trials = trials + ? WHERE run = ?")
          .bind(seconds.count())
          .bind(static_cast<std::int64_t>(trials))
          .bind(inside_->run)
          .run();
    }
    transaction.commit();
    inside_->whole = whole;
  });
}

void Store::add_runs_of(const Store& part) {
  inside_->guarded([&] {
    Statement from =
        part.inside_->database.prepare("SELECT version, command, part, threads, began, seconds, trials FROM runs ORDER BY run");
    while (from.step()) {
      inside_->database.prepare("INSERT INTO runs (version, command, part, threads, began, seconds, trials) VALUES (?, ?, ?, ?, ?, ?, ?)")
          .bind(from.text(0))
          .bind(from.text(1))
          .bind(from.text(2))
          .bind(from.integer(3))
          .bind(from.text(4))
          .bind(from.real(5))
          .bind(from.integer(6))
          .run();
    }
  });
}

PointRow Store::row(std::size_t point) const {
  return inside_->guarded([&] {
    PointRows rows = inside_->rows_at(point);
    return PointRow{std::move(rows.question), number_of<std::uint64_t>(rows.seed), inside_->names_by(rows.names).names};
  });
}

std::optional<PointSolved> Store::solved(std::size_t point) const {
  return inside_->guarded([&]() -> std::optional<PointSolved> {
    const PointRows rows = inside_->rows_at(point);
    if (!rows.fingerprint) return std::nullopt;
    PointSolved solved{.point = point,
                       .fingerprint = number_of<std::uint64_t>(*rows.fingerprint, 16),
                       .states = static_cast<std::uint64_t>(rows.states),
                       .truncated_mass = rows.truncated_mass};
    if (rows.odds) {
      solved.odds = odds_of(*rows.odds);
      inside_->require_all(*solved.odds, *inside_->names_by(rows.names).names);
    }
    return solved;
  });
}

std::vector<sim::BatchResult> Store::batches(std::size_t point) const {
  return inside_->guarded([&] {
    const PointRows rows = inside_->rows_at(point);
    std::vector<sim::BatchResult> batches;
    for (const BatchesRow& row : rows.batches)
      batches.push_back({point, row.range, inside_->tally_of(row, *inside_->names_by(rows.names).names)});
    return batches;
  });
}

std::optional<sim::Tally> Store::tally(std::size_t point) const {
  std::optional<sim::Tally> sum;
  for (const sim::BatchResult& part : batches(point)) {
    if (sum)
      *sum += part.tally;
    else
      sum = part.tally;
  }
  return sum;
}

std::vector<PointState> Store::states() const {
  return inside_->guarded([&] {
    std::vector<PointState> states;
    states.reserve(points());
    PointReader reader(inside_->database, inside_->checksums, 0, PointReader::all);
    for (PointRows rows; reader.next(rows);) {
      PointState& state = states.emplace_back(PointState{.solved = rows.fingerprint.has_value(), .finished = rows.finished});
      for (const BatchesRow& row : rows.batches) {
        state.held.push_back(row.range);
        state.trials += row.trials;
      }
    }
    return states;
  });
}

std::vector<std::string> Store::runs() const {
  return inside_->guarded([&] {
    Statement rows = inside_->database.prepare("SELECT version, command, part, began, seconds, trials FROM runs ORDER BY run");
    std::vector<std::string> runs;
    while (rows.step()) {
      runs.push_back(fmt::format("{} UTC, version {}: {} ({} trials in {:.1f} s)", rows.text(3), rows.text(0), rows.text(1),
                                 grouped(static_cast<std::uint64_t>(rows.integer(5))), rows.real(4)));
    }
    return runs;
  });
}

}  // namespace boxcars::io
