#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "model/falling_rubble.hpp"
#include "model/he_inputs.hpp"
#include "model/occupants.hpp"
#include "model/question.hpp"

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
    std::uint8_t step = 0;
    std::uint8_t intact = 0;        ///< levels that stand, with the ground: 0 to intact - 1
    std::uint8_t stays = 0;         ///< as many of them as this shot leaves
    std::uint8_t original_dr = 0;   ///< of the attack under way
    std::uint8_t critical = 0;      ///< it is a critical hit
    std::uint8_t last = 0;          ///< no shot follows
    std::uint8_t happened = 0;      ///< events that have been settled and could come again
    std::uint8_t selecting = 0;     ///< Random Selection (A.9): the Location whose dr is next,
    std::uint8_t selection_dr = 0;  ///< the highest dr so far,
    std::uint8_t selected = 0;      ///< and the Locations that threw it
    std::array<std::uint8_t, 2> unused{};
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
  bool hits(const State& s, int location, Effect effect) const { return is_hit(situation_, location, s.intact, effect); }
  int levels_above(const State& s, int location) const;
  IftAttack attack_at(const State& s, int location) const;

  void begin_shot(State& s) const;
  void take_hit(State& s, ToHitResult result, Settled& settled) const;
  void take_attack(State& s, int original_dr, Settled& settled) const;
  void kindle(State& s, Settled& settled) const;
  void choose_level(State& s, Settled& settled) const;
  void rubble_level(State& s, Settled& settled) const;
  void choose_critical(State& s, Settled& settled) const;
  unsigned candidates(const State& s) const;
  bool select(State& s) const;
  bool select(State& s, int dr) const;
  void resolve(State& s, bool attacks, Settled& settled) const;
  void proceed(State& s, Settled& settled) const;
  void happens(State& s, int event, Settled& settled) const;

  HeSituation situation_;
  FallingRubble fall_;
  Occupants occupants_;
  std::vector<std::string> event_names_;
  std::vector<std::string> measure_names_;
  Question question_;
};

}  // namespace boxcars::model
