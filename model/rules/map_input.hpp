#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "model/core/description.hpp"
#include "model/rules/hex_map.hpp"
#include "model/rules/pieces.hpp"

namespace boxcars::model {

/// Who looks at a save: what others have hidden from him, he does not see.
struct Viewer {
  std::string side{};    ///< sees what is hidden of this side
  std::string player{};  ///< sees what this player owns
  bool umpire = false;   ///< sees all
};

/// A hex whose ground is not known, as an overlay lies on it, or may reach it.
struct UnknownGround {
  Hex hex{};
  std::string why{};    ///< "the overlay o5"
  bool surely = false;  ///< it lies on that hex
};

/// A map as users name it: with which option, the file, what it holds, and what SSR change of it ("K9=stone:3").
struct MapInput {
  std::string option = "map";  ///< or "board" or "save"
  std::string file{};
  HexMap map{};
  std::vector<std::string> set{};
  std::vector<std::string> notes{};  ///< on how it was read
  Viewer viewer{};                   ///< of a save
  std::vector<Piece> pieces{};       ///< that lie on it, as he sees them
  std::vector<UnknownGround> unknown{};
  std::string understood{};  ///< who does what there, in words
  bool has_save() const { return option == "save" && !file.empty(); }
};

/// What lies on that hex for sure, so that its ground is not known; null if nothing does.
const UnknownGround* unknown_at(const MapInput& input, Hex hex);

/// Fills in the map that is named; throws BadInput if it cannot be read. Whoever asks knows of files.
using MapReader = std::function<void(MapInput&)>;

/// The map with its changes. Throws BadInput for changes that cannot be made.
HexMap changed_map(const MapInput& input);

/// Reads the hexes of "own"; throws BadInput.
std::vector<Hex> parse_own(const HexMap& map, const std::vector<std::string>& own);

/// Reads the directions of "own" where there is no map; throws BadInput with what to give instead.
std::vector<int> parse_own_directions(const std::vector<std::string>& own, const std::string& instead);

/// What "own" says, as it was read.
std::optional<InputValue> own_said(const HexMap& map, const std::vector<Hex>& own);
std::optional<InputValue> own_said(const std::vector<int>& directions);

}  // namespace boxcars::model
