#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "ask/answers.hpp"
#include "ask/question.hpp"
#include "sim/run/answer.hpp"
#include "sim/run/ask.hpp"

namespace boxcars::ask {

/// So many questions are compared.
inline constexpr std::size_t least_compared = 2, most_compared = 6;

/// One of the questions of a comparison, with its answer.
struct Compared {
  std::string name{};  ///< "attack"
  model::Description question{};
  sim::Answer answer{};
  std::string understood{};  ///< what was read from words
};

/// A question's odds or mean minus the first one's: exact where both are, estimated where both were simulated.
struct Difference {
  std::optional<double> exact{};
  std::optional<sim::Estimate> estimate{};
};

/// An event that the first question has and another has, too: of each question, nothing where it has no such event.
struct ComparedEvent {
  std::string name;
  std::vector<sim::Chance> of{};
  std::vector<Difference> differences{};  ///< of the second question, the third, ...
};

/// A measure of them, alike.
struct ComparedMeasure {
  std::string name;
  std::vector<sim::MeasureAnswer> of{};
  std::vector<Difference> differences{};
};

/// Questions side by side, the first of them the reference. Events and measures that have the same name are the same.
struct Comparison {
  std::vector<Compared> questions{};
  std::vector<bool> same{};  ///< as the first question: it throws the same dice
  sim::Method method = sim::Method::both;
  std::uint64_t seed = 1;
  std::optional<double> precision{};  ///< if it was asked for, and reached
  bool explain = false;               ///< every modifier of each question is told
  bool interrupted = false;
  std::vector<ComparedEvent> events{};      ///< in the first question's order
  std::vector<ComparedMeasure> measures{};  ///< in the first question's order
};

/// Compares answers. Those of different questions are independent of each other, as each question has its own dice; a question compared
/// with itself throws the same dice twice, and differs by 0.
Comparison compare(std::vector<Compared> questions);

/// Answers the questions and compares the answers; `called` is as in Questions. When `stop` becomes true, what is known by then. Throws
/// BadInput for a question that never ends, and Failed for exact odds that there are none of.
Comparison compare(const std::vector<Question>& asked, const std::function<std::string(std::size_t)>& called, const sim::Settings& settings,
                   const std::atomic<bool>& stop, AnswersProgress* watched = nullptr);

/// "A", "B", ...
std::string letter_of(std::size_t question);

}  // namespace boxcars::ask
