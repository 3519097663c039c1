#pragma once

#include "model/core/outcomes.hpp"
#include "model/parts/stack.hpp"

namespace boxcars::model {

/// CRTP base: a process that forks only in its Stack (see Forks, sim/process/components.hpp). The process derives from this class, and has
///
/// - `forks_at_all()`: whether it has a stack that forks;
/// - `stack_at(state)`: the stack whose throw is next, or null; `Attacker::stack_state(state)` is the stack's state there;
/// - `last_attack(state)`: the LastAttack that the stack is under;
/// - `alone(state, branch)`: the state in which nothing is left but a branch of the stack;
/// - `after_stack(state, outcomes)`: goes on when the stack has come to its next throw or its end.
template <class Attacker>
class ForksInStack {
 public:
  bool forks() const { return attacker().forks_at_all(); }
  template <class State>
  int branches(const State& s) const {
    const Stack* stack = attacker().stack_at(s);
    return stack ? stack->branches(Attacker::stack_state(s)) : 0;
  }
  template <class State>
  State branch(const State& s, int i, Outcomes&) const {
    return attacker().alone(s, attacker().stack_at(s)->branch(Attacker::stack_state(s), i, attacker().last_attack(s)));
  }
  template <class State>
  bool ended(const State& s) const {
    return Stack::ended(Attacker::stack_state(s));
  }
  template <class State>
  State waiting(State s) const {
    Attacker::stack_state(s) = attacker().stack_at(s)->waiting(Attacker::stack_state(s));
    return s;
  }
  template <class State>
  State join(State waiting, int i, const State& ended, Outcomes& outcomes) const {
    attacker().stack_at(waiting)->join(Attacker::stack_state(waiting), i, Attacker::stack_state(ended), attacker().last_attack(waiting),
                                       outcomes);
    return waiting;
  }
  template <class State>
  State go_on(State waiting, Outcomes& outcomes) const {
    attacker().stack_at(waiting)->go_on(Attacker::stack_state(waiting), attacker().last_attack(waiting), outcomes);
    attacker().after_stack(waiting, outcomes);
    return waiting;
  }

 private:
  const Attacker& attacker() const { return static_cast<const Attacker&>(*this); }
};

}  // namespace boxcars::model
