#pragma once

#include <atomic>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <utility>
#include <vector>

#include "sim/best_play.hpp"
#include "sim/budget.hpp"
#include "sim/inlined.hpp"
#include "sim/process.hpp"
#include "sim/program.hpp"
#include "sim/progress.hpp"
#include "sim/rules.hpp"

// How a process in which somebody chooses becomes a ChoiceChain, and what is best a process.
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
