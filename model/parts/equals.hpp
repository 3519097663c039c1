#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "model/core/dice.hpp"
#include "model/rules/units.hpp"

namespace boxcars::model {

/// Equal units, side by side. They are interchangeable: who of them is how is not kept, but drawn by lot at the end, which has the same
/// odds.
struct Equals {
  Unit unit;
  int location = 0;
  int first = 0;  ///< of the units of all of them
  int size = 0;
  bool group = false;          ///< as typed: it has measures
  std::vector<int> entries{};  ///< one for each unit, or the group
  std::string label{};         ///< how a story names them: "1/2:4-6-7"
};

/// Which units are equal to others: all, or leaders are not, where they have a rank.
enum class EqualLeaders : bool { are_ranked, are_equal };

/// The units of the entries `here`, in the order of the first of each. Labels begin with the side, where there are two.
std::vector<Equals> equals_of(const std::vector<UnitEntry>& entries, const std::vector<int>& here, EqualLeaders leaders,
                              std::string_view side = {});

/// The lot by which fates are dealt to equal units: each gets that of the one so many places on. Every unit has every fate with the same
/// odds, if every shift has; so some rolls say nothing, and are thrown again.
Throw lot_of(const Equals& equals);
std::optional<int> shift_of(const Equals& equals, Roll lot);

}  // namespace boxcars::model
