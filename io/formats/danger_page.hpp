#pragma once

#include "ask/danger.hpp"
#include "io/files/vasl_board.hpp"
#include "io/formats/page.hpp"

namespace boxcars::io {

/// Every hex of a map by the odds of being broken or worse there: drawn, the worst and the safest; JSON: { "unit": "4-6-7", "hexes": [ {
/// "hex": "H5", "seen_by": [ "F3" ], "exact": 0.25, "attacks": [ { "from": "F3", "firepower": 8, "drm": -2 } ] } ], "notes": [] }.
Page page_of(const ask::Danger& danger, const Board& board);

}  // namespace boxcars::io
