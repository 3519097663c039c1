#include "io/studies/study_cost.hpp"

#include <algorithm>
#include <chrono>
#include <optional>
#include <set>

#include "io/files/failed.hpp"
#include "sim/statistics/estimate.hpp"

namespace boxcars::io {
namespace {

using Clock = std::chrono::steady_clock;

// Half-widths shrink as the root of the trials.
double trials_to_throw(const Study& study, const sim::Tally& games) {
  if (const auto* rule = std::get_if<sim::AfterTrials>(&study.stop)) return static_cast<double>(rule->trials);
  const auto& rule = std::get<sim::AtPrecision>(study.stop);
  double widest = 0;
  for (const std::uint64_t happened : games.events) widest = std::max(widest, sim::wilson(happened, games.trials).half_width());
  const double wanted = static_cast<double>(games.trials) * (widest / rule.within) * (widest / rule.within);
  return std::clamp(wanted, static_cast<double>(sim::batch_trials), static_cast<double>(rule.most_trials));
}

// As a few games of the point take; nothing if it was interrupted. Its chain is grown for trials only: exact odds may take all of the
// budget, in the same time a state.
std::optional<StudyCost> cost_of(const StudyPoints& points, std::size_t point, const ask::WorkerGroup& group,
                                 const std::atomic<bool>& stop) {
  constexpr std::uint32_t few = 20'000;
  const auto seconds_since = [](Clock::time_point began) { return std::chrono::duration<double>(Clock::now() - began).count(); };
  const auto began = Clock::now();
  const auto compiled = points(point).prepare(group.machine.budget, sim::Wanted::trials, group.machine.instruction_set, stop);
  const double preparing = seconds_since(began);
  const bool solves_more = points.study().method != sim::Method::simulate && compiled->states >= sim::levels.front().states;
  StudyCost cost{preparing, preparing * (solves_more ? static_cast<double>(group.machine.budget.states) / sim::levels.front().states : 1)};
  if (points.study().method == sim::Method::exact) return cost;
  const auto thrown = Clock::now();
  sim::Tally games = compiled->no_trials();
  if (!compiled->throw_batches({0, 1}, few, seed_of(points.study(), point), stop, games)) return std::nullopt;
  const double throwing = seconds_since(thrown) * trials_to_throw(points.study(), games) / few;
  return StudyCost{cost.least + throwing, cost.most + throwing};
}

}  // namespace

StudyCost cost_of(const StudyPoints& points, const ask::WorkerGroup& group, const std::atomic<bool>& stop) {
  const std::size_t count = points_of(points.study());
  const std::set<std::size_t> judged{0, count / 2, count - 1};
  StudyCost sum{.judged = judged.size()};
  for (const std::size_t point : judged) {
    const auto cost = cost_of(points, point, group, stop);
    if (!cost || stop) throw Interrupted("what it costs is not known");
    sum.least += cost->least;
    sum.most += cost->most;
  }
  const double all = static_cast<double>(count) / static_cast<double>(judged.size()) / group.threads;
  return {sum.least * all, sum.most * all, sum.judged};
}

}  // namespace boxcars::io
