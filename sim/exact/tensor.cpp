#include "sim/exact/tensor.hpp"

#include <algorithm>
#include <array>
#include <iterator>
#include <utility>

namespace boxcars::sim {
namespace {

std::size_t product(const std::vector<Tensor::Axis>& axes, std::size_t from) {
  std::size_t all = 1;
  for (std::size_t i = from; i < axes.size(); ++i) all *= axes[i].size();
  return all;
}

// Eight partial sums let the compiler use vectors; they are always the same, so the result is the same on any machine.
double sum_of(const double* numbers, std::size_t count) {
  constexpr std::size_t parts = 8;
  std::array<double, parts> sums{};
  std::size_t i = 0;
  for (; i + parts <= count; i += parts) {
    for (std::size_t j = 0; j < parts; ++j) sums[j] += numbers[i + j];
  }
  for (std::size_t j = 0; i < count; ++i, ++j) sums[j] += numbers[i];
  return ((sums[0] + sums[1]) + (sums[2] + sums[3])) + ((sums[4] + sums[5]) + (sums[6] + sums[7]));
}

// The places of an axis' indices in another axis that has them all.
std::vector<std::size_t> places(const Tensor::Axis& axis, const Tensor::Axis& in) {
  std::vector<std::size_t> found;
  found.reserve(axis.size());
  auto at = in.begin();
  for (const std::uint32_t component_state : axis) {
    at = std::lower_bound(at, in.end(), component_state);
    found.push_back(static_cast<std::size_t>(at - in.begin()));
  }
  return found;
}

// Adds a term to a tensor that has all of the term's indices.
void add_to(Tensor& sum, const Term& term) {
  const Tensor& from = *term.tensor;
  const std::size_t rank = from.axes.size();
  if (from.axes == sum.axes) {
    for (std::size_t i = 0; i < from.mass.size(); ++i) sum.mass[i] += term.weight * from.mass[i];
    return;
  }
  std::vector<std::vector<std::size_t>> at;
  std::vector<std::size_t> stride(rank);
  for (std::size_t i = 0; i < rank; ++i) at.push_back(places(from.axes[i], sum.axes[i])), stride[i] = sum.inner(i);
  std::vector<std::size_t> index(rank, 0);
  const std::vector<std::size_t>& last = at.back();
  const std::size_t row = last.size();
  for (std::size_t begin = 0; begin < from.mass.size(); begin += row) {
    std::size_t to = 0;
    for (std::size_t i = 0; i + 1 < rank; ++i) to += at[i][index[i]] * stride[i];
    for (std::size_t j = 0; j < row; ++j) sum.mass[to + last[j]] += term.weight * from.mass[begin + j];
    to_next_row(index, from.axes);
  }
}

}  // namespace

std::size_t Tensor::inner(std::size_t axis) const { return product(axes, axis + 1); }

void to_next_row(std::vector<std::size_t>& index, const std::vector<Tensor::Axis>& axes) {
  for (std::size_t i = axes.size() - 1; i-- > 0;) {
    if (++index[i] < axes[i].size()) break;
    index[i] = 0;
  }
}

double Tensor::total() const { return sum_of(mass.data(), mass.size()); }

std::vector<double> Tensor::totals_along(std::size_t axis) const {
  std::vector<double> totals(axes[axis].size());
  const std::size_t fiber = inner(axis);
  for (std::size_t at = 0; at < mass.size();) {
    if (fiber == 1) {
      for (double& total : totals) total += mass[at++];
      continue;
    }
    for (double& total : totals) {
      total += sum_of(&mass[at], fiber);
      at += fiber;
    }
  }
  return totals;
}

Numbers Store::take(std::size_t count) {
  constexpr std::size_t worth_keeping = std::size_t{1} << 14;
  if (count < worth_keeping) return Numbers(count);
  const auto smaller = [](const Numbers& a, const Numbers& b) { return a.capacity() < b.capacity(); };
  auto found = free_.end();
  for (auto at = free_.begin(); at != free_.end(); ++at) {
    if (at->capacity() >= count && (found == free_.end() || smaller(*at, *found))) found = at;
  }
  if (found == free_.end() && !free_.empty()) found = std::max_element(free_.begin(), free_.end(), smaller);
  Numbers taken;
  if (found != free_.end()) {
    taken = std::move(*found);
    kept_ -= taken.capacity();
    *found = std::move(free_.back());
    free_.pop_back();
    if (taken.capacity() < count) taken = {};
  }
  taken.resize(count);
  return taken;
}

// Keeps memory only while no more is live and kept than was once live.
void Store::give_back(Numbers numbers) {
  if (numbers.capacity() == 0 || live_ + kept_ + numbers.capacity() > most_) return;
  kept_ += numbers.capacity();
  numbers.clear();
  free_.push_back(std::move(numbers));
}

Term term_of(Tensor tensor, const Stored& store) {
  const double total = tensor.total();
  store->lives(tensor.mass.capacity());
  const auto forget = [store](Tensor* gone) {
    store->dies(gone->mass.capacity());
    store->give_back(std::move(gone->mass));
    delete gone;
  };
  return {1.0, std::shared_ptr<const Tensor>(std::shared_ptr<Tensor>(new Tensor(std::move(tensor)), forget)), total};
}

namespace {

// The union of the terms' indices, axis by axis.
std::vector<Tensor::Axis> axes_of_sum(const std::vector<Term>& terms) {
  std::vector<Tensor::Axis> axes = terms.front().tensor->axes;
  for (const Term& term : terms) {
    for (std::size_t i = 0; i < axes.size(); ++i) {
      if (axes[i] == term.tensor->axes[i]) continue;
      Tensor::Axis both;
      std::set_union(axes[i].begin(), axes[i].end(), term.tensor->axes[i].begin(), term.tensor->axes[i].end(), std::back_inserter(both));
      axes[i] = std::move(both);
    }
  }
  return axes;
}

}  // namespace

std::size_t entries_of_sum(const std::vector<Term>& terms) { return product(axes_of_sum(terms), 0); }

Term sum(std::vector<Term> terms, const Stored& store) {
  if (terms.size() == 1) return std::move(terms.front());
  Tensor all{.axes = axes_of_sum(terms)};
  all.mass = store->take(product(all.axes, 0));
  std::fill(all.mass.begin(), all.mass.end(), 0.0);
  for (Term& term : terms) {
    add_to(all, term);
    term.tensor = nullptr;
  }
  return term_of(std::move(all), store);
}

void add(std::vector<Term>& terms, const Term& term) {
  if (!terms.empty() && terms.back().tensor == term.tensor)
    terms.back().weight += term.weight;
  else
    terms.push_back(term);
}

void drop_unlikely(Tensor& tensor, std::size_t axis, double threshold, double& truncated_mass) {
  const std::vector<double> totals = tensor.totals_along(axis);
  Tensor::Axis kept;
  for (std::size_t x = 0; x < totals.size(); ++x) {
    if (totals[x] > threshold)
      kept.push_back(tensor.axes[axis][x]);
    else
      truncated_mass += totals[x];
  }
  if (kept.size() == totals.size()) return;
  const std::size_t fiber = tensor.inner(axis);
  auto to = tensor.mass.begin();
  for (std::size_t at = 0; at < tensor.mass.size();) {
    for (const double total : totals) {
      const auto from = tensor.mass.begin() + static_cast<std::ptrdiff_t>(at);
      if (total > threshold) to = std::copy(from, from + static_cast<std::ptrdiff_t>(fiber), to);
      at += fiber;
    }
  }
  tensor.mass.erase(to, tensor.mass.end());
  tensor.axes[axis] = std::move(kept);
}

namespace {

// Applies the kernel to fibers side by side, `width` at a time.
template <std::size_t width>
std::vector<Tensor> apply_to(const Tensor& tensor, std::size_t axis, const Kernel& kernel, const std::vector<Tensor::Axis>& parts,
                             Store& store) {
  using Block = std::array<double, width>;
  std::vector<Tensor> results;
  std::vector<std::size_t> part_of, row_in_part;
  for (std::size_t p = 0; p < parts.size(); ++p) {
    Tensor& result = results.emplace_back();
    result.axes = tensor.axes;
    result.axes[axis] = parts[p];
    result.mass = store.take(product(result.axes, 0));
    for (std::size_t row = 0; row < parts[p].size(); ++row) part_of.push_back(p), row_in_part.push_back(row);
  }
  const std::size_t rows = part_of.size(), indices = tensor.axes[axis].size(), inner = tensor.inner(axis);
  const std::size_t fibers = indices == 0 ? 0 : tensor.mass.size() / indices;
  std::vector<Block> result(rows);
  std::array<std::size_t, width> outer{}, within{};
  for (std::size_t begin = 0; begin < fibers; begin += width) {
    const std::size_t here = std::min(width, fibers - begin);
    for (std::size_t j = 0; j < here; ++j) outer[j] = (begin + j) / inner, within[j] = (begin + j) % inner;
    const bool side_by_side = within[here - 1] == within[0] + here - 1 && outer[here - 1] == outer[0];
    std::fill(result.begin(), result.end(), Block{});
    for (std::size_t x = 0; x < indices; ++x) {
      Block from{};
      bool any = false;
      if (side_by_side) {
        const double* source = &tensor.mass[(outer[0] * indices + x) * inner + within[0]];
        for (std::size_t j = 0; j < here; ++j) from[j] = source[j], any |= source[j] != 0;
      } else {
        for (std::size_t j = 0; j < here; ++j) {
          from[j] = tensor.mass[(outer[j] * indices + x) * inner + within[j]];
          any |= from[j] != 0;
        }
      }
      if (!any) continue;
      for (std::size_t e = kernel.first[x]; e < kernel.first[x + 1]; ++e) {
        Block& to = result[kernel.entries[e].to];
        const double p = kernel.entries[e].probability;
        for (std::size_t j = 0; j < width; ++j) to[j] += p * from[j];
      }
    }
    for (std::size_t row = 0; row < rows; ++row) {
      Tensor& part = results[part_of[row]];
      const std::size_t part_rows = parts[part_of[row]].size();
      if (side_by_side) {
        double* target = &part.mass[(outer[0] * part_rows + row_in_part[row]) * inner + within[0]];
        for (std::size_t j = 0; j < here; ++j) target[j] = result[row][j];
      } else {
        for (std::size_t j = 0; j < here; ++j) part.mass[(outer[j] * part_rows + row_in_part[row]) * inner + within[j]] = result[row][j];
      }
    }
  }
  return results;
}

}  // namespace

std::vector<Tensor> apply(const Tensor& tensor, std::size_t axis, const Kernel& kernel, const std::vector<Tensor::Axis>& parts,
                          Store& store) {
  constexpr std::size_t wide = 32;  // fibers at a time, few enough to stay in the cache
  return tensor.mass.size() == tensor.axes[axis].size() ? apply_to<1>(tensor, axis, kernel, parts, store)
                                                        : apply_to<wide>(tensor, axis, kernel, parts, store);
}

}  // namespace boxcars::sim
