#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <vector>

#include "sim/exact/solve.hpp"
#include "sim/resources/progress.hpp"
#include "sim/state_space/chain.hpp"

namespace boxcars::sim {

/// What a question's chains are grown for. The exact odds may need a chain that trials do not need.
enum class Wanted : std::uint8_t { trials, odds };

/// A caller with no more states than this is one process; for long runs, with no more than `most_states_of_caller`.
inline constexpr std::uint32_t few_states_of_caller = 1U << 8;
inline constexpr std::uint32_t most_states_of_caller = 1U << 14;

/// The batches from `first` on are thrown through a chain of up to `states` states.
struct Level {
  std::uint64_t first = 0;
  std::uint32_t states = 0;
};
/// The chain grows with the run: the first batches wait a fraction of a second for theirs, later batches may wait longer for a faster one.
/// Which chain a batch is thrown through changes its dice, so it depends on the batch alone.
inline constexpr std::array<Level, 3> levels{{{0, 1U << 17}, {4, 1U << 19}, {32, 1U << 21}}};

/// The end of the part of the batches `first` to `last` - 1 that is thrown through the same chain as the first.
std::uint64_t end_of_level(std::uint64_t first, std::uint64_t last);

/// Why there are no exact odds.
enum class NoOdds : std::uint8_t {
  not_wanted,
  interrupted,
  too_many_states,     ///< more states than the budget has
  would_not_fit,       ///< more states than the budget has, as judged before all of it was gone
  too_much_truncated,  ///< more mass was truncated by the budget's other bounds than exact odds may lack
  too_little_memory
};

/// Selects and grows the chains of a question: those through which trials are thrown, frozen, and those for its exact odds.
///
/// A question of a few states has one chain with all of them. With more, trials are thrown through a chain of the likeliest states, which
/// is larger for later batches; the exact odds come from a chain of their own, if all states fit the budget. A caller
/// (sim/process/components.hpp) of more than a few states needs no chain, since its components have theirs.
class ChainSelection {
 public:
  /// The rules must outlive it. Throws NeverEnds. When `stop` becomes true, what has been grown is of no use.
  ChainSelection(const Rules& rules, const Budget& budget, Wanted wanted, const std::atomic<bool>& stop, Progress* watched = nullptr);

  const std::optional<Odds>& odds() const { return solution_.odds; }
  /// The probability that the odds leave out; 1 if there are no odds and it is not known.
  double truncated_mass() const { return solution_.truncated_mass; }
  /// Without odds: lower bounds of the events' odds; each is at most truncated_mass() too low.
  const std::vector<double>& lower_bounds() const { return solution_.lower_bounds; }
  /// Why there are no odds; not_wanted if there are.
  NoOdds why() const { return why_; }

  /// Whether it is solved, and to be thrown, as a caller and its components.
  bool calls() const { return calls_; }

  /// The chain of all states of such a question, if they are few enough for long runs; else null. It is grown when it is first asked for,
  /// by any thread.
  const Chain* whole_chain(const std::atomic<bool>& stop, Progress* watched = nullptr);

  /// The chain that a batch is thrown through. It is grown when it is first asked for, by any thread.
  const Chain& chain_of(std::uint64_t batch, const std::atomic<bool>& stop, Progress* watched = nullptr);

 private:
  void solve_callers(const Program& program, const Budget& budget, const std::atomic<bool>& stop, Progress* watched);

  const Rules* rules_;
  Budget budget_;
  Solution solution_;
  NoOdds why_ = NoOdds::not_wanted;
  bool calls_ = false;
  std::shared_ptr<Chain> whole_;  // the chain of all states, if they are few enough for trials, too
  bool may_be_small_ = true;      // of a caller: false once its whole chain was found too large
  std::mutex mutex_;
  std::array<std::shared_ptr<Chain>, levels.size()> chains_;
};

}  // namespace boxcars::sim
