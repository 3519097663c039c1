#pragma once

#include <cstddef>
#include <optional>
#include <utility>
#include <vector>

namespace boxcars::model {

/// Things that are numbered by an enum of their own, so that no other number is taken for theirs.
template <class Number, class T>
class Table {
 public:
  T& operator[](Number number) { return items_[static_cast<std::size_t>(number)]; }
  const T& operator[](Number number) const { return items_[static_cast<std::size_t>(number)]; }
  std::size_t size() const { return items_.size(); }

  /// The number of the first that is like it; none if there is none.
  template <class IsIt>
  std::optional<Number> find(IsIt is_it) const {
    for (const Number number : numbers()) {
      if (is_it((*this)[number])) return number;
    }
    return std::nullopt;
  }
  /// Its number.
  Number add(T item) {
    items_.push_back(std::move(item));
    return static_cast<Number>(items_.size() - 1);
  }

  /// To go through all numbers, in order.
  struct Numbers {
    struct Iterator {
      std::size_t i;
      Number operator*() const { return static_cast<Number>(i); }
      void operator++() { ++i; }
      bool operator!=(const Iterator& other) const { return i != other.i; }
    };
    std::size_t count;
    Iterator begin() const { return {0}; }
    Iterator end() const { return {count}; }
  };
  Numbers numbers() const { return {items_.size()}; }

 private:
  std::vector<T> items_;
};

}  // namespace boxcars::model
