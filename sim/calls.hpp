#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <type_traits>
#include <vector>

namespace boxcars::sim {

/// What callees come to together: counts, a byte each, added up over all of them.
using Totals = std::uint64_t;

/// A process of its own that others call. Between calls it rests: a `Rest` is compared by its first rest_size() bytes, all others are 0.
///
/// - `start()` is how it rests at first. `view(rest)` is all that a caller sees of it, a byte; `totals(rest)` is what it adds to the
///   totals.
/// - `begin(rest, argument, settled)` is the state after a call. While it is `busy`, it throws as a Process does, and `next(state, roll,
///   settled)` changes its state; then it rests again as rest(state), and the caller is given returned(state) back.
/// - A call can be broken off by the end of the caller's last lap: rest(state) of a busy one is what is left.
template <class C>
concept Callee = std::is_trivially_copyable_v<typename C::State> && std::has_unique_object_representations_v<typename C::State> &&
    std::has_unique_object_representations_v<typename C::Rest>;

/// A process or callee whose states may unravel: into strands that have nothing to do with each other until all of them have ended (each
/// unit of a stack checks its own morale). It throws for them one after the other, as for everything; but whoever takes them apart needs a
/// chain of each strand only, and equal strands share it.
///
/// - `unravels()`: whether any of its states does.
/// - `strands(state)`: so many are ahead; 0: it goes on as it is. `strand(state, i, settled)` is the i-th alone, up to its first throw, or
///   its end: `ended(strand)`. Until then it throws as ever. It holds nothing that its throws do not depend on.
/// - `waiting(state)` is what is left without them; `join(waiting, i, ended, settled)` puts them back in their order, and when all are
/// there
///   `go_on(waiting, settled)` is the state after them.
template <class P, class Settled>
concept Unravels = requires(const P process, const typename P::State state, Settled settled) {
  { process.unravels() } -> std::same_as<bool>;
  { process.strands(state) } -> std::same_as<int>;
  { process.strand(state, 0, settled) } -> std::same_as<typename P::State>;
  { process.ended(state) } -> std::same_as<bool>;
  { process.waiting(state) } -> std::same_as<typename P::State>;
  { process.join(state, 0, state, settled) } -> std::same_as<typename P::State>;
  { process.go_on(state, settled) } -> std::same_as<typename P::State>;
};

/// A process that calls others: whatever happens to a callee is thrown for by its own rules, and a caller's state holds no more of it than
/// what its own throws depend on. Beside what a Process says of its throws (next_throw() of a state without one has no faces):
///
/// - `callees()`: those that it calls, whose rests have at most `rest_bytes` bytes together.
/// - `calls(state)`: it has a call to make; `take_call(state)` takes it out of the state, so that calls that differ in nothing but what is
///   to be done go on alike: to which callee, and an argument. `resume(state, callee, {view, value}, settled)` is the state after it.
/// - `looks(state)`: it asks for the totals; `look(state, totals, settled)` is the state after that.
/// - It begins a lap as soon as the last one is over, not with the first throw.
template <class C>
concept Caller = Callee<typename C::Callee> &&
    requires(const C caller, typename C::State state, typename C::Settled settled, Totals totals) {
  { C::rest_bytes } -> std::convertible_to<std::size_t>;
  { caller.callees() } -> std::same_as<const std::vector<typename C::Callee>&>;
  { caller.calls(state) } -> std::same_as<bool>;
  { caller.take_call(state).argument } -> std::convertible_to<std::uint32_t>;
  { caller.resume(state, 0, {std::uint8_t{}, std::uint32_t{}}, settled) } -> std::same_as<typename C::State>;
  { caller.looks(state) } -> std::same_as<bool>;
  { caller.look(state, totals, settled) } -> std::same_as<typename C::State>;
  { caller.end(state, settled) } -> std::same_as<typename C::State>;
};

}  // namespace boxcars::sim
