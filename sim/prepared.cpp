#include "sim/prepared.hpp"

#include <algorithm>
#include <utility>

#include "sim/fingerprint.hpp"

namespace boxcars::sim {

Prepared::Prepared(std::shared_ptr<const Rules> rules, std::uint64_t question, const Budget& budget, Wanted wanted, InstructionSet with,
                   const std::atomic<bool>& stop)
    : rules_(std::move(rules)), question_(question), with_(with), grown_(*rules_, budget, wanted, stop) {
  states = grown_.states();
  neglected = grown_.solution().neglected;
  odds = grown_.solution().odds;
  fingerprint = sim::fingerprint(grown_.chain_of(0, stop));
}

std::optional<Tally> Prepared::throw_batches(BatchRange batches, std::uint64_t trials, std::uint64_t seed, const std::atomic<bool>& stop) {
  Tally sum(rules_->event_count(), rules_->measure_count());
  for (std::uint64_t first = batches.first; first < batches.last; first = end_of_level(first, batches.last)) {
    const auto tally = throw_level({first, end_of_level(first, batches.last)}, trials, seed, stop);
    if (!tally) return std::nullopt;
    sum += *tally;
  }
  return sum;
}

std::optional<Tally> Prepared::throw_level(BatchRange batches, std::uint64_t trials, std::uint64_t seed, const std::atomic<bool>& stop) {
  const Chain& chain = grown_.chain_of(batches.first, stop);
  std::unique_ptr<Worker> worker = take_worker(chain);
  worker->sum.clear();
  for (std::uint64_t batch = batches.first; batch < batches.last; ++batch) {
    const auto here = static_cast<std::uint32_t>(std::min<std::uint64_t>(batch_trials, trials - batch * batch_trials));
    // Given up, a simulator is of no more use.
    if (!worker->simulator.batch({question_, seed, batch}, here, worker->counts, stop)) return std::nullopt;
    worker->sum += worker->counts;
  }
  Tally tally = tally_of(worker->sum, chain);
  const std::scoped_lock lock(mutex_);
  idle_.push_back(std::move(worker));
  return tally;
}

std::unique_ptr<Prepared::Worker> Prepared::take_worker(const Chain& chain) {
  {
    const std::scoped_lock lock(mutex_);
    const auto idle = std::find_if(idle_.begin(), idle_.end(), [&](const auto& worker) { return worker->chain == &chain; });
    if (idle != idle_.end()) {
      auto worker = std::move(*idle);
      idle_.erase(idle);
      return worker;
    }
  }
  const Counts none(Tally(rules_->event_count(), rules_->measure_count()));
  return std::make_unique<Worker>(Worker{&chain, Simulator(chain, with_), none, none});
}

}  // namespace boxcars::sim
