#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "ask/input_words.hpp"
#include "ask/question_kind.hpp"
#include "model/core/description.hpp"

namespace boxcars::ask {

/// An input that is varied: its key, of a file its path, and what it is one after the other.
struct Varied {
  std::string path;
  std::vector<model::InputValue> values;
};

/// How many combinations there are of several things that may each be so many, and which each of them is in one; the last changes first.
std::size_t combinations_of(const std::vector<std::size_t>& sizes);
std::vector<std::size_t> places_of(const std::vector<std::size_t>& sizes, std::size_t combination);

/// The same of inputs, and their settings in a combination.
std::vector<std::size_t> sizes_of(const std::vector<Varied>& varied);
GivenInputs settings_of(const std::vector<Varied>& varied, std::size_t combination);

/// How many values each axis has.
template <class Axis>
std::vector<std::size_t> sizes_of(const std::vector<Axis>& axes) {
  std::vector<std::size_t> sizes;
  for (const Axis& axis : axes) sizes.push_back(axis.size());
  return sizes;
}

/// Settings in words: "caliber = 75, shots = 1". They have a key and a value.
template <class Settings>
std::string settings_in_words(const Settings& settings) {
  std::string text;
  for (const auto& setting : settings) text += (text.empty() ? "" : ", ") + setting.key + " = " + in_words(setting.value);
  return text;
}

/// A value as it is typed: true or false, a whole number, else a text.
model::InputValue typed_value(const std::string& text);
/// A setting as it is typed, "shot.MGs.drm=-2"; throws BadInput for what is none, at the field.
GivenInput typed_setting(const std::string& field, const std::string& text);

}  // namespace boxcars::ask
