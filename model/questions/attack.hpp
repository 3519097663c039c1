#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "model/core/dice.hpp"
#include "model/core/question_process.hpp"
#include "model/parts/flame_of_kia.hpp"
#include "model/parts/forks_in_stack.hpp"
#include "model/parts/stack.hpp"
#include "model/parts/to_hit_roll.hpp"
#include "model/questions/attack_inputs.hpp"
#include "model/rules/ift.hpp"

namespace boxcars::model {

/// One or more attacks on the units of a Location (A7), as a process. A checked value: what the rules forbid throws BadInput.
class Attack : public QuestionProcess, public ForksInStack<Attack> {
 public:
  struct State {
    Stack::State stack{};
    std::uint8_t attack = 0;           ///< attacks made
    std::uint8_t sniper_dr = 0;        ///< the defender's sniper is to throw
    std::uint8_t sniper_attacked = 0;  ///< the defender's sniper has attacked
    std::uint8_t over = 0;
    FlameOfKia::State kia{};    ///< of the first attack; its throws come before those of the stack
    std::uint8_t cowered = 0;   ///< the attack before, whose Residual FP is next
    std::uint8_t again = 0;     ///< the first attack is made again by its rate of fire (A9.2)
    std::uint8_t repeated = 0;  ///< it has been thrown for again in this lap, or is not any more
    ToHitRoll::State to_hit{};
    std::uint8_t hit = 0;                  ///< by the To Hit DR, and the IFT DR is next
    std::uint8_t critical = 0;             ///< that hit
    std::uint8_t keeps = 0;                ///< its rate of fire, by the To Hit DR
    std::uint8_t has_hit = 0;              ///< a shot has, 2: critically, too
    std::uint8_t worst = 0;                ///< what the attacks so far have come to, while another one can follow
    std::uint8_t cowered_crews = 0;        ///< who have fired a MG and do not fire it again (A7.9), a bit each
    std::uint8_t choosing = 0;             ///< 1 + who throws a dr in the Random Selection of who cowers,
    std::uint8_t choice_dr = 0;            ///< the highest of it so far,
    std::uint8_t chosen = 0;               ///< and the crews that threw it
    OnEachStatus<std::uint8_t> results{};  ///< of the attack, which come after it
    bool operator==(const State&) const = default;
  };

  explicit Attack(const AttackInputs& inputs);

  State start(Outcomes& outcomes) const;
  Throw next_throw(const State& s) const;
  State next(const State& s, Roll roll, Outcomes& outcomes) const;
  int stage(const State& s) const;

 private:
  bool is_critical(const State& s, int original_dr) const;
  void kindle(State& s, int original_dr) const;
  void blow_up_pillbox(State& s, int original_dr, bool is_critical, Outcomes& outcomes) const;
  bool is_kia_dr(const State& s) const { return kia_ && kia_->busy(s.kia); }
  void take_kia(State& s, Roll roll, Outcomes& outcomes) const;
  void note_weapon(Roll roll, Outcomes& outcomes) const;
  void note_rate_of_fire(State& s, bool keeps, Outcomes& outcomes) const;
  void note_result(State& s, IftResult result, Outcomes& outcomes) const;
  bool fires_again(State& s, Roll roll, const IftAttack& attack, bool is_first, Outcomes& outcomes) const;
  bool begin_choice(State& s, bool is_first) const;
  int next_to_choose(const State& s, int from, int end) const;
  int those_who_choose() const { return situation_.again ? situation_.again->crews() + situation_.again->others : 0; }
  void choose(State& s, int dr, Outcomes& outcomes) const;
  void end_choice(State& s, Outcomes& outcomes) const;
  AttackOnEach attack_by(const State& s, Roll roll, bool is_again) const;
  void resolve(State& s, const StackResults& results, Outcomes& outcomes) const;
  std::string in_words(const State& s, const AttackOnEach& attack, const OnEachStatus<IftResult>& results, Roll roll) const;
  static void count(State& s, bool is_again);
  int column_of_next(const State& s) const;
  void leave_out_none(State& s) const;
  void begin_hitting(State& s) const;
  void take_hit(State& s, Roll roll, Outcomes& outcomes) const;
  void wake_sniper(State& s, Roll roll) const;
  bool is_in_shot(const State& s) const { return s.hit || ToHitRoll::busy(s.to_hit); }
  int attacks_begun(const State& s) const { return s.attack + s.repeated; }
  State concluded(State s, Outcomes& outcomes) const;

  friend class ForksInStack<Attack>;
  bool others_throw(const State& s) const { return s.sniper_dr || is_kia_dr(s) || s.choosing; }
  const Stack* stack_at(const State& s) const { return s.over || others_throw(s) ? nullptr : &stack_; }
  bool forks_at_all() const { return stack_.forks(); }
  static const Stack::State& stack_state(const State& s) { return s.stack; }
  static Stack::State& stack_state(State& s) { return s.stack; }
  LastAttack last_attack(const State& s) const {
    return s.attack == situation_.attacks.size() && !s.again ? LastAttack::yes : LastAttack::no;
  }
  static State alone(const State&, const Stack::State& branch) { return {.stack = branch}; }
  void after_stack(State& s, Outcomes& outcomes) const { s = concluded(s, outcomes); }

  AttackSituation situation_;
  std::map<IftResult, EventId> results_;  // of the first attack
  std::vector<EventId> at_least_;         // "PTC or worse", ..., over all attacks
  Stack stack_;
  OverallFates overall_;
  std::optional<int> defenders_san_;  // if an IFT DR can wake the defender's sniper
  std::optional<EventId> sniper_attacks_;
  std::optional<FlameOfKia> kia_;  // if it can start a Flame
  std::optional<EventId> flame_;
  std::optional<EventId> malfunctions_;
  std::optional<EventId> empty_;
  std::optional<EventId> thrower_breaks_;
  std::optional<EventId> pillbox_eliminated_;
  ToHitRoll to_hit_;
  std::optional<EventId> hits_;  // if its To Hit DR is asked for
  std::optional<EventId> critical_hits_;
  std::optional<MeasureId> shots_fired_;  // with a rate of fire: the first attack, and each time that it is made again
};

}  // namespace boxcars::model
