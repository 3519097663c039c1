#pragma once

#include <algorithm>
#include <array>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "sim/process/components.hpp"

namespace boxcars::sim {

/// A caller and its components as one Process. Its state holds the caller's state, the component states, and the state of the call under
/// way. A lap in which nobody throws is the last one, since nothing would be different in the next.
template <Caller C>
class Flattened {
 public:
  using Outcomes = typename C::Outcomes;
  using Component = typename C::Component;
  using Throw = decltype(std::declval<const C&>().next_throw(std::declval<const typename C::State&>()));
  using Roll = decltype(std::declval<const Throw&>().roll(0));

 private:
  // The fill makes the size a multiple of the alignment, so that there is no padding.
  static constexpr std::size_t align = std::max(alignof(typename C::State), alignof(typename Component::State));
  static constexpr std::size_t fill =
      align - (sizeof(typename C::State) + sizeof(typename Component::State) + C::component_state_bytes) % align;

 public:
  struct State {
    typename C::State caller{};
    typename Component::State active{};
    std::array<std::byte, C::component_state_bytes> component_states{};  ///< side by side; all 0 for the component that is called
    std::array<std::uint8_t, fill> component{};  ///< the first byte is 1 + the number of the component that is called; 0: none
  };

  explicit Flattened(C caller) : caller_(std::move(caller)) {
    for (const Component& component : caller_.components()) {
      first_byte_.push_back(first_byte_.empty() ? 0 : first_byte_.back() + component_state_size_.back());
      component_state_size_.push_back(component.component_state_size());
      stages_ = std::max(stages_, component.stages() + 2);
    }
    assert(first_byte_.empty() || first_byte_.back() + component_state_size_.back() <= C::component_state_bytes);
  }

  const C& caller() const { return caller_; }
  const std::vector<Component>& components() const { return caller_.components(); }

  State start(Outcomes& outcomes) const {
    State s;
    for (int i = 0; i < static_cast<int>(first_byte_.size()); ++i) put(s, i, component(i).start());
    s.caller = caller_.start(outcomes);
    proceed(s, outcomes);
    return s;
  }

  Throw next_throw(const State& s) const { return is_called(s) ? component(called(s)).next_throw(s.active) : caller_.next_throw(s.caller); }

  State next(const State& from, Roll roll, Outcomes& outcomes) const {
    State s = from;
    if (is_called(s)) {
      component(called(s)).next(s.active, roll, outcomes);
      if (component(called(s)).busy(s.active)) return s;
      resume(s, outcomes);
    } else {
      s.caller = caller_.next(s.caller, roll, outcomes);
    }
    proceed(s, outcomes);
    return s;
  }

  /// The following members exist if the caller has decisions: see DecisionProcess (sim/decisions/decision_process.hpp).
  int choices(const State& s) const requires requires(const C c, const typename C::State state) { c.choices(state); }
  { return is_called(s) ? 0 : caller_.choices(s.caller); }
  bool opposes(const State& s) const requires requires(const C c, const typename C::State state) { c.opposes(state); }
  { return caller_.opposes(s.caller); }
  Flattened unrolled() const requires requires(const C c) { c.unrolled(); }
  { return Flattened(caller_.unrolled()); }
  int lap(const State& s) const requires requires(const C c, const typename C::State state) { c.lap(state); }
  { return caller_.lap(s.caller); }
  State without_lap(State s) const requires requires(const C c, const typename C::State state) { c.without_lap(state); }
  {
    s.caller = caller_.without_lap(s.caller);
    return s;
  }
  State choose(const State& from, int alternative, Outcomes& outcomes) const requires requires(const C c, const typename C::State state) {
    c.choices(state);
  }
  {
    State s = from;
    s.caller = caller_.choose(s.caller, alternative, outcomes);
    proceed(s, outcomes);
    return s;
  }
  /// The component state of a component that is not being called.
  typename Component::ComponentState component_state_of(const State& s, int i) const {
    typename Component::ComponentState component_state{};
    const auto from =
        std::span(s.component_states).subspan(first_byte_[static_cast<std::size_t>(i)], component_state_size_[static_cast<std::size_t>(i)]);
    if (!from.empty()) std::memcpy(&component_state, from.data(), from.size());
    return component_state;
  }

  /// The state with this caller's state and these component states, and no call under way.
  template <class ComponentStateOf>
  State between_calls(const typename C::State& caller, ComponentStateOf component_state_of) const {
    State s{.caller = caller};
    for (int i = 0; i < static_cast<int>(first_byte_.size()); ++i) put(s, i, component_state_of(i));
    return s;
  }

  int stage(const State& s) const {
    return caller_.stage(s.caller) * stages_ + (is_called(s) ? 1 + component(called(s)).stage(s.active) : 0);
  }

  int laps() const { return caller_.laps(); }
  State end(const State& begun, Outcomes& outcomes) const {
    State s = begun;
    if (is_called(s)) leave(s);
    s.caller = caller_.end(s.caller, outcomes);
    proceed(s, outcomes);
    return s;
  }

  std::size_t event_count() const { return caller_.event_count(); }
  std::size_t measure_count() const { return caller_.measure_count(); }
  const auto& event_names() const { return caller_.event_names(); }
  const auto& measure_names() const { return caller_.measure_names(); }

 private:
  bool chooses(const State& s) const {
    if constexpr (requires { caller_.choices(s.caller); }) return caller_.choices(s.caller) > 0;
    return false;
  }
  static bool is_called(const State& s) { return s.component[0] != 0; }
  static int called(const State& s) { return s.component[0] - 1; }
  const Component& component(int i) const { return caller_.components()[static_cast<std::size_t>(i)]; }

  std::span<std::byte> bytes_of(State& s, int i) const {
    return std::span(s.component_states)
        .subspan(first_byte_[static_cast<std::size_t>(i)], component_state_size_[static_cast<std::size_t>(i)]);
  }
  void put(State& s, int i, const typename Component::ComponentState& component_state) const {
    const auto to = bytes_of(s, i);
    if (!to.empty()) std::memcpy(to.data(), &component_state, to.size());
  }
  // Ends the call and gives the number of the component.
  int leave(State& s) const {
    const int i = called(s);
    put(s, i, component(i).component_state(s.active));
    s.active = {};
    s.component = {};
    return i;
  }
  void resume(State& s, Outcomes& outcomes) const {
    const std::uint32_t value = component(called(s)).returned(s.active);
    const int i = leave(s);
    s.caller = caller_.resume(s.caller, i, {component(i).observation(component_state_of(s, i)), value}, outcomes);
  }

  // Goes on through everything that needs no throw, to the next throw or to the end.
  void proceed(State& s, Outcomes& outcomes) const {
    bool begins = outcomes.lap_begins();
    for (;;) {
      outcomes.forget_lap();
      if (caller_.calls(s.caller)) {
        const auto call = caller_.take_call(s.caller);
        s.active = component(call.component).begin(component_state_of(s, call.component), call.argument, outcomes);
        s.component[0] = static_cast<std::uint8_t>(call.component + 1);
        const auto component_state = bytes_of(s, call.component);
        std::fill(component_state.begin(), component_state.end(), std::byte{});
        if (component(call.component).busy(s.active)) break;
        resume(s, outcomes);
      } else if (caller_.queries(s.caller)) {
        Aggregate aggregate = 0;
        for (int i = 0; i < static_cast<int>(first_byte_.size()); ++i) aggregate += component(i).aggregate(component_state_of(s, i));
        s.caller = caller_.query(s.caller, aggregate, outcomes);
      } else {
        if (!chooses(s) && caller_.next_throw(s.caller).faces() == 0) begins = false;
        break;
      }
      if (!outcomes.lap_begins()) continue;
      if (begins) s.caller = caller_.end(s.caller, outcomes);
      begins = !begins;
    }
    outcomes.forget_lap();
    if (begins) outcomes.begin_lap();
  }

  C caller_;
  std::vector<std::size_t> first_byte_;  // of each component's state
  std::vector<std::size_t> component_state_size_;
  int stages_ = 1;
};

}  // namespace boxcars::sim
