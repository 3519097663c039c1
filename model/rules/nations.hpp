#pragma once

#include <array>
#include <optional>
#include <string_view>

namespace boxcars::model {

/// What a nation has on some rolls. Nothing where it depends on more than the nation, or is not known.
struct NationalNumbers {
  std::string_view nation;
  int heat_of_battle;                  ///< DRM (A15.1), -1 more if Elite
  std::optional<int> leader_creation;  ///< drm (A18.11); none: it creates none
  std::optional<int> contact;          ///< number of its radios (C1.2)
};
inline constexpr std::array<NationalNumbers, 11> national_numbers{{{"German", 0, -1, 8},
                                                                   {"Russian", +2, +1, {}},
                                                                   {"American", 0, -1, 8},
                                                                   {"British", -1, -1, 8},
                                                                   {"Italian", +3, +1, 8},
                                                                   {"French", +1, 0, 7},
                                                                   {"Japanese", +4, {}, 8},
                                                                   {"Finnish", -1, {}, 8},
                                                                   {"Partisan", +1, 0, {}},
                                                                   {"Axis Minor", +3, 0, 7},
                                                                   {"Allied Minor", +2, 0, 7}}};

constexpr const NationalNumbers* numbers_of_nation(std::string_view nation) {
  for (const NationalNumbers& row : national_numbers) {
    if (row.nation == nation) return &row;
  }
  return nullptr;
}

}  // namespace boxcars::model
