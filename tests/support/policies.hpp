#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>

#include <catch2/catch.hpp>

#include "model/questions/assault.hpp"
#include "sim/decisions/decision_process.hpp"
#include "sim/decisions/value_iteration.hpp"
#include "tests/support/agreement.hpp"
#include "tests/support/ask.hpp"

namespace boxcars::test {

inline sim::OptimalPolicy optimal_policy(const model::AssaultInputs& in) {
  const sim::Flattened<model::Assault> position{model::Assault(in)};
  return sim::mdp_solver(position, {}, never_stop).optimal_policy(position.caller().objective());
}

/// Checks that who plays so has the odds of the best play, exactly and in so many trials.
inline void check_optimal_policy(const model::AssaultInputs& in, std::uint64_t trials) {
  const auto play = std::make_shared<const sim::OptimalPolicy>(optimal_policy(in));
  const sim::Flattened<model::Assault> position{model::Assault(in)};
  const sim::UnderPolicy<sim::Flattened<model::Assault>> played(position, play);
  const sim::Odds odds = solved(played).odds.value();
  CHECK(difference(odds, play->odds) < 1e-11);
  const sim::Tally tally = simulated(played, trials, 1);
  for (std::size_t event = 0; event < odds.events.size(); ++event)
    CHECK(tail(tally.events[event], tally.trials, odds.events[event]) > false_alarm);
}

}  // namespace boxcars::test
