#include <algorithm>
#include <cstddef>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include <fmt/format.h>

#include "io/formats/formats.hpp"
#include "io/formats/lines.hpp"

namespace boxcars::io {
namespace {

constexpr std::size_t between = 2;  // spaces
constexpr std::size_t shortest_bar = 5, longest_bar = 25;
constexpr std::size_t narrowest_head = 7;
constexpr std::size_t narrowest_words = 12;

using Align = Table::Column::Align;

// A column as it is printed: as wide as what stands in it; its head, if it is wider, is broken at its spaces.
struct Column {
  std::size_t at = 0;  // in the table
  std::size_t width = 0;
  Align align = Align::right;
  std::vector<std::string> head{};
};

Column column_of(const Table& table, std::size_t at) {
  Column column{.at = at, .align = table.columns[at].align};
  for (const Table::Row& row : table.rows) column.width = std::max(column.width, row.cells[at].size());
  const std::string& head = table.columns[at].head;
  for (std::size_t begin = 0; begin < head.size();) {
    const std::size_t end = std::min(head.find(' ', begin), head.size());
    const std::string word = head.substr(begin, end - begin);
    if (!column.head.empty() && column.head.back().size() + 1 + word.size() <= std::max(column.width, narrowest_head))
      column.head.back() += " " + word;
    else
      column.head.push_back(word);
    begin = end + 1;
  }
  for (const std::string& line : column.head) column.width = std::max(column.width, line.size());
  return column;
}

std::size_t width_of(const std::vector<Column>& columns) {
  std::size_t width = 0;
  for (const Column& column : columns) width += (&column == &columns.front() ? 0 : between) + column.width;
  return width;
}

std::string cell_of(const Column& column, const std::string& cell) {
  return column.align == Align::right ? fmt::format("{:>{}}", cell, column.width) : fmt::format("{:<{}}", cell, column.width);
}

template <class TextOf>
std::string line_of(const std::vector<Column>& columns, TextOf text_of, const std::string& after = "") {
  std::string line;
  for (const Column& column : columns) {
    if (&column != &columns.front()) line.append(between, ' ');
    line += cell_of(column, text_of(column));
  }
  line += after;
  line.erase(line.find_last_not_of(' ') + 1);
  return line + "\n";
}

std::string head_of(const std::vector<Column>& columns) {
  std::size_t lines = 0;
  for (const Column& column : columns) lines = std::max(lines, column.head.size());
  std::string text;
  for (std::size_t line = 0; line < lines; ++line) {
    text += line_of(columns, [&](const Column& column) {
      const std::size_t skipped = lines - column.head.size();
      return line < skipped ? std::string() : column.head[line - skipped];
    });
  }
  return text;
}

std::string row_in_words(const Table& table, const std::vector<Column>& columns, const Table::Row& row) {
  std::string text;
  for (const Column& column : columns) {
    const std::string& cell = row.cells[column.at];
    if (!cell.empty()) text += (text.empty() ? "" : column.at == table.fixed ? ": " : ", ") + table.columns[column.at].head + " " + cell;
  }
  return text;
}

// The rows of a table whose last column has words. What stands before the words is as wide as the longest of them.
std::string wrapping(const Table& table, const std::vector<Column>& columns, int place) {
  const std::vector<Column> before(columns.begin(), columns.end() - 1);
  const std::string indent(width_of(before) + between, ' ');
  std::string text;
  for (const Table::Row& row : table.rows) {
    std::string line = line_of(before, [&](const Column& column) { return row.cells[column.at]; });
    line.pop_back();
    if (const std::string& words = row.cells[columns.back().at]; !words.empty()) {
      line.resize(std::max(line.size(), indent.size()), ' ');
      line += words;
      line = wrapped(line, place, indent);
      line.pop_back();
    }
    text += line + "\n";
  }
  return text;
}

// In a place that is too narrow the extra ones go; then a name that does not fit has a line of its
// own, and then the last columns go, or the other way round if there is another way to ask for them; rows with more than a name are told in
// words at last.
std::string table_of(const Table& table, const Style& style) {
  const auto place = static_cast<std::size_t>(columns_of(style));
  std::vector<Column> columns;
  for (const std::size_t at : columns_that_say(table)) columns.push_back(column_of(table, at));
  if (columns.empty()) return "";
  if (table.wraps == Table::Wraps::always) return wrapping(table, columns, static_cast<int>(place));
  const std::vector<Column> all = columns;
  const auto too_wide = [&] { return std::max(width_of(columns), place) - place; };
  if (table.wraps == Table::Wraps::if_too_wide && too_wide() > 0 &&
      width_of({columns.begin(), columns.end() - 1}) + between + narrowest_words <= place)
    return head_of(columns) + wrapping(table, columns, static_cast<int>(place));
  const auto narrow_names = [&] {
    if (table.fixed == 1) columns.front().width -= std::min(columns.front().width, too_wide());
  };
  while (too_wide() > 0 && columns.back().at + table.extra >= table.columns.size()) columns.pop_back();
  if (table.instead.empty()) narrow_names();
  while (too_wide() > 0 && columns.size() > table.fixed + 1) columns.pop_back();
  narrow_names();
  std::string text;
  if (too_wide() > 0) {
    for (const Table::Row& row : table.rows) text += wrapped(row_in_words(table, all, row), static_cast<int>(place));
    return text;
  }
  const std::size_t room = place > width_of(columns) + between ? place - width_of(columns) - between : 0;
  const std::size_t longest = room >= shortest_bar ? std::min(room, longest_bar) : 0;
  text += head_of(columns);
  for (const Table::Row& row : table.rows) {
    if (row.apart) text += "\n";
    const std::string& name = row.cells[columns.front().at];
    const bool fits = name.size() <= columns.front().width;
    if (!fits) text += wrapped(name, static_cast<int>(place));
    const auto cell = [&](const Column& column) { return !fits && &column == &columns.front() ? std::string() : row.cells[column.at]; };
    text += line_of(columns, cell, row.share && longest > 0 ? std::string(between, ' ') + bar(*row.share, longest, style) : "");
  }
  const auto needed = [&](const std::vector<Column>& of) {
    return std::count_if(of.begin(), of.end(), [&](const Column& column) { return column.at + table.extra < table.columns.size(); });
  };
  const auto left = needed(all) - needed(columns);
  if (left > 0 && !table.instead.empty())
    text += wrapped(fmt::format("   and {} more column{}: {}", left, left == 1 ? "" : "s", table.instead), static_cast<int>(place));
  return text;
}

struct InText {
  const Style& style;

  std::string lines(const std::string& text) const { return wrapped(text, columns_of(style)); }
  std::string operator()(const Said& said) const { return said.as == Said::As::plain ? lines(said.text) : bold(lines(said.text), style); }
  std::string operator()(const Remark& remark) const { return lines(remark.text); }
  std::string operator()(const Typed& typed) const { return (typed.label.empty() ? "" : typed.label + ": ") + typed.command + "\n"; }
  std::string operator()(const Step& step) const { return style.tales == Tales::whole ? "- " + step.text + "\n" : lines("- " + step.text); }
  std::string operator()(const Gap&) const { return "\n"; }
  std::string operator()(const Table& table) const { return table_of(table, style); }
  std::string operator()(const Drawing& drawing) const { return drawing.drawn(style); }
};

}  // namespace

std::string to_text(const Document& document, const Style& style) {
  std::string text;
  for (const Block& block : document) text += std::visit(InText{style}, block);
  return text;
}

}  // namespace boxcars::io
