#pragma once

#include "model/core/settled.hpp"
#include "model/parts/stack.hpp"

namespace boxcars::model {

/// What a question or part with a stack under attack tells whoever takes it apart (Unravels, sim/calls.hpp). It derives from this, and says
///
/// - `unravels_at_all()`: whether it has a stack that does;
/// - `stack_at(state)`: the stack whose throw is next, or null; `Attacker::stack_state(state)` is its state there;
/// - `last_attack(state)` that it is under;
/// - `alone(state, strand)`: the state in which nothing is left but a strand of the stack's;
/// - `after_stack(state, settled)`: what follows when the stack has come to its next throw or its end.
template <class Attacker>
class UnravelsByStack {
 public:
  bool unravels() const { return attacker().unravels_at_all(); }
  template <class State>
  int strands(const State& s) const {
    const Stack* stack = attacker().stack_at(s);
    return stack ? stack->strands(Attacker::stack_state(s)) : 0;
  }
  template <class State>
  State strand(const State& s, int i, Settled&) const {
    return attacker().alone(s, attacker().stack_at(s)->strand(Attacker::stack_state(s), i, attacker().last_attack(s)));
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
  State join(State waiting, int i, const State& ended, Settled& settled) const {
    attacker().stack_at(waiting)->join(Attacker::stack_state(waiting), i, Attacker::stack_state(ended), attacker().last_attack(waiting),
                                       settled);
    return waiting;
  }
  template <class State>
  State go_on(State waiting, Settled& settled) const {
    attacker().stack_at(waiting)->go_on(Attacker::stack_state(waiting), attacker().last_attack(waiting), settled);
    attacker().after_stack(waiting, settled);
    return waiting;
  }

 private:
  const Attacker& attacker() const { return static_cast<const Attacker&>(*this); }
};

}  // namespace boxcars::model
