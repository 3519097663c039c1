#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "io/files/counters.hpp"
#include "io/files/vasl_game.hpp"
#include "model/rules/hex_grid.hpp"
#include "model/rules/map_input.hpp"
#include "model/rules/pieces.hpp"

namespace boxcars::io {

/// The hexes of a geomorphic board: A1 to GG10.
inline constexpr int geomorphic_columns = 33, geomorphic_rows = 10;

/// A hex that an overlay covers; if it is more than that hex, how far it reaches is not known.
struct Covered {
  model::Hex hex{};
  bool alone = false;
  std::size_t overlay = 0;  ///< of the board's
};

/// A board of a save, as it lies on the table.
struct SavedBoard {
  std::string name{};  ///< "57"
  bool reversed = false;
  int row = 0, column = 0;
  std::optional<int> left{}, top{}, width{}, height{};  ///< of what was cut out of it, in pixels; none: all of it
  std::vector<std::string> overlays{};                  ///< "o5 at H4"
  std::vector<Covered> covered{};                       ///< by those
  std::vector<std::string> rules{};                     ///< changes by SSR, in VASL's words
};

using SavedPiece = model::Piece;

/// What may be seen of a save.
struct SavedGame {
  std::vector<SavedBoard> boards{};
  std::vector<SavedPiece> pieces{};  ///< on the boards: by stack, from its bottom to its top
  std::vector<SavedPiece> beside{};  ///< beside them
  std::size_t concealed = 0;         ///< how many counters are shown as "?"
  std::string version{};             ///< of VASL; empty: it does not say
  std::vector<std::string> notes{};
};

using model::Viewer;

/// Reads a save (vasl_game.hpp). Pieces that are hidden (HIP) from the viewer do not exist for him, concealed ones are
/// "? (2 counters)". Which password hides a piece is compared with nothing and kept nowhere. Throws BadInput, naming `file`, for a save
/// without a board or with more pieces than any game has, and for a side or a player who has none in it.
SavedGame vasl_save_of(const VaslGame& game, const std::string& file, const Viewer& viewer = {});

}  // namespace boxcars::io
