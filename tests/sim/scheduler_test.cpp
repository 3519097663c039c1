#include "sim/run/scheduler.hpp"

#include <algorithm>
#include <limits>
#include <map>
#include <numeric>
#include <random>
#include <set>

#include <catch2/catch.hpp>

using namespace boxcars::sim;

namespace {

// What a batch of a point gives, whoever throws it: two events, and a measure of which every trial has a value.
Tally thrown_by_hand(std::size_t point, std::uint64_t batch, std::uint64_t trials) {
  std::mt19937_64 random(point * 1'000'003 + batch * 7919 + trials);
  Tally tally(2, 1);
  tally.trials = trials;
  // The second event of odd points is as rare as can be.
  const double odds = static_cast<double>(point % 7) / 13 + 0.02;
  tally.events[0] = std::binomial_distribution<std::uint64_t>(trials, odds)(random);
  tally.events[1] = point % 2 == 1 ? random() % 3 : random() % (trials + 1);
  tally.measures[0][static_cast<int>(batch % 5)] = trials;
  return tally;
}

std::uint64_t trials_in(std::uint64_t batch, std::uint64_t trials) {
  return std::min<std::uint64_t>(batch_trials, trials - batch * batch_trials);
}

Tally thrown_by_hand(std::size_t point, BatchRange batches, std::uint64_t trials) {
  Tally tally(2, 1);
  for (std::uint64_t b = batches.first; b < batches.last; ++b) tally += thrown_by_hand(point, b, trials_in(b, trials));
  return tally;
}

// A point's run alone, checkpoint by checkpoint, up to `checkpoints` of them.
Tally run_alone(const StopRule& rule, std::size_t point, int checkpoints = std::numeric_limits<int>::max()) {
  Tally tally(2, 1);
  for (int i = 0; i < checkpoints; ++i) {
    const std::uint64_t goal = next_checkpoint(rule, tally);
    if (goal <= tally.trials) break;
    tally += thrown_by_hand(point, {tally.trials / batch_trials, batches_of(goal)}, goal);
  }
  return tally;
}

// Workers of several groups, each of whom ends its task when chance says so.
class Workshop {
 public:
  Workshop(Scheduler& scheduler, std::size_t groups, std::size_t workers, std::mt19937& random)
      : scheduler_(&scheduler), random_(&random), groups_(groups), workers_(workers) {
    for (std::size_t i = 0; i < workers; ++i) workers_[i].group = i % groups;
  }

  void run() {
    for (std::size_t waits = 0; std::any_of(workers_.begin(), workers_.end(), [](const Worker& w) { return !w.gone; });) {
      Worker& worker = workers_[(*random_)() % workers_.size()];
      if (worker.gone) continue;
      if (worker.busy) {
        finish(worker);
        waits = 0;
      } else {
        begin(worker);
        waits = worker.busy ? 0 : waits + 1;
      }
      const bool nobody_works = std::none_of(workers_.begin(), workers_.end(), [](const Worker& w) { return w.busy; });
      if (nobody_works && waits > 1000) FAIL("all wait for each other");
      if ((*random_)() % 4 == 0) gather();
    }
    gather();
    CHECK(scheduler_->is_done());
    for (std::size_t group = 0; group < groups_.size(); ++group) {
      forget(group, scheduler_->next(group).forget);
      CHECK(groups_[group].prepared.empty());  // memory goes with the points
    }
  }

  std::map<std::size_t, std::vector<BatchResult>> results{};
  std::vector<std::size_t> finished{};
  std::uint64_t short_batches = 0;

 private:
  struct Worker {
    std::size_t group = 0;
    bool gone = false;
    bool busy = false;
    Task task{};
  };
  struct WorkerGroup {
    std::set<std::size_t> prepared;
    std::set<std::size_t> preparing;
    std::set<std::size_t> forgotten;
  };

  void begin(Worker& worker) {
    const Task task = scheduler_->next(worker.group);
    WorkerGroup& group = groups_[worker.group];
    forget(worker.group, task.forget);
    worker.task = task;
    worker.busy = task.kind == Task::Kind::prepare || task.kind == Task::Kind::throw_batches;
    if (task.kind == Task::Kind::stop) worker.gone = true;
    if (task.kind == Task::Kind::prepare) {
      CHECK(!group.prepared.contains(task.point));
      CHECK(!group.forgotten.contains(task.point));
      CHECK(group.preparing.insert(task.point).second);
      CHECK(group.preparing.size() <= 8);
    }
    if (task.kind != Task::Kind::throw_batches) return;
    CHECK(group.prepared.contains(task.point));
    REQUIRE(task.batches.first < task.batches.last);
    const bool has_short = task.batches.last * batch_trials > task.trials;
    short_batches += has_short;
    if (has_short) CHECK(task.batches.last - task.batches.first == 1);
  }

  void finish(Worker& worker) {
    const Task& task = worker.task;
    worker.busy = false;
    if (task.kind == Task::Kind::prepare) {
      groups_[worker.group].preparing.erase(task.point);
      groups_[worker.group].prepared.insert(task.point);
      scheduler_->prepared(worker.group, task.point, task.point % 3 == 0 ? 5'000'000 : 10);
    } else {
      scheduler_->thrown(task.point, task.batches, thrown_by_hand(task.point, task.batches, task.trials));
    }
  }

  void gather() {
    for (BatchResult& h : scheduler_->results()) results[h.point].push_back(std::move(h));
    const auto now = scheduler_->finished();
    finished.insert(finished.end(), now.begin(), now.end());
  }

  void forget(std::size_t group, const std::vector<std::size_t>& points) {
    gather();
    for (const std::size_t point : points) {
      CHECK(groups_[group].prepared.erase(point) == 1);
      CHECK(groups_[group].forgotten.insert(point).second);
      CHECK(std::find(finished.begin(), finished.end(), point) != finished.end());
      for (const Worker& worker : workers_) {
        CHECK(!(worker.busy && worker.group == group && worker.task.kind == Task::Kind::throw_batches && worker.task.point == point));
      }
    }
  }

  Scheduler* scheduler_;
  std::mt19937* random_;
  std::vector<WorkerGroup> groups_;
  std::vector<Worker> workers_;
};

// The batches of results in order, none of them there twice.
std::vector<BatchRange> in_order(const std::vector<BatchResult>& results) {
  std::vector<BatchRange> ranges;
  for (const BatchResult& h : results) ranges.push_back(h.batches);
  std::sort(ranges.begin(), ranges.end(), [](BatchRange a, BatchRange b) { return a.first < b.first; });
  std::vector<BatchRange> joined;
  for (const BatchRange range : ranges) {
    if (!joined.empty()) REQUIRE(joined.back().last <= range.first);
    if (!joined.empty() && joined.back().last == range.first)
      joined.back().last = range.last;
    else
      joined.push_back(range);
  }
  return joined;
}

Tally sum_of(const std::vector<BatchResult>& results) {
  Tally sum(2, 1);
  for (const BatchResult& h : results) sum += h.tally;
  return sum;
}

// Batches that are left when chance has thrown some of them already.
std::vector<BatchRange> some_missing(std::uint64_t batches, std::mt19937& random) {
  std::vector<BatchRange> held;
  for (std::uint64_t b = 0; b < batches;) {
    const std::uint64_t length = std::min<std::uint64_t>(batches - b, 1 + random() % 40);
    if (random() % 3 == 0) held.push_back({b, b + length});
    b += length;
  }
  return missing({0, batches}, held);
}

}  // namespace

TEST_CASE("every missing batch is dealt exactly once, whoever is done first, and what is no more needed is forgotten") {
  std::mt19937 random(71);
  std::uint64_t short_batches = 0;
  for (int round = 0; round < 300; ++round) {
    INFO("round " << round);
    const std::size_t groups = 1 + random() % 4, workers = groups + random() % 9;
    const std::uint64_t trials = 1 + random() % (std::uint64_t{batch_trials} * (round % 10 == 0 ? 500 : 20));
    std::vector<Scheduler::Point> points;
    std::map<std::size_t, std::vector<BatchRange>> wanted;
    for (std::size_t number = random() % 3, count = random() % 30; points.size() < count; number += 1 + random() % 3) {
      points.push_back({.number = number, .missing = some_missing(batches_of(trials), random)});
      wanted[number] = points.back().missing;
    }
    Scheduler scheduler(AfterTrials{trials}, points, groups, workers);
    Workshop workshop(scheduler, groups, workers, random);
    workshop.run();
    short_batches += workshop.short_batches;
    CHECK(std::set(workshop.finished.begin(), workshop.finished.end()).size() == points.size());
    CHECK(workshop.finished.size() == points.size());
    for (const auto& [point, ranges] : wanted) {
      CHECK(in_order(workshop.results[point]) == ranges);
      Tally sum(2, 1);
      for (const BatchRange& range : ranges) sum += thrown_by_hand(point, range, trials);
      CHECK(sum_of(workshop.results[point]) == sum);
      for (const BatchResult& h : workshop.results[point]) {
        if (h.batches.last * batch_trials > trials) CHECK(h.batches.last - h.batches.first == 1);
      }
    }
  }
  CHECK(short_batches > 1000);
}

TEST_CASE("a point stops at the checkpoint at which it stops when it is run alone, wherever it goes on from") {
  std::mt19937 random(72);
  for (int round = 0; round < 150; ++round) {
    INFO("round " << round);
    const std::size_t groups = 1 + random() % 3, workers = groups + random() % 7;
    AtPrecision at{.within = 0.0002 + 0.0001 * static_cast<double>(random() % 10)};
    if (random() % 3 == 0) at.most_trials = 1 + random() % (std::uint64_t{batch_trials} * 12);
    const StopRule rule = at;
    std::vector<Scheduler::Point> points;
    std::map<std::size_t, Tally> before;
    for (std::size_t number = 0, count = 1 + random() % 12; number < count; ++number) {
      const Tally there = random() % 2 == 0 ? Tally() : run_alone(rule, number, static_cast<int>(random() % 7));
      before[number] = there.trials == 0 ? Tally(2, 1) : there;
      points.push_back({.number = number, .tally = there.trials == 0 ? Tally() : there});
    }
    Scheduler scheduler(rule, points, groups, workers);
    Workshop workshop(scheduler, groups, workers, random);
    workshop.run();
    CHECK(workshop.finished.size() == points.size());
    for (const auto& [point, there] : before) {
      Tally all = there;
      all += sum_of(workshop.results[point]);
      CHECK(all == run_alone(rule, point));
      const auto ranges = in_order(workshop.results[point]);
      CHECK(ranges.size() <= 1);
      if (!ranges.empty()) CHECK(ranges.front() == BatchRange{there.trials / batch_trials, batches_of(all.trials)});
    }
  }
}

TEST_CASE("what is kept of a precision ends at a checkpoint, so that who goes on finds the same ones") {
  const StopRule rule = AtPrecision{0.0003};
  std::set<std::uint64_t> checkpoints;
  for (int i = 1; i < 40; ++i) checkpoints.insert(run_alone(rule, 5, i).trials);
  std::mt19937 random(73);
  Scheduler scheduler(rule, {{.number = 5}}, 1, 4);
  Workshop workshop(scheduler, 1, 4, random);
  workshop.run();
  REQUIRE(workshop.results[5].size() > 2);
  for (const BatchResult& h : workshop.results[5]) CHECK(checkpoints.contains(h.batches.last * batch_trials));
}

TEST_CASE("a point with nothing to throw is finished once it has been prepared") {
  std::mt19937 random(74);
  std::vector<Scheduler::Point> points;
  for (std::size_t i = 0; i < 50; ++i) points.push_back({.number = i});
  Scheduler scheduler(AfterTrials{0}, points, 2, 5);
  CHECK(!scheduler.is_done());
  Workshop workshop(scheduler, 2, 5, random);
  workshop.run();
  CHECK(workshop.finished.size() == 50);
  CHECK(workshop.results.empty());

  Scheduler nothing(AfterTrials{1000}, {}, 1, 1);
  CHECK(nothing.is_done());
  CHECK(nothing.next(0).kind == Task::Kind::stop);
}

TEST_CASE("a group with large chains open is not asked for more of them") {
  std::vector<Scheduler::Point> points;
  for (std::size_t i = 0; i < 20; ++i) points.push_back({.number = i, .missing = {{0, 5000}}});
  Scheduler scheduler(AfterTrials{std::uint64_t{5000} * batch_trials}, points, 1, 2);
  REQUIRE(scheduler.next(0).kind == Task::Kind::prepare);
  scheduler.prepared(0, 0, std::uint64_t{1} << 23);
  for (int i = 0; i < 100; ++i) CHECK(scheduler.next(0).kind == Task::Kind::throw_batches);
}

TEST_CASE("shares cover everything once, for any number of things and shares") {
  std::mt19937_64 random(75);
  const auto upper = [&] { return std::uint64_t{1} << (random() % 63); };
  for (int round = 0; round < 2000; ++round) {
    const std::uint64_t things = random() % upper(), n = 1 + random() % 50;
    std::uint64_t at = 0;
    for (std::uint64_t i = 0; i < n; ++i) {
      const BatchRange mine = share(things, i, n);
      REQUIRE(mine.first == at);
      REQUIRE(mine.last - mine.first >= things / n);
      REQUIRE(mine.last - mine.first <= things / n + 1);
      at = mine.last;
    }
    REQUIRE(at == things);
  }
  // Far more shares than things: neighbours still meet.
  constexpr std::uint64_t many = std::numeric_limits<std::uint64_t>::max();
  CHECK(share(1000, 0, many).first == 0);
  CHECK(share(1000, many - 1, many).last == 1000);
  for (int round = 0; round < 1000; ++round) {
    const std::uint64_t things = random() % upper(), n = many - random() % 1000, i = random() % (n - 1);
    REQUIRE(share(things, i, n).last == share(things, i + 1, n).first);
    REQUIRE(share(things, i, n).first <= share(things, i, n).last);
    REQUIRE(share(things, i, n).last <= things);
  }
}

TEST_CASE("what is missing is all that nobody holds") {
  std::mt19937 random(76);
  for (int round = 0; round < 500; ++round) {
    std::set<std::uint64_t> there;
    std::vector<BatchRange> held;
    for (std::uint64_t at = random() % 5; at < 60;) {
      const std::uint64_t last = at + 1 + random() % 8;
      held.push_back({at, last});
      for (; at < last; ++at) there.insert(at);
      at += random() % 5;
    }
    const std::uint64_t first = random() % 40;
    const BatchRange wanted{first, first + random() % 40};
    std::set<std::uint64_t> left;
    for (const BatchRange& range : missing(wanted, held)) {
      REQUIRE(range.first < range.last);
      for (std::uint64_t b = range.first; b < range.last; ++b) REQUIRE(left.insert(b).second);
    }
    for (std::uint64_t b = 0; b < 100; ++b) REQUIRE(left.contains(b) == (wanted.first <= b && b < wanted.last && !there.contains(b)));
  }
  CHECK(missing({0, 10}, {}) == std::vector<BatchRange>{{0, 10}});
  CHECK(missing({5, 5}, {}).empty());
}
