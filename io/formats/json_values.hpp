#pragma once

#include <string>
#include <string_view>

#include "ask/input_json.hpp"
#include "model/core/bad_input.hpp"
#include "model/core/description.hpp"
#include "sim/run/answer.hpp"
#include "sim/statistics/tally.hpp"

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

/// A fault: "field" (null if it is no field's), "problem", "why" and "instead", their fields spelled.
Json fault_json(const model::Fault& fault, model::Spelling spelling);

/// The "modifiers" of a question.
Json modifiers_json(const model::Description& question);

}  // namespace boxcars::io
