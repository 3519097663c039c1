#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <new>
#include <utility>
#include <vector>

namespace boxcars::sim {

/// An allocator that leaves numbers uninitialized, since they are all written later.
template <class T>
struct Unset : std::allocator<T> {
  template <class U>
  struct rebind {
    using other = Unset<U>;
  };
  template <class U>
  void construct(U* at) {
    ::new (static_cast<void*>(at)) U;
  }
  template <class U, class... Args>
  void construct(U* at, Args&&... args) {
    ::new (static_cast<void*>(at)) U(std::forward<Args>(args)...);
  }
};
using Numbers = std::vector<double, Unset<double>>;

/// Probability by component state: one axis for each component, with its component states in ascending order. Stored row by row, with the
/// entries along the last axis side by side.
struct Tensor {
  using Axis = std::vector<std::uint32_t>;
  std::vector<Axis> axes{};
  Numbers mass{};

  /// The number of entries for one index of this axis and all axes before it.
  std::size_t inner(std::size_t axis) const;
  double total() const;
  /// The total for each index of an axis.
  std::vector<double> totals_along(std::size_t axis) const;
};

/// Moves the indices of all axes but the last to the next row.
void to_next_row(std::vector<std::size_t>& index, const std::vector<Tensor::Axis>& axes);

/// A tensor times a weight; many terms share one tensor.
struct Term {
  double weight = 0;
  std::shared_ptr<const Tensor> tensor{};
  double total = 0;  ///< of the tensor
};

/// Owns the memory of all tensors of a solution. Memory of large tensors is used again, since getting as much from the machine takes longer
/// than computing the numbers.
class Store {
 public:
  /// Gives memory for this many numbers, uninitialized.
  Numbers take(std::size_t count);
  void give_back(Numbers numbers);
  /// Frees the memory that is kept for later tensors.
  void forget_kept() { free_.clear(), kept_ = 0; }
  /// Numbers in tensors that live, and numbers whose memory is kept for later ones.
  std::size_t live() const { return live_; }
  std::size_t kept() const { return kept_; }

  void lives(std::size_t count) { most_ = std::max(most_, live_ += count); }
  void dies(std::size_t count) { live_ -= count; }

 private:
  std::vector<Numbers> free_{};
  std::size_t live_ = 0;
  std::size_t kept_ = 0;
  std::size_t most_ = 0;  // the largest value that live_ had
};
using Stored = std::shared_ptr<Store>;

/// A term of weight 1; the tensor counts as live until the last term of it is gone.
Term term_of(Tensor tensor, const Stored& store);

/// The number of entries that the sum of the terms would have.
std::size_t entries_of_sum(const std::vector<Term>& terms);

/// The sum of the terms; a single term is its own sum.
Term sum(std::vector<Term> terms, const Stored& store);

/// Adds a term to a list: if the last term has the same tensor, their weights are added.
void add(std::vector<Term>& terms, const Term& term);

/// Drops the indices of an axis whose total is at most `threshold`, and adds that to `truncated_mass`.
void drop_unlikely(Tensor& tensor, std::size_t axis, double threshold, double& truncated_mass);

/// A sparse stochastic matrix: the entries of row x are those from first[x] to before first[x + 1].
struct Kernel {
  struct Entry {
    std::uint32_t to = 0;  ///< row of the result
    double probability = 0;
  };
  std::vector<std::size_t> first{0};
  std::vector<Entry> entries{};
};

/// The tensor with a kernel applied along an axis, in parts: the kernel's result rows are those of the first part, then of the second, and
/// so on. `parts` are the indices of that axis in each part.
std::vector<Tensor> apply(const Tensor& tensor, std::size_t axis, const Kernel& kernel, const std::vector<Tensor::Axis>& parts,
                          Store& store);

}  // namespace boxcars::sim
