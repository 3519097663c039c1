#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "model/core/dice.hpp"
#include "model/core/question_process.hpp"
#include "model/parts/falling_rubble.hpp"
#include "model/questions/kindling_inputs.hpp"

namespace boxcars::model {

/// A Kindling DR, what becomes of the Flame (B25.1-.15), where its Blaze spreads to (B25.6) and whether the building then collapses
/// (B25.66), as a process. A checked value: what the rules forbid throws BadInput.
class Kindling : public QuestionProcess {
 public:
  /// Whose DR is next within a Player Turn: the Flame's own, or, once it blazes, the Wind Change DR and then a Spread DR for each neighbor.
  enum Step : std::uint8_t { flame, wind, first_spread, rubble_falls = 253, collapse_ptc = 254, over = 255 };
  static constexpr int most_neighbors = KindlingSituation::most_neighbors, most_units = KindlingSituation::most_units;
  struct State {
    FallingRubble::State fall{};
    std::uint16_t turn = 0;  ///< 0: the Kindling DR
    std::uint8_t step = flame;
    std::uint8_t aflame = 0;  ///< which neighbors are: a bit of each
    std::uint8_t unit = 0;    ///< whose Collapse PTC it is, counting all that are in the hut
    std::uint8_t failed = 0;  ///< of his group so far
    std::array<std::uint8_t, 2> unused{};
    bool operator==(const State&) const = default;
  };

  explicit Kindling(const KindlingInputs& inputs);

  State start(Outcomes&) const { return {}; }
  Throw next_throw(const State& s) const;
  State next(const State& s, Roll roll, Outcomes& outcomes) const;
  int stage(const State& s) const;

 private:
  State take_throw(const State& from, Roll roll, Outcomes& outcomes) const;
  State collapse(Outcomes& outcomes) const;
  bool next_turn(State& s, Outcomes& outcomes) const;
  bool is_done(const State& s) const;
  State next_after_blaze(State s, Outcomes& outcomes) const;
  State take_ptc(State s, int original_dr, Outcomes& outcomes) const;
  State end_turn_of_blaze(State s, Outcomes& outcomes) const;
  State take_flame_dr(State s, int original_dr, Outcomes& outcomes) const;
  State take_spread_dr(State s, int original_dr, Outcomes& outcomes) const;

  KindlingSituation situation_;
  EventId kindled_;
  EventId blaze_;
  EventId out_;
  MeasureId turn_of_blaze_;
  std::optional<EventId> collapses_;  // of a hut
  std::vector<EventId> neighbors_;    // a Flame there
  // Of a unit alone that it fails its Collapse PTC, of a group how many do.
  struct Fails {
    std::optional<EventId> alone;
    std::optional<MeasureId> of_group;
  };
  std::vector<Fails> fails_ptc_;
  // Which of the occupants a unit is of, and whether it is the last of them.
  struct UnitOf {
    std::size_t occupant = 0;
    bool is_last = false;
  };
  std::vector<UnitOf> units_;
  std::optional<EventId> fire_collapse_;
  std::optional<FallingRubble> fall_;  // of the building that collapses
};

}  // namespace boxcars::model
