#pragma once

#include <string>
#include <vector>

#include "io/formats/style.hpp"
#include "model/rules/terrain_card.hpp"

namespace boxcars::io {

/// Cards for people: one with all its lines, several as a table of what their types have in common.
std::string to_text(const model::TerrainCard& card, const Style& style);
std::string to_text(const std::vector<model::TerrainCard>& cards, const Style& style);

/// Cards for programs: {"schema": "boxcars/1", "version": ..., "terrain": [{"type", "title", "lines": [{"about", "text", "rule"}]}]}.
std::string to_json(const std::vector<model::TerrainCard>& cards);

/// type,about,text,rule; a row for every line of every card.
std::string to_csv(const std::vector<model::TerrainCard>& cards);

/// A heading and a table for every card.
std::string to_markdown(const std::vector<model::TerrainCard>& cards);

}  // namespace boxcars::io
