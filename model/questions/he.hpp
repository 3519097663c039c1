#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "model/parts/falling_rubble.hpp"
#include "model/parts/he_attack.hpp"
#include "model/questions/he_inputs.hpp"
#include "model/parts/occupants.hpp"
#include "model/core/question.hpp"

namespace boxcars::model {

/// HE, HEAT or a DC at a building: rubble (B24.11), falling rubble (B24.12), and the occupants of all its levels, attacked with one
/// Original DR (B23.32), shot by shot, as a process. A checked value: what the rules forbid throws BadInput.
class He {
 public:
  using Settled = model::Settled;
  struct State {
    FallingRubble::State fall{};
    std::uint32_t shots = 0;  ///< made so far, if there is an end to them; else each is a lap
    Occupants::State occupants{};
    HeAttack::State attack{};
    std::uint8_t step = 0;
    std::uint8_t last = 0;      ///< no shot follows
    std::uint8_t happened = 0;  ///< events that have been settled and could come again
    std::uint8_t unused = 0;
    bool operator==(const State&) const = default;
  };

  explicit He(const HeInputs& inputs);

  State start(Settled& settled) const;
  Throw next_throw(const State& s) const;
  State next(const State& from, Roll roll, Settled& settled) const;
  int stage(const State& s) const;
  std::size_t event_count() const { return event_names_.size(); }
  std::size_t measure_count() const { return measure_names_.size(); }

  const std::vector<std::string>& event_names() const { return event_names_; }
  const std::vector<std::string>& measure_names() const { return measure_names_; }
  const Question& question() const { return question_; }

 private:
  const HeSituation& situation() const { return attack_.situation(); }
  HeAttack::Scene scene(const State& s) const;

  void begin_shot(State& s) const;
  void resolve(State& s, Settled& settled) const;
  void proceed(State& s, Settled& settled) const;
  void happens(State& s, HeAttack::News event, Settled& settled) const;

  HeAttack attack_;
  FallingRubble fall_;
  Occupants occupants_;
  std::vector<std::string> event_names_;
  std::vector<std::string> measure_names_;
  Question question_;
};

}  // namespace boxcars::model
