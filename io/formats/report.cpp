#include "io/formats/report.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "io/formats/percent.hpp"
#include "io/formats/words.hpp"

namespace boxcars::io {
namespace {

constexpr double too_rare = 1e-6;  // for what never came

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

std::optional<int> quantile(const sim::MeasureAnswer& measure, double share) {
  double sum = 0;
  for (const auto& value : measure.distribution) {
    sum += best_known(value.chance).value_or(0);
    if (sum >= share) return value.value;
  }
  return std::nullopt;
}

std::optional<double> standard_deviation(const sim::MeasureAnswer& measure) {
  double sum = 0, mean = 0, square = 0;
  for (const auto& value : measure.distribution) {
    const double chance = best_known(value.chance).value_or(0);
    sum += chance, mean += chance * value.value;
  }
  constexpr double all = 1 - 1e-9;
  if (sum < all) return std::nullopt;  // not all of it is known
  // From the mean: of the square's mean less its square nothing is left where all values are one.
  for (const auto& value : measure.distribution)
    square += best_known(value.chance).value_or(0) * (value.value - mean) * (value.value - mean);
  return std::sqrt(square);
}

bool cannot_happen(const sim::Chance& chance) { return chance.exact == 0.0 && chance.count.value_or(0) == 0; }

bool is_rare(const sim::Chance& chance) { return chance.exact.value_or(0) < too_rare && chance.count.value_or(0) == 0; }

bool is_certain(const sim::Chance& chance) { return chance.exact && *chance.exact >= 1 - exactness; }

bool is_constant(const sim::MeasureAnswer& measure) {
  return std::any_of(measure.distribution.begin(), measure.distribution.end(), [](const auto& value) { return is_certain(value.chance); });
}

std::string family(const std::string& event) {
  const auto space = event.find(' ');
  if (space == std::string::npos) return "";
  const std::string first = event.substr(0, space);
  return first == "IFT" || first.find(':') != std::string::npos ? first : "";
}

std::string means(const sim::MeasureAnswer& measure) {
  std::string text;
  if (measure.exact_mean) text += fmt::format("mean {:.4g} exact", *measure.exact_mean);
  if (measure.mean) {
    const double error = measure.mean->standard_error;
    text += fmt::format("{}{:.{}f} simulated, standard error {:.1g}", text.empty() ? "mean " : ", ", measure.mean->value,
                        error > 0 ? decimals_within(error) : 2, error);
  }
  if (const auto deviation = standard_deviation(measure)) text += fmt::format(", standard deviation {:.3g}", *deviation);
  return text;
}

std::string mean_in_short(const sim::MeasureAnswer& measure) {
  if (measure.exact_mean) return fmt::format("{:.4g}", *measure.exact_mean);
  if (!measure.mean) return "";
  const double error = measure.mean->standard_error;
  return fmt::format("{:.{}f}", measure.mean->value, error > 0 ? decimals_within(error) : 2);
}

std::string quantiles(const sim::MeasureAnswer& measure) {
  std::string text;
  for (const auto& [share, words] : {std::pair(0.05, "5%"), std::pair(0.5, "half"), std::pair(0.95, "95%")}) {
    if (const auto value = quantile(measure, share)) text += fmt::format("{}{} or less in {}", text.empty() ? "" : ", ", *value, words);
  }
  return text + " of all trials";
}

std::string typed(const std::string& name, const model::Description& question) {
  return name + (question.typed.empty() ? as_options(question.inputs) : " " + question.typed);
}

std::string command(const Report& report) {
  std::string text = "boxcars " + typed(report.command.empty() ? report.name : report.command, report.question);
  if (report.method != sim::Method::both) text += " --method " + std::string(ask::name_of(report.method));
  if (report.method != sim::Method::exact) text += fmt::format(" --trials {} --seed {}", report.answer.trials, report.seed);
  if (report.explain) text += " --explain";
  if (report.shown > 0) text += fmt::format(" --show {}", report.shown);
  return text;
}

bool can_repeat(const Report& report) { return report.method == sim::Method::exact || report.answer.trials > 0; }

std::string trials_line(const Report& report) {
  const std::uint64_t trials = report.answer.trials;
  std::string text = fmt::format("simulated: {} trial{}, seed {}", grouped(trials), trials == 1 ? "" : "s", report.seed);
  if (const auto found = sim::agreement(report.answer))
    text += fmt::format(", the largest difference is {:.1f} standard errors of {} odds", found->largest, found->odds);
  return text;
}

std::vector<HeadlineOdds> headline_odds(const Report& report) {
  std::vector<HeadlineOdds> all;
  for (const auto& part : report.question.headline) {
    std::string told = part.tells == model::HeadlinePart::Tells::event ? event_told(report, part) : measure_told(report, part);
    if (!told.empty()) all.push_back({part.phrase, std::move(told)});
  }
  return all;
}

std::string headline(const Report& report) {
  std::string text;
  for (const auto& [words, odds] : headline_odds(report)) text.append(text.empty() ? "" : ", ").append(words).append(" ").append(odds);
  return text;
}

}  // namespace boxcars::io
