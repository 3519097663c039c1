#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdlib>
#include <functional>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "model/core/bad_input.hpp"
#include "model/questions/cross_inputs.hpp"
#include "model/rules/at_the_table.hpp"
#include "model/rules/counters_on_line.hpp"
#include "model/rules/ground.hpp"
#include "model/rules/map_fields.hpp"
#include "model/rules/sight.hpp"
#include "model/rules/who_fires.hpp"

// The steps of a path on a board, as one would type them.
namespace boxcars::model {
namespace {

[[noreturn]] void refuse_path(const std::string& problem, const std::string& why, const std::string& instead) {
  throw BadInput("path", problem, why, instead);
}

std::vector<std::string> names_of_path(const std::string& path) {
  std::vector<std::string> names;
  std::string name;
  for (const char c : path + ",") {
    if (c != ',' && c != ' ') {
      name += c;
    } else if (!name.empty()) {
      names.push_back(std::exchange(name, {}));
    }
  }
  return names;
}

// "G4/bypass": lines of sight on a board go from center dot to center dot, and who is in Bypass is seen at the vertices that he passes.
void require_no_bypass(const std::string& name) {
  const auto sign = name.find('/');
  if (sign == std::string::npos || !same_word(std::string_view(name).substr(sign + 1), "bypass")) return;
  const std::string hex = name.substr(0, sign);
  refuse_path("Bypass of " + hex, "lines of sight to its vertices are not known from the board, A4.34",
              "give the way by {step}: " + hex + ",bypass,mf=1,J6=3");
}

// Where defenders are, each once, as they were typed.
std::vector<std::string> places_of(const CrossInputs& in) {
  std::vector<std::string> places;
  for (const std::string& text : in.defenders) {
    const auto sign = text.substr(0, text.find(',')).find('=');
    if (sign == std::string::npos)
      throw BadInput("defender", "{defender} " + shown(text) + " has no hex", "where on the board is it?", "give it like J6=4-4-7");
    const std::string place = text.substr(0, sign);
    if (std::find(places.begin(), places.end(), place) == places.end()) places.push_back(place);
  }
  return places;
}

// What lies between two hexes beside each other.
struct Hexside {
  std::uint8_t edge = 0;
  bool road = false;
};

// Of another side than that.
std::string side_there(const TablePlace& place, const std::string& side) {
  for (const Piece* piece : place.pieces) {
    if (is_man(*piece) && !piece->side.empty() && piece->side != side) return piece->side;
  }
  return "";
}

bool is_water(const HexMap& map, Hex hex) {
  constexpr std::array<std::string_view, 5> words{"water", "river", "pond", "lake", "canal"};
  const auto word = terrain_word(map.at(hex), map.ground_at(hex));
  return map.at(hex).water || (word && std::find(words.begin(), words.end(), *word) != words.end());
}

// What SMOKE adds on a line, and in which hex it lies.
using SmokeOnLine = std::vector<std::pair<std::string, int>>;

std::string look_in_words(const Sight& sight, int range, const std::string& place, const SmokeOnLine& smoke) {
  std::string text = "," + place + "=" + std::to_string(range);
  if (sight.line.hindrance > 0) text += "/hindrance=" + std::to_string(sight.line.hindrance);
  if (sight.hexside_tem > 0) text += "/hexside=" + std::to_string(sight.hexside_tem);
  if (sight.height_advantage) text += "/height";
  for (const auto& [hex, drm] : smoke) text += "/smoke=" + hex + ":" + std::to_string(drm);
  return text;
}

// Hindrances that are a DRM of a Fire Lane (A9.22).
bool is_hard(const Hindered& hindered) {
  constexpr std::array<std::string_view, 8> words{"bridge", "crag", "debris", "graveyard", "light woods", "olive", "orchard", "palm"};
  const std::string terrain = in_small_letters(hindered.terrain);
  const auto is_in_it = [&](std::string_view word) { return terrain.find(word) != std::string::npos; };
  return is_in_it("wreck") || std::any_of(words.begin(), words.end(), is_in_it);
}

// Of a MG among those at the place.
bool makes_lanes(const CrossInputs& in, const std::string& place) {
  return std::any_of(in.defenders.begin(), in.defenders.end(), [&](const std::string& text) {
    return text.starts_with(place + "=") && in_small_letters(text).find(",lane") != std::string::npos;
  });
}

// "G4", "G4,from=F3".
struct TypedSmoke {
  std::string hex, from;
};
TypedSmoke parse_smoke(const std::string& text) {
  constexpr std::string_view from_is = ",from=";
  const auto sign = text.find(from_is);
  TypedSmoke typed{text.substr(0, sign), sign == std::string::npos ? "" : text.substr(sign + from_is.size())};
  if (typed.hex.find(',') != std::string::npos || (sign != std::string::npos && typed.from.empty()))
    throw BadInput("smoke", "{smoke} " + shown(text) + " is no hex", "into which hex is it thrown, and from where?",
                   "give it like G4, or G4,from=F3");
  return typed;
}

// SMOKE that is thrown on the way.
struct Throwing {
  std::size_t from = 0;  // of the path
  Hex in{};
  int up = 0;  // levels
};

Piece smoke_grenade(Hex hex) {
  Piece piece;
  piece.name = "Smoke Grenade", piece.kind = CounterKind::terrain, piece.at = hex;
  return piece;
}

// The word of a hex as a step has it; what is not open ground for FFMO is none.
Terrain terrain_for(const std::string& word, std::optional<Terrain> terrain) {
  if (!terrain) return Terrain::brush;
  const bool hinders = word == "palm-trees" || word == "vineyard" || word == "light-woods";
  return hinders && *terrain == Terrain::open ? Terrain::brush : *terrain;
}

// Why somebody does not move; empty: he may.
std::string_view why_not_moving(const Piece& piece) {
  if (is_concealed_heap(piece)) return "what they are is not known";
  for (const auto& [state, why] : {std::pair("broken", "broken"), std::pair("pinned", "pinned"), std::pair("TI", "TI"),
                                   std::pair("in Melee", "in Melee"), std::pair("Prep Fire", "has fired")}) {
    if (piece.is(state)) return why;
  }
  return piece.unit.empty() ? "not known" : "";
}

std::string out_with(const TablePlace& place, const Piece& piece, std::string_view why) {
  return place.name + " " + piece.name + " (" + std::string(why) + ")";
}

// Of Conscripts and Green MMC, who have fewer MF (A4.11).
std::string training_of(const Piece& piece) {
  const auto of = class_of(piece);
  return of == UnitClass::conscript ? ",conscript" : of == UnitClass::green ? ",green" : "";
}

// Who may move of those who are where the path begins, and of which side they are.
std::string take_movers(CrossInputs& in, const TablePlace& start, std::vector<std::string>& left_out, std::vector<std::string>& notes) {
  std::string side;
  for (const Piece* piece : start.pieces) {
    const bool is_asked_for = in.map.viewer.side.empty() || same_word(piece->side, in.map.viewer.side);
    if (side.empty() && is_man(*piece) && is_asked_for) side = piece->side;
  }
  if (!in.units.empty()) return side;
  std::vector<std::string> carried;
  for (const Piece* piece : start.pieces) {
    if (side.empty() || piece->side != side) continue;
    if (piece->kind == CounterKind::support_weapon) carried.push_back(piece->name);
    if (piece->kind == CounterKind::vehicle) left_out.push_back(out_with(start, *piece, "a vehicle"));
    if (!is_man(*piece) && !is_concealed_heap(*piece)) continue;
    if (const auto why = why_not_moving(*piece); !why.empty())
      left_out.push_back(out_with(start, *piece, why));
    else
      in.units.push_back(target_of(*piece) + training_of(*piece));
  }
  if (in.units.empty())
    throw BadInput("path", "nobody who may move is in " + start.name,
                   left_out.empty() ? "of a save those move who are where the path begins" : with_between(left_out, ", "), "give {unit}");
  if (!carried.empty())
    notes.push_back("what " + with_between(carried, ", ") + " cost in PP is not known here: 4-6-7,pp=5 says it of who carries them");
  return side;
}

// Of a Location: those who may fire, but not who has fired already.
std::vector<std::string> who_fires(const TablePlace& place, const std::string& side, int range, std::vector<std::string>& left_out) {
  std::vector<std::string> out;
  TableFirers firers;
  try {
    firers = firers_at(place, side, {range, FirePhase::defensive}, out);
  } catch (const BadInput&) {  // the others say why
  }
  for (const std::string& one : out) left_out.push_back(place.name + " " + one);
  if (firers.area_fire == 0) return firers.by;
  left_out.push_back(place.name + " " + with_between(firers.by, " ") + " (have fired)");
  return {};
}

// All of other sides who see a hex of the path within range, those nearest first.
void take_defenders(CrossInputs& in, const std::string& side, const std::vector<Hex>& path, const CountersOnLine& counters,
                    std::vector<std::string>& left_out) {
  std::vector<std::pair<int, TablePlace>> places;
  std::set<std::string> known;
  for (const Piece& piece : in.map.pieces) {
    const bool is_enemy = is_man(piece) || is_concealed_heap(piece) || piece.kind == CounterKind::gun || piece.kind == CounterKind::vehicle;
    if (!is_enemy || piece.side.empty() || piece.side == side || !piece.at) continue;
    const std::string typed = in.map.map.name(*piece.at) + (piece.level > 0 ? "." + std::to_string(piece.level) : "");
    if (piece.level < 0 || !known.insert(typed).second) continue;
    TablePlace place = place_on_table(in.map, "defender", typed);
    std::optional<int> nearest;
    for (std::size_t k = 1; k < path.size(); ++k) {
      const Sight sight = counters.between(place.place, {path[k], 0});
      if (!sight.blocked()) nearest = std::min(nearest.value_or(sight.line.range), sight.line.range);
    }
    if (nearest) places.emplace_back(*nearest, std::move(place));
  }
  std::stable_sort(places.begin(), places.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
  std::size_t firing = 0;
  for (const auto& [range, place] : places) {
    for (const Piece* piece : place.pieces) {
      if (piece->side != side && is_concealed_heap(*piece)) left_out.push_back(out_with(place, *piece, "what they are is not known"));
    }
    const std::string enemy = side_there(place, side);
    const auto who = enemy.empty() ? std::vector<std::string>{} : who_fires(place, enemy, range, left_out);
    if (who.empty()) continue;
    if (++firing > most_cross_places) {
      left_out.push_back(place.name + " (only so many Locations are followed)");
      continue;
    }
    for (const std::string& unit : who) in.defenders.push_back(place.name + "=" + unit);
  }
  if (in.defenders.empty())
    throw BadInput("path", "nobody of another side is known to fire at the path",
                   left_out.empty() ? "under whose fire?" : with_between(left_out, ", "), "give {defender}, or another path");
}

// No path leads where a Known enemy is (A4.14), or into a Blaze (B25.4).
void require_open(const MapInput& map, const std::string& side, const std::vector<Hex>& path) {
  for (std::size_t k = 1; k < path.size(); ++k) {
    for (const Piece& piece : map.pieces) {
      if (piece.at != path[k]) continue;
      const bool is_known_enemy = is_unit_counter(piece) && !is_concealed_heap(piece) && !piece.side.empty() && piece.side != side;
      if (is_known_enemy && !side.empty() && piece.level == 0 && piece.kind != CounterKind::gun)
        refuse_path("the path enters " + map.map.name(path[k]), "a Known enemy is there, A4.14", "lead it around");
      if (is_blaze(piece)) refuse_path("the path enters " + map.map.name(path[k]), "a Blaze is there, B25.4", "lead it around");
    }
  }
}

}  // namespace

/// A map on which paths are followed, and from where they are fired at.
class CrossBoard::OnMap {
 public:
  explicit OnMap(const CrossInputs& in) : map_(changed_map(in.map)), sights_(map_, in.map.map), counters_(sights_, in.map) {
    for (const std::string& place : places_of(in))
      from_.emplace_back(place, at_field("defender", [&] { return parse_place(map_, "{defender}", place); }));
    for (const Piece& piece : in.map.pieces) {
      if (const auto is = hindering(piece); is && is->is_smoke && piece.at) smoke_.push_back(*piece.at);
    }
  }

  const FieldHex& field(Hex hex) const {
    const Cell cell = map_.grid.cell(hex);
    return sights_.field().hex(sights_.field().index_of(cell.column, cell.row));
  }

  Hexside between(Hex from, Hex to) const {
    const FieldHex& a = field(from);
    const FieldHex& b = field(to);
    const int at = sights_.field().index_of(b.column, b.row);
    for (std::size_t side = 0; side < 6; ++side) {
      if (a.neighbors[side] != at) continue;
      const auto is_road = [](std::uint8_t code) { return los_terrain(code).kind == TerrainKind::road; };
      return {a.edges[side], is_road(a.at_sides[side]) && is_road(b.at_sides[(side + 3) % 6])};
    }
    refuse_path(map_.name(to) + " is not beside " + map_.name(from), "a path goes from hex to hex", "give every hex that is entered");
  }

  // In halves of a MF.
  int cost(Hex from, Hex to, const std::string& word, std::optional<Terrain> terrain) const {
    const Hexside side = between(from, to);
    const std::string name = map_.name(to);
    const auto by_hand = [&](const std::string& why) {
      refuse_path("what does " + name + " cost?", why, "give the way by {step} instead: " + name + ",mf=2,...");
    };
    int halves = side.road ? halves_of_mf : 0;
    if (!side.road) {
      const auto by_terrain = terrain ? entry_cost(*terrain) : std::nullopt;
      const auto by_word = entry_cost(std::string_view(word));
      if (!by_word && !by_terrain) by_hand(word + " depends on how it is entered, A4.1");
      halves = by_word ? *by_word : *by_terrain;
    }
    const LosTerrain& edge = los_terrain(side.edge);
    int hexside = 0;
    if (side.edge == los_codes::wall || side.edge == los_codes::hedge)
      hexside = halves_of_mf;
    else if (side.edge == los_codes::bocage)
      hexside = 2 * halves_of_mf;
    else if (side.edge != 0)
      by_hand(std::string(edge.name) + " on the hexside, B9, B23.71");
    if (has_smoke(to)) hexside += halves_of_mf;  // A24.7
    const int up = field(to).base - field(from).base;
    if (field(to).depression || field(from).depression) by_hand("it leads into or out of a depression, B19, B20");
    if (up == 1) return 2 * halves + hexside;  // B10.4
    const int between_levels = std::max(0, std::abs(up) - 1);
    return halves + hexside + halves_of_mf * between_levels * (up > 0 ? 2 : 1) + (up > 1 ? halves : 0);
  }

  // Nothing where it is to be said by hand.
  std::optional<int> cost_if_known(Hex from, Hex to) const {
    const auto word = terrain_word(map_.at(to), map_.ground_at(to));
    try {
      return cost(from, to, word.value_or("?"), word ? terrain_of_word(*word) : std::nullopt);
    } catch (const BadInput&) {
      return std::nullopt;
    }
  }

  /// In which Fire Lane from there a hex lies: on a hex grain, at the same level or along a continuous slope (A9.22).
  std::string lane_in_words(SightPlace from, Hex to, const Sight& sight) const {
    const int up = field(to).base - (field(from.hex).base + from.level);
    for (int direction = 1; direction <= 6; ++direction) {
      bool is_slope = up != 0 && std::abs(up) == sight.line.range && from.level == 0;
      Hex hex = from.hex;
      for (int k = 0; k < sight.line.range && map_.grid.has(hex); ++k) {
        const Hex next = neighbor(hex, direction);
        is_slope = is_slope && map_.grid.has(next) && field(next).base - field(hex).base == (up > 0 ? 1 : -1);
        hex = next;
      }
      if (hex != to || (up != 0 && !is_slope)) continue;
      int soft = 0;
      for (const Hindered& one : sight.hindrances) soft += is_hard(one) ? 0 : one.drm;
      return "/lane=" + std::to_string(direction) + (soft > 0 ? "/soft=" + std::to_string(soft) : "");
    }
    return "";
  }

  /// A Dash begins in cover, and leads across a road (A4.63).
  void require_dash(const std::vector<Hex>& path) const {
    const auto refuse_dash = [](const std::string& problem, const std::string& why) {
      throw BadInput("dash", problem, why + ", A4.63", "leave it out");
    };
    const auto is_road = [](std::uint8_t code) { return los_terrain(code).kind == TerrainKind::road; };
    const auto word = terrain_word(map_.at(path[0]), map_.ground_at(path[0]));
    const auto terrain = word ? terrain_of_word(*word) : std::nullopt;
    if (is_open_ground(terrain_for(word.value_or(""), terrain)))
      refuse_dash("a Dash from " + map_.name(path[0]), "it does not begin in Open Ground");
    const FieldHex& crossed = field(path[1]);
    if (!is_road(crossed.terrain) && std::none_of(crossed.at_sides.begin(), crossed.at_sides.end(), is_road))
      refuse_dash("a Dash through " + map_.name(path[1]), "there is no road in it");
  }

  /// From where on the path SMOKE is thrown into which hex. Throws BadInput.
  std::vector<Throwing> throwings(const CrossInputs& in, const std::vector<Hex>& path) const {
    std::vector<Throwing> all;
    for (const std::string& text : in.smoke) {
      const TypedSmoke typed = parse_smoke(text);
      const auto refuse_smoke = [](const std::string& problem, const std::string& why) {
        throw BadInput("smoke", problem, why, "give it like G4,from=F3, with F3 on the path and beside G4");
      };
      Throwing one;
      one.in = at_field("smoke", [&] { return parse_hex(map_, "{smoke}", typed.hex); });
      if (!typed.from.empty()) {
        const Hex from = at_field("smoke", [&] { return parse_hex(map_, "{smoke}", typed.from); });
        one.from = static_cast<std::size_t>(std::find(path.begin(), path.end(), from) - path.begin());
        if (one.from == path.size()) refuse_smoke(map_.name(from) + " is not on the path", "it is thrown on the way, A24.1");
      } else {
        // The hex before it, or else the first one beside it.
        const auto entered = std::find(path.begin(), path.end(), one.in);
        const auto beside = std::find_if(path.begin(), path.end(), [&](Hex hex) { return distance(hex, one.in) <= 1; });
        const auto from = entered != path.end() && entered != path.begin() ? entered - 1 : beside;
        one.from = static_cast<std::size_t>(from - path.begin());
      }
      if (one.from == path.size() || distance(path[one.from], one.in) > 1)
        refuse_smoke("SMOKE in " + map_.name(one.in), "it is thrown into the own hex or one beside it, A24.1");
      one.up = field(one.in).base - field(path[one.from]).base;
      if (one.up > 1) refuse_smoke("SMOKE in " + map_.name(one.in), "it is thrown over one crest at most, A24.1");
      all.push_back(one);
    }
    std::stable_sort(all.begin(), all.end(), [](const Throwing& a, const Throwing& b) { return a.from < b.from; });
    return all;
  }

  /// What SMOKE in each of the hexes adds to the Hindrance of a line, as far as that blocks nothing (A24.2, A6.7).
  SmokeOnLine smoke_on_line(const MapInput& map, SightPlace from, Hex to, const Sight& sight, const std::vector<Hex>& in) const {
    SmokeOnLine all;
    const auto hindrance = [&](const std::vector<Hex>& smoke) {
      MapInput with;
      with.map.grid = map_.grid, with.pieces = map.pieces;
      for (const Hex hex : smoke) with.pieces.push_back(smoke_grenade(hex));
      return std::min(most_hindrance, CountersOnLine(sights_, with).between(from, {to, 0}).line.hindrance);
    };
    int sum = sight.line.hindrance;
    for (const Hex hex : in) {
      const int adds = hindrance({hex}) - sight.line.hindrance;
      sum += adds;
      if (adds > 0) all.emplace_back(map_.name(hex), adds);
    }
    if (all.size() > 1 && hindrance(in) != std::min(sum, most_hindrance))
      throw BadInput("smoke", "SMOKE in " + all[0].first + " and " + all[1].first,
                     "a line to " + map_.name(to) + " runs between them, and one of them only counts, A6.7", "leave one out");
    return all;
  }

  const HexMap& map() const { return map_; }
  Sight sight(SightPlace from, Hex to) const { return counters_.between(from, {to, 0}); }
  /// Who fires, and from where.
  const std::vector<std::pair<std::string, SightPlace>>& from() const { return from_; }
  bool has_smoke(Hex hex) const { return std::find(smoke_.begin(), smoke_.end(), hex) != smoke_.end(); }
  bool is_known_enemys(Hex hex) const {
    return std::any_of(from_.begin(), from_.end(), [&](const auto& place) { return place.second.hex == hex; });
  }

 private:
  HexMap map_;
  Sights sights_;
  CountersOnLine counters_;
  std::vector<std::pair<std::string, SightPlace>> from_;
  std::vector<Hex> smoke_{};
};

CrossBoard::CrossBoard(const CrossInputs& in) {
  require_lines_of_sight(in.map.map, in.map.option, "give {board} like 20, or the way by {step}");
  on_ = std::make_shared<const OnMap>(in);
}

std::vector<std::string> CrossBoard::paths(const CrossInputs& in) const {
  constexpr std::size_t most_paths = 500;
  const OnMap& on = *on_;
  const HexMap& map = on.map();
  const Hex from = at_field("from", [&] { return parse_hex(map, "{from}", in.from); });
  const Hex to = at_field("to", [&] { return parse_hex(map, "{to}", in.to); });
  if (from == to) throw BadInput("to", "{to} is where they are", "nobody moves", "give another hex");
  std::set<Hex> closed{from};
  for (const auto& [place, firer] : on.from()) closed.insert(firer.hex);
  if (closed.contains(to))
    throw BadInput("to", "{to " + map.name(to) + "} is a Known enemy's hex", "nobody enters it, A4.14", "give another hex");
  const int all = least_mf(in, false), on_road = least_mf(in, true);
  std::vector<std::string> paths;
  struct Way {
    Hex hex;
    std::string names;
    int spent = 0, steps = 0;
    bool road = true;
  };
  const std::function<void(const Way&)> go = [&](const Way& way) {
    if (way.hex == to) {
      if (way.spent > (way.road ? on_road : all)) return;
      paths.push_back(way.names);
      if (paths.size() > most_paths)
        throw BadInput("path", "more than " + std::to_string(most_paths) + " paths lead there", "each of them is played",
                       "give a nearer {to}, or the paths by themselves");
      return;
    }
    for (int direction = 1; direction <= 6; ++direction) {
      const Hex next = neighbor(way.hex, direction);
      if (!map.grid.has(next) || closed.contains(next) || is_water(map, next)) continue;
      const auto cost = on.cost_if_known(way.hex, next);
      if (!cost) continue;
      const Way longer{next, way.names + "," + map.name(next), way.spent + *cost, way.steps + 1,
                       way.road && on.between(way.hex, next).road};
      const int most = longer.road ? on_road : all;
      if (longer.steps > most_cross_steps || longer.spent + halves_of_mf * distance(next, to) > most) continue;
      closed.insert(next);
      go(longer);
      closed.erase(next);
    }
  };
  go({from, map.name(from)});
  if (paths.empty())
    throw BadInput("to", "no path to {to " + map.name(to) + "}", "it costs more than the " + mf_in_words(all) + " MF there are, A4.1",
                   "give a nearer hex, or {double_time}");
  return paths;
}

std::vector<std::string> hexes_of(const CrossInputs& in, Side side) {
  if (side == Side::attacker) return names_of_path(in.path);
  std::vector<std::string> places;
  if (!in.map.file.empty()) places = places_of(in);
  for (std::string& place : places) place = place.substr(0, place.find('.'));
  return places;
}

std::vector<std::string> CrossBoard::lay(CrossInputs& in) const {
  const OnMap& on = *on_;
  const HexMap& map = on.map();
  std::vector<std::string> notes;
  std::vector<Hex> path;
  for (const std::string& name : names_of_path(in.path)) {
    require_no_bypass(name);
    path.push_back(at_field("path", [&] { return parse_hex(map, "{path}", name); }));
  }
  if (path.size() < 2)
    refuse_path("{path} " + shown(in.path) + " goes nowhere", "it begins where they are, and goes on by each hex entered",
                "give it like {path F3,G4,H4}");
  for (const Hex hex : path) {
    if (on.is_known_enemys(hex)) refuse_path("the path enters " + map.name(hex), "a Known enemy is there, A4.14", "lead it around");
  }
  if (in.dash) on.require_dash(path);
  const std::vector<Throwing> throwings = on.throwings(in, path);
  std::vector<Hex> smoke;
  for (const Throwing& one : throwings) {
    for (const Hex hex : {one.in, one.up > 0 ? path[one.from] : one.in}) {
      if (std::find(smoke.begin(), smoke.end(), hex) == smoke.end()) smoke.push_back(hex);
    }
  }
  const auto ground = [&](Hex hex) { return terrain_word(map.at(hex), map.ground_at(hex)); };
  const auto terrain_there = [&](Hex hex) {
    const auto word = ground(hex);
    const auto terrain = word ? terrain_of_word(*word) : std::nullopt;
    std::string note = "the TEM of " + word.value_or("") + " in " + map.name(hex) + " is not known, and not counted";
    if (word && !terrain && std::find(notes.begin(), notes.end(), note) == notes.end()) notes.push_back(std::move(note));
    Terrain as_fired_at = terrain_for(word.value_or(""), terrain);
    if (wreck_gives_tem(as_fired_at, false) && has_wreck(in.map.pieces, hex)) as_fired_at = Terrain::wreck;
    return "," + std::string(name_of(as_fired_at, terrain_choices));
  };
  const auto looks = [&](Hex hex) {
    std::string text;
    for (const auto& [place, firer] : on.from()) {
      const Sight sight = on.sight(firer, hex);
      if (sight.clear())
        text += look_in_words(sight, range_of_fire(sight, firer, {hex, 0}), place, on.smoke_on_line(in.map, firer, hex, sight, smoke));
      if (sight.clear() && makes_lanes(in, place)) text += on.lane_in_words(firer, hex, sight);
      if (!sight.known()) {
        std::string note = "whether " + place + " sees " + sight.to + " is not known, and not counted: " + block_in_words(sight);
        if (std::find(notes.begin(), notes.end(), note) == notes.end()) notes.push_back(std::move(note));
      }
      for (const std::string& note : sight.notes) {
        if (std::find(notes.begin(), notes.end(), note) == notes.end()) notes.push_back(note);
      }
    }
    return text;
  };
  for (std::size_t k = 0; k < path.size(); ++k) {
    const Hex hex = path[k];
    const std::string name = map.name(hex);
    if (const UnknownGround* unknown = unknown_at(in.map, hex))
      notes.push_back(name + " is under " + unknown->why + ": its terrain and MF are those of the board below");
    if (k > 0) {
      if (is_water(map, hex)) refuse_path("the path enters " + name, "it is a Water Obstacle, B21", "lead it around");
      const auto word = ground(hex);
      const auto terrain = word ? terrain_of_word(*word) : std::nullopt;
      std::string step = name + ",mf=" + mf_in_words(on.cost(path[k - 1], hex, word.value_or("?"), terrain)) + terrain_there(hex);
      if (on.between(path[k - 1], hex).road && !on.has_smoke(hex)) step += ",road";
      in.steps.push_back(step + looks(hex));
    }
    for (const Throwing& one : throwings) {
      if (one.from == k)
        in.steps.push_back(name + ",smoke=" + map.name(one.in) + terrain_there(hex) + (one.up > 0 ? ",uphill" : "") + looks(hex));
    }
  }
  return notes;
}

void take_table(CrossInputs& in, std::vector<std::string>& notes) {
  require_lines_of_sight(in.map.map, in.map.option, "give {board} like 20, or the way by {step}");
  const HexMap map = changed_map(in.map);
  const Sights sights(map, in.map.map);
  const CountersOnLine counters(sights, in.map);
  std::vector<Hex> path;
  std::vector<std::string> names = names_of_path(in.path);
  if (!in.from.empty()) names = {in.from, in.to};
  for (const std::string& name : names) {
    require_no_bypass(name);
    path.push_back(at_field("path", [&] { return parse_hex(map, "{path}", name); }));
  }
  if (path.empty()) return;
  std::vector<std::string> left_out;
  const TablePlace start = place_on_table(in.map, "path", names.front());
  const std::string side = take_movers(in, start, left_out, notes);
  require_open(in.map, side, path);
  if (in.defenders.empty()) take_defenders(in, side, path, counters, left_out);
  in.map.understood = with_between(in.units, " ") + (in.from.empty() ? " by " : " from ") +
                      with_between(names, in.from.empty() ? ", " : " to ") + ", under the fire of " + with_between(in.defenders, " ");
  if (!left_out.empty()) in.map.understood += "; left out: " + with_between(left_out, ", ");
}

std::vector<std::string> cross_on_map(CrossInputs& in, const std::set<std::string>& given, const MapReader& read_map) {
  if (in.map.file.empty()) return {};
  if (given.contains("step") && given.contains("path")) refuse(path_with_step(), {}, {});
  require_needs(cross_questionnaire(), in);
  require_lawful(cross_questionnaire(), in);
  at_field(in.map.option, [&] { read_map(in.map); });
  std::vector<std::string> notes = in.map.notes;
  if (in.map.option == "save") take_table(in, notes);
  const std::vector<std::string> of_path = CrossBoard(in).lay(in);
  notes.insert(notes.end(), of_path.begin(), of_path.end());
  return notes;
}

}  // namespace boxcars::model
