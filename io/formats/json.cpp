#include "io/formats/json.hpp"

#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <optional>

#include <fmt/format.h>

#include "io/formats/json_values.hpp"
#include "io/formats/report.hpp"
#include "model/core/bad_input.hpp"

namespace boxcars::io {
std::string escaped(std::string text) {
  // JSON lets those be as they are.
  for (std::size_t at = 0; (at = text.find_first_of("\x7f\xc2\xd8\xe2", at)) != std::string::npos; ++at) {
    const std::size_t control = model::control_at(std::string_view(text).substr(at));
    if (control == 0) continue;
    unsigned number = static_cast<unsigned char>(text[at]) & (control == 1 ? 0x7fU : control == 2 ? 0x1fU : 0x0fU);
    for (std::size_t i = 1; i < control; ++i) number = number << 6 | (static_cast<unsigned char>(text[at + i]) & 0x3fU);
    text.replace(at, control, fmt::format("\\u{:04x}", number));
  }
  return text + "\n";
}

std::string printed(const Json& root) { return escaped(ask::to_text_with_marks(root, ask::JsonLines::indented)); }

std::string on_one_line(const Json& root) { return escaped(ask::to_text_with_marks(root, ask::JsonLines::one)); }

Json begun(std::string_view question) {
  Json root;
  root["schema"] = "boxcars/1";
  root["version"] = version;
  if (!question.empty()) root["question"] = question;
  return root;
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
    const auto& bounds = event.bounds;
    object["low_bound"] = bounds ? number(bounds->low) : Json(nullptr);
    object["high_bound"] = bounds ? number(bounds->high) : Json(nullptr);
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

Json modifiers_json(const model::Description& question) {
  Json modifiers = Json::array();
  for (const auto& [amount, reason, rule] : question.modifiers)
    modifiers.push_back({{"amount", amount}, {"reason", reason}, {"rule", rule}});
  return modifiers;
}

Json decisions_json(const std::vector<ask::Decision>& decisions) {
  Json rows = Json::array();
  for (const ask::Decision& decision : decisions) {
    Json choices = Json::array();
    for (const auto& choice : decision.choices) choices.push_back({{"target", choice.target}, {"exact", number(choice.exact)}});
    rows.push_back({{"turn", decision.turn},
                    {"shot", decision.shot},
                    {"situation", decision.situation},
                    {"probability", number(decision.probability)},
                    {"best", decision.best},
                    {"choices", std::move(choices)}});
  }
  return rows;
}

Json json_of(const Report& report) {
  Json root = begun(report.name);
  if (!report.understood.empty()) root["understood"] = report.understood;
  root["inputs"] = inputs_json(report.question.inputs);
  for (const auto& figure : report.question.figures) root[figure.name] = to_json(model::InputValue(figure.number));
  if (report.explain) {
    root["headline"] = headline(report);
    root["headline_odds"] = Json::array();
    for (const auto& [words, odds] : headline_odds(report)) root["headline_odds"].push_back({{"words", words}, {"odds", odds}});
    root["summary"] = report.question.summary;
    root["factors"] = report.question.worked_out;
  }
  root["method"] = std::string(ask::name_of(report.method));
  root["trials"] = report.answer.trials;
  root["seed"] = report.seed;

  root["events"] = events_json(report.answer);
  root["measures"] = measures_json(report.answer);
  if (report.decisions) root["decisions"] = decisions_json(*report.decisions);
  for (const model::RankedPath& one : report.question.paths) root["paths"].push_back({{"path", one.path}, {"exact", number(one.arrives)}});

  root["modifiers"] = modifiers_json(report.question);
  root["notes"] = report.question.notes;
  if (!report.tales.empty()) root["shown_trials"] = report.tales;
  return root;
}

std::string to_json(const Report& report) { return printed(json_of(report)); }

std::string to_json_line(const Report& report) { return on_one_line(json_of(report)); }

Json fault_json(const model::Fault& fault, model::Spelling spelling) {
  return {{"field", fault.field.empty() ? Json(nullptr) : Json(fault.field)},
          {"problem", model::spelled(fault.problem, spelling)},
          {"why", model::spelled(fault.why, spelling)},
          {"instead", model::spelled(fault.instead, spelling)}};
}

std::string to_json_line(const model::Fault& fault) {
  Json error = fault_json(fault, model::as_member);
  error["problem"] = model::place_of(fault) + error["problem"].get<std::string>();
  return on_one_line({{"error", std::move(error)}});
}

}  // namespace boxcars::io
