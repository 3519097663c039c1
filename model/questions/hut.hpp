#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "model/core/dice.hpp"
#include "model/core/question_process.hpp"
#include "model/parts/forks_in_stack.hpp"
#include "model/parts/stack.hpp"
#include "model/parts/to_hit_roll.hpp"
#include "model/questions/hut_inputs.hpp"
#include "model/rules/ift.hpp"

namespace boxcars::model {

/// A hut that is attacked, entered or bombarded (G5), as a process. A checked value: what the rules forbid throws BadInput.
class Hut : public QuestionProcess, public ForksInStack<Hut> {
 public:
  enum class Step : std::uint8_t { hitting, first_dr, critical_dr, selection_dr, kindling_dr, at_units, collapse_ptc, crew_ptc, over };
  struct State {
    Stack::State stack{};
    Step step = Step::first_dr;
    std::uint8_t collapses = 0;  ///< once the attack is resolved
    std::uint8_t kindles = 0;    ///< the Kindling DR is thrown first
    std::uint8_t unit = 0;       ///< whose Collapse PTC it is
    ToHitRoll::State to_hit{};
    std::uint8_t others = 0;     ///< huts whose Random Selection dr are to be thrown (G5.6),
    std::uint8_t selection = 0;  ///< and that of this one
    std::uint8_t unused = 0;
    bool operator==(const State&) const = default;
  };

  explicit Hut(const HutInputs& inputs);

  State start(Outcomes& outcomes) const;
  Throw next_throw(const State& s) const;
  State next(const State& s, Roll roll, Outcomes& outcomes) const;
  int stage(const State& s) const;

 private:
  void check_for_flame(int original_dr, Outcomes& outcomes) const;
  IftResult wp_result() const;
  void take_hit(State& s, Roll roll, Outcomes& outcomes) const;
  void end_without_effect(State& s, Outcomes& outcomes) const;
  void attack(State& s, Roll roll, Outcomes& outcomes) const;
  void select(State& s, int dr, Outcomes& outcomes) const;
  void bombard(State& s, int original_dr, Outcomes& outcomes) const;
  void begin_attack(State& s, const StackResults& results, bool collapses, Outcomes& outcomes) const;
  void proceed(State& s, Outcomes& outcomes) const;
  void begin_ptc(State& s, Outcomes& outcomes) const;
  void take_ptc(State& s, int original_dr, Outcomes& outcomes) const;
  template <class Change>
  void change_units(State& s, Change change) const;
  void proceed_ptc(State& s, Outcomes& outcomes) const;
  void finish(State& s, Outcomes& outcomes) const;

  friend class ForksInStack<Hut>;
  const Stack* stack_at(const State& s) const { return s.step == Step::at_units ? &stack_ : nullptr; }
  bool forks_at_all() const { return stack_.forks(); }
  static const Stack::State& stack_state(const State& s) { return s.stack; }
  static Stack::State& stack_state(State& s) { return s.stack; }
  static LastAttack last_attack(const State& s) { return s.collapses ? LastAttack::no : LastAttack::yes; }
  static State alone(const State&, const Stack::State& branch) { return {.stack = branch, .step = Step::at_units}; }
  void after_stack(State& s, Outcomes& outcomes) const { proceed(s, outcomes); }

  struct Events {
    EventId collapses, flame, crew_fails_ptc, critical_hit, malfunctions;
    std::optional<EventId> hit;  ///< of a To Hit DR
  };

  HutInputs in_;
  HutSituation situation_;
  HutCause cause_;
  ToHitRoll to_hit_;
  Events events_;
  Stack stack_;
  OverallFates overall_;
};

}  // namespace boxcars::model
