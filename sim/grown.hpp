#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <vector>

#include "sim/chain.hpp"
#include "sim/progress.hpp"
#include "sim/solve.hpp"

namespace boxcars::sim {

/// What a question's chains are grown for; the exact odds may need a chain that trials do not.
enum class Wanted : std::uint8_t { trials, odds };

/// A caller is one process as long as it has so few states; for long runs, up to `most_states_of_caller`.
inline constexpr std::uint32_t few_states_of_caller = 1U << 8;
inline constexpr std::uint32_t most_states_of_caller = 1U << 14;

/// The batches from `first` on are thrown through a chain of up to so many states.
struct Level {
  std::uint64_t first = 0;
  std::uint32_t states = 0;
};
/// What is grown is in proportion to what is thrown: the first batches wait a fraction of a second for their chain, later ones may wait
/// longer for one that is faster. Which chain a batch is thrown through changes its dice, so it depends on the batch alone.
inline constexpr std::array<Level, 3> levels{{{0, 1U << 17}, {4, 1U << 19}, {32, 1U << 21}}};

/// The part of the batches `first` to `last` - 1 that are thrown through the first one's chain, as the one behind its last.
std::uint64_t end_of_level(std::uint64_t first, std::uint64_t last);

/// Why there are no exact odds.
enum class NoOdds : std::uint8_t {
  not_wanted,
  interrupted,
  too_many_states,     ///< more than the budget
  would_not_fit,       ///< more than the budget, as it seems: a judgement, made before all of it was gone
  too_much_neglected,  ///< by the budget's other bounds
  too_little_memory
};

/// The chains that a question's trials are thrown through, frozen, and its exact odds.
///
/// A question of a few states has one chain, whole. Of one with more, trials are thrown through a chain of the likeliest, which is larger
/// for later batches; the exact odds come from a chain of their own, if all states fit the budget. A caller (sim/calls.hpp) of more than a
/// few states needs no chain: its callees have theirs.
class Grown {
 public:
  /// The rules must outlive it. Throws NeverEnds. When `stop` becomes true, what is there is of no use.
  Grown(const Rules& rules, const Budget& budget, Wanted wanted, const std::atomic<bool>& stop, Progress* watched = nullptr);

  const std::optional<Odds>& odds() const { return solution_.odds; }
  /// Probability that the odds leave out; 1 if there are none, and it is not known.
  double neglected() const { return solution_.neglected; }
  /// Without odds: what each event's odds are at least; at most `neglected` more.
  const std::vector<double>& least() const { return solution_.least; }
  /// Where there are no odds.
  NoOdds why() const { return why_; }

  /// Whether it is solved, and to be thrown, as a caller and its callees.
  bool calls() const { return calls_; }

  /// Of such a question the chain of all its states, if they are few enough for long runs, grown when it is first asked for; else nothing.
  /// Any thread may ask.
  const Chain* whole_chain(const std::atomic<bool>& stop, Progress* watched = nullptr);

  /// The chain that a batch is thrown through, grown when it is first asked for; any thread may ask.
  const Chain& chain_of(std::uint64_t batch, const std::atomic<bool>& stop, Progress* watched = nullptr);

 private:
  void solve_callers(const std::atomic<bool>& stop, Progress* watched);

  const Rules* rules_;
  Budget budget_;
  Solution solution_;
  NoOdds why_ = NoOdds::not_wanted;
  bool calls_ = false;
  std::shared_ptr<Chain> whole_;  // with all states, if they are few enough for more than the odds
  bool may_be_small_ = true;      // a caller, as far as is known: then it is grown when it is first asked for
  std::mutex mutex_;
  std::array<std::shared_ptr<Chain>, levels.size()> chains_;
};

}  // namespace boxcars::sim
