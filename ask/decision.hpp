#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <map>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "sim/decisions/value_iteration.hpp"
#include "sim/process/flattened.hpp"

namespace boxcars::ask {

/// What is best in a situation: of an assault, or of movement under fire.
struct Decision {
  struct Alternative {
    std::string target{};  ///< "hold": none
    double exact = 0;      ///< of what is played for, if everything later is the best
  };
  int turn = 0;  ///< or step
  std::string shot{};
  std::string situation{};
  double probability = 0;  ///< with which it comes to it
  std::string best{};
  std::vector<Alternative> choices{};
};

/// What is met less often than that is not told.
inline constexpr double never_met = 1e-12;

/// Those most often met first; of those met as often they stay in the order that they have: no rounding decides.
inline void sort_decisions(std::vector<Decision>& decisions) {
  const auto how_often = [](const Decision& d) { return std::llround(d.probability / never_met); };
  std::stable_sort(decisions.begin(), decisions.end(), [&](const Decision& a, const Decision& b) {
    return std::pair(-how_often(a), a.turn) < std::pair(-how_often(b), b.turn);
  });
}

/// The decisions of a process that calls nobody, and says in words what is chosen in a state: `choice(state)`. What reads alike, and has
/// the same best, is one: the probabilities add up, the odds are their mean.
template <class P>
std::vector<Decision> decisions_of(const P& process, const sim::OptimalPolicy& policy) {
  constexpr std::size_t most_decisions = 500;
  constexpr double hardly_met = 1e-6;
  std::map<std::tuple<int, std::string, std::string, std::vector<std::string>, std::size_t>, Decision> alike;
  for (const auto& decision : policy.decisions()) {
    if (decision.probability < hardly_met) continue;
    const auto choice = process.choice(sim::detail::from_bytes<typename P::State>(decision.state));
    Decision& told = alike[{choice.step, choice.hex, choice.situation, choice.alternatives, decision.best}];
    if (told.choices.empty()) {
      told.turn = choice.step, told.shot = choice.hex, told.situation = choice.situation, told.best = choice.alternatives[decision.best];
      for (const std::string& alternative : choice.alternatives) told.choices.push_back({alternative, 0});
    }
    told.probability += decision.probability;
    for (std::size_t i = 0; i < told.choices.size(); ++i) told.choices[i].exact += decision.probability * decision.odds[i];
  }
  std::vector<Decision> decisions;
  for (auto& [key, told] : alike) {
    for (Decision::Alternative& choice : told.choices) choice.exact /= told.probability;
    decisions.push_back(std::move(told));
  }
  sort_decisions(decisions);
  if (decisions.size() > most_decisions) decisions.resize(most_decisions);
  return decisions;
}

}  // namespace boxcars::ask
