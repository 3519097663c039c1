#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "model/core/bad_input.hpp"
#include "model/core/description.hpp"
#include "model/core/numbers.hpp"

namespace boxcars::model {

inline constexpr int most_times = 1000;

/// How often something is done: a number of times, or nothing for "until" it has come to its end. Throws BadInput.
inline std::optional<int> parse_times(const std::string& field, std::string_view text) {
  if (text == "until") return std::nullopt;
  const auto times = whole_number(text);
  if (!times || *times < 1 || *times > most_times) {
    throw BadInput(field, "{" + field + "} " + shown(text) + " cannot be used",
                   "it is a number from 1 to " + std::to_string(most_times) + ", or until", "give it like {" + field + " 3}");
  }
  return times;
}

inline InputValue times_as_input(std::optional<int> times) {
  return times ? InputValue(static_cast<double>(*times)) : InputValue(std::string("until"));
}

/// What a field of times says; nothing if it is once.
inline std::optional<InputValue> times_said(const std::string& field, const std::string& typed) {
  const auto times = typed.empty() ? std::optional(1) : parse_times(field, typed);
  return times == 1 ? std::nullopt : std::optional(times_as_input(times));
}

}  // namespace boxcars::model
