#pragma once

#include <algorithm>
#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "io/formats/style.hpp"

namespace boxcars::io {

/// How much people are told: what they came for, or everything that is known (--verbose).
enum class Detail : bool { brief, all };

/// A paragraph.
struct Said {
  enum class As { plain, title, headline };
  std::string text;
  As as = As::plain;
};

/// One of some remarks that stand together: a note, how it was simulated.
struct Remark {
  std::string text;
};

/// What can be typed, in one piece: "repeat: boxcars ...".
struct Typed {
  std::string label;
  std::string command;
};

/// Where another subject begins.
struct Gap {};

/// One of some steps that stand together: a throw of a trial that is told.
struct Step {
  std::string text;
};

/// A table: the first `fixed` columns say which row it is, and the others are told as far as there is room.
struct Table {
  struct Column {
    std::string head;
    enum class Align : bool { left, right } align = Align::right;
  };
  struct Row {
    std::vector<std::string> cells;
    std::optional<double> share{};  ///< a bar so long, 0 to 1
    bool apart = false;             ///< another family of rows begins
  };
  std::vector<Column> columns{};
  std::size_t fixed = 1;
  std::vector<Row> rows{};
  std::size_t extra = 0;  ///< of the last columns: nobody misses them
  /// Whether the last column has words, in as many lines as they take: under the heads only if they are too wide for one.
  enum class Wraps { never, if_too_wide, always } wraps = Wraps::never;
  std::string instead{};  ///< of columns that have no room: how they are asked for ("--event NAME")
};

/// Its columns with any text: the others are not shown.
inline std::vector<std::size_t> columns_that_say(const Table& table) {
  std::vector<std::size_t> columns;
  for (std::size_t at = 0; at < table.columns.size(); ++at) {
    const auto says = [&](const Table::Row& row) { return !row.cells[at].empty(); };
    if (std::any_of(table.rows.begin(), table.rows.end(), says)) columns.push_back(at);
  }
  return columns;
}

/// What is made of letters, for a place of this style; formats without such places leave it out, or have the table instead.
struct Drawing {
  std::function<std::string(const Style&)> drawn;
  std::optional<Table> instead{};
};

/// An answer of any kind as people are told it, before anyone has said in which format.
using Block = std::variant<Said, Remark, Typed, Gap, Step, Table, Drawing>;
using Document = std::vector<Block>;

/// The same for programs that read tables: a head, and rows of as many fields.
struct Records {
  std::vector<std::string> head{};
  std::vector<std::vector<std::string>> rows{};
};

}  // namespace boxcars::io
