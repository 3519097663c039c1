#pragma once

#include <string>
#include <string_view>

#include "ask/input_json.hpp"
#include "sim/answer.hpp"
#include "sim/tally.hpp"

namespace boxcars::io {

using ask::inputs_json;
using ask::Json;
using ask::number;
using ask::to_json;

/// What is printed: indented, with a newline at its end, and every control character escaped.
std::string printed(const Json& root);
/// The same on one line.
std::string on_one_line(const Json& root);

/// What every answer begins with: the schema, the version and, if it is one, the question.
Json begun(std::string_view question);

/// Adds "exact", "estimate", "low", "high" and "count".
void add_chance(Json& object, const sim::Chance& chance);

/// Adds "exact_mean", "mean" and "standard_error".
void add_means(Json& object, const sim::MeasureAnswer& measure);

/// The "events" and "measures" of an answer.
Json events_json(const sim::Answer& answer);
Json measures_json(const sim::Answer& answer);

}  // namespace boxcars::io
