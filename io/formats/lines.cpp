#include "io/formats/lines.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include <fmt/format.h>

namespace boxcars::io {

int columns_of(const Style& style) { return std::max(style.width, 40); }

std::string wrapped(const std::string& text, int width, const std::string& indent) {
  std::string result;
  std::string line;
  std::size_t begin = 0;
  while (begin < text.size()) {
    const std::size_t end = std::min(text.find(' ', begin), text.size());
    const std::string word = text.substr(begin, end - begin);
    if (!line.empty() && static_cast<int>(line.size() + 1 + word.size()) > width) {
      result += line + "\n";
      line = indent + word;
    } else {
      line += (line.empty() ? "" : " ") + word;
    }
    begin = end + 1;
  }
  return result + line + "\n";
}

Columns::Columns(const std::vector<Cells>& rows, std::size_t place) : widths_(rows.front().size()) {
  for (const Cells& row : rows) {
    for (std::size_t column = 0; column < widths_.size(); ++column) widths_[column] = std::max(widths_[column], row[column].size());
  }
  if (width() > place) widths_.back() = 0;
  if (const std::size_t all = width(); all > place) widths_.front() -= std::min(widths_.front(), all - place);
}

std::size_t Columns::width() const {
  std::size_t sum = widths_.front();
  for (std::size_t column = 1; column < widths_.size(); ++column) sum += widths_[column] > 0 ? 2 + widths_[column] : 0;
  return sum;
}

std::string Columns::line(const Cells& row, const std::string& after) const {
  const std::string& name = row.front();
  const bool fits = name.size() <= widths_.front();
  std::string text = fmt::format("{:<{}}", fits ? name : "", widths_.front());
  for (std::size_t column = 1; column < widths_.size(); ++column) {
    if (widths_[column] > 0) text += fmt::format("  {:>{}}", row[column], widths_[column]);
  }
  text += after;
  text.erase(text.find_last_not_of(' ') + 1);
  return (fits ? "" : name + "\n") + text + "\n";
}

std::string bar(double probability, std::size_t cells, const Style& style) {
  static constexpr std::array<const char*, 8> eighths{"", "▏", "▎", "▍", "▌", "▋", "▊", "▉"};
  std::string text;
  if (style.symbols == Symbols::ascii) {
    text.assign(static_cast<std::size_t>(std::lround(probability * static_cast<double>(cells))), '#');
  } else {
    const auto length = static_cast<std::size_t>(std::lround(probability * 8 * static_cast<double>(cells)));
    for (std::size_t i = 0; i < length / 8; ++i) text += "█";
    text += eighths[length % 8];
  }
  return style.color == Color::on && !text.empty() ? "\x1b[36m" + text + "\x1b[0m" : text;
}

std::string bold(const std::string& text, const Style& style) { return style.color == Color::on ? "\x1b[1m" + text + "\x1b[0m" : text; }

}  // namespace boxcars::io
