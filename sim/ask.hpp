#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <optional>
#include <string_view>
#include <vector>

#include "sim/budget.hpp"
#include "sim/grown.hpp"
#include "sim/instruction_set.hpp"
#include "sim/progress.hpp"
#include "sim/rules.hpp"
#include "sim/stop_rule.hpp"
#include "sim/tally.hpp"

namespace boxcars::sim {

enum class Method : std::uint8_t { both, simulate, exact };

/// What a chain is grown for, so answered.
Wanted wanted(Method method);

/// How a question is to be answered; nothing here but `seed`, `stop_rule` and `budget` changes a simulated number (trials that leave
/// the chain throw dice of their own).
struct Settings {
  Method method = Method::both;
  StopRule stop_rule = AfterTrials{};
  std::uint64_t seed = 1;
  int threads = 1;
  InstructionSet instruction_set = best_instruction_set();
  Budget budget{};
};

/// What was found: the simulated tally unless only exact odds were asked for, and the exact odds where the states fit the budget.
struct Findings {
  std::optional<Tally> tally{};
  std::optional<Odds> odds{};
  NoOdds why = NoOdds::not_wanted;  ///< where there are no odds
  double neglected = 0;             ///< probability that the exact odds leave out; 1 if that is not known
  std::vector<double> least{};      ///< without odds: what each event's are at least; at most `neglected` more
  bool interrupted = false;
};

/// Answers a question by simulation and exactly, from its one rule text. `canonical` is the question with its inputs, from which its
/// streams are made. When `stop` becomes true, what was simulated so far is the answer; `watched` is told how far it is. Throws
/// NeverEnds.
Findings ask(std::shared_ptr<const Rules> rules, std::string_view canonical, const Settings& settings, const std::atomic<bool>& stop,
             Progress* watched = nullptr);

}  // namespace boxcars::sim
