#pragma once

#include <charconv>
#include <optional>
#include <string_view>

namespace boxcars::model {

/// The whole number that a text is, with a '-' if it has one; nothing if it is anything else, or too large.
template <class Number = int>
std::optional<Number> whole_number(std::string_view text) {
  Number value{};
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc{} || end != text.data() + text.size()) return std::nullopt;
  return value;
}

}  // namespace boxcars::model
