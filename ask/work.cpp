#include "ask/work.hpp"

#include <chrono>
#include <exception>
#include <map>
#include <memory>
#include <mutex>
#include <thread>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "model/core/bad_input.hpp"
#include "sim/exact/solve.hpp"
#include "sim/resources/runner.hpp"
#include "sim/run/fingerprint.hpp"

namespace boxcars::ask {
namespace {

using namespace std::chrono_literals;

// The compiled models of the questions that a group has prepared.
class Cache {
 public:
  void put(std::size_t point, std::shared_ptr<sim::CompiledModel> compiled) {
    const std::scoped_lock lock(mutex_);
    compiled_[point] = std::move(compiled);
  }
  std::shared_ptr<sim::CompiledModel> get(std::size_t point) const {
    const std::scoped_lock lock(mutex_);
    return compiled_.at(point);
  }
  void forget(const std::vector<std::size_t>& points) {
    const std::scoped_lock lock(mutex_);
    for (const std::size_t point : points) compiled_.erase(point);
  }

 private:
  mutable std::mutex mutex_;
  std::map<std::size_t, std::shared_ptr<sim::CompiledModel>> compiled_;
};

// The rules' fingerprint together with what their events and measures are called.
std::uint64_t fingerprint_of(const Question& asked, std::uint64_t rules) {
  sim::WordHash hash;
  hash.add(rules);
  for (const auto* names : {&asked.event_names(), &asked.measure_names()}) {
    hash.add(names->size());
    for (const std::string& name : *names) hash.add(std::string_view(name));
  }
  return hash.value();
}

Done prepare(const Questions& questions, const WorkerGroup& group, std::size_t point, Cache& cache, const std::atomic<bool>& stop) {
  const Question asked = questions.ask(point);
  std::shared_ptr<sim::CompiledModel> compiled;
  try {
    compiled = asked.prepare(group.machine.budget, sim::wanted(questions.method), group.machine.instruction_set, stop, group.watched);
  } catch (const sim::NeverEnds& error) {
    throw model::BadInput(fmt::format("{} never ends ({}); ask it with a limit", questions.called(point), error.what()));
  }
  if (!compiled) return {};  // stopped
  Done done{.kind = sim::Task::Kind::prepare, .canonical = asked.canonical()};
  done.solved = {.point = point,
                 .fingerprint = fingerprint_of(asked, compiled->fingerprint),
                 .states = compiled->states,
                 .truncated_mass = compiled->truncated_mass,
                 .why = compiled->why};
  if (questions.method != sim::Method::simulate) {
    done.solved.odds = std::move(compiled->odds);
    done.solved.lower_bounds = std::move(compiled->lower_bounds);
  }
  cache.put(point, std::move(compiled));
  return done;
}

void do_tasks(const Questions& questions, const WorkerGroup& group, const Exchange& exchange, Cache& cache, const std::atomic<bool>& stop,
              const std::atomic<bool>& failed) {
  std::optional<Done> done;
  while (!stop.load(std::memory_order_relaxed) && !failed.load(std::memory_order_relaxed)) {
    const sim::Task task = exchange(std::exchange(done, std::nullopt));
    cache.forget(task.forget);
    switch (task.kind) {
      case sim::Task::Kind::stop:
        return;
      case sim::Task::Kind::wait:
        std::this_thread::sleep_for(1ms);
        break;
      case sim::Task::Kind::prepare:
        done = prepare(questions, group, task.point, cache, stop);
        break;
      case sim::Task::Kind::throw_batches: {
        const auto compiled = cache.get(task.point);
        sim::Tally tally = compiled->no_trials();
        if (!compiled->throw_batches(task.batches, task.trials, questions.seed(task.point), stop, tally)) return;
        done = Done{.kind = task.kind, .thrown = {task.point, task.batches, std::move(tally)}};
      }
    }
    if (stop.load(std::memory_order_relaxed)) return;  // what was being prepared is of no use
  }
}

}  // namespace

void work(const Questions& questions, const WorkerGroup& group, const Exchange& exchange, const std::atomic<bool>& stop) {
  Cache cache;
  std::atomic<bool> failed{false};
  std::mutex mutex;
  std::exception_ptr failure;
  sim::run_workers(group.threads, [&](int) {
    try {
      do_tasks(questions, group, exchange, cache, stop, failed);
    } catch (...) {
      const std::scoped_lock lock(mutex);
      if (!failure) failure = std::current_exception();
      failed = true;
    }
  });
  if (failure) std::rethrow_exception(failure);
}

void work_alone(const Questions& questions, const WorkerGroup& group, const Exchange& exchange, const std::atomic<bool>& stop) {
  Cache cache;
  do_tasks(questions, group, exchange, cache, stop, false);
}

}  // namespace boxcars::ask
