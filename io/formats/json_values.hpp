#pragma once

#include <optional>

#include <nlohmann/json.hpp>

#include "model/core/question.hpp"
#include "sim/answer.hpp"
#include "sim/tally.hpp"

namespace boxcars::io {

using Json = nlohmann::ordered_json;

/// A double of an answer: 12 significant digits are fewer than the last bits that compilers may differ in, and more than anybody reads.
Json number(std::optional<double> value);

/// The value of an input; whole numbers without a point.
Json to_json(const model::InputValue& value);

/// What is printed: indented, with a newline at its end, and every control character escaped.
std::string printed(const Json& root);

/// The "inputs" of a question.
Json inputs_json(const model::Inputs& inputs);

/// Adds "exact", "estimate", "low", "high" and "count".
void add_chance(Json& object, const sim::Chance& chance);

/// Adds "exact_mean", "mean" and "standard_error".
void add_means(Json& object, const sim::MeasureAnswer& measure);

/// The "events" and "measures" of an answer.
Json events_json(const sim::Answer& answer);
Json measures_json(const sim::Answer& answer);

}  // namespace boxcars::io
