#include "sim/run/scheduler.hpp"

#include <algorithm>
#include <cassert>
#include <utility>

namespace boxcars::sim {
namespace {

// How many points a group prepares at a time, and how many states it may have open before it prepares more, since chains take memory.
constexpr std::size_t most_preparing = 8;
constexpr std::uint64_t most_states = std::uint64_t{1} << 23;

constexpr std::uint64_t most_batches_of_a_task = 32;

bool stops_at_precision(const StopRule& rule) { return std::holds_alternative<AtPrecision>(rule); }

// If the last batch of a run is short, it is kept by itself, because a longer run throws it again whole.
bool is_short(std::uint64_t batch, std::uint64_t trials) { return (batch + 1) * batch_trials > trials; }

}  // namespace

Scheduler::Scheduler(const StopRule& rule, std::vector<Point> points, std::size_t groups, std::size_t workers)
    : rule_(rule), points_(std::move(points)), workers_(std::max<std::size_t>(workers, 1)), groups_(groups) {}

Scheduler::Open& Scheduler::open_point(std::size_t number) {
  const auto found = std::find_if(open_.begin(), open_.end(), [&](const Open& o) { return o.number == number; });
  assert(found != open_.end());
  return *found;
}

// Sets the point's next checkpoint.
void Scheduler::begin(Open& point) {
  point.goal = next_checkpoint(rule_, point.tally);
  if (!stops_at_precision(rule_)) return;
  point.missing.clear();
  if (point.goal > point.tally.trials) point.missing.push_back({point.tally.trials / batch_trials, batches_of(point.goal)});
}

bool Scheduler::may_prepare(const WorkerGroup& group) const {
  return group.preparing < most_preparing && (group.states < most_states || group.preparing == 0);
}

Task Scheduler::task_to_prepare(Open& point, std::size_t group) {
  point.groups[group] = Has::asked;
  ++groups_[group].preparing;
  return {.kind = Task::Kind::prepare, .point = point.number};
}

BatchRange Scheduler::take(Open& point) {
  BatchRange& range = point.missing.front();
  std::uint64_t untaken = 0;
  for (const BatchRange& r : point.missing) untaken += r.last - r.first;
  std::uint64_t count = std::min(std::clamp<std::uint64_t>(untaken / (4 * workers_), 1, most_batches_of_a_task), range.last - range.first);
  if (count > 1 && is_short(range.first + count - 1, point.goal)) --count;
  const BatchRange taken{range.first, range.first + count};
  range.first = taken.last;
  if (range.first == range.last) point.missing.pop_front();
  point.under_way += count;
  return taken;
}

Task Scheduler::next(std::size_t group) {
  std::vector<std::size_t> forget = std::exchange(groups_[group].forget, {});
  Task task;
  task.kind = is_done() ? Task::Kind::stop : Task::Kind::wait;
  const auto untaken = [](Has has) { return [has](const Open& o, std::size_t c) { return !o.missing.empty() && o.groups[c] == has; }; };
  const auto find = [&](auto wanted) { return std::find_if(open_.begin(), open_.end(), [&](const Open& o) { return wanted(o, group); }); };
  if (const auto here = find(untaken(Has::prepared)); here != open_.end()) {
    task = {.kind = Task::Kind::throw_batches, .point = here->number, .batches = take(*here), .trials = here->goal};
  } else if (may_prepare(groups_[group])) {
    if (next_ < points_.size()) {
      Point& point = points_[next_++];
      Open& opened = open_.emplace_back(
          Open{.number = point.number, .missing = {point.missing.begin(), point.missing.end()}, .tally = std::move(point.tally)});
      opened.groups.assign(groups_.size(), Has::nothing);
      begin(opened);
      task = task_to_prepare(opened, group);
    } else if (const auto elsewhere = find(untaken(Has::nothing)); elsewhere != open_.end()) {
      task = task_to_prepare(*elsewhere, group);
    }
  }
  task.forget = std::move(forget);
  return task;
}

void Scheduler::prepared(std::size_t group, std::size_t number, std::uint64_t states) {
  --groups_[group].preparing;
  const auto found = std::find_if(open_.begin(), open_.end(), [&](const Open& o) { return o.number == number; });
  if (found == open_.end()) {  // other groups were done with it first
    groups_[group].forget.push_back(number);
    return;
  }
  found->states = states;
  found->groups[group] = Has::prepared;
  groups_[group].states += states;
  close_if_done(number);
}

void Scheduler::thrown(std::size_t number, BatchRange batches, const Tally& tally) {
  Open& point = open_point(number);
  point.under_way -= batches.last - batches.first;
  if (!stops_at_precision(rule_)) {
    results_.push_back({number, batches, tally});
  } else if (point.since.trials == 0) {
    point.since = tally;
  } else {
    point.since += tally;
  }
  close_if_done(number);
}

// Whether nothing of the point is left to be thrown; at a checkpoint the stop rule decides.
bool Scheduler::complete(Open& point) {
  if (!point.missing.empty() || point.under_way > 0) return false;
  if (!stops_at_precision(rule_)) return true;
  if (point.since.trials > 0) {
    const std::uint64_t first = point.tally.trials / batch_trials;
    results_.push_back({point.number, {first, batches_of(point.goal)}, point.since});
    if (point.tally.trials == 0)
      point.tally = std::exchange(point.since, {});
    else
      point.tally += std::exchange(point.since, {});
    begin(point);
  }
  return point.missing.empty();
}

void Scheduler::close_if_done(std::size_t number) {
  Open& point = open_point(number);
  if (!complete(point)) return;
  for (std::size_t group = 0; group < groups_.size(); ++group) {
    if (point.groups[group] != Has::prepared) continue;
    groups_[group].forget.push_back(number);
    groups_[group].states -= point.states;
  }
  finished_.push_back(number);
  open_.erase(std::find_if(open_.begin(), open_.end(), [&](const Open& o) { return o.number == number; }));
}

std::vector<BatchResult> Scheduler::results() { return std::exchange(results_, {}); }

std::vector<std::size_t> Scheduler::finished() { return std::exchange(finished_, {}); }

BatchRange share(std::uint64_t things, std::uint64_t i, std::uint64_t n) {
  __extension__ using Wide = unsigned __int128;  // things * i may overflow
  const auto before = [&](std::uint64_t k) { return static_cast<std::uint64_t>(Wide{things} * k / n); };
  return {before(i), before(i + 1)};
}

std::vector<BatchRange> missing(BatchRange wanted, const std::vector<BatchRange>& held) {
  std::vector<BatchRange> result;
  std::uint64_t from = wanted.first;
  for (const BatchRange& range : held) {
    if (range.first >= wanted.last) break;
    if (range.first > from) result.push_back({from, range.first});
    from = std::max(from, range.last);
  }
  if (from < wanted.last) result.push_back({from, wanted.last});
  return result;
}

}  // namespace boxcars::sim
