#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "model/dice.hpp"
#include "model/question.hpp"
#include "model/settled.hpp"
#include "model/terrain.hpp"

namespace boxcars::model {

/// What the user typed about setting something on fire.
struct KindlingInputs {
  std::optional<Terrain> terrain{};
  bool fortified = false;
  int drm = 0;            ///< on the Kindling DR
  int spread_drm = 0;     ///< on the Flame's DR
  std::string turns{};    ///< further Player Turns: a number or "until"; empty: one
  bool hampered = false;  ///< in the first of them
};

/// A Kindling attempt, and what becomes of the Flame (B25.1-.15), as a process. A checked value: what the rules forbid throws BadInput.
class Kindling {
 public:
  using Settled = model::Settled;
  struct State {
    std::uint16_t turn = 0;  ///< whose Flame DR is next; 0: the Kindling DR
    std::uint16_t over = 0;
    bool operator==(const State&) const = default;
  };

  explicit Kindling(const KindlingInputs& inputs);

  State start(Settled&) const { return {}; }
  Throw next_throw(const State& s) const;
  State next(const State& s, Roll roll, Settled& settled) const;
  int stage(const State& s) const { return s.turn; }
  std::size_t event_count() const { return event_names_.size(); }
  std::size_t measure_count() const { return measure_names_.size(); }

  const std::vector<std::string>& event_names() const { return event_names_; }
  const std::vector<std::string>& measure_names() const { return measure_names_; }
  const Question& question() const { return question_; }

 private:
  FireNumbers numbers_;
  int drm_;
  int spread_drm_;
  std::optional<int> most_turns_ = 1;  // none: until it blazes or is out
  bool hampered_;
  bool is_hut_;
  std::vector<std::string> event_names_;
  std::vector<std::string> measure_names_;
  Question question_;
};

}  // namespace boxcars::model
