#pragma once

#include <initializer_list>
#include <stdexcept>
#include <string>
#include <vector>

#include "model/core/dice.hpp"
#include "sim/process/flattened.hpp"
#include "sim/process/process.hpp"

namespace boxcars::test {

/// The outcomes of a scripted trial, by name, and the names of its throws.
struct Told {
  std::vector<std::string> events;
  std::vector<std::pair<std::string, int>> measures;
  std::vector<std::string> throws;
  bool happened(const std::string& event) const {
    for (const auto& name : events) {
      if (name == event) return true;
    }
    return false;
  }
};

/// Plays one trial with the given rolls, {colored, white} or {dr}. Throws if they run out, if some are left, or if a roll is not of
/// the dice that the rules ask for.
template <sim::Process P>
requires(!sim::Caller<P>) Told play(const P& process, std::initializer_list<std::initializer_list<int>> rolls) {
  Told told;
  typename P::Outcomes outcomes;
  auto state = process.start(outcomes);
  auto roll = rolls.begin();
  int stage = -1, lap = 1;
  const auto note = [&] {
    const auto measure = [&](int index) { return process.measure_names()[static_cast<std::size_t>(index)]; };
    for (const int event : outcomes.events()) told.events.push_back(process.event_names()[static_cast<std::size_t>(event)]);
    for (const auto& measure_of_lap : outcomes.measures()) told.measures.emplace_back(measure(measure_of_lap.first), measure_of_lap.second);
    for (const int index : outcomes.lap_measures()) told.measures.emplace_back(measure(index), lap);
    for (const auto& [first, count] : outcomes.lap_events()) {
      for (int i = lap; i <= count; ++i) told.events.push_back(process.event_names()[static_cast<std::size_t>(first + i - 1)]);
    }
    const bool lap_begins = outcomes.lap_begins();
    outcomes.clear();
    return lap_begins;
  };
  // Whether the throw began a lap; after the last one the trial goes on as the process says.
  const auto note_and_go_on = [&] {
    if (!note()) return;
    if constexpr (sim::EndsByLaps<P>) {
      if (process.laps() == lap) state = process.end(state, outcomes), note();
    }
    ++lap, stage = -1;
  };
  note();
  for (;;) {
    const model::Throw next_throw = process.next_throw(state);
    if (next_throw.faces() == 0) break;
    if (process.stage(state) < stage) throw std::runtime_error("the stage falls");
    stage = process.stage(state);
    told.throws.emplace_back(next_throw.name);
    if (roll == rolls.end()) throw std::runtime_error("no roll for " + told.throws.back());
    const bool both = next_throw.dice == model::Dice::DR;
    if (roll->size() != (both ? 2U : 1U)) throw std::runtime_error("wrong dice for " + told.throws.back());
    state = process.next(state, {roll->begin()[0], both ? roll->begin()[1] : 0}, outcomes);
    note_and_go_on();
    ++roll;
  }
  if (roll != rolls.end()) throw std::runtime_error("rolls left after the trial");
  return told;
}

template <sim::Caller C>
Told play(const C& caller, std::initializer_list<std::initializer_list<int>> rolls) {
  return play(sim::Flattened<C>(caller), rolls);
}

}  // namespace boxcars::test
