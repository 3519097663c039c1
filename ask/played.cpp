#include "ask/played.hpp"

#include "model/core/bad_input.hpp"
#include "model/core/numbers.hpp"

namespace boxcars::ask {

void refuse_best_play(const sim::TooLargeToPlay& error) {
  throw model::BadInput("the best play cannot be found (more than " + model::grouped(error.states) +
                        " states come up); leave out targets, units, Locations or turns, or fire at one target each: plan --fixed");
}

}  // namespace boxcars::ask
