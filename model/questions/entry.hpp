#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "model/core/dice.hpp"
#include "model/questions/entry_inputs.hpp"
#include "model/parts/falling_rubble.hpp"
#include "model/core/question.hpp"
#include "model/core/settled.hpp"

namespace boxcars::model {

/// An AFV drives into a building, a factory hex or rubble (B23.41, B23.742, B24.4), as a process. A checked value: what the rules
/// forbid throws BadInput.
class Entry {
 public:
  using Settled = model::Settled;
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
  std::size_t event_count() const { return event_names_.size(); }
  std::size_t measure_count() const { return 0; }

  const std::vector<std::string>& event_names() const { return event_names_; }
  const std::vector<std::string>& measure_names() const { return measure_names_; }
  const Question& question() const { return question_; }

 private:
  State let_rubble_fall(Settled& settled) const;

  EntrySituation situation_;
  std::optional<int> crew_survival_;
  FallingRubble fall_;
  std::vector<std::string> event_names_;
  std::vector<std::string> measure_names_;
  Question question_;
};

}  // namespace boxcars::model
