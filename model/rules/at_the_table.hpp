#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "model/rules/map_input.hpp"
#include "model/rules/pieces.hpp"
#include "model/rules/sight.hpp"
#include "model/rules/terrain.hpp"

namespace boxcars::model {

/// The sides of those pieces that are so, each once, in the order of the pieces.
std::vector<std::string> sides_with(const std::vector<Piece>& pieces, bool (*is)(const Piece&));

/// A Location of a save's table, and who and what is there.
struct TablePlace {
  std::string name{};  ///< "57-H9", "57-H9.1"
  SightPlace place{};
  std::vector<const Piece*> pieces{};      ///< at that level
  std::vector<const Piece*> of_the_hex{};  ///< at all levels
};
/// By the hex as it is typed, "57-H9.1"; throws BadInput at the field if there is none.
TablePlace place_on_table(const MapInput& input, const std::string& field, std::string_view typed);

/// "MTR (nobody holds it)".
std::string named_with(const Piece& piece, std::string_view why);
/// Who is attacked, as he is typed: "4-4-7,broken,bml=6".
std::string target_of(const Piece& piece);

/// Those who are fired at in a Location, as they are typed.
struct TableTargets {
  std::vector<std::string> units{};
  std::string side{};
  bool concealed = false;            ///< they all are
  bool has_concealed_heaps = false;  ///< and others, of whom nothing is known
  bool all_in_foxholes = false, all_in_trenches = false, some_in_pillbox = false, some_entrenched = false;
  bool all_have_wall_advantage = false;
  bool beside_vehicle = false;  ///< of theirs, that is not in Motion (D9.3)
};
/// Of a Location everybody who is of another side; nobody: there is none. `left_out` gets what is known not to be asked for.
TableTargets targets_at(const TablePlace& at, const std::string& not_of_side, std::vector<std::string>& left_out);

/// Whether a counter says so of the building there.
bool is_fortified(const TablePlace& at);
bool is_blaze(const Piece& piece);
/// Whether a wreck lies there that does not burn.
bool has_wreck(const std::vector<Piece>& pieces, Hex hex);
/// Whether a wreck or an AFV is TEM in a hex of that terrain, as that has none (D9.3).
bool wreck_gives_tem(Terrain terrain, bool height_advantage);

}  // namespace boxcars::model
