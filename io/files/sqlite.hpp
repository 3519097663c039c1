#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>

#include <sqlite3.h>

namespace boxcars::io {

/// What SQLite could not do; what() says why, in the words of this program.
struct SqliteError : std::runtime_error {
  explicit SqliteError(int result, sqlite3* database);
  int code;             ///< SQLITE_BUSY, SQLITE_FULL, ...
  bool too_many_files;  ///< one could not be opened because this process may open no more
};

/// The use of a prepared statement. Its parameters are bound from the first on; begin() starts it anew.
class Statement {
 public:
  explicit Statement(sqlite3_stmt* prepared) : statement_(prepared) {}

  Statement& begin();
  Statement& bind(std::int64_t value);
  Statement& bind(double value);
  Statement& bind(std::string_view text);
  Statement& bind(std::nullptr_t);
  template <class Value>
  Statement& bind(const std::optional<Value>& value) {
    return value ? bind(*value) : bind(nullptr);
  }

  /// True if there is a row.
  bool step();
  /// Runs one that gives no rows.
  void run();

  std::int64_t integer(int column) const;
  double real(int column) const;
  std::string text(int column) const;
  std::optional<std::string> text_if_any(int column) const;
  bool is_null(int column) const;

 private:
  struct Reset {
    void operator()(sqlite3_stmt* statement) const { sqlite3_reset(statement); }
  };
  void check(int result) const;

  std::unique_ptr<sqlite3_stmt, Reset> statement_;
  int bound_ = 0;
};

/// An open SQLite database. All of it throws SqliteError. What a stranger has put into it does nothing by itself: no view and no trigger of
/// its runs.
class Database {
 public:
  enum class Access { read, write };
  Database(const std::string& path, Access access);

  /// From now on it is asked again and again, while the database works, whether to give up: then SqliteError has SQLITE_INTERRUPT.
  void give_up_when(std::function<bool()> is_stopped);

  sqlite3* get() const { return database_.get(); }
  void run(const char* sql);
  /// Each is prepared once, and used by one at a time.
  Statement prepare(const char* sql) const;
  /// The only value that a query gives.
  std::int64_t integer(const char* sql) const;

 private:
  struct Close {
    void operator()(sqlite3* database) const { sqlite3_close(database); }
  };
  struct Finalize {
    void operator()(sqlite3_stmt* statement) const { sqlite3_finalize(statement); }
  };
  std::function<bool()> is_stopped_{};
  std::unique_ptr<sqlite3, Close> database_;
  mutable std::map<std::string, std::unique_ptr<sqlite3_stmt, Finalize>, std::less<>> prepared_;
};

/// All or nothing of what is done while it lives.
class Transaction {
 public:
  explicit Transaction(Database& database) : database_(&database) { database_->run("BEGIN IMMEDIATE"); }
  ~Transaction();
  Transaction(const Transaction&) = delete;
  Transaction& operator=(const Transaction&) = delete;
  void commit();

 private:
  Database* database_;
};

}  // namespace boxcars::io
