#pragma once

#include <string>

#include "model/bad_input.hpp"

namespace boxcars::model {

/// One DRM or drm of a question, why it applies and by which rule.
struct Modifier {
  int amount = 0;
  std::string reason;
  std::string rule;
  bool operator==(const Modifier&) const = default;
};

/// "+2", "+0", "-1".
inline std::string with_sign(int amount) { return (amount < 0 ? "" : "+") + std::to_string(amount); }

/// Throws BadInput for a --drm that no rule adds up to.
inline void require_drm(int drm) { require_range("--drm", drm, -30, 30, "no DRM is that large"); }

}  // namespace boxcars::model
