#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "io/formats/style.hpp"

namespace boxcars::io {

/// The columns that text is made for: as many as there are, but at least 40.
int columns_of(const Style& style);

/// Words of text in lines of at most `width` columns, each with a newline; continued lines begin with `indent`.
std::string wrapped(const std::string& text, int width, const std::string& indent = "  ");

/// A row of a table: a name, and what stands to the right of it.
using Cells = std::vector<std::string>;

/// The columns of a table, as wide as what stands in them and two spaces apart. In a place that is too narrow the last one goes, and then
/// the names that do not fit have lines of their own. Columns without any text are left out.
class Columns {
 public:
  /// Every row has as many cells as the first.
  Columns(const std::vector<Cells>& rows, std::size_t place);
  std::size_t width() const;
  /// A row with what comes after it, and a newline.
  std::string line(const Cells& row, const std::string& after = "") const;

 private:
  std::vector<std::size_t> widths_;  // 0: not there
};

/// A probability as a bar, at most so many cells long.
std::string bar(double probability, std::size_t cells, const Style& style);

/// Text in bold where there is color.
std::string bold(const std::string& text, const Style& style);

}  // namespace boxcars::io
