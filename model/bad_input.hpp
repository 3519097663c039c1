#pragma once

#include <stdexcept>
#include <string>
#include <string_view>

namespace boxcars::model {

/// What a user asked cannot be answered. One line: the problem (why) what to ask instead.
struct BadInput : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// A typed word as an error shows it: in quotes, without what a terminal would act on, and not longer than people read.
inline std::string shown(std::string_view typed) {
  constexpr std::size_t longest = 40;
  std::string word(typed.substr(0, longest));
  for (char& c : word) {
    if (static_cast<unsigned char>(c) < ' ' || c == '\x7f') c = '?';
  }
  return "'" + word + (typed.size() > longest ? "...'" : "'");
}

}  // namespace boxcars::model
