#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "model/core/dice.hpp"
#include "model/parts/falling_rubble.hpp"
#include "model/rules/hex_map.hpp"
#include "model/core/question.hpp"
#include "model/core/settled.hpp"
#include "model/core/sheet.hpp"

namespace boxcars::model {

/// What the user typed about a building hex under Bombardment.
struct BombardmentInputs {
  std::optional<Construction> building{};
  std::optional<int> levels{};  ///< above ground
  bool fortified = false;       ///< all of it
  bool rooftop = false;
  std::optional<int> morale{};  ///< the Morale Level, if it is not fortified; none: that of its construction
  int drm = 0;
  std::vector<std::string> own{};  ///< directions
  std::vector<std::string> afvs{};
};

/// A Bombardment of a building hex (C1.82, C1.822), as a process. A checked value: what the rules forbid throws BadInput.
class Bombardment {
 public:
  using Settled = model::Settled;
  enum class Step : std::uint8_t { morale_check, rubble_falls, over };
  struct State {
    FallingRubble::State fall{};
    Step step = Step::morale_check;
    std::array<std::uint8_t, 7> unused{};
    bool operator==(const State&) const = default;
  };

  explicit Bombardment(const BombardmentInputs& inputs);

  State start(Settled&) const { return {}; }
  Throw next_throw(const State& s) const;
  State next(const State& s, Roll roll, Settled& settled) const;
  int stage(const State& s) const { return static_cast<int>(s.step) + (s.step == Step::rubble_falls ? fall_.stage(s.fall) : 0); }
  std::size_t event_count() const { return event_names_.size(); }
  std::size_t measure_count() const { return measure_names_.size(); }

  const std::vector<std::string>& event_names() const { return event_names_; }
  const std::vector<std::string>& measure_names() const { return measure_names_; }
  const Question& question() const { return question_; }

 private:
  // What was asked, checked.
  struct Situation {
    explicit Situation(const BombardmentInputs& inputs);
    // By how much the MC fails with this Original DR; 0: it does not.
    int fails_by(int original_dr) const;
    int levels_rubbled(int original_dr) const;  // above ground
    Construction building;
    int levels;  // above ground
    int morale;
    int drm;
    Sheet<int> sheet{};
    std::vector<int> own;
  };

  Bombardment(const BombardmentInputs& inputs, Situation situation);

  Situation situation_;
  FallingRubble fall_;
  std::vector<std::string> event_names_;
  std::vector<std::string> measure_names_;
  Question question_;
};

}  // namespace boxcars::model
