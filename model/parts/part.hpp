#pragma once

#include <concepts>
#include <cstdint>
#include <type_traits>

#include "model/core/calls.hpp"
#include "model/core/dice.hpp"
#include "model/core/settled.hpp"

namespace boxcars::model {

/// What a part is in: bytes of which equal ones mean the same.
template <class S>
concept StateOfPart = std::is_trivially_copyable_v<S> && std::has_unique_object_representations_v<S> && std::equality_comparable<S>;

/// A part of a process: rules that several questions ask for (what an IFT result does to a stack, rubble that falls), told one throw at a
/// time as a process is (sim/process.hpp), but begun by the question that it is a part of.
///
/// - `State` is what its later throws and settlements depend on, and a member of the question's state. It forgets as that does: equal
///   situations are equal bytes, and a part that is over holds no more than what it left behind, best of all nothing.
/// - Something begins it: begin(), or of a part that is begun in several ways what happens to it (Ruins::bring_down()). That goes on,
/// through everything that needs no throw, to the first throw or to the end. So a part may be over as soon as it has begun.
/// - `busy(state)`: it has a throw to make. All that follows is about busy states.
/// - `next_throw(state)`: which dice, by which rule, and for whom.
/// - `next(state, roll, scene, settled)` takes the throw, and goes on as the beginning does. The `Scene` is what the part must know of the
///   rest of the question: whether the units are attacked again, who is still alive. The question knows it at every throw, so it is not in
///   the state. What the question in turn must know of the throw is returned: a Location that is ablaze, a hex that came down.
/// - `stage(state)`: the throw's place in the order of the part's throws, 0 <= stage < stages(). It never falls until the part is over.
///
/// A question has the part as a member (parts are values, made of checked inputs), its state among the members of its own state, and a step
/// that says whose throw is next:
///
///     Throw next_throw(const State& s) const {
///       switch (s.step) {
///         case falling: return fall_.next_throw(s.fall);
///         ...
///     State next(State s, Roll roll, Settled& settled) const {
///       switch (s.step) {
///         case falling:
///           fall_.next(s.fall, roll, LastFall::yes, settled);
///           if (!fall_.busy(s.fall)) ...                        // on to what comes after it
///         ...
///     int stage(const State& s) const {                         // parts stand side by side, each as long as its stages()
///       switch (s.step) {
///         case falling: return stages_before_it + fall_.stage(s.fall);
///         ...
///
/// he.cpp is one that has nothing but parts.
template <class P>
concept Part = StateOfPart<typename P::State> &&
    requires(const P part, const typename P::State busy, typename P::State state, Roll roll, typename P::Scene scene, Settled settled) {
  { part.busy(busy) } -> std::same_as<bool>;
  { part.next_throw(busy) } -> std::same_as<Throw>;
  part.next(state, roll, scene, settled);
  { part.stage(busy) } -> std::same_as<int>;
  { part.stages() } -> std::same_as<int>;
};

/// A part of a question that calls (sim/calls.hpp), whose busy states have calls to make beside throws, as Melee: `call(state)` is what it
/// asks for next in its own terms (of which side, what); none: a throw is next. The question knows which callee that is. What it gave back
/// goes into resume(state, value), which goes on as next() does, and says whether it has changed anything there.
template <class P>
concept CallingPart = Part<P> && requires(const P part, const typename P::State busy, typename P::State state, std::uint32_t value) {
  { part.call(busy).has_value() } -> std::same_as<bool>;
  { part.resume(state, value) } -> std::same_as<bool>;
};

/// A part that throws for nothing, but says whom the question calls, in which order, as Forces: while it `calls(state)`, `take_call(state,
/// turn)` takes the call out of the state, and `resume(state, callee, returned)` is told what came of it. stage(state) is the place of a
/// call in the order of all of them.
template <class P>
concept PartOfCalls = StateOfPart<typename P::State> &&
    requires(const P part, const typename P::State calling, typename P::State state, int number, Returned returned) {
  { part.calls(calling) } -> std::same_as<bool>;
  { part.take_call(state, number) } -> std::same_as<Call>;
  part.resume(state, number, returned);
  { part.stage(calling) } -> std::same_as<int>;
  { part.stages() } -> std::same_as<int>;
};

/// What they call, as Garrison: its throws are those of a part, but begun by the call's argument, from how it rests, and over when it rests
/// again and has returned something (sim/calls.hpp has the rest of it).
template <class P>
concept CalledPart = StateOfPart<typename P::State> && std::has_unique_object_representations_v<typename P::Rest> &&
    requires(const P part, const typename P::Rest rest, const typename P::State busy, typename P::State state, std::uint32_t argument,
             Roll roll, Settled settled) {
  { part.start() } -> std::same_as<typename P::Rest>;
  { part.begin(rest, argument, settled) } -> std::same_as<typename P::State>;
  { part.busy(busy) } -> std::same_as<bool>;
  { part.next_throw(busy) } -> std::same_as<Throw>;
  part.next(state, roll, settled);
  { part.rest(busy) } -> std::same_as<typename P::Rest>;
  { part.returned(busy) } -> std::same_as<std::uint32_t>;
  { part.stage(busy) } -> std::same_as<int>;
  { part.stages() } -> std::same_as<int>;
};

}  // namespace boxcars::model
