#pragma once

#include <atomic>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "ask/answer.hpp"
#include "model/questions/assault.hpp"
#include "sim/decisions/value_iteration.hpp"
#include "sim/process/flattened.hpp"

namespace boxcars::ask {

/// An assault and its garrisons as one process, in which somebody chooses.
using Position = sim::Flattened<model::Assault>;

/// What is best in each situation that comes up, those most often met first. States that a person cannot tell apart are one situation, as
/// long as the same is best in them; then they are told in more detail.
std::vector<Decision> decisions_of(const Position& position, const sim::OptimalPolicy& policy);

/// The same position with one target for each shot, whatever happens: the first ones, and every other combination if they are not too many
/// to try. "MG at J8.1, IG at J8.0" says which. The attacker chooses no more, the defender still does.
struct Order {
  std::string words{};
  model::AssaultInputs inputs{};
};
std::vector<Order> orders_of(const model::AssaultInputs& inputs);

/// A rule of thumb: each shot at the first of its targets where somebody is, or holds, in an order of its own.
struct RuleOfThumb {
  std::string words{};  ///< "MG at who holds, J8.1 before J8.0"
  double wins = 0;      ///< exact
};
/// The best that can be found for the attacker by changing the rule of one shot at a time, where nobody else has a choice. Nothing if there
/// are too many states to try rules on, or a stop.
std::optional<RuleOfThumb> rule_of_thumb(const Position& position, const model::AssaultInputs& inputs, sim::MdpSolver& solver,
                                         const std::atomic<bool>& stop);

/// The best play of an assault in which somebody chooses (of another it is its answer): with decisions, and notes on what the first
/// targets, the best order and a rule of thumb come to, as far as that can be computed. Throws as answer() does, and BadInput if there are
/// too many states.
Answered plan(const model::Assault& assault, const Question& asked, const model::AssaultInputs& inputs, const sim::Settings& settings,
              int show, const std::atomic<bool>& stop, sim::Progress* watched = nullptr);

}  // namespace boxcars::ask
