#pragma once

#include <string>

#include <sqlite3.h>

#include <catch2/catch.hpp>

namespace boxcars::test {

/// Changes a store behind the program's back.
inline void run_sql(const std::string& path, const std::string& sql) {
  sqlite3* database = nullptr;
  REQUIRE(sqlite3_open(path.c_str(), &database) == SQLITE_OK);
  char* message = nullptr;
  const int result = sqlite3_exec(database, sql.c_str(), nullptr, nullptr, &message);
  INFO(sql << ": " << (message ? message : ""));
  CHECK(result == SQLITE_OK);
  sqlite3_free(message);
  sqlite3_close(database);
}

/// Makes a store what it was in the first schema, before checksums.
inline void make_old(const std::string& path) {
  run_sql(path,
          "ALTER TABLE study DROP COLUMN checksum; ALTER TABLE points DROP COLUMN checksum; DROP TABLE whole; PRAGMA user_version = 1");
}

}  // namespace boxcars::test
