#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "model/core/choices.hpp"
#include "model/core/dice.hpp"
#include "model/core/field.hpp"
#include "model/core/question_process.hpp"
#include "model/core/sheet.hpp"
#include "model/rules/terrain.hpp"

namespace boxcars::model {

/// What is to be cleared (B24.7).
enum class ClearanceTask : std::uint8_t { rubble, flame, wire, mines, set_dc, roadblock };
inline constexpr std::array<Choice<ClearanceTask>, 6> clearance_task_choices{{{"rubble", ClearanceTask::rubble},
                                                                              {"flame", ClearanceTask::flame},
                                                                              {"wire", ClearanceTask::wire},
                                                                              {"mines", ClearanceTask::mines},
                                                                              {"set-dc", ClearanceTask::set_dc},
                                                                              {"roadblock", ClearanceTask::roadblock}}};

/// What the user typed about a Clearance attempt.
struct ClearanceInputs {
  std::optional<ClearanceTask> task{};
  int squads = 0;
  int half_squads = 0;  ///< and crews
  int heroes = 0;
  int sapper_squads = 0;
  int sapper_half_squads = 0;
  int bulldozers = 0;
  std::optional<int> leadership{};  ///< of the leader who takes part
  int ec = 0;                       ///< the EC DRM (B25.5)
  int labor = 0;                    ///< Labor Status: 0, 1 or 2 (B24.8)
  std::string turns{};              ///< attempts: a number or "until"; empty: one
  bool inexperienced = false;
  std::optional<Terrain> terrain{};   ///< what burns: the Flame has a DR of its own, too (B25.15)
  bool fortified = false;             ///< that
  int spread_drm = 0;                 ///< on the Flame's DR
  std::optional<int> trail_breaks{};  ///< wanted through rubble or mines, else 1; 3 clear all hexsides (B24.71, B24.74)
};

/// Its fields.
const Questionnaire<ClearanceInputs>& clearance_questionnaire();

/// What its modifiers are on: the Clearance DR, or the DR of the Flame.
enum class ClearanceRoll : std::uint8_t { clearance, flame };

/// Attempts to clear something (B24.7-.8), as a process. A checked value: what the rules forbid throws BadInput.
class Clearance : public QuestionProcess {
 public:
  struct State {
    std::uint16_t turns = 0;   ///< attempts that have failed, if they are limited
    std::uint8_t labor = 0;    ///< earned so far (B24.8)
    std::uint8_t reduced = 0;  ///< the MMC are, once
    std::uint8_t heroes = 0;
    std::uint8_t leader = 0;  ///< 1: takes part, 2: and is wounded
    std::uint8_t wounds = 0;  ///< Wound Severity dr still to throw, the heroes' first
    std::uint8_t hampered = 0;
    std::uint8_t over = 0;
    std::uint8_t flame_dr = 0;  ///< the Flame's own is next
    std::uint8_t breaks = 0;    ///< TB that there are already
    std::uint8_t unused = 0;
    bool operator==(const State&) const = default;
  };

  explicit Clearance(const ClearanceInputs& inputs);

  State start(Outcomes& outcomes) const;
  Throw next_throw(const State& s) const;
  State next(const State& s, Roll roll, Outcomes& outcomes) const;
  int stage(const State& s) const;

 private:
  template <class Add>
  void for_each_modifier(const State& s, Add add) const;
  int drm(const State& s) const;
  Sheet<ClearanceRoll> sheet_of_start() const;
  void describe();
  State take_flame_dr(State s, int original_dr, Outcomes& outcomes) const;
  State failed(State s, Outcomes& outcomes) const;
  State turn_ended(State s, Outcomes& outcomes) const;

  ClearanceInputs in_;
  ClearanceTask task_;
  std::optional<int> most_turns_ = 1;  // none: until it is cleared
  Sheet<ClearanceRoll> sheet_;         // of the first attempt
  std::optional<int> spread_number_;   // of a Flame that races those who clear,
  std::optional<EventId> blaze_;       // and its events
  std::optional<EventId> out_;
  EventId cleared_;
  EventId hampered_;
  EventId casualty_reduction_;
  MeasureId turn_cleared_;
};

}  // namespace boxcars::model
