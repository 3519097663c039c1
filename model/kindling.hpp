#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "model/choices.hpp"
#include "model/dice.hpp"
#include "model/question.hpp"
#include "model/settled.hpp"
#include "model/terrain.hpp"

namespace boxcars::model {

/// Who or what sets it on fire: a Kindling attempt, of a squad if nothing else is said (B25.11), or WP (A24.32).
enum class KindlingBy : std::uint8_t { attempt, smc, half_squad, mol, wp };
inline constexpr std::array<Choice<KindlingBy>, 5> kindling_by_choices{{{"attempt", KindlingBy::attempt},
                                                                        {"smc", KindlingBy::smc},
                                                                        {"half-squad", KindlingBy::half_squad},
                                                                        {"mol", KindlingBy::mol},
                                                                        {"wp", KindlingBy::wp}}};

/// What the user typed about setting something on fire.
struct KindlingInputs {
  std::optional<Terrain> terrain{};
  bool fortified = false;
  int drm = 0;            ///< on the Kindling DR
  int spread_drm = 0;     ///< on the Flame's DR
  std::string turns{};    ///< further Player Turns: a number or "until"; empty: one
  bool hampered = false;  ///< in the first of them
  KindlingBy by = KindlingBy::attempt;
  std::optional<int> leadership{};       ///< of a leader who helps
  bool dry = false;                      ///< EC
  bool very_dry = false;                 ///< EC
  std::vector<std::string> neighbors{};  ///< where the Blaze may spread to, "stone,fortified"
  bool fire_collapse = false;            ///< whether a Wind Change DR can bring the building down
};

/// A Kindling DR, what becomes of the Flame (B25.1-.15), where its Blaze spreads to (B25.6) and whether the building then collapses
/// (B25.66), as a process. A checked value: what the rules forbid throws BadInput.
class Kindling {
 public:
  using Settled = model::Settled;
  /// Whose DR is next within a Player Turn: the Flame's own, or, once it blazes, the Wind Change DR and then a Spread DR for each neighbor.
  enum Step : std::uint8_t { flame, wind, first_spread, over = 255 };
  static constexpr int most_neighbors = 8;
  struct State {
    std::uint16_t turn = 0;  ///< 0: the Kindling DR
    std::uint8_t step = flame;
    std::uint8_t aflame = 0;  ///< which neighbors are: a bit of each
    bool operator==(const State&) const = default;
  };

  explicit Kindling(const KindlingInputs& inputs);

  State start(Settled&) const { return {}; }
  Throw next_throw(const State& s) const;
  State next(const State& s, Roll roll, Settled& settled) const;
  int stage(const State& s) const { return s.turn * (first_spread + most_neighbors) + s.step; }
  std::size_t event_count() const { return event_names_.size(); }
  std::size_t measure_count() const { return measure_names_.size(); }

  const std::vector<std::string>& event_names() const { return event_names_; }
  const std::vector<std::string>& measure_names() const { return measure_names_; }
  const Question& question() const { return question_; }

 private:
  // Where the Blaze may spread to.
  struct Neighbor {
    std::string label;  ///< "1:stone"
    int spread;         ///< what the DR must reach
    std::vector<Modifier> modifiers;
    int drm() const;
  };

  static Neighbor parse_neighbor(const std::string& text, std::size_t number);
  bool next_turn(State& s, Settled& settled) const;
  bool is_done(const State& s) const;
  State next_after_blaze(State s, Settled& settled) const;
  State take_flame_dr(State s, int original_dr, Settled& settled) const;
  State take_spread_dr(State s, int original_dr, Settled& settled) const;

  FireNumbers numbers_;
  int drm_;
  int spread_drm_;
  std::optional<int> most_turns_ = 1;  // none: until nothing is left to happen
  bool hampered_;
  bool is_hut_;
  bool by_wp_;
  bool fire_collapse_;
  std::vector<Neighbor> neighbors_;
  int first_neighbor_ = 0;  // of the events
  std::vector<std::string> event_names_;
  std::vector<std::string> measure_names_;
  Question question_;
};

}  // namespace boxcars::model
