#include "io/files/draft.hpp"

#include <fstream>
#include <iterator>
#include <optional>

#include <catch2/catch.hpp>

#include <unistd.h>

#include "tests/support/folder.hpp"

using boxcars::io::Draft;
using boxcars::test::bytes_of;
using boxcars::test::Folder;

namespace fs = std::filesystem;

namespace {

void write(const fs::path& path, const std::string& text) { std::ofstream(path, std::ios::binary) << text; }

std::ptrdiff_t files_in(const Folder& folder) { return std::distance(fs::directory_iterator(folder.path()), {}); }

}  // namespace

TEST_CASE("a draft is nobody else's file: what has a name like its own is left alone") {
  const Folder folder;
  const std::string out = folder / "out";
  const std::string left = folder.file("out.part" + std::to_string(getpid()), "left by a process of the same number");
  {
    const Draft one(out), other(out);
    CHECK(one.path() != other.path());
    CHECK(fs::file_size(one.path()) == 0);
    CHECK(files_in(folder) == 3);
    write(one.path().string() + "-wal", "what SQLite puts beside it");
  }
  CHECK(files_in(folder) == 1);
  CHECK(bytes_of(left) == "left by a process of the same number");
  CHECK_THROWS_AS(Draft(folder / "no such folder/out"), std::system_error);
}

TEST_CASE("a draft takes the name that it is for, and only if it may that of another file") {
  const Folder folder;
  const std::string out = folder / "out";
  {
    Draft draft(out);
    write(draft.path(), "first");
    CHECK_FALSE(draft.take_free_name());
  }
  CHECK(bytes_of(out) == "first");
  {
    Draft draft(out);
    write(draft.path(), "second");
    CHECK(draft.take_free_name() == std::errc::file_exists);
    CHECK(bytes_of(out) == "first");
    CHECK_FALSE(draft.replace());
  }
  CHECK(bytes_of(out) == "second");
  CHECK(files_in(folder) == 1);
}
