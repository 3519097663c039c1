#pragma once

#include <string>
#include <vector>

#include "model/rules/map_input.hpp"

namespace boxcars::test {

/// A map of a standard board's size with these changes to open ground: "J8=stone:3".
inline model::MapInput town(std::vector<std::string> set) {
  return {.file = "town.toml", .map = {.grid = {33, 10}}, .set = std::move(set)};
}

/// Buildings of so many levels side by side: `columns` columns from C on, rows 1 to `rows`, at most `count`.
inline model::MapInput block(int columns, int rows, int count, int levels) {
  std::vector<std::string> set;
  for (int column = 0; column < columns; ++column) {
    for (int row = 1; row <= rows && static_cast<int>(set.size()) < count; ++row) {
      set.push_back(model::to_string(model::Hex{column + 2, row}) + "=stone:" + std::to_string(levels));
    }
  }
  return town(std::move(set));
}

}  // namespace boxcars::test
