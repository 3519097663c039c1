#include "io/study_store.hpp"

#include <algorithm>
#include <charconv>
#include <chrono>
#include <cstdio>
#include <filesystem>
#include <map>
#include <utility>

#include <fcntl.h>
#include <unistd.h>

#include <fmt/format.h>

#include "io/failed.hpp"
#include "io/json.hpp"
#include "io/json_values.hpp"
#include "io/percent.hpp"
#include "io/sqlite.hpp"
#include "io/tally_text.hpp"
#include "model/bad_input.hpp"

namespace boxcars::io {
namespace {

namespace fs = std::filesystem;
using model::BadInput;
using sim::BatchRange;

constexpr std::int64_t application = 0x626f7863;  // "boxc": whose file it is
constexpr std::int64_t schema = 1;

constexpr const char* tables = R"(
CREATE TABLE study (name TEXT NOT NULL, definition TEXT NOT NULL, seed TEXT NOT NULL, stop TEXT NOT NULL);
CREATE TABLE names (id INTEGER PRIMARY KEY, names TEXT NOT NULL UNIQUE);
CREATE TABLE points (point INTEGER PRIMARY KEY, question TEXT NOT NULL, seed TEXT NOT NULL, names INTEGER NOT NULL REFERENCES names,
  finished INTEGER NOT NULL DEFAULT 0, fingerprint TEXT, states INTEGER, neglected REAL, odds TEXT);
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
  return root.dump();
}

PointNames names_of(const std::string& text) {
  const Json root = Json::parse(text);
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
  return root.dump();
}

sim::StopRule stop_of(const std::string& text) {
  const Json root = Json::parse(text);
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

std::string now() {
  const std::time_t time = std::chrono::system_clock::to_time_t(std::chrono::system_clock::now());
  std::tm utc{};
  gmtime_r(&time, &utc);
  return fmt::format("{:04}-{:02}-{:02} {:02}:{:02}:{:02}", utc.tm_year + 1900, utc.tm_mon + 1, utc.tm_mday, utc.tm_hour, utc.tm_min,
                     utc.tm_sec);
}

// The right to write to a store, for one process: a lock on a byte far behind its end that goes with the process, however it ends.
class WriteLock {
 public:
  explicit WriteLock(const std::string& path) : file_(open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0666)) {
    if (file_ < 0) {
      const std::string why = std::error_code(errno, std::generic_category()).message();
      throw Failed("the store " + model::shown(path) + " cannot be written (" + why + "); give --store another file");
    }
    struct flock lock {};
    lock.l_type = F_WRLCK;
    lock.l_whence = SEEK_SET;
    lock.l_start = off_t{1} << 62;
    lock.l_len = 1;
    if (fcntl(file_, F_OFD_SETLK, &lock) == 0) return;
    close(file_);
    throw Failed("the store " + model::shown(path) +
                 " is in use (another run writes to it); wait until that has ended, or give --store another file");
  }
  ~WriteLock() { close(file_); }
  WriteLock(const WriteLock&) = delete;
  WriteLock& operator=(const WriteLock&) = delete;

 private:
  int file_;
};

}  // namespace

struct Store::Inside {
  std::string path;
  std::optional<WriteLock> lock;  // first: closing any of a file's handles gives up SQLite's locks
  Database database;
  std::int64_t run = 0;
  std::chrono::steady_clock::time_point began{};
  mutable std::map<std::int64_t, PointNames> names;  // those that have been read, by id

  Inside(std::string file, Database::Access access) : path(std::move(file)), database(path, access) {}
  Inside(std::string file, bool) : path(std::move(file)), lock(std::in_place, path), database(path, Database::Access::write) {}

  std::string name() const { return "the store " + model::shown(path); }

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
      case SQLITE_NOTADB:
        throw BadInput(name() + " is no store of a study (it is no database); give one that study run has made");
      case SQLITE_CORRUPT:
      case SQLITE_ERROR:  // a table is not there
        damaged(error.what());
      case SQLITE_FULL:
        throw Failed(name() + " has no more room (the disk is full); make room and go on: all finished waves are kept");
      case SQLITE_READONLY:
      case SQLITE_CANTOPEN:
      case SQLITE_PERM:
        throw Failed(name() + " cannot be written or opened (" + error.what() + "); see to its permissions, and its folder's");
      case SQLITE_BUSY:
      case SQLITE_LOCKED:
        throw Failed(name() + " is in use (" + error.what() + "); wait until that has ended");
      default:
        throw Failed(name() + " could not be read or written (" + error.what() + "); all finished waves are kept");
    }
  }

  bool is_empty() const { return database.integer("SELECT count(*) FROM sqlite_schema") == 0; }

  // Throws BadInput unless it is a store of this kind, or has nothing in it.
  void require_store() const {
    if (is_empty()) return;
    if (database.integer("PRAGMA application_id") != application)
      throw BadInput(name() + " is no store of a study (it is a database of another program); give one that study run has made");
    if (const auto found = database.integer("PRAGMA user_version"); found != schema)
      throw BadInput(fmt::format("{} has schema {} (this program knows {}); use the version that made it", name(), found, schema));
  }

  // What a point of these names is told by.
  const PointNames& names_by(std::int64_t id) const {
    const auto known = names.find(id);
    if (known != names.end()) return known->second;
    Statement row = database.prepare("SELECT names FROM names WHERE id = ?");
    if (!row.bind(id).step()) damaged("names are missing");
    return names.emplace(id, names_of(row.text(0))).first->second;
  }

  const PointNames& names_at(std::size_t point) const {
    Statement row = database.prepare("SELECT names FROM points WHERE point = ?");
    if (!row.bind(static_cast<std::int64_t>(point)).step()) damaged("a point is missing");
    return names_by(row.integer(0));
  }

  // Throws BadInput unless there is an amount for every event and measure of a point.
  template <class Amounts>
  void require_all(const Amounts& amounts, const PointNames& of) const {
    if (amounts.events.size() != of.events.size() || amounts.measures.size() != of.measures.size()) damaged("counts are missing");
  }

  // A row of batches that follow those before `from`.
  BatchRange range_of(const Statement& row, int column, std::uint64_t from) const {
    const BatchRange range{static_cast<std::uint64_t>(row.integer(column)), static_cast<std::uint64_t>(row.integer(column + 1))};
    const auto trials = static_cast<std::uint64_t>(row.integer(column + 2));
    constexpr std::uint64_t most = std::uint64_t{1} << 40;
    const bool can_be = from <= range.first && range.first < range.last && range.last < most &&
                        (range.last - range.first - 1) * sim::batch_trials < trials &&
                        trials <= (range.last - range.first) * sim::batch_trials;
    if (!can_be) damaged("batches that cannot be");
    return range;
  }

  sim::Tally tally_of(const std::string& counts, std::uint64_t trials, const PointNames& of) const {
    sim::Tally tally = io::tally_of(counts, trials);
    require_all(tally, of);
    return tally;
  }

  // The counts of a range, added to its neighbours', so that a point has few rows.
  void add(std::size_t point, BatchRange range, sim::Tally tally) {
    require_all(tally, names_at(point));
    const auto number = static_cast<std::int64_t>(point);
    const auto from = [](std::uint64_t batch) { return static_cast<std::int64_t>(batch); };
    Statement overlap = database.prepare("SELECT first, last FROM batches WHERE point = ? AND first < ? AND last > ?");
    if (overlap.bind(number).bind(from(range.last)).bind(from(range.first)).step()) {
      throw BadInput(fmt::format("batches {} to {} of point {} are there twice (they overlap); leave one of the parts out", range.first,
                                 range.last - 1, point));
    }
    Statement erase = database.prepare("DELETE FROM batches WHERE point = ? AND first = ?");
    const auto is_whole = [](BatchRange r, std::uint64_t trials) { return trials == (r.last - r.first) * sim::batch_trials; };
    const auto join = [&](const char* sql, std::uint64_t at) {
      Statement neighbor = database.prepare(sql);
      if (!neighbor.bind(number).bind(from(at)).step()) return;
      const BatchRange its = range_of(neighbor, 0, 0);
      const auto trials = static_cast<std::uint64_t>(neighbor.integer(2));
      if (!is_whole(its, trials)) return;
      tally += tally_of(neighbor.text(3), trials, names_at(point));
      range = {std::min(range.first, its.first), std::max(range.last, its.last)};
      erase.begin().bind(number).bind(from(its.first)).run();
    };
    if (is_whole(range, tally.trials)) {
      join("SELECT first, last, trials, counts FROM batches WHERE point = ? AND last = ?", range.first);
      join("SELECT first, last, trials, counts FROM batches WHERE point = ? AND first = ?", range.last);
    }
    database.prepare("INSERT INTO batches VALUES (?, ?, ?, ?, ?)")
        .bind(number)
        .bind(from(range.first))
        .bind(from(range.last))
        .bind(from(tally.trials))
        .bind(to_text(tally))
        .run();
  }

  void solve(const PointSolved& solved) {
    const auto number = static_cast<std::int64_t>(solved.point);
    const std::string fingerprint = fingerprint_text(solved.fingerprint);
    Statement known = database.prepare("SELECT fingerprint FROM points WHERE point = ?");
    if (!known.bind(number).step()) damaged("a point is missing");
    if (!known.is_null(0)) {
      if (known.text(0) != fingerprint) {
        throw BadInput(
            fmt::format("point {} was thrown by other rules (their fingerprint is {}, not {}); keep the parts of other versions apart",
                        solved.point, known.text(0), fingerprint));
      }
      return;
    }
    const auto odds = solved.odds ? std::optional(to_text(*solved.odds)) : std::nullopt;
    database.prepare("UPDATE points SET fingerprint = ?, states = ?, neglected = ?, odds = ? WHERE point = ?")
        .bind(fingerprint)
        .bind(static_cast<std::int64_t>(solved.states))
        .bind(solved.neglected)
        .bind(odds)
        .bind(number)
        .run();
  }
};

Store::Store(std::unique_ptr<Inside> inside) : inside_(std::move(inside)) {
  inside_->guarded([&] {
    inside_->require_store();
    if (inside_->is_empty()) return;
    Statement row = inside_->database.prepare("SELECT name, definition, seed, stop FROM study");
    if (!row.step()) inside_->damaged("it says nothing of its study");
    study_ = study_of(row.text(1));
    study_.name = row.text(0);
    study_.seed = number_of<std::uint64_t>(row.text(2));
    study_.stop = stop_of(row.text(3));
    if (inside_->database.integer("SELECT max(point) + 1 FROM points") != static_cast<std::int64_t>(points()))
      inside_->damaged("a point is missing");
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

Store Store::read(const std::string& path) {
  const std::string name = "the store " + model::shown(path);
  std::error_code error;
  if (!fs::exists(path, error)) throw BadInput("no store " + model::shown(path) + " (there is no such file); boxcars study run makes one");
  if (fs::is_directory(path, error)) throw BadInput(name + " is a folder (a store is a file); give the file");
  std::unique_ptr<Inside> inside;
  try {
    undo_torn_write(path);
    inside = std::make_unique<Inside>(path, Database::Access::read);
  } catch (const SqliteError& failure) {
    throw Failed(name + " cannot be opened (" + failure.what() + "); see to its permissions, and its folder's");
  }
  inside->guarded([&] { inside->database.run("BEGIN"); });
  Store store(std::move(inside));
  if (store.empty()) throw BadInput(name + " is empty (its first run ended before anything was kept); run it again");
  return store;
}

Store Store::write(const std::string& path) {
  std::error_code error;
  if (fs::is_directory(path, error)) throw BadInput("the store " + model::shown(path) + " is a folder (a store is a file); give the file");
  if (const fs::path folder = fs::path(path).parent_path(); !folder.empty()) fs::create_directories(folder, error);
  std::unique_ptr<Inside> inside;
  try {
    inside = std::make_unique<Inside>(path, true);
  } catch (const SqliteError& failure) {
    throw Failed("the store " + model::shown(path) + " cannot be opened (" + failure.what() + "); give --store another file");
  }
  inside->guarded([&] {
    inside->require_store();
    inside->database.run("PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON");
  });
  return Store(std::move(inside));
}

bool Store::empty() const {
  return inside_->guarded([&] { return inside_->is_empty(); });
}

void Store::begin(const Study& study, const std::vector<PointRow>& points) {
  inside_->guarded([&] {
    Database& database = inside_->database;
    Transaction transaction(database);
    database.run(tables);
    database.run(fmt::format("PRAGMA application_id = {}; PRAGMA user_version = {}", application, schema).c_str());
    database.prepare("INSERT INTO study VALUES (?, ?, ?, ?)")
        .bind(study.name)
        .bind(definition(study))
        .bind(std::to_string(study.seed))
        .bind(stop_text(study.stop))
        .run();
    Statement add_names = database.prepare("INSERT INTO names VALUES (?, ?)");
    Statement add_point = database.prepare("INSERT INTO points (point, question, seed, names) VALUES (?, ?, ?, ?)");
    std::map<std::string, std::int64_t> ids;
    for (std::size_t i = 0; i < points.size(); ++i) {
      const auto [names, added] = ids.try_emplace(names_text(points[i].names), static_cast<std::int64_t>(ids.size() + 1));
      if (added) add_names.begin().bind(names->second).bind(names->first).run();
      add_point.begin()
          .bind(static_cast<std::int64_t>(i))
          .bind(points[i].canonical)
          .bind(std::to_string(points[i].seed))
          .bind(names->second)
          .run();
    }
    transaction.commit();
  });
  study_ = study;
}

void Store::go_on_to(const sim::StopRule& stop) {
  inside_->guarded([&] {
    Database& database = inside_->database;
    Transaction transaction(database);
    database.prepare("UPDATE study SET stop = ?").bind(stop_text(stop)).run();
    database.run("UPDATE points SET finished = 0");
    database.prepare("DELETE FROM batches WHERE trials < (last - first) * ?").bind(static_cast<std::int64_t>(sim::batch_trials)).run();
    transaction.commit();
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
  });
}

void Store::keep(const Wave& wave) {
  inside_->guarded([&] {
    Database& database = inside_->database;
    Transaction transaction(database);
    for (const PointSolved& solved : wave.solved) inside_->solve(solved);
    std::uint64_t trials = 0;
    for (const sim::Harvest& harvest : wave.harvest) {
      inside_->add(harvest.point, harvest.batches, harvest.tally);
      trials += harvest.tally.trials;
    }
    Statement finish = database.prepare("UPDATE points SET finished = 1 WHERE point = ?");
    for (const std::size_t point : wave.finished) finish.begin().bind(static_cast<std::int64_t>(point)).run();
    if (inside_->run > 0) {
      const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - inside_->began;
      database.prepare("UPDATE runs SET seconds = ?, trials = trials + ? WHERE run = ?")
          .bind(seconds.count())
          .bind(static_cast<std::int64_t>(trials))
          .bind(inside_->run)
          .run();
    }
    transaction.commit();
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
    Statement row = inside_->database.prepare("SELECT question, seed, names FROM points WHERE point = ?");
    if (!row.bind(static_cast<std::int64_t>(point)).step()) inside_->damaged("a point is missing");
    return PointRow{row.text(0), number_of<std::uint64_t>(row.text(1)), inside_->names_by(row.integer(2))};
  });
}

std::optional<PointSolved> Store::solved(std::size_t point) const {
  return inside_->guarded([&]() -> std::optional<PointSolved> {
    Statement row = inside_->database.prepare("SELECT fingerprint, states, neglected, odds FROM points WHERE point = ?");
    if (!row.bind(static_cast<std::int64_t>(point)).step() || row.is_null(0)) return std::nullopt;
    PointSolved solved{.point = point,
                       .fingerprint = number_of<std::uint64_t>(row.text(0), 16),
                       .states = static_cast<std::uint64_t>(row.integer(1)),
                       .neglected = row.real(2)};
    if (!row.is_null(3)) {
      solved.odds = odds_of(row.text(3));
      inside_->require_all(*solved.odds, inside_->names_at(point));
    }
    return solved;
  });
}

std::vector<sim::Harvest> Store::batches(std::size_t point) const {
  return inside_->guarded([&] {
    Statement rows = inside_->database.prepare("SELECT first, last, trials, counts FROM batches WHERE point = ? ORDER BY first");
    rows.bind(static_cast<std::int64_t>(point));
    const PointNames& names = inside_->names_at(point);
    std::vector<sim::Harvest> batches;
    while (rows.step()) {
      const BatchRange range = inside_->range_of(rows, 0, batches.empty() ? 0 : batches.back().batches.last);
      batches.push_back({point, range, inside_->tally_of(rows.text(3), static_cast<std::uint64_t>(rows.integer(2)), names)});
    }
    return batches;
  });
}

std::optional<sim::Tally> Store::tally(std::size_t point) const {
  std::optional<sim::Tally> sum;
  for (const sim::Harvest& part : batches(point)) {
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
    states.reserve(this->points());
    Statement points = inside_->database.prepare("SELECT point, finished, fingerprint IS NOT NULL FROM points ORDER BY point");
    while (points.step()) {
      if (points.integer(0) != static_cast<std::int64_t>(states.size())) inside_->damaged("a point is missing");
      states.push_back({.solved = points.integer(2) != 0, .finished = points.integer(1) != 0});
    }
    Statement rows = inside_->database.prepare("SELECT point, first, last, trials FROM batches ORDER BY point, first");
    while (rows.step()) {
      PointState& state = states.at(static_cast<std::size_t>(rows.integer(0)));
      state.held.push_back(inside_->range_of(rows, 1, state.held.empty() ? 0 : state.held.back().last));
      state.trials += static_cast<std::uint64_t>(rows.integer(3));
    }
    return states;
  });
}

std::vector<std::string> Store::runs() const {
  return inside_->guarded([&] {
    Statement rows = inside_->database.prepare("SELECT version, command, part, began, seconds, trials FROM runs ORDER BY run");
    std::vector<std::string> runs;
    while (rows.step()) {
      runs.push_back(fmt::format("{} UTC, version {}: {} ({} trials in {:.1f} s)", rows.text(3), rows.text(0),
                                 model::printable(rows.text(1)), grouped(static_cast<std::uint64_t>(rows.integer(5))), rows.real(4)));
    }
    return runs;
  });
}

}  // namespace boxcars::io
