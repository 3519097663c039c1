#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "model/core/description.hpp"
#include "model/core/dice.hpp"
#include "model/core/outcomes.hpp"

namespace boxcars::model {

/// Which rule says when a hit is critical (C3.7): that of the Infantry Target Type, or that of the Area Target Type and of the LATW tables;
/// of a MG at a vehicle none is.
enum class CriticalHits : std::uint8_t { infantry, area, none };

/// What a To Hit DR needs (C3).
struct ToHit {
  int needed = 0;  ///< the highest Original DR that hits; below 2 only C3.6 is left
  int number = 0;  ///< the Modified To Hit number: what the DR and its DRM are compared with
  CriticalHits critical_hits = CriticalHits::infantry;
  bool doubles_lower_die = false;  ///< of a firer in Motion: the lower die counts twice in its Final DR (C5.35)
  bool operator==(const ToHit&) const = default;
};

enum class ToHitResult : std::uint8_t { miss, hit, critical_hit, dr_follows };

constexpr bool doubles_lower_die(const std::optional<ToHit>& to_hit) { return to_hit && to_hit->doubles_lower_die; }

/// What an Original To Hit DR gives (C3.3, C3.6, C3.7).
ToHitResult to_hit_result(const ToHit& to_hit, int original_dr);
/// As it is for these dice: what a lower die that is doubled adds is taken off what hits.
ToHit for_dice(ToHit to_hit, Roll roll);

/// How a story tells it: "misses", "hits", "a critical hit"; nothing yet if a dr follows.
std::string_view in_words(ToHitResult result);

/// "critical hits: the Modified To Hit number is taken as 12, the 9 that hits and the TEM of 3 (C3.7, C6.8)", if it was not given.
std::string in_words(const ToHit& to_hit);

/// "To Hit: an Original DR of 5 or less (Modified To Hit number 8, DRM +3)".
std::string needed_in_words(const ToHit& to_hit);

/// Both of its numbers, as answers have them.
std::vector<Figure> figures_of(const ToHit& to_hit);

/// Whether only an Original 2 and then a dr of 3 or less hits (C3.6).
bool is_improbable(const ToHit& to_hit);

/// Whether no DR misses.
bool always_hits(const ToHit& to_hit);

/// What the subsequent dr of an Original 2 gives, if it needs one.
ToHitResult result_after_dr(const ToHit& to_hit, int dr);

/// Both as throws; what either gives is told.
Throw to_hit_throw(Reads reads = Reads::sum);
Throw subsequent_throw();
ToHitResult take_to_hit(const ToHit& to_hit, Roll roll, Outcomes& outcomes);

}  // namespace boxcars::model
