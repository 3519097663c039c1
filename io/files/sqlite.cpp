#include "io/files/sqlite.hpp"

#include <cassert>
#include <cerrno>
#include <utility>

namespace boxcars::io {
namespace {

constexpr int patience = 2'000;  // milliseconds for another process's transaction

constexpr int steps_per_check = 10'000;  // of the database's machine, between two looks at whether to give up

// SQLite takes some names for more than paths: ":memory:", "file:a?mode=memory", none at all.
std::string plain_path(const std::string& path) { return path.starts_with('/') ? path : "./" + path; }

// Whether there are too many: SQLite says the same of a file that may not be opened.
bool has_too_many_files(int result, sqlite3* database) {
  if ((result & 0xff) != SQLITE_CANTOPEN) return false;
  const int error = sqlite3_system_errno(database);
  return error == EMFILE || error == ENFILE;
}

std::string message_of(int result) {
  switch (result & 0xff) {
    case SQLITE_ERROR:
      return "its tables are not those of a store";
    case SQLITE_CORRUPT:
      return "its pages do not fit together";
    case SQLITE_NOTADB:
      return "it is no database";
    case SQLITE_CONSTRAINT:
    case SQLITE_MISMATCH:
      return "a row does not fit the others";
    case SQLITE_FULL:
      return "the disk is full";
    case SQLITE_READONLY:
      return "it may only be read";
    case SQLITE_CANTOPEN:
      return "it cannot be opened";
    case SQLITE_PERM:
    case SQLITE_AUTH:
      return "no permission";
    case SQLITE_BUSY:
    case SQLITE_LOCKED:
    case SQLITE_PROTOCOL:
      return "another program has it";
    case SQLITE_IOERR:
      return "its disk could not read or write it";
    case SQLITE_NOMEM:
      return "there is too little memory";
    case SQLITE_TOOBIG:
    case SQLITE_NOLFS:
      return "it is too large";
    default:
      return "the database has error " + std::to_string(result);
  }
}

}  // namespace

SqliteError::SqliteError(int result, sqlite3* database)
    : std::runtime_error(has_too_many_files(result, database) ? "too many files are open" : message_of(result)),
      code(result),
      too_many_files(has_too_many_files(result, database)) {}

void Statement::check(int result) const {
  if (result != SQLITE_OK) throw SqliteError(result, sqlite3_db_handle(statement_.get()));
}

Statement& Statement::begin() {
  sqlite3_reset(statement_.get());
  bound_ = 0;
  return *this;
}

Statement& Statement::bind(std::int64_t value) {
  check(sqlite3_bind_int64(statement_.get(), ++bound_, value));
  return *this;
}
Statement& Statement::bind(double value) {
  check(sqlite3_bind_double(statement_.get(), ++bound_, value));
  return *this;
}
Statement& Statement::bind(std::string_view text) {
  check(sqlite3_bind_text64(statement_.get(), ++bound_, text.data(), text.size(), SQLITE_TRANSIENT, SQLITE_UTF8));
  return *this;
}
Statement& Statement::bind(std::nullptr_t) {
  check(sqlite3_bind_null(statement_.get(), ++bound_));
  return *this;
}

bool Statement::step() {
  const int result = sqlite3_step(statement_.get());
  if (result == SQLITE_ROW) return true;
  if (result == SQLITE_DONE) return false;
  const SqliteError error(result, sqlite3_db_handle(statement_.get()));
  sqlite3_reset(statement_.get());
  throw error;
}

void Statement::run() {
  while (step()) {
  }
  sqlite3_reset(statement_.get());
}

std::int64_t Statement::integer(int column) const { return sqlite3_column_int64(statement_.get(), column); }
double Statement::real(int column) const { return sqlite3_column_double(statement_.get(), column); }
std::string Statement::text(int column) const {
  const auto* text = reinterpret_cast<const char*>(sqlite3_column_text(statement_.get(), column));
  return text ? std::string(text, static_cast<std::size_t>(sqlite3_column_bytes(statement_.get(), column))) : std::string();
}
std::optional<std::string> Statement::text_if_any(int column) const { return is_null(column) ? std::nullopt : std::optional(text(column)); }
bool Statement::is_null(int column) const { return sqlite3_column_type(statement_.get(), column) == SQLITE_NULL; }

Database::Database(const std::string& path, Access access) {
  sqlite3* database = nullptr;
  const int flags = access == Access::write ? SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE : SQLITE_OPEN_READONLY;
  const int result = sqlite3_open_v2(plain_path(path).c_str(), &database, flags, nullptr);
  database_.reset(database);
  if (result != SQLITE_OK) throw SqliteError(result, database_.get());
  sqlite3_busy_timeout(database, patience);
  for (const int what : {SQLITE_DBCONFIG_ENABLE_VIEW, SQLITE_DBCONFIG_ENABLE_TRIGGER, SQLITE_DBCONFIG_TRUSTED_SCHEMA})
    sqlite3_db_config(database, what, 0, static_cast<int*>(nullptr));
}

void Database::give_up_when(std::function<bool()> is_stopped) {
  is_stopped_ = std::move(is_stopped);
  const auto look = [](void* of) { return (*static_cast<std::function<bool()>*>(of))() ? 1 : 0; };
  sqlite3_progress_handler(database_.get(), steps_per_check, look, &is_stopped_);
}

Statement Database::prepare(const char* sql) const {
  auto& prepared = prepared_[sql];
  if (!prepared) {
    sqlite3_stmt* statement = nullptr;
    const int result = sqlite3_prepare_v2(database_.get(), sql, -1, &statement, nullptr);
    if (result != SQLITE_OK) throw SqliteError(result, database_.get());
    prepared.reset(statement);
  }
  assert(!sqlite3_stmt_busy(prepared.get()));
  return Statement(prepared.get());
}

void Database::run(const char* sql) {
  const int result = sqlite3_exec(database_.get(), sql, nullptr, nullptr, nullptr);
  if (result != SQLITE_OK) throw SqliteError(result, database_.get());
}

std::int64_t Database::integer(const char* sql) const {
  Statement statement = prepare(sql);
  return statement.step() ? statement.integer(0) : 0;
}

Transaction::~Transaction() {
  if (database_) sqlite3_exec(database_->get(), "ROLLBACK", nullptr, nullptr, nullptr);
}

void Transaction::commit() {
  database_->run("COMMIT");
  database_ = nullptr;
}

}  // namespace boxcars::io
