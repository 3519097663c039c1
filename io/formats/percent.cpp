#include "io/formats/percent.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

namespace boxcars::io {
namespace {

constexpr int most_decimals = 8;

// A percentage that is neither 0 nor 100 does not look as if it were.
std::string percent(double value, int decimals) {
  for (; decimals <= most_decimals; ++decimals) {
    const std::string text = fmt::format("{:.{}f}", value, decimals);
    const double shown = std::stod(text);
    if ((shown > 0 && shown < 100) || shown == value) return text + "%";
    if (decimals >= 4) break;
  }
  return value < 50 ? fmt::format("{:.1e}%", value) : ">99.9999%";
}

// So many decimals that a small percentage has three significant digits.
int decimals_for(double value) { return value >= 1 ? 2 : std::clamp(2 - static_cast<int>(std::floor(std::log10(value))), 2, 6); }

}  // namespace

int decimals_within(double error) {
  return error > 0 ? static_cast<int>(std::clamp(std::ceil(-std::log10(error)), 0.0, double{most_decimals})) : 0;
}

int supported_decimals(const sim::Estimate& estimate) { return decimals_within(100 * estimate.half_width()); }

std::string exact_percent(double probability, int at_least) {
  if (probability <= 0) return "0%";
  if (probability >= 1 - exactness) return "100%";
  const double value = 100 * probability;
  return value < 1e-4 ? fmt::format("{:.1e}%", value) : percent(value, std::max(at_least, decimals_for(value)));
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

std::string with_sign(double value, int decimals) {
  const std::string text = fmt::format("{:+.{}f}", value, decimals);
  return text.find_first_of("123456789") == std::string::npos ? text.substr(1) : text;
}

std::string exact_points(double difference, int at_least) {
  std::string text = exact_percent(std::abs(difference), at_least);
  text.pop_back();
  if (difference == 0) return text;
  return (difference < 0 ? "-" : "+") + text;
}

std::string estimated_points(const sim::Estimate& difference) { return with_sign(100 * difference.value, supported_decimals(difference)); }

std::string interval_points(const sim::Estimate& difference) {
  const int decimals = supported_decimals(difference);
  return with_sign(100 * difference.low, decimals) + " to " + with_sign(100 * difference.high, decimals);
}

std::string headline_percent(const sim::Chance& chance) {
  const auto brief = [](double value) { return percent(value, value < 1 || value > 99 ? 1 : 0); };
  if (chance.exact) {
    if (*chance.exact <= 0) return "0%";
    return *chance.exact >= 1 - exactness ? "100%" : brief(100 * *chance.exact);
  }
  if (!chance.estimate) return "";
  if (chance.estimate->value == 0) return "under " + brief(100 * chance.estimate->high);
  if (chance.estimate->value == 1) return "over " + brief(100 * chance.estimate->low);
  return brief(100 * chance.estimate->value);
}

}  // namespace boxcars::io
