#include "model/rules/hex_grid.hpp"

#include <algorithm>
#include <array>
#include <cassert>
#include <cstdlib>

#include "model/core/numbers.hpp"

namespace boxcars::model {
namespace {

constexpr int letters = 26;

bool is_second_column(Hex hex) { return hex.column % 2 == 1; }  // B, D, ..., half a hex higher than A, C, ...
bool is_direction(int number) { return 1 <= number && number <= 6; }

}  // namespace

std::string column_name(int column) {
  const auto letter = static_cast<char>('A' + column % letters);
  return std::string(static_cast<std::size_t>(column / letters + 1), letter);
}

std::string to_string(Hex hex) { return column_name(hex.column) + std::to_string(hex.row); }

std::optional<Hex> read_hex(std::string_view text) {
  constexpr std::size_t longest = 4;  // of the letters, and of the number
  const auto digits = text.find_first_of("0123456789");
  if (digits == std::string_view::npos || digits == 0 || digits > longest || text.size() - digits > longest) return std::nullopt;
  const auto upper = [](char c) { return 'a' <= c && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c; };
  const char letter = upper(text[0]);
  if (letter < 'A' || letter > 'Z') return std::nullopt;
  for (const char c : text.substr(0, digits)) {
    if (upper(c) != letter) return std::nullopt;
  }
  const std::string_view number = text.substr(digits);
  const auto row = whole_number(number);
  if (!row || (number.size() > 1 && number[0] == '0')) return std::nullopt;
  return Hex{letter - 'A' + letters * (static_cast<int>(digits) - 1), *row};
}

std::optional<int> read_direction(std::string_view text) {
  const auto direction = whole_number(text);
  return direction && is_direction(*direction) ? direction : std::nullopt;
}

Hex neighbor(Hex hex, int direction) {
  assert(is_direction(direction));
  struct Step {
    int column;
    int row;  // from a column A, C, ...; from the others one more, if the column changes
  };
  static constexpr std::array<Step, 6> steps{{{0, -1}, {+1, -1}, {+1, 0}, {0, +1}, {-1, 0}, {-1, -1}}};
  const Step step = steps[static_cast<std::size_t>(direction - 1)];
  return {hex.column + step.column, hex.row + step.row + (step.column != 0 && is_second_column(hex) ? 1 : 0)};
}

int distance(Hex from, Hex to) {
  // Rows in half hexes: a step to another column is half a row up or down, too.
  const auto halves = [](Hex hex) { return 2 * hex.row - (is_second_column(hex) ? 0 : 1); };
  const int columns = std::abs(from.column - to.column), rows = std::abs(halves(from) - halves(to));
  return columns + std::max(0, (rows - columns) / 2);
}

Cell Grid::cell(Hex hex) const { return {hex.column - first_column, hex.row - first_row - (is_second_column(hex) ? 0 : 1)}; }

Hex Grid::hex(Cell cell) const {
  const int column = first_column + cell.column;
  return {column, first_row + cell.row + (is_second_column({column, 0}) ? 0 : 1)};
}

bool Grid::has(Hex hex) const {
  return first_column <= hex.column && hex.column < end_column() && first_row + (is_second_column(hex) ? 0 : 1) <= hex.row &&
         hex.row < end_row();
}

}  // namespace boxcars::model
