#pragma once

#include <string>
#include <vector>

#include "model/core/bad_input.hpp"

namespace boxcars::model {

/// A DRM or drm of a question, with its reason and its rule.
struct Modifier {
  int amount = 0;
  std::string reason;
  std::string rule;
  bool operator==(const Modifier&) const = default;
};

/// The sum of the rows' amounts.
inline int sum_of(const std::vector<Modifier>& rows) {
  int sum = 0;
  for (const Modifier& row : rows) sum += row.amount;
  return sum;
}

/// The amount with its sign: "+2", "+0", "-1".
inline std::string with_sign(int amount) { return (amount < 0 ? "" : "+") + std::to_string(amount); }

/// Words for an Original DR of at least a number: "an Original DR of 8 or more", "any Original DR".
inline std::string original_from(int lowest) {
  if (lowest > 12) return "no Original DR";
  if (lowest <= 2) return "any Original DR";
  return "an Original DR of " + std::to_string(lowest) + (lowest == 12 ? "" : " or more");
}
/// Words for an Original DR of at most a number.
inline std::string original_to(int highest) {
  if (highest < 2) return "no Original DR";
  if (highest >= 12) return "any Original DR";
  return "an Original DR of " + std::to_string(highest) + (highest == 2 ? "" : " or less");
}

/// Throws BadInput for a --drm that no rules add up to.
inline void require_drm(int drm) { require_range("drm", drm, -30, 30, "no DRM is that large"); }

}  // namespace boxcars::model
