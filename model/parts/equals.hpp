#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "model/core/dice.hpp"
#include "model/rules/units.hpp"

namespace boxcars::model {

/// Equal units, side by side. They are interchangeable, so it is not kept which of them is in which condition; that is drawn by lot at the
/// end, which has the same odds.
struct Equals {
  Unit unit;
  int location = 0;
  int first = 0;  ///< the first of them among all units
  int size = 0;
  bool group = false;          ///< whether they were typed as a group, which has measures
  std::vector<int> entries{};  ///< one entry for each unit, or the entry of the group
  std::string label{};         ///< how a story names them: "1/2:4-6-7"
};

/// Whether leaders may be equal to each other, or are not, because they have a rank.
enum class EqualLeaders : bool { are_ranked, are_equal };

/// The equal units of the entries `here`, in the order of the first of each. Labels begin with the side, where there are two.
std::vector<Equals> equals_of(const std::vector<UnitEntry>& entries, const std::vector<int>& here, EqualLeaders leaders,
                              std::string_view side = {});

/// The throw of the lot by which fates are dealt to equal units: each unit gets the fate of the one that many places on. If all shifts are
/// equally likely, every unit has every fate with the same odds; rolls that would spoil that are thrown again.
Throw lot_of(const Equals& equals);
std::optional<int> shift_of(const Equals& equals, Roll lot);

}  // namespace boxcars::model
