#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "model/core/dice.hpp"
#include "model/core/question_process.hpp"
#include "model/parts/falling_rubble.hpp"
#include "model/questions/entry_inputs.hpp"

namespace boxcars::model {

/// An AFV drives into a building, a factory hex or rubble (B23.41, B23.742, B24.4), as a process. A checked value: what the rules
/// forbid throws BadInput.
class Entry : public QuestionProcess {
 public:
  enum class Step : std::uint8_t { bog_check, crew_survival, second_bog_check, rubble_falls, over };
  struct State {
    FallingRubble::State fall{};
    Step step = Step::bog_check;
    std::array<std::uint8_t, 7> unused{};
    bool operator==(const State&) const = default;
  };

  explicit Entry(const EntryInputs& inputs);

  State start(Settled&) const { return {}; }
  Throw next_throw(const State& s) const;
  State next(const State& s, Roll roll, Settled& settled) const;
  int stage(const State& s) const { return static_cast<int>(s.step) + (s.step == Step::rubble_falls ? fall_.stage(s.fall) : 0); }

 private:
  State let_rubble_fall(Settled& settled) const;
  State end_without_fall(Settled& settled) const;

  struct Events {
    EventId bogs, falls_into_cellar, building_rubbled, crew_survives, enters_unharmed;
    std::optional<EventId> breached{};
  };

  EntrySituation situation_;
  Events events_;
  std::optional<int> crew_survival_;
  FallingRubble fall_;
};

}  // namespace boxcars::model
