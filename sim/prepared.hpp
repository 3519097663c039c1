#pragma once

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <utility>
#include <vector>

#include "sim/chain.hpp"
#include "sim/counts.hpp"
#include "sim/fingerprint.hpp"
#include "sim/grown.hpp"
#include "sim/simulate.hpp"
#include "sim/solve.hpp"
#include "sim/tally.hpp"

namespace boxcars::sim {

/// Batches of a run, `first` to `last` - 1.
struct BatchRange {
  std::uint64_t first = 0;
  std::uint64_t last = 0;
  bool operator==(const BatchRange&) const = default;
};

/// The batches of a run of so many trials.
inline std::uint64_t batches_of(std::uint64_t trials) { return (trials + batch_trials - 1) / batch_trials; }

/// A question whose chain is grown, solved and frozen, whatever its process: any thread can throw any of its batches.
class Prepared {
 public:
  virtual ~Prepared() = default;

  /// What its batches give in a run of `trials` (whose last batch may be short); nothing if `stop` became true before they were done.
  virtual std::optional<Tally> throw_batches(BatchRange batches, std::uint64_t trials, std::uint64_t seed,
                                             const std::atomic<bool>& stop) = 0;

  std::uint64_t states = 0;       ///< of the chain
  std::uint64_t fingerprint = 0;  ///< of the rules over that chain
  double neglected = 0;           ///< probability that the chain does not cover
  std::optional<Odds> odds{};     ///< exact, if the states fit the budget
};

template <Process P>
class PreparedProcess final : public Prepared {
 public:
  /// Throws NeverEnds. When `stop` becomes true, what is prepared is of no use.
  PreparedProcess(std::shared_ptr<const P> process, std::uint64_t question, const Budget& budget, Wanted wanted, InstructionSet with,
                  const std::atomic<bool>& stop)
      : process_(std::move(process)), question_(question), with_(with), grown_(*process_, budget, wanted, stop) {
    states = grown_.states;
    neglected = grown_.solution.neglected;
    odds = std::move(grown_.solution.odds);
    fingerprint = sim::fingerprint(grown_.chain());
  }

  std::optional<Tally> throw_batches(BatchRange batches, std::uint64_t trials, std::uint64_t seed, const std::atomic<bool>& stop) override {
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

 private:
  struct Worker {
    Simulator<P> simulator;
    Counts counts;
    Counts sum;
  };

  std::unique_ptr<Worker> take_worker() {
    {
      const std::scoped_lock lock(mutex_);
      if (!idle_.empty()) {
        auto worker = std::move(idle_.back());
        idle_.pop_back();
        return worker;
      }
    }
    const Counts none(Tally(process_->event_count(), process_->measure_count()));
    return std::make_unique<Worker>(Worker{Simulator<P>(grown_.chain(), with_), none, none});
  }

  std::shared_ptr<const P> process_;
  std::uint64_t question_;
  InstructionSet with_;
  Grown<P> grown_;
  std::mutex mutex_;
  std::vector<std::unique_ptr<Worker>> idle_;
};

}  // namespace boxcars::sim
