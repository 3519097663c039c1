#include "io/formats/tables.hpp"

#include <fmt/format.h>

#include "io/formats/percent.hpp"

namespace boxcars::io {
namespace {

std::string csv_row(const std::string& before, const std::string& kind, const std::string& name, const std::string& value,
                    const sim::Chance& chance, std::uint64_t trials) {
  const auto& e = chance.estimate;
  return fmt::format("{}{},{},{},{},{},{},{},{},{}\n", before, kind, csv_field(name), value, csv_number(chance.exact),
                     csv_number(e ? std::optional(e->value) : std::nullopt), csv_number(e ? std::optional(e->low) : std::nullopt),
                     csv_number(e ? std::optional(e->high) : std::nullopt), chance.count ? std::to_string(*chance.count) : "", trials);
}

std::string markdown_row(const std::string& name, const sim::Chance& chance) {
  return fmt::format("| {} | {} | {} | {} |\n", name, chance.exact ? exact_percent(*chance.exact) : "",
                     chance.estimate ? estimated_percent(*chance.estimate) : "", chance.estimate ? interval_percent(*chance.estimate) : "");
}

constexpr const char* markdown_head = "| exact | simulated | 95% interval |\n|---|---:|---:|---:|\n";

}  // namespace

std::string csv_field(const std::string& text) {
  if (text.find_first_of(",\"\n") == std::string::npos) return text;
  std::string quoted = "\"";
  for (const char c : text) quoted += c == '"' ? std::string("\"\"") : std::string(1, c);
  return quoted + "\"";
}

std::string csv_number(std::optional<double> value) { return value ? fmt::format("{:.12g}", *value) : ""; }

std::string csv_rows(const sim::Answer& answer, const std::string& before) {
  std::string text;
  for (const auto& event : answer.events) text += csv_row(before, "event", event.name, "", event.chance, answer.trials);
  for (const auto& measure : answer.measures) {
    for (const auto& value : measure.distribution) {
      text += csv_row(before, "measure", measure.name, std::to_string(value.value), value.chance, answer.trials);
    }
  }
  return text;
}

std::string to_csv(const Report& report) { return std::string(csv_head) + "\n" + csv_rows(report.answer, ""); }

std::string to_markdown(const Report& report) {
  std::string text;
  if (const std::string first = headline(report); !first.empty()) text += "**" + first + "**\n\n";
  for (const auto& line : report.question.summary) text += line + "\n\n";
  if (report.explain) {
    for (const auto& line : report.question.worked_out) text += line + "\n\n";
  }
  if (report.explain && !report.question.modifiers.empty()) {
    text += "| DRM | reason | rule |\n|---:|---|---|\n";
    for (const auto& modifier : report.question.modifiers)
      text += fmt::format("| {:+} | {} | {} |\n", modifier.amount, modifier.reason, modifier.rule);
    text += "\n";
  }
  text += std::string("| event ") + markdown_head;
  for (const auto& event : report.answer.events) text += markdown_row(event.name, event.chance);
  for (const auto& measure : report.answer.measures) {
    text += "\n" + measure.name + ": " + means(measure) + "\n\n";
    if (measure.distribution.size() >= wide_from) text += quantiles(measure) + "\n";
    if (measure.distribution.size() > most_values) continue;
    if (measure.distribution.size() >= wide_from) text += "\n";
    text += fmt::format("| {} ", measure.name) + markdown_head;
    for (const auto& value : measure.distribution) text += markdown_row(std::to_string(value.value), value.chance);
  }
  text += "\n";
  for (const auto& note : report.question.notes) text += "- " + note + "\n";
  if (report.answer.trials > 0) text += "- " + trials_line(report) + "\n";
  if (can_repeat(report)) text += "- repeat: `" + command(report) + " --format markdown`\n";
  return text;
}

}  // namespace boxcars::io
