#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "io/formats/style.hpp"
#include "model/core/question.hpp"
#include "sim/answer.hpp"

namespace boxcars::io {

/// One of the two questions of a comparison, with its answer.
struct Compared {
  std::string name{};  ///< "attack"
  model::Question question{};
  sim::Answer answer{};
};

/// How both were answered.
struct ComparedAlike {
  sim::Method method = sim::Method::both;
  std::uint64_t seed = 1;
  std::optional<double> precision{};  ///< if it was asked for, and reached
};

/// B minus A, in odds or means: exact where both are, estimated where both were simulated.
struct Difference {
  std::optional<double> exact{};
  std::optional<sim::Estimate> estimate{};
};

/// An event of both questions.
struct ComparedEvent {
  std::string name;
  sim::Chance a;
  sim::Chance b;
  Difference difference;
};

/// A measure of both questions.
struct ComparedMeasure {
  sim::MeasureAnswer a;
  sim::MeasureAnswer b;
  Difference difference;
};

/// Two questions, A and B, side by side. Events and measures that have the same name are the same.
struct Comparison {
  Compared a{};
  Compared b{};
  ComparedAlike alike{};
  std::vector<ComparedEvent> events{};      ///< of both, in A's order
  std::vector<ComparedMeasure> measures{};  ///< of both, in A's order
  std::vector<std::string> verdict{};       ///< in plain words, of an interruption first; empty if nothing is known
  std::vector<std::string> notes{};         ///< on the comparison; each question has its own besides
};

/// Compares two answers. Those of different questions are independent of each other, as each question has its own dice; a question
/// compared with itself throws the same dice twice, and differs by 0.
Comparison compare(Compared a, Compared b, const ComparedAlike& alike);

/// The command that repeats the comparison, count for count; nothing if no command does (it was interrupted).
std::optional<std::string> command(const Comparison& comparison);

/// The comparison in each format: for people, in the schema boxcars/1, as a table for programs and as one for documents.
std::string to_text(const Comparison& comparison, const Style& style);
std::string to_json(const Comparison& comparison);
std::string to_csv(const Comparison& comparison);
std::string to_markdown(const Comparison& comparison);

}  // namespace boxcars::io
