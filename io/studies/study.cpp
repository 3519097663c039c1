#include "io/studies/study.hpp"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "ask/common.hpp"
#include "ask/varied.hpp"
#include "io/formats/json_values.hpp"
#include "io/formats/percent.hpp"
#include "io/formats/report.hpp"
#include "model/core/numbers.hpp"

namespace boxcars::io {
namespace {

model::InputValue value_of(const Json& json) {
  if (json.is_boolean()) return json.get<bool>();
  if (json.is_number()) return json.get<double>();
  if (json.is_string()) return json.get<std::string>();
  if (!json.empty() && json.front().is_number()) return json.get<std::vector<double>>();
  return json.get<std::vector<std::string>>();
}

Json inputs_json(const std::vector<StudyInput>& inputs) {
  Json object = Json::object();
  for (const StudyInput& input : inputs) object[input.key] = to_json(input.value);
  return object;
}

std::vector<StudyInput> inputs_of(const Json& object) {
  std::vector<StudyInput> inputs;
  for (const auto& [key, value] : object.items()) inputs.push_back({key, value_of(value), {}});
  return inputs;
}

}  // namespace

std::size_t points_of(const Study& study) { return ask::combinations_of(ask::sizes_of(study.sweep)); }

std::vector<std::size_t> places_of(const Study& study, std::size_t point) { return ask::places_of(ask::sizes_of(study.sweep), point); }

std::vector<StudyInput> swept_inputs(const Study& study, std::size_t point) {
  std::vector<StudyInput> inputs;
  const auto places = places_of(study, point);
  for (std::size_t axis = 0; axis < places.size(); ++axis) {
    const auto& values = study.sweep[axis][places[axis]];
    inputs.insert(inputs.end(), values.begin(), values.end());
  }
  return inputs;
}

std::vector<std::size_t> first_alike(const Study& study) {
  std::vector<std::size_t> first{0};
  for (const Axis& axis : study.sweep) {
    const bool seeds =
        std::all_of(axis.begin(), axis.end(), [](const auto& values) { return values.size() == 1 && values.front().key == seed_key; });
    std::vector<std::size_t> longer;
    for (const std::size_t point : first) {
      for (std::size_t value = 0; value < axis.size(); ++value) longer.push_back(point * axis.size() + (seeds ? 0 : value));
    }
    first = std::move(longer);
  }
  return first;
}

std::uint64_t seed_of(const Study& study, std::size_t point) {
  for (const StudyInput& input : swept_inputs(study, point)) {
    if (input.key != seed_key) continue;
    const double* seed = std::get_if<double>(&input.value);
    return seed ? static_cast<std::uint64_t>(*seed) : model::whole_number<std::uint64_t>(std::get<std::string>(input.value)).value();
  }
  return study.seed;
}

std::vector<std::string> columns_of(const Study& study) { return columns_of(study.sweep); }

std::vector<std::string> columns_of(std::span<const Axis> axes) {
  std::vector<std::string> columns;
  for (const Axis& axis : axes) {
    for (const auto& values : axis) {
      for (const StudyInput& input : values) {
        if (std::find(columns.begin(), columns.end(), input.key) == columns.end()) columns.push_back(input.key);
      }
    }
  }
  return columns;
}

std::vector<std::string> row_of(const Study& study, const std::vector<std::string>& columns, std::size_t point) {
  std::vector<std::string> row(columns.size());
  for (const StudyInput& input : swept_inputs(study, point)) {
    row[static_cast<std::size_t>(std::find(columns.begin(), columns.end(), input.key) - columns.begin())] = in_words(input.value);
  }
  return row;
}

std::string in_words(const std::vector<StudyInput>& inputs) { return ask::settings_in_words(inputs); }

std::string in_words(const sim::StopRule& stop) {
  if (const auto* rule = std::get_if<sim::AfterTrials>(&stop)) return grouped(rule->trials) + " trials";
  const auto& rule = std::get<sim::AtPrecision>(stop);
  std::string text = fmt::format("every 95% interval within +-{}", rule.within);
  if (rule.most_trials != sim::AtPrecision{}.most_trials) text += ", or " + grouped(rule.most_trials) + " trials";
  return text;
}

std::string definition(const Study& study) {
  Json root;
  root["question"] = study.question;
  root["method"] = std::string(ask::name_of(study.method));
  root["inputs"] = inputs_json(study.inputs);
  root["sweep"] = Json::array();
  for (const Axis& axis : study.sweep) {
    Json values = Json::array();
    for (const auto& inputs : axis) values.push_back(inputs_json(inputs));
    root["sweep"].push_back(std::move(values));
  }
  return ask::to_text(root);
}

Study study_of(const std::string& definition) {
  const Json root = ask::parse_json(definition);
  Study study;
  study.question = root.at("question").get<std::string>();
  study.method = model::find_choice(root.at("method").get<std::string>(), ask::method_choices).value_or(sim::Method::both);
  study.inputs = inputs_of(root.at("inputs"));
  for (const Json& values : root.at("sweep")) {
    Axis axis;
    for (const Json& inputs : values) axis.push_back(inputs_of(inputs));
    study.sweep.push_back(std::move(axis));
  }
  return study;
}

}  // namespace boxcars::io
