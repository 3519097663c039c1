#include "sim/run/answer.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <set>

namespace boxcars::sim {
namespace {

Chance chance(std::optional<double> exact, std::optional<std::uint64_t> count, std::uint64_t trials) {
  if (!count) return {.exact = exact};
  return {exact, wilson(*count, trials), count};
}

// Sums of many numbers are not exact themselves, so the bounds are a little wider.
Bounds bounds(double lower_bound, double truncated_mass) {
  return {std::max(0.0, lower_bound - exactness), std::min(1.0, lower_bound + truncated_mass + exactness)};
}

template <class Map>
std::optional<typename Map::mapped_type> at(const Map& map, int value) {
  const auto found = map.find(value);
  return found == map.end() ? typename Map::mapped_type{} : found->second;
}

}  // namespace

Answer answer(const Findings& findings, const std::vector<std::string>& event_names, const std::vector<std::string>& measure_names) {
  // If it was interrupted before the first batch was done, there is no estimate of anything.
  const Tally* tally = findings.tally && findings.tally->trials > 0 ? &*findings.tally : nullptr;
  const Odds* odds = findings.odds ? &*findings.odds : nullptr;
  Answer result;
  result.trials = tally ? tally->trials : 0;
  for (std::size_t i = 0; i < event_names.size(); ++i) {
    result.events.push_back({event_names[i], chance(odds ? std::optional(odds->events[i]) : std::nullopt,
                                                    tally ? std::optional(tally->events[i]) : std::nullopt, result.trials)});
    if (!odds && !findings.lower_bounds.empty()) result.events.back().bounds = bounds(findings.lower_bounds[i], findings.truncated_mass);
  }
  for (std::size_t i = 0; i < measure_names.size(); ++i) {
    MeasureAnswer measure{.name = measure_names[i]};
    if (odds) measure.exact_mean = mean(odds->measures[i]);
    if (tally) measure.mean = mean(tally->measures[i], tally->trials);
    std::set<int> values;
    if (odds)
      for (const auto& [value, probability] : odds->measures[i]) values.insert(value);
    if (tally)
      for (const auto& [value, count] : tally->measures[i]) values.insert(value);
    for (const int value : values) {
      measure.distribution.push_back({value, chance(odds ? at(odds->measures[i], value) : std::nullopt,
                                                    tally ? at(tally->measures[i], value) : std::nullopt, result.trials)});
    }
    result.measures.push_back(std::move(measure));
  }
  return result;
}

std::optional<double> best_known(const Chance& chance) {
  if (chance.exact) return chance.exact;
  return chance.estimate ? std::optional(chance.estimate->value) : std::nullopt;
}

std::optional<Agreement> agreement(const Answer& answer) {
  constexpr double often_enough = 9;
  Agreement found;
  const auto look = [&](const Chance& chance) {
    if (!chance.exact || !chance.count || answer.trials == 0) return;
    const auto trials = static_cast<double>(answer.trials);
    const double p = *chance.exact, variance = trials * p * (1 - p);
    if (!(variance >= often_enough)) return;
    found.largest = std::max(found.largest, std::abs(static_cast<double>(*chance.count) - trials * p) / std::sqrt(variance));
    ++found.odds;
  };
  for (const EventAnswer& event : answer.events) look(event.chance);
  for (const MeasureAnswer& measure : answer.measures) {
    for (const ValueAnswer& value : measure.distribution) look(value.chance);
  }
  return found.odds > 0 ? std::optional(found) : std::nullopt;
}

}  // namespace boxcars::sim
