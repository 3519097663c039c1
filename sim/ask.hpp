#pragma once

#include <atomic>
#include <cstdint>
#include <optional>
#include <string_view>

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
  std::optional<Tally> tally;
  std::optional<Odds> odds;
  std::uint64_t states = 0;      ///< of the question; the budget's if they are more, or would be
  double neglected = 0;          ///< probability that those which were grown do not cover
  bool short_of_memory = false;  ///< for the exact odds
  bool interrupted = false;
};

/// Answers a question by simulation and exactly, from its one rule text. `canonical` is the question with its inputs, from which its
/// streams are made. When `stop` becomes true, what was simulated so far is the answer; `watched` is told how far it is. Throws
/// NeverEnds.
Findings ask(const Rules& rules, std::string_view canonical, const Settings& settings, const std::atomic<bool>& stop,
             Progress* watched = nullptr);

}  // namespace boxcars::sim
