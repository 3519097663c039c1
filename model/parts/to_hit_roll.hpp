#pragma once

#include <cstdint>
#include <optional>

#include "model/core/dice.hpp"
#include "model/core/settled.hpp"
#include "model/parts/part.hpp"
#include "model/rules/to_hit.hpp"

namespace boxcars::model {

/// The To Hit DR of a shot, the dr that may follow it, and of two hits the IFT DR of the first one (C3.3, C3.6-.8), as a part of a process:
/// begin() makes the shot. When it is over it has missed, or its IFT DR is next; of two hits the second one's, and `counting()` says which.
class ToHitRoll {
 public:
  struct State {
    std::uint8_t step = 0;
    std::uint8_t first_colored = 0;  ///< of two hits the first one's DR; of which 0 on both: there is one hit
    std::uint8_t first_white = 0;
    bool operator==(const State&) const = default;
  };
  /// Of the Gun that fires, and what is read of its IFT DR.
  struct Gun {
    bool has_multiple_hits = false;  ///< C3.8
    int rate_of_fire = 0;            ///< a colored To Hit dr up to which it fires again (C2.24)
    Reads ift_dr = Reads::each_die;
  };
  /// What the DR needs at that throw.
  using Scene = ToHit;
  /// What a throw has decided.
  struct News {
    std::optional<ToHitResult> result{};  ///< unless a dr follows
    bool keeps_rate_of_fire = false;
  };

  explicit ToHitRoll(Gun gun) : gun_(gun) {}

  static void begin(State& s) { s.step = to_hit_dr; }
  static bool busy(const State& s) { return s.step != idle; }
  static bool is_to_hit_dr(const State& s) { return s.step == to_hit_dr; }
  static bool is_first_of_two_dr(const State& s) { return s.step == first_of_two_dr; }

  Throw next_throw(const State& s) const;
  News next(State& s, Roll roll, const Scene& to_hit, Settled& settled) const;
  /// The IFT DR that counts: the roll, or of two hits the better one, the lower (C3.8). The first one is forgotten.
  static Roll counting(State& s, Roll roll, Settled& settled);

  static int stage(const State& s) { return s.step - to_hit_dr; }
  static constexpr int stages() { return first_of_two_dr; }

 private:
  enum Step : std::uint8_t { idle, to_hit_dr, subsequent_dr, first_of_two_dr };

  Gun gun_;
};
static_assert(Part<ToHitRoll>);

}  // namespace boxcars::model
