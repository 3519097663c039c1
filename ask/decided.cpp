#include "ask/decided.hpp"

#include <string>

#include "model/core/bad_input.hpp"
#include "model/core/numbers.hpp"

namespace boxcars::ask {

void refuse_best_play(const sim::TooManyStates& error, std::string_view instead) {
  throw model::BadInput("the best play cannot be found (more than " + model::grouped(error.states) + " states come up); " +
                        std::string(instead));
}

}  // namespace boxcars::ask
