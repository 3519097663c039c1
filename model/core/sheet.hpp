#pragma once

#include <algorithm>
#include <cstddef>
#include <utility>
#include <vector>

#include "model/core/description.hpp"
#include "model/core/modifier.hpp"

namespace boxcars::model {

/// The modifiers of a question, each on its rolls, so that --explain lists exactly what dice are thrown with. `Roll` tells the rolls apart:
/// it is an enum of the question, or has the Location that is attacked, too.
template <class Roll>
class Sheet {
 public:
  /// Adds a row for one roll; an amount of 0 is no row.
  void add(const Roll& roll, Modifier modifier) { add_to_all({roll}, std::move(modifier)); }
  /// Adds one row for each of these rolls together.
  void add_to_all(const std::vector<Roll>& rolls, Modifier modifier) {
    if (modifier.amount == 0) return;
    for (const Roll& roll : rolls) amounts_.emplace_back(roll, modifier.amount);
    modifiers_.push_back(std::move(modifier));
  }

  /// The sum of the amounts on a roll.
  int on(const Roll& roll) const {
    int sum = 0;
    for (const auto& [of, amount] : amounts_) sum += of == roll ? amount : 0;
    return sum;
  }

  /// All rows, in the order in which they were added.
  std::vector<Modifier> modifiers() const { return modifiers_; }

  /// Whether every row is on every roll that has any row.
  ModifiersOf modifiers_of() const {
    const auto has_all = [&](const auto& amount) {
      const auto is_same = [&](const auto& other) { return other.first == amount.first; };
      return static_cast<std::size_t>(std::count_if(amounts_.begin(), amounts_.end(), is_same)) == modifiers_.size();
    };
    return std::all_of(amounts_.begin(), amounts_.end(), has_all) ? ModifiersOf::one_roll : ModifiersOf::several_rolls;
  }

 private:
  std::vector<std::pair<Roll, int>> amounts_;
  std::vector<Modifier> modifiers_;
};

}  // namespace boxcars::model
