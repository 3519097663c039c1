#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <optional>
#include <string_view>
#include <vector>

#include "sim/process/rules.hpp"
#include "sim/resources/budget.hpp"
#include "sim/resources/progress.hpp"
#include "sim/run/chain_selection.hpp"
#include "sim/statistics/stop_rule.hpp"
#include "sim/statistics/tally.hpp"
#include "sim/trials/instruction_set.hpp"

namespace boxcars::sim {

enum class Method : std::uint8_t { both, simulate, exact };

/// What chains have to be grown for to answer by this method.
Wanted wanted(Method method);

/// How a question is to be answered. Of these only `seed`, `stop_rule` and `budget` change a simulated number (the budget, since trials
/// that leave the chain throw dice of their own).
struct Settings {
  Method method = Method::both;
  StopRule stop_rule = AfterTrials{};
  std::uint64_t seed = 1;
  int threads = 1;
  InstructionSet instruction_set = best_instruction_set();
  Budget budget{};
};

/// The simulated tally, unless only exact odds were asked for, and the exact odds where the states fit the budget.
struct Findings {
  std::optional<Tally> tally{};
  std::optional<Odds> odds{};
  NoOdds why = NoOdds::not_wanted;     ///< where there are no odds
  double truncated_mass = 0;           ///< probability that the exact odds leave out; 1 if that is not known
  std::vector<double> lower_bounds{};  ///< without odds: lower bounds of the events' odds; each is at most truncated_mass too low
  bool interrupted = false;
  bool out_of_memory = false;  ///< there was too little of it for more trials
};

/// Answers a question by simulation and exactly, from its one rule text. `canonical` is the question with its inputs, from which its
/// streams are made. When `stop` becomes true, or memory is gone, what was simulated so far is the answer. `watched` is told
/// how far it is. Throws NeverEnds, and std::bad_alloc if there is no answer.
Findings ask(std::shared_ptr<const Rules> rules, std::string_view canonical, const Settings& settings, const std::atomic<bool>& stop,
             Progress* watched = nullptr);

}  // namespace boxcars::sim
