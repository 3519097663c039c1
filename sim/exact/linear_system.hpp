#pragma once

#include <cstdint>
#include <optional>
#include <vector>

namespace boxcars::sim {

/// A transition inside a loop, from state `from` to state `to` (numbered within the loop), with its probability.
struct LoopEdge {
  std::uint32_t from = 0;
  std::uint32_t to = 0;
  double probability = 0;
};

/// The expected number of visits to each state of a loop, given the probability with which each is entered from outside:
/// visits = entry + edges^T visits, solved as a sparse system (Kemeny and Snell, "Finite Markov Chains", 3.2).
/// Nothing if there is no finite answer, because the loop cannot be left.
std::optional<std::vector<double>> expected_visits(const std::vector<double>& entry, const std::vector<LoopEdge>& edges);

}  // namespace boxcars::sim
