#pragma once

#include <algorithm>
#include <string>

#include <catch2/catch.hpp>

#include "sim/statistics/tally.hpp"
#include "tests/support/binomial.hpp"

namespace boxcars::test {

/// Calls event(index, tail) for every event, measure(index, value, tail) for every value of every measure.
template <class Event, class Measure>
void for_each_tail(const sim::Tally& tally, const sim::Odds& odds, Event event, Measure measure) {
  for (std::size_t i = 0; i < odds.events.size(); ++i) event(i, tail(tally.events[i], tally.trials, odds.events[i]));
  for (std::size_t m = 0; m < odds.measures.size(); ++m) {
    for (const auto& value : odds.measures[m]) {
      const auto found = tally.measures[m].find(value.first);
      measure(m, value.first, tail(found == tally.measures[m].end() ? 0 : found->second, tally.trials, value.second));
    }
  }
}

/// The tail of what agrees worst.
inline double worst_tail(const sim::Tally& tally, const sim::Odds& odds) {
  double worst = 1;
  for_each_tail(
      tally, odds, [&](std::size_t, double tail) { worst = std::min(worst, tail); },
      [&](std::size_t, int, double tail) { worst = std::min(worst, tail); });
  return worst;
}

/// Checks every event and every value of every measure of a question.
template <class Question>
void check_agreement(const Question& question, const sim::Tally& tally, const sim::Odds& odds) {
  for_each_tail(
      tally, odds,
      [&](std::size_t event, double tail) {
        INFO(question.event_names()[event]);
        CHECK(tail > false_alarm);
      },
      [&](std::size_t measure, int value, double tail) {
        INFO(question.measure_names()[measure] << " " << value);
        CHECK(tail > false_alarm);
      });
}

}  // namespace boxcars::test
