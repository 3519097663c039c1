#pragma once

#include <optional>
#include <string>
#include <string_view>

#include <nlohmann/json.hpp>

#include "model/core/description.hpp"

namespace boxcars::ask {

using Json = nlohmann::ordered_json;

/// Throws Json::exception for what is no JSON; `each` is called with every part. Nobody else parses or writes JSON: that would be compiled
/// again.
Json parse_json(std::string_view text, const Json::parser_callback_t& each = nullptr);
/// On one line; throws Json::exception for what is no UTF-8.
std::string to_text(const Json& json);

enum class JsonLines : bool { one, indented };
/// With a mark in place of what is no UTF-8.
std::string to_text_with_marks(const Json& json, JsonLines lines);

/// A double of an answer: 12 significant digits are fewer than the last bits that compilers may differ in, and more than anybody reads.
Json number(std::optional<double> value);

/// The value of an input; whole numbers without a point.
Json to_json(const model::InputValue& value);
/// The same back; nothing for what no input is.
std::optional<model::InputValue> value_of(const Json& json);

/// The "inputs" of a question.
Json inputs_json(const model::Inputs& inputs);

}  // namespace boxcars::ask
