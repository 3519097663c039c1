#pragma once

#include <functional>
#include <string>
#include <vector>

#include "io/files/vasl_board.hpp"
#include "io/files/vasl_save.hpp"

namespace boxcars::io {

/// The table of a save: its boards cut out and turned as they lie, changed by its SSR, from the files of those folders; `found` is told
/// each. Without those files hexes only are known, and a note says which are missing. Where all boards are turned, or the left edge asks
/// for it, the whole table is turned by 180 degrees: hexes keep their names. Tells the pieces where they are on it. Throws BadInput where
/// boards lie as none do.
Board table_of(SavedGame& game, const std::vector<std::string>& folders, const std::function<void(const std::string&)>& found);

/// The hexes whose ground is not known, by their place on the table: those under overlays.
std::vector<model::UnknownGround> unknown_ground(const SavedGame& game, const model::HexMap& table);

/// Changes terrain and elevation as a rule of a save says, "NoGrain", "Level1ToLevel0", "WoodsToBrush". False: it is not known how.
bool change_by_rule(model::Raster& raster, std::string_view rule);

}  // namespace boxcars::io
