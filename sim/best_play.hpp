#pragma once

#include <atomic>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <functional>
#include <map>
#include <memory>
#include <span>
#include <stdexcept>
#include <utility>
#include <vector>

#include "sim/budget.hpp"
#include "sim/facts.hpp"
#include "sim/inlined.hpp"
#include "sim/process.hpp"
#include "sim/program.hpp"
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

/// Everything that can come up, whatever is chosen: states, numbered, of which some are a choice, and where each leads.
class ChoiceGraph {
 public:
  /// How many alternatives a state has; 0: nobody chooses. And whether whoever chooses wants the event not to happen.
  struct Alternatives {
    int count = 0;
    bool opposes = false;
  };
  /// What a state leads to, and what is settled on the way.
  struct Step {
    std::uint32_t next = 0;
    std::uint32_t settlement = 0;
  };
  /// One of the things that a throw or a call may do; of a choice, in their order, an alternative.
  struct Branch {
    double odds = 0;
    Step step{};  ///< next: if a lap begins its number, and the highest bit
    bool lap_begins() const { return (step.next & lap_bit) != 0; }
  };
  /// The state in which a lap begins; and what follows instead, if the last one is over.
  struct Lap {
    Step begin{};
    Step end{};
  };
  static constexpr std::uint32_t lap_bit = 1U << 31;

  using Choices = std::function<Alternatives(const std::byte* state)>;

  /// Of a process whose choices are throws. Throws TooLargeToPlay. Empty if `stop` became true.
  ChoiceGraph(const Rules& rules, const Choices& choices, const Budget& budget, const std::atomic<bool>& stop, Progress* watched);
  /// Of a caller whose choices are throws, told by its state: all that happens in a call is one step, and settles nothing that somebody
  /// chooses for. `state_of` makes the bytes of the
  /// process that caller and callees are together, in a choice; so many.
  using StateOf = std::function<void(const std::byte* caller, const std::vector<const std::byte*>& rests, std::byte* to)>;
  ChoiceGraph(const Program& program, const Choices& choices, std::size_t state_size, const StateOf& state_of, const Budget& budget,
              const std::atomic<bool>& stop, Progress* watched);

  std::size_t size() const { return nodes_.size() - 1; }
  std::size_t state_size() const { return state_size_; }
  const Step& start() const { return start_; }
  std::span<const Branch> branches(std::uint32_t id) const {
    return {branches_.data() + nodes_[id].first_branch, nodes_[id + 1].first_branch - nodes_[id].first_branch};
  }
  /// What a call settles, whatever it leads to: each with its odds.
  std::span<const std::pair<std::uint32_t, double>> settled(std::uint32_t id) const {
    return {settled_.data() + nodes_[id].first_settled, nodes_[id + 1].first_settled - nodes_[id].first_settled};
  }
  const Lap& lap(const Branch& branch) const { return laps_[branch.step.next & ~lap_bit]; }
  bool is_over(std::uint32_t id) const { return branches(id).empty(); }
  int stage(std::uint32_t id) const { return nodes_[id].stage; }
  const Alternatives& alternatives(std::uint32_t id) const { return nodes_[id].alternatives; }
  /// Of a choice: its bytes.
  const std::byte* state(std::uint32_t id) const { return choices_.data() + nodes_[id].choice * state_size_; }
  const FactBook& book() const { return book_; }

 private:
  struct Node {
    std::size_t first_branch = 0;
    std::size_t first_settled = 0;
    std::size_t choice = 0;  // of all choices
    int stage = 0;
    Alternatives alternatives{};
  };
  class OfCalls;

  void add_choice(Node& node, const std::byte* state);
  void close(const std::atomic<bool>& stop);

  std::size_t state_size_;
  std::vector<Node> nodes_;  // and one behind them
  std::vector<Branch> branches_;
  std::vector<std::pair<std::uint32_t, double>> settled_;
  std::vector<Lap> laps_;
  std::vector<std::byte> choices_;
  Step start_{};
  FactBook book_;
};

/// The states of such a graph, to be played in different ways.
class ChoiceChain {
 public:
  /// Which alternative is taken in a state, in a lap.
  using Rule = std::function<std::size_t(const std::byte* state, int lap)>;

  /// With what an answer has. When `stop` becomes true, now or later, results are of no use.
  struct Asks {
    std::size_t events = 0;
    std::size_t measures = 0;
    int laps = 0;
  };
  ChoiceChain(ChoiceGraph graph, const Asks& asks, const std::atomic<bool>& stop);

  std::size_t states() const { return graph_.size(); }
  int laps() const { return laps_; }

  /// Backwards over all states: the odds of an event from each, if from then on the alternative that is best for whoever chooses is taken;
  /// then forwards.
  BestPlay best(int event);
  /// Exact odds of everything, if a rule says what is taken.
  Odds played_by(const Rule& rule);

 private:
  // The states of a stage, and whether some of them lead to others.
  struct Stage {
    std::vector<std::uint32_t> states{};
    bool has_steps_within = false;
  };
  bool is_stopped() const { return stop_->load(std::memory_order_relaxed); }
  void solve_lap();
  // Which alternative is taken in a state, that comes to it with so much probability.
  using Taken = std::function<std::size_t(std::uint32_t id, double amount)>;
  Odds push(const Taken& taken);
  void push_lap(const Taken& taken);
  void settle(std::uint32_t settlement, double amount) { settled_.add(graph_.book(), settlement, lap_, amount); }
  bool settles(std::uint32_t settlement);
  double odds_along(const ChoiceGraph::Branch& branch);
  double odds_from(std::uint32_t id);
  std::vector<double> odds_by_alternative(std::uint32_t id);

  ChoiceGraph graph_;
  Asks asks_;
  const std::atomic<bool>* stop_;
  int laps_;
  int lap_ = 1;  // under way
  int event_ = 0;
  std::map<int, Stage> stages_;
  std::vector<double> odds_;  // by state, in this lap
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

 protected:
  const P* process_;
};

// The same of a caller.
template <class C>
class CallersChoicesAsThrows : public ChoicesAsThrows<C> {
 public:
  using State = typename C::State;
  using Settled = typename C::Settled;
  using Callee = typename C::Callee;
  static constexpr std::size_t rest_bytes = C::rest_bytes;
  using ChoicesAsThrows<C>::ChoicesAsThrows;

  const std::vector<Callee>& callees() const { return this->process_->callees(); }
  bool calls(const State& s) const { return this->process_->calls(s); }
  auto take_call(State& s) const { return this->process_->take_call(s); }
  struct Back {
    std::uint8_t view = 0;
    std::uint32_t value = 0;
  };
  State resume(const State& s, int callee, Back back, Settled& settled) const {
    return this->process_->resume(s, callee, {back.view, back.value}, settled);
  }
  bool looks(const State& s) const { return this->process_->looks(s); }
  State look(const State& s, Totals totals, Settled& settled) const { return this->process_->look(s, totals, settled); }
};

// What a state of a process is as a choice.
template <class P>
ChoiceGraph::Choices choices_of(const P& process) {
  return [&process](const std::byte* bytes) -> ChoiceGraph::Alternatives {
    const auto state = from_bytes<typename P::State>(bytes);
    const int count = process.choices(state);
    return {count, count > 0 && process.opposes(state)};
  };
}

}  // namespace detail

/// Of a process, which must outlive it. Throws TooLargeToPlay.
template <Chooses P>
ChoiceChain choice_chain(const P& process, const Budget& budget, const std::atomic<bool>& stop, Progress* watched = nullptr) {
  const auto rules = rules_of(detail::ChoicesAsThrows<P>(process));
  return {ChoiceGraph(*rules, detail::choices_of(process), budget, stop, watched),
          {process.event_count(), process.measure_count(), rules->laps()},
          stop};
}

/// The same of a caller with its callees.
template <Caller C>
requires Chooses<Inlined<C>> ChoiceChain choice_chain(const Inlined<C>& process, const Budget& budget, const std::atomic<bool>& stop,
                                                      Progress* watched = nullptr) {
  using State = typename Inlined<C>::State;
  using Rest = typename C::Callee::Rest;
  const detail::CallersChoicesAsThrows<C> caller(process.caller());
  const ProgramOf<detail::CallersChoicesAsThrows<C>> program(caller);
  const auto state_of = [&](const std::byte* of_caller, const std::vector<const std::byte*>& rests, std::byte* to) {
    const State state = process.at_rest(detail::from_bytes<typename C::State>(of_caller),
                                        [&](int i) { return detail::from_bytes<Rest>(rests[static_cast<std::size_t>(i)]); });
    std::memcpy(to, &state, sizeof state);
  };
  return {ChoiceGraph(program, detail::choices_of(process.caller()), sizeof(State), state_of, budget, stop, watched),
          {process.event_count(), process.measure_count(), program.laps()},
          stop};
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
