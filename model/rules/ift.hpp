#pragma once

#include <cassert>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "model/core/facts.hpp"

namespace boxcars::model {

/// A cell of the Infantry Fire Table (A7.3): #KIA, K/#, #MC (NMC is number 0; below it under WP, A24.31), PTC or no effect.
struct IftResult {
  enum class Kind : std::uint8_t { none, PTC, MC, K, KIA };
  Kind kind = Kind::none;
  int number = 0;
  auto operator<=>(const IftResult&) const = default;
};

constexpr bool is_kia(IftResult result) { return result.kind == IftResult::Kind::KIA; }
/// How many units it selects at random (A.9): a #KIA so many, a K/# one, others none (A7.301-.302).
constexpr int selected_by(IftResult result) { return is_kia(result) ? result.number : result.kind == IftResult::Kind::K ? 1 : 0; }

/// A result in one byte, for states; no effect is 0. Numbers are -8 to 7.
constexpr std::uint8_t packed(IftResult result) {
  assert(-8 <= result.number && result.number <= 7);
  return static_cast<std::uint8_t>(static_cast<int>(result.kind) * 16 + (result.number & 15));
}
constexpr IftResult unpacked(std::uint8_t result) { return {static_cast<IftResult::Kind>(result / 16), ((result & 15) ^ 8) - 8}; }

/// As printed on the table: "3KIA", "K/2", "1MC", "NMC", "PTC", "-".
std::string to_string(const IftResult& result);

/// The table, or the Incremental one (A7.37): its columns are behind the others.
enum class IftTable : std::uint8_t { ift, iift };
inline constexpr std::string_view iift_help = "use the Incremental IFT (A7.37)";
constexpr IftTable table_if(bool incremental) { return incremental ? IftTable::iift : IftTable::ift; }

/// The columns of the table, 0 (1 FP) to 10 (36+ FP); those of the Incremental one, 1, 1.5, 2, ..., 5, 6, ..., 36+.
inline constexpr int ift_columns = 11, iift_columns = 40;
constexpr bool is_incremental(int column) { return column >= ift_columns; }
constexpr bool is_last_column(int column) { return column + 1 == ift_columns || column + 1 == ift_columns + iift_columns; }

/// The firepower that heads a column, and without its fraction.
double firepower_at(int column);
int column_firepower(int column);
/// As it is printed: "4", "4.5".
std::string column_head(int column);

/// The rightmost column that is not above `firepower` (A7.3); none below 1 FP.
std::optional<int> column_for_firepower(double firepower, IftTable table = IftTable::ift);

/// The column of HE of this calibre in mm (C.7, A7.371): the rightmost one whose calibre is not above it; none below 20mm.
std::optional<int> column_for_caliber(int millimetres, IftTable table = IftTable::ift);

/// So many columns to the left, -1 if there are not so many: from an incremental one first to the column of the IFT that is not above it
/// (A7.371).
int columns_left(int column, int count);

/// The cell for a Final DR; below 0 it counts as 0, above 15 as 15 (A7.3).
IftResult ift_result(int column, int final_dr);

/// The result of an attack with this Original DR: cowering firers shift `cowering_columns` to the left on doubles (A7.9), and off the
/// left edge there is no effect.
struct IftAttack {
  int column = 0;
  int drm = 0;
  int cowering_columns = 0;
  bool operator==(const IftAttack&) const = default;
};
IftResult resolve(const IftAttack& attack, int original_dr, bool doubles);

/// Every result that the attack can have, worst first, each once; on an Original 2 it may be another attack, and from `malfunctions_from`
/// on there is none.
std::vector<IftResult> possible_results(const IftAttack& attack, const std::optional<IftAttack>& on_original_2 = {},
                                        int malfunctions_from = 13);

/// An event of each result: "IFT 1KIA", if `what` is "IFT ".
std::map<IftResult, EventId> events_of(const std::vector<IftResult>& results, const std::string& what, Facts& facts);

}  // namespace boxcars::model
