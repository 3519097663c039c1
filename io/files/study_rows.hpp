#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "io/files/sqlite.hpp"
#include "sim/run/compiled_model.hpp"
#include "sim/run/fingerprint.hpp"

namespace boxcars::io {

/// A row of batches of a point, as it stands in a store.
struct BatchesRow {
  sim::BatchRange range{};
  std::uint64_t trials = 0;
  std::string counts{};
};

/// A point as its rows in a store are: its own, and those of its batches in order.
struct PointRows {
  std::int64_t point = 0;
  std::string question{};
  std::string seed{};
  std::int64_t names = 0;
  bool finished = false;
  std::optional<std::string> fingerprint{};
  std::int64_t states = 0;
  double truncated_mass = 0;
  std::optional<std::string> odds{};
  std::vector<BatchesRow> batches{};
  std::uint64_t checksum = 0;  ///< as it is kept beside them; 0 in a store without checksums
};

enum class Checksums : bool { none, kept };

/// The batches of a row from column `column` on (first, last, trials), which follow those before `from`. Throws std::out_of_range for what
/// no run has written.
sim::BatchRange range_of(const Statement& row, int column, std::uint64_t from);

/// Reads points in order, each with all that is kept of it.
class PointReader {
 public:
  static constexpr std::int64_t all = std::numeric_limits<std::int64_t>::max();

  /// Those from `first` to before `last`. One of them reads a database at a time.
  PointReader(const Database& database, Checksums checksums, std::int64_t first, std::int64_t last);
  /// False behind the last one. Throws std::out_of_range for what no run has written.
  bool next(PointRows& point);

 private:
  Statement points_;
  Statement batches_;
  bool more_batches_;
};

/// The hash of a text of a store.
std::uint64_t checksum_of(std::string_view text);

/// The checksum of all that the rows of a point hold, and of what its events and measures are called; any bit changes it.
std::uint64_t checksum_of(const PointRows& point, std::uint64_t names);

}  // namespace boxcars::io
