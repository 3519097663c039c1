#pragma once

#include <vector>

#include "io/formats/page.hpp"
#include "model/rules/terrain_card.hpp"

namespace boxcars::io {

/// One card with all its lines, or several as a table of what their types have in common. For programs every line of every card:
/// {"schema": "boxcars/1", "version": ..., "terrain": [{"type", "title", "lines": [{"about", "text", "rule"}]}]}, or rows of type, about,
/// text, rule.
Page page_of(const std::vector<model::TerrainCard>& cards);

}  // namespace boxcars::io
