#include "model/rules/to_hit.hpp"

#include <algorithm>

#include "model/core/modifier.hpp"

namespace boxcars::model {
namespace {

constexpr int lowest_dr = 2, highest_dr = 12, highest_dr_doubled = 18;

constexpr Roll original_2{1, 1};

// C3.7, Infantry Target Type: below half the Modified To Hit number.
bool is_below_half(const ToHit& to_hit, int original_dr) {
  const int final_dr = original_dr + to_hit.number - to_hit.needed;
  return 2 * final_dr < to_hit.number;
}

}  // namespace

bool is_improbable(const ToHit& to_hit) { return for_dice(to_hit, original_2).needed < lowest_dr; }

ToHitResult to_hit_result(const ToHit& to_hit, int original_dr) {
  if (is_improbable(to_hit)) return original_dr == lowest_dr ? ToHitResult::dr_follows : ToHitResult::miss;
  if (original_dr > to_hit.needed) return ToHitResult::miss;
  if (to_hit.critical_hits == CriticalHits::infantry) {
    if (is_below_half(to_hit, original_dr)) return ToHitResult::critical_hit;
    return original_dr == lowest_dr ? ToHitResult::dr_follows : ToHitResult::hit;
  }
  if (original_dr > lowest_dr || to_hit.critical_hits == CriticalHits::none) return ToHitResult::hit;
  return to_hit.needed == lowest_dr ? ToHitResult::dr_follows : ToHitResult::critical_hit;
}

ToHit for_dice(ToHit to_hit, Roll roll) {
  if (to_hit.doubles_lower_die) to_hit.needed -= std::min(roll.colored, roll.white);
  to_hit.doubles_lower_die = false;
  return to_hit;
}

ToHitResult result_after_dr(const ToHit& to_hit, int dr) {
  if (dr == 1 && to_hit.critical_hits != CriticalHits::none) return ToHitResult::critical_hit;
  if (is_improbable(to_hit)) return dr <= 3 ? ToHitResult::hit : ToHitResult::miss;
  const bool critical = to_hit.critical_hits == CriticalHits::infantry && 2 * dr <= to_hit.number;
  return critical ? ToHitResult::critical_hit : ToHitResult::hit;
}

bool always_hits(const ToHit& to_hit) { return to_hit.needed >= (to_hit.doubles_lower_die ? highest_dr_doubled : highest_dr); }

Throw to_hit_throw(Reads reads) { return {Dice::DR, "To Hit DR", "C3.3", "", reads}; }
Throw subsequent_throw() { return {Dice::dr, "subsequent dr", "C3.7"}; }

ToHitResult take_to_hit(const ToHit& to_hit, Roll roll, Outcomes& outcomes) {
  const bool subsequent = roll.white == 0;
  const ToHit counts = for_dice(to_hit, subsequent ? original_2 : roll);
  const ToHitResult result = subsequent ? result_after_dr(counts, roll.colored) : to_hit_result(counts, roll.sum());
  if (result != ToHitResult::dr_follows) outcomes.tell([&] { return in_words(result); });
  return result;
}

std::string in_words(const ToHit& to_hit) {
  const int tem = to_hit.number - to_hit.needed;
  const std::string needed = std::to_string(to_hit.needed);
  return "critical hits: the Modified To Hit number is taken as " + std::to_string(to_hit.number) +
         (tem == 0 ? ", which is what hits (C3.7)"
                   : ", the " + needed + " that hits and the TEM of " + std::to_string(tem) + " (C3.7, C6.8)");
}

std::string needed_in_words(const ToHit& to_hit) {
  const std::string text = "To Hit: " + original_to(to_hit.needed) + (to_hit.doubles_lower_die ? ", its lower die doubled" : "") +
                           " (Modified To Hit number " + std::to_string(to_hit.number) + ", DRM " +
                           with_sign(to_hit.number - to_hit.needed) + ")";
  return text + (is_improbable(to_hit) ? ", but for an Original 2 and then a dr of 3 or less" : "");
}

std::vector<Figure> figures_of(const ToHit& to_hit) {
  return {{"to_hit", static_cast<double>(to_hit.needed)}, {"th_number", static_cast<double>(to_hit.number)}};
}

std::string_view in_words(ToHitResult result) {
  switch (result) {
    case ToHitResult::miss:
      return "misses";
    case ToHitResult::hit:
      return "hits";
    case ToHitResult::critical_hit:
      return "a critical hit";
    case ToHitResult::dr_follows:
      break;
  }
  return "";
}

}  // namespace boxcars::model
