#pragma once

#include <charconv>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace boxcars::model {

/// The whole number that a text is, with a '-' if it has one; nothing if the text is anything else, or too large.
template <class Number = int>
std::optional<Number> whole_number(std::string_view text) {
  Number value{};
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc{} || end != text.data() + text.size()) return std::nullopt;
  return value;
}

/// The number that a text is, as std::from_chars reads it: 0.25, -3, 1e6; nothing if the text is anything else, or beyond a double.
std::optional<double> real_number(std::string_view text);

/// The number with commas: 1,000,000.
std::string grouped(std::uint64_t number);

/// An index from 0 that is kept as an int, as containers want it.
constexpr std::size_t index(int i) { return static_cast<std::size_t>(i); }

}  // namespace boxcars::model
