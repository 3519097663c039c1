#pragma once

#include <array>
#include <cstdint>
#include <utility>
#include <vector>

#include "model/core/calls.hpp"
#include "model/core/dice.hpp"
#include "model/core/outcomes.hpp"

namespace boxcars::test {

/// A wall of so many stones, as a component: a battering throws a dr, and again on a 6; one that is not above the rams costs a stone, and a
/// 1 is heard, which is the value that it gives back.
class Wall {
 public:
  struct ComponentState {
    std::uint8_t stones = 0;
    bool operator==(const ComponentState&) const = default;
  };
  struct State {
    ComponentState wall{};
    std::uint8_t rams = 0;  ///< at work
    std::uint8_t heard = 0;
    std::uint8_t unused = 0;
    bool operator==(const State&) const = default;
  };
  static constexpr std::uint32_t told = 9;  ///< the call that ends it all: what is left is recorded

  Wall(int stones, int ruined) : stones_(stones), ruined_(ruined) {}

  std::size_t component_state_size() const { return sizeof(ComponentState); }
  ComponentState start() const { return {static_cast<std::uint8_t>(stones_)}; }
  std::uint8_t observation(ComponentState component_state) const { return component_state.stones > 0; }
  std::uint64_t aggregate(ComponentState component_state) const { return component_state.stones; }

  State begin(ComponentState component_state, std::uint32_t argument, model::Outcomes& outcomes) const {
    if (argument == told) {
      if (component_state.stones == 0) outcomes.happened(model::EventId{ruined_});
      return {};
    }
    return {component_state, static_cast<std::uint8_t>(component_state.stones > 0 ? argument : 0)};
  }
  bool busy(const State& s) const { return s.rams > 0; }
  model::Throw next_throw(const State&) const { return {model::Dice::dr, "battering dr", "A.2"}; }
  void next(State& s, model::Roll roll, model::Outcomes&) const {
    if (roll.colored == 6) return;
    if (roll.colored <= s.rams) --s.wall.stones;
    s.rams = 0;
    s.heard = roll.colored == 1;
  }
  int stage(const State&) const { return 0; }
  int stages() const { return 1; }
  std::uint32_t returned(const State& s) const { return s.heard; }
  ComponentState component_state(const State& s) const { return s.wall; }

 private:
  int stones_;
  int ruined_;  // event
};

/// Two walls under siege, as a caller: every turn a dr says which of them is battered, by how many rams. If it was heard, a dr of 6 is a
/// breach. With at most one stone left the place falls. Events: it falls, the first wall is ruined, the second; measures: the turn, stones
/// that are left, breaches.
class Siege {
 public:
  using Component = Wall;
  using Outcomes = model::Outcomes;
  static constexpr std::size_t component_state_bytes = 2 * sizeof(Wall::ComponentState);
  static constexpr int turns = 4;

  struct State {
    std::uint8_t step = 0;
    std::array<std::uint8_t, 2> rams{};  ///< still to batter each wall
    std::uint8_t heard = 0;
    std::uint8_t breaches = 0;
    std::uint8_t to_tell = 0;  ///< walls, one bit each
    bool operator==(const State&) const = default;
  };

  const std::vector<Wall>& components() const { return walls_; }
  std::size_t event_count() const { return 3; }
  std::size_t measure_count() const { return 3; }
  int laps() const { return turns; }

  State start(Outcomes&) const { return {}; }
  bool calls(const State& s) const { return s.rams[0] || s.rams[1] || s.to_tell; }
  model::Call take_call(State& s) const {
    const int wall = s.to_tell ? (s.to_tell & 1 ? 0 : 1) : s.rams[0] ? 0 : 1;
    if (s.to_tell) return s.to_tell = static_cast<std::uint8_t>(s.to_tell & ~(1U << wall)), model::Call{wall, Wall::told};
    return {wall, std::exchange(s.rams[static_cast<std::size_t>(wall)], std::uint8_t{0})};
  }
  State resume(State s, int, model::Returned back, Outcomes&) const {
    if (s.step == telling) return s.to_tell ? s : State{.step = over};
    s.heard = s.heard || back.value == 1;
    if (s.rams[1]) return s;
    s.step = s.heard ? breach : looking;
    s.heard = 0;
    return s;
  }
  bool queries(const State& s) const { return s.step == looking || s.step == counting; }
  State query(State s, std::uint64_t aggregate, Outcomes& outcomes) const {
    if (s.step == counting) {
      outcomes.measured(model::MeasureId{1}, static_cast<int>(aggregate));
      return {.step = telling, .to_tell = 3};
    }
    s.step = directing;
    if (aggregate > 1) return outcomes.begin_lap(), s;
    outcomes.happened(model::EventId{0});
    outcomes.measured_lap(model::MeasureId{0});
    return ended(s, outcomes);
  }
  model::Throw next_throw(const State& s) const {
    if (s.step == directing || s.step == breach) return {model::Dice::dr, "dr", "A.2"};
    return {};
  }
  State next(State s, model::Roll roll, Outcomes&) const {
    if (s.step == breach) {
      s.breaches = static_cast<std::uint8_t>(s.breaches + (roll.colored == 6));
      s.step = looking;
      return s;
    }
    const auto dr = static_cast<std::uint8_t>(roll.colored);
    if (dr <= 3) s.rams[0] = dr;
    if (dr == 4 || dr == 5) s.rams[1] = 2;
    if (dr == 6) s.rams = {3, 3};
    return s;
  }
  State end(const State& s, Outcomes& outcomes) const {
    outcomes.measured(model::MeasureId{0}, 0);
    return ended(s, outcomes);
  }
  int stage(const State& s) const { return s.step; }

 private:
  enum Step : std::uint8_t { directing, breach, looking, counting, telling, over };
  State ended(const State& s, Outcomes& outcomes) const {
    outcomes.measured(model::MeasureId{2}, s.breaches);
    return {.step = counting};
  }
  std::vector<Wall> walls_{{3, 1}, {2, 2}};
};

}  // namespace boxcars::test
