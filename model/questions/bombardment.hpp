#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "model/core/dice.hpp"
#include "model/core/field.hpp"
#include "model/core/question_process.hpp"
#include "model/core/sheet.hpp"
#include "model/parts/fall_scene.hpp"
#include "model/parts/falling_rubble.hpp"
#include "model/rules/hex_map.hpp"
#include "model/rules/map_input.hpp"

namespace boxcars::model {

/// What the user typed about a building hex under Bombardment.
struct BombardmentInputs {
  std::optional<Construction> building{};
  std::optional<int> levels{};  ///< above ground
  bool fortified = false;       ///< all of it
  bool rooftop = false;
  std::optional<int> morale{};  ///< the Morale Level, if it is not fortified; none: that of its construction
  int drm = 0;
  std::vector<std::string> own{};  ///< directions, on a map hexes
  std::vector<std::string> afvs{};
  MapInput map{};  ///< that says what stands, and what its rubble can bury
  std::string hex{};
};

/// Its fields.
const Questionnaire<BombardmentInputs>& bombardment_questionnaire();
/// Takes the building as the map has it, where it is not given; throws BadInput.
std::vector<std::string> bombardment_on_map(BombardmentInputs& inputs, const std::set<std::string>& given, const MapReader& read_map);

/// A Bombardment of a building hex (C1.82, C1.822), as a process. A checked value: what the rules forbid throws BadInput.
class Bombardment : public QuestionProcess {
 public:
  enum class Step : std::uint8_t { morale_check, rubble_falls, over };
  struct State {
    FallingRubble::State fall{};
    Step step = Step::morale_check;
    std::array<std::uint8_t, 7> unused{};
    bool operator==(const State&) const = default;
  };

  explicit Bombardment(const BombardmentInputs& inputs);

  State start(Outcomes&) const { return {}; }
  Throw next_throw(const State& s) const;
  State next(const State& s, Roll roll, Outcomes& outcomes) const;
  int stage(const State& s) const { return static_cast<int>(s.step) + (s.step == Step::rubble_falls ? fall_.stage(s.fall) : 0); }

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
    FallScene scene;
  };

  Bombardment(const BombardmentInputs& inputs, Situation situation);

  Situation situation_;
  EventId rubble_;
  EventId whole_hex_rubbled_;
  MeasureId levels_rubbled_;
  FallingRubble fall_;
};

}  // namespace boxcars::model
