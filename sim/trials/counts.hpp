#pragma once

#include <cstdint>
#include <mutex>
#include <utility>
#include <vector>

#include "sim/state_space/chain.hpp"
#include "sim/state_space/outcome_sums.hpp"
#include "sim/statistics/tally.hpp"

namespace boxcars::sim {

/// The counts of trials on a frozen chain. Sums are whole numbers, so they can be added up in any order. Clearing keeps the memory.
struct Counts {
  explicit Counts(Tally none) : walked(std::move(none)) {}

  std::uint64_t trials = 0;
  OutcomeSums<std::uint64_t> outcomes;  ///< of the trials that stayed in the chain
  Tally walked;                         ///< tally of those that left it, without a number of trials

  void clear();
  Counts& operator+=(const Counts& part);
  /// Adds the counts to a tally by events and measures.
  void add_to(Tally& tally, const Chain& chain) const;
};

/// Adds up batches in whatever order they are done. Neighbouring batches become one run, so that there are never more runs than threads.
class BatchSum {
 public:
  BatchSum(std::uint64_t first, Tally none) : first_(first), none_(std::move(none)) {}

  /// Takes the tally of a batch, and leaves another one to be cleared and used again. Any thread may call it.
  void add(std::uint64_t batch, Tally& tally);

  /// The sum of the batches from the first to before the first that is missing, to be called when nobody adds any more.
  Tally sum() &&;

 private:
  struct Run {
    std::uint64_t begin;
    std::uint64_t end;
    Tally tally;
  };

  std::mutex mutex_;
  std::uint64_t first_;
  Tally none_;
  std::vector<Run> runs_;  // in order
  std::vector<Tally> spare_;
};

}  // namespace boxcars::sim
