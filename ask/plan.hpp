#pragma once

#include <string>
#include <utility>
#include <vector>

#include "ask/answer.hpp"
#include "model/questions/assault.hpp"
#include "sim/best_play.hpp"

namespace boxcars::ask {

/// What is best in each situation that comes up, those most often met first. States that a person cannot tell apart are one situation, as
/// long as the same is best in them; then they are told in more detail.
std::vector<Decision> decisions_of(const model::Assault& assault, const sim::BestPlay& play);

/// The same position with one target for each shot, whatever happens: the first ones, and every other combination if they are not too many
/// to try. "MG at J8.1, IG at J8.0" says which. Nobody chooses any more.
struct Order {
  std::string words{};
  model::AssaultInputs inputs{};
};
std::vector<Order> orders_of(const model::AssaultInputs& inputs);

/// The best play of an assault in which somebody chooses (of another it is its answer): with decisions, and notes on what the first targets
/// and the best order come to, as far as that can be computed. Throws as answer() does, and BadInput if there are too many states.
Answered plan(const model::Assault& assault, const Asked& asked, const model::AssaultInputs& inputs, const sim::Settings& settings,
              int show, const std::atomic<bool>& stop, sim::Progress* watched = nullptr);

}  // namespace boxcars::ask
