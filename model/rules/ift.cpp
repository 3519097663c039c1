#include "model/rules/ift.hpp"

#include <algorithm>
#include <array>
#include <cassert>
#include <functional>
#include <span>
#include <string_view>

#include "model/core/dice.hpp"
#include "model/core/numbers.hpp"

namespace boxcars::model {
namespace {

constexpr std::array<int, ift_columns> firepower_of_column{1, 2, 4, 6, 8, 12, 16, 20, 24, 30, 36};
constexpr std::array<int, ift_columns> caliber_of_column{20, 30, 37, 50, 60, 70, 80, 100, 120, 150, 200};  // C.7, mm

// clang-format off
// A7.3: a row for each Final DR, 0 (or less) to 15 (or more), under the columns 1 to 36+.
constexpr std::array<std::array<std::string_view, ift_columns>, 16> ift_table{{
    //        1       2       4       6       8      12      16      20      24      30      36
    /* 0*/ {"1KIA", "2KIA", "2KIA", "3KIA", "3KIA", "3KIA", "4KIA", "4KIA", "5KIA", "6KIA", "7KIA"},
    /* 1*/ {"K/1",  "1KIA", "1KIA", "2KIA", "2KIA", "2KIA", "3KIA", "3KIA", "4KIA", "5KIA", "6KIA"},
    /* 2*/ {"1MC",  "K/1",  "K/2",  "1KIA", "1KIA", "1KIA", "2KIA", "2KIA", "3KIA", "4KIA", "5KIA"},
    /* 3*/ {"1MC",  "1MC",  "2MC",  "K/2",  "K/2",  "K/3",  "1KIA", "1KIA", "2KIA", "3KIA", "4KIA"},
    /* 4*/ {"NMC",  "1MC",  "1MC",  "2MC",  "2MC",  "3MC",  "K/3",  "K/4",  "1KIA", "2KIA", "3KIA"},
    /* 5*/ {"PTC",  "NMC",  "1MC",  "1MC",  "2MC",  "2MC",  "3MC",  "4MC",  "K/4",  "1KIA", "2KIA"},
    /* 6*/ {"-",    "PTC",  "NMC",  "1MC",  "1MC",  "2MC",  "2MC",  "3MC",  "4MC",  "K/4",  "1KIA"},
    /* 7*/ {"-",    "-",    "PTC",  "NMC",  "1MC",  "1MC",  "2MC",  "2MC",  "3MC",  "4MC",  "K/4"},
    /* 8*/ {"-",    "-",    "-",    "PTC",  "NMC",  "1MC",  "1MC",  "2MC",  "2MC",  "3MC",  "4MC"},
    /* 9*/ {"-",    "-",    "-",    "-",    "PTC",  "NMC",  "1MC",  "1MC",  "2MC",  "2MC",  "3MC"},
    /*10*/ {"-",    "-",    "-",    "-",    "-",    "PTC",  "NMC",  "1MC",  "1MC",  "2MC",  "2MC"},
    /*11*/ {"-",    "-",    "-",    "-",    "-",    "-",    "PTC",  "NMC",  "1MC",  "1MC",  "2MC"},
    /*12*/ {"-",    "-",    "-",    "-",    "-",    "-",    "-",    "PTC",  "NMC",  "1MC",  "1MC"},
    /*13*/ {"-",    "-",    "-",    "-",    "-",    "-",    "-",    "-",    "PTC",  "NMC",  "1MC"},
    /*14*/ {"-",    "-",    "-",    "-",    "-",    "-",    "-",    "-",    "-",    "PTC",  "NMC"},
    /*15*/ {"-",    "-",    "-",    "-",    "-",    "-",    "-",    "-",    "-",    "-",    "PTC"},
}};

// A7.37: the same rows, under the columns 1, 1.5, 2, 2.5, 3, 3.5, 4, 4.5, 5, 6, ..., 36+.
constexpr std::array<std::array<std::string_view, iift_columns>, 16> iift_table{{
    /* 0*/ {"1KIA", "1KIA", "2KIA", "2KIA", "2KIA", "2KIA", "2KIA", "2KIA", "2KIA", "3KIA", "3KIA", "3KIA", "3KIA", "3KIA", "3KIA", "3KIA", "3KIA", "3KIA", "4KIA", "4KIA",
            "4KIA", "4KIA", "4KIA", "4KIA", "4KIA", "4KIA", "5KIA", "5KIA", "5KIA", "5KIA", "5KIA", "5KIA", "5KIA", "6KIA", "6KIA", "6KIA", "6KIA", "6KIA", "6KIA", "7KIA"},
    /* 1*/ {"K/1", "K/1", "1KIA", "1KIA", "1KIA", "1KIA", "1KIA", "1KIA", "1KIA", "2KIA", "2KIA", "2KIA", "2KIA", "2KIA", "2KIA", "2KIA", "2KIA", "2KIA", "3KIA", "3KIA",
            "3KIA", "3KIA", "3KIA", "3KIA", "3KIA", "3KIA", "4KIA", "4KIA", "4KIA", "4KIA", "4KIA", "4KIA", "4KIA", "5KIA", "5KIA", "5KIA", "5KIA", "5KIA", "5KIA", "6KIA"},
    /* 2*/ {"1MC", "K/1", "K/1", "K/2", "K/2", "K/2", "K/2", "K/2", "K/2", "1KIA", "1KIA", "1KIA", "1KIA", "1KIA", "1KIA", "1KIA", "1KIA", "1KIA", "2KIA", "2KIA",
            "2KIA", "2KIA", "2KIA", "2KIA", "2KIA", "2KIA", "3KIA", "3KIA", "3KIA", "3KIA", "3KIA", "3KIA", "4KIA", "4KIA", "4KIA", "4KIA", "4KIA", "4KIA", "4KIA", "5KIA"},
    /* 3*/ {"1MC", "1MC", "1MC", "2MC", "2MC", "2MC", "2MC", "2MC", "2MC", "K/2", "K/2", "K/2", "K/3", "K/3", "K/3", "K/3", "K/3", "K/3", "1KIA", "1KIA",
            "1KIA", "1KIA", "1KIA", "1KIA", "1KIA", "1KIA", "2KIA", "2KIA", "2KIA", "2KIA", "2KIA", "2KIA", "3KIA", "3KIA", "3KIA", "3KIA", "3KIA", "3KIA", "3KIA", "4KIA"},
    /* 4*/ {"NMC", "NMC", "1MC", "1MC", "1MC", "1MC", "1MC", "2MC", "2MC", "2MC", "2MC", "2MC", "3MC", "3MC", "3MC", "3MC", "3MC", "3MC", "K/3", "K/3",
            "K/3", "K/4", "K/4", "K/4", "K/4", "1KIA", "1KIA", "1KIA", "1KIA", "1KIA", "1KIA", "1KIA", "2KIA", "2KIA", "2KIA", "2KIA", "2KIA", "2KIA", "3KIA", "3KIA"},
    /* 5*/ {"PTC", "PTC", "NMC", "NMC", "NMC", "NMC", "1MC", "1MC", "1MC", "1MC", "2MC", "2MC", "2MC", "2MC", "2MC", "2MC", "3MC", "3MC", "3MC", "3MC",
            "3MC", "4MC", "4MC", "4MC", "4MC", "K/4", "K/4", "K/4", "K/4", "K/4", "K/4", "K/4", "1KIA", "1KIA", "1KIA", "1KIA", "1KIA", "1KIA", "2KIA", "2KIA"},
    /* 6*/ {"-", "-", "PTC", "PTC", "PTC", "NMC", "NMC", "NMC", "NMC", "1MC", "1MC", "1MC", "1MC", "1MC", "1MC", "2MC", "2MC", "2MC", "2MC", "2MC",
            "2MC", "3MC", "3MC", "3MC", "3MC", "4MC", "4MC", "4MC", "4MC", "4MC", "4MC", "K/4", "K/4", "K/4", "K/4", "K/4", "K/4", "K/4", "1KIA", "1KIA"},
    /* 7*/ {"-", "-", "-", "-", "PTC", "PTC", "PTC", "PTC", "PTC", "NMC", "NMC", "1MC", "1MC", "1MC", "1MC", "1MC", "1MC", "2MC", "2MC", "2MC",
            "2MC", "2MC", "2MC", "2MC", "3MC", "3MC", "3MC", "3MC", "3MC", "3MC", "4MC", "4MC", "4MC", "4MC", "4MC", "4MC", "4MC", "K/4", "K/4", "K/4"},
    /* 8*/ {"-", "-", "-", "-", "-", "-", "-", "-", "PTC", "PTC", "PTC", "NMC", "NMC", "NMC", "1MC", "1MC", "1MC", "1MC", "1MC", "1MC",
            "2MC", "2MC", "2MC", "2MC", "2MC", "2MC", "2MC", "2MC", "2MC", "3MC", "3MC", "3MC", "3MC", "3MC", "3MC", "3MC", "4MC", "4MC", "4MC", "4MC"},
    /* 9*/ {"-", "-", "-", "-", "-", "-", "-", "-", "-", "-", "PTC", "PTC", "PTC", "PTC", "NMC", "NMC", "NMC", "NMC", "NMC", "1MC",
            "1MC", "1MC", "1MC", "1MC", "2MC", "2MC", "2MC", "2MC", "2MC", "2MC", "2MC", "2MC", "2MC", "2MC", "2MC", "3MC", "3MC", "3MC", "3MC", "3MC"},
    /*10*/ {"-", "-", "-", "-", "-", "-", "-", "-", "-", "-", "-", "-", "-", "PTC", "PTC", "PTC", "PTC", "PTC", "PTC", "NMC",
            "NMC", "NMC", "NMC", "1MC", "1MC", "1MC", "1MC", "1MC", "2MC", "2MC", "2MC", "2MC", "2MC", "2MC", "2MC", "2MC", "2MC", "2MC", "2MC", "2MC"},
    /*11*/ {"-", "-", "-", "-", "-", "-", "-", "-", "-", "-", "-", "-", "-", "-", "-", "-", "-", "-", "PTC", "PTC",
            "PTC", "PTC", "NMC", "NMC", "NMC", "NMC", "NMC", "1MC", "1MC", "1MC", "1MC", "1MC", "1MC", "1MC", "1MC", "2MC", "2MC", "2MC", "2MC", "2MC"},
    /*12*/ {"-", "-", "-", "-", "-", "-", "-", "-", "-", "-", "-", "-", "-", "-", "-", "-", "-", "-", "-", "-",
            "-", "-", "PTC", "PTC", "PTC", "PTC", "PTC", "NMC", "NMC", "NMC", "NMC", "NMC", "NMC", "1MC", "1MC", "1MC", "1MC", "1MC", "1MC", "1MC"},
    /*13*/ {"-", "-", "-", "-", "-", "-", "-", "-", "-", "-", "-", "-", "-", "-", "-", "-", "-", "-", "-", "-",
            "-", "-", "-", "-", "-", "-", "-", "PTC", "PTC", "PTC", "PTC", "NMC", "NMC", "NMC", "NMC", "NMC", "NMC", "1MC", "1MC", "1MC"},
    /*14*/ {"-", "-", "-", "-", "-", "-", "-", "-", "-", "-", "-", "-", "-", "-", "-", "-", "-", "-", "-", "-",
            "-", "-", "-", "-", "-", "-", "-", "-", "-", "-", "PTC", "PTC", "PTC", "PTC", "PTC", "PTC", "NMC", "NMC", "NMC", "NMC"},
    /*15*/ {"-", "-", "-", "-", "-", "-", "-", "-", "-", "-", "-", "-", "-", "-", "-", "-", "-", "-", "-", "-",
            "-", "-", "-", "-", "-", "-", "-", "-", "-", "-", "-", "-", "-", "-", "PTC", "PTC", "PTC", "PTC", "PTC", "PTC"},
}};
constexpr std::array<int, 26> iift_calibers{20, 25, 30, 37, 45, 50, 57, 60, 65, 70, 75, 80, 85, 88, 95, 100, 105, 107, 120, 128, 140, 150, 160, 170, 183, 200};
constexpr std::array<double, 26> iift_of_caliber{1, 1.5, 2, 4, 5, 6, 7, 8, 10, 12, 14, 16, 17, 18, 19, 20, 21, 22, 24, 26, 28, 30, 31, 32, 34, 36};
// clang-format on

// The column of the Incremental table by its place in it.
constexpr double incremental_firepower(int place) {
  constexpr int halves = 9;  // 1, 1.5, ..., 5
  return place < halves ? 1 + place / 2.0 : place - 3;
}

constexpr IftResult cell(std::string_view text) {
  using enum IftResult::Kind;
  if (text == "-") return {none, 0};
  if (text == "PTC") return {PTC, 0};
  if (text == "NMC") return {MC, 0};
  if (text.starts_with("K/")) return {K, text[2] - '0'};
  return {text.ends_with("KIA") ? KIA : MC, text[0] - '0'};
}

constexpr auto cells = [] {
  std::array<std::array<IftResult, ift_columns + iift_columns>, 16> parsed{};
  for (std::size_t row = 0; row < parsed.size(); ++row) {
    for (std::size_t column = 0; column < ift_columns; ++column) parsed[row][column] = cell(ift_table[row][column]);
    for (std::size_t column = 0; column < iift_columns; ++column) parsed[row][ift_columns + column] = cell(iift_table[row][column]);
  }
  return parsed;
}();

template <class Number>
std::optional<int> rightmost_not_above(std::span<const int> heads, Number number) {
  const auto above = std::find_if(heads.begin(), heads.end(), [&](int head) { return head > number; });
  if (above == heads.begin()) return std::nullopt;
  return static_cast<int>(above - heads.begin()) - 1;
}

}  // namespace

std::string to_string(const IftResult& result) {
  using enum IftResult::Kind;
  const std::string number = std::to_string(result.number);
  switch (result.kind) {
    case none:
      return "-";
    case PTC:
      return "PTC";
    case MC:
      return result.number <= 0 ? "NMC" : number + "MC";
    case K:
      return "K/" + number;
    case KIA:
      return number + "KIA";
  }
  return {};
}

double firepower_at(int column) {
  if (is_incremental(column)) return incremental_firepower(column - ift_columns);
  return firepower_of_column.at(static_cast<std::size_t>(column));
}

int column_firepower(int column) { return static_cast<int>(firepower_at(column)); }

std::string column_head(int column) {
  const int whole = column_firepower(column);
  return std::to_string(whole) + (firepower_at(column) > whole ? ".5" : "");
}

std::optional<int> column_for_firepower(double firepower, IftTable table) {
  if (table == IftTable::ift) return rightmost_not_above(firepower_of_column, firepower);
  if (firepower < 1) return std::nullopt;
  int column = ift_columns;
  while (!is_last_column(column) && firepower_at(column + 1) <= firepower) ++column;
  return column;
}

std::optional<int> column_for_caliber(int millimetres, IftTable table) {
  if (table == IftTable::ift) return rightmost_not_above(caliber_of_column, millimetres);
  const auto row = rightmost_not_above(iift_calibers, millimetres);
  return row ? column_for_firepower(iift_of_caliber[index(*row)], table) : std::nullopt;
}

int columns_left(int column, int count) {
  if (count == 0) return column;
  const int standard = is_incremental(column) ? column_for_firepower(firepower_at(column)).value_or(0) : column;
  return std::max(-1, standard - count);
}

IftResult ift_result(int column, int final_dr) {
  const auto row = static_cast<std::size_t>(std::clamp(final_dr, 0, 15));
  return cells[row].at(static_cast<std::size_t>(column));
}

IftResult resolve(const IftAttack& attack, int original_dr, bool doubles) {
  const int column = columns_left(attack.column, doubles ? attack.cowering_columns : 0);
  if (column < 0) return {};
  return ift_result(column, original_dr + attack.drm);
}

std::vector<IftResult> possible_results(const IftAttack& attack, const std::optional<IftAttack>& on_original_2, int malfunctions_from) {
  std::vector<IftResult> results;
  for (int face = 0; face < 36; ++face) {
    const Roll roll = Throw{Dice::DR}.roll(face);
    if (roll.sum() >= malfunctions_from) continue;
    results.push_back(resolve(roll.sum() == 2 ? on_original_2.value_or(attack) : attack, roll.sum(), roll.doubles()));
  }
  std::sort(results.begin(), results.end(), std::greater{});
  results.erase(std::unique(results.begin(), results.end()), results.end());
  return results;
}

std::map<IftResult, EventId> events_of(const std::vector<IftResult>& results, const std::string& what, Facts& facts) {
  std::map<IftResult, EventId> events;
  for (const IftResult& result : results) events.emplace(result, facts.event(what + to_string(result)));
  return events;
}

}  // namespace boxcars::model
