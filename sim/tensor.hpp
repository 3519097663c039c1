#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

namespace boxcars::sim {

/// Probability by how each of several callees rests: an axis a callee, its rests in ascending order; row by row, the last axis' side by
/// side.
struct Tensor {
  using Axis = std::vector<std::uint32_t>;
  std::vector<Axis> axes{};
  std::vector<double> mass{};

  /// Of all indices behind an axis together.
  std::size_t inner(std::size_t axis) const;
  double total() const;
  /// By index of an axis.
  std::vector<double> totals_along(std::size_t axis) const;
};

/// The index of the next row (along the last axis), by its indices of all other axes.
void to_next_row(std::vector<std::size_t>& index, const std::vector<Tensor::Axis>& axes);

/// A tensor times a number; many share one.
struct Term {
  double weight = 0;
  std::shared_ptr<const Tensor> tensor{};
  double total = 0;  ///< of the tensor
};

/// How many entries all tensors of a solution have that are still of use.
using Live = std::shared_ptr<std::size_t>;

/// The tensor is counted as long as it lives.
Term term_of(Tensor tensor, const Live& live);

/// All of them added up: with one, that.
Term sum(std::vector<Term> terms, const Live& live);

/// Adds a term to others: to the last one, if that is of the same tensor.
void add(std::vector<Term>& terms, const Term& term);

/// Without what is along an axis at most `cut`; what was there is added to `neglected`.
void drop_unlikely(Tensor& tensor, std::size_t axis, double cut, double& neglected);

/// Where the probability of each index of an axis goes: entries of row x are those from first[x] to before first[x + 1].
struct Kernel {
  struct Entry {
    std::uint32_t to = 0;  ///< row of the result
    double probability = 0;
  };
  std::vector<std::size_t> first{0};
  std::vector<Entry> entries{};
};

/// The tensor with a kernel applied along an axis, in parts: the rows of the result are those of the first part, then of the second, ...,
/// whose axes there are given.
std::vector<Tensor> apply(const Tensor& tensor, std::size_t axis, const Kernel& kernel, const std::vector<Tensor::Axis>& parts);

}  // namespace boxcars::sim
