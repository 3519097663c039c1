#include "sim/statistics/estimate.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>

namespace boxcars::sim {
namespace {

constexpr double z95 = 1.9599639845400545;  // the 97.5% point of the normal distribution

// Not std::hypot: the last bits of that are the library's own.
double root_of_squares(double x, double y) { return std::sqrt(x * x + y * y); }

}  // namespace

Estimate wilson(std::uint64_t count, std::uint64_t trials) {
  assert(trials > 0 && count <= trials);
  const auto n = static_cast<double>(trials);
  const double p = static_cast<double>(count) / n;
  const double z2 = z95 * z95;
  const double centre = (p + z2 / (2 * n)) / (1 + z2 / n);
  const double half = z95 / (1 + z2 / n) * std::sqrt(p * (1 - p) / n + z2 / (4 * n * n));
  // At counts of 0 and `trials` the interval ends at 0 and 1 exactly; rounding must not push it past them.
  const double low = count == 0 ? 0.0 : std::max(0.0, centre - half);
  const double high = count == trials ? 1.0 : std::min(1.0, centre + half);
  return {p, low, high};
}

Estimate difference(const Estimate& a, const Estimate& b) {
  const double value = b.value - a.value;
  return {value, value - root_of_squares(b.value - b.low, a.high - a.value), value + root_of_squares(b.high - b.value, a.value - a.low)};
}

Mean mean(const std::map<int, std::uint64_t>& counts_by_value, std::uint64_t trials) {
  assert(trials > 0);
  const auto n = static_cast<double>(trials);
  double sum = 0;
  for (const auto& [value, count] : counts_by_value) sum += value * static_cast<double>(count);
  const double centre = sum / n;
  double squares = 0;
  for (const auto& [value, count] : counts_by_value) {
    squares += (value - centre) * (value - centre) * static_cast<double>(count);
  }
  const double variance = trials > 1 ? squares / (n - 1) : 0;
  return {centre, std::sqrt(variance / n)};
}

Estimate difference(const Mean& a, const Mean& b) {
  const double value = b.value - a.value;
  const double half = z95 * root_of_squares(a.standard_error, b.standard_error);
  return {value, value - half, value + half};
}

double mean(const std::map<int, double>& probability_by_value) {
  double sum = 0;
  for (const auto& [value, probability] : probability_by_value) sum += value * probability;
  return sum;
}

}  // namespace boxcars::sim
