#include "io/report.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "io/percent.hpp"

namespace boxcars::io {
namespace {

std::string quoted(const std::string& word) {
  const bool plain =
      word.find_first_not_of("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789+-.,:=_/@%") == std::string::npos;
  return plain && !word.empty() ? word : "'" + word + "'";
}

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

}  // namespace

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
  for (const auto& input : report.question.inputs) {
    std::string option = input.name;
    std::replace(option.begin(), option.end(), '_', '-');
    text += " --" + option + std::visit(Words{}, input.value);
  }
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
    const auto event = std::find_if(report.answer.events.begin(), report.answer.events.end(),
                                    [&](const sim::EventAnswer& e) { return e.name == part.event; });
    if (event == report.answer.events.end()) continue;
    const std::string odds = headline_percent(event->chance);
    if (!odds.empty()) text += (text.empty() ? "" : ", ") + part.phrase + " " + odds;
  }
  return text;
}

}  // namespace boxcars::io
