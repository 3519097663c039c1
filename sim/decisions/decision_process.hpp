#pragma once

#include <atomic>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <utility>
#include <vector>

#include "sim/decisions/value_iteration.hpp"
#include "sim/process/flattened.hpp"
#include "sim/process/process.hpp"
#include "sim/process/program.hpp"
#include "sim/process/rules.hpp"
#include "sim/resources/budget.hpp"
#include "sim/resources/progress.hpp"

// Adapts a process with decisions to an Mdp, and a process under a policy to a Process.
namespace boxcars::sim {

/// A process in some of whose states somebody decides. `choices(state)` is the number of alternatives (0: nobody decides, and the state's
/// throw is next), and `choose(state, i, outcomes)` is the state after the i-th. Of two sides one wants an event to happen;
/// `opposes(state)` says that the other side decides there. The optimal policy depends on the lap. So a policy is applied to the process
/// `unrolled()`, which has no laps, but their number in its states: `lap(state)` is that number, from 1, and `without_lap(state)` is the
/// state of the process itself.
template <class P>
concept DecisionProcess = Process<P> && requires(const P process, const typename P::State state, typename P::Outcomes outcomes) {
  { process.choices(state) } -> std::same_as<int>;
  { process.opposes(state) } -> std::same_as<bool>;
  { process.choose(state, 0, outcomes) } -> std::same_as<typename P::State>;
  { process.unrolled() } -> std::same_as<P>;
  { process.lap(state) } -> std::same_as<int>;
  { process.without_lap(state) } -> std::same_as<typename P::State>;
};

namespace detail {

// The process with each decision as a throw, a face for each alternative.
template <DecisionProcess P>
class ChoicesAsThrows {
 public:
  using State = typename P::State;
  using Outcomes = typename P::Outcomes;
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
  State start(Outcomes& outcomes) const { return process_->start(outcomes); }
  Throw next_throw(const State& s) const {
    if (const int alternatives = process_->choices(s)) return {alternatives};
    return {0, process_->next_throw(s)};
  }
  State next(const State& s, const Roll& roll, Outcomes& outcomes) const {
    return process_->choices(s) > 0 ? process_->choose(s, roll.alternative, outcomes) : process_->next(s, roll.dice, outcomes);
  }
  int stage(const State& s) const { return process_->stage(s); }
  std::size_t event_count() const { return process_->event_count(); }
  std::size_t measure_count() const { return process_->measure_count(); }
  int laps() const {
    if constexpr (EndsByLaps<P>) return process_->laps();
    return 0;
  }
  State end(const State& begun, Outcomes& outcomes) const {
    if constexpr (EndsByLaps<P>) return process_->end(begun, outcomes);
    return begun;
  }

 protected:
  const P* process_;
};

// The same for a caller.
template <class C>
class CallersChoicesAsThrows : public ChoicesAsThrows<C> {
 public:
  using State = typename C::State;
  using Outcomes = typename C::Outcomes;
  using Component = typename C::Component;
  static constexpr std::size_t component_state_bytes = C::component_state_bytes;
  using ChoicesAsThrows<C>::ChoicesAsThrows;

  const std::vector<Component>& components() const { return this->process_->components(); }
  bool calls(const State& s) const { return this->process_->calls(s); }
  auto take_call(State& s) const { return this->process_->take_call(s); }
  struct Back {
    std::uint8_t observation = 0;
    std::uint32_t value = 0;
  };
  State resume(const State& s, int component, Back back, Outcomes& outcomes) const {
    return this->process_->resume(s, component, {back.observation, back.value}, outcomes);
  }
  bool queries(const State& s) const { return this->process_->queries(s); }
  State query(const State& s, Aggregate aggregate, Outcomes& outcomes) const { return this->process_->query(s, aggregate, outcomes); }
};

// The alternatives of a state of the process.
template <class P>
Mdp::Choices choices_of(const P& process) {
  return [&process](const std::byte* bytes) -> Mdp::Alternatives {
    const auto state = from_bytes<typename P::State>(bytes);
    const int count = process.choices(state);
    return {count, count > 0 && process.opposes(state)};
  };
}

}  // namespace detail

/// The solver for a process, which must outlive it. Throws TooManyStates.
template <DecisionProcess P>
MdpSolver mdp_solver(const P& process, const Budget& budget, const std::atomic<bool>& stop, Progress* watched = nullptr) {
  const auto rules = rules_of(detail::ChoicesAsThrows<P>(process));
  return {Mdp(*rules, detail::choices_of(process), budget, stop, watched),
          {process.event_count(), process.measure_count(), rules->laps()},
          stop};
}

/// The solver for a caller and its components.
template <Caller C>
requires DecisionProcess<Flattened<C>> MdpSolver mdp_solver(const Flattened<C>& process, const Budget& budget,
                                                            const std::atomic<bool>& stop, Progress* watched = nullptr) {
  using State = typename Flattened<C>::State;
  using ComponentState = typename C::Component::ComponentState;
  const detail::CallersChoicesAsThrows<C> caller(process.caller());
  const ProgramOf<detail::CallersChoicesAsThrows<C>> program(caller);
  const auto state_of = [&](const std::byte* of_caller, const std::vector<const std::byte*>& component_states, std::byte* to) {
    const State state = process.between_calls(detail::from_bytes<typename C::State>(of_caller), [&](int i) {
      return detail::from_bytes<ComponentState>(component_states[static_cast<std::size_t>(i)]);
    });
    std::memcpy(to, &state, sizeof state);
  };
  return {Mdp(program, detail::choices_of(process.caller()), sizeof(State), state_of, budget, stop, watched),
          {process.event_count(), process.measure_count(), program.laps()},
          stop};
}

/// The process under a policy, which takes every decision: a Process without decisions.
template <DecisionProcess P>
class UnderPolicy {
 public:
  using State = typename P::State;
  using Outcomes = typename P::Outcomes;

  UnderPolicy(const P& process, std::shared_ptr<const OptimalPolicy> policy) : process_(process.unrolled()), policy_(std::move(policy)) {}

  State start(Outcomes& outcomes) const { return chosen(process_.start(outcomes), outcomes); }
  auto next_throw(const State& s) const { return process_.next_throw(s); }
  template <class Roll>
  State next(const State& s, const Roll& roll, Outcomes& outcomes) const {
    return chosen(process_.next(s, roll, outcomes), outcomes);
  }
  int stage(const State& s) const { return process_.stage(s); }
  std::size_t event_count() const { return process_.event_count(); }
  std::size_t measure_count() const { return process_.measure_count(); }

 private:
  State chosen(State s, Outcomes& outcomes) const {
    while (process_.choices(s) > 0) {
      const State state = process_.without_lap(s);
      s = process_.choose(s, policy_->alternative(reinterpret_cast<const std::byte*>(&state), process_.lap(s)), outcomes);
    }
    return s;
  }
  P process_;
  std::shared_ptr<const OptimalPolicy> policy_;
};

}  // namespace boxcars::sim
