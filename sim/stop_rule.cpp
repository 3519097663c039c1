#include "sim/stop_rule.hpp"

#include <algorithm>
#include <cmath>

#include "sim/estimate.hpp"
#include "sim/simulate.hpp"

namespace boxcars::sim {
namespace {

std::uint64_t checkpoint(const AfterTrials& rule, const Tally&) { return rule.trials; }

std::uint64_t checkpoint(const AtPrecision& rule, const Tally& tally) {
  if (tally.trials == 0) return std::min<std::uint64_t>(batch_trials, rule.most_trials);
  double widest = 0;
  for (const std::uint64_t count : tally.events) {
    const Estimate e = wilson(count, tally.trials);  // not centred on the estimate: its longer side counts
    widest = std::max({widest, e.high - e.value, e.value - e.low});
  }
  if (widest <= rule.within || tally.trials >= rule.most_trials) return tally.trials;
  // Half-widths shrink as the root of the trials.
  const double need = std::clamp((widest / rule.within) * (widest / rule.within), 1.1, 2.0);
  const auto batches = static_cast<std::uint64_t>(std::ceil(static_cast<double>(tally.trials) * need / batch_trials));
  return std::min(batches * batch_trials, rule.most_trials);
}

}  // namespace

std::uint64_t next_checkpoint(const StopRule& rule, const Tally& tally) {
  return std::visit([&](const auto& r) { return checkpoint(r, tally); }, rule);
}

}  // namespace boxcars::sim
