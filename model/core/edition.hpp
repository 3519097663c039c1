#pragma once

#include <array>
#include <cstdint>

#include "model/core/choices.hpp"

namespace boxcars::model {

/// The text of B23 that is followed: the second edition's, or the first one's where it says otherwise (B23.31, .711, .86, .88, .921).
enum class Edition : std::uint8_t { v1, v2 };
inline constexpr std::array<Choice<Edition>, 2> edition_choices{{{"v1", Edition::v1}, {"v2", Edition::v2}}};

}  // namespace boxcars::model
