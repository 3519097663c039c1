#pragma once

#include "model/core/field.hpp"

namespace boxcars::model {

// What fields of several questions may be.
inline constexpr Range any_drm{-30, 30, "no DRM is that large"};
inline constexpr Range leaders_drm{-3, +1, "leaders have -3 to +1"};
inline constexpr Range ec_drm{-3, 2, "EC DRM, B25.5"};
inline constexpr Range he_calibers{20, 800, "HE begins at 20mm, C.7, and no shell is larger"};  ///< in mm

}  // namespace boxcars::model
