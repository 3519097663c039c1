#pragma once

#include <string>
#include <string_view>

namespace boxcars::model {

/// A word of units, hexes and terrain as counters and maps have it, however it was typed: hs:2-4-7, K9=stone:3, crew:2-2-8,gun=76ART.
std::string as_printed(std::string_view typed);

}  // namespace boxcars::model
