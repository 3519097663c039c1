#include "ask/input_json.hpp"

#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <variant>
#include <vector>

#include <fmt/format.h>

#include "ask/canonical.hpp"

namespace boxcars::ask {
namespace {

double rounded(double value) { return std::strtod(fmt::format("{:.12g}", value).c_str(), nullptr); }

Json whole_if_whole(double value) {
  constexpr double largest = 9'007'199'254'740'992;  // 2^53: whole numbers are exact up to here, and so are seeds
  if (value == std::floor(value) && std::abs(value) <= largest) return static_cast<std::int64_t>(value);
  return rounded(value);
}

struct ToJson {
  Json operator()(bool value) const { return value; }
  Json operator()(double value) const { return whole_if_whole(value); }
  Json operator()(const std::string& value) const { return value; }
  template <class Value>
  Json operator()(const std::vector<Value>& values) const {
    Json list = Json::array();
    for (const auto& value : values) list.push_back((*this)(value));
    return list;
  }
};

}  // namespace

Json parse_json(std::string_view text, const Json::parser_callback_t& each) { return Json::parse(text, each); }

std::string to_text(const Json& json) { return json.dump(); }

std::string to_text_with_marks(const Json& json, JsonLines lines) {
  return json.dump(lines == JsonLines::indented ? 2 : -1, ' ', false, Json::error_handler_t::replace);
}

Json number(std::optional<double> value) { return value ? Json(rounded(*value)) : Json(nullptr); }

Json to_json(const model::InputValue& value) { return std::visit(ToJson{}, value); }

std::optional<model::InputValue> value_of(const Json& json) {
  if (json.is_boolean()) return json.get<bool>();
  if (json.is_number()) return json.get<double>();
  if (json.is_string()) return json.get<std::string>();
  if (!json.is_array() || json.empty()) return std::nullopt;
  std::vector<double> numbers;
  std::vector<std::string> texts;
  for (const Json& element : json) {
    if (element.is_number()) numbers.push_back(element.get<double>());
    if (element.is_string()) texts.push_back(element.get<std::string>());
  }
  if (numbers.size() == json.size()) return numbers;
  if (texts.size() == json.size()) return texts;
  return std::nullopt;
}

Json inputs_json(const model::Inputs& inputs) {
  Json object = Json::object();
  for (const auto& input : inputs) object[input.name] = to_json(input.value);
  return object;
}

std::string canonical(std::string_view question, const model::Inputs& inputs) {
  Json object = inputs_json(inputs);
  for (const auto& input : inputs) {
    if (!input.meant.empty()) object[input.name] = input.meant;
  }
  return std::string(question) + " " + object.dump();
}

}  // namespace boxcars::ask
