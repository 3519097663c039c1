#pragma once

#include <atomic>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <functional>
#include <map>
#include <memory>
#include <stdexcept>
#include <utility>
#include <vector>

#include "sim/budget.hpp"
#include "sim/chain.hpp"
#include "sim/process.hpp"
#include "sim/progress.hpp"
#include "sim/rules.hpp"
#include "sim/settlements.hpp"
#include "sim/states.hpp"
#include "sim/tally.hpp"

namespace boxcars::sim {

/// A process in some of whose states somebody chooses: `choices(state)` is between how many alternatives (0: nobody does, and the state's
/// throw is next), `choose(state, i, settled)` the state after the i-th. Of two sides one wants an event to happen; `opposes(state)`: the
/// other one chooses there.
///
/// What is best depends on the lap, too. So the process is played as `played()`: the same, but that it has no laps, their number being in
/// its states. There `lap(state)` is that number, from 1, and `without_lap(state)` the state as the process itself has it.
template <class P>
concept Chooses = Process<P> && requires(const P process, const typename P::State state, typename P::Settled settled) {
  { process.choices(state) } -> std::same_as<int>;
  { process.opposes(state) } -> std::same_as<bool>;
  { process.choose(state, 0, settled) } -> std::same_as<typename P::State>;
  { process.played() } -> std::same_as<P>;
  { process.lap(state) } -> std::same_as<int>;
  { process.without_lap(state) } -> std::same_as<typename P::State>;
};

/// More states than best play may have.
struct TooLargeToPlay : std::runtime_error {
  explicit TooLargeToPlay(std::size_t most) : std::runtime_error("too many states"), states(most) {}
  std::size_t states;  ///< the bound
};

/// What is best in every state in which somebody chooses, for one event to happen or not to, with everything known; see ChoiceChain.
class BestPlay {
 public:
  /// A state in which is chosen.
  struct Decision {
    const std::byte* state = nullptr;
    int lap = 1;
    double probability = 0;    ///< with which it comes to it, if what is best is chosen
    std::size_t best = 0;      ///< of the alternatives: the first of equals
    std::vector<double> odds;  ///< of the event, by alternative, if what is best is chosen from then on
  };

  explicit BestPlay(std::size_t state_size) : states_(std::make_unique<States>(state_size)) {}

  /// The next state in which is chosen, and what is known of it in each lap.
  struct InLap {
    double probability = 0;
    std::vector<double> odds{};
    std::size_t best = 0;
  };
  void add(const std::byte* state, std::vector<InLap> laps);
  /// Lap by lap, in the order of their discovery. Their states are this object's.
  std::vector<Decision> decisions() const;
  /// Of a state that can come up in that lap.
  int best(const std::byte* state, int lap) const;

  Odds odds{};  ///< exact, of everything

 private:
  std::unique_ptr<States> states_;
  std::vector<std::vector<InLap>> known_;  // by state, by lap
};

/// Everything that can come up, whatever is chosen: a chain with choices as throws, a face an alternative. To be played in different ways.
class ChoiceChain {
 public:
  /// How many alternatives a state has; 0: it is a throw. And whether whoever chooses wants the event not to happen.
  struct Alternatives {
    int count = 0;
    bool opposes = false;
  };
  using Choices = std::function<Alternatives(const std::byte* state)>;
  /// Which alternative is taken in a state, in a lap.
  using Rule = std::function<std::size_t(const std::byte* state, int lap)>;

  /// Throws TooLargeToPlay. When `stop` becomes true, now or later, results are of no use.
  ChoiceChain(std::shared_ptr<const Rules> rules, const Choices& choices, const Budget& budget, const std::atomic<bool>& stop,
              Progress* watched = nullptr);

  std::size_t states() const { return chain_.size(); }
  int laps() const { return laps_; }

  /// Backwards over all states: the odds of an event from each, if from then on the alternative that is best for whoever chooses is taken;
  /// then forwards.
  BestPlay best(int event);
  /// Exact odds of everything, if a rule says what is taken.
  Odds played_by(const Rule& rule);

 private:
  bool is_stopped() const { return stop_->load(std::memory_order_relaxed); }
  void solve_lap();
  // Which alternative is taken in a state, that comes to it with so much probability.
  using Taken = std::function<std::size_t(std::uint32_t id, double amount)>;
  Odds push(const Taken& taken);
  void push_lap(const Taken& taken);
  bool settles(std::uint32_t settlement);
  double odds_along(const Branch& branch);
  double odds_from(std::uint32_t id);
  std::vector<double> odds_by_alternative(std::uint32_t id);
  const Branch& branch_of(std::uint32_t id, std::size_t face) const { return chain_.branches(id)[chain_.branch_of_face(id)[face]]; }

  std::shared_ptr<const Rules> rules_;
  Chain chain_;
  const std::atomic<bool>* stop_;
  int laps_;
  int lap_ = 1;  // under way
  int event_ = 0;
  std::map<int, std::vector<std::uint32_t>> stages_;
  std::vector<Alternatives> alternatives_;  // by state
  std::vector<double> odds_;                // by state, in this lap
  std::vector<double> odds_of_next_lap_;
  std::vector<char> settles_;  // by settlement
  std::vector<double> mass_;   // by state, on its way in this lap,
  std::vector<double> mass_of_next_lap_;
  Settlements<double> settled_;  // and what it has settled
};

namespace detail {

// A process whose choices are throws.
template <Chooses P>
class ChoicesAsThrows {
 public:
  using State = typename P::State;
  using Settled = typename P::Settled;
  using Dice = decltype(std::declval<const P&>().next_throw(std::declval<const State&>()));
  struct Roll {
    int alternative = 0;
    decltype(std::declval<const Dice&>().roll(0)) dice{};
  };
  struct Throw {
    int alternatives = 0;
    Dice dice{};
    int faces() const { return alternatives > 0 ? alternatives : dice.faces(); }
    int twin(int face) const { return alternatives > 0 ? face : dice.twin(face); }
    Roll roll(int face) const { return alternatives > 0 ? Roll{face} : Roll{0, dice.roll(face)}; }
  };

  explicit ChoicesAsThrows(const P& process) : process_(&process) {}
  State start(Settled& settled) const { return process_->start(settled); }
  Throw next_throw(const State& s) const {
    if (const int alternatives = process_->choices(s)) return {alternatives};
    return {0, process_->next_throw(s)};
  }
  State next(const State& s, const Roll& roll, Settled& settled) const {
    return process_->choices(s) > 0 ? process_->choose(s, roll.alternative, settled) : process_->next(s, roll.dice, settled);
  }
  int stage(const State& s) const { return process_->stage(s); }
  std::size_t event_count() const { return process_->event_count(); }
  std::size_t measure_count() const { return process_->measure_count(); }
  int laps() const {
    if constexpr (EndsByLaps<P>) return process_->laps();
    return 0;
  }
  State end(const State& begun, Settled& settled) const {
    if constexpr (EndsByLaps<P>) return process_->end(begun, settled);
    return begun;
  }

 private:
  const P* process_;
};

}  // namespace detail

/// Of a process, which must outlive it.
template <Chooses P>
ChoiceChain choice_chain(const P& process, const Budget& budget, const std::atomic<bool>& stop, Progress* watched = nullptr) {
  const auto choices = [&](const std::byte* bytes) -> ChoiceChain::Alternatives {
    const auto state = detail::from_bytes<typename P::State>(bytes);
    const int count = process.choices(state);
    return {count, count > 0 && process.opposes(state)};
  };
  return ChoiceChain(rules_of(detail::ChoicesAsThrows<P>(process)), choices, budget, stop, watched);
}

/// A process in which what is best is chosen: nobody has a choice any more.
template <Chooses P>
class Played {
 public:
  using State = typename P::State;
  using Settled = typename P::Settled;

  Played(const P& process, std::shared_ptr<const BestPlay> play) : process_(process.played()), play_(std::move(play)) {}

  State start(Settled& settled) const { return chosen(process_.start(settled), settled); }
  auto next_throw(const State& s) const { return process_.next_throw(s); }
  template <class Roll>
  State next(const State& s, const Roll& roll, Settled& settled) const {
    return chosen(process_.next(s, roll, settled), settled);
  }
  int stage(const State& s) const { return process_.stage(s); }
  std::size_t event_count() const { return process_.event_count(); }
  std::size_t measure_count() const { return process_.measure_count(); }

 private:
  State chosen(State s, Settled& settled) const {
    while (process_.choices(s) > 0) {
      const State state = process_.without_lap(s);
      s = process_.choose(s, play_->best(reinterpret_cast<const std::byte*>(&state), process_.lap(s)), settled);
    }
    return s;
  }
  P process_;
  std::shared_ptr<const BestPlay> play_;
};

}  // namespace boxcars::sim
