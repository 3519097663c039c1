#include "sim/prepared.hpp"

#include <algorithm>
#include <utility>

#include "sim/fingerprint.hpp"

namespace boxcars::sim {

Prepared::Prepared(std::shared_ptr<const Rules> rules, std::uint64_t question, const Budget& budget, Wanted wanted, InstructionSet with,
                   const std::atomic<bool>& stop)
    : rules_(std::move(rules)), question_(question), with_(with), grown_(*rules_, budget, wanted, stop) {
  states = grown_.states;
  neglected = grown_.solution.neglected;
  odds = std::move(grown_.solution.odds);
  fingerprint = sim::fingerprint(grown_.chain());
}

std::optional<Tally> Prepared::throw_batches(BatchRange batches, std::uint64_t trials, std::uint64_t seed, const std::atomic<bool>& stop) {
  std::unique_ptr<Worker> worker = take_worker();
  worker->sum.clear();
  for (std::uint64_t batch = batches.first; batch < batches.last; ++batch) {
    const auto here = static_cast<std::uint32_t>(std::min<std::uint64_t>(batch_trials, trials - batch * batch_trials));
    // Given up, a simulator is of no more use.
    if (!worker->simulator.batch({question_, seed, batch}, here, worker->counts, stop)) return std::nullopt;
    worker->sum += worker->counts;
  }
  Tally tally = tally_of(worker->sum, grown_.chain());
  const std::scoped_lock lock(mutex_);
  idle_.push_back(std::move(worker));
  return tally;
}

std::unique_ptr<Prepared::Worker> Prepared::take_worker() {
  {
    const std::scoped_lock lock(mutex_);
    if (!idle_.empty()) {
      auto worker = std::move(idle_.back());
      idle_.pop_back();
      return worker;
    }
  }
  const Counts none(Tally(rules_->event_count(), rules_->measure_count()));
  return std::make_unique<Worker>(Worker{Simulator(grown_.chain(), with_), none, none});
}

}  // namespace boxcars::sim
