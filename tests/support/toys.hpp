#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "model/core/dice.hpp"
#include "model/core/outcomes.hpp"

namespace boxcars::test {

/// Throws a die until it shows a 6 (event 0: that happened). With `lost_on_one`, a 1 ends it too. A loop within one stage.
struct UntilASix {
  using Outcomes = model::Outcomes;
  struct State {
    std::uint8_t over = 0;
    bool operator==(const State&) const = default;
  };
  bool lost_on_one = false;
  bool can_end = true;
  State start(Outcomes&) const { return {}; }
  model::Throw next_throw(const State& s) const { return {s.over ? model::Dice::none : model::Dice::dr, "dr", "A.2"}; }
  State next(const State&, model::Roll roll, Outcomes& outcomes) const {
    if (roll.colored == 6 && can_end) return outcomes.happened(model::EventId{0}), State{1};
    return {static_cast<std::uint8_t>(lost_on_one && roll.colored == 1)};
  }
  int stage(const State&) const { return 0; }
  std::size_t event_count() const { return 1; }
  std::size_t measure_count() const { return 0; }
};

/// Two places that a die moves between within one stage until it leaves from the second: event 0 by a 6, event 1 by a 5.
struct TwoRooms {
  using Outcomes = model::Outcomes;
  struct State {
    std::uint8_t room = 0;
    bool operator==(const State&) const = default;
  };
  State start(Outcomes&) const { return {}; }
  model::Throw next_throw(const State& s) const { return {s.room == 2 ? model::Dice::none : model::Dice::dr, "dr", "A.2"}; }
  State next(const State& s, model::Roll roll, Outcomes& outcomes) const {
    if (s.room == 0) return {static_cast<std::uint8_t>(roll.colored >= 3)};
    if (roll.colored <= 2) return {0};
    if (roll.colored <= 4) return {1};
    outcomes.happened(model::EventId{roll.colored == 6 ? 0 : 1});
    return {2};
  }
  int stage(const State&) const { return 7; }
  std::size_t event_count() const { return 2; }
  std::size_t measure_count() const { return 0; }
};

/// The rooms of TwoRooms behind a hall of `sixes` dr: who throws nothing but 6 enters the second room, all others the first.
struct RareDoor {
  using Outcomes = model::Outcomes;
  struct State {
    std::uint8_t thrown = 0;
    TwoRooms::State inside{};
    bool operator==(const State&) const = default;
  };
  std::uint8_t sixes = 22;
  TwoRooms rooms{};
  State start(Outcomes&) const { return {}; }
  model::Throw next_throw(const State& s) const {
    return s.thrown < sixes ? model::Throw{model::Dice::dr, "dr", "A.2"} : rooms.next_throw(s.inside);
  }
  State next(const State& s, model::Roll roll, Outcomes& outcomes) const {
    if (s.thrown == sixes) return {sixes, rooms.next(s.inside, roll, outcomes)};
    if (roll.colored < 6) return {sixes, {0}};
    const auto thrown = static_cast<std::uint8_t>(s.thrown + 1);
    return {thrown, {static_cast<std::uint8_t>(thrown == sixes)}};
  }
  int stage(const State& s) const { return s.thrown; }
  std::size_t event_count() const { return 2; }
  std::size_t measure_count() const { return 0; }
};

/// How many DR until one is at least 10: a measure without an upper end, a new stage and state for every throw.
struct ThrowsUntilTen {
  using Outcomes = model::Outcomes;
  struct State {
    std::uint32_t thrown = 0;
    std::uint32_t over = 0;
    bool operator==(const State&) const = default;
  };
  State start(Outcomes&) const { return {}; }
  model::Throw next_throw(const State& s) const { return {s.over ? model::Dice::none : model::Dice::DR, "DR", "A.2"}; }
  State next(const State& s, model::Roll roll, Outcomes& outcomes) const {
    if (roll.sum() < 10) return {s.thrown + 1, 0};
    outcomes.measured(model::MeasureId{0}, static_cast<int>(s.thrown) + 1);
    return {0, 1};
  }
  int stage(const State& s) const { return static_cast<int>(s.thrown); }
  std::size_t event_count() const { return 0; }
  std::size_t measure_count() const { return 1; }
};

/// How many DR until one is at least 10, each DR a lap of two throws (the second decides nothing), from one state: the same odds as
/// ThrowsUntilTen. A DR of 2 in the first lap is event 0. With `can_end` false nobody ever leaves.
struct LapsUntilTen {
  using Outcomes = model::Outcomes;
  struct State {
    std::uint8_t first = 1;
    std::uint8_t second = 0;
    std::uint8_t over = 0;
    bool operator==(const State&) const = default;
  };
  bool can_end = true;
  State start(Outcomes&) const { return {}; }
  model::Throw next_throw(const State& s) const {
    if (s.over) return {};
    return {s.second ? model::Dice::dr : model::Dice::DR, "throw", "A.2"};
  }
  State next(const State& s, model::Roll roll, Outcomes& outcomes) const {
    if (s.second) return outcomes.begin_lap(), State{0, 0, 0};
    if (s.first && roll.sum() == 2) outcomes.happened(model::EventId{0});
    if (roll.sum() < 10 || !can_end) return {0, 1, 0};
    outcomes.measured_lap(model::MeasureId{0});
    return {0, 0, 1};
  }
  int stage(const State& s) const { return s.second; }
  std::size_t event_count() const { return 1; }
  std::size_t measure_count() const { return 1; }
};

/// At most so many laps of one dr each; a 6 ends it: event k - 1 is that it came by lap k, the measure is that lap. Without one the measure
/// is 0, event `laps` happens, and a lot is drawn: event `laps` + 1 on 1 or 2.
struct ASixInTime {
  using Outcomes = model::Outcomes;
  struct State {
    std::uint8_t step = 0;
    bool operator==(const State&) const = default;
  };
  enum Step : std::uint8_t { trying, lot, over };
  int most = 4;
  State start(Outcomes&) const { return {}; }
  model::Throw next_throw(const State& s) const { return {s.step == over ? model::Dice::none : model::Dice::dr, "dr", "A.2"}; }
  State next(const State& s, model::Roll roll, Outcomes& outcomes) const {
    if (s.step == lot) {
      if (roll.colored <= 2) outcomes.happened(model::EventId{most + 1});
      return {over};
    }
    if (roll.colored < 6) return outcomes.begin_lap(), State{trying};
    outcomes.measured_lap(model::MeasureId{0});
    outcomes.happened_from_lap(model::EventId{0}, most);
    return {over};
  }
  int laps() const { return most; }
  State end(const State&, Outcomes& outcomes) const {
    outcomes.measured(model::MeasureId{0}, 0);
    outcomes.happened(model::EventId{most});
    return {lot};
  }
  int stage(const State& s) const { return s.step; }
  std::size_t event_count() const { return static_cast<std::size_t>(most) + 2; }
  std::size_t measure_count() const { return 1; }
};

/// A process whose dice are loaded: its exact odds come from `Rules`, but every roll of 6,6 is simulated as 6,5. Tests of agreement
/// must see it.
template <class Rules>
struct Loaded : Rules {
  explicit Loaded(Rules rules) : Rules(std::move(rules)) {}
  typename Rules::State next(const typename Rules::State& s, model::Roll roll, model::Outcomes& outcomes) const {
    if (roll == model::Roll{6, 6}) roll.white = 5;
    return Rules::next(s, roll, outcomes);
  }
};

}  // namespace boxcars::test
