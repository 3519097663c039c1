#include "io/formats/json.hpp"

#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <optional>

#include <fmt/format.h>

#include "io/formats/json_values.hpp"
#include "model/core/bad_input.hpp"

namespace boxcars::io {
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

Json number(std::optional<double> value) { return value ? Json(rounded(*value)) : Json(nullptr); }

Json to_json(const model::InputValue& value) { return std::visit(ToJson{}, value); }

std::string printed(const Json& root) {
  std::string text = root.dump(2, ' ', false, Json::error_handler_t::replace);
  // JSON lets those be as they are.
  for (std::size_t at = 0; (at = text.find_first_of("\x7f\xc2", at)) != std::string::npos; ++at) {
    const std::size_t control = model::control_at(std::string_view(text).substr(at));
    if (control > 0) text.replace(at, control, fmt::format("\\u{:04x}", static_cast<unsigned char>(text[at + control - 1])));
  }
  return text + "\n";
}

Json inputs_json(const model::Inputs& inputs) {
  Json object = Json::object();
  for (const auto& input : inputs) object[input.name] = to_json(input.value);
  return object;
}

void add_chance(Json& object, const sim::Chance& chance) {
  object["exact"] = number(chance.exact);
  object["estimate"] = chance.estimate ? number(chance.estimate->value) : Json(nullptr);
  object["low"] = chance.estimate ? number(chance.estimate->low) : Json(nullptr);
  object["high"] = chance.estimate ? number(chance.estimate->high) : Json(nullptr);
  object["count"] = chance.count ? Json(*chance.count) : Json(nullptr);
}

void add_means(Json& object, const sim::MeasureAnswer& measure) {
  object["exact_mean"] = number(measure.exact_mean);
  object["mean"] = measure.mean ? number(measure.mean->value) : Json(nullptr);
  object["standard_error"] = measure.mean ? number(measure.mean->standard_error) : Json(nullptr);
}

Json events_json(const sim::Answer& answer) {
  Json events = Json::array();
  for (const auto& event : answer.events) {
    Json object;
    object["name"] = event.name;
    add_chance(object, event.chance);
    events.push_back(std::move(object));
  }
  return events;
}

Json measures_json(const sim::Answer& answer) {
  Json measures = Json::array();
  for (const auto& measure : answer.measures) {
    Json object;
    object["name"] = measure.name;
    add_means(object, measure);
    Json distribution = Json::array();
    for (const auto& value : measure.distribution) {
      Json row;
      row["value"] = value.value;
      add_chance(row, value.chance);
      distribution.push_back(std::move(row));
    }
    object["distribution"] = std::move(distribution);
    measures.push_back(std::move(object));
  }
  return measures;
}

std::string to_json(const Report& report) {
  Json root;
  root["schema"] = "boxcars/1";
  root["version"] = version;
  root["question"] = report.name;
  root["inputs"] = inputs_json(report.question.inputs);
  root["method"] = to_string(report.method);
  root["trials"] = report.answer.trials;
  root["seed"] = report.seed;

  root["events"] = events_json(report.answer);
  root["measures"] = measures_json(report.answer);

  Json modifiers = Json::array();
  for (const auto& modifier : report.question.modifiers) {
    modifiers.push_back({{"amount", modifier.amount}, {"reason", modifier.reason}, {"rule", modifier.rule}});
  }
  root["modifiers"] = std::move(modifiers);
  root["notes"] = report.question.notes;
  if (!report.tales.empty()) root["shown_trials"] = report.tales;
  return printed(root);
}

std::string canonical(std::string_view question, const model::Inputs& inputs) {
  Json object = inputs_json(inputs);
  for (const auto& input : inputs) {
    if (!input.meant.empty()) object[input.name] = input.meant;
  }
  return std::string(question) + " " + object.dump();
}

}  // namespace boxcars::io
