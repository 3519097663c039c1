#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>

#include <catch2/catch.hpp>

#include "model/questions/assault.hpp"
#include "sim/best_play.hpp"
#include "sim/chooses.hpp"
#include "tests/support/agreement.hpp"
#include "tests/support/ask.hpp"

namespace boxcars::test {

inline sim::BestPlay best_play(const model::AssaultInputs& in) {
  const sim::Inlined<model::Assault> position{model::Assault(in)};
  return sim::choice_chain(position, {}, never_stop).best(position.caller().objective());
}

/// Checks that who plays so has the odds of the best play, exactly and in so many trials.
inline void check_best_play(const model::AssaultInputs& in, std::uint64_t trials) {
  const auto play = std::make_shared<const sim::BestPlay>(best_play(in));
  const sim::Inlined<model::Assault> position{model::Assault(in)};
  const sim::Played<sim::Inlined<model::Assault>> played(position, play);
  const sim::Odds odds = solved(played).odds.value();
  CHECK(difference(odds, play->odds) < 1e-11);
  const sim::Tally tally = simulated(played, trials, 1);
  for (std::size_t event = 0; event < odds.events.size(); ++event)
    CHECK(tail(tally.events[event], tally.trials, odds.events[event]) > false_alarm);
}

}  // namespace boxcars::test
