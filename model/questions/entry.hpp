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
    std::uint8_t checks = 0;  ///< Bog Checks that are behind it
    std::array<std::uint8_t, 6> unused{};
    bool operator==(const State&) const = default;
  };

  explicit Entry(const EntryInputs& inputs);

  State start(Outcomes&) const { return {}; }
  Throw next_throw(const State& s) const;
  State next(const State& s, Roll roll, Outcomes& outcomes) const;
  int stage(const State& s) const;

 private:
  State let_rubble_fall(Outcomes& outcomes) const;
  State end_without_fall(Outcomes& outcomes) const;

  struct Events {
    EventId bogs, falls_into_cellar, building_rubbled, crew_survives, enters_unharmed;
    std::optional<EventId> breached{};
  };

  EntrySituation situation_;
  Events events_;
  std::optional<int> crew_survival_;
  std::optional<MeasureId> hexes_;  // of a Factory that it drives into, if it drives on
  FallingRubble fall_;
};

}  // namespace boxcars::model
