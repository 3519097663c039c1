#include "sim/statistics/stop_rule.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "sim/statistics/batches.hpp"
#include "sim/statistics/estimate.hpp"

namespace boxcars::sim {
namespace {

std::uint64_t checkpoint(const AfterTrials& rule, const Tally&) { return rule.trials; }

// The longer of the distances from count / trials to the ends of its interval, which is not centred on it.
double width(std::uint64_t count, std::uint64_t trials) {
  const Estimate e = wilson(count, trials);
  return std::max(e.high - e.value, e.value - e.low);
}

std::uint64_t checkpoint(const AtPrecision& rule, const Tally& tally) {
  if (tally.trials == 0) return std::min<std::uint64_t>(batch_trials, rule.most_trials);
  double widest = 0;
  for (const std::uint64_t count : tally.events) widest = std::max(widest, width(count, tally.trials));
  if (widest <= rule.within || tally.trials >= rule.most_trials) return tally.trials;
  // Half-widths shrink as the square root of the trials.
  const double need = std::clamp((widest / rule.within) * (widest / rule.within), 1.1, 2.0);
  const auto batches = static_cast<std::uint64_t>(std::ceil(static_cast<double>(tally.trials) * need / batch_trials));
  return std::min(batches * batch_trials, rule.most_trials);
}

std::uint64_t foreseen(const AfterTrials& rule, const Tally&) { return rule.trials; }

std::uint64_t foreseen(const AtPrecision& rule, const Tally& tally) {
  const auto trials = static_cast<double>(tally.trials);
  const auto is_wide = [&](std::uint64_t count, double times) {
    const auto in_all = static_cast<std::uint64_t>(std::llround(trials * times));
    const auto happened = static_cast<std::uint64_t>(std::llround(static_cast<double>(count) * times));
    return width(std::min(happened, in_all), in_all) > rule.within;
  };
  constexpr double enough = 1e15;  // trials enough for any precision that can be asked
  double times = 1;                // the trials needed, in multiples of those of the tally
  for (const std::uint64_t count : tally.events) {
    double low = times;
    while (is_wide(count, times) && times * trials < enough) low = std::exchange(times, 2 * times);
    for (int halvings = 0; halvings < 30 && low < times; ++halvings) {
      const double middle = (low + times) / 2;
      (is_wide(count, middle) ? low : times) = middle;
    }
  }
  const auto batches = static_cast<std::uint64_t>(std::ceil(trials * times / batch_trials));
  return std::min(batches * batch_trials, rule.most_trials);
}

}  // namespace

std::uint64_t next_checkpoint(const StopRule& rule, const Tally& tally) {
  return std::visit([&](const auto& r) { return checkpoint(r, tally); }, rule);
}

std::uint64_t foreseen_end(const StopRule& rule, const Tally& tally) {
  return std::visit([&](const auto& r) { return foreseen(r, tally); }, rule);
}

}  // namespace boxcars::sim
