#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>

#include "sim/chain.hpp"
#include "sim/progress.hpp"
#include "sim/solve.hpp"

namespace boxcars::sim {

/// What a chain is grown for.
enum class Wanted : std::uint8_t { odds, trials, odds_and_trials };

/// The batches from `first` on may be thrown through a chain of so many states.
struct Level {
  std::uint64_t first = 0;
  std::uint32_t states = 0;
};
/// What is grown is in proportion to what is thrown: the first batches wait a fraction of a second for their chain, later ones may wait
/// longer for one that is faster. Which chain a batch is thrown through changes its dice, so it depends on the batch alone.
inline constexpr std::array<Level, 3> levels{{{0, 1U << 17}, {4, 1U << 19}, {32, 1U << 21}}};

/// The chains that a question's trials are thrown through, frozen, and its exact odds.
///
/// A question of a few states has one chain, whole. Of one with more, trials are thrown through a chain of the likeliest, which is larger
/// for later batches; the exact odds come from a chain of their own, if all states fit the budget.
class Grown {
 public:
  /// The rules must outlive it. Throws NeverEnds. When `stop` becomes true, what is there is of no use.
  Grown(const Rules& rules, const Budget& budget, Wanted wanted, const std::atomic<bool>& stop, Progress* watched = nullptr);

  /// Without odds if they do not fit the budget, or the memory.
  const Solution& solution() const { return solution_; }
  /// Of the question; the budget's if they are more, or would be.
  std::uint64_t states() const { return states_; }
  bool short_of_memory() const { return short_of_memory_; }

  /// The chain that a batch is thrown through, grown when it is first asked for; any thread may ask. Not of what was grown for odds only.
  const Chain& chain_of(std::uint64_t batch, const std::atomic<bool>& stop);

 private:
  const Rules* rules_;
  Budget budget_;
  Solution solution_;
  std::uint64_t states_ = 0;
  bool short_of_memory_ = false;
  std::shared_ptr<Chain> whole_;  // with all states, if they fit
  std::mutex mutex_;
  std::array<std::shared_ptr<Chain>, levels.size()> chains_;
};

/// The part of the batches `first` to `last` - 1 that are thrown through the first one's chain, as the one behind its last.
std::uint64_t end_of_level(std::uint64_t first, std::uint64_t last);

}  // namespace boxcars::sim
