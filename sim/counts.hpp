#pragma once

#include <cstdint>
#include <mutex>
#include <utility>
#include <vector>

#include "sim/chain.hpp"
#include "sim/settlements.hpp"
#include "sim/tally.hpp"

namespace boxcars::sim {

/// What trials gave, as they are counted on a frozen chain; sums are whole numbers in any order. Cleared, it keeps its memory.
struct Counts {
  explicit Counts(Tally none) : walked(std::move(none)) {}

  std::uint64_t trials = 0;
  Settlements<std::uint64_t> settled;  ///< by the trials that stayed in the chain
  Tally walked;                        ///< by those that left it; it has no trials of its own

  void clear();
  Counts& operator+=(const Counts& part);
  /// The same by events and measures.
  void add_to(Tally& tally, const Chain& chain) const;
};

/// Adds up batches in whatever order they are done: neighbours become one run of batches, so that there are never more of them than
/// threads.
class BatchSum {
 public:
  BatchSum(std::uint64_t first, Tally none) : first_(first), none_(std::move(none)) {}

  /// Takes the tally of a batch; leaves another, to be cleared and used again. Any thread may call it.
  void add(std::uint64_t batch, Tally& tally);

  /// The sum from the first batch to before the first that is missing, hence of a run of so many trials. When nobody adds any more.
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
