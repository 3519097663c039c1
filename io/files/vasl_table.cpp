#include "io/files/vasl_table.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <memory>
#include <optional>
#include <string_view>
#include <utility>

#include "io/files/board_file.hpp"
#include "model/core/bad_input.hpp"
#include "model/core/choices.hpp"
#include "model/core/numbers.hpp"
#include "model/rules/at_the_table.hpp"
#include "model/rules/battlefield.hpp"
#include "model/rules/los_terrain.hpp"

namespace boxcars::io {
namespace {

using model::BadInput;
using model::Grid;

constexpr std::size_t most_boards_with_pictures = 16;
constexpr double most_off = 4;  // pixels that a cut lies beside the hexes

// BoardPart of a board, in hexes, as it lies.
struct BoardPart {
  std::size_t board = 0;  // of the save's
  int first_column = 0, first_row = 0, columns = geomorphic_columns, rows = geomorphic_rows;
  bool reversed = false;
  int left_column() const { return reversed ? first_column + columns - 1 : first_column; }
  int right_column() const { return reversed ? first_column : first_column + columns - 1; }
};
using BoardParts = std::vector<std::vector<BoardPart>>;

[[noreturn]] void refuse_boards(const std::string& why) {
  throw BadInput("the save's boards cannot be placed (" + why + "); give a {board} and who fires at whom by hand");
}

int whole_hexes(int pixels, double size, const std::string& board) {
  const double hexes = pixels / size;
  if (std::abs(hexes - std::round(hexes)) * size > most_off) refuse_boards(board + " is cut beside its hexes");
  return static_cast<int>(std::lround(hexes));
}

BoardPart part_of(const SavedBoard& board, std::size_t number) {
  BoardPart part{.board = number, .reversed = board.reversed};
  part.first_column = whole_hexes(board.left.value_or(0), model::standard_hex_width, board.name);
  part.first_row = whole_hexes(board.top.value_or(0), model::standard_hex_height, board.name);
  const int columns_left = geomorphic_columns - part.first_column, rows_left = geomorphic_rows - part.first_row;
  part.columns = board.width ? whole_hexes(*board.width, model::standard_hex_width, board.name) + 1 : columns_left;
  part.rows = board.height ? whole_hexes(*board.height, model::standard_hex_height, board.name) : rows_left;
  part.columns = std::min(part.columns, columns_left), part.rows = std::min(part.rows, rows_left);
  if (part.columns < 2 || part.rows < 1) refuse_boards("nothing is left of " + board.name);
  return part;
}

BoardParts parts_of(const SavedGame& game) {
  if (game.boards.empty()) throw BadInput("a save without boards (nothing lies on one); give one of a game");
  std::size_t rows = 0, columns = 0;
  for (const SavedBoard& board : game.boards) {
    rows = std::max(rows, static_cast<std::size_t>(board.row) + 1);
    columns = std::max(columns, static_cast<std::size_t>(board.column) + 1);
  }
  if (rows * columns != game.boards.size()) refuse_boards("they fill no rectangle");
  std::vector<std::vector<std::optional<BoardPart>>> found(rows, std::vector<std::optional<BoardPart>>(columns));
  for (std::size_t i = 0; i < game.boards.size(); ++i) {
    auto& there = found[static_cast<std::size_t>(game.boards[i].row)][static_cast<std::size_t>(game.boards[i].column)];
    if (there) refuse_boards("two lie on one place");
    there = part_of(game.boards[i], i);
  }
  BoardParts parts;
  for (const auto& row : found) {
    parts.emplace_back();
    for (const auto& part : row) parts.back().push_back(part.value_or(BoardPart{}));
  }
  return parts;
}

bool begins_low(const BoardParts& parts) {
  return std::all_of(parts.begin(), parts.end(), [](const auto& row) { return row.front().left_column() % 2 == 0; });
}

// By 180 degrees.
void turn(BoardParts& parts) {
  std::reverse(parts.begin(), parts.end());
  for (auto& row : parts) {
    std::reverse(row.begin(), row.end());
    for (BoardPart& part : row) part.reversed = !part.reversed;
  }
}

// So that the first column begins half a hex lower than the second, and columns meet as they do on a table.
void require_lawful(BoardParts& parts, const SavedGame& game) {
  const bool all_are_turned = std::all_of(game.boards.begin(), game.boards.end(), [](const SavedBoard& board) { return board.reversed; });
  if (all_are_turned || !begins_low(parts)) turn(parts);
  if (!begins_low(parts)) turn(parts);
  if (!begins_low(parts)) refuse_boards("both edges begin with half a hex more");
  for (const auto& row : parts) {
    int columns = 0;
    for (const BoardPart& part : row) {
      if (part.first_column % 2 != 0) refuse_boards(game.boards[part.board].name + " is cut between an A and a B");
      if (part.left_column() % 2 != 0) refuse_boards(game.boards[part.board].name + " does not fit the one beside it");
      if (part.rows != row.front().rows) refuse_boards("boards side by side are not equally high");
      columns += part.columns - 1;
    }
    int first_columns = 0;
    for (const BoardPart& part : parts.front()) first_columns += part.columns - 1;
    if (columns != first_columns) refuse_boards("rows of boards are not equally wide");
  }
}

// What rules call terrain, and VASL's codes do.
std::optional<std::uint8_t> code_of(std::string_view name) {
  for (const model::LosTerrain& terrain : model::los_terrains()) {
    if (model::same_word(terrain.name, name)) return terrain.code;
  }
  return std::nullopt;
}

struct SavedRule {
  std::string_view name, from, to;
};
// Whose names do not say it by themselves.
constexpr std::array<SavedRule, 23> saved_rules{{{"BrushToOpenGround", "brush", "open ground"},
                                                 {"MarshToOpenGround", "marsh", "open ground"},
                                                 {"SwampToMarsh", "swamp", "marsh"},
                                                 {"FloodedStreams", "shallow stream", "flooded stream"},
                                                 {"DryStreams", "shallow stream", "dry stream"},
                                                 {"OrchardOutOfSeason", "orchard", "orchard, out of season"},
                                                 {"NoGrain", "grain", "open ground"},
                                                 {"HedgesToOG", "hedge", "open ground"},
                                                 {"NoHedges", "hedge", "open ground"},
                                                 {"WallsToOG", "wall", "open ground"},
                                                 {"NoWalls", "wall", "open ground"},
                                                 {"PlowedFields", "grain", "plowed field"},
                                                 {"RiverToValley", "river", "open ground"},
                                                 {"PondToValley", "water", "open ground"},
                                                 {"NoCliffs", "cliff", "open ground"},
                                                 {"WallsToBocage", "wall", "bocage"},
                                                 {"HedgesToBocage", "hedge", "bocage"},
                                                 {"LightWoods", "woods", "light woods"},
                                                 {"CragsToOrchard", "crags", "orchard"},
                                                 {"CragsToShellholes", "crags", "shellholes"},
                                                 {"StoneToGutted", "stone building", "gutted stone building"},
                                                 {"StoneToGutted1", "stone building, level 1", "gutted stone building, level 1"},
                                                 {"StoneToGutted2", "stone building, level 2", "gutted stone building, level 2"}}};
// That change nothing that lines of sight or TEM are about.
constexpr std::array<std::string_view, 13> rules_without_effect{{"NoWhiteHexIDs", "AllPaved", "AllDirt", "AllStone", "AllWood",
                                                                 "StreamsToGullies", "GulliesToStreams", "NoHillNums", "WallsOnly",
                                                                 "DTOtoETO", "Mud", "Winter", "NoRoads"}};

// "Level_1", of WoodsToLevel_1.
std::optional<int> level_of(std::string_view word) {
  constexpr std::string_view begins = "Level";
  if (!word.starts_with(begins)) return std::nullopt;
  word.remove_prefix(begins.size());
  const bool below = word.starts_with('_');
  if (below) word.remove_prefix(1);
  const auto level = model::whole_number(word);
  if (!level || *level < 0 || *level > 10) return std::nullopt;
  return below ? -*level : *level;
}

std::optional<std::uint8_t> plain_terrain(std::string_view word) {
  constexpr std::array<std::string_view, 4> known{"Woods", "Brush", "Grain", "Marsh"};
  return std::find(known.begin(), known.end(), word) != known.end() ? code_of(word) : std::nullopt;
}

template <class Change>
bool change_all(model::Raster& raster, Change change) {
  for (model::Pixel& pixel : raster.pixels) change(pixel);
  return true;
}

bool change_terrain(model::Raster& raster, std::uint8_t from, std::uint8_t to) {
  return change_all(raster, [from, to](model::Pixel& pixel) { pixel.terrain = pixel.terrain == from ? to : pixel.terrain; });
}

std::string missing_note(const std::vector<std::string>& missing) {
  return model::files_of_boards(missing) + (missing.size() == 1 ? " is" : " are") +
         " not here (VASL keeps them in its boards folder: --boards DIR), so LOS, Hindrance and terrain are not looked at";
}

// The pictures of all boards, as they lie; which are missing.
std::vector<std::vector<PlacedFile>> read_parts(const BoardParts& parts, const SavedGame& game, const std::vector<std::string>& folders,
                                                const std::function<void(const std::string&)>& found, std::vector<std::string>& missing,
                                                std::vector<std::string>& notes) {
  std::vector<std::vector<PlacedFile>> placed;
  for (const auto& row : parts) {
    placed.emplace_back();
    for (const BoardPart& part : row) {
      const SavedBoard& saved = game.boards[part.board];
      Board board;
      try {
        const std::string file = find_board(saved.name, folders);
        found(file);
        board = read_board(file);
      } catch (const BadInput&) {
        missing.push_back(saved.name);
        continue;
      }
      const Grid whole = board.map.grid;
      if (!board.map.raster || whole.columns != geomorphic_columns || whole.rows != geomorphic_rows || whole.first_column != 0 ||
          whole.first_row != 0) {
        missing.push_back(saved.name);
        continue;
      }
      model::Raster raster = *board.map.raster;
      for (const std::string& rule : saved.rules) {
        if (!change_by_rule(raster, rule)) notes.push_back(saved.name + ": what the SSR " + rule + " changes is not known here");
      }
      raster = cut_out(raster, part.first_column, part.first_row, part.columns, part.rows);
      board.map.grid = {part.columns, part.rows, part.first_column, part.first_row};
      draw(board.map, std::make_shared<const model::Raster>(std::move(raster)));
      placed.back().push_back({std::move(board), saved.name + (part.reversed ? "r" : ""), part.reversed});
    }
  }
  return placed;
}

// Hexes only.
model::HexMap without_pictures(const BoardParts& parts, const SavedGame& game) {
  model::HexMap map;
  map.tells_ground = false;
  int top = 0;
  for (const auto& row : parts) {
    int left = 0;
    for (const BoardPart& part : row) {
      const Grid grid{part.columns, part.rows, part.first_column, part.first_row};
      map.boards.push_back({game.boards[part.board].name, grid, part.reversed, left, top});
      left += part.columns - 1;
    }
    map.grid.columns = left + 1;
    top += row.front().rows;
  }
  map.grid.rows = top;
  return map;
}

// Numbers of the table's boards, row by row, by those of the save's.
std::vector<std::size_t> placed_at(const SavedGame& game) {
  BoardParts parts = parts_of(game);
  require_lawful(parts, game);
  std::vector<std::size_t> at(game.boards.size());
  std::size_t number = 0;
  for (const auto& row : parts) {
    for (const BoardPart& part : row) at[part.board] = number++;
  }
  return at;
}

}  // namespace

bool change_by_rule(model::Raster& raster, std::string_view rule) {
  if (std::find(rules_without_effect.begin(), rules_without_effect.end(), rule) != rules_without_effect.end()) return true;
  if (rule == "NoStairwells") return std::fill(raster.stairwells.begin(), raster.stairwells.end(), std::uint8_t{0}), true;
  const auto known = std::find_if(saved_rules.begin(), saved_rules.end(), [&](const SavedRule& row) { return row.name == rule; });
  if (known != saved_rules.end()) {
    const auto from = code_of(known->from), to = code_of(known->to);
    return from && to && change_terrain(raster, *from, *to);
  }
  const auto between = rule.find("To");
  if (between == std::string_view::npos) return false;
  const std::string_view before = rule.substr(0, between), behind = rule.substr(between + 2);
  const auto from_level = level_of(before), to_level = level_of(behind);
  const auto from = plain_terrain(before), to = plain_terrain(behind);
  if (from && to) return change_terrain(raster, *from, *to);
  if (from && to_level)
    return change_all(raster, [&](model::Pixel& pixel) {
      if (pixel.terrain == *from) pixel = {model::los_codes::open_ground, static_cast<std::int8_t>(*to_level)};
    });
  if (from_level && to)
    return change_all(raster, [&](model::Pixel& pixel) {
      if (pixel.elevation == *from_level) pixel = {*to, 0};
    });
  if (from_level && to_level)
    return change_all(raster, [&](model::Pixel& pixel) {
      if (pixel.elevation == *from_level) pixel.elevation = static_cast<std::int8_t>(*to_level);
    });
  return false;
}

Board table_of(SavedGame& game, const std::vector<std::string>& folders, const std::function<void(const std::string&)>& found) {
  BoardParts parts = parts_of(game);
  require_lawful(parts, game);
  std::vector<std::string> missing, notes;
  Board board;
  if (game.boards.size() <= most_boards_with_pictures) {
    auto placed = read_parts(parts, game, folders, found, missing, notes);
    if (missing.empty()) board = placed_boards(placed);
  } else {
    notes.emplace_back("so many boards are not looked at: LOS, Hindrance and terrain are not known");
  }
  if (!missing.empty()) notes = {missing_note(missing)};
  if (!board.map.raster) board.map = without_pictures(parts, game), board.map.missing_boards = missing;
  board.notes.insert(board.notes.end(), notes.begin(), notes.end());
  const auto at = placed_at(game);
  for (SavedPiece& piece : game.pieces) piece.at = on_table(board.map.boards[at[piece.board]], board.map.grid, piece.printed);
  return board;
}

std::vector<model::UnknownGround> unknown_ground(const SavedGame& game, const model::HexMap& table) {
  constexpr int farthest = 2;  // how far from those two hexes an overlay of several may reach
  std::vector<model::UnknownGround> unknown;
  const auto at = placed_at(game);
  for (std::size_t i = 0; i < game.boards.size(); ++i) {
    for (const Covered& covered : game.boards[i].covered) {
      const auto hex = on_table(table.boards[at[i]], table.grid, covered.hex);
      if (!hex) continue;
      const std::string why = "an overlay (" + game.boards[i].overlays[covered.overlay] + ")";
      for (int column = hex->column - farthest; column <= hex->column + farthest; ++column) {
        for (int row = hex->row - farthest; row <= hex->row + farthest; ++row) {
          const model::Hex there{column, row};
          const int away = distance(*hex, there);
          if (table.grid.has(there) && away <= (covered.alone ? 0 : farthest)) unknown.push_back({there, why, away == 0});
        }
      }
    }
  }
  return unknown;
}

}  // namespace boxcars::io
