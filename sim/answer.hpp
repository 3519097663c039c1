#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "sim/ask.hpp"
#include "sim/estimate.hpp"

namespace boxcars::sim {

/// To which exact odds are exact.
inline constexpr double exactness = 1e-12;

/// Odds that are surely not lower, nor higher.
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

/// The exact probability if it is known, else the estimated one, else nothing.
std::optional<double> best_known(const Chance& chance);

struct EventAnswer {
  std::string name;
  Chance chance;
  std::optional<Bounds> bounds{};  ///< where the exact odds could not be computed, as far as they were
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

/// How far the estimates are from the exact odds that stand beside them: of those that are neither 0 nor 1 and came often enough for
/// normal errors (n p (1-p) >= 9), the largest difference in standard errors. Nothing if there are none.
struct Agreement {
  double largest = 0;
  std::size_t odds = 0;
};
std::optional<Agreement> agreement(const Answer& answer);

/// Names what was found; the names are in the order of the process's events and measures.
Answer answer(const Findings& findings, const std::vector<std::string>& event_names, const std::vector<std::string>& measure_names);

}  // namespace boxcars::sim
