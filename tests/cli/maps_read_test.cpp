#include "cli/maps_read.hpp"

#include <atomic>
#include <filesystem>
#include <functional>
#include <memory>
#include <sstream>
#include <string>
#include <vector>

#include <catch2/catch.hpp>

#include "cli/boxcars.hpp"
#include "model/rules/battlefield.hpp"
#include "tests/support/archives.hpp"
#include "tests/support/folder.hpp"
#include "tests/support/painted_board.hpp"

using namespace boxcars;
using namespace boxcars::test;

namespace {

// A board of open ground, with a stone building in C2 or without.
void write_board(const Folder& folder, bool is_built) {
  PaintedBoard board(5, 4);
  if (is_built) board.paint(2, 1, 28, 40);
  const auto bytes = zipped({{"LOSData", board.los_data()}});
  folder.file("bd77", {reinterpret_cast<const char*>(bytes.data()), bytes.size()});
}

// One question of a board, in a place where others have been asked before.
std::string answered(const std::string& board, const std::shared_ptr<cli::MapsRead>& maps) {
  const std::atomic<bool> stop{false};
  std::istringstream in(R"({"question": "attack", "inputs": {"fp": 8, "target": ["4-4-7"], "board": ")" + board +
                        R"(", "from": "A2", "hex": "E2", "no_los": true}, "method": "exact"})");
  std::ostringstream out, err;
  cli::run({"ask", "-"}, {.out = out, .err = err, .style = {}, .stop = stop, .in = &in, .maps = maps});
  CHECK(err.str().empty());
  return out.str();
}

}  // namespace

TEST_CASE("a map is read once for several questions, and again when its file has changed") {
  const Folder folder;
  const std::string file = folder.file("a.toml", "one");
  cli::MapsRead maps;
  int reads = 0;
  std::vector<std::string> told;
  const auto ask = [&](const std::string& name, bool has_picture) {
    model::MapInput input;
    input.file = name;
    maps.fill_in(
        input, {}, [&](const std::string& found) { told.push_back(found); },
        [&](model::MapInput& read, const std::function<void(const std::string&)>& found) {
          found(name);
          read.map = painted_board();
          if (!has_picture) read.map.raster = nullptr;
          read.notes = {"read " + std::to_string(++reads)};
        });
    return input.notes.front();
  };
  CHECK(ask(file, true) == "read 1");
  CHECK(ask(file, true) == "read 1");
  CHECK(told == std::vector<std::string>{file, file});
  folder.file("a.toml", "another");
  CHECK(ask(file, true) == "read 2");
  // Where boards are missing they may come.
  CHECK(ask(folder.file("b.toml", ""), false) == "read 3");
  CHECK(ask(folder / "b.toml", false) == "read 4");
  // Others push it out.
  for (int i = 0; i < 10; ++i) ask(folder.file("c" + std::to_string(i), ""), true);
  CHECK(ask(file, true) == "read 15");
  // A file that is gone is read again, by whoever says that it is gone.
  std::filesystem::remove(file);
  CHECK(ask(file, true) == "read 16");
}

TEST_CASE("questions of a board answer as if each were the first one") {
  const Folder folder;
  const auto maps = std::make_shared<cli::MapsRead>();
  const std::string board = folder / "bd77";
  std::vector<std::string> answers;
  for (const bool is_built : {false, true, false}) {
    write_board(folder, is_built);
    answers.push_back(answered(board, maps));
    CHECK(answers.back() == answered(board, maps));
    CHECK(answers.back() == answered(board, std::make_shared<cli::MapsRead>()));
  }
  CHECK(answers[0] != answers[1]);
  CHECK(answers[0] == answers[2]);
}
