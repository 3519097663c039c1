#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "sim/run/ask.hpp"
#include "sim/statistics/estimate.hpp"

namespace boxcars::sim {

/// The error that exact odds may have.
inline constexpr double exactness = 1e-12;

/// Bounds between which the odds surely lie.
struct Bounds {
  double low = 0;
  double high = 1;
};

/// The odds of something: exact where they could be computed, estimated where it was simulated.
struct Chance {
  std::optional<double> exact{};
  std::optional<Estimate> estimate{};
  std::optional<std::uint64_t> count{};  ///< trials in which it happened
};

/// The exact probability if it is known, else the estimate, else nothing.
std::optional<double> best_known(const Chance& chance);

struct EventAnswer {
  std::string name;
  Chance chance;
  std::optional<Bounds> bounds{};  ///< where the exact odds could not be computed
};

struct ValueAnswer {
  int value = 0;
  Chance chance;
};

struct MeasureAnswer {
  std::string name;
  std::optional<double> exact_mean{};
  std::optional<Mean> mean{};
  std::vector<ValueAnswer> distribution{};  ///< every value that can occur or did, in order
};

/// Events and measures with their odds; `trials` is 0 if nothing was simulated.
struct Answer {
  std::uint64_t trials = 0;
  std::vector<EventAnswer> events{};
  std::vector<MeasureAnswer> measures{};
};

/// How well estimates agree with the exact odds beside them: the largest difference in standard errors, among odds that are neither 0 nor 1
/// and common enough for normal errors (n p (1-p) >= 9). Nothing if there are none of those.
struct Agreement {
  double largest = 0;
  std::size_t odds = 0;
};
std::optional<Agreement> agreement(const Answer& answer);

/// Names the findings; the names are in the order of the process's events and measures.
Answer answer(const Findings& findings, const std::vector<std::string>& event_names, const std::vector<std::string>& measure_names);

}  // namespace boxcars::sim
