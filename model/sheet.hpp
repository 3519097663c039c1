#pragma once

#include <utility>
#include <vector>

#include "model/modifier.hpp"

namespace boxcars::model {

/// The modifiers of a question, each on one of its rolls: what is thrown with is what --explain lists. `Roll` tells the rolls apart: an
/// enum of the question, or one with the Location that is attacked.
template <class Roll>
class Sheet {
 public:
  /// An amount of 0 is no row.
  void add(const Roll& roll, Modifier modifier) {
    if (modifier.amount != 0) rows_.emplace_back(roll, std::move(modifier));
  }

  /// What is added to the roll.
  int on(const Roll& roll) const {
    int sum = 0;
    for (const auto& [of, modifier] : rows_) sum += of == roll ? modifier.amount : 0;
    return sum;
  }

  /// All rows, in the order in which they were added.
  std::vector<Modifier> modifiers() const {
    std::vector<Modifier> all;
    for (const auto& row : rows_) all.push_back(row.second);
    return all;
  }

 private:
  std::vector<std::pair<Roll, Modifier>> rows_;
};

}  // namespace boxcars::model
