#pragma once

#include <concepts>
#include <cstddef>
#include <string>
#include <type_traits>

namespace boxcars::sim {

/// A question about dice as an absorbing Markov chain, told one throw at a time. Everything the engine knows of a question is this.
///
/// - `State` holds only what later throws or settlements depend on, so that equal situations are one state. It is compared and
///   hashed as bytes, so it has no padding.
/// - `start(settled)` is the first state, and settles what is known before any throw.
/// - `next_throw(state)` says how many faces the next throw has (0: the trial is over), turns a face into what the rules read, and
///   names the first face that the rules cannot tell from a given one, `twin(face)` <= face.
/// - `next(state, roll, settled)` is the state after that roll. What the throw decides goes into `settled`, once in a trial:
///   `events()` are indices of things that happened, `measures()` are (measure, value) pairs that are now known.
/// - `stage(state)` never falls along a lap, and stays equal only inside a loop ("until it works").
/// - A loop whose rounds are counted is a loop of laps: `settled.lap_begins()` says that the throw ended one, `lap_measures()` are
///   measures whose value is the number of the lap under way, from 1. So that number need not be in the state. `lap_events()` are
///   (first, count): of so many events the one of that lap happens, and all behind it.
/// - A process may end after a number of laps: see EndsByLaps.
/// - `Settled(tale)` tells there what happens; with a member `thrown(throw, roll)` each throw, too.
template <class P>
concept Process = std::is_trivially_copyable_v<typename P::State> && std::has_unique_object_representations_v<typename P::State> &&
    std::is_default_constructible_v<typename P::State> && std::is_constructible_v<typename P::Settled, std::string&> &&
    requires(const P process, const typename P::State state, typename P::Settled settled, int face) {
  { process.start(settled) } -> std::same_as<typename P::State>;
  { process.next_throw(state).faces() } -> std::convertible_to<int>;
  { process.next_throw(state).twin(face) } -> std::convertible_to<int>;
  { process.next(state, process.next_throw(state).roll(face), settled) } -> std::same_as<typename P::State>;
  { process.stage(state) } -> std::convertible_to<int>;
  { process.event_count() } -> std::convertible_to<std::size_t>;
  { process.measure_count() } -> std::convertible_to<std::size_t>;
  settled.clear();
  settled.events();
  settled.measures();
  settled.lap_measures();
  settled.lap_events();
  { settled.lap_begins() } -> std::same_as<bool>;
};

/// A process that ends after `laps()` laps (0: whenever it likes): the state that would begin another is handed to `end(state, settled)`,
/// which settles what is left and says what is still to be thrown for, with no lap any more.
template <class P>
concept EndsByLaps = Process<P> && requires(const P process, const typename P::State state, typename P::Settled settled) {
  { process.laps() } -> std::convertible_to<int>;
  { process.end(state, settled) } -> std::same_as<typename P::State>;
};

}  // namespace boxcars::sim
