#pragma once

#include <string>
#include <vector>

#include "io/files/vasl_board.hpp"
#include "io/formats/page.hpp"
#include "model/rules/sight.hpp"

namespace boxcars::io {

/// Who sees whom, in a line: "F3.1 sees H5: range 3, Hindrance +1 (grain in G4), TEM +1".
std::string sight_in_words(const model::Sight& sight);

/// The same as an object: { "from": "F3.1", "to": "H5", "range": 3, "blocked": false, "reason": null, "at": null, "hindrance": 1,
/// "hindrances": [ { "range": 2, "drm": 1, "hex": "G4", "terrain": "grain" } ], "height_advantage": false, "tem": 1, "terrain": "woods",
/// "open_ground": false }, on one line, with `notes` if there are any.
std::string sight_on_one_line(const model::Sight& sight, const Board& board);

/// A line of sight, or all that is seen from a hex of the board.
Page page_of(const model::Sight& sight, const Board& board);
Page page_of(const std::vector<model::Sight>& seen, model::SightPlace from, const Board& board);

}  // namespace boxcars::io
