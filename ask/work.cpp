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
#include "sim/fingerprint.hpp"
#include "sim/runner.hpp"
#include "sim/solve.hpp"

namespace boxcars::ask {
namespace {

using namespace std::chrono_literals;
using sim::Order;

// The questions that a crew has prepared.
class Shelf {
 public:
  void put(std::size_t point, std::shared_ptr<sim::Prepared> prepared) {
    const std::scoped_lock lock(mutex_);
    prepared_[point] = std::move(prepared);
  }
  std::shared_ptr<sim::Prepared> get(std::size_t point) const {
    const std::scoped_lock lock(mutex_);
    return prepared_.at(point);
  }
  void forget(const std::vector<std::size_t>& points) {
    const std::scoped_lock lock(mutex_);
    for (const std::size_t point : points) prepared_.erase(point);
  }

 private:
  mutable std::mutex mutex_;
  std::map<std::size_t, std::shared_ptr<sim::Prepared>> prepared_;
};

// The rules' fingerprint together with what their events and measures are called.
std::uint64_t fingerprint_of(const Asked& asked, std::uint64_t rules) {
  sim::WordHash hash;
  hash.add(rules);
  for (const auto* names : {&asked.event_names(), &asked.measure_names()}) {
    hash.add(names->size());
    for (const std::string& name : *names) hash.add(std::string_view(name));
  }
  return hash.value();
}

Done prepare(const Questions& questions, const Crew& crew, std::size_t point, Shelf& shelf, const std::atomic<bool>& stop) {
  const Asked asked = questions.ask(point);
  std::shared_ptr<sim::Prepared> prepared;
  try {
    prepared = asked.prepare(crew.machine.budget, sim::wanted(questions.method), crew.machine.instruction_set, stop, crew.watched);
  } catch (const sim::NeverEnds& error) {
    throw model::BadInput(fmt::format("{} never ends ({}); ask it with a limit", questions.called(point), error.what()));
  }
  if (!prepared) return {};  // stopped
  Done done{.kind = Order::Kind::prepare, .canonical = asked.canonical()};
  done.solved = {.point = point,
                 .fingerprint = fingerprint_of(asked, prepared->fingerprint),
                 .states = prepared->states,
                 .neglected = prepared->neglected,
                 .why = prepared->why};
  if (questions.method != sim::Method::simulate) {
    done.solved.odds = std::move(prepared->odds);
    done.solved.least = std::move(prepared->least);
  }
  shelf.put(point, std::move(prepared));
  return done;
}

void do_orders(const Questions& questions, const Crew& crew, const Exchange& exchange, Shelf& shelf, const std::atomic<bool>& stop,
               const std::atomic<bool>& failed) {
  std::optional<Done> done;
  while (!stop.load(std::memory_order_relaxed) && !failed.load(std::memory_order_relaxed)) {
    const Order order = exchange(std::exchange(done, std::nullopt));
    shelf.forget(order.forget);
    switch (order.kind) {
      case Order::Kind::stop:
        return;
      case Order::Kind::wait:
        std::this_thread::sleep_for(1ms);
        break;
      case Order::Kind::prepare:
        done = prepare(questions, crew, order.point, shelf, stop);
        break;
      case Order::Kind::throw_batches: {
        const auto prepared = shelf.get(order.point);
        sim::Tally tally = prepared->no_trials();
        if (!prepared->throw_batches(order.batches, order.trials, questions.seed(order.point), stop, tally)) return;
        done = Done{.kind = order.kind, .thrown = {order.point, order.batches, std::move(tally)}};
      }
    }
    if (stop.load(std::memory_order_relaxed)) return;  // what was being prepared is of no use
  }
}

}  // namespace

void work(const Questions& questions, const Crew& crew, const Exchange& exchange, const std::atomic<bool>& stop) {
  Shelf shelf;
  std::atomic<bool> failed{false};
  std::mutex mutex;
  std::exception_ptr failure;
  sim::run_workers(crew.threads, [&](int) {
    try {
      do_orders(questions, crew, exchange, shelf, stop, failed);
    } catch (...) {
      const std::scoped_lock lock(mutex);
      if (!failure) failure = std::current_exception();
      failed = true;
    }
  });
  if (failure) std::rethrow_exception(failure);
}

void work_alone(const Questions& questions, const Crew& crew, const Exchange& exchange, const std::atomic<bool>& stop) {
  Shelf shelf;
  do_orders(questions, crew, exchange, shelf, stop, false);
}

}  // namespace boxcars::ask
