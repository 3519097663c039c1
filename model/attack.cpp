#include "model/attack.hpp"

#include <algorithm>

namespace boxcars::model {

Attack::Attack(const AttackInputs& in)
    : attacks_(attacks_of(in)),
      results_(possible_results(attacks_.front())),
      stack_(parse_units(in.targets, in.terrain, in.fortified), {in.heat_of_battle, in.attackers_san}, static_cast<int>(results_.size()),
             0),
      question_(question_of(in, attacks_, stack_.entries())) {
  if (in.fire != Fire::oba) defenders_san_ = in.defenders_san;  // A14.1
  for (const IftResult& result : results_) event_names_.push_back("IFT " + to_string(result));
  for (auto& name : stack_.event_names()) event_names_.push_back(std::move(name));
  measure_names_ = stack_.measure_names();
  overall_events_ = static_cast<int>(event_names_.size());
  for (auto& name : overall_event_names()) event_names_.push_back(std::move(name));
  sniper_event_ = static_cast<int>(event_names_.size());
  if (in.defenders_san) event_names_.emplace_back("defender's sniper attacks");
}

Attack::State Attack::start(Settled&) const { return {.stack = stack_.start()}; }

Throw Attack::next_throw(const State& s) const {
  if (s.over) return {};
  if (s.sniper_dr) return {Dice::dr, "Sniper dr", "A14.3", "the defender"};
  if (stack_.busy(s.stack)) return stack_.next_throw(s.stack);
  return {Dice::DR, s.attack == 0 ? "IFT DR" : "next IFT DR", "A7.3", ""};
}

Attack::State Attack::next(const State& from, Roll roll, Settled& settled) const {
  State s = from;
  const auto last = [&] { return s.attack == attacks_.size() ? LastAttack::yes : LastAttack::no; };
  if (s.sniper_dr) {
    s.sniper_dr = 0;
    s.sniper_attacked = roll.colored <= 2;
    if (s.sniper_attacked) settled.happened(sniper_event_);
    settled.tell([&] { return s.sniper_attacked ? "the defender's sniper attacks" : "no effect"; });
  } else if (stack_.busy(s.stack)) {
    stack_.next(s.stack, roll, last(), settled);
  } else {
    const IftAttack& attack = attacks_[s.attack];
    const IftResult result = resolve(attack, roll.sum(), roll.doubles());
    settled.tell([&] {
      const bool cowers = roll.doubles() && attack.cowering_columns > 0;
      return std::string(cowers ? "cowers, " : "") + "Final " + std::to_string(roll.sum() + attack.drm) + ": " + to_string(result);
    });
    if (s.attack == 0) {
      const auto event = std::find(results_.begin(), results_.end(), result) - results_.begin();
      settled.happened(static_cast<int>(event));
    }
    if (defenders_san_ == roll.sum() && !s.sniper_attacked) s.sniper_dr = 1;
    ++s.attack;
    stack_.begin(s.stack, result, last(), settled);
  }
  return concluded(s, settled);
}

// The state itself, or the end of the trial if nothing is left to throw for.
Attack::State Attack::concluded(State s, Settled& settled) const {
  if (s.sniper_dr || stack_.busy(s.stack)) return s;
  if (s.attack < attacks_.size()) {
    if (stack_.any_alive(s.stack)) return s;
    stack_.conclude(s.stack, settled);
  }
  settle_overall(s.stack.seen, overall_events_, settled);
  State over;
  over.over = 1;
  return over;
}

int Attack::stage(const State& s) const {
  const int here = s.sniper_dr ? 0 : stack_.busy(s.stack) ? 1 + stack_.stage(s.stack) : 1 + stack_.stages();
  return s.attack * (2 + stack_.stages()) + here;
}

}  // namespace boxcars::model
