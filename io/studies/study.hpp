#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "ask/input_words.hpp"
#include "io/files/place.hpp"
#include "model/core/description.hpp"
#include "sim/run/ask.hpp"

namespace boxcars::io {

/// An input of a study's questions: an option's name in snake_case, its value, and where the file says so.
struct StudyInput {
  std::string key;
  model::InputValue value;
  Place place{};
};

/// One dimension of a sweep: what its values set, one input each, or several at once.
using Axis = std::vector<std::vector<StudyInput>>;

/// The seed as an input that a sweep may vary.
inline constexpr std::string_view seed_key = "seed";

/// Many questions of one kind: every combination of a sweep's values is a point.
struct Study {
  std::string name;
  std::string question;
  std::uint64_t seed = 1;
  sim::Method method = sim::Method::both;
  sim::StopRule stop = sim::AfterTrials{};
  std::vector<StudyInput> inputs{};
  std::vector<Axis> sweep{};  ///< the last one varies fastest
};

inline constexpr std::size_t most_points = 1'000'000;

std::size_t points_of(const Study& study);

/// Where a point is on each axis; the last one changes first.
std::vector<std::size_t> places_of(const Study& study, std::size_t point);
/// What the sweep sets at a point.
std::vector<StudyInput> swept_inputs(const Study& study, std::size_t point);

/// For each point the first one that asks the same question: the two differ in their seeds alone.
std::vector<std::size_t> first_alike(const Study& study);

/// The seed of a point's dice.
std::uint64_t seed_of(const Study& study, std::size_t point);

/// The keys that the sweep sets, in the order of the file, and their values at a point as text; "" where it sets none.
std::vector<std::string> columns_of(const Study& study);
std::vector<std::string> columns_of(std::span<const Axis> axes);
std::vector<std::string> row_of(const Study& study, const std::vector<std::string>& columns, std::size_t point);

using ask::in_words;

/// Inputs in words: "caliber = 75, shots = 1".
std::string in_words(const std::vector<StudyInput>& inputs);

/// The stop rule in words: "1,000,000 trials".
std::string in_words(const sim::StopRule& stop);

/// What is asked, as one line of JSON: all but name, seed and stop rule; and the study made of it again (without those). Throws
/// nlohmann's errors for other text.
std::string definition(const Study& study);
Study study_of(const std::string& definition);

}  // namespace boxcars::io
