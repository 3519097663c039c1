#include "io/studies/study_run.hpp"

#include <algorithm>
#include <memory>
#include <utility>

#include <fmt/format.h>

#include "model/core/bad_input.hpp"
#include "sim/statistics/estimate.hpp"

namespace boxcars::io {
namespace {

using sim::BatchRange;
using sim::Task;

double widest_interval(const sim::Tally& tally) {
  double widest = 0;
  for (const std::uint64_t count : tally.events) widest = std::max(widest, sim::wilson(count, tally.trials).half_width());
  return widest;
}

}  // namespace

PointRow row_of(const ask::Question& asked, std::uint64_t seed) {
  PointNames names{asked.event_names(), asked.measure_names(), {}};
  for (const model::HeadlinePart& part : asked.description().headline) {
    const auto& events = asked.event_names();
    if (part.tells == model::HeadlinePart::Tells::event && std::find(events.begin(), events.end(), part.name) != events.end())
      names.headline.push_back(part.name);
  }
  return {asked.canonical(), seed, std::make_shared<const PointNames>(std::move(names))};
}

std::vector<sim::Scheduler::Point> left_of(const Store& store, const std::vector<PointState>& states, Part part) {
  const auto* after_trials = std::get_if<sim::AfterTrials>(&store.study().stop);
  const std::uint64_t batches = after_trials ? sim::batches_of(after_trials->trials) : 0;
  // Batches are dealt out where their number is known, else whole points.
  const std::uint64_t each = std::max<std::uint64_t>(batches, 1);
  const BatchRange share = sim::share(states.size() * each, part.i, part.n);
  std::vector<sim::Scheduler::Point> left;
  for (std::size_t number = 0; number < states.size(); ++number) {
    const PointState& state = states[number];
    const BatchRange mine{std::max(share.first, number * each), std::min(share.last, (number + 1) * each)};
    if (state.finished || mine.first >= mine.last) continue;
    sim::Scheduler::Point point{.number = number};
    if (batches > 0) {
      point.missing = sim::missing({mine.first - number * each, mine.last - number * each}, state.held);
      if (point.missing.empty() && state.solved) continue;
    } else if (after_trials) {
      if (state.solved) continue;
    } else if (state.trials > 0) {
      point.tally = *store.tally(number);
    }
    left.push_back(std::move(point));
  }
  return left;
}

Gathering::Gathering(const Store& store, Part part, std::size_t groups, std::size_t workers)
    : Gathering(store, part, store.states(), groups, workers) {}

Gathering::Gathering(const Store& store, Part part, const std::vector<PointState>& states, std::size_t groups, std::size_t workers)
    : scheduler_(store.study().stop, left_of(store, states, part), groups, workers), store_(store) {
  const auto left = left_of(store, states, part);
  const auto* after_trials = std::get_if<sim::AfterTrials>(&store.study().stop);
  const std::uint64_t each = after_trials ? std::max<std::uint64_t>(sim::batches_of(after_trials->trials), 1) : 1;
  const BatchRange share = sim::share(store.points() * each, part.i, part.n);
  progress_.points = share.first < share.last ? (share.last - 1) / each - share.first / each + 1 : 0;
  progress_.finished = progress_.points - left.size();
  for (const auto& point : left) {
    if (states[point.number].trials > 0) so_far_.emplace(point.number, *store.tally(point.number));
    for (const BatchRange& range : point.missing)
      progress_.to_throw += std::min(range.last * sim::batch_trials, after_trials->trials) - range.first * sim::batch_trials;
  }
}

sim::Task Gathering::exchange(std::size_t group, std::optional<ask::Done> done) {
  const std::scoped_lock lock(mutex_);
  if (done && done->kind == Task::Kind::prepare) {
    scheduler_.prepared(group, done->solved.point, done->solved.states);
    canonicals_.emplace_back(done->solved.point, std::move(done->canonical));
    ask::Solved& solved = done->solved;
    solved_.push_back({solved.point, solved.fingerprint, solved.states, solved.truncated_mass, std::move(solved.odds)});
  } else if (done) {
    progress_.trials += done->thrown.tally.trials;
    scheduler_.thrown(done->thrown.point, done->thrown.batches, done->thrown.tally);
  }
  return scheduler_.next(group);
}

Wave Gathering::wave() {
  Wave wave;
  std::vector<std::pair<std::size_t, std::string>> canonicals;
  {
    const std::scoped_lock lock(mutex_);
    wave = {std::exchange(solved_, {}), scheduler_.results(), {}};
    canonicals = std::exchange(canonicals_, {});
    const auto finished = scheduler_.finished();
    for (const sim::BatchResult& result : wave.results) {
      const auto [tally, added] = so_far_.try_emplace(result.point, result.tally);
      if (!added) tally->second += result.tally;
    }
    for (const std::size_t point : finished) {
      const auto tally = so_far_.find(point);
      const auto* after_trials = std::get_if<sim::AfterTrials>(&store_.study().stop);
      const std::uint64_t trials = tally == so_far_.end() ? 0 : tally->second.trials;
      // In a part, what is finished of a point may be only some of it.
      if (!after_trials || trials == after_trials->trials) wave.finished.push_back(point);
      if (trials > 0) {
        progress_.widest = std::max(progress_.widest, widest_interval(tally->second));
        so_far_.erase(tally);
      }
      ++progress_.finished;
    }
  }
  for (const auto& [point, canonical] : canonicals) {
    if (store_.row(point).canonical == canonical) continue;
    throw model::BadInput(
        fmt::format("point {} is another question than the store's (has a file that it names changed?); give --store another file", point));
  }
  return wave;
}

StudyProgress Gathering::progress() const {
  const std::scoped_lock lock(mutex_);
  return progress_;
}

bool Gathering::is_done() const {
  const std::scoped_lock lock(mutex_);
  return scheduler_.is_done();
}

}  // namespace boxcars::io
