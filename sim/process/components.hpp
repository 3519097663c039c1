#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <type_traits>
#include <vector>

namespace boxcars::sim {

/// The sum of what all components contribute: up to eight counts, one byte each.
using Aggregate = std::uint64_t;

/// A component: a process of its own that a caller calls. Between two calls only its `ComponentState` is kept, which is compared by its
/// first component_state_size() bytes; the other bytes are 0.
///
/// - `start()` is the component state at the start. `observation(component_state)` is one byte, all that a caller sees of the component;
///   `aggregate(component_state)` is what the component contributes to the aggregate.
/// - `begin(component_state, argument, outcomes)` begins a call and gives its first state. While that state is `busy`, the component throws
///   as a Process does, and `next(state, roll, outcomes)` changes the state. Then the call is over: `component_state(state)` is kept, and
///   the caller is given `returned(state)`.
/// - If the last lap ends during a call, `component_state(state)` gives the component's state at that point.
template <class C>
concept Component = std::is_trivially_copyable_v<typename C::State> && std::has_unique_object_representations_v<typename C::State> &&
    std::has_unique_object_representations_v<typename C::ComponentState>;

/// A process or component whose states may fork into independent branches, which do not affect one another until all of them have ended:
/// each unit of a stack checks its own morale. Told as one process, the branches are thrown one after the other. An engine that takes them
/// apart needs the chain of one branch at a time, and equal branches share it.
///
/// - `forks()`: whether any state does.
/// - `branches(state)`: the number of branches ahead; 0 if the state does not fork. `branch(state, i, outcomes)` is the i-th branch alone,
///   up to its first throw or its end; `ended(branch)` says that it has ended. A branch holds nothing that its own throws do not depend on.
/// - `waiting(state)` is what is left of the state without its branches. `join(waiting, i, ended, outcomes)` puts the branches back in
///   their order, and when all have been joined `go_on(waiting, outcomes)` is the state after them.
template <class P, class Outcomes>
concept Forks = requires(const P process, const typename P::State state, Outcomes outcomes) {
  { process.forks() } -> std::same_as<bool>;
  { process.branches(state) } -> std::same_as<int>;
  { process.branch(state, 0, outcomes) } -> std::same_as<typename P::State>;
  { process.ended(state) } -> std::same_as<bool>;
  { process.waiting(state) } -> std::same_as<typename P::State>;
  { process.join(state, 0, state, outcomes) } -> std::same_as<typename P::State>;
  { process.go_on(state, outcomes) } -> std::same_as<typename P::State>;
};

/// A process that calls components. What happens to a component is thrown by the component's own rules, and the caller's state holds no
/// more of it than the caller's own throws depend on. Beside the throws of a Process (next_throw() of a state without one has no faces) it
/// has
///
/// - `components()`: those that it calls. Their component states have at most `component_state_bytes` bytes together.
/// - `calls(state)`: whether a call is next. `take_call(state)` gives the component and an argument, and takes the call out of the state,
///   so that calls that differ only in their argument continue from one state. `resume(state, component, {observation, value}, outcomes)`
///   is the state after the call.
/// - `queries(state)`: whether it asks for the aggregate next. `query(state, aggregate, outcomes)` is the state after the answer.
///
/// A lap of a caller begins as soon as the one before is over, not with its first throw.
template <class C>
concept Caller = Component<typename C::Component> &&
    requires(const C caller, typename C::State state, typename C::Outcomes outcomes, Aggregate aggregate) {
  { C::component_state_bytes } -> std::convertible_to<std::size_t>;
  { caller.components() } -> std::same_as<const std::vector<typename C::Component>&>;
  { caller.calls(state) } -> std::same_as<bool>;
  { caller.take_call(state).argument } -> std::convertible_to<std::uint32_t>;
  { caller.resume(state, 0, {std::uint8_t{}, std::uint32_t{}}, outcomes) } -> std::same_as<typename C::State>;
  { caller.queries(state) } -> std::same_as<bool>;
  { caller.query(state, aggregate, outcomes) } -> std::same_as<typename C::State>;
  { caller.end(state, outcomes) } -> std::same_as<typename C::State>;
};

}  // namespace boxcars::sim
