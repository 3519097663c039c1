#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "model/core/dice.hpp"
#include "model/core/edition.hpp"
#include "model/core/field.hpp"
#include "model/core/question_process.hpp"
#include "model/core/sheet.hpp"
#include "model/parts/forks_in_stack.hpp"
#include "model/parts/stack.hpp"
#include "model/rules/hex_map.hpp"
#include "model/rules/ift.hpp"
#include "model/rules/map_fields.hpp"

namespace boxcars::model {

/// What the user typed about a DC against a wall.
struct BreachInputs {
  std::optional<Construction> building{};
  bool fortified = false;
  int drm = 0;
  bool concealed = false;  ///< the units behind the wall
  bool non_elite = false;
  bool iift = false;                   ///< the Incremental table is read (A7.37)
  std::vector<std::string> targets{};  ///< units behind the wall
  Edition edition = Edition::v2;
  MapInput map{};
  std::string hex{};  ///< of the wall, on the map
};

const Questionnaire<BreachInputs>& breach_questionnaire();
/// Has the building of the hex that is named, unless it was given; notes on it.
std::vector<std::string> breach_on_map(BreachInputs& inputs, const std::set<std::string>& given, const MapReader& read_map);

/// A DC against the wall between two Rowhouses or of a Fortified Building (B23.711, B23.9221), as a process. A checked value: what
/// the rules forbid throws BadInput.
class Breach : public QuestionProcess, public ForksInStack<Breach> {
 public:
  struct State {
    Stack::State stack{};
    std::uint8_t resolved = 0;
    std::uint8_t over = 0;
    bool operator==(const State&) const = default;
  };

  explicit Breach(const BreachInputs& inputs);

  State start(Outcomes&) const { return {.stack = stack_.start()}; }
  Throw next_throw(const State& s) const;
  State next(const State& s, Roll roll, Outcomes& outcomes) const;
  int stage(const State& s) const { return s.resolved ? 1 + stack_.stage(s.stack) : 0; }

 private:
  // Which attack a modifier is on, by the same DR.
  enum class Attack : std::uint8_t { wall, neighbor };

  static Sheet<Attack> sheet_of(const BreachInputs& inputs);
  void describe(const BreachInputs& inputs);
  State concluded(State s, Outcomes& outcomes) const;

  friend class ForksInStack<Breach>;
  const Stack* stack_at(const State&) const { return &stack_; }
  bool forks_at_all() const { return stack_.forks(); }
  static const Stack::State& stack_state(const State& s) { return s.stack; }
  static Stack::State& stack_state(State& s) { return s.stack; }
  static LastAttack last_attack(const State&) { return LastAttack::yes; }
  static State alone(const State&, const Stack::State& branch) { return {.stack = branch}; }
  void after_stack(State& s, Outcomes& outcomes) const { s = concluded(s, outcomes); }

  Sheet<Attack> sheet_;
  IftAttack wall_;
  IftAttack neighbor_;
  int malfunctions_from_;
  EventId malfunctions_;
  EventId breached_;
  std::map<IftResult, EventId> results_;  // on the neighbour
  Stack stack_;
  OverallFates overall_;
};

}  // namespace boxcars::model
