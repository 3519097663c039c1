#pragma once

#include <cstdint>
#include <optional>

#include "model/core/dice.hpp"
#include "model/core/outcomes.hpp"
#include "model/parts/part.hpp"
#include "model/rules/to_hit.hpp"

namespace boxcars::model {

/// The To Hit DR of a shot with the dr that may follow it, and of two hits the IFT DR of the first (C3.3, C3.6-.8), as a part of a process:
/// begin() makes the shot. When the part is over, the shot has missed, or its IFT DR is next. Of two hits that is the second one's IFT DR,
/// and `counting()` says which of both counts.
class ToHitRoll {
 public:
  struct State {
    std::uint8_t step = 0;
    std::uint8_t first_colored = 0;  ///< of two hits the IFT DR of the first; both dice are 0 if there is one hit
    std::uint8_t first_white = 0;
    bool operator==(const State&) const = default;
  };
  /// What matters of the Gun that fires, and what is read of its IFT DR.
  struct Gun {
    bool has_multiple_hits = false;  ///< by C3.8
    int rate_of_fire = 0;            ///< the highest colored To Hit dr with which it fires again (C2.24)
    Reads ift_dr = Reads::each_die;
    bool doubles_lower_die = false;  ///< C5.35
  };
  /// What the DR needs at that throw.
  using Scene = ToHit;
  /// What a throw has decided.
  struct News {
    std::optional<ToHitResult> result{};  ///< none if a dr follows
    bool keeps_rate_of_fire = false;
  };

  explicit ToHitRoll(Gun gun) : gun_(gun) {}

  static void begin(State& s) { s.step = to_hit_dr; }
  static bool busy(const State& s) { return s.step != idle; }
  static bool is_to_hit_dr(const State& s) { return s.step == to_hit_dr; }
  static bool is_first_of_two_dr(const State& s) { return s.step == first_of_two_dr; }

  Throw next_throw(const State& s) const;
  News next(State& s, Roll roll, const Scene& to_hit, Outcomes& outcomes) const;
  /// The IFT DR that counts: the roll, or of two hits the lower one, which is the better (C3.8). The first one is forgotten.
  static Roll counting(State& s, Roll roll, Outcomes& outcomes);

  static int stage(const State& s) { return s.step - to_hit_dr; }
  static constexpr int stages() { return first_of_two_dr; }

 private:
  enum Step : std::uint8_t { idle, to_hit_dr, subsequent_dr, first_of_two_dr };

  Gun gun_;
};
static_assert(Part<ToHitRoll>);

}  // namespace boxcars::model
