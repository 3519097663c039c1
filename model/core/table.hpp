#pragma once

#include <cstddef>
#include <optional>
#include <utility>
#include <vector>

namespace boxcars::model {

/// A list of things whose numbers are an enum of their own, so that no other number is taken for theirs.
template <class Number, class T>
class Table {
 public:
  T& operator[](Number number) { return items_[static_cast<std::size_t>(number)]; }
  const T& operator[](Number number) const { return items_[static_cast<std::size_t>(number)]; }
  std::size_t size() const { return items_.size(); }

  /// The number of the first thing for which is_it() is true; nothing if there is none.
  template <class IsIt>
  std::optional<Number> find(IsIt is_it) const {
    for (const Number number : numbers()) {
      if (is_it((*this)[number])) return number;
    }
    return std::nullopt;
  }
  /// Adds a thing, and gives its number.
  Number add(T item) {
    items_.push_back(std::move(item));
    return static_cast<Number>(items_.size() - 1);
  }

  /// Iterates over all numbers, in order.
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
