#pragma once

#include <string>

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

}  // namespace boxcars::model
