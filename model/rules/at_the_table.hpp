#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "model/rules/map_input.hpp"
#include "model/rules/pieces.hpp"
#include "model/rules/sight.hpp"
#include "model/rules/to_hit_table.hpp"

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

/// Those who fire from a Location, as they are typed, and what is known of them.
struct TableFirers {
  std::vector<std::string> by{};
  std::string side{};
  int area_fire = 0;  ///< those who have fired once do so (A8.3, A8.4)
};
/// Of a Location all of a side who may fire so far: the units in range, of the MG one for each squad, and the leader who directs best; a
/// half-squad or a crew fires its MG instead of its own Firepower (A7.351-.353, A7.53). `left_out` gets everybody else, and why. Throws
/// BadInput at `from` if nobody may, or those of two sides are there and `side` names none.
TableFirers firers_at(const TablePlace& from, const std::string& side, int range, std::vector<std::string>& left_out);

/// The Gun or mortar that a counter is, as it is typed; nothing: it is none, it cannot fire, or its calibre is not known.
struct TableGun {
  int caliber = 0;
  Barrel barrel = Barrel::normal;
  bool is_mortar = false;
};
std::optional<TableGun> gun_of(const Piece& piece);
/// By which options an attack with a counter is typed that fires apart from small arms: "--caliber 37 --barrel L", "--weapon ft". Empty:
/// it is none of them.
std::string options_apart(const Piece& piece);

/// Who is attacked, as he is typed: "4-4-7,broken,bml=6".
std::string target_of(const Piece& piece);

/// Those who are fired at in a Location, as they are typed.
struct TableTargets {
  std::vector<std::string> units{};
  std::string side{};
  bool concealed = false;
  bool has_concealed_heaps = false;  ///< and others, of whom nothing is known
  bool all_in_foxholes = false, all_in_trenches = false, some_in_pillbox = false, some_entrenched = false;
};
/// Of a Location everybody who is of another side; nobody: there is none. `left_out` gets what is known not to be asked for.
TableTargets targets_at(const TablePlace& at, const std::string& not_of_side, std::vector<std::string>& left_out);

/// Adds to a line of sight what counters have to do with it: SMOKE, Blazes, vehicles and wrecks in the hexes that it crosses (A24.2, B25.2,
/// D9.4), Wall Advantage of those who are adjacent (B9.32), and where it may cross ground that is not known. Six Hindrances block (A6.7).
class CountersOnLine {
 public:
  CountersOnLine(const Sights& sights, const MapInput& input);
  void add_to(Sight& sight, SightPlace from, SightPlace to) const;
  /// The line of sight between two Locations, with what counters have to do with it; throws as Sights::between().
  Sight between(SightPlace from, SightPlace to) const;

 private:
  struct Hinders {
    int hex = 0;
    HinderingPiece is{};
    std::string name{};
  };
  void add_hindrance(Sight& sight, const Hinders& there, int range, bool out_of_it) const;

  const Sights& sights_;
  std::vector<Hinders> hindering_{};
  std::vector<UnknownGround> unknown_{};
  std::vector<Hex> with_wall_advantage_{};
};

/// The hexes that a line between two centers crosses, both ends too, in order; where it runs along a hexside those on both sides.
std::vector<int> hexes_on_line(const Battlefield& field, int from, int to);

}  // namespace boxcars::model
