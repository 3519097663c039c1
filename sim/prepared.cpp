#include "sim/prepared.hpp"

#include <algorithm>
#include <new>
#include <utility>

#include "sim/fingerprint.hpp"

namespace boxcars::sim {
namespace {

// States of which all workers together hold counts (a few bytes each), unless one worker alone needs more.
constexpr std::size_t most_counted = std::size_t{1} << 27;

// Nodes that a caller's simulator keeps, and that all of them together may have, unless one alone needs more.
constexpr std::size_t most_nodes = std::size_t{1} << 19;
constexpr std::size_t most_nodes_of_all = std::size_t{1} << 22;

// Trials by which the rules of a caller are known again.
constexpr std::uint32_t pilot_trials = 1U << 10;

// If these alone reach more nodes, hardly any is reached twice, and trials are thrown as those of one process.
constexpr std::size_t most_pilot_nodes = std::size_t{1} << 15;

// Of a batch in a run of so many.
std::uint32_t trials_of(std::uint64_t batch, std::uint64_t trials) {
  return static_cast<std::uint32_t>(std::min<std::uint64_t>(batch_trials, trials - batch * batch_trials));
}

}  // namespace

Prepared::Prepared(std::shared_ptr<const Rules> rules, std::uint64_t question, const Budget& budget, Wanted wanted, InstructionSet with,
                   const std::atomic<bool>& stop, Progress* watched)
    : rules_(std::move(rules)), question_(question), with_(with), grown_(*rules_, budget, wanted, stop, watched) {
  neglected = grown_.neglected();
  odds = grown_.odds();
  why = grown_.why();
  if (grown_.calls()) {
    auto caller = take_caller();
    Tally pilot = no_trials();
    caller->batch({}, pilot_trials, pilot, stop);
    states = caller->size();
    fingerprint = sim::fingerprint(pilot);
    calls_ = states <= most_pilot_nodes;
    put_back(std::move(caller));
  }
  if (!calls_) {
    const Chain& chain = grown_.chain_of(0, stop, watched);
    states = chain.size();
    fingerprint = sim::fingerprint(chain);
  }
}

void Prepared::prepare_for(std::uint64_t batch, const std::atomic<bool>& stop, Progress* watched) {
  if (!calls_) grown_.chain_of(batch, stop, watched);
}

bool Prepared::throw_batches(BatchRange batches, std::uint64_t trials, std::uint64_t seed, const std::atomic<bool>& stop, Tally& tally) {
  tally.clear();
  if (calls_) return throw_calls(batches, trials, seed, stop, tally);
  for (std::uint64_t first = batches.first; first < batches.last; first = end_of_level(first, batches.last)) {
    if (!throw_level({first, end_of_level(first, batches.last)}, trials, seed, stop, tally)) return false;
  }
  return true;
}

bool Prepared::throw_calls(BatchRange batches, std::uint64_t trials, std::uint64_t seed, const std::atomic<bool>& stop, Tally& tally) {
  std::unique_ptr<CallSimulator> caller = take_caller();
  try {
    for (std::uint64_t batch = batches.first; batch < batches.last; ++batch) {
      if (caller->batch({question_, seed, batch}, trials_of(batch, trials), tally, stop)) continue;
      put_back(std::unique_ptr<CallSimulator>());  // given up, it is of no more use
      return false;
    }
  } catch (...) {
    put_back(std::unique_ptr<CallSimulator>());
    throw;
  }
  put_back(std::move(caller));
  return true;
}

bool Prepared::throw_level(BatchRange batches, std::uint64_t trials, std::uint64_t seed, const std::atomic<bool>& stop, Tally& tally) {
  const Chain& chain = grown_.chain_of(batches.first, stop);
  std::unique_ptr<Worker> worker = take_worker(chain);
  try {
    worker->sum.clear();
    for (std::uint64_t batch = batches.first; batch < batches.last; ++batch) {
      const std::uint32_t here = trials_of(batch, trials);
      if (!worker->simulator.batch({question_, seed, batch}, here, worker->counts, stop)) {
        put_back(std::unique_ptr<Worker>());  // given up, it is of no more use
        return false;
      }
      worker->sum += worker->counts;
    }
    worker->sum.add_to(tally, chain);
  } catch (...) {
    put_back(std::unique_ptr<Worker>());
    throw;
  }
  put_back(std::move(worker));
  return true;
}

std::unique_ptr<Prepared::Worker> Prepared::new_worker(const Chain& chain) const {
  const Counts none(no_trials());
  return std::make_unique<Worker>(Worker{&chain, Simulator(chain, with_), none, none});
}

// One that is idle, or a new one while there is room; else the next that is put back.
std::unique_ptr<Prepared::Worker> Prepared::take_worker(const Chain& chain) {
  std::unique_lock lock(mutex_);
  for (;;) {
    if (!idle_.empty()) {
      auto worker = std::move(idle_.back());
      idle_.pop_back();
      if (worker->chain != &chain) continue;  // of another level, and so is its memory
      ++at_work_;
      return worker;
    }
    if (at_work_ == 0 || (at_work_ + 1) * chain.size() <= most_counted) {
      try {
        auto worker = new_worker(chain);
        ++at_work_;
        return worker;
      } catch (const std::bad_alloc&) {
        if (at_work_ == 0) throw;
      }
    }
    put_back_.wait(lock);
  }
}

// As above.
std::unique_ptr<CallSimulator> Prepared::take_caller() {
  std::unique_lock lock(mutex_);
  for (;;) {
    if (!idle_callers_.empty()) {
      auto caller = std::move(idle_callers_.back());
      idle_callers_.pop_back();
      ++at_work_;
      return caller;
    }
    if (at_work_ == 0 || (at_work_ + 1) * caller_size_ <= most_nodes_of_all) {
      try {
        auto caller = std::make_unique<CallSimulator>(*rules_->program(), most_nodes, with_);
        ++at_work_;
        return caller;
      } catch (const std::bad_alloc&) {
        if (at_work_ == 0) throw;
      }
    }
    put_back_.wait(lock);
  }
}

void Prepared::put_back(std::unique_ptr<CallSimulator> caller) {
  const std::scoped_lock lock(mutex_);
  if (caller) caller_size_ = std::max(caller_size_, caller->size());
  if (caller) idle_callers_.push_back(std::move(caller));
  --at_work_;
  put_back_.notify_one();
}

void Prepared::put_back(std::unique_ptr<Worker> worker) {
  const std::scoped_lock lock(mutex_);
  if (worker) idle_.push_back(std::move(worker));
  --at_work_;
  put_back_.notify_one();
}

}  // namespace boxcars::sim
