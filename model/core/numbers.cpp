#include "model/core/numbers.hpp"

#include <version>

#if !defined(__cpp_lib_to_chars)
#include <cerrno>
#include <cmath>
#include <cstdlib>
#endif

namespace boxcars::model {

#if defined(__cpp_lib_to_chars)
std::optional<double> real_number(std::string_view text) {
  double value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc{} || end != text.data() + text.size()) return std::nullopt;
  return value;
}
#else
// Reads by C's strtod in the locale of C, since not every standard library has std::from_chars for doubles. What strtod takes beyond that
// is refused first.
std::optional<double> real_number(std::string_view text) {
  const std::string copy(text);
  const std::string_view digits = text.substr(text.starts_with('-') ? 1 : 0);
  const bool spelt = !digits.empty() && digits.find_first_not_of("0123456789.eE+-") == std::string_view::npos;
  if (!spelt || digits.front() == '+' || digits.front() == '-') return std::nullopt;
  char* end = nullptr;
  errno = 0;
  const double value = std::strtod(copy.c_str(), &end);
  const bool beyond = errno != 0 && (value == 0 || std::isinf(value));
  if (beyond || end != copy.c_str() + copy.size()) return std::nullopt;
  return value;
}
#endif

std::string grouped(std::uint64_t number) {
  std::string text = std::to_string(number);
  for (auto i = static_cast<std::ptrdiff_t>(text.size()) - 3; i > 0; i -= 3) text.insert(static_cast<std::size_t>(i), ",");
  return text;
}

}  // namespace boxcars::model
