#include "model/parts/to_hit_roll.hpp"

#include <cassert>
#include <string>

namespace boxcars::model {

Throw ToHitRoll::next_throw(const State& s) const {
  if (s.step == subsequent_dr) return subsequent_throw();
  if (s.step == first_of_two_dr) return {Dice::DR, "IFT DR", "C3.8", "", gun_.ift_dr};
  assert(s.step == to_hit_dr);
  const bool reads_each = gun_.rate_of_fire > 0 || gun_.has_multiple_hits || gun_.doubles_lower_die;
  return to_hit_throw(reads_each ? Reads::each_die : Reads::sum);
}

ToHitRoll::News ToHitRoll::next(State& s, Roll roll, const Scene& to_hit, Outcomes& outcomes) const {
  if (s.step == first_of_two_dr) {
    const Roll read = gun_.ift_dr == Reads::sum ? Roll{roll.sum(), 0} : roll;
    s = {idle, static_cast<std::uint8_t>(read.colored), static_cast<std::uint8_t>(read.white)};
    return {};
  }
  const bool is_first = s.step == to_hit_dr;
  const ToHitResult result = take_to_hit(to_hit, roll, outcomes);
  const bool keeps = is_first && roll.colored <= gun_.rate_of_fire;
  if (keeps) outcomes.tell([] { return "keeps its rate of fire"; });
  s.step = result == ToHitResult::dr_follows ? subsequent_dr : idle;
  if (busy(s)) return {.keeps_rate_of_fire = keeps};
  const bool of_doubles = !is_first || roll.doubles();  // a dr follows an Original 2
  if (gun_.has_multiple_hits && of_doubles && result == ToHitResult::hit) {
    s.step = first_of_two_dr;
    outcomes.tell([] { return "two hits"; });
  }
  return {result, keeps};
}

Roll ToHitRoll::counting(State& s, Roll roll, Outcomes& outcomes) {
  const Roll first{s.first_colored, s.first_white};
  s = {};
  if (first.sum() == 0) return roll;
  const Roll better = first.sum() < roll.sum() ? first : roll;
  outcomes.tell([&] { return "of two hits the " + std::to_string(better.sum()) + " counts"; });
  return better;
}

}  // namespace boxcars::model
