#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <vector>

#include "model/core/calls.hpp"
#include "model/core/dice.hpp"
#include "model/core/outcomes.hpp"

namespace boxcars::test {

/// Sheep, as a component that forks (sim/process/components.hpp). A storm throws a dr for the whole flock, how bad it is; then one for each
/// sheep that is still there, and again on a 6: it is lost if that is at most so bad, which is recorded at once. It gives back how bad it
/// was.
class Flock {
 public:
  static constexpr int sheep = 4;
  struct ComponentState {
    std::array<std::uint8_t, sheep> lost{};
    bool operator==(const ComponentState&) const = default;
  };
  struct State {
    ComponentState flock{};
    std::uint8_t step = 0;
    std::uint8_t bad = 0;
    std::uint8_t whose = 0;  ///< turn it is; of a branch, and of what waits, the first
    std::uint8_t alone = 0;  ///< a branch: 1 + its sheep
    bool operator==(const State&) const = default;
  };

  std::size_t component_state_size() const { return sizeof(ComponentState); }
  ComponentState start() const { return {}; }
  std::uint8_t observation(const ComponentState& component_state) const { return there(component_state) > 0; }
  std::uint64_t aggregate(const ComponentState& component_state) const { return there(component_state); }

  State begin(const ComponentState& component_state, std::uint32_t, model::Outcomes&) const {
    return {.flock = component_state, .step = storm};
  }
  bool busy(const State& s) const { return s.step != over; }
  model::Throw next_throw(const State& s) const { return {model::Dice::dr, s.step == storm ? "storm dr" : "sheep dr", "A.2"}; }
  void next(State& s, model::Roll roll, model::Outcomes& outcomes) const {
    if (s.step == storm) {
      s.bad = static_cast<std::uint8_t>(roll.colored / 2);
      s.step = each;
      seek(s);
    } else if (roll.colored < 6) {
      if (roll.colored <= s.bad) s.flock.lost[s.whose] = 1, outcomes.happened(model::EventId{s.whose});
      ++s.whose;
      s.alone ? end(s) : seek(s);
    }
  }
  int stage(const State& s) const { return s.step == storm ? 0 : 1 + s.whose; }
  int stages() const { return 1 + sheep; }
  std::uint32_t returned(const State& s) const { return s.bad; }
  ComponentState component_state(const State& s) const { return s.flock; }

  bool forks() const { return true; }
  int branches(const State& s) const { return s.step == each && !s.alone ? sheep - s.whose : 0; }
  State branch(const State& s, int i, model::Outcomes&) const {
    State alone{.step = each, .bad = s.bad, .whose = static_cast<std::uint8_t>(s.whose + i), .alone = 1};
    alone.flock.lost[alone.whose] = s.flock.lost[alone.whose];
    if (s.flock.lost[alone.whose]) ++alone.whose, end(alone);
    return alone;
  }
  bool ended(const State& s) const { return s.alone && s.step == over; }
  State waiting(State s) const {
    for (int i = s.whose; i < sheep; ++i) s.flock.lost[static_cast<std::size_t>(i)] = 0;
    return s;
  }
  State join(State waiting, int i, const State& ended, model::Outcomes&) const {
    const auto place = static_cast<std::size_t>(waiting.whose + i);
    waiting.flock.lost[place] = ended.flock.lost[place];
    return waiting;
  }
  State go_on(State waiting, model::Outcomes&) const { return {.flock = waiting.flock, .bad = waiting.bad}; }

 private:
  enum Step : std::uint8_t { over, storm, each };
  static std::uint64_t there(const ComponentState& component_state) {
    std::uint64_t count = 0;
    for (const std::uint8_t lost : component_state.lost) count += lost == 0;
    return count;
  }
  // The next sheep that is there, or the end of the storm.
  void seek(State& s) const {
    while (s.whose < sheep && s.flock.lost[s.whose]) ++s.whose;
    if (s.whose == sheep) s = {.flock = s.flock, .bad = s.bad};
  }
  void end(State& s) const { s = {.flock = s.flock, .alone = 1}; }
};

/// Two years of storms over a flock, as a caller. Events: each sheep is lost; measures: how many are left, and the worst storm.
class Shepherd {
 public:
  using Component = Flock;
  using Outcomes = model::Outcomes;
  static constexpr std::size_t component_state_bytes = sizeof(Flock::ComponentState);
  static constexpr int years = 2;

  struct State {
    std::uint8_t step = 0;
    std::uint8_t worst = 0;
    bool operator==(const State&) const = default;
  };

  const std::vector<Flock>& components() const { return flocks_; }
  std::size_t event_count() const { return Flock::sheep; }
  std::size_t measure_count() const { return 2; }
  int laps() const { return 0; }

  State start(Outcomes&) const { return {}; }
  bool calls(const State& s) const { return s.step % 2 == 0 && s.step < 2 * years; }
  model::Call take_call(State& s) const { return ++s.step, model::Call{0, 0}; }
  State resume(State s, int, model::Returned back, Outcomes&) const {
    s.worst = std::max(s.worst, static_cast<std::uint8_t>(back.value));
    ++s.step;
    return s;
  }
  bool queries(const State& s) const { return s.step == 2 * years; }
  State query(State s, std::uint64_t aggregate, Outcomes& outcomes) const {
    outcomes.measured(model::MeasureId{0}, static_cast<int>(aggregate));
    outcomes.measured(model::MeasureId{1}, s.worst);
    return {.step = 2 * years + 1};
  }
  model::Throw next_throw(const State&) const { return {}; }
  State next(State s, model::Roll, Outcomes&) const { return s; }
  State end(const State& s, Outcomes&) const { return s; }
  int stage(const State& s) const { return s.step; }

 private:
  std::vector<Flock> flocks_{{}};
};

}  // namespace boxcars::test
