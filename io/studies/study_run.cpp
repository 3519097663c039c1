#include "io/studies/study_run.hpp"

#include <algorithm>
#include <chrono>
#include <exception>
#include <memory>
#include <numeric>
#include <thread>
#include <utility>

#include <fmt/format.h>

#include "model/core/bad_input.hpp"
#include "sim/estimate.hpp"
#include "sim/fingerprint.hpp"
#include "sim/runner.hpp"

namespace boxcars::io {
namespace {

using namespace std::chrono_literals;
using sim::BatchRange;
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
std::uint64_t fingerprint_of(const ask::Asked& asked, std::uint64_t rules) {
  sim::WordHash hash;
  hash.add(rules);
  for (const auto* names : {&asked.event_names(), &asked.measure_names()}) {
    hash.add(names->size());
    for (const std::string& name : *names) hash.add(std::string_view(name));
  }
  return hash.value();
}

Done prepare(const Study& study, const AskPoint& ask, const Crew& crew, std::size_t point, Shelf& shelf, const std::atomic<bool>& halt) {
  const ask::Asked asked = ask(point);
  std::shared_ptr<sim::Prepared> prepared;
  try {
    prepared = asked.prepare(crew.budget, sim::wanted(study.method), crew.instruction_set, halt);
  } catch (const sim::NeverEnds& error) {
    const std::string here = in_words(swept_inputs(study, point));
    throw model::BadInput(
        fmt::format("the question never ends{}{} ({}); ask it with a limit", here.empty() ? "" : " at ", here, error.what()));
  }
  Done done{.kind = Order::Kind::prepare, .canonical = asked.canonical()};
  done.solved = {point, fingerprint_of(asked, prepared->fingerprint), prepared->states, prepared->neglected, std::nullopt};
  if (study.method != sim::Method::simulate) done.solved.odds = std::move(prepared->odds);
  shelf.put(point, std::move(prepared));
  return done;
}

void do_orders(const Study& study, const AskPoint& ask, const Crew& crew, const Exchange& exchange, Shelf& shelf,
               const std::atomic<bool>& halt) {
  std::optional<Done> done;
  while (!halt.load(std::memory_order_relaxed)) {
    const Order order = exchange(std::exchange(done, std::nullopt));
    shelf.forget(order.forget);
    switch (order.kind) {
      case Order::Kind::stop:
        return;
      case Order::Kind::wait:
        std::this_thread::sleep_for(1ms);
        break;
      case Order::Kind::prepare:
        done = prepare(study, ask, crew, order.point, shelf, halt);
        break;
      case Order::Kind::throw_batches: {
        const auto prepared = shelf.get(order.point);
        sim::Tally tally = prepared->no_trials();
        if (!prepared->throw_batches(order.batches, order.trials, seed_of(study, order.point), halt, tally)) return;
        done = Done{.kind = order.kind, .thrown = {order.point, order.batches, std::move(tally)}};
      }
    }
    if (halt.load(std::memory_order_relaxed)) return;  // what was being prepared is of no use
  }
}

double widest_interval(const sim::Tally& tally) {
  double widest = 0;
  for (const std::uint64_t count : tally.events) widest = std::max(widest, sim::wilson(count, tally.trials).half_width());
  return widest;
}

}  // namespace

PointRow row_of(const ask::Asked& asked, std::uint64_t seed) {
  PointNames names{asked.event_names(), asked.measure_names(), {}};
  for (const model::HeadlinePart& part : asked.question().headline) {
    const auto& events = asked.event_names();
    if (part.tells == model::HeadlinePart::Tells::event && std::find(events.begin(), events.end(), part.name) != events.end())
      names.headline.push_back(part.name);
  }
  return {asked.canonical(), seed, std::make_shared<const PointNames>(std::move(names))};
}

void work(const Study& study, const AskPoint& ask, const Crew& crew, const Exchange& exchange, std::atomic<bool>& halt) {
  Shelf shelf;
  std::mutex mutex;
  std::exception_ptr failure;
  sim::run_workers(crew.threads, [&](int) {
    try {
      do_orders(study, ask, crew, exchange, shelf, halt);
    } catch (...) {
      const std::scoped_lock lock(mutex);
      if (!failure) failure = std::current_exception();
      halt = true;
    }
  });
  if (failure) std::rethrow_exception(failure);
}

void work_alone(const Study& study, const AskPoint& ask, const Crew& crew, const Exchange& exchange, const std::atomic<bool>& stop) {
  Shelf shelf;
  do_orders(study, ask, crew, exchange, shelf, stop);
}

std::vector<sim::Dealer::Point> left_of(const Store& store, const std::vector<PointState>& states, Part part) {
  const auto* after_trials = std::get_if<sim::AfterTrials>(&store.study().stop);
  const std::uint64_t batches = after_trials ? sim::batches_of(after_trials->trials) : 0;
  // Batches are dealt out where their number is known, else whole points.
  const std::uint64_t each = std::max<std::uint64_t>(batches, 1);
  const BatchRange share = sim::share(states.size() * each, part.i, part.n);
  std::vector<sim::Dealer::Point> left;
  for (std::size_t number = 0; number < states.size(); ++number) {
    const PointState& state = states[number];
    const BatchRange mine{std::max(share.first, number * each), std::min(share.last, (number + 1) * each)};
    if (state.finished || mine.first >= mine.last) continue;
    sim::Dealer::Point point{.number = number};
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

Gathering::Gathering(const Store& store, Part part, std::size_t crews, std::size_t workers)
    : Gathering(store, part, store.states(), crews, workers) {}

Gathering::Gathering(const Store& store, Part part, const std::vector<PointState>& states, std::size_t crews, std::size_t workers)
    : dealer_(store.study().stop, left_of(store, states, part), crews, workers), store_(store) {
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

sim::Order Gathering::exchange(std::size_t crew, std::optional<Done> done) {
  const std::scoped_lock lock(mutex_);
  if (done && done->kind == Order::Kind::prepare) {
    dealer_.prepared(crew, done->solved.point, done->solved.states);
    canonicals_.emplace_back(done->solved.point, std::move(done->canonical));
    solved_.push_back(std::move(done->solved));
  } else if (done) {
    progress_.trials += done->thrown.tally.trials;
    dealer_.thrown(done->thrown.point, done->thrown.batches, done->thrown.tally);
  }
  return dealer_.next(crew);
}

Wave Gathering::wave() {
  Wave wave;
  std::vector<std::pair<std::size_t, std::string>> canonicals;
  {
    const std::scoped_lock lock(mutex_);
    wave = {std::exchange(solved_, {}), dealer_.harvest(), {}};
    canonicals = std::exchange(canonicals_, {});
    const auto finished = dealer_.finished();
    for (const sim::Harvest& harvest : wave.harvest) {
      const auto [tally, added] = so_far_.try_emplace(harvest.point, harvest.tally);
      if (!added) tally->second += harvest.tally;
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
  return dealer_.is_done();
}

}  // namespace boxcars::io
