#pragma once

#include <algorithm>
#include <cstddef>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>

namespace boxcars::model {

/// What a user asked cannot be answered. One line: the problem (why) what to ask instead.
struct BadInput : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// The same, of an input made of tables: the path of what is wrong, "shot.MGs.target", for who knows in which line that stands.
struct BadInputAt : BadInput {
  BadInputAt(std::string where, const std::string& what) : BadInput(what), path(std::move(where)) {}
  std::string path;
};

/// The bytes of a control character that a text begins with, line ends among them: 0 if it begins with none, 2 for one of U+0080 to U+009F.
inline std::size_t control_at(std::string_view text) {
  const auto byte = [&](std::size_t i) { return i < text.size() ? static_cast<unsigned char>(text[i]) : 0xffU; };
  if (byte(0) < 0x20 || byte(0) == 0x7f) return 1;
  return byte(0) == 0xc2 && byte(1) >= 0x80 && byte(1) < 0xa0 ? 2 : 0;
}

/// Text without what a terminal would act on: control characters become '?'.
inline std::string printable(std::string_view text) {
  std::string result;
  while (!text.empty()) {
    const std::size_t control = control_at(text);
    result += control > 0 ? '?' : text.front();
    text.remove_prefix(std::max<std::size_t>(control, 1));
  }
  return result;
}

/// A typed word as an error shows it: in quotes, printable, and not longer than people read.
inline std::string shown(std::string_view typed) {
  constexpr std::size_t longest = 40;
  return "'" + printable(typed.substr(0, longest)) + (typed.size() > longest ? "...'" : "'");
}

/// Throws BadInput if two things are given that do not go together.
inline void forbid(bool both, const std::string& one, const std::string& other, const char* why) {
  if (both) throw BadInput(one + " with " + other + " (" + why + "); leave one out");
}

/// Throws BadInput unless low <= value <= high.
inline void require_range(std::string_view option, int value, int low, int high, std::string_view why) {
  if (low <= value && value <= high) return;
  throw BadInput(std::string(option) + " " + std::to_string(value) + " is out of range (" + std::string(why) + "); give " +
                 std::to_string(low) + " to " + std::to_string(high));
}

}  // namespace boxcars::model
