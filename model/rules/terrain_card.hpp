#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace boxcars::model {

/// One line of a card: what it is about, what the rules say, and which rule.
struct CardLine {
  std::string about;
  std::string text;
  std::string rule;
};

/// What a player looks up about a type of building, rubble or hut.
struct TerrainCard {
  std::string type;  ///< as it is asked for
  std::string title;
  std::vector<CardLine> lines{};

  /// What a line says, "-" if there is none about that.
  std::string_view text(std::string_view about) const;
};

/// All cards, in the order of the rules.
std::vector<TerrainCard> terrain_cards();

/// The card of a type; throws BadInput with the known ones and the nearest.
TerrainCard terrain_card(std::string_view type);

}  // namespace boxcars::model
