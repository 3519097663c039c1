#pragma once

#include <atomic>
#include <cstdint>
#include <map>
#include <optional>
#include <stdexcept>
#include <vector>

#include "sim/chain.hpp"
#include "sim/linear_system.hpp"
#include "sim/progress.hpp"
#include "sim/tally.hpp"

namespace boxcars::sim {

/// How much of a chain is built. Counts and probabilities, never a time: the answer is the same on any machine.
struct Budget {
  std::uint32_t states = 1U << 21;       ///< expansion stops when there are this many
  double cut = 1e-17;                    ///< a state less likely than this is not expanded
  std::uint32_t loop_states = 1U << 14;  ///< of one loop: what is beyond it is not expanded, so that its linear system stays small
};

/// The odds are given as exact if no more than this much probability was left unexpanded.
inline constexpr double max_neglected = 1e-12;

/// A loop of the process that its trials can enter and never leave.
struct NeverEnds : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// The exact odds, if the states fit the budget, and how much probability was left unexpanded.
struct Solution {
  std::optional<Odds> odds;
  double neglected = 0;
};

namespace detail {

/// Throws NeverEnds unless every state of the list (those of one stage) has a path out of the stage.
template <Process P>
void require_exits(const Chain<P>& chain, const std::vector<std::uint32_t>& list, const std::map<std::uint32_t, std::uint32_t>& local) {
  std::vector<std::vector<std::uint32_t>> back(list.size());
  std::vector<char> leaves(list.size(), 0);
  std::vector<std::uint32_t> open;
  for (std::uint32_t i = 0; i < list.size(); ++i) {
    bool exit = !chain.expanded(list[i]) || chain.faces(list[i]) == 0;
    if (!exit) {
      for (const Branch& branch : chain.branches(list[i])) {
        if (const auto to = local.find(branch.next); to != local.end())
          back[to->second].push_back(i);
        else
          exit = true;
      }
    }
    if (exit) leaves[i] = 1, open.push_back(i);
  }
  while (!open.empty()) {
    const std::uint32_t to = open.back();
    open.pop_back();
    for (const std::uint32_t from : back[to]) {
      if (!leaves[from]) leaves[from] = 1, open.push_back(from);
    }
  }
  if (std::find(leaves.begin(), leaves.end(), 0) != leaves.end()) throw NeverEnds("a loop that cannot be left");
}

}  // namespace detail

/// Pushes the probability 1 through the process, stage by stage, growing the chain on the way; loops inside a stage are solved as a
/// linear system. Ends early, without odds, when `stop` becomes true. Throws NeverEnds for a loop without a way out.
template <Process P>
Solution solve(Chain<P>& chain, const Budget& budget, const std::atomic<bool>& stop, Progress* watched = nullptr) {
  std::vector<double> mass;  // by state: probability of a visit (of visits, in loops)
  std::vector<char> listed;  // by state: waits in its stage
  std::vector<double> fact_mass;
  std::map<int, std::vector<std::uint32_t>> waiting;  // by stage, in order of discovery
  const auto fit = [&] {
    mass.resize(chain.size());
    listed.resize(chain.size());
    fact_mass.resize(chain.facts().size());
  };
  const auto settle_all = [&](std::uint32_t settlement, double amount) {
    for (const std::uint32_t fact : chain.settlement(settlement)) fact_mass[fact] += amount;
  };

  fit();
  settle_all(chain.start_settlement(), 1.0);
  mass[Chain<P>::start] = 1.0;
  const auto wait = [&](std::uint32_t id) {
    if (chain.faces(id) == 0 || listed[id]) return;
    listed[id] = 1;
    waiting[chain.stage(id)].push_back(id);
  };
  wait(Chain<P>::start);

  while (!waiting.empty()) {
    const int stage = waiting.begin()->first;
    std::vector<std::uint32_t> list = std::move(waiting.begin()->second);
    waiting.erase(waiting.begin());
    const std::size_t entered = list.size();
    const auto inside = [&](const Branch& branch) { return chain.faces(branch.next) > 0 && chain.stage(branch.next) == stage; };

    bool loops = false;
    for (std::size_t i = 0; i < list.size(); ++i) {
      const bool in_budget = i < entered ? mass[list[i]] > budget.cut : i < entered + budget.loop_states;
      if (!in_budget || chain.size() >= budget.states || stop.load(std::memory_order_relaxed)) continue;
      chain.expand(list[i]);
      if (watched) watched->states.store(chain.size(), std::memory_order_relaxed);
      fit();
      for (const Branch& branch : chain.branches(list[i])) {
        if (!inside(branch)) continue;
        loops = true;
        if (!listed[branch.next]) listed[branch.next] = 1, list.push_back(branch.next);
      }
    }

    if (loops) {
      std::map<std::uint32_t, std::uint32_t> local;
      std::vector<double> entry;
      for (const std::uint32_t id : list) {
        local.emplace(id, static_cast<std::uint32_t>(entry.size()));
        entry.push_back(mass[id]);
      }
      detail::require_exits(chain, list, local);
      std::vector<LoopEdge> edges;
      for (const std::uint32_t id : list) {
        if (!chain.expanded(id)) continue;
        for (const Branch& branch : chain.branches(id)) {
          if (inside(branch)) edges.push_back({local[id], local[branch.next], static_cast<double>(branch.faces) / chain.faces(id)});
        }
      }
      const auto visits = expected_visits(entry, edges);
      if (!visits) throw NeverEnds("a loop that is as good as never left");
      for (std::size_t i = 0; i < list.size(); ++i) mass[list[i]] = (*visits)[i];
    }

    for (const std::uint32_t id : list) {
      if (!chain.expanded(id)) continue;
      for (const Branch& branch : chain.branches(id)) {
        const double amount = mass[id] * branch.faces / chain.faces(id);
        settle_all(branch.settlement, amount);
        if (inside(branch)) continue;  // the visits count it already
        mass[branch.next] += amount;
        wait(branch.next);
      }
    }
  }

  Solution solution;
  for (std::uint32_t id = 0; id < chain.size(); ++id) {
    if (!chain.expanded(id)) solution.neglected += mass[id];
  }
  if (solution.neglected <= max_neglected) {
    Odds odds{std::vector<double>(chain.process().event_count()), std::vector<std::map<int, double>>(chain.process().measure_count())};
    for (std::size_t i = 0; i < fact_mass.size(); ++i) settle(odds, chain.facts()[i], fact_mass[i]);
    solution.odds = std::move(odds);
  }
  return solution;
}

}  // namespace boxcars::sim
