#include "io/formats/comparison.hpp"

#include <algorithm>
#include <cmath>
#include <set>
#include <utility>

#include <fmt/format.h>

#include "ask/canonical.hpp"
#include "io/formats/json.hpp"
#include "io/formats/percent.hpp"
#include "io/formats/report.hpp"
#include "io/formats/words.hpp"
#include "model/core/bad_input.hpp"

namespace boxcars::io {
namespace {

constexpr std::size_t longest_verdict = 3;
constexpr std::size_t most_named = 8;  // events in a note

template <class Named>
const Named* named(const std::vector<Named>& all, const std::string& name) {
  const auto found = std::find_if(all.begin(), all.end(), [&](const Named& one) { return one.name == name; });
  return found == all.end() ? nullptr : &*found;
}

// What the last bits of two exact values differ in is no difference, and no digit of one.
std::optional<double> exact_difference(std::optional<double> a, std::optional<double> b) {
  if (!a || !b) return std::nullopt;
  const double value = *b - *a;
  if (std::abs(value) <= exactness * std::max({1.0, std::abs(*a), std::abs(*b)})) return 0.0;
  return std::round(value / exactness) * exactness;
}

template <class Estimated>
std::optional<sim::Estimate> estimated_difference(const std::optional<Estimated>& a, const std::optional<Estimated>& b, bool same) {
  if (!a || !b) return std::nullopt;
  return same ? sim::Estimate{} : sim::difference(*a, *b);
}

std::set<std::string> headline_events(const model::Question& question) {
  std::set<std::string> names;
  for (const auto& part : question.headline) {
    if (part.tells == model::HeadlinePart::Tells::event) names.insert(part.name);
  }
  return names;
}

double best_known(const Difference& difference) {
  return difference.exact ? *difference.exact : difference.estimate ? difference.estimate->value : 0;
}

// Exact odds differ or do not; estimated ones are seen to differ if the interval says so.
bool differs(const ComparedEvent& event) {
  const auto& [exact, estimate] = event.difference;
  if (exact) return *exact != 0;
  return estimate && (estimate->low > 0 || estimate->high < 0);
}

// "by 4.23 points", "by 4.1 to 4.4 points".
std::string by_points(const Difference& difference) {
  if (difference.exact) return "by " + exact_points(std::abs(*difference.exact)).substr(1) + " points";
  const sim::Estimate& e = *difference.estimate;
  const int decimals = supported_decimals(e);
  const std::string least = fmt::format("{:.{}f}", 100 * std::min(std::abs(e.low), std::abs(e.high)), decimals);
  const std::string most = fmt::format("{:.{}f}", 100 * std::max(std::abs(e.low), std::abs(e.high)), decimals);
  const bool is_zero = least.find_first_of("123456789") == std::string::npos;
  return "by " + (is_zero ? "up to " : least + " to ") + most + " points";
}

// A number that no interval ends beyond, in points.
std::string widest(const std::vector<const ComparedEvent*>& events) {
  double bound = 0;
  int decimals = 0;
  for (const ComparedEvent* event : events) {
    const sim::Estimate& e = *event->difference.estimate;
    const double further = 100 * std::max(std::abs(e.low), std::abs(e.high));
    if (further <= bound) continue;
    bound = further;
    decimals = supported_decimals(e);
  }
  const double unit = std::pow(10.0, -decimals);
  return fmt::format("{:.{}f}", std::ceil(bound / unit) * unit, decimals);
}

std::vector<std::string> verdict_of(const Comparison& comparison, bool same) {
  std::vector<const ComparedEvent*> known;
  for (const ComparedEvent& event : comparison.events) {
    if (event.difference.exact || event.difference.estimate) known.push_back(&event);
  }
  if (comparison.events.empty()) return {"no event is in both questions"};
  if (known.empty()) return {};

  // What both questions are about comes first; if that is the same, all that they share is looked at.
  const auto of_a = headline_events(comparison.a.question);
  const auto of_b = headline_events(comparison.b.question);
  std::vector<const ComparedEvent*> first, differing;
  std::copy_if(known.begin(), known.end(), std::back_inserter(first),
               [&](const ComparedEvent* e) { return of_a.contains(e->name) && of_b.contains(e->name); });
  for (const auto* events : {&first, &known}) {
    if (!differing.empty()) break;
    std::copy_if(events->begin(), events->end(), std::back_inserter(differing), [](const ComparedEvent* e) { return differs(*e); });
  }
  const bool certain = same || std::all_of(known.begin(), known.end(), [](const ComparedEvent* e) { return e->difference.exact; });
  if (differing.empty() && certain) return {"the odds are the same"};
  if (differing.empty()) return {"no difference is seen: all within " + widest(known) + " points"};

  std::stable_sort(differing.begin(), differing.end(), [](const ComparedEvent* one, const ComparedEvent* other) {
    return std::abs(best_known(one->difference)) > std::abs(best_known(other->difference));
  });
  if (differing.size() > longest_verdict) differing.resize(longest_verdict);
  std::vector<std::string> lines;
  for (const ComparedEvent* event : differing) {
    const char* how = best_known(event->difference) > 0 ? "more" : "less";
    lines.push_back(fmt::format("B: {} {} often, {}", event->name, how, by_points(event->difference)));
  }
  return lines;
}

// "IFT 1KIA, IFT K/2 and 14 others".
std::string some_of(const std::vector<sim::EventAnswer>& events) {
  std::string text;
  const std::size_t told = events.size() > most_named + 1 ? most_named : events.size();
  for (std::size_t i = 0; i < told; ++i) text += (i == 0 ? "" : ", ") + events[i].name;
  return told == events.size() ? text : text + fmt::format(" and {} others", events.size() - told);
}

// In double quotes, as people type a question: what stands in single ones within it stays as it is.
std::string in_quotes(const std::string& question) {
  const bool plain = question.find_first_of("\"\\$`!") == std::string::npos && model::printable(question) == question;
  return plain ? "\"" + question + "\"" : quoted(question);
}

}  // namespace

Comparison compare(Compared a, Compared b, const ComparedAlike& alike) {
  Comparison comparison{.a = std::move(a), .b = std::move(b), .alike = alike};
  const Compared &of_a = comparison.a, &of_b = comparison.b;
  const bool same = ask::canonical(of_a.name, of_a.question.inputs) == ask::canonical(of_b.name, of_b.question.inputs);
  for (const auto& event : of_a.answer.events) {
    const auto* other = named(of_b.answer.events, event.name);
    if (!other) continue;
    comparison.events.push_back({event.name,
                                 event.chance,
                                 other->chance,
                                 {exact_difference(event.chance.exact, other->chance.exact),
                                  estimated_difference(event.chance.estimate, other->chance.estimate, same)}});
  }
  for (const auto& measure : of_a.answer.measures) {
    const auto* other = named(of_b.answer.measures, measure.name);
    if (!other) continue;
    comparison.measures.push_back(
        {measure,
         *other,
         {exact_difference(measure.exact_mean, other->exact_mean), estimated_difference(measure.mean, other->mean, same)}});
  }
  comparison.verdict = verdict_of(comparison, same);
  if (same) comparison.notes.push_back("both are the same question: they throw the same dice");
  if (comparison.events.empty())
    comparison.notes.push_back("no event is in both; A has " + some_of(of_a.answer.events) + "; B has " + some_of(of_b.answer.events));
  return comparison;
}

std::optional<std::string> command(const Comparison& comparison) {
  const Compared &a = comparison.a, &b = comparison.b;
  const ComparedAlike& alike = comparison.alike;
  std::string text = "boxcars compare " + in_quotes(typed(a.name, a.question)) + " " + in_quotes(typed(b.name, b.question));
  if (alike.method != sim::Method::both) text += " --method " + std::string(ask::name_of(alike.method));
  if (alike.method == sim::Method::exact) return text;
  const bool equally_long = a.answer.trials == b.answer.trials && a.answer.trials > 0;
  if (!equally_long && !alike.precision) return std::nullopt;
  text += equally_long ? fmt::format(" --trials {}", a.answer.trials) : fmt::format(" --precision {}", *alike.precision);
  return text + fmt::format(" --seed {}", alike.seed);
}

}  // namespace boxcars::io
