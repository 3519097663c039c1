#pragma once

#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include "model/rules/hex_grid.hpp"
#include "tests/support/archives.hpp"
#include "tests/support/folder.hpp"
#include "tests/support/games.hpp"

namespace boxcars::test {

/// A board of 33 columns and 10 rows, and a game on it.
class PaintedGame {
 public:
  /// Where the center of a hex of the board is, and counters there, from the bottom to the top.
  PaintedGame& put(const std::string& hex, const std::vector<std::pair<std::string, std::string>>& counters) {
    const model::Cell cell = model::Grid{33, 10}.cell(model::read_hex(hex).value());
    std::vector<std::string> ids;
    for (const auto& [image, name] : counters) {
      ids.push_back(std::to_string(++pieces_));
      commands_.push_back(piece_command(ids.back(), {basic_piece(image, name)}));
    }
    double x = PaintedBoard::center_x(cell.column), y = PaintedBoard::center_y(cell.column, cell.row);
    if (turned_) x = 1800 - x, y = 645 - y;
    commands_.push_back(stack_command("s" + std::to_string(++pieces_), 400 + static_cast<int>(x), 400 + static_cast<int>(y), ids));
    return *this;
  }
  /// One counter, concealed by the German player.
  PaintedGame& put_concealed(const std::string& hex, const std::pair<std::string, std::string>& counter) {
    put(hex, {});
    const std::string id = std::to_string(++pieces_);
    const auto& [image, name] = counter;
    commands_.insert(
        commands_.end() - 1,
        piece_command(id, {{"mark;DBCounterType", "unit"}, {"conceal;C;ge/geqmark.svg;ge;;", "secret;|1|null"}, basic_piece(image, name)}));
    const auto end = commands_.back().rfind(";@@");
    commands_.back().insert(end, ";" + id);
    return *this;
  }
  PaintedGame& turned() { return turned_ = true, *this; }
  PaintedGame& paint(const std::string& hex, int code, int reach = 25) {
    const model::Cell cell = model::Grid{33, 10}.cell(model::read_hex(hex).value());
    board_.paint(cell.column, cell.row, reach, code);
    return *this;
  }
  PaintedGame& raise(const std::string& hex, int elevation) {
    const model::Cell cell = model::Grid{33, 10}.cell(model::read_hex(hex).value());
    board_.raise(cell.column, cell.row, 25, elevation);
    return *this;
  }
  /// Along its lower hexside.
  PaintedGame& wall_below(const std::string& hex) {
    const model::Cell cell = model::Grid{33, 10}.cell(model::read_hex(hex).value());
    constexpr int wall = 72;
    for (int dx = -16; dx <= 16; dx += 4) board_.paint(cell.column, cell.row, 2, wall, dx, 32);
    return *this;
  }
  PaintedGame& with(const std::string& more) { return more_ = more, *this; }
  /// As options.
  std::string typed() const {
    auto commands = commands_;
    commands.push_back(std::string("bd\t0\t0\t") + (turned_ ? "r" : "") + "77\tVER\t6\t\t" + more_);
    static const Folder folder;  // of all games
    static int games = 0;
    const std::string boards = folder / std::to_string(++games);
    std::filesystem::create_directory(boards);
    const auto board = zipped({{"LOSData", board_.los_data()}});
    folder.file(std::to_string(games) + "/bd77", {reinterpret_cast<const char*>(board.data()), board.size()});
    return "--boards " + boards + " --save " + folder.file(std::to_string(games) + ".vsav", game_file(commands)) + " ";
  }

 private:
  PaintedBoard board_{33, 10};
  std::vector<std::string> commands_{};
  std::string more_{};
  int pieces_ = 0;
  bool turned_ = false;
};

}  // namespace boxcars::test
