#include "model/rules/map_input.hpp"

#include <algorithm>
#include <map>
#include <optional>

#include "model/core/bad_input.hpp"

namespace boxcars::model {

const UnknownGround* unknown_at(const MapInput& input, Hex hex) {
  const auto found = std::find_if(input.unknown.begin(), input.unknown.end(),
                                  [&](const UnknownGround& unknown) { return unknown.surely && unknown.hex == hex; });
  return found == input.unknown.end() ? nullptr : &*found;
}

HexMap changed_map(const MapInput& input) {
  HexMap map = input.map;
  for (const Piece& piece : input.pieces) {
    if (const std::string rubble = rubble_of(piece); piece.at && !rubble.empty()) set_hex(map, map.name(*piece.at) + "=" + rubble);
  }
  std::vector<std::string> settings = input.set;
  std::stable_partition(settings.begin(), settings.end(), is_of_all_buildings);
  std::map<std::optional<Hex>, unsigned> changed;  // by hex: its parts
  for (const std::string& setting : settings) {
    const MapChange change = at_field("set", [&] { return set_hex(map, setting); });
    unsigned& parts = changed[change.hex];
    if (parts & change.parts)
      throw BadInput("set", "{set} " + shown(setting) + " cannot be used",
                     change.hex ? map.name(*change.hex) + " is changed already" : "all buildings are changed already", "leave one out");
    parts |= change.parts;
  }
  return map;
}

std::vector<Hex> parse_own(const HexMap& map, const std::vector<std::string>& own) {
  std::vector<Hex> hexes;
  for (const std::string& text : own) {
    const Hex hex = at_field("own", [&] { return parse_hex(map, "{own}", text); });
    if (std::find(hexes.begin(), hexes.end(), hex) == hexes.end()) hexes.push_back(hex);
  }
  return hexes;
}

std::vector<int> parse_own_directions(const std::vector<std::string>& own, const std::string& instead) {
  std::vector<int> directions;
  for (const std::string& text : own) {
    const auto direction = read_direction(text);
    if (!direction) throw_no_direction("own", text, instead);
    directions.push_back(*direction);
  }
  return directions;
}

std::optional<InputValue> own_said(const HexMap& map, const std::vector<Hex>& own) {
  if (own.empty()) return std::nullopt;
  std::vector<std::string> names;
  for (const Hex hex : own) names.push_back(map.name(hex));
  return names;
}

std::optional<InputValue> own_said(const std::vector<int>& directions) {
  if (directions.empty()) return std::nullopt;
  return std::vector<double>(directions.begin(), directions.end());
}

}  // namespace boxcars::model
