#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <new>
#include <utility>
#include <vector>

namespace boxcars::sim {

/// Many numbers, that are set after they have been asked for: to ask for them does not set them to 0.
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

/// Probability by how each of several callees rests: an axis a callee, its rests in ascending order; row by row, the last axis' side by
/// side.
struct Tensor {
  using Axis = std::vector<std::uint32_t>;
  std::vector<Axis> axes{};
  Numbers mass{};

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

/// The numbers of all tensors of a solution. Those of large tensors that are of no use any more are used again: to ask the machine for as
/// many new ones takes longer than to compute them.
class Store {
 public:
  /// So many, that are not set.
  Numbers take(std::size_t count);
  void give_back(Numbers numbers);
  /// How many tensors have that are still of use, and how many are kept for others.
  std::size_t live() const { return live_; }
  std::size_t kept() const { return kept_; }

  void lives(std::size_t count) { most_ = std::max(most_, live_ += count); }
  void dies(std::size_t count) { live_ -= count; }

 private:
  std::vector<Numbers> free_{};
  std::size_t live_ = 0;
  std::size_t kept_ = 0;
  std::size_t most_ = 0;  // that there were at once
};
using Stored = std::shared_ptr<Store>;

/// The tensor is counted as long as it lives.
Term term_of(Tensor tensor, const Stored& store);

/// All of them added up: with one, that.
Term sum(std::vector<Term> terms, const Stored& store);

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
std::vector<Tensor> apply(const Tensor& tensor, std::size_t axis, const Kernel& kernel, const std::vector<Tensor::Axis>& parts,
                          Store& store);

}  // namespace boxcars::sim
