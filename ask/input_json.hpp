#pragma once

#include <optional>
#include <string>
#include <string_view>

#include <nlohmann/json.hpp>

#include "model/core/question.hpp"

namespace boxcars::ask {

using Json = nlohmann::ordered_json;

/// A double of an answer: 12 significant digits are fewer than the last bits that compilers may differ in, and more than anybody reads.
Json number(std::optional<double> value);

/// The value of an input; whole numbers without a point.
Json to_json(const model::InputValue& value);
/// The same back; nothing for what no input is.
std::optional<model::InputValue> value_of(const Json& json);

/// The "inputs" of a question.
Json inputs_json(const model::Inputs& inputs);

}  // namespace boxcars::ask
