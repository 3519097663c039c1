#pragma once

#include <concepts>
#include <cstdint>
#include <type_traits>

#include "model/core/calls.hpp"
#include "model/core/dice.hpp"
#include "model/core/outcomes.hpp"

namespace boxcars::model {

/// The state of a part: equal states are equal bytes.
template <class S>
concept StateOfPart = std::is_trivially_copyable_v<S> && std::has_unique_object_representations_v<S> && std::equality_comparable<S>;

/// A part of a process: rules that several questions ask for (what an IFT result does to a stack, rubble that falls). A part is told one
/// throw at a time as a process is (sim/process/process.hpp), but it is begun by the question that it is a part of.
///
/// - `State` is what the part's later throws and outcomes depend on, and a member of the question's state. It forgets as that does: equal
///   situations are equal bytes, and a part that is over holds no more than what it left behind, best of all nothing.
/// - begin() begins the part; one that can begin in several ways has a function for each, as Ruins::bring_down(). It goes on through
///   everything that needs no throw, to the first throw or to the end, so a part may be over as soon as it has begun.
/// - `busy(state)` says that the part has a throw to make. All members below are about busy states.
/// - `next_throw(state)` gives the dice, the rule, and for whom they are thrown.
/// - `next(state, roll, scene, outcomes)` takes the throw, and goes on as begin() does. The `Scene` is what the part must know of the
///   rest of the question: whether the units are attacked again, who is still alive. The question knows it at every throw, so it is not in
///   the state. next() returns what the question must know of the throw: a Location that is ablaze, a hex that came down.
/// - `stage(state)` is the throw's place in the order of the part's throws, 0 <= stage < stages(). It never falls until the part is over.
///
/// A question has the part as a member (parts are values, made of checked inputs), its state among the members of its own state, and a step
/// that says whose throw is next:
///
///     Throw next_throw(const State& s) const {
///       switch (s.step) {
///         case falling: return fall_.next_throw(s.fall);
///         ...
///     State next(State s, Roll roll, Outcomes& outcomes) const {
///       switch (s.step) {
///         case falling:
///           fall_.next(s.fall, roll, LastFall::yes, outcomes);
///           if (!fall_.busy(s.fall)) ...                        // on to what comes after it
///         ...
///     int stage(const State& s) const {                         // parts stand side by side, each as long as its stages()
///       switch (s.step) {
///         case falling: return stages_before_it + fall_.stage(s.fall);
///         ...
///
/// He (he.cpp) is a question that consists of parts only.
template <class P>
concept Part = StateOfPart<typename P::State> &&
    requires(const P part, const typename P::State busy, typename P::State state, Roll roll, typename P::Scene scene, Outcomes outcomes) {
  { part.busy(busy) } -> std::same_as<bool>;
  { part.next_throw(busy) } -> std::same_as<Throw>;
  part.next(state, roll, scene, outcomes);
  { part.stage(busy) } -> std::same_as<int>;
  { part.stages() } -> std::same_as<int>;
};

/// A part of a question that calls components (sim/process/components.hpp), as Melee. A busy state has a call or a throw to make:
/// `call(state)` is the call in the part's own terms (which side, what); none: a throw is next. The question knows which component that is.
/// What the call gave back goes into resume(state, value), which goes on as next() does, and says whether anything there has changed.
template <class P>
concept CallingPart = Part<P> && requires(const P part, const typename P::State busy, typename P::State state, std::uint32_t value) {
  { part.call(busy).has_value() } -> std::same_as<bool>;
  { part.resume(state, value) } -> std::same_as<bool>;
};

/// A part without throws that says whom the question calls, and in which order, as Forces. While it `calls(state)`, `take_call(state,
/// turn)` gives the call and takes it out of the state, and `resume(state, component, returned)` takes what came of it. stage(state) is the
/// place of a call in the order of all of them.
template <class P>
concept PartOfCalls = StateOfPart<typename P::State> &&
    requires(const P part, const typename P::State calling, typename P::State state, int number, Returned returned) {
  { part.calls(calling) } -> std::same_as<bool>;
  { part.take_call(state, number) } -> std::same_as<Call>;
  part.resume(state, number, returned);
  { part.stage(calling) } -> std::same_as<int>;
  { part.stages() } -> std::same_as<int>;
};

/// A component that is called (sim/process/components.hpp), as Garrison. Its throws are those of a part, but a call's argument begins it,
/// from its component state; the call is over when the component is no longer busy, and then it returns a value.
template <class P>
concept CalledPart = StateOfPart<typename P::State> && std::has_unique_object_representations_v<typename P::ComponentState> &&
    requires(const P part, const typename P::ComponentState component_state, const typename P::State busy, typename P::State state,
             std::uint32_t argument, Roll roll, Outcomes outcomes) {
  { part.start() } -> std::same_as<typename P::ComponentState>;
  { part.begin(component_state, argument, outcomes) } -> std::same_as<typename P::State>;
  { part.busy(busy) } -> std::same_as<bool>;
  { part.next_throw(busy) } -> std::same_as<Throw>;
  part.next(state, roll, outcomes);
  { part.component_state(busy) } -> std::same_as<typename P::ComponentState>;
  { part.returned(busy) } -> std::same_as<std::uint32_t>;
  { part.stage(busy) } -> std::same_as<int>;
  { part.stages() } -> std::same_as<int>;
};

}  // namespace boxcars::model
