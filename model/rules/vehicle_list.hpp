#pragma once

#include <span>
#include <string_view>

namespace boxcars::model {

/// The vehicles and Guns of all nations as their counters have them, a row each, its cells with | between them; behind @ stands whose they
/// are that follow. armory.hpp reads them.
std::span<const std::string_view> vehicle_rows();
std::span<const std::string_view> gun_rows();

}  // namespace boxcars::model
