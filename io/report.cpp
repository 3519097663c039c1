#include "io/report.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "io/percent.hpp"

namespace boxcars::io {
namespace {

struct Words {
  std::string operator()(bool) const { return ""; }
  std::string operator()(double value) const { return fmt::format(" {}", value); }
  std::string operator()(const std::string& value) const { return " " + quoted(value); }
  template <class Value>
  std::string operator()(const std::vector<Value>& values) const {
    std::string text;
    for (const auto& value : values) text += (*this)(value);
    return text;
  }
};

std::string as_options(const model::Inputs& inputs) {
  std::string text;
  for (const auto& input : inputs) {
    std::string option = input.name;
    std::replace(option.begin(), option.end(), '_', '-');
    text += " --" + option + std::visit(Words{}, input.value);
  }
  return text;
}

std::string event_told(const Report& report, const model::HeadlinePart& part) {
  const auto event = std::find_if(report.answer.events.begin(), report.answer.events.end(),
                                  [&](const sim::EventAnswer& e) { return e.name == part.name; });
  return event == report.answer.events.end() ? "" : headline_percent(event->chance);
}

std::string measure_told(const Report& report, const model::HeadlinePart& part) {
  const auto measure = std::find_if(report.answer.measures.begin(), report.answer.measures.end(),
                                    [&](const sim::MeasureAnswer& m) { return m.name == part.name; });
  if (measure == report.answer.measures.end()) return "";
  if (part.tells == model::HeadlinePart::Tells::median) {
    const auto median = quantile(*measure, 0.5);
    return median ? std::to_string(*median) : "";
  }
  double zero = 0;
  for (const auto& value : measure->distribution) {
    if (value.value == 0) zero = best_known(value.chance).value_or(0);
  }
  if (!measure->exact_mean && !measure->mean) return "";
  return headline_percent({.exact = 1 - zero});
}

}  // namespace

std::string quoted(const std::string& word) {
  const bool plain =
      word.find_first_not_of("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789+-.,:=_/@%") == std::string::npos;
  if (plain && !word.empty()) return word;
  std::string text = "'";
  for (const char c : word) text += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return text + "'";
}

std::optional<int> quantile(const sim::MeasureAnswer& measure, double share) {
  double sum = 0;
  for (const auto& value : measure.distribution) {
    sum += best_known(value.chance).value_or(0);
    if (sum >= share) return value.value;
  }
  return std::nullopt;
}

std::string means(const sim::MeasureAnswer& measure) {
  std::string text;
  if (measure.exact_mean) text += fmt::format("mean {:.4g} exact", *measure.exact_mean);
  if (measure.mean) {
    const double error = measure.mean->standard_error;
    const int decimals = error > 0 ? std::clamp(static_cast<int>(std::ceil(-std::log10(error))), 0, 8) : 2;
    text += fmt::format("{}{:.{}f} simulated, standard error {:.1g}", text.empty() ? "mean " : ", ", measure.mean->value, decimals, error);
  }
  return text;
}

std::string quantiles(const sim::MeasureAnswer& measure) {
  std::string text;
  for (const auto& [share, words] : {std::pair(0.05, "5%"), std::pair(0.5, "half"), std::pair(0.95, "95%")}) {
    if (const auto value = quantile(measure, share)) text += fmt::format("{}{} or less in {}", text.empty() ? "" : ", ", *value, words);
  }
  return text + " of all trials";
}

std::string to_string(sim::Method method) {
  switch (method) {
    case sim::Method::both:
      return "both";
    case sim::Method::simulate:
      return "simulate";
    case sim::Method::exact:
      return "exact";
  }
  return {};
}

std::string command(const Report& report) {
  std::string text = "boxcars " + report.name;
  text += report.question.typed.empty() ? as_options(report.question.inputs) : " " + report.question.typed;
  if (report.method != sim::Method::both) text += " --method " + to_string(report.method);
  if (report.method != sim::Method::exact) text += fmt::format(" --trials {} --seed {}", report.answer.trials, report.seed);
  if (report.explain) text += " --explain";
  if (report.shown > 0) text += fmt::format(" --show {}", report.shown);
  return text;
}

bool can_repeat(const Report& report) { return report.method == sim::Method::exact || report.answer.trials > 0; }

std::string trials_line(const Report& report) {
  const std::uint64_t trials = report.answer.trials;
  return fmt::format("simulated: {} trial{}, seed {}", grouped(trials), trials == 1 ? "" : "s", report.seed);
}

std::string headline(const Report& report) {
  std::string text;
  for (const auto& part : report.question.headline) {
    const std::string told = part.tells == model::HeadlinePart::Tells::event ? event_told(report, part) : measure_told(report, part);
    if (!told.empty()) text += (text.empty() ? "" : ", ") + part.phrase + " " + told;
  }
  return text;
}

}  // namespace boxcars::io
