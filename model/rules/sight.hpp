#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "model/rules/hex_map.hpp"
#include "model/rules/los.hpp"

namespace boxcars::model {

/// A Location that sees or is seen: a hex of a map, and a level of it.
struct SightPlace {
  Hex hex{};
  int level = 0;
};

/// What stands behind the dot of "F3.1", and what stands before it; level 0 without one.
struct NameAndLevel {
  std::string_view name;
  int level = 0;
};
/// Throws BadInput if what is behind a dot is no level.
NameAndLevel name_and_level(std::string_view what, std::string_view text);
/// Reads "F3" or "F3.1", of a map; throws BadInput as parse_hex().
SightPlace parse_place(const HexMap& map, std::string_view what, std::string_view text);

/// What hinders a shot, in words.
struct Hindered {
  int range = 0;
  int drm = 0;
  std::string hex;
  std::string terrain;
  bool is_smoke = false;  ///< a counter's
};

/// What a shot gets from the map between two Locations (A6, B9, B10).
struct Sight {
  std::string from, to;  ///< by their names, with the level where it is not 0
  LineOfSight line{};
  std::string why{};                     ///< nothing is seen, or that is not known, with its rule if there is one; empty: it is clear
  std::string at{};                      ///< the hex where
  std::vector<Hindered> hindrances{};    ///< by range
  std::string terrain{};                 ///< of the target's hex, in a word
  std::optional<int> tem{};              ///< of its Location, or of the hexside if that has more; nothing: it is not known
  std::optional<std::string> hexside{};  ///< whose TEM that is then: "wall" or "hedge", and whose hexside it is (B9.3)
  int hexside_tem = 0;
  bool height_advantage = false;    ///< B10.31
  bool open_ground = false;         ///< as this firer sees it: FFMO (A4.6)
  std::optional<int> in_hex_tem{};  ///< of its Location alone
  std::string crossed{};            ///< the "wall" or "hedge" of its hexside that the line crosses, and
  int crossed_tem = 0;              ///< what TEM it has against this firer, be it counted or not
  std::vector<std::string> notes{};

  bool blocked() const { return line.blocked(); }
  bool known() const { return line.known(); }
  bool clear() const { return line.clear(); }
};

/// Lines of sight on a map.
class Sights {
 public:
  /// On the map as it is now; its picture is as it was drawn, and `drawn` is what the map was then: hexes that are another now are painted
  /// anew. Throws BadInput if the map has no picture.
  Sights(const HexMap& map, const HexMap& drawn);
  explicit Sights(const HexMap& map) : Sights(map, map) {}

  /// A hex of the map becomes another, such as rubble; nothing: it is as it was at first.
  void change(Hex hex, const std::optional<MapHex>& now);

  /// Throws BadInput at the field if a hex has no such level.
  Sight between(SightPlace from, SightPlace to) const;
  /// Whether somebody can be at that level of its hex.
  bool has(SightPlace place) const;
  /// All that is seen from there: every other hex of the map, at ground level.
  std::vector<Sight> from(SightPlace from) const;
  const Battlefield& field() const { return *field_; }
  const HexMap& map() const { return map_; }
  /// A hex of the map by its index in the field, and its name.
  int index_of(Hex hex) const;
  std::string name_of(int hex) const;

 private:
  SightEnd end_of(std::string_view field, SightPlace place) const;
  void tell_hexside(SightPlace from, SightPlace to, Sight& sight) const;

  HexMap map_, map_as_it_was_{};
  std::shared_ptr<const Battlefield> field_, as_it_was_{};
  std::shared_ptr<Battlefield> changing_{};  ///< none: nothing has changed
};

/// Adds a note if nothing is seen the other way, though this way it is, or the other way round: LOS is mutual, VASL's is not always.
void add_note_of_other_way(const Sights& sights, SightPlace from, SightPlace to, Sight& sight);
/// Without the TEM of the hexside: the firers, adjacent, have Wall Advantage (B9.32).
void without_hexside(Sight& sight);
/// With that alone, if one is crossed: the targets have Wall Advantage.
void with_hexside_alone(Sight& sight);
/// Without the TEM of the target's hex, whose ground is not known, as something covers it ("an overlay (o5 at H4)").
void without_ground(Sight& sight, const std::string& cover);
/// Not known, as the ground of a hex that the line crosses is not, unless another hex blocks it.
void leave_unknown(Sight& sight, int hex, const std::string& name, const std::string& cover);

/// The terrain code of VASL's for what a hex holds, or else for the word of its ground; nothing if it has none.
std::optional<std::uint8_t> los_code_of(const MapHex& holds, std::string_view ground);

/// "Hindrance (grain in G4)", for what is on a sheet.
std::string hindrances_in_words(const Sight& sight);
/// In hexes, as fire counts it: at another level of the own hex Point Blank Fire is double, not triple (A7.21, A7.212).
int range_of_fire(const Sight& sight, SightPlace from, SightPlace to);
/// " sees ", " does not see ", or that it is not known.
std::string_view in_words_whether_it_sees(const Sight& sight);
/// Why nothing is seen, or that is not known, in a line: "terrain higher than both, stone building in F4 (A6.2)".
std::string block_in_words(const Sight& sight);

}  // namespace boxcars::model
