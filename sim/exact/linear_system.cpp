#include "sim/exact/linear_system.hpp"

#include <Eigen/SparseLU>

namespace boxcars::sim {

std::optional<std::vector<double>> expected_visits(const std::vector<double>& entry, const std::vector<LoopEdge>& edges) {
  const auto size = static_cast<Eigen::Index>(entry.size());
  std::vector<Eigen::Triplet<double>> entries;
  entries.reserve(entry.size() + edges.size());
  for (Eigen::Index i = 0; i < size; ++i) entries.emplace_back(i, i, 1.0);
  for (const LoopEdge& edge : edges) entries.emplace_back(edge.to, edge.from, -edge.probability);  // duplicates are summed

  Eigen::SparseMatrix<double> system(size, size);
  system.setFromTriplets(entries.begin(), entries.end());
  Eigen::SparseLU<Eigen::SparseMatrix<double>> solver;
  solver.compute(system);
  if (solver.info() != Eigen::Success) return std::nullopt;
  const Eigen::VectorXd visits = solver.solve(Eigen::Map<const Eigen::VectorXd>(entry.data(), size));
  if (solver.info() != Eigen::Success || !visits.allFinite()) return std::nullopt;
  return std::vector<double>(visits.begin(), visits.end());
}

}  // namespace boxcars::sim
