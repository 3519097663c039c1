#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "model/inputs.hpp"
#include "model/modifier.hpp"
#include "sim/answer.hpp"

namespace boxcars::io {

/// A question with its answer: everything that any format prints.
struct Report {
  std::string question{};
  model::Inputs inputs{};
  sim::Method method = sim::Method::both;
  std::uint64_t seed = 1;
  sim::Answer answer{};
  std::vector<model::Modifier> modifiers{};
  std::vector<std::string> notes{};
  std::vector<std::string> summary{};  ///< what was computed with, in words
  std::vector<model::HeadlinePart> headline{};
  std::vector<std::vector<std::string>> tales{};  ///< of single trials, a line a throw
  bool explain = false;                           ///< the modifiers are wanted in text, too
};

/// "both", "simulate" or "exact".
std::string to_string(sim::Method method);

/// The command that repeats the answer, count for count.
std::string command(const Report& report);

}  // namespace boxcars::io
