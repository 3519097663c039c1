#include "io/percent.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

namespace boxcars::io {
namespace {

constexpr int most_decimals = 8;

// A percentage that is neither 0 nor 100 does not look as if it were.
std::string percent(double value, int decimals) {
  for (;; ++decimals) {
    std::string text = fmt::format("{:.{}f}", value, decimals);
    const double shown = std::stod(text);
    const bool lost = (shown == 0 && value != 0) || (shown == 100 && value != 100);
    if (!lost) return text + "%";
    if (decimals >= most_decimals) return value < 50 ? fmt::format("{:.1e}%", value) : text + "%";
  }
}

// Down to the first significant digit of the interval's half-width.
int supported_decimals(const sim::Estimate& estimate) {
  const double half = 100 * estimate.half_width();
  return std::clamp(static_cast<int>(std::ceil(-std::log10(half))), 0, most_decimals);
}

}  // namespace

std::string exact_percent(double probability) {
  const double value = 100 * probability;
  if (value == 0) return "0%";
  if (value >= 100) return "100%";
  // Three significant digits below 1%.
  const int decimals = value >= 1 ? 2 : std::min(most_decimals, 2 - static_cast<int>(std::floor(std::log10(value))));
  return percent(value, decimals);
}

std::string estimated_percent(const sim::Estimate& estimate) {
  if (estimate.value == 0) return "0%";
  return fmt::format("{:.{}f}%", 100 * estimate.value, supported_decimals(estimate));
}

std::string interval_percent(const sim::Estimate& estimate) {
  const int decimals = supported_decimals(estimate);
  if (estimate.low == 0) return fmt::format("0 to {:.{}f}%", 100 * estimate.high, decimals);
  return fmt::format("{:.{}f} to {:.{}f}%", 100 * estimate.low, decimals, 100 * estimate.high, decimals);
}

std::string headline_percent(const sim::Chance& chance) {
  if (!chance.exact && !chance.estimate) return "?";
  const double value = 100 * (chance.exact ? *chance.exact : chance.estimate->value);
  if (value == 0 || value >= 100) return fmt::format("{:.0f}%", value);
  return percent(value, value < 1 || value > 99 ? 1 : 0);
}

std::string grouped(std::uint64_t number) {
  std::string text = std::to_string(number);
  for (auto i = static_cast<std::ptrdiff_t>(text.size()) - 3; i > 0; i -= 3) text.insert(static_cast<std::size_t>(i), ",");
  return text;
}

}  // namespace boxcars::io
