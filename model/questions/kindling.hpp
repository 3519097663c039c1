#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "model/core/dice.hpp"
#include "model/questions/kindling_inputs.hpp"
#include "model/core/question.hpp"
#include "model/core/settled.hpp"

namespace boxcars::model {

/// A Kindling DR, what becomes of the Flame (B25.1-.15), where its Blaze spreads to (B25.6) and whether the building then collapses
/// (B25.66), as a process. A checked value: what the rules forbid throws BadInput.
class Kindling {
 public:
  using Settled = model::Settled;
  /// Whose DR is next within a Player Turn: the Flame's own, or, once it blazes, the Wind Change DR and then a Spread DR for each neighbor.
  enum Step : std::uint8_t { flame, wind, first_spread, over = 255 };
  static constexpr int most_neighbors = KindlingSituation::most_neighbors;
  struct State {
    std::uint16_t turn = 0;  ///< 0: the Kindling DR
    std::uint8_t step = flame;
    std::uint8_t aflame = 0;  ///< which neighbors are: a bit of each
    bool operator==(const State&) const = default;
  };

  explicit Kindling(const KindlingInputs& inputs);

  State start(Settled&) const { return {}; }
  Throw next_throw(const State& s) const;
  State next(const State& s, Roll roll, Settled& settled) const;
  int stage(const State& s) const { return s.turn * (first_spread + most_neighbors) + s.step; }
  std::size_t event_count() const { return event_names_.size(); }
  std::size_t measure_count() const { return measure_names_.size(); }

  const std::vector<std::string>& event_names() const { return event_names_; }
  const std::vector<std::string>& measure_names() const { return measure_names_; }
  const Question& question() const { return question_; }

 private:
  bool next_turn(State& s, Settled& settled) const;
  bool is_done(const State& s) const;
  State next_after_blaze(State s, Settled& settled) const;
  State take_flame_dr(State s, int original_dr, Settled& settled) const;
  State take_spread_dr(State s, int original_dr, Settled& settled) const;

  KindlingSituation situation_;
  int first_neighbor_ = 0;  // of the events
  std::vector<std::string> event_names_;
  std::vector<std::string> measure_names_;
  Question question_;
};

}  // namespace boxcars::model
