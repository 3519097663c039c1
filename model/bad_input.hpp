#pragma once

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

/// Text without what a terminal would act on: control characters, line ends among them, become '?'.
inline std::string printable(std::string_view text) {
  std::string result(text);
  for (char& c : result) {
    if (static_cast<unsigned char>(c) < ' ' || c == '\x7f') c = '?';
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
