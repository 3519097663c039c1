#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "model/core/question_process.hpp"
#include "model/parts/falling_rubble.hpp"
#include "model/parts/forks_in_stack.hpp"
#include "model/parts/he_attack.hpp"
#include "model/parts/occupants.hpp"
#include "model/questions/he_inputs.hpp"

namespace boxcars::model {

/// HE, HEAT or a DC at a building: rubble (B24.11), falling rubble (B24.12), and the occupants of all its levels, attacked with one
/// Original DR (B23.32), shot by shot, as a process. A checked value: what the rules forbid throws BadInput.
class He : public QuestionProcess, public ForksInStack<He> {
 public:
  struct State {
    FallingRubble::State fall{};
    std::uint16_t shots = 0;    ///< made so far, if there is an end to them, but for those by the rate of fire
    std::uint8_t acquired = 0;  ///< by them (C6.5)
    std::uint8_t again = 0;     ///< the shot under way keeps the rate of fire: another one follows (C2.24)
    Occupants::State occupants{};
    HeAttack::State attack{};
    std::uint8_t step = 0;
    std::uint8_t last = 0;      ///< no shot follows
    std::uint8_t happened = 0;  ///< events that have been recorded and could happen again
    bool operator==(const State&) const = default;
  };

  explicit He(const HeInputs& inputs);

  State start(Outcomes& outcomes) const;
  Throw next_throw(const State& s) const;
  State next(const State& from, Roll roll, Outcomes& outcomes) const;
  int stage(const State& s) const;

 private:
  const HeSituation& situation() const { return attack_.situation(); }
  HeAttack::Scene scene(const State& s) const;
  /// Whether there is no end to the number of shots.
  bool shots_are_laps() const { return !situation().most_shots || situation().shot.rate_of_fire > 0; }

  void begin_shot(State& s) const;
  Occupants::Results hit_occupants(State& s, Outcomes& outcomes) const;
  void breach(State& s, Outcomes& outcomes) const;
  void resolve(State& s, Outcomes& outcomes) const;
  void end_shots(State& s, Outcomes& outcomes) const;
  void proceed(State& s, Outcomes& outcomes) const;
  void happens(State& s, HeAttack::News event, Outcomes& outcomes) const;

  friend class ForksInStack<He>;
  const Stack* stack_at(const State& s) const;
  bool forks_at_all() const { return occupants_.forks(); }
  static const Stack::State& stack_state(const State& s) { return s.occupants.active; }
  static Stack::State& stack_state(State& s) { return s.occupants.active; }
  static LastAttack last_attack(const State& s) { return s.last ? LastAttack::yes : LastAttack::no; }
  static State alone(const State& s, const Stack::State& branch);
  void after_stack(State& s, Outcomes& outcomes) const;

  HeAttack attack_;
  std::vector<EventId> news_;  // of an attack
  MeasureId levels_rubbled_;
  std::optional<MeasureId> shots_fired_;  // if they are counted
  FallingRubble fall_;
  Occupants occupants_;
};

}  // namespace boxcars::model
