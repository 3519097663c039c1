#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "sim/ask.hpp"
#include "sim/estimate.hpp"

namespace boxcars::sim {

/// The odds of something: exact where they could be computed, estimated where it was simulated.
struct Chance {
  std::optional<double> exact{};
  std::optional<Estimate> estimate{};
  std::optional<std::uint64_t> count{};  ///< trials in which it happened
};

struct EventAnswer {
  std::string name;
  Chance chance;
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

/// Names what was found; the names are in the order of the process's events and measures.
Answer answer(const Findings& findings, const std::vector<std::string>& event_names, const std::vector<std::string>& measure_names);

}  // namespace boxcars::sim
