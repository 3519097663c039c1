#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "model/core/choices.hpp"
#include "model/core/field.hpp"
#include "model/rules/hex_grid.hpp"

namespace boxcars::model {

/// What a building, or the rubble of one, is made of (B23.3).
enum class Construction : std::uint8_t { wood, stone };
inline constexpr std::array<Choice<Construction>, 2> construction_choices{{{"wood", Construction::wood}, {"stone", Construction::stone}}};

/// Throws BadInput: nothing is built of that; of other terrain it says so.
[[noreturn]] void refuse_word(std::string_view what, std::string_view typed, const std::vector<std::string>& known, Construction);

/// The most levels above ground that a building has: three by SSR (B23.24), four on VASL's boards.
inline constexpr int most_levels = 4;

/// "single story house", "building with 2 levels above ground", "Factory", with what it is made of before it.
std::string building_in_words(Construction construction, int levels, bool factory = false);

inline constexpr Range levels_above_ground{0, most_levels, "levels above the ground, B23.2"};

/// The levels of a building; throws BadInput if they are not given, or if no building has them (B23.2).
int require_levels(std::optional<int> levels);
/// The row that says so; and what a Factory has none of (B23.74).
Need need_of_levels();
Clash factory_with_levels();
/// Nobody can be on the rooftop of a single story house (B23.8).
Clash rooftop_without_levels();

/// Throws BadInput if a building with so many levels above ground has no rooftop to be on (B23.8).
void require_rooftop_possible(int levels);

/// What a hex of a map holds.
struct MapHex {
  std::optional<Construction> building{};
  int levels = 0;  ///< of the building, above ground, 0 to most_levels
  bool stairwell = false;
  bool water = false;                    ///< a Water Obstacle
  std::optional<Construction> rubble{};  ///< on any of its levels
  bool factory = false;
  bool rowhouse = false;
  bool lumberyard = false;
  bool marketplace = false;
  bool hut = false;
  bool operator==(const MapHex&) const = default;
};

/// Why no hex can hold all this at once; nothing if one can.
std::optional<std::string> contradiction(const MapHex& hex);

/// What a hex is where nothing is built: its terrain, in the word of an attack's `terrain` or, if it has none there, by its own name; and
/// its elevation.
struct Ground {
  std::string terrain = "open";
  int elevation = 0;
  bool operator==(const Ground&) const = default;
};

struct Raster;
class SharedBattlefield;

/// A board that lies on the table: which, how, and the column and row of its first hexes there.
struct PlacedBoard {
  std::string name{};
  Grid grid{};  ///< with its own names
  bool reversed = false;
  int column = 0, row = 0;  ///< from the upper left of the table, from 0
};

/// Where its printed hex lies on a table of that grid; nothing if the board, or what is cut out of it, has none of that name.
std::optional<Hex> on_table(const PlacedBoard& board, const Grid& table, Hex printed);

/// A map. In hexes that are not in `hexes` nothing is built; those that are not in `ground` are open ground, if the map tells of ground.
struct HexMap {
  Grid grid{};
  std::map<Hex, MapHex> hexes{};
  std::map<Hex, Ground> ground{};
  bool tells_ground = true;                          ///< if not, only what is built is known
  std::shared_ptr<const Raster> raster{};            ///< what is drawn, for lines of sight; none: only hexes are known
  std::vector<std::string> missing_boards{};         ///< of a save, without whose files there is no raster
  std::shared_ptr<const SharedBattlefield> field{};  ///< of that raster, if it is kept
  std::string only_board{};                          ///< of a single board as printed: what may stand before its hexes, as in "6-H9"
  std::vector<PlacedBoard> boards{};  ///< as they lie, if it is more than one board as printed: their hexes' names are theirs

  MapHex at(Hex hex) const;
  /// Nothing if it is not known.
  std::optional<Ground> ground_at(Hex hex) const;
  /// As users call it: "H9", on a table of several boards "6-H9".
  std::string name(Hex hex) const;
  /// The neighbour in a direction as the hex's board has it: 1 is the hexside with the coordinate, be the board turned or not.
  Hex beside(Hex hex, int direction) const;
};

/// Throws BadInput if nothing of it is drawn, so that no line of sight is known; `instead` is what to give.
void require_lines_of_sight(const HexMap& map, const std::string& field, const std::string& instead);

/// "the files of boards 57 and 69".
std::string files_of_boards(const std::vector<std::string>& boards);

/// Whether a building's hex has such buildings on all six sides: an Interior Building Hex (B23.32) if they are parts of one, which a map
/// does not say.
bool may_be_interior(const HexMap& map, Hex hex);

/// Reads the coordinate that `what` gives, on a table of several boards "6-H9" or "H9" if only one of them has it; throws BadInput if it is
/// none, or not on the map.
Hex parse_hex(const HexMap& map, std::string_view what, std::string_view text);

/// Throws BadInput: where there is no map, a field is given no direction; `instead` is what to give.
[[noreturn]] void throw_no_direction(const std::string& field, std::string_view typed, const std::string& instead);

/// What an SSR changes: a hex, or all buildings; and which parts of what is there, one bit each.
struct MapChange {
  std::optional<Hex> hex{};  ///< none: all buildings
  unsigned parts = 0;
  static constexpr unsigned material = 1, levels = 2, kind = 4, everything = 7;
};
/// Whether a setting is one of all buildings: they are made before those of a hex.
bool is_of_all_buildings(std::string_view setting);

/// Changes the map as SSR do: "K9=stone:3", "K9=wood:0", "K9=open", "K9=stone-rubble", "K9=water", "K9=woods"; and the building that is
/// there: "K9=wood", "K9=stone", "K9=single-story", "K9=factory", "all=wood", "all=stone", "all=single-story". The ground has the elevation
/// that it had. Throws BadInput.
MapChange set_hex(HexMap& map, std::string_view setting);

/// All that the map holds in one line, for what is to be told apart by it.
std::string in_one_line(const HexMap& map);

}  // namespace boxcars::model
