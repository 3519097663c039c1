#pragma once

#include <concepts>
#include <cstddef>
#include <string>
#include <type_traits>

namespace boxcars::sim {

/// A question about dice as an absorbing Markov chain, told one throw at a time. This is everything that the engine knows of a question.
///
/// - `State` holds only what later throws or outcomes depend on, so that equal situations are one state. States are compared and
///   hashed as bytes, so they have no padding.
/// - `start(outcomes)` is the first state, and records what is known before any throw.
/// - `next_throw(state)` says how many faces the next throw has (0: the trial is over), turns a face into what the rules read, and
///   names the first face that the rules cannot tell from a given one, `twin(face)` <= face.
/// - `next(state, roll, outcomes)` is the state after that roll. What the throw decides is recorded in `outcomes`, once in a trial:
///   `events()` are the indices of events that happened, `measures()` are (measure, value) pairs that are now known.
/// - `stage(state)` never falls along a lap, and stays equal only inside a loop ("until it works").
/// - A loop whose rounds are counted is a loop of laps: `outcomes.lap_begins()` says that the throw ended one. `lap_measures()` are
///   measures whose value is the number of the lap under way, from 1, so that this number need not be in the state. `lap_events()` are
///   (first, count): of `count` events that of the lap under way happens, and all after it.
/// - A process may end after a number of laps: see EndsByLaps.
/// - `Outcomes(tale)` writes into the tale what happens; with a member `thrown(throw, roll)` it writes each throw, too.
template <class P>
concept Process = std::is_trivially_copyable_v<typename P::State> && std::has_unique_object_representations_v<typename P::State> &&
    std::is_default_constructible_v<typename P::State> && std::is_constructible_v<typename P::Outcomes, std::string&> &&
    requires(const P process, const typename P::State state, typename P::Outcomes outcomes, int face) {
  { process.start(outcomes) } -> std::same_as<typename P::State>;
  { process.next_throw(state).faces() } -> std::convertible_to<int>;
  { process.next_throw(state).twin(face) } -> std::convertible_to<int>;
  { process.next(state, process.next_throw(state).roll(face), outcomes) } -> std::same_as<typename P::State>;
  { process.stage(state) } -> std::convertible_to<int>;
  { process.event_count() } -> std::convertible_to<std::size_t>;
  { process.measure_count() } -> std::convertible_to<std::size_t>;
  outcomes.clear();
  outcomes.events();
  outcomes.measures();
  outcomes.lap_measures();
  outcomes.lap_events();
  { outcomes.lap_begins() } -> std::same_as<bool>;
};

/// A process that ends after `laps()` laps (0: there is no last lap). The state that would begin another lap is handed to
/// `end(state, outcomes)`, which records what is left and gives the state from which the trial goes on without laps.
template <class P>
concept EndsByLaps = Process<P> && requires(const P process, const typename P::State state, typename P::Outcomes outcomes) {
  { process.laps() } -> std::convertible_to<int>;
  { process.end(state, outcomes) } -> std::same_as<typename P::State>;
};

}  // namespace boxcars::sim
