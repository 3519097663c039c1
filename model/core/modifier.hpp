#pragma once

#include <string>
#include <vector>

#include "model/core/bad_input.hpp"

namespace boxcars::model {

/// One DRM or drm of a question, why it applies and by which rule.
struct Modifier {
  int amount = 0;
  std::string reason;
  std::string rule;
  bool operator==(const Modifier&) const = default;
};

/// What the rows come to.
inline int sum_of(const std::vector<Modifier>& rows) {
  int sum = 0;
  for (const Modifier& row : rows) sum += row.amount;
  return sum;
}

/// "+2", "+0", "-1".
inline std::string with_sign(int amount) { return (amount < 0 ? "" : "+") + std::to_string(amount); }

/// The Original DR that are at least so much: "an Original DR of 8 or more", "any Original DR".
inline std::string original_from(int lowest) {
  if (lowest > 12) return "no Original DR";
  if (lowest <= 2) return "any Original DR";
  return "an Original DR of " + std::to_string(lowest) + (lowest == 12 ? "" : " or more");
}
/// Those that are at most so much.
inline std::string original_to(int highest) {
  if (highest < 2) return "no Original DR";
  if (highest >= 12) return "any Original DR";
  return "an Original DR of " + std::to_string(highest) + (highest == 2 ? "" : " or less");
}

/// Throws BadInput for a --drm that no rule adds up to.
inline void require_drm(int drm) { require_range("drm", drm, -30, 30, "no DRM is that large"); }

}  // namespace boxcars::model
