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
